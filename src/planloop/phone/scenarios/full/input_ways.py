"""Scenarios of keyboards, keys, gestures and screen readers: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.apps.gestures import DEEDS, KEYS
from planloop.phone.apps.keyboard import LANGUAGES
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.full.screen_look import unless

PRESSES = {
    "power_double_press": "a double press of the power key", "power_hold": "holding the power key",
    "volume_both": "pressing both volume keys", "back_tap": "a tap on the back",
}  # fmt: skip
DOES = {
    "camera": "open the camera", "assistant": "call the assistant", "flashlight": "switch the flashlight",
    "screenshot": "take a screenshot", "wallet": "bring up the wallet", "mute": "mute the phone",
}  # fmt: skip
SHORT = (
    ("ty", "thank you"), ("gm", "good morning"), ("wfh", "working from home"), ("eta", "estimated time of arrival"),
    ("hbd", "happy birthday to you"), ("ttyl", "talk to you later"), ("gtg", "got to go"), ("lmk", "let me know"),
    ("idk", "I do not know"), ("nvm", "never mind"), ("asap", "as soon as possible"), ("np", "no problem at all"),
    ("kr", "kind regards"), ("tbd", "to be decided"), ("fyi", "for your information"), ("imo", "in my opinion"),
)  # fmt: skip
AIDS = {
    "autocorrect": "autocorrect", "predictions": "word predictions", "auto_capitals": "automatic capitals",
    "swipe_typing": "swipe typing", "key_sound": "the sound of the keys", "key_vibration": "the vibration of the keys",
}  # fmt: skip
RATES = (0.5, 0.6, 0.7, 0.75, 0.9, 1.1, 1.25, 1.3, 1.4, 1.5, 1.6, 1.75, 1.8, 2.0, 2.25, 2.5, 3.0)


@scenario(
    "input.keyboard.switch",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "I want to type with {board}",
        "Switch to the {board} keyboard",
        "Use {board} for typing",
        "Keyboard: {board}",
        "Change my keyboard to {board}",
        "Give me {board} when I write",
        "{board} should be the keyboard",
        "Can I have the keyboard called {board}?",
        "The current keys are awful, take {board}",
        "keybord {board} please",
        "From now on I'll write on {board}",
        "Make {board} my keyboard",
    ),
    joinable=True,
)
def keyboard(draw: Draw) -> Plan:
    """Another keyboard that is installed."""
    board = str(draw.pick([b for b in draw.phone.setting("keyboards") if b != draw.phone.setting("keyboard")]))
    call = Call("manage_keyboard", {"action": "switch", "keyboardName": board})
    return Plan({"board": board}, turns(call), f"The keyboard is {board}.")


@scenario(
    "input.typing_language.add",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "Add {language} to my keyboard",
        "I'd like to be able to write {language}, add it to the keyboard",
        "My keyboard needs {language} as well",
        "{language} keyboard layout, add please",
        "Besides the ones I have I also want to type {language}",
        "Put {language} among my typing languages",
        "One more language for the keyboard: {language}",
        "Can the keyboard learn {language}? Add it, don't switch",
        "I am starting a {language} course and the keyboard can't write it yet",
        "add {language} for typing",
        "Include {language} in the keyboard's languages",
        "Extend the languages of my keyboard with {language}",
    ),
    joinable=True,
)
def language_add(draw: Draw) -> Plan:
    """A language that the keyboard does not have yet."""
    name = draw.pick([n for n in LANGUAGES if n not in draw.phone.setting("typing_languages")])
    call = Call("manage_typing_language", {"action": "add", "language": name})
    return Plan({"language": name}, turns(call), f"{name} is added to the keyboard.")


@scenario(
    "input.typing.off",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "Turn off {aid} on my keyboard",
        "No more {aid} when I type",
        "I want to write without {aid}",
        "While typing, {aid} should be off",
        "Keyboard: {aid} off",
        "Stop {aid} while I write",
        "Get rid of {aid}, it bothers me when typing",
        "Disable {aid} for typing please",
        "Can the keyboard do without {aid}?",
        "typing without {aid} pls",
        "Switch {aid} off, I type better that way",
        "In the keyboard I don't need {aid}",
        "Spare me {aid} when I am writing messages",
    ),
    joinable=True,
)
def typing_off(draw: Draw) -> Plan:
    """Something that helps while typing and is on."""
    aid, spoken = draw.pick([a for a in AIDS.items() if draw.phone.setting(f"typing_{a[0]}")])
    call = Call("configure_typing", {"settingItem": aid, "enabled": False})
    say = f"{spoken[:1].upper()}{spoken[1:]}: off while typing."
    return Plan({"aid": spoken}, turns(call), say, distractors=("manage_touch_sounds", "set_vibration"))


@scenario(
    "input.dictionary.add",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        'Add "{short}" for "{full}" to my dictionary',
        'When I type "{short}" the keyboard should offer "{full}"',
        'Teach the keyboard that "{short}" means "{full}"',
        'New short form: "{short}" stands for "{full}"',
        'Let me write "{short}" in place of "{full}"',
        'I\'m lazy. "{short}" should become "{full}" when I type it',
        'Personal dictionary: "{short}", in full "{full}"',
        'Can you save "{short}" as my abbreviation of "{full}"?',
        'abbreviation "{short}" = "{full}", for typing',
        'Put "{short}" into my own words, with "{full}" as what it expands to',
        'Make the keyboard know "{short}", it is short for "{full}"',
        'Typing "{short}" shall give me "{full}"',
    ),
    joinable=True,
)
def dictionary_add(draw: Draw) -> Plan:
    """A short form that is not there yet."""
    taken = {str(r["word"]).lower() for _, r in draw.rows("own_words")}
    short, full = draw.pick([s for s in SHORT if s[0] not in taken])
    call = Call("manage_personal_dictionary", {"action": "add", "word": short, "expansion": full})
    return Plan({"short": short, "full": full}, turns(call), f"{short} stands for {full} now.")


@scenario(
    "input.clipboard.copy",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        'Copy "{text}" to the clipboard',
        'Put "{text}" on the clipboard',
        'I want to paste "{text}" somewhere in a second, copy it',
        'Have "{text}" ready for pasting',
        'Clipboard: "{text}"',
        '"{text}", copy that for me please',
        'Can you place the words "{text}" in the clipboard?',
        'Take "{text}" and copy it so I can paste it',
        'copy this: "{text}"',
        'I need "{text}" copied',
        'Load "{text}" into the clipboard',
        'Get "{text}" into my copied texts',
    ),
    joinable=True,
)
def clipboard_copy(draw: Draw) -> Plan:
    """A text that was not copied before."""
    text = draw.pick([full for _, full in SHORT])
    call = Call("manage_clipboard", {"action": "copy", "text": text})
    return Plan({"text": text}, turns(call), f"Copied: {text}.", distractors=("manage_note",))


@scenario(
    "input.live_caption.on",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "Turn on live caption",
        "Show what is said in any video as text on the screen",
        "I'm in a train without earphones, give me subtitles for whatever plays",
        "Live captions on please, I don't need a translation",
        "Caption every video and call on my phone, in its own language",
        "I hardly hear calls. Let what people say appear as text by itself",
        "Enable live caption",
        "live captoin on",
        "Subtitles under everything that has speech, no transcript kept",
        "Can spoken words in recordings, videos and calls be shown as text from now on?",
        "Switch live caption on, I'm hard of hearing",
        "Display speech in videos as running text on my phone",
    ),
    joinable=True,
)
def live_caption(draw: Draw) -> Plan:
    """It is off at first; captions that translate and are kept are another tool's."""
    unless(draw, "live_caption", True)
    call = Call("manage_live_caption", {"action": "enable"})
    return Plan({}, turns(call), "Live caption is on.", distractors=("manage_ai_caption",))


