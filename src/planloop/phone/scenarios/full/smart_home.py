"""Devices at home: lights, plugs, thermostats, the vacuum, doors and sensors."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.past import assume, past, started

SPOKEN_COLOUR = {
    "warm_white": "warm white", "cool_white": "cool white", "red": "red", "orange": "orange", "green": "green",
    "blue": "blue", "purple": "purple",
}  # fmt: skip
ALERTS = ("motion", "open")
"""Readings that say something is going on."""


def online(draw: Draw) -> None:
    """Skip worlds without internet."""
    if not (draw.phone.setting("wifi") or draw.phone.setting("mobile_data")):
        raise draw.skip("no internet")


@scenario(
    "devices.light.brightness",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Set the {light} to {level} percent",
        "{light} at {level}% please",
        "I want the {light} to shine at {level} percent",
        "Change the brightness of the {light} to {level}",
        "The {light} isn't right, make it {level} percent bright",
        "Put the {light} on at {level} percent brightness",
        "Let the {light} glow at {level}%",
        "Can you bring the {light} to {level} percent?",
        "For reading I need the {light} at {level} percent",
        "{level} percent for the {light}",
        "the {light} should be {level}% bright",
        "At home the {light} should light up with {level} percent of its strength",
    ),
    joinable=True,
)
def light_level(draw: Draw) -> Plan:
    """One lamp, its brightness; the phone's own screen is not meant."""
    online(draw)
    row = draw.row("home_lights")[1]
    level = draw.pick([v for v in range(5, 101, 5) if v != row["level"]])
    call = Call("control_light", {"action": "set", "deviceName": row["name"], "brightness": level})
    say = f"The {row['name']} is at {level}%."
    slots = {"light": str(row["name"]), "level": str(level)}
    return Plan(slots, turns(call), say, distractors=("set_brightness",))


@scenario(
    "devices.light.colour",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Make the {light} {colour}",
        "{colour} for the {light} please",
        "I'd like {colour} light from the {light}",
        "Turn the {light} {colour}",
        "Switch the colour of the {light} to {colour}",
        "The {light} should glow {colour}",
        "Let's have the {light} in {colour} tonight",
        "Can the {light} be {colour}?",
        "It's party time, {light} to {colour}",
        "Give the {light} a {colour} tone",
        "colour {light}: {colour}",
        "For the mood put the {light} on {colour}",
    ),
    joinable=True,
)
def light_colour(draw: Draw) -> Plan:
    """One lamp, its colour."""
    online(draw)
    row = draw.row("home_lights")[1]
    colour = draw.pick([c for c in SPOKEN_COLOUR if c != row["colour"]])
    call = Call("control_light", {"action": "set", "deviceName": row["name"], "colour": colour})
    say = f"The {row['name']} is {SPOKEN_COLOUR[colour]} now."
    return Plan({"light": str(row["name"]), "colour": SPOKEN_COLOUR[colour]}, turns(call), say)


@scenario(
    "devices.light.room_off",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Lights out in the {room}",
        "Turn off everything that shines in the {room}",
        "Nobody is in the {room}, so make it dark there",
        "Switch off all the lights in the {room}",
        "It should be dark in the {room}",
        "Kill the {room} lights",
        "I forgot the lights in the {room}, turn them off",
        "Please put out all lamps in the {room}",
        "Can you switch every lamp in the {room} off?",
        "We're done in the {room}, no light needed there",
        "{room}: all lights off",
        "no more light in the {room} pls",
    ),
    joinable=True,
)
def room_off(draw: Draw) -> Plan:
    """A room with two lamps of which one at least is on."""
    online(draw)
    rooms = [str(r["room"]) for _, r in draw.rows("home_lights")]
    room = draw.pick([x for x in rooms if rooms.count(x) > 1])
    if not draw.rows("home_lights", room=room, on=True):
        raise draw.skip("dark already")
    call = Call("control_light", {"action": "disable", "room": room})
    return Plan({"room": room}, turns(call), f"All lights in the {room} are off.")


