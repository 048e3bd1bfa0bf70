"""System Settings: tests of the phone's parts."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import ToolError, conflict, denied, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

TROUBLE = {
    "screen": "dead pixels near the top edge", "touch": "no reaction in the lower left corner",
    "speaker": "crackles above 70 %", "microphone": "too quiet", "camera": "lens does not focus",
    "fingerprint": "sensor answers slowly", "vibration": "motor is weak", "wifi": "antenna loses signal",
    "bluetooth": "short range",
}  # fmt: skip


@populate(order=60)
def diagnostics(builder: WorldBuilder) -> None:
    """Nine parts and the battery, of which none to two have a fault; some were tested before, when all was well."""
    rng = builder.rng
    faulty = set(rng.sample(sorted(TROUBLE), rng.choice((0, 0, 1, 2))))
    day = (builder.now.date() - timedelta(days=rng.randrange(20, 300))).isoformat()
    tested = day if rng.random() < 0.5 else ""
    for part, trouble in TROUBLE.items():
        row = {"finding": trouble if part in faulty else "ok", "result": "ok" if tested else "", "tested": tested}
        builder.add("device_parts", row, key=part)
    health = rng.randrange(68, 101)
    row = {"finding": f"health {health} %, {(100 - health) * rng.randrange(18, 26) + 20} cycles"}
    builder.add("device_parts", {**row, "result": "", "tested": ""}, key="battery")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def run_diagnostics(
    phone: Phone,
    action: Literal["query", "run"],
    part: Literal[
        "screen",
        "touch",
        "speaker",
        "microphone",
        "camera",
        "fingerprint",
        "vibration",
        "wifi",
        "bluetooth",
        "battery",
    ]
    | None = None,
) -> Outcome:
    """Test whether the phone's parts work (battery health too), all or one; or see the results of the last test."""
    if action == "query":
        return _last(phone, part)
    if part is not None:
        _ready(phone, part)
        result = _test(phone, part)
        return Outcome(f"{part}: {result}", {"part": part, "result": result})
    skipped: list[JsonValue] = []
    results: dict[str, JsonValue] = {}
    for name in [key for key, _ in phone.state.items("device_parts")]:
        try:
            _ready(phone, name)
        except ToolError as error:
            skipped.append(f"{name}: {error.message}")
        else:
            results[name] = _test(phone, name)
    troubles = [name for name, found in results.items() if found != "ok" and name != "battery"]
    message = f"{len(results)} parts tested, {len(troubles)} with a fault, {len(skipped)} left out"
    return Outcome(message, {"results": results, "skipped": skipped})


def _last(phone: Phone, part: str | None) -> Outcome:
    rows = [(k, r) for k, r in phone.state.items("device_parts") if part in (None, k) and r["tested"]]
    if not rows:
        raise missing(f"{part or 'nothing'} was never tested; run it first")
    results: dict[str, JsonValue] = {key: f"{row['result']} ({row['tested']})" for key, row in rows}
    return Outcome(f"{len(rows)} results", {"results": results})


def _ready(phone: Phone, part: str) -> None:
    """Raises 409 or 403 with the cure where a part cannot be tested now."""
    if part in ("wifi", "bluetooth") and not phone.setting(part):
        raise conflict(f"{'Wi-Fi' if part == 'wifi' else 'Bluetooth'} is off; enable it first")
    if part == "speaker" and phone.setting("playback") == "playing":
        raise conflict("music is playing; pause it first")
    if part == "microphone":
        if not phone.granted("microphone"):
            raise denied("permission microphone is not granted")
        if phone.setting("recorder") == "recording" and phone.setting("recorder_audio") == "microphone":
            raise conflict("a screen recording uses the microphone; stop it first")


def _test(phone: Phone, part: str) -> str:
    finding = str((phone.state.get("device_parts", part) or {})["finding"])
    phone.state.set("device_parts", part, result=finding, tested=phone.now.date().isoformat())
    return finding
