"""Scenarios of Security & Privacy and of Devices: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.past import assume, given, started
from planloop.phone.scenarios.storage import own_app, some_file


@scenario(
    "security.lock.enable",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        "Lock {app} with app lock",
        "Protect {app} so nobody else can open it",
        "Turn on app lock for {app}",
        "My kids must not get into {app}, put a lock on it",
        "{app} should ask for my fingerprint before opening",
        "Secure the app {app} with a lock",
        "Can you put {app} behind the app lock?",
        "Require unlocking whenever {app} is opened",
        "Add {app} to the locked apps",
        "I lend my phone around, so lock the {app} app",
        "App lock: {app}, on",
        "Keep strangers out of {app} by locking that app",
    ),
    joinable=True,
)
def lock(draw: Draw) -> Plan:
    """An app that is not locked."""
    app = own_app(draw, locked=False)
    call = Call("manage_app_lock", {"action": "enable", "appName": app})
    return Plan({"app": app}, turns(call), f"{app} is locked.")


@scenario(
    "security.file.hide",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        "Hide {file}",
        "Make the file {file} private",
        "Nobody should find {file}, hide it",
        "Keep {file} out of search results",
        "I want {file} among my hidden files",
        "Put {file} with the private files",
        "Can you hide the file {file} from view?",
        "Conceal {file} on my phone",
        "{file} is a surprise, so hide that file",
        "Please make {file} invisible to others",
        "Set the file {file} to hidden",
        "Tuck {file} away as a private file",
    ),
    joinable=True,
)
def hide(draw: Draw) -> Plan:
    """A visible file."""
    name = some_file(draw, hidden=False)
    call = Call("manage_private_file", {"action": "hide", "fileName": name})
    return Plan({"file": name}, turns(call), f"{name} is hidden.")


@scenario(
    "security.find.on",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        "Turn on find my device",
        "If I lose this phone I want to be able to locate it, enable that",
        "Activate Find My Device",
        "Make my phone findable in case it gets stolen",
        "Find my device on, please",
        "Enable locating this phone when it's lost",
        "I lose things all the time, so switch on find-my-device",
        "Let me track this phone if it goes missing",
        "Can you enable the lost phone finder?",
        "Please set find my device to on",
        "I'd like the phone to be traceable after a theft",
        "Switch on the feature that finds my lost phone",
    ),
    joinable=True,
)
def find_on(draw: Draw) -> Plan:
    """Find my device is off at first."""
    assume(draw, find_device=False)
    call = Call("manage_find_device", {"action": "enable"})
    return Plan({}, turns(call), "Find my device is on.", overrides=started(draw))


@scenario(
    "devices.cast.start",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Cast my screen to the {screen}",
        "Show my phone on the {screen}",
        "Mirror this on {screen}",
        "Put my screen up on the {screen}",
        "I want to watch this on the {screen}, cast it",
        "Start casting to {screen}",
        "Let everyone see my display on the {screen}",
        "Project the phone onto the {screen}",
        "Can you cast to the {screen}?",
        "Use the {screen} to show what's on my phone",
        "Screen casting: {screen}",
        "Throw my screen onto the {screen} please",
        "These photos look better large, send my screen to the {screen}",
    ),
    joinable=True,
)
def cast(draw: Draw) -> Plan:
    """Wi-Fi is on and nothing is cast."""
    given(draw, "manage_wifi", action="enable")
    screen = str(draw.row("screens")[1]["name"])
    call = Call("control_screen_casting", {"action": "start", "targetDeviceName": screen})
    return Plan({"screen": screen}, turns(call), f"Casting to {screen}.", overrides=started(draw))


@scenario(
    "devices.cast.stop",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Stop casting",
        "Take my screen off the TV",
        "End screen mirroring",
        "Don't show my phone on the big screen any longer",
        "Disconnect the screen cast",
        "The slideshow is done, stop casting my screen",
        "Casting off",
        "Can you end the cast?",
        "Please quit projecting my display",
        "Everyone can see my messages! Stop the casting",
        "Cancel the screen projection",
        "No more mirroring of my phone",
    ),
    joinable=True,
)
def cast_stop(draw: Draw) -> Plan:
    """The screen is being cast."""
    screen = str(draw.row("screens")[1]["name"])
    assume(draw, wifi=True, cast_target=screen)
    call = Call("control_screen_casting", {"action": "stop"})
    return Plan({}, turns(call), f"Casting to {screen} has stopped.", overrides=started(draw))


@scenario(
    "devices.input.share",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Share keyboard and mouse with the {device}",
        "Let me use one keyboard for the phone and the {device}",
        "Start keyboard and mouse sharing with {device}",
        "I want to control this phone with the mouse of my {device}",
        "Link the phone to the keyboard and mouse of {device}",
        "Can my {device} share its keyboard and mouse with the phone?",
        "Keyboard and mouse sharing: {device}",
        "Type on the phone using the {device}, set up the sharing",
        "Use the same mouse on the {device} and here",
        "Turn on input sharing with my {device}",
        "Please connect the {device} for shared keyboard and mouse",
        "Join keyboard and mouse across the phone and {device}",
    ),
    joinable=True,
)
def share_input(draw: Draw) -> Plan:
    """Bluetooth is on."""
    given(draw, "manage_bluetooth", action="enable")
    device = str(draw.row("computers")[1]["name"])
    call = Call("manage_keyboard_mouse_sharing", {"action": "start", "targetDeviceName": device})
    say = f"Keyboard and mouse are shared with {device}."
    return Plan({"device": device}, turns(call), say, overrides=started(draw))
