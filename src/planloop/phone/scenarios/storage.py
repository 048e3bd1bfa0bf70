"""Scenarios of Apps & Storage: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.contract.record import JsonObject
from planloop.phone.apps.files import FOLDERS
from planloop.phone.apps.programs import PERMISSIONS
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.past import assume, started

NEW_NAMES = (
    "Final version", "For grandma", "Old copy", "Backup one", "Keep this", "Spring edition", "Signed", "To print",
    "House stuff", "Favorite", "Read later", "For the lawyer",
    "Second attempt", "Holiday memory", "Checked", "Draft two",
    "Important", "From the office", "Summer highlights", "Bank copy", "Clean version", "Project Apollo", "Shared one",
    "School copy", "Version nine", "Year end", "Just for me", "Landlord copy", "Proof", "Reference",
)  # fmt: skip


def own_app(draw: Draw, **fields: object) -> str:
    """The name of an app that is not built in."""
    return str(draw.row("apps", system=False, **fields)[1]["name"])


def granted(row: JsonObject) -> list[str]:
    """The permissions an app has."""
    value = row["granted"]
    return [str(v) for v in value] if isinstance(value, list) else []


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
    permission, app = str(draw.pick(granted(row))), str(row["name"])
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
    permission, app = draw.pick([p for p in PERMISSIONS if p not in granted(row)]), str(row["name"])
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
