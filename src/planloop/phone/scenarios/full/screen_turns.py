"""Scenarios of screen, sound and input that refer to an earlier exchange, or revise it."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.apps.screen import THEMES
from planloop.phone.apps.tones import TONES
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.full.sound_ways import KINDS
from planloop.phone.scenarios.past import assume, past, started

ORDINALS = ("first", "second", "third")


@scenario(
    "display.theme.restore",
    Behaviour.REFERENCE,
    Domain.DISPLAY,
    (
        "Put the old theme back",
        "Go back to the theme I had before",
        "I don't like it, the previous look please",
        "That's ugly, I want the icons as they were",
        "Return to the former theme",
        "No, my old theme was nicer, restore it",
        "Can I have the earlier theme again?",
        "Hmm. Undo the theme change",
        "old icons pls",
        "Make it look like it did a minute ago",
        "The one from before was better, use that theme",
        "Revert to the theme this one replaced",
    ),
)
def theme_back(draw: Draw) -> Plan:
    """The old theme stands in the result of the last exchange."""
    old = str(draw.phone.setting("theme"))
    name = draw.pick([t for t in THEMES if t != old])
    request = draw.pick(("Use the theme {}", "{} theme please", "Change the theme to {}")).format(name)
    history = past(draw, request, (Call("set_theme", {"theme": name}),), f"The theme is {name} now.")
    call = Call("set_theme", {"theme": old})
    return Plan({}, turns(call), f"The theme is {old} again.", overrides=started(draw), history=history)


@scenario(
    "display.tone.same",
    Behaviour.REFERENCE,
    Domain.DISPLAY,
    (
        "Use it as my {kind} too",
        "The same for my {kind}",
        "And my {kind} should be that one as well",
        "I like it. Take it for the {kind} also",
        "Now the {kind}, same tone",
        "Make that the {kind} as well",
        "Can the {kind} have it too?",
        "{kind}: same one please",
        "Same thing for the {kind}",
        "Let the {kind} match",
        "also as {kind}",
        "Great, it would do nicely as the {kind} too, set it",
    ),
)
def tone_same(draw: Draw) -> Plan:
    """The tone of the last exchange, for another kind."""
    first, second = draw.rng.sample(tuple(KINDS), 2)
    tone = draw.pick([t for t in TONES if t not in {draw.phone.setting(f"tone_{k}") for k in (first, second)}])
    request = draw.pick(("Make {} my {}", "{} as {} please", "I want {} for my {}")).format(tone, KINDS[first])
    call = Call("set_tone", {"kind": first, "tone": tone})
    history = past(draw, request, (call,), f"Your {KINDS[first]} is {tone}.")
    act = Call("set_tone", {"kind": second, "tone": tone})
    say = f"Your {KINDS[second]} is {tone} too."
    return Plan({"kind": KINDS[second]}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "input.clipboard.ordinal",
    Behaviour.REFERENCE,
    Domain.INPUT,
    (
        "Pin the {nth} one",
        "Keep the {nth} of these with a pin",
        "The {nth} is important, pin it",
        "Pin the {nth} text on that list",
        "I want the {nth} one pinned",
        "Don't let the {nth} get lost, fix it with a pin",
        "Can you pin the {nth}?",
        "the {nth} one -> pin",
        "From these, pin the {nth}",
        "Put a pin on the {nth} text",
        "I'll need the {nth} again, so pin that one",
        "Let the {nth} stay in the clipboard, pinned",
    ),
)
def pin_nth(draw: Draw) -> Plan:
    """A copied text by its place in the last list, newest first."""
    texts = [str(r["text"]) for _, r in reversed(draw.rows("clips"))]
    index = draw.rng.randrange(min(3, len(texts)))
    request = draw.pick(("What have I copied lately?", "Show me my clipboard", "List the texts I copied"))
    answer = f"You copied: {'; '.join(texts)}."
    history = past(draw, request, (Call("manage_clipboard", {"action": "list"}),), answer)
    call = Call("manage_clipboard", {"action": "pin", "text": texts[index]})
    slots = {"nth": ORDINALS[index]}
    return Plan(slots, turns(call), f"Pinned: {texts[index]}.", overrides=started(draw), history=history)


@scenario(
    "input.key.undo",
    Behaviour.REFERENCE,
    Domain.INPUT,
    (
        "Give that key its old job back",
        "I keep triggering it by accident, restore what it did before",
        "Undo that, the key should do what it did earlier",
        "Make it do the previous thing again",
        "Reset this to its former action",
        "Hm, I was used to the old action. Put it back",
        "Back to what that did until now please",
        "old function again",
        "Can it have the function from before?",
        "Let it be as before I asked you to reassign it",
        "What it did originally was more useful, return to that",
        "Take the reassignment back",
    ),
)
def key_undo(draw: Draw) -> Plan:
    """What the key did before stands in the result of the last exchange."""
    key, old, new = "power_double_press", "wallet", draw.pick(("camera", "flashlight", "screenshot", "mute"))
    assume(draw, key_power_double_press=old)
    request = draw.pick(("Double press of power: {}", "A double press of the power key is for the {}")).format(new)
    history = past(draw, request, (Call("assign_key", {"key": key, "does": new}),), f"It is for {new} now.")
    call = Call("assign_key", {"key": key, "does": old})
    say = f"A double press of power is for the {old} again."
    return Plan({}, turns(call), say, overrides=started(draw), history=history)


@scenario(
    "display.vibration.weaker",
    Behaviour.REVISION,
    Domain.DISPLAY,
    (
        "Too much, make it {strength}",
        "Oh, that isn't right. {strength} please",
        "No, {strength} vibration after all",
        "Not like that, I'd rather have {strength}",
        "Sorry, I meant {strength}",
        "Hmm, let's go with {strength}",
        "Change of plan: {strength}",
        "{strength} instead",
        "I felt it, no good. Use {strength}",
        "Can we try {strength} rather than that?",
        "wrong, i wanted {strength}",
        "Correct that to {strength}",
    ),
)
def vibration_changed(draw: Draw) -> Plan:
    """Another strength than the one of the last exchange."""
    first, second = "strong", draw.pick(("light", "medium"))
    assume(draw, vibration=draw.pick(("light", "medium")))
    request = draw.pick(("Strong vibration please", "Set the vibration to strong", "Vibrate as hard as you can"))
    history = past(draw, request, (Call("set_vibration", {"strength": first}),), "Vibration is strong now.")
    call = Call("set_vibration", {"strength": second})
    say = f"Vibration is {second}."
    return Plan({"strength": second}, turns(call), say, overrides=started(draw), history=history)


@scenario(
    "display.tone.corrected",
    Behaviour.REVISION,
    Domain.DISPLAY,
    (
        "Make {wrong} my {kind}, no, {tone}",
        "{kind} {wrong}... actually {tone}",
        "I want {wrong} as {kind}. Sorry, {tone} I mean",
        "Set the {kind} to {wrong}, or rather to {tone}",
        "Use {tone} for the {kind}, not {wrong} as I first thought",
        "{wrong} for my {kind}? No, {tone} sounds better, set that",
        "Forget {wrong}, my {kind} is to be {tone}",
        "Let the {kind} be {wrong} - hold on, {tone}",
        "My {kind} should become {wrong}. Scratch that: {tone}",
        "Instead of {wrong} take {tone} as the {kind}",
        "{kind}: {wrong}, correction, {tone}",
        "Can you put {wrong}, hmm, {tone} as my {kind}",
    ),
)
def tone_corrected(draw: Draw) -> Plan:
    """Only the last tone counts."""
    kind = draw.pick(tuple(KINDS))
    wrong, tone = draw.rng.sample([t for t in TONES if t != draw.phone.setting(f"tone_{kind}")], 2)
    call = Call("set_tone", {"kind": kind, "tone": tone})
    slots = {"wrong": wrong, "tone": tone, "kind": KINDS[kind]}
    return Plan(slots, turns(call), f"Your {KINDS[kind]} is {tone}.")


@scenario(
    "display.split.changed",
    Behaviour.REVISION,
    Domain.DISPLAY,
    (
        "Show {app} in place of {second}",
        "Not {second}, I need {app} there",
        "Swap {second} for {app}, the other one stays",
        "{app} instead of {second} next to it, please",
        "Oh, I meant {app}, not {second}",
        "Replace {second} on the split screen by {app}",
        "Wrong app! {app} should be where {second} is",
        "Can {app} take the half of {second}?",
        "Let {second} go and put {app} beside the first one",
        "Keep the first half, change {second} to {app}",
        "{app} rather than {second} in the second half",
        "Sorry, the second app should be {app} and not {second}",
    ),
)
def split_changed(draw: Draw) -> Plan:
    """Two apps are side by side; the split is stopped and started with another second one."""
    frozen = {r["name"] for _, r in draw.rows("app_settings", frozen=True)}
    names = [str(r["name"]) for _, r in draw.rows("apps") if r["name"] not in frozen]
    first, second, app = draw.rng.sample(names, 3)
    start = Call("control_split_screen", {"action": "start", "firstApp": first, "secondApp": second})
    request = draw.pick(("Split screen with {} and {}", "{} and {} side by side")).format(first, second)
    history = past(draw, request, (start,), f"{first} and {second} are side by side.")
    calls = (
        Call("control_split_screen", {"action": "stop"}),
        Call("control_split_screen", {"action": "start", "firstApp": first, "secondApp": app}),
    )
    say = f"{first} and {app} are side by side now."
    return Plan({"app": app, "second": second}, turns(*calls), say, overrides=started(draw), history=history)


@scenario(
    "input.dictionary.taken_back",
    Behaviour.REVISION,
    Domain.INPUT,
    (
        "Forget that, take it out again",
        "No, I don't want this abbreviation after all",
        "Actually delete the one I just added",
        "Changed my mind, remove it from the dictionary",
        "Hm, better without it. Out with the new word",
        "Cancel that short form",
        "On second thought my dictionary is fine without it",
        "Please undo this addition",
        "never mind, drop that word",
        "It was a bad idea, erase the short form you saved",
        "Can you take my new abbreviation away again?",
        "I won't use it anyway, so don't keep that word",
    ),
)
def taken_back(draw: Draw) -> Plan:
    """The word added in the last exchange goes; the others stay."""
    short, full = draw.pick((("wfh", "working from home"), ("lmk", "let me know"), ("ttyl", "talk to you later")))
    add = Call("manage_personal_dictionary", {"action": "add", "word": short, "expansion": full})
    request = draw.pick(('Add "{}" for "{}" to my own words', '"{}" should stand for "{}" when I type'))
    history = past(draw, request.format(short, full), (add,), f"{short} stands for {full} now.")
    call = Call("manage_personal_dictionary", {"action": "remove", "word": short})
    return Plan({}, turns(call), f"{short} is out of your dictionary.", overrides=started(draw), history=history)
