"""Devices at home: the vacuum at its limits, doors and sensors."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, asks, refuses, reports, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.full.smart_home import ALERTS, online


@scenario(
    "devices.vacuum.empty",
    Behaviour.BOUNDARY,
    Domain.DEVICES,
    (
        "Start the robot vacuum",
        "Let the robot clean the whole place",
        "Vacuum everything",
        "The floors are dirty everywhere, get the vacuum to work",
        "Robot, clean the flat",
        "Have all rooms vacuumed",
        "Please set the vacuum robot off on a full round",
        "Can the robot do all the floors now?",
        "Guests are coming, vacuum all of it",
        "Do the floors with the robot",
        "start vacuuming",
        "I'd like the robot vacuum to begin its round through the home",
    ),
)
def vacuum_empty(draw: Draw) -> Plan:
    """It is docked with too little charge."""
    level = draw.rng.randrange(3, 19)
    assume(draw, mobile_data=True, vacuum="docked", vacuum_battery=level)
    call = Call("control_robot_vacuum", {"action": "start"})
    say = f"I can't start the vacuum: its battery is at {level}%, and it needs 20%."
    wanted = (tried(tries("control_robot_vacuum")), refuses("battery", "charge", "charged", "charging", str(level)))
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "devices.vacuum.elsewhere",
    Behaviour.REVISION,
    Domain.DEVICES,
    (
        "Stop, not there. The {room} first",
        "Actually the {room} needs it more, send it there instead",
        "Wrong room, I meant the {room}",
        "Change of plan: pause it and do the {room}",
        "No no, the {room}!",
        "Let it leave that room and clean the {room}",
        "I'd rather have the {room} done now",
        "Make it the {room} instead",
        "Sorry, {room} is what I wanted cleaned",
        "{room} instead pls",
        "Call it away from there, the {room} is where the dirt is",
        "Could the robot switch over to the {room}?",
    ),
)
def vacuum_elsewhere(draw: Draw) -> Plan:
    """It is cleaning, so it is paused before it starts elsewhere."""
    assume(draw, mobile_data=True, vacuum="docked", vacuum_battery=90)
    first, room = (str(r) for r in draw.rng.sample(draw.phone.setting("home_rooms"), 2))
    tool = "control_robot_vacuum"
    request = draw.pick(("Vacuum the {}, robot", "Robot into the {}", "Have the robot do the {}")).format(first)
    history = past(draw, request, (Call(tool, {"action": "start", "room": first}),), f"It cleans the {first}.")
    calls = (Call(tool, {"action": "pause"}), Call(tool, {"action": "start", "room": room}))
    say = f"The robot left the {first} and cleans the {room}."
    return Plan({"room": room}, turns(*calls), say, overrides=started(draw), history=history)


@scenario(
    "devices.door.lock",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Lock the {door}",
        "I think I left the {door} unlocked, lock it",
        "Bolt the {door} for the night",
        "Secure the {door}",
        "The {door} should be locked now",
        "Close up the {door}, I mean the lock",
        "Nobody should get in through the {door}, lock up",
        "Please turn the key in the {door}",
        "Can you see that the {door} gets locked?",
        "We're off. Lock the {door} behind us",
        "{door} locked pls",
        "Make the {door} burglar-proof, put the lock on",
    ),
    joinable=True,
)
def lock_door(draw: Draw) -> Plan:
    """A door that is unlocked."""
    online(draw)
    name = str(draw.row("home_locks", locked=False)[1]["name"])
    call = Call("control_door_lock", {"action": "lock", "deviceName": name})
    return Plan({"door": name}, turns(call), f"The {name} is locked.")


@scenario(
    "devices.door.lock_open_ones",
    Behaviour.DEPENDENCY,
    Domain.DEVICES,
    (
        "Which doors are unlocked? Lock them",
        "Check the doors and lock whatever is open",
        "Lock up the house, and tell me which door was still unlocked",
        "See if any door is not locked yet and lock it",
        "Make a round of the doors: lock the ones that aren't, name them to me",
        "Bedtime, check every lock and close those that are open",
        "Is everything locked? If a door isn't, lock it and say which",
        "Lock each door that somebody left unlocked",
        "Look at all door locks; those unlocked should be locked",
        "I can't remember whether I locked up. Find out and fix it",
        "any door unlocked? lock it",
        "Please verify the doors, then lock the forgotten one",
    ),
)
def lock_open_ones(draw: Draw) -> Plan:
    """Just one door is unlocked; the list tells which."""
    online(draw)
    rows = [r for _, r in draw.rows("home_locks")]
    loose = [str(r["name"]) for r in rows if not r["locked"]]
    if len(rows) < 2 or len(loose) != 1:
        raise draw.skip("not just one of two is unlocked")
    calls = (
        Call("control_door_lock", {"action": "query"}),
        Call("control_door_lock", {"action": "lock", "deviceName": loose[0]}),
    )
    return Plan({}, turns(*calls), f"The {loose[0]} was unlocked; I locked it.", criteria=(reports(loose[0]),))


@scenario(
    "devices.door.flat_battery",
    Behaviour.BOUNDARY,
    Domain.DEVICES,
    (
        "Unlock the {door}",
        "Open the lock of the {door} for the plumber",
        "I'm standing outside, unlock the {door}",
        "My hands are full, open up the {door}",
        "Let the guests in, unlock the {door}",
        "The {door} should be unlocked now",
        "Please release the lock at the {door}",
        "Take the lock off the {door}",
        "Can you open the {door} from here?",
        "My son forgot his key. Unlock the {door} for him",
        "unlock {door} pls",
        "Free the {door}, I'm coming in",
    ),
)
def flat_battery(draw: Draw) -> Plan:
    """The lock's battery is too low to open it."""
    assume(draw, mobile_data=True)
    key, row = draw.row("home_locks")
    level = draw.rng.randrange(2, 9)
    draw.state.set("home_locks", key, locked=True, battery=level)
    name = str(row["name"])
    call = Call("control_door_lock", {"action": "unlock", "deviceName": name})
    say = f"I can't unlock the {name}: its battery is at {level}%, please use the key."
    wanted = (tried(tries("control_door_lock")), refuses("battery", "key", str(level)))
    return Plan({"door": name}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "devices.door.which",
    Behaviour.BOUNDARY,
    Domain.DEVICES,
    (
        "Unlock the door at home",
        "Open the lock, my friend is waiting outside",
        "Please unlock one of my doors",
        "The courier needs to get in, unlock the door",
        "Undo the door lock",
        "Can you let someone in? Unlock the door",
        "unlock the house door thing",
        "Release the lock so that the cleaner can come in",
        "Somebody is at the door, unlock it for them",
        "I want the door unlocked",
        "Home: unlock",
        "Take the lock off so that I can get in",
    ),
)
def which_door(draw: Draw) -> Plan:
    """Two doors, both locked."""
    names = [str(r["name"]) for _, r in draw.rows("home_locks")]
    if len(names) < 2:
        raise draw.skip("one lock only")
    for key, _ in draw.rows("home_locks"):
        draw.state.set("home_locks", key, locked=True, battery=80)
    say = f"Which door should I unlock, the {names[0]} or the {names[1]}?"
    wanted = (asks("door", "doors", "lock", *names),)
    return Plan({}, (), say, Checker.BEHAVIOUR, wanted, overrides=started(draw), distractors=("control_door_lock",))


