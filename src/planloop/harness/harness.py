"""Harness H_eta: everything around the planner - context, tools, skills, memory, execution, verification."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from planloop.contract.action import SKILL_PREFIX
from planloop.contract.record import content_hash
from planloop.contract.task import Task
from planloop.contract.tool import ToolSpec
from planloop.contract.verdict import StopReason
from planloop.environments.base import Environment, InfrastructureError
from planloop.environments.lease import Lease, begin
from planloop.harness.adapter import Adapter, build
from planloop.harness.bounds import OPEN, Bounds
from planloop.harness.checkers.case import Tables
from planloop.harness.context import build_context
from planloop.harness.episode import BrokenEpisode, Collector, HarnessEpisode
from planloop.harness.eta import DEFAULT, Eta
from planloop.harness.executor import Approver, Executor
from planloop.harness.memory.store import TABLE, MemoryStore
from planloop.harness.memory.tools import MEMORY_SPECS, MemoryTools
from planloop.harness.mode import Exposure, FeedbackStyle, HarnessMode
from planloop.harness.recorder import Labels, Recorder
from planloop.harness.retrieval import ToolIndex
from planloop.harness.skills import SKILLS, SkillLibrary, loader_spec, skill_name, world_loaders


@runtime_checkable
class Clocked(Protocol):
    """An environment with a clock that the planner may see."""

    @property
    def now(self) -> datetime:
        """The present time of the environment."""
        ...


@dataclass(frozen=True)
class _Toolset:
    """All tools of one kind of environment, with the guidance and the ranking built over them."""

    specs: dict[str, ToolSpec]
    adapter: Adapter
    index: ToolIndex


class Harness:
    """One version of the harness. It holds no state between episodes but caches of what eta and the tools determine.

    `catalogue` are tools known beyond those of the environment (loaders of skills that worlds may install).
    `approver` is asked where the policy says `ask`; without one, `ask` is `deny`. Every memory search returns the
    `wanted_records`: for experiments, see `changed`. `bounds` are those of the installation.
    """

    def __init__(
        self,
        eta: Eta | Path = DEFAULT,
        mode: HarnessMode = HarnessMode.ON,
        *,
        exposure: Exposure = Exposure.FIXED,
        feedback: FeedbackStyle | None = None,
        catalogue: Sequence[ToolSpec] = (),
        approver: Approver | None = None,
        bounds: Bounds = OPEN,
        wanted_records: tuple[str, ...] = (),
    ) -> None:
        self.eta = eta if isinstance(eta, Eta) else Eta.load(eta)
        self.mode = mode
        self.exposure = exposure
        self.feedback = feedback or (FeedbackStyle.COMPACT if mode.compact else FeedbackStyle.ENVELOPE)
        self._catalogue = tuple(catalogue)
        self._approver = approver
        self.bounds = bounds
        self._wanted_records = wanted_records
        self._toolsets: dict[tuple[int, str], tuple[object, _Toolset]] = {}

    def changed(self, *, eta: Eta | None = None, wanted_records: tuple[str, ...] = ()) -> Harness:
        """The same harness with another eta, or with a memory search that returns these records: for experiments."""
        return Harness(
            eta or self.eta,
            self.mode,
            exposure=self.exposure,
            feedback=self.feedback,
            catalogue=self._catalogue,
            approver=self._approver,
            bounds=self.bounds,
            wanted_records=wanted_records,
        )

    def version(self) -> str:
        """The name of this harness on a trajectory: mode, eta digest, and what an experiment adds."""
        added = f"+{','.join(self._wanted_records)}" if self._wanted_records else ""
        return f"{self.mode.value}:{self.eta.digest()[:16]}{added}"

    def specs(self, environment: Environment) -> tuple[ToolSpec, ...]:
        """Every tool that could be exposed: the environment's, memory, and known skill loaders; by name."""
        return tuple(self._toolset(environment).specs.values())

    def adapter(self, environment: Environment) -> Adapter:
        """The scenario adapter built over the environment's tools."""
        return self._toolset(environment).adapter

    def exposed(self, task: Task, environment: Environment) -> tuple[str, ...]:
        """Names of the tools that the planner sees at the start."""
        if self.exposure is Exposure.FIXED:
            return task.tools
        called = tuple(call.name for message in task.history for call in message.tool_calls)
        return self._toolset(environment).index.expose(
            task.request, self.bounds.exposed_tools, called=called, ranked=self.mode.retrieval
        )

    def episode(
        self, task: Task, environment: Environment, seed: int, collector: Collector, labels: Labels | None = None
    ) -> HarnessEpisode | BrokenEpisode:
        """Reset the environment and begin. The trajectory goes to `collector` when the episode ends.

        The episode holds the environment until it ends or fails. A reset that fails gives an episode that is over
        already, with an invalid trajectory. Raises `EnvironmentHeldError` where another live episode holds it.
        """
        labels = labels or Labels()
        lease = None
        try:
            lease = begin(environment, task, seed)
            return self._begun(task, environment, lease, seed, collector, labels)
        except InfrastructureError as error:
            _give_back(lease)
            exposed = tuple(self._exposed(task, environment, {}).values())
            adapter = self._toolset(environment).adapter
            prompt = build_context(task, exposed, adapter, self.mode, now=None, seed=seed).prompt
            why = str(error) or "the environment could not be reset"
            record = Recorder(task, seed, prompt).trajectory(
                labels, self.version(), {}, environment.name, StopReason.INVALID, None, None, why
            )
            return BrokenEpisode(task, prompt, record, collector)
        except BaseException:
            _give_back(lease)
            raise

    def _begun(
        self, task: Task, environment: Environment, lease: Lease, seed: int, collector: Collector, labels: Labels
    ) -> HarnessEpisode:
        tools = self._toolset(environment)
        initial: Tables = environment.initial()
        specs = self._exposed(task, environment, initial.get(SKILLS, {}))
        exposed = tuple(specs.values())
        now = environment.now if isinstance(environment, Clocked) else None
        memory = self._memory(task, initial, now)
        context = build_context(
            task, exposed, tools.adapter, self.mode, now=now, recalled=memory.recall(task.request), seed=seed
        )
        executor = Executor(
            environment,
            {**tools.specs, **specs},
            specs,
            memory,
            SkillLibrary(self.eta.skills.values() if self.mode.skills else (), initial.get(SKILLS)),
            self.eta.runtime,
            checks=self.mode.compact,
            approver=self._approver,
        )
        return HarnessEpisode(
            task,
            seed,
            self.bounds.prompt(context.prompt),
            environment,
            lease,
            executor,
            initial,
            collector,
            turns=self.bounds.turns(task.max_turns),
            runtime=self.eta.runtime,
            style=self.feedback,
            harness=self.version(),
            labels=labels,
            omitted=context.omitted,
        )

    def _exposed(self, task: Task, environment: Environment, installed: Mapping[str, Any]) -> dict[str, ToolSpec]:
        """What the planner sees at the start, by name. A loader may belong to a skill that is not `installed` in this
        world: it stays, so that tasks of many worlds share one list. Retrieved tools come beside the world's loaders.
        """
        known = self._toolset(environment).specs
        loaders = {s.name: s for s in world_loaders(installed)}
        names = list(self.exposed(task, environment))
        if self.exposure is Exposure.RETRIEVED:
            names = [*names, *sorted(n for n in loaders if n not in names)]
        found = {n: loaders.get(n) or known.get(n) for n in names}
        return {
            n: spec or loader_spec(skill_name(n)) for n, spec in found.items() if spec or n.startswith(SKILL_PREFIX)
        }

    def _memory(self, task: Task, initial: Tables, now: datetime | None) -> MemoryTools:
        said = (task.request, *(m.content for m in task.history if m.role == "user"))
        rows = initial.get(TABLE, {})
        return MemoryTools(
            lambda: MemoryStore(rows, now),
            self.eta.memory,
            said,
            governed=self.mode.memory,
            wanted=self._wanted_records,
        )

    def _toolset(self, environment: Environment) -> _Toolset:
        offered = environment.specs()
        key = (len(offered), environment.name)
        cached = self._toolsets.get(key)
        if cached is not None and cached[0] == _identity(offered):
            return cached[1]
        own = [loader_spec(s.name, s.description) for s in self.eta.skills.values()] if self.mode.skills else []
        specs = {s.name: s for s in (*own, *self._catalogue, *offered, *MEMORY_SPECS)}
        ordered = dict(sorted(specs.items()))
        guided = [s for s in ordered.values() if not s.name.startswith(SKILL_PREFIX)]
        made = _Toolset(ordered, build(self.eta, guided), ToolIndex(ordered.values(), self.eta.routing, self.eta.usage))
        self._toolsets[key] = (_identity(offered), made)
        return made

    def digest(self, environment: Environment) -> str:
        """Identifies the harness with the tools it serves: the adapter's build and the mode."""
        return content_hash([self.adapter(environment).digest, self.mode.value, self.exposure.value])


def _give_back(lease: Lease | None) -> None:
    if lease is not None:
        lease.release()


def _identity(specs: Sequence[ToolSpec]) -> tuple[str, ...]:
    return tuple(s.name for s in specs)
