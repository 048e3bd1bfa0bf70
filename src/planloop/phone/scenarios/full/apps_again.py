"""References and changes of mind about apps and storage on the full phone."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.device_reference import ORDINALS
from planloop.phone.scenarios.full.apps_files import card_ready, new_folder
from planloop.phone.scenarios.full.apps_rules import LIMITS, entry
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.storage import own_app, some_file


@scenario(
    "apps.again.thaw",
    Behaviour.REFERENCE,
    Domain.APPS,
    (
        "Unfreeze it again",
        "I need it after all, thaw it",
        "Wake it up again",
        "Okay, that one may run again",
        "Changed my mind, it shouldn't be frozen",
        "Take it off the ice",
        "Let that app come back to life",
        "Undo the freezing",
        "Please defrost the app you froze",
        "No, bring that app out of the freezer",
        "It can be used normally again, release it",
        "Hm, I want to use it now, so un-freeze",
    ),
)
def thaw(draw: Draw) -> Plan:
    """The app frozen in the last exchange."""
    app = own_app(draw)
    request = draw.pick(("Freeze {}", "Put {} to sleep, freeze it", "{} should be frozen")).format(app)
    call = Call("manage_app_freeze", {"action": "freeze", "appName": app})
    history = past(draw, request, (call,), f"{app} is frozen.")
    act = Call("manage_app_freeze", {"action": "unfreeze", "appName": app})
    return Plan({}, turns(act), f"{app} may run again.", overrides=started(draw), history=history)


@scenario(
    "apps.again.out_of_bin",
    Behaviour.REFERENCE,
    Domain.APPS,
    (
        "Wait, get it back",
        "Oh, I do need that file. Restore it",
        "Take it out of there again",
        "That was the wrong file, put it back",
        "Sorry, please fetch it from the bin again",
        "Undo the binning",
        "Return it to its folder",
        "Actually it should stay where it was",
        "Can you recover the one you just binned?",
        "No no, bring that file back",
        "Rescue it from the bin, I was too quick",
        "Let me have it back from the bin",
    ),
)
def out_of_bin(draw: Draw) -> Plan:
    """The file put there in the last exchange; others lie there too."""
    name = some_file(draw, hidden=False)
    request = draw.pick(("Put {} in the bin", "{} can go to the recycle bin", "Bin {} for now")).format(name)
    call = Call("manage_recycle_bin", {"action": "put", "fileName": name})
    history = past(draw, request, (call,), f"{name} is in the bin.")
    act = Call("manage_recycle_bin", {"action": "restore", "fileName": name})
    say = f"{name} is back in its folder."
    return Plan({}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "apps.again.same_timer",
    Behaviour.REFERENCE,
    Domain.APPS,
    (
        "The same limit for {app}",
        "{app} gets as many minutes",
        "Put that limit on {app} as well",
        "And {app}, equally long",
        "Give {app} the same daily time",
        "Now the identical cap on {app}",
        "{app} shouldn't be allowed any longer than that either",
        "Could {app} have the same number of minutes?",
        "Repeat this with {app}, same minutes",
        "One more with that much time: {app}",
        "Treat {app} no better, so the same limit",
        "Copy that daily limit over to {app}",
    ),
)
def same_timer(draw: Draw) -> Plan:
    """The minutes stand in the last exchange."""
    first, app = draw.rng.sample([str(r["name"]) for _, r in draw.rows("app_settings")], 2)
    minutes = draw.pick(LIMITS)
    request = draw.pick(("Limit {} to {} minutes a day", "{}: {} minutes daily at most")).format(first, minutes)
    call = Call("set_app_timer", {"appName": first, "minutes": minutes})
    history = past(draw, request, (call,), f"{first} has {minutes} minutes a day.")
    act = Call("set_app_timer", {"appName": app, "minutes": minutes})
    say = f"{app} has {minutes} minutes a day too."
    return Plan({"app": app}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "apps.again.update_nth",
    Behaviour.REFERENCE,
    Domain.APPS,
    (
        "Update the {nth} one",
        "Install the update for the {nth} app",
        "Only the {nth} of them, update that",
        "Go ahead with the {nth}, the rest can wait",
        "The {nth} on the list should be updated",
        "Let the {nth} one have its new version",
        "I care about the {nth} app only, get its update",
        "Bring the {nth} up to date please",
        "Could you do the {nth} update?",
        "Of these apps, have the {nth} updated",
        "{nth} one, install its update",
        "It is the {nth} I use daily. Update that one",
    ),
)
def update_nth(draw: Draw) -> Plan:
    """An app by its place in the list that was read out."""
    assume(draw, wifi=True)
    names = [str(r["name"]) for _, r in draw.rows("app_settings") if r["update"]]
    if not 3 <= len(names) <= 6:
        raise draw.skip("too few or many updates")
    request = draw.pick(("Which apps have updates?", "Any app updates?", "List the updates for my apps"))
    answer = f"Updates are waiting for {', '.join(names)}."
    history = past(draw, request, (Call("manage_app_updates", {"action": "list"}),), answer)
    index = draw.rng.randrange(3)
    act = Call("manage_app_updates", {"action": "update", "appName": names[index]})
    say = f"{names[index]} is up to date."
    return Plan({"nth": ORDINALS[index]}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "apps.again.card_nth",
    Behaviour.REFERENCE,
    Domain.APPS,
    (
        "Move the {nth} of those to the memory card",
        "The {nth} one should be on the SD card",
        "Put the {nth} file on my memory card",
        "Okay, shift the {nth} over to the card",
        "Let's get the {nth} one off the phone and onto the SD card",
        "Relocate the {nth}, memory card please",
        "From these, the {nth} goes to the card",
        "Can the {nth} be stored on the SD card instead?",
        "I'd say the {nth} one belongs on the memory card. Move it",
        "Memory card for the {nth} file",
        "Which one? The {nth}, to the SD card with it",
        "Take the {nth} and save it on the card",
    ),
)
def card_nth(draw: Draw) -> Plan:
    """A file by its place among the large ones."""
    card_ready(draw)
    rows = sorted((r for _, r in draw.rows("files", hidden=False)), key=lambda r: -int(str(r["sizeMb"])))
    names = [str(r["name"]) for r in rows if int(str(r["sizeMb"])) >= 50][:5]
    if len(names) < 3:
        raise draw.skip("fewer than three large files")
    request = draw.pick(("What are my largest files?", "Which files are really big?", "Show me the space eaters"))
    look = Call("analyze_storage", {"what": "large_files"})
    history = past(draw, request, (look,), f"The largest are {', '.join(names)}.")
    index = draw.rng.randrange(3)
    act = Call("manage_sd_card", {"action": "move", "fileName": names[index]})
    say = f"{names[index]} is on the memory card."
    return Plan({"nth": ORDINALS[index]}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "apps.again.timer_corrected",
    Behaviour.REVISION,
    Domain.APPS,
    (
        "Limit {app} to {wrong} minutes a day, no, {minutes}",
        "{app}: {wrong} minutes daily... better {minutes}",
        "Cap {app} at {wrong} minutes per day. Hmm, that's not me, {minutes} it is",
        "I'd say {wrong} minutes a day for {app}. Correction: {minutes} minutes",
        "Daily limit for {app}, {wrong} min, sorry, {minutes} min",
        "Not {wrong} but {minutes} minutes of {app} a day",
        "{app} may have {wrong}, or wait, {minutes} minutes each day",
        "Set the app timer of {app} to {minutes} minutes instead of the {wrong} I had planned",
        "Give {app} {wrong} minutes a day; on reflection {minutes}",
        "Restrict {app} daily to {wrong} minutes, oh, my wife says {minutes}. So {minutes}",
        "{wrong} minutes of {app} per day? No: {minutes}. Set that",
        "Allow {minutes} minutes a day in {app}, forget I ever said {wrong}",
    ),
)
def timer_corrected(draw: Draw) -> Plan:
    """Only the last number counts."""
    row = draw.row("app_settings")[1]
    wrong, minutes = draw.rng.sample([m for m in LIMITS if m != row["timerMinutes"]], 2)
    app = str(row["name"])
    call = Call("set_app_timer", {"appName": app, "minutes": minutes})
    slots = {"app": app, "wrong": str(wrong), "minutes": str(minutes)}
    return Plan(slots, turns(call), f"{app}: {minutes} minutes a day.")


@scenario(
    "apps.again.one_notifies",
    Behaviour.REVISION,
    Domain.APPS,
    (
        "Notifications off for {app} and {kept}. No, leave {kept} as it is",
        "Silence {kept} and {app}, hmm, {kept} is important, only {app}",
        "I don't want notifications from {kept}... sorry, from {app}. {kept} may go on",
        "{app} and {kept} shouldn't notify me. Well, {kept} can, the other not",
        "Mute the notifications of {kept}, wait, wrong app: {app}",
        "Stop {app} and also {kept} from notifying, or rather just {app}, I need {kept}",
        "Block the alerts of {kept}? Better not, they matter. Block those of {app}",
        "Kill notifications for {app}, not for {kept} as I wanted before",
        "Both {kept} and {app} nag me with notifications. Turn off {app}'s, {kept}'s stay",
        "First I thought {kept} should stop notifying, but it's {app} that should",
        "No notifications from {app}; and {kept}, oh no, keep that one going",
        "Switch {kept}'s notifications off. Scratch that, {app}'s are the ones to switch off",
    ),
)
def one_notifies(draw: Draw) -> Plan:
    """The app that was taken back goes on notifying."""
    app = entry(draw, notifications=True)
    kept = entry(draw, notifications=True)
    if app == kept:
        raise draw.skip("one and the same app")
    call = Call("manage_app_notifications", {"action": "disable", "appName": app})
    return Plan({"app": app, "kept": kept}, turns(call), f"{app} is silent now, {kept} may notify.")


@scenario(
    "apps.again.folder_name",
    Behaviour.REVISION,
    Domain.APPS,
    (
        "Make a folder {wrong}, no, call it {name}",
        "New folder {wrong}... I mean {name}",
        "Create the folder {wrong}. Hold on, {name} sounds better",
        "I need a folder, {wrong}, or rather {name}",
        "A folder named {wrong}, sorry, {name} please",
        "Add a {wrong} folder. Ah no, the name should be {name}",
        "Set up a file folder {name}; I first wanted {wrong}, forget it",
        "Folder {wrong}? Nope. Folder {name}, create that one",
        "Let's have a folder called {wrong}, hmm, too long, make it {name}",
        "mkdir {wrong} - typo, mkdir {name}",
        "Not {wrong}, the new folder is to be {name}",
        "Instead of the folder {wrong} I was going to ask for, create {name}",
    ),
)
def folder_name(draw: Draw) -> Plan:
    """Only the second name is used."""
    wrong, name = new_folder(draw), new_folder(draw)
    if wrong == name:
        raise draw.skip("the same name twice")
    call = Call("manage_folder", {"action": "create", "folderName": name})
    return Plan({"wrong": wrong, "name": name}, turns(call), f"The folder {name} is there.")


@scenario(
    "apps.again.game_mode_back",
    Behaviour.REVISION,
    Domain.APPS,
    (
        "On second thought, save battery instead",
        "No, that drains the phone. Games should spare the battery",
        "Hmm, go for battery life after all",
        "Change of plan: games on low power",
        "I'd rather have a long battery, so the saving mode for games",
        "Scrap that, make it the battery mode",
        "Actually it'll be a long day. Let games use as little power as possible",
        "Cancel the speed, games should be easy on the battery",
        "Not performance then, the battery one please",
        "Too hot already. Switch games to the battery-friendly setting",
        "My charger is at home, so take the power saving way for games instead",
        "Better set it to battery",
    ),
)
def game_mode_back(draw: Draw) -> Plan:
    """Performance was chosen in the last exchange."""
    assume(draw, power_mode="normal", game_mode="balanced")
    request = draw.pick(("Games at full performance please", "Set game mode to performance", "Make games run fast"))
    call = Call("manage_game_manager", {"action": "set_mode", "mode": "performance"})
    history = past(draw, request, (call,), "Games run at full performance.")
    act = Call("manage_game_manager", {"action": "set_mode", "mode": "battery"})
    say, begun = "Games save battery now.", started(draw)
    return Plan({}, turns(act), say, overrides=begun, history=history, distractors=("manage_battery",))
