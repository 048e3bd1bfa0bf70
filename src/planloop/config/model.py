"""The sections of planloop.yaml. Every field has a default, and the defaults fit the demo on two cores."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError


def _a_number(value: object) -> object:
    """Refuse true and false, which Python counts as 1 and 0; what else is no number pydantic refuses."""
    if isinstance(value, bool):
        raise PydanticCustomError("planloop_number", "a number is needed here, not true or false")
    return value


NUMBER = BeforeValidator(_a_number)
MANY = 2**31 - 1
Positive = Annotated[int, Field(ge=1, le=MANY), NUMBER]
Count = Annotated[int, Field(ge=0, le=MANY), NUMBER]
Few = Annotated[int, Field(ge=0, le=1024), NUMBER]
Share = Annotated[float, Field(ge=0.0, le=1.0), NUMBER]
Weight = Annotated[float, Field(ge=0.0, le=10.0), NUMBER]
Rate = Annotated[float, Field(gt=0.0, le=1.0), NUMBER]


class Section(BaseModel):
    """A frozen section; keys that are not fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Backend(StrEnum):
    """Where episodes run."""

    SANDBOX = "sandbox"


class Exposure(StrEnum):
    """Which tools a planner sees: those stored with the task, or those that retrieval finds."""

    FIXED = "fixed"
    RETRIEVED = "retrieved"


class PlannerKind(StrEnum):
    """What stands behind the planner."""

    LOCAL = "local"
    ENDPOINT = "endpoint"
    SCRIPTED = "scripted"


class RoleKind(StrEnum):
    """How an AI role is implemented."""

    RULES = "rules"
    LLM = "llm"


class Strategy(StrEnum):
    """What a round follows: diagnosed weaknesses, in data and harness; or nothing, with tasks drawn evenly over all
    capability groups and the harness left alone, which is the control that the loop is compared with."""

    DIAGNOSED = "diagnosed"
    UNIFORM = "uniform"


class ApprovalPolicy(StrEnum):
    """Who may approve: a person who is asked, or the demo's written rules (recorded as such)."""

    ASK = "ask"
    DEMO = "demo"


class EnvironmentConfig(Section):
    """Episodes: backend, how tools are exposed, and the budgets in planner turns and output tokens."""

    backend: Backend = Backend.SANDBOX
    exposure: Exposure = Exposure.FIXED
    exposed_tools: Positive = 15
    max_turns: Positive = 15
    max_output_tokens: Positive = 512


class PlannerConfig(Section):
    """The planner. `model` is a Hugging Face name or folder, the endpoint's model name, or the script's name.

    `smollm2` and `tiny` name the embedded planners. `api_key_env` names the environment variable that holds the key.
    """

    kind: PlannerKind = PlannerKind.LOCAL
    model: Annotated[str, Field(min_length=1)] = "smollm2"
    adapter: str | None = "base"
    base_url: str | None = None
    api_key_env: str | None = None

    @model_validator(mode="after")
    def _endpoint_has_address(self) -> Self:
        if self.kind is PlannerKind.ENDPOINT and not self.base_url:
            raise ValueError("kind: endpoint needs base_url, e.g. http://127.0.0.1:8000/v1")
        if self.kind is not PlannerKind.ENDPOINT and self.base_url:
            raise ValueError(f"base_url has no use with kind: {self.kind}; remove it or set kind: endpoint")
        return self


class HarnessConfig(Section):
    """The harness that a run starts from: a folder relative to that of planloop.yaml, or the built-in one (`null`)."""

    folder: Annotated[str, Field(min_length=1)] | None = None


class RolesConfig(Section):
    """Implementations of the AI roles; `base_url` and `model` are for those that are `llm`."""

    diagnoser: RoleKind = RoleKind.RULES
    base_url: str | None = None
    model: str | None = None
    api_key_env: str | None = None

    @model_validator(mode="after")
    def _llm_has_address(self) -> Self:
        if self.diagnoser is RoleKind.LLM and not (self.base_url and self.model):
            raise ValueError("diagnoser: llm needs base_url and model of an OpenAI-compatible server")
        return self


FIRST_CAPABILITIES = (
    "tool_use/grounding",
    "tool_use/dependency",
    "tool_use/reference",
    "tool_use/revision",
    "tool_use/boundary",
    "memory/single_record",
)
"""What a first deployment was given data for. Everything else is left to the loop to find."""


class ColdStartConfig(Section):
    """The first training: `tasks` solved train tasks of `capabilities` (groups of the taxonomy), in passes of
    `chunk_tokens`, until `dev.evolve` stops improving on them or `tokens` (packed) are spent."""

    capabilities: Annotated[tuple[str, ...], Field(min_length=1)] = FIRST_CAPABILITIES
    tasks: Positive = 72
    tokens: Positive = 8_000
    chunk_tokens: Positive = 4_000
    learning_rate: Rate = 1e-4


