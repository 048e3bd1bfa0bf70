"""Scenarios of storage on the full phone: what takes room, clearing apps, and the recycle bin."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, tried, tries, turns
from planloop.phone.scenarios.storage import own_app, some_file

LARGE_MB = 50


def greediest(draw: Draw) -> tuple[str, int]:
    """The app with the largest cache and its megabytes; skips the draw where two are alike."""
    caches = sorted(((int(str(r["cacheMb"])), str(r["name"])) for _, r in draw.rows("app_settings")), reverse=True)
    if len(caches) < 2 or caches[0][0] == caches[1][0]:
        raise draw.skip("no single largest cache")
    return caches[0][1], caches[0][0]


@scenario(
    "apps.storage.caches",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Which app has piled up the biggest cache?",
        "Name the app whose cache is the largest",
        "What app hoards the most cached data?",
        "Cache sizes: which app is at the top?",
        "Some app must have a huge cache by now. Which one is worst?",
        "I'd like to know what app keeps the fattest cache",
        "Rank the apps by cache for me and tell me number one",
        "biggest app cache, whose is it",
        "Out of all my apps, the cache of which one takes the most room?",
        "Find the cache hog among my apps",
        "Before I clean anything: the largest cache belongs to which app?",
        "Could you look up the app with the most megabytes in its cache?",
        "Whose cache would free the most if it were emptied? Only tell me",
    ),
    joinable=True,
)
def largest_cache(draw: Draw) -> Plan:
    """Read only; the app is named."""
    name, size = greediest(draw)
    call = Call("analyze_storage", {"what": "app_caches"})
    say = f"{name} has the largest cache, {size} MB."
    return Plan({}, turns(call), say, Checker.TOOL_CALL, (reports(name),), distractors=("clear_app_data",))


@scenario(
    "apps.storage.large_files",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Which files on here are 50 MB or more?",
        "List every file of at least 50 MB",
        "Show the big files, I mean from 50 megabytes up",
        "What do I have that weighs 50 MB and over?",
        "I'm hunting for heavy files, 50 MB minimum. Names please",
        "Name all files that reach 50 MB",
        "Anything with 50 or more megabytes lying around? Tell me what",
        "Go through the files and read me those no smaller than 50 MB",
        "50 MB plus: which of my files are that large?",
        "Tell me the names of files sized 50 MB upwards",
        "large files please (>= 50 mb)",
        "Where did my space go? Give me the files of fifty MB or bigger, I mean 50 and up",
    ),
    joinable=True,
)
def large_files(draw: Draw) -> Plan:
    """Names of the large ones; a search that sorts by size shows them as well."""
    rows = [r for _, r in draw.rows("files", hidden=False) if int(str(r["sizeMb"])) >= LARGE_MB]
    if not 2 <= len(rows) <= 4:
        raise draw.skip("none, one or many large files")
    names = [str(r["name"]) for r in rows]
    look = Call("analyze_storage", {"what": "large_files"})
    seen = tried(tries("analyze_storage", arguments={"what": "large_files"}), tries("local_file_search"))
    say = f"{len(names)} files: {', '.join(names)}."
    return Plan({}, turns(look), say, Checker.BEHAVIOUR, (seen, reports(*names)))


@scenario(
    "apps.data.clear_cache",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Clear the cache of {app}",
        "Empty {app}'s cache please",
        "{app} is slow, dump its cached files but keep me logged in",
        "Just the cache of {app}, wipe that",
        "Free a bit of space: cached data of {app} can go",
        "Could you flush the {app} cache?",
        "Throw out what {app} has cached, nothing else",
        "{app} - clear cache",
        "I read that clearing the cache helps when an app misbehaves. Try it with {app}",
        "Get rid of the temporary files of {app}",
        "please clean the chache of {app}",
        "The cache in {app} should be zero again",
        "Purge cached stuff from {app}, my account there stays",
    ),
    joinable=True,
)
def clear_cache(draw: Draw) -> Plan:
    """An app with something in its cache; its data stay."""
    row = draw.pick([r for _, r in draw.rows("app_settings") if int(str(r["cacheMb"])) > 0])
    call = Call("clear_app_data", {"appName": row["name"], "what": "cache"})
    say = f"I cleared {row['cacheMb']} MB of cache from {row['name']}."
    return Plan({"app": str(row["name"])}, turns(call), say)


@scenario(
    "apps.data.clear_all",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Reset {app}: delete all of its data, the app itself stays",
        "Wipe everything {app} has stored, logins too, but don't uninstall it",
        "I want {app} as if freshly installed, so clear all its data",
        "Clear all data of {app}, not only the cache",
        "{app} should forget my account and settings completely; keep the app",
        "Delete the full app data of {app}",
        "Start over with {app}: erase every bit of data it keeps, without removing it",
        "All of {app}'s stored data must go, accounts included",
        "Can you do a full data wipe for {app}? It can stay installed",
        "{app} is broken beyond repair, clear its data entirely and leave it installed",
        "Make {app} lose all it knows, cache and data both",
        "complete data reset for {app}, app remains",
        "Sign me out of {app} the hard way, by clearing all the data it holds",
    ),
    joinable=True,
)
def clear_all(draw: Draw) -> Plan:
    """Cache and data of an app; the tempting way is to uninstall it."""
    app = own_app(draw)
    if not draw.rows("app_settings", name=app):
        raise draw.skip("no settings of this app")
    call = Call("clear_app_data", {"appName": app, "what": "all_data"})
    say = f"All data of {app} are cleared; the app is still installed."
    return Plan({"app": app}, turns(call), say, distractors=("manage_app",))


@scenario(
    "apps.bin.put",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Put {file} in the recycle bin",
        "Move {file} to the bin, I might want it back",
        "Bin {file}, but so that it can be restored",
        "{file} goes to the recycle bin",
        "Throw {file} into the bin where I can still fetch it from",
        "Please drop {file} in the trash folder, not deleted for good",
        "Soft delete for {file}: recycle bin",
        "I'd rather not lose {file} forever, so only put it into the recycle bin",
        "Could {file} be parked in the recycle bin?",
        "recycle bin <- {file}",
        "Take {file} out of my folders and into the bin",
        "Send {file} to the recycle bin for now",
        "Let's bin {file}, recoverably",
    ),
    joinable=True,
)
def put_in_bin(draw: Draw) -> Plan:
    """Not the same as deleting a file."""
    name = some_file(draw, hidden=False)
    call = Call("manage_recycle_bin", {"action": "put", "fileName": name})
    say = f"{name} is in the recycle bin."
    return Plan({"file": name}, turns(call), say, distractors=("manage_file",))


@scenario(
    "apps.bin.restore",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Restore {file} from the recycle bin",
        "Get {file} back out of the bin",
        "I threw away {file} by mistake, bring it back",
        "Undelete {file}",
        "{file} is in the bin and should return to its folder",
        "Recover {file} please",
        "Can you rescue {file}? I binned it",
        "I still need {file}, fetch it from the trash",
        "Pull {file} out of the recycle bin again",
        "Put {file} back where it was before I binned it",
        "bin: restore {file}",
        "Save {file} from the bin before it's emptied",
        "Take {file} from the recycle bin and place it back",
    ),
    joinable=True,
)
def restore(draw: Draw) -> Plan:
    """A file of the bin whose place is free."""
    row = draw.row("bin")[1]
    if draw.rows("files", name=row["name"]):
        raise draw.skip("its place is taken")
    call = Call("manage_recycle_bin", {"action": "restore", "fileName": row["name"]})
    say = f"{row['name']} is back in {row['folder']}."
    return Plan({"file": str(row["name"])}, turns(call), say)


@scenario(
    "apps.bin.empty",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Empty the recycle bin",
        "Clear out the bin for good",
        "Delete whatever is in the recycle bin",
        "Trash day: the recycle bin can be emptied",
        "The files in the bin can be destroyed now",
        "Can you purge the recycle bin?",
        "I won't need anything from the recycle bin, get it empty",
        "Finally remove all that I put in the bin",
        "emtpy recycle bin pls",
        "Nothing should be left in the file bin",
        "Make the recycle bin empty, permanently",
        "Throw away everything that sits in the recycle bin",
        "Flush the bin with the deleted files",
    ),
    joinable=True,
)
def empty_bin(draw: Draw) -> Plan:
    """What is in it is gone, and its space free."""
    rows = [r for _, r in draw.rows("bin")]
    freed = sum(int(str(r["sizeMb"])) for r in rows)
    call = Call("manage_recycle_bin", {"action": "empty"})
    return Plan({}, turns(call), f"The recycle bin is empty, {freed} MB are free again.")


@scenario(
    "apps.bin.list",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "What's in the recycle bin?",
        "List the contents of the bin",
        "Which files did I bin?",
        "Show me what the recycle bin holds right now",
        "Is there anything in the bin? Name it",
        "Let me look into the recycle bin first, don't change a thing",
        "Read out the file names from the recycle bin",
        "I need to see the deleted files that can still be restored",
        "files in the bin, which are they?",
        "Tell me every item in the trash",
        "Have a peek in the recycle bin and say what lies there",
        "Which files could I still rescue from the bin?",
    ),
    joinable=True,
)
def list_bin(draw: Draw) -> Plan:
    """Read only; every name is told."""
    names = [str(r["name"]) for _, r in draw.rows("bin")]
    call = Call("manage_recycle_bin", {"action": "list"})
    say = f"In the bin: {', '.join(names)}."
    return Plan({}, turns(call), say, Checker.TOOL_CALL, (reports(*names),))
