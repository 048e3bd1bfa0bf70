"""Audio & Entertainment: podcasts, audiobooks and radio."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing
from planloop.phone.apps.player import current, start
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

SHOWS = (
    "Night Trains", "The Slow Oven", "Maps and Moss", "Two Minute Physics", "Cellar Door", "Harbour Voices",
    "Paper Round", "Ask a Beekeeper", "Long Shadows", "The Understudy", "Postcards Home", "Goal Kick Weekly",
    "Deep Field", "Small Print", "Chalk and Cheese",
)  # fmt: skip
TOPICS = ("Origins", "A Visit to the Coast", "Listener Questions", "What Went Wrong", "Season Finale", "Field Notes")
BOOKS = (
    ("The Glass Orchard", "Helena Brandt"), ("Seven Winters", "Idris Cole"), ("A Map of Rain", "Petra Lund"),
    ("The Clockmaker's Debt", "Samuel Ortiz"), ("Under Copper Skies", "Wen Zhao"), ("Quiet Harbour", "Mara Finch"),
    ("The Ninth Lantern", "Jonas Weir"), ("Salt Letters", "Anouk Perrin"),
)  # fmt: skip
STATIONS = (
    "Radio Meridian", "Classic 88", "Jazz Corner", "City Talk", "Wave FM", "Folk Lantern", "Nova Beats", "News Now",
)  # fmt: skip
CAP = 6


@populate(order=60)
def listening(builder: WorldBuilder) -> None:
    """Four podcasts with three episodes each, three audiobooks, five stations of which one or two are favourites."""
    rng = builder.rng
    for show in rng.sample(SHOWS, 4):
        builder.add("podcasts", {"name": show, "subscribed": rng.random() < 0.6})
        for number, topic in enumerate(rng.sample(TOPICS, 3), 1):
            row = {
                "title": f"{show} {number}: {topic}",
                "show": show,
                "number": number,
                "minutes": rng.randrange(12, 80),
            }
            builder.add("podcast_episodes", {**row, "played": rng.random() < 0.3, "downloaded": rng.random() < 0.3})
    for title, author in rng.sample(BOOKS, 3):
        chapters = rng.randrange(8, 30)
        row = {"title": title, "author": author, "chapters": chapters, "chapter": rng.randrange(1, chapters)}
        builder.add("audiobooks", row)
    names, places = rng.sample(STATIONS, 5), sorted(rng.sample(range(880, 1080, 4), 5))
    liked = rng.sample(names, rng.randrange(1, 3))
    for name, place in zip(names, places, strict=True):
        builder.add("radio_stations", {"name": name, "mhz": place / 10, "favourite": name in liked})


def _show(phone: Phone, name: str) -> tuple[str, Row]:
    key = resolve(phone.state.items("podcasts"), name, "podcast")
    return key, phone.state.get("podcasts", key) or {}


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def manage_podcast(
    phone: Phone, action: Literal["list", "subscribe", "unsubscribe"], showName: str | None = None
) -> Outcome:
    """List podcast shows, or the episodes of one (showName); subscribe to a show or unsubscribe."""
    state = phone.state
    if action == "list":
        return _shows(phone) if showName is None else _episodes(phone, showName)
    if showName is None:
        raise bad("missing argument showName")
    key, row = _show(phone, showName)
    wanted = action == "subscribe"
    if row["subscribed"] == wanted:
        raise conflict(f"{row['name']} is {'already' if wanted else 'not'} subscribed")
    state.set("podcasts", key, subscribed=wanted)
    return Outcome(f"{action}d {'to' if wanted else 'from'} {row['name']}")


def _shows(phone: Phone) -> Outcome:
    rows: list[Row] = []
    for _, show in phone.state.items("podcasts"):
        unheard = len(phone.state.find("podcast_episodes", show=show["name"], played=False))
        rows.append({"name": show["name"], "subscribed": show["subscribed"], "unheard": unheard})
    return Outcome(f"{sum(r['subscribed'] for r in rows)} subscribed", listing("shows", rows, CAP).data)


def _episodes(phone: Phone, name: str) -> Outcome:
    """Newest first."""
    show = _show(phone, name)[1]["name"]
    names = ("number", "title", "minutes", "played", "downloaded")
    rows = [{n: r[n] for n in names} for _, r in phone.state.find("podcast_episodes", show=show)]
    rows.sort(key=lambda row: int(row["number"]), reverse=True)
    return listing(f"episodes of {show}", rows, CAP)


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def play_podcast(phone: Phone, showName: str, episode: int | None = None) -> Outcome:
    """Play a podcast episode by number, or the newest one that was not heard yet.

    It counts as heard from then on. Raises 409 for one that is not downloaded while there is no internet.
    """
    state = phone.state
    show = _show(phone, showName)[1]["name"]
    rows = [(k, r) for k, r in state.find("podcast_episodes", show=show) if episode in (None, r["number"])]
    if episode is not None and not rows:
        raise missing(f"{show} has no episode {episode}")
    unheard = rows if episode is not None else [(k, r) for k, r in rows if not r["played"]]
    if not unheard:
        raise conflict(f"every episode of {show} was heard; give a number")
    key, row = max(unheard, key=lambda item: item[1]["number"])
    if not row["downloaded"] and not (phone.setting("wifi") or phone.setting("mobile_data")):
        raise conflict("no internet, and it is not downloaded; enable Wi-Fi or mobile data first")
    state.set("podcast_episodes", key, played=True)
    speed = phone.setting("playback_speed")
    data: Row = {"episode": row["number"], "speed": speed, "minutes": round(row["minutes"] / speed)}
    return Outcome(start(phone, row["title"]), data)


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def manage_podcast_download(
    phone: Phone, action: Literal["download", "delete"], showName: str, episode: int
) -> Outcome:
    """Download a podcast episode for offline listening (over Wi-Fi only), or delete the download.

    A minute takes 1 MB, which deleting gives back. Raises 409 without Wi-Fi or space, for a download that is there
    already or not at all, and for deleting what plays.
    """
    state = phone.state
    show = _show(phone, showName)[1]["name"]
    found = state.find("podcast_episodes", show=show, number=episode)
    if not found:
        raise missing(f"{show} has no episode {episode}")
    key, row = found[0]
    wanted, size, free = action == "download", int(row["minutes"]), int(phone.setting("free_mb"))
    if row["downloaded"] == wanted:
        raise conflict(f"episode {episode} is {'already' if wanted else 'not'} downloaded")
    if wanted and not phone.setting("wifi"):
        raise conflict("downloads need Wi-Fi; enable it first")
    if wanted and size > free:
        raise conflict(f"storage is full: {free} MB are free, {size} needed")
    if not wanted and current(phone) == row["title"]:
        raise conflict(f"{row['title']} is playing; stop it first")
    state.set("podcast_episodes", key, downloaded=wanted)
    phone.change("free_mb", free - size if wanted else free + size)
    return Outcome(f"{row['title']} {'downloaded' if wanted else 'removed from this phone'}, {size} MB")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def control_audiobook(
    phone: Phone, action: Literal["list", "play", "set_chapter"], title: str | None = None, chapter: int | None = None
) -> Outcome:
    """List audiobooks, play one from where it was left or from a chapter, or only move its place (set_chapter)."""
    state = phone.state
    if action == "list":
        names = ("title", "author", "chapter", "chapters")
        keys = None if title is None else resolve(state.items("audiobooks"), title, "audiobook", "title")
        rows = [{n: r[n] for n in names} for k, r in state.items("audiobooks") if keys in (None, k)]
        return listing("audiobooks", rows, CAP)
    if title is None:
        raise bad("missing argument title")
    key = resolve(state.items("audiobooks"), title, "audiobook", "title")
    row = state.get("audiobooks", key) or {}
    if action == "set_chapter" and chapter is None:
        raise bad("missing argument chapter")
    if chapter is not None and not 1 <= chapter <= row["chapters"]:
        raise bad(f"chapter: {row['title']} has chapters 1-{row['chapters']}")
    heard = _part(row)
    row = row if chapter is None else state.set("audiobooks", key, chapter=chapter)
    if action == "play":
        return Outcome(start(phone, _part(row)), {"chapter": row["chapter"], "speed": phone.setting("playback_speed")})
    if current(phone) == heard:  # the player follows
        phone.change("queue", [_part(row)])
        phone.change("playing", _part(row))
    return Outcome(f"{row['title']} at chapter {chapter}")


def _part(row: Row) -> str:
    return f"{row['title']}, chapter {row['chapter']}"


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def control_radio(
    phone: Phone, action: Literal["list", "play", "favourite", "unfavourite"], station: str | None = None
) -> Outcome:
    """FM radio, which needs no internet: listen to a station, list stations, or mark favourites."""
    state = phone.state
    if station is None and action != "list":
        raise bad("missing argument station")
    key = None if station is None else resolve(state.items("radio_stations"), station, "station")
    if key is None or action == "list":
        rows = [
            {n: r[n] for n in ("name", "mhz", "favourite")}
            for k, r in state.items("radio_stations")
            if key in (None, k)
        ]
        return listing("stations", rows, CAP)
    row = state.get("radio_stations", key) or {}
    name = row["name"]
    if action == "play":
        return Outcome(start(phone, name), {"mhz": row["mhz"]})
    wanted = action == "favourite"
    if row["favourite"] == wanted:
        raise conflict(f"{name} is {'already' if wanted else 'not'} a favourite")
    state.set("radio_stations", key, favourite=wanted)
    return Outcome(f"{name} {'is a' if wanted else 'is no longer a'} favourite")
