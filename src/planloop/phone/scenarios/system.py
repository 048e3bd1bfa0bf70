"""Scenarios of System Settings: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.past import assume, started
from planloop.phone.speech import any_time, clock

PHONE_NAMES = (
    "Rosie", "Black Beauty", "Work Horse", "Sparky", "Little Brick", "Captain", "Moonbeam", "Titan", "Pickle", "Nova",
    "Silver Fox", "Jellybean", "Old Reliable", "Phoenix", "Biscuit",
    "Comet", "Duchess", "Echo Base", "Falcon", "Ginger",
    "Hazel", "Iron Maiden", "Juniper", "Kingfisher", "Lucky Charm", "Maverick", "Nutmeg", "Orbit", "Pebble", "Quartz",
)  # fmt: skip


@scenario(
    "system.battery.query",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "How much battery do I have left?",
        "What's the battery level?",
        "Battery percentage?",
        "Check the battery for me",
        "Is there still enough charge? Tell me the percentage",
        "How full is the battery right now",
        "Give me the current charge level",
        "I'm heading out, what's my battery at?",
        "Tell me how many percent of battery remain",
        "How charged is the phone?",
        "Could you look up the battery status",
        "What percent is the phone at?",
    ),
    joinable=True,
)
def battery_level(draw: Draw) -> Plan:
    """Report the level."""
    level = str(draw.phone.setting("battery_level"))
    call = Call("manage_battery", {"action": "query"})
    return Plan({}, turns(call), f"The battery is at {level}%.", Checker.TOOL_CALL, (reports(level),))


@scenario(
    "system.battery.saver",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Turn on power saver",
        "My charger is at home, switch to battery saving",
        "Save battery from now on",
        "Enable the normal power saving mode",
        "Power saver on please",
        "I need the phone to last till tonight, use the power saver",
        "Can you activate battery saver?",
        "Put the phone into power-saving mode",
        "Go easy on the battery with power saver mode",
        "Start saving power",
        "The battery drains fast today, so turn power saving on",
        "Please set the battery mode to power saver",
    ),
    joinable=True,
)
def power_saver(draw: Draw) -> Plan:
    """Power mode is normal at first."""
    assume(draw, power_mode="normal")
    call = Call("manage_battery", {"action": "enable", "mode": "power_saver"})
    return Plan({}, turns(call), "Power saver is on.", overrides=started(draw))


@scenario(
    "system.battery.super",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Turn on super saving mode",
        "I'm hiking for two days, use super power saving",
        "Switch to the super saving battery mode",
        "Super saving on",
        "Stretch the battery as far as possible with super saving",
        "Enable super saving, I only need calls today",
        "Battery must last all weekend, super saving please",
        "Can you put the phone in super saving?",
        "Go to super battery saving",
        "Please use the super saving option for the battery",
        "Ordinary power saving is not enough, take super saving",
        "Activate super saving for the battery now",
    ),
    joinable=True,
)
def super_saving(draw: Draw) -> Plan:
    """The stronger mode."""
    call = Call("manage_battery", {"action": "enable", "mode": "super_saving"})
    return Plan({}, turns(call), "Super saving is on.")


@scenario(
    "system.info.query",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "What phone model is this?",
        "Which model do I have?",
        "Tell me the exact model of my phone",
        "The shop wants to know what device I own, which model is it?",
        "Look up my phone's model name",
        "I'm buying a case, what model is my phone?",
        "Device model?",
        "Can you tell me what kind of phone this is, the model I mean",
        "What does it say under device info for the model",
        "Give me the model designation of this device",
        "I forgot which phone I bought, what's the model?",
        "Find out the model of this handset",
    ),
    joinable=True,
)
def model(draw: Draw) -> Plan:
    """Report the model."""
    name = str(draw.phone.setting("model"))
    call = Call("manage_device_info", {"action": "query"})
    return Plan({}, turns(call), f"Your phone is a {name}.", Checker.TOOL_CALL, (reports(name),))


@scenario(
    "system.info.rename",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Rename this phone to {name}",
        "Call my phone {name}",
        "The device name should be {name}",
        "Change the name of the phone to {name}",
        "I want this phone to be named {name}",
        "Give the phone the name {name}",
        "My phone's new name is {name}, set it",
        "Set {name} as device name",
        "Can you rename the device? {name} please",
        "Other devices should see this phone as {name}",
        "Let this handset go by {name}",
        "Phone name: {name}",
    ),
    joinable=True,
)
def rename_phone(draw: Draw) -> Plan:
    """A new device name."""
    name = draw.pick(PHONE_NAMES)
    call = Call("manage_device_info", {"action": "rename", "name": name})
    return Plan({"name": name}, turns(call), f"Your phone is now called {name}.")


@scenario(
    "system.flashlight.on",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Turn on the flashlight",
        "Torch on",
        "I dropped my keys in the dark, give me some light",
        "Can you light up the flashlight?",
        "Use the phone as a torch",
        "It's pitch black on the stairs, flashlight please",
        "Switch the torch on",
        "Shine the light on the back of the phone",
        "Flashlight",
        "I need to look under the sofa, turn the light on",
        "The power is out, switch on the flashlight",
        "Please enable the LED light",
    ),
    joinable=True,
)
def flashlight_on(draw: Draw) -> Plan:
    """The flashlight is off at first."""
    assume(draw, flashlight=False)
    call = Call("control_flashlight", {"action": "enable"})
    return Plan({}, turns(call), "The flashlight is on.", overrides=started(draw))


@scenario(
    "system.power.schedule_off",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Power the phone off every day at {time}",
        "Schedule a daily shutdown at {time}",
        "Let my phone switch itself off at {time}",
        "The phone should power down by itself at {time}",
        "Automatic power-off at {time} please",
        "Set the daily power off to {time}",
        "I sleep early, have the phone shut down at {time} each night",
        "Each day at {time} turn the phone off automatically",
        "Change the automatic shutdown time to {time}",
        "Can the phone power off on its own at {time}?",
        "Scheduled power off: {time}",
        "Make it so that at {time} the phone shuts itself down daily",
    ),
    joinable=True,
)
def schedule_off(draw: Draw) -> Plan:
    """A new daily power-off time."""
    time = any_time(draw.rng, 18, 24)
    if time == draw.phone.setting("scheduled_power_off"):
        raise draw.skip("time is as asked")
    call = Call("manage_scheduled_power", {"action": "set", "event": "power_off", "time": time})
    return Plan({"time": clock(draw.rng, time)}, turns(call), f"The phone powers off at {time} every day.")


@scenario(
    "system.power.schedule_on",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Have the phone power on at {time} every morning",
        "Schedule automatic power-on for {time}",
        "My phone should start up by itself at {time}",
        "Daily boot at {time}, please",
        "Set the scheduled power on to {time}",
        "Let the phone turn itself on at {time} each day",
        "I switch it off overnight, so make it come on at {time} by itself",
        "Automatic start of the phone at {time}",
        "Can you make the phone boot on its own at {time}?",
        "Every day at {time} the phone is to switch on",
        "Power-on time: {time}, daily",
        "Turn yourself on at {time} every day when you are off",
    ),
    joinable=True,
)
def schedule_on(draw: Draw) -> Plan:
    """A daily power-on time."""
    time = any_time(draw.rng, 5, 10)
    call = Call("manage_scheduled_power", {"action": "set", "event": "power_on", "time": time})
    return Plan({"time": clock(draw.rng, time)}, turns(call), f"The phone powers on at {time} every day.")


@scenario(
    "system.recorder.start",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Start recording the screen",
        "Record my screen",
        "I want to show Grandma how this works, record what's on the display",
        "Screen recording, go",
        "Begin a screen capture video",
        "Film what happens on my screen from now on",
        "Can you start the screen recorder?",
        "Make a video of my screen",
        "I found a bug and need proof, so start a screen recording",
        "Please turn on the screen recorder",
        "Capture the display as a video, start now",
        "Let the recorder run on this screen",
    ),
    joinable=True,
)
def recorder_start(draw: Draw) -> Plan:
    """Nothing is being recorded."""
    call = Call("control_screen_recorder", {"action": "start"})
    return Plan({}, turns(call), "Screen recording has started.", free=frozenset({"control_screen_recorder.audio"}))


@scenario(
    "system.recorder.stop",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Stop the screen recording",
        "I've shown everything, end the recording of the screen",
        "Finish recording my screen and save it",
        "Screen recorder off",
        "That's enough, stop filming the display",
        "End the screen capture",
        "Can you stop the screen recorder now?",
        "Cut! Save the screen video",
        "Please quit recording my screen",
        "Wrap up the screen recording",
        "No need to record the screen any longer",
        "Stop capturing the display",
    ),
    joinable=True,
)
def recorder_stop(draw: Draw) -> Plan:
    """A recording is running."""
    assume(draw, recorder="recording")
    call = Call("control_screen_recorder", {"action": "stop"})
    say = "The recording is stopped and saved as Screen recording 1.mp4."
    return Plan({}, turns(call), say, overrides=started(draw))


@scenario(
    "system.power.restart",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Restart the phone",
        "Reboot",
        "Everything lags, restart my phone",
        "Give the phone a fresh start by rebooting it",
        "Can you reboot the device?",
        "Turn the phone off and on again",
        "Please do a restart",
        "The update needs a reboot, go ahead",
        "Let's reboot this thing",
        "Do a quick restart of the handset",
        "I want the phone restarted right now",
        "My apps are frozen. Reboot the phone please",
    ),
)
def restart(draw: Draw) -> Plan:
    """Restart at once."""
    return Plan({}, turns(Call("control_device_power", {"action": "restart"})), "The phone is restarting.")
