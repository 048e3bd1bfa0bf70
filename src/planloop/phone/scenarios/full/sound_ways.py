"""Scenarios of tones, vibration and hearing: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.apps.tones import TONES
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.full.screen_look import other, unless

KINDS = {"ring": "ringtone", "notification": "notification sound", "alarm": "alarm sound"}
STRENGTHS = {"light": "light", "medium": "medium", "strong": "strong"}
WHO = {
    "alarms": "alarms", "starred_contacts": "my starred contacts", "repeat_callers": "people who call twice in a row",
    "reminders": "reminders",
}  # fmt: skip


@scenario(
    "display.tone.set",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Use {tone} as my {kind}",
        "Make {tone} the {kind}",
        "{kind}: {tone}",
        "I'd like {tone} for the {kind}",
        "Change my {kind} to {tone}",
        "{tone} should be my {kind} from now on",
        "Can I have {tone} as {kind}?",
        "I'm tired of my {kind}, take {tone} instead",
        "new {kind} please, {tone}",
        "Set the {kind} {tone}",
        "My {kind} ought to be {tone}",
        "Swap the {kind} for {tone}",
        "Pick {tone} for my {kind}",
    ),
    joinable=True,
)
def tone(draw: Draw) -> Plan:
    """A built-in tone or a song of the library."""
    kind = draw.pick(tuple(KINDS))
    names = [*TONES, *(str(r["title"]) for _, r in draw.rows("songs"))]
    name = draw.pick([n for n in names if n != draw.phone.setting(f"tone_{kind}")])
    call = Call("set_tone", {"kind": kind, "tone": name})
    return Plan({"tone": name, "kind": KINDS[kind]}, turns(call), f"Your {KINDS[kind]} is {name}.")


@scenario(
    "display.sound_mode.silent",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Put the phone on silent",
        "Silent mode please",
        "The play is starting, no ringing and no buzzing",
        "Switch to silent",
        "Calls should make no sound and not vibrate either",
        "Make the phone silent, not vibrate",
        "Can you set it to silent mode?",
        "I'm in the library: silent",
        "Sound mode silent",
        "silent pls, even the buzz is too much",
        "Mute the ringer completely, without vibration",
        "Change from ringing to silent",
    ),
    joinable=True,
)
def silent(draw: Draw) -> Plan:
    """Calls ring at first."""
    unless(draw, "sound_mode", "silent")
    call = Call("set_sound_mode", {"mode": "silent"})
    return Plan({}, turns(call), "The phone is silent.", distractors=("set_volume", "manage_do_not_disturb"))


@scenario(
    "display.vibration.set",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Set vibration to {strength}",
        "Vibration {strength}",
        "I'd like the buzzing to be {strength}",
        "Let the phone vibrate with {strength} force",
        "How hard it shakes: {strength} please",
        "Change the strength of vibration to {strength}",
        "In my coat pocket {strength} vibration would be right",
        "Can you make the vibration {strength}?",
        "vibrate strength {strength}",
        "Buzz strength should be {strength}",
        "Put the haptics at {strength} for calls and alerts",
        "When it vibrates I want it {strength}",
    ),
    joinable=True,
)
def vibration(draw: Draw) -> Plan:
    """Another strength."""
    strength, spoken = other(draw, "vibration", STRENGTHS)
    return Plan({"strength": spoken}, turns(Call("set_vibration", {"strength": strength})), f"Vibration is {strength}.")


@scenario(
    "display.touch_sounds.off",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Turn off touch sounds",
        "Each tap on the screen clicks and annoys my neighbour on the train. Stop it",
        "No more clicking when I touch the screen",
        "Touch sounds off please",
        "I don't want to hear my taps",
        "Disable the noise that taps make",
        "Make tapping silent",
        "The little clicks on every touch have to go",
        "touch sound off",
        "Can you get rid of the tap sounds?",
        "Screen taps should make no noise",
        "It ticks whenever I press something on the display, switch that off",
    ),
    joinable=True,
)
def touch_off(draw: Draw) -> Plan:
    """They are on at first."""
    unless(draw, "touch_sounds", False)
    call = Call("manage_touch_sounds", {"action": "disable"})
    say = "Touch sounds are off."
    return Plan({}, turns(call), say, distractors=("configure_typing", "set_volume"))


@scenario(
    "display.hearing.balance",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Shift the sound {steps} steps to the {side}",
        "Sound balance {steps} to the {side}",
        "My {side} ear needs more: move the balance {steps} steps that way, counted from the middle",
        "Balance: {side}, {steps}",
        "I hear less on the other side, so put the balance {steps} to the {side}",
        "Move the audio balance to {steps} on the {side}",
        "Can you set left-right balance to {side} {steps}?",
        "The {side} earphone should be louder, balance at {steps} for that side",
        "audio balance {side} by {steps}",
        "From the centre, {steps} steps {side} for the stereo balance please",
        "Place the balance {steps} notches {side} of the middle",
        "Set the stereo balance so that it is {steps} towards the {side}",
    ),
    joinable=True,
)
def balance(draw: Draw) -> Plan:
    """Left is below zero, right above; it is in the middle at first."""
    steps, side = draw.rng.randrange(1, 11), draw.pick(("left", "right"))
    value = -steps if side == "left" else steps
    unless(draw, "sound_balance", value)
    call = Call("configure_hearing", {"settingItem": "balance", "settingValue": str(value)})
    return Plan({"steps": str(steps), "side": side}, turns(call), f"The balance is {steps} to the {side}.")


@scenario(
    "display.interruptions.allow",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Let {who} through do not disturb",
        "{who} may still sound while do not disturb is on",
        "Make an exception from do not disturb for {who}",
        "When it's on do not disturb I still want to hear {who}",
        "Do not disturb should not hold back {who}",
        "Allow {who} to interrupt do not disturb",
        "Exempt {who} from DND",
        "dnd exception: {who}",
        "Even in do not disturb, {who} should reach me",
        "Can {who} be let through when I have DND on?",
        "Add {who} to what gets past do not disturb",
        "I don't want to miss {who} during do not disturb",
    ),
    joinable=True,
)
def allow(draw: Draw) -> Plan:
    """An exception that is not made yet."""
    who, spoken = draw.pick([w for w in WHO.items() if w[0] not in draw.phone.setting("dnd_allowed")])
    call = Call("manage_interruptions", {"action": "allow", "who": who})
    say = f"Do not disturb lets {spoken} through."
    return Plan({"who": spoken}, turns(call), say, distractors=("manage_do_not_disturb",))
