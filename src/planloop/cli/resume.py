"""How to go on after Ctrl-C: the command that a long-running command leaves for the person who stops it."""

from __future__ import annotations

from contextvars import ContextVar

_command: ContextVar[str] = ContextVar("planloop_resume_command", default="")


def resume_with(command: str) -> None:
    """Set the command that continues the work now in progress, e.g. `planloop run --continue`."""
    _command.set(command)


def resume_command(default: str) -> str:
    """The command set by `resume_with`, or `default`."""
    return _command.get() or default
