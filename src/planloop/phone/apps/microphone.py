"""Who uses the microphone: as on Android, one at a time may listen."""

from __future__ import annotations

from planloop.phone.apps.conversation import talking
from planloop.phone.errors import conflict
from planloop.phone.phone import Phone


def need_free_microphone(phone: Phone) -> None:
    """Raises 409 with the cure where a call, a recording, the assistant, captions or a translation listen already."""
    held = _holder(phone)
    if held:
        raise conflict(held)


def _holder(phone: Phone) -> str:
    """What to do about whoever listens, or nothing."""
    read = phone.setting
    if talking(phone):
        return "a call uses the microphone; end it first"
    if read("voice_recording"):
        return "a voice recording uses the microphone; stop it first"
    if read("video_recording"):
        return "a video recording uses the microphone; stop it first"
    if read("recorder") == "recording" and read("recorder_audio") == "microphone":
        return "a screen recording uses the microphone; stop it first"
    session = phone.state.find("assistant_sessions", status="active")
    if session:
        return f"the assistant is listening; end its {session[0][1]['mode']} session first"
    if read("ai_caption_source") == "microphone":
        return "captions use the microphone; stop them first"
    talk = phone.state.get("translation_talk", "conversation")
    if talk and talk["language"]:
        return f"a conversation in {talk['language']} uses the microphone; stop it first"
    return ""
