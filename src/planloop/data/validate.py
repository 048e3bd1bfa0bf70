"""Is a task sound? Its criteria must fail at the start and for wrong solutions, and hold for the known one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from planloop.contract.action import SKILL_PREFIX
from planloop.contract.record import JsonObject
from planloop.contract.task import Solution, SolutionTurn, Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import StopReason, Verdict
from planloop.data.exposure import EXPOSED
from planloop.data.mutate import Mutant, mutants
from planloop.data.probes import DONE
from planloop.data.teach import Classroom
from planloop.environments.sandbox import Sandbox
from planloop.harness.harness import Harness
from planloop.harness.verifier import verify
from planloop.phone.storey import Storey

MAX_TURNS = 15


@dataclass(frozen=True)
class Failure:
    """One check that a task does not pass."""

    task: str
    check: str
    detail: str


@dataclass
class Validation:
    """The account over all validated tasks. A mutation is killed when the wrong solution is judged a failure."""

    tasks: int = 0
    valid: int = 0
    mutations: Counter[str] = field(default_factory=Counter)
    killed: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def result(self) -> JsonObject:
        """The machine-readable account (design section 14)."""
        return {
            "tasks": self.tasks,
            "valid": self.valid,
            "mutations": self.mutations.total(),
            "mutations_killed": self.killed.total(),
            "by_mutation": {
                kind: {"mutations": count, "killed": self.killed[kind]}
                for kind, count in sorted(self.mutations.items())
            },
            "failures": [{"task": f.task, "check": f.check, "detail": f.detail} for f in self.failures],
        }


class Validator:
    """Plays right and wrong solutions through the harness and judges the judging."""

    def __init__(self, harness: Harness | None = None) -> None:
        self._sandbox = Sandbox()
        harness = harness or Harness()
        self._specs = {storey: {s.name: s for s in harness.specs(Sandbox(storey))} for storey in Storey}
        self._play = Classroom(harness, None, self._sandbox).play

    def validate(
        self, pairs: Iterable[tuple[Task, Solution]], progress: Callable[[Validation], None] | None = None
    ) -> Validation:
        """Validate every task with its solution; `progress` is called after each."""
        account = Validation()
        for task, solution in pairs:
            before = len(account.failures)
            self._one(task, solution, account)
            account.tasks += 1
            account.valid += len(account.failures) == before
            if progress is not None:
                progress(account)
        return account

    def faults(self, task: Task, solution: Solution, *, mutations: bool = True) -> list[Failure]:
        """What is wrong with one task, empty where it is sound; without `mutations` wrong solutions are not tried."""
        account = Validation()
        self._one(task, solution, account, mutations=mutations)
        return account.failures

    def _one(self, task: Task, solution: Solution, account: Validation, *, mutations: bool = True) -> None:
        def fault(check: str, detail: str) -> None:
            account.failures.append(Failure(task.key, check, detail))

        played = self._play(task, solution)
        if not played.valid or played.verdict is None or played.evidence is None:
            fault("runs", played.invalid_reason or "the solution could not be judged")
            return
        if not played.verdict.success:
            fault("solution_passes", played.verdict.summary)
            return
        if self._again(task, played) != played.verdict or self._play(task, solution).verdict != played.verdict:
            fault("verifies_twice", "the second verdict differs from the first")
        if _holds_at_start(played.verdict):
            fault("fails_at_start", "every positive criterion already holds at the start")
        nothing = self._turns(task, (SolutionTurn(text=DONE),))
        if nothing.success:
            fault("fails_for_nothing", f"{DONE!r} without acting passes")
        for problem in _beyond_limits(task, solution, played):
            fault("solvable_within_limits", problem)
        specs = self._specs[Storey(task.world.storey)]
        for name in task.tools:
            if name not in specs and not name.startswith(SKILL_PREFIX):
                fault("tools_exist", f"lists a tool that does not exist: {name}")
        wrong = mutants(task, solution, played.evidence.operations, specs) if mutations else ()
        for mutant in wrong:
            account.mutations[mutant.kind.value] += 1
            if self._mutant(task, mutant).success:
                fault(mutant.kind.value, f"passes all the same: {mutant.detail}")
            else:
                account.killed[mutant.kind.value] += 1

    def _again(self, task: Task, played: Trajectory) -> Verdict:
        """The verdict over the same evidence, once more."""
        self._sandbox.reset(task, 0)
        assert played.evidence is not None
        return verify(task, self._sandbox.initial(), played.evidence, played.closing_text, played.stop)

    def _turns(self, task: Task, turns: tuple[SolutionTurn, ...]) -> Trajectory:
        return self._play(task, Solution(task_key=task.key, turns=turns))

    def _mutant(self, task: Task, mutant: Mutant) -> Trajectory:
        wider = task.model_copy(update={"tools": tuple(sorted({*task.tools, *mutant.tools}))})
        return self._turns(wider if mutant.tools else task, mutant.turns)


def _holds_at_start(verdict: Verdict) -> bool:
    return all(r.initially for r in verdict.results if r.positive)


def _beyond_limits(task: Task, solution: Solution, played: Trajectory) -> Iterable[str]:
    if len(task.tools) > EXPOSED or len(set(task.tools)) != len(task.tools):
        yield f"{len(task.tools)} tools are exposed, {EXPOSED} is the limit, each once"
    if len(solution.turns) > min(task.max_turns, MAX_TURNS):
        yield f"the solution takes {len(solution.turns)} turns, {min(task.max_turns, MAX_TURNS)} is the limit"
    called = {c.name for turn in solution.turns for c in turn.calls}
    hidden = called - set(played.segments[0].tool_names)
    if hidden:
        yield f"the solution calls {', '.join(sorted(hidden))}, never exposed"
    if played.stop is StopReason.STEP_BUDGET:
        yield "the solution used up its turns"
    if task.gold_skill and not any(t.startswith(SKILL_PREFIX) for t in task.tools):
        yield "a skill is needed and no loader is exposed"
