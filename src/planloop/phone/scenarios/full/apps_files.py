"""Scenarios of folders, zip files, cloud backup and the memory card on the full phone: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.past import assume, given, started
from planloop.phone.scenarios.storage import NEW_NAMES, some_file

NEW_FOLDERS = (
    "Recipes", "Receipts", "House hunt", "Summer camp", "Band", "Letters", "Genealogy", "Thesis", "Knitting", "Taxes",
    "Chess", "Warranties", "Allotment", "Choir", "Renovation", "Sketches", "Manuals", "Volunteering", "Podcast",
    "Lectures",
)  # fmt: skip


def filled_folder(draw: Draw, least: int = 1) -> str:
    """A folder with at least so many visible files, none of them hidden."""
    rows = [r for _, r in draw.rows("files")]
    hidden = {r["folder"] for r in rows if r["hidden"]}
    names = [str(r["name"]) for _, r in draw.rows("folders")]
    return draw.pick([n for n in names if n not in hidden and sum(r["folder"] == n for r in rows) >= least])


def new_folder(draw: Draw) -> str:
    """A name that no folder has."""
    taken = {str(r["name"]) for _, r in draw.rows("folders")}
    return draw.pick([n for n in NEW_FOLDERS if n not in taken])


def card_ready(draw: Draw) -> None:
    """A mounted memory card with room."""
    assume(draw, sd_card="mounted", sd_free_mb=draw.rng.randrange(2000, 60000))


@scenario(
    "apps.archive.compress",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Zip the {folder} folder as {name}",
        "Compress everything in {folder} into a zip called {name}",
        "Make a zip file {name} out of the folder {folder}",
        "Pack {folder} into {name}.zip",
        "I need one archive of all files in {folder}, name it {name}",
        "Bundle the files from {folder} in a compressed file, title {name}",
        "Could you create the archive {name} with what's in {folder}?",
        "{folder} -> {name}.zip please",
        "For the accountant: all of {folder} zipped, with the name {name}",
        "Squeeze the {folder} folder into a zip named {name}",
        "Turn the contents of {folder} into an archive and call that {name}",
        "Put the whole folder {folder} in a zip, file name {name}",
        "Archive {folder} under the name {name}",
    ),
    joinable=True,
)
def compress(draw: Draw) -> Plan:
    """All files of a folder in a new zip file."""
    folder, name = filled_folder(draw), draw.pick(NEW_NAMES)
    call = Call("manage_archive", {"action": "compress", "name": name, "folder": folder})
    return Plan({"folder": folder, "name": name}, turns(call), f"The files of {folder} are in {name}.zip.")


@scenario(
    "apps.archive.extract",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Unzip {name}.zip",
        "Extract the archive {name}.zip",
        "Unpack {name}.zip for me",
        "Get the files out of {name}.zip",
        "Can you open up {name}.zip and extract it?",
        "I deleted the originals, so extract {name}.zip",
        "Decompress {name}.zip please",
        "{name}.zip needs unpacking",
        "The contents of {name}.zip should be real files again",
        "extract {name}.zip",
        "Bring back what I packed into {name}.zip",
        "Please unpack that zip, {name}.zip",
    ),
    joinable=True,
)
def extract(draw: Draw) -> Plan:
    """A zip file whose originals are gone."""
    folder, name = filled_folder(draw), draw.pick(NEW_NAMES)
    packed = [key for key, _ in draw.rows("files", folder=folder)]
    given(draw, "manage_archive", action="compress", name=name, folder=folder)
    for key in packed:
        draw.state.delete("files", key)
    call = Call("manage_archive", {"action": "extract", "name": f"{name}.zip"})
    say = f"I unpacked {name}.zip, {len(packed)} files."
    return Plan({"name": name}, turns(call), say, overrides=started(draw))


@scenario(
    "apps.folder.create",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Create a folder called {name}",
        "New folder: {name}",
        "I need a {name} folder among my files",
        "Make a directory named {name}",
        "Add a file folder {name}",
        "Could you set up an empty folder for me? Name: {name}",
        "There should be a folder {name} in my files, make one",
        "mkdir {name}",
        "Let me have a fresh folder, {name}",
        "I want to sort my files, so start by creating the folder {name}",
        "Please open a new folder with the title {name}",
        "Prepare a place for files, a folder {name}",
    ),
    joinable=True,
)
def create_folder(draw: Draw) -> Plan:
    """A name that is free."""
    name = new_folder(draw)
    call = Call("manage_folder", {"action": "create", "folderName": name})
    return Plan({"name": name}, turns(call), f"The folder {name} is there.")


@scenario(
    "apps.folder.rename",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Rename the folder {old} to {new}",
        "My {old} folder should be called {new}",
        "Change the folder name {old} into {new}",
        "Give the {old} folder the new name {new}",
        "{old} is a bad name for that folder, make it {new}",
        "Call the folder {new} instead of {old}",
        "Could you rename {old}, the folder, as {new}?",
        "folder {old} -> {new}",
        "The directory {old} has to be named {new} from now on",
        "From now on {old} is {new}. The folder, I mean",
        "Relabel my file folder {old} as {new}",
        "I'd like {new} as the name of the folder {old}",
    ),
    joinable=True,
)
def rename_folder(draw: Draw) -> Plan:
    """The files in it move along."""
    old, new = filled_folder(draw), new_folder(draw)
    call = Call("manage_folder", {"action": "rename", "folderName": old, "newName": new})
    say = f"The folder {old} is called {new} now."
    return Plan({"old": old, "new": new}, turns(call), say, distractors=("manage_file",))


@scenario(
    "apps.cloud.add_folder",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Include {folder} in the cloud backup",
        "Back up my {folder} folder to the cloud from now on",
        "The {folder} folder belongs in the cloud backup too",
        "Add {folder} to what gets backed up online",
        "I'm afraid of losing {folder}, so make it part of my cloud backup",
        "Cloud backup should cover the folder {folder} as well",
        "Put {folder} on the list of folders for the cloud",
        "Could {folder} be backed up to the cloud with the others?",
        "cloud backup: + {folder}",
        "Extend the online backup by the folder {folder}",
        "Protect the files in {folder}, add that folder to the cloud backup",
        "Let the cloud backup also take {folder}",
    ),
    joinable=True,
)
def back_up_folder(draw: Draw) -> Plan:
    """A folder that is not backed up yet."""
    chosen = draw.phone.setting("cloud_folders")
    folder = draw.pick([str(r["name"]) for _, r in draw.rows("folders") if r["name"] not in chosen])
    call = Call("manage_cloud_backup", {"action": "add_folder", "folderName": folder})
    return Plan({"folder": folder}, turns(call), f"{folder} is in the cloud backup.")


@scenario(
    "apps.cloud.run",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Run the cloud backup now",
        "Back up my folders to the cloud right away",
        "Do a cloud backup this minute",
        "Start backing up the chosen folders online",
        "I'm about to reset something, so run a backup of my files to the cloud first",
        "Push my folders to the cloud, now please",
        "Can you kick off the backup of my files in the cloud?",
        "Let the cloud have the latest copy of my folders",
        "cloud backup now",
        "Save the current state of my backed-up folders online",
        "It's time for another backup of the file folders to my cloud",
        "Upload a fresh backup of my files",
    ),
)
def back_up_now(draw: Draw) -> Plan:
    """Everything it takes is on; the neighbour backs up settings and apps."""
    now = draw.phone.now.strftime("%H:%M")
    assume(draw, cloud_backup=True, wifi=True, cloud_free_mb=draw.rng.randrange(2000, 5000))
    if draw.phone.setting("cloud_last") == now:
        raise draw.skip("it ran this minute")
    call = Call("manage_cloud_backup", {"action": "run"})
    say = "Your folders are backed up to the cloud."
    return Plan({}, turns(call), say, overrides=started(draw), distractors=("manage_system_backup",))


@scenario(
    "apps.card.move",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Move {file} to the memory card",
        "Put {file} on the SD card",
        "{file} should live on the SD card instead of the phone",
        "Shift {file} over to my memory card",
        "Free up the phone: {file} goes on the card",
        "Can you relocate {file} to the sd card?",
        "Transfer {file} from the phone's storage to the card in the slot",
        "Let the memory card hold {file}",
        "sd card <- {file}",
        "Take {file} off the internal storage and onto the memory card",
        "I want {file} stored on the card I put in",
        "Move the file {file} to external storage, the SD card",
        "Store {file} on the micro SD please",
    ),
)
def move_to_card(draw: Draw) -> Plan:
    """A mounted card with room."""
    card_ready(draw)
    name = some_file(draw, hidden=False)
    call = Call("manage_sd_card", {"action": "move", "fileName": name})
    say = f"{name} is on the memory card."
    return Plan({"file": name}, turns(call), say, overrides=started(draw), distractors=("manage_file",))


@scenario(
    "apps.card.eject",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Eject the memory card",
        "I want to take the SD card out, unmount it safely",
        "Safely remove my SD card",
        "Make the card ready for removal",
        "Unmount the micro SD",
        "Let go of the memory card so I can pull it",
        "Can I pull the card? Eject it for me first",
        "Release the SD card please",
        "eject sd",
        "The memory card is going into my camera, disconnect it properly",
        "Please detach the memory card from the phone",
        "Unhook the storage card before I remove it",
    ),
)
def eject_card(draw: Draw) -> Plan:
    """A mounted card."""
    card_ready(draw)
    call = Call("manage_sd_card", {"action": "eject"})
    return Plan({}, turns(call), "You may take out the memory card.", overrides=started(draw))


@scenario(
    "apps.card.free",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "How much room is left on the memory card?",
        "Free space on the SD card?",
        "How many MB are still free on my SD card",
        "Is there space on the card? How much exactly?",
        "Look up the remaining capacity of the memory card",
        "I want to record a lot, so what's left on the SD card?",
        "Tell me the free megabytes of the micro SD",
        "sd card space left",
        "Not the phone, the memory card: how much is free?",
        "Could you check how empty the memory card still is, in MB?",
        "What does the card have left to fill, in megabytes?",
        "How many more megabytes fit on the card?",
    ),
)
def card_space(draw: Draw) -> Plan:
    """Read only; the phone's own storage is the neighbour."""
    card_ready(draw)
    free = str(draw.phone.setting("sd_free_mb"))
    call = Call("manage_sd_card", {"action": "query"})
    say = f"{free} MB are free on the memory card."
    begun = started(draw)
    tempting = ("query_storage",)
    return Plan({}, turns(call), say, Checker.TOOL_CALL, (reports(free),), overrides=begun, distractors=tempting)
