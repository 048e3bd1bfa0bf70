"""Dataset: curated trajectories composed into a data release that somebody approved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pydantic import JsonValue

from planloop.config.model import Strategy
from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.mask import TokenMask
from planloop.contract.record import JsonObject, content_hash
from planloop.contract.split import Stage
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import Suitability
from planloop.contract.version import DataRelease, Member, Purpose
from planloop.data.choice import PoolItem
from planloop.data.compose import Budget, Composition, compose
from planloop.data.curate import Curated
from planloop.data.release import build_release, problems
from planloop.data.reverify import reverifier
from planloop.data.uniform import compose_uniformly
from planloop.data.weakness import WeaknessMap
from planloop.evolution.loop import Loop
from planloop.evolution.ports import Ruling
from planloop.evolution.seed import derived
from planloop.evolution.steps.construct import scenarios_by_group, scenarios_by_leaf
from planloop.evolution.steps.train import packed_tokens
from planloop.training.rows import sft_rows
from planloop.training.tree import common_prefix

PROPOSER, JUDGE = "analyst:rules", "judge:rules"
TRACE_TOKENS = 150
"""What a trace is taken to cost, packed, where a capability has none yet."""


def judged(loop: Loop, tasks: Mapping[str, Task], trajectories: Sequence[Trajectory]) -> tuple[Curated, ...]:
    """Curate: each record's suitability and the flags of its turns, verified again from its evidence.

    What somebody else than the judge has said of a record's suitability, by an edit, holds.
    """
    edits = loop.store.edits.of(t.id for t in trajectories)
    said = {
        name: Suitability(str(edit.value))
        for name, found in edits.items()
        for edit in found
        if edit.field == "suitability" and edit.author != JUDGE
    }
    again = reverifier(loop.sandbox())
    return loop.roles.judge(trajectories, tasks, again, solutions=loop.solutions, said_by_people=said)


def composed(
    loop: Loop,
    weaknesses: WeaknessMap,
    tasks: Mapping[str, Task],
    curated: Sequence[Curated],
    round: int,  # noqa: A002
    *,
    orders: int = 0,
    fresh: Collection[str] = (),
    trained: Collection[str] = (),
    last: str = "",
) -> Composition:
    """Weights, members and orders from what is suitable, under the round's budget: for a weakness map, or evenly.

    `fresh` are keys of the tasks made in this round, which an even composition takes first; `trained` of those that the
    planner was trained on, which a composition for weaknesses takes last; `last` is the release that it was
    trained on last (empty: none).
    """
    plan = loop.config.training.refresh
    budget = Budget(
        tokens=plan.budget(round),
        orders=orders,
        trace_tokens=TRACE_TOKENS,
        preservation_share=plan.preservation,
        dose=plan.dose,
        taught=taught(loop, last, tasks) if last else (),
        given=loop.config.training.cold_start.capabilities,
    )
    items = pool_items(tasks, curated, trained)
    rows = {c.trajectory.id: sft_rows([c.trajectory]) for c in curated if c.suitable}

    def cost(chosen: Sequence[PoolItem]) -> int:
        together = [row for item in chosen for row in rows[item.trajectory_id]]
        return packed_tokens(loop, together, refresh_seed(loop, round))

    if loop.strategy is Strategy.DIAGNOSED:
        return compose(weaknesses, items, scenarios_by_leaf(), budget, None if orders else cost)
    first = {c.trajectory.id for c in curated if c.trajectory.task_key in fresh}
    return compose_uniformly(items, scenarios_by_group(), budget, cost, first)


def taught(loop: Loop, release: str, tasks: Mapping[str, Task]) -> tuple[str, ...]:
    """The leaves that a release taught: those of its members that do not only preserve."""
    members = [m for m in loop.store.get(DataRelease, release).members if m.purpose is not Purpose.PRESERVATION]
    found = loop.store.trajectories(stage=Stage.TRAINING, ids=[m.trajectory_id for m in members])
    return tuple(sorted({str(tasks[t.task_key].capability) for t in found if t.task_key in tasks}))


def refresh_seed(loop: Loop, round: int) -> int:  # noqa: A002
    """The seed of a round's supervised training, which decides how its rows are packed."""
    return derived(loop.seed, f"r{round}/refresh")


