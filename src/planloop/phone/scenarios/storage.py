"""Scenarios of Apps & Storage, Security and Devices: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.apps.files import FOLDERS
from planloop.phone.apps.programs import PERMISSIONS
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.past import assume, given, started

NEW_NAMES = (
    "Final version", "For grandma", "Old copy", "Backup one", "Keep this", "Spring edition", "Signed", "To print",
    "House stuff", "Favorite", "Read later", "For the lawyer", "Second attempt", "Holiday memory", "Checked", "Draft two",
    "Important", "From the office", "Summer highlights", "Bank copy", "Clean version", "Project Apollo", "Shared one",
    "School folder", "Version nine", "Year end", "Just for me", "Landlord copy", "Proof", "Reference",
)  # fmt: skip


def own_app(draw: Draw, **fields: object) -> str:
    """The name of an app that is not built in."""
    return str(draw.row("apps", system=False, **fields)[1]["name"])


def some_file(draw: Draw, **fields: object) -> str:
    """The name of a file."""
    return str(draw.row("files", **fields)[1]["name"])


@scenario(
    "apps.open",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Open {app}",
        "Launch the {app} app",
        "Start {app} for me",
        "I want to use {app}",
        "Bring up {app}",
        "Can you open the app {app}?",
        "Go to {app}",
        "Pull up {app} on my screen",
        "Fire up {app} please",
        "Get {app} running",
        "Take me to {app}",
        "{app}, open it",
        "Let me see {app}",
    ),
    joinable=True,
)
def open_one(draw: Draw) -> Plan:
    """An installed app that is not running."""
    app = str(draw.row("apps", open=False)[1]["name"])
    return Plan({"app": app}, turns(Call("open_app", {"appName": app})), f"{app} is open.")


@scenario(
    "apps.close",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Close {app}",
        "Quit the {app} app",
        "Shut {app} down",
        "I'm finished with {app}, close it",
        "{app} is hanging, force it closed",
        "Stop {app} from running",
        "Exit {app}",
        "Can you close the app {app}?",
        "Get {app} out of the running apps",
        "Please end {app}",
        "{app} doesn't need to run any more, quit it",
        "Swipe away {app}",
    ),
    joinable=True,
)
def close_one(draw: Draw) -> Plan:
    """A running app."""
    app = str(draw.row("apps", open=True)[1]["name"])
    return Plan({"app": app}, turns(Call("close_app", {"appName": app})), f"{app} is closed.")


@scenario(
    "apps.install",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Install {app}",
        "Download the app {app}",
        "Get {app} on my phone",
        "I heard {app} is good, install it please",
        "Add {app} to my apps",
        "Can you fetch {app} from the store?",
        "My friends all use {app}, put it on this phone",
        "Please download and install {app}",
        "I need the {app} app, which I don't have yet",
        "Set up {app} from the app store",
        "Let's install {app}",
        "{app}: install from the store",
    ),
    joinable=True,
)
def install(draw: Draw) -> Plan:
    """An app of the catalogue that fits."""
    assume(draw, mobile_data=True)
    free = draw.phone.setting("free_mb")
    app = str(draw.pick([r["name"] for _, r in draw.rows("catalogue") if r["sizeMb"] < free]))
    call = Call("manage_app", {"action": "install", "appName": app})
    return Plan({"app": app}, turns(call), f"{app} is installed.", overrides=started(draw))


@scenario(
    "apps.uninstall",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Uninstall {app}",
        "Delete the {app} app",
        "I never use {app}, get rid of it",
        "Remove {app} from my phone",
        "{app} can go, uninstall it",
        "Take {app} off this phone",
        "Please erase the app {app}",
        "I want {app} gone from my apps",
        "Can you uninstall the application {app}?",
        "Throw out {app}, it wastes space",
        "Wipe {app} off the device",
        "No need for {app} any more, remove the app",
    ),
    joinable=True,
)
def uninstall(draw: Draw) -> Plan:
    """One of the owner's apps."""
    app = own_app(draw)
    call = Call("manage_app", {"action": "uninstall", "appName": app})
    return Plan({"app": app}, turns(call), f"{app} is uninstalled.")


