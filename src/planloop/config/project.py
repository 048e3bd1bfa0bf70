"""Writing a new project: planloop.yaml and the folders beside it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from planloop.config.model import ApprovalConfig, ApprovalPolicy, Config, HarnessConfig
from planloop.config.read import FILE_NAME, resolved
from planloop.contract.errors import PlanloopError

HEADER = """\
# The configuration of this planloop project. Every key is shown with its value; unknown keys are refused.
# `planloop config` checks this file and the harness folder, and prints the resolved form.

"""
IGNORED = ".gitignore"
GITIGNORE = ".planloop/\n"
HARNESS = "harness"
HARNESS_README = """\
# The harness that a run starts from

Text files; keep them under version control. `planloop config` checks them. A run keeps its own copy when it begins,
and its rounds revise that: `.planloop/versions/harness-*` holds each version, `planloop releases` says which one
serves. To start from a revised one, copy its files here and give the next run another store.

- `instructions.md`: the system message, whatever the tools are.
- `domains/<domain>.md`: lines `- rule`, shown when a tool of the domain is exposed; `- [tool_a, tool_b] rule` only when
  one of these is. `general.md` holds for all tools, `skills.md` where skills can be loaded. `planloop tools` lists
  the tools.
- `skills/<name>/SKILL.md`: a skill that the planner may load by the tool `skill__<name>` (none yet):

      ---
      name: bedtime-routine
      description: Gets the phone ready for the night. Use when the user goes to sleep.
      allowed-tools: [set_volume, manage_alarm]
      ---
      - Turn the volume down first.

- `routing.yaml`: which guidance belongs to which tool, and its limits. `memory.yaml`: what memory search returns.
  `runtime.yaml`: budgets, repeated failures, permissions.
- `usage.jsonl`: requests with the tools that they took, by which tools are found for a new request.

This file is for people; it is no part of the harness.
"""


def project_files(eta: Mapping[str, str]) -> dict[str, str]:
    """Relative path and text of each file of a new project; `eta` are the files of the harness that it begins with.

    A project asks its people; only the demo does not.
    """
    config = Config(
        approval=ApprovalConfig(policy=ApprovalPolicy.ASK), harness=HarnessConfig(folder=HARNESS if eta else None)
    )
    files = {FILE_NAME: HEADER + resolved(config), IGNORED: GITIGNORE}
    if eta:
        files[f"{HARNESS}/README.md"] = HARNESS_README
    return files | {f"{HARNESS}/{name}": text for name, text in eta.items()}


def write_project(folder: Path, eta: Mapping[str, str]) -> tuple[Path, ...]:
    """Write a new project into `folder` (made if absent). Never overwrites: raises `PlanloopError` naming the file.

    A .gitignore that is there gets a line more.
    """
    files = {folder / name: text for name, text in project_files(eta).items()}
    for path in files:
        if path.exists() and path.name != IGNORED:
            raise PlanloopError("exists already", place=str(path), cure="choose another folder, or remove the file")
    try:
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            held = path.read_text(encoding="utf-8") if path.exists() else ""
            if text.strip() not in held.splitlines():
                path.write_text(f"{held.rstrip()}\n{text}" if held.strip() else text, encoding="utf-8")
    except OSError as error:
        raise PlanloopError(
            f"cannot be written: {error.strerror}", place=str(folder), cure="choose a folder you may write to"
        ) from error
    return tuple(files)