@scenario(
    "input.key.assign",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "Let {press} {deed}",
        "I want {press} to {deed}",
        "{press} should {deed}",
        "Make {press} {deed}",
        "From now on {press} is to {deed}",
        "Set {press} to {deed}",
        "Can {press} {deed}?",
        "Reassign {press}: it should {deed}",
        "What I'd like {press} to do: {deed}",
        "for {press}: {deed}",
        "Configure the phone so that {press} will {deed}",
        "Change what happens on {press}. It should {deed}",
    ),
    joinable=True,
)
def key(draw: Draw) -> Plan:
    """A key and something else than it does now."""
    press = draw.pick(KEYS)
    deed = draw.pick([d for d in DEEDS if d in DOES and d != draw.phone.setting(f"key_{press}")])
    call = Call("assign_key", {"key": press, "does": deed})
    slots = {"press": PRESSES[press], "deed": DOES[deed]}
    say = f"{PRESSES[press].capitalize()} will {DOES[deed]}."
    return Plan(slots, turns(call), say, distractors=("manage_wake_gesture",))


@scenario(
    "input.one_handed.on",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "Turn on one-handed mode",
        "My thumb can't reach the top of the screen with a bag in the other hand",
        "I only have one hand free, make the screen reachable",
        "One-handed mode on",
        "Pull the upper part of the screen down to my thumb when I need it",
        "Let me operate the phone with a single hand",
        "Enable one handed use please",
        "one handed pls, broken arm",
        "The top of the display is out of reach for me, change that",
        "I hold the baby all day. Set the phone up for use with one hand",
        "Can you activate the mode for one hand?",
        "Bring the top of the screen within reach of one thumb",
    ),
    joinable=True,
)
def one_handed(draw: Draw) -> Plan:
    """Navigation is by gestures, which it needs."""
    unless(draw, "one_handed", True)
    if draw.phone.setting("navigation") != "gestures":
        raise draw.skip("needs gestures")
    call = Call("manage_one_handed_mode", {"action": "enable"})
    return Plan({}, turns(call), "One-handed mode is on.", distractors=("set_display_size",))