@scenario(
    "apps.permission.revoke",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Revoke {permission} access for {app}",
        "{app} should not have the {permission} permission",
        "Take the {permission} permission away from {app}",
        "Don't let {app} use {permission} any more",
        "Why does {app} have {permission}? Remove that permission",
        "Block {app} from {permission}",
        "Stop {app} from accessing {permission}",
        "Withdraw {app}'s {permission} permission",
        "I don't trust {app} with {permission}, turn that permission off",
        "Can you forbid {permission} for {app}?",
        "Permission {permission} for {app}: deny",
        "No {permission} for {app} from now on",
    ),
    joinable=True,
)
def revoke(draw: Draw) -> Plan:
    """A permission the app has."""
    row = draw.row("apps")[1]
    permission, app = str(draw.pick(row["granted"])), str(row["name"])
    call = Call("manage_app_permission", {"action": "revoke", "appName": app, "permission": permission})
    return Plan({"permission": permission, "app": app}, turns(call), f"{app} no longer has {permission} access.")


@scenario(
    "apps.permission.grant",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Let {app} use {permission}",
        "Grant {app} {permission} access",
        "Allow the {permission} permission for {app}",
        "{app} needs {permission}, give it access",
        "Give {app} permission for {permission}",
        "It's fine if {app} uses {permission}, allow it",
        "Turn on {permission} for {app} in its permissions",
        "{app} keeps asking for {permission}, grant it",
        "Can you permit {permission} in {app}?",
        "Enable {permission} access for the app {app}",
        "I want {app} to have {permission} permission",
        "Permission {permission} for {app}: allow",
    ),
    joinable=True,
)
def grant(draw: Draw) -> Plan:
    """A permission the app lacks."""
    row = draw.row("apps")[1]
    permission, app = draw.pick([p for p in PERMISSIONS if p not in row["granted"]]), str(row["name"])
    call = Call("manage_app_permission", {"action": "grant", "appName": app, "permission": permission})
    return Plan({"permission": permission, "app": app}, turns(call), f"{app} now has {permission} access.")


@scenario(
    "files.search",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Where is my file {stem}?",
        "Find the file {stem}",
        "Which folder is {stem} in?",
        "I can't remember where I saved {stem}, look for it on the phone",
        "Search my files for {stem}",
        "Locate {stem} on this phone",
        "Have a look for a file called {stem}, what folder has it?",
        "Look up {stem} among my files and tell me the folder",
        "Can you see where {stem} is stored?",
        "I lost track of {stem}. Find it in my files",
        "In what folder did I put {stem}",
        "File search: {stem}",
    ),
    joinable=True,
)
def search_file(draw: Draw) -> Plan:
    """Report the folder of a file named by its words."""
    row = draw.row("files")[1]
    stem = str(row["name"]).rsplit(".", 1)[0]
    call = Call("local_file_search", {"query": stem})
    say = f"{row['name']} is in {row['folder']}."
    return Plan({"stem": stem}, turns(call), say, Checker.TOOL_CALL, (reports(str(row["folder"])),))


@scenario(
    "files.send",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Send {file} to {contact}",
        "Share {file} with {contact}",
        "{contact} needs {file}, send it over",
        "Forward the file {file} to {contact}",
        "Please get {file} across to {contact}",
        "Let {contact} have a copy of {file}",
        "Can you pass {file} on to {contact}?",
        "I promised {contact} the file {file}, send it",
        "Transfer {file} to {contact}",
        "File for {contact}: {file}. Send",
        "{contact} is waiting for {file} from me, please send the file",
        "Shoot {file} over to {contact}",
    ),
    joinable=True,
)
def send(draw: Draw) -> Plan:
    """A file to a contact."""
    name, contact = some_file(draw), str(draw.row("contacts")[1]["name"])
    call = Call("send_file", {"fileName": name, "recipient": contact})
    slots = {"file": name, "contact": contact}
    return Plan(slots, turns(call), f"I sent {name} to {contact}.", Checker.TOOL_CALL)


