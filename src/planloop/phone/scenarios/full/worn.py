"""Earbuds, the watch and devices nearby."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.state import Row

EARS = ("earbuds", "headphones")
MODES = {
    "noise_cancelling": ("Drown out the noise around me", "Noise cancelling", "Shut the world out"),
    "transparency": ("Let me hear what goes on around me", "Transparency", "Let the outside sounds in"),
}


def connected(draw: Draw, kinds: tuple[str, ...]) -> Row:
    """Connect one paired device of these kinds, and none other of them."""
    key, row = draw.pick([(k, r) for k, r in draw.rows("paired") if r["kind"] in kinds])
    assume(draw, bluetooth=True)
    for other, found in draw.rows("paired"):
        if found["kind"] in kinds:
            draw.state.set("paired", other, connected=other == key)
    return row


@scenario(
    "devices.earbuds.mode",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "{what}, on the {ears}",
        "{what} with my {ears}",
        "{what}: that is what the {ears} should do",
        "I have the {ears} in. {what}, please",
        "{ears}: {what}",
        "On the train now. {what} through the {ears}",
        "Set my {ears} like this: {what}",
        "Can the {ears} do this for me? {what}",
        "{what}. My {ears} can do that",
        "Switch over the {ears}. {what}",
        "New mode for the {ears}: {what}",
        "pls {what} ({ears})",
    ),
)
def ear_mode(draw: Draw) -> Plan:
    """Connected earbuds in another mode."""
    row = connected(draw, EARS)
    mode = draw.pick([m for m in MODES if m != draw.phone.setting("ear_mode")])
    call = Call("control_earbuds", {"action": "set_mode", "mode": mode})
    say = f"{row['name']}: {mode.replace('_', ' ')}."
    slots = {"ears": str(row["name"]), "what": draw.pick(MODES[mode])}
    return Plan(slots, turns(call), say, overrides=started(draw))


@scenario(
    "devices.earbuds.connect_bass",
    Behaviour.DEPENDENCY,
    Domain.DEVICES,
    (
        "Connect the {ears} and give me more bass on them",
        "I want the bass sound on my {ears}, connect them first",
        "Hook up the {ears}, then switch them to the bass preset",
        "{ears}: connect, and set the sound to bass",
        "Use my {ears} with heavy bass from now on; they aren't connected yet",
        "Get the {ears} going and choose bass as their sound",
        "Link the {ears}. Their preset should be bass",
        "I just put on the {ears}. Connect them with the bass sound",
        "Bass for the {ears} please, and connect them if they aren't",
        "connect {ears} + bass preset",
        "Could you pull in the {ears} and tune them to bass?",
        "Techno time! The {ears} connected, and their sound on bass",
    ),
)
def connect_bass(draw: Draw) -> Plan:
    """The preset needs a connection."""
    row = connected(draw, EARS)
    assume(draw, ear_preset=draw.pick(("balanced", "voice")))
    for key, found in draw.rows("paired"):
        if found["kind"] in EARS:
            draw.state.set("paired", key, connected=False)
    calls = (
        Call("manage_bluetooth", {"action": "connect", "deviceName": row["name"]}),
        Call("control_earbuds", {"action": "set_preset", "preset": "bass"}),
    )
    say = f"{row['name']}: connected, with the bass preset."
    return Plan({"ears": str(row["name"])}, turns(*calls), say, overrides=started(draw))


@scenario(
    "devices.watch.face",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Put the {face} face on my watch",
        "My watch should show {face}",
        "Change the watch face to {face}",
        "I'd like {face} on my wrist today",
        "Give the watch the {face} look",
        "Watch: {face} dial please",
        "Swap the dial on the watch for {face}",
        "Can my watch wear {face}?",
        "The watch looks boring, choose {face} for it",
        "{face} as the watch face",
        "watchface {face}",
        "Of the faces on my watch take {face}",
    ),
)
def watch_face(draw: Draw) -> Plan:
    """One of the faces that the watch has."""
    row = connected(draw, ("watch",))
    face = draw.pick([f for f in draw.phone.setting("watch_faces") if f != draw.phone.setting("watch_face")])
    call = Call("manage_watch", {"action": "set_face", "face": face})
    return Plan({"face": str(face)}, turns(call), f"The {row['name']} shows {face}.", overrides=started(draw))


@scenario(
    "devices.watch.none",
    Behaviour.BOUNDARY,
    Domain.DEVICES,
    (
        "Sync my watch",
        "Synchronise the watch with the phone",
        "Get the latest data over to my smartwatch",
        "My watch needs a sync",
        "Please have phone and watch exchange their data",
        "Start a watch sync",
        "Update what my watch knows",
        "Can you sync the thing on my wrist?",
        "The steps on my watch look old, sync it",
        "sync smartwatch",
        "Bring the watch up to date with this phone",
        "I'd like my watch to be in sync again",
    ),
)
def no_watch(draw: Draw) -> Plan:
    """No watch is paired."""
    if draw.rows("paired", kind="watch"):
        raise draw.skip("there is a watch")
    assume(draw, bluetooth=True)
    call = Call("manage_watch", {"action": "sync"})
    looked = tried(tries("manage_watch"), tries("manage_bluetooth", arguments={"action": "query"}))
    say = "I can't sync it: there is no watch paired with this phone."
    wanted = (looked, refuses("watch", "paired", "smartwatch"))
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "devices.ring.find",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Where did I put my {device}? Make it ring",
        "Let the {device} ring so that I can find it",
        "I've lost the {device} somewhere in this room, have it make a noise",
        "Ring the {device}",
        "Find my {device} by sound",
        "Play a tone on the {device}, it's hiding under some cushion",
        "Can you get the {device} to beep?",
        "The {device} must be around here, let it sound",
        "Make my {device} chirp so I hear where it lies",
        "Help me search for the {device}: let it ring",
        "beep {device} pls",
        "I can't see the {device} anywhere. Sound it",
    ),
)
def ring_it(draw: Draw) -> Plan:
    """A connected device."""
    row = connected(draw, (draw.pick(("watch", "earbuds", "headphones", "speaker")),))
    call = Call("ring_device", {"action": "start", "deviceName": row["name"]})
    say = f"I made the {row['name']} ring."
    slots = {"device": str(row["name"])}
    return Plan(slots, turns(call), say, overrides=started(draw), distractors=("manage_find_device",))


@scenario(
    "devices.ring.found",
    Behaviour.REFERENCE,
    Domain.DEVICES,
    (
        "Found it, you can stop",
        "Thanks, it was in my coat. Quiet now",
        "Got it! Make the noise end",
        "There it is, shut it up",
        "Okay okay, it was behind the sofa, silence it",
        "It's here. Stop that sound",
        "I have it, no more ringing please",
        "Enough, I see it",
        "Right where I left it. It may stop",
        "found! stop",
        "That helped, now let it be silent again",
        "Could you end the beeping? I've picked it up",
    ),
)
def found_it(draw: Draw) -> Plan:
    """What was made to ring in the last exchange."""
    row = connected(draw, (draw.pick(("watch", "earbuds", "headphones")),))
    request = draw.pick(("Where is my {}? Ring it", "Let my {} ring", "I can't find the {}")).format(row["name"])
    done = Call("ring_device", {"action": "start", "deviceName": row["name"]})
    history = past(draw, request, (done,), f"The {row['name']} is ringing.")
    call = Call("ring_device", {"action": "stop"})
    return Plan({}, turns(call), f"The {row['name']} is quiet.", overrides=started(draw), history=history)


@scenario(
    "devices.nearby.share",
    Behaviour.DEPENDENCY,
    Domain.DEVICES,
    (
        "Send {file} over to {device} right here, without internet. Turn on Bluetooth for it",
        "{device} is next to me, beam {file} there; Bluetooth may go on",
        "Share {file} with {device} nearby, enabling Bluetooth if necessary",
        "Get {file} across to {device} at close range, switch Bluetooth on when it's off",
        "Drop {file} on {device} beside me. Bluetooth needs to be on, so do that",
        "Nearby transfer of {file} to {device}, with Bluetooth turned on first",
        "I'm standing by {device}; hand {file} over directly and put Bluetooth on for that",
        "Could you pass {file} to {device} near me? Activate Bluetooth if you must",
        "Offline transfer please: {file} goes to {device} in this room, Bluetooth on",
        "nearby share {file} -> {device}, bluetooth on first",
        "Bluetooth on, then throw {file} over to {device} close by",
        "Let {device} in this room have {file} without using the net. You can start Bluetooth",
    ),
)
def share_near(draw: Draw) -> Plan:
    """Bluetooth is off; it stays on afterwards."""
    assume(draw, wifi=True, bluetooth=False)
    for key, _ in draw.rows("paired"):
        draw.state.set("paired", key, connected=False)
    device, file = draw.row("nearby_devices", visible=True)[1]["name"], draw.row("files")[1]["name"]
    calls = (
        Call("manage_bluetooth", {"action": "enable"}),
        Call("share_nearby", {"fileName": file, "deviceName": device}),
    )
    say = f"Bluetooth is on, and {file} is sent to {device}."
    slots = {"file": str(file), "device": str(device)}
    return Plan(slots, turns(*calls), say, overrides=started(draw), distractors=("send_file",))


@scenario(
    "devices.nearby.trust",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Trust {device}, the one close by",
        "{device} may send me files from now on",
        "Let {device} share things with my phone",
        "Mark {device} near me as trusted",
        "I know {device}, so accept files from it",
        "Put {device} among the trusted devices around here",
        "{device} in this room is okay, trust it",
        "Allow {device} to pass files to this phone",
        "Can you make {device} a trusted neighbour of my phone?",
        "Files from {device} nearby are welcome, set it to trusted",
        "trust {device} for nearby sharing",
        "Say yes to {device} for sending stuff here",
    ),
    joinable=True,
)
def trust_near(draw: Draw) -> Plan:
    """A visible device that is not trusted."""
    name = str(draw.row("nearby_devices", visible=True, trusted=False)[1]["name"])
    call = Call("manage_nearby_devices", {"action": "trust", "deviceName": name})
    return Plan({"device": name}, turns(call), f"{name} is trusted now.", distractors=("share_nearby",))
