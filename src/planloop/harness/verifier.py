"""The verifier: completion criteria over evidence, after the episode has ended (method section 11)."""

from __future__ import annotations

from planloop.contract.criteria import Checker, CleanCriterion, StateCriterion
from planloop.contract.feedback import Evidence
from planloop.contract.task import Task
from planloop.contract.verdict import CriterionResult, StopReason, Verdict
from planloop.harness.checkers import behaviour, state_change, tool_call
from planloop.harness.checkers.case import CLOSED, Case, Finding, Tables
from planloop.harness.gates import memory_gate, skill_gate


def verify(task: Task, initial: Tables, evidence: Evidence, closing_text: str, stop: StopReason) -> Verdict:
    """Decide one ended episode.

    `initial` are the tables at reset (`{table: {id: record}}`), `evidence` what really happened since. Success needs
    every positive criterion, no minefield, both gates, and an ending that the planner chose.
    """
    case = Case(task, initial, evidence, closing_text, stop)
    assignment = tool_call.matched(case)
    found = {
        **tool_call.findings(case, assignment),
        **state_change.findings(case),
        **behaviour.findings(case),
        **_minefields(case, assignment),
    }
    results = tuple(
        CriterionResult(
            index=index,
            positive=not isinstance(criterion, CleanCriterion),
            initially=found[index].initially,
            finally_=found[index].finally_,
            detail=found[index].detail,
        )
        for index, criterion in enumerate(task.criteria)
    )
    passed = stop in CLOSED and all(r.finally_ for r in results) and any(r.positive for r in results)
    memory, skill = memory_gate(task, evidence), skill_gate(task, evidence)
    success = passed and memory and skill
    return Verdict(
        success=success,
        progress=_progress(results, success),
        checker_passed=passed,
        memory_gate=memory,
        skill_gate=skill,
        results=results,
        summary=_summary(results, success, memory, skill, stop),
    )


def _minefields(case: Case, assignment: dict[int, int]) -> dict[int, Finding]:
    by_state = case.task.checker is Checker.STATE_CHANGE or (
        case.task.checker is Checker.BEHAVIOUR and any(isinstance(c, StateCriterion) for c in case.criteria)
    )
    out: dict[int, Finding] = {}
    for index, criterion in enumerate(case.criteria):
        if isinstance(criterion, CleanCriterion):
            extra = (
                state_change.unexplained(case, criterion)
                if by_state
                else tool_call.extra_writes(case, criterion, assignment)
            )
            out[index] = Finding(True, not extra, "clean" if not extra else f"unasked effect: {', '.join(extra)}")
    return out


def _progress(results: tuple[CriterionResult, ...], success: bool) -> float:
    """CARE's R_prog (method section 5.3)."""
    if success:
        return 1.0
    if any(not r.positive and not r.finally_ for r in results):
        return 0.0
    open_ = [r for r in results if r.positive and not r.initially]
    return sum(r.finally_ for r in open_) / len(open_) if open_ else 0.0


def _summary(results: tuple[CriterionResult, ...], success: bool, memory: bool, skill: bool, stop: StopReason) -> str:
    if success:
        return "success"
    problems = [r.detail for r in results if not r.finally_]
    if not memory:
        problems.append("not every needed memory was retrieved")
    if not skill:
        problems.append("the needed skill was not loaded")
    if stop not in CLOSED:
        problems.append(f"ended by {stop.value}")
    return "; ".join(dict.fromkeys(problems)) or "the task has no positive criterion"
