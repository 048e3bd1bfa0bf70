"""The tool-call checker: required calls, their order and normalised arguments, and no other side effects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from planloop.contract.criteria import CallCriterion, CleanCriterion, Criterion, HandoffCriterion
from planloop.contract.feedback import Executed
from planloop.harness.checkers.case import Case, Finding
from planloop.harness.normalise import includes, says

NEAR = 5  # candidates kept from either end when very many calls fit one criterion


def matched(case: Case) -> dict[int, int]:
    """Criterion number -> position in the operation log; each successful call serves at most one criterion.

    Only hand-offs that look at different arguments may share a call. The assignment satisfies as many criteria as
    possible and respects `after`.
    """
    operations = case.evidence.operations
    wanted = [(i, c) for i, c in enumerate(case.criteria) if isinstance(c, CallCriterion | HandoffCriterion)]
    candidates = {i: _trim([p for p, o in enumerate(operations) if _fits(c, o)]) for i, c in wanted}
    order = _topological([(i, c) for i, c in wanted if candidates[i]])
    return _Search(order, candidates, dict(wanted)).best()


def findings(case: Case, assignment: dict[int, int]) -> dict[int, Finding]:
    """The call and hand-off criteria; none of them can hold before the episode."""
    out: dict[int, Finding] = {}
    for index, criterion in enumerate(case.criteria):
        if isinstance(criterion, CallCriterion | HandoffCriterion):
            done = index in assignment
            out[index] = Finding(False, done, "done" if done else _why(criterion, case.evidence.operations))
    return out


def extra_writes(case: Case, clean: CleanCriterion, assignment: dict[int, int]) -> list[str]:
    """Successful calls with a side effect that no positive criterion asked for and that are not allowed."""
    used = set(assignment.values())
    return [
        f"{o.tool} (turn {o.turn})"
        for position, o in enumerate(case.evidence.operations)
        if o.success and o.side_effect != "read" and position not in used and o.tool not in clean.allowed_tools
    ]


def _fits(criterion: CallCriterion | HandoffCriterion, operation: Executed) -> bool:
    if not operation.success or operation.tool != criterion.tool:
        return False
    if not includes(operation.arguments, criterion.arguments):
        return False
    if isinstance(criterion, CallCriterion):
        return True
    payload = str(operation.arguments.get(criterion.payload_argument) or "")
    return bool(payload) and all(any(says(payload, word) for word in group) for group in criterion.contains)


def _trim(positions: list[int]) -> list[int]:
    return positions if len(positions) <= 2 * NEAR else positions[:NEAR] + positions[-NEAR:]


def _topological(wanted: Sequence[tuple[int, Criterion]]) -> list[tuple[int, int | None]]:
    """(criterion number, number it must come after), predecessors first."""
    after = {i: c.after if isinstance(c, CallCriterion) else None for i, c in wanted}
    out: list[int] = []
    for start in after:
        chain: list[int] = []
        node: int | None = start
        while node is not None and node in after and node not in out and node not in chain:
            chain.append(node)
            node = after[node]
        out.extend(reversed(chain))
    return [(i, after[i]) for i in out]


class _Search:
    """Depth-first search for the assignment that satisfies most criteria; the first complete one ends it."""

    def __init__(
        self,
        order: list[tuple[int, int | None]],
        candidates: dict[int, list[int]],
        calls: dict[int, CallCriterion | HandoffCriterion],
    ) -> None:
        self._order = order
        self._candidates = candidates
        self._calls = calls
        self._best: dict[int, int] = {}

    def best(self) -> dict[int, int]:
        self._go(0, {})
        return self._best

    def _go(self, depth: int, chosen: dict[int, int]) -> bool:
        if len(chosen) > len(self._best):
            self._best = dict(chosen)
        if depth == len(self._order):
            return len(self._best) == len(self._order)
        if len(chosen) + len(self._order) - depth <= len(self._best):
            return False
        index, after = self._order[depth]
        for position in self._options(index, after, chosen):
            if self._go(depth + 1, {**chosen, index: position}):
                return True
        return self._go(depth + 1, chosen)

    def _options(self, index: int, after: int | None, chosen: dict[int, int]) -> Iterable[int]:
        taken = {p for other, p in chosen.items() if not _share(self._calls[index], self._calls[other])}
        free = [p for p in self._candidates[index] if p not in taken]
        if after is None or after not in self._calls:
            return free
        return [p for p in free if p > chosen[after]] if after in chosen else []


def _share(one: CallCriterion | HandoffCriterion, other: CallCriterion | HandoffCriterion) -> bool:
    return (
        isinstance(one, HandoffCriterion)
        and isinstance(other, HandoffCriterion)
        and one.payload_argument != other.payload_argument
    )


def _why(criterion: CallCriterion | HandoffCriterion, operations: Iterable[Executed]) -> str:
    tries = [o for o in operations if o.tool == criterion.tool]
    if not tries:
        return f"{criterion.tool} was never called"
    if not any(o.success for o in tries):
        return f"{criterion.tool} never succeeded"
    if not any(_fits(criterion, o) for o in tries):
        return f"no call of {criterion.tool} had the required values"
    return f"{criterion.tool} was called too few times or in the wrong order"
