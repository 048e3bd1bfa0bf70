"""Scenarios of the assistant on the full phone: voice, sessions, captions, noticing, avatar, personal search."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.record import JsonObject
from planloop.phone.apps.translation import LANGUAGES
from planloop.phone.apps.voice_assistant import VOICES
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.past import assume, started

SPEEDS = (60, 70, 75, 80, 85, 90, 95, 105, 110, 115, 120, 125, 130, 140, 150, 175)


def no_session(draw: Draw) -> None:
    """Skips worlds in which the assistant is listening."""
    if draw.rows("assistant_sessions", status="active"):
        raise draw.skip("a session is open")


def session(draw: Draw, mode: str) -> list[str]:
    """A world with an open session of that mode; what was said in it."""
    rows = draw.rows("assistant_sessions", status="active", mode=mode)
    if not rows:
        raise draw.skip(f"no {mode} session is open")
    lines = rows[0][1]["transcript"]
    return [str(line) for line in lines] if isinstance(lines, list) else []


@scenario(
    "assistants.voice.change",
    Behaviour.GROUNDING,
    Domain.ASSISTANT,
    (
        "Let the assistant speak with the voice {voice}",
        "Change the assistant's voice to {voice}",
        "I want to hear {voice} when the assistant talks",
        "Give my assistant the {voice} voice",
        "Assistant voice: {voice}",
        "The voice assistant should sound like {voice}",
        "Could you switch the assistant over to the voice called {voice}?",
        "{voice} is the voice I like best, use it for the assistant",
        "I'm bored of how the assistant sounds, try {voice}",
        "Set {voice} as the speaking voice of the voice assistant",
        "Please make my assistant talk as {voice} from now on",
        "assistant -> voice {voice}",
    ),
    joinable=True,
)
def change_voice(draw: Draw) -> Plan:
    """Another voice than now."""
    voice = draw.pick([v for v in VOICES if v != draw.phone.setting("voice_assistant_voice")])
    arguments: JsonObject = {"action": "configure", "settingItem": "voice", "settingValue": voice}
    call = Call("manage_voice_assistant", arguments)
    return Plan({"voice": voice}, turns(call), f"The assistant speaks as {voice}.")


@scenario(
    "assistants.voice.speed",
    Behaviour.GROUNDING,
    Domain.ASSISTANT,
    (
        "Let the assistant talk at {speed} percent speed",
        "Assistant speaking speed {speed}%",
        "I'd like the voice assistant to speak at {speed} percent",
        "Change how fast the assistant talks to {speed} percent",
        "The assistant's pace isn't right. {speed}% please",
        "Set the talking speed of my assistant to {speed}%",
        "My voice assistant should talk at {speed} percent of normal",
        "Could the assistant speak at {speed}%, speed I mean?",
        "Put the assistant's speech rate on {speed} percent",
        "{speed} percent, that's the speed I want the assistant's voice at",
        "Adjust the assistant so that it speaks with {speed}% speed",
        "assistant speed to {speed}",
    ),
    joinable=True,
)
def change_speed(draw: Draw) -> Plan:
    """Another speed than now; the speech rate of the screen reader is a neighbour."""
    speed = str(draw.pick([s for s in SPEEDS if s != draw.phone.setting("voice_assistant_speed")]))
    arguments: JsonObject = {"action": "configure", "settingItem": "speed", "settingValue": speed}
    call = Call("manage_voice_assistant", arguments)
    return Plan({"speed": speed}, turns(call), f"The assistant speaks at {speed}%.")


@scenario(
    "assistants.voice.enable",
    Behaviour.GROUNDING,
    Domain.ASSISTANT,
    (
        "Turn on the voice assistant",
        "I want to use the voice assistant again, enable it",
        "Make the assistant listen for its wake word",
        "Voice assistant on please",
        "Switch the voice assistant on",
        "The assistant doesn't react when I call it. It's off, activate it",
        "Let me talk to the phone hands-free, get the voice assistant running",
        "Please activate voice assistance",
        "Could you enable the assistant that I can talk to?",
        "Have the voice assistant available from now on",
        "enable voice asistant",
        "Bring the voice assistant back into service",
    ),
)
def enable_voice(draw: Draw) -> Plan:
    """It is off."""
    no_session(draw)
    assume(draw, voice_assistant_enabled=False, power_mode="normal")
    call = Call("manage_voice_assistant", {"action": "enable"})
    return Plan({}, turns(call), "The voice assistant is on.", overrides=started(draw))


@scenario(
    "assistants.session.camera",
    Behaviour.GROUNDING,
    Domain.ASSISTANT,
    (
        "Start a session with the assistant that can use the camera",
        "I want to show the assistant something, open a dialogue with camera and voice",
        "Open the assistant in multimodal mode",
        "Let's talk with the camera on, assistant",
        "Begin a dialogue where you hear and see",
        "I'd like the assistant to look through the camera while we speak",
        "Multimodal assistant session please",
        "Could you open a conversation in which the assistant also sees?",
        "Have the assistant watch and listen, start that",
        "What you see is what I ask about: start the camera dialogue",
        "Voice alone won't do, start the assistant session with the camera",
        "assistant with camera, start",
    ),
)
def camera_session(draw: Draw) -> Plan:
    """It is on, and no session is open."""
    no_session(draw)
    assume(draw, voice_assistant_enabled=True)
    call = Call("manage_voice_assistant", {"action": "start", "mode": "multimodal"})
    say, tempting = "The dialogue with camera and voice is open.", ("manage_smart_perception",)
    return Plan({}, turns(call), say, overrides=started(draw), distractors=tempting)


@scenario(
    "assistants.session.close_kept",
    Behaviour.GROUNDING,
    Domain.ASSISTANT,
    (
        "End the voice session and keep what was said as a note",
        "Close our voice conversation, but save the transcript",
        "We're done talking. Store the transcript and close the session",
        "Finish the voice session with a transcript in my notes",
        "Stop listening, and write down what we said",
        "Goodbye assistant, keep a record of this talk",
        "Shut the voice session; I want to read the conversation later",
        "That was useful, save it as a note and end the voice session",
        "Can you hang up the voice session while saving the text of it?",
        "close voice session + transcript",
        "Leave voice mode and let me have the transcript",
        "Let's end here. Put our spoken dialogue into a note",
    ),
)
def close_kept(draw: Draw) -> Plan:
    """A voice session is open in which something was said."""
    if not session(draw, "voice"):
        raise draw.skip("nothing was said")
    call = Call("close_voice_assistant_session", {"saveTranscript": True})
    say, tempting = "The session is closed, the transcript is in your notes.", ("multimodal_dialogue_exit",)
    return Plan({}, turns(call), say, distractors=tempting)


@scenario(
    "assistants.session.voice_only",
    Behaviour.GROUNDING,
    Domain.ASSISTANT,
    (
        "Camera off, but let's go on talking",
        "Leave the camera dialogue and continue by voice",
        "No more looking, just listen. Keep the conversation going",
        "I don't want to be seen any longer, go on with voice only",
        "Switch our dialogue from camera to voice alone",
        "You've seen enough, assistant. We continue without the camera",
        "Get out of the multimodal mode and carry on by voice",
        "Let's continue as a plain voice conversation",
        "Could you drop the picture and go on with the sound?",
        "End the camera part, the talk goes on",
        "voice only from here please, no camera",
        "Stop the camera view in our session but don't hang up",
    ),
)
def voice_only(draw: Draw) -> Plan:
    """A dialogue with the camera is open."""
    session(draw, "multimodal")
    call = Call("multimodal_dialogue_exit", {"continueByVoice": True})
    say, tempting = "The camera is off, we go on by voice.", ("close_voice_assistant_session",)
    return Plan({}, turns(call), say, distractors=tempting)


@scenario(
    "assistants.captions.translated",
    Behaviour.GROUNDING,
    Domain.ASSISTANT,
    (
        "Caption what's playing, translated to {language}",
        "Live subtitles in {language} for the media please",
        "I'd like {language} captions for what I'm hearing from the phone",
        "Show captions of this audio in {language}",
        "Subtitles on, {language}, for what plays here",
        "Let me read along in {language} what the phone is playing",
        "Turn on live captions for media and translate them into {language}",
        "Put {language} subtitles on what's running",
        "My aunt only reads {language}. Caption the audio being played for her",
        "Could you start captioning the playback, in {language}?",
        "captions for media -> {language}",
        "Have the phone write out what's playing, and in {language}",
    ),
)
def translated_captions(draw: Draw) -> Plan:
    """Something plays, no captions run."""
    assume(draw, playback="playing", playing=str(draw.row("songs")[1]["title"]), ai_caption_source="")
    language = draw.pick(LANGUAGES)
    call = Call("manage_ai_caption", {"action": "start", "source": "media", "translateTo": language})
    say, tempting = f"Captions in {language} are on.", ("manage_translation", "text_translate")
    return Plan({"language": language}, turns(call), say, overrides=started(draw), distractors=tempting)


@scenario(
    "assistants.captions.size",
    Behaviour.GROUNDING,
    Domain.ASSISTANT,
    (
        "Make the live captions {size}",
        "I want {size} text in the captions",
        "Caption size: {size}",
        "Set the AI captions to {size} letters",
        "The captions ought to be {size}",
        "Could the live subtitles have {size} text?",
        "Change the text of the live captions to {size}",
        "Captions in {size} please",
        "From now on show subtitles with {size} writing",
        "Give me {size} caption text",
        "The letters of the live captions don't suit me, take {size} ones",
        "Adjust the look of the captions, {size} text",
    ),
    joinable=True,
)
def caption_size(draw: Draw) -> Plan:
    """Another size than now; the font of the screen is a neighbour."""
    size = draw.pick([s for s in ("small", "medium", "large") if s != draw.phone.setting("ai_caption_size")])
    call = Call("manage_ai_caption", {"action": "configure", "textSize": size})
    return Plan({"size": size}, turns(call), f"The captions are {size}.")


SOURCES = {
    "calendar": ("my calendar", "my appointments"), "messages": ("my messages", "the texts I get"),
    "weather": ("the weather", "the forecast"), "parcels": ("my parcels", "my deliveries"),
}  # fmt: skip


@scenario(
    "assistants.notice.allow",
    Behaviour.GROUNDING,
    Domain.ASSISTANT,
    (
        "You may make suggestions from {what} on your own",
        "Let the assistant notice things in {what}",
        "I allow suggestions that come from {what}",
        "Smart suggestions based on {what}: on",
        "The assistant can keep an eye on {what} for me",
        "Use {what} as well when you think of suggestions",
        "From now on pay attention to {what} by yourself",
        "Could you start noticing {what} and suggest things?",
        "Turn on smart noticing for {what}",
        "It's fine with me if you look at {what} for suggestions",
        "Include {what} in what you perceive",
        "Proactive hints from {what} please, enable them",
    ),
)
def allow_source(draw: Draw) -> Plan:
    """A source that was off."""
    source = draw.pick(tuple(SOURCES))
    assume(draw, **{f"perception_{source}": False})
    what = draw.pick(SOURCES[source])
    call = Call("manage_smart_perception", {"action": "enable", "source": source})
    say = f"I may notice {what} now."
    return Plan({"what": what}, turns(call), say, overrides=started(draw))


FACES = {
    "smile": "a smile", "sad": "a sad face", "thinking": "a thoughtful face", "laugh": "a laugh", "wink": "a wink",
    "surprised": "a surprised face", "love": "a loving face", "angry": "an angry face", "sleepy": "a sleepy face",
}  # fmt: skip


@scenario(
    "assistants.avatar.show",
    Behaviour.GROUNDING,
    Domain.ASSISTANT,
    (
        "Let the avatar {avatar} show {face} for {seconds} seconds",
        "{avatar} should make {face}, {seconds} seconds long",
        "Show {face} on {avatar} for {seconds} seconds",
        "I want to see {avatar} with {face} for {seconds} s",
        "Avatar {avatar}: {face}, {seconds} seconds",
        "Have {avatar} put on {face} and keep it for {seconds} seconds",
        "Could {avatar} give me {face} for {seconds} seconds?",
        "For {seconds} seconds, {face} from {avatar} please",
        "Make my avatar {avatar} look at me with {face} for {seconds} seconds",
        "Cheer me up: {face} by {avatar}, {seconds} seconds",
        "Bring up {avatar} with {face}. {seconds} seconds will do",
        "Display {avatar} with {face} during {seconds} seconds",
    ),
)
def show_face(draw: Draw) -> Plan:
    """An expression that this avatar has."""
    assume(draw, power_mode="normal")
    row = draw.row("avatars")[1]
    faces = row["expressions"]
    face = draw.pick([str(f) for f in faces] if isinstance(faces, list) else [])
    seconds = draw.pick([s for s in range(3, 41) if s != 5])
    arguments: JsonObject = {"action": "show", "expression": face, "avatarName": row["name"], "seconds": seconds}
    call = Call("display_avatar_expression", arguments)
    slots = {"avatar": str(row["name"]), "face": FACES[face], "seconds": str(seconds)}
    return Plan(slots, turns(call), f"{row['name']} shows {FACES[face]}.", overrides=started(draw))
