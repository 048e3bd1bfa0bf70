"""Diff: the edits of a change request as lines that say whether they were added or removed."""

from __future__ import annotations

import difflib
from typing import NamedTuple

from planloop.contract.summary import FileEdit


class DiffLine(NamedTuple):
    """One line; `mark` is `+`, `-`, a blank for context, or `@` for the place."""

    mark: str
    text: str


def lines(edit: FileEdit, context: int = 2) -> list[DiffLine]:
    """The unified difference of one file, without its two header lines."""
    before, after = (edit.before or "").splitlines(), (edit.after or "").splitlines()
    found = list(difflib.unified_diff(before, after, n=context, lineterm=""))[2:]
    return [DiffLine(line[:1], line if line.startswith("@@") else line[1:]) for line in found]
