"""Skills: SKILL.md folders (agentskills.io) and routines of the world, exposed as loader tools."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from planloop.contract import strict_yaml
from planloop.contract.action import SKILL_PREFIX
from planloop.contract.errors import PlanloopError
from planloop.contract.record import JsonObject, content_hash
from planloop.contract.tool import SideEffect, ToolSpec

SKILL_DOMAIN = "skills"
SKILLS = "skills"
"""The table of skills that are installed in a world."""
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FRONT = re.compile(r"---\s*\n(.*?)\n---\s*(?:\n|$)(.*)", re.DOTALL)
_KEYS = frozenset({"name", "description", "license", "compatibility", "allowed-tools", "metadata"})
_PARAMETERS: JsonObject = {
    "type": "object",
    "properties": {"reason": {"type": "string"}},
    "required": [],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Skill:
    """One skill. `allowed_tools` become callable when it is loaded, and only they; `digest` hashes the whole text."""

    name: str
    description: str
    instructions: str
    allowed_tools: tuple[str, ...]
    digest: str

    @property
    def loader(self) -> str:
        """Name of the tool that loads it."""
        return loader_name(self.name)


def loader_name(skill: str) -> str:
    """`bedtime-routine` -> `skill__bedtime_routine`."""
    return SKILL_PREFIX + skill.replace("-", "_")


def skill_name(loader: str) -> str:
    """`skill__bedtime_routine` -> `bedtime-routine`."""
    return loader.removeprefix(SKILL_PREFIX).replace("_", "-")


def loader_spec(name: str, description: str = "") -> ToolSpec:
    """The loader tool of a skill. Without a description the name has to say what it is for."""
    text = description or f"Load the skill {name.replace('-', ' ')}."
    loader = loader_name(name)
    return ToolSpec(
        name=loader, description=text, parameters=_PARAMETERS, domain=SKILL_DOMAIN, side_effect=SideEffect.READ
    )


def world_loaders(installed: Mapping[str, Mapping[str, Any]]) -> tuple[ToolSpec, ...]:
    """Loader tools of the skills installed in a world (rows of its table `skills`)."""
    found = [_installed(key, row) for key, row in installed.items()]
    return tuple(loader_spec(skill.name, skill.description) for skill in found)


def parse_skill(text: str, place: str, folder: str) -> Skill:
    """Read a SKILL.md. Raises `PlanloopError` naming `place` and what the format asks for."""
    match = _FRONT.match(text)
    if match is None:
        raise PlanloopError("has no frontmatter", place=place, cure="begin with --- , name, description, ---")
    try:
        front = strict_yaml.loads(match[1])
    except strict_yaml.YamlProblem as error:
        raise PlanloopError("its frontmatter is not valid YAML", place=place, cure="correct it") from error
    if not isinstance(front, dict):
        raise PlanloopError("its frontmatter is not a mapping", place=place, cure="write `key: value` lines")
    unknown = sorted(set(map(str, front)) - _KEYS)
    if unknown:
        raise PlanloopError(f"unknown key {unknown[0]}", place=place, cure=f"keys are {', '.join(sorted(_KEYS))}")
    name, description = str(front.get("name", "")), str(front.get("description", "")).strip()
    if not _NAME.fullmatch(name) or len(name) > 64 or name != folder:
        cure = f"use lower-case letters, digits and single hyphens, at most 64, the same as the folder: {folder}"
        raise PlanloopError(f"name {name!r} is not allowed", place=place, cure=cure)
    if not description or len(description) > 1024:
        cure = "say what it does and when to use it"
        raise PlanloopError("needs a description of 1 to 1024 characters", place=place, cure=cure)
    allowed = front.get("allowed-tools") or ()
    tools = tuple(re.split(r"[\s,]+", allowed.strip())) if isinstance(allowed, str) else tuple(map(str, allowed))
    return Skill(name, description, match[2].strip(), tools, content_hash(text))


class SkillLibrary:
    """The skills that one episode can load: those of eta and those installed in its world (which win)."""

    def __init__(self, skills: Iterable[Skill] = (), world: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self._skills = {skill.loader: skill for skill in skills}
        for key, row in (world or {}).items():
            skill = _installed(key, row)
            self._skills[skill.loader] = skill

    def get(self, loader: str) -> Skill | None:
        """The skill behind a loader tool, if it is installed."""
        return self._skills.get(loader)

    def result(self, skill: Skill, known: Iterable[str]) -> JsonObject:
        """What the loader returns; `known` are the tools that exist in the environment."""
        names = set(known)
        return {
            "status": "loaded",
            "skill": skill.name,
            "loaded_tools": [t for t in skill.allowed_tools if t in names],
            "unknown_tools": [t for t in skill.allowed_tools if t not in names],
            "instructions": skill.instructions,
        }


def _installed(key: str, row: Mapping[str, Any]) -> Skill:
    shown = {name: row.get(name) for name in ("name", "description", "instructions", "allowed_tools")}
    name = str(shown["name"] or key)
    tools = shown["allowed_tools"] or ()
    return Skill(
        name,
        str(shown["description"] or ""),
        str(shown["instructions"] or ""),
        tuple(map(str, tools)),
        content_hash({**shown, "name": name}),
    )
