"""The ledger: each step's result once, over restarts, failures and threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pydantic import JsonValue

from planloop.store.errors import LedgerError
from planloop.store.ledger import StepStatus
from planloop.store.store import Store


def test_a_done_step_does_not_run_again(tmp_path: Path) -> None:
    ran: list[int] = []

    def step() -> JsonValue:
        ran.append(1)
        return {"ids": [1, 2]}

    for _ in range(2):
        with Store.open(tmp_path) as store:
            assert store.ledger("r").once("collect", step) == {"ids": [1, 2]}
            assert store.ledger("other").step("collect") is None
    assert len(ran) == 1


def test_a_failed_step_is_recorded_and_tried_again(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        ledger = store.ledger("r")
        with pytest.raises(ZeroDivisionError):
            ledger.once("k", lambda: 1 // 0)
        held = ledger.step("k")
        assert held is not None
        assert (held.status, held.attempts) == (StepStatus.FAILED, 1)
        assert held.error is not None and "ZeroDivisionError" in held.error
        assert ledger.once("k", lambda: None) is None
        assert ledger.once("k", lambda: 5) is None
        assert [(s.key, s.status, s.attempts) for s in ledger.steps()] == [("k", StepStatus.DONE, 2)]


def test_a_result_that_is_not_json_is_refused(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        for bad in ({1, 2}, float("nan"), tmp_path):
            with pytest.raises(LedgerError, match="step k of run r"):
                store.ledger("r").once("k", lambda bad=bad: bad)  # type: ignore[misc]


def test_threads_share_one_run_of_a_step(tmp_path: Path) -> None:
    ran: list[int] = []
    gate = threading.Barrier(4)

    def step() -> JsonValue:
        ran.append(1)
        return len(ran)

    with Store.open(tmp_path) as store:

        def call(_: int) -> object:
            gate.wait()
            return store.ledger("r").once("k", step)

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(call, range(4))) == [1, 1, 1, 1]


def test_a_step_inside_a_transaction_is_refused(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store, store.transaction(), pytest.raises(LedgerError, match="outside of it"):
        store.ledger("r").once("k", lambda: 1)
