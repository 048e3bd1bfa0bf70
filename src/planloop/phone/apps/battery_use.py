"""System Settings: which apps drained the battery, and what they may do in the background."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing
from planloop.phone.apps.programs import app
from planloop.phone.errors import bad, missing, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

CAP = 5
SHOWN = ("app", "percent", "screenMinutes", "backgroundMinutes", "background")


@populate(order=60)
def battery_use(builder: WorldBuilder) -> None:
    """What every app has used since the last full charge; together at most what the battery has lost."""
    rng = builder.rng
    lost = 100 - int(builder.tables["settings"]["battery_level"]["value"])
    weights = {key: rng.random() ** 2 + 0.05 for key in builder.tables["apps"]}
    total = sum(weights.values()) * 1.3  # the screen and the system take the rest
    for key, weight in weights.items():
        percent, row = round(lost * weight / total, 1), builder.tables["apps"][key]
        mode = rng.choice(("optimized", "optimized", "optimized", "unrestricted", "restricted"))
        behind = 0 if mode == "restricted" else round(percent * rng.randrange(0, 12))
        use = {"app": row["name"], "percent": percent, "screenMinutes": round(percent * rng.randrange(2, 8))}
        mode = "optimized" if row["system"] else mode
        builder.add("battery_uses", {**use, "backgroundMinutes": behind, "background": mode}, key=key)
    builder.setting("battery_full_hours", max(1, round(lost * rng.choice((0.2, 0.3, 0.45)))))


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_battery_usage(
    phone: Phone,
    action: Literal["query", "set_background"],
    appName: str | None = None,
    background: Literal["unrestricted", "optimized", "restricted"] | None = None,
) -> Outcome:
    """Which apps drained the battery since the last full charge; restrict what an app uses in the background."""
    if action == "query" and appName is None:
        return _most(phone)
    if appName is None:
        raise bad("missing argument appName")
    key, row = app(phone, appName)
    use = phone.state.get("battery_uses", key)
    if action == "query":
        if use is None:
            raise missing(f"{row['name']} has used nothing since the last full charge")
        return Outcome(f"{row['name']} used {use['percent']}%", {name: use[name] for name in SHOWN})
    if background is None:
        raise bad("missing argument background")
    if row["system"]:
        raise unsupported(f"{row['name']} is built in and stays optimized")
    if use is None:
        fresh: Row = {"app": row["name"], "percent": 0, "screenMinutes": 0, "backgroundMinutes": 0}
        phone.state.insert("battery_uses", {**fresh, "background": background}, key=key)
    else:
        phone.state.set("battery_uses", key, background=background)
    return Outcome(f"background of {row['name']}: {background}")


def _most(phone: Phone) -> Outcome:
    rows = [row for key, row in phone.state.items("battery_uses") if phone.state.get("apps", key) is not None]
    rows.sort(key=lambda row: -row["percent"])
    hours, level = phone.setting("battery_full_hours"), phone.setting("battery_level")
    left = round(level * hours / max(1, 100 - level))
    out = listing("apps", [{name: row[name] for name in SHOWN} for row in rows], CAP)
    message = f"{100 - level}% used in {hours} hours; {rows[0]['app']} most" if rows else "nothing used"
    return Outcome(message, {**(out.data or {}), "hoursSinceFull": hours, "hoursLeft": left})
