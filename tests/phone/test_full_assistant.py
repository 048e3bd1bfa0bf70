"""AI Assistant of the full phone: one success and one refusal at least for each tool, and whole sessions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.phone.travel_kit import DAY, cell, count, last, travel_phone, value

from planloop.contract.capability import Domain
from planloop.contract.feedback import ErrorType
from planloop.contract.record import JsonObject
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.registry import REGISTRY

Setup = dict[str, Any]  # arguments of `travel_phone`
BAD, MISSING, CONFLICT = ErrorType.BAD_ARGUMENT, ErrorType.NOT_FOUND, ErrorType.CONFLICT
UNSUPPORTED, DENIED = ErrorType.UNSUPPORTED, ErrorType.PERMISSION_DENIED
MODULES = (
    "voice_assistant", "ai_captions", "avatars", "image_agent", "coach", "dialogues", "facts", "perception",
)  # fmt: skip
IMAGE, COACH, SCENE = "control_ai_image_agent", "speaking_coach_agent", "scenario_dialogue_agent"


def opened(mode: str, **fields: Any) -> dict[str, Any]:
    """Tables with one open session of the assistant."""
    row = {"mode": mode, "status": "active", "transcript": ["Hi", "Hello"], "pausedMusic": False, "started": DAY}
    return {"assistant_sessions": {"n1": {**row, **fields}}}


def drawing(status: str, **fields: Any) -> dict[str, Any]:
    """Tables with one session of the image agent."""
    row = {"instruction": "draw a red fox in snow", "source": "", "style": "oil", "status": status, "version": 0}
    return {"image_sessions": {"i1": {**row, "file": "", "steps": [], **fields}}}


def practice(*scores: int) -> dict[str, Any]:
    """Tables with one session of the coach."""
    row = {"topic": "Apology", "words": ["sorry", "mistake"], "pace": 120, "status": "open", "steps": []}
    return {"coach_sessions": {"s1": {**row, "scores": list(scores)}}}


SUCCESS: list[tuple[str, dict[str, Any], Setup, Callable[[Phone], Any], Any]] = [
    ("manage_voice_assistant", {"action": "disable"}, {}, value("voice_assistant_enabled"), False),
    ("manage_voice_assistant", {"action": "configure", "settingItem": "wake_word", "settingValue": "hello comet"}, {},
     value("voice_assistant_wake_word"), "Hello Comet"),
    ("manage_voice_assistant", {"action": "configure", "settingItem": "voice", "settingValue": "bruno"}, {},
     value("voice_assistant_voice"), "Bruno"),
    ("manage_voice_assistant", {"action": "start"}, {"playback": "playing"}, value("playback"), "paused"),
    ("manage_voice_assistant", {"action": "start", "mode": "multimodal"}, {}, last("assistant_sessions", "mode"),
     "multimodal"),
    ("close_voice_assistant_session", {}, {"tables": opened("voice", pausedMusic=True), "playback": "paused"},
     value("playback"), "playing"),
    ("close_voice_assistant_session", {"saveTranscript": True}, {"tables": opened("voice")}, last("notes", "content"),
     "Hi\nHello"),
    ("multimodal_dialogue_exit", {}, {"tables": opened("multimodal")}, cell("assistant_sessions", "n1", "status"),
     "closed"),
    ("multimodal_dialogue_exit", {"continueByVoice": True}, {"tables": opened("multimodal")},
     cell("assistant_sessions", "n1", "mode"), "voice"),
    ("multimodal_dialogue_exit", {"keepImage": True}, {"tables": opened("multimodal")}, last("files", "name"),
     "Assistant view 1.jpg"),
    ("manage_ai_caption", {"action": "start"}, {"playback": "playing"}, value("ai_caption_source"), "media"),
    ("manage_ai_caption", {"action": "configure", "textSize": "large"}, {}, value("ai_caption_size"), "large"),
    ("manage_ai_caption", {"action": "stop"}, {"ai_caption_source": "media", "ai_caption_language": "German"},
     last("caption_transcripts", "lines"), ["danke", "Gate 4"]),
    ("manage_ai_caption", {"action": "stop", "saveFile": True}, {"ai_caption_source": "media"}, last("files", "name"),
     "Captions 1.txt"),
    ("display_avatar_expression", {"expression": "wink", "seconds": 9}, {}, value("avatar_shown"), "Pip: wink"),
    ("display_avatar_expression", {"expression": "love", "avatarName": "otter"}, {}, cell("avatars", "a1", "chosen"),
     False),
    ("display_avatar_expression", {"action": "hide"}, {"avatar_shown": "Pip: smile"}, value("avatar_shown"), ""),
    ("display_avatar_expression", {"action": "save_sticker", "expression": "wink"}, {}, last("files", "name"),
     "Pip wink 1.png"),
    (IMAGE, {"action": "start", "instruction": "A red fox"}, {}, last("image_sessions", "style"), "sketch"),
    (IMAGE, {"action": "execute", "sessionId": "i1"}, {"tables": drawing("pending")},
     cell("image_sessions", "i1", "version"), 1),
    (IMAGE, {"action": "refine", "sessionId": "i1", "instruction": "A blue fox", "style": "comic"},
     {"tables": drawing("ready", version=1)}, cell("image_sessions", "i1", "style"), "comic"),
    (IMAGE, {"action": "save", "sessionId": "i1"}, {"tables": drawing("ready", version=1)}, last("files", "name"),
     "Red fox in snow.png"),
    (IMAGE, {"action": "save", "sessionId": "i1", "saveAs": "Foxy"}, {"tables": drawing("ready")}, value("free_mb"),
     4996),
    (COACH, {"action": "start", "topic": "apology"}, {}, last("coach_sessions", "pace"), 120),
    (COACH, {"action": "practice", "sessionId": "s1", "text": "Sorry for my mistake", "seconds": 2},
     {"tables": practice()}, cell("coach_sessions", "s1", "scores"), [100]),
    (COACH, {"action": "practice", "sessionId": "s1", "text": "um um um um", "seconds": 60}, {"tables": practice()},
     cell("coach_sessions", "s1", "scores"), [5]),
    (COACH, {"action": "finish", "sessionId": "s1"}, {"tables": practice(40, 70, 60)},
     last("coach_records", "score"), 70),
    (COACH, {"action": "query"}, {}, count("coach_records"), 1),
    (SCENE, {"action": "start", "scenario": "restaurant"}, {}, last("dialogue_sessions", "step"), 0),
    (SCENE, {"action": "query"}, {}, count("dialogue_records"), 0),
    ("general_qa_agent", {"question": "How tall is Mount Fuji?"}, {}, count("facts"), 3),
    ("manage_smart_perception", {"action": "disable", "source": "parcels"}, {}, value("perception_parcels"), False),
    ("manage_smart_perception", {"action": "scan", "source": "messages"}, {}, last("suggestions", "text"),
     "Answer Ben Hill: Where are you?"),
    ("manage_smart_perception", {"action": "accept", "suggestionId": "u1"}, {}, last("reminders", "title"),
     "Take an umbrella"),
    ("manage_smart_perception", {"action": "dismiss", "suggestionId": "u1"}, {}, count("reminders"), 0),
]  # fmt: skip

ERRORS: list[tuple[str, dict[str, Any], Setup, ErrorType, str]] = [
    ("manage_voice_assistant", {"action": "configure", "settingItem": "wake_word", "settingValue": "Hello Anna"}, {},
     CONFLICT, "name of a contact"),
    ("manage_voice_assistant", {"action": "configure", "settingItem": "voice", "settingValue": "Zed"}, {}, UNSUPPORTED,
     "voices: Alba"),
    ("manage_voice_assistant", {"action": "configure", "settingItem": "speed", "settingValue": "300"}, {}, BAD,
     "50-200"),
    ("manage_voice_assistant", {"action": "disable"}, {"tables": opened("voice")}, CONFLICT, "end it first"),
    ("manage_voice_assistant", {"action": "start"}, {"voice_assistant_enabled": False}, CONFLICT, "enable it first"),
    ("manage_voice_assistant", {"action": "start"}, {"denied": ("microphone",)}, DENIED, "microphone"),
    ("manage_voice_assistant", {"action": "start", "mode": "multimodal"}, {"denied": ("camera",)}, DENIED, "camera"),
    ("manage_voice_assistant", {"action": "enable"},
     {"voice_assistant_enabled": False, "power_mode": "super_saving"}, CONFLICT, "super_saving"),
    ("close_voice_assistant_session", {}, {}, CONFLICT, "no session"),
    ("close_voice_assistant_session", {}, {"tables": opened("multimodal")}, CONFLICT, "use multimodal_dialogue_exit"),
    ("close_voice_assistant_session", {"saveTranscript": True}, {"tables": opened("voice", transcript=[])}, CONFLICT,
     "nothing was said"),
    ("multimodal_dialogue_exit", {}, {"tables": opened("voice")}, CONFLICT, "use close_voice_assistant_session"),
    ("multimodal_dialogue_exit", {"keepImage": True}, {"tables": opened("multimodal"), "free_mb": 1}, CONFLICT, "full"),
    ("manage_ai_caption", {"action": "start"}, {}, CONFLICT, "nothing is playing"),
    ("manage_ai_caption", {"action": "start", "source": "microphone", "translateTo": "Klingon"}, {}, UNSUPPORTED,
     "Spanish, French"),
    ("manage_ai_caption", {"action": "start", "source": "microphone"}, {"denied": ("microphone",)}, DENIED,
     "microphone"),
    ("manage_ai_caption", {"action": "start"}, {"ai_caption_source": "microphone"}, CONFLICT, "stop them first"),
    ("manage_ai_caption", {"action": "stop"}, {}, CONFLICT, "captions are off"),
    ("manage_ai_caption", {"action": "stop", "saveFile": True},
     {"ai_caption_source": "media", "denied": ("storage",)}, DENIED, "storage"),
    ("display_avatar_expression", {"expression": "love"}, {}, UNSUPPORTED, "it has smile, wink"),
    ("display_avatar_expression", {"expression": "smile"}, {"power_mode": "super_saving"}, CONFLICT, "super_saving"),
    ("display_avatar_expression", {"expression": "smile", "avatarName": "Momo"}, {}, MISSING, "no avatar Momo"),
    ("display_avatar_expression", {}, {}, BAD, "expression"),
    (IMAGE, {"action": "start"}, {}, BAD, "instruction"),
    (IMAGE, {"action": "start", "instruction": "a fake passport"}, {}, UNSUPPORTED, "not drawn"),
    (IMAGE, {"action": "start", "instruction": "make it nicer", "fileName": "Old bridge"}, {}, UNSUPPORTED, "sharpen"),
    (IMAGE, {"action": "start", "instruction": "sharpen", "fileName": "Lease"}, {}, UNSUPPORTED, "not a picture"),
    (IMAGE, {"action": "execute", "sessionId": "zz"}, {}, MISSING, "no session zz"),
    (IMAGE, {"action": "execute", "sessionId": "i1"}, {"tables": drawing("pending"), "wifi": False}, CONFLICT,
     "internet"),
    (IMAGE, {"action": "save", "sessionId": "i1"}, {"tables": drawing("pending")}, CONFLICT, "execute it first"),
    (IMAGE, {"action": "save", "sessionId": "i1"}, {"tables": drawing("saved")}, CONFLICT, "already saved"),
    (IMAGE, {"action": "save", "sessionId": "i1", "saveAs": "Lunch.jpg"}, {"tables": drawing("ready")}, CONFLICT,
     "already a file"),
    (COACH, {"action": "start", "topic": "Skydiving"}, {}, MISSING, "no topic"),
    (COACH, {"action": "start", "topic": "Apology"}, {"playback": "playing"}, CONFLICT, "pause it first"),
    (COACH, {"action": "start", "topic": "Apology"}, {"tables": opened("voice")}, CONFLICT, "listening"),
    (COACH, {"action": "start", "topic": "Apology"}, {"tables": practice()}, CONFLICT, "finish it first"),
    (COACH, {"action": "start", "topic": "Apology"}, {"denied": ("microphone",)}, DENIED, "microphone"),
    (COACH, {"action": "practice", "sessionId": "s1", "text": "Sorry"}, {"tables": practice()}, BAD, "seconds"),
    (COACH, {"action": "finish", "sessionId": "s1"}, {"tables": practice()}, CONFLICT, "nothing was practised"),
    (SCENE, {"action": "start", "scenario": "moon landing"}, {}, MISSING, "no scenario"),
    (SCENE, {"action": "reply", "sessionId": "zz", "text": "Two"}, {}, MISSING, "no session zz"),
    ("general_qa_agent", {"question": " ?"}, {}, BAD, "empty"),
    ("general_qa_agent", {"question": "How long is the river?"}, {}, CONFLICT, "River Nile, River Thames"),
    ("manage_smart_perception", {"action": "scan", "source": "weather"}, {}, CONFLICT, "enable it first"),
    ("manage_smart_perception", {"action": "enable", "source": "weather"}, {"denied": ("location",)}, DENIED,
     "location"),
    ("manage_smart_perception", {"action": "scan"}, {"power_mode": "super_saving"}, CONFLICT, "super_saving"),
    ("manage_smart_perception", {"action": "accept", "suggestionId": "zz"}, {}, MISSING, "scan first"),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "arguments", "setup", "read", "expected"), SUCCESS)
def test_tool_does_what_it_says(
    tool: str, arguments: dict[str, Any], setup: Setup, read: Callable[[Phone], Any], expected: Any
) -> None:
    phone = travel_phone(**setup)
    assert phone.call(tool, arguments).message
    assert read(phone) == expected


@pytest.mark.parametrize(("tool", "arguments", "setup", "kind", "words"), ERRORS)
def test_tool_refuses_and_changes_nothing(
    tool: str, arguments: dict[str, Any], setup: Setup, kind: ErrorType, words: str
) -> None:
    phone = travel_phone(**setup)
    with pytest.raises(ToolError, match=words) as caught:
        phone.call(tool, arguments)
    assert caught.value.error_type is kind
    assert not phone.state.deltas()


def test_every_tool_of_these_apps_has_a_success_and_an_error_case() -> None:
    modules = {f"planloop.phone.apps.{name}" for name in MODULES}
    ours = {name for name, found in REGISTRY.tools.items() if found.run.__module__ in modules}
    assert ours == {case[0] for case in SUCCESS} == {case[0] for case in ERRORS}
    assert {REGISTRY.tools[name].spec.domain for name in ours} == {Domain.ASSISTANT.value}
    assert len(ours) == 10


def said(phone: Phone, tool: str, **arguments: Any) -> JsonObject:
    return phone.call(tool, arguments).data or {}


def test_a_picture_is_drawn_refined_and_saved_once() -> None:
    phone = travel_phone()
    session = str(
        said(phone, IMAGE, action="start", instruction="draw a lighthouse at night", style="oil")["sessionId"]
    )
    assert said(phone, IMAGE, action="execute", sessionId=session)["status"] == "ready"
    said(phone, IMAGE, action="refine", sessionId=session, instruction="draw a lighthouse in fog")
    assert said(phone, IMAGE, action="execute", sessionId=session)["version"] == 2
    assert said(phone, IMAGE, action="save", sessionId=session)["fileName"] == "Lighthouse in fog.png"
    assert len(phone.state.find("files", name="Lighthouse in fog.png", folder="Pictures", type="image")) == 1
    assert len(said(phone, IMAGE, action="query", sessionId=session)["steps"]) == 5  # type: ignore[arg-type]
    with pytest.raises(ToolError, match="already saved"):
        said(phone, IMAGE, action="execute", sessionId=session)


def test_a_photo_is_edited_without_internet_and_kept_beside_the_old_one() -> None:
    phone = travel_phone(wifi=False)
    started = said(phone, IMAGE, action="start", instruction="Make it a cartoon", fileName="bridge")
    said(phone, IMAGE, action="execute", sessionId=started["sessionId"])
    said(phone, IMAGE, action="save", sessionId=started["sessionId"])
    assert phone.state.find("files", name="Old bridge cartoon.png") and phone.state.find("files", name="Old bridge.jpg")


def test_a_scene_goes_on_only_where_the_reply_says_what_is_needed() -> None:
    phone = travel_phone()
    session = str(said(phone, SCENE, action="start", scenario="restaurant")["sessionId"])
    assert said(phone, SCENE, action="reply", sessionId=session, text="By the window")["step"] == 0
    assert said(phone, SCENE, action="reply", sessionId=session, text="For two, please")["line"] == "Soup or salad?"
    assert said(phone, SCENE, action="reply", sessionId=session, text="Soup and salad")["step"] == 1
    said(phone, SCENE, action="reply", sessionId=session, text="The soup")
    assert count("dialogue_records")(phone) == 0
    assert said(phone, SCENE, action="reply", sessionId=session, text="Thank you, bye")["score"] == 60
    assert last("dialogue_records", "turns")(phone) == 5
    with pytest.raises(ToolError, match="already completed"):
        said(phone, SCENE, action="reply", sessionId=session, text="Hello")


def test_a_scene_that_is_ended_early_leaves_no_record_and_makes_room_for_another() -> None:
    phone = travel_phone()
    session = str(said(phone, SCENE, action="start", scenario="restaurant")["sessionId"])
    with pytest.raises(ToolError, match="end it first"):
        said(phone, SCENE, action="start", scenario="interview")
    said(phone, SCENE, action="end", sessionId=session)
    said(phone, SCENE, action="start", scenario="interview")
    assert count("dialogue_records")(phone) == 0


def test_a_question_that_is_not_known_has_an_honest_empty_answer() -> None:
    phone = travel_phone()
    for question in ("What is the capital of Kenya?", "Who painted Mount Fuji?", "Tell me about dragons"):
        assert said(phone, "general_qa_agent", question=question) == {"items": [], "total": 0}
    answer = said(phone, "general_qa_agent", question="How long is the river Nile?")
    assert answer["items"] == [{"subject": "River Nile", "ask": "length", "answer": "about 6,650 km"}]


def test_a_scan_suggests_once_what_the_calendar_messages_and_parcels_hold() -> None:
    phone = travel_phone()
    items = said(phone, "manage_smart_perception", action="scan")["items"]
    assert isinstance(items, list)
    assert sorted(str(item["text"]) for item in items if isinstance(item, dict)) == [
        "Answer Ben Hill: Where are you?",
        "Be home for parcel PX22222",
        "Fetch parcel PX33333 of Tea Trader",
        "Leave for Table at Maple Kitchen",
    ]
    assert said(phone, "manage_smart_perception", action="scan")["total"] == 0


def test_captions_translate_what_the_phrase_book_has_and_keep_a_transcript() -> None:
    phone = travel_phone(playback="playing")
    lines = said(phone, "manage_ai_caption", action="start", translateTo="french")["lines"]
    assert lines == ["merci", "Gate 4"]
    assert said(phone, "manage_ai_caption", action="stop")["lines"] == lines
    assert (value("ai_caption_source")(phone), last("caption_transcripts", "language")(phone)) == ("", "French")


def test_the_assistant_holds_the_microphone_until_its_session_is_closed() -> None:
    phone = travel_phone()
    said(phone, "manage_voice_assistant", action="start", mode="multimodal")
    said(phone, "multimodal_dialogue_exit", continueByVoice=True)
    with pytest.raises(ToolError, match="listening"):
        said(phone, COACH, action="start", topic="Apology")
    said(phone, "close_voice_assistant_session")
    assert said(phone, COACH, action="start", topic="Apology")["status"] == "open"
