"""System Settings of the full phone: updates, backups, resets, tests of the parts, users."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.contract.record import JsonObject
from planloop.phone.apps.updates import KEY
from planloop.phone.scenario import Call, Draw, Plan, asks, refuses, reports, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.pools import iso

SCOPES = {"network": "network settings", "apps": "app preferences", "display_sound": "display and sound settings"}


@scenario(
    "system.update.check",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Is there a new system update for my phone?",
        "Check for Android updates",
        "See whether the maker has released something new for this phone",
        "Any system update available?",
        "Could you look for a software update of the phone and tell me which",
        "Ask the update server what's new for this device",
        "I haven't updated in ages. Check what update there is",
        "Look for a newer Android or security patch and tell me which one it is",
        "system updates? check please",
        "What update does my phone get next? Search for it",
        "Run a check for system updates and name what you find",
        "Do a fresh search for a phone update",
    ),
    joinable=True,
)
def update_check(draw: Draw) -> Plan:
    """An update that is not known yet."""
    row = draw.state.get("system_updates", KEY) or {}
    if row["status"] != "unknown" or not row["version"]:
        raise draw.skip("no unknown update")
    say = f"There is an update: {row['version']}."
    call = Call("manage_system_update", {"action": "check"})
    return Plan({}, turns(call), say, criteria=(reports(str(row["version"])),))


@scenario(
    "system.update.tonight",
    Behaviour.DEPENDENCY,
    Domain.SYSTEM,
    (
        "Download the system update and have it installed tonight",
        "Get the new update ready, but install it while I sleep",
        "Fetch the phone update now, the installation can happen overnight",
        "Load the update; schedule its installation for tonight",
        "The system update should come down now and go in during the night",
        "I can't restart at the moment. Download the update and let it install tonight",
        "Please pull the update and plan it for tonight",
        "download update, install it tonight",
        "Prepare tonight's installation of the system update, which includes downloading it",
        "Have the phone update itself overnight; load what it needs first",
        "Could you get the pending update and put its installation on tonight?",
        "By tomorrow morning I want the update in. Download it and let it run at night",
    ),
)
def update_tonight(draw: Draw) -> Plan:
    """Known, not downloaded, with Wi-Fi."""
    row = draw.state.get("system_updates", KEY) or {}
    if not row["version"] or int(str(row["sizeMb"])) > int(draw.phone.setting("free_mb")):
        raise draw.skip("no update that fits")
    draw.state.set("system_updates", KEY, status="available")
    assume(draw, wifi=True, airplane_mode=False)
    calls = (Call("manage_system_update", {"action": a}) for a in ("download", "schedule"))
    return Plan({}, turns(*calls), f"{row['version']} is downloaded and installs tonight.", overrides=started(draw))


@scenario(
    "system.update.not_tonight",
    Behaviour.REVISION,
    Domain.SYSTEM,
    (
        "Hmm, not tonight after all",
        "Actually, leave the phone alone tonight, call that off",
        "I changed my mind, don't install it tonight",
        "Take the installation back, I need the phone all night",
        "Cancel that for tonight",
        "Wait, I have an early flight. No installing tonight please",
        "Scrap the plan for tonight, but keep the download",
        "On second thought I'd rather do it another day",
        "cancel tonights install",
        "Please undo the scheduling",
        "Forget tonight, I'll say when",
        "No no, that's too risky before my exam. Unschedule it",
    ),
)
def update_not_tonight(draw: Draw) -> Plan:
    """The installation was scheduled in the last exchange."""
    row = draw.state.get("system_updates", KEY) or {}
    if not row["version"]:
        raise draw.skip("no update")
    draw.state.set("system_updates", KEY, status="downloaded")
    request = draw.pick(("Install the update tonight", "Let the update go in tonight", "Do the update overnight"))
    call = Call("manage_system_update", {"action": "schedule"})
    history = past(draw, request, (call,), f"{row['version']} will be installed tonight.")
    act = Call("manage_system_update", {"action": "cancel"})
    say = f"{row['version']} stays out tonight; the installation is cancelled."
    return Plan({}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "system.update.low_battery",
    Behaviour.BOUNDARY,
    Domain.SYSTEM,
    (
        "Install the system update right now",
        "Put the downloaded update in now",
        "Update the phone immediately",
        "I have ten minutes, so install the update this moment",
        "Start the installation of the Android update",
        "Go ahead with the update, the phone may restart",
        "The update has been downloaded, right? Install it now",
        "Please carry out the system update at once",
        "install the update, now",
        "Could you run the pending installation of the system update?",
        "Let's get the update over with. Install",
        "Time for the update that's waiting: install it on the spot",
    ),
)
def update_low_battery(draw: Draw) -> Plan:
    """Downloaded, but the battery is too low and nothing charges."""
    row = draw.state.get("system_updates", KEY) or {}
    if not row["version"]:
        raise draw.skip("no update")
    draw.state.set("system_updates", KEY, status="downloaded")
    level = draw.rng.randrange(8, 29)
    assume(draw, battery_level=level, charging=False, charging_plugged=False, recorder="idle")
    call = Call("manage_system_update", {"action": "install"})
    say = f"I can't install it: the battery is at {level}% and needs 30% or a charger."
    looked = tried(tries("manage_system_update", arguments={"action": "install"}))
    wanted = (looked, refuses("battery", "charger", "charge"))
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "system.backup.run",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Back up my phone now",
        "Make a backup of settings and apps",
        "I'm about to travel, save everything on this phone in a backup first",
        "Run the phone backup",
        "Please do a fresh backup right away",
        "Back up the whole phone before I break something",
        "Can you start a backup of this phone?",
        "Create a system backup at once",
        "backup now please",
        "Save the state of my apps and settings to my account",
        "The last backup is old, make another one",
        "I want a backup from today",
    ),
    joinable=True,
)
def backup_run(draw: Draw) -> Plan:
    """Wi-Fi is on and today has no backup."""
    if not draw.phone.setting("wifi"):
        raise draw.skip("no Wi-Fi")
    call = Call("manage_system_backup", {"action": "run"})
    return Plan({}, turns(call), "Your settings and apps are backed up.", distractors=("manage_cloud_backup",))


@scenario(
    "system.backup.oldest",
    Behaviour.DEPENDENCY,
    Domain.SYSTEM,
    (
        "Bring my settings back from the oldest backup there is, only the settings, I confirm that",
        "Restore just the settings out of my oldest backup. Yes, overwrite what's there",
        "Look up which backup is the oldest and restore the settings from it; I'm sure",
        "Settings, not apps, from the earliest backup please, and don't ask me again",
        "I want my settings as they were in the very first backup. Go ahead, confirmed",
        "From all backups pick the oldest one and put its settings back, I agree to losing the present ones",
        "My settings were fine long ago: restore them from the oldest backup (confirmed), leave the apps alone",
        "oldest backup -> restore settings only, confirmed",
        "Find the earliest backup in my account; its settings shall replace mine, you have my okay",
        "The settings part of the oldest backup should come back, I know it overwrites today's",
        "Go through my backups and take the settings from the one furthest back. Confirmed",
        "Please reset my settings to those of the oldest saved backup, no further questions, apps stay",
    ),
)
def backup_oldest(draw: Draw) -> Plan:
    """Two backups; the settings of the older one differ from the present."""
    rows = sorted((r for _, r in draw.rows("system_backups")), key=lambda r: str(r["date"]))
    if len(rows) < 2 or not draw.phone.setting("wifi"):
        raise draw.skip("one backup, or no Wi-Fi")
    names, values = rows[0]["names"], rows[0]["values"]
    if not isinstance(names, list) or not isinstance(values, list):
        raise draw.skip("no settings")
    if all(draw.phone.setting(str(n)) == v for n, v in zip(names, values, strict=True)):
        raise draw.skip("nothing differs")
    day = str(rows[0]["date"])
    look = Call("manage_system_backup", {"action": "query"})
    restore: JsonObject = {"action": "restore", "date": day, "part": "settings", "confirmed": True}
    return Plan({}, turns(look, Call("manage_system_backup", restore)), f"Your settings of {day} are back.")


@scenario(
    "system.backup.no_such_day",
    Behaviour.BOUNDARY,
    Domain.SYSTEM,
    (
        "Restore my settings from the backup of {day}, I confirm",
        "Bring back the settings that were backed up on {day}. Confirmed",
        "The settings of the {day} backup please, yes, overwrite mine",
        "Go back to the settings from the backup dated {day}, I'm sure",
        "I want the backup of {day} back, only its settings, and I agree to lose today's",
        "Put my settings to how the {day} backup has them; you have my okay",
        "Use the phone backup from {day} to restore the settings (confirmed)",
        "restore settings, backup {day}, confirmed",
        "Take the settings out of my {day} backup and put them in place, no need to ask",
        "Could you restore the settings saved on {day}? I confirm it",
        "There should be a backup of {day}. Restore the settings from that one, really",
        "Reload my settings from {day}'s backup, I know what I'm doing",
    ),
)
def backup_no_such_day(draw: Draw) -> Plan:
    """No backup was made that day."""
    if not draw.phone.setting("wifi"):
        raise draw.skip("no Wi-Fi")
    taken = {str(r["date"]) for _, r in draw.rows("system_backups")}
    day = draw.pick([d for d in (_before(draw, n) for n in range(2, 60)) if d not in taken])
    call = Call("manage_system_backup", {"action": "restore", "date": day, "part": "settings", "confirmed": True})
    say = f"I can't restore that: there is no backup of {day}."
    restored = tries("manage_system_backup", arguments={"action": "restore", "date": day})
    looked = tried(restored, tries("manage_system_backup", arguments={"action": "query"}))
    return Plan({"day": day}, turns(call), say, Checker.BEHAVIOUR, (looked, refuses(day, "backup")))


def _before(draw: Draw, days: int) -> str:
    return iso(draw, -days)


@scenario(
    "system.reset.scope",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Reset the {scope}, I know what gets lost",
        "Put all {scope} back to how they came. Yes, I'm sure",
        "{scope}: reset to factory state, confirmed",
        "I messed up the {scope}. Reset them, I'm aware that it can't be undone",
        "Start over with the {scope}, you have my confirmation",
        "Set the {scope} to their defaults, go ahead without asking",
        "Wipe my changes to the {scope}, really",
        "Bring the {scope} to the state of a new phone, I confirm the loss",
        "reset {scope}, confirmed",
        "Could you reset the {scope}? I accept that everything in them is gone",
        "The {scope} have to be as on day one, and yes, I do mean it",
        "Please return the {scope} to standard. I've thought about it, do it",
    ),
)
def reset_scope(draw: Draw) -> Plan:
    """The owner confirms in the request itself."""
    assume(draw, cast_target="")
    scope = draw.pick(tuple(SCOPES))
    call = Call("reset_settings", {"scope": scope, "confirmed": True})
    say = f"The {SCOPES[scope]} are as they came."
    return Plan({"scope": SCOPES[scope]}, turns(call), say, overrides=started(draw))


@scenario(
    "system.reset.which",
    Behaviour.BOUNDARY,
    Domain.SYSTEM,
    (
        "Reset my settings, I'm sure",
        "Put the settings back to how they came",
        "Some settings are a mess. Reset them to standard",
        "Restore default settings please",
        "I want a part of the settings as on a new phone",
        "Do a settings reset, confirmed",
        "Settings reset, now",
        "Can you reset settings for me?",
        "reset setings",
        "Set my settings to their factory values",
        "Bring settings back to the defaults, go ahead",
        "One group of settings needs a reset, take care of that",
    ),
)
def reset_which(draw: Draw) -> Plan:
    """Which settings is not said."""
    wanted = (asks("network", "apps", "app", "display", "sound", "settings", "scope", "part"),)
    say = "Which settings should I reset: network, apps, or display and sound?"
    return Plan({}, (), say, Checker.BEHAVIOUR, wanted, distractors=("reset_settings",))
