"""The base of every contract type: frozen, closed, exact in JSON, addressed by content."""

from __future__ import annotations

import hashlib
import json
from typing import Self

from pydantic import BaseModel, ConfigDict, JsonValue

JsonObject = dict[str, JsonValue]


class Record(BaseModel):
    """An immutable value. Unknown fields are refused; JSON round trips are exact (no NaN, no infinity)."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, ser_json_inf_nan="null")

    def to_json(self) -> str:
        """One line of JSON; `from_json` gives back an equal record."""
        return self.model_dump_json()

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The record written by `to_json`. Raises `pydantic.ValidationError` naming the field that is wrong."""
        return cls.model_validate_json(text)

    def content_hash(self) -> str:
        """SHA-256 (hex) of the canonical JSON: equal records, and only they, have equal hashes."""
        return content_hash(self.model_dump(mode="json"))


def content_hash(value: object) -> str:
    """SHA-256 (hex) of a JSON value, independent of key order and spacing."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
