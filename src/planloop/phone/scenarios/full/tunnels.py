"""VPN profiles and private DNS."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, asks, scenario, turns
from planloop.phone.scenarios.full.mobile_network import HOSTS
from planloop.phone.scenarios.past import assume, past, started


@scenario(
    "network.vpn.country",
    Behaviour.DEPENDENCY,
    Domain.NETWORK,
    (
        "Connect to my VPN in {country}",
        "I want to surf as if I were in {country}, use the VPN",
        "Which of my VPNs is in {country}? Connect that one",
        "VPN through {country} please",
        "Let my traffic go out in {country} over one of the VPN profiles",
        "Look for the VPN profile with {country} and start it",
        "Route me via {country} with the VPN",
        "My show only streams in {country}, so bring up the matching VPN",
        "Take the tunnel to {country}",
        "vpn {country} on",
        "Could you find the {country} VPN and connect it?",
        "I need an address from {country}. Use whichever VPN profile has it",
    ),
)
def vpn_country(draw: Draw) -> Plan:
    """The list tells which profile is in that country."""
    assume(draw, mobile_data=True)
    rows = [r for _, r in draw.rows("vpn_profiles")]
    row = draw.pick([r for r in rows if [x["country"] for x in rows].count(r["country"]) == 1])
    calls = (
        Call("manage_vpn", {"action": "query"}),
        Call("manage_vpn", {"action": "connect", "profileName": row["name"]}),
    )
    say = f"You are connected to {row['name']} in {row['country']}."
    return Plan({"country": str(row["country"])}, turns(*calls), say, overrides=started(draw))


@scenario(
    "network.vpn.other",
    Behaviour.REVISION,
    Domain.NETWORK,
    (
        "Rather use {profile}",
        "No, I need {profile} for this",
        "Switch that to {profile} please",
        "Oops, wrong tunnel: {profile}",
        "Make it {profile}, the colleagues are all there",
        "Sorry, it's {profile} I wanted",
        "Let's take {profile} instead",
        "Not that VPN. {profile}!",
        "Change over to {profile}",
        "{profile} instead pls",
        "Hmm, that one is slow, go through {profile}",
        "Could it be {profile} after all?",
    ),
)
def vpn_other(draw: Draw) -> Plan:
    """Another profile than the one connected in the last exchange."""
    assume(draw, mobile_data=True)
    first, second = (str(r["name"]) for r in draw.rng.sample([r for _, r in draw.rows("vpn_profiles")], 2))
    request = draw.pick(("Connect the VPN {}", "Turn on VPN {}", "VPN {} please")).format(first)
    done = Call("manage_vpn", {"action": "connect", "profileName": first})
    history = past(draw, request, (done,), f"You are connected to {first}.")
    call = Call("manage_vpn", {"action": "connect", "profileName": second})
    say = f"You are connected to {second} now."
    return Plan({"profile": second}, turns(call), say, overrides=started(draw), history=history)


@scenario(
    "network.dns.provider",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Use {host} as private DNS",
        "Set the private DNS to {host}",
        "My DNS provider is {host}, enter it",
        "Encrypted name look-ups should go to {host}",
        "Change private DNS over to the provider {host}",
        "The IT people want {host} as our private DNS",
        "Please put {host} in the private DNS setting",
        "Resolve names privately via {host}",
        "Can you make {host} the DNS host of this phone?",
        "private dns = {host}",
        "Switch to {host} for DNS",
        "I'd like all domain look-ups to use {host}",
    ),
    joinable=True,
)
def dns_provider(draw: Draw) -> Plan:
    """The host is given."""
    host = draw.pick(HOSTS)
    call = Call("set_private_dns", {"mode": "provider", "hostname": host})
    return Plan({"host": host}, turns(call), f"Private DNS is {host} now.")


@scenario(
    "network.dns.which_host",
    Behaviour.BOUNDARY,
    Domain.NETWORK,
    (
        "Use my own DNS provider",
        "Set private DNS to a provider",
        "Private DNS: custom host please",
        "I'd like another private DNS server, neither off nor automatic",
        "Enter a DNS provider for me",
        "Switch private DNS over to a particular server",
        "Make the phone use the DNS service my company has",
        "Can you change private DNS to a hostname?",
        "The private DNS should be my friend's server",
        "dns provider instead of automatic",
        "I want to use a special DNS host",
        "Put in that DNS server I like",
    ),
)
def which_host(draw: Draw) -> Plan:
    """The host is not said."""
    say = "Which host name should I use for private DNS?"
    wanted = (asks("host", "hostname", "host name", "provider", "server", "address"),)
    return Plan({}, (), say, Checker.BEHAVIOUR, wanted, distractors=("set_private_dns",))
