"""Scenarios of how single apps behave on the full phone: notifications, updates, defaults, copies, freezing, timers."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.apps.appcare import ROLES
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.past import assume, started
from planloop.phone.scenarios.storage import own_app

LIMITS = (10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 75, 80, 90, 100, 120)


def entry(draw: Draw, **fields: object) -> str:
    """An installed app whose settings are these."""
    here = {str(r["name"]) for _, r in draw.rows("apps")}
    return draw.pick([str(r["name"]) for _, r in draw.rows("app_settings", **fields) if r["name"] in here])


@scenario(
    "apps.notifications.silence",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Stop {app} from sending me notifications",
        "No more notifications by {app}",
        "{app} keeps pinging me, shut its notifications off",
        "Turn the notifications of {app} off",
        "I'm sick of the alerts from {app}. Block them",
        "Could you keep {app} from notifying me?",
        "{app} shouldn't pop up messages any more",
        "Notifications off: {app}",
        "Silence whatever {app} wants to tell me, no notifications from it",
        "Disable notifications for the app {app}",
        "I don't want to see any notification from {app} again",
        "mute {app} notifcations",
        "Leave {app} installed, just without notifications",
    ),
    joinable=True,
)
def silence(draw: Draw) -> Plan:
    """An app that notifies; its permission is another matter."""
    app = entry(draw, notifications=True)
    call = Call("manage_app_notifications", {"action": "disable", "appName": app})
    say = f"{app} sends no more notifications."
    return Plan({"app": app}, turns(call), say, distractors=("manage_notification_history",))


@scenario(
    "apps.updates.list",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Which apps have an update waiting?",
        "Are there app updates? Name the apps",
        "List the apps that could be updated",
        "What apps on my phone are out of date?",
        "Tell me which of my apps aren't on their newest version",
        "Anything to update among the apps? I only want to know which",
        "App updates available: for what?",
        "Read me the names of apps with a pending update",
        "which apps need updating",
        "Look for outdated apps but don't install anything",
        "For what apps is a new version out?",
        "Check the store for updates to my apps and list them",
    ),
    joinable=True,
)
def waiting_updates(draw: Draw) -> Plan:
    """Read only; every app with an update is named."""
    names = [str(r["name"]) for _, r in draw.rows("app_settings") if r["update"]]
    if not 1 <= len(names) <= 6:
        raise draw.skip("none or many updates")
    call = Call("manage_app_updates", {"action": "list"})
    say = f"Updates are waiting for {', '.join(names)}."
    tempting = ("manage_system_update",)
    return Plan({}, turns(call), say, Checker.TOOL_CALL, (reports(*names),), distractors=tempting)


@scenario(
    "apps.updates.one",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Update {app}",
        "Get the newest version of {app}",
        "{app} needs its update, install it",
        "Bring {app} up to date",
        "There's a new release of {app}, please get it",
        "Can you update the {app} app?",
        "Install the pending update for {app} and for no other app",
        "{app} is old, move it to the latest version",
        "Only {app}: update",
        "Let {app} have its update now",
        "Please upgrade {app} to the current version",
        "I'd like the fresh {app} everyone talks about, mine is outdated",
    ),
)
def update_one(draw: Draw) -> Plan:
    """An app with an update, and a network."""
    assume(draw, wifi=True)
    app = draw.pick([str(r["name"]) for _, r in draw.rows("app_settings") if r["update"]])
    call = Call("manage_app_updates", {"action": "update", "appName": app})
    return Plan({"app": app}, turns(call), f"{app} is up to date.", overrides=started(draw))


AUTO = {
    "off": ("only when I say so", "not on their own"),
    "wifi": ("by themselves on Wi-Fi only", "automatically, but just over Wi-Fi"),
    "always": ("by themselves at any time, mobile data included", "automatically on any network"),
}


@scenario(
    "apps.updates.automatic",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Apps should update {how}",
        "Let my apps update {how}",
        "Change it so that app updates install {how}",
        "I want apps to be updated {how}",
        "Automatic app updates: {how}",
        "From now on apps get updated {how}",
        "Could you set things up so apps update {how}?",
        "My apps may update {how}",
        "The rule for app updates is this: {how}",
        "Here is how apps shall update: {how}",
        "Please have the apps on this phone update {how}",
        "What I'd like is apps that update {how}, set that",
    ),
    joinable=True,
)
def automatic_updates(draw: Draw) -> Plan:
    """Another rule than the present one."""
    auto = draw.pick([a for a in AUTO if a != draw.phone.setting("auto_update")])
    how = draw.pick(AUTO[auto])
    call = Call("manage_app_updates", {"action": "set_auto", "auto": auto})
    say = f"Apps update {how}."
    return Plan({"how": how}, turns(call), say, distractors=("manage_system_update",))


KINDS = {"browser": "web links", "messages": "text messages", "gallery": "photos"}


@scenario(
    "apps.default.set",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Open {kind} with {app} by default",
        "{app} should handle {kind} from now on",
        "Make {app} my standard app for {kind}",
        "I want {kind} to open in {app}",
        "Default for {kind}: {app}",
        "Let {app} be the one that opens {kind}",
        "Whenever there are {kind}, use {app}",
        "Could you set {app} as the default for {kind}?",
        "Use {app} as the usual app to open {kind}",
        "My preferred app for {kind} is {app}, set it as standard",
        "Switch the standard app for {kind} over to {app}",
        "All {kind} belong in {app}. Please make that the default",
    ),
    joinable=True,
)
def set_default(draw: Draw) -> Plan:
    """An app that is able to, and is not the default yet."""
    able = [
        (role, name)
        for role, names in ROLES.items()
        for name in names
        if draw.rows("apps", name=name) and draw.phone.setting(f"default_{role}") != name
    ]
    role, app = draw.pick(able)
    call = Call("manage_default_app", {"action": "set", "role": role, "appName": app})
    return Plan({"kind": KINDS[role], "app": app}, turns(call), f"{app} opens {KINDS[role]} now.")


@scenario(
    "apps.default.which",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Which app opens {kind} by default?",
        "What's my default app for {kind}?",
        "Tell me what {kind} are opened with",
        "{kind}: which app is set for them?",
        "I forgot what app handles {kind} as standard",
        "Look up the standard app for {kind}",
        "When I tap on {kind}, what app comes up?",
        "Who is in charge of {kind}, app-wise?",
        "Say which app is the default for {kind}",
        "Is there an app set to open {kind}? Which?",
        "What application is responsible for {kind} at the moment?",
        "default app for {kind}??",
    ),
    joinable=True,
)
def which_default(draw: Draw) -> Plan:
    """Read only."""
    role = draw.pick(tuple(ROLES))
    app = str(draw.phone.setting(f"default_{role}"))
    call = Call("manage_default_app", {"action": "query", "role": role})
    say = f"{app} is the default for {KINDS[role]}."
    return Plan({"kind": KINDS[role]}, turns(call), say, Checker.TOOL_CALL, (reports(app),))


@scenario(
    "apps.dual.make",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Make a second copy of {app} for my other account",
        "I have two accounts in {app}, clone the app",
        "Clone {app}",
        "Can I use {app} twice? Set up a twin of it",
        "Duplicate {app} so I can be logged in with both accounts",
        "Dual app for {app} please",
        "One {app} for work, one for home: create the second one",
        "Give me another instance of {app}",
        "Set up {app} a second time on this phone",
        "I need {app} in two versions side by side, one per account",
        "Please split {app} into two, each with its own login",
        "twin app: {app}",
    ),
    joinable=True,
)
def clone(draw: Draw) -> Plan:
    """An app of the owner's without a copy."""
    app = own_app(draw)
    if draw.rows("app_settings", name=app, cloned=True):
        raise draw.skip("has a copy")
    call = Call("manage_dual_app", {"action": "enable", "appName": app})
    return Plan({"app": app}, turns(call), f"{app} has a second copy.", distractors=("manage_app",))


@scenario(
    "apps.freeze.one",
    Behaviour.GROUNDING,
    Domain.APPS,
    (
        "Freeze {app}",
        "Put {app} on ice until I need it again",
        "{app} may not run any more for now, freeze it",
        "I won't use {app} this season. Keep it installed but frozen",
        "Hibernate the app {app}",
        "Can you freeze {app} so it stops running in the background?",
        "Let {app} sleep deeply: no running, no notifying, no uninstalling",
        "Deep-freeze {app} please",
        "Make {app} dormant, I'll wake it up some day",
        "{app} should be frozen",
        "Have {app} frozen instead of deleted",
        "Suspend {app} completely till I say otherwise",
    ),
    joinable=True,
)
def freeze(draw: Draw) -> Plan:
    """It closes and stays on the phone."""
    app = own_app(draw)
    if draw.rows("app_settings", name=app, frozen=True):
        raise draw.skip("is frozen")
    call = Call("manage_app_freeze", {"action": "freeze", "appName": app})
    return Plan({"app": app}, turns(call), f"{app} is frozen.", distractors=("close_app", "manage_app"))
