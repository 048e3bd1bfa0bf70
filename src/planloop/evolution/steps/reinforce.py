"""Reinforce: online RL with CARE on train tasks that are neither hopeless nor mastered, update by update."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from planloop.contract.record import JsonObject
from planloop.contract.split import Stage
from planloop.contract.task import Task
from planloop.evolution.loop import Loop, Pair
from planloop.evolution.seed import derived
from planloop.evolution.steps.collect import Order, collect, groups_of
from planloop.evolution.steps.train import diverged, keep
from planloop.training.care import CareParameters, Regime
from planloop.training.controller import Controller, Observation
from planloop.training.curriculum import Curriculum
from planloop.training.rollout import Group

if TYPE_CHECKING:
    from planloop.training.rl import RlReport, ScoredGroup
    from planloop.training.trainer import Trainer

INTERVAL = 2
"""Updates between two decisions of the controller."""


@dataclass
class Course:
    """The state of one RL phase that is rebuilt from the ledger after a restart."""

    curriculum: Curriculum
    controller: Controller
    observed: list[Observation]


def reinforce(
    loop: Loop,
    key: str,
    pair: Pair,
    tasks: Sequence[Task],
    probe: Sequence[Group],
    data: str,
    round: int,  # noqa: A002
) -> dict[str, Any]:
    """`steps` updates from the pair's checkpoint under its harness; the step's result with the new checkpoint.

    `probe` are the planner's own episodes on train tasks: they say where tasks of a kind stand before the first
    update. When no task lies between `low` and `high`, nothing is trained and the checkpoint stays.
    """
    plan = loop.config.training.rl
    course = Course(Curriculum(tasks), Controller(phi=_phi(loop), interval=INTERVAL, propose=loop.roles.control), [])
    course.curriculum.observe(probe)
    learner = Learner(loop, key, pair)
    reports: list[JsonObject] = []
    for step in range(plan.steps):
        loop.voice.progress(step, plan.steps, "updates")
        chosen = _choose(loop, course, derived(loop.seed, f"{key}/curriculum"))
        if not chosen:
            break
        _control(course, step)
        reports.append(_update(loop, learner, chosen, course, step, round))
        course.observed.append(_observation(reports[-1]))
    found = loop.object(f"{key}/end", lambda: learner.end(data, reports))
    loop.discard(key)
    return found


def _phi(loop: Loop) -> CareParameters:
    return CareParameters(**loop.config.training.care.model_dump())


def _choose(loop: Loop, course: Course, seed: int) -> list[Task]:
    """Tasks inside the window of estimated success, drawn by the curriculum."""
    plan = loop.config.training.rl
    every = course.curriculum.tasks
    course.curriculum.tasks = [t for t in every if plan.low <= course.curriculum.expected(t) <= plan.high]
    chosen = course.curriculum.draw(plan.groups, seed)
    course.curriculum.tasks = every
    return chosen


def _control(course: Course, step: int) -> None:
    """A controller decision, where one is due."""
    if course.controller.due(step) and course.observed:
        recent = course.observed[-INTERVAL:]
        n = len(recent)
        course.controller.decide(
            step,
            Observation(
                progress_share=sum(o.progress_share for o in recent) / n,
                efficiency_share=sum(o.efficiency_share for o in recent) / n,
                success=sum(o.success for o in recent) / n,
            ),
        )


def _update(loop: Loop, learner: Learner, tasks: Sequence[Task], course: Course, step: int, round: int) -> JsonObject:  # noqa: A002
    """One update: play with the weights in training, score by CARE, step. Episodes are kept before the update."""
    order = Order(
        f"{learner.key}/{step}/play",
        tasks,
        learner.pair,
        Stage.TRAINING,
        round,
        copies=loop.config.training.rl.group_size,
        temperature=1.0,
        ready=learner.ready,
    )
    groups = groups_of(tasks, collect(loop, order))
    course.curriculum.observe(groups)
    return loop.object(
        f"{learner.key}/{step}/update", lambda: learner.update(groups, course.controller.phi, step, _choices(course))
    )


class Learner:
    """The weights in training with their optimiser, restored from the state that the last update left."""

    def __init__(self, loop: Loop, key: str, pair: Pair) -> None:
        self.key = key
        self.pair = pair
        self._loop = loop
        self._folder = loop.work(key)
        self._trainer: Trainer | None = None
        self._applied = 0

    def ready(self) -> None:
        """Play with the weights in training."""
        self._restored()
        self._loop.student.use_learner()

    def update(self, groups: Sequence[Group], phi: CareParameters, step: int, choices: JsonObject) -> JsonObject:
        """Apply update number `step`, unless the saved state holds it already (a kill came before its commit)."""
        from planloop.training.checkpoint import Place, save_state
        from planloop.training.rl import RlSettings, rl_step, score_groups

        trainer = self._restored()
        file = self._folder / f"update-{step}.json"
        if self._applied > step:
            report: JsonObject = json.loads(file.read_text(encoding="utf-8"))
            return report
        scored, dropped = score_groups(groups, phi)
        try:
            done = rl_step(trainer, scored, RlSettings(), dropped)
        except FloatingPointError as error:
            raise diverged(error, "rl") from error
        report = _report(done, scored, phi) | choices
        file.write_text(json.dumps(report), encoding="utf-8")
        self._applied = step + 1
        save_state(trainer, self._folder / "state", Place(trainer.step_number, self._applied, 0))
        return report

    def end(self, data: str, reports: Sequence[JsonObject]) -> dict[str, Any]:
        """The checkpoint after the last update."""
        updates = sum(1 for r in reports if r["updated"])
        rate = self._loop.config.training.rl.learning_rate
        facts: JsonObject = {"kind": "reinforced", "updates": updates, "rate": rate}
        if not updates:
            return {"checkpoint": self.pair.checkpoint, "steps": list(reports), **facts}
        self._restored()
        return {"checkpoint": keep(self._loop, self.pair.checkpoint, (data,), facts), "steps": list(reports), **facts}

    def _restored(self) -> Trainer:
        from planloop.training.checkpoint import load_state, saved_place
        from planloop.training.trainer import Trainer, TrainSettings

        if self._trainer is None:
            plan = self._loop.config.training.rl
            self._folder.mkdir(parents=True, exist_ok=True)
            model = self._loop.student.learner(self._loop.folder(self.pair.checkpoint))
            settings = TrainSettings(learning_rate=plan.learning_rate, total_steps=max(1, plan.steps), warmup_steps=0)
            self._trainer = Trainer(model, settings)
            if saved_place(self._folder / "state") is not None:
                self._applied = load_state(self._trainer, self._folder / "state").batches
        return self._trainer


def _choices(course: Course) -> JsonObject:
    """What was drawn and decided for this update, for the record."""
    drawn = course.curriculum.log[-1]
    decided = course.controller.log[-1] if course.controller.log else None
    reasons = decided.reasons if decided is not None and decided.update == drawn.batch else ()
    return {"drawn": list(drawn.keys), "expected": list(drawn.expected), "controller": list(reasons)}


def _report(report: RlReport, scored: Sequence[ScoredGroup], phi: CareParameters) -> JsonObject:
    groups: list[JsonValue] = [
        {
            "task": g.task_key,
            "regime": g.scores.regime.value,
            "successes": sum(o.success for o in g.outcomes),
            "episodes": len(g.outcomes),
        }
        for g in scored
    ]
    advantages = [abs(value) for g in scored for value in g.scores.advantages]
    return {
        "groups": groups,
        "dropped": report.dropped,
        "regimes": {regime.value: count for regime, count in report.regimes.items()},
        "with_signal": report.with_signal,
        "success": report.success,
        "progress": report.progress,
        "cost": report.cost,
        "output_tokens": report.output_tokens,
        "advantage": sum(advantages) / len(advantages) if advantages else None,
        "mismatch": report.mismatch,
        "clip_fraction": report.clip_fraction,
        "gradient_norm": report.gradient_norm,
        "loss": report.loss,
        "updated": bool(report.steps),
        "phi": dict(asdict(phi)),
    }


def _observation(report: JsonObject) -> Observation:
    regimes = report["regimes"]
    assert isinstance(regimes, dict)
    total = max(1, sum(int(str(n)) for n in regimes.values()))
    return Observation(
        progress_share=int(str(regimes[Regime.PROGRESS])) / total,
        efficiency_share=int(str(regimes[Regime.EFFICIENCY])) / total,
        success=float(str(report["success"])),
    )