@scenario(
    "files.rename",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Rename {file} to {name}",
        "Call the file {file} {name} instead",
        "Change the name of {file} to {name}",
        "{file} should be called {name}",
        "Give {file} the new name {name}",
        "I want {file} named {name}",
        "Can you rename the file {file}? New name: {name}",
        "Set the filename of {file} to {name}",
        "The title of {file} is wrong, make it {name}",
        "Please retitle {file} as {name}",
        "Save {file} under the name {name}",
        "File {file} -> {name}, rename it",
    ),
    joinable=True,
)
def rename(draw: Draw) -> Plan:
    """A new name; the ending stays."""
    name, new = some_file(draw), draw.pick(NEW_NAMES)
    call = Call("manage_file", {"action": "rename", "fileName": name, "newName": new})
    return Plan({"file": name, "name": new}, turns(call), f"{name} is now called {new}.")


@scenario(
    "files.move",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Move {file} to the {folder} folder",
        "Put {file} into {folder}",
        "{file} belongs in {folder}, move it",
        "File {file} away under {folder}",
        "I want {file} in my {folder} folder",
        "Can you shift {file} over to {folder}?",
        "Place the file {file} in {folder}",
        "Take {file} out of where it is and put it in {folder}",
        "{file} goes to {folder}",
        "Relocate {file}: folder {folder}",
        "The {folder} folder is where {file} should be, move it",
        "Please transfer {file} into the folder {folder}",
    ),
    joinable=True,
)
def move(draw: Draw) -> Plan:
    """Another folder."""
    row = draw.row("files")[1]
    name, folder = str(row["name"]), draw.pick([f for f in FOLDERS if f != row["folder"]])
    call = Call("manage_file", {"action": "move", "fileName": name, "folder": folder})
    return Plan({"file": name, "folder": folder}, turns(call), f"{name} is in {folder} now.")


@scenario(
    "files.delete",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Delete {file}",
        "Remove the file {file}",
        "I don't need {file} any more, delete it",
        "Throw {file} away",
        "Erase {file} from my phone",
        "{file} can be deleted",
        "Get rid of the file {file}",
        "Please trash {file}",
        "Can you wipe the file {file}?",
        "Free some space by deleting {file}",
        "Bin {file}",
        "Take the file {file} off this phone for good",
    ),
    joinable=True,
)
def delete(draw: Draw) -> Plan:
    """A file by its full name."""
    name = some_file(draw)
    call = Call("manage_file", {"action": "delete", "fileName": name})
    return Plan({"file": name}, turns(call), f"{name} is deleted.")


@scenario(
    "apps.storage.query",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "How much storage is left?",
        "How many megabytes are free on this phone?",
        "Check my free storage",
        "Do I have space left? How much?",
        "What's the free space on the phone",
        "Is my phone full? Tell me the free memory in MB",
        "Storage status please, how much is free",
        "I want to film a lot today, how much room is left in storage?",
        "Tell me the remaining disk space",
        "Can you look up how much storage I still have?",
        "Free space?",
        "How much room do I have for new photos, in MB?",
    ),
    joinable=True,
)
def storage(draw: Draw) -> Plan:
    """Report free storage."""
    free = str(draw.phone.setting("free_mb"))
    return Plan({}, turns(Call("query_storage")), f"You have {free} MB free.", Checker.TOOL_CALL, (reports(free),))


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
    return Plan({"device": device}, turns(call), f"Keyboard and mouse are shared with {device}.", overrides=started(draw))
