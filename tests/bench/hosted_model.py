"""A hosted model for tests: plays known solutions, whole once its guidance holds a line, else cut short."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tests.planners.chat_server import Answer, call, say

from planloop.bench.suite import load_suite
from planloop.contract.split import Split
from planloop.contract.task import SolutionTurn
from planloop.planners.scripted import without_last

Shape = tuple[str, frozenset[str]]
"""What the model recognises a task by: the request, and the tools offered with it."""


class HostedModel:
    """`answer` is a script for `ChatServer`. While `down`, it refuses every request."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.down = False
        self._plans: Mapping[Shape, tuple[SolutionTurn, ...]] = _plans()

    def answer(self, request: dict[str, Any], number: int) -> Answer:
        """The next turn of the conversation in the request."""
        if self.down:
            return Answer(b'{"error": "no such model"}', status=400)
        messages = request["messages"]
        last_user = max(i for i, m in enumerate(messages) if m["role"] == "user")
        asked = messages[last_user]["content"].partition("] ")[2]
        turns = self._plans.get((asked, _offered(request)), ())
        if self.line not in messages[0]["content"]:
            turns = without_last(turns)
        done = sum(m["role"] == "assistant" for m in messages[last_user:])
        turn = turns[done] if done < len(turns) else SolutionTurn(text="Done.")
        calls = [call(c.name, json.dumps(c.arguments), c.id) for c in turn.calls]
        return say(turn.text or None, calls or None)


def _plans() -> dict[Shape, tuple[SolutionTurn, ...]]:
    suite = load_suite()
    found: dict[Shape, tuple[SolutionTurn, ...]] = {}
    for split in (Split.DEV_EVOLVE, Split.DEV_GATE, Split.TEST):
        solutions = suite.solutions(split)
        for task in suite.all_tasks(split):
            found.setdefault((task.request, frozenset(task.tools)), solutions[task.key].turns)
    return found


def _offered(request: dict[str, Any]) -> frozenset[str]:
    """The tools of the first turn: loading a skill adds more, which no task here needs to be told apart."""
    return frozenset(t["function"]["name"] for t in request["tools"][:15])
