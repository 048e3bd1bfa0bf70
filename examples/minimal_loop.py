"""The whole loop in one file: tasks -> play -> weakness -> teach -> train -> evaluate -> harness change -> gate.

    python -m examples.minimal_loop            # about two minutes on one thread

A tiny planner (1.2M parameters, from scratch) meets a handful of phone tasks. Every step calls the same functions as
`planloop run`, which adds what a real run needs: a store, resumption after a kill, reviews, RL and releases. In two
minutes so small a planner learns its lessons by heart and solves no other task; `planloop run` starts from a real one.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planloop.bench.suite import load_suite
from planloop.contract.split import Split, Stage
from planloop.contract.task import Solution, Task
from planloop.contract.trajectory import Trajectory
from planloop.data.generate import train_tasks
from planloop.data.teach import Classroom
from planloop.data.weakness import WeaknessMap, weakness_map
from planloop.environments.sandbox import Sandbox
from planloop.evolution.diagnose import diagnose
from planloop.evolution.edit import edited, read_eta
from planloop.evolution.finding import Diagnosed
from planloop.evolution.gate import Outcome, gate, rule_checks
from planloop.evolution.gold import Case
from planloop.evolution.leaks import LeakCheck
from planloop.evolution.propose import Evolve, edits_of, propose
from planloop.harness.eta import DEFAULT, Eta
from planloop.harness.harness import Harness
from planloop.harness.recorder import Labels
from planloop.planners.base import Episode, SchemaStyle
from planloop.planners.local import LocalPlanner, load_local
from planloop.planners.render.signature import tool_line
from planloop.planners.tiny import make_tiny
from planloop.training.coldstart import BatchSettings, cold_start, plan_batches
from planloop.training.evaluate import compare, evaluate, task_results
from planloop.training.rows import sft_rows
from planloop.training.trainer import Trainer, TrainSettings

GROUP = "tool_use/grounding"  # what this planner is given to learn


@dataclass(frozen=True)
class Size:
    """How much is done: held-out tasks per split, train tasks, passes over their lessons, harness changes tried."""

    held_out: int = 24
    train: int = 32
    epochs: float = 100.0
    changes: int = 2


def turn_the_loop(size: Size, seed: int = 0) -> dict[str, Any]:
    """One round. Returns what was measured; nothing of it is written anywhere."""
    suite, harness = load_suite(), Harness(DEFAULT)
    specs = {s.name: s for s in harness.specs(Sandbox())}

    # 1. Tasks. Each split may be read by the stages that it is for, and by no other (design rule 1).
    evolve = held_out(suite.tasks(Split.DEV_EVOLVE, Stage.DIAGNOSIS), size.held_out)
    accept = held_out(suite.tasks(Split.DEV_GATE, Stage.GATE), size.held_out)
    solutions = {**suite.solutions(Split.DEV_EVOLVE), **suite.solutions(Split.DEV_GATE)}
    pairs = train_tasks([GROUP], size.train, seed)
    print(f"{len(pairs)} train tasks, {len(evolve)} of dev.evolve, {len(accept)} of dev.gate")

    with tempfile.TemporaryDirectory() as folder:
        planner = fresh_planner(Path(folder), pairs, harness)

    # 2. Play: the planner as it is.
    before = play(planner, harness, evolve)

    # 3. Weakness: why it fails, and which capabilities are weak with what certainty.
    cases = [Case(t, b, specs, solutions.get(t.key)) for t, b in zip(evolve, before, strict=True) if not b.success]
    found = [d for d in map(diagnose, cases) if isinstance(d, Diagnosed)]
    weak = weakness(evolve, before, pairs, found)
    for item in weak.weaknesses:
        rate = item.weakness
        print(f"weak: {item.capability} {rate.successes}/{rate.n} [{rate.low:.2f}, {rate.high:.2f}] {rate.status}")

    # 4. Teach: solutions of train tasks, played and verified, in the planner's own tokens.
    teacher = Classroom(harness, planner.renderer, Sandbox())
    lessons = [lesson for task, solution in pairs if (lesson := teacher.play(task, solution)).success]

    # 5. Train on what the mask algebra leaves of them.
    loss = train(planner, lessons, size.epochs, seed)

    # 6. Evaluate, paired with what was before.
    after = play(planner, harness, evolve)
    difference = compare(task_results(evolve, before), task_results(evolve, after)).difference
    print(f"dev.evolve: {score(evolve, before):.1f} -> {score(evolve, after):.1f} points")
    print(f"            {accepted(before)} -> {accepted(after)} calls that the phone carried out")
    taught = [task for task, _ in pairs[: size.held_out]]
    remembered = score(taught, play(planner, harness, taught))
    print(f"the taught tasks themselves: {remembered:.1f} points")

    # 7. and 8. Harness changes that answer what still fails, each behind the gate.
    cases = [Case(t, a, specs, solutions.get(t.key)) for t, a in zip(evolve, after, strict=True) if not a.success]
    left = [d for d in map(diagnose, cases) if isinstance(d, Diagnosed)]
    harness, rulings = change_harness(planner, harness, (evolve, accept), after, left, solutions, size.changes)
    return {
        "before": score(evolve, before),
        "after": score(evolve, after),
        "difference": 100 * difference.value,
        "difference_lo": 100 * difference.low,
        "difference_hi": 100 * difference.high,
        "accepted_calls_before": accepted(before),
        "accepted_calls_after": accepted(after),
        "taught": remembered,
        "lessons": len(lessons),
        "first_loss": loss[0],
        "last_loss": loss[-1],
        "causes_before": dict(Counter(str(d.diagnosis.cause) for d in found)),
        "causes_after": dict(Counter(str(d.diagnosis.cause) for d in left)),
        "weak": [item.capability for item in weak.weaknesses],
        "changes": rulings,
        "harness": harness.version(),
    }


def held_out(tasks: Sequence[Task], count: int) -> list[Task]:
    """The first tasks of the capability that this example is about."""
    return [t for t in tasks if t.capability.group == GROUP][:count]


def fresh_planner(folder: Path, pairs: Sequence[tuple[Task, Solution]], harness: Harness) -> LocalPlanner:
    """A tiny planner from nothing; its tokenizer is made from train texts and tool signatures only."""
    plain = Classroom(harness, None, Sandbox())
    texts = [tool_line(spec, SchemaStyle.COMPACT) for spec in harness.specs(Sandbox())]
    for task, solution in pairs:
        played = plain.play(task, solution)
        texts += [f" {message.content}" for message in played.messages]
    return load_local(make_tiny(folder, texts), dtype="float32")


def play(planner: LocalPlanner, harness: Harness, tasks: Sequence[Task]) -> list[Trajectory]:
    """Every task once, greedily; the verdict comes after the end and never reaches the planner."""
    ended: dict[str, Trajectory] = {}

    def collect(trajectory: Trajectory) -> None:
        ended[trajectory.task_key] = trajectory

    planner.temperature = 0.0
    episodes: list[Episode] = [harness.episode(t, Sandbox(), 0, collect, Labels(planner.name)) for t in tasks]
    planner.play(episodes)
    return [ended[t.key] for t in tasks]


def weakness(
    tasks: Sequence[Task],
    played: Sequence[Trajectory],
    pairs: Sequence[tuple[Task, Solution]],
    found: Sequence[Diagnosed],
) -> WeaknessMap:
    """Success per capability with uncertainty, beside the train tasks that exist for it."""
    pool = Counter(str(task.capability) for task, _ in pairs)
    return weakness_map(played, {t.key: t for t in tasks}, pool, [d.diagnosis for d in found])


def train(planner: LocalPlanner, lessons: Sequence[Trajectory], epochs: float, seed: int) -> list[float]:
    """Cold start (Eq. 4) on a copy of the planner's weights, which it then plays with; the loss of every update."""
    from planloop.planners.tiny import TinyShape, tiny_model

    rows = sft_rows(lessons)
    settings = BatchSettings(rows=8, cluster=8, epochs=epochs, seed=seed)
    learner = tiny_model(TinyShape(vocabulary=planner.engine.model.config.vocab_size), seed)
    learner.load_state_dict(planner.engine.model.state_dict())
    steps = len(plan_batches(rows, settings))
    trainer = Trainer(learner, TrainSettings(learning_rate=3e-3, total_steps=steps, warmup_steps=5, pack_tokens=4096))
    losses: list[float] = []
    cold_start(trainer, rows, settings, progress=lambda p: losses.append(p.report.loss))
    planner.set_weights(learner)
    print(f"trained: {len(rows)} lessons, {steps} updates, loss {losses[0]:.2f} -> {losses[-1]:.2f}")
    return losses


