"""Measurements: every reported number leads to the trajectories it was counted from (design rule 8)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from planloop.contract.lineage import Edge, Relation
from planloop.contract.record import Record
from planloop.contract.split import Split
from planloop.contract.trajectory import Trajectory
from planloop.store.database import Database, chunks
from planloop.store.errors import ConflictError, UnknownIdError
from planloop.store.lineage import Lineage
from planloop.store.schema import MEASUREMENT, TRAJECTORY

ID_START = "measurement:"


class MeasuredEpisode(Record):
    """One counted episode. Invalid ones are kept, and are no part of any rate. Tokens, calls and turns as in `Cost`."""

    trajectory_id: str
    split: Split
    task_key: str
    success: bool
    valid: bool
    progress: float
    input_tokens: int
    output_tokens: int
    tool_calls: int
    turns: int


class Measurement(Record):
    """A named set of episodes of one run, e.g. `test.before`."""

    run: str
    name: str
    round: int
    episodes: tuple[MeasuredEpisode, ...]

    @property
    def id(self) -> str:
        """The measurement's id in the lineage."""
        return measurement_id(self.run, self.name)

    @property
    def trajectory_ids(self) -> tuple[str, ...]:
        """Where the number comes from."""
        return tuple(e.trajectory_id for e in self.episodes)

    @property
    def valid_episodes(self) -> tuple[MeasuredEpisode, ...]:
        """The episodes that count."""
        return tuple(e for e in self.episodes if e.valid)


class Measurements:
    """Episodes are added to a measurement once each, in as many batches as needed."""

    def __init__(self, database: Database, lineage: Lineage) -> None:
        self._database = database
        self._lineage = lineage

    def add(self, *, run: str, round: int, name: str, trajectories: Sequence[Trajectory]) -> str:  # noqa: A002
        """Count held trajectories under `name`; returns the measurement's id. Repeating it changes nothing.

        Raises `UnknownIdError` for a trajectory that was not appended, `ConflictError` if the same episode is already
        counted with other values or the name belongs to another round.
        """
        rows = [_episode(t) for t in trajectories]
        with self._database.write() as connection:
            known: set[str] = set()
            for piece in chunks([r.trajectory_id for r in rows]):
                query = select(TRAJECTORY.c.id).where(TRAJECTORY.c.id.in_(piece))
                known.update(connection.execute(query).scalars())
            missing = [r.trajectory_id for r in rows if r.trajectory_id not in known]
            if missing:
                raise UnknownIdError(
                    f"measurement {name}: trajectory {missing[0]} is not in the store: append it first"
                )
            try:
                held = self.get(name, run=run)
            except UnknownIdError:
                held = Measurement(run=run, name=name, round=round, episodes=())
            if held.round != round:
                raise ConflictError(f"measurement {name} of run {run} belongs to round {held.round}: use another name")
            counted = {e.trajectory_id: e for e in held.episodes}
            for row in rows:
                if counted.setdefault(row.trajectory_id, row) != row:
                    raise ConflictError(
                        f"measurement {name} of run {run} counts {row.trajectory_id} with other values: "
                        "use another name for the new count"
                    )
            before = set(held.trajectory_ids)
            fresh = [e for e in counted.values() if e.trajectory_id not in before]
            place = {"run": run, "name": name, "round": round}
            if fresh:
                connection.execute(MEASUREMENT.insert(), [e.model_dump(mode="json") | place for e in fresh])
            key = measurement_id(run, name)
            self._lineage.add(Edge(from_id=key, to_id=e.trajectory_id, relation=Relation.EVALUATED_ON) for e in fresh)
        return key

    def get(self, name: str, *, run: str | None = None) -> Measurement:
        """The measurement of this name (or id). Raises `UnknownIdError`, also where several runs have the name."""
        if name.startswith(ID_START):
            run, name = name.removeprefix(ID_START).split(":", 1)
        query = select(MEASUREMENT).where(MEASUREMENT.c.name == name)
        if run is not None:
            query = query.where(MEASUREMENT.c.run == run)
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(MEASUREMENT.c.trajectory_id)).mappings().all()
        runs = sorted({row["run"] for row in rows})
        if len(runs) != 1:
            found = (
                f"runs {', '.join(runs)} have it: name one" if runs else "no run has it: see store.measurements.names()"
            )
            raise UnknownIdError(f"measurement {name}: {found}")
        fields = MeasuredEpisode.model_fields
        episodes = tuple(MeasuredEpisode.model_validate({k: row[k] for k in fields}) for row in rows)
        return Measurement(run=runs[0], name=name, round=rows[0]["round"], episodes=episodes)

    def names(self, *, run: str | None = None) -> list[tuple[str, str]]:
        """Every (run, name) held, sorted."""
        query = select(MEASUREMENT.c.run, MEASUREMENT.c.name).distinct()
        if run is not None:
            query = query.where(MEASUREMENT.c.run == run)
        with self._database.read() as connection:
            return sorted((r, n) for r, n in connection.execute(query).all())


def measurement_id(run: str, name: str) -> str:
    """`measurement:run:name`; a run's name holds no colon."""
    if ":" in run:
        raise ConflictError(f"run name {run!r} holds a colon: choose a name without one")
    return f"{ID_START}{run}:{name}"


def _episode(trajectory: Trajectory) -> MeasuredEpisode:
    return MeasuredEpisode(
        trajectory_id=trajectory.id,
        split=trajectory.split,
        task_key=trajectory.task_key,
        success=trajectory.success,
        valid=trajectory.valid,
        progress=trajectory.verdict.progress if trajectory.verdict else 0.0,
        input_tokens=trajectory.cost.input_tokens,
        output_tokens=trajectory.cost.output_tokens,
        tool_calls=trajectory.cost.tool_calls,
        turns=trajectory.cost.turns,
    )
