"""Scenarios of podcasts, radio and films in which the owner changes their mind, or an earlier answer was false."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.full.audio_spoken import episode
from planloop.phone.scenarios.past import assume, past, started


@scenario(
    "audio.podcast.corrected",
    Behaviour.REVISION,
    Domain.AUDIO,
    (
        "Play episode {wrong} of {show}, no, {number}",
        "{show} episode {wrong}... sorry, {number} I mean",
        "Start {show} with number {wrong}, or rather {number}",
        "Put on {show}. Not {wrong} as I first thought, but episode {number}",
        "Episode {wrong} of {show}, wait, I know that one. {number} please",
        "I want {show}, number {wrong}. Correction: number {number}",
        "Let me hear {show} {wrong}, hmm, make that {number}",
        "From {show} take {number}, I said {wrong} by mistake",
        "{show} ep {wrong} nope {number}",
        "Could you play {show}, episode {wrong}, oh no, it's {number} that I want",
        "Forget episode {wrong} of {show}, I'd like to hear {number}",
        "Instead of {wrong}, which I was about to say, play episode {number} of {show}",
    ),
)
def corrected(draw: Draw) -> Plan:
    """Only the last number counts."""
    row = episode(draw)
    show, number = str(row["show"]), int(str(row["number"]))
    numbers = [int(str(r["number"])) for _, r in draw.rows("podcast_episodes", show=show)]
    wrong = draw.pick([n for n in numbers if n != number])
    call = Call("play_podcast", {"showName": show, "episode": number})
    slots = {"show": show, "wrong": str(wrong), "number": str(number)}
    return Plan(slots, turns(call), f"Playing episode {number} of {show}.")


@scenario(
    "audio.radio.rather",
    Behaviour.REVISION,
    Domain.AUDIO,
    (
        "No, {station} instead",
        "Too noisy, change to {station}",
        "Actually I'd rather have {station}",
        "Not this, {station} please",
        "Hmm, let's go with {station} after all",
        "I don't like what's on, {station} then",
        "On second thought, {station}",
        "Sorry, I mixed them up: {station}",
        "nah {station}",
        "Can we have {station} in place of that?",
        "Change of mind, turn to {station}",
        "Leave that station, {station} suits me better",
    ),
)
def rather(draw: Draw) -> Plan:
    """Another station than in the last exchange."""
    first, station = draw.rng.sample([str(r["name"]) for _, r in draw.rows("radio_stations")], 2)
    request = draw.pick(("Play {}", "{} on the radio please", "Turn on {}")).format(first)
    tune = Call("control_radio", {"action": "play", "station": first})
    history = past(draw, request, (tune,), f"{first} is on.")
    call = Call("control_radio", {"action": "play", "station": station})
    return Plan({"station": station}, turns(call), f"{station} is on.", overrides=started(draw), history=history)


@scenario(
    "audio.watchlist.taken_back",
    Behaviour.REVISION,
    Domain.AUDIO,
    (
        "On reflection I won't watch it, take it off the list",
        "No, strike that from my watch list again",
        "I read a review, remove it again",
        "Never mind, I don't want to see it after all",
        "Actually leave it off my list",
        "Changed my mind about this one, off the watch list with it",
        "Undo that, it isn't for me",
        "Hm, I have seen it before. Delete it from the watch list",
        "nope, unlist it",
        "Can you take back what you just put on the watch list?",
        "Cancel that one, there's enough to watch already",
        "My husband hates it, so drop it from the list again",
    ),
)
def taken_back(draw: Draw) -> Plan:
    """What was listed in the last exchange goes; the others stay."""
    title = str(draw.row("videos", listed=False)[1]["title"])
    add = Call("manage_watchlist", {"action": "add", "title": title})
    request = draw.pick(("{} on my watch list please", "Add {} to what I want to watch", "Save {} for later"))
    history = past(draw, request.format(title), (add,), f"{title} is on your watch list.")
    call = Call("manage_watchlist", {"action": "remove", "title": title})
    return Plan({}, turns(call), f"{title} is off your watch list.", overrides=started(draw), history=history)


@scenario(
    "audio.podcast.false_done",
    Behaviour.BOUNDARY,
    Domain.AUDIO,
    (
        "It isn't among my downloads. Do it properly, Wi-Fi may go on",
        "Are you sure? I can't find it offline. Turn on Wi-Fi if that's the reason",
        "The episode is not on the phone! Switch on what you need and download it",
        "That didn't work, there is no download. Try again with wifi",
        "Check that again, and get the episode, enabling Wi-Fi when you have to",
        "Nothing was downloaded as far as I see. Fix it, the wireless can be turned on",
        "You said done, but the episode still wants internet. Use Wi-Fi and fetch it",
        "Hm, no file here. Make sure it's downloaded this time, wifi on if need be",
        "still not downloaded... put wifi on and do it",
        "Please look into it: the download is missing. You can activate Wi-Fi",
        "I wanted it offline and it's not. Whatever it takes, Wi-Fi included",
        "Did the download fail? Then enable wifi and repeat it",
    ),
)
def false_done(draw: Draw) -> Plan:
    """The earlier download failed for want of Wi-Fi, and the answer said that it was done."""
    assume(draw, wifi=False, airplane_mode=False)
    row = draw.row("podcast_episodes", downloaded=False)[1]
    show, number = str(row["show"]), int(str(row["number"]))
    load = Call("manage_podcast_download", {"action": "download", "showName": show, "episode": number})
    request = draw.pick(("Download episode {} of {}", "I need episode {} of {} offline", "Save number {} of {} here"))
    history = past(draw, request.format(number, show), (load,), f"Done, episode {number} of {show} is downloaded.")
    calls = Call("manage_wifi", {"action": "enable"}), load
    say = f"Wi-Fi was off; it is on now, and episode {number} of {show} is downloaded."
    return Plan({}, turns(*calls), say, overrides=started(draw), history=history)
