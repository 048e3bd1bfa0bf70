"""Utilities & Productivity: spoken conversations in two languages, and voice packs that work without internet."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.translation import LANGUAGES, PHRASES
from planloop.phone.errors import bad, conflict, denied, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

KEY = "conversation"


@populate()
def interpreter(builder: WorldBuilder) -> None:
    """A voice pack for each language, of which one or two are installed, and no conversation yet."""
    rng = builder.rng
    installed = rng.sample(LANGUAGES, rng.randrange(1, 3))
    for name in LANGUAGES:
        row = {"name": name, "sizeMb": rng.randrange(35, 120), "installed": name in installed}
        builder.add("voice_packs", row, key=name.lower())
    builder.add("translation_talk", {"language": "", "lines": []}, key=KEY)


@tool(Domain.UTILITIES, SideEffect.WRITES_USER_DATA)
def manage_translation(
    phone: Phone,
    action: Literal["query", "start", "say", "stop", "download_pack", "remove_pack"],
    language: str | None = None,
    text: str | None = None,
    speaker: Literal["me", "other"] = "me",
    saveTranscript: bool = False,
) -> Outcome:
    """Two-way spoken conversation with English: start, say turns, stop (saveTranscript); voice packs for offline."""
    talk = phone.state.get("translation_talk", KEY) or {}
    if action == "query":
        return _query(phone, talk)
    if action == "say":
        return _say(phone, talk, text, speaker)
    if action == "stop":
        return _stop(phone, talk, saveTranscript)
    if language is None:
        raise bad("missing argument language")
    pack = phone.state.get("voice_packs", language.strip().lower())
    if pack is None:
        raise unsupported(f"{language} is not spoken here; there are {', '.join(LANGUAGES)}")
    if action == "start":
        return _start(phone, talk, pack)
    if talk["language"] == pack["name"]:
        raise conflict(f"a conversation in {pack['name']} is running; stop it first")
    return _download(phone, pack) if action == "download_pack" else _remove(phone, pack)


def _query(phone: Phone, talk: Row) -> Outcome:
    packs: list[JsonValue] = [
        {name: row[name] for name in ("name", "sizeMb", "installed")} for _, row in phone.state.items("voice_packs")
    ]
    message = f"conversation in {talk['language']}" if talk["language"] else "no conversation"
    return Outcome(message, {"language": talk["language"], "lines": len(talk["lines"]), "packs": packs})


def _start(phone: Phone, talk: Row, pack: Row) -> Outcome:
    if not phone.granted("microphone"):
        raise denied("permission microphone is not granted")
    if talk["language"]:
        raise conflict(f"a conversation in {talk['language']} is running; stop it first")
    online = phone.setting("wifi") or phone.setting("mobile_data")
    if not pack["installed"] and not online:
        raise conflict(f"no internet and no {pack['name']} pack; enable Wi-Fi or mobile data first")
    if phone.setting("playback") == "playing":
        phone.change("playback", "paused")
    phone.state.set("translation_talk", KEY, language=pack["name"], lines=[])
    return Outcome(f"conversation English - {pack['name']} started, {'offline' if pack['installed'] else 'online'}")


def _plain(text: str) -> str:
    return text.lower().strip(" .!?\"'").replace(",", "")


def _say(phone: Phone, talk: Row, text: str | None, speaker: str) -> Outcome:
    if not talk["language"]:
        raise conflict("no conversation is running; start one first")
    if text is None or not text.strip():
        raise bad("missing argument text")
    index = LANGUAGES.index(talk["language"])
    if speaker == "me":
        phrase = PHRASES.get(_plain(text))
        spoken = None if phrase is None else phrase[index]
    else:
        spoken = next((own for own, all_ in PHRASES.items() if _plain(all_[index]) == _plain(text)), None)
    if spoken is None:
        raise unsupported("this sentence was not understood; say it in other words")
    phone.state.set("translation_talk", KEY, lines=[*talk["lines"], f"{speaker}: {text.strip()} = {spoken}"])
    return Outcome(f"{talk['language'] if speaker == 'me' else 'English'}: {spoken}", {"translation": spoken})


def _stop(phone: Phone, talk: Row, save: bool) -> Outcome:
    if not talk["language"]:
        raise conflict("no conversation is running")
    title = f"Conversation in {talk['language']} {phone.now:%Y-%m-%d}"
    if save and not talk["lines"]:
        raise conflict("nothing was said; stop without saveTranscript")
    if save:
        phone.state.insert("notes", {"title": title, "content": "; ".join(talk["lines"])})
    phone.state.set("translation_talk", KEY, language="", lines=[])
    return Outcome(f"conversation ended{f', kept as note {title}' if save else ''}")


def _download(phone: Phone, pack: Row) -> Outcome:
    if pack["installed"]:
        raise conflict(f"the {pack['name']} pack is already installed")
    if not phone.setting("wifi"):
        raise conflict("packs are downloaded over Wi-Fi; enable it first")
    free = phone.setting("free_mb")
    if pack["sizeMb"] > free:
        raise conflict(f"the pack needs {pack['sizeMb']} MB; {free} MB are free")
    return _place(phone, pack, True)


def _remove(phone: Phone, pack: Row) -> Outcome:
    if not pack["installed"]:
        raise conflict(f"the {pack['name']} pack is not installed")
    return _place(phone, pack, False)


def _place(phone: Phone, pack: Row, installed: bool) -> Outcome:
    phone.state.set("voice_packs", pack["name"].lower(), installed=installed)
    phone.change("free_mb", phone.setting("free_mb") + (-pack["sizeMb"] if installed else pack["sizeMb"]))
    return Outcome(f"{pack['name']} pack {'installed' if installed else 'removed'}, {pack['sizeMb']} MB")
