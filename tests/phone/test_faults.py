"""Injected faults: they hit the call they name, again after a reset, and nothing else."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

import planloop.phone.apps  # noqa: F401 - registers the tools
from planloop.contract.feedback import ErrorType
from planloop.contract.task import Fault, WorldSpec
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone


def outcomes(phone: Phone, tool: str, times: int) -> list[str]:
    """`ok` or the type of error of each call."""
    out = []
    for _ in range(times):
        try:
            phone.call(tool, {"action": "query"})
            out.append("ok")
        except ToolError as error:
            out.append(error.error_type.value)
    return out


def fault(nth: int, kind: ErrorType = ErrorType.UNAVAILABLE) -> Fault:
    return Fault(tool="manage_stopwatch", nth=nth, error_type=kind, message="down")


@pytest.mark.parametrize(
    ("nth", "expected"),
    [
        ((1,), ["unavailable", "ok", "ok"]),
        ((2,), ["ok", "unavailable", "ok"]),
        ((0,), ["unavailable"] * 3),
        ((1, 3), ["unavailable", "ok", "unavailable"]),
    ],
)
def test_a_fault_hits_the_calls_it_names_and_again_after_a_reset(nth: tuple[int, ...], expected: list[str]) -> None:
    phone = Phone()
    for _ in range(2):
        phone.reset(WorldSpec(seed=0, faults=tuple(map(fault, nth))))
        assert outcomes(phone, "manage_stopwatch", 3) == expected
        assert outcomes(phone, "manage_alarm", 1) == ["ok"]
    phone.reset(WorldSpec(seed=0))
    assert outcomes(phone, "manage_stopwatch", 1) == ["ok"]


def test_a_fault_of_an_unknown_type_is_refused_where_the_task_is_read() -> None:
    with pytest.raises(ValidationError, match="error_type"):
        Fault.model_validate({"tool": "manage_stopwatch", "nth": 1, "error_type": "gremlins", "message": "x"})
