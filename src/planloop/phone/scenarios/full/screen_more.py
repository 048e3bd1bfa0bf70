"""More scenarios of screen, sound and input: relative values, a blocked switch, and a word taken back."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.past import assume, past, started


@scenario(
    "input.speech_rate.faster",
    Behaviour.DEPENDENCY,
    Domain.INPUT,
    (
        "Let TalkBack speak {step} faster than now",
        "Raise the speech rate of TalkBack by {step}",
        "See how fast TalkBack speaks and add {step} to it",
        "TalkBack's rate plus {step} please",
        "The TalkBack voice drags, {step} more on its rate",
        "Look up the speech rate in TalkBack and put it {step} higher",
        "Whatever rate TalkBack has, I want {step} on top",
        "talkback rate +{step}",
        "Speed up what TalkBack says by {step} from the present rate",
        "Can you check TalkBack's speech rate, then increase it by {step}?",
        "Bump the speaking rate up {step} from where TalkBack has it",
        "Add {step} to the present TalkBack speed",
    ),
)
def faster(draw: Draw) -> Plan:
    """Read the rate, then set the sum."""
    step = draw.pick((0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0))
    rate = round(float(draw.phone.setting("talkback_rate")) + step, 2)
    calls = Call("manage_talkback", {"action": "query"}), Call("set_speech_rate", {"rate": rate})
    return Plan({"step": f"{step:g}"}, turns(*calls), f"The speech rate is {rate:g} now.")


@scenario(
    "display.vibration.in_use",
    Behaviour.BOUNDARY,
    Domain.DISPLAY,
    (
        "No vibration at all; if that's a problem, let it ring",
        "Turn vibration off, calls may ring in its place",
        "I never want to feel it buzz, switch to ringing if you must",
        "Vibration off. Ring instead if needed",
        "End all vibrating, the ringtone can be used",
        "Stop the phone from vibrating; ringing is fine with me",
        "Get rid of the vibration entirely, change to ring mode where necessary",
        "vibration -> off, ringing ok",
        "Could you take vibration out completely? It may ring again for that",
        "The buzzing must end altogether, I'd sooner have it ring",
        "Make it never vibrate, and ring for calls if it has to do something",
        "Set the vibration strength to off, with ring mode if that's in the way",
    ),
)
def in_use(draw: Draw) -> Plan:
    """Calls vibrate only, which must change first."""
    assume(draw, sound_mode="vibrate", vibration=draw.pick(("light", "medium", "strong")), volume_ring=0)
    off = Call("set_vibration", {"strength": "off"})
    calls = off, Call("set_sound_mode", {"mode": "ring"}), off
    say = "Vibration is off, and calls ring again."
    return Plan({}, turns(*calls), say, overrides=started(draw))


@scenario(
    "display.refresh.changed",
    Behaviour.REVISION,
    Domain.DISPLAY,
    (
        "Hm, that eats too much battery, {rate} Hz instead",
        "Make it {rate} hertz after all",
        "No, {rate} Hz will do",
        "Sorry, the rate should be {rate} Hz",
        "I changed my mind: {rate} Hz",
        "Rather {rate} Hz",
        "Let's take {rate} hertz and not that",
        "Actually {rate} Hz is enough for me",
        "Oh wait, I wanted {rate} Hz",
        "Can you lower it to {rate} Hz, please",
        "too high, {rate} hz",
        "Correct the rate, I need {rate} Hz",
    ),
)
def rate_changed(draw: Draw) -> Plan:
    """A lower rate than the one of the last exchange."""
    assume(draw, power_mode="normal", refresh_rate="auto")
    rate = draw.pick(("60", "90"))
    request = draw.pick(("Run the screen with 120 Hz", "120 Hz please", "Refresh rate to 120"))
    history = past(draw, request, (Call("set_refresh_rate", {"rate": "120"}),), "The screen runs at 120 Hz.")
    call = Call("set_refresh_rate", {"rate": rate})
    say = f"The screen runs at {rate} Hz now."
    return Plan({"rate": rate}, turns(call), say, overrides=started(draw), history=history)
