"""Sound of the full phone: what sounds, who listens, and how modes, calls, captions and players act on each other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.phone.full import full_phone
from tests.phone.travel_kit import travel_phone

from planloop.contract.feedback import ErrorType
from planloop.contract.task import WorldSpec
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.storey import Storey

ANNA = {"name": "Anna Hill", "phone": "555-1000", "merged": False}
CAPTION, SCENE, NOTICE = "manage_ai_caption", "scenario_dialogue_agent", "manage_smart_perception"


def did(phone: Phone, tool: str, **arguments: Any) -> Any:
    return phone.call(tool, arguments).data or {}


def refused(phone: Phone, tool: str, **arguments: Any) -> str:
    """The message of a refusal, which must have changed nothing."""
    before = phone.state.deltas()
    with pytest.raises(ToolError) as caught:
        phone.call(tool, arguments)
    assert phone.state.deltas() == before
    return f"{caught.value.error_type.value}: {caught.value.message}"


def mode(phone: Phone) -> str:
    return str(did(phone, "query_sound_settings", settingItem="sound_mode")["sound_mode"])


@pytest.mark.parametrize("quiet", ["silent", "vibrate"])
def test_turning_the_ring_volume_up_leaves_a_quiet_mode_which_can_then_be_entered_again(quiet: str) -> None:
    phone = full_phone(volume_ring=40)
    did(phone, "set_sound_mode", mode=quiet)
    assert (mode(phone), phone.setting("volume_ring")) == (quiet, 0)
    did(phone, "set_volume", stream="ring", level=70)
    assert mode(phone) == "ring"
    assert did(phone, "set_sound_mode", mode=quiet)["old_value"] == "ring"
    assert (mode(phone), phone.setting("volume_ring")) == (quiet, 0)
    assert did(phone, "set_sound_mode", mode="ring")["ringVolume"] == 70


@pytest.mark.parametrize(("vibration", "expected"), [("light", "vibrate"), ("off", "silent")])
def test_a_ring_volume_of_nothing_vibrates_where_the_phone_may(vibration: str, expected: str) -> None:
    phone = full_phone(vibration=vibration)
    did(phone, "set_volume", stream="ring", level=0)
    assert mode(phone) == expected
    did(phone, "set_sound_mode", mode="ring")
    assert phone.setting("volume_ring") > 0


def test_a_mode_that_was_left_by_volume_may_lose_its_vibration_and_is_silent_after() -> None:
    phone = full_phone()
    did(phone, "set_sound_mode", mode="vibrate")
    assert "sound mode is vibrate" in refused(phone, "set_vibration", strength="off")
    did(phone, "set_volume", stream="ring", level=30)
    did(phone, "set_vibration", strength="off")
    did(phone, "set_volume", stream="ring", level=0)
    assert mode(phone) == "silent"


def test_from_silent_to_vibrate_the_remembered_ring_volume_stays() -> None:
    phone = full_phone(volume_ring=33)
    for wanted in ("silent", "vibrate", "silent", "silent", "ring"):
        did(phone, "set_sound_mode", mode=wanted)
    assert phone.setting("volume_ring") == 33


def test_tones_can_be_read_silenced_and_named_in_any_case() -> None:
    phone = full_phone()
    did(phone, "set_tone", kind="notification", tone="  SILENT ")
    did(phone, "set_tone", kind="alarm", tone="amber")
    read = did(phone, "query_sound_settings")
    assert (read["notification_tone"], read["alarm_tone"]) == ("None", "Amber Road")
    again = phone.call("set_tone", {"kind": "alarm", "tone": "Amber Road"})
    assert again.message == "alarm tone was already Amber Road"


def test_what_is_set_for_hearing_is_read_back() -> None:
    phone = full_phone()
    did(phone, "configure_hearing", settingItem="mono_audio", settingValue=" ON ")
    did(phone, "configure_hearing", settingItem="balance", settingValue="+10")
    read = did(phone, "query_sound_settings")
    assert (read["mono_audio"], read["balance"]) == ("on", 10)
    for odd in ("11", "-11", "1.5", "--1", "", "zero"):
        assert "-10 to 10" in refused(phone, "configure_hearing", settingItem="balance", settingValue=odd)


def test_the_sleep_timer_ends_with_what_it_was_set_for() -> None:
    phone = full_phone()
    assert did(phone, "set_sleep_timer", minutes=30)["new_value"] == 30
    did(phone, "control_playback", action="stop")
    assert did(phone, "query_playback_settings", settingItem="sleep_timer") == {"sleep_timer": 0}
    did(phone, "play_podcast", showName="deep field")
    assert did(phone, "query_playback_settings")["sleep_timer"] == 0
    assert phone.call("set_sleep_timer", {"minutes": 0}).message == "there was no sleep timer"


def test_a_timer_may_be_set_for_a_film_and_replaced() -> None:
    phone = full_phone(playback="stopped")
    did(phone, "play_video", title="Moon Harvest")
    did(phone, "set_sleep_timer", minutes=90)
    assert did(phone, "set_sleep_timer", minutes=20)["old_value"] == 90


def test_sound_comes_from_the_phone_once_its_device_is_gone() -> None:
    phone = full_phone()
    did(phone, "set_audio_output", output="Aero Buds")
    assert did(phone, "query_playback_settings")["audio_output"] == "Aero Buds"
    did(phone, "manage_bluetooth", action="disable")
    assert did(phone, "query_playback_settings")["audio_output"] == "phone"


def test_what_starts_to_sound_ends_the_film() -> None:
    phone = full_phone()
    did(phone, "play_video", title="Moon Harvest")
    assert phone.call("control_radio", {"action": "play", "station": "JAZZ"}).message.endswith("Moon Harvest stopped")
    assert (phone.setting("video_playing"), phone.setting("playback")) == ("", "playing")


def test_a_faster_podcast_takes_less_time_and_is_heard_then() -> None:
    phone = full_phone()
    did(phone, "set_playback_speed", speed=1.5)
    assert did(phone, "play_podcast", showName="Deep Field", episode=1) == {"episode": 1, "speed": 1.5, "minutes": 20}
    assert "every episode" in refused(phone, "play_podcast", showName="Deep Field")
    episodes = did(phone, "manage_podcast", action="list", showName="deep field")["items"]
    assert [(row["number"], row["played"]) for row in episodes] == [(2, True), (1, True)]


def test_a_download_takes_the_space_that_deleting_gives_back() -> None:
    phone = full_phone()
    for action, free in (("download", 4970), ("delete", 5000)):
        did(phone, "manage_podcast_download", action=action, showName="Deep Field", episode=1)
        assert phone.setting("free_mb") == free


def test_a_chapter_that_is_set_moves_what_plays_only_where_it_is_this_book() -> None:
    phone = full_phone()
    did(phone, "control_audiobook", action="set_chapter", title="Seven Winters", chapter=9)
    assert phone.setting("playing") == "Tidal"
    did(phone, "control_audiobook", action="play", title="seven")
    did(phone, "control_playback", action="pause")
    did(phone, "control_audiobook", action="set_chapter", title="seven", chapter=2)
    assert (phone.setting("playing"), phone.setting("playback")) == ("Seven Winters, chapter 2", "paused")
    assert phone.call("control_playback", {"action": "next"}).message == "playing Seven Winters, chapter 2"


def test_play_next_moves_a_song_up_and_a_stopped_player_has_no_queue() -> None:
    phone = full_phone(queue=["Wishbone", "Tidal", "Amber Road"])
    did(phone, "manage_play_queue", action="play_next", title="Wishbone")
    assert did(phone, "manage_play_queue", action="query")["next"] == ["Wishbone", "Amber Road"]
    did(phone, "control_playback", action="stop")
    assert did(phone, "manage_play_queue", action="query") == {"items": [], "playing": "", "next": []}


@pytest.mark.parametrize(
    ("setup", "cure"),
    [
        ({"voice_recording": True}, "stop it first"),
        ({"video_recording": "back"}, "stop it first"),
        ({"recorder": "recording", "recorder_audio": "microphone"}, "screen recording"),
        ({"tables": {"live_calls": {"l1": {**ANNA, "status": "active"}}}}, "call"),
        ({"tables": {"translation_talk": {"conversation": {"language": "French", "lines": []}}}}, "French"),
    ],
)
def test_one_at_a_time_listens(setup: dict[str, Any], cure: str) -> None:
    phone = travel_phone(**setup)
    for tool, arguments in (
        ("recognize_song", {}), (CAPTION, {"action": "start", "source": "microphone"}),
        ("manage_voice_assistant", {"action": "start"}),
    ):  # fmt: skip
        message = refused(phone, tool, **arguments)
        assert message.startswith(ErrorType.CONFLICT.value) and cure in message


@pytest.mark.parametrize(
    "setup",
    [
        {"recorder": "recording", "recorder_audio": "system"},
        {"tables": {"live_calls": {"l1": {**ANNA, "status": "held"}}}},
        {"tables": {"live_calls": {"l1": {**ANNA, "status": "active"}}}, "airplane_mode": True},
    ],
)
def test_what_does_not_listen_keeps_nobody_from_it(setup: dict[str, Any]) -> None:
    phone = travel_phone(**setup)
    assert did(phone, CAPTION, action="start", source="microphone")["lines"] == ["Good luck"]
    assert "captions use the microphone" in refused(phone, "manage_voice_assistant", action="start")


def test_captions_depend_on_what_plays_and_songs_have_no_words() -> None:
    phone = full_phone()
    assert did(phone, CAPTION, action="start", translateTo="German")["lines"] == ["[music]"]
    did(phone, CAPTION, action="stop")
    heard = {}
    for episode in (1, 2):
        did(phone, "play_podcast", showName="Deep Field", episode=episode)
        did(phone, CAPTION, action="start", textSize="large", background=False)
        read = did(phone, CAPTION, action="query")
        assert (read["title"], read["textSize"], read["background"]) == (f"Deep Field {episode}", "large", False)
        heard[episode] = did(phone, CAPTION, action="stop")["lines"]
    assert len(heard[1]) == len(heard[2]) == 4 and heard[1] != heard[2]
    assert did(phone, CAPTION, action="query")["total"] == 3


def test_captions_of_a_film_and_in_english_are_plain() -> None:
    phone = full_phone(playback="stopped")
    did(phone, "play_video", title="Moon Harvest")
    did(phone, CAPTION, action="start", translateTo="ENGLISH")
    read = did(phone, CAPTION, action="query")
    assert (read["title"], read["translateTo"]) == ("Moon Harvest", "")
    assert phone.call(CAPTION, {"action": "start"}).message.endswith("already running")
    assert "stop them first" in refused(phone, CAPTION, action="start", translateTo="french")
    assert "saveFile belongs to stop" in refused(phone, CAPTION, action="query", saveFile=True)


def test_super_saving_starts_neither_captions_nor_assistant() -> None:
    phone = travel_phone(playback="playing", power_mode="super_saving")
    assert "super_saving" in refused(phone, CAPTION, action="start")
    assert "super_saving" in refused(phone, "manage_voice_assistant", action="start")


def test_music_goes_on_after_the_last_call_unless_it_was_paused_before() -> None:
    for before, after in (("playing", "playing"), ("paused", "paused"), ("stopped", "stopped")):
        phone = travel_phone(
            {"live_calls": {"l1": {**ANNA, "status": "ringing"}, "l2": {**ANNA, "name": "Ben", "status": "held"}}},
            playback=before, playing="Tidal", queue=["Tidal"],
        )  # fmt: skip
        did(phone, "control_call", action="answer")
        did(phone, "control_call", action="end", contact="Anna")
        assert phone.setting("playback") != "playing", "somebody still waits"
        did(phone, "control_call", action="end")
        assert phone.setting("playback") == after


def test_an_assistant_session_that_ends_in_a_call_leaves_music_paused() -> None:
    phone = travel_phone(playback="playing", playing="Tidal", queue=["Tidal"])
    did(phone, "manage_voice_assistant", action="start")
    did(phone, "make_call", phoneNumber="Anna Hill")
    assert phone.call("close_voice_assistant_session", {}).message == "voice session closed"
    assert phone.setting("playback") == "paused"


def test_calls_tell_what_is_wrong_and_take_a_state_twice() -> None:
    ringing = {"live_calls": {"l1": {**ANNA, "status": "ringing"}}}
    assert "decline" in refused(travel_phone(ringing), "control_call", action="end")
    phone = travel_phone({"live_calls": {"l1": {**ANNA, "status": "active"}}})
    did(phone, "control_call", action="mute")
    assert phone.call("control_call", {"action": "mute"}).message == "microphone was already muted"
    assert "no active call Ben" in refused(phone, "control_call", action="unmute", contact="Ben")
    assert "no call Ben" in refused(phone, "control_call", action="query", contact="Ben")


def test_a_scene_can_be_taken_up_again_and_its_records_read() -> None:
    phone = travel_phone()
    session = did(phone, SCENE, action="start", scenario="restaurant")["sessionId"]
    assert did(phone, SCENE, action="reply", sessionId=session, text="Hmm")["line"] == "Sorry, how many?"
    opened = did(phone, SCENE, action="query")["open"]
    assert opened == {
        "sessionId": session, "scenario": "Restaurant order", "step": 0, "of": 3, "line": "Sorry, how many?"
    }  # fmt: skip
    for text in ("Two", "soup or salad, both", "soup", "bye"):
        did(phone, SCENE, action="reply", sessionId=opened["sessionId"], text=text)
    assert did(phone, SCENE, action="query", scenario="order")["total"] == 1
    assert did(phone, SCENE, action="query", scenario="interview")["total"] == 0
    whole = did(phone, SCENE, action="query", sessionId=session)
    assert (whole["status"], whole["transcript"][-1]) == ("completed", "You: bye")
    assert did(phone, SCENE, action="query")["open"] == {}


def test_a_scan_goes_on_without_the_source_that_is_not_permitted() -> None:
    phone = travel_phone(denied=("sms",))
    found = did(phone, NOTICE, action="scan")
    assert (found["notPermitted"], found["sources"]) == (["messages"], ["calendar", "parcels"])
    assert found["total"] == 3
    assert "permission sms" in refused(phone, NOTICE, action="scan", source="messages")
    assert did(phone, NOTICE, action="query", source="weather")["total"] == 1


def test_a_question_is_answered_only_by_what_was_sent_after_it() -> None:
    ben = {"name": "Ben Hill", "phone": "555-1001"}
    earlier = {**ben, "content": "Hi", "direction": "sent", "time": "2026-08-24 10:00"}
    asked = {**earlier, "content": "Where are you?", "direction": "received", "time": "2026-08-24 11:00"}
    phone = travel_phone({"messages": {"m0": earlier, "m1": asked}})
    assert did(phone, NOTICE, action="scan", source="messages")["total"] == 1
    phone = travel_phone({"messages": {"m0": earlier, "m1": asked}})
    did(phone, "send_message", phoneNumber="555-1001", content="At home")
    assert did(phone, NOTICE, action="scan", source="messages")["total"] == 0


def test_a_reminder_to_leave_is_never_in_the_past() -> None:
    soon = {"title": "Dentist", "date": "2026-08-24", "time": "12:10", "place": ""}
    phone = travel_phone({"events": {"e1": soon, "e2": {**soon, "title": "Lunch", "time": "12:00"}}})
    item = did(phone, NOTICE, action="scan", source="calendar")["items"][0]
    did(phone, NOTICE, action="accept", suggestionId=item["id"])
    assert [row["time"] for _, row in phone.state.find("reminders", title="Leave for Dentist")] == ["12:00"]


@pytest.mark.parametrize("seed", range(60))
def test_nobody_talks_or_listens_over_music_in_any_world(seed: int) -> None:
    phone = Phone(Storey.FULL)
    phone.reset(WorldSpec(seed=seed, storey="full"))
    calls = [row["status"] for _, row in phone.state.items("live_calls")]
    sessions = phone.state.find("assistant_sessions", status="active")
    assert not (sessions and calls)
    if phone.setting("playback") == "playing":
        assert not sessions and set(calls) <= {"ringing"}
    stations = [row["mhz"] for _, row in phone.state.items("radio_stations")]
    assert len(set(stations)) == len(stations) and phone.state.find("radio_stations", favourite=True)
    assert mode(phone) == "ring"


SOUND_CALLS = st.one_of(
    st.tuples(st.just("set_volume"), st.fixed_dictionaries({"stream": st.just("ring"), "level": st.integers(0, 3)})),
    st.tuples(
        st.just("set_sound_mode"), st.fixed_dictionaries({"mode": st.sampled_from(("ring", "vibrate", "silent"))})
    ),
    st.tuples(st.just("set_vibration"), st.fixed_dictionaries({"strength": st.sampled_from(("off", "light"))})),
)


@settings(max_examples=150, deadline=None)
@given(calls=st.lists(SOUND_CALLS, max_size=8))
def test_after_any_calls_the_mode_agrees_with_volume_and_vibration(calls: list[tuple[str, dict[str, Any]]]) -> None:
    phone = full_phone()
    for tool, arguments in calls:
        try:
            phone.call(tool, arguments)
        except ToolError:
            continue
        assert tool != "set_sound_mode" or mode(phone) == arguments["mode"]
        assert (mode(phone) == "ring") == (phone.setting("volume_ring") > 0)
        assert mode(phone) != "vibrate" or phone.setting("vibration") != "off"


QUEUE_CALLS = st.one_of(
    st.tuples(
        st.just("manage_play_queue"),
        st.fixed_dictionaries(
            {
                "action": st.sampled_from(("add", "play_next", "remove", "clear")),
                "title": st.sampled_from(("Tidal", "Amber Road", "Wishbone", "nothing")),
            }
        ),
    ),
    st.tuples(
        st.just("control_playback"),
        st.fixed_dictionaries({"action": st.sampled_from(("next", "previous", "pause", "resume", "stop"))}),
    ),
    st.tuples(st.just("play_podcast"), st.just({"showName": "Deep Field", "episode": 2})),
    st.tuples(st.just("play_audio"), st.just({"artist": "Sable"})),
)


@settings(max_examples=150, deadline=None)
@given(calls=st.lists(QUEUE_CALLS, max_size=8))
def test_after_any_calls_what_plays_is_in_the_queue_once(calls: list[tuple[str, dict[str, Any]]]) -> None:
    phone = full_phone()
    for tool, arguments in calls:
        try:
            phone.call(tool, arguments)
        except ToolError:
            continue
        found = did(phone, "manage_play_queue", action="query")
        assert len(set(found["items"])) == len(found["items"])
        assert (found["playing"] in found["items"]) == (phone.setting("playback") != "stopped")
        assert found["items"][len(found["items"]) - len(found["next"]) :] == found["next"]
