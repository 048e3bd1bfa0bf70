"""What a command prints: progress to stderr, its result to stdout, and with `--json` exactly one object, last."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer

JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout; progress goes to stderr.")]


@dataclass
class Output:
    """The voice of one command. `as_json` comes from its `JsonFlag` option."""

    as_json: bool = False
    _finished: bool = field(default=False, init=False)

    def progress(self, text: str) -> None:
        """Say what is happening. Always stderr, so that stdout stays a result."""
        print(text, file=sys.stderr, flush=True)

    def result(self, value: Mapping[str, Any], text: str) -> None:
        """End the command: `value` as one JSON line with `--json`, otherwise `text`. Once per command.

        NaN and infinity are refused (`ValueError`): a number that could not be measured is an error, not a value.
        """
        if self._finished:
            raise RuntimeError("a command prints its result once")
        self._finished = True
        line = json.dumps(value, ensure_ascii=False, allow_nan=False)
        print(line if self.as_json else text, flush=True)