def change_harness(
    planner: LocalPlanner,
    harness: Harness,
    splits: tuple[Sequence[Task], Sequence[Task]],
    played: Sequence[Trajectory],
    found: Sequence[Diagnosed],
    solutions: dict[str, Solution],
    at_most: int,
) -> tuple[Harness, list[dict[str, str]]]:
    """Try proposed edits of eta one after the other: rule checks, then a paired comparison on dev.gate, with the
    predicted fixes looked for on dev.evolve. What the gate leaves to a person is not taken over here."""
    evolve, accept = splits
    specs = {s.name: s for s in harness.specs(Sandbox())}
    leaks = LeakCheck(evolve, specs, solutions)
    files = read_eta(DEFAULT)
    solved = {t.task_key: [c.name for m in t.messages for c in m.tool_calls] for t in played if t.success}
    proposals = propose(found, files, specs, leaks, Evolve(len(evolve), solved), accept=Eta.parse, at_most=at_most)
    on_gate = play(planner, harness, accept) if proposals else []
    rulings = []
    for change in proposals:
        problems = rule_checks(change, files, leaks, Eta.parse)
        new = files if problems else edited(files, edits_of(change))
        candidate = Harness(Eta.parse(new))
        gate_after, evolve_after = play(planner, candidate, accept), play(planner, candidate, evolve)
        runs = [[Outcome.of(t) for t in run] for run in (on_gate, gate_after, played, evolve_after)]
        result = gate(change, *runs, problems)
        rulings.append({"title": change.title, "decision": str(result.decision), "reason": result.reason})
        print(f"harness: {change.title}: {result.decision} ({result.reason})")
        if result.decision == "accept":
            harness, files, on_gate, played = candidate, new, gate_after, evolve_after
    return harness, rulings


def score(tasks: Sequence[Task], played: Sequence[Trajectory]) -> float:
    """Overall, in points."""
    return 100 * evaluate(task_results(tasks, played)).overall.value


def accepted(played: Sequence[Trajectory]) -> int:
    """Calls that the phone carried out without an error, in all."""
    return sum(feedback.success for t in played for feedback in t.feedback)


def main() -> None:
    """Turn the loop once and print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    import torch

    torch.set_num_threads(options.threads)
    print(json.dumps(turn_the_loop(Size(), options.seed), indent=2))


if __name__ == "__main__":
    main()
