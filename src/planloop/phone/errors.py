"""Typed tool errors, raised inside apps and turned into `Feedback` by the sandbox."""

from __future__ import annotations

from planloop.contract.feedback import ErrorType


class ToolError(Exception):
    """A call that the phone understood but did not carry out. The planner sees `message`, type and code."""

    def __init__(self, error_type: ErrorType, message: str) -> None:
        super().__init__(message)
        self.error_type = error_type
        self.message = message


def bad(message: str) -> ToolError:
    """400: a value the tool does not accept."""
    return ToolError(ErrorType.BAD_ARGUMENT, message)


def missing(message: str) -> ToolError:
    """404: nothing of that name or id."""
    return ToolError(ErrorType.NOT_FOUND, message)


def conflict(message: str) -> ToolError:
    """409: the current state does not allow it, or it already exists."""
    return ToolError(ErrorType.CONFLICT, message)


def unsupported(message: str) -> ToolError:
    """422: known, but not possible on this phone."""
    return ToolError(ErrorType.UNSUPPORTED, message)


def denied(message: str) -> ToolError:
    """403: a runtime permission is not granted."""
    return ToolError(ErrorType.PERMISSION_DENIED, message)
