"""Scenarios of the music player on the full phone: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.errors import ToolError
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.full.screen_look import other
from planloop.phone.scenarios.pools import MINUTES
from planloop.phone.state import Row

PRESETS = {
    "flat": "flat", "rock": "rock", "pop": "pop", "jazz": "jazz", "classical": "classical music", "vocal": "vocals",
}  # fmt: skip
SILENT = ("keyboard", "mouse", "watch")
"""Kinds of paired devices that play no sound."""


def sounding(draw: Draw, *, connected: bool) -> str:
    """A paired device that plays sound, by name."""
    rows = draw.rows("paired", connected=connected)
    return str(draw.pick([r["name"] for _, r in rows if r["kind"] not in SILENT]))


def playing(draw: Draw) -> str:
    """The song that plays; skips a world in which none does."""
    if draw.phone.setting("playback") != "playing":
        raise draw.skip("nothing is playing")
    return str(draw.phone.setting("playing"))


def in_the_air(draw: Draw) -> Row:
    """The song around the phone; skips a world with none, with one on the phone itself or with the microphone taken."""
    if draw.phone.setting("playback") == "playing":
        raise draw.skip("the phone plays itself")
    try:
        draw.phone.call("recognize_song", {})
    except ToolError as error:
        raise draw.skip("it cannot listen") from error
    return draw.row("songs", title=draw.phone.setting("ambient_song"))[1]


def queue(draw: Draw) -> list[str]:
    """What plays or is paused, and what follows."""
    if draw.phone.setting("playback") == "stopped":
        raise draw.skip("nothing is playing")
    return [str(title) for title in draw.phone.setting("queue")]


@scenario(
    "audio.queue.append",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Add {title} to the end of the queue",
        "Queue: {title} as the last one",
        "When all the songs that are lined up are over, play {title}",
        "Put {title} at the very end of what's coming up",
        "After everything in the queue I want {title}",
        "Could you line up {title} behind the other songs?",
        "{title} should come last, after the songs in the queue",
        "Stick {title} on the back of the queue",
        "que up {title} at the end please",
        "Let {title} follow when the current queue is through",
        "I'd like {title} to round off what is playing, as the final song of the queue",
        "Don't interrupt anything, only append {title} to the songs to come",
    ),
    joinable=True,
)
def append(draw: Draw) -> Plan:
    """A song that is not in the queue."""
    coming = queue(draw)
    title = str(draw.pick([r["title"] for _, r in draw.rows("songs") if r["title"] not in coming]))
    call = Call("manage_play_queue", {"action": "add", "title": title})
    say = f"{title} is at the end of the queue."
    tempting = ("manage_playlist", "play_audio")
    return Plan({"title": title}, turns(call), say, Checker.TOOL_CALL, distractors=tempting)  # a list has no order


@scenario(
    "audio.queue.right_after",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Play {title} right after this song",
        "Next up should be {title}",
        "Once this track is over I want to hear {title}",
        "Let this one finish, then {title} straight away",
        "Make {title} the next song, without stopping this one",
        "{title} next, but don't cut off what's on",
        "As soon as the current song ends, go on with {title}",
        "Can {title} come directly after this?",
        "The song following this one: {title}",
        "Slip {title} in behind the song that's on",
        "{title} next pls, let this play out",
        "I can't wait for {title}, so put it first among the songs to come",
    ),
    joinable=True,
)
def right_after(draw: Draw) -> Plan:
    """A song that neither plays nor comes next; it may be further down."""
    coming = queue(draw)
    place = coming.index(str(draw.phone.setting("playing")))
    near = coming[place : place + 2]
    title = str(draw.pick([r["title"] for _, r in draw.rows("songs") if r["title"] not in near]))
    call = Call("manage_play_queue", {"action": "play_next", "title": title})
    say = f"{title} plays next."
    tempting = ("play_audio", "control_playback")
    return Plan({"title": title}, turns(call), say, Checker.TOOL_CALL, distractors=tempting)  # a list has no order


@scenario(
    "audio.liked.this",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Give this song a heart",
        "Like the track that's playing",
        "I love what's on now, add it to my liked songs",
        "Heart this one",
        "This tune is great! Save it among the songs I like",
        "Put the current song with my liked ones",
        "Mark what I'm listening to as liked",
        "Can you press the heart for this song?",
        "like this song pls",
        "What's on right now belongs in my liked songs",
        "Remember that I like the song playing at the moment",
        "Oh, this is lovely, a heart for it",
    ),
    joinable=True,
)
def like_this(draw: Draw) -> Plan:
    """What plays is not liked yet."""
    title = playing(draw)
    if title in draw.phone.setting("liked_songs"):
        raise draw.skip("liked already")
    say = f"{title} is among your liked songs."
    return Plan({}, turns(Call("manage_liked_songs", {"action": "add"})), say, distractors=("manage_playlist",))


@scenario(
    "audio.recognize.around",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "What's the song they are playing in this cafe?",
        "Listen and tell me which song is on in the shop here",
        "There's music next door, do you recognise it?",
        "Name the tune that's coming out of these speakers in the bar",
        "Hear that? What song is it?",
        "Which song is the radio in this taxi playing? Listen for me",
        "Can you find out by ear what is playing around me?",
        "Someone's playing a nice song over there, who is it by and what's it called?",
        "Identify the music in this room",
        "whats that song in the background here",
        "I know this tune from the supermarket's loudspeakers but not its name, help me",
        "Use your ears: the title of the music in here, please",
    ),
    joinable=True,
)
def recognize(draw: Draw) -> Plan:
    """A song is in the air."""
    row = in_the_air(draw)
    wanted = (reports(str(row["title"])),)
    say = f"That is {row['title']} by {row['artist']}."
    call = Call("recognize_song")
    return Plan({}, turns(call), say, Checker.TOOL_CALL, wanted, distractors=("control_playback", "search_music"))


@scenario(
    "audio.equalizer.set",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Set the equalizer to {preset}",
        "Equalizer: {preset}",
        "Tune the sound of my music for {preset}",
        "I want the equalizer preset for {preset}",
        "Change the music sound profile to {preset}",
        "Music should be equalised for {preset}",
        "Could the equalizer be on {preset}?",
        "Pick the sound preset {preset} for my songs",
        "eq -> {preset}",
        "Let the songs sound right for {preset} with the equalizer",
        "Switch the EQ over to {preset}",
        "My headphones do best with the equalizer at {preset}, set that",
    ),
    joinable=True,
)
def equalizer(draw: Draw) -> Plan:
    """Another preset."""
    preset, spoken = other(draw, "equalizer", PRESETS)
    call = Call("set_equalizer", {"preset": preset})
    return Plan({"preset": spoken}, turns(call), f"The equalizer is set for {spoken}.")


@scenario(
    "audio.output.device",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Play the sound through {device}",
        "Send the audio to {device}",
        "Sound output: {device}",
        "I want to hear everything on {device}",
        "Let the sound come out of {device}",
        "Switch the audio from the phone to {device}",
        "Not the phone's speaker, use {device}",
        "Could the sound go over {device}?",
        "{device} is connected, so let it do the playing",
        "audio out -> {device}",
        "Route what I hear to {device}",
        "Make {device} the place where sound comes from",
    ),
    joinable=True,
)
def output(draw: Draw) -> Plan:
    """A connected device that plays sound."""
    device = sounding(draw, connected=True)
    call = Call("set_audio_output", {"output": device})
    say = f"Sound comes from {device}."
    return Plan({"device": device}, turns(call), say, distractors=("manage_bluetooth",))


@scenario(
    "audio.sleep_timer.set",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Stop the music in {minutes} minutes",
        "Sleep timer, {minutes} minutes",
        "I'm going to bed, let it play for {minutes} more minutes and then end",
        "Turn the sound off by itself after {minutes} minutes",
        "Have playback end {minutes} minutes from now",
        "In {minutes} minutes I'll be asleep, so stop playing then",
        "Keep the music going for {minutes} minutes, not longer",
        "Can you make what's playing stop after {minutes} minutes?",
        "set a sleep timer of {minutes} min",
        "Silence in {minutes} minutes please, until then let it play",
        "I'd like to doze off to this: {minutes} minutes, then quiet",
        "Play on, but only for another {minutes} minutes",
    ),
    joinable=True,
)
def sleep_timer(draw: Draw) -> Plan:
    """Something plays."""
    playing(draw)
    minutes = draw.pick(MINUTES)
    say = f"Playback stops in {minutes} minutes."
    call = Call("set_sleep_timer", {"minutes": minutes})
    tempting = ("manage_countdown", "control_playback")
    return Plan({"minutes": str(minutes)}, turns(call), say, distractors=tempting)