class RefreshConfig(Section):
    """The supervised refresh of a round: at most `orders` new tasks, `tokens` (packed) of curated trajectories, of
    which the share `preservation` keeps what the planner can do, and a capability that is repaired gets at least
    `dose`, those with most to win first; `own` tasks are also played by the planner itself.

    `rank` directions are added to the adapter and trained, and what was learnt before stays; 0 trains the adapter
    itself. Of what they learnt `strength` is kept: less than all forgets much less than it loses of the new.
    `round_tokens` stand in for `tokens` in round 1, 2 and so on, as far as they reach.
    """

    orders: Count = 640
    tokens: Count = 74_000
    round_tokens: tuple[Count, ...] = ()
    preservation: Share = 0.3
    dose: Count = 5_000
    own: Count = 12
    learning_rate: Rate = 5e-4
    rank: Few = 16
    strength: Annotated[float, Field(gt=0, le=1), NUMBER] = 0.8

    def budget(self, round: int) -> int:  # noqa: A002
        """Packed tokens of a round, counted from 1."""
        return self.round_tokens[round - 1] if round <= len(self.round_tokens) else self.tokens


class RLConfig(Section):
    """Online RL of a round: `steps` updates, each over `groups` tasks played `group_size` times. A task takes part
    while its estimated success lies between `low` and `high`."""

    steps: Count = 1
    groups: Positive = 4
    group_size: Annotated[int, Field(ge=2, le=MANY), NUMBER] = 8
    low: Share = 0.2
    high: Share = 0.9
    learning_rate: Rate = 1e-4

    @model_validator(mode="after")
    def _window_in_order(self) -> Self:
        if not self.low < self.high:
            raise ValueError(f"low ({self.low}) must be below high ({self.high})")
        return self


class CareConfig(Section):
    """CARE's initial controls (method section 5.3): reward weights and the two regime thresholds."""

    lambda_prog: Weight = 0.3
    lambda_eff: Weight = 0.1
    p_low: Share = 0.25
    p_high: Annotated[float, Field(ge=0.0, lt=1.0), NUMBER] = 0.75

    @model_validator(mode="after")
    def _thresholds_in_order(self) -> Self:
        if not self.p_low < self.p_high:
            raise ValueError(f"p_low ({self.p_low}) must be below p_high ({self.p_high})")
        return self


class TrainingConfig(Section):
    """How many rounds, and what a round trains. `enabled: false` improves the harness only. `threads: 0` takes every
    core."""

    enabled: bool = True
    rounds: Annotated[int, Field(ge=1, le=1000), NUMBER] = 2
    seed: Count = 0
    threads: Few = 0
    cold_start: ColdStartConfig = ColdStartConfig()
    refresh: RefreshConfig = RefreshConfig()
    rl: RLConfig = RLConfig()
    care: CareConfig = CareConfig()


class EvolutionConfig(Section):
    """How a round looks and judges: what it follows, tasks of `dev.evolve` and `dev.gate` that are played (0: all),
    diagnoses tested by experiment, and harness edits that may be tried, one after the other."""

    strategy: Strategy = Strategy.DIAGNOSED
    evolve_tasks: Count = 90
    gate_tasks: Count = 140
    experiments: Count = 8
    edits: Count = 1


class Baseline(StrEnum):
    """A scripted planner whose score stands beside those of a run: the ceiling, two floors and two shortcuts."""

    ORACLE = "oracle"
    NOTHING = "nothing"
    DROPLAST = "droplast"
    KEYWORD = "keyword"
    NEAREST = "nearest"


class BenchConfig(Section):
    """The frozen suite that tasks and scores come from; `tasks` bounds the test tasks that are played (0: all).
    `baselines` play them too; `nearest` takes some twelve seconds, since it first makes the tasks that it looks up."""

    suite: Annotated[str, Field(min_length=1)] = "phone-starter"
    tasks: Count = 0
    baselines: tuple[Baseline, ...] = tuple(Baseline)


class StoreConfig(Section):
    """Where the store lies, relative to the folder of planloop.yaml."""

    path: Annotated[str, Field(min_length=1)] = ".planloop"


class ApprovalConfig(Section):
    """Who approves data releases, harness changes and releases."""

    policy: ApprovalPolicy = ApprovalPolicy.DEMO


class Config(Section):
    """All of planloop.yaml."""

    environment: EnvironmentConfig = EnvironmentConfig()
    planner: PlannerConfig = PlannerConfig()
    harness: HarnessConfig = HarnessConfig()
    roles: RolesConfig = RolesConfig()
    training: TrainingConfig = TrainingConfig()
    evolution: EvolutionConfig = EvolutionConfig()
    bench: BenchConfig = BenchConfig()
    store: StoreConfig = StoreConfig()
    approval: ApprovalConfig = ApprovalConfig()

    @model_validator(mode="after")
    def _only_local_weights_train(self) -> Self:
        if self.training.enabled and self.planner.kind is not PlannerKind.LOCAL:
            raise PydanticCustomError(
                "planloop_config",
                "{kind} has no weights that can be trained here",
                {
                    "kind": self.planner.kind.value,
                    "place": "planner.kind",
                    "cure": "set training.enabled: false to improve only its harness, or planner.kind: local to train",
                },
            )
        return self

    @model_validator(mode="after")
    def _something_changes(self) -> Self:
        if not self.training.enabled and self.evolution.strategy is Strategy.UNIFORM:
            raise PydanticCustomError(
                "planloop_config",
                "uniform leaves the harness alone, and training.enabled: false the weights: nothing would change",
                {"place": "evolution.strategy", "cure": "set it to diagnosed, or train"},
            )
        return self
