"""A command group that imports a command's module only when that command is used or listed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

COMMANDS: dict[str, str] = {
    "init": "planloop.cli.init",
    "config": "planloop.cli.config",
    "run": "planloop.cli.run",
    "review": "planloop.cli.review",
    "why": "planloop.cli.why",
    "releases": "planloop.cli.releases",
    "rollback": "planloop.cli.rollback",
    "trace": "planloop.cli.trace",
    "bench": "planloop.cli.bench",
    "task": "planloop.cli.task",
    "tools": "planloop.cli.tools",
}
"""Name of each command and its module, in the order of the help page. A module exposes `app`, a `typer.Typer`."""


class LazyGroup(TyperGroup):
    """Looks commands up in `COMMANDS`. Command modules are light: heavy imports stay inside their functions."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Every command name, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, or None."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        app: typer.Typer = import_module(module).app
        command = get_command(app)
        command.name = cmd_name
        return command
