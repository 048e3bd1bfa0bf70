"""Names in requests: find the record that a spoken name means, or say what is near."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from planloop.phone.errors import conflict, missing
from planloop.phone.state import Row


def resolve(rows: Iterable[tuple[str, Row]], text: str, what: str, field: str = "name") -> str:
    """The id of the record whose `field` is `text`, or the only one that has all its words.

    Raises 409 when several match and 404 (with the nearest name, if any is near) when none does.
    """
    named = {key: str(row[field]) for key, row in rows}
    wanted = text.strip().lower()
    for key, name in named.items():
        if name.lower() == wanted:
            return key
    words = _words(text)
    found = [key for key, name in named.items() if words and words <= _words(name)]
    if len(found) == 1:
        return found[0]
    if found:
        raise conflict(f"several {what}s match: {', '.join(named[k] for k in found[:3])}")
    lower = {name.lower(): name for name in named.values()}
    near = difflib.get_close_matches(wanted, lower, n=1, cutoff=0.6)
    hint = f"; did you mean {lower[near[0]]}?" if near else ""
    raise missing(f"no {what} {text}{hint}")


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
