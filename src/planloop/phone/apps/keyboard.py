"""Input & Interaction: keyboards, languages, voice typing, words and the clipboard."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import word
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
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
    """Two or three keyboards, two or three languages, three texts copied lately, two words of one's own."""
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
    """List the installed keyboards, or switch to one."""
    boards = phone.setting("keyboards")
    if action == "query":
        return Outcome(f"keyboard {phone.setting('keyboard')}", {"current": phone.setting("keyboard"), "items": boards})
    if keyboardName is None:
        raise bad("missing argument keyboardName")
    chosen = boards[int(resolve([(str(i), {"name": b}) for i, b in enumerate(boards)], keyboardName, "keyboard"))]
    phone.change("keyboard", chosen)
    return Outcome(f"keyboard {chosen}")


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_typing_language(
    phone: Phone, action: Literal["query", "add", "remove", "switch"], language: str | None = None
) -> Outcome:
    """Languages that the keyboard writes: add, remove or switch to one."""
    held, current = list(phone.setting("typing_languages")), phone.setting("typing_language")
    if action == "query":
        return Outcome(f"typing {current}", {"current": current, "items": list(held)})
    if language is None:
        raise bad("missing argument language")
    name = {known.lower(): known for known in LANGUAGES}.get(language.strip().lower())
    if name is None:
        raise missing(f"there is no keyboard for {language}")
    if action == "add":
        if name in held:
            raise conflict(f"{name} is there already")
        phone.change("typing_languages", [*held, name])
        return Outcome(f"{name} added")
    if name not in held:
        raise conflict(f"{name} is not added yet")
    if action == "switch":
        phone.change("typing_language", name)
        return Outcome(f"typing {name}")
    if name == current:
        raise conflict(f"{name} is in use; switch to another first")
    phone.change("typing_languages", [h for h in held if h != name])
    return Outcome(f"{name} removed")


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def configure_typing(
    phone: Phone,
    settingItem: Literal[
        "autocorrect", "predictions", "auto_capitals", "swipe_typing", "key_sound", "key_vibration", "voice_typing"
    ],
    enabled: bool,
) -> Outcome:
    """Help while typing: autocorrect, predictions, capitals, swiping, sounds, vibration, voice typing."""
    if settingItem == "voice_typing" and enabled and not phone.granted("microphone"):
        raise conflict("permission microphone is not granted; voice typing needs it")
    name = settingItem if settingItem == "voice_typing" else f"typing_{settingItem}"
    old = phone.change(name, enabled)
    return Outcome(f"{settingItem} {word(enabled)}", {"old_value": old, "new_value": enabled})


@tool(Domain.INPUT, SideEffect.WRITES_USER_DATA)
def manage_personal_dictionary(
    phone: Phone, action: Literal["list", "add", "remove"], word: str | None = None, expansion: str | None = None
) -> Outcome:
    """Own words and short forms of the keyboard: `omw` for `on my way`."""
    state = phone.state
    if action == "list":
        items = [{"word": r["word"], "expansion": r["full"]} for _, r in state.items("own_words")]
        return Outcome(f"{len(items)} own words", {"items": list(items)})
    if not word:
        raise bad("missing argument word")
    held = [k for k, r in state.items("own_words") if r["word"].lower() == word.lower()]
    if action == "add":
        if held:
            raise conflict(f"{word} is there already; remove it first")
        state.insert("own_words", {"word": word, "full": expansion or word})
        return Outcome(f"{word} added")
    if not held:
        raise missing(f"no own word {word}")
    state.delete("own_words", held[0])
    return Outcome(f"{word} removed")


@tool(Domain.INPUT, SideEffect.DESTRUCTIVE)
def manage_clipboard(
    phone: Phone, action: Literal["list", "copy", "pin", "unpin", "clear"], text: str | None = None
) -> Outcome:
    """Texts that were copied: list them, copy a new one, pin one, or clear all that are not pinned."""
    state = phone.state
    if action == "list":
        items = [{"text": r["text"], "pinned": r["pinned"]} for _, r in state.items("clips")]
        return Outcome(f"{len(items)} copied texts", {"items": list(items)})
    if action == "clear":
        loose = [k for k, r in state.items("clips") if not r["pinned"]]
        for key in loose:
            state.delete("clips", key)
        return Outcome(f"{len(loose)} copied texts cleared")
    if not text:
        raise bad("missing argument text")
    if action == "copy":
        state.insert("clips", {"text": text, "pinned": False})
        return Outcome("copied")
    key = resolve(state.items("clips"), text, "copied text", "text")
    row = state.set("clips", key, pinned=action == "pin")
    return Outcome(f"{'pinned' if row['pinned'] else 'unpinned'}: {row['text']}")
