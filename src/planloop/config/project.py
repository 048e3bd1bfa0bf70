"""Writing a new project: planloop.yaml and the folders beside it."""

from __future__ import annotations

from pathlib import Path

from planloop.config.model import ApprovalConfig, ApprovalPolicy, Config
from planloop.config.read import FILE_NAME, resolved
from planloop.contract.errors import PlanloopError

HEADER = """\
# The configuration of this planloop project. Every key is shown with its value; unknown keys are refused.
# `planloop config` checks this file and prints its resolved form.

"""
GITIGNORE = ".planloop/\n"


def project_files() -> dict[str, str]:
    """Relative path and text of each file of a new project. A project asks its people; only the demo does not."""
    config = Config(approval=ApprovalConfig(policy=ApprovalPolicy.ASK))
    return {FILE_NAME: HEADER + resolved(config), ".gitignore": GITIGNORE}


def write_project(folder: Path) -> tuple[Path, ...]:
    """Write a new project into `folder` (made if absent). Never overwrites: raises `PlanloopError` naming the file."""
    files = {folder / name: text for name, text in project_files().items()}
    for path in files:
        if path.exists():
            raise PlanloopError("exists already", place=str(path), cure="choose another folder, or remove the file")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise PlanloopError(
            f"cannot be written: {error.strerror}", place=str(folder), cure="choose a folder you may write to"
        ) from error
    return tuple(files)
