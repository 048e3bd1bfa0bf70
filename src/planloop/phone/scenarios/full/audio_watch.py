"""Scenarios of films and series on the full phone: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.full.audio_spoken import online
from planloop.phone.scenarios.full.screen_look import unless

GENRES = {
    "comedy": "comedy", "drama": "drama", "thriller": "thriller", "documentary": "documentary", "family": "family",
    "science_fiction": "science fiction",
}  # fmt: skip


def connected(draw: Draw) -> None:
    """Skip a world in which no film can be streamed."""
    if not online(draw):
        raise draw.skip("no internet")


@scenario(
    "audio.video.next_episode",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Continue the series {title}",
        "Next episode of {title}",
        "Let's watch {title} where we stopped",
        "Put on {title}, the episode I haven't seen yet",
        "I want to go on watching {title}",
        "Play the following episode of {title}",
        "{title} please, the one that comes after what I've seen",
        "Time for some more {title} on the screen",
        "keep going with {title}, next ep",
        "Could we see how {title} goes on?",
        "Start {title} at the episode that's up next",
        "Show me the next part of {title}",
    ),
    joinable=True,
)
def next_episode(draw: Draw) -> Plan:
    """A series of the plan that was not watched to its end."""
    connected(draw)
    rows = [r for _, r in draw.rows("videos", kind="series", included=True)]
    row = draw.pick([r for r in rows if int(str(r["watched"])) < int(str(r["episodes"]))])
    title, number = str(row["title"]), int(str(row["watched"])) + 1
    say = f"Playing episode {number} of {title}."
    return Plan({"title": title}, turns(Call("play_video", {"title": title})), say, distractors=("play_podcast",))


@scenario(
    "audio.video.subtitles",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Turn on subtitles for films",
        "I'd like subtitles when I watch something",
        "Show subtitles in videos",
        "Films with subtitles from now on",
        "The actors mumble, so give me subtitles",
        "Subtitles on",
        "Can you have the film's dialogue written below the picture?",
        "Let series play with subtitles",
        "subtitels on please",
        "I want to read along with what they say in the film",
        "Switch the subtitles of my films on",
        "Add subtitles to whatever I watch",
    ),
    joinable=True,
)
def subtitles(draw: Draw) -> Plan:
    """They are off."""
    unless(draw, "subtitles", "on")
    call = Call("control_video", {"action": "subtitles_on"})
    return Plan({}, turns(call), "Subtitles are on.", distractors=("manage_ai_caption",))


@scenario(
    "audio.watchlist.later",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Put {title} on my watch list",
        "I want to see {title} some day, save it for later",
        "Watch list: add {title}",
        "Remember {title} among the things to watch",
        "No time for {title} tonight, keep it on the list to watch",
        "{title} sounds good, note it on the watch list",
        "Could you add {title} to what I still want to watch?",
        "Save {title} for another evening on my list of films and series",
        "watchlist + {title}",
        "Everybody talks about {title}, so place it on my watch list",
        "Make sure {title} is on the list of what to watch later",
        "Bookmark {title} for watching later",
    ),
    joinable=True,
)
def later(draw: Draw) -> Plan:
    """A film or series that is not on it."""
    title = str(draw.row("videos", listed=False)[1]["title"])
    call = Call("manage_watchlist", {"action": "add", "title": title})
    say = f"{title} is on your watch list."
    return Plan({"title": title}, turns(call), say, distractors=("play_video", "manage_note"))


@scenario(
    "audio.video.of_genre",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Which {genre} films are there?",
        "Name the {genre} films",
        "What {genre} films does the video app have?",
        "Look for {genre} films and tell me the titles",
        "I'm in the mood for a {genre} film, what is there? Don't start any",
        "List films of the kind {genre}",
        "Are there any {genre} films? Which?",
        "Tell me the titles of the {genre} films to stream",
        "{genre} films?",
        "We might watch a {genre} film tonight. What do they have?",
        "Search the films for {genre}, I only want to know the names",
        "Find out which films are in the {genre} section",
    ),
    joinable=True,
)
def of_genre(draw: Draw) -> Plan:
    """At least one film of the genre."""
    genre = str(draw.row("videos", kind="film")[1]["genre"])
    titles = [str(r["title"]) for _, r in draw.rows("videos", kind="film", genre=genre)]
    call = Call("search_video", {"kind": "film", "genre": genre})
    say = f"I found {', '.join(titles)}."
    free = frozenset({"search_video.kind"})  # without it the answer shows the kinds
    return Plan({"genre": GENRES[genre]}, turns(call), say, Checker.TOOL_CALL, (reports(*titles),), free)
