"""Feedback (the planner sees it) and Evidence (only the verifier sees it): design rule 2."""

from __future__ import annotations

from enum import StrEnum

from pydantic import JsonValue

from planloop.contract.record import JsonObject, Record


class ErrorType(StrEnum):
    """Typed tool errors; `code` beside them follows HTTP usage as the published traces do."""

    BAD_ARGUMENT = "bad_argument"  # 400: schema or value
    PERMISSION_DENIED = "permission_denied"  # 403
    NOT_FOUND = "not_found"  # 404
    CONFLICT = "conflict"  # 409: state conflict, duplicate
    UNSUPPORTED = "unsupported"  # 422: known but not possible on this device
    UNKNOWN_TOOL = "unknown_tool"  # 405
    UNAVAILABLE = "unavailable"  # 503: injected or real service failure the planner must live with
    BLOCKED = "blocked"  # 451: stopped by the executor's policy before it ran


ERROR_CODES: dict[ErrorType, int] = {
    ErrorType.BAD_ARGUMENT: 400,
    ErrorType.PERMISSION_DENIED: 403,
    ErrorType.NOT_FOUND: 404,
    ErrorType.UNKNOWN_TOOL: 405,
    ErrorType.CONFLICT: 409,
    ErrorType.UNSUPPORTED: 422,
    ErrorType.BLOCKED: 451,
    ErrorType.UNAVAILABLE: 503,
}


class Feedback(Record):
    """The result of one call, in one shape: success, message, data, or error + type + code."""

    call_id: str
    tool: str
    success: bool
    message: str = ""
    data: JsonObject = {}
    error_type: ErrorType | None = None
    code: int = 200

    def envelope(self) -> JsonObject:
        """The JSON object sent back in the `role: tool` message of an OpenAI-style dialogue."""
        if self.success:
            return {"success": True, "message": self.message, "data": self.data}
        error_type = self.error_type.value if self.error_type else "error"
        return {"success": False, "error": self.message, "type": error_type, "code": self.code}


class Delta(Record):
    """One changed field of one record: `before`/`after` are None where the record did not (or no longer does) exist.

    `field` is None when a whole record was created or deleted; then before/after hold the record.
    """

    table: str
    id: str
    field: str | None
    before: JsonValue
    after: JsonValue


class Executed(Record):
    """One call as it was executed, for the verifier."""

    call_id: str
    tool: str
    arguments: JsonObject
    success: bool
    error_type: ErrorType | None = None
    side_effect: str = "read"
    turn: int = 0
    returned_memories: tuple[str, ...] = ()
    loaded_skill: str | None = None


class Evidence(Record):
    """What really happened: the state delta since reset and the operation log."""

    deltas: tuple[Delta, ...] = ()
    operations: tuple[Executed, ...] = ()
