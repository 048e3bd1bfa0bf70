"""Input & Interaction: keyboards, their languages, help while typing, and own words."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import word
from planloop.phone.errors import bad, conflict, denied, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

KEYBOARDS = ("Plain Keys", "Swift Swipe", "Emoji Board", "Big Button Board")
LANGUAGES = ("English", "Spanish", "French", "German", "Chinese", "Japanese", "Portuguese", "Arabic", "Hindi")
AIDS = ("autocorrect", "predictions", "auto_capitals", "swipe_typing", "key_sound", "key_vibration")
CLIPS = (
    "Gate code is on the fridge", "Meeting moved to room 4", "18 Alder Street", "Order 7731 is ready",
    "See you at the north exit", "flour, eggs, lemons", "Flight lands at 17:40", "Ask about the boiler",
)  # fmt: skip
WORDS = (("omw", "on my way"), ("addr", "18 Alder Street"), ("brb", "be right back"), ("thx", "thank you very much"))


@populate()
def keyboard(builder: WorldBuilder) -> None:
    """Two or three keyboards and languages, three texts copied lately (the last one last), two words of one's own."""
    rng = builder.rng
    boards = rng.sample(KEYBOARDS, rng.randrange(2, 4))
    builder.setting("keyboards", boards)
    builder.setting("keyboard", boards[0])
    languages = ["English", *rng.sample(LANGUAGES[1:], rng.randrange(1, 3))]
    builder.setting("typing_languages", languages)
    builder.setting("typing_language", "English")
    for aid in AIDS:
        builder.setting(f"typing_{aid}", rng.random() < 0.5)
    builder.setting("voice_typing", rng.random() < 0.5)
    for text in rng.sample(CLIPS, 3):
        builder.add("clips", {"text": text, "pinned": False})
    for short, full in rng.sample(WORDS, 2):
        builder.add("own_words", {"word": short, "full": full})


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_keyboard(phone: Phone, action: Literal["query", "switch"], keyboardName: str | None = None) -> Outcome:
    """List the installed keyboards and what helps while typing (configure_typing), or switch to a keyboard."""
    boards, current = phone.setting("keyboards"), phone.setting("keyboard")
    if action == "query":
        aids: Row = {aid: word(bool(phone.setting(f"typing_{aid}"))) for aid in AIDS}
        aids["voice_typing"] = word(bool(phone.setting("voice_typing")) and phone.granted("microphone"))
        return Outcome(f"keyboard {current}", {"current": current, "items": list(boards), "typing": aids})
    if keyboardName is None:
        raise bad("missing argument keyboardName")
    chosen = boards[int(resolve([(str(i), {"name": b}) for i, b in enumerate(boards)], keyboardName, "keyboard"))]
    phone.change("keyboard", chosen)
    return Outcome(f"keyboard was already {chosen}" if chosen == current else f"keyboard {chosen}")


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_typing_language(
    phone: Phone, action: Literal["query", "add", "remove", "switch"], language: str | None = None
) -> Outcome:
    """Languages that the keyboard writes, for typing: add, remove or switch to one.

    Raises 404 where no keyboard writes the language, 409 for one that is added already, for one that is not, and for
    removing the one in use.
    """
    held, current = list(phone.setting("typing_languages")), phone.setting("typing_language")
    if action == "query":
        return Outcome(f"typing {current}", {"current": current, "items": list(held)})
    if language is None:
        raise bad("missing argument language")
    name = {known.lower(): known for known in LANGUAGES}.get(language.strip().lower())
    if name is None:
        raise missing(f"there is no keyboard for {language}; there are {', '.join(LANGUAGES)}")
    if action == "add":
        if name in held:
            raise conflict(f"{name} is there already")
        phone.change("typing_languages", [*held, name])
        return Outcome(f"{name} added; typing {current} still", {"current": current, "items": [*held, name]})
    if name not in held:
        raise conflict(f"{name} is not added yet")
    if action == "switch":
        phone.change("typing_language", name)
        return Outcome(f"typing was already {name}" if name == current else f"typing {name}")
    if name == current:
        raise conflict(f"{name} is in use; switch to another first")
    rest = [h for h in held if h != name]
    phone.change("typing_languages", rest)
    return Outcome(f"{name} removed", {"current": current, "items": list(rest)})


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def configure_typing(
    phone: Phone,
    settingItem: Literal[
        "autocorrect", "predictions", "auto_capitals", "swipe_typing", "key_sound", "key_vibration", "voice_typing"
    ],
    enabled: bool,
) -> Outcome:
    """Help while typing: autocorrect, predictions, capitals, swiping, sounds, vibration, voice typing (microphone).

    `manage_keyboard` reads it back. Raises 403 for voice typing without the microphone permission.
    """
    if settingItem == "voice_typing" and enabled and not phone.granted("microphone"):
        raise denied("permission microphone is not granted; voice typing needs it")
    name = settingItem if settingItem == "voice_typing" else f"typing_{settingItem}"
    old = phone.change(name, enabled)
    message = f"{settingItem} was already {word(enabled)}" if old == enabled else f"{settingItem} {word(enabled)}"
    return Outcome(message, {"old_value": old, "new_value": enabled})


@tool(Domain.INPUT, SideEffect.WRITES_USER_DATA)
def manage_personal_dictionary(
    phone: Phone, action: Literal["list", "add", "remove"], word: str | None = None, expansion: str | None = None
) -> Outcome:
    """Own words and short forms of the keyboard: `omw` for `on my way`; a word without expansion stands for itself.

    Raises 409 for a word that is there (in any case), 404 for removing one that is not.
    """
    state = phone.state
    if action != "add" and expansion is not None:
        raise bad("expansion belongs to add")
    if action == "list":
        items = [
            {"word": r["word"], "expansion": r["full"]}
            for _, r in state.items("own_words")
            if word is None or r["word"].lower() == word.strip().lower()
        ]
        return Outcome(f"{len(items)} own words", {"items": list(items), "total": len(items)})
    short = (word or "").strip()
    if not short:
        raise bad("missing argument word")
    held = [k for k, r in state.items("own_words") if r["word"].lower() == short.lower()]
    if action == "add":
        if held:
            raise conflict(f"{short} is there already; remove it first")
        full = (expansion or "").strip() or short
        state.insert("own_words", {"word": short, "full": full})
        return Outcome(f"{short} added" + ("" if full == short else f" for {full}"))
    if not held:
        raise missing(f"no own word {short}")
    state.delete("own_words", held[0])
    return Outcome(f"{short} removed")
