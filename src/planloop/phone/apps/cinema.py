"""Audio & Entertainment: films and series, the watch list, and how sound comes out."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.reach import need_internet
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

FILMS = (
    "The Lost Ferry", "Amber Protocol", "Three Winters", "A Dog Called Tuesday", "Moon Harvest", "Silent Terminal",
    "The Piano Tuner", "Red Sand Rally", "Under the Viaduct", "Paper Tigers", "Cloud Nine Hotel", "The Last Gardener",
)  # fmt: skip
SERIES = ("Harbour Lights", "Code Blue Nights", "The Archive", "Kitchen Duel", "Far North", "Orbit Nine")
GENRES = ("comedy", "drama", "thriller", "documentary", "family", "science_fiction")


@populate()
def cinema(builder: WorldBuilder) -> None:
    """Five films and two series with where one stopped, two of them on the watch list, some out of the plan."""
    rng = builder.rng
    for kind, names, count in (("film", FILMS, 5), ("series", SERIES, 2)):
        for name in rng.sample(names, count):
            row = {"title": name, "kind": kind, "genre": rng.choice(GENRES), "included": rng.random() < 0.8}
            watched = rng.randrange(0, 7) if kind == "series" else 0
            builder.add(
                "videos", {**row, "episodes": 8 if kind == "series" else 1, "watched": watched, "listed": False}
            )
    for key in rng.sample(sorted(builder.tables["videos"]), 2):
        builder.tables["videos"][key]["listed"] = True
    builder.setting("video_playing", "")
    builder.setting("subtitles", rng.choice(("off", "on")))
    builder.setting("equalizer", rng.choice(("flat", "rock", "classical", "vocal")))
    builder.setting("audio_output", "phone")


def _video(phone: Phone, title: str) -> tuple[str, Row]:
    key = resolve(phone.state.items("videos"), title, "film or series", "title")
    return key, phone.state.get("videos", key) or {}


@tool(Domain.AUDIO)
def search_video(
    phone: Phone,
    query: str | None = None,
    kind: Literal["film", "series"] | None = None,
    genre: Literal["comedy", "drama", "thriller", "documentary", "family", "science_fiction"] | None = None,
) -> Outcome:
    """Find films and series by words of the title, kind or genre."""
    words = (query or "").lower().split()
    rows = [r for _, r in phone.state.items("videos") if kind in (None, r["kind"]) and genre in (None, r["genre"])]
    rows = [r for r in rows if all(w in r["title"].lower() for w in words)]
    items = [{n: r[n] for n in ("title", "kind", "genre", "included")} for r in rows[:5]]
    return Outcome(f"{len(rows)} found", {"items": list(items), "total": len(rows)})


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def play_video(phone: Phone, title: str, episode: int | None = None) -> Outcome:
    """Watch a film, or an episode of a series (the next one that was not watched); music pauses."""
    key, row = _video(phone, title)
    if not row["included"]:
        raise unsupported(f"{row['title']} is not in the owner's plan")
    need_internet(phone)
    shown = row["title"]
    if row["kind"] == "series":
        number = episode or row["watched"] + 1
        if not 1 <= number <= row["episodes"]:
            raise missing(f"{row['title']} has episodes 1-{row['episodes']}")
        phone.state.set("videos", key, watched=max(row["watched"], number))
        shown = f"{row['title']} {number}"
    elif episode is not None:
        raise bad(f"episode: {row['title']} is a film")
    if phone.setting("playback") == "playing":
        phone.change("playback", "paused")
    phone.change("video_playing", shown)
    return Outcome(f"playing {shown}")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def control_video(phone: Phone, action: Literal["query", "stop", "subtitles_on", "subtitles_off"]) -> Outcome:
    """Stop the film that plays, or switch its subtitles."""
    current = phone.setting("video_playing")
    if action == "query":
        return Outcome(current or "no video plays", {"title": current, "subtitles": phone.setting("subtitles")})
    if action == "stop":
        if not current:
            raise conflict("no video plays")
        phone.change("video_playing", "")
        return Outcome(f"{current} stopped")
    phone.change("subtitles", action.removeprefix("subtitles_"))
    return Outcome(action.replace("_", " "))


@tool(Domain.AUDIO, SideEffect.WRITES_USER_DATA)
def manage_watchlist(phone: Phone, action: Literal["list", "add", "remove"], title: str | None = None) -> Outcome:
    """Films and series to watch later: list them, add or remove one."""
    if action == "list":
        titles = [row["title"] for _, row in phone.state.find("videos", listed=True)]
        return Outcome(f"{len(titles)} to watch", {"items": list(titles)})
    if title is None:
        raise bad("missing argument title")
    key, row = _video(phone, title)
    if row["listed"] == (action == "add"):
        raise conflict(f"{row['title']} is {'already' if action == 'add' else 'not'} on the watch list")
    phone.state.set("videos", key, listed=action == "add")
    return Outcome(f"{row['title']} {'added to' if action == 'add' else 'removed from'} the watch list")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def set_equalizer(phone: Phone, preset: Literal["flat", "rock", "pop", "jazz", "classical", "vocal"]) -> Outcome:
    """Choose the equalizer preset for music."""
    phone.change("equalizer", preset)
    return Outcome(f"equalizer {preset}")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def set_audio_output(phone: Phone, output: str) -> Outcome:
    """Send sound to this phone's speaker (phone) or to a connected Bluetooth device by name."""
    if output.strip().lower() in ("phone", "speaker", "this phone"):
        phone.change("audio_output", "phone")
        return Outcome("sound comes from the phone")
    if not phone.setting("bluetooth"):
        raise conflict("Bluetooth is off; enable it first")
    sounding = [(k, r) for k, r in phone.state.items("paired") if r["kind"] not in ("keyboard", "mouse", "watch")]
    row = phone.state.get("paired", resolve(sounding, output, "sound device")) or {}
    if not row["connected"]:
        raise conflict(f"{row['name']} is not connected; manage_bluetooth can connect it")
    phone.change("audio_output", row["name"])
    return Outcome(f"sound goes to {row['name']}")
