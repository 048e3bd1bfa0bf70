"""Audio & Entertainment: the music library, playback and playlists."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

TITLES = (
    "Paper Lanterns", "Cold Harbor", "Ninth Street", "Velvet Rain", "Run for the River", "Glass Mountain", "Tin Roof",
    "Slow Comet", "Morning Ferry", "Borrowed Light", "Salt and Cedar", "Two Train Town", "Ghost Orchard", "Amber Road",
    "Static Bloom", "Hollow Moon", "Neon Prairie", "Kites in March", "Long Way Down", "Quiet Engine", "Firefly Jar",
    "Winter Radio", "Lemon Season", "Open Water", "Rust and Honey", "Last Bus Home", "Marble Sky", "Wild Arithmetic",
    "Copper Wings", "Small Hours", "Desert Postcard",
    "Blue Staircase", "Echoes of June", "Half a Map", "Snow on Sunday",
    "Tangerine", "The Lighthouse Song", "Upside Down City", "Dancing Shadows", "Seven Bridges", "Feather Weight",
    "Night Market", "Pocket Full of Stars", "Soft Machine Heart", "Thunder Lullaby", "Green Window", "Parallel Lives",
    "Sugar Factory", "Tidal", "Wishbone",
)  # fmt: skip
ARTISTS = (
    "The Pale Foxes", "Mira Solene", "Oak and Ember", "DJ Halcyon", "Ruben Vale", "Kitchen Orchestra", "Lina Moreau",
    "Northbound", "Echo Parade", "Tomas Wilde", "The Night Clerks", "Saffron Hill", "Juno Park", "Iron Meadow",
    "Ada Lune", "Paper Tigers Club", "Marlow Twins", "Golden Hour Trio", "Sable", "Cassia Brook", "Delta Swim",
    "Wolfgang Trees", "Coral Avenue", "Little Monsoon",
)  # fmt: skip
PLAYLISTS = (
    "Road Trip", "Focus", "Sunday Brunch", "Workout", "Rainy Days", "Dinner Party", "Deep Sleep", "Commute", "Summer",
    "Study Beats", "Cleaning", "Campfire", "Slow Evening",
    "Running", "Old Favorites", "Party Mix", "Cooking", "Morning",
)  # fmt: skip


@populate()
def music(builder: WorldBuilder) -> None:
    """Ten songs by five artists, two playlists; in half the worlds something is playing or paused."""
    rng = builder.rng
    titles = rng.sample(TITLES, 10)
    artists = rng.sample(ARTISTS, 5)
    for index, title in enumerate(titles):
        builder.add("songs", {"title": title, "artist": artists[index % 5]})
    for name in rng.sample(PLAYLISTS, 2):
        builder.add("playlists", {"name": name, "songs": rng.sample(titles, 3)})
    status = rng.choice(("stopped", "playing", "paused"))
    queue = [] if status == "stopped" else rng.sample(titles, 4)
    builder.setting("playback", status)
    builder.setting("queue", queue)
    builder.setting("playing", queue[0] if queue else "")
    builder.setting("play_mode", rng.choice(("sequence", "repeat_all", "repeat_one", "shuffle")))


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def play_audio(
    phone: Phone, title: str | None = None, artist: str | None = None, playlist: str | None = None
) -> Outcome:
    """Play a song by title, all songs of an artist, or a playlist."""
    state = phone.state
    if title is not None:
        row = state.get("songs", resolve(state.items("songs"), title, "song", "title")) or {}
        if artist is not None and row["artist"].lower() != artist.lower():
            raise missing(f"no song {title} by {artist}; it is by {row['artist']}")
        queue = [row["title"]]
    elif artist is not None:
        row = state.get("songs", _artist(phone, artist)) or {}
        queue = [song["title"] for _, song in state.items("songs") if song["artist"] == row["artist"]]
    elif playlist is not None:
        queue = list((state.get("playlists", resolve(state.items("playlists"), playlist, "playlist")) or {})["songs"])
        if not queue:
            raise conflict(f"playlist {playlist} is empty")
    else:
        raise bad("give title, artist or playlist")
    _play(phone, queue, queue[0])
    return Outcome(f"playing {queue[0]}", {"songs": len(queue)})


def _artist(phone: Phone, artist: str) -> str:
    first: dict[str, tuple[str, dict[str, object]]] = {}
    for key, row in phone.state.items("songs"):
        first.setdefault(row["artist"], (key, row))
    return resolve(first.values(), artist, "artist", "artist")


def _play(phone: Phone, queue: list[str], title: str) -> None:
    phone.change("queue", queue)
    phone.change("playing", title)
    phone.change("playback", "playing")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def control_playback(phone: Phone, action: Literal["query", "resume", "pause", "stop", "next", "previous"]) -> Outcome:
    """Pause, resume, stop or skip what is playing, or tell what it is."""
    status, title = phone.setting("playback"), phone.setting("playing")
    if action == "query":
        artist = next((row["artist"] for _, row in phone.state.find("songs", title=title)), "")
        return Outcome(f"{status} {title}".strip(), {"status": status, "title": title, "artist": artist})
    if status == "stopped":
        raise conflict("nothing is playing; use play_audio")
    if action == "stop":
        phone.change("playback", "stopped")
        return Outcome("stopped")
    if action in ("pause", "resume"):
        phone.change("playback", "paused" if action == "pause" else "playing")
        return Outcome(f"{action}d {title}")
    queue = phone.setting("queue")
    step = 1 if action == "next" else -1
    title = queue[(queue.index(title) + step) % len(queue)]
    _play(phone, queue, title)
    return Outcome(f"playing {title}")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def set_music_play_mode(phone: Phone, mode: Literal["sequence", "repeat_all", "repeat_one", "shuffle"]) -> Outcome:
    """Set the order in which music plays."""
    phone.change("play_mode", mode)
    return Outcome(f"play mode {mode}")


@tool(Domain.AUDIO, SideEffect.WRITES_USER_DATA)
def manage_playlist(
    phone: Phone,
    action: Literal["query", "create", "delete", "add", "remove"],
    name: str | None = None,
    title: str | None = None,
) -> Outcome:
    """List, create or delete playlists, add a song to one or remove it."""
    state = phone.state
    if action == "query" and name is None:
        names = [row["name"] for _, row in state.items("playlists")]
        return Outcome(f"{len(names)} playlists", {"items": names})
    if name is None:
        raise bad("missing argument name")
    if action == "create":
        if any(row["name"].lower() == name.lower() for _, row in state.items("playlists")):
            raise conflict(f"playlist {name} already exists")
        state.insert("playlists", {"name": name, "songs": []})
        return Outcome(f"playlist {name} created")
    key = resolve(state.items("playlists"), name, "playlist")
    row = state.get("playlists", key) or {}
    if action == "query":
        return Outcome(f"{row['name']}: {len(row['songs'])} songs", {"items": row["songs"]})
    if action == "delete":
        state.delete("playlists", key)
        return Outcome(f"playlist {row['name']} deleted")
    if title is None:
        raise bad("missing argument title")
    song = (state.get("songs", resolve(state.items("songs"), title, "song", "title")) or {})["title"]
    if (song in row["songs"]) == (action == "add"):
        raise conflict(f"{song} is {'already' if action == 'add' else 'not'} in {row['name']}")
    songs = [*row["songs"], song] if action == "add" else [s for s in row["songs"] if s != song]
    state.set("playlists", key, songs=songs)
    return Outcome(f"{song} {'added to' if action == 'add' else 'removed from'} {row['name']}")
