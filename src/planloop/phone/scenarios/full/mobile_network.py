"""Mobile data, roaming, network mode, saved networks, VPN and private DNS."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, refuses, reports, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, given, started

HOSTS = (
    "dns.quietnet.example", "resolver.nordlicht.example", "dns.family.example", "one.cleanweb.example",
    "dns.harbor.example", "ns.blueriver.example", "shield.oakdns.example", "dns.studio.example", "dot.pinecone.example",
    "private.lagoon.example", "dns.campus.example", "safe.kidsdns.example", "dns.fjord.example", "tls.amber.example",
    "dns.granite.example", "guard.meadow.example",
)  # fmt: skip
GENERATIONS = {"4g": ("4G", "LTE"), "3g": ("3G", "3G only")}


@scenario(
    "network.data_saver.app",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "{app} shouldn't use mobile data in the background",
        "Stop {app} from eating my data while I'm not in it",
        "No background data for {app}",
        "Restrict {app}: no mobile data when it isn't open",
        "Keep {app} off the mobile network while it's in the background",
        "{app} drains my data plan behind my back, put an end to that",
        "Save data on {app}, just on that one app",
        "Cut {app}'s background traffic over mobile data",
        "Only let {app} use mobile data when I have it on screen",
        "background data of {app}: off",
        "Can you turn the data saver on for {app} alone?",
        "I want {app} barred from background data",
    ),
    joinable=True,
)
def saver_app(draw: Draw) -> Plan:
    """One app, not the switch for all."""
    name = str(draw.row("data_use", background=True)[1]["name"])
    call = Call("manage_data_saver", {"action": "enable", "appName": name})
    return Plan({"app": name}, turns(call), f"{name} uses no data in the background now.")


@scenario(
    "network.data_usage.app",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "How much mobile data has {app} used this month?",
        "Data use of {app}?",
        "Tell me how many megabytes {app} took from my plan",
        "Is {app} heavy on data? How much was it so far?",
        "Look up the mobile data that {app} consumed",
        "I'd like to see {app}'s share of my data, in MB",
        "What did {app} cost me in megabytes this month?",
        "Give me the traffic of {app} since the month began",
        "megabytes used by {app}",
        "Check {app}: how much of my data went there?",
        "Has {app} used a lot of mobile internet? Say the amount",
        "How many MB were spent on {app}",
    ),
    joinable=True,
)
def usage_app(draw: Draw) -> Plan:
    """A month's data of one app."""
    row = draw.pick([r for _, r in draw.rows("data_use") if r["usedMb"] > 0])
    call = Call("manage_data_usage", {"action": "query", "appName": row["name"]})
    say = f"{row['name']} has used {row['usedMb']} MB this month."
    return Plan({"app": str(row["name"])}, turns(call), say, Checker.TOOL_CALL, (reports(str(row["usedMb"])),))


@scenario(
    "network.data_usage.limit",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Limit my mobile data to {mb} MB a month",
        "Set the data limit to {mb} megabytes",
        "No more than {mb} MB of mobile data per month",
        "My new plan has {mb} MB, make that the limit",
        "Cap the data at {mb} MB",
        "Mobile data should end after {mb} MB",
        "Put a ceiling of {mb} megabytes on my monthly data",
        "Can you cut me off at {mb} MB of data?",
        "I don't want to go over {mb} MB, so set that as data limit",
        "data limit {mb} mb",
        "Change my monthly data cap, {mb} MB from now on",
        "Once {mb} MB are used up, mobile data must stop. Set it so",
    ),
    joinable=True,
)
def data_limit(draw: Draw) -> Plan:
    """The limit, not the warning."""
    now = draw.phone.setting("data_limit_mb")
    amount = draw.pick([v for v in range(4500, 30001, 500) if v != now])
    call = Call("manage_data_usage", {"action": "set_limit", "megabytes": amount})
    return Plan({"mb": str(amount)}, turns(call), f"Your data limit is {amount} MB.")


