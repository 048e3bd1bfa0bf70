"""Display & Sound: how the screen looks - text, refresh rate, colours, wallpaper, theme, lock screen, status bar."""

from __future__ import annotations

from typing import Literal, get_args

from planloop.contract.capability import Domain
from planloop.contract.feedback import ErrorType
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch, word
from planloop.phone.errors import ToolError, bad, conflict, denied, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

THEMES = ("Classic", "Graphite", "Meadow", "Lagoon", "Sunset", "Paper")
WALLPAPERS = ("Dunes", "Northern Lights", "Tiles", "Forest Path", "Skyline", "Plain Blue", "Waves")
BAR = ("battery_percent", "network_speed", "clock_seconds", "notification_icons")
Style = Literal[
    "font_size", "display_size", "refresh_rate", "colour_mode", "colour_correction", "colour_inversion",
    "wallpaper_home", "wallpaper_lock", "theme", "lock_screen_notifications",
]  # fmt: skip
OPEN_LOCKS = ("none", "swipe")
"""Screen locks that anybody opens."""


@populate(order=60)
def screen(builder: WorldBuilder) -> None:
    """Every setting of the screen that its first app does not have, in step with location, screen lock and saving."""
    rng = builder.rng
    known = {name: row["value"] for name, row in builder.tables["settings"].items()}
    builder.setting("font_size", rng.choice(("small", "default", "large")))
    builder.setting("display_size", "default")
    builder.setting("night_light", rng.random() < 0.3)
    builder.setting("night_light_strength", rng.randrange(2, 9) * 10)
    schedule = rng.choice(("", "sunset", "22:00-06:00"))
    builder.setting("night_light_schedule", "" if schedule == "sunset" and not known["location"] else schedule)
    builder.setting("adaptive_brightness", rng.random() < 0.5)
    saving = known["power_mode"] != "normal"
    builder.setting("refresh_rate", "60" if saving else rng.choice(("60", "120", "auto")))
    builder.setting("colour_mode", rng.choice(("natural", "vivid")))
    builder.setting("colour_correction", "off")
    builder.setting("colours_inverted", False)
    builder.setting("wallpaper_home", rng.choice(WALLPAPERS))
    builder.setting("wallpaper_lock", rng.choice(WALLPAPERS))
    builder.setting("theme", rng.choice(THEMES))
    builder.setting("always_on_display", rng.random() < 0.4 and not saving)
    shown = rng.choice(("all", "hide_content", "none"))
    secret = known["screen_lock"] not in OPEN_LOCKS
    builder.setting("lock_notifications", "all" if shown == "hide_content" and not secret else shown)
    builder.setting("status_bar", sorted(rng.sample(BAR, 2)))


@tool(Domain.DISPLAY)
def query_screen_style(phone: Phone, settingItem: Style | None = None) -> Outcome:
    """Read text and display size, refresh rate, colours, wallpapers, theme, lock screen; query_display has the rest.

    `acting_refresh_rate` comes beside the chosen rate where power saving holds it back.
    """
    settings = {"colour_inversion": "colours_inverted", "lock_screen_notifications": "lock_notifications"}
    names: tuple[str, ...] = get_args(Style) if settingItem is None else (settingItem,)
    data: Row = {name: phone.setting(settings.get(name, name)) for name in names}
    if "colour_inversion" in data:
        data["colour_inversion"] = word(data["colour_inversion"])
    message = f"{len(data)} settings of the screen" if settingItem is None else f"{settingItem}: {data[settingItem]}"
    if "refresh_rate" in data and phone.setting("power_mode") != "normal":
        data["acting_refresh_rate"] = "60"
    return Outcome(message, data)


