"""Scenarios of the screen's looks: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.apps.screen import THEMES, WALLPAPERS
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns

SIZES = {"small": "small", "default": "default", "large": "large"}
RATES = {"60": "60 Hz", "90": "90 Hz", "120": "120 Hz"}
WEAK = {"red_green": "red and green", "blue_yellow": "blue and yellow"}
PLACES = {"home": "home screen", "lock": "lock screen"}
BAR = {
    "battery_percent": "the battery percentage", "network_speed": "the network speed",
    "clock_seconds": "the seconds of the clock", "notification_icons": "the notification icons",
}  # fmt: skip


def other(draw: Draw, setting: str, options: dict[str, str]) -> tuple[str, str]:
    """A value and its spoken form, other than the present one."""
    return draw.pick([o for o in options.items() if o[0] != draw.phone.setting(setting)])


def unless(draw: Draw, setting: str, value: object) -> None:
    """Skip a world in which a setting has the wanted value already."""
    if draw.phone.setting(setting) == value:
        raise draw.skip(f"{setting} is {value} already")


@scenario(
    "display.font_size.set",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Set the text size to {size}",
        "Text size: {size}",
        "Only the letters, nothing else: make them {size}",
        "I'd like the font to be {size}",
        "The writing should be {size}, icons can stay as they are",
        "Could you switch the font size to {size}?",
        "for the letters on this phone i want {size}",
        "Reading is a strain. Font size {size}, please",
        "Font size {size} and leave the buttons alone",
        "Change how big words are written to {size}",
        "My optician says: text {size}",
        "Have all text shown in size {size}",
        "letters {size} pls",
    ),
    joinable=True,
)
def font_size(draw: Draw) -> Plan:
    """Any other size of text."""
    size, spoken = other(draw, "font_size", SIZES)
    return Plan({"size": spoken}, turns(Call("set_font_size", {"size": size})), f"The text size is {size}.")


@scenario(
    "display.display_size.large",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Set the display size to large",
        "Buttons and icons are too tiny for my fingers, make everything large. The font setting is fine",
        "I want the whole interface large, not just the writing",
        "Icons, buttons, pictures: all of it large please",
        "Display size large",
        "Everything on the screen should be bigger, the large setting of the display",
        "Can you make all items on my screen large, not only letters?",
        "I keep tapping the wrong icon because they are small. Large display size",
        "Blow up icons and buttons to the large size",
        "large screen elements please, the txt size stays",
        "Use the large layout for everything that is displayed",
        "Give me the large size for icons and controls",
    ),
    joinable=True,
)
def display_size(draw: Draw) -> Plan:
    """Everything is larger, not the text alone."""
    unless(draw, "display_size", "large")
    call = Call("set_display_size", {"size": "large"})
    return Plan({}, turns(call), "The display size is large.", distractors=("set_font_size",))


@scenario(
    "display.eye_comfort.on",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Turn on eye comfort at {level} percent",
        "Eye comfort on, strength {level}",
        "I want less blue light right now: {level}% strength",
        "Make the screen warm, {level} percent",
        "The display is too blue for late reading, warm it up by {level} percent",
        "Switch the blue light filter on with strength {level}",
        "Blue light filter, {level}%, now",
        "My eyes hurt. Start the warm colours at {level} percent",
        "Could you start eye comfort and put it at {level}?",
        "Night light please, strength should be {level} percent",
        "warm screen {level} percent thx",
        "Filter out blue light, intensity {level}",
        "Let the display be gentler on my eyes: blue light filter at {level} percent",
    ),
    joinable=True,
)
def eye_comfort(draw: Draw) -> Plan:
    """It is off at first, and gets a strength."""
    unless(draw, "night_light", True)
    now = draw.phone.setting("night_light_strength")
    level = draw.pick([v for v in range(15, 100, 5) if v != now])
    call = Call("manage_eye_comfort", {"action": "enable", "strength": level})
    return Plan({"level": str(level)}, turns(call), f"Eye comfort is on at {level}%.")


@scenario(
    "display.adaptive.on",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Turn on adaptive brightness",
        "Let the phone pick its brightness by the light around it",
        "Each time I step outside I have to fiddle with the brightness. Can the phone do that itself?",
        "Automatic brightness on please",
        "Adjust how bright the screen is to the room, automatically",
        "I want brightness that follows the daylight",
        "Auto brightness, enable it",
        "The screen should get brighter in the sun and dimmer indoors by its own",
        "adaptive brightnes on",
        "Have the light sensor control the screen's brightness",
        "Stop making me set the brightness, do it automatically",
        "Could you activate self-adjusting brightness?",
    ),
    joinable=True,
)
def adaptive_on(draw: Draw) -> Plan:
    """Adaptive brightness is off at first."""
    unless(draw, "adaptive_brightness", True)
    call = Call("manage_adaptive_brightness", {"action": "enable"})
    return Plan({}, turns(call), "Adaptive brightness is on.", distractors=("set_brightness",))


@scenario(
    "display.refresh.set",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Set the refresh rate to {rate}",
        "Run the screen at {rate}",
        "Refresh rate {rate}",
        "I want {rate} on this display",
        "Switch the panel to {rate} please",
        "Could the screen refresh at {rate}?",
        "Scrolling should be drawn at {rate}",
        "Change the frame rate of the display to {rate}",
        "display -> {rate}",
        "{rate} for the screen, nothing else",
        "Let the picture update with {rate}",
        "Put the screen's hertz setting on {rate}",
        "Games run best for me with the screen at {rate}, set that",
    ),
    joinable=True,
)
def refresh_rate(draw: Draw) -> Plan:
    """Another rate, with no power saving in the way."""
    if draw.phone.setting("power_mode") != "normal":
        raise draw.skip("power saving holds it at 60")
    rate, spoken = other(draw, "refresh_rate", RATES)
    call = Call("set_refresh_rate", {"rate": rate})
    return Plan({"rate": spoken}, turns(call), f"The refresh rate is {spoken}.")


@scenario(
    "display.colours.correct",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "I mix up {pair} on charts; help me see them",
        "Correct the screen for {pair} colour blindness",
        "I can't tell {pair} apart, adjust the display for that",
        "Colour correction for {pair} please",
        "My eyes confuse {pair}. Change the colours so I can tell them apart",
        "Set up the colour blind mode for {pair}",
        "Use the colour correction that separates {pair}",
        "Make {pair} distinguishable on this screen",
        "colour correction: {pair}",
        "{pair} look the same to me, can the phone fix that?",
        "Turn on correction of {pair}",
        "On maps I never know what is what: {pair} look alike to me. Correct that",
        "I have trouble with {pair}, set the screen colors accordingly",
    ),
    joinable=True,
)
def colour_correction(draw: Draw) -> Plan:
    """The correction for two colours."""
    value, pair = other(draw, "colour_correction", WEAK)
    call = Call("configure_colours", {"settingItem": "correction", "settingValue": value})
    return Plan({"pair": pair}, turns(call), f"Colours are corrected for {pair}.")


@scenario(
    "display.wallpaper.one",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Put the {name} wallpaper on my {place}",
        "{name} as background of the {place} only",
        "I want to see {name} on the {place}, leave the other one",
        "Change the picture behind my {place} to {name}",
        "Wallpaper {name}, {place} only",
        "Give the {place} the {name} background",
        "My {place} is boring. Use {name} there",
        "Can the {place} get {name} as its wallpaper?",
        "just the {place}: {name} wallpaper",
        "Set {name} behind the {place}",
        "The {place} should show {name} from now on",
        "For the {place} take the background called {name}",
    ),
    joinable=True,
)
def wallpaper(draw: Draw) -> Plan:
    """A built-in wallpaper or a photo, on one of the two screens."""
    where = draw.pick(tuple(PLACES))
    photos = [str(r["name"]) for _, r in draw.rows("files", type="image", hidden=False)]
    if not draw.phone.granted("storage"):
        photos = []
    name = draw.pick([n for n in (*WALLPAPERS, *photos) if n != draw.phone.setting(f"wallpaper_{where}")])
    call = Call("set_wallpaper", {"name": name, "where": where})
    return Plan({"name": name, "place": PLACES[where]}, turns(call), f"{name} is on your {PLACES[where]}.")


@scenario(
    "display.theme.set",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Use the {theme} theme",
        "Theme {theme} please",
        "Dress the icons in the {theme} theme",
        "I'd like my phone in the look called {theme}",
        "Switch to the theme named {theme}",
        "Make {theme} the phone's theme",
        "Can I have the {theme} style for icons and colours?",
        "Change themes, I want {theme}",
        "{theme} is the theme I like, apply it",
        "theme: {theme}",
        "Get rid of the current theme and go with {theme}",
        "Icons and accent colours as in {theme}",
    ),
    joinable=True,
)
def theme(draw: Draw) -> Plan:
    """Another theme."""
    name = draw.pick([t for t in THEMES if t != draw.phone.setting("theme")])
    return Plan({"theme": name}, turns(Call("set_theme", {"theme": name})), f"The theme is {name}.")


@scenario(
    "display.always_on.off",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Turn off the always-on display",
        "The clock glows all night although the screen is off. Stop that",
        "I want the screen completely black when it sleeps, no clock, no icons",
        "Always on display off",
        "Disable the always-on clock",
        "When the screen is off it should really be off, without the time on it",
        "No more always-on display please",
        "aod off",
        "Can you stop the phone from showing the time while it's asleep?",
        "Put an end to the permanent clock on the sleeping screen",
        "That ambient display drains my battery, deactivate it",
        "Nothing should be visible on the sleeping phone any more, take the standing clock away",
    ),
    joinable=True,
)
def always_on_off(draw: Draw) -> Plan:
    """It is on at first."""
    unless(draw, "always_on_display", False)
    call = Call("manage_always_on_display", {"action": "disable"})
    return Plan({}, turns(call), "The always-on display is off.", distractors=("set_screen_timeout",))


@scenario(
    "display.lock_notifications.none",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Show no notifications on the lock screen",
        "Keep notifications off my lock screen entirely",
        "Nobody should even see that I got a message while the phone is locked",
        "Lock screen: no notifications at all",
        "I don't want a single alert visible before unlocking",
        "Hide every notification while the phone is locked",
        "My colleagues peek at my locked phone, so it must not display any notifications",
        "no notifs on lockscreen",
        "Take all notifications off the screen shown when locked",
        "Make the lock screen free of notifications",
        "A locked phone should show nothing of what came in",
        "Could you stop alerts from being listed on the lock screen?",
    ),
    joinable=True,
)
def lock_none(draw: Draw) -> Plan:
    """Something is shown there at first."""
    unless(draw, "lock_notifications", "none")
    call = Call("set_lock_screen_notifications", {"show": "none"})
    say = "The lock screen shows no notifications any more."
    return Plan({}, turns(call), say, distractors=("manage_do_not_disturb",))


@scenario(
    "display.status_bar.show",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Show {item} in the status bar",
        "I want to see {item} at the top of the screen",
        "Put {item} up in the status bar",
        "The bar at the top should have {item}",
        "Can the status bar display {item}?",
        "Up there next to the clock I miss {item}",
        "Add {item} to the bar at the top",
        "{item} at the top of the screen please",
        "status bar: {item} on",
        "Make {item} visible in the top bar",
        "Let me see {item} up in the corner of the screen",
        "I'd like {item} to be part of the status bar",
    ),
    joinable=True,
)
def bar_show(draw: Draw) -> Plan:
    """An item that the bar does not show."""
    item, spoken = draw.pick([b for b in BAR.items() if b[0] not in draw.phone.setting("status_bar")])
    call = Call("manage_status_bar_display", {"action": "show", "item": item})
    return Plan({"item": spoken}, turns(call), f"The status bar shows {spoken}.")


@scenario(
    "display.split.start",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Open {first} and {second} side by side",
        "Split the screen between {first} and {second}",
        "Split screen: {first} first, {second} second",
        "I want {first} next to {second} on the screen",
        "Let me use {first} and {second} at the same time, half the screen each",
        "{first} and {second} together on one screen",
        "Half {first}, half {second}",
        "Can you divide the screen, {first} in one part and {second} in the other?",
        "I need to copy things over, show {first} and {second} next to each other",
        "Put {first} and {second} in split view",
        "splitscreen {first} + {second}",
        "Both at once please, {first} and {second}, side by side",
    ),
    joinable=True,
)
def split(draw: Draw) -> Plan:
    """Two installed apps on one screen; which half is whose may be chosen where it is not said."""
    frozen = {r["name"] for _, r in draw.rows("app_settings", frozen=True)}
    names = [str(r["name"]) for _, r in draw.rows("apps") if r["name"] not in frozen]
    first, second = draw.rng.sample(names, 2)
    call = Call("control_split_screen", {"action": "start", "firstApp": first, "secondApp": second})
    return Plan({"first": first, "second": second}, turns(call), f"{first} and {second} are side by side.")