@scenario(
    "network.data_saver.hungriest",
    Behaviour.DEPENDENCY,
    Domain.NETWORK,
    (
        "Which app uses most mobile data? Stop its background data",
        "Find the app that eats the most data and keep it from doing so in the background",
        "The biggest data guzzler shouldn't get background data any more",
        "Look at the data use; for the app on top, no background data",
        "My plan runs out too fast. Restrict the hungriest app in the background",
        "Take background data away from the app with the highest use this month",
        "Whatever app burned the most megabytes, put data saver on it",
        "See who is first in the data ranking and cut that app's background traffic",
        "Data saver for the single app that used the most data, please",
        "no background data for my top data app",
        "Could you check which app took the most mobile data, then limit it in the background?",
        "Number one in data consumption loses its background data",
    ),
)
def hungriest(draw: Draw) -> Plan:
    """The list has the hungriest app first."""
    rows = sorted((r for _, r in draw.rows("data_use")), key=lambda r: -int(str(r["usedMb"])))
    if rows[0]["usedMb"] == rows[1]["usedMb"] or not rows[0]["background"]:
        raise draw.skip("no first")
    name = str(rows[0]["name"])
    calls = (
        Call("manage_data_usage", {"action": "query"}),
        Call("manage_data_saver", {"action": "enable", "appName": name}),
    )
    return Plan({}, turns(*calls), f"{name} used most, so its background data is stopped.", criteria=(reports(name),))


@scenario(
    "network.roaming.on",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "I just crossed the border and have no internet, allow data abroad",
        "Turn on roaming",
        "Let me use mobile data in foreign networks",
        "Data roaming on please",
        "We're on holiday in another country, make mobile internet work here",
        "Permit internet over foreign carriers",
        "Allow this phone to roam for data",
        "Switch roaming on, my plan covers it",
        "Can you enable data while I'm out of the country?",
        "roming on",
        "I need mobile internet outside my home country",
        "My carrier says roaming is free now, so activate it",
    ),
    joinable=True,
)
def roaming_on(draw: Draw) -> Plan:
    """Roaming is off at first."""
    if draw.phone.setting("roaming") or not draw.phone.setting("mobile_data"):
        raise draw.skip("on already, or no mobile data at all")
    call = Call("manage_roaming", {"action": "enable"})
    return Plan({}, turns(call), "Data roaming is on.")


@scenario(
    "network.mode.battery_conflict",
    Behaviour.BOUNDARY,
    Domain.NETWORK,
    (
        "Use 5G where there is some, and end any battery saving that blocks it",
        "Put the phone on automatic 5G; power saving may go off for it",
        "I want 5G when available. If a battery mode forbids it, switch that off",
        "Network mode 5G auto please, battery saver or not",
        "Give me 5G automatically. Leave super saving if you have to",
        "Back to 5G whenever it's there, drop the saving mode if that is in the way",
        "Speed matters now: automatic 5G, battery mode off if needed",
        "Make the phone join 5G by itself where it can, ending power saving when it objects",
        "5g auto, disable the battery saver if it complains",
        "Could you set 5G (automatic)? Battery saving can be given up",
        "Choose 5G automatic as network mode, whatever battery mode has to go for that",
        "Let me surf with 5G where it exists, at the price of the battery saving",
    ),
)
def mode_conflict(draw: Draw) -> Plan:
    """Super saving allows no 5G: it is ended, then the mode is set."""
    assume(draw, network_mode=draw.pick(("4g", "3g")))
    given(draw, "manage_battery", action="enable", mode="super_saving")
    wanted = Call("set_network_mode", {"mode": "5g_auto"})
    calls = (wanted, Call("manage_battery", {"action": "disable"}), wanted)
    say = "Super saving is off, and the phone uses 5G where it is available."
    return Plan({}, turns(*calls), say, overrides=started(draw))


