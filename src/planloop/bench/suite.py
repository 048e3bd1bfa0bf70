"""A frozen suite: tasks and known solutions as files, read back only if not a byte of them was altered."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from planloop.contract.errors import PlanloopError
from planloop.contract.record import JsonObject, content_hash
from planloop.contract.split import Split, Stage, require_readable
from planloop.contract.task import Solution, Task
from planloop.phone.storey import Storey

SUITES = Path(__file__).with_name("suites")
PHONE_STARTER = "phone-starter"
MANIFEST = "manifest.json"
AGAIN = "reinstall planloop, or regenerate it with `python -m planloop.bench.freeze`"


@dataclass(frozen=True)
class Manifest:
    """What a frozen suite holds. `files` maps a file name to the SHA-256 of its bytes; `worlds` hashes the tables of
    the worlds that its tasks start from, since tasks name worlds by seed."""

    name: str
    version: str
    counts: dict[str, dict[str, int]]
    shapes: dict[str, int]
    files: dict[str, str]
    worlds: str

    @property
    def content(self) -> str:
        """The one hash that names this suite's content."""
        return content_hash([self.name, self.version, self.files, self.worlds])

    def to_json(self) -> str:
        """The text of `manifest.json`."""
        return json.dumps({**vars(self), "content": self.content}, indent=2, sort_keys=True) + "\n"

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Read `manifest.json` of a suite folder."""
        path = folder / MANIFEST
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
            stated = value.pop("content")
            manifest = cls(**value)
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise PlanloopError(f"is not a suite manifest ({error})", place=str(path), cure=AGAIN) from error
        if stated != manifest.content:
            raise PlanloopError("does not name its own content", place=str(path), cure=AGAIN)
        return manifest


class Suite:
    """One frozen suite, read lazily split by split. Reading needs a stage that may see the split (rule 1)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.manifest = Manifest.read(folder)
        self._tasks: dict[Split, tuple[Task, ...]] = {}
        self._solutions: dict[Split, dict[str, Solution]] = {}

    @property
    def name(self) -> str:
        """Name and version, as trajectories record it."""
        return f"{self.manifest.name}@{self.manifest.version}:{self.manifest.content[:12]}"

    def tasks(self, split: Split, stage: Stage) -> tuple[Task, ...]:
        """The tasks of a split. Raises `WrongSplitError` when the stage may not read it."""
        require_readable(stage, split, f"split {split} of suite {self.manifest.name}")
        return self.all_tasks(split)

    def all_tasks(self, split: Split) -> tuple[Task, ...]:
        """The tasks of a split, for validation and for keeping held-out tasks apart."""
        if split not in self._tasks:
            place, lines = self._lines(f"{split}.tasks.jsonl")
            self._tasks[split] = tuple(read_task(line, f"{place}:{n}") for n, line in enumerate(lines, 1))
        return self._tasks[split]

    def solutions(self, split: Split) -> dict[str, Solution]:
        """Known solutions by task key: for the oracle, validation and counting, never for a planner's context."""
        if split not in self._solutions:
            _, lines = self._lines(f"{split}.solutions.jsonl")
            found = [Solution.from_json(line) for line in lines]
            self._solutions[split] = {s.task_key: s for s in found}
        return self._solutions[split]

    @property
    def storey(self) -> Storey:
        """The phone that all of its tasks are played on."""
        return Storey(self.all_tasks(self.splits[0])[0].world.storey)

    @property
    def splits(self) -> tuple[Split, ...]:
        """The splits that the suite holds."""
        return tuple(s for s in Split if f"{s}.tasks.jsonl" in self.manifest.files)

    def _lines(self, name: str) -> tuple[str, list[str]]:
        path = self._folder / name
        try:
            data = path.read_bytes()
        except OSError as error:
            raise PlanloopError(f"cannot be read ({error})", place=str(path), cure=AGAIN) from error
        if hashlib.sha256(data).hexdigest() != self.manifest.files.get(name):
            raise PlanloopError("was altered: its content is not what the manifest names", place=str(path), cure=AGAIN)
        return str(path), data.decode().splitlines()


def read_task(text: str, place: str) -> Task:
    """A task from JSON. Raises `PlanloopError` naming `place` and the first field that is wrong."""
    try:
        return Task.from_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "the whole record"
        message = f"is not a task: {field}: {first['msg']}"
        raise PlanloopError(message, place=place, cure="correct the field, or leave the task out") from error


@lru_cache(maxsize=4)
def load_suite(name: str = PHONE_STARTER) -> Suite:
    """The frozen suite of that name that comes with planloop."""
    folder = SUITES / name
    if not (folder / MANIFEST).is_file():
        found = sorted(p.parent.name for p in SUITES.glob(f"*/{MANIFEST}"))
        raise PlanloopError(f"there is no frozen suite {name!r}", cure=f"use one of {', '.join(found) or 'none'}")
    return Suite(folder)


def write_suite(
    folder: Path, name: str, version: str, tasks: Mapping[Split, Iterable[tuple[Task, Solution]]]
) -> Manifest:
    """Freeze tasks into a folder; the same tasks give the same bytes."""
    from planloop.data.disjoint import shape
    from planloop.phone.world import world

    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, str] = {}
    counts: dict[str, dict[str, int]] = {}
    shapes: dict[str, int] = {}
    worlds: set[tuple[int, Storey]] = set()
    for split, pairs in tasks.items():
        made = list(pairs)
        texts = {
            f"{split}.tasks.jsonl": "".join(f"{dense(task)}\n" for task, _ in made),
            f"{split}.solutions.jsonl": "".join(f"{dense(solution)}\n" for _, solution in made),
        }
        for file, text in texts.items():
            (folder / file).write_bytes(text.encode())
            files[file] = hashlib.sha256(text.encode()).hexdigest()
        groups = [task.capability.group for task, _ in made]
        counts[split.value] = {g: groups.count(g) for g in sorted(set(groups))}
        shapes[split.value] = len({shape(task) for task, _ in made})
        worlds.update((task.world.seed, Storey(task.world.storey)) for task, _ in made)
    built = [(seed, world(seed, storey)) for seed, storey in sorted(worlds)]
    tables = [[seed, found.now.isoformat(), found.tables] for seed, found in built]
    manifest = Manifest(name, version, counts, shapes, files, content_hash(tables))
    (folder / MANIFEST).write_text(manifest.to_json(), encoding="utf-8")
    return manifest


def dense(record: Task | Solution) -> str:
    """One line of JSON without the fields that hold their default."""
    value: JsonObject = record.model_dump(mode="json", exclude_defaults=True)
    if isinstance(record, Task):
        value["criteria"] = [
            {"kind": c.kind, **c.model_dump(mode="json", exclude_defaults=True)} for c in record.criteria
        ]
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