@scenario(
    "devices.sensor.windows",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Which window is open at home?",
        "Did I leave a window open? In which room?",
        "It starts raining: check the windows at home and tell me the open one",
        "Where at home is a window open?",
        "Look at the window sensors, which room has an open one?",
        "Are all windows shut? If one isn't, name it",
        "Tell me the room with the open window",
        "A storm is coming, is there a window I forgot?",
        "Ask the sensors at home about open windows",
        "window open anywhere at home?",
        "I'm at work and wonder which window I left open",
        "Can you find out whether any of my windows stands open, and where",
    ),
)
def open_window(draw: Draw) -> Plan:
    """One window is open."""
    rows = [r for _, r in draw.rows("home_sensors", kind="window", reading="open")]
    if len(rows) != 1:
        raise draw.skip("not just one is open")
    room = str(rows[0]["name"]).removesuffix(" window sensor")
    call = Call("query_home_sensors", {"kind": "window"})
    free = frozenset({"query_home_sensors.kind"})
    return Plan({}, turns(call), f"The window in the {room} is open.", Checker.TOOL_CALL, (reports(room),), free)


@scenario(
    "devices.sensor.none",
    Behaviour.BOUNDARY,
    Domain.DEVICES,
    (
        "Is there smoke at home? What do the smoke detectors say?",
        "Check the smoke alarms for me",
        "I may have left the stove on, read the smoke sensor",
        "Do the smoke detectors report anything?",
        "Any smoke in the house according to the sensors?",
        "Look whether the smoke sensor is clear",
        "Ask the smoke alarm at home if all is well",
        "smoke sensor status please",
        "What is the reading of my smoke detector?",
        "My neighbour smells something. Has the smoke alarm noticed anything?",
        "Could you see what the smoke sensors at home are showing?",
        "Tell me what the smoke alarm reads",
    ),
)
def no_smoke_sensor(draw: Draw) -> Plan:
    """There is no sensor of that kind: say so, invent no all-clear."""
    if draw.rows("home_sensors", kind="smoke"):
        raise draw.skip("there is one")
    call = Call("query_home_sensors", {"kind": "smoke"})
    say = "I can't tell: there is no smoke sensor in your home."
    wanted = (tried(tries("query_home_sensors")), refuses("smoke"))
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted)


@scenario(
    "devices.light.where_motion",
    Behaviour.DEPENDENCY,
    Domain.DEVICES,
    (
        "Turn on the lights in the room where something moves",
        "Is there motion somewhere at home? Light that room up",
        "Check the motion sensors and switch on the light where there is movement",
        "Something set off a motion sensor, put the lights on there",
        "Find the room with movement and turn its lights on",
        "Whichever room reports motion should be lit",
        "Scare off whoever moves in my home: lights on in that room",
        "Look for motion at home, then enable the lamps in that very room",
        "Lights on where the sensors see someone",
        "motion at home? lights on in that room",
        "Could you see which room has motion and brighten it up with its lights",
        "I think the cat is walking about. Switch on the light in the room where the sensor saw it",
    ),
)
def where_motion(draw: Draw) -> Plan:
    """One sensor reports motion, in a room with a lamp that is off."""
    online(draw)
    rows = [str(r["name"]) for _, r in draw.rows("home_sensors", kind="motion", reading=ALERTS[0])]
    if len(rows) != 1:
        raise draw.skip("not just one room")
    room = rows[0].removesuffix(" motion sensor")
    if not draw.rows("home_lights", room=room, on=False):
        raise draw.skip("no lamp that is off")
    calls = (
        Call("query_home_sensors", {"kind": "motion"}),
        Call("control_light", {"action": "enable", "room": room}),
    )
    return Plan({}, turns(*calls), f"There is motion in the {room}; its lights are on.")