@scenario(
    "network.mode.older",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Use {generation} as the mobile network",
        "Put the phone on {generation}",
        "5G is flaky here, go down to {generation}",
        "Network mode: {generation}",
        "I want to be on {generation} from now on",
        "Let the phone join {generation} networks",
        "Switch the mobile network type to {generation}",
        "Can you change from the present network generation to {generation}?",
        "{generation} please, for the mobile network",
        "set network to {generation}",
        "Stay with {generation} for cellular",
        "The mast here works best with {generation}, choose that",
    ),
    joinable=True,
)
def mode_older(draw: Draw) -> Plan:
    """An older generation than now."""
    mode = draw.pick([m for m in GENERATIONS if m != draw.phone.setting("network_mode")])
    call = Call("set_network_mode", {"mode": mode})
    word = draw.pick(GENERATIONS[mode])
    return Plan({"generation": word}, turns(call), f"The phone uses {word} now.")


@scenario(
    "network.wifi_calling.on",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Reception in the cellar is awful, let my calls go over the Wi-Fi",
        "Turn on Wi-Fi calling",
        "Make phone calls through wifi when the signal is bad",
        "Calls over WLAN, switch that on",
        "No bars at home, so route phone calls over the wireless network",
        "Enable calling via Wi-Fi",
        "I want to phone over the Wi-Fi at the hut",
        "Can calls use Wi-Fi where the mobile signal is weak? Activate it",
        "wifi calls on",
        "Please allow voice calls across Wi-Fi",
        "My calls keep dropping. The wifi should carry them from now on",
        "Start using the wifi for phone calls",
    ),
    joinable=True,
)
def wifi_calling(draw: Draw) -> Plan:
    """Off at first."""
    if draw.phone.setting("wifi_calling"):
        raise draw.skip("on already")
    return Plan({}, turns(Call("manage_wifi_calling", {"action": "enable"})), "Wi-Fi calling is on.")


@scenario(
    "network.saved.forget",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Forget the Wi-Fi {network}",
        "Remove {network} from the saved networks",
        "The phone shouldn't know {network} any more",
        "Erase the password of {network} from my wifi list",
        "I moved out, so delete {network} from the Wi-Fi memory",
        "Drop {network} from the networks this phone remembers",
        "Take {network} out of my known wifis",
        "Please unlearn {network}",
        "Can you clear {network} from the stored Wi-Fi networks?",
        "forget {network}",
        "Never connect to {network} again, remove it for good",
        "Wipe {network} off the list of remembered networks",
    ),
    joinable=True,
)
def forget_network(draw: Draw) -> Plan:
    """A saved network."""
    name = str(draw.row("networks", saved=True)[1]["name"])
    call = Call("manage_saved_networks", {"action": "forget", "networkName": name})
    return Plan({"network": name}, turns(call), f"{name} is forgotten.", distractors=("manage_wifi",))


@scenario(
    "network.saved.unknown",
    Behaviour.BOUNDARY,
    Domain.NETWORK,
    (
        "Join {network} on its own whenever it's near",
        "Let the phone connect by itself to {network}",
        "Auto-join for {network} please",
        "I want {network} to be joined automatically",
        "Make {network} one that the phone enters without asking",
        "Always hop on {network} by yourself",
        "Set {network} to connect automatically",
        "Can {network} be joined without me tapping each time?",
        "Turn on automatic joining for the wifi {network}",
        "autojoin {network}",
        "From now on no question when {network} is around, simply join",
        "{network} should link up on its own in future",
    ),
)
def unknown_network(draw: Draw) -> Plan:
    """It is not saved, and a password is needed to save it."""
    name = str(draw.row("networks", saved=False, secured=True)[1]["name"])
    call = Call("manage_saved_networks", {"action": "auto_join", "networkName": name})
    say = f"I can't do that: {name} is not saved on this phone."
    looks = (tries("manage_saved_networks"), tries("manage_wifi", arguments={"action": "connect"}))
    wanted = (tried(*looks), refuses("saved", "known", "password", "stored", "remembered"))
    return Plan({"network": name}, turns(call), say, Checker.BEHAVIOUR, wanted, distractors=("manage_wifi",))
