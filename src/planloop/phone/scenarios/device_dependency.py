"""Dependent and conditional requests on the device domains: look first, then act on what was found."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker, SayCriterion, SayKind
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.audio import songs_of
from planloop.phone.scenarios.past import assume, given, started

LOOK_BATTERY = Call("manage_battery", {"action": "query"})


def largest(draw: Draw, kind: str) -> str:
    """The name of the largest file of a type."""
    return str(max((row for _, row in draw.rows("files", type=kind)), key=lambda row: int(str(row["sizeMb"])))["name"])


def leaves(value: str) -> SayCriterion:
    """The closing text says that nothing was done, by the value that decided it or in so many words."""
    words = (value, "kept", "keep", "keeping", "enough", "not", "no need", "stays", "stay", "leave", "left", "nothing")
    return SayCriterion(say=SayKind.REPORT, mentions=(words,))


@scenario(
    "files.largest.send",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Send my largest {kind} to {contact}",
        "Which {kind} on the phone is the biggest? Share that one with {contact}",
        "Find the {kind} that takes the most space and send it to {contact}",
        "{contact} should get the biggest {kind} I have",
        "Look for my heaviest {kind} file, then forward it to {contact}",
        "Please send {contact} whichever {kind} is largest",
        "The largest {kind} has to go to {contact}",
        "Search my files for the biggest {kind}; once you have it, pass it to {contact}",
        "Can you work out what my largest {kind} is and share it with {contact}?",
        "Of all files of type {kind}, send the one with the most megabytes to {contact}",
        "I owe {contact} a file: the biggest {kind} on here. Send it",
        "Get the top {kind} by size over to {contact}",
    ),
)
def send_largest(draw: Draw) -> Plan:
    """The search sorts by size; the first item is sent."""
    kind, contact = draw.pick(("document", "image", "video")), str(draw.row("contacts")[1]["name"])
    name = largest(draw, kind)
    calls = Call("local_file_search", {"fileType": kind}), Call("send_file", {"fileName": name, "recipient": contact})
    slots = {"kind": kind, "contact": contact}
    return Plan(slots, turns(*calls), f"I sent {name} to {contact}.", Checker.TOOL_CALL, ordered=True)


@scenario(
    "files.largest.delete",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Delete the biggest {kind} on my phone",
        "Find my largest {kind} and remove it",
        "I need space, so throw out whichever {kind} is the largest",
        "Which {kind} takes up most room? Delete that file",
        "Look up the {kind} files and erase the largest of them",
        "The biggest {kind} can go",
        "Get rid of the {kind} with the most megabytes",
        "Search for the heaviest {kind} and bin it",
        "Please check which {kind} is largest, then delete it",
        "Clear out my largest {kind} file",
        "Of all my files of type {kind} remove the one that is biggest",
        "My storage is tight. Wipe the single largest {kind}",
    ),
)
def delete_largest(draw: Draw) -> Plan:
    """The first item of the search is deleted."""
    kind = draw.pick(("document", "image", "video"))
    name = largest(draw, kind)
    calls = Call("local_file_search", {"fileType": kind}), Call("manage_file", {"action": "delete", "fileName": name})
    return Plan({"kind": kind}, turns(*calls), f"I deleted {name}, your largest {kind}.")


@scenario(
    "system.battery.conditional",
    Behaviour.DEPENDENCY,
    Domain.SYSTEM,
    (
        "If the battery is below {level} percent, turn on power saver",
        "Check the battery: under {level}%? Then switch on power saving",
        "Turn on the power saver, but only when less than {level} percent is left",
        "In case my battery has dropped below {level}, enable power saver",
        "Should the charge be lower than {level} percent, start saving power",
        "Power saver on if battery < {level}",
        "Look at the battery level and use power saver if it's under {level} percent",
        "I only want power saving when there's less than {level}% battery, take care of it now",
        "Is the phone below {level} percent? If it is, put it in power saver mode",
        "Unless the battery is at {level} percent or more, turn power saver on",
        "Go to power saver provided the battery reads less than {level}",
        "With less than {level} percent battery I'd want power saver, otherwise leave it",
    ),
)
def saver_if_low(draw: Draw) -> Plan:
    """Half the time the condition is false: read, say, change nothing."""
    assume(draw, power_mode="normal")
    level = int(draw.phone.setting("battery_level"))
    low = draw.rng.random() < 0.5
    span = range(level + 1, min(101, level + 25)) if low else range(max(2, level - 25), level + 1)
    limit = draw.pick(span)
    slots, begun = {"level": str(limit)}, started(draw)
    if low:
        act = Call("manage_battery", {"action": "enable", "mode": "power_saver"})
        say = f"The battery is at {level}%, so power saver is on."
        return Plan(slots, turns(LOOK_BATTERY, act), say, overrides=begun)
    say = f"The battery is at {level}%, so I left power saver off."
    return Plan(slots, turns(LOOK_BATTERY), say, Checker.TOOL_CALL, (leaves(str(level)),), overrides=begun)


@scenario(
    "network.wifi.conditional",
    Behaviour.DEPENDENCY,
    Domain.NETWORK,
    (
        "Am I on {network}? If not, connect me to it",
        "Make sure I'm connected to {network}, check first",
        "See which wifi I'm using and switch to {network} if it's another one",
        "If the phone isn't on {network} yet, join that network",
        "Check the Wi-Fi connection; unless it is {network}, change to {network}",
        "Look at my current network. It should be {network}, fix it if it isn't",
        "I want to be on {network}. Find out if I am, otherwise connect",
        "What wifi is this? Should be {network}, so switch over in case it's wrong",
        "Verify I'm using {network} and hop over only when needed",
        "Only if I'm on some other wifi than {network}, connect to {network}",
        "Are we connected to {network} right now? When the answer is no, join it",
        "Please check whether the phone is on {network} and connect it if it's not",
    ),
)
def wifi_if_other(draw: Draw) -> Plan:
    """Sometimes the phone is on that network already."""
    given(draw, "manage_wifi", action="enable")
    there = draw.rng.random() < 0.4
    rows = [r for _, r in draw.rows("networks", connected=there) if r["saved"] or not r["secured"]]
    name = str(draw.pick(rows)["name"])
    look = Call("manage_wifi", {"action": "query"})
    if there:
        say = f"You are already connected to {name}."
        wanted = (reports(name),)
        return Plan({"network": name}, turns(look), say, Checker.TOOL_CALL, wanted, overrides=started(draw))
    join = Call("manage_wifi", {"action": "connect", "networkName": name})
    say = f"You were on another network; now you are connected to {name}."
    return Plan({"network": name}, turns(look, join), say, overrides=started(draw))


@scenario(
    "apps.install.open",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "Install {app} and open it",
        "Download {app}, then launch it",
        "I want to try {app}, get it from the store and start it",
        "Put {app} on my phone and open it once it's there",
        "Get the {app} app and bring it up when the download is done",
        "Open {app} for me, it still has to be installed first",
        "{app}: install, then run",
        "As soon as {app} is installed, open it - so go install it",
        "Can you fetch {app} from the store and start it right after?",
        "I don't have {app} yet. Install it and take me there",
        "After installing {app} please launch it",
        "Set me up with {app}: download first, open second",
    ),
)
def install_open(draw: Draw) -> Plan:
    """Opening fails before the installation."""
    assume(draw, mobile_data=True)
    free = draw.phone.setting("free_mb")
    app = str(draw.pick([r["name"] for _, r in draw.rows("catalogue") if r["sizeMb"] < free]))
    calls = Call("manage_app", {"action": "install", "appName": app}), Call("open_app", {"appName": app})
    return Plan({"app": app}, turns(*calls), f"{app} is installed and open.", overrides=started(draw))


@scenario(
    "network.airplane.landed",
    Behaviour.DEPENDENCY,
    Domain.NETWORK,
    (
        "We've landed, end airplane mode and get Wi-Fi back on",
        "Turn airplane mode off and switch on Wi-Fi",
        "Flight's over: no more flight mode, and I need wifi again",
        "Leave airplane mode, then enable the wifi",
        "I'm on the ground again. Airplane mode off, Wi-Fi on",
        "Take the phone out of flight mode and have Wi-Fi running again",
        "Disable flight mode and after that turn the wireless network back on",
        "Get me back online after the flight, airplane mode off and wifi on",
        "Switch off aeroplane mode; Wi-Fi should be on afterwards",
        "Exit flight mode please and reactivate Wi-Fi",
        "Just got off the plane, so flight mode can end and Wi-Fi can start",
        "Can you stop airplane mode and restore my Wi-Fi?",
    ),
)
def landed(draw: Draw) -> Plan:
    """Airplane mode took Wi-Fi down and does not bring it back."""
    given(draw, "manage_airplane_mode", action="enable")
    calls = Call("manage_airplane_mode", {"action": "disable"}), Call("manage_wifi", {"action": "enable"})
    return Plan({}, turns(*calls), "Airplane mode is off and Wi-Fi is on again.", overrides=started(draw))


@scenario(
    "display.volume.relative",
    Behaviour.DEPENDENCY,
    Domain.DISPLAY,
    (
        "Raise the {stream} volume by {step}",
        "Increase {stream} volume by {step} points",
        "{stream} volume is too low, add {step} to whatever it is",
        "Look up the {stream} volume and set it {step} higher",
        "Turn {stream} up by {step}",
        "Make {stream} {step} points louder than now",
        "{step} more on the {stream} volume please",
        "Whatever the {stream} volume is now, I want {step} on top",
        "Can you bump up {stream} volume by {step}?",
        "Add {step} to the current {stream} level",
        "Push the {stream} volume up, {step} points",
        "Boost {stream} sound by {step} from where it stands",
    ),
)
def louder(draw: Draw) -> Plan:
    """Read the level, then set the sum."""
    stream, step = draw.pick(("media", "ring", "alarm")), draw.pick((5, 10, 15, 20, 25, 30))
    level = int(draw.phone.setting(f"volume_{stream}")) + step
    if level > 100:
        raise draw.skip("no room above")
    calls = Call("query_volume"), Call("set_volume", {"stream": stream, "level": level})
    return Plan({"stream": stream, "step": str(step)}, turns(*calls), f"The {stream} volume is now {level}.")


@scenario(
    "display.brightness.relative",
    Behaviour.DEPENDENCY,
    Domain.DISPLAY,
    (
        "Dim the screen by {step}",
        "Lower the brightness by {step} points",
        "Brightness down {step} from where it is",
        "The screen is a bit too bright, take {step} off",
        "Check the brightness and set it {step} lower",
        "Make the display {step} points darker than it is now",
        "Reduce how bright the screen is by {step}",
        "{step} less brightness please",
        "Can you bring the brightness down by {step}?",
        "Subtract {step} from the current screen brightness",
        "It glares, dim by {step}",
        "Whatever brightness I have, cut {step} from it",
    ),
)
def dimmer(draw: Draw) -> Plan:
    """Read the level, then set the difference."""
    step = draw.pick((5, 10, 15, 20, 25, 30))
    level = int(draw.phone.setting("brightness")) - step
    if level < 0:
        raise draw.skip("no room below")
    calls = Call("query_display"), Call("set_brightness", {"level": level})
    return Plan({"step": str(step)}, turns(*calls), f"Brightness is now {level}%.")


@scenario(
    "apps.storage.conditional",
    Behaviour.DEPENDENCY,
    Domain.APPS,
    (
        "If less than {limit} MB are free, uninstall {app}",
        "Check storage and remove {app} when there's under {limit} MB left",
        "Uninstall {app}, but only if free space is below {limit} MB",
        "Should my free storage be lower than {limit} MB, {app} has to go",
        "Is there less than {limit} MB of space? Then delete the app {app}",
        "Look at the free memory; under {limit} MB means uninstalling {app}",
        "I'd like to keep {app} unless fewer than {limit} MB are free, sort that out now",
        "In case storage has fallen under {limit} MB, take {app} off the phone",
        "Free space < {limit} MB? Uninstall {app}",
        "Get rid of {app} provided I have less than {limit} MB free",
        "See how much storage is left, and if it isn't at least {limit} MB uninstall {app}",
        "When the phone has under {limit} MB free, {app} can be removed, please check",
    ),
)
def uninstall_if_full(draw: Draw) -> Plan:
    """Half the time there is space enough: read, say, change nothing."""
    free = int(draw.phone.setting("free_mb"))
    app = str(draw.row("apps", system=False)[1]["name"])
    full = draw.rng.random() < 0.5
    limit = (free // 500 + draw.pick(range(1, 8))) * 500 if full else max(1, free // 500 - draw.pick(range(6))) * 500
    slots, look = {"limit": str(limit), "app": app}, Call("query_storage")
    if full:
        act = Call("manage_app", {"action": "uninstall", "appName": app})
        return Plan(slots, turns(look, act), f"Only {free} MB were free, so I uninstalled {app}.")
    say = f"You have {free} MB free, so I kept {app}."
    return Plan(slots, turns(look), say, Checker.TOOL_CALL, (leaves(str(free)),))


@scenario(
    "audio.playlist.current",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Add the song that's playing to my {name} playlist",
        "I like this one, put it in {name}",
        "Save what I'm hearing to the playlist {name}",
        "Find out what song this is and add it to {name}",
        "This track belongs in my {name} playlist",
        "Whatever is playing now should go to the {name} playlist",
        "Put the current song into {name}",
        "Can you see what's on and drop it in {name}, my playlist?",
        "Playlist {name} needs the tune I'm listening to",
        "Look at the player: add that title to {name}",
        "Remember this song for me in the {name} playlist",
        "Include the track being played in playlist {name}",
    ),
)
def add_current(draw: Draw) -> Plan:
    """The title comes from the player."""
    playlist = draw.row("playlists")[1]
    title = str(draw.pick([r["title"] for _, r in draw.rows("songs") if r["title"] not in songs_of(playlist)]))
    given(draw, "play_audio", title=title)
    name = str(playlist["name"])
    look = Call("control_playback", {"action": "query"})
    add = Call("manage_playlist", {"action": "add", "name": name, "title": title})
    return Plan({"name": name}, turns(look, add), f"{title} is now in {name}.", overrides=started(draw))
