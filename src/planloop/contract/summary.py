"""RunSummary: everything that the report of one run says, as plain values that lead to ids in the store."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from planloop.contract.capability import Capability
from planloop.contract.change import ChangeRequest
from planloop.contract.criteria import Criterion
from planloop.contract.diagnosis import Cause
from planloop.contract.intervention import InterventionKind
from planloop.contract.record import JsonObject, Record
from planloop.contract.review import Review
from planloop.contract.score import Difference, Estimate, Scores
from planloop.contract.version import Purpose
from planloop.contract.weakness import Weakness


class Machine(Record):
    """What the run ran on. Memory in GB (10^9 bytes); `accelerator` is empty on a CPU."""

    platform: str
    python: str
    cpus: int = Field(ge=0)
    memory_gb: float
    accelerator: str = ""


class StageTime(Record):
    """Wall time of one stage, in seconds; `round` is None outside the rounds."""

    stage: str
    seconds: float
    round: int | None = None


class CauseCount(Record):
    """How many failed trajectories were diagnosed with a cause: `count` before the round's training, `left` behind it,
    where changes of the harness answer them; `tested` of both by an intervention. `evidence` says what was seen in the
    first of the examples."""

    cause: Cause
    count: int = Field(ge=0)
    left: int = Field(default=0, ge=0)
    tested: int = Field(default=0, ge=0)
    evidence: str = ""
    examples: tuple[str, ...] = ()


class ExperimentCount(Record):
    """Failures that were played again with one kind of repair of one cause. Of `trials` replays, `flipped` succeeded
    with the repair and `control` without; `confirmed` causes were asserted. `examples` are replays with the repair."""

    cause: Cause
    intervention: InterventionKind
    trials: int = Field(ge=0)
    flipped: int = Field(ge=0)
    control: int = Field(default=0, ge=0)
    confirmed: int = Field(ge=0)
    examples: tuple[str, ...] = ()


class DataSummary(Record):
    """A data release as people read it: counts of trajectories by purpose, the mixture, and its review.

    `mixture` maps `axis=value` to a share in [0, 1]; `answers` are the weakness ids that it responds to. What it was
    predicted to change on `dev.evolve`, and what was measured after training on it, are points of the Overall.
    """

    id: str
    trajectories: int = Field(ge=0)
    tasks: int = Field(ge=0)
    purposes: dict[Purpose, int] = {}
    mixture: dict[str, float] = {}
    answers: tuple[str, ...] = ()
    parent: str | None = None
    review: Review | None = None
    predicted_effect: float | None = None
    seen_effect: float | None = None


class LossPoint(Record):
    """Cold start after `tokens` trained tokens: mean loss per trained token, in nats."""

    tokens: int = Field(ge=0)
    loss: float


class RegimeCounts(Record):
    """Groups of one RL step in each CARE regime (method 5.3)."""

    progress: int = Field(default=0, ge=0)
    outcome: int = Field(default=0, ge=0)
    efficiency: int = Field(default=0, ge=0)


class RlStep(Record):
    """One RL step. `success`, `with_signal` (groups whose advantages are not all zero) and `clip_fraction` are shares
    in [0, 1]; `output_tokens` is the mean per episode; `advantage` the mean absolute advantage; `mismatch` the mean
    absolute difference of rollout and trainer log-probabilities (None: not measured)."""

    step: int = Field(ge=0)
    regimes: RegimeCounts
    dropped: int = Field(default=0, ge=0)
    success: float
    output_tokens: float
    with_signal: float = 0.0
    advantage: float | None = None
    mismatch: float | None = None
    clip_fraction: float = 0.0


class ControllerNote(Record):
    """A controller decision after RL step `step`: the CARE settings from then on, and why."""

    step: int
    settings: dict[str, float]
    reasons: tuple[str, ...] = ()


class TrainingSummary(Record):
    """The training of one round: the supervised losses and RL steps (either may be empty), and the checkpoint."""

    checkpoint: str
    parent: str | None = None
    trained_tokens: int = Field(default=0, ge=0)
    supervised: tuple[LossPoint, ...] = ()
    rl: tuple[RlStep, ...] = ()
    controller: tuple[ControllerNote, ...] = ()


class GateResult(Record):
    """A paired comparison on `dev.gate`. `fixes_seen` and `regressions_seen` are those predicted ones that appeared."""

    difference: Difference
    accepted: bool
    reason: str
    fixes_seen: tuple[str, ...] = ()
    regressions_seen: tuple[str, ...] = ()


class FileEdit(Record):
    """One file of eta before and after; None where it did not, or no longer does, exist."""

    path: str
    before: str | None = None
    after: str | None = None


class ChangeSummary(Record):
    """A change request with its edits, what the gate measured, who decided, and whether it became part of eta.

    `untested` says why a change did not come to the gate; `waits`: a person has to decide. `seen_effect`: points on the
    tasks of `dev.evolve`, counting those as unchanged that were not played again.
    """

    change: ChangeRequest
    edits: tuple[FileEdit, ...] = ()
    gate: GateResult | None = None
    seen_effect: float | None = None
    untested: str = ""
    review: Review | None = None
    waits: bool = False
    applied: bool = False


class StageScore(Record):
    """A score on `dev.evolve` after a stage of a round, for the learning curve over the run."""

    stage: str
    score: Estimate


class RoundSummary(Record):
    """One turn of the loop. `undiagnosed` counts the failures before its training that have no cause, by the reason;
    `skipped` names the steps that did not run, with the reason."""

    index: int
    weaknesses: tuple[Weakness, ...] = ()
    diagnoses: tuple[CauseCount, ...] = ()
    undiagnosed: dict[str, int] = {}
    experiments: tuple[ExperimentCount, ...] = ()
    data: DataSummary | None = None
    training: TrainingSummary | None = None
    changes: tuple[ChangeSummary, ...] = ()
    gate: GateResult | None = None
    release: str | None = None
    review: Review | None = None
    dev: tuple[StageScore, ...] = ()
    skipped: dict[str, str] = {}


class StartLook(Record):
    """The success (points) on `dev.evolve`, of the capabilities given, behind a part of the cold start; 0: the base."""

    part: int = Field(ge=0)
    success: float | None = None


class StartSummary(Record):
    """The first deployment: what it was given data for, how long that helped, who approved it, and what then served."""

    capabilities: tuple[str, ...]
    tasks: int = Field(ge=0)
    trajectories: int = Field(ge=0)
    supervised: tuple[LossPoint, ...] = ()
    looks: tuple[StartLook, ...] = ()
    data_review: Review | None = None
    gate: GateResult | None = None
    release: str | None = None
    review: Review | None = None
    reason: str = ""


class Contributions(Record):
    """The gain taken apart: new weights under the old eta, then the new eta under the new weights (method 6.6)."""

    data_training: Difference
    harness: Difference


class GalleryKind(StrEnum):
    """How a test task fared between before and after."""

    FIXED = "fixed"
    STILL_FAILING = "still_failing"
    BROKEN = "broken"


class GalleryItem(Record):
    """One test task with its trajectory before and after, by id. `criteria` are the task's, in their order."""

    kind: GalleryKind
    task_key: str
    request: str
    capability: Capability
    criteria: tuple[Criterion, ...] = ()
    before: str
    after: str


class RunSummary(Record):
    """One run: what was run, before and after on test, how it got there, and which trajectories to look at.

    `suite` and `planner` are names; `before_release` and `after_release` ids. `started` is ISO 8601 with a zone.
    """

    schema_version: Literal[1] = 1
    run: str
    seed: int
    suite: str
    planner: str
    started: str = ""
    wall_s: float
    code: str = ""
    config: JsonObject = {}
    machine: Machine
    stages: tuple[StageTime, ...] = ()
    before_release: str
    after_release: str
    before: Scores
    after: Scores
    gain: Difference
    baselines: tuple[Scores, ...] = ()
    contributions: Contributions | None = None
    start: StartSummary | None = None
    rounds: tuple[RoundSummary, ...] = ()
    gallery: tuple[GalleryItem, ...] = ()
    notes: tuple[str, ...] = ()
