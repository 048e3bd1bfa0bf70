"""References to earlier turns on the device domains: it, the second one, the same, as it was."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.past import assume, given, past, started
from planloop.phone.scenarios.storage import NEW_NAMES

SWITCHES = {
    "manage_bluetooth": ("bluetooth", "Bluetooth"),
    "manage_auto_rotate": ("auto_rotate", "auto-rotate"),
    "manage_dark_mode": ("dark_mode", "dark mode"),
    "manage_nfc": ("nfc", "NFC"),
    "manage_mobile_data": ("mobile_data", "mobile data"),
    "control_flashlight": ("flashlight", "the flashlight"),
    "manage_find_device": ("find_device", "find my device"),
}
ORDINALS = ("first", "second", "third")


@scenario(
    "network.switch.back_on",
    Behaviour.REFERENCE,
    Domain.NETWORK,
    (
        "Turn it back on",
        "I need it again, switch it on",
        "Undo that please, back on",
        "On again",
        "Okay, you can enable it again",
        "Actually I still need that, put it on again",
        "Reactivate what you just switched off",
        "Hm, better have it on after all",
        "Please restore it to on",
        "That was a mistake, turn it on again",
        "Could you bring it back",
        "Done with that, it can be on again",
        "Now reverse what you did",
    ),
)
def back_on(draw: Draw) -> Plan:
    """Something was switched off in the last exchange."""
    tool = draw.pick(tuple(SWITCHES))
    setting, label = SWITCHES[tool]
    assume(draw, **{setting: True})
    request = draw.pick(("Turn off {}", "Switch {} off please", "Can you disable {}?", "No more {}, off")).format(label)
    history = past(draw, request, (Call(tool, {"action": "disable"}),), f"Done, {label} is off.")
    name = label[:1].upper() + label[1:]
    say = f"{name} is on again."
    return Plan({}, turns(Call(tool, {"action": "enable"})), say, overrides=started(draw), history=history)


@scenario(
    "display.volume.more",
    Behaviour.REFERENCE,
    Domain.DISPLAY,
    (
        "A bit louder: {step} more",
        "{step} more",
        "Go up another {step}",
        "Still too quiet, add {step}",
        "Raise it by {step} again",
        "Give me {step} points on top of that",
        "Not loud enough, {step} higher please",
        "Increase that by {step}",
        "Hmm, {step} louder",
        "Could you make it {step} louder than that?",
        "And now {step} up",
        "Turn it up further, by {step}",
    ),
)
def more(draw: Draw) -> Plan:
    """The level set in the last exchange, plus the step."""
    stream, step = draw.pick(("media", "ring", "alarm")), draw.pick((5, 10, 15, 20))
    first = draw.pick([v for v in range(10, 80, 5) if v != draw.phone.setting(f"volume_{stream}")])
    request = draw.pick(("Set {} volume to {}", "{} volume {} please", "Put the {} volume at {}"))
    call = Call("set_volume", {"stream": stream, "level": first})
    history = past(draw, request.format(stream, first), (call,), f"The {stream} volume is at {first}.")
    level = first + step
    act = Call("set_volume", {"stream": stream, "level": level})
    say = f"The {stream} volume is at {level} now."
    return Plan({"step": str(step)}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "files.ordinal.send",
    Behaviour.REFERENCE,
    Domain.APPS,
    (
        "Send the {nth} one to {contact}",
        "Share the {nth} file with {contact}",
        "{contact} needs the {nth} of those",
        "Great, forward the {nth} on that list to {contact}",
        "The {nth} one, please send it to {contact}",
        "Pass the {nth} file on to {contact}",
        "I meant the {nth}. It should go to {contact}",
        "Let {contact} have the {nth} of these files",
        "From that list take the {nth} and send it over to {contact}",
        "Can you get the {nth} one to {contact}?",
        "Out of these, {contact} gets the {nth}",
        "It's the {nth} that {contact} is waiting for, send it",
    ),
)
def send_nth(draw: Draw) -> Plan:
    """A file by its place in the last search."""
    history, names = _listing(draw)
    index, contact = draw.rng.randrange(min(3, len(names))), str(draw.row("contacts")[1]["name"])
    call = Call("send_file", {"fileName": names[index], "recipient": contact})
    slots = {"nth": ORDINALS[index], "contact": contact}
    say = f"I sent {names[index]} to {contact}."
    return Plan(slots, turns(call), say, Checker.TOOL_CALL, overrides=started(draw), history=history)


@scenario(
    "files.ordinal.delete",
    Behaviour.REFERENCE,
    Domain.APPS,
    (
        "Delete the {nth} one",
        "Remove the {nth} file",
        "The {nth} can go",
        "Throw away the {nth} of them",
        "I don't need the {nth} any more, erase it",
        "Okay, bin the {nth} one on that list",
        "Get rid of the {nth}",
        "Please wipe the {nth} file you found",
        "Out with the {nth} one",
        "Take the {nth} and delete it",
        "Could you trash the {nth}?",
        "Let's lose the {nth} file in that list",
    ),
)
def delete_nth(draw: Draw) -> Plan:
    """A file by its place in the last search."""
    history, names = _listing(draw)
    index = draw.rng.randrange(min(3, len(names)))
    call = Call("manage_file", {"action": "delete", "fileName": names[index]})
    slots, say = {"nth": ORDINALS[index]}, f"{names[index]} is deleted."
    return Plan(slots, turns(call), say, overrides=started(draw), history=history)


def _listing(draw: Draw) -> tuple[tuple, list[str]]:  # type: ignore[type-arg]
    kind = draw.pick(("document", "image", "video"))
    rows = sorted((r for _, r in draw.rows("files", type=kind)), key=lambda r: -int(str(r["sizeMb"])))
    names = [str(r["name"]) for r in rows[:5]]
    request = draw.pick(("Show me my {}s", "Which {}s do I have?", "List the {}s on this phone")).format(kind)
    answer = f"You have {len(rows)} {kind}s: {', '.join(names)}."
    return past(draw, request, (Call("local_file_search", {"fileType": kind}),), answer), names


@scenario(
    "security.lock.same",
    Behaviour.REFERENCE,
    Domain.SECURITY,
    (
        "Do the same for {app}",
        "{app} too",
        "And {app} as well",
        "Same thing with {app} please",
        "Now also {app}",
        "Apply that to {app} too",
        "I want {app} treated the same way",
        "Can you repeat that for {app}?",
        "{app} should get the same",
        "Likewise {app}",
        "Great. Next one: {app}",
        "Make it so for {app} also",
    ),
)
def lock_same(draw: Draw) -> Plan:
    """App lock for one app, then for another."""
    names = [str(r["name"]) for _, r in draw.rows("apps", system=False, locked=False)]
    if len(names) < 2:
        raise draw.skip("fewer than two unlocked apps")
    first, second = draw.rng.sample(names, 2)
    request = draw.pick(("Lock {} with app lock", "Protect the app {}", "Put an app lock on {}")).format(first)
    call = Call("manage_app_lock", {"action": "enable", "appName": first})
    history = past(draw, request, (call,), f"{first} is locked.")
    act = Call("manage_app_lock", {"action": "enable", "appName": second})
    return Plan({"app": second}, turns(act), f"{second} is locked too.", overrides=started(draw), history=history)


@scenario(
    "display.brightness.restore",
    Behaviour.REFERENCE,
    Domain.DISPLAY,
    (
        "Put it back the way it was",
        "Go back to the old brightness",
        "That's worse. Restore the value from before",
        "Undo that",
        "I liked it better before, set it back",
        "Return the screen to its previous level",
        "No good, previous brightness please",
        "Reset it to what it was earlier",
        "Can I have the former setting again?",
        "Revert the change you just made",
        "Make the screen like it was before I asked",
        "Change it back",
    ),
)
def restore(draw: Draw) -> Plan:
    """The old level stands in the result of the last exchange."""
    old = int(draw.phone.setting("brightness"))
    level = draw.pick([v for v in range(5, 101, 5) if v != old])
    request = draw.pick(("Set brightness to {}", "Screen at {}% brightness", "Brightness {}, please")).format(level)
    history = past(draw, request, (Call("set_brightness", {"level": level}),), f"Brightness is at {level}%.")
    act = Call("set_brightness", {"level": old})
    return Plan({}, turns(act), f"Brightness is back at {old}%.", overrides=started(draw), history=history)


@scenario(
    "files.renamed.send",
    Behaviour.REFERENCE,
    Domain.APPS,
    (
        "Now send it to {contact}",
        "Send that file to {contact}",
        "{contact} should get it",
        "Good. Share it with {contact}",
        "And forward it to {contact} please",
        "Can you pass it on to {contact} now?",
        "Next, get that file over to {contact}",
        "Let {contact} have it",
        "Great, it's for {contact}, send it",
        "Then transfer the file to {contact}",
        "Please deliver it to {contact}",
        "Off it goes to {contact}",
    ),
)
def send_renamed(draw: Draw) -> Plan:
    """The file goes by the name that the last exchange gave it."""
    old, new = str(draw.row("files")[1]["name"]), draw.pick(NEW_NAMES)
    contact = str(draw.row("contacts")[1]["name"])
    fresh = f"{new}.{old.rsplit('.', 1)[1]}"
    request = draw.pick(("Rename {} to {}", "Change the name of {} to {}", "{} should be called {}")).format(old, new)
    call = Call("manage_file", {"action": "rename", "fileName": old, "newName": new})
    history = past(draw, request, (call,), f"The file is now called {fresh}.")
    act = Call("send_file", {"fileName": fresh, "recipient": contact})
    say = f"I sent {fresh} to {contact}."
    begun = started(draw)
    return Plan({"contact": contact}, turns(act), say, Checker.TOOL_CALL, overrides=begun, history=history)


@scenario(
    "network.bluetooth.other",
    Behaviour.REFERENCE,
    Domain.NETWORK,
    (
        "Disconnect it again",
        "I'm finished with it, cut the connection",
        "Now unhook it",
        "Okay, drop that device again",
        "You can disconnect that one",
        "Please take it off Bluetooth again, but keep Bluetooth on",
        "Done listening, disconnect the device",
        "Release it",
        "End the connection to it",
        "Detach that gadget again",
        "It's not needed now, disconnect",
        "Could you separate it from the phone again?",
    ),
)
def disconnect_it(draw: Draw) -> Plan:
    """The device connected in the last exchange."""
    given(draw, "manage_bluetooth", action="enable")
    name = str(draw.row("paired", connected=False)[1]["name"])
    request = draw.pick(("Connect the {}", "Link my {} please", "Hook up {} over Bluetooth")).format(name)
    call = Call("manage_bluetooth", {"action": "connect", "deviceName": name})
    history = past(draw, request, (call,), f"{name} is connected.")
    act = Call("manage_bluetooth", {"action": "disconnect", "deviceName": name})
    return Plan({}, turns(act), f"{name} is disconnected.", overrides=started(draw), history=history)
