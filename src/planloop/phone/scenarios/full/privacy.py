"""Location, sensors, what apps did, and harmful apps."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker, SayCriterion, SayKind
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.past import assume, past, started

CLEAN = ("no", "none", "nothing", "clean", "safe", "zero", "0", "not")
"""Words that say that nothing harmful was found."""


@scenario(
    "security.location.off",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        "No app should know where I am, switch location off",
        "Turn location off for the whole phone",
        "Stop locating this phone, all of it",
        "GPS off completely please",
        "I don't want to be located by anything on here",
        "Disable the location services",
        "Shut off positioning for everything",
        "Nothing on this phone may see my whereabouts any more",
        "Can you switch location off altogether?",
        "location off, for all apps",
        "Let the phone forget about where it is: master switch for location off",
        "I'm visiting a secret place, so kill location on the phone",
    ),
    joinable=True,
)
def location_off(draw: Draw) -> Plan:
    """The switch of the whole phone, not one app's permission."""
    if not draw.phone.setting("location"):
        raise draw.skip("off already")
    call = Call("manage_location_access", {"action": "disable"})
    return Plan({}, turns(call), "Location is off for the whole phone.", distractors=("manage_app_permission",))


@scenario(
    "security.sensor.block",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        "Block the {sensor} for all apps",
        "No app may use the {sensor} from now on",
        "Cut off the {sensor} completely",
        "I feel watched, take the {sensor} away from every app",
        "Switch off {sensor} access on the whole phone",
        "Nothing should be able to get at the {sensor}",
        "Disable the {sensor} phone-wide",
        "Please bar every app at once from the {sensor}",
        "Can you close the {sensor} to all apps?",
        "In this meeting no app gets the {sensor}",
        "{sensor} off for everything",
        "The {sensor} must be blocked, whichever app wants it",
    ),
    joinable=True,
)
def block_sensor(draw: Draw) -> Plan:
    """Camera or microphone, for every app."""
    sensor = draw.pick(("camera", "microphone"))
    if not draw.phone.setting(f"{sensor}_access"):
        raise draw.skip("blocked already")
    call = Call("manage_sensor_access", {"action": "disable", "sensor": sensor})
    return Plan({"sensor": sensor}, turns(call), f"The {sensor} is blocked for all apps.")


@scenario(
    "security.sensor.again",
    Behaviour.REFERENCE,
    Domain.SECURITY,
    (
        "The meeting is over, apps can have it again",
        "Okay, allow it again",
        "Give it back to the apps now",
        "I need it after all, lift the block",
        "Unblock it please",
        "That's enough privacy, let apps use it as before",
        "Apps may use it once more",
        "Take the block away again",
        "Open it up for everybody again",
        "you can unblock that now",
        "My video call starts soon, so end the block you set",
        "Would you make it available to apps like it was?",
    ),
)
def sensor_again(draw: Draw) -> Plan:
    """The sensor blocked in the last exchange."""
    sensor = draw.pick(("camera", "microphone"))
    request = draw.pick(("Block the {} for all apps", "No app gets the {} now", "{} off for every app")).format(sensor)
    done = Call("manage_sensor_access", {"action": "disable", "sensor": sensor})
    history = past(draw, request, (done,), f"The {sensor} is blocked for all apps.")
    call = Call("manage_sensor_access", {"action": "enable", "sensor": sensor})
    say = f"Apps can use the {sensor} again."
    return Plan({}, turns(call), say, overrides=started(draw), history=history)


@scenario(
    "security.use.who",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        "Which app used my {what} in the last day?",
        "Has any app been at my {what} since yesterday? Name it",
        "Tell me who accessed the {what} today",
        "Something used my {what}, what was it?",
        "Look up which app touched the {what} within 24 hours",
        "Show me what got at my {what} lately",
        "I suspect an app of using the {what}. Which one was it?",
        "Check the privacy log for the {what}",
        "Was the {what} used by some app? Say which",
        "who used the {what}",
        "Find the app that has been using my {what}",
        "Could you see which app helped itself to the {what} during the last day?",
    ),
    joinable=True,
)
def who_used(draw: Draw) -> Plan:
    """One app used it."""
    kind = draw.pick(("camera", "location", "microphone", "contacts"))
    apps = {str(r["app"]) for _, r in draw.rows("permission_uses", permission=kind)}
    if len(apps) != 1:
        raise draw.skip("not just one app")
    call, name = Call("query_permission_use", {"permission": kind}), apps.pop()
    free = frozenset({"query_permission_use.permission"})
    say = f"{name} used your {kind}."
    return Plan({"what": kind}, turns(call), say, Checker.TOOL_CALL, (reports(name),), free)


