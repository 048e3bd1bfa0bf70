"""Scenarios of screen, sound and input in which one call needs another before it."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.full.input_ways import SHORT
from planloop.phone.scenarios.past import assume, given, started


@scenario(
    "display.wallpaper.largest_photo",
    Behaviour.DEPENDENCY,
    Domain.DISPLAY,
    (
        "Use my largest photo as the lock screen wallpaper",
        "Which of my photos is the biggest file? Put that one behind the lock screen",
        "Find the heaviest picture on the phone and make it the background of the lock screen",
        "Lock screen background: the photo with the most megabytes",
        "Look through my images, take the largest and show it when the phone is locked, as wallpaper",
        "I want the biggest image I have on my lock screen only",
        "Whatever photo takes most space, set it as wallpaper where I unlock",
        "The largest picture file should be the lock screen's wallpaper",
        "Search my photos by size; the top one becomes the lock screen background",
        "biggest photo -> lock screen wallpaper",
        "Please check which photo is largest and have the lock screen show it",
        "My lock screen needs a new background, take the photo with the biggest size",
    ),
)
def largest_photo(draw: Draw) -> Plan:
    """The search sorts by size; its first item is the wallpaper."""
    photos = [r for _, r in draw.rows("files", type="image", hidden=False)]
    if not photos or not draw.phone.granted("storage"):
        raise draw.skip("no photos to see")
    name = str(max(photos, key=lambda r: int(str(r["sizeMb"])))["name"])
    calls = (
        Call("local_file_search", {"fileType": "image"}),
        Call("set_wallpaper", {"name": name, "where": "lock"}),
    )
    return Plan({}, turns(*calls), f"{name}, your largest photo, is on the lock screen.")


@scenario(
    "display.tone.current_song",
    Behaviour.DEPENDENCY,
    Domain.DISPLAY,
    (
        "Make the song that's playing my ringtone",
        "I love this track, let calls ring with it",
        "Find out what's on right now and use it as the ringtone",
        "What I'm hearing should be my ringtone",
        "Calls should ring with the song in the player",
        "Take the current tune for my ringtone",
        "This song as ringtone please",
        "Can you see what plays and set that for incoming calls?",
        "Look at the music player; that title is going to be my ringtone",
        "ringtone = the song playing now",
        "From now on this very song should tell me that someone's calling",
        "Set whatever the player is playing as the tone of calls",
    ),
)
def current_song(draw: Draw) -> Plan:
    """The title comes from the player."""
    title = str(draw.pick([r["title"] for _, r in draw.rows("songs") if r["title"] != draw.phone.setting("tone_ring")]))
    given(draw, "play_audio", title=title)
    calls = Call("control_playback", {"action": "query"}), Call("set_tone", {"kind": "ring", "tone": title})
    return Plan({}, turns(*calls), f"{title} is your ringtone.", overrides=started(draw))


@scenario(
    "display.refresh.after_saver",
    Behaviour.DEPENDENCY,
    Domain.DISPLAY,
    (
        "End the power saver and run the screen at {rate} Hz",
        "Power saving off, then {rate} Hz for the display",
        "I have a charger now: stop saving power and go to {rate} Hz",
        "{rate} Hz please. The power saver is in the way, so end it first",
        "Turn off battery saving, and put the refresh rate at {rate}",
        "Leave power saving and refresh the screen {rate} times a second",
        "No more saving energy, I want smooth scrolling with {rate} Hz",
        "The battery is fine, drop the saver, screen to {rate} hertz",
        "Get out of power saver mode and set {rate} Hz on the screen",
        "power saver off + {rate} hz",
        "Could you disable power saving, and once that's done use {rate} Hz?",
        "I want {rate} Hz on this panel even if power saving has to end for it",
    ),
)
def after_saver(draw: Draw) -> Plan:
    """Power saving holds the screen at 60 Hz."""
    rate = draw.pick(("90", "120"))
    assume(draw, power_mode="power_saver", refresh_rate="60")
    calls = (
        Call("manage_battery", {"action": "disable"}),
        Call("set_refresh_rate", {"rate": rate}),
    )
    say = f"Power saver is off and the screen runs at {rate} Hz."
    return Plan({"rate": rate}, turns(*calls), say, overrides=started(draw))


@scenario(
    "display.sound_mode.vibrate_with",
    Behaviour.DEPENDENCY,
    Domain.DISPLAY,
    (
        "Vibrate only, with {strength} strength",
        "No ringing, just {strength} vibration for calls",
        "Set the vibration to {strength} and let calls vibrate in place of ringing",
        "I'm in a meeting: vibrate mode, {strength} buzz",
        "Calls should only buzz, and the buzz should be {strength}",
        "Switch from ringing to vibrating. Strength {strength}",
        "Make it vibrate, not ring; {strength} is the strength I want",
        "{strength} vibration instead of a ringtone",
        "Let the phone buzz ({strength}) without any ringing",
        "vibrate mode with {strength} vibration pls",
        "Can calls just shake the phone? Use {strength} vibration, it's off now",
        "Ring no more, only vibrate, strength: {strength}",
    ),
)
def vibrate_with(draw: Draw) -> Plan:
    """Vibration is off, so its strength comes first."""
    strength = draw.pick(("light", "medium", "strong"))
    assume(draw, vibration="off", sound_mode="ring")
    calls = Call("set_vibration", {"strength": strength}), Call("set_sound_mode", {"mode": "vibrate"})
    say = f"Calls only vibrate now, with {strength} strength."
    return Plan({"strength": strength}, turns(*calls), say, overrides=started(draw))


@scenario(
    "input.one_handed.with_gestures",
    Behaviour.DEPENDENCY,
    Domain.INPUT,
    (
        "Change to gesture navigation and turn on one-handed mode",
        "One-handed mode on, and switch to gestures for it",
        "I want to get around by gestures and use the phone with one hand",
        "Swap the buttons for swiping, then make the top reachable for my thumb",
        "Gestures instead of buttons, plus the mode for one hand",
        "Set up one hand use. If it needs gestures, change the navigation",
        "Use swipe navigation, after that enable one-handed mode",
        "Please do what it takes for one-handed mode, gesture navigation is fine with me",
        "gesture nav, then one handed mode",
        "Navigate by gestures from now on, and let me use the phone with a single thumb",
        "I'd like one-handed mode; the three buttons can go for that",
        "Drop the three buttons and activate the one hand mode",
    ),
)
def with_gestures(draw: Draw) -> Plan:
    """Three buttons at first; one-handed mode needs gestures."""
    assume(draw, talkback=False, navigation="three_buttons", one_handed=False)
    calls = Call("set_navigation_mode", {"mode": "gestures"}), Call("manage_one_handed_mode", {"action": "enable"})
    say = "You navigate by gestures, and one-handed mode is on."
    return Plan({}, turns(*calls), say, overrides=started(draw))


@scenario(
    "input.clipboard.clear_but",
    Behaviour.DEPENDENCY,
    Domain.INPUT,
    (
        'Someone borrows my phone; wipe what I copied, but pin "{clip}" so that it stays',
        'Pin "{clip}" and clear the rest of the clipboard',
        'Empty my copied texts, "{clip}" must survive, so pin it',
        'Clear the clipboard. "{clip}" should be pinned before',
        'All copied texts can go except "{clip}", which gets pinned',
        'Keep "{clip}" pinned in the clipboard, throw out the others',
        'I want nothing on the clipboard but "{clip}", pinned',
        'First pin "{clip}", then delete everything else I copied',
        'clipboard: pin "{clip}", clear others',
        'Can you fix "{clip}" in the clipboard with a pin and erase all the others?',
        'Tidy up what I copied: pin "{clip}" and remove what is not pinned',
        'Get rid of all my copied texts but leave "{clip}" there, pinned',
    ),
)
def clear_but(draw: Draw) -> Plan:
    """What is not pinned is cleared, so the pin comes first."""
    clip = str(draw.row("clips", pinned=False)[1]["text"])
    calls = Call("manage_clipboard", {"action": "pin", "text": clip}), Call("manage_clipboard", {"action": "clear"})
    return Plan({"clip": clip}, turns(*calls), f"{clip} is pinned; the other texts are cleared.")


@scenario(
    "input.typing_language.only",
    Behaviour.DEPENDENCY,
    Domain.INPUT,
    (
        "Remove English from the keyboard, I'll write {language} now",
        "Type in {language} from now on and take English off the keyboard",
        "Switch my typing to {language}, then remove English",
        "No English on my keyboard any more, use {language}",
        "I moved abroad: keyboard to {language}, English can be removed",
        "Change the writing language to {language} and delete English from the list",
        "English has to go from my typing languages; write {language} in its place",
        "keyboard {language} instead of English, drop English",
        "Can you set {language} for typing and get English off the keyboard?",
        "I don't need English keys. Use {language} and remove the English ones",
        "Make {language} the language I type, without English in the list",
        "Take English away from the keyboard, switching to {language} first",
    ),
)
def language_only(draw: Draw) -> Plan:
    """English is in use and can be removed only when another is."""
    held = draw.phone.setting("typing_languages")
    if draw.phone.setting("typing_language") != "English":
        raise draw.skip("English is not in use")
    name = str(draw.pick([h for h in held if h != "English"]))
    calls = (
        Call("manage_typing_language", {"action": "switch", "language": name}),
        Call("manage_typing_language", {"action": "remove", "language": "English"}),
    )
    return Plan({"language": name}, turns(*calls), f"You type {name}, and English is off the keyboard.")


@scenario(
    "input.dictionary.replace",
    Behaviour.DEPENDENCY,
    Domain.INPUT,
    (
        'Make "{short}" stand for "{full}" instead of what it means now',
        'My abbreviation "{short}" should become "{full}", drop the old meaning',
        'Change the short form "{short}" to "{full}"',
        'The dictionary has "{short}" wrong, it is "{full}"',
        'When I type "{short}" I no longer want the old words but "{full}"',
        'Replace what "{short}" expands to by "{full}"',
        'Typing "{short}" should give "{full}" from now on, not what it gives today',
        'own words: "{short}" -> "{full}", overwrite',
        'Can you update my short form "{short}"? New text: "{full}"',
        'Redefine "{short}" as "{full}" in my personal dictionary',
        'I use "{short}" for something else now, namely "{full}"',
        'The keyboard turns "{short}" into the wrong thing. Have it say "{full}"',
    ),
)
def dictionary_replace(draw: Draw) -> Plan:
    """The word is there, so it is removed first."""
    row = draw.row("own_words")[1]
    short, full = str(row["word"]), draw.pick([f for _, f in SHORT if f != row["full"]])
    calls = (
        Call("manage_personal_dictionary", {"action": "remove", "word": short}),
        Call("manage_personal_dictionary", {"action": "add", "word": short, "expansion": full}),
    )
    return Plan({"short": short, "full": full}, turns(*calls), f"{short} stands for {full} now.")
