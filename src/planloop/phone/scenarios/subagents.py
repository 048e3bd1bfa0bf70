"""Scenarios of the sub-agent dimension: hand over to the GUI agent or to a trigger, with the whole payload."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Dimension, Domain
from planloop.contract.criteria import Checker, CleanCriterion, HandoffCriterion
from planloop.phone.apps.gui import APPS
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns

PURPOSE: dict[str, tuple[str, tuple[str, ...]]] = {
    "FoodExpress": ("order {item}", ("order", "buy")),
    "BookNest": ("reserve {item}", ("reserve", "book", "reservation")),
    "CineTix": ("book {item}", ("book", "reserve", "buy", "booking")),
    "FitTrack": ("log {item}", ("log", "record", "track")),
    "PetCare": ("book {item}", ("book", "reserve", "schedule", "booking")),
    "HomeHub": ("turn on {item}", ("on", "start", "activate", "enable")),
}
"""What an app is asked to do, and the words by which a hand-over of it is recognised."""


def gui_plan(app: str, instruction: str, item: str, verbs: tuple[str, ...]) -> Plan:
    """Start a session, then execute it."""
    start = Call("control_gui_agent", {"action": "start", "appName": app, "instruction": instruction})
    execute = Call("control_gui_agent", {"action": "execute", "sessionId": "gui_session_001"})
    handoff = HandoffCriterion(
        tool="control_gui_agent",
        arguments={"action": "start", "appName": app},
        contains=((item,), verbs),
    )
    done = HandoffCriterion(tool="control_gui_agent", arguments={"action": "execute"}, payload_argument="sessionId")
    clean = CleanCriterion(allowed_tools=("control_gui_agent",))
    slots = {"app": app, "item": item, "goal": instruction}
    say = f"Done in {app}: {instruction}."
    return Plan(slots, turns(start, execute), say, checker=Checker.BEHAVIOUR, criteria=(handoff, done, clean))


@scenario(
    "subagent.gui",
    Behaviour.GUI,
    Domain.ASSISTANT,
    (
        "Open {app} and {goal}",
        "In {app}, {goal} for me",
        "Please {goal} with {app}",
        "Use {app} to {goal}",
        "Could you {goal} in the {app} app",
        "I want you to {goal}, in {app}",
        "Go into {app} and {goal}",
        "{app}: {goal}",
        "My hands are full. {goal} in {app}",
        "Have the screen agent {goal} on {app}",
        "Can you tap through {app} and {goal}",
        "Do it in {app}: {goal}",
        "Take over the screen and {goal} via {app}",
        "I'd like to {goal} using {app}",
    ),
    dimension=Dimension.SUB_AGENT,
    more=(
        "Get {app} to {goal}",
        "Go to {app}, then {goal}",
        "Let {app} {goal}",
        "I need this done in {app}: {goal}",
        "Operate {app} for me and {goal}",
        "There is an app called {app}. {goal} there",
        "{goal}. The app for it is {app}",
        "Work your way through {app} to {goal}",
        "Launch {app}; {goal}",
        "Would you handle {app} and {goal}",
        "{app} can do this for me: {goal}",
        "Help me {goal}; {app} is the app to use",
        "Control {app} and {goal}",
        "Bring up {app} and {goal}",
        "Switch to {app} to {goal}",
        "{goal}, but through {app}",
        "Start {app} and go through the steps to {goal}",
        "See if you manage to {goal} inside {app}",
        "A job for {app}: {goal}",
        "Find your way in {app} and {goal}",
        "Press the buttons of {app} to {goal}",
        "Drive {app} yourself: {goal}",
        "With {app} open, {goal}",
        "The program is {app}, the errand is this: {goal}",
        "Head over to {app}, where you {goal}",
        "It has no shortcut, so click through {app}: {goal}",
        "Run {app} and {goal} on my behalf",
        "{app} again, this time to {goal}",
        "Somebody has to {goal}; {app} is the place",
    ),
)
def gui_agent(draw: Draw) -> Plan:
    """One thing in one app."""
    app = draw.pick(list(APPS))
    item = draw.pick(APPS[app])
    pattern, verbs = PURPOSE[app]
    return gui_plan(app, pattern.format(item=item), item, verbs)


@scenario(
    "subagent.trigger",
    Behaviour.MONITORING,
    Domain.ASSISTANT,
    (
        "When {condition}, {task}",
        "As soon as {condition}, {task}",
        "{task} once {condition}",
        "If it happens that {condition}, please {task}",
        "Keep watch: when {condition}, {task}",
        "Please {task} as soon as {condition}",
        "Later, when {condition}, I want you to {task}",
        "Wait until {condition} and then {task}",
        "Set a trigger: {condition} means {task}",
        "The moment {condition}, {task}",
        "Every time {condition}, {task}",
        "Monitor this for me: {condition}. Then {task}",
    ),
    dimension=Dimension.SUB_AGENT,
    more=(
        "In case {condition}, {task}",
        "Not now: {task}, but only when {condition}",
        "Don't do it yet. If {condition}, {task}",
        "{task}, but not before {condition}",
        "Watch out for this: {condition}. Once that is so, {task}",
        "Automatically {task} if {condition}",
        "{task}. Do it on this condition: {condition}",
        "Next time {condition}, {task}",
        "I'd like you to notice that {condition}; your part then: {task}",
        "{task} - that is for later, at the time that {condition}",
        "An automation, please. Condition: {condition}. Action: {task}",
        "Leave it for now, but {task} at the point where {condition}",
        "Should it be that {condition}, {task}",
        "Event: {condition}. What to do about it: {task}",
        "{task}, provided that {condition}",
        "After {condition}, {task}",
        "Whenever {condition}, go and {task}",
        "Hold back until {condition}; afterwards {task}",
        "Stay quiet up to when {condition}, then {task}",
        "{condition}? Then {task}",
        "Put this on hold: {task}. Go ahead when {condition}",
        "Get ready to {task}; the signal is that {condition}",
        "A rule for later: {condition}, so {task}",
        "React if {condition}: {task}",
        "Only after {condition} should you {task}",
        "{task} the instant {condition}",
        "Be on the alert: {condition} is the sign to {task}",
        "Nothing to do yet. Once {condition}, though, {task}",
    ),
)
def trigger(draw: Draw) -> Plan:
    """A condition and what to do then."""
    place, name = draw.pick(PLACES), str(draw.row("contacts")[1]["name"])
    level = draw.rng.randrange(10, 60)
    condition, event = draw.pick(
        (
            (f"I arrive at {place}", (("arrive", "arrives", "arriving", "arrival", "reach", "reaches"), (place,))),
            (f"I leave {place}", (("leave", "leaves", "leaving", "left", "exit"), (place,))),
            (f"the battery drops below {level}", (("battery",), ("below", "under", "less"), (str(level),))),
            (f"{name} sends a message", ((name, name.split()[0]), ("message", "messages", "text", "texts", "SMS"))),
        )
    )
    task, words = draw.pick(TASKS)
    task = task.format(name=name)
    call = Call("trigger_task", {"condition": condition, "task": task})
    payload = tuple(tuple(w.format(name=name, first=name.split()[0]) for w in group) for group in words)
    watch = HandoffCriterion(tool="trigger_task", payload_argument="condition", contains=event)
    then = HandoffCriterion(tool="trigger_task", payload_argument="task", contains=payload)
    clean = CleanCriterion(allowed_tools=("trigger_task",))
    slots = {"condition": condition, "task": task}
    say = f"I will watch for it: when {condition}."
    return Plan(slots, turns(call), say, checker=Checker.BEHAVIOUR, criteria=(watch, then, clean))


PLACES = ("the office", "home", "the gym", "the station", "the airport", "school", "the library", "the market")
TASKS: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = (
    ("turn on do not disturb", (("on", "enable", "activate"), ("do not disturb", "DND"))),
    ("switch the flashlight on", (("on", "enable", "activate"), ("flashlight", "torch"))),
    ("read me the news", (("read",), ("news",))),
    ("open my shopping list", (("open", "show"), ("shopping list",))),
    ("turn off Wi-Fi", (("off", "disable", "deactivate"), ("Wi-Fi", "wifi"))),
    ("play some jazz", (("play", "start"), ("jazz",))),
    ("remind me to call {name}", (("remind", "reminder"), ("call", "ring", "phone"), ("{name}", "{first}"))),
    ("mute the ringtone", (("mute", "silence", "silent"), ("ringtone", "ring", "ringer"))),
    ("start the navigation home", (("start", "begin", "navigate", "guide", "take"), ("home",))),
    ("turn on the power saver", (("on", "enable", "activate"), ("power saver", "power saving", "battery saver"))),
)
"""What to do then, and the words by which a hand-over is recognised."""
