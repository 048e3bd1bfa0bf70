"""Audio & Entertainment: podcasts, audiobooks, radio, and what else there is to do with what plays."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
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
TIMER_MINUTES = 180


@populate(order=60)
def listening(builder: WorldBuilder) -> None:
    """Four podcasts with three episodes each, three audiobooks, five stations, a few favourites; a song in the air."""
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
    for name in rng.sample(STATIONS, 5):
        builder.add("radio_stations", {"name": name, "mhz": rng.randrange(880, 1079) / 10, "favourite": False})
    titles = [row["title"] for row in builder.tables["songs"].values()]
    builder.setting("liked_songs", rng.sample(titles, 2))
    builder.setting("ambient_song", rng.choice((*titles, "", "")))
    builder.setting("playback_speed", 1.0)
    builder.setting("sleep_timer", 0)


def _start(phone: Phone, title: str) -> Outcome:
    """Let this, and nothing after it, play."""
    phone.change("queue", [title])
    phone.change("playing", title)
    phone.change("playback", "playing")
    return Outcome(f"playing {title}")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def manage_podcast(
    phone: Phone, action: Literal["list", "subscribe", "unsubscribe"], showName: str | None = None
) -> Outcome:
    """List podcast shows, subscribe to one or unsubscribe."""
    state = phone.state
    if action == "list":
        items = [{"name": r["name"], "subscribed": r["subscribed"]} for _, r in state.items("podcasts")]
        return Outcome(f"{sum(r['subscribed'] for r in items)} subscribed", {"items": list(items)})
    if showName is None:
        raise bad("missing argument showName")
    key = resolve(state.items("podcasts"), showName, "podcast")
    wanted = action == "subscribe"
    row = state.get("podcasts", key) or {}
    if row["subscribed"] == wanted:
        raise conflict(f"{row['name']} is {'already' if wanted else 'not'} subscribed")
    state.set("podcasts", key, subscribed=wanted)
    return Outcome(f"{action}d {'to' if wanted else 'from'} {row['name']}")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def play_podcast(phone: Phone, showName: str, episode: int | None = None) -> Outcome:
    """Play a podcast episode by number, or the newest one that was not heard yet."""
    state = phone.state
    show = (state.get("podcasts", resolve(state.items("podcasts"), showName, "podcast")) or {})["name"]
    rows = [(k, r) for k, r in state.find("podcast_episodes", show=show) if episode in (None, r["number"])]
    if episode is not None and not rows:
        raise missing(f"{show} has no episode {episode}")
    unheard = rows if episode is not None else [(k, r) for k, r in rows if not r["played"]]
    if not unheard:
        raise conflict(f"every episode of {show} was heard; give a number")
    key, row = max(unheard, key=lambda item: item[1]["number"])
    if not row["downloaded"] and not (phone.setting("wifi") or phone.setting("mobile_data")):
        raise conflict("no internet, and it is not downloaded")
    state.set("podcast_episodes", key, played=True)
    return _start(phone, row["title"])


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def manage_podcast_download(
    phone: Phone, action: Literal["download", "delete"], showName: str, episode: int
) -> Outcome:
    """Download a podcast episode for offline listening (over Wi-Fi only), or delete the download."""
    state = phone.state
    show = (state.get("podcasts", resolve(state.items("podcasts"), showName, "podcast")) or {})["name"]
    found = state.find("podcast_episodes", show=show, number=episode)
    if not found:
        raise missing(f"{show} has no episode {episode}")
    key, row = found[0]
    wanted = action == "download"
    if wanted and not phone.setting("wifi"):
        raise conflict("downloads need Wi-Fi; enable it first")
    if row["downloaded"] == wanted:
        raise conflict(f"episode {episode} is {'already' if wanted else 'not'} downloaded")
    state.set("podcast_episodes", key, downloaded=wanted)
    return Outcome(f"{row['title']} {'downloaded' if wanted else 'removed from this phone'}")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def control_audiobook(
    phone: Phone, action: Literal["list", "play", "set_chapter"], title: str | None = None, chapter: int | None = None
) -> Outcome:
    """List audiobooks, go on listening to one where it was left, or move to a chapter."""
    state = phone.state
    if action == "list":
        names = ("title", "author", "chapter", "chapters")
        items = [{n: r[n] for n in names} for _, r in state.items("audiobooks")]
        return Outcome(f"{len(items)} audiobooks", {"items": list(items)})
    if title is None:
        raise bad("missing argument title")
    key = resolve(state.items("audiobooks"), title, "audiobook", "title")
    row = state.get("audiobooks", key) or {}
    if action == "set_chapter":
        if chapter is None:
            raise bad("missing argument chapter")
        if not 1 <= chapter <= row["chapters"]:
            raise bad(f"chapter: {row['title']} has chapters 1-{row['chapters']}")
        state.set("audiobooks", key, chapter=chapter)
        return Outcome(f"{row['title']} at chapter {chapter}")
    return _start(phone, f"{row['title']}, chapter {row['chapter']}")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def control_radio(
    phone: Phone, action: Literal["list", "play", "favourite", "unfavourite"], station: str | None = None
) -> Outcome:
    """Listen to a radio station, list stations, or mark favourites."""
    state = phone.state
    if action == "list":
        items = [{n: r[n] for n in ("name", "mhz", "favourite")} for _, r in state.items("radio_stations")]
        return Outcome(f"{len(items)} stations", {"items": list(items)})
    if station is None:
        raise bad("missing argument station")
    key = resolve(state.items("radio_stations"), station, "station")
    name = (state.get("radio_stations", key) or {})["name"]
    if action == "play":
        return _start(phone, name)
    state.set("radio_stations", key, favourite=action == "favourite")
    return Outcome(f"{name} {'is a' if action == 'favourite' else 'is no longer a'} favourite")


@tool(Domain.AUDIO)
def search_music(phone: Phone, query: str) -> Outcome:
    """Find songs of the library by words of title or artist."""
    words = query.lower().split()
    if not words:
        raise bad("query is empty")
    rows = [r for _, r in phone.state.items("songs") if all(w in f"{r['title']} {r['artist']}".lower() for w in words)]
    items = [{"title": r["title"], "artist": r["artist"]} for r in rows[:5]]
    return Outcome(f"{len(rows)} songs", {"items": list(items), "total": len(rows), "query": query})


@tool(Domain.AUDIO, SideEffect.WRITES_USER_DATA)
def manage_liked_songs(phone: Phone, action: Literal["list", "add", "remove"], title: str | None = None) -> Outcome:
    """Songs marked with a heart: list them, add one or remove one (without a title: what plays now)."""
    liked = list(phone.setting("liked_songs"))
    if action == "list":
        return Outcome(f"{len(liked)} liked songs", {"items": list(liked)})
    state = phone.state
    wanted = title or (phone.setting("playing") if phone.setting("playback") != "stopped" else "")
    if not wanted:
        raise bad("nothing is playing; give title")
    song = (state.get("songs", resolve(state.items("songs"), wanted, "song", "title")) or {})["title"]
    if (song in liked) == (action == "add"):
        raise conflict(f"{song} is {'already' if action == 'add' else 'not'} liked")
    phone.change("liked_songs", [*liked, song] if action == "add" else [s for s in liked if s != song])
    return Outcome(f"{song} {'liked' if action == 'add' else 'no longer liked'}")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def manage_play_queue(
    phone: Phone, action: Literal["query", "add", "play_next", "remove", "clear"], title: str | None = None
) -> Outcome:
    """See or change what plays next: add a song at the end or right after this one, remove one, clear the rest."""
    queue, now = list(phone.setting("queue")), phone.setting("playing")
    if action == "query":
        return Outcome(f"{len(queue)} in the queue", {"items": list(queue), "playing": now})
    if phone.setting("playback") == "stopped":
        raise conflict("nothing is playing; use play_audio")
    if action == "clear":
        phone.change("queue", [now])
        return Outcome("nothing follows")
    if title is None:
        raise bad("missing argument title")
    state = phone.state
    song = (state.get("songs", resolve(state.items("songs"), title, "song", "title")) or {})["title"]
    if action == "remove":
        if song not in queue:
            raise missing(f"{song} is not in the queue")
        if song == now:
            raise conflict(f"{song} is playing; skip it with control_playback")
        queue.remove(song)
    else:
        if song in queue:
            raise conflict(f"{song} is in the queue already")
        queue.insert(queue.index(now) + 1 if action == "play_next" else len(queue), song)
    phone.change("queue", queue)
    return Outcome(f"{song} {'removed' if action == 'remove' else 'queued'}")


@tool(Domain.AUDIO, permission="microphone")
def recognize_song(phone: Phone) -> Outcome:
    """Listen through the microphone and name the song that plays around here."""
    title = phone.setting("ambient_song")
    if phone.setting("playback") == "playing":
        title = phone.setting("playing")
    row = next((r for _, r in phone.state.find("songs", title=title)), None)
    if row is None:
        return Outcome("no song recognised", {"title": "", "artist": ""})
    return Outcome(f"{row['title']} by {row['artist']}", {"title": row["title"], "artist": row["artist"]})


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def set_playback_speed(phone: Phone, speed: float) -> Outcome:
    """How fast podcasts and audiobooks play: 0.5 to 3."""
    if not 0.5 <= speed <= 3:
        raise bad(f"speed: {speed:g} is not 0.5-3")
    phone.change("playback_speed", float(speed))
    return Outcome(f"speed {speed:g}")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def set_sleep_timer(phone: Phone, minutes: int) -> Outcome:
    """Stop what plays after some minutes (1-180); 0 takes the timer back."""
    if not 0 <= minutes <= TIMER_MINUTES:
        raise bad(f"minutes: {minutes} is not 0-{TIMER_MINUTES}")
    if minutes and phone.setting("playback") != "playing":
        raise conflict("nothing is playing")
    phone.change("sleep_timer", minutes)
    return Outcome(f"playback stops in {minutes} minutes" if minutes else "no sleep timer")
