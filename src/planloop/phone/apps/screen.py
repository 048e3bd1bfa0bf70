"""Display & Sound: how the screen looks - text, comfort, refresh rate, wallpaper, theme, lock screen, status bar."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch, word
from planloop.phone.errors import bad, conflict, denied, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Percent, Time, tool
from planloop.phone.world import WorldBuilder, populate

THEMES = ("Classic", "Graphite", "Meadow", "Lagoon", "Sunset", "Paper")
WALLPAPERS = ("Dunes", "Northern Lights", "Tiles", "Forest Path", "Skyline", "Plain Blue", "Waves")
BAR = ("battery_percent", "network_speed", "clock_seconds", "notification_icons")


@populate(order=60)
def screen(builder: WorldBuilder) -> None:
    """Every setting of the screen that its first app does not have."""
    rng = builder.rng
    builder.setting("font_size", rng.choice(("small", "default", "large")))
    builder.setting("display_size", "default")
    builder.setting("night_light", rng.random() < 0.3)
    builder.setting("night_light_strength", rng.randrange(2, 9) * 10)
    builder.setting("night_light_schedule", rng.choice(("", "sunset", "22:00-06:00")))
    builder.setting("adaptive_brightness", rng.random() < 0.5)
    saving = builder.tables["settings"]["power_mode"]["value"] != "normal"
    builder.setting("refresh_rate", "60" if saving else rng.choice(("60", "120", "auto")))
    builder.setting("colour_mode", rng.choice(("natural", "vivid")))
    builder.setting("colour_correction", "off")
    builder.setting("colours_inverted", False)
    builder.setting("wallpaper_home", rng.choice(WALLPAPERS))
    builder.setting("wallpaper_lock", rng.choice(WALLPAPERS))
    builder.setting("theme", rng.choice(THEMES))
    builder.setting("always_on_display", rng.random() < 0.4)
    builder.setting("lock_notifications", rng.choice(("all", "hide_content", "none")))
    builder.setting("status_bar", sorted(rng.sample(BAR, 2)))
    builder.setting("split_screen", [])


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_font_size(phone: Phone, size: Literal["small", "default", "large", "largest"]) -> Outcome:
    """How large text is."""
    phone.change("font_size", size)
    return Outcome(f"text size {size}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_display_size(phone: Phone, size: Literal["small", "default", "large"]) -> Outcome:
    """How large everything on the screen is: icons, buttons, pictures."""
    phone.change("display_size", size)
    return Outcome(f"display size {size}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_eye_comfort(
    phone: Phone,
    action: Literal["query", "enable", "disable", "set_strength", "schedule"],
    strength: Percent | None = None,
    startTime: Time | None = None,
    endTime: Time | None = None,
) -> Outcome:
    """Warm, less blue light for the eyes: switch it, set its strength, or a daily schedule."""
    if action == "query":
        data = {n: phone.setting(f"night_light_{n}") for n in ("strength", "schedule")}
        on = bool(phone.setting("night_light"))
        return Outcome(f"eye comfort is {word(on)}", {"enabled": on, **data})
    if action in ("enable", "disable"):
        return switch(phone, "night_light", action, "eye comfort")
    if action == "set_strength":
        if strength is None:
            raise bad("missing argument strength")
        if not phone.setting("night_light"):
            raise conflict("eye comfort is off; enable it first")
        phone.change("night_light_strength", strength)
        return Outcome(f"eye comfort at {strength}%")
    if startTime is None or endTime is None:
        raise bad("missing argument startTime or endTime")
    if startTime == endTime:
        raise bad("startTime and endTime are the same")
    phone.change("night_light_schedule", f"{startTime}-{endTime}")
    return Outcome(f"eye comfort from {startTime} to {endTime}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_adaptive_brightness(phone: Phone, action: Switch) -> Outcome:
    """Let the phone set its brightness by the light around it."""
    return switch(phone, "adaptive_brightness", action, "adaptive brightness")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_refresh_rate(phone: Phone, rate: Literal["60", "90", "120", "auto"]) -> Outcome:
    """How many pictures a second the screen shows (Hz)."""
    if rate in ("90", "120") and phone.setting("power_mode") != "normal":
        raise conflict(f"{phone.setting('power_mode')} keeps the screen at 60 Hz; end it with manage_battery first")
    phone.change("refresh_rate", rate)
    return Outcome(f"refresh rate {rate}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def configure_colours(
    phone: Phone, settingItem: Literal["mode", "correction", "inversion"], settingValue: str
) -> Outcome:
    """Screen colours: mode (natural, vivid), correction (off, red_green, blue_yellow, greyscale), inversion."""
    legal = {
        "mode": ("natural", "vivid"), "correction": ("off", "red_green", "blue_yellow", "greyscale"),
        "inversion": ("on", "off"),
    }[settingItem]  # fmt: skip
    value = settingValue.strip().lower().replace(" ", "_").replace("-", "_")
    if value not in legal:
        raise bad(f"settingValue: unsupported {settingItem} {settingValue!r}")
    if settingItem == "inversion":
        old: str | bool = phone.change("colours_inverted", value == "on")
    else:
        old = phone.change(f"colour_{settingItem}", value)
    return Outcome(f"colour {settingItem} {value}", {"old_value": old, "new_value": value})


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_wallpaper(phone: Phone, name: str, where: Literal["home", "lock", "both"] = "both") -> Outcome:
    """Put a built-in wallpaper or one of the owner's photos behind home screen, lock screen or both."""
    built_in = {w.lower(): w for w in WALLPAPERS}
    chosen = built_in.get(name.strip().lower())
    if chosen is None:
        if not phone.granted("storage"):
            raise denied("permission storage is not granted")
        images = [(k, r) for k, r in phone.state.items("files") if r["type"] == "image" and not r["hidden"]]
        chosen = str((phone.state.get("files", resolve(images, name, "wallpaper or photo")) or {})["name"])
    for place in ("home", "lock") if where == "both" else (where,):
        phone.change(f"wallpaper_{place}", chosen)
    return Outcome(f"wallpaper {chosen}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_theme(phone: Phone, theme: str) -> Outcome:
    """Choose the theme of icons and colours."""
    known = {t.lower(): t for t in THEMES}
    chosen = known.get(theme.strip().lower())
    if chosen is None:
        raise unsupported(f"there is no theme {theme}; there are {', '.join(THEMES)}")
    phone.change("theme", chosen)
    return Outcome(f"theme {chosen}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_always_on_display(phone: Phone, action: Switch) -> Outcome:
    """Show time and notifications while the screen is off."""
    if action == "enable" and phone.setting("power_mode") == "super_saving":
        raise conflict("super_saving is on; end it with manage_battery first")
    return switch(phone, "always_on_display", action, "always-on display")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_lock_screen_notifications(phone: Phone, show: Literal["all", "hide_content", "none"]) -> Outcome:
    """What the lock screen shows of notifications."""
    if show == "all" and phone.state.get("settings", "lockdown") and phone.setting("lockdown"):
        raise conflict("lockdown is on; end it first")
    phone.change("lock_notifications", show)
    return Outcome(f"lock screen notifications: {show}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_status_bar_display(
    phone: Phone,
    action: Literal["query", "show", "hide"],
    item: Literal["battery_percent", "network_speed", "clock_seconds", "notification_icons"] | None = None,
) -> Outcome:
    """What the status bar shows: battery percentage, network speed, seconds, notification icons."""
    shown = list(phone.setting("status_bar"))
    if action == "query":
        return Outcome(f"the status bar shows {len(shown)} extras", {"items": list(shown)})
    if item is None:
        raise bad("missing argument item")
    kept = [s for s in shown if s != item]
    phone.change("status_bar", sorted([*kept, item]) if action == "show" else kept)
    return Outcome(f"{item} {'shown' if action == 'show' else 'hidden'}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def control_split_screen(
    phone: Phone, action: Literal["start", "stop"], firstApp: str | None = None, secondApp: str | None = None
) -> Outcome:
    """Show two apps side by side, or end it."""
    current = phone.setting("split_screen")
    if action == "stop":
        if not current:
            raise conflict("the screen is not split")
        phone.change("split_screen", [])
        return Outcome("one app on the screen")
    if firstApp is None or secondApp is None:
        raise bad("give firstApp and secondApp")
    apps = list(phone.state.items("apps"))
    first, second = (resolve(apps, name, "app") for name in (firstApp, secondApp))
    if first == second:
        raise bad("firstApp and secondApp are the same app")
    names = [phone.state.set("apps", key, open=True)["name"] for key in (first, second)]
    phone.change("split_screen", names)
    return Outcome(f"{names[0]} and {names[1]} side by side")
