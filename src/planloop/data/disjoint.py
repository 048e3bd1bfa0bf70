"""Held-out discipline over tasks: what may not be in two splits (design section 3, rule 1)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

import planloop.phone.scenarios  # noqa: F401  (registers them)
from planloop.contract.criteria import normal_text
from planloop.contract.split import Split
from planloop.contract.task import Task
from planloop.phone.scenario import SCENARIOS

Shape = tuple[str, str]
"""(delexicalised request, plan skeleton): tasks that share it are near duplicates."""
_SLOT = re.compile(r"\{\w+\}")


def request_form(template: str) -> str:
    """The delexicalised request of a template (`scenario/w3`, or two of them joined by `+`): its wording with empty
    slots, in comparison form. Two scenarios that share a wording have the same form."""
    forms = []
    for part in template.split("+"):
        key, _, number = part.rpartition("/w")
        forms.append(normal_text(_SLOT.sub("_", SCENARIOS[key].wordings[int(number)])))
    return " + ".join(forms)


def shape(task: Task) -> Shape:
    """What the task shares with its near duplicates."""
    return request_form(task.template), task.skeleton


def crossings(tasks: Iterable[Task]) -> Iterator[tuple[Shape, frozenset[Split]]]:
    """Every shape that occurs in more than one split."""
    seen: dict[Shape, set[Split]] = defaultdict(set)
    for task in tasks:
        seen[shape(task)].add(task.split)
    return ((s, frozenset(splits)) for s, splits in seen.items() if len(splits) > 1)
