"""A made-up run with everything in it, for the report's tests. Its numbers are invented and mean nothing."""

from __future__ import annotations

import math
import random

from planloop.contract.capability import BEHAVIOURS, Behaviour, Capability, Dimension, Domain
from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.criteria import CleanCriterion, Criterion, StateCriterion
from planloop.contract.diagnosis import Cause, Diagnosis
from planloop.contract.feedback import Feedback
from planloop.contract.intervention import InterventionKind
from planloop.contract.mask import TurnFlag
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.review import Decision, Review, ReviewerKind
from planloop.contract.score import Difference, Estimate, Scores
from planloop.contract.split import Split
from planloop.contract.summary import (
    CauseCount,
    ChangeSummary,
    Contributions,
    ControllerNote,
    DataSummary,
    ExperimentCount,
    FileEdit,
    GalleryItem,
    GalleryKind,
    GateResult,
    LossPoint,
    Machine,
    RegimeCounts,
    RlStep,
    RoundSummary,
    RunSummary,
    StageScore,
    StageTime,
    StartLook,
    StartSummary,
    TrainingSummary,
)
from planloop.contract.trajectory import Cost, Segment, Trajectory, Versions
from planloop.contract.verdict import CriterionResult, StopReason, Verdict
from planloop.contract.version import Purpose
from planloop.contract.weakness import Route, Routing, Weakness, WeaknessStatus

HOSTILE = (
    '</script><script>window.pwned=1</script><img src=x onerror="window.pwned=1">'
    "<!--<script>{{ 7*7 }}'\"&lt;\u2028\u2029]]>"
)
SKILL = "# Quiet time\n\nUse this skill when the user wants silence.\n"
CRITERIA: tuple[Criterion, ...] = (
    StateCriterion(table="alarm", match={"time": "07:15"}, fields={"label": "Gym"}),
    CleanCriterion(),
)
TASK = Capability(dimension=Dimension.TOOL_USE, behaviour=Behaviour.BOUNDARY, domain=Domain.TIME)


def estimate(rng: random.Random, share: float, n: int) -> Estimate:
    """An estimate near `share` with an interval of about the width that n tasks give."""
    value = min(0.97, max(0.02, share + rng.gauss(0, 0.04)))
    half = 1.96 * math.sqrt(value * (1 - value) / n)
    return Estimate.from_shares(value, max(0.0, value - half), min(1.0, value + half), n)


