"""Records that were stored once stay readable: one of every versioned type, as a run of that version wrote it.

`stored.jsonl` holds them, `{"type": ..., "json": ...}` a line. Lines are added when a type or a version is; none is
ever changed, since nobody changes the stores that people have.
"""

from __future__ import annotations

import json
import typing
from pathlib import Path

import pytest
from tests.contract.test_record import record_types

from planloop.contract.record import JsonObject, Record

STORED = [json.loads(line) for line in Path(__file__).with_name("stored.jsonl").read_text("utf-8").splitlines()]
PRINTED = {"RunSummary"}  # what `planloop run --json` says; no store holds one
VERSIONED = {
    record.__name__: record
    for record in record_types()
    if "schema_version" in record.model_fields and record.__name__ not in PRINTED
}


def versions_of(record: type[Record]) -> set[int]:
    return set(typing.get_args(record.model_fields["schema_version"].annotation))


def holds(found: typing.Any, stored: typing.Any) -> bool:
    """Whether everything stored is in what was read; fields that came later may stand beside it."""
    if isinstance(stored, dict):
        return isinstance(found, dict) and all(name in found and holds(found[name], stored[name]) for name in stored)
    if isinstance(stored, list):
        return len(found) == len(stored) and all(map(holds, found, stored))
    return bool(found == stored)


@pytest.mark.parametrize("line", STORED, ids=lambda line: f"{line['type']}-{line['json']['schema_version']}")
def test_what_was_stored_is_read_and_loses_nothing(line: JsonObject) -> None:
    stored = typing.cast(JsonObject, line["json"])
    again = VERSIONED[str(line["type"])].from_json(json.dumps(stored)).model_dump(mode="json")
    assert holds(again | {"schema_version": stored["schema_version"]}, stored)


@pytest.mark.parametrize("name", sorted(VERSIONED))
def test_there_is_a_stored_record_of_every_type_and_version(name: str) -> None:
    held = {line["json"]["schema_version"] for line in STORED if line["type"] == name}
    assert held == versions_of(VERSIONED[name])
