"""The run ledger: each step of a run has at most one committed result, so a killed run can go on (design rule 9)."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from enum import StrEnum

from pydantic import JsonValue
from sqlalchemy import select

from planloop.contract.record import Record
from planloop.store.database import Database, now
from planloop.store.errors import LedgerError
from planloop.store.schema import LEDGER


class StepStatus(StrEnum):
    """How far a step has come. STARTED after a restart means: was interrupted, will run again."""

    STARTED = "started"
    DONE = "done"
    FAILED = "failed"


class Step(Record):
    """One line of the ledger. `result` counts only where `status` is DONE; times are ISO 8601 in UTC."""

    key: str
    status: StepStatus
    result: JsonValue = None
    error: str | None = None
    attempts: int
    started_at: str
    finished_at: str | None = None


class Ledger:
    """The steps of one run."""

    def __init__(self, database: Database, run: str) -> None:
        self._database = database
        self.run = run
        self._guard = threading.Lock()
        self._keys: dict[str, threading.Lock] = {}

    def once(self, key: str, step: Callable[[], JsonValue]) -> JsonValue:
        """The committed result of `key`; where there is none, run `step` and commit what it returns.

        `step` must itself be idempotent up to its result: a process killed inside it runs it again. Its result is
        JSON, and a repeated call gives back what a reader of the store would get. An exception of `step` is recorded
        and raised again; the next call tries anew. Raises `LedgerError` for a result that is not JSON.
        """
        if self._database.in_transaction:
            raise LedgerError(f"step {key} of run {self.run} is inside a transaction: call once() outside of it")
        with self._lock(key):
            held = self.step(key)
            if held is not None and held.status is StepStatus.DONE:
                return held.result
            attempts = 1 if held is None else held.attempts + 1
            self._write(Step(key=key, status=StepStatus.STARTED, attempts=attempts, started_at=now()))
            try:
                result = _checked(self.run, key, step())
            except BaseException as error:
                self._finish(key, StepStatus.FAILED, None, f"{type(error).__name__}: {error}")
                raise
            self._finish(key, StepStatus.DONE, result, None)
            return result

    def step(self, key: str) -> Step | None:
        """The line of `key`, or None if it was never started."""
        query = select(LEDGER).where(LEDGER.c.run == self.run, LEDGER.c.key == key)
        with self._database.read() as connection:
            row = connection.execute(query).mappings().one_or_none()
        return None if row is None else _step(dict(row))

    def steps(self) -> list[Step]:
        """All lines, in the order in which they last started."""
        query = select(LEDGER).where(LEDGER.c.run == self.run).order_by(LEDGER.c.started_at, LEDGER.c.key)
        with self._database.read() as connection:
            return [_step(dict(row)) for row in connection.execute(query).mappings()]

    def _lock(self, key: str) -> threading.Lock:
        with self._guard:
            return self._keys.setdefault(key, threading.Lock())

    def _write(self, step: Step) -> None:
        values = {"status": step.status.value, "attempts": step.attempts, "started_at": step.started_at}
        fresh = {"result": None, "error": None, "finished_at": None}
        mine = (LEDGER.c.run == self.run) & (LEDGER.c.key == step.key)
        with self._database.write() as connection:
            if connection.execute(LEDGER.update().where(mine).values(values | fresh)).rowcount == 0:
                connection.execute(LEDGER.insert().values({"run": self.run, "key": step.key} | values))

    def _finish(self, key: str, status: StepStatus, result: JsonValue, error: str | None) -> None:
        values = {"status": status.value, "error": error, "finished_at": now()}
        if status is StepStatus.DONE:
            values["result"] = json.dumps(result, ensure_ascii=False, allow_nan=False)
        mine = (LEDGER.c.run == self.run) & (LEDGER.c.key == key)
        with self._database.write() as connection:
            connection.execute(LEDGER.update().where(mine).values(values))


def _checked(run: str, key: str, result: JsonValue) -> JsonValue:
    """`result` as it will be read back, so that first and later calls see the same."""
    try:
        return json.loads(json.dumps(result, ensure_ascii=False, allow_nan=False))  # type: ignore[no-any-return]
    except (TypeError, ValueError) as error:
        raise LedgerError(
            f"step {key} of run {run} returned something that is not JSON ({error}): return ids and numbers, "
            "and put the rest into the store"
        ) from error


def _step(row: dict[str, object]) -> Step:
    result = row["result"]
    values = {k: v for k, v in row.items() if k != "run"}
    return Step.model_validate(values | {"result": json.loads(result) if isinstance(result, str) else None})
