"""Reading a tool result in whatever envelope it was logged: did the call succeed, and what did it say?"""

from __future__ import annotations

import re

from pydantic import JsonValue

from planloop.contract.feedback import ERROR_CODES, ErrorType, Feedback
from planloop.contract.record import JsonObject
from planloop.contract.strict_json import JsonProblem, loads

_GOOD = frozenset({"success", "succeeded", "ok", "done", "completed", "loaded"})
_BAD = frozenset({"error", "failed", "failure", "fail", "denied", "exception"})
_BAD_TEXT = re.compile(r"\s*(\[?(tool )?error\b|exception\b|traceback\b|failed\b|failure\b|错误|失败)", re.IGNORECASE)
_TYPES = {code: error_type for error_type, code in ERROR_CODES.items()}
_META = frozenset({"success", "message", "status", "ok", "error", "code", "type", "data"})
UNKNOWN_FAILURE = 400


def read_result(content: str, call_id: str, tool: str) -> Feedback:
    """The feedback in a `role: tool` message.

    Accepted are `{success, message, data}`; flat objects with `success`, `ok` or `status`; `{error, code}` with a text
    or an object; MCP's `isError` with content parts; HTTP-like codes; and plain text, which failed if it opens so.
    """
    try:
        value = loads(content)
    except JsonProblem:
        failed = bool(_BAD_TEXT.match(content))
        return _feedback(call_id, tool, not failed, content.strip(), {}, None)
    if not isinstance(value, dict):
        text = value if isinstance(value, str) else ""
        failed = bool(text and _BAD_TEXT.match(text))
        return _feedback(call_id, tool, not failed, text, {} if text else {"result": value}, None)
    success = _succeeded(value)
    return _feedback(call_id, tool, success, _text(value, success), _data(value), _code(value))


def _succeeded(value: JsonObject) -> bool:
    for key in ("success", "ok"):
        flag = value.get(key)
        if isinstance(flag, bool):
            return flag
    if value.get("isError") is True or value.get("is_error") is True:
        return False
    if value.get("error") or value.get("errors"):
        return False
    status = value.get("status")
    if isinstance(status, str) and status.lower() in _BAD:
        return False
    if isinstance(status, str) and status.lower() in _GOOD:
        return True
    code = _code(value)
    return code is None or code < 400


def _text(value: JsonObject, success: bool) -> str:
    keys = ("message",) if success else ("error", "message", "errors", "detail", "reason")
    for key in keys:
        found = value.get(key)
        if isinstance(found, str) and found:
            return found
        if isinstance(found, dict) and isinstance(found.get("message"), str):
            return str(found["message"])
        if isinstance(found, list) and found:
            return "; ".join(str(item) for item in found)
    parts = value.get("content")
    if isinstance(parts, list):
        return " ".join(str(part.get("text", "")) for part in parts if isinstance(part, dict)).strip()
    return ""


def _data(value: JsonObject) -> JsonObject:
    data = value.get("data")
    if isinstance(data, dict):
        return data
    flat = {key: item for key, item in value.items() if key not in _META}
    return flat if data is None else {**flat, "data": data}


def _code(value: JsonObject) -> int | None:
    error = value.get("error")
    nested = error if isinstance(error, dict) else {}
    for found in (*(value.get(key) for key in ("code", "status_code", "statusCode", "status")), nested.get("code")):
        if isinstance(found, int) and not isinstance(found, bool) and 100 <= found < 600:
            return found
    return None


def _feedback(call_id: str, tool: str, success: bool, message: str, data: JsonObject, code: int | None) -> Feedback:
    if success:
        return Feedback(call_id=call_id, tool=tool, success=True, message=message, data=data)
    error_type = _TYPES.get(code) if code is not None else None
    if error_type is None and code is not None and code >= 500:
        error_type = ErrorType.UNAVAILABLE
    return Feedback(
        call_id=call_id,
        tool=tool,
        success=False,
        message=message,
        data=data,
        error_type=error_type,
        code=code if code is not None and code >= 400 else UNKNOWN_FAILURE,
    )


def loaded_tools(feedback: Feedback) -> tuple[str, ...]:
    """Names of the tools that a skill loader's result made available."""
    listed: JsonValue = feedback.data.get("loaded_tools")
    return tuple(str(name) for name in listed) if isinstance(listed, list) else ()