def pool_items(tasks: Mapping[str, Task], curated: Sequence[Curated], trained: Collection[str] = ()) -> list[PoolItem]:
    """The suitable records as composition reads them. Tokens are packed: what records of one prompt begin with is paid
    once, by all of them alike."""
    suitable = [c.trajectory for c in curated if c.suitable]
    prompts = {t.id: content_hash(list(tasks[t.task_key].tools)) for t in suitable}
    cost, shared = own_cost(suitable, prompts)
    return [
        PoolItem(
            trajectory_id=t.id,
            capability=tasks[t.task_key].capability,
            difficulty=f"{min(3, t.cost.tool_calls)} calls",
            source=t.source,
            tokens=cost[t.id] + shared[t.id],
            shared=shared[t.id],
            trained=t.task_key in trained,
            prompt=prompts[t.id],
        )
        for t in suitable
    ]


def packed_cost(trajectories: Sequence[Trajectory]) -> dict[str, int]:
    """Tokens that each trajectory adds when those with a common beginning are packed together."""
    rows = sorted((t.segments[0].token_ids, t.id) for t in trajectories if t.segments)
    cost: dict[str, int] = {}
    for number, (ids, name) in enumerate(rows):
        shared = common_prefix(rows[number - 1][0], ids, 0) if number else 0
        cost[name] = max(1, len(ids) - shared)
    return cost


def own_cost(trajectories: Sequence[Trajectory], prompts: Mapping[str, str]) -> tuple[dict[str, int], dict[str, int]]:
    """The same total in two: what each trajectory costs beside what those of its prompt (its name, by trajectory id)
    begin with, and its part of that. Else one of them, and its capability, would pay all of it. What a single one of
    its prompt begins with is all before its planner's first word."""
    cost = packed_cost(trajectories)
    shared = dict.fromkeys(cost, 0)
    groups: dict[str, list[tuple[tuple[int, ...], str]]] = {}
    begins: dict[str, int] = {}
    for trajectory in trajectories:
        if trajectory.segments:
            segment = trajectory.segments[0]
            groups.setdefault(prompts[trajectory.id], []).append((segment.token_ids, trajectory.id))
            spoken = (place for place, mask in enumerate(segment.mask) if mask & TokenMask.ASSISTANT)
            begins[trajectory.id] = next(spoken, len(segment.mask))
    for rows in map(sorted, groups.values()):
        first, payer = rows[0]
        inside = min((common_prefix(a, b, 0) for (a, _), (b, _) in pairwise(rows)), default=begins[payer])
        paid = max(0, inside - (len(first) - cost[payer]))
        cost[payer] -= paid
        for place, (_, name) in enumerate(rows):
            shared[name] = (paid * (place + 1)) // len(rows) - (paid * place) // len(rows)
    return cost, shared


def first_release(tasks: Mapping[str, Task], curated: Sequence[Curated]) -> tuple[DataRelease, ChangeRequest]:
    """The data of the first deployment: every suitable record, one weight, no weakness behind it."""
    suitable = [c.trajectory for c in curated if c.suitable]
    groups: dict[str, int] = {}
    for t in suitable:
        name = f"capability={tasks[t.task_key].capability.group}"
        groups[name] = groups.get(name, 0) + 1
    tokens = sum(packed_cost(suitable).values())
    stats: JsonObject = {"tokens": tokens, "added_tasks": len({t.task_key for t in suitable}), "removed_tasks": 0}
    release = DataRelease(
        members=tuple(Member(trajectory_id=t.id, purpose=Purpose.COVERAGE) for t in suitable),
        tasks=tuple(sorted({t.task_key for t in suitable})),
        mixture={name: round(n / len(suitable), 6) for name, n in sorted(groups.items())},
        stats=stats,
    )
    change = ChangeRequest(
        kind=ChangeKind.DATA,
        title=f"cold start on {len(suitable)} solved tasks of {len(groups)} capability groups",
        target=release.id,
        proposal={"mixture": dict(release.mixture), "tokens": tokens},
        predicted_fixes=tuple(name.removeprefix("capability=") for name in sorted(groups)),
        proposer=PROPOSER,
    )
    return release, change


