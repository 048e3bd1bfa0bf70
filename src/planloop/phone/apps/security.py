"""Security & Privacy: app lock, hidden files, find my device."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.files import file
from planloop.phone.apps.programs import app
from planloop.phone.apps.switch import Switch, switch
from planloop.phone.errors import bad, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate


@populate()
def security(builder: WorldBuilder) -> None:
    """The find-my-device switch."""
    builder.setting("find_device", builder.rng.random() < 0.5)


@tool(Domain.SECURITY, SideEffect.REVERSIBLE)
def manage_app_lock(phone: Phone, action: Switch, appName: str | None = None) -> Outcome:
    """List locked apps, or require unlocking for one (enable) or no longer (disable)."""
    if action == "query":
        names = [row["name"] for _, row in phone.state.find("apps", locked=True)]
        return Outcome(f"{len(names)} locked apps", {"items": names})
    if appName is None:
        raise bad("missing argument appName")
    key, row = app(phone, appName)
    if row["name"] == "Settings":
        raise unsupported("Settings cannot be locked")
    phone.state.set("apps", key, locked=action == "enable")
    return Outcome(f"{row['name']} {'locked' if action == 'enable' else 'unlocked'}")


@tool(Domain.SECURITY, SideEffect.WRITES_USER_DATA, permission="storage")
def manage_private_file(
    phone: Phone, action: Literal["query", "hide", "unhide"], fileName: str | None = None
) -> Outcome:
    """List, hide or unhide private files; hidden ones appear in no search."""
    state = phone.state
    hidden = state.find("files", hidden=True)
    if action == "query":
        return Outcome(f"{len(hidden)} hidden files", {"items": [row["name"] for _, row in hidden][:5]})
    if fileName is None:
        raise bad("missing argument fileName")
    key = file(phone, fileName)[0] if action == "hide" else resolve(hidden, fileName, "hidden file")
    row = state.set("files", key, hidden=action == "hide")
    return Outcome(f"{row['name']} {'hidden' if action == 'hide' else 'visible again'}")


@tool(Domain.SECURITY, SideEffect.REVERSIBLE)
def manage_find_device(phone: Phone, action: Switch) -> Outcome:
    """Switch or query locating this phone when it is lost."""
    return switch(phone, "find_device", action, "find my device")
