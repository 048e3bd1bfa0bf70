"""Finding tasks, by file, key or suite, to look at them and to validate them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from planloop.bench.suite import load_suite, read_task
from planloop.contract.errors import PlanloopError
from planloop.contract.task import Solution, Task

Pair = tuple[Task, Solution]


def suite_pairs(suite: str, sample: int | None) -> list[Pair]:
    """Tasks of a frozen suite with their solutions: all, or always the same sample."""
    found = load_suite(suite)
    pairs = [(t, found.solutions(s)[t.key]) for s in found.splits for t in found.all_tasks(s)]
    if sample is None or sample >= len(pairs):
        return pairs
    return random.Random("sample").sample(pairs, sample)


def file_pairs(path: Path) -> list[Pair]:
    """Tasks from a file with one `{"task": ..., "solution": ...}` a line. Raises `PlanloopError` naming the line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PlanloopError(f"cannot be read ({error})", place=str(path), cure="give a UTF-8 text file") from error
    pairs = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        place = f"{path}:{number}"
        cure = 'write {"task": {...}, "solution": {...}} on every line'
        try:
            value = json.loads(line)
            task, solution = value["task"], value["solution"]
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise PlanloopError("is not a task with its solution", place=place, cure=cure) from error
        read = read_task(json.dumps(task), place)
        try:
            pairs.append((read, Solution.model_validate(solution)))
        except ValueError as error:
            raise PlanloopError("its solution is not one", place=place, cure=cure) from error
    if not pairs:
        raise PlanloopError("holds no task", place=str(path), cure='write {"task": {...}, "solution": {...}} lines')
    return pairs


def find(suite: str, key: str) -> Pair:
    """The task whose key is or begins with `key` (with or without the suite's name)."""
    pairs = suite_pairs(suite, None)
    wanted = [key, f"{suite}/{key}"]
    found = [p for p in pairs if p[0].key in wanted] or [p for p in pairs if p[0].key.startswith(tuple(wanted))]
    if not found:
        raise PlanloopError(f"no task of {suite} has the key {key!r}", cure="see the keys in `planloop bench --out`")
    if len(found) > 1:
        names = ", ".join(t.key for t, _ in found[:5])
        raise PlanloopError(f"{len(found)} tasks begin with {key!r}", cure=f"give one of {names}")
    return found[0]


def describe(task: Task, solution: Solution) -> str:
    """A task for people: request, tools, solution, criteria."""
    lines = [task.key, f"{task.capability}, checked by {task.checker}", ""]
    lines += [f"{m.role}: {m.content or [c.name for c in m.tool_calls]}" for m in task.history]
    lines += [f"user: {task.request}", "", f"tools: {', '.join(task.tools)}", "", "known solution:"]
    for turn in solution.turns:
        calls = [f"{c.name}({json.dumps(c.arguments, ensure_ascii=False)})" for c in turn.calls]
        lines.append("  " + (" + ".join(calls) or turn.text))
    lines += ["", "criteria:"]
    lines += [f"  {c.kind}: {json.dumps(c.model_dump(mode='json', exclude_defaults=True))}" for c in task.criteria]
    return "\n".join(lines)


def table(value: dict[str, Any]) -> str:
    """A validation for people."""
    lines = [f"{value['valid']} of {value['tasks']} tasks are sound"]
    lines += [f"{kind:14} {n['killed']:5} of {n['mutations']:5} killed" for kind, n in value["by_mutation"].items()]
    lines += [f"{f['task']}: {f['check']}: {f['detail']}" for f in value["failures"]]
    return "\n".join(lines)
