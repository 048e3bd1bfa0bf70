"""Utilities, and the search over everything: what each tool does, and what it refuses."""

from __future__ import annotations

from tests.phone.full import Case, Refusal, cell, count, setting

DONE: list[Case] = [
    ("browser_service", {"action": "open", "query": "swim.example.org"}, {}, count("web_pages", open=True), 1),
    ("browser_service", {"action": "bookmark", "query": "swimming"}, {}, count("web_pages", bookmarked=True), 1),
    ("scan_code", {"fileName": "Menu.png"}, {}, count("codes"), 1),
    ("manage_translation", {"action": "download", "language": "korean"}, {}, setting("language_packs"),
     ["French", "Korean"]),
    ("manage_expenses", {"action": "add", "amount": 7.2, "category": "transport"}, {},
     cell("expenses", "amount", "kind", "transport"), 7.2),
    ("manage_expenses", {"action": "delete_last"}, {}, count("expenses"), 0),
    ("manage_habits", {"action": "check_off", "name": "stretch"}, {}, cell("habits", "days", "name", "Stretch"), 4),
    ("search_personal_information", {"query": "snowman"}, {}, count("files"), 5),
]  # fmt: skip

REFUSED: list[Refusal] = [
    ("browser_service", {"action": "close", "query": "Swimming Hall"}, {}, "conflict", "not open"),
    ("scan_code", {"fileName": "Snowman.jpg"}, {}, "not_found", "no code"),
    ("manage_translation", {"action": "download", "language": "Korean"}, {"wifi": False}, "conflict", "need Wi-Fi"),
    ("manage_expenses", {"action": "add", "amount": -1, "category": "food"}, {}, "bad_argument", "above 0"),
    ("manage_habits", {"action": "check_off", "name": "No sugar"}, {}, "conflict", "today already"),
    ("search_personal_information", {"query": "!"}, {}, "bad_argument", "empty"),
]  # fmt: skip
