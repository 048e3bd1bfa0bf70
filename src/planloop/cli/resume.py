"""What an unfinished run leaves: an exit code, and after Ctrl-C a message with the command line to go on with."""

from __future__ import annotations

from contextvars import ContextVar

EXIT_INTERRUPTED = 130
EXIT_WAITING = 3
_command: ContextVar[str] = ContextVar("planloop_resume_command", default="planloop")


def resume_with(command: str) -> None:
    """Set the command that continues the work now in progress: as it was given, unless a command knows better."""
    _command.set(command)


def interruption() -> str:
    """The message for whoever pressed Ctrl-C."""
    return f"planloop: interrupted; nothing accepted is lost; go on with the same command: `{_command.get()}`"