@scenario(
    "security.use.revoke",
    Behaviour.DEPENDENCY,
    Domain.SECURITY,
    (
        "Find out which app used the {what} and take that permission from it",
        "Whichever app was at my {what} in the last day loses its access",
        "Look who used the {what} lately, then forbid it to that app",
        "An app got at my {what}. See which and revoke it",
        "Check which app touched the {what} and deny it from now on",
        "The app that has been using my {what} today must not do it again",
        "Who accessed the {what}? Withdraw the permission from them",
        "Please identify the app behind the {what} use and cut off its {what} permission",
        "I saw the {what} indicator light up. Find the app and disallow it",
        "{what}: find the app that used it, remove its right",
        "Could you see which app used the {what} since yesterday and stop that for good?",
        "Take {what} rights away from the app that made use of them in the last 24 hours",
    ),
)
def revoke_used(draw: Draw) -> Plan:
    """The log tells which app it was."""
    kind = draw.pick(("camera", "location", "microphone", "contacts"))
    apps = {str(r["app"]) for _, r in draw.rows("permission_uses", permission=kind)}
    if len(apps) != 1:
        raise draw.skip("not just one app")
    name = apps.pop()
    calls = (
        Call("query_permission_use", {"permission": kind}),
        Call("manage_app_permission", {"action": "revoke", "appName": name, "permission": kind}),
    )
    return Plan({"what": kind}, turns(*calls), f"{name} used your {kind}; I took the permission away.")


@scenario(
    "security.scan.remove",
    Behaviour.DEPENDENCY,
    Domain.SECURITY,
    (
        "Scan my apps and uninstall anything harmful",
        "Check the apps for malware; if one is bad, remove it",
        "Something on here is dangerous I think. Scan, then get rid of it",
        "Look for a harmful app and throw it off the phone",
        "Do a safety check of all apps and delete the unsafe one",
        "Find the malicious app, if there is any, and uninstall it",
        "My phone behaves oddly. Run an app scan and remove what it finds",
        "Virus check please, and uninstall whatever turns up",
        "Are my apps safe? Take off the one that isn't",
        "scan for bad apps + uninstall them",
        "Search the installed apps for malware and clear it away",
        "Could you have the apps checked and the harmful ones removed?",
    ),
)
def scan_remove(draw: Draw) -> Plan:
    """One app is harmful."""
    name = str(draw.row("apps", system=False)[1]["name"])
    assume(draw, unsafe_app=name)
    calls = (Call("scan_apps"), Call("manage_app", {"action": "uninstall", "appName": name}))
    say = f"The scan found {name} harmful, so I uninstalled it."
    return Plan({}, turns(*calls), say, criteria=(reports(name),), overrides=started(draw))


@scenario(
    "security.scan.clean",
    Behaviour.BOUNDARY,
    Domain.SECURITY,
    (
        "Scan my apps for malware",
        "Is there anything harmful among my apps?",
        "Run a virus scan and tell me what you find",
        "Check all installed apps for safety",
        "I clicked on something odd, have the apps been infected? Scan them",
        "Do an app security check",
        "Look for dangerous apps on this phone and report to me",
        "Are all my apps harmless? Test them",
        "Please examine the apps for viruses",
        "malware scan pls",
        "Can you check whether one of my apps is malicious?",
        "Let the phone search itself for harmful apps and say what comes out",
    ),
)
def scan_clean(draw: Draw) -> Plan:
    """The scan finds nothing: say so, remove nothing."""
    assume(draw, unsafe_app="")
    wanted = SayCriterion(say=SayKind.REPORT, mentions=(CLEAN,))
    say = "The scan found no harmful apps."
    tempting = ("manage_app",)
    return Plan({}, turns(Call("scan_apps")), say, criteria=(wanted,), overrides=started(draw), distractors=tempting)
