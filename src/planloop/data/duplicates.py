"""Near duplicates: the same delexicalised request and the same plan skeleton (design rule 1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from planloop.contract.criteria import CallCriterion, HandoffCriterion, StateCriterion
from planloop.contract.task import Solution, Task

Pair = tuple[str, str]
"""(delexicalised request, skeleton)."""
_NUMBER = re.compile(r"\d+(?:[:.,/-]\d+)*")
_WORD = re.compile(r"\w+|[^\w\s]")
THRESHOLD = 0.9


def delexicalise(request: str, values: Iterable[str]) -> str:
    """The request with the task's own values and all numbers blanked: what is left is the wording."""
    text = " ".join(request.lower().split())
    for value in sorted({v.lower().strip() for v in values}, key=lambda v: (-len(v), v)):
        if len(value) > 1:
            text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", "<v>", text)
    return " ".join(_NUMBER.sub("<v>", text).split())


def task_values(task: Task, solution: Solution | None = None) -> tuple[str, ...]:
    """The scalar values that a task's criteria (and its solution's calls) name."""
    found: list[JsonValue] = []
    for criterion in task.criteria:
        if isinstance(criterion, CallCriterion | HandoffCriterion):
            found.extend(criterion.arguments.values())
        if isinstance(criterion, StateCriterion):
            found.extend((*criterion.match.values(), *criterion.fields.values()))
    for turn in solution.turns if solution else ():
        for call in turn.calls:
            found.extend(call.arguments.values())
    flat = [v for value in found for v in (value if isinstance(value, list) else [value])]
    return tuple(str(v) for v in flat if isinstance(v, str | int | float) and not isinstance(v, bool))


def near_key(task: Task, solution: Solution | None = None) -> Pair:
    """What two tasks share when they are near duplicates."""
    return delexicalise(task.request, task_values(task, solution)), task.skeleton


def similar_texts(texts: Mapping[str, str], threshold: float = THRESHOLD) -> tuple[tuple[str, str], ...]:
    """Pairs (kept, duplicate) of keys whose texts' word trigrams overlap by `threshold` (MinHash, 128 permutations).

    The first key in order is kept. Meant for requests without a template, such as imported logs.
    """
    from datasketch import MinHash, MinHashLSH  # heavy

    index = MinHashLSH(threshold=threshold, num_perm=128)
    out: list[tuple[str, str]] = []
    for key, text in texts.items():
        sketch = MinHash(num_perm=128, seed=1)
        for shingle in _shingles(text):
            sketch.update(shingle.encode())
        near = sorted(index.query(sketch), key=list(texts).index)
        if near:
            out.append((str(near[0]), key))
        else:
            index.insert(key, sketch)
    return tuple(out)


def _shingles(text: str, size: int = 3) -> Sequence[str]:
    words = _WORD.findall(text.lower())
    return [" ".join(words[i : i + size]) for i in range(max(1, len(words) - size + 1))]
