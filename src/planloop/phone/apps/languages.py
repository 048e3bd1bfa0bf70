"""System Settings: the languages of the phone and of single apps."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.programs import app
from planloop.phone.apps.reach import need_internet
from planloop.phone.errors import bad, conflict
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

LOCALES = (
    "English (United States)", "English (United Kingdom)", "English (Australia)", "German (Germany)",
    "German (Austria)", "French (France)", "French (Canada)", "Spanish (Spain)", "Spanish (Mexico)",
    "Portuguese (Portugal)", "Portuguese (Brazil)", "Italian (Italy)", "Dutch (Netherlands)", "Polish (Poland)",
    "Turkish (Turkey)", "Swedish (Sweden)", "Japanese (Japan)", "Korean (South Korea)", "Hindi (India)",
)  # fmt: skip


@populate(order=60)
def languages(builder: WorldBuilder) -> None:
    """All languages the phone can have, the owner's list (English first), and one app that speaks another one."""
    rng = builder.rng
    chosen = [rng.choice(LOCALES[:3]), *rng.sample(LOCALES[3:], rng.randrange(1, 3))]
    for name in LOCALES:
        builder.add("locales", {"name": name, "downloaded": name in chosen or rng.random() < 0.15})
    builder.setting("language_list", chosen)
    builder.tables.setdefault("app_languages", {})
    if rng.random() < 0.5:
        key = rng.choice([key for key, row in builder.tables["apps"].items() if not row["system"]])
        row = {"app": builder.tables["apps"][key]["name"], "language": chosen[-1]}
        builder.add("app_languages", row, key=key)


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_system_language(
    phone: Phone,
    action: Literal["query", "add", "set_primary", "remove", "set_app_language"],
    language: str | None = None,
    appName: str | None = None,
) -> Outcome:
    """Languages of the phone's menus: list, add, remove, set the primary one, or give one app its own language."""
    listed = list(phone.setting("language_list"))
    if action == "query":
        apps: dict[str, JsonValue] = {row["app"]: row["language"] for _, row in phone.state.items("app_languages")}
        return Outcome(f"the phone speaks {listed[0]}", {"languages": listed, "apps": apps})
    if language is None or not language.strip():
        raise bad("missing argument language")
    if action == "set_app_language":
        if appName is None:
            raise bad("missing argument appName")
        return _app_language(phone, appName, language)
    if action == "add":
        return _add(phone, listed, language)
    return _reorder(phone, listed, language, action)


def _listed(listed: list[str], language: str) -> str | None:
    """The one listed language that is meant, None where none is; 409 where several are."""
    whole = [name for name in listed if name.lower() == language.strip().lower()]
    found = whole or [name for name in listed if _words(language) <= _words(name)]
    if len(found) > 1:
        raise conflict(f"several languages match: {', '.join(found)}")
    return found[0] if found else None


def _words(text: str) -> set[str]:
    return set(text.lower().replace("(", " ").replace(")", " ").split())


def _catalogued(phone: Phone, language: str) -> str:
    key = resolve(phone.state.items("locales"), language, "language")
    if not (phone.state.get("locales", key) or {})["downloaded"]:
        need_internet(phone)
    return key


def _add(phone: Phone, listed: list[str], language: str) -> Outcome:
    key = _catalogued(phone, language)
    name = str((phone.state.get("locales", key) or {})["name"])
    if name in listed:
        raise conflict(f"{name} is already in the list; set_primary puts it first")
    phone.state.set("locales", key, downloaded=True)
    phone.change("language_list", [*listed, name])
    return Outcome(f"{name} added; the phone still speaks {listed[0]}")


def _reorder(phone: Phone, listed: list[str], language: str, action: str) -> Outcome:
    name = _listed(listed, language)
    if name is None:
        key = resolve(phone.state.items("locales"), language, "language")
        known = (phone.state.get("locales", key) or {})["name"]
        raise conflict(f"{known} is not in the list; add it first")
    rest = [other for other in listed if other != name]
    if action == "remove":
        if not rest:
            raise conflict(f"{name} is the only language; add another one first")
        phone.change("language_list", rest)
        return Outcome(f"{name} removed; the phone speaks {rest[0]}")
    phone.change("language_list", [name, *rest])
    return Outcome(f"the phone {'already speaks' if listed[0] == name else 'speaks'} {name}")


def _app_language(phone: Phone, name: str, language: str) -> Outcome:
    key, row = app(phone, name)
    if language.strip().lower() in ("default", "system"):
        if phone.state.get("app_languages", key) is not None:
            phone.state.delete("app_languages", key)
        return Outcome(f"{row['name']} speaks the phone's language")
    chosen = _listed(list(phone.setting("language_list")), language)
    if chosen is None:
        locale = _catalogued(phone, language)
        chosen = str(phone.state.set("locales", locale, downloaded=True)["name"])
    phone.state.insert("app_languages", {"app": row["name"], "language": chosen}, key=key)
    return Outcome(f"{row['name']} speaks {chosen}")
