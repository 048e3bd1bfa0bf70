"""Scenarios of games, the home screen, open apps and app timers on the full phone: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.full.apps_rules import LIMITS
from planloop.phone.scenarios.past import assume, started

MODES = {
    "performance": ("full performance", "maximum speed"),
    "battery": ("battery saving", "low power use"),
    "balanced": ("a balance of speed and battery", "balanced power use"),
}


@scenario(
    "apps.games.mode",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Run games with {how}",
        "For games I want {how}",
        "Set gaming to {how}",
        "Let my games run for {how}",
        "Game mode please: {how}",
        "When I play, the phone should go for {how}",
        "Could you tune games for {how}?",
        "Games on this phone ought to aim at {how}",
        "Change how games are run: {how}",
        "Switch the gaming profile to {how}",
        "I'm going to play now, put games on {how}",
        "The game settings should favour {how}",
    ),
)
def game_mode(draw: Draw) -> Plan:
    """Another mode than now; nothing saves power."""
    assume(draw, power_mode="normal")
    mode = draw.pick([m for m in MODES if m != draw.phone.setting("game_mode")])
    how = draw.pick(MODES[mode])
    call = Call("manage_game_manager", {"action": "set_mode", "mode": mode})
    say = f"Games run with {how} now."
    return Plan({"how": how}, turns(call), say, overrides=started(draw), distractors=("manage_battery",))


@scenario(
    "apps.games.quiet",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "No alerts while I'm gaming",
        "Mute alerts in games",
        "Don't let anything pop up during a game",
        "When a game is running, alerts should stay away",
        "I keep getting interrupted in the middle of a match, block alerts in games",
        "Block interruptions for gaming",
        "Could you silence alerts as long as I play games?",
        "Games without interruptions please",
        "Whatever comes in may not disturb my games",
        "Keep notifications off the screen in games",
        "alerts in games: muted",
        "My games should be left in peace by alerts",
    ),
)
def quiet_games(draw: Draw) -> Plan:
    """Alerts may interrupt so far; do not disturb would silence everything."""
    assume(draw, game_alerts=True)
    call = Call("manage_game_manager", {"action": "mute_alerts"})
    say = "Alerts stay away while you play."
    return Plan({}, turns(call), say, overrides=started(draw), distractors=("manage_do_not_disturb",))


@scenario(
    "apps.home.add",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Add {app} to my home screen",
        "Put an icon of {app} on the home screen",
        "I want to reach {app} from the home screen",
        "Pin {app} to the start screen",
        "{app} needs an icon where I see it first, on the home screen",
        "Could you place {app} on my home screen?",
        "Home screen: add {app}",
        "Give {app} a spot on the home screen",
        "Make a home screen shortcut for {app}",
        "I can never find {app}, so stick it on the home screen",
        "The home screen should show {app} too",
        "Let {app} appear among the icons on my home screen",
    ),
    joinable=True,
)
def add_icon(draw: Draw) -> Plan:
    """An installed app without an icon."""
    shown = draw.phone.setting("home_screen")
    app = draw.pick([str(r["name"]) for _, r in draw.rows("apps") if r["name"] not in shown])
    call = Call("manage_home_screen", {"action": "add", "appName": app})
    return Plan({"app": app}, turns(call), f"{app} is on the home screen.")


@scenario(
    "apps.home.remove",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Take {app} off the home screen, but keep the app",
        "Remove the {app} icon from my home screen",
        "I don't want to see {app} on the home screen. Don't uninstall it though",
        "{app} clutters the home screen, clear away its icon",
        "Unpin {app} from the start screen",
        "Home screen without {app} please, the app stays",
        "Get the icon of {app} out of the home screen",
        "Could you hide {app} from my home screen by removing its icon?",
        "The {app} shortcut on the home screen can go",
        "Clean up the home screen: {app}'s icon off",
        "Just the icon of {app}, delete that from the home screen",
        "Leave {app} installed and drop it from the home screen",
    ),
    joinable=True,
)
def remove_icon(draw: Draw) -> Plan:
    """The app stays; uninstalling is the trap."""
    app = str(draw.pick(draw.phone.setting("home_screen")))
    if not draw.rows("apps", name=app):
        raise draw.skip("icon of an app that is gone")
    call = Call("manage_home_screen", {"action": "remove", "appName": app})
    say = f"{app} is off the home screen and still installed."
    return Plan({"app": app}, turns(call), say, distractors=("manage_app",))


@scenario(
    "apps.recent.close_all",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Close all open apps",
        "Quit everything that's running",
        "Shut all my apps",
        "Clear the recent apps",
        "End every app that is open",
        "The phone is crawling, close the lot of the running apps",
        "Can you close whatever apps are still open?",
        "No app should be left running",
        "Wipe the list of open apps, all of them",
        "close evrything",
        "I'm done for today, all apps can be closed",
        "Please get rid of all apps in the background",
        "Swipe them all away, the open apps",
    ),
    joinable=True,
)
def close_everything(draw: Draw) -> Plan:
    """At least two apps are open."""
    opened = draw.rows("apps", open=True)
    if len(opened) < 2:
        raise draw.skip("fewer than two open apps")
    call = Call("manage_recent_apps", {"action": "close_all"})
    return Plan({}, turns(call), f"I closed all {len(opened)} open apps.", distractors=("close_app",))


@scenario(
    "apps.recent.keep_only",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Close every app except {app}",
        "Keep {app} open and quit the rest",
        "All open apps but {app} can be closed",
        "Only {app} should stay running",
        "Shut everything down apart from {app}",
        "I still need {app}; close all the other apps",
        "Everything open goes, {app} stays",
        "Could you close the other apps and leave {app} alone?",
        "Save {app}, swipe away the remaining apps",
        "Leave just {app} running",
        "Out with all apps, {app} being the exception",
        "close others, keep {app}",
    ),
    joinable=True,
)
def keep_only(draw: Draw) -> Plan:
    """One of several open apps stays."""
    opened = [str(r["name"]) for _, r in draw.rows("apps", open=True)]
    if len(opened) < 3:
        raise draw.skip("fewer than three open apps")
    app = draw.pick(opened)
    call = Call("manage_recent_apps", {"action": "keep_only", "appName": app})
    return Plan({"app": app}, turns(call), f"Only {app} is still open.", distractors=("close_app",))


@scenario(
    "apps.recent.list",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Which apps are open?",
        "What's running right now, app-wise?",
        "List the apps I have open",
        "Tell me the apps in the background",
        "Name every running app",
        "Did I leave apps open? Which?",
        "open apps?",
        "Let me hear what apps are still up",
        "I wonder what apps are using my memory, the open ones I mean",
        "Show the recent apps that are not closed",
        "Have a look at what's open and read me the names",
        "Could you tell me which of the apps are active?",
    ),
    joinable=True,
)
def list_open(draw: Draw) -> Plan:
    """Read only; every open app is named."""
    names = [str(r["name"]) for _, r in draw.rows("apps", open=True)]
    if not 1 <= len(names) <= 6:
        raise draw.skip("none or many open apps")
    call = Call("manage_recent_apps", {"action": "list"})
    say = f"Open: {', '.join(names)}."
    return Plan({}, turns(call), say, Checker.TOOL_CALL, (reports(*names),), distractors=("manage_app",))


@scenario(
    "apps.timer.set",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Limit {app} to {minutes} minutes a day",
        "{minutes} minutes of {app} per day, not more",
        "I waste too much time in {app}. Cap it at {minutes} minutes daily",
        "Set an app timer of {minutes} minutes for {app}",
        "Let me use {app} for {minutes} minutes each day at most",
        "Daily allowance for {app}: {minutes} min",
        "Could you restrict {app} to {minutes} minutes every day?",
        "After {minutes} minutes in a day {app} should lock me out",
        "Ration {app}, {minutes} minutes per day",
        "{app} gets {minutes} minutes a day from me",
        "I'd like a time limit on {app}, {minutes} minutes daily",
        "Please allow only {minutes} minutes of {app} a day",
        "app limit {app} {minutes} min/day",
    ),
    joinable=True,
)
def set_timer(draw: Draw) -> Plan:
    """One app; the phone's goal and the countdown are others."""
    row = draw.row("app_settings")[1]
    app = str(row["name"])
    minutes = draw.pick([m for m in LIMITS if m != row["timerMinutes"]])
    call = Call("set_app_timer", {"appName": app, "minutes": minutes})
    tempting = ("manage_screen_time", "manage_countdown")
    say = f"{app}: {minutes} minutes a day."
    return Plan({"app": app, "minutes": str(minutes)}, turns(call), say, distractors=tempting)
