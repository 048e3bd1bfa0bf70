"""The diagnoser by language model, over any OpenAI-compatible endpoint, its output held to a schema."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from pydantic import Field

from planloop.contract.diagnosis import Cause
from planloop.contract.record import JsonObject, Record
from planloop.evolution.diagnose import to_diagnosis
from planloop.evolution.finding import Diagnosed, Finding, Undiagnosed
from planloop.evolution.gold import Case
from planloop.roles.chat import Asker, Chat, NoAnswerError
from planloop.roles.prompt import messages_for

EVIDENCE_CHARS = 240


class Sureness(StrEnum):
    """A scale that small models can use; numbers they cannot."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


CONFIDENCE = {Sureness.LOW: 0.3, Sureness.MEDIUM: 0.55, Sureness.HIGH: 0.8}


class CauseAnswer(Record):
    """What the model must answer; `tool` is the one that was needed. `evidence` stays with the diagnosis, for people:
    no edit is made from it."""

    cause: Cause
    turn: int | None = Field(default=None, ge=0)
    tool: str | None = None
    sureness: Sureness
    evidence: str


def schema(turns: int, tools: Iterable[str] = ()) -> JsonObject:
    """The JSON schema of an answer about an episode of so many model turns, in a world of these tools."""
    last = list[int | None](range(max(1, turns)))
    return {
        "type": "object",
        "properties": {
            "cause": {"type": "string", "enum": [c.value for c in Cause]},
            "turn": {"enum": [*last, None]},
            "tool": {"enum": [*sorted(tools), None]},
            "sureness": {"type": "string", "enum": [s.value for s in Sureness]},
            "evidence": {"type": "string", "maxLength": EVIDENCE_CHARS},
        },
        "required": ["cause", "turn", "tool", "sureness", "evidence"],
        "additionalProperties": False,
    }


def llm_diagnoser(chat: Chat, *, budget: int = 6000) -> Callable[[Case], Diagnosed | Undiagnosed]:
    """A diagnoser that asks `chat`; `budget` bounds the episode's text in characters.

    An episode cannot change the kind of answer: causes are an enumeration that is validated here as well. Without a
    usable answer the episode is undiagnosed, with the reason recorded.
    """
    author = f"diagnoser:llm:{chat.model}"
    asker = Asker(chat)

    def diagnose(case: Case) -> Diagnosed | Undiagnosed:
        turns = case.trace.turns
        try:
            answer = asker.ask(messages_for(case, budget), CauseAnswer, schema(turns, case.specs))
        except NoAnswerError as error:
            return Undiagnosed(trajectory_id=case.trajectory.id, reason=str(error), author=author, lost=error.lost)
        turn = answer.turn if answer.turn is not None and answer.turn < turns else None
        tool = answer.tool if answer.tool in case.specs else None
        instead = (c.name for c in case.trace.calls if tool and c.turn == turn and c.name != tool)
        finding = Finding(
            cause=answer.cause,
            evidence=" ".join(answer.evidence.split())[:EVIDENCE_CHARS] or "no evidence given",
            confidence=CONFIDENCE[answer.sureness],
            turn=turn,
            tool=tool or "",
            other=next(instead, ""),
        )
        diagnosis = to_diagnosis(finding, case.trajectory.id, case.task.key, case.task.capability, author)
        return Diagnosed(diagnosis=diagnosis, finding=finding)

    return diagnose
