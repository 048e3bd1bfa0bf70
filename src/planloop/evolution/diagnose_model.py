"""Rules for the six model-side causes (design section 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from planloop.contract.action import ActionKind, actions
from planloop.contract.capability import Behaviour
from planloop.contract.criteria import CallCriterion, CleanCriterion, SayCriterion, SayKind, normal_text
from planloop.contract.diagnosis import Cause
from planloop.contract.feedback import ErrorType
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.verdict import StopReason
from planloop.evolution.finding import Finding
from planloop.evolution.gold import Case, same_call, similar, source, wrong_arguments
from planloop.evolution.trace import Done, Trace

BUDGET = frozenset({StopReason.STEP_BUDGET, StopReason.TOKEN_BUDGET})


def inside(case: Case, trace: Trace) -> Iterator[Finding]:
    """Findings on the model, in the order in which they should be believed when equally sure."""
    gold = case.gold
    lacking = case.lacking(trace)
    yield from broken_calls(trace)
    yield from repeated_failures(trace)
    yield from _acted_unasked(case, trace)
    for call in lacking:
        tries = trace.of(call.name)
        if tries:
            yield from _tried(case, trace, call, tries)
        else:
            yield from _never_called(case, trace, call, gold)
    yield from _order(case, trace, lacking)
    yield from _extra(case, trace)
    yield from _closing(case, trace, lacking)


def broken_calls(trace: Trace) -> Iterator[Finding]:
    """Calls whose arguments are not JSON, or of tools that do not exist."""
    for done in trace.calls:
        if done.call.raw is not None:
            text = f"the arguments of {done.name} are not a JSON object"
            yield _found(Cause.ARGUMENT_GROUNDING, text, 0.9, done)
        elif done.error is ErrorType.UNKNOWN_TOOL:
            yield _found(Cause.ROUTING, f"called {done.name}, which does not exist", 0.7, done)


def repeated_failures(trace: Trace) -> Iterator[Finding]:
    """An error answered by the same call."""
    failed: dict[str, Done] = {}
    for done in trace.calls:
        if done.success:
            continue
        if done.key in failed and done.error is not ErrorType.UNAVAILABLE:
            text = f"an error of {done.name} ({_kind(done)}) was answered by the same call"
            yield _found(Cause.RECOVERY, text, 0.9, done, error=_kind(done))
            return
        failed[done.key] = done


def gave_up(trace: Trace) -> Iterator[Finding]:
    """The last call failed and the episode ended there."""
    if trace.calls and not trace.calls[-1].success:
        last = trace.calls[-1]
        text = f"gave up after an error of {last.name} ({_kind(last)})"
        yield _found(Cause.RECOVERY, text, 0.7, last, error=_kind(last))


def _tried(case: Case, trace: Trace, call: ToolCall, tries: tuple[Done, ...]) -> Iterator[Finding]:
    """The right tool was called, but no call did what was needed."""
    exact = [d for d in tries if same_call(call, d)]
    if exact and not any(d.success for d in exact):
        text = f"the right call of {call.name} failed ({_kind(exact[-1])}) and was not brought to an end"
        yield _found(Cause.RECOVERY, text, 0.85, exact[-1], error=_kind(exact[-1]))
        return
    if exact or len([c for c in case.gold if c.name == call.name]) > len([d for d in tries if d.success]) > 0:
        text = f"{call.name} was called for one part of the request and not for another"
        yield _found(Cause.DECOMPOSITION, text, 0.8, tries[-1])
        return
    closest = min(tries, key=lambda d: (len(wrong_arguments(call, d)), -d.turn))
    for name in wrong_arguments(call, closest)[:1]:
        yield _wrong_value(case, trace, call, closest, name)


def _wrong_value(case: Case, trace: Trace, call: ToolCall, done: Done, name: str) -> Finding:
    """A wrong value is lost state when the right one stood in the context after it; otherwise it is badly grounded."""
    got, wanted = done.call.arguments.get(name), call.arguments[name]
    had, right = source(got, trace, done.turn), source(wanted, trace, done.turn)
    enum = _is_enum(case, call.name, name)
    expected = "one of the tool's own values" if enum else _from(right)
    what = "nothing" if got is None else "another of them" if enum else _from(had)
    text = f"argument {name} of {call.name}: expected {expected}, got {what}"
    referring = case.task.capability.behaviour is Behaviour.REFERENCE and right != "request"
    overtaken = got is not None and had in ("history", "result") and right in ("history", "result")
    if not enum and (referring or overtaken):
        return _found(Cause.STATE_TRACKING, text, 0.85, done, argument=name, tool=call.name)
    return _found(Cause.ARGUMENT_GROUNDING, text, 0.85, done, argument=name, tool=call.name, error=_kind(done))


def _never_called(case: Case, trace: Trace, call: ToolCall, gold: tuple[ToolCall, ...]) -> Iterator[Finding]:
    wanted = {c.name for c in gold}
    strangers = [d for d in trace.calls if d.name not in wanted]
    rival = next((d for d in strangers if similar(call.name, d.name, case.specs)), None)
    if rival is None and strangers and len(wanted) == 1:
        rival = strangers[0]
    if rival is not None:
        text = f"{call.name} was needed; {rival.name} was called instead"
        yield _found(Cause.ROUTING, text, 0.85, rival, tool=call.name, other=rival.name)
        return
    failed = [d for d in trace.calls if not d.success]
    if failed and not any(d.success for d in trace.calls[trace.calls.index(failed[-1]) :]):
        yield from gave_up(trace)
    elif trace.calls:
        text = f"{call.name} was never called, though other parts of the request were worked on"
        yield Finding(cause=Cause.DECOMPOSITION, evidence=text, confidence=0.8, turn=trace.turns - 1, tool=call.name)
    else:
        ended = actions(Message(role=Role.ASSISTANT, content=trace.closing))[0].kind
        how = {ActionKind.CLARIFICATION: "asked needlessly", ActionKind.REFUSAL: "refused needlessly"}
        text = f"{how.get(ended, 'claimed to be done')} without a single call; {call.name} was needed"
        yield Finding(cause=Cause.CLOSURE, evidence=text, confidence=0.85, turn=max(0, trace.turns - 1), tool=call.name)


def _acted_unasked(case: Case, trace: Trace) -> Iterator[Finding]:
    """The right answer was to ask or to refuse, and the planner acted."""
    says = [c.say for c in case.task.criteria if isinstance(c, SayCriterion)]
    if not any(s in (SayKind.ASK, SayKind.REFUSE) for s in says):
        return
    for done in trace.calls:
        if done.success and done.side_effect != "read" and not any(same_call(c, done) for c in case.gold):
            what = "ask" if SayKind.ASK in says else "say that it cannot be done"
            text = f"{done.name} took effect where the planner had to {what}"
            yield _found(Cause.CLOSURE, text, 0.88, done)
            return


def _order(case: Case, trace: Trace, lacking: tuple[ToolCall, ...]) -> Iterator[Finding]:
    verdict = case.trajectory.verdict
    if lacking or verdict is None:
        return
    for result in verdict.results:
        criterion = case.task.criteria[result.index]
        if isinstance(criterion, CallCriterion) and criterion.after is not None and not result.finally_:
            text = f"{criterion.tool} came before the step that it depends on"
            yield Finding(cause=Cause.DECOMPOSITION, evidence=text, confidence=0.8, tool=criterion.tool)
            return


def _extra(case: Case, trace: Trace) -> Iterator[Finding]:
    """A side effect that nobody asked for."""
    verdict = case.trajectory.verdict
    hit = verdict is not None and any(
        not r.finally_ and isinstance(case.task.criteria[r.index], CleanCriterion) for r in verdict.results
    )
    if not hit:
        return
    count = Counter(d.key for d in trace.calls if d.success)
    for done in trace.calls:
        if not done.success or done.side_effect == "read":
            continue
        if count[done.key] > 1:
            yield _found(Cause.STATE_TRACKING, f"{done.name} was done twice", 0.75, done)
            return
        if not any(c.name == done.name for c in case.gold):
            text = f"{done.name} took effect, and nothing asked for it"
            yield _found(Cause.ROUTING, text, 0.6, done, other=done.name)
            return


def _closing(case: Case, trace: Trace, lacking: tuple[ToolCall, ...]) -> Iterator[Finding]:
    """Everything was done, but the episode ended wrongly."""
    if case.trajectory.stop in BUDGET:
        if any(not d.success for d in trace.calls):
            yield from gave_up(trace)
        text = "the budget ran out: the planner did not end the episode"
        yield Finding(cause=Cause.CLOSURE, evidence=text, confidence=0.6, turn=max(0, trace.turns - 1))
    verdict = case.trajectory.verdict
    if lacking or verdict is None:
        return
    for result in verdict.results:
        criterion = case.task.criteria[result.index]
        if isinstance(criterion, SayCriterion) and not result.finally_:
            what = {SayKind.ASK: "ask for what is missing", SayKind.REFUSE: "say that it cannot be done"}
            text = f"the closing text did not {what.get(criterion.say, 'report what was found')}"
            yield Finding(cause=Cause.CLOSURE, evidence=text, confidence=0.8, turn=max(0, trace.turns - 1))
            return


def _from(place: str) -> str:
    return "a value that stands nowhere before" if place == "nowhere" else f"a value from the {place}"


def _is_enum(case: Case, tool: str, argument: str) -> bool:
    spec = case.specs.get(tool)
    properties = spec.parameters.get("properties") if spec else None
    schema = properties.get(argument) if isinstance(properties, dict) else None
    return isinstance(schema, dict) and "enum" in schema


def _kind(done: Done) -> str:
    if done.success:
        return ""
    return done.error.value if done.error else normal_text("error")


def _found(
    cause: Cause, text: str, confidence: float, done: Done, *, tool: str = "", other: str = "", argument: str = "",
    error: str = "",
) -> Finding:  # fmt: skip
    return Finding(
        cause=cause,
        evidence=text,
        confidence=confidence,
        turn=done.turn,
        tool=tool or done.name,
        other=other,
        argument=argument,
        error=error,
    )
