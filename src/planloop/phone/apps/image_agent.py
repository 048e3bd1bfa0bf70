"""AI Assistant: the image agent - draw a picture from words or edit one in a session, version by version, to a file."""

from __future__ import annotations

import re
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.files import file
from planloop.phone.apps.reach import need_internet
from planloop.phone.apps.saving import save_file
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

EDITS = {
    "remove background": "cutout", "remove the background": "cutout", "blur background": "soft", "cartoon": "cartoon",
    "blur the background": "soft", "sharpen": "sharp", "black and white": "grey", "enlarge": "large",
    "brighten": "bright", "crop": "cropped", "rotate": "turned",
}  # fmt: skip
"""What the agent can do to a picture, and the word it adds to the file's name."""
OFFERED = "remove background, blur background, cartoon, sharpen, black and white, enlarge, brighten, crop, rotate"
REFUSED = re.compile(r"\b(passports?|banknotes?|signatures?|id cards?|driving licen[cs]es?)\b", re.IGNORECASE)
STYLES = ("photo", "watercolor", "comic", "sketch", "oil")
MAX_VERSIONS = 4
OPEN = ("pending", "ready")
BELONGS = {
    "instruction": ("start", "refine"), "fileName": ("start",), "style": ("start", "refine"), "saveAs": ("save",),
    "sessionId": ("execute", "refine", "save", "cancel", "query"),
}  # fmt: skip
"""Which actions an argument means something to."""


@populate(order=60)
def image_agent(builder: WorldBuilder) -> None:
    """The style it draws in unless told; no session yet."""
    builder.setting("image_agent_style", builder.rng.choice(STYLES))
    builder.tables.setdefault("image_sessions", {})


@tool(Domain.ASSISTANT, SideEffect.WRITES_USER_DATA, permission="storage")
def control_ai_image_agent(
    phone: Phone,
    action: Literal["start", "execute", "refine", "save", "cancel", "query"],
    instruction: str | None = None,
    fileName: str | None = None,
    style: Literal["photo", "watercolor", "comic", "sketch", "oil"] | None = None,
    sessionId: str | None = None,
    saveAs: str | None = None,
) -> Outcome:
    """Draw a picture from an instruction or edit a picture file: start, execute, refine, save with the sessionId.

    Drawing needs internet, editing does not; an edit has no style and leaves its file alone. `refine` takes another
    instruction, another style or both, and is executed again; four versions at most. `save` writes the last one to
    Pictures. Raises 400 for an argument of another action, 404 for a session or file there is not, 409 for a step out
    of turn and for a name that is taken, 422 for what is not drawn and for edits and files it cannot do.
    """
    given = {"instruction": instruction, "fileName": fileName, "style": style, "saveAs": saveAs, "sessionId": sessionId}
    for name, value in given.items():
        if value is not None and action not in BELONGS[name]:
            raise bad(f"{name} belongs to {', '.join(BELONGS[name])}")
    if action == "start":
        return _start(phone, instruction, fileName, style)
    if action == "query" and sessionId is None:
        rows = [{"sessionId": k, "status": r["status"]} for k, r in phone.state.items("image_sessions")]
        return Outcome(f"{len(rows)} sessions", {"items": list(rows[-5:]), "total": len(rows)})
    key, row = _session(phone, sessionId)
    if action == "query":
        return _seen(f"session {key} is {row['status']}", key, row)
    if row["status"] not in OPEN:
        raise conflict(f"session {key} is already {row['status']}")
    if action == "cancel":
        return _seen(f"session {key} cancelled", key, phone.state.set("image_sessions", key, status="cancelled"))
    if action == "save":
        return _save(phone, key, row, saveAs)
    if action == "refine":
        return _refine(phone, key, row, instruction, style)
    return _execute(phone, key, row)


def _seen(message: str, key: str, row: Row) -> Outcome:
    data = {"sessionId": key, "status": row["status"], "version": row["version"], "steps": list(row["steps"])}
    return Outcome(message, {**data, "source": row["source"], "style": row["style"], "fileName": row["file"]})


def _session(phone: Phone, session: str | None) -> tuple[str, Row]:
    if not session:
        raise bad("missing argument sessionId")
    row = phone.state.get("image_sessions", session)
    if row is None:
        raise missing(f"no session {session}")
    return session, row


