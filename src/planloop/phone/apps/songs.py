"""Audio & Entertainment: songs - found in the library, liked, or recognised by ear."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing
from planloop.phone.apps.microphone import need_free_microphone
from planloop.phone.apps.player import current
from planloop.phone.errors import bad, conflict
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

CAP = 5


@populate(order=60)
def songs(builder: WorldBuilder) -> None:
    """Two liked songs, and in most worlds a song in the air."""
    rng = builder.rng
    titles = [row["title"] for row in builder.tables["songs"].values()]
    builder.setting("liked_songs", rng.sample(titles, 2))
    builder.setting("ambient_song", rng.choice((*titles, "", "")))


@tool(Domain.AUDIO)
def search_music(phone: Phone, query: str) -> Outcome:
    """Find songs of the library by words of title or artist, without playing them."""
    words = query.lower().split()
    if not words:
        raise bad("query is empty")
    rows = [r for _, r in phone.state.items("songs") if all(w in f"{r['title']} {r['artist']}".lower() for w in words)]
    out = listing("songs", [{"title": r["title"], "artist": r["artist"]} for r in rows], CAP)
    return Outcome(out.message, {**(out.data or {}), "query": query})


@tool(Domain.AUDIO, SideEffect.WRITES_USER_DATA)
def manage_liked_songs(phone: Phone, action: Literal["list", "add", "remove"], title: str | None = None) -> Outcome:
    """Songs marked with a heart: list them, add one or remove one (without a title: what plays now).

    Raises 400 without a title while nothing plays, 409 where what plays is no song or the heart is so already.
    """
    state, liked = phone.state, list(phone.setting("liked_songs"))
    if action == "list":
        return Outcome(f"{len(liked)} liked songs", {"items": list(liked), "total": len(liked)})
    wanted = title or current(phone)
    if not wanted:
        raise bad("nothing is playing; give title")
    if not title and not state.find("songs", title=wanted):
        raise conflict(f"{wanted} is no song; give title")
    song = (state.get("songs", resolve(state.items("songs"), wanted, "song", "title")) or {})["title"]
    if (song in liked) == (action == "add"):
        raise conflict(f"{song} is {'already' if action == 'add' else 'not'} liked")
    phone.change("liked_songs", [*liked, song] if action == "add" else [s for s in liked if s != song])
    return Outcome(f"{song} {'liked' if action == 'add' else 'no longer liked'}")


@tool(Domain.AUDIO, permission="microphone")
def recognize_song(phone: Phone) -> Outcome:
    """Listen through the microphone and name the song that plays around here, or on this phone.

    Raises 409 while a call, a recording, the assistant or captions use the microphone.
    """
    need_free_microphone(phone)
    own = phone.setting("playback") == "playing"
    title = phone.setting("playing") if own else phone.setting("ambient_song")
    row = next((r for _, r in phone.state.find("songs", title=title)), None)
    if row is None:
        return Outcome("no song recognised", {"title": "", "artist": ""})
    return Outcome(f"{row['title']} by {row['artist']}", {"title": row["title"], "artist": row["artist"]})
