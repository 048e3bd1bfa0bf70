"""More chains around apps and files of the full phone: what one tool finds or makes, another one needs."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.device_dependency import leaves
from planloop.phone.scenarios.full.apps_files import filled_folder, new_folder
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.storage import NEW_NAMES, some_file


@scenario(
    "apps.link.update_if",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Does {app} have an update? If so install it, otherwise leave things alone",
        "Check whether an update for {app} is waiting and only then update it",
        "If {app} is outdated, update it",
        "See in the list of updates if {app} is on it, in which case get the update",
        "In case there's something new for {app}, install it. If not, just say so",
        "Look if {app} needs updating; do it if it does",
        "Should {app} have a newer version, put it on",
        "Is {app} out of date? Then bring it up to date, else tell me it's fine",
        "Find out whether {app} can be updated and go ahead where it can",
        "update {app}, but only if one is waiting (look first)",
        "Have a look at the app updates. {app} among them? Then install that one",
        "Make sure {app} isn't behind: look for its update, load it if there is one",
    ),
)
def update_if(draw: Draw) -> Plan:
    """Half the time there is none: look, say, change nothing."""
    assume(draw, wifi=True)
    waiting = draw.rng.random() < 0.5
    rows = [r for _, r in draw.rows("app_settings") if bool(r["update"]) == waiting]
    app = str(draw.pick(rows)["name"])
    slots, look, begun = {"app": app}, Call("manage_app_updates", {"action": "list"}), started(draw)
    if waiting:
        act = Call("manage_app_updates", {"action": "update", "appName": app})
        return Plan(slots, turns(look, act), f"There was an update; {app} has it now.", overrides=begun)
    say, wanted = f"Nothing is waiting for {app}, it is up to date.", (leaves("up to date"),)
    return Plan(slots, turns(look), say, Checker.TOOL_CALL, wanted, overrides=begun)


@scenario(
    "apps.link.restore_send",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Restore {file} from the bin and send it to {contact}",
        "{contact} needs {file}, which I threw in the bin. Get it out and send it",
        "Fetch {file} back from the recycle bin, then share it with {contact}",
        "I binned {file} too early. {contact} wants it, so restore and forward it",
        "Take {file} out of the bin and pass it on to {contact}",
        "Undelete {file}, it has to go to {contact}",
        "Could you recover {file} and let {contact} have it?",
        "Send {contact} the file {file}; it lies in the recycle bin",
        "Bring {file} back from the trash. After that it goes to {contact}",
        "{file} must leave the bin and reach {contact}",
        "From the recycle bin to {contact}: {file}",
        "First rescue {file} from the bin, second send it over to {contact}",
    ),
)
def restore_send(draw: Draw) -> Plan:
    """A file in the bin cannot be sent."""
    row, contact = draw.row("bin")[1], str(draw.row("contacts")[1]["name"])
    name = str(row["name"])
    if draw.rows("files", name=name):
        raise draw.skip("its place is taken")
    back = Call("manage_recycle_bin", {"action": "restore", "fileName": name})
    send = Call("send_file", {"fileName": name, "recipient": contact})
    return Plan({"file": name, "contact": contact}, turns(back, send), f"{name} is restored, {contact} has it.")


@scenario(
    "apps.link.zip_send",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Zip the folder {folder} as {name} and send it to {contact}",
        "{contact} should get all of {folder} in one zip file, {name}",
        "Compress {folder} into {name}.zip, then share that with {contact}",
        "Pack up {folder} under the name {name} and forward the archive to {contact}",
        "Send {contact} everything in {folder}: make a zip {name} of it first",
        "Bundle {folder} in an archive called {name}; it's for {contact}, send it",
        "I want {contact} to have the {folder} folder. Zip it ({name}) and pass it on",
        "Could you archive {folder} as {name} and get the zip over to {contact}?",
        "Put {folder} in a zip, name it {name}, and transfer it to {contact}",
        "zip {folder} -> {name} -> {contact}",
        "Make {name}.zip from the folder {folder}. {contact} is waiting for it",
        "One compressed file {name} with the contents of {folder}, to be sent to {contact}",
    ),
)
def zip_send(draw: Draw) -> Plan:
    """The zip file must exist before it is sent."""
    folder, name, contact = filled_folder(draw), draw.pick(NEW_NAMES), str(draw.row("contacts")[1]["name"])
    pack = Call("manage_archive", {"action": "compress", "name": name, "folder": folder})
    send = Call("send_file", {"fileName": f"{name}.zip", "recipient": contact})
    slots = {"folder": folder, "name": name, "contact": contact}
    return Plan(slots, turns(pack, send), f"{contact} has {name}.zip with the files of {folder}.")


@scenario(
    "apps.link.into_new_folder",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Make a folder {name} and move {file} into it",
        "{file} belongs in a folder {name}, which you have to create",
        "Create the folder {name}, then put {file} there",
        "I want {file} in its own folder called {name}",
        "New folder {name}, and {file} goes in",
        "Set up {name} as a folder and shift {file} over",
        "Could you open a folder {name} and file {file} in it?",
        "Start a folder {name} with {file} in it",
        "Sort {file} into a new folder, {name}",
        "First create {name} among my folders, after that move {file}",
        "folder {name} (new) <- {file}",
        "Let {file} be the first file in a fresh folder by the name of {name}",
    ),
)
def into_new_folder(draw: Draw) -> Plan:
    """A folder and a file for it."""
    name, file = new_folder(draw), some_file(draw, hidden=False)
    make = Call("manage_folder", {"action": "create", "folderName": name})
    move = Call("manage_file", {"action": "move", "fileName": file, "folder": name})
    return Plan({"name": name, "file": file}, turns(make, move), f"{file} is in the new folder {name}.")


@scenario(
    "apps.link.icon_back",
    Behaviour.REFERENCE,
    Domain.APPS,
    (
        "Put the icon back",
        "I miss it already, add it again",
        "Oh, I do want it there. Pin it once more",
        "Return that icon to the home screen",
        "No, that one should have stayed, bring it back",
        "Undo it, the icon belongs there",
        "Let it show up on the home screen again",
        "My mistake, restore the icon you took off",
        "Place it on the home screen again please",
        "Hm, it's gone from where I always tap. Back with it",
        "Can I have that shortcut again?",
        "Wrong app! Its icon has to return",
    ),
)
def icon_back(draw: Draw) -> Plan:
    """The icon taken off in the last exchange."""
    shown = [n for n in draw.phone.setting("home_screen") if draw.rows("apps", name=n)]
    app = str(draw.pick(shown))
    request = draw.pick(("Take {} off the home screen", "Remove {}'s icon", "Unpin {}")).format(app)
    call = Call("manage_home_screen", {"action": "remove", "appName": app})
    history = past(draw, request, (call,), f"{app} is off the home screen.")
    act = Call("manage_home_screen", {"action": "add", "appName": app})
    say = f"{app} is on the home screen again."
    return Plan({}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "apps.link.bin_other",
    Behaviour.REVISION,
    Domain.APPS,
    (
        "Put {wrong} in the recycle bin, no, {file}",
        "Bin {wrong}... stop, {file} is the one for the bin",
        "{wrong} can go to the bin. Wait, no, that's {file}",
        "Move {file} to the bin instead of {wrong}, I was going to say the wrong one",
        "To the recycle bin with {wrong}, sorry, with {file}",
        "I meant {file}, not {wrong}: recycle bin please",
        "Throw {wrong} in the bin, or rather leave it and throw in {file}",
        "Not {wrong}! {file} should be binned, recoverably",
        "Let's bin {wrong}. Hmm, I need that. Bin {file}",
        "Recycle bin: {wrong}, correction, {file}",
        "{file} goes into the bin, forget what I wanted to say about {wrong}",
        "Drop {wrong} into the recycle bin? No, keep it; drop {file} there",
    ),
)
def bin_other(draw: Draw) -> Plan:
    """Only the second file goes, and it can be restored."""
    wrong, file = some_file(draw, hidden=False), some_file(draw, hidden=False)
    if wrong == file:
        raise draw.skip("one and the same file")
    call = Call("manage_recycle_bin", {"action": "put", "fileName": file})
    say, slots = f"{file} is in the bin, {wrong} stays.", {"wrong": wrong, "file": file}
    return Plan(slots, turns(call), say, distractors=("manage_file",))
