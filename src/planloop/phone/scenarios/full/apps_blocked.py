"""States that stand in the way of app and storage work on the full phone, and acknowledgements that were false."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.storage import some_file


@scenario(
    "apps.blocked.no_card",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Put the file {file} on the memory card",
        "Save {file} to my SD card",
        "Move {file} onto the card",
        "{file} takes up space, shift it to the memory card",
        "I'd like {file} on the micro SD card",
        "Please get {file} onto the memory card",
        "Store the file {file} on the SD card from now on",
        "Memory card is the place for {file}, move it",
        "Could {file} go to the SD card?",
        "Relocate {file} onto external storage, the memory card",
        "Let {file} move house: to the sd card",
        "Off the phone and on the SD card with {file}",
    ),
)
def no_card(draw: Draw) -> Plan:
    """No card is in the phone."""
    assume(draw, sd_card="none")
    name = some_file(draw, hidden=False)
    call = Call("manage_sd_card", {"action": "move", "fileName": name})
    moved = tries("manage_sd_card", arguments={"action": "move"}, fileName=name)
    looked = tried(moved, tries("manage_sd_card", arguments={"action": "query"}))
    say = f"I can't move {name}: no memory card is in the phone."
    wanted = (looked, refuses("card", "memory card", "SD card"))
    return Plan({"file": name}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "apps.blocked.card_ejected",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Move {file} to the memory card, mount it if you must",
        "{file} to the SD card please. The card is in, do whatever is needed",
        "Get {file} on the memory card, even if the card has to be mounted first",
        "Put {file} onto my SD card; I just pushed the card back in",
        "Card's in the slot again. Shift {file} to it",
        "Store {file} on the card, and bring the card up should it be ejected",
        "I want {file} on the memory card no matter what it takes",
        "Use the SD card for {file}, activate it when necessary",
        "{file} -> sd card (mount as needed)",
        "Make the memory card usable and move {file} there",
        "Please relocate {file} to the card that I put back in, mounting included",
        "Could you see to it that {file} ends up on the memory card, mounting it where required?",
    ),
)
def card_ejected(draw: Draw) -> Plan:
    """The card must be mounted first."""
    assume(draw, sd_card="ejected", sd_free_mb=draw.rng.randrange(2000, 60000))
    name = some_file(draw, hidden=False)
    move = Call("manage_sd_card", {"action": "move", "fileName": name})
    calls = move, Call("manage_sd_card", {"action": "mount"}), move
    say = f"I mounted the card; {name} is on it."
    return Plan({"file": name}, turns(*calls), say, overrides=started(draw))


@scenario(
    "apps.blocked.card_false_done",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Is it really on the card? If it isn't, do it properly",
        "I don't see it on the card. Fix that",
        "The file still seems to be on the phone. Get it onto the card",
        "Did that work? Make sure it's on the memory card",
        "Hm, the card doesn't show it. Try again, mount the card when it has to be",
        "Please check, and move it for real this time",
        "That can't be right, it isn't on the card yet. Sort it out",
        "Are you certain? I need it on the SD card, so see to it",
        "It's not there! Do it again, correctly",
        "Not on the card as far as I can tell, finish the job",
        "You said done, but the file hasn't moved. Move it now",
        "Look at what happened and get the file onto the SD card after all",
    ),
)
def card_false_done(draw: Draw) -> Plan:
    """The earlier move failed, and the answer said that it was done."""
    assume(draw, sd_card="ejected", sd_free_mb=draw.rng.randrange(2000, 60000))
    name = some_file(draw, hidden=False)
    move = Call("manage_sd_card", {"action": "move", "fileName": name})
    request = draw.pick(("Move {} to the memory card", "Put {} on the SD card please", "{} to the card")).format(name)
    history = past(draw, request, (move,), f"Done, {name} is on the memory card.")
    calls = Call("manage_sd_card", {"action": "mount"}), move
    say = f"The card was ejected; it is mounted now and holds {name}."
    return Plan({}, turns(*calls), say, overrides=started(draw), history=history)


@scenario(
    "apps.blocked.cloud_no_wifi",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Back up to the cloud now, turn on Wi-Fi if that is what it takes",
        "I need a cloud backup of my folders this instant, and you may switch on the wifi",
        "Cloud backup please. Get the Wi-Fi going should it be off",
        "Make a backup of my files in the cloud, whatever has to be switched on for it",
        "Run the backup to the cloud and do what's necessary so it goes through, Wi-Fi too",
        "Get my folders backed up online. If wifi is the problem, enable it",
        "Push the files to the cloud; no excuses about missing Wi-Fi, turn it on",
        "Save my folders in the cloud right now, with wifi on if need be",
        "cloud backup asap (wifi may go on)",
        "Let the cloud backup run; you have my OK to activate Wi-Fi for it",
        "Start the online backup of my folders and clear away what blocks it, such as wifi being off",
        "Do the cloud backup. Wireless off? Then switch it on first",
    ),
)
def cloud_no_wifi(draw: Draw) -> Plan:
    """The backup runs over Wi-Fi only."""
    assume(draw, cloud_backup=True, wifi=False, airplane_mode=False, cloud_free_mb=draw.rng.randrange(2000, 5000))
    if draw.phone.setting("cloud_last") == draw.phone.now.strftime("%H:%M"):
        raise draw.skip("it ran this minute")
    run = Call("manage_cloud_backup", {"action": "run"})
    calls = run, Call("manage_wifi", {"action": "enable"}), run
    say = "I turned on Wi-Fi; your folders are backed up."
    return Plan({}, turns(*calls), say, overrides=started(draw))


@scenario(
    "apps.blocked.game_saver",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Games at top performance, end the power saving if it's in the way",
        "I want full speed in games; power saver may be switched off for that",
        "Performance mode for games please, no matter about the battery saver",
        "Make games as fast as possible. If saving power prevents it, stop saving power",
        "Set games to performance and take the phone out of power saving where needed",
        "Let my games run at full power, the battery saver can go",
        "Top speed for gaming! Turn off the power saver when it blocks that",
        "Game mode performance, and get rid of whatever saving mode stops it",
        "I have the charger here, so performance for games, power saver off if you have to",
        "max performance in games, kill power saver if required",
        "Could you put games on performance, even at the price of ending power saving?",
        "Fast games please, I don't need the power saver now if the two don't go together",
    ),
)
def game_saver(draw: Draw) -> Plan:
    """Power saving blocks performance; it has to end first."""
    assume(draw, power_mode="power_saver", game_mode=draw.pick(("balanced", "battery")))
    fast = Call("manage_game_manager", {"action": "set_mode", "mode": "performance"})
    calls = fast, Call("manage_battery", {"action": "disable"}), fast
    say = "I ended the power saver; games run at full performance."
    return Plan({}, turns(*calls), say, overrides=started(draw))


@scenario(
    "apps.blocked.no_duplicates",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "Which of my files are duplicates?",
        "Find files that look alike and tell me their names",
        "Do I have files twice? Name them",
        "List the duplicate files",
        "Are there copies among my files? Which ones?",
        "Look for double files so that I can clean up",
        "Search the storage for duplicates and read them to me",
        "Tell me what I have stored more than once",
        "duplicates on this phone?",
        "I suspect there are doubles among my files, which?",
        "Check for files that are the same and list those",
        "Name the files of which there are two",
    ),
)
def no_duplicates(draw: Draw) -> Plan:
    """No two files are alike."""
    rows = [r for _, r in draw.rows("files", hidden=False)]
    if len({(r["type"], r["sizeMb"]) for r in rows}) < len(rows):
        raise draw.skip("some files are alike")
    look = Call("analyze_storage", {"what": "duplicates"})
    looked = tried(tries("analyze_storage", arguments={"what": "duplicates"}))
    wanted = (looked, refuses("duplicate", "duplicates", "alike", "twice", "copies", "doubles", "same"))
    return Plan(
        {}, turns(look), "I can't find any: there are no duplicates among your files.", Checker.BEHAVIOUR, wanted
    )


@scenario(
    "apps.blocked.icon_false_done",
    Behaviour.BOUNDARY,
    Domain.APPS,
    (
        "It isn't on the home screen. Please fix it",
        "I can't find its icon there. Do what's missing",
        "Strange, no such icon on my home screen. Make it happen, installing is fine",
        "You say so, but the home screen shows nothing new. Try properly, install it if you must",
        "That didn't work. I want the app and its icon",
        "Check again. If the app has to be installed first, do that",
        "Hm, the app isn't even on the phone. Install it and then pin it",
        "The icon is missing! See to it, get the app from the store too",
        "Nope, nothing there. Finish it, whatever that takes",
        "Did you overlook that I don't have the app yet? Get it, then add the icon",
        "still no icon... please install and add it",
        "Home screen looks as before. Have another go, installation included",
    ),
)
def icon_false_done(draw: Draw) -> Plan:
    """The app was not installed when it was said to be pinned."""
    assume(draw, mobile_data=True)
    free = draw.phone.setting("free_mb")
    app = str(draw.pick([r["name"] for _, r in draw.rows("catalogue") if r["sizeMb"] < free]))
    if app in draw.phone.setting("home_screen"):
        raise draw.skip("has an icon")
    pin = Call("manage_home_screen", {"action": "add", "appName": app})
    request = draw.pick(("Put {} on the home screen", "Pin {} to my home screen", "Home screen icon for {}, please"))
    history = past(draw, request.format(app), (pin,), f"{app} is on the home screen.")
    calls = Call("manage_app", {"action": "install", "appName": app}), pin
    say = f"{app} was missing; it is installed now and on the home screen."
    return Plan({}, turns(*calls), say, overrides=started(draw), history=history)
