"""PlanloopError: an error that a person can act on, shown as one line naming the place and the cure."""

from __future__ import annotations


class PlanloopError(Exception):
    """What is wrong, where, and what to do next. The command line prints it and exits with status 2.

    `place` names the file, line, field or object (empty where there is none); `cure` is an instruction.
    """

    def __init__(self, problem: str, *, place: str = "", cure: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.place = place
        self.cure = cure

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        text = f"{where}{self.problem}"
        if self.cure:
            text = f"{text.rstrip('.')}. {self.cure[0].upper()}{self.cure[1:]}"
        return " ".join(text.split())
