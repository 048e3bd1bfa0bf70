"""Which suites `planloop bench` knows, and what a suite's runner takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from planloop.contract.errors import PlanloopError

if TYPE_CHECKING:
    from planloop.evolution.ports import Voice

RUNNERS: dict[str, str] = {
    "phone-starter": "planloop.bench.phone",
    "bfcl": "planloop.bench.bfcl_main",
}
"""Suite name -> the module whose `run` plays it. A new suite is a new line here."""


@dataclass(frozen=True)
class Price:
    """Of a million tokens, in any currency."""

    input_tokens: float
    output_tokens: float

    @classmethod
    def parse(cls, text: str) -> Price:
        """From `INPUT/OUTPUT`, such as `0.15/0.6`. Raises `PlanloopError` for anything else."""
        try:
            given, made = (float(part) for part in text.split("/"))
        except ValueError:
            given = made = -1.0
        if not (0 <= given < float("inf") and 0 <= made < float("inf")):
            raise PlanloopError(
                f"{text!r} is not a price", place="--price", cure="give two prices of a million tokens: INPUT/OUTPUT"
            )
        return cls(given, made)

    def of(self, cost: Mapping[str, float]) -> float:
        """The price of `input_tokens` and `output_tokens`."""
        return (self.input_tokens * cost["input_tokens"] + self.output_tokens * cost["output_tokens"]) / 1e6


@dataclass(frozen=True)
class BenchOptions:
    """What was asked for. `split`, `harness`, `exposure`, `repeats` and `price` mean something to suites that have
    them; `api_key_env` names the environment variable with the key of an endpoint."""

    suite: str
    planner: str
    split: str = "test"
    harness: str = "on"
    exposure: str = "fixed"
    limit: int | None = None
    seed: int = 0
    out: Path | None = None
    api_key_env: str | None = None
    repeats: int = 1
    price: Price | None = None


@dataclass(frozen=True)
class BenchReport:
    """`value` is the JSON object (design section 14), `text` the table for people."""

    value: dict[str, Any]
    text: str


class Runner(Protocol):
    """A suite's way of playing itself."""

    def run(self, options: BenchOptions, voice: Voice) -> BenchReport:
        """Play the suite. Raises `PlanloopError` when it could not be measured."""
        ...


def run(options: BenchOptions, voice: Voice) -> BenchReport:
    """Play the suite that the options name, and tell `voice` how far it is."""
    module = RUNNERS.get(options.suite)
    if module is None:
        raise PlanloopError(f"there is no suite {options.suite!r}", cure=f"use one of {', '.join(sorted(RUNNERS))}")
    runner: Runner = import_module(module)
    return runner.run(options, voice)
