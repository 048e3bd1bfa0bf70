"""Scenarios of the sub-agent dimension: hand over to the GUI agent or to a trigger, with the whole payload."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Dimension, Domain
from planloop.contract.criteria import Checker, CleanCriterion, HandoffCriterion
from planloop.phone.apps.gui import APPS
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns

PURPOSE = {
    "FoodExpress": ("order {item}", "order"),
    "BookNest": ("reserve {item}", "reserve"),
    "CineTix": ("book {item}", "book"),
    "FitTrack": ("log {item}", "log"),
    "PetCare": ("book {item}", "book"),
    "HomeHub": ("turn on {item}", "turn on"),
}


def gui_plan(draw: Draw, app: str, instruction: str, item: str, verb: str) -> Plan:
    """Start a session, then execute it."""
    start = Call("control_gui_agent", {"action": "start", "appName": app, "instruction": instruction})
    execute = Call("control_gui_agent", {"action": "execute", "sessionId": "gui_session_001"})
    handoff = HandoffCriterion(
        tool="control_gui_agent",
        arguments={"action": "start", "appName": app},
        contains=((item,), tuple(dict.fromkeys((verb, verb.split()[0])))),
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
)
def gui_agent(draw: Draw) -> Plan:
    """One thing in one app."""
    app = draw.pick(list(APPS))
    item = draw.pick(APPS[app])
    pattern, verb = PURPOSE[app]
    return gui_plan(draw, app, pattern.format(item=item), item, verb)


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
)
def trigger(draw: Draw) -> Plan:
    """A condition and what to do then."""
    place, name = draw.pick(PLACES), str(draw.row("contacts")[1]["name"])
    level = draw.rng.randrange(10, 60)
    condition = draw.pick(
        (f"I arrive at {place}", f"I leave {place}", f"the battery drops below {level}", f"{name} sends a message")
    )
    task = draw.pick(TASKS).format(name=name, level=level)
    call = Call("trigger_task", {"condition": condition, "task": task})
    handoff = HandoffCriterion(
        tool="trigger_task", payload_argument="condition", contains=((condition.split()[-1],), (condition.split()[0],))
    )
    payload = HandoffCriterion(tool="trigger_task", payload_argument="task", contains=((task,),))
    clean = CleanCriterion(allowed_tools=("trigger_task",))
    say = f"When {condition}, I will {task}."
    slots = {"condition": condition, "task": task}
    return Plan(slots, turns(call), say, checker=Checker.BEHAVIOUR, criteria=(handoff, payload, clean))


PLACES = ("the office", "home", "the gym", "the station", "the airport", "school", "the library", "the market")
TASKS = (
    "turn on do not disturb",
    "switch the flashlight on",
    "read me the news",
    "open my shopping list",
    "turn off Wi-Fi",
    "play some jazz",
    "remind me to call {name}",
    "mute the ringtone",
    "start the navigation home",
    "turn on the power saver",
)
