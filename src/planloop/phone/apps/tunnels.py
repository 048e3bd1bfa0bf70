"""Network & Connectivity: virtual private networks and private DNS."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.reach import need_internet
from planloop.phone.errors import bad, conflict
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

PROFILES = ("Office Gateway", "Home Router", "Harbor Shield", "Campus Tunnel", "Nordwind", "Quiet Lane", "Clinic Net")
COUNTRIES = ("Sweden", "Japan", "Canada", "Brazil", "Germany", "Singapore", "Kenya")


@populate()
def tunnels(builder: WorldBuilder) -> None:
    """Two or three VPN profiles, at most one of them connected."""
    rng = builder.rng
    for name in rng.sample(PROFILES, rng.randrange(2, 4)):
        builder.add("vpn_profiles", {"name": name, "country": rng.choice(COUNTRIES), "alwaysOn": False})
    builder.setting("vpn", "")
    builder.setting("private_dns", rng.choice(("automatic", "off", "dns.example.org")))


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def manage_vpn(
    phone: Phone,
    action: Literal["query", "connect", "disconnect", "always_on", "delete"],
    profileName: str | None = None,
) -> Outcome:
    """Connect or disconnect a VPN profile, keep one always on, delete one, or list them."""
    state, current = phone.state, phone.setting("vpn")
    if action == "query":
        items = [{n: r[n] for n in ("name", "country", "alwaysOn")} for _, r in state.items("vpn_profiles")]
        return Outcome(f"VPN {current or 'not connected'}", {"connected": current, "items": list(items)})
    if action == "disconnect":
        if not current:
            raise conflict("no VPN is connected")
        if any(r["alwaysOn"] for _, r in state.find("vpn_profiles", name=current)):
            raise conflict(f"{current} is always on; delete it or keep another one on")
        phone.change("vpn", "")
        return Outcome(f"disconnected from {current}")
    if profileName is None:
        raise bad("missing argument profileName")
    if action != "delete":
        need_internet(phone)
    key = resolve(state.items("vpn_profiles"), profileName, "VPN profile")
    name = (state.get("vpn_profiles", key) or {})["name"]
    if action == "delete":
        state.delete("vpn_profiles", key)
        if current == name:
            phone.change("vpn", "")
        return Outcome(f"VPN {name} deleted")
    if action == "always_on":
        for other, _ in list(state.items("vpn_profiles")):
            state.set("vpn_profiles", other, alwaysOn=other == key)
    phone.change("vpn", name)
    return Outcome(f"connected to {name}{', always on' if action == 'always_on' else ''}")


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def set_private_dns(
    phone: Phone, mode: Literal["off", "automatic", "provider"], hostname: str | None = None
) -> Outcome:
    """Set private DNS: off, automatic, or a provider's host name (dns.example.org)."""
    if mode != "provider":
        phone.change("private_dns", mode)
        return Outcome(f"private DNS {mode}")
    host = (hostname or "").strip().lower()
    if not host:
        raise bad("missing argument hostname")
    if "." not in host or " " in host or "/" in host:
        raise bad(f"hostname: {hostname!r} is no host name")
    if phone.setting("private_dns") == host:
        return Outcome(f"private DNS was already {host}")
    phone.change("private_dns", host)
    return Outcome(f"private DNS {host}")
