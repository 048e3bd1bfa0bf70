"""AI Assistant: AI captions - a session over media or speech nearby, translated by phrase book, with transcript."""

from __future__ import annotations

from typing import Literal
from zlib import crc32

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.microphone import need_free_microphone
from planloop.phone.apps.player import current
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
HEARD = 4  # lines of a session
MUSIC = "[music]"
SHOWN = 3


@populate(order=60)
def ai_captions(builder: WorldBuilder) -> None:
    """What there is to hear in media and around the phone, caption settings, and no transcript yet."""
    rng = builder.rng
    for source, count in (("media", 5), ("microphone", 2)):
        lines = [_announced(builder, text) for text in rng.sample(ANNOUNCED, count)]
        lines += [phrase.capitalize() for phrase in rng.sample(sorted(PHRASES), count)]
        rng.shuffle(lines)
        builder.add("caption_speech", {"lines": lines}, key=source)
    builder.setting("ai_caption_source", "")
    builder.setting("ai_caption_title", "")
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
    """AI captions as a session: of media or people nearby, translated (translateTo), kept as transcript on stop; look.

    The switch for captions of whatever sounds, untranslated and not kept, is `manage_live_caption`. Songs have no
    words in captions. Raises 409 for media while nothing plays, for speech while something else listens, for a
    session of another source or language, and in super_saving; 403 without microphone (speech) or storage (file).
    """
    if saveFile and action != "stop":
        raise bad("saveFile belongs to stop")
    running = str(phone.setting("ai_caption_source"))
    if action == "query":
        return _status(phone, running)
    if action == "stop":
        return _stop(phone, running, saveFile)
    if action == "configure":
        if textSize is None and background is None:
            raise bad("give textSize or background")
        _look(phone, textSize, background)
        data = {"textSize": phone.setting("ai_caption_size"), "background": phone.setting("ai_caption_background")}
        return Outcome(f"captions are {data['textSize']}, {'with' if data['background'] else 'no'} background", data)
    language = _language(translateTo)
    if running and (running, phone.setting("ai_caption_language")) != (source, language):
        raise conflict(f"captions of {running} are running; stop them first")
    if not running:
        _start(phone, source, language)
    _look(phone, textSize, background)
    lines: Row = {"lines": _lines(phone)}
    if running:
        return Outcome(f"captions of {source} were already running", lines)
    return Outcome(f"captions of {source} on" + (f", in {language}" if language else ""), lines)


def _language(text: str | None) -> str:
    """A language of the phrase book; empty for English, which is what is spoken. Raises 422 for another one."""
    language = "" if text is None else text.strip().capitalize()
    if language and language not in (*LANGUAGES, "English"):
        raise unsupported(f"captions do not translate to {text}; languages: {', '.join(LANGUAGES)}")
    return "" if language == "English" else language


def _look(phone: Phone, size: str | None, background: bool | None) -> None:
    if size is not None:
        phone.change("ai_caption_size", size)
    if background is not None:
        phone.change("ai_caption_background", background)


def _start(phone: Phone, source: str, language: str) -> None:
    title = ""
    if phone.setting("power_mode") == "super_saving":
        raise conflict("super_saving is on; disable it first")
    if source == "microphone":
        if not phone.granted("microphone"):
            raise denied("permission microphone is not granted")
        need_free_microphone(phone)
    else:
        film = str(phone.setting("video_playing"))
        if not film and phone.setting("playback") != "playing":
            raise conflict("nothing is playing; play something first")
        title = film or current(phone)
    phone.change("ai_caption_source", source)
    phone.change("ai_caption_title", title)
    phone.change("ai_caption_language", language)


def _lines(phone: Phone) -> list[str]:
    """What is heard from the running source, translated line by line where the phrase book has it."""
    title = str(phone.setting("ai_caption_title"))
    if title and phone.state.find("songs", title=title):
        return [MUSIC]
    pool = list((phone.state.get("caption_speech", phone.setting("ai_caption_source")) or {"lines": []})["lines"])
    first = crc32(title.encode()) % max(1, len(pool))  # everything says something of its own
    heard = (pool[first:] + pool[:first])[:HEARD]
    language = phone.setting("ai_caption_language")
    if not language:
        return heard
    column = LANGUAGES.index(language)
    return [PHRASES[line.lower()][column] if line.lower() in PHRASES else line for line in heard]


def _status(phone: Phone, running: str) -> Outcome:
    kept = [{"id": k, "source": r["source"], "lines": r["lines"]} for k, r in phone.state.items("caption_transcripts")]
    data: Row = {"source": running, "title": phone.setting("ai_caption_title")}
    data |= {"translateTo": phone.setting("ai_caption_language"), "textSize": phone.setting("ai_caption_size")}
    data |= {"background": phone.setting("ai_caption_background"), "lines": _lines(phone) if running else []}
    data |= {"transcripts": kept[-SHOWN:], "total": len(kept)}
    return Outcome(f"captions of {running} are on" if running else "captions are off", data)


def _stop(phone: Phone, running: str, save: bool) -> Outcome:
    """End the captions and keep the transcript, also as a document where asked."""
    if not running:
        raise conflict("captions are off")
    lines = _lines(phone)
    name = save_file(phone, free_name(phone, "Captions", "txt"), "document", "Documents", 1) if save else ""
    row = {"source": running, "language": phone.setting("ai_caption_language"), "lines": lines, "file": name}
    row |= {"title": phone.setting("ai_caption_title"), "time": f"{phone.now:%Y-%m-%d %H:%M}"}
    key = phone.state.insert("caption_transcripts", row)
    for setting in ("source", "title", "language"):
        phone.change(f"ai_caption_{setting}", "")
    data: Row = {"transcriptId": key, "lines": lines}
    return Outcome("captions off, transcript kept" + (f" as {name}" if name else ""), data)
