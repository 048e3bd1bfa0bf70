"""What a long run says while it goes: stages in words, how far each is, and about how long is left. All to stderr."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import Any

REPEAT_SECONDS = 15.0
"""Without a terminal, progress is a line at most this often."""


@dataclass
class Teller:
    """A voice on stderr: a live line on a terminal, plain lines elsewhere. Use as a context manager."""

    _console: Any = field(default=None, init=False)
    _live: Any = field(default=None, init=False)
    _words: str = field(default="", init=False)
    _began: float = field(default=0.0, init=False)
    _start: float = field(default=0.0, init=False)
    _said: float = field(default=0.0, init=False)

    def __enter__(self) -> Teller:
        from rich.console import Console

        self._console = Console(stderr=True, highlight=False)
        self._start = self._began = time.monotonic()
        if self._console.is_terminal:
            self._live = self._console.status("starting")
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Give the terminal back: no live line, the cursor shown. Harmless the second time."""
        if self._live is not None:
            self._live.stop()

    def stage(self, words: str) -> None:
        """A new stage begins."""
        self._words, self._began, self._said = words, time.monotonic(), time.monotonic()
        self._console.print(f"[dim]{_clock(self._began - self._start)}[/dim] {words}")
        self._show("")

    def progress(self, done: int, total: int, unit: str) -> None:
        """How far the stage is, and about how long it still takes at the speed so far: since it began, or since it said
        that nothing was done."""
        if not done:
            self._began = time.monotonic()
        spent = time.monotonic() - self._began
        left = f", about {_clock(spent * (total - done) / done)} left" if 0 < done < total and spent > 3 else ""
        self._show(f"{done} of {total} {unit}{left}")

    def note(self, words: str) -> None:
        """Something worth reading happened."""
        self._console.print(f"      {words}")

    def _show(self, detail: str) -> None:
        if self._live is not None:
            self._live.update(f"{self._words}: {detail}" if detail else self._words)
        elif detail and time.monotonic() - self._said >= REPEAT_SECONDS:
            self._said = time.monotonic()
            self._console.print(f"      {detail}")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"


def is_terminal() -> bool:
    """Whether a person can be asked to wait: both ends of the conversation are a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()