def scores(name: str, seed: int, share: float, *, tokens: float = 140, calls: float = 2.6) -> Scores:
    """Scores of all dimensions, behaviours and domains around `share`."""
    rng = random.Random(seed)
    sizes = {Dimension.TOOL_USE: 150, Dimension.MEMORY: 60, Dimension.SKILLS: 60, Dimension.SUB_AGENT: 40}
    return Scores(
        name=name,
        overall=estimate(rng, share, 310),
        dimensions={d: estimate(rng, share, n) for d, n in sizes.items()},
        behaviours={
            f"{d}/{b}": estimate(rng, share, sizes[d] // len(behaviours))
            for d, behaviours in BEHAVIOURS.items()
            for b in behaviours
        },
        domains={d: estimate(rng, share, 24) for d in Domain},
        input_tokens=1190 if name != "after" else 940,
        output_tokens=tokens,
        tool_calls=calls,
        attempts=310,
        invalid=2 if name == "before" else 0,
        measurement=f"measurement:run-7:test.{name}",
    )


def review(subject: str, kind: ReviewerKind, decision: Decision, reason: str) -> Review:
    """A review by the demo policy or by a person."""
    policy = kind is ReviewerKind.POLICY
    return Review(
        subject=subject,
        subject_hash="5e" * 32,
        decision=decision,
        kind=kind,
        reviewer="demo" if policy else "Ada",
        reason=reason,
        time="2026-01-31T12:00:00+00:00",
        rules_version="9f31c2d08a774e01" if policy else "",
    )


def gate(value: float, low: float, high: float, *, accepted: bool, fixes: tuple[str, ...] = ()) -> GateResult:
    """A gate result over 80 tasks."""
    return GateResult(
        difference=Difference(
            estimate=Estimate(value=value, low=low, high=high, n=80), gained=9, lost=3, p_value=0.146
        ),
        accepted=accepted,
        reason="The lower bound is above -2 points and the predicted fixes appear."
        if accepted
        else "The lower bound is below -2 points; a person has to decide.",
        fixes_seen=fixes,
    )


def weaknesses(seed: int, lift: float) -> tuple[Weakness, ...]:
    """One weakness entry per behaviour of three dimensions."""
    rng = random.Random(seed)
    found = []
    for dimension in (Dimension.TOOL_USE, Dimension.MEMORY, Dimension.SKILLS):
        for behaviour in BEHAVIOURS[dimension]:
            n = rng.choice((12, 16, 24))
            hits = min(n, round(n * min(1.0, rng.random() * 0.8 + lift)))
            share = hits / n
            half = 1.96 * math.sqrt(0.25 / n)
            status = (
                WeaknessStatus.MASTERED
                if share > 0.85
                else WeaknessStatus.UNSTABLE
                if share > 0.4
                else WeaknessStatus.FAILING
            )
            route = Route.HARNESS if dimension is Dimension.SKILLS else Route.MODEL
            routing = (
                Routing(route=route, reason=f"{hits} of {n} succeed; most failures are argument grounding.")
                if status is not WeaknessStatus.MASTERED
                else None
            )
            low, high = max(0.0, share - half), min(1.0, share + half)
            found.append(
                Weakness(
                    capability=f"{dimension}/{behaviour}",
                    successes=hits,
                    n=n,
                    low=low,
                    high=high,
                    status=status,
                    routing=routing,
                )
            )
    return tuple(found)


def training(seed: int, start: float) -> TrainingSummary:
    """A falling loss and ten RL steps whose groups move from progress to efficiency."""
    rng = random.Random(seed)
    steps = []
    for step in range(1, 11):
        success = min(0.95, start + 0.04 * step + rng.gauss(0, 0.03))
        efficiency = round(12 * max(0.0, success - 0.35))
        progress = round(12 * max(0.0, 0.75 - success))
        regimes = RegimeCounts(progress=progress, outcome=max(0, 12 - progress - efficiency), efficiency=efficiency)
        steps.append(
            RlStep(
                step=step,
                regimes=regimes,
                dropped=int(step == 3),
                success=success,
                output_tokens=150 - 4 * step + rng.gauss(0, 4),
                with_signal=0.8 - 0.02 * step,
                advantage=0.7 + rng.gauss(0, 0.05),
                mismatch=0.004 + rng.random() * 0.002,
                clip_fraction=0.01 + rng.random() * 0.01,
            )
        )
    return TrainingSummary(
        checkpoint="checkpoint-7f0c92ab18d3e455",
        parent="checkpoint-01ab2c3d4e5f6071",
        trained_tokens=181_204,
        supervised=tuple(
            LossPoint(tokens=4500 * i, loss=0.35 + 1.4 * math.exp(-i / 7) + rng.gauss(0, 0.02)) for i in range(1, 41)
        ),
        rl=tuple(steps),
        controller=(
            ControllerNote(
                step=5,
                settings={"lambda_prog": 0.25, "lambda_eff": 0.12, "p_low": 0.25, "p_high": 0.75},
                reasons=("a third of the groups is in the efficiency regime and dev success held",),
            ),
        ),
    )


def change(title: str, path: str, *, applied: bool, kind: ReviewerKind) -> ChangeSummary:
    """A harness change with its edit, gate and review."""
    request = ChangeRequest(
        kind=ChangeKind.HARNESS,
        title=title,
        evidence=("t-before-0", "t-dev-118"),
        target=path,
        proposal={"path": path},
        predicted_fixes=("skills/skill_only", "skills/mixed_routing"),
        predicted_regressions=("tool_use/grounding",),
        predicted_effect=3.5,
        proposer="rules:editor",
    )
    decision = Decision.APPROVE if applied else Decision.REFUSE
    reason = "Passed the gate and touches no safety rule." if applied else "It would hide a tool that other tasks need."
    return ChangeSummary(
        change=request,
        edits=(
            FileEdit(
                path=path,
                before=f"{SKILL}- set do not disturb\n",
                after=f"{SKILL}- ask for the end time if it is missing\n"
                f"- set do not disturb\n- {HOSTILE if not applied else 'then confirm the end time'}\n",
            ),
        ),
        gate=gate(3.1, -0.8, 7.0, accepted=True, fixes=("skills/skill_only",))
        if applied
        else gate(-1.2, -5.9, 3.4, accepted=False),
        review=review(request.id, kind, decision, reason),
        applied=applied,
    )


def turns_of(index: int, *, good: bool, text: str) -> tuple[Message, ...]:
    """A short dialogue about an alarm: a failing call, perhaps its repair, and a closing text."""

    def call(number: int, time: str) -> Message:
        arguments: JsonObject = {"action": "add", "time": time, "label": text or "Gym"}
        return Message(
            role=Role.ASSISTANT,
            reasoning="The label and the time are given.",
            tool_calls=(ToolCall(id=f"c{number}", name="manage_alarm", arguments=arguments),),
            flags=TurnFlag.ERRONEOUS if number == 1 else TurnFlag.RECOVERY,
        )

    def result(number: int, content: str) -> Message:
        return Message(role=Role.TOOL, tool_call_id=f"c{number}", name="manage_alarm", content=content)

    system = "You plan on a phone.\nmanage_alarm(action, time, label?) - alarms\nsearch_user_memory(query) - memories"
    opening = (
        Message(role=Role.SYSTEM, content=system),
        Message(role=Role.USER, content=f"Wake me for the gym at a quarter past seven tomorrow. {text}".strip()),
        call(1, "7:15 am"),
        result(1, f"error bad_argument: time must be HH:MM {text}"),
    )
    if not good:
        return (*opening, Message(role=Role.ASSISTANT, content=f"I have set your alarm. {text}".strip()))
    done = f"ok Alarm added.\nid: alarm_{index}"
    closing = Message(role=Role.ASSISTANT, content=f"Your gym alarm is set for 07:15. {text}".strip())
    return (*opening, call(2, "07:15"), result(2, done), closing)


def trajectory(key: str, index: int, *, good: bool, text: str = "") -> Trajectory:
    """One test episode, valid and verified."""
    messages = turns_of(index, good=good, text=text)
    turns = sum(m.role is Role.ASSISTANT for m in messages)
    results = (
        CriterionResult(
            index=0,
            positive=True,
            initially=False,
            finally_=good,
            detail=f"{'holds' if good else 'no such record'} {text}".strip(),
        ),
        CriterionResult(index=1, positive=False, initially=True, finally_=True, detail="clean"),
    )
    return Trajectory(
        id=key,
        task_key=f"test/alarm/{index:04d}",
        task_hash="ab" * 32,
        split=Split.TEST,
        seed=7,
        versions=Versions(
            planner="checkpoint-7f0c92ab18d3e455", harness="harness-11d0c4a2b6f9e870", suite="phone-starter"
        ),
        segments=(Segment(messages=messages),),
        feedback=tuple(
            Feedback(call_id=str(m.tool_call_id), tool="manage_alarm", success=m.content.startswith("ok"))
            for m in messages
            if m.role is Role.TOOL
        ),
        stop=StopReason.FINISHED,
        verdict=Verdict(
            success=good,
            progress=float(good),
            checker_passed=good,
            memory_gate=True,
            skill_gate=True,
            results=results,
            summary="All criteria hold." if good else "The alarm was never added.",
        ),
        cost=Cost(input_tokens=900 + index, output_tokens=60 + 40 * turns, tool_calls=turns - 1, turns=turns),
    )


def gallery() -> tuple[tuple[GalleryItem, ...], dict[str, Trajectory], list[Diagnosis]]:
    """Nine tasks of three kinds; the second one is hostile in every field that a trace can fill."""
    items: list[GalleryItem] = []
    found: dict[str, Trajectory] = {}
    diagnoses: list[Diagnosis] = []
    for index in range(9):
        kind = list(GalleryKind)[index // 3]
        text = HOSTILE if index == 1 else ""
        before = trajectory(f"t-before-{index}", index, good=kind is GalleryKind.BROKEN, text=text)
        after = trajectory(f"t-after-{index}", index, good=kind is GalleryKind.FIXED, text=text)
        found |= {before.id: before, after.id: after}
        request = f"Wake me for the gym at a quarter past seven tomorrow. {text}".strip()
        items.append(
            GalleryItem(
                kind=kind,
                task_key=before.task_key,
                request=request,
                capability=TASK,
                criteria=CRITERIA,
                before=before.id,
                after=after.id,
            )
        )
        for record in (before, after):
            if not record.success:
                diagnoses.append(
                    Diagnosis(
                        trajectory_id=record.id,
                        task_key=record.task_key,
                        capability=TASK,
                        side=Cause.RECOVERY.side,
                        cause=Cause.RECOVERY,
                        evidence=f"The typed error was not repaired before closing. {text}".strip(),
                        turn=1,
                        confidence=0.8,
                        tested=True,
                        author="rules:diagnoser",
                    )
                )
    return tuple(items), found, diagnoses


def turn_of_the_loop(index: int) -> RoundSummary:
    """One round with every step in it."""
    kind = ReviewerKind.POLICY if index == 1 else ReviewerKind.PERSON
    data = DataSummary(
        id=f"data-{index}c77d0e19a4f6b23",
        trajectories=412 - 60 * index,
        tasks=180,
        purposes={Purpose.REPAIR: 190, Purpose.COVERAGE: 90, Purpose.STABILISATION: 70, Purpose.PRESERVATION: 40},
        mixture={"capability=memory/composition": 0.22, "capability=tool_use/boundary": 0.31, "source=teacher": 0.6},
        answers=("weakness-1", "weakness-2"),
        review=review("data", kind, Decision.APPROVE, "Every record is verified and no near duplicate of dev or test."),
        predicted_effect=8.0,
        seen_effect=6.5,
    )
    return RoundSummary(
        index=index,
        weaknesses=weaknesses(index, 0.05 + 0.2 * index),
        diagnoses=(
            CauseCount(
                cause=Cause.ARGUMENT_GROUNDING, count=41, tested=17, examples=("t-before-3", "t-dev-4", "t-dev-9")
            ),
            CauseCount(
                cause=Cause.RECOVERY,
                count=19,
                left=6,
                tested=9,
                evidence=f"gave up {HOSTILE}",
                examples=("t-before-0",),
            ),
            CauseCount(cause=Cause.SKILL_GUIDANCE, count=12, tested=12, examples=("t-dev-118",)),
            CauseCount(cause=Cause.STALE_MEMORY, count=0, left=4),
        ),
        experiments=(
            ExperimentCount(
                cause=Cause.STALE_MEMORY,
                intervention=InterventionKind.RETURN_RECORDS,
                trials=3,
                flipped=2,
                control=1,
                confirmed=1,
                examples=("t-dev-71",),
            ),
        ),
        data=data,
        training=training(index, 0.35 + 0.1 * index),
        changes=(
            change(
                "Ask for a missing end time in the quiet-time skill",
                "skills/quiet-time/SKILL.md",
                applied=True,
                kind=kind,
            ),
            change(f"Hide rarely used tools {HOSTILE}", "routing.yaml", applied=False, kind=ReviewerKind.PERSON),
        ),
        gate=gate(9.4, 3.2, 15.4, accepted=True, fixes=("skills/skill_only",)),
        release=f"release-{index}4be1a7790cc52d8",
        review=review("candidate", kind, Decision.APPROVE, "Better on dev.gate, nothing safety-sensitive."),
        dev=(
            StageScore(
                stage="start", score=Estimate(value=38 + 9 * index, low=31 + 9 * index, high=45 + 9 * index, n=160)
            ),
            StageScore(
                stage="training", score=Estimate(value=45 + 9 * index, low=38 + 9 * index, high=52 + 9 * index, n=160)
            ),
            StageScore(
                stage="harness", score=Estimate(value=49 + 9 * index, low=42 + 9 * index, high=56 + 9 * index, n=160)
            ),
        ),
    )


def run() -> tuple[RunSummary, dict[str, Trajectory], list[Diagnosis]]:
    """The run, the trajectories of its gallery, and their diagnoses."""
    before, after = scores("before", 3, 0.42, tokens=152, calls=3.1), scores("after", 4, 0.65, tokens=118, calls=2.6)
    gain = after.overall.value - before.overall.value
    items, found, diagnoses = gallery()
    part = Difference(estimate=Estimate(value=14.7, low=10.9, high=19.4, n=310), gained=61, lost=14, p_value=0.0000004)
    eta = Difference(estimate=Estimate(value=8.1, low=4.6, high=11.8, n=310), gained=34, lost=9, p_value=0.0002)
    names = ("oracle", "nothing", "droplast", "keyword", "nearest")
    baselines = zip(names, (0.97, 0.02, 0.06, 0.17, 0.31), strict=True)
    return (
        RunSummary(
            run="run-7",
            seed=7,
            suite="phone-starter",
            planner="embedded planner",
            started="2026-01-31T11:32:05+00:00",
            wall_s=1105.4,
            code="0.1.0",
            config={"training": {"episodes": 8, "note": HOSTILE}, "rounds": 2},
            machine=Machine(platform="Linux x86_64", python="3.11.9", cpus=2, memory_gb=8.2),
            stages=(
                StageTime(stage="test before", seconds=74.2),
                StageTime(stage="training", seconds=502, round=1),
                StageTime(stage="harness", seconds=61.3, round=1),
                StageTime(stage="test after", seconds=69.9),
            ),
            start=StartSummary(
                capabilities=("tool_use/grounding", "memory/single_record"),
                tasks=72,
                trajectories=70,
                supervised=(LossPoint(tokens=2000, loss=0.9), LossPoint(tokens=4000, loss=0.7)),
                looks=(StartLook(part=0, success=68.3), StartLook(part=1)),
                data_review=review("cold", ReviewerKind.POLICY, Decision.APPROVE, f"Verified. {HOSTILE}"),
                reason="nothing to release",
            ),
            before_release="release-04be1a7790cc52d8",
            after_release="release-24be1a7790cc52d8",
            before=before,
            after=after,
            gain=Difference(
                estimate=Estimate(value=gain, low=gain - 4.9, high=gain + 4.8, n=310), gained=84, lost=12, p_value=1e-9
            ),
            baselines=tuple(scores(f"scripted:{n}", i + 20, share) for i, (n, share) in enumerate(baselines)),
            contributions=Contributions(data_training=part, harness=eta),
            rounds=(turn_of_the_loop(1), turn_of_the_loop(2)),
            gallery=items,
            notes=("Memory composition and skill routing were not in the first training data.",),
        ),
        found,
        diagnoses,
    )
