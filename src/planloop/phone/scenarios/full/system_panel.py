"""System Settings of the full phone: quick settings, past notifications, screen time, developer options."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, refuses, reports, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.pools import iso

TILES = {
    "wifi": "Wi-Fi", "bluetooth": "Bluetooth", "mobile_data": "mobile data", "airplane_mode": "airplane mode",
    "flashlight": "flashlight", "auto_rotate": "auto rotate", "hotspot": "hotspot", "nfc": "NFC",
    "dark_mode": "dark mode", "power_saver": "power saver", "screen_recorder": "screen recorder", "casting": "casting",
    "location": "location", "scanner": "scanner",
}  # fmt: skip
PLAIN = ("bluetooth", "flashlight", "hotspot", "nfc", "casting", "location", "scanner")
"""Tiles of one word: the order of tiles shows in the call alone, so their name must be plain."""
NO_TILES = (
    "toaster", "calculator", "heart rate", "garage door", "lottery", "microscope", "bus times", "compass", "karaoke",
    "coffee machine", "horoscope", "stock prices", "metronome", "chess", "thermostat", "podcasts",
)  # fmt: skip
GOALS = {
    45: "45 minutes", 60: "one hour", 75: "75 minutes", 90: "90 minutes", 100: "100 minutes", 110: "110 minutes",
    130: "130 minutes", 140: "140 minutes", 165: "165 minutes", 200: "200 minutes", 210: "three and a half hours",
    225: "225 minutes", 270: "four and a half hours", 300: "five hours", 330: "330 minutes", 360: "six hours",
}  # fmt: skip
SCALES = ("0.5x", "1x", "1.5x", "2x", "5x", "10x")


def _tiles(draw: Draw) -> list[str]:
    return [str(t) for t in draw.phone.setting("quick_tiles_shown")]


@scenario(
    "system.panel.add",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Add the {tile} tile to the quick settings",
        "Put {tile} into the quick settings panel",
        "I want a {tile} button when I pull down from the top",
        "Quick settings: add {tile}",
        "The pull-down panel has no {tile} tile, put one there",
        "Could {tile} be among my quick settings?",
        "Please place a tile for {tile} on the quick panel",
        "Make {tile} reachable in the panel that slides from the top",
        "add {tile} to quick setings",
        "Show a shortcut for {tile} in the quick settings",
        "I use {tile} so often that I'd like its tile in the quick settings panel",
        "Get me the {tile} tile in the panel at the top",
    ),
    joinable=True,
)
def panel_add(draw: Draw) -> Plan:
    """A tile that is not shown."""
    shown = _tiles(draw)
    tile = draw.pick([t for t in TILES if t not in shown])
    call = Call("manage_quick_settings", {"action": "add", "tile": tile})
    return Plan({"tile": TILES[tile]}, turns(call), f"The {TILES[tile]} tile is in your quick settings.")


@scenario(
    "system.panel.place",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Move the {tile} tile to place {place} of the quick settings",
        "In the quick settings {tile} should be number {place}",
        "Quick settings order: {tile} at position {place}",
        "Put {tile} on spot {place} in the pull-down panel",
        "When I pull down from the top I want {tile} to be tile {place}",
        "Could {tile} stand at position {place} in my quick panel?",
        "Rearrange the quick settings so that {tile} is at {place}",
        "The tile of {tile} belongs at position {place}, please move it",
        "quick settings {tile} -> {place}",
        "Shift {tile} within the quick settings to position {place}",
        "I'd find {tile} faster at place {place} of the panel",
        "Make {tile} tile number {place} of the quick settings",
    ),
    joinable=True,
)
def panel_place(draw: Draw) -> Plan:
    """A tile that is shown, at another place."""
    shown = [t for t in _tiles(draw) if t in PLAIN]
    tile = draw.pick(shown)
    place = draw.pick([p for p in range(1, 6) if p != _tiles(draw).index(tile) + 1])
    call = Call("manage_quick_settings", {"action": "move", "tile": tile, "position": place})
    slots = {"tile": TILES[tile], "place": str(place)}
    return Plan(slots, turns(call), f"{TILES[tile]} is at place {place} of the quick settings.", Checker.TOOL_CALL)


@scenario(
    "system.panel.front",
    Behaviour.REFERENCE,
    Domain.SYSTEM,
    (
        "Now move it to the very front",
        "It should come first",
        "Nice. Put it before all the others",
        "Can it be the first one?",
        "And that tile goes to position one",
        "Shift it to the beginning of the panel",
        "Make it number one there",
        "I want to see it first when I pull down",
        "to the front with it",
        "Great, but it's at the end now. Put it at the start",
        "Please give it the first place",
        "Its place should be the first",
    ),
)
def panel_front(draw: Draw) -> Plan:
    """The tile added in the last exchange stands at the end."""
    shown = _tiles(draw)
    tile = draw.pick([t for t in PLAIN if t not in shown])
    request = draw.pick(("Add a {} tile", "Can I have {} in the quick settings?", "Tile for {} please"))
    call = Call("manage_quick_settings", {"action": "add", "tile": tile})
    history = past(draw, request.format(TILES[tile]), (call,), f"The {TILES[tile]} tile is added at the end.")
    act = Call("manage_quick_settings", {"action": "move", "tile": tile, "position": 1})
    say = f"The {TILES[tile]} tile is the first one now."
    return Plan({}, turns(act), say, Checker.TOOL_CALL, overrides=started(draw), history=history)


@scenario(
    "system.panel.no_tile",
    Behaviour.BOUNDARY,
    Domain.SYSTEM,
    (
        "Add a tile for {tile} to the quick settings",
        "I want {tile} in the quick settings panel",
        "Put a {tile} tile in the pull-down panel",
        "Quick settings: a {tile} tile please",
        "The quick panel should get a {tile} button",
        "Can you place {tile} among my quick settings?",
        "Give me a quick settings tile called {tile}",
        "It would be handy to have {tile} in the panel at the top, add that tile",
        "{tile} tile -> quick settings",
        "Please include {tile} in the quick tiles",
        "Make a {tile} tile appear when I pull down from the top",
        "Let the quick settings have {tile} as a tile",
    ),
)
def panel_no_tile(draw: Draw) -> Plan:
    """There is no such tile."""
    tile = draw.pick(NO_TILES)
    call = Call("manage_quick_settings", {"action": "add", "tile": tile})
    say = f"I can't add it: there is no {tile} tile on this phone."
    looked = tried(
        tries("manage_quick_settings", arguments={"action": "add"}, tile=tile),
        tries("manage_quick_settings", arguments={"action": "query"}),
    )
    return Plan({"tile": tile}, turns(call), say, Checker.BEHAVIOUR, (looked, refuses(tile)))


@scenario(
    "system.notifications.last",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "What was the last notification from {app}? I swiped it away",
        "I dismissed something of {app}, what was its latest notification called?",
        "Look in the past notifications for the most recent one by {app}",
        "Which notification did {app} send me last?",
        "Newest entry of {app} among the notifications of today and yesterday, please",
        "Read me the title of the last thing {app} notified me about",
        "{app} popped up and I was too slow to read. What was it, the newest one?",
        "From the history of notifications: the latest by {app}?",
        "last notification of {app}?",
        "Can you find what {app} most recently wanted to tell me?",
        "I missed the most recent alert of {app}; tell me its title",
        "Tell me about the final notification {app} showed",
    ),
    joinable=True,
)
def notifications_last(draw: Draw) -> Plan:
    """The history is on and has something of the app."""
    rows = sorted((r for _, r in draw.rows("past_notifications")), key=lambda r: str(r["time"]), reverse=True)
    app = str(draw.pick(rows)["app"])
    row = next(r for r in rows if r["app"] == app)
    call = Call("manage_notification_history", {"action": "query", "appName": app})
    say = f"The last one of {app} was {row['title']}: {row['text']}."
    free, wanted = frozenset({"manage_notification_history.appName"}), (reports(str(row["title"])),)
    return Plan({"app": app}, turns(call), say, Checker.TOOL_CALL, wanted, free)


@scenario(
    "system.notifications.off",
    Behaviour.BOUNDARY,
    Domain.SYSTEM,
    (
        "What did I swipe away this morning?",
        "Show me the notifications I dismissed today",
        "I closed a notification by accident, what was it?",
        "Which notifications came in during the last hours?",
        "Look through my past notifications for what I missed",
        "Something popped up and I flicked it away. Find it again",
        "List the notifications of today that are gone from the bar",
        "Can you bring up the notification I just removed?",
        "which notifs did i get earlier",
        "Tell me what notifications I cleared before lunch",
        "I need that alert back I threw out by mistake, what did it say?",
        "Recall what my apps notified me about today",
    ),
)
def notifications_off(draw: Draw) -> Plan:
    """The history is off, so nothing was kept."""
    if draw.phone.setting("notification_history"):
        raise draw.skip("the history is on")
    call = Call("manage_notification_history", {"action": "query"})
    say = "I can't tell: the notification history is off, so past notifications were not saved."
    looked = tried(tries("manage_notification_history", arguments={"action": "query"}))
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, (looked, refuses("history", "off", "disabled", "saved")))


@scenario(
    "system.screen_time.app",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "How many minutes did I spend in {app} {day}?",
        "My screen time in {app} {day}, please",
        "How long have I used {app} {day}?",
        "Tell me the minutes of {app} {day}",
        "I feel like I lived in {app} {day}, how long was it really?",
        "Check how much time {app} took from me {day}",
        "Usage time of {app} {day}?",
        "Digital wellbeing: how long was {app} on screen {day}?",
        "minutes in {app} {day}",
        "Could you see how long {app} was open in front of me {day}?",
        "What does the phone say about my time in {app} {day}?",
        "I want to cut down on {app}. How many minutes was it {day}?",
    ),
    joinable=True,
)
def screen_time_app(draw: Draw) -> Plan:
    """An app that was used that day."""
    ahead, day = draw.pick(((0, "today"), (-1, "yesterday")))
    row = draw.pick([r for _, r in draw.rows("screen_times", date=iso(draw, ahead))])
    app, minutes = str(row["app"]), int(str(row["minutes"]))
    if not draw.rows("apps", name=app):
        raise draw.skip("the app is gone")
    call = Call("manage_screen_time", {"action": "query", "date": day, "appName": app})
    say = f"You spent {minutes} minutes in {app} {day}."
    wanted = (reports(str(minutes)),)
    free = frozenset({"manage_screen_time.date", "manage_screen_time.appName"})
    return Plan({"app": app, "day": day}, turns(call), say, Checker.TOOL_CALL, wanted, free)


@scenario(
    "system.screen_time.goal",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Set a daily screen time goal of {goal}",
        "I don't want to be on the phone for more than {goal} a day, make that my goal",
        "Screen time goal: {goal}",
        "My aim is at most {goal} of screen per day",
        "Digital wellbeing, daily goal {goal} please",
        "Limit myself to {goal} of phone use a day as a goal",
        "Can you make {goal} my daily target for phone time?",
        "New year, new me: {goal} of phone a day. Save that as the goal",
        "daily phone goal {goal}",
        "Please change the goal for my screen time to {goal}",
        "{goal} on the screen each day is what I allow myself, set the goal",
        "The goal for how long I use this phone daily should be {goal}",
    ),
    joinable=True,
)
def screen_time_goal(draw: Draw) -> Plan:
    """Another goal than the present one."""
    minutes = draw.pick([g for g in GOALS if g != draw.phone.setting("screen_time_goal")])
    call = Call("manage_screen_time", {"action": "set_goal", "goalMinutes": minutes})
    return Plan({"goal": GOALS[minutes]}, turns(call), f"Your daily goal is {GOALS[minutes]}.")


@scenario(
    "system.developer.animation",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Set the animation scale to {scale} in the developer options",
        "Developer options: animations at {scale}",
        "Change the animation speed to {scale}",
        "I want window animations at {scale}",
        "The animation scale should be {scale}",
        "Put {scale} for the animations in the developer settings",
        "Please run animations with the scale {scale}",
        "For my screen captures I need the animations at {scale}",
        "animation scale {scale}",
        "Could you set {scale} as the developer option for animation scale?",
        "Make the animation scale of the system {scale}",
        "Switch the scale of animations over to {scale}",
    ),
    joinable=True,
)
def developer_animation(draw: Draw) -> Plan:
    """Developer options are on."""
    if not draw.phone.setting("developer_options"):
        raise draw.skip("developer options are off")
    scale = draw.pick([s for s in SCALES if s != draw.phone.setting("developer_animation_scale")])
    arguments = {"action": "set", "settingItem": "animation_scale", "settingValue": scale}
    call = Call("manage_developer_options", {**arguments})
    return Plan({"scale": scale}, turns(call), f"The animation scale is {scale}.")


@scenario(
    "system.developer.mock",
    Behaviour.DEPENDENCY,
    Domain.SYSTEM,
    (
        "Let {app} mock the location; turn on the developer options if you have to",
        "Make {app} the mock location app and switch developer options on for it",
        "I'm testing maps. Developer options on, then {app} as the mock location app",
        "Enable the developer options and choose {app} to simulate positions",
        "{app} needs to fake where this phone is. Unlock the developer settings and select it there",
        "Turn developer options on first and then name {app} as mock location provider",
        "Please set {app} as the app for mock locations, developer options included",
        "Mock location should come from {app}; activate developer options to make it work",
        "dev options on, mock location app = {app}",
        "Could you allow {app} to pretend another location? The developer options are still off",
        "Developer mode please, with {app} as the source of fake locations",
        "Have {app} supply mock positions, you may enable the developer options",
    ),
)
def developer_mock(draw: Draw) -> Plan:
    """Developer options are off at first."""
    if draw.phone.setting("developer_options"):
        raise draw.skip("developer options are on")
    app = str(draw.row("apps", system=False)[1]["name"])
    on = Call("manage_developer_options", {"action": "enable"})
    arguments = {"action": "set", "settingItem": "mock_location_app", "settingValue": app}
    say = f"Developer options are on and {app} is the mock location app."
    return Plan({"app": app}, turns(on, Call("manage_developer_options", {**arguments})), say)


@scenario(
    "system.debug.on",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Turn on USB debugging",
        "I plugged the phone into my laptop to debug my app, but adb doesn't see it. Fix that",
        "Enable debugging over the cable",
        "USB debugging: on",
        "My computer should be able to debug this phone by USB",
        "Please allow adb through the cable",
        "Let Android Studio debug on this device over USB",
        "Can you switch USB debugging on?",
        "usb debuging on",
        "The developer tools on my PC say that debugging is disabled here, enable it",
        "Activate the debug bridge via USB",
        "I need USB debugging for work today",
    ),
    joinable=True,
)
def debug_on(draw: Draw) -> Plan:
    """USB debugging is off at first."""
    if draw.phone.setting("usb_debug"):
        raise draw.skip("on already")
    call = Call("manage_usb_debug", {"action": "enable"})
    return Plan({}, turns(call), "USB debugging is on.", distractors=("manage_developer_options",))


@scenario(
    "system.debug.finished",
    Behaviour.REVISION,
    Domain.SYSTEM,
    (
        "I'm done with that. Put all developer options away again, not only this one",
        "Finished developing, take the whole developer menu off again",
        "Okay, test over. Developer options off, everything in them too",
        "Undo it entirely: no developer options at all any more",
        "That was it for today, close down the developer options completely",
        "On reflection I want none of the developer stuff enabled, shut it all off",
        "My bank app complains about developer options. Turn those off as a whole",
        "Now go back to a phone without developer options",
        "dev options off again pls",
        "Hm, too risky. Disable developer options altogether",
        "Please reverse that and deactivate the developer options with it",
        "The cable is out, so remove the developer options too",
    ),
)
def debug_finished(draw: Draw) -> Plan:
    """USB debugging was turned on in the last exchange, and developer options with it."""
    assume(draw, usb_debug=False, developer_options=False)
    request = draw.pick(("USB debugging please", "I need USB debugging on", "Switch on debugging by USB"))
    history = past(draw, request, (Call("manage_usb_debug", {"action": "enable"}),), "USB debugging is on.")
    act = Call("manage_developer_options", {"action": "disable"})
    say = "All developer options are off again, USB debugging too."
    return Plan({}, turns(act), say, overrides=started(draw), history=history)
