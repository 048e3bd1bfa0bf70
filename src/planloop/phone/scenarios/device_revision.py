"""Changes of mind and several tasks at once on the device domains."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.past import assume, given, past, started
from planloop.phone.speech import any_time, clock


@scenario(
    "display.brightness.corrected",
    Behaviour.REVISION,
    Domain.DISPLAY,
    (
        "Set brightness to {wrong}, no wait, {level}",
        "Brightness {wrong}... actually make that {level}",
        "I want the screen at {wrong} percent. Sorry, {level} percent",
        "Screen to {wrong}% - hmm, too much of a change, {level}% is better",
        "Put the display at {level}, not {wrong} as I first wanted",
        "Make it {wrong} bright, or rather {level}",
        "Forget {wrong}, the brightness should be {level}",
        "First I thought {wrong} for the brightness, but take {level}",
        "Change brightness to {wrong}. Scratch that: {level}",
        "{wrong} percent brightness please, oh no, I meant {level}",
        "Could you set the screen to {wrong}, well, let's say {level}",
        "Instead of {wrong} give me {level} for the screen brightness",
    ),
)
def corrected(draw: Draw) -> Plan:
    """Only the last value counts."""
    now = draw.phone.setting("brightness")
    wrong, level = draw.rng.sample([v for v in range(5, 101) if v != now], 2)
    call = Call("set_brightness", {"level": level})
    return Plan({"wrong": str(wrong), "level": str(level)}, turns(call), f"Brightness is at {level}%.")


@scenario(
    "apps.open.corrected",
    Behaviour.REVISION,
    Domain.APPS,
    (
        "Open {wrong}. Actually, {app} instead",
        "Launch {wrong}, no, I mean {app}",
        "Start {wrong}... wait, open {app} rather than that",
        "I wanted {wrong} but let's go with {app}, open it",
        "Not {wrong}, open {app}",
        "Bring up {wrong} - sorry, wrong app, {app} please",
        "Go to {app}. I said {wrong} before, ignore that",
        "Can you open {wrong}? Oh, never mind that one, {app} is what I need",
        "{wrong}, uh, no: open {app}",
        "Open {app} and leave {wrong} closed, I changed my mind",
        "Pull up {wrong}. Hold on, make that {app}",
        "Instead of {wrong} please start {app}",
    ),
)
def open_corrected(draw: Draw) -> Plan:
    """Only the second app is opened."""
    names = [str(r["name"]) for _, r in draw.rows("apps", open=False)]
    if len(names) < 2:
        raise draw.skip("fewer than two closed apps")
    wrong, app = draw.rng.sample(names, 2)
    return Plan({"wrong": wrong, "app": app}, turns(Call("open_app", {"appName": app})), f"{app} is open.")


@scenario(
    "files.delete.one_kept",
    Behaviour.REVISION,
    Domain.APPS,
    (
        "Delete {kept} and {file} - no, keep {kept}",
        "Remove {file} and {kept}. On second thought leave {kept} alone",
        "Throw away {kept}, {file}... wait, I still need {kept}, only the other",
        "Get rid of {file}, and {kept}, hmm, no, not {kept}",
        "I said delete {kept} but I need it. Delete {file} instead",
        "Both {file} and {kept} can go, well, {kept} stays",
        "Erase {kept}. Oh stop, wrong one! It's {file} that should be erased",
        "Don't delete {kept} after all, just {file}",
        "Bin {file} plus {kept}; actually spare {kept}",
        "Wipe {file}. I also thought of {kept}, but that one I keep",
        "Delete {kept}, sorry, I mean {file}, {kept} must stay",
        "Trash {file}, not {kept} as I wanted at first",
    ),
)
def delete_one(draw: Draw) -> Plan:
    """The file that was taken back stays."""
    names = [str(r["name"]) for _, r in draw.rows("files")]
    kept, file = draw.rng.sample(names, 2)
    call = Call("manage_file", {"action": "delete", "fileName": file})
    return Plan({"kept": kept, "file": file}, turns(call), f"I deleted {file} and kept {kept}.")


@scenario(
    "display.dnd.moved",
    Behaviour.REVISION,
    Domain.DISPLAY,
    (
        "Make it {time} instead",
        "Change that to {time}",
        "Sorry, until {time}",
        "Oh, I meant {time}",
        "{time} would be better",
        "No, let it end at {time}",
        "Hold on, the meeting ends at {time}, fix that",
        "Can you move the end to {time}?",
        "Actually {time}",
        "I need the quiet till {time}, please correct it",
        "Wrong time! Take {time}",
        "Let's say {time} rather than that",
    ),
)
def dnd_moved(draw: Draw) -> Plan:
    """The end set in the last exchange is replaced."""
    assume(draw, dnd=False)
    first, time = any_time(draw.rng), any_time(draw.rng)
    if first == time:
        raise draw.skip("same time")
    request = draw.pick(("Do not disturb until {}", "Keep quiet till {}", "DND until {} please")).format(first)
    call = Call("manage_do_not_disturb", {"action": "enable", "until": first})
    history = past(draw, request, (call,), f"Do not disturb is on until {first}.")
    act = Call("manage_do_not_disturb", {"action": "enable", "until": time})
    say = f"Do not disturb now lasts until {time}."
    return Plan({"time": clock(draw.rng, time)}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "network.wifi.corrected",
    Behaviour.REVISION,
    Domain.NETWORK,
    (
        "Sorry, I meant {network}",
        "No, {network} is the one",
        "Wrong network, I want {network}",
        "Change that to {network} please",
        "Oh, use {network} instead",
        "Actually {network} is faster, go there",
        "Hm, that was the neighbours'. Ours is {network}",
        "{network} rather",
        "Not that one! {network}",
        "Let's take {network} after all",
        "My mistake, it should have been {network}",
        "Can you switch to {network} instead of that",
    ),
)
def wifi_corrected(draw: Draw) -> Plan:
    """Another network than the one joined in the last exchange."""
    given(draw, "manage_wifi", action="enable")
    rows = [r for _, r in draw.rows("networks", connected=False) if r["saved"] or not r["secured"]]
    if len(rows) < 2:
        raise draw.skip("fewer than two networks to join")
    first, second = (str(r["name"]) for r in draw.rng.sample(rows, 2))
    request = draw.pick(("Connect to {}", "Join the {} wifi", "Get on {} please")).format(first)
    call = Call("manage_wifi", {"action": "connect", "networkName": first})
    history = past(draw, request, (call,), f"You are connected to {first}.")
    act = Call("manage_wifi", {"action": "connect", "networkName": second})
    say = f"You are on {second} now."
    return Plan({"network": second}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "system.bedtime.several",
    Behaviour.REVISION,
    Domain.SYSTEM,
    (
        "Turn off Bluetooth, set media volume to {level} and turn on dark mode",
        "Going to bed: Bluetooth off, dark mode on, media at volume {level}",
        "Three things: media volume {level}, no Bluetooth, dark theme",
        "Please put dark mode on, Bluetooth off, and media volume at {level}",
        "I want dark mode. Also switch Bluetooth off, and bring the media volume to {level}",
        "Disable Bluetooth, enable the dark theme, and have media play at {level}",
        "Bluetooth should be off, the theme dark and the media volume {level}",
        "Set the media volume to {level}; then kill Bluetooth; then dark mode on",
        "Can you do this at once: dark look, Bluetooth off, {level} percent media volume",
        "Media to {level}, dark mode, and I don't need Bluetooth any more",
        "Make the phone ready for the night: dark mode, Bluetooth off, media volume {level}",
        "First Bluetooth off, second media volume {level}, third dark mode on",
    ),
)
def bedtime(draw: Draw) -> Plan:
    """Three independent changes in one turn."""
    given(draw, "manage_bluetooth", action="enable")
    assume(draw, dark_mode=False)
    level = draw.pick([v for v in range(101) if v != draw.phone.setting("volume_media")])
    calls = (
        Call("manage_bluetooth", {"action": "disable"}),
        Call("set_volume", {"stream": "media", "level": level}),
        Call("manage_dark_mode", {"action": "enable"}),
    )
    say = f"Bluetooth is off, dark mode on, media volume {level}."
    return Plan({"level": str(level)}, (calls,), say, overrides=started(draw))


@scenario(
    "devices.cast.several_revised",
    Behaviour.REVISION,
    Domain.DEVICES,
    (
        "Cast to the {wrong} and open {app}. No, cast to the {screen}",
        "Open {app} and put my screen on the {wrong}, sorry, the {screen}",
        "I want {app} open and the phone mirrored on the {wrong}... make that the {screen}",
        "Start {app}, then cast, not to the {wrong} as usual but to the {screen}",
        "Show the phone on the {screen}, forget the {wrong}, and launch {app}",
        "Launch {app} and project to the {wrong} - wait, the {screen} is better",
        "Two things: open {app}, cast to the {wrong}. Hm, the {screen} for the cast",
        "Cast my screen to the {screen} instead of the {wrong} and bring up {app}",
        "Please open {app}. For casting I said {wrong}, but use the {screen}",
        "Mirror to the {wrong}, no, {screen}, and get {app} running as well",
        "Fire up {app}; the screen goes to the {wrong}, oh no, to the {screen}",
        "Take {app}, open it, and cast to {screen}, not {wrong}",
    ),
)
def cast_revised(draw: Draw) -> Plan:
    """Two tasks, one of them corrected."""
    given(draw, "manage_wifi", action="enable")
    wrong, screen = (str(r["name"]) for r in draw.rng.sample([r for _, r in draw.rows("screens")], 2))
    app = str(draw.row("apps", open=False)[1]["name"])
    calls = (
        Call("control_screen_casting", {"action": "start", "targetDeviceName": screen}),
        Call("open_app", {"appName": app}),
    )
    slots = {"wrong": wrong, "screen": screen, "app": app}
    return Plan(slots, (calls,), f"Casting to {screen}, and {app} is open.", overrides=started(draw))
