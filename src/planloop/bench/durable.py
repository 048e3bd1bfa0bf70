"""Durable: a run as a DBOS workflow over the store's ledger, resumed at its step after a kill at any moment.

DBOS's database (`rounds.sqlite` in the store) and ours do not commit together. The ledger decides: a step is committed
there first, DBOS records its result afterwards and replays it without asking. DBOS recovers by executor id and
application version, both set here; what it does not recover (a failed or paused run, another version of planloop)
starts as a new attempt that passes through the committed steps.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from planloop import __version__
from planloop.evolution.loop import Once
from planloop.store.ledger import Ledger

DATABASE = "rounds.sqlite"
EXECUTOR = "planloop"
VERSION = f"planloop-{__version__}"
WATCH_SECONDS = 0.2
ALIVE = ("PENDING", "ENQUEUED", "DELAYED")
"""States of a workflow that the launch recovers: it puts what was pending into its queue."""
Work = Callable[[Once], dict[str, Any]]
Step = Callable[[], JsonValue]


class Stopped(Exception):
    """The process was asked to stop (Ctrl-C); the run goes on from its last committed step."""


@dataclass
class _Job:
    """The work of this process, and what became of it. A workflow outlives it; it only finds it here."""

    ledger: Ledger
    work: Work
    step: Callable[[str], Any] | None = None
    pending: dict[str, Step] = field(default_factory=dict)
    done: threading.Event = field(default_factory=threading.Event)
    stop: threading.Event = field(default_factory=threading.Event)
    alone: threading.Lock = field(default_factory=threading.Lock)
    result: dict[str, Any] | None = None
    error: BaseException | None = None

    def once(self, key: str, step: Step) -> JsonValue:
        """The committed result of a step. A replay that answers with another step's result is not believed."""
        if self.stop.is_set():
            raise Stopped
        assert self.step is not None
        self.pending[key] = step
        answer = self.step(key)
        if not isinstance(answer, dict) or answer.get("key") != key:
            return self.ledger.once(key, step)
        result: JsonValue = answer["result"]
        return result

    def execute(self, key: str) -> dict[str, Any]:
        """What DBOS runs as a step."""
        return {"key": key, "result": self.ledger.once(key, self.pending[key])}

    def drive(self, run: str) -> str:
        """What DBOS runs as the workflow; errors are kept as they are, since it can only pass on pickled ones.

        One at a time: two would share the planner's weights.
        """
        if not self.alone.acquire(blocking=False):
            return f"{run}: another attempt is at work"
        try:
            self.result = self.work(self.once)
            return f"{run}: finished"
        except BaseException as error:
            self.error = error
            raise
        finally:
            self.done.set()


def run_durably(root: Path, ledger: Ledger, work: Work) -> dict[str, Any]:
    """The result of `work`, which calls its `once` for every step in an order that only earlier results decide.

    Exceptions of `work` are raised here; calling again goes on after the last committed step. One run at a time in a
    process. On Ctrl-C `work` ends with `Stopped` at its next step.
    """
    from dbos import DBOS, DBOSConfig

    job = _Job(ledger, work)
    config = DBOSConfig(
        name="planloop",
        system_database_url=f"sqlite:///{root / DATABASE}",
        executor_id=EXECUTOR,
        application_version=VERSION,
        log_level="CRITICAL",
        console_log_level="CRITICAL",
        enable_otlp=False,
    )
    DBOS(config=config)

    @DBOS.step(name="planloop.step")
    def step(key: str) -> dict[str, Any]:
        return job.execute(key)

    @DBOS.workflow(name="planloop.run", max_recovery_attempts=None)
    def workflow(run: str) -> str:
        return job.drive(run)

    job.step = step
    DBOS.launch()
    try:
        _attach(DBOS, ledger.run, workflow)
        while not job.done.wait(WATCH_SECONDS):
            pass
    except BaseException:
        job.stop.set()
        raise
    finally:
        DBOS.destroy(destroy_registry=True)
    if job.error is not None:
        raise job.error
    assert job.result is not None
    return job.result


def _attach(dbos: Any, run: str, workflow: Callable[[str], str]) -> None:
    """Start the run's next attempt, unless the launch has recovered the last one."""
    from dbos import SetWorkflowID

    attempts = dbos.list_workflows(workflow_id_prefix=f"{run}/", load_input=False, load_output=False)
    latest = max((int(w.workflow_id.rpartition("/")[2]) for w in attempts), default=0)
    for found in attempts:
        if found.status not in ALIVE:
            continue
        if found.app_version == VERSION and int(found.workflow_id.rpartition("/")[2]) == latest:
            return
        dbos.cancel_workflow(found.workflow_id)
    with SetWorkflowID(f"{run}/{latest + 1}"):
        dbos.start_workflow(workflow, run)
