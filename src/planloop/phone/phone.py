"""The sandbox phone: one state, one frozen clock, permissions, faults, and every registered tool."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from planloop.contract.feedback import ErrorType
from planloop.contract.record import JsonObject
from planloop.contract.task import WorldSpec
from planloop.phone.errors import ToolError, denied
from planloop.phone.registry import REGISTRY, Outcome
from planloop.phone.state import State
from planloop.phone.storey import Storey
from planloop.phone.world import install, world


class Phone:
    """A phone. `reset` brings it to a world in microseconds; `call` runs one tool by name.

    It is of the given storey until a world of another is asked for.
    """

    __slots__ = ("_calls", "_faults", "now", "state", "storey", "tools")

    def __init__(self, storey: Storey = Storey.FIRST) -> None:
        install()
        self._enter(storey)
        self.state = State({})
        self.now = datetime(2026, 1, 1)
        self._faults: dict[str, list[Any]] = {}
        self._calls: dict[str, int] = {}

    def reset(self, spec: WorldSpec) -> None:
        """Bring the phone to the seeded world with the task's overrides and faults."""
        if spec.storey != self.storey:
            self._enter(Storey(spec.storey))
        seeded = world(spec.seed, self.storey)
        self.state.reset(seeded.tables)
        self.now = seeded.now
        self._faults = {}
        self._calls = {}
        if spec.overrides:
            self._override(spec)
        for fault in spec.faults:
            self._faults.setdefault(fault.tool, []).append(fault)

    def _enter(self, storey: Storey) -> None:
        self.storey = storey
        self.tools = REGISTRY.of(storey)

    def _override(self, spec: WorldSpec) -> None:
        state = self.state
        for change in spec.overrides:
            if change.field is not None:
                state.set(change.table, change.id, **{change.field: change.value})
            elif change.value is None:
                state.delete(change.table, change.id)
            else:
                if not isinstance(change.value, dict):
                    raise ValueError(f"override of {change.table}/{change.id}: a whole record must be an object")
                state.insert(change.table, dict(change.value), key=change.id)
        state.seal()

    def call(self, name: str, arguments: JsonObject) -> Outcome:
        """Run a tool. Raises `ToolError` for anything the planner can be told about."""
        found = self.tools.get(name)
        if found is None:
            raise ToolError(ErrorType.UNKNOWN_TOOL, f"there is no tool {name}")
        if self._faults:
            self._fault(name)
        permission = found.spec.permission
        if permission is not None and not self.granted(permission):
            raise denied(f"permission {permission} is not granted")
        return found.run(self, **found.bind(arguments))

    def granted(self, permission: str) -> bool:
        """Whether a runtime permission is granted (table `permissions`)."""
        row = self.state.get("permissions", permission)
        return bool(row and row["granted"])

    def _fault(self, name: str) -> None:
        faults = self._faults.get(name)
        if not faults:
            return
        count = self._calls.get(name, 0) + 1
        self._calls[name] = count
        for fault in faults:
            if fault.nth in (0, count):
                raise ToolError(fault.error_type, fault.message)

    # Small conveniences for apps -------------------------------------------------------------

    def setting(self, name: str) -> Any:
        """Value of a device setting (table `settings`, one record per setting)."""
        row = self.state.get("settings", name)
        if row is None:
            raise KeyError(f"settings/{name}")
        return row["value"]

    def change(self, name: str, value: Any) -> Any:
        """Set a device setting; gives back the old value."""
        old = self.setting(name)
        self.state.set("settings", name, value=value)
        return old
