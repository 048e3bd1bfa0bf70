"""Limits of app and storage work on the full phone: something is missing, built in, blocked, absent or taken."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker, SayCriterion, SayKind
from planloop.phone.apps.storage import LEFTOVERS
from planloop.phone.scenario import Call, Draw, Plan, asks, parts, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.full.apps_files import filled_folder, new_folder
from planloop.phone.scenarios.past import assume, started
from planloop.phone.scenarios.pools import ALLOWED


@scenario(
    "apps.limits.timer_minutes",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Put a daily time limit on {app}",
        "Limit how long I can use {app} a day",
        "I want an app timer for {app}",
        "{app} eats my days, give it a limit per day",
        "Restrict my daily time in {app}",
        "Set a timer on {app} so I can't use it all day",
        "Can you cap {app} per day?",
        "Let {app} be available only for some time each day",
        "I need to spend less time in {app}, set a daily limit",
        "Daily allowance for {app}, please introduce one",
        "Ration {app} for me, by the day",
        "{app}: time limit per day please",
    ),
)
def timer_minutes(draw: Draw) -> Plan:
    """The minutes are not said."""
    app = str(draw.row("apps")[1]["name"])
    wanted = (asks("minutes", "minute", "hours", "hour", "long", "limit", "time"),)
    say = f"How many minutes a day should {app} have?"
    return Plan({"app": app}, (), say, Checker.BEHAVIOUR, wanted, distractors=("set_app_timer",))


@scenario(
    "apps.limits.archive_name",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Extract the zip file",
        "Unzip it please",
        "I have a zip somewhere, unpack it",
        "Can you unpack the archive?",
        "Open the compressed file and extract what's inside",
        "Please extract that archive for me",
        "Decompress my zip",
        "The zip needs to be unpacked",
        "Get the files out of the archive",
        "unzip",
        "Let's unpack the zip file I got",
        "Would you extract the zip archive",
    ),
)
def archive_name(draw: Draw) -> Plan:
    """No file is named, and the phone holds no zip file: ask which, or say that there is none."""
    if draw.rows("files", type="archive"):
        raise draw.skip("holds a zip file")
    look = Call("local_file_search", {"query": "zip"})
    looked = tried(
        tries("local_file_search", query="zip"), tries("local_file_search"), tries("manage_archive", name="zip"),
        tries("search_personal_information", query="zip"),
    )  # fmt: skip
    wanted = (looked, refuses("zip", "archive", "compressed"))
    return Plan({}, turns(look), "I can't extract it: there is no zip file on this phone.", Checker.BEHAVIOUR, wanted,
                distractors=("manage_archive",))  # fmt: skip


@scenario(
    "apps.limits.freeze_built_in",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Freeze the {app} app",
        "I never use {app}, put it in the freezer",
        "{app} ought to be frozen so it stops running",
        "Can {app} be frozen, please do it",
        "Let's freeze {app} until summer",
        "Make {app} dormant for the time being",
        "Hibernate {app} for me",
        "Suspend the app {app} by freezing it",
        "Ice {app}, it just wastes battery",
        "Keep {app} from ever running: freeze it",
        "freeze {app} right away!",
        "Have {app} go into deep sleep, frozen I mean",
    ),
)
def freeze_built_in(draw: Draw) -> Plan:
    """A built-in app goes on running."""
    app = str(draw.row("apps", system=True)[1]["name"])
    call = Call("manage_app_freeze", {"action": "freeze", "appName": app})
    frozen = tries("manage_app_freeze", arguments={"action": "freeze"}, appName=app)
    looked = tried(frozen, tries("manage_app", arguments={"action": "list"}))
    say = f"I can't freeze {app}: it is a built-in app."
    return Plan({"app": app}, turns(call), say, Checker.BEHAVIOUR, (looked, refuses(app)))


@scenario(
    "apps.limits.clone_built_in",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Clone {app} so I can use two accounts",
        "I want {app} twice on this phone",
        "A second {app} for my work account, please",
        "Set up a twin of {app}",
        "Dual mode for {app}",
        "Make a copy of the {app} app",
        "Can I have two of {app}? Make the second one",
        "Duplicate the {app} app",
        "Give me {app} number two, with its own account",
        "Run {app} in two instances",
        "Let my second account have its own {app}",
        "Copy {app}, the app, so both of us can use it",
    ),
)
def clone_built_in(draw: Draw) -> Plan:
    """A built-in app cannot be copied."""
    app = str(draw.row("apps", system=True)[1]["name"])
    call = Call("manage_dual_app", {"action": "enable", "appName": app})
    copied = tries("manage_dual_app", arguments={"action": "enable"}, appName=app)
    looked = tried(copied, tries("manage_app", arguments={"action": "list"}))
    say = f"I can't copy {app}: it is a built-in app."
    return Plan({"app": app}, turns(call), say, Checker.BEHAVIOUR, (looked, refuses(app)))


@scenario(
    "apps.limits.up_to_date",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Update {app} to the latest version",
        "Install the new version of {app}",
        "{app} looks old, get me its update",
        "Please update the app {app} now",
        "I think {app} needs an update, run it",
        "Load the latest {app}",
        "Fetch the newest {app} update",
        "Do the update for {app}",
        "There must be a new {app} by now, update it",
        "Would you bring the {app} app up to date?",
        "{app} update please",
        "Upgrade {app} for me",
    ),
)
def up_to_date(draw: Draw) -> Plan:
    """No update waits for this app."""
    assume(draw, wifi=True)
    app = draw.pick([str(r["name"]) for _, r in draw.rows("app_settings") if not r["update"]])
    call = Call("manage_app_updates", {"action": "update", "appName": app})
    updated = tries("manage_app_updates", arguments={"action": "update"}, appName=app)
    looked = tried(updated, tries("manage_app_updates", arguments={"action": "list"}))
    mentions = ("up to date", "newest", "latest", "current", "no update", "no new", "no newer", "no pending")
    said = SayCriterion(say=SayKind.REPORT, mentions=(mentions, (app, *parts(app))))
    say = f"{app} is up to date already."
    return Plan({"app": app}, turns(call), say, Checker.BEHAVIOUR, (looked, said), overrides=started(draw))


@scenario(
    "apps.limits.not_in_bin",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Get {file} back from the recycle bin",
        "Restore {file} out of the bin",
        "I binned {file} last week, recover it",
        "Please undelete {file} for me",
        "{file} should still be in the bin, put it back",
        "Bring {file} back out of the trash",
        "Can you recover {file} from the bin?",
        "Fetch {file} from the recycle bin",
        "Rescue {file}, it must be in the bin",
        "I want {file} back, I threw it away by accident",
        "Take {file} out of the bin again",
        "{file} was deleted. Restore it from the bin please",
    ),
)
def not_in_bin(draw: Draw) -> Plan:
    """It was never there, or is gone for good."""
    held = {str(r["name"]) for table in ("bin", "files") for _, r in draw.rows(table)}
    name = draw.pick([n for n in LEFTOVERS if n not in held])
    call = Call("manage_recycle_bin", {"action": "restore", "fileName": name})
    restored = tries("manage_recycle_bin", arguments={"action": "restore"}, fileName=name)
    looked = tried(restored, tries("manage_recycle_bin", arguments={"action": "list"}))
    say = f"I can't restore {name}: it is not in the bin."
    return Plan({"file": name}, turns(call), say, Checker.BEHAVIOUR, (looked, refuses(name, *parts(name))))


@scenario(
    "apps.limits.folder_full",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Delete the empty folder {folder}",
        "{folder} is empty, remove that folder",
        "I think the folder {folder} holds nothing. Delete it, but not if there are files in it",
        "Remove the folder {folder} as long as it's empty",
        "Get rid of the folder {folder}, unless something is in it",
        "The {folder} folder has no files any more, so drop it",
        "Throw away the empty {folder} folder",
        "Could you delete {folder}? The folder should be empty by now",
        "Clean up the empty folder {folder}, please delete it",
        "rm folder {folder} (it's empty)",
        "Nothing is left in {folder}, take that folder away",
        "Provided {folder} contains no files, delete the folder",
    ),
)
def folder_full(draw: Draw) -> Plan:
    """It is not empty: nothing is deleted, and that is said."""
    folder = filled_folder(draw)
    call = Call("manage_folder", {"action": "delete", "folderName": folder})
    deleted = tries("manage_folder", arguments={"action": "delete"}, folderName=folder)
    listed = tries("manage_folder", arguments={"action": "list"})
    looked = tried(deleted, listed, tries("local_file_search", folder=folder))
    about = ("empty", "files", "file", "holds", "contains")
    say = f"I can't delete {folder}: there are still files in it."
    wanted = (looked, refuses(*about, about=(folder,)))
    return Plan({"folder": folder}, turns(call), say, Checker.BEHAVIOUR, wanted)


@scenario(
    "apps.limits.folder_denied",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Create a new folder {name} for my files",
        "I want a folder named {name}",
        "Make the folder {name}",
        "Folder {name}, please add it to my files",
        "Could I get a folder {name}?",
        "Set up {name} as a file folder",
        "Let there be a folder {name}",
        "Open up a new directory called {name}",
        "My files need a folder {name}",
        "Start a folder with the name {name}",
        "Add another folder, {name}",
        "Have a folder {name} created",
    ),
)
def folder_denied(draw: Draw) -> Plan:
    """The storage permission is missing."""
    name = new_folder(draw)
    draw.state.set("permissions", "storage", granted=False)
    call = Call("manage_folder", {"action": "create", "folderName": name})
    created = tries("manage_folder", arguments={"action": "create"}, folderName=name)
    looked = tried(created, tries("manage_folder", arguments={"action": "list"}))
    say = f"I can't create {name}: the storage permission is not granted."
    wanted = (looked, refuses(*ALLOWED, "granted", "allowed", about=("storage", "folder", name)))
    return Plan({"name": name}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))
