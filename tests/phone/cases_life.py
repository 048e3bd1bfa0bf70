"""The search over everything: what each tool does, and what it refuses."""

from __future__ import annotations

from tests.phone.full import Case, Refusal, count

DONE: list[Case] = [
    ("search_personal_information", {"query": "snowman"}, {}, count("files"), 5),
]  # fmt: skip

REFUSED: list[Refusal] = [
    ("search_personal_information", {"query": "!"}, {}, "bad_argument", "empty"),
]  # fmt: skip
