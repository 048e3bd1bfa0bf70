"""Network requests that refer to, or take back, what was said before."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.past import assume, past, started


@scenario(
    "network.data_saver.nth",
    Behaviour.REFERENCE,
    Domain.NETWORK,
    (
        "Stop background data for the {nth}",
        "The {nth} of these must not use data in the background",
        "Put the data saver on the {nth} app",
        "I hardly use the {nth}, no background data for that",
        "The {nth} one needn't load anything behind my back",
        "Bar the {nth} app from background traffic",
        "That's a lot for the {nth}! Cut its background data",
        "Keep the {nth} of them from using my data unseen",
        "restrict the {nth} in the background",
        "The {nth} surprises me. Let it use mobile data only while open",
        "Take background data from the {nth} on that list",
        "Could you limit the {nth} app in the background?",
    ),
)
def saver_nth(draw: Draw) -> Plan:
    """By the place in the list of what used most."""
    rows = sorted((r for _, r in draw.rows("data_use")), key=lambda r: -int(str(r["usedMb"])))[:3]
    if (
        len({r["usedMb"] for r in rows}) < 3
        or int(str(rows[2]["usedMb"])) < 20
        or not all(r["background"] for r in rows)
    ):
        raise draw.skip("no three in order")
    names = [str(r["name"]) for r in rows]
    request = draw.pick(("Which apps use most mobile data?", "Who eats my data?", "Show the top apps by mobile data"))
    answer = f"Most data was used by {names[0]}, {names[1]} and {names[2]}, in this order."
    history = past(draw, request, (Call("manage_data_usage", {"action": "query"}),), answer)
    index = draw.rng.randrange(3)
    call = Call("manage_data_saver", {"action": "enable", "appName": names[index]})
    slots, say = {"nth": ("first", "second", "third")[index]}, f"{names[index]} gets no background data any more."
    return Plan(slots, turns(call), say, overrides=started(draw), history=history)


@scenario(
    "network.vpn.end",
    Behaviour.REFERENCE,
    Domain.NETWORK,
    (
        "I'm finished with it, disconnect",
        "Work is over, close that tunnel again",
        "Okay, end it now",
        "Leave it again please",
        "That's all I needed it for, go offline from it",
        "You can take it down again",
        "The streaming is done, drop this VPN",
        "Now get me out of there",
        "Break that connection again, but don't delete it",
        "disconnect it again pls",
        "No longer required, shut the tunnel",
        "Would you log me out of that VPN?",
    ),
)
def vpn_end(draw: Draw) -> Plan:
    """The profile connected in the last exchange."""
    assume(draw, mobile_data=True)
    name = str(draw.row("vpn_profiles")[1]["name"])
    request = draw.pick(("Use the VPN {}", "Go through {}, my VPN", "Start the {} VPN")).format(name)
    done = Call("manage_vpn", {"action": "connect", "profileName": name})
    history = past(draw, request, (done,), f"You are connected to {name}.")
    call = Call("manage_vpn", {"action": "disconnect"})
    return Plan({}, turns(call), f"You are disconnected from {name}.", overrides=started(draw), history=history)


@scenario(
    "network.data_usage.corrected",
    Behaviour.REVISION,
    Domain.NETWORK,
    (
        "Set the data limit to {old} MB, no, {new} MB",
        "Cap my data at {old}... sorry, {new} megabytes",
        "Data limit {old} MB. Oh wait, the contract says {new} MB, take that",
        "I want at most {old} MB of mobile data, or rather {new} MB",
        "Limit data to {new} MB and not {old} as I first thought",
        "Make {old} MB my data limit, hmm, {new} MB is safer",
        "Mobile data should stop at {old} MB. Correction: {new} MB",
        "My monthly limit is {old}, I mean {new} megabytes, please set it",
        "No more than {old} MB of data - make it {new} MB",
        "data limit {old} mb, ah no {new}",
        "Put the cap for mobile data at {new} MB; forget the {old} I was going to say",
        "Can I have a data limit of {old} MB? Actually {new} MB",
    ),
)
def limit_corrected(draw: Draw) -> Plan:
    """Only the second amount counts."""
    now = draw.phone.setting("data_limit_mb")
    old, new = draw.rng.sample([v for v in range(4500, 30001, 500) if v != now], 2)
    call = Call("manage_data_usage", {"action": "set_limit", "megabytes": new})
    return Plan({"old": str(old), "new": str(new)}, turns(call), f"Your data limit is {new} MB.")


@scenario(
    "network.saved.wrong_one",
    Behaviour.REVISION,
    Domain.NETWORK,
    (
        "Forget the network {kept}, no, {network}. {kept} stays",
        "Remove {network} from the saved Wi-Fi, not {kept} as I was about to say",
        "Delete {kept} from the wifi list... hold on, I still need it. It's {network} that goes",
        "Unlearn {kept}. Sorry! I mean {network}",
        "Drop {kept} and {network} from the known networks. On second thought keep {kept}",
        "I wanted {kept} gone from the stored networks, but really it is {network}",
        "Erase the saved network {network} and leave {kept}, I mixed them up",
        "{kept} can be forgotten, oh no, {network} can",
        "Not {kept}! The wifi to forget is {network}",
        "forget {kept}, wait, {network} instead",
        "Clear {network} from the remembered Wi-Fis; I said {kept} yesterday but that was wrong",
        "Could you take {kept}, no, {network}, off the list of saved networks?",
    ),
)
def wrong_network(draw: Draw) -> Plan:
    """The network that was taken back stays."""
    names = [str(r["name"]) for _, r in draw.rows("networks", saved=True)]
    if len(names) < 2:
        raise draw.skip("fewer than two saved networks")
    kept, network = draw.rng.sample(names, 2)
    call = Call("manage_saved_networks", {"action": "forget", "networkName": network})
    say = f"{network} is forgotten, {kept} is still saved."
    return Plan({"kept": kept, "network": network}, turns(call), say)
