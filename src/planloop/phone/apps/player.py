"""Audio & Entertainment: the player - its queue, speed and sleep timer, and how they are set now."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal, get_args

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

TIMER_MINUTES = 180
Item = Literal["play_mode", "playback_speed", "sleep_timer", "equalizer", "audio_output"]


@populate(order=60)
def player(builder: WorldBuilder) -> None:
    """A speed, most often the usual one, and no sleep timer."""
    builder.setting("playback_speed", builder.rng.choice((1.0, 1.0, 1.0, 1.25, 1.5)))
    builder.setting("sleep_timer", 0)


def current(phone: Phone) -> str:
    """What plays or is paused, or nothing."""
    return "" if phone.setting("playback") == "stopped" else str(phone.setting("playing"))


def start(phone: Phone, title: str) -> str:
    """Let this, and nothing after it, play; a film gives way, as to any sound that starts. Gives back the message."""
    if phone.setting("playback") == "stopped":
        phone.change("sleep_timer", 0)  # it was for what has stopped since
    film = phone.change("video_playing", "")
    phone.change("queue", [title])
    phone.change("playing", title)
    phone.change("playback", "playing")
    return f"playing {title}" + (f"; {film} stopped" if film else "")


@tool(Domain.AUDIO)
def query_playback_settings(phone: Phone, settingItem: Item | None = None) -> Outcome:
    """Read play order, speed, sleep timer, equalizer and where sound comes out, or one; control_playback has the song.

    The output is the phone where the chosen device is not connected any more.
    """
    read = {"sleep_timer": _timer(phone), "audio_output": _output(phone)}
    names: tuple[str, ...] = get_args(Item) if settingItem is None else (settingItem,)
    data: Row = {name: read[name] if name in read else phone.setting(name) for name in names}
    return Outcome(f"{len(data)} settings" if settingItem is None else f"{settingItem}: {data[settingItem]}", data)


def _sounds(phone: Phone) -> bool:
    return phone.setting("playback") == "playing" or bool(phone.setting("video_playing"))


def _timer(phone: Phone) -> int:
    """Minutes of the sleep timer; it ends with what it was set for."""
    gone = phone.setting("playback") == "stopped" and not phone.setting("video_playing")
    return 0 if gone else int(phone.setting("sleep_timer"))


def _output(phone: Phone) -> str:
    chosen = str(phone.setting("audio_output"))
    linked = phone.setting("bluetooth") and phone.state.find("paired", name=chosen, connected=True)
    return chosen if linked else "phone"


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def manage_play_queue(
    phone: Phone, action: Literal["query", "add", "play_next", "remove", "clear"], title: str | None = None
) -> Outcome:
    """See or change what plays next: add a song at the end or right after this one, remove one, clear the rest.

    `play_next` moves a song that is further down. Raises 409 while nothing plays, for adding what is in the queue and
    for taking out what plays; 404 for a song that is not there.
    """
    queue, now = list(phone.setting("queue")), current(phone)
    place = queue.index(now) + 1 if now in queue else 0
    if action == "query":
        rest = queue[place:] if now else []
        return Outcome(f"{len(rest)} to come", {"items": queue if now else [], "playing": now, "next": list(rest)})
    if not now:
        raise conflict("nothing is playing; use play_audio")
    if action == "clear":
        phone.change("queue", [now])
        return Outcome("nothing follows" if len(queue) > 1 else "nothing followed anyway")
    if title is None:
        raise bad("missing argument title")
    songs = phone.state.items("songs")
    song = (phone.state.get("songs", resolve(songs, title, "song", "title")) or {})["title"]
    if action == "remove":
        return _remove(phone, queue, song, now)
    if song in queue and (action == "add" or song == now):
        raise conflict(f"{song} {'is playing' if song == now else 'is in the queue'} already")
    queue = [other for other in queue if other != song]
    queue.insert(queue.index(now) + 1 if action == "play_next" and now in queue else len(queue), song)
    phone.change("queue", queue)
    return Outcome(f"{song} {'plays next' if action == 'play_next' else 'queued'}")


def _remove(phone: Phone, queue: list[str], song: str, now: str) -> Outcome:
    if song not in queue:
        raise missing(f"{song} is not in the queue")
    if song == now:
        raise conflict(f"{song} is playing; skip it with control_playback")
    phone.change("queue", [other for other in queue if other != song])
    return Outcome(f"{song} removed")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def set_playback_speed(phone: Phone, speed: float) -> Outcome:
    """How fast podcasts and audiobooks play: 0.5 to 3; 1 is the usual speed. Music keeps its own."""
    if not 0.5 <= speed <= 3:
        raise bad(f"speed: {speed:g} is not 0.5-3")
    fresh = round(float(speed), 2)
    old = phone.change("playback_speed", fresh)
    message = f"speed was already {fresh:g}" if old == fresh else f"speed {fresh:g}"
    return Outcome(message, {"old_value": old, "new_value": fresh})


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def set_sleep_timer(phone: Phone, minutes: int) -> Outcome:
    """Stop what plays after some minutes (1-180); 0 takes the timer back. A new timer replaces the old one.

    Raises 409 for a timer while neither sound nor film plays.
    """
    if not 0 <= minutes <= TIMER_MINUTES:
        raise bad(f"minutes: {minutes} is not 0-{TIMER_MINUTES}")
    if minutes and not _sounds(phone):
        raise conflict("nothing is playing")
    old = _timer(phone)
    phone.change("sleep_timer", minutes)
    if not minutes:
        return Outcome("sleep timer off" if old else "there was no sleep timer", {"old_value": old, "new_value": 0})
    ends = f"{phone.now + timedelta(minutes=minutes):%H:%M}"
    data: Row = {"old_value": old, "new_value": minutes, "endsAt": ends}
    return Outcome(f"playback stops in {minutes} minutes, at {ends}", data)
