"""Scenarios of screen, sound and input that end at a limit: something is missing, unknown or in the way."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.contract.task import Override
from planloop.phone.scenario import Call, Draw, Plan, asks, parts, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, started
from planloop.phone.scenarios.pools import ALLOWED

NO_THEMES = (
    "Ocean", "Midnight", "Candy", "Autumn", "Neon", "Desert", "Cherry", "Arctic", "Bamboo", "Galaxy", "Copper",
    "Lavender", "Espresso", "Marble", "Tropic", "Volcano",
)  # fmt: skip
NO_BOARDS = (
    "Dvorak", "Colemak", "Bepo", "Typewriter", "Morse Pad", "Workman", "Retro Type", "Chord Keys", "Neo Layout",
    "Tiny Letters", "Left Hander", "Glow Keys", "Pinyin Pro", "Runic", "Maltron", "Hexa Type",
)  # fmt: skip


@scenario(
    "display.font_size.which",
    Behaviour.BOUNDARY,
    Domain.DISPLAY,
    (
        "Set the text size",
        "Change the size of the letters",
        "I want another font size",
        "The writing isn't the right size, set it differently",
        "Can you adjust how big text is?",
        "Font size, please",
        "Put the text at a different size",
        "letters: other size",
        "I have a certain text size in mind, set that",
        "Time to change my text size",
        "Give the letters the size I like",
        "Modify the font's size for me",
    ),
)
def which_size(draw: Draw) -> Plan:
    """The size is not said."""
    wanted = (asks("size", "small", "large", "larger", "smaller", "big", "bigger"),)
    say = "Which text size should I set: small, default, large or largest?"
    return Plan({}, (), say, Checker.BEHAVIOUR, wanted, distractors=("set_font_size",))


@scenario(
    "display.tone.which",
    Behaviour.BOUNDARY,
    Domain.DISPLAY,
    (
        "Change my ringtone",
        "I need a new ringtone",
        "Set another ringtone",
        "My ringtone is boring, put a different one",
        "Can you swap my ringtone?",
        "Other ringtone please",
        "Let's replace the ringtone",
        "ringtone change",
        "Calls should ring with a certain melody, set it",
        "Give me the ringtone I want",
        "Time for another tone when people call",
        "Please exchange the sound of incoming calls",
    ),
)
def which_tone(draw: Draw) -> Plan:
    """The tone is not said."""
    wanted = (asks("tone", "ringtone", "song", "melody", "sound"),)
    say = "Which tone or song should be your ringtone?"
    return Plan({}, (), say, Checker.BEHAVIOUR, wanted, distractors=("set_tone",))


@scenario(
    "display.theme.unknown",
    Behaviour.BOUNDARY,
    Domain.DISPLAY,
    (
        "Switch to the theme {theme}, no other",
        "I want exactly the {theme} theme on my phone",
        "Apply the theme called {theme}",
        "Look of the phone: theme {theme}",
        "A friend has the theme {theme}, set that here too",
        "Can you put on {theme}, the theme?",
        "Restyle the icons with the theme {theme}",
        "theme {theme} plz",
        "Let's have {theme} as theme",
        "My next theme is {theme}, apply it please",
        "Turn the phone's theme into {theme}",
        "Go for the {theme} theme, I like its icons",
    ),
)
def no_theme(draw: Draw) -> Plan:
    """There is no such theme: say so, choose none."""
    theme = draw.pick(NO_THEMES)
    say = f"I can't use {theme}: there is no such theme on this phone."
    looked = tried(tries("set_theme", theme=theme), tries("query_screen_style"))
    call = Call("set_theme", {"theme": theme})
    return Plan({"theme": theme}, turns(call), say, Checker.BEHAVIOUR, (looked, refuses(theme)))


@scenario(
    "display.lock_notifications.lockdown",
    Behaviour.BOUNDARY,
    Domain.DISPLAY,
    (
        "Show all notifications on the lock screen, but don't touch lockdown",
        "Let everything that comes in appear on my lock screen; lockdown stays on",
        "I want to read my messages without unlocking, in lockdown too",
        "Lock screen: all notifications. Lockdown must not end for it",
        "Without ending lockdown, display every notification on the lock screen",
        "Keep lockdown, and show me the full notifications while locked",
        "Full notifications on the locked phone please, with lockdown kept on",
        "all notifs on lockscreen, leave lockdown as is",
        "Can the lock screen list all notifications although lockdown is on?",
        "I need lockdown. Still I'd like all notifications on the lock screen",
        "Put every alert on the lock screen and leave the lockdown in place",
        "Make notifications visible before unlocking, lockdown remaining on",
    ),
)
def lockdown(draw: Draw) -> Plan:
    """Lockdown hides them and is to stay."""
    assume(draw, lockdown=True, lock_notifications="none")
    call = Call("set_lock_screen_notifications", {"show": "all"})
    say = "I can't show notifications on the lock screen while lockdown is on."
    wanted = (tried(tries("set_lock_screen_notifications")), refuses("lockdown"))
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "input.navigation.talkback",
    Behaviour.BOUNDARY,
    Domain.INPUT,
    (
        "Use gestures to get around, but TalkBack has to stay on",
        "Switch to gesture navigation and leave TalkBack running",
        "I want to navigate by swiping, with TalkBack as it is",
        "No more buttons, gestures please. Don't end TalkBack, I need it",
        "Gesture navigation while TalkBack keeps reading to me",
        "Change the three buttons for gestures without turning TalkBack off",
        "Can I swipe to go home and still have TalkBack? Set it up",
        "gestures on, talkback stays",
        "Let me move through the phone by gestures, TalkBack must go on",
        "Keep TalkBack and give me swipe navigation",
        "I can't do without TalkBack, but please make the navigation gestures",
        "Navigation: gestures. TalkBack: unchanged",
    ),
)
def gestures_with_talkback(draw: Draw) -> Plan:
    """TalkBack works with buttons only and is to stay."""
    assume(draw, talkback=True, select_to_speak=False, navigation="three_buttons", one_handed=False)
    call = Call("set_navigation_mode", {"mode": "gestures"})
    say = "I can't switch to gestures: TalkBack works with three buttons only."
    wanted = (tried(tries("set_navigation_mode", arguments={"mode": "gestures"})), refuses("buttons", "gestures"))
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "input.keyboard.unknown",
    Behaviour.BOUNDARY,
    Domain.INPUT,
    (
        "Use the {board} keyboard that I got",
        "I want {board} as my keyboard, no other",
        "Switch my typing to the keyboard {board}",
        "Keyboard {board}, please switch",
        "Let me type with the one called {board}",
        "Can you change to my {board} keyboard?",
        "Take {board} for the keys",
        "switch kb to {board}",
        "My fingers know {board}, so use that keyboard",
        "Put the keyboard {board} in place of this one",
        "I'd rather write on {board}, change the keyboard",
        "Bring up {board} whenever I type",
    ),
)
def no_board(draw: Draw) -> Plan:
    """No such keyboard is installed: say so."""
    board = draw.pick(NO_BOARDS)
    call = Call("manage_keyboard", {"action": "switch", "keyboardName": board})
    say = f"I can't switch to {board}: there is no such keyboard on this phone."
    switched = tries("manage_keyboard", arguments={"action": "switch"}, keyboardName=board)
    looked = tried(switched, tries("manage_keyboard", arguments={"action": "query"}))
    return Plan({"board": board}, turns(call), say, Checker.BEHAVIOUR, (looked, refuses(board, *parts(board))))


@scenario(
    "input.typing.no_microphone",
    Behaviour.BOUNDARY,
    Domain.INPUT,
    (
        "Let me dictate texts instead of typing them",
        "Turn on voice typing",
        "I want to speak and have the keyboard write it",
        "Voice input on the keyboard, please enable",
        "My hands hurt, I'd rather talk to the keyboard than type",
        "Switch on dictation for the keyboard",
        "Make the keyboard listen and write down what I say",
        "voice typing on",
        "Can I type by voice? Set it up",
        "Add speech input to my typing",
        "Writing by talking would be easier for me, turn that on in the keyboard",
        "Activate typing by speech",
    ),
)
def no_microphone(draw: Draw) -> Plan:
    """The microphone permission is not granted: report it."""
    assume(draw, voice_typing=False)
    denied = Override(table="permissions", id="microphone", field="granted", value=False)
    call = Call("configure_typing", {"settingItem": "voice_typing", "enabled": True})
    say = "I can't turn on voice typing: the microphone permission is not granted."
    looked = tried(tries("configure_typing", arguments={"settingItem": "voice_typing"}))
    wanted = (looked, refuses(*ALLOWED, "microphone", about=("microphone", "voice", "dictation", "typing")))
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=(*started(draw), denied))
