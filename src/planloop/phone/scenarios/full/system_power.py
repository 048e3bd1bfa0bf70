"""System Settings of the full phone: heat, speed, charging, what drains the battery, working memory."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started

MODES = {"high": "high performance", "balanced": "balanced", "light": "light"}


@scenario(
    "system.fan.auto",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "The phone gets hot while I play. Have its fan look after that by itself from now on",
        "Put the cooling fan on automatic",
        "Let the fan decide on its own when to run",
        "Cooling fan: auto please",
        "I don't want to think about the fan, it should start whenever the phone is warm",
        "Can the fan switch itself on when it gets warm in here?",
        "set the phones fan to auto",
        "My phone heats up now and then; make the fan kick in by itself when it does",
        "The fan should neither run all the time nor never, just when heat calls for it",
        "Automatic mode for the cooling fan",
        "Have the cooling work automatically",
        "Could you leave the fan to the phone's own judgement?",
    ),
    joinable=True,
)
def fan_auto(draw: Draw) -> Plan:
    """The fan is off and may run."""
    assume(draw, power_mode="normal", fan_mode="off", battery_level=draw.rng.randrange(35, 95))
    call = Call("control_cooling_fan", {"action": "auto"})
    return Plan({}, turns(call), "The cooling fan is on automatic.", overrides=started(draw))


@scenario(
    "system.performance.set",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Set the phone to {mode} mode",
        "Performance mode: {mode}",
        "Run the processor in {mode} mode",
        "I'd like the {mode} performance setting",
        "Can you change the performance mode to {mode}?",
        "For what I have planned the {mode} mode fits best, put the phone into it",
        "processor speed -> {mode}",
        "Please let the whole phone work in {mode} mode",
        "Move the performance of this phone to {mode}",
        "The speed setting should say {mode}",
        "Switch over to {mode} performance mode",
        "Out of the three performance modes take {mode}",
    ),
    joinable=True,
)
def performance_set(draw: Draw) -> Plan:
    """A cool phone with enough battery, so that every mode is allowed."""
    assume(draw, power_mode="normal", fan_temperature=30, battery_level=draw.rng.randrange(45, 95))
    mode = draw.pick([m for m in MODES if m != draw.phone.setting("performance_level")])
    call = Call("manage_performance_mode", {"action": "set", "mode": mode})
    say = f"The phone runs in {MODES[mode]} mode."
    return Plan({"mode": MODES[mode]}, turns(call), say, overrides=started(draw))


@scenario(
    "system.performance.hot",
    Behaviour.DEPENDENCY,
    Domain.SYSTEM,
    (
        "Full speed please, and put the fan on high first so that it doesn't overheat",
        "I need high performance. If it's too hot for that, run the cooling fan at high speed",
        "Fan on at high speed, then the phone to high performance",
        "Make the phone as fast as it goes; the fan may blow at its highest speed for that",
        "Cool it down with the fan at high speed and then give me the fastest performance mode",
        "The game stutters. Fan to the maximum, and after that the processor to the maximum too",
        "High performance mode, with the fan turned on at high",
        "turn on the fan (speed high) so we can go to high performance",
        "It is warm already, so start the fan on the high setting before you choose high performance",
        "Get high performance going, I don't mind the noise of the fan on high",
        "Can I have the top performance mode? Let the fan run on high so the heat allows it",
        "Everything to the max: first the fan, then the performance",
    ),
)
def performance_hot(draw: Draw) -> Plan:
    """Too warm for high performance until the fan runs."""
    assume(draw, power_mode="normal", fan_mode="off", performance_level="balanced")
    assume(draw, fan_temperature=draw.rng.randrange(40, 45), battery_level=draw.rng.randrange(45, 95))
    cool = Call("control_cooling_fan", {"action": "enable", "speed": "high"})
    fast = Call("manage_performance_mode", {"action": "set", "mode": "high"})
    say = "The fan runs at high speed and the phone is in high performance mode."
    return Plan({}, turns(cool, fast), say, overrides=started(draw))


@scenario(
    "system.charging.limit",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Stop charging at {limit} percent",
        "Charge limit {limit}%",
        "To spare the battery, never fill it beyond {limit} percent",
        "Please cap charging at {limit}%",
        "The battery shall only be charged up to {limit} percent",
        "Set the charging limit to {limit}",
        "I read that {limit} percent is a healthy maximum. Have charging end there",
        "Battery protection at {limit}% please",
        "Can the phone quit charging once it has {limit} percent?",
        "When plugged in, go up to {limit} percent and no further",
        "charging limit -> {limit} pct",
        "Make {limit}% the point where charging stops",
    ),
    joinable=True,
)
def charging_limit(draw: Draw) -> Plan:
    """Another limit than the present one."""
    limit = draw.pick([v for v in (80, 85, 90, 95) if v != draw.phone.setting("charging_limit")])
    call = Call("manage_charging", {"action": "set_limit", "limitPercent": limit})
    return Plan({"limit": str(limit)}, turns(call), f"Charging stops at {limit}% from now on.")


@scenario(
    "system.charging.share",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "My earbuds are empty. Let the phone give them some of its power",
        "Turn on power sharing",
        "I want to charge my headphones from the phone",
        "Let this phone charge another device",
        "Can the phone act as a power bank for my watch? Switch that on",
        "Wireless power sharing on please",
        "Sharing battery with other gadgets should be on",
        "A friend's phone is dying and mine is full, let it pass on charge",
        "Activate reverse charging",
        "Get power sharing going, my buds are on the back of the phone",
        "power sharig on pls",
        "Could you allow the battery to feed something else?",
    ),
    joinable=True,
)
def charging_share(draw: Draw) -> Plan:
    """Enough battery, no power saving."""
    assume(draw, power_mode="normal", charging_power_sharing=False, battery_level=draw.rng.randrange(45, 95))
    call = Call("manage_charging", {"action": "enable", "feature": "power_sharing"})
    return Plan({}, turns(call), "Power sharing is on.", overrides=started(draw))


@scenario(
    "system.battery_use.restrict",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Restrict {app} in the background to save battery",
        "{app} keeps working when I'm not using it, restrict its background use",
        "Battery use of {app} in the background: restricted",
        "Don't let {app} drain the battery behind my back",
        "I hardly open {app} but it eats battery. Put it on restricted",
        "Background activity of {app} should be restricted",
        "Please limit what {app} takes from the battery while it's not on screen",
        "Could you curb the background battery usage of {app}?",
        "set {app} to restricted battery usage",
        "Only let {app} use power while I look at it",
        "{app} is a battery hog in the background; clamp down on it",
        "Take away the background battery from {app}",
    ),
    joinable=True,
)
def battery_restrict(draw: Draw) -> Plan:
    """An app of the owner that is not restricted."""
    names = {str(r["name"]) for _, r in draw.rows("apps", system=False)}
    rows = [r for _, r in draw.rows("battery_uses") if r["app"] in names and r["background"] != "restricted"]
    app = str(draw.pick(rows)["app"])
    call = Call("manage_battery_usage", {"action": "set_background", "appName": app, "background": "restricted"})
    return Plan({"app": app}, turns(call), f"{app} is restricted in the background.")


@scenario(
    "system.battery_use.worst",
    Behaviour.DEPENDENCY,
    Domain.SYSTEM,
    (
        "Which app drained my battery most? Restrict that one in the background",
        "Find the app that uses the most battery and restrict it in the background",
        "Look what eats my battery and limit the worst offender's background use to restricted",
        "Put the biggest battery user on restricted",
        "The top app in the battery statistics should be restricted in the background",
        "My battery is gone so fast. Check what used most of it and clamp down on its background activity",
        "Whatever app has the highest battery share since the last charge, restrict its background",
        "See which app is the hungriest for power, then set its background to restricted",
        "restrict background of the nr 1 battery consumer",
        "Could you work out which app takes the most battery and curb it in the background?",
        "The worst battery hog on this phone gets restricted, please look it up",
        "I want the app with the largest battery usage reined in when it's not on screen",
    ),
)
def battery_worst(draw: Draw) -> Plan:
    """The first of the list is an app of the owner."""
    rows = sorted((r for _, r in draw.rows("battery_uses")), key=lambda r: -float(str(r["percent"])))
    app = str(rows[0]["app"])
    if rows[0]["background"] == "restricted" or rows[0]["percent"] == rows[1]["percent"]:
        raise draw.skip("restricted already, or two are equal")
    if not draw.rows("apps", name=app, system=False):
        raise draw.skip("a built-in app is first")
    look = Call("manage_battery_usage", {"action": "query"})
    act = Call("manage_battery_usage", {"action": "set_background", "appName": app, "background": "restricted"})
    return Plan({}, turns(look, act), f"{app} used most of the battery; it is restricted in the background now.")


@scenario(
    "system.battery_use.same",
    Behaviour.REFERENCE,
    Domain.SYSTEM,
    (
        "{app} gets the same treatment",
        "Now do that with {app} too",
        "Same for {app}",
        "And {app} likewise",
        "Repeat this for {app}",
        "{app} deserves it just as much",
        "Next in line: {app}, same setting",
        "Handle {app} exactly like that as well",
        "ok and {app} also",
        "What you did there, I'd like for {app} as well",
        "Good. Can {app} have that too?",
        "The one after that is {app}, set it up identically",
    ),
)
def battery_same(draw: Draw) -> Plan:
    """One app was set, another shall follow."""
    mode = draw.pick(("restricted", "unrestricted"))
    names = {str(r["name"]) for _, r in draw.rows("apps", system=False)}
    apps = [str(r["app"]) for _, r in draw.rows("battery_uses") if r["app"] in names and r["background"] != mode]
    if len(apps) < 2:
        raise draw.skip("fewer than two apps to set")
    first, second = draw.rng.sample(apps, 2)
    request = draw.pick(("Make {} {} in the background", "Background battery of {}: {}", "Let {} be {} in the back"))
    call = Call("manage_battery_usage", {"action": "set_background", "appName": first, "background": mode})
    history = past(draw, request.format(first, mode), (call,), f"{first} is {mode} in the background.")
    act = Call("manage_battery_usage", {"action": "set_background", "appName": second, "background": mode})
    say = f"{second} is {mode} in the background as well."
    return Plan({"app": second}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "system.battery_use.built_in",
    Behaviour.BOUNDARY,
    Domain.SYSTEM,
    (
        "Restrict the background battery use of {app}",
        "{app} shall be restricted in the background",
        "Don't allow {app} any battery in the background",
        "Put {app} on restricted so it saves battery when I don't look at it",
        "Battery settings: {app} restricted please",
        "Please curb what {app} uses in the background",
        "I want {app} limited to restricted background usage",
        "Stop {app} from using battery behind the scenes",
        "{app} -> background restricted",
        "Could you set the background use of {app} to restricted?",
        "Clamp down on {app}, it may use no power in the background",
        "The background allowance of {app} has to be restricted, it drains my battery",
    ),
)
def battery_built_in(draw: Draw) -> Plan:
    """Built-in apps stay as they are."""
    app = str(draw.row("apps", system=True)[1]["name"])
    call = Call("manage_battery_usage", {"action": "set_background", "appName": app, "background": "restricted"})
    say = f"I can't restrict {app}: it is a built-in app and stays optimized."
    wanted = tries("manage_battery_usage", arguments={"action": "set_background"}, appName=app)
    return Plan({"app": app}, turns(call), say, Checker.BEHAVIOUR, (tried(wanted), refuses(app)))


@scenario(
    "system.ram.clean",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Clean the memory but leave {app} running",
        "The phone is sluggish. Free up RAM, only keep {app} open",
        "Close everything that fills the memory except {app}",
        "RAM cleanup, spare {app}",
        "Free working memory without touching {app}",
        "Everything that's open may be closed to free memory, just not {app}",
        "Please clear the RAM; {app} has to stay",
        "I'm in the middle of something in {app}, so clean the memory around it",
        "clean ram, keep {app}",
        "Could you free some memory and not close {app} while doing so?",
        "Sweep the working memory, with {app} as the one exception",
        "Memory is full. Shut what's open other than {app}",
    ),
    joinable=True,
)
def ram_clean(draw: Draw) -> Plan:
    """Some apps are open, one of which is to stay."""
    opened = draw.rows("apps", open=True)
    if len(opened) < 2:
        raise draw.skip("fewer than two open apps")
    app = str(draw.pick(opened)[1]["name"])
    call = Call("manage_ram", {"action": "clean", "keepApps": [app]})
    return Plan({"app": app}, turns(call), f"The memory is cleaned; {app} stayed open.", distractors=("close_app",))


@scenario(
    "system.ram.extension",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Extend the working memory by {size} GB of storage",
        "Set the RAM extension to {size} GB",
        "Lend {size} gigabytes of storage to the memory",
        "Memory extension: {size} GB",
        "I want {size} GB of virtual RAM",
        "Apps keep reloading, so give the RAM an extension of {size} GB",
        "Please make the memory extension {size} gigabytes",
        "Can the RAM be extended with {size} GB?",
        "ram extension {size}gb pls",
        "Use {size} GB from storage as additional RAM",
        "The extra memory taken from storage should be {size} GB",
        "Change the size of the RAM extension, {size} GB is what I need",
    ),
    joinable=True,
)
def ram_extension(draw: Draw) -> Plan:
    """A size that the phone and its storage allow."""
    old, free = int(draw.phone.setting("ram_extension_gb")), int(draw.phone.setting("free_mb"))
    size = draw.pick([s for s in (2, 4, 8) if s != old and (s - old) * 1024 <= free and s <= _memory(draw)])
    call = Call("manage_ram", {"action": "set_extension", "extensionGb": size})
    return Plan({"size": str(size)}, turns(call), f"The memory extension is {size} GB, after a restart.")


def _memory(draw: Draw) -> int:
    return int(draw.phone.setting("memory_gb"))


@scenario(
    "system.charging.before",
    Behaviour.REFERENCE,
    Domain.SYSTEM,
    (
        "Go back to the limit I had before",
        "Set it to the earlier value again",
        "The previous limit was better, put it back",
        "Return that to what it was",
        "I want the number from before this change",
        "Could you restore the limit of earlier?",
        "Hm, then the phone is empty by noon. The old limit again please",
        "Same limit as before, thanks",
        "old limit pls",
        "It should charge up to where it did before",
        "What was it at first? Set that again",
        "Bring the former value back",
    ),
)
def charging_before(draw: Draw) -> Plan:
    """The old limit stands in the result of the last exchange."""
    old = int(draw.phone.setting("charging_limit"))
    limit = draw.pick([v for v in (80, 85, 90, 95) if v != old])
    request = draw.pick(("Charge only to {}%", "Limit charging to {} percent", "Stop at {}% when charging"))
    call = Call("manage_charging", {"action": "set_limit", "limitPercent": limit})
    history = past(draw, request.format(limit), (call,), f"Charging stops at {limit}%.")
    act = Call("manage_charging", {"action": "set_limit", "limitPercent": old})
    return Plan({}, turns(act), f"Charging stops at {old}% again.", overrides=started(draw), history=history)
