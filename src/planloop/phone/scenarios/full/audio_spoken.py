"""Scenarios of podcasts, audiobooks and radio on the full phone: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.state import Row

SPEEDS = (0.5, 0.75, 0.8, 0.9, 1.1, 1.2, 1.25, 1.3, 1.4, 1.5, 1.6, 1.75, 1.8, 2, 2.25, 2.5, 3)


def online(draw: Draw) -> bool:
    """Whether the phone reaches the internet."""
    return bool(draw.phone.setting("wifi") or draw.phone.setting("mobile_data"))


def episode(draw: Draw, **fields: object) -> Row:
    """An episode that can be played as things are."""
    rows = [r for _, r in draw.rows("podcast_episodes", **fields)]
    return draw.pick([r for r in rows if r["downloaded"] or online(draw)])


@scenario(
    "audio.podcast.episode",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Play episode {number} of {show}",
        "{show}, episode {number}",
        "I want to listen to number {number} of the podcast {show}",
        "Put on {show}, the {number}. episode",
        "Start the podcast {show} with episode {number}",
        "Can I hear episode {number} from {show}?",
        "Let's have episode {number} of that podcast {show}",
        "A friend told me about episode {number} of {show}, play that",
        "podcast {show} ep {number}",
        "From {show} I'd like episode {number} now",
        "For the bus ride: {show}, and episode {number} of it",
        "Run episode number {number} of the show {show}",
    ),
    joinable=True,
)
def play_episode(draw: Draw) -> Plan:
    """An episode by its number."""
    row = episode(draw)
    show, number = str(row["show"]), int(str(row["number"]))
    call = Call("play_podcast", {"showName": show, "episode": number})
    slots = {"show": show, "number": str(number)}
    return Plan(slots, turns(call), f"Playing episode {number} of {show}.", distractors=("play_audio",))


@scenario(
    "audio.podcast.subscribe",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Subscribe to {show}",
        "Subscribe me to the podcast {show}",
        "I don't want to miss any episode of {show}, follow it",
        "Follow the show {show} from now on",
        "Add {show} to the podcasts I subscribe to",
        "{show} is worth a subscription, do that",
        "Could you sign me up for the podcast {show}?",
        "Among my podcast subscriptions there should be {show}",
        "subscribe {show} pls",
        "Keep me on {show}: a subscription, please",
        "Start following {show} in podcasts",
        "I enjoy {show} so much that I want it as a subscription",
    ),
    joinable=True,
)
def subscribe(draw: Draw) -> Plan:
    """A show without a subscription."""
    show = str(draw.row("podcasts", subscribed=False)[1]["name"])
    call = Call("manage_podcast", {"action": "subscribe", "showName": show})
    return Plan({"show": show}, turns(call), f"You are subscribed to {show}.")


@scenario(
    "audio.podcast.free_space",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Remove the download of {show} episode {number}",
        "Episode {number} of {show} needn't be on the phone any more, delete the download",
        "Free some space: throw out the downloaded episode {number} of {show}",
        "I've finished episode {number} of {show}, get its file off the phone",
        "Delete the offline copy of {show}, episode {number}",
        "The download of episode {number} from {show} can go",
        "Undownload {show} {number}",
        "Can you clear episode {number} of the podcast {show} from my downloads?",
        "Among the downloaded podcasts, drop episode {number} of {show}",
        "{show}: erase what I downloaded of episode {number}",
        "I don't need {show} offline, that is episode {number}",
        "Let go of the saved episode {number} of {show}",
    ),
    joinable=True,
)
def free_space(draw: Draw) -> Plan:
    """A downloaded episode that does not play."""
    row = draw.row("podcast_episodes", downloaded=True)[1]
    show, number = str(row["show"]), int(str(row["number"]))
    call = Call("manage_podcast_download", {"action": "delete", "showName": show, "episode": number})
    say = f"The download of {show}, episode {number}, is deleted."
    return Plan({"show": show, "number": str(number)}, turns(call), say, distractors=("manage_file", "manage_podcast"))


@scenario(
    "audio.book.chapter",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Read me chapter {chapter} of {book}",
        "Play the audiobook {book} from chapter {chapter}",
        "{book}, chapter {chapter}, please read it out",
        "Let me listen to {book}, starting at chapter {chapter}",
        "Start {book} at chapter {chapter}",
        "I fell asleep, so go to chapter {chapter} of {book} and play it",
        "Put on my audiobook {book} with chapter {chapter}",
        "Chapter {chapter} of {book} for the ride",
        "audiobook {book} ch. {chapter} play",
        "Can we listen to chapter {chapter} in {book}?",
        "Begin at chapter {chapter} when you play {book}",
        "I'd like to hear {book} from its chapter {chapter} on",
    ),
    joinable=True,
)
def chapter(draw: Draw) -> Plan:
    """A chapter other than the one where it was left."""
    row = draw.row("audiobooks")[1]
    book, last, left = str(row["title"]), int(str(row["chapters"])), row["chapter"]
    number = draw.pick([n for n in range(1, last + 1) if n != left])
    call = Call("control_audiobook", {"action": "play", "title": book, "chapter": number})
    say = f"Playing {book}, chapter {number}."
    return Plan({"book": book, "chapter": str(number)}, turns(call), say, distractors=("play_audio",))


@scenario(
    "audio.radio.listen",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Put on {station}",
        "Radio: {station}",
        "Turn the radio to {station}",
        "I want to listen to the station {station}",
        "Tune in to {station}",
        "Can we have {station} on the radio?",
        "Let's hear what's on at {station}",
        "Play the radio station {station}",
        "radio on, {station}",
        "Switch to the station {station}, I feel like some radio",
        "Breakfast needs {station} in the background",
        "FM radio please, and the station is {station}",
    ),
    joinable=True,
)
def listen(draw: Draw) -> Plan:
    """A station of the list."""
    station = str(draw.row("radio_stations")[1]["name"])
    call = Call("control_radio", {"action": "play", "station": station})
    return Plan({"station": station}, turns(call), f"{station} is on.", distractors=("play_audio",))


@scenario(
    "audio.speed.set",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Play podcasts at {speed} times the speed",
        "Podcast speed {speed}",
        "I listen to audiobooks at {speed}x, set that",
        "Change how fast podcasts play to {speed}",
        "The speakers in my podcasts should talk at speed {speed}",
        "Speed for spoken things: {speed}",
        "Make audiobooks run at {speed} speed",
        "Could you put the playback speed on {speed}?",
        "playback speed {speed}x pls",
        "{speed} is the pace I want for podcasts and books",
        "Let my audiobooks go at {speed} instead of the present speed",
        "They talk at the wrong pace, play podcasts {speed} times as fast as normal",
    ),
    joinable=True,
)
def speed(draw: Draw) -> Plan:
    """Another speed."""
    value = draw.pick([s for s in SPEEDS if s != draw.phone.setting("playback_speed")])
    say = f"Podcasts and audiobooks play at {value:g} times the speed."
    return Plan({"speed": f"{value:g}"}, turns(Call("set_playback_speed", {"speed": value})), say)
