"""Scenarios of screen readers, magnification and navigation: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.full.screen_look import unless


@scenario(
    "input.talkback.on",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "Turn on TalkBack",
        "My grandmother cannot see the screen; have the phone say whatever she touches",
        "I'm blind, start the screen reader",
        "Speak out loud everything that is touched",
        "Enable the full screen reader please",
        "Screen reader on, the one that reads all I touch",
        "talkback on",
        "Let the phone read out every item under my finger",
        "I lost my glasses, so tell me aloud what I'm touching, all the time",
        "Can you start TalkBack?",
        "A friend without sight will use this phone: make it speak each thing she touches",
        "Voice guidance for everything I tap, please activate",
    ),
    joinable=True,
)
def talkback_on(draw: Draw) -> Plan:
    """It is off at first; what it ends and changes belongs to it."""
    unless(draw, "talkback", True)
    call = Call("manage_talkback", {"action": "enable"})
    return Plan({}, turns(call), "TalkBack is on.", distractors=("manage_select_to_speak",))


@scenario(
    "input.select_to_speak.on",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "Enable Select to Speak",
        "I want only the paragraphs I pick read out to me",
        "Let me choose a text on the screen and hear just that",
        "Read aloud only what I select",
        "Select to Speak on please",
        "No full screen reader, just read what I mark",
        "Long articles tire me: when I select something, speak it, nothing else",
        "select 2 speak on",
        "Can the phone speak a passage when I select it, and stay quiet otherwise?",
        "Turn on reading of selected items only",
        "Make it possible to have chosen bits of the screen spoken",
        "I'd like the selected text to be spoken to me, not every touch",
    ),
    joinable=True,
)
def select_on(draw: Draw) -> Plan:
    """Neither reader is on at first."""
    unless(draw, "select_to_speak", True)
    unless(draw, "talkback", True)
    call = Call("manage_select_to_speak", {"action": "enable"})
    return Plan({}, turns(call), "Select to Speak is on.", distractors=("manage_talkback",))


@scenario(
    "input.magnification.window",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "Turn on magnification in a window",
        "I'd like a magnifying glass that I move over the page, not the whole screen blown up",
        "Magnify just a part of the screen",
        "Give me a movable lens on the display",
        "Magnification: window",
        "A loupe for small print please, only where I put it",
        "Zoom a window of the screen, leave the rest as it is",
        "Set the magnifier to a window",
        "magnifier window pls",
        "Can I get a magnifying window on the screen?",
        "Use the windowed magnifier",
        "Enlarge only the area inside a little frame I can drag",
    ),
    joinable=True,
)
def magnify(draw: Draw) -> Plan:
    """A window, not the whole screen."""
    unless(draw, "magnification", "window")
    call = Call("set_magnification", {"mode": "window"})
    say = "A magnifying window is on."
    return Plan({}, turns(call), say, distractors=("set_display_size", "set_font_size"))


@scenario(
    "input.navigation.buttons",
    Behaviour.GROUNDING,
    Domain.INPUT,
    (
        "Switch to three-button navigation",
        "I want the back, home and recents buttons again",
        "These swipes confuse me, give me buttons at the bottom",
        "Navigation by three buttons please",
        "Bring back the navigation bar with its buttons",
        "No more gestures for getting around, buttons instead",
        "I never find my way home by swiping; put real buttons there",
        "3 button navigation",
        "Use the three buttons for moving through the phone",
        "Can I have the old buttons for back and home?",
        "Change from swiping to buttons for navigation",
        "Dad can't handle swipe gestures. Set up the three buttons for him",
    ),
    joinable=True,
)
def buttons(draw: Draw) -> Plan:
    """Navigation is by gestures at first."""
    unless(draw, "navigation", "three_buttons")
    call = Call("set_navigation_mode", {"mode": "three_buttons"})
    return Plan({}, turns(call), "You navigate by three buttons.")
