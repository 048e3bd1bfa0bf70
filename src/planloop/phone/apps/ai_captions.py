"""AI Assistant: live captions of what is played or said nearby, translated by phrase book, kept as transcripts."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.saving import free_name, save_file
from planloop.phone.apps.translation import LANGUAGES, PHRASES
from planloop.phone.errors import bad, conflict, denied, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

ANNOUNCED = (
    "The train to {town} leaves from platform {number}", "Gate {number} closes in ten minutes",
    "The tour meets at {hour} by the fountain", "Room {number} is on the second floor",
    "The soup costs {number} today", "Please bring form {number} to the desk", "The next talk begins at {hour}",
)  # fmt: skip
TOWNS = ("Eastport", "Lindenau", "Marlow", "Riverton", "Highwood")
SIZES = ("small", "medium", "large")


@populate(order=60)
def ai_captions(builder: WorldBuilder) -> None:
    """What is to be heard from media and around the phone, caption settings, and no transcript yet."""
    rng = builder.rng
    for source in ("media", "microphone"):
        lines = [_announced(builder, text) for text in rng.sample(ANNOUNCED, 2)]
        lines += [phrase.capitalize() for phrase in rng.sample(sorted(PHRASES), 2)]
        rng.shuffle(lines)
        builder.add("caption_speech", {"lines": lines}, key=source)
    builder.setting("ai_caption_source", "")
    builder.setting("ai_caption_language", "")
    builder.setting("ai_caption_size", rng.choice(SIZES))
    builder.setting("ai_caption_background", rng.random() < 0.5)
    builder.tables.setdefault("caption_transcripts", {})


def _announced(builder: WorldBuilder, text: str) -> str:
    rng = builder.rng
    hour = f"{rng.randrange(9, 21)}:{rng.choice(('00', '15', '30'))}"
    return text.format(town=rng.choice(TOWNS), number=rng.randrange(2, 40), hour=hour)


@tool(Domain.ASSISTANT, SideEffect.WRITES_USER_DATA)
def manage_ai_caption(
    phone: Phone,
    action: Literal["query", "start", "stop", "configure"],
    source: Literal["media", "microphone"] = "media",
    translateTo: str | None = None,
    textSize: Literal["small", "medium", "large"] | None = None,
    background: bool | None = None,
    saveFile: bool = False,
) -> Outcome:
    """Live AI captions of media or of speech nearby: start (with translation), stop and keep, or set their look."""
    running = phone.setting("ai_caption_source")
    if action == "query":
        return _status(phone, running)
    if action == "configure":
        if textSize is None and background is None:
            raise bad("give textSize or background")
        if textSize is not None:
            phone.change("ai_caption_size", textSize)
        if background is not None:
            phone.change("ai_caption_background", background)
        data = {"textSize": phone.setting("ai_caption_size"), "background": phone.setting("ai_caption_background")}
        return Outcome(f"captions are {data['textSize']}", data)
    if action == "stop":
        return _stop(phone, running, saveFile)
    language = "" if translateTo is None else translateTo.strip().capitalize()
    if language and language not in LANGUAGES:
        raise unsupported(f"captions do not translate to {translateTo}; languages: {', '.join(LANGUAGES)}")
    if running and (running, phone.setting("ai_caption_language")) != (source, language):
        raise conflict(f"captions of {running} are running; stop them first")
    if running:
        return Outcome(f"captions of {source} were already running")
    if source == "microphone" and not phone.granted("microphone"):
        raise denied("permission microphone is not granted")
    if source == "media" and phone.setting("playback") != "playing":
        raise conflict("nothing is playing; play something first")
    phone.change("ai_caption_source", source)
    phone.change("ai_caption_language", language)
    return Outcome(
        f"captions of {source} on" + (f", in {language}" if language else ""), {"lines": list(_lines(phone))}
    )


def _lines(phone: Phone) -> list[str]:
    """What is heard from the running source, translated line by line where the phrase book has it."""
    heard = (phone.state.get("caption_speech", phone.setting("ai_caption_source")) or {"lines": []})["lines"]
    language = phone.setting("ai_caption_language")
    if not language:
        return list(heard)
    column = LANGUAGES.index(language)
    return [PHRASES[line.lower()][column] if line.lower() in PHRASES else line for line in heard]


def _status(phone: Phone, running: str) -> Outcome:
    kept = [{"id": k, "source": r["source"], "lines": r["lines"]} for k, r in phone.state.items("caption_transcripts")]
    data: Row = {"source": running, "translateTo": phone.setting("ai_caption_language")}
    data |= {"textSize": phone.setting("ai_caption_size"), "background": phone.setting("ai_caption_background")}
    data |= {"lines": _lines(phone) if running else [], "transcripts": kept[-3:]}
    return Outcome(f"captions of {running} are on" if running else "captions are off", data)


def _stop(phone: Phone, running: str, save: bool) -> Outcome:
    """End the captions and keep the transcript, also as a document where asked."""
    if not running:
        raise conflict("captions are off")
    lines = _lines(phone)
    name = save_file(phone, free_name(phone, "Captions", "txt"), "document", "Documents", 1) if save else ""
    row = {"source": running, "language": phone.setting("ai_caption_language"), "lines": lines, "file": name}
    key = phone.state.insert("caption_transcripts", {**row, "time": f"{phone.now:%Y-%m-%d %H:%M}"})
    phone.change("ai_caption_source", "")
    phone.change("ai_caption_language", "")
    data: Row = {"transcriptId": key, "lines": lines}
    return Outcome("captions off, transcript kept" + (f" as {name}" if name else ""), data)
