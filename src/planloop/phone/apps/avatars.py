"""AI Assistant: the avatar that shows the assistant's face, and stickers of it."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import resolve
from planloop.phone.apps.saving import free_name, save_file
from planloop.phone.errors import bad, conflict, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

NAMES = ("Pip", "Orbit", "Momo", "Kit", "Bramble", "Zuzu", "Professor Owl", "Captain Otter")
COMMON = ("smile", "sad", "thinking")
RARE = ("laugh", "wink", "surprised", "love", "angry", "sleepy")


@populate(order=60)
def avatars(builder: WorldBuilder) -> None:
    """Three avatars, each with three common expressions and three or four of the rarer; one is chosen, none shown."""
    rng = builder.rng
    chosen = rng.randrange(3)
    for index, name in enumerate(rng.sample(NAMES, 3)):
        faces = [*COMMON, *rng.sample(RARE, rng.randrange(3, 5))]
        builder.add("avatars", {"name": name, "expressions": faces, "chosen": index == chosen})
    builder.setting("avatar_shown", "")
    builder.setting("avatar_seconds", 0)


@tool(Domain.ASSISTANT, SideEffect.REVERSIBLE)
def display_avatar_expression(
    phone: Phone,
    action: Literal["query", "show", "hide", "save_sticker"] = "show",
    expression: Literal["smile", "sad", "thinking", "laugh", "wink", "surprised", "love", "angry", "sleepy"]
    | None = None,
    avatarName: str | None = None,
    seconds: int = 5,
) -> Outcome:
    """Show an expression on the assistant's avatar (another one by avatarName), hide it, or save it as a sticker."""
    state = phone.state
    if action == "query":
        items = [{"name": r["name"], "expressions": r["expressions"], "chosen": r["chosen"]} for _, r in _all(phone)]
        shown = phone.setting("avatar_shown")
        return Outcome(f"shown: {shown}" if shown else "no avatar is shown", {"shown": shown, "items": list(items)})
    if action == "hide":
        old = phone.change("avatar_shown", "")
        phone.change("avatar_seconds", 0)
        return Outcome(f"{old} hidden" if old else "no avatar was shown")
    if expression is None:
        raise bad("missing argument expression")
    if not 1 <= seconds <= 60:
        raise bad(f"seconds: {seconds} is not 1-60")
    key, row = _avatar(phone, avatarName)
    if expression not in row["expressions"]:
        raise unsupported(f"{row['name']} has no {expression}; it has {', '.join(row['expressions'])}")
    if phone.setting("power_mode") == "super_saving":
        raise conflict("super_saving is on; disable it first")
    if action == "save_sticker":
        name = save_file(phone, free_name(phone, f"{row['name']} {expression}", "png"), "image", "Pictures", 1)
        return Outcome(f"saved {name}", {"fileName": name})
    for other, avatar in list(_all(phone)):
        if avatar["chosen"] != (other == key):
            state.set("avatars", other, chosen=other == key)
    phone.change("avatar_shown", f"{row['name']}: {expression}")
    phone.change("avatar_seconds", seconds)
    return Outcome(f"{row['name']} shows {expression} for {seconds} s", {"avatar": row["name"], "seconds": seconds})


def _all(phone: Phone) -> list[tuple[str, Row]]:
    return list(phone.state.items("avatars"))


def _avatar(phone: Phone, name: str | None) -> tuple[str, Row]:
    if name is not None:
        return resolve(phone, "avatars", "name", name, "avatar")
    chosen = phone.state.find("avatars", chosen=True)
    if not chosen:
        raise conflict("no avatar is chosen; give avatarName")
    return chosen[0]