def round_release(
    loop: Loop,
    weaknesses: WeaknessMap,
    composition: Composition,
    tasks: Mapping[str, Task],
    curated: Sequence[Curated],
    parent: str,
) -> tuple[DataRelease, ChangeRequest]:
    """The release of a round's composition and the request for it, with the predicted effect per capability.

    `parent` is the release that the round's weights were trained on last (empty: none), which it is compared with.
    """
    return build_release(
        composition,
        curated,
        tasks,
        weaknesses,
        held_out=loop.held_out,
        parent=loop.store.get(DataRelease, parent) if parent else None,
        solutions=loop.solutions,
        proposer=PROPOSER,
    )


Composed = tuple[DataRelease, ChangeRequest, Sequence[Curated]]


def kept(loop: Loop, key: str, compose: Callable[[], Composed | None]) -> tuple[DataRelease, ChangeRequest] | None:
    """The release that `compose` made and the request for it, with the judgements it rests on; None where nothing is
    suitable. What was kept once stays: judgements that change afterwards, or another version of planloop, do not."""

    def keep() -> dict[str, Any]:
        made = compose()
        return {"data": ""} if made is None else _keep(loop, *made)

    found = loop.object(f"{key}/keep", keep)
    if not found["data"]:
        return None
    return loop.store.get(DataRelease, found["data"]), loop.store.get(ChangeRequest, found["change"])


def approved(loop: Loop, key: str, release: DataRelease, change: ChangeRequest) -> bool:
    """Put the request for a kept release to review; whether it was approved."""

    def review() -> dict[str, Any]:
        found = broken_rules(loop, release)
        measured = {
            "added_tasks": int(str(release.stats["added_tasks"])),
            "removed_tasks": len(change.removed_tasks),
            "rule_checks_passed": not found,
        }
        ruling = loop.board.review(change, requester=PROPOSER, measured=measured)
        return {"change": change.id, "ruling": ruling, "problems": list(found)}

    return str(loop.object(f"{key}/review", review)["ruling"]) == Ruling.APPROVED


def broken_rules(loop: Loop, release: DataRelease) -> tuple[str, ...]:
    """What forbids to train on a release, read from the store: judgements may have changed since it was composed."""
    members = [m.trajectory_id for m in release.members]
    trajectories = loop.store.trajectories(stage=Stage.TRAINING, ids=members)
    tasks = loop.store.tasks(stage=Stage.TRAINING, keys=release.tasks)
    return problems(trajectories, tasks, loop.held_out, loop.solutions)


def _keep(loop: Loop, release: DataRelease, change: ChangeRequest, curated: Sequence[Curated]) -> dict[str, Any]:
    """Members carry their judgement as edits beside the record, with the reasons: what training will read. So does what
    waits for a person's word (`planloop review records`)."""
    members = [m.trajectory_id for m in release.members]
    waiting = [c.trajectory.id for c in curated if c.needs_review]
    held = {t.id: t for t in loop.store.trajectories(stage=Stage.TRAINING, ids=[*members, *waiting])}
    with loop.store.transaction():
        for found in curated:
            if found.trajectory.id in held:
                _judge(loop, held[found.trajectory.id], found)
        loop.store.add(release)
        loop.store.add(change)
    counts = Counter(found.trajectory.suitability.value for found in curated)
    suitability = dict(sorted(counts.items()))
    return {"data": release.id, "change": change.id, "members": len(members), "suitability": suitability}


def _judge(loop: Loop, held: Trajectory, found: Curated) -> None:
    reason = "; ".join(found.reasons) or "valid, well formed, supported by its evidence"
    new = found.trajectory
    if held.suitability is not new.suitability:
        loop.store.edit(new.id, "suitability", new.suitability.value, author=JUDGE, reason=reason)
    if held.segments != new.segments:
        flagged: list[JsonValue] = [s.model_dump(mode="json") for s in new.segments]
        loop.store.edit(new.id, "segments", flagged, author=JUDGE, reason="erroneous and recovery turns are flagged")
