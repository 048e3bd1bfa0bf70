"""Scripted planners that follow a known solution: oracle, do-nothing, drop-last (published beside every score)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from planloop.contract.message import Message, Role
from planloop.contract.task import Solution, SolutionTurn, Task
from planloop.planners.base import Episode, Reply

Script = Callable[[Task], Iterable[SolutionTurn]]

NOTHING = "Done."


class TaskEpisode(Episode, Protocol):
    """An episode that lets a script see which task it is; model planners never look."""

    task: Task


class ScriptedPlanner:
    """Plays the turns that `script` gives for a task; when they run out it says the last text again."""

    def __init__(self, name: str, script: Script) -> None:
        self.name = name
        self._script = script

    def play(self, episodes: Iterable[Episode]) -> None:
        """One episode after the other."""
        for episode in episodes:
            self._play(episode)  # type: ignore[arg-type]

    def _play(self, episode: TaskEpisode) -> None:
        turns: Iterator[SolutionTurn] = iter(tuple(self._script(episode.task)))
        text = NOTHING
        for _ in range(episode.task.max_turns + 1):
            turn = next(turns, None)
            if turn is None:
                turn = SolutionTurn(text=text)
            text = turn.text or text
            message = Message(role=Role.ASSISTANT, content=turn.text, tool_calls=turn.calls)
            if episode.advance(Reply(message=message)) is None:
                return
        raise RuntimeError(f"task {episode.task.key}: the episode did not end within {episode.task.max_turns} turns")


def oracle(solutions: dict[str, Solution]) -> ScriptedPlanner:
    """Plays the known solution: what a perfect planner would score."""
    return ScriptedPlanner("scripted:oracle", lambda task: solutions[task.key].turns)


def nothing() -> ScriptedPlanner:
    """Calls nothing and claims success."""
    return ScriptedPlanner("scripted:nothing", lambda task: (SolutionTurn(text=NOTHING),))


def droplast(solutions: dict[str, Solution]) -> ScriptedPlanner:
    """The known solution without its last call; where there is no call, without its last text."""

    def script(task: Task) -> Iterable[SolutionTurn]:
        return without_last(solutions[task.key].turns)

    return ScriptedPlanner("scripted:droplast", script)


def without_last(turns: tuple[SolutionTurn, ...]) -> tuple[SolutionTurn, ...]:
    """Drop the last call of a solution (its closing text stays), or the text of a solution without calls."""
    for index in range(len(turns) - 1, -1, -1):
        calls = turns[index].calls
        if calls:
            kept = (SolutionTurn(calls=calls[:-1], text=turns[index].text),) if len(calls) > 1 else ()
            return turns[:index] + kept + turns[index + 1 :]
    return (SolutionTurn(text=NOTHING),)
