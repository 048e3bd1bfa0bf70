"""Dossier: what a person needs to judge a subject - examples of data, diffs of the harness, what was measured."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Sequence

from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.record import Record
from planloop.contract.split import Stage
from planloop.contract.version import DataRelease, HarnessVersion, Member, Release, ReleaseCandidate
from planloop.data.transcript import transcript
from planloop.evolution.gate import Outcome, paired
from planloop.evolution.loop import Pair
from planloop.evolution.propose import edits_of
from planloop.store.measurements import Measurement
from planloop.store.store import Store

EXAMPLES = 3
LISTED = 10
"""Names that are listed before the rest is only counted."""


class Example(Record):
    """One trajectory of a data release: why it is there, in a line, and the conversation as text."""

    trajectory: str
    about: str
    text: str


class FileDiff(Record):
    """One file of eta that a change touches, as a unified diff."""

    path: str
    text: str


class Dossier(Record):
    """`facts` are lines that say what the subject is, predicts and was measured to do."""

    facts: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    diffs: tuple[FileDiff, ...] = ()


def dossier(store: Store, subject: str, *, examples: int = EXAMPLES) -> Dossier:
    """What can be shown of a subject. Data shows `examples` trajectories, chosen to differ, always the same ones.

    Raises `UnknownIdError` for an id that is not held.
    """
    artefact = store.artefacts.get(subject)
    if isinstance(artefact, ChangeRequest):
        own = _of_data if artefact.kind is ChangeKind.DATA else _of_harness
        found = own(store, artefact, examples)
        return found.model_copy(update={"facts": (*_of_change(artefact), *found.facts)})
    if isinstance(artefact, DataRelease):
        return _release(store, artefact, examples)
    if isinstance(artefact, ReleaseCandidate):
        return _candidate(store, artefact)
    return Dossier()


def render(found: Dossier) -> str:
    """The dossier as text."""
    lines = list(found.facts)
    for number, example in enumerate(found.examples, start=1):
        lines += ["", f"example {number} of {len(found.examples)}: {example.about}", example.text]
    for diff in found.diffs:
        lines += ["", diff.text]
    return "\n".join(lines)


def _of_change(change: ChangeRequest) -> Iterator[str]:
    yield f"{change.kind}: {change.title}"
    yield f"proposed by {change.proposer}; predicted effect {change.predicted_effect:+g} points"
    for what, names in (
        ("should fix", change.predicted_fixes),
        ("may break", change.predicted_regressions),
        ("does not repeat of its parent", change.removed_tasks),
    ):
        if names:
            yield f"{what}: {_listed(names)}"
    if change.safety_sensitive:
        yield "marked as safety-sensitive: only a person may approve it"


def _of_data(store: Store, change: ChangeRequest, examples: int) -> Dossier:
    if change.target not in store.artefacts.kinds([change.target]):
        return Dossier(facts=(f"its data release {change.target} is not in this store",))
    return _release(store, store.get(DataRelease, change.target), examples)


def _release(store: Store, data: DataRelease, examples: int) -> Dossier:
    purposes = Counter(m.purpose.value for m in data.members)
    facts = [
        f"{data.id}: {len(data.members)} trajectories of {len(data.tasks)} tasks; "
        + ", ".join(f"{count} {name}" for name, count in purposes.most_common())
    ]
    shares = sorted(data.mixture.items(), key=lambda item: (-item[1], item[0]))
    facts += [f"  {share:6.1%}  {name}" for name, share in shares[:LISTED]]
    if len(shares) > LISTED:
        facts.append(f"          and {len(shares) - LISTED} more")
    chosen = _chosen(store, data.members, examples)
    return Dossier(facts=tuple(facts), examples=tuple(_example(store, m) for m in chosen))


def _chosen(store: Store, members: Sequence[Member], count: int) -> list[Member]:
    """Members one after the other, each the first that brings most of purpose, capability, source and outcome that no
    chosen one has."""
    traits: dict[str, set[str]] = {}
    for member in members:
        card = store.card(member.trajectory_id)
        group = store.task_card(card.task_key).capability_group
        traits[member.trajectory_id] = {f"purpose {member.purpose}", group, card.source, f"success {card.success}"}
    left, chosen, seen = list(members), list[Member](), set[str]()
    while left and len(chosen) < count:
        best = max(left, key=lambda m: len(traits[m.trajectory_id] - seen))
        left.remove(best)
        chosen.append(best)
        seen |= traits[best.trajectory_id]
    return chosen


def _example(store: Store, member: Member) -> Example:
    trajectory = store.trajectory(member.trajectory_id, stage=Stage.TRAINING)
    group = store.task_card(trajectory.task_key).capability_group
    judged = [e.reason for e in store.edits.of([trajectory.id]).get(trajectory.id, ()) if e.field == "suitability"]
    outcome = "success" if trajectory.success else "failure"
    about = f"{group}, for {member.purpose}, weight {member.weight:.3g}, by {trajectory.source}: {outcome}"
    if judged:
        about += f"; {trajectory.suitability.value}: {judged[-1]}"
    return Example(trajectory=trajectory.id, about=about, text=transcript(trajectory))


def _of_harness(store: Store, change: ChangeRequest, examples: int) -> Dossier:
    """The version that the change made, against the one before it; the edits alone where it made none."""
    made = [edge.effect for edge in store.lineage.effects(change.id) if edge.effect.startswith(HarnessVersion.PREFIX)]
    if not made and isinstance(change.proposal.get("edits"), list):
        return Dossier(facts=tuple(f"  {e.place}: {e.before!r} -> {e.after!r}" for e in edits_of(change)))
    if not made:
        return Dossier(facts=tuple(f"  {key}: {value!r}" for key, value in change.proposal.items()))
    version = store.get(HarnessVersion, made[-1])
    facts = [] if version.parent is None else list(_compared(store, version.parent, version.id))
    return Dossier(facts=tuple(facts), diffs=_diffs(store, version.parent, version.id))


def _candidate(store: Store, candidate: ReleaseCandidate) -> Dossier:
    """Weights and harness against those of the release that it would replace."""
    facts = [f"release of {candidate.checkpoint} with {candidate.harness}, proposed by {candidate.proposer}"]
    if candidate.note:
        facts.append(candidate.note)
    if candidate.parent is None:
        facts.append("it replaces nothing: the first release")
        return Dossier(facts=tuple(facts))
    serving = store.get(Release, candidate.parent)
    facts.append(f"it would replace {serving.id}: {serving.checkpoint} with {serving.harness}")
    facts += [f"  {store.get(ChangeRequest, key).title} ({key})" for key in candidate.changes]
    if len(candidate.measurements) == 2:
        before, after = (store.measurement(name) for name in candidate.measurements)
        facts.append(_difference(before, after))
    diffs = () if serving.harness == candidate.harness else _diffs(store, serving.harness, candidate.harness)
    return Dossier(facts=tuple(facts), diffs=diffs)


def _compared(store: Store, parent: str, version: str) -> Iterator[str]:
    """What was measured of two harness versions under the same weights."""
    old, _, new = Pair(checkpoint=parent, harness=version).short.partition("+")
    names = {name: run for run, name in store.measurements.names()}
    for name, run in sorted(names.items()):
        before = f"{name.partition('+')[0]}+{old}"
        if name.endswith(f"+{new}") and before in names:
            yield _difference(store.measurement(before, run=run), store.measurement(name, run=run))


def _difference(before: Measurement, after: Measurement) -> str:
    found = paired(_outcomes(before), _outcomes(after))
    split = after.episodes[0].split if after.episodes else "nothing"
    return (
        f"measured on {split}: {found.points:+.1f} points ({found.low:+.1f} to {found.high:+.1f}) on {found.n} tasks; "
        f"{found.gained} gained, {found.lost} lost"
    )


def _outcomes(measured: Measurement) -> list[Outcome]:
    return [Outcome(task_key=e.task_key, split=e.split, success=e.success, valid=e.valid) for e in measured.episodes]


def _diffs(store: Store, before: str | None, after: str) -> tuple[FileDiff, ...]:
    old = {} if before is None else store.get(HarnessVersion, before).tree.files
    new = store.get(HarnessVersion, after).tree.files
    changed = sorted(path for path in {*old, *new} if old.get(path) != new.get(path))
    return tuple(FileDiff(path=p, text=_diff(store, p, old.get(p), new.get(p))) for p in changed)


def _diff(store: Store, path: str, before: str | None, after: str | None) -> str:
    old, new = ([] if a is None else store.blobs.get(a).decode().splitlines() for a in (before, after))
    names = (path if before else "/dev/null", path if after else "/dev/null")
    return "\n".join(difflib.unified_diff(old, new, *names, n=2, lineterm=""))


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more