@scenario(
    "devices.light.same_other",
    Behaviour.REFERENCE,
    Domain.DEVICES,
    (
        "Same for the {light}",
        "And the {light} just like that",
        "Do that with the {light} as well",
        "Make the {light} match it",
        "The {light} should get the same brightness",
        "Now the {light}, equally bright",
        "Perfect. The {light} too, please",
        "Set the {light} to that value also",
        "{light} likewise",
        "and {light}, same level",
        "Could the {light} be as bright as that one?",
        "Repeat this on the {light}",
    ),
)
def same_other(draw: Draw) -> Plan:
    """The brightness of the last exchange, on another lamp."""
    assume(draw, mobile_data=True)
    first, second = draw.rng.sample([r for _, r in draw.rows("home_lights")], 2)
    level = draw.pick([v for v in range(5, 101, 5) if v not in (first["level"], second["level"])])
    request = draw.pick(("Set the {} to {}%", "{} at {} percent", "Bring the {} to {}%")).format(first["name"], level)
    done = Call("control_light", {"action": "set", "deviceName": first["name"], "brightness": level})
    history = past(draw, request, (done,), f"The {first['name']} is at {level}%.")
    call = Call("control_light", {"action": "set", "deviceName": second["name"], "brightness": level})
    say = f"The {second['name']} is at {level}% too."
    return Plan({"light": str(second["name"])}, turns(call), say, overrides=started(draw), history=history)


@scenario(
    "devices.plug.off",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Switch off the {plug}",
        "Did I leave the {plug} on? Turn it off",
        "Cut the power of the {plug}",
        "The {plug} isn't needed any more, power off",
        "Please turn the {plug} off",
        "I'm out of the house, so shut down the {plug}",
        "Take the {plug} off the mains",
        "No electricity for the {plug}",
        "Stop the {plug} at home",
        "{plug} off",
        "Could you see to it that the {plug} is off?",
        "the {plug} is running for nothing, switch it off",
    ),
    joinable=True,
)
def plug_off(draw: Draw) -> Plan:
    """A plug that is on."""
    online(draw)
    name = str(draw.row("home_plugs", on=True)[1]["name"])
    call = Call("control_smart_plug", {"action": "disable", "deviceName": name})
    return Plan({"plug": name}, turns(call), f"The {name} is off.")


@scenario(
    "devices.plug.power",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "How many watts does the {plug} draw?",
        "What's the power use of the {plug} right now?",
        "Tell me how much electricity the {plug} takes",
        "Check the consumption of the {plug}",
        "The {plug} feels like a power hog. What does the plug measure?",
        "Read the watts of the {plug}",
        "Give me the current wattage of the {plug}",
        "I'd like to know what the {plug} uses at the moment",
        "{plug}: how many watts?",
        "Is the {plug} using a lot of power? Tell me the number",
        "power draw of {plug} pls",
        "Can you look up what the {plug} consumes at this moment, in watts?",
    ),
    joinable=True,
)
def plug_power(draw: Draw) -> Plan:
    """The plug measures."""
    row = draw.row("home_plugs", on=True)[1]
    call = Call("control_smart_plug", {"action": "query", "deviceName": row["name"]})
    say = f"The {row['name']} draws {row['watts']} watts."
    return Plan({"plug": str(row["name"])}, turns(call), say, Checker.TOOL_CALL, (reports(str(row["watts"])),))


