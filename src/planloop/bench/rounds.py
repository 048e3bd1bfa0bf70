"""Rounds: one turn of the loop as the report reads it, put together from the store by the ids a round left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from planloop.config.model import Strategy
from planloop.contract.change import ChangeRequest
from planloop.contract.diagnosis import Cause, Diagnosis
from planloop.contract.intervention import InterventionKind
from planloop.contract.review import Decision, Review
from planloop.contract.score import Difference, Estimate
from planloop.contract.summary import (
    CauseCount,
    ChangeSummary,
    ControllerNote,
    DataSummary,
    ExperimentCount,
    FileEdit,
    GateResult,
    LossPoint,
    RegimeCounts,
    RlStep,
    RoundSummary,
    StageScore,
    TrainingSummary,
)
from planloop.contract.version import Checkpoint, DataRelease, HarnessVersion, Purpose, Release, ReleaseCandidate
from planloop.contract.weakness import Weakness
from planloop.evolution.experiment import Trial
from planloop.evolution.loop import Loop

EXAMPLES = 3
SURVEYS = ("survey", "survey-after")
"""The looks of a round at `dev.evolve`: before its training, and before its edits of the harness."""


def round_summary(loop: Loop, entry: Mapping[str, Any]) -> RoundSummary:
    """The summary of a round from its log entry."""
    number = int(entry["round"])
    survey, later = (result_of(loop, f"r{number}/{name}") for name in SURVEYS)
    skipped: dict[str, str] = {}
    if "release" not in entry["data"]:
        skipped["data"] = str(entry["data"].get("ruling", "not approved"))
    if loop.strategy is Strategy.UNIFORM:
        skipped["survey"] = "tasks are drawn evenly over all capability groups"
        skipped["edit"] = "nothing was diagnosed"
    elif not entry["edits"]:
        skipped["edit"] = "no diagnosis supports a change to the harness"
    return RoundSummary(
        index=number,
        weaknesses=tuple(loop.store.get(Weakness, i) for i in survey.get("weaknesses", {}).values()),
        diagnoses=causes(*([loop.store.get(Diagnosis, i) for i in s.get("diagnoses", ())] for s in (survey, later))),
        undiagnosed=survey.get("undiagnosed", {}),
        experiments=experiments([t for name in SURVEYS for t in _trials(loop, f"r{number}/{name}/experiment")]),
        data=_data(loop, entry),
        training=_training(loop, entry),
        changes=tuple(_change(loop, edit) for edit in entry["edits"]),
        gate=gate_result(entry["release"]),
        release=entry["release"].get("release"),
        review=release_review(loop, entry["release"]),
        dev=_dev(entry),
        skipped=skipped,
    )


def causes(before: Sequence[Diagnosis], after: Sequence[Diagnosis] = ()) -> tuple[CauseCount, ...]:
    """Diagnoses of before and after a round's training counted by cause, most frequent first; those that an experiment
    has tested are the first examples."""
    found: dict[Cause, list[Diagnosis]] = {}
    for diagnosis in sorted((*before, *after), key=lambda d: not d.tested):
        found.setdefault(diagnosis.cause, []).append(diagnosis)
    first, left = (Counter(d.cause for d in diagnoses) for diagnoses in (before, after))
    ranked = sorted(found.items(), key=lambda item: (-first[item[0]], -len(item[1]), item[0]))
    return tuple(
        CauseCount(
            cause=cause,
            count=first[cause],
            left=left[cause],
            tested=sum(d.tested for d in items),
            evidence=items[0].evidence,
            examples=tuple(d.trajectory_id for d in items[:EXAMPLES]),
        )
        for cause, items in ranked
    )


def experiments(trials: Iterable[Trial]) -> tuple[ExperimentCount, ...]:
    """Trials counted by cause and repair, in the order in which they were made."""
    found: dict[tuple[Cause, InterventionKind], list[Trial]] = {}
    for trial in trials:
        made = trial.attribution
        found.setdefault((made.diagnosis.cause, made.intervention.kind), []).append(trial)
    return tuple(
        ExperimentCount(
            cause=cause,
            intervention=kind,
            trials=sum(t.attribution.trials for t in items),
            flipped=sum(t.attribution.flipped for t in items),
            control=sum(t.attribution.control for t in items),
            confirmed=sum(t.attribution.asserted for t in items),
            examples=tuple(i for t in items for i in t.repaired)[:EXAMPLES],
        )
        for (cause, kind), items in found.items()
    )


def _trials(loop: Loop, key: str) -> list[Trial]:
    return [Trial.from_json(text) for text in result_of(loop, key).get("trials", ())]


def _data(loop: Loop, round_: Mapping[str, Any]) -> DataSummary | None:
    entry = round_["data"]
    if "release" not in entry:
        return None
    data = loop.store.get(DataRelease, str(entry["release"]))
    score = result_of(loop, f"r{int(round_['round'])}/score")
    purposes: dict[Purpose, int] = {}
    for member in data.members:
        purposes[member.purpose] = purposes.get(member.purpose, 0) + 1
    return DataSummary(
        id=data.id,
        trajectories=len(data.members),
        tasks=len(data.tasks),
        purposes=purposes,
        mixture=data.mixture,
        answers=data.answers,
        parent=data.parent,
        review=_review(loop, str(entry["change"])),
        predicted_effect=score.get("predicted_effect"),
        seen_effect=score.get("measured_effect"),
    )


def _training(loop: Loop, entry: Mapping[str, Any]) -> TrainingSummary | None:
    refresh, rl = entry.get("refresh"), entry.get("rl")
    if refresh is None:
        return None
    losses = loss_points(refresh["curve"])
    reports = rl["steps"] if rl else []
    checkpoint = str((rl or refresh)["checkpoint"])
    notes = []
    for number, report in enumerate(reports):
        if report["controller"]:
            notes.append(ControllerNote(step=number, settings=report["phi"], reasons=tuple(report["controller"])))
    return TrainingSummary(
        checkpoint=checkpoint,
        parent=loop.store.get(Checkpoint, checkpoint).parent,
        trained_tokens=losses[-1].tokens if losses else 0,
        supervised=losses,
        rl=tuple(_step(number, report) for number, report in enumerate(reports)),
        controller=tuple(notes),
    )


def loss_points(curve: Sequence[Sequence[float]]) -> tuple[LossPoint, ...]:
    """The loss after each update of a curve of (update, loss, tokens)."""
    tokens = accumulate(int(c[2]) for c in curve)
    return tuple(LossPoint(tokens=t, loss=float(c[1])) for t, c in zip(tokens, curve, strict=True))


def _step(number: int, report: Mapping[str, Any]) -> RlStep:
    return RlStep(
        step=number,
        regimes=RegimeCounts(**report["regimes"]),
        dropped=report["dropped"],
        success=report["success"],
        output_tokens=report["output_tokens"],
        with_signal=report["with_signal"],
        mismatch=report["mismatch"] if report["updated"] else None,
        advantage=report.get("advantage"),
        clip_fraction=report["clip_fraction"],
    )


def _change(loop: Loop, entry: Mapping[str, Any]) -> ChangeSummary:
    change = loop.store.get(ChangeRequest, str(entry["change"]))
    return ChangeSummary(
        change=change,
        edits=_edits(loop, entry),
        gate=gate_result(entry),
        seen_effect=entry.get("seen_effect"),
        untested="" if "gate_difference" in entry else str(entry.get("reason", "")),
        review=_review(loop, change.id),
        waits=any(request.subject == change.id for request in loop.store.decisions.pending()),
        applied=entry["ruling"] == "approved",
    )


def _edits(loop: Loop, entry: Mapping[str, Any]) -> tuple[FileEdit, ...]:
    """The files that differ between the harness before and after a change."""
    if "harness" not in entry:
        return ()
    after = loop.store.get(HarnessVersion, str(entry["harness"]))
    old = loop.store.get(HarnessVersion, after.parent).tree.files if after.parent else {}
    new = after.tree.files
    changed = sorted(path for path in {*old, *new} if old.get(path) != new.get(path))
    return tuple(FileEdit(path=p, before=_text(loop, old.get(p)), after=_text(loop, new.get(p))) for p in changed)


def gate_result(entry: Mapping[str, Any]) -> GateResult | None:
    """What `dev.gate` said of what an entry of a log proposed; None where it was not asked."""
    name = "gate_difference"
    if name not in entry:
        return None
    value, low, high = (float(entry[key]) for key in (name, f"{name}_lo", f"{name}_hi"))
    accepted = entry.get("ruling") == "approved" or bool(entry.get("release"))
    estimate = Estimate(value=value, low=min(low, value), high=max(high, value), n=int(entry["gate_n"]))
    reason = str(entry.get("reason") or ("promoted" if accepted else "not approved"))
    return GateResult(
        difference=Difference(
            estimate=estimate, gained=entry.get(f"{name}_gained", 0), lost=entry.get(f"{name}_lost", 0)
        ),
        accepted=accepted,
        reason=reason,
        fixes_seen=tuple(entry.get("fixed", ())),
        regressions_seen=tuple(entry.get("broken", ())),
    )


def _dev(entry: Mapping[str, Any]) -> tuple[StageScore, ...]:
    found = []
    for stage in ("before", "after"):
        name = f"evolve_{stage}"
        if name in entry:
            low, high = entry[f"{name}_lo"], entry[f"{name}_hi"]
            score = Estimate(value=entry[name], low=low, high=high, n=int(entry["evolve_n"]))
            found.append(StageScore(stage=stage, score=score))
    return tuple(found)


def _review(loop: Loop, subject: str) -> Review | None:
    return loop.store.decisions.decision(subject)


def release_review(loop: Loop, entry: Mapping[str, Any]) -> Review | None:
    """The decision on the pair that a round proposed to serve; None where none was proposed, or it still waits. The
    same pair may be proposed again by a later round: an approval is this round's only where it released it."""
    if entry.get("release"):
        return loop.store.get(Review, loop.store.get(Release, str(entry["release"])).review)
    pair = entry.get("checkpoint"), entry.get("harness")
    proposed = [c.id for c in loop.store.all(ReleaseCandidate) if (c.checkpoint, c.harness) == pair]
    decided = [_review(loop, candidate) for candidate in proposed]
    return next((r for r in reversed(decided) if r is not None and r.decision is not Decision.APPROVE), None)


def _text(loop: Loop, address: str | None) -> str | None:
    return None if address is None else loop.store.blobs.get(address).decode()


def result_of(loop: Loop, key: str) -> dict[str, Any]:
    """What a step of the run left; empty where it did not run."""
    step = loop.store.ledger(loop.run).step(key)
    return dict(step.result) if step is not None and isinstance(step.result, dict) else {}
