"""Dependent requests about apps and storage on the full phone: look or prepare first, then act."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.device_dependency import largest, leaves
from planloop.phone.scenarios.full.apps_files import card_ready
from planloop.phone.scenarios.full.apps_space import greediest
from planloop.phone.scenarios.past import assume, started


@scenario(
    "apps.chain.largest_cache",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Find the app with the largest cache and clear that cache",
        "Whichever app caches the most, empty its cache",
        "Clear the biggest app cache on the phone, just that one",
        "See what app has hoarded the most cached data, then flush it",
        "One app's cache is the largest of all. Clear it",
        "Get some space back: the fattest cache among my apps has to go",
        "Check the caches and wipe the one that takes the most room",
        "Look for the worst cache offender and clean its cache, nothing else",
        "Could you clear the cache of the app where it's biggest?",
        "Free the most space with one cleared cache. You find out which app",
        "The number one cache hog should lose its cache",
        "biggest cache -> clear it please",
        "I don't know which app it is, but the one with the biggest cache needs its cache emptied",
    ),
)
def clear_largest(draw: Draw) -> Plan:
    """The analysis names the app."""
    name, size = greediest(draw)
    look = Call("analyze_storage", {"what": "app_caches"})
    act = Call("clear_app_data", {"appName": name, "what": "cache"})
    return Plan({}, turns(look, act), f"{name} had the largest cache, {size} MB; it is cleared.")


@scenario(
    "apps.chain.bin_if_low",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Empty the recycle bin if fewer than {limit} MB are free",
        "Less than {limit} MB of free space? Then clear the bin for good",
        "Only when the phone has under {limit} MB left, purge the recycle bin",
        "Look at my free storage; below {limit} MB the recycle bin must be emptied",
        "The bin may keep its files unless free space is lower than {limit} MB, deal with it now",
        "Should there be less room than {limit} MB, throw out what's in the recycle bin",
        "If I'm down to less than {limit} MB, get the recycle bin empty",
        "See whether at least {limit} MB are free. If they aren't, empty the file bin",
        "recycle bin: empty it in case free < {limit} MB",
        "Check space first. Under {limit} MB means: bin out, otherwise leave it",
        "In the event that free storage is below {limit} MB, delete everything in the bin",
        "Depending on the space: less than {limit} MB free and the bin gets emptied",
    ),
)
def bin_if_low(draw: Draw) -> Plan:
    """Half the time there is space enough: read, say, change nothing."""
    free = int(draw.phone.setting("free_mb"))
    low = draw.rng.random() < 0.5
    limit = (free // 500 + draw.pick(range(1, 8))) * 500 if low else max(1, free // 500 - draw.pick(range(6))) * 500
    slots, look = {"limit": str(limit)}, Call("query_storage")
    if low:
        act = Call("manage_recycle_bin", {"action": "empty"})
        return Plan(slots, turns(look, act), f"Only {free} MB were free, so I emptied the bin.")
    say, tempting = f"You have {free} MB free, so I left the bin alone.", ("manage_recycle_bin",)
    return Plan(slots, turns(look), say, Checker.TOOL_CALL, (leaves(str(free)),), distractors=tempting)


@scenario(
    "apps.chain.folder_away",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Delete the folder {folder}, but first move what's in it to {other}",
        "I don't need the {folder} folder any more. Its contents go to {other}, then remove it",
        "Move everything from {folder} into {other} and delete the empty folder",
        "Dissolve {folder}: files over to {other}, folder gone",
        "Get rid of the folder {folder} without losing files, put them in {other}",
        "{folder} has to disappear as a folder; whatever it holds belongs in {other}",
        "Merge the folder {folder} into {other}, so that {folder} no longer exists",
        "Whatever sits in {folder} should sit in {other}, after which the folder {folder} can be deleted",
        "Could you clear {folder} out into {other} and then drop the folder?",
        "One folder fewer please: {folder} ends, its files continue in {other}",
        "Tidy up: contents of {folder} to {other}, then delete {folder}",
        "folder {folder} -> files to {other}, folder itself deleted",
    ),
)
def folder_away(draw: Draw) -> Plan:
    """A folder with files cannot be deleted before they are moved."""
    rows = [r for _, r in draw.rows("files")]
    names = [str(r["name"]) for _, r in draw.rows("folders")]
    held = {n: [r for r in rows if r["folder"] == n] for n in names}
    folder = draw.pick([n for n in names if 1 <= len(held[n]) <= 3 and not any(r["hidden"] for r in held[n])])
    other = draw.pick([n for n in names if n != folder])
    look = (Call("local_file_search", {"folder": folder}),)
    moves = tuple(Call("manage_file", {"action": "move", "fileName": r["name"], "folder": other}) for r in held[folder])
    away = (Call("manage_folder", {"action": "delete", "folderName": folder}),)
    say = f"All files of {folder} are in {other}, and {folder} is deleted."
    return Plan({"folder": folder, "other": other}, (look, moves, away), say)


@scenario(
    "apps.chain.largest_to_card",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Move my largest {kind} to the memory card",
        "The biggest {kind} should be on the SD card",
        "Find the heaviest {kind} and shift it onto the memory card",
        "Put whichever {kind} takes the most space on my SD card",
        "Free the phone of its largest {kind} by moving that to the card",
        "Which {kind} is the biggest? Relocate it to the memory card",
        "Take the {kind} with the most megabytes off the phone, onto the SD card",
        "Could you get my largest {kind} over to the micro SD?",
        "sd card: move the top {kind} by size there",
        "Look up the largest {kind} I have, and then store it on the memory card instead",
        "I've got a memory card in. Let it take my biggest {kind}",
        "Of my files, the single largest {kind} goes to the card",
    ),
)
def largest_to_card(draw: Draw) -> Plan:
    """The search sorts by size; the first item is moved."""
    card_ready(draw)
    kind = draw.pick(("document", "image", "video"))
    name = largest(draw, kind)
    look = Call("local_file_search", {"fileType": kind})
    act = Call("manage_sd_card", {"action": "move", "fileName": name})
    return Plan({"kind": kind}, turns(look, act), f"{name} is on the memory card.", overrides=started(draw))


@scenario(
    "apps.chain.install_pin",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Install {app} and put it on the home screen",
        "Get {app} from the store, then pin it to my home screen",
        "I want {app} on the phone and its icon on the home screen",
        "Download {app}; once it's there give it a home screen icon",
        "{app}: install it, home screen too",
        "Add {app} to the home screen. You'll have to install it first",
        "Set up {app} for me with a shortcut on the home screen",
        "Fetch the app {app} and make it visible on the home screen",
        "Could you install {app} and add its icon to the start screen afterwards?",
        "New app please, {app}, and let it appear on my home screen",
        "First install {app}, second place it on the home screen",
        "I'd like to reach {app} from the home screen, and it isn't even installed yet",
    ),
)
def install_pin(draw: Draw) -> Plan:
    """There is no icon of an app that is not installed."""
    assume(draw, mobile_data=True)
    free = draw.phone.setting("free_mb")
    app = str(draw.pick([r["name"] for _, r in draw.rows("catalogue") if r["sizeMb"] < free]))
    if app in draw.phone.setting("home_screen"):
        raise draw.skip("has an icon")
    install = Call("manage_app", {"action": "install", "appName": app})
    pin = Call("manage_home_screen", {"action": "add", "appName": app})
    say = f"{app} is installed and on the home screen."
    return Plan({"app": app}, turns(install, pin), say, overrides=started(draw))


@scenario(
    "apps.chain.cloud_first_run",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Turn on cloud backup, include {folder} and run it",
        "I want {folder} in the cloud: switch the backup on, add the folder, back up now",
        "Enable backing up to the cloud, with {folder} in it, then start one",
        "Cloud backup is off. Switch it on, let it cover {folder} too and do a first run",
        "Get my cloud backup going for {folder} as well and make a backup at once",
        "Activate the cloud backup, put {folder} on its list and back everything up",
        "Back up to the cloud now, {folder} included. It still has to be enabled",
        "Three steps: cloud backup on, {folder} added, backup run",
        "Could you start using the cloud backup, take {folder} along and run it right away?",
        "cloud backup on + {folder} + run",
        "Set the cloud backup up so that {folder} is part of it, and then have it run once",
        "Please add {folder} to the cloud backup, enable that backup and let it run",
    ),
)
def cloud_first_run(draw: Draw) -> Plan:
    """A run before it is on fails."""
    assume(draw, cloud_backup=False, wifi=True, cloud_free_mb=draw.rng.randrange(2000, 5000))
    if draw.phone.setting("cloud_last") == draw.phone.now.strftime("%H:%M"):
        raise draw.skip("it ran this minute")
    chosen = draw.phone.setting("cloud_folders")
    folder = draw.pick([str(r["name"]) for _, r in draw.rows("folders") if r["name"] not in chosen])
    calls = (
        Call("manage_cloud_backup", {"action": "enable"}),
        Call("manage_cloud_backup", {"action": "add_folder", "folderName": folder}),
        Call("manage_cloud_backup", {"action": "run"}),
    )
    say = f"Cloud backup is on, covers {folder} and has run."
    return Plan({"folder": folder}, turns(*calls), say, overrides=started(draw))


@scenario(
    "apps.chain.open_alone",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Open {app} and close all other apps",
        "Start {app}, nothing else should stay open",
        "I want {app} running and no other app",
        "Launch {app} and shut the remaining apps",
        "Bring {app} up, then get rid of whatever else is open",
        "Only {app}, please: open it and quit the others",
        "All open apps go, and {app} comes up instead",
        "Make {app} the one and only open app",
        "Clear the decks for {app}: open it, other apps closed",
        "Could you have just {app} open? It isn't yet",
        "{app} on, everything else off, apps I mean",
        "Let me concentrate on {app}. Start that app and close the rest",
    ),
)
def open_alone(draw: Draw) -> Plan:
    """What is to stay must be open first."""
    others = draw.rows("apps", open=True)
    if len(others) < 2:
        raise draw.skip("fewer than two open apps")
    app = str(draw.row("apps", open=False)[1]["name"])
    calls = Call("open_app", {"appName": app}), Call("manage_recent_apps", {"action": "keep_only", "appName": app})
    return Plan({"app": app}, turns(*calls), f"{app} is open, {len(others)} other apps are closed.")