def _checked(instruction: str | None, source: str, style: str | None) -> str:
    """The instruction. Raises 400 where it says too little, 422 where it is not drawn or no such edit exists."""
    if not instruction or not instruction.strip():
        raise bad("missing argument instruction")
    if source and style is not None:
        raise bad("style belongs to drawings; an edit keeps the look of its file unless it is cartoon")
    text = " ".join(instruction.split())
    if REFUSED.search(text):
        raise unsupported("papers of identity, signatures and money are not drawn")
    if source and not any(edit in text.lower() for edit in EDITS):
        raise unsupported(f"no such edit; edits: {OFFERED}")
    if not re.search(r"\w{2}|[^\x00-\x7f]", text):
        raise bad("instruction says nothing to draw")
    return text


def _start(phone: Phone, instruction: str | None, name: str | None, style: str | None) -> Outcome:
    source = ""
    if name is not None:
        row = file(phone, name)[1]
        if row["type"] != "image":
            raise unsupported(f"{row['name']} is a {row['type']}, not a picture")
        source = row["name"]
    text = _checked(instruction, source, style)
    chosen = "" if source else style or str(phone.setting("image_agent_style"))
    fresh = {"instruction": text, "source": source, "style": chosen, "status": "pending", "version": 0, "file": ""}
    made: Row = {**fresh, "steps": [f"open {source}" if source else f"style {chosen}"]}
    key = phone.state.insert("image_sessions", made)
    return _seen(f"session {key} is ready, execute it", key, made)


def _execute(phone: Phone, key: str, row: Row) -> Outcome:
    if row["status"] == "ready":
        raise conflict(f"version {row['version']} is ready; save or refine it")
    if row["source"]:
        if not phone.state.find("files", name=row["source"], hidden=False):
            raise conflict(f"{row['source']} is gone; start a new session")
    else:
        need_internet(phone)
    version = row["version"] + 1
    did = f"version {version}: {row['instruction']}" + (f" ({row['style']})" if row["style"] else "")
    row = phone.state.set("image_sessions", key, status="ready", version=version, steps=[*row["steps"], did])
    return _seen(f"version {version} is ready, save or refine it", key, row)


def _refine(phone: Phone, key: str, row: Row, instruction: str | None, style: str | None) -> Outcome:
    """Ask for another version: the session waits to be executed again."""
    if row["status"] == "pending":
        raise conflict(f"session {key} waits; execute it first")
    if row["version"] >= MAX_VERSIONS:
        raise conflict(f"{MAX_VERSIONS} versions were made; save one or cancel")
    text = _checked(row["instruction"] if instruction is None and style else instruction, row["source"], style)
    asked = f"refine: {text}" + (f" in style {style}" if style else "")
    fields: Row = {"status": "pending", "instruction": text, "steps": [*row["steps"], asked]}
    row = phone.state.set("image_sessions", key, **fields, style=style or row["style"])
    return _seen(f"session {key} is ready for version {row['version'] + 1}, execute it", key, row)


def _save(phone: Phone, key: str, row: Row, name: str | None) -> Outcome:
    if row["status"] != "ready":
        raise conflict(f"session {key} has no picture yet; execute it first")
    stem = (name or "").strip() or _stem(row)
    saved = save_file(phone, stem if stem.lower().endswith((".png", ".jpg")) else f"{stem}.png", "image", "Pictures", 4)
    row = phone.state.set("image_sessions", key, status="saved", file=saved, steps=[*row["steps"], f"saved {saved}"])
    return _seen(f"saved {saved}", key, row)


def _stem(row: Row) -> str:
    """A file's name from what was asked: the edited file and the edit, or the first words of the instruction."""
    text = row["instruction"].lower()
    if row["source"]:
        return f"{row['source'].rsplit('.', 1)[0]} {next(word for edit, word in EDITS.items() if edit in text)}"
    words = [
        w for w in re.findall(r"\w+", text) if w not in ("a", "an", "the", "draw", "make", "picture", "of", "with")
    ]
    return " ".join(words[:4]).capitalize() or "Picture"