@scenario(
    "devices.thermostat.set",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Set the {room} to {degrees} degrees",
        "I want it {degrees} degrees in the {room}",
        "Heat the {room} to {degrees}",
        "{room} thermostat to {degrees} please",
        "Make the target {degrees} degrees for the {room}",
        "The {room} should have {degrees} °C",
        "Adjust the heating in the {room} to {degrees} degrees",
        "When I get to the {room} I'd like {degrees} degrees there",
        "Could you turn the {room} temperature to {degrees}?",
        "{degrees} degrees, {room}",
        "the {room} thermostat needs to be at {degrees}",
        "Let the {room} be kept at {degrees} degrees",
    ),
    joinable=True,
)
def thermostat_set(draw: Draw) -> Plan:
    """A thermostat that is not off."""
    online(draw)
    row = draw.pick([r for _, r in draw.rows("home_thermostats") if r["mode"] != "off"])
    degrees = draw.pick([v / 2 for v in range(32, 52) if v / 2 != row["target"]])
    arguments = {"action": "set", "room": row["room"], "temperature": degrees}
    say = f"The {row['room']} is set to {degrees:g} degrees."
    slots = {"room": str(row["room"]), "degrees": f"{degrees:g}"}
    return Plan(slots, turns(Call("control_thermostat", arguments)), say)


@scenario(
    "devices.thermostat.off_set",
    Behaviour.BOUNDARY,
    Domain.DEVICES,
    (
        "Get the {room} to {degrees} degrees, and start the heating there if it's off",
        "I want {degrees} degrees in the {room}. Should it be off, let it heat",
        "Warm up the {room} to {degrees}, turning the heating on when needed",
        "{room} at {degrees} degrees; you may put it on heat for that",
        "Please have the {room} heated to {degrees}, whatever mode it is in now",
        "Heat the {room}: {degrees} degrees, heating on if it isn't",
        "The {room} is cold. Make it {degrees} degrees, and activate heating if it was shut down",
        "Can the {room} get {degrees} degrees? If the thermostat is off set it to heating",
        "Bring the {room} up to {degrees}. Heat mode is fine if none is on",
        "Set {degrees} degrees for the {room} and make sure that it is heating there",
        "{room} {degrees} degrees, switch to heating if off",
        "We come back tonight and need {degrees} degrees in the {room}, so heat it even if it's switched off",
    ),
)
def thermostat_off(draw: Draw) -> Plan:
    """The thermostat is off: a mode first, then the temperature."""
    assume(draw, mobile_data=True)
    key, row = draw.row("home_thermostats")
    draw.state.set("home_thermostats", key, mode="off")
    degrees = draw.pick([v / 2 for v in range(34, 48) if v / 2 != row["target"]])
    warm = Call("control_thermostat", {"action": "set", "room": row["room"], "temperature": degrees})
    calls = (warm, Call("control_thermostat", {"action": "set_mode", "room": row["room"], "mode": "heat"}), warm)
    say = f"The {row['room']} was off; now it heats to {degrees:g} degrees."
    slots = {"room": str(row["room"]), "degrees": f"{degrees:g}"}
    return Plan(slots, turns(*calls), say, overrides=started(draw))


@scenario(
    "devices.vacuum.room",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Vacuum the {room}",
        "Send the robot to clean the {room}",
        "There are crumbs in the {room}, let the vacuum deal with it",
        "Have the {room} vacuumed",
        "Start the robot vacuum, only in the {room}",
        "The floor of the {room} is dusty, get the robot going there",
        "Robot, {room} please",
        "Let the little vacuum do the {room}",
        "Can the robot clean up in the {room}?",
        "I spilled cereal in the {room}. The robot vacuum should pick it up",
        "vaccum the {room}",
        "Begin cleaning the {room} with the robot",
    ),
    joinable=True,
)
def vacuum_room(draw: Draw) -> Plan:
    """The vacuum is free and charged."""
    online(draw)
    if draw.phone.setting("vacuum") == "cleaning" or draw.phone.setting("vacuum_battery") < 20:
        raise draw.skip("it cannot start")
    room = str(draw.pick(draw.phone.setting("home_rooms")))
    call = Call("control_robot_vacuum", {"action": "start", "room": room})
    return Plan({"room": room}, turns(call), f"The robot cleans the {room} now.")
