"""AI Assistant: the GUI sub-agent, which really does things in apps without a tool of their own, and triggers."""

from __future__ import annotations

import re
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

APPS: dict[str, tuple[str, ...]] = {
    "FoodExpress": (
        "Margherita pizza",
        "veggie burger",
        "ramen bowl",
        "chicken tikka",
        "falafel wrap",
        "lentil soup",
        "sushi set",
        "pad thai",
    ),
    "BookNest": ("Dune", "Emma", "The Hobbit", "Ulysses", "Beloved", "Persuasion", "Walden", "Middlemarch", "Ivanhoe"),
    "CineTix": ("Alien", "Vertigo", "Casablanca", "Metropolis", "Amelie", "Psycho", "Solaris", "Rashomon"),
    "FitTrack": ("5 km run", "yoga session", "spin class", "rowing session", "climbing course", "stretching plan"),
    "PetCare": ("dog grooming", "cat vaccination", "puppy training", "nail trim", "dental cleaning"),
    "HomeHub": (
        "living room lamp",
        "bedroom heater",
        "kitchen fan",
        "garden sprinkler",
        "hall light",
        "coffee machine",
    ),
}
VERBS: dict[str, tuple[str, ...]] = {
    "FoodExpress": ("order",),
    "BookNest": ("reserve",),
    "CineTix": ("book",),
    "FitTrack": ("log", "plan"),
    "PetCare": ("book",),
    "HomeHub": ("turn on", "turn off"),
}


@populate()
def gui(builder: WorldBuilder) -> None:
    """The apps that only the GUI sub-agent can operate, and nothing done in them yet."""
    for name in APPS:
        builder.add("gui_apps", {"name": name, "installed": True}, key=name)
    builder.tables.setdefault("gui_sessions", {})
    builder.tables.setdefault("app_records", {})
    builder.tables.setdefault("triggers", {})


@tool(Domain.ASSISTANT, SideEffect.WRITES_USER_DATA)
def control_gui_agent(
    phone: Phone,
    action: Literal["start", "execute"],
    appName: str | None = None,
    instruction: str | None = None,
    sessionId: str | None = None,
) -> Outcome:
    """Operate an app's screen: start with appName and instruction, then execute with the sessionId."""
    if action == "start":
        return _start(phone, appName, instruction)
    return _execute(phone, sessionId)


def _start(phone: Phone, app: str | None, instruction: str | None) -> Outcome:
    if not app or not instruction:
        raise bad(f"missing argument {'instruction' if app else 'appName'}")
    if phone.state.get("gui_apps", app) is None:
        near = next((n for n in APPS if n.lower() == app.lower().replace(" ", "")), None)
        raise unsupported(f"app {app} is not supported" + (f", use {near}" if near else f"; apps: {', '.join(APPS)}"))
    row = {"appName": app, "instruction": instruction, "status": "pending"}
    key = phone.state.insert("gui_sessions", row)
    return Outcome(f"session {key} for {app} is ready, execute it", {"sessionId": key})


def _execute(phone: Phone, session: str | None) -> Outcome:
    if not session:
        raise bad("missing argument sessionId")
    row = phone.state.get("gui_sessions", session)
    if row is None:
        raise missing(f"no session {session}")
    if row["status"] != "pending":
        raise conflict(f"session {session} is already {row['status']}")
    app, text = row["appName"], row["instruction"].lower()
    verb = next((v for v in VERBS[app] if v in text), None)
    item = next((i for i in APPS[app] if i.lower() in text), None)
    if verb is None or item is None:
        phone.state.set("gui_sessions", session, status="failed")
        what = f"to do ({' or '.join(VERBS[app])})" if verb is None else "item is meant"
        raise missing(f"the screen of {app} does not show what {what}")
    count = re.search(r"\b([2-9])\b", text.replace(item.lower(), ""))
    phone.state.set("gui_sessions", session, status="completed")
    record = {"appName": app, "verb": verb, "item": item, "quantity": int(count[1]) if count else 1}
    phone.state.insert("app_records", record)
    return Outcome(f"completed in {app}: {verb} {item}", {"status": "completed"})


@tool(Domain.ASSISTANT, SideEffect.WRITES_USER_DATA)
def trigger_task(phone: Phone, condition: str, task: str) -> Outcome:
    """Do a task later, when a condition comes true (battery level, time, place, message)."""
    if not condition.strip() or not task.strip():
        raise bad("condition and task must say something")
    key = phone.state.insert("triggers", {"condition": condition, "task": task, "active": True})
    return Outcome(f"when {condition}: {task}", {"triggerId": key})
