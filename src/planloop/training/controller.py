"""The controller of CARE's parameters (method section 5.3, Eq. 6): bounded, fixed for N updates, every decision logged.

It only sets phi; rewards and advantages stay rule-based. A role (rules here, a language model elsewhere) proposes, and
the controller clamps the proposal to the admissible ranges.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace

from planloop.training.care import CareParameters


@dataclass(frozen=True)
class Range:
    """An admissible interval, both ends included."""

    low: float
    high: float

    def clamp(self, value: float) -> float:
        """The nearest admissible value."""
        return min(self.high, max(self.low, value))


@dataclass(frozen=True)
class Ranges:
    """Admissible ranges of phi; p_low and p_high cannot meet."""

    lambda_prog: Range = Range(0.0, 1.0)
    lambda_eff: Range = Range(0.0, 0.4)
    p_low: Range = Range(0.0, 0.4)
    p_high: Range = Range(0.5, 0.95)

    def __post_init__(self) -> None:
        if not self.p_low.high < self.p_high.low:
            raise ValueError("controller ranges: the largest p_low must be below the smallest p_high")

    def clamp(self, phi: CareParameters) -> CareParameters:
        """The nearest admissible parameters (four decimals, so that a log line restores them exactly)."""
        return CareParameters(
            lambda_prog=round(self.lambda_prog.clamp(phi.lambda_prog), 4),
            lambda_eff=round(self.lambda_eff.clamp(phi.lambda_eff), 4),
            p_low=round(self.p_low.clamp(phi.p_low), 4),
            p_high=round(self.p_high.clamp(phi.p_high), 4),
        )


@dataclass(frozen=True)
class Observation:
    """S_train and M_val: means over the updates since the last decision, and the dev set (None before it is known).

    Shares are over groups and lie in [0, 1]; `dev_cost` is the mean number of output tokens.
    """

    progress_share: float
    efficiency_share: float
    success: float
    dev_success: float | None = None
    dev_cost: float | None = None


@dataclass(frozen=True)
class Proposal:
    """Parameters and why."""

    phi: CareParameters
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """A logged decision: what was in force, what was proposed, what was admitted from update `update` on."""

    update: int
    before: CareParameters
    proposed: CareParameters
    after: CareParameters
    reasons: tuple[str, ...]
    observation: Observation


Propose = Callable[[CareParameters, Observation, Observation | None], Proposal]


def rules(phi: CareParameters, now: Observation, before: Observation | None) -> Proposal:
    """Quality first: a falling dev success eases the efficiency pressure; otherwise follow where the groups are."""
    reasons = []
    change = None
    if before is not None and now.dev_success is not None and before.dev_success is not None:
        change = now.dev_success - before.dev_success
    if change is not None and change < -0.02:
        phi = replace(phi, lambda_eff=phi.lambda_eff * 0.5, p_high=min(0.99, phi.p_high + 0.05))
        reasons.append(f"dev success fell by {-change:.3f}: halve lambda_eff and raise p_high")
    elif now.efficiency_share >= 0.5 and _not_cheaper(now, before):
        phi = replace(phi, lambda_eff=phi.lambda_eff * 1.25)
        reasons.append(f"{now.efficiency_share:.0%} of groups are mastered and cost does not fall: raise lambda_eff")
    if now.progress_share >= 0.5:
        phi = replace(phi, lambda_prog=phi.lambda_prog * 1.25)
        reasons.append(f"{now.progress_share:.0%} of groups rarely succeed: raise lambda_prog")
    elif now.progress_share <= 0.1 and phi.lambda_prog > 0.1:
        phi = replace(phi, lambda_prog=max(0.1, phi.lambda_prog * 0.8))
        reasons.append(f"only {now.progress_share:.0%} of groups rarely succeed: lower lambda_prog")
    return Proposal(phi, tuple(reasons) or ("no rule applies: keep the parameters",))


def _not_cheaper(now: Observation, before: Observation | None) -> bool:
    """Whether it was seen that the cost did not fall: two costs were measured."""
    if before is None or now.dev_cost is None or before.dev_cost is None:
        return False
    return now.dev_cost >= 0.98 * before.dev_cost


@dataclass
class Controller:
    """Holds phi fixed for `interval` updates and asks `propose` in between. `log` keeps every decision."""

    phi: CareParameters = field(default_factory=CareParameters)
    interval: int = 5
    ranges: Ranges = field(default_factory=Ranges)
    propose: Propose = rules
    log: list[Decision] = field(default_factory=list)

    def _admitted(self, proposed: CareParameters) -> CareParameters:
        """What was proposed, inside the ranges; what is not to change stays, be it configured outside of them."""
        clamped = asdict(self.ranges.clamp(proposed))
        return replace(
            self.phi,
            **{name: clamped[name] for name, value in asdict(proposed).items() if value != getattr(self.phi, name)},
        )

    def due(self, update: int) -> bool:
        """Whether a decision may be made before update number `update` (from 0; the first interval keeps phi)."""
        return update > 0 and update % self.interval == 0 and (not self.log or self.log[-1].update < update)

    def decide(self, update: int, observation: Observation) -> CareParameters:
        """The parameters from `update` on. Raises `ValueError` when no decision is due: phi is fixed in between."""
        if not self.due(update):
            raise ValueError(f"phi is fixed for {self.interval} updates; update {update} allows no decision")
        last = self.log[-1].observation if self.log else None
        proposal = self.propose(self.phi, observation, last)
        after = self._admitted(proposal.phi)
        self.log.append(Decision(update, self.phi, proposal.phi, after, proposal.reasons, observation))
        self.phi = after
        return after
