"""Arguments against a JSON Schema that somebody else wrote: it may be broken, and it must not act."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from planloop.contract.record import JsonObject


def misfit(schema: JsonObject, arguments: JsonObject) -> str | None:
    """Why arguments do not fit the schema; None where they do, or where nobody can tell.

    No reference is followed out of the schema, to a file or an address, and no regular expression of it is run: one
    can be written so that it never ends. A schema that cannot be applied says nothing about the arguments.
    """
    from referencing import Registry

    try:
        errors = _validator()(schema, registry=Registry()).iter_errors(arguments)
        first = next(iter(errors), None)
    except Exception:  # noqa: BLE001  (whatever is wrong in it)
        return None
    return None if first is None else str(first.message)


@lru_cache(maxsize=1)
def _validator() -> Any:
    import jsonschema

    skipped = dict.fromkeys(("pattern", "patternProperties"), _nothing)
    return jsonschema.validators.extend(jsonschema.Draft202012Validator, skipped)


def _nothing(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any]:
    return iter(())
