"""Scenarios of Display & Sound: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.past import assume, started
from planloop.phone.speech import any_time, clock

TIMEOUTS = {
    "15s": "15 seconds", "30s": "30 seconds", "1m": "1 minute", "2m": "2 minutes", "5m": "5 minutes",
    "10m": "10 minutes", "30m": "30 minutes",
}  # fmt: skip


def other_level(draw: Draw, setting: str, low: int = 5, high: int = 101) -> int:
    """A level that differs from the present one."""
    return draw.pick([v for v in range(low, high) if v != draw.phone.setting(setting)])


@scenario(
    "display.brightness.set",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Set the brightness to {level}",
        "Screen brightness {level} percent",
        "I can barely read this, put the screen brightness at {level}",
        "Make the display {level}% bright",
        "Brightness at {level} please",
        "Can you bring the screen to {level} percent brightness?",
        "My eyes hurt, {level} percent brightness would be better",
        "Change how bright the screen is: {level}",
        "The sun is glaring. Give me {level}% on the display's brightness",
        "Adjust the backlight to {level}",
        "I'd like the screen's brightness level to be {level}",
        "Move the brightness slider to {level}",
        "Let the screen shine at {level} percent",
        "Please get display brightness to exactly {level}%",
    ),
    joinable=True,
)
def brightness(draw: Draw) -> Plan:
    """Any other level."""
    level = other_level(draw, "brightness")
    call = Call("set_brightness", {"level": level})
    return Plan({"level": str(level)}, turns(call), f"Brightness is at {level}%.")


@scenario(
    "display.dark.on",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Turn on dark mode",
        "White backgrounds are killing me at night, use the dark theme",
        "Dark mode please",
        "Make all the menus black instead of white",
        "Switch the phone to its dark look",
        "Enable the dark theme",
        "Can you activate dark mode?",
        "I prefer light text on a dark background, set that up",
        "Go dark with the interface",
        "Put the system in night theme",
        "Please change the appearance to dark",
        "Everything is so white, get me dark mode",
    ),
    joinable=True,
)
def dark_on(draw: Draw) -> Plan:
    """Dark mode is off at first."""
    assume(draw, dark_mode=False)
    call = Call("manage_dark_mode", {"action": "enable"})
    return Plan({}, turns(call), "Dark mode is on.", overrides=started(draw))


@scenario(
    "display.dark.schedule",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Schedule dark mode from {start} to {end}",
        "Dark theme every day between {start} and {end}",
        "Have the phone go dark at {start} and back to light at {end}",
        "Use dark mode daily, {start} until {end}",
        "I'd like the dark look automatically from {start} till {end}",
        "Dark mode schedule: {start} to {end}",
        "Can dark mode start at {start} and end at {end} by itself?",
        "Please time the dark theme, begin {start}, finish {end}",
        "From {start} on everything should be dark, until {end}, each day",
        "Set up automatic dark mode starting {start}, ending {end}",
        "Between {start} and {end} I want the interface dark every day",
        "Make dark mode run on a timetable, {start} through {end}",
    ),
    joinable=True,
)
def dark_schedule(draw: Draw) -> Plan:
    """Evening to morning."""
    start, end = any_time(draw.rng, 17, 24), any_time(draw.rng, 5, 10)
    call = Call("manage_dark_mode", {"action": "schedule", "startTime": start, "endTime": end})
    slots = {"start": clock(draw.rng, start), "end": clock(draw.rng, end)}
    return Plan(slots, turns(call), f"Dark mode runs from {start} to {end}.")


@scenario(
    "display.rotate.off",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Turn off auto-rotate",
        "The picture flips whenever I lie down, stop that rotation",
        "Lock the screen orientation",
        "Don't rotate the screen automatically any more",
        "Disable automatic rotation",
        "Keep the display from turning when I tilt the phone",
        "Auto rotate off please",
        "I'm reading in bed and the screen keeps spinning around, switch auto-rotation off",
        "Can you deactivate screen rotation?",
        "Please stop my screen from flipping sideways",
        "Fix the display upright, no more auto-rotating",
        "Rotation lock on",
    ),
    joinable=True,
)
def rotate_off(draw: Draw) -> Plan:
    """Auto-rotate is on at first."""
    assume(draw, auto_rotate=True)
    call = Call("manage_auto_rotate", {"action": "disable"})
    return Plan({}, turns(call), "Auto-rotate is off.", overrides=started(draw))


@scenario(
    "display.timeout.set",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Set the screen timeout to {time}",
        "Keep the screen on for {time} before it sleeps",
        "The display should go dark after {time} of doing nothing",
        "Screen timeout: {time}",
        "Let my screen stay awake {time} when idle",
        "Make the display switch itself off after {time}",
        "It turns off too early or too late, {time} of idle screen is right",
        "I want {time} until the screen sleeps",
        "Change the sleep delay of the screen to {time}",
        "Can you have the idle screen stay lit for {time}?",
        "Please put auto screen-off at {time}",
        "While I cook I look at recipes, so the screen timeout should be {time}",
        "Idle time before the display sleeps - {time}",
    ),
    joinable=True,
)
def screen_timeout(draw: Draw) -> Plan:
    """Any other timeout on offer."""
    value, spoken = draw.pick([t for t in TIMEOUTS.items() if t[0] != draw.phone.setting("screen_timeout")])
    call = Call("set_screen_timeout", {"timeout": value})
    return Plan({"time": spoken}, turns(call), f"The screen stays on for {spoken}.")


@scenario(
    "display.volume.set",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Set the {stream} volume to {level}",
        "{stream} volume {level} percent",
        "Put the volume for {stream} at {level}",
        "I'd like {stream} sound at {level}%",
        "Change how loud {stream} is to {level}",
        "Make the {stream} volume exactly {level} please",
        "Can you bring {stream} volume to {level}?",
        "Volume of {stream}: {level}",
        "The {stream} level is wrong. It should be {level}",
        "Move the {stream} slider in the volume panel to {level}",
        "Please have {stream} play at {level} percent loudness",
        "Adjust sound - {stream}, {level}",
        "Let {stream} be at volume {level} from now on",
    ),
    joinable=True,
)
def volume(draw: Draw) -> Plan:
    """Any stream, any other level."""
    stream = draw.pick(("media", "ring", "alarm"))
    level = other_level(draw, f"volume_{stream}")
    call = Call("set_volume", {"stream": stream, "level": level})
    slots = {"stream": stream, "level": str(level)}
    return Plan(slots, turns(call), f"The {stream} volume is at {level}.")


@scenario(
    "display.volume.ringtone",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "I keep missing calls, put the ringer at {level}",
        "Ringtone volume {level}",
        "Let incoming calls ring at {level} percent",
        "Make the phone ring at volume {level} when somebody calls",
        "The ringtone should be at {level}%",
        "People complain about my ringtone in the office, set it to {level}",
        "Set how loud it rings to {level}",
        "When my phone rings I want it at {level} percent",
        "Ringer to {level}, please",
        "Could you change the loudness of the ringtone to {level}?",
        "Calls come in at the wrong loudness; ring volume should be {level}",
        "Give the ringtone a volume of {level}",
    ),
    joinable=True,
)
def ring_volume(draw: Draw) -> Plan:
    """The ring stream, asked for in other words."""
    level = other_level(draw, "volume_ring")
    call = Call("set_volume", {"stream": "ring", "level": level})
    return Plan({"level": str(level)}, turns(call), f"The ring volume is at {level}.")


@scenario(
    "display.volume.music",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Music at {level} percent volume",
        "I can't hear the video, media volume {level} please",
        "Make songs play at volume {level}",
        "Set the sound of videos and music to {level}",
        "The podcast is at the wrong loudness, make it {level}",
        "Movie sound to {level}%",
        "Volume {level} for whatever I'm listening to",
        "Let the music be at {level}",
        "Can you set the loudness of videos at {level}?",
        "My roommate is asleep so play media at {level} percent",
        "Music volume should be {level}",
        "For films and songs I want volume {level}",
    ),
    joinable=True,
)
def music_volume(draw: Draw) -> Plan:
    """The media stream, asked for in other words."""
    level = other_level(draw, "volume_media")
    call = Call("set_volume", {"stream": "media", "level": level})
    return Plan({"level": str(level)}, turns(call), f"The media volume is at {level}.")


@scenario(
    "display.dnd.until",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Do not disturb until {time}",
        "I'm in a meeting, no interruptions before {time}",
        "Silence notifications till {time}",
        "Please keep the phone quiet until {time} with do not disturb",
        "Turn on DND and end it at {time}",
        "Nobody should disturb me until {time}",
        "Let me sleep: do not disturb, ending {time}",
        "Enable do not disturb up to {time}",
        "I need to focus until {time}, hold all notifications",
        "DND till {time}",
        "Can you mute all alerts until {time}?",
        "Set do-not-disturb to run until {time}",
        "Until {time} I don't want to be bothered by this phone",
    ),
    joinable=True,
)
def dnd_until(draw: Draw) -> Plan:
    """Do not disturb with an end."""
    assume(draw, dnd=False)
    time = any_time(draw.rng)
    call = Call("manage_do_not_disturb", {"action": "enable", "until": time})
    slots = {"time": clock(draw.rng, time)}
    return Plan(slots, turns(call), f"Do not disturb is on until {time}.", overrides=started(draw))


@scenario(
    "display.dnd.off",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Turn off do not disturb",
        "I'm available again, end do not disturb",
        "Let notifications through again",
        "DND off",
        "The meeting is over so stop do not disturb",
        "Disable do-not-disturb please",
        "I want to be reachable again, switch off the quiet mode",
        "Please cancel do not disturb",
        "Can you lift do not disturb now?",
        "No more silence, alerts may come in again",
        "Do not disturb can go off",
        "Leave do-not-disturb mode",
    ),
    joinable=True,
)
def dnd_off(draw: Draw) -> Plan:
    """Do not disturb is on at first."""
    assume(draw, dnd=True)
    call = Call("manage_do_not_disturb", {"action": "disable"})
    return Plan({}, turns(call), "Do not disturb is off.", overrides=started(draw))
