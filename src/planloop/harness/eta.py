"""eta: the editable text of the harness, a folder under version control (design sections 2 and 4).

`instructions.md`, `domains/<domain>.md`, `skills/<name>/SKILL.md`, `routing.yaml`, `memory.yaml`, `runtime.yaml`,
`usage.jsonl`.
A `README.md` beside them is for people: it is no part of eta.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from planloop.contract import strict_yaml
from planloop.contract.errors import PlanloopError
from planloop.contract.record import content_hash
from planloop.harness.eta_files import EtaSection, MemoryPolicy, Routing, Runtime
from planloop.harness.skills import Skill, parse_skill
from planloop.harness.usage import USAGE_FILE, Usage

DEFAULT = Path(__file__).parent / "eta_v0"
README = "README.md"
_RULE = re.compile(r"-\s+(?:\[([^\]]*)\]\s*)?(.+)")
_SECTIONS: dict[str, type[EtaSection]] = {"routing.yaml": Routing, "memory.yaml": MemoryPolicy, "runtime.yaml": Runtime}
S = TypeVar("S", bound=EtaSection)


@dataclass(frozen=True)
class Rule:
    """One line of guidance. `tools` ties it to tools: it is dropped when none of them is exposed."""

    text: str
    tools: tuple[str, ...] = ()


@dataclass(frozen=True)
class Eta:
    """One version of the editable text. `files` holds every file as it was read, by relative path."""

    files: Mapping[str, str]
    instructions: str
    domains: Mapping[str, tuple[Rule, ...]]
    skills: Mapping[str, Skill]
    routing: Routing = field(default_factory=Routing)
    memory: MemoryPolicy = field(default_factory=MemoryPolicy)
    runtime: Runtime = field(default_factory=Runtime)
    usage: Usage = field(default_factory=Usage)

    @classmethod
    def load(cls, path: Path = DEFAULT) -> Eta:
        """Read the folder `path`. Raises `PlanloopError` naming the file (and key) that is wrong."""
        if not path.is_dir():
            cure = "correct the path (harness.folder in planloop.yaml), or take the folder that `planloop init` writes"
            raise PlanloopError("there is no such folder", place=str(path), cure=cure)
        if not (path / "instructions.md").is_file():
            raise PlanloopError(
                "is not a harness folder: it has no instructions.md", place=str(path), cure="give a folder that has one"
            )
        files = {}
        for file in sorted(path.rglob("*")):
            name = file.relative_to(path).as_posix()
            hidden = any(part.startswith((".", "__")) for part in file.relative_to(path).parts)
            if file.is_file() and not hidden and name != README:
                files[name] = _text(file)
        return cls.parse(files, str(path))

    @classmethod
    def parse(cls, files: Mapping[str, str], place: str = "eta") -> Eta:
        """The eta made of these files (relative path -> text); `place` names it in messages."""
        domains: dict[str, tuple[Rule, ...]] = {}
        skills: dict[str, Skill] = {}
        for name, text in files.items():
            parts = name.split("/")
            if len(parts) == 2 and parts[0] == "domains" and name.endswith(".md"):
                domains[parts[1][:-3]] = _rules(text, f"{place}/{name}")
            elif len(parts) == 3 and parts[0] == "skills" and parts[2] == "SKILL.md":
                skill = parse_skill(text, f"{place}/{name}", folder=parts[1])
                skills[skill.name] = skill
            elif name not in (*_SECTIONS, USAGE_FILE, "instructions.md") and parts[0] != "skills":
                cure = "remove it, or name it instructions.md, domains/<domain>.md, skills/<name>/SKILL.md or " + (
                    ", ".join((*_SECTIONS, USAGE_FILE))
                )
                raise PlanloopError("is not a file of eta", place=f"{place}/{name}", cure=cure)
        return cls(
            files=dict(files),
            instructions=files.get("instructions.md", "").strip(),
            domains=domains,
            skills=skills,
            routing=_section(files, "routing.yaml", Routing, place),
            memory=_section(files, "memory.yaml", MemoryPolicy, place),
            runtime=_section(files, "runtime.yaml", Runtime, place),
            usage=Usage.parse(files.get(USAGE_FILE, ""), f"{place}/{USAGE_FILE}"),
        )

    @cached_property
    def _digest(self) -> str:
        return content_hash(dict(self.files))

    def digest(self) -> str:
        """SHA-256 (hex) over all files: equal folders, and only they, have equal digests."""
        return self._digest

    def write(self, path: Path) -> None:
        """Write every file into the folder `path`, which is made if absent."""
        for name, text in self.files.items():
            file = path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise PlanloopError("is not UTF-8 text", place=str(file), cure="save it as UTF-8") from error


def _rules(text: str, place: str) -> tuple[Rule, ...]:
    rules = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _RULE.fullmatch(line.strip())
        if match is None:
            raise PlanloopError(
                "is not a rule", place=f"{place}, line {number}", cure="write `- rule` or `- [tool_a, tool_b] rule`"
            )
        tools = tuple(t.strip() for t in (match[1] or "").split(",") if t.strip())
        rules.append(Rule(match[2].strip(), tools))
    return tuple(rules)


def _section(files: Mapping[str, str], name: str, model: type[S], place: str) -> S:
    where = f"{place}/{name}"
    try:
        raw = strict_yaml.loads(files.get(name, "")) or {}
    except strict_yaml.YamlProblem as error:
        problem = " ".join(str(error).split())
        raise PlanloopError(f"is not valid YAML: {problem}", place=where, cure="correct the file") from error
    if not isinstance(raw, dict):
        raise PlanloopError("is not a mapping of keys to values", place=where, cure="write `key: value` lines")
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            legal = ", ".join(model.model_fields)
            raise PlanloopError("unknown key", place=f"{where}: {key}", cure=f"remove it; keys are {legal}") from error
        raise PlanloopError(first["msg"], place=f"{where}: {key}", cure="correct the value") from error