@scenario(
    "input.touch.glove",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "Turn on glove mode",
        "It's freezing and the screen ignores me unless I bare my hands",
        "Make the touchscreen work with gloves",
        "I put a thick protector on and now my touches don't register",
        "The screen should react to gloved fingers",
        "Touch sensitivity for gloves please",
        "More sensitive touch, I wear mittens",
        "glove mode on",
        "Can I use the phone with my ski gloves on? Set it up",
        "Raise how sensitive the screen is to touch, there's a thick glass over it",
        "Let the display feel my fingers through gloves",
        "Winter is here: adapt the touch to gloves",
    ),
    joinable=True,
)
def glove(draw: Draw) -> Plan:
    """The sensitivity is normal at first."""
    unless(draw, "touch_sensitivity", "glove")
    call = Call("set_touch_sensitivity", {"mode": "glove"})
    return Plan({}, turns(call), "The screen works with gloves now.")


@scenario(
    "input.speech_rate.set",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "Set the speech rate of the screen reader to {rate}",
        "Screen reader speed {rate}",
        "The voice that reads the screen to me should speak at {rate} times the normal speed",
        "Let the reading voice talk at rate {rate}",
        "Change how fast the screen reader speaks to {rate}",
        "I can't follow the reading voice, {rate} would suit me",
        "Reading aloud of the screen at {rate}x",
        "Speak the screen at a rate of {rate} please",
        "Can the screen reader talk at {rate}?",
        "screenreader speach rate {rate}",
        "For the voice of TalkBack: rate {rate}",
        "Make what is read out from the screen come at {rate} of normal speed",
    ),
    joinable=True,
)
def speech_rate(draw: Draw) -> Plan:
    """Another rate."""
    rate = draw.pick([r for r in RATES if r != draw.phone.setting("talkback_rate")])
    return Plan({"rate": f"{rate:g}"}, turns(Call("set_speech_rate", {"rate": rate})), f"The rate is {rate:g}.")


@scenario(
    "input.wake.off",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "The screen lights up each time I pick the phone up. Stop that",
        "Turn off lift to wake",
        "Don't wake the display when I raise the phone",
        "Picking up my phone should not switch the screen on",
        "Lift to wake off please",
        "No more waking up by lifting",
        "It turns its screen on whenever it's lifted, I don't want this",
        "lifting the phone must not wake it",
        "Raise-to-wake, disable it",
        "When I move the phone from the table the display comes on. Switch that off",
        "Can you keep the screen dark when the phone is picked up?",
        "Deactivate waking by lifting",
    ),
    joinable=True,
)
def wake_off(draw: Draw) -> Plan:
    """Lifting wakes it at first."""
    unless(draw, "lift_to_wake", False)
    call = Call("manage_wake_gesture", {"gesture": "lift_to_wake", "action": "disable"})
    return Plan({}, turns(call), "Lifting no longer wakes the screen.", distractors=("manage_always_on_display",))
