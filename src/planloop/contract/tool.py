"""A tool as the planner sees it: name, signature, domain, side-effect class."""

from __future__ import annotations

from enum import StrEnum

from planloop.contract.record import JsonObject, Record


class SideEffect(StrEnum):
    """How much a call can change; the executor's permission policy is written over these."""

    READ = "read"
    REVERSIBLE = "reversible"
    WRITES_USER_DATA = "writes_user_data"
    DESTRUCTIVE = "destructive"
    EXTERNAL = "external"  # leaves the device or cannot be undone (messages, calls, payments)


class ToolSpec(Record):
    """A callable tool. `parameters` is a JSON schema object (draft 2020-12) with `properties` and `required`."""

    name: str
    description: str
    parameters: JsonObject
    domain: str
    side_effect: SideEffect = SideEffect.READ
    permission: str | None = None  # name of the runtime permission the call needs, if any

    def to_openai(self) -> JsonObject:
        """The `tools[]` entry of an OpenAI chat request."""
        function: JsonObject = {"name": self.name, "description": self.description, "parameters": self.parameters}
        return {"type": "function", "function": function}
