"""Curation: may anyone learn from this record? A judgement apart from its outcome and validity (method section 4.3)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from planloop.contract.mask import TurnFlag
from planloop.contract.message import Role
from planloop.contract.record import Record, content_hash
from planloop.contract.split import Stage, require_readable
from planloop.contract.task import Solution, Task
from planloop.contract.tool import SideEffect
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import StopReason, Suitability, Verdict
from planloop.data.duplicates import Pair, near_key, similar_texts
from planloop.data.turns import AlignmentError, judge_turns, steps, turn_runs, with_turn_flags

Reverify = Callable[[Task, Trajectory], Verdict | None]
"""Verify a recorded episode again from its evidence; None when its initial state cannot be rebuilt."""

SENSITIVE = frozenset({SideEffect.DESTRUCTIVE.value, SideEffect.EXTERNAL.value})
TRUSTED_BACKENDS = frozenset({"sandbox", "device"})
NEAR_COPIES = 8
"""Near duplicates kept per (delexicalised request, skeleton): other values teach copying, more of them only repeat."""
WRITTEN_BY_PEOPLE = "import"


class Curated(Record):
    """One judged record. `trajectory` carries its `suitability` and turn flags; `reasons` say why, for people."""

    trajectory: Trajectory
    reasons: tuple[str, ...] = ()
    needs_review: bool = False

    @property
    def suitable(self) -> bool:
        """May it be trained on?"""
        return self.trajectory.suitability is Suitability.SUITABLE


@dataclass
class _Findings:
    """What the gates found; the severest suitability wins. `lifted`: a person has looked, so nothing is quarantined."""

    lifted: bool = False
    suitability: Suitability = Suitability.SUITABLE
    reasons: list[str] = field(default_factory=list)
    review: bool = False

    def add(self, suitability: Suitability, reason: str, *, review: bool = False) -> None:
        self.reasons.append(reason)
        if self.lifted and suitability is Suitability.QUARANTINED:
            return
        if _SEVERITY.index(suitability) > _SEVERITY.index(self.suitability):
            self.suitability = suitability
        self.review = self.review or review


_SEVERITY = (Suitability.SUITABLE, Suitability.DIAGNOSTIC_ONLY, Suitability.QUARANTINED, Suitability.REJECTED)


def curate(
    trajectories: Iterable[Trajectory],
    tasks: Mapping[str, Task],
    reverify: Reverify,
    *,
    solutions: Mapping[str, Solution] | None = None,
    near_copies: int = NEAR_COPIES,
    said_by_people: Mapping[str, Suitability] | None = None,
) -> tuple[Curated, ...]:
    """Judge every trajectory, in the given order; earlier copies are kept. Raises `WrongSplitError` off `train`.

    `said_by_people` is what people judged, by trajectory. Whom they call unsuitable nobody learns from; "suitable"
    lifts a quarantine, which waits for their word, but makes no lesson of what is invalid, malformed or failed.
    """
    given = tuple(trajectories)
    for trajectory in given:
        require_readable(Stage.TRAINING, trajectory.split, f"trajectory {trajectory.id}")
    contradictory = _contradictory(given)
    alike = {late: early for early, late in _similar_imports(given, tasks)}
    exact: dict[str, str] = {}
    near: Counter[tuple[Pair, str]] = Counter()
    out = []
    for trajectory in given:
        task = tasks[trajectory.task_key]
        solution = (solutions or {}).get(task.key)
        word = (said_by_people or {}).get(trajectory.id, Suitability.UNJUDGED)
        found = _Findings(lifted=word is Suitability.SUITABLE)
        if word.unsuitable:
            found.add(word, f"a person judged it {word.value.replace('_', ' ')}")
        _valid(trajectory, found)
        _well_formed(trajectory, found)
        _supported(trajectory, task, reverify, found)
        _safe(trajectory, found)
        if trajectory.id in contradictory:
            found.add(Suitability.QUARANTINED, "the same run was judged both ways", review=True)
        first = exact.setdefault(said(trajectory), trajectory.id)
        if first != trajectory.id:
            found.add(Suitability.REJECTED, f"exact duplicate of {first}")
        elif trajectory.id in alike:
            found.add(Suitability.DIAGNOSTIC_ONLY, f"near duplicate of {alike[trajectory.id]}")
        elif found.suitability is Suitability.SUITABLE:
            key = (near_key(task, solution), _shape(trajectory))
            near[key] += 1
            if near[key] > near_copies:
                found.add(Suitability.DIAGNOSTIC_ONLY, f"near duplicate: {near_copies} like it are kept already")
        out.append(_curated(trajectory, task, solution, found))
    return tuple(out)


def _curated(trajectory: Trajectory, task: Task, solution: Solution | None, found: _Findings) -> Curated:
    flags = judge_turns(trajectory, task, solution) if found.suitability is not Suitability.REJECTED else {}
    if flags:
        trajectory = with_turn_flags(trajectory, flags)
    turns = [m for m in trajectory.messages if m.role is Role.ASSISTANT and not m.flags & TurnFlag.CONTEXT]
    if found.suitability is Suitability.SUITABLE and all(m.flags & TurnFlag.ERRONEOUS for m in turns):
        found.add(Suitability.DIAGNOSTIC_ONLY, "every turn is erroneous: nothing is left to learn")
    judged = trajectory.model_copy(update={"suitability": found.suitability})
    return Curated(trajectory=judged, reasons=tuple(found.reasons), needs_review=found.review)


def _valid(trajectory: Trajectory, found: _Findings) -> None:
    if not trajectory.valid or trajectory.stop is StopReason.INVALID:
        found.add(Suitability.REJECTED, f"invalid execution: {trajectory.invalid_reason or trajectory.stop.value}")


def _well_formed(trajectory: Trajectory, found: _Findings) -> None:
    """Calls and answers pair up, arguments are JSON, and tokens line up with turns."""
    if not any(m.role is Role.ASSISTANT for m in trajectory.messages):
        found.add(Suitability.REJECTED, "malformed: no model turn")
    asked: set[str] = set()
    answered: set[str] = set()
    for message in trajectory.messages:
        for call in message.tool_calls:
            if call.id in asked and not message.flags & TurnFlag.CONTEXT:
                found.add(Suitability.REJECTED, f"malformed: call id {call.id} is used twice")
            asked.add(call.id)
        if message.role is Role.TOOL:
            if message.tool_call_id not in asked:
                found.add(Suitability.REJECTED, f"malformed: a result answers unknown call {message.tool_call_id}")
            answered.add(str(message.tool_call_id))
    if trajectory.success and asked - answered:
        found.add(Suitability.REJECTED, f"malformed: call {min(asked - answered)} was never answered")
    for number, segment in enumerate(trajectory.segments):
        try:
            turn_runs(segment)
        except AlignmentError as error:
            found.add(Suitability.REJECTED, f"malformed: segment {number} has {error}")


def _supported(trajectory: Trajectory, task: Task, reverify: Reverify, found: _Findings) -> None:
    """The reported outcome follows from the evidence, and the evidence from calls that were made."""
    if trajectory.verdict is None or trajectory.evidence is None:
        found.add(Suitability.QUARANTINED, "unsupported: no verdict or no evidence", review=True)
        return
    if trajectory.task_hash != task.content_hash():
        found.add(Suitability.QUARANTINED, "recorded on another revision of its task", review=True)
    made = {c.id for m in trajectory.messages for c in m.tool_calls}
    strange = [o.call_id for o in trajectory.evidence.operations if o.call_id not in made]
    if strange:
        found.add(Suitability.QUARANTINED, f"evidence of calls that no message makes: {strange[0]}", review=True)
    again = reverify(task, trajectory)
    if again is None:
        found.add(Suitability.QUARANTINED, "could not be verified again", review=True)
    elif again.success != trajectory.verdict.success:
        found.add(
            Suitability.QUARANTINED,
            f"recorded as {_word(trajectory.verdict)}, verified again as {_word(again)}",
            review=True,
        )
    if trajectory.backend not in TRUSTED_BACKENDS:
        found.add(Suitability.QUARANTINED, f"backend {trajectory.backend} needs its own validation first", review=True)
    if not trajectory.verdict.success:
        found.add(Suitability.DIAGNOSTIC_ONLY, "the task was not solved")


def _safe(trajectory: Trajectory, found: _Findings) -> None:
    """A destructive or outward effect is learnt only from a verified success (where nothing unasked happened)."""
    risky = [s for s in steps(trajectory) if s.done.success and s.done.side_effect in SENSITIVE]
    if risky and not trajectory.success:
        tool = risky[0].call.name
        found.add(Suitability.QUARANTINED, f"safety-sensitive: {tool} took effect in a failed episode", review=True)


def said(trajectory: Trajectory) -> str:
    """Equal for trajectories with the same words and calls (call ids apart)."""
    body = [(m.role, m.content, [(c.name, c.arguments, c.raw) for c in m.tool_calls]) for m in trajectory.messages]
    return content_hash([trajectory.task_hash, body])


def _shape(trajectory: Trajectory) -> str:
    return ">".join("+".join(c.name for c in m.tool_calls) for m in trajectory.messages if m.role is Role.ASSISTANT)


def _contradictory(trajectories: Iterable[Trajectory]) -> set[str]:
    runs: dict[str, list[Trajectory]] = defaultdict(list)
    for trajectory in trajectories:
        if trajectory.valid and trajectory.verdict is not None:
            runs[said(trajectory)].append(trajectory)
    return {t.id for same in runs.values() if len({t.success for t in same}) > 1 for t in same}


def _similar_imports(trajectories: Iterable[Trajectory], tasks: Mapping[str, Task]) -> Iterable[tuple[str, str]]:
    """Imported logs have no template: their requests are compared as texts, among equal tool sequences."""
    shapes: dict[str, dict[str, str]] = defaultdict(dict)
    for trajectory in trajectories:
        if trajectory.source == WRITTEN_BY_PEOPLE:
            shapes[_shape(trajectory)][trajectory.id] = tasks[trajectory.task_key].request
    return [pair for texts in shapes.values() if len(texts) > 1 for pair in similar_texts(texts)]


def _word(verdict: Verdict) -> str:
    return "a success" if verdict.success else "a failure"