def _chosen(phone: Phone, setting: str, value: str, label: str) -> Outcome:
    """Set one of several values; asking for the present one is not an error."""
    old = phone.change(setting, value)
    message = f"{label} was already {value}" if old == value else f"{label} {value}"
    return Outcome(message, {"old_value": old, "new_value": value})


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_font_size(phone: Phone, size: Literal["small", "default", "large", "largest"]) -> Outcome:
    """How large text alone is; icons and buttons keep their size."""
    return _chosen(phone, "font_size", size, "text size")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_display_size(phone: Phone, size: Literal["small", "default", "large"]) -> Outcome:
    """How large everything on the screen is: icons, buttons, pictures."""
    return _chosen(phone, "display_size", size, "display size")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_adaptive_brightness(phone: Phone, action: Switch) -> Outcome:
    """Let the phone set its brightness by the light around it."""
    return switch(phone, "adaptive_brightness", action, "adaptive brightness")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_refresh_rate(phone: Phone, rate: Literal["60", "90", "120", "auto"]) -> Outcome:
    """How many pictures a second the screen shows (Hz); no more than 60 while power saving is on."""
    if rate in ("90", "120") and phone.setting("power_mode") != "normal":
        raise conflict(f"{phone.setting('power_mode')} keeps the screen at 60 Hz; end it with manage_battery first")
    return _chosen(phone, "refresh_rate", rate, "refresh rate")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def configure_colours(
    phone: Phone, settingItem: Literal["mode", "correction", "inversion"], settingValue: str
) -> Outcome:
    """Screen colours: mode (natural, vivid), correction (off, red_green, blue_yellow, greyscale), inversion (on, off).

    Case, spaces and hyphens of the value do not matter. Raises 400 for another value.
    """
    legal = {
        "mode": ("natural", "vivid"), "correction": ("off", "red_green", "blue_yellow", "greyscale"),
        "inversion": ("on", "off"),
    }[settingItem]  # fmt: skip
    value = settingValue.strip().lower().replace(" ", "_").replace("-", "_")
    value = "greyscale" if value == "grayscale" else value
    if value not in legal:
        raise bad(f"settingValue: unsupported {settingItem} {settingValue!r}")
    if settingItem != "inversion":
        return _chosen(phone, f"colour_{settingItem}", value, f"colour {settingItem}")
    old = word(phone.change("colours_inverted", value == "on"))
    message = f"colour inversion was already {value}" if old == value else f"colour inversion {value}"
    return Outcome(message, {"old_value": old, "new_value": value})


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_wallpaper(phone: Phone, name: str, where: Literal["home", "lock", "both"] = "both") -> Outcome:
    """Put a built-in wallpaper or one of the owner's photos behind home screen, lock screen or both.

    A photo needs the storage permission (403 without it). Raises 404 for an unknown name, 409 for one of several.
    """
    chosen = _picture(phone, name)
    places = ("home", "lock") if where == "both" else (where,)
    for place in places:
        phone.change(f"wallpaper_{place}", chosen)
    return Outcome(f"wallpaper {chosen}" + ("" if where == "both" else f" on the {where} screen"), {"name": chosen})


def _picture(phone: Phone, name: str) -> str:
    """The wallpaper, or else the visible photo, that is meant."""
    rows: list[tuple[str, Row]] = [(wallpaper, {"name": wallpaper}) for wallpaper in WALLPAPERS]
    if phone.granted("storage"):
        rows += phone.state.find("files", type="image", hidden=False)
    try:
        key = resolve(rows, name, "wallpaper or photo")
    except ToolError as error:
        if error.error_type is ErrorType.NOT_FOUND and not phone.granted("storage"):
            raise denied("permission storage is not granted") from None
        raise
    return str(dict(rows)[key]["name"])


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_theme(phone: Phone, theme: str) -> Outcome:
    """Choose the theme of icons and colours.

    Raises 422, naming those there are, for another one.
    """
    known = {t.lower(): t for t in THEMES}
    chosen = known.get(theme.strip().lower())
    if chosen is None:
        raise unsupported(f"there is no theme {theme}; there are {', '.join(THEMES)}")
    return _chosen(phone, "theme", chosen, "theme")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_always_on_display(phone: Phone, action: Switch) -> Outcome:
    """Show time and notifications while the screen is off; not while power saving is on.

    `enabled` tells the setting, `acting` whether it shows.
    """
    saver = phone.setting("power_mode")
    if action == "enable" and saver != "normal":
        raise conflict(f"{saver} is on; end it with manage_battery first")
    out = switch(phone, "always_on_display", action, "always-on display")
    if action != "query":
        return out
    on = bool(phone.setting("always_on_display"))
    held = f", held back by {saver}" if on and saver != "normal" else ""
    return Outcome(out.message + held, {"enabled": on, "acting": on and not held})


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_lock_screen_notifications(phone: Phone, show: Literal["all", "hide_content", "none"]) -> Outcome:
    """What the lock screen shows of notifications: all, that there are some but not what they say, or none.

    Raises 409 for showing any in lockdown, and for hiding their content behind a lock that anybody opens.
    """
    if show != "none" and phone.setting("lockdown"):
        raise conflict("lockdown is on; end it first")
    lock = phone.setting("screen_lock")
    if show == "hide_content" and lock in OPEN_LOCKS:
        raise conflict(f"screen lock is {lock}; only a PIN, pattern or password hides content")
    return _chosen(phone, "lock_notifications", show, "lock screen notifications")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_status_bar_display(
    phone: Phone,
    action: Literal["query", "show", "hide"],
    item: Literal["battery_percent", "network_speed", "clock_seconds", "notification_icons"] | None = None,
) -> Outcome:
    """What the status bar shows: battery percentage, network speed, seconds, notification icons."""
    shown = list(phone.setting("status_bar"))
    if action == "query":
        if item is not None:
            return Outcome(f"{item} is {'shown' if item in shown else 'hidden'}", {"items": list(shown)})
        return Outcome(f"the status bar shows {len(shown)} extras", {"items": list(shown)})
    if item is None:
        raise bad("missing argument item")
    done = "shown" if action == "show" else "hidden"
    if (item in shown) == (action == "show"):
        return Outcome(f"{item} was already {done}", {"items": list(shown)})
    fresh = sorted([*shown, item]) if action == "show" else [s for s in shown if s != item]
    phone.change("status_bar", fresh)
    return Outcome(f"{item} {done}", {"items": list(fresh)})
