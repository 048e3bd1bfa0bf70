"""Planners that read their context and act on it, each with one habit: what they do depends on what they are shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.task import Solution, SolutionTurn, Task
from planloop.harness.episode import HarnessEpisode
from planloop.planners.base import Reply

Habit = Callable[[Task, Sequence[Message], frozenset[str]], SolutionTurn]
"""The next turn for a task, from the messages so far and the names of the tools that may be called."""


@dataclass
class Reader:
    """Plays one episode after the other, each from its prompt on, as a model does."""

    habit: Habit
    name: str = "reader"
    played: int = 0

    def play(self, episodes: Iterable[HarnessEpisode]) -> None:
        for episode in episodes:
            self.played += 1
            messages = list(episode.prompt.messages)
            tools = {t.name for t in episode.prompt.tools}
            while True:
                turn = self.habit(episode.task, messages, frozenset(tools))
                message = Message(role=Role.ASSISTANT, content=turn.text, tool_calls=turn.calls)
                following = episode.advance(Reply(message=message))
                if following is None:
                    break
                messages += [message, *following.messages]
                tools |= {t.name for t in following.tools}


def grounded(solutions: dict[str, Solution], query: str = "") -> Habit:
    """Does what the known solution does, with values that stand in its context only; else says that it cannot.

    `query` is what it searches its memory for, whatever it needs to know.
    """

    def habit(task: Task, messages: Sequence[Message], tools: frozenset[str]) -> SolutionTurn:
        context = " ".join(m.content for m in messages)
        made = [_key(c) for m in messages for c in m.tool_calls]
        for turn in solutions[task.key].turns:
            calls = tuple(c for c in turn.calls if _key(c) not in made)
            if not calls:
                continue
            if not all(c.name in tools and all(v in context for v in _values(c)) for c in calls):
                return SolutionTurn(text="I could not find out how.")
            return SolutionTurn(calls=tuple(_asking(c, query) for c in calls))
        return solutions[task.key].turns[-1]

    return habit


def beginning_with(first: SolutionTurn, then: Habit) -> Habit:
    """Another habit after a fixed first turn."""

    def habit(task: Task, messages: Sequence[Message], tools: frozenset[str]) -> SolutionTurn:
        fresh = all(m.role is not Role.ASSISTANT for m in messages)
        return first if fresh else then(task, messages, tools)

    return habit


def obeying(words: str, then: Habit) -> Habit:
    """Another habit, unless the guidance says these words."""

    def habit(task: Task, messages: Sequence[Message], tools: frozenset[str]) -> SolutionTurn:
        return SolutionTurn(text="I must not.") if words in messages[0].content else then(task, messages, tools)

    return habit


def trusting_the_last(query: str) -> Habit:
    """Searches, sets an alarm at the last time that it reads, and is done."""

    def habit(task: Task, messages: Sequence[Message], tools: frozenset[str]) -> SolutionTurn:
        results = [m.content for m in messages if m.role is Role.TOOL]
        if not results:
            return SolutionTurn(calls=(ToolCall(id="s", name="search_user_memory", arguments={"query": query}),))
        if len(results) > 1:
            return SolutionTurn(text="Your alarm is set.")
        time = re.findall(r"\d\d:\d\d", results[0])[-1]
        arguments = {"action": "create", "time": time}
        return SolutionTurn(calls=(ToolCall(id="a", name="manage_alarm", arguments=arguments),))

    return habit


def _key(call: ToolCall) -> tuple[str, str]:
    """Equal for equal calls; a search is a search."""
    return call.name, "" if call.name == "search_user_memory" else str(sorted(call.arguments.items()))


def _values(call: ToolCall) -> list[str]:
    """Arguments that must be found somewhere: names and numbers."""
    return [str(v) for v in call.arguments.values() if not str(v).islower()]


def _asking(call: ToolCall, query: str) -> ToolCall:
    asks = query and call.name == "search_user_memory"
    return call.model_copy(update={"arguments": {"query": query}}) if asks else call
