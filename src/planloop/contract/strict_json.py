"""Reading JSON that others wrote: standard JSON only, so that whatever was read can be written again exactly."""

from __future__ import annotations

import json
import math

from pydantic import JsonValue


class JsonProblem(ValueError):
    """The text is not what it should be; the message completes "the text is ..." or names the field."""


def loads(text: str) -> JsonValue:
    """The JSON value in `text`. NaN, infinities, lone surrogates and absurd depth are refused with `JsonProblem`."""
    try:
        value: JsonValue = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
        text.encode()
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise JsonProblem(f"not valid JSON: {error.msg} at character {error.pos + 1}") from error
    except RecursionError:
        raise JsonProblem("nested too deeply to be read") from None
    except UnicodeEncodeError:
        raise JsonProblem("not valid text: it holds half of a surrogate pair") from None
    except JsonProblem:
        raise
    except ValueError as error:
        raise JsonProblem(f"not readable JSON: {error}") from error
    return value


def _refuse_constant(name: str) -> float:
    raise JsonProblem(f"not standard JSON: it holds {name}")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise JsonProblem(f"not standard JSON: {text} is too large")
    return number
