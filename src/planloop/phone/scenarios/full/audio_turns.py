"""Scenarios of audio, camera and photos that refer to an earlier exchange, or revise it."""

from __future__ import annotations

from typing import Any

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.device_reference import ORDINALS
from planloop.phone.scenarios.full.audio_music import playing
from planloop.phone.scenarios.full.audio_spoken import SPEEDS, online
from planloop.phone.scenarios.full.camera_photos import photos, stem
from planloop.phone.scenarios.full.photos_links import held
from planloop.phone.scenarios.past import past, started
from planloop.phone.scenarios.pools import MINUTES

SETTINGS = {
    "flash": ("the camera flash", ("auto", "on", "off")), "timer": ("the camera timer", ("0", "3", "10")),
    "resolution": ("the photo resolution", ("standard", "high")),
}  # fmt: skip


def found(draw: Draw, call: Call) -> list[Any]:
    """The items that a search gives now."""
    items = (draw.phone.call(call.tool, call.arguments).data or {})["items"]
    return list(items) if isinstance(items, list) else []


@scenario(
    "audio.podcast.nth",
    Behaviour.REFERENCE,
    Domain.AUDIO,
    (
        "Play the {nth} one",
        "I'll take the {nth} on that list",
        "The {nth} of those, start it",
        "Let me listen to the {nth} one you named",
        "Sounds good, the {nth} please",
        "Put on the {nth} episode you mentioned",
        "From these the {nth}",
        "Begin with the {nth} of them",
        "the {nth} one, play",
        "Could I hear the {nth} in that list?",
        "It's the {nth} I'm curious about, let it run",
        "Go for the {nth} title you read out",
    ),
)
def podcast_nth(draw: Draw) -> Plan:
    """An episode by its place in the last list, newest first."""
    show = str(draw.row("podcasts")[1]["name"])
    look = Call("manage_podcast", {"action": "list", "showName": show})
    items = found(draw, look)
    index = draw.rng.randrange(len(items))
    item = items[index]
    if not item["downloaded"] and not online(draw):
        raise draw.skip("it cannot be played")
    request = draw.pick(("Which episodes of {} are there?", "List the episodes of {}", "What's new from {}?"))
    history = past(draw, request.format(show), (look,), f"There are {', then '.join(i['title'] for i in items)}.")
    call = Call("play_podcast", {"showName": show, "episode": item["number"]})
    return Plan({"nth": ORDINALS[index]}, turns(call), f"Playing {item['title']}.", history=history)


@scenario(
    "audio.liked.nth",
    Behaviour.REFERENCE,
    Domain.AUDIO,
    (
        "Give the {nth} one a heart",
        "Like the {nth} song",
        "The {nth} is a favourite of mine, heart it",
        "Save the {nth} of them to my liked songs",
        "Put the {nth} with the songs I like",
        "A heart for the {nth} of these, please",
        "I like the {nth} one, mark it so",
        "Of those, the {nth} should be liked",
        "heart on the {nth}",
        "Could you add the {nth} title to what I like?",
        "The {nth} you found belongs among my liked songs",
        "Ah, the {nth}! That one I want liked",
    ),
)
def liked_nth(draw: Draw) -> Plan:
    """A song by its place in the last search."""
    artist = str(draw.row("songs")[1]["artist"])
    look = Call("search_music", {"query": artist})
    titles = [str(i["title"]) for i in found(draw, look)]
    index = draw.rng.randrange(min(3, len(titles)))
    if len(titles) < 2 or titles[index] in draw.phone.setting("liked_songs"):
        raise draw.skip("one song, or liked already")
    request = draw.pick(("What do I have by {}?", "Songs by {}?", "Search my library for {}")).format(artist)
    history = past(draw, request, (look,), f"You have {' and '.join(titles)} by {artist}.")
    call = Call("manage_liked_songs", {"action": "add", "title": titles[index]})
    return Plan({"nth": ORDINALS[index]}, turns(call), f"{titles[index]} is among your liked songs.", history=history)


@scenario(
    "audio.speed.before",
    Behaviour.REFERENCE,
    Domain.AUDIO,
    (
        "Back to the speed from before",
        "I can't follow that, use the old speed",
        "Restore the pace I had",
        "No good, play at the former speed again",
        "Undo the change of speed",
        "They sound odd now, the previous speed please",
        "Let them talk as they did earlier",
        "Return to the speed it had until now",
        "old speed again",
        "Could I have the earlier playback speed back?",
        "Reverse that, the pace was fine as it was",
        "It was better before, set the speed to what it used to be",
    ),
)
def speed_before(draw: Draw) -> Plan:
    """The old speed stands in the result of the last exchange."""
    old = draw.phone.setting("playback_speed")
    fresh = draw.pick([s for s in SPEEDS if s != old])
    request = draw.pick(("Podcasts at {:g}x", "Play audiobooks at speed {:g}", "Speed {:g} for podcasts please"))
    change = Call("set_playback_speed", {"speed": fresh})
    history = past(draw, request.format(fresh), (change,), f"Podcasts and audiobooks play at {fresh:g}.")
    call = Call("set_playback_speed", {"speed": old})
    return Plan({}, turns(call), f"The speed is {old:g} again.", overrides=started(draw), history=history)


@scenario(
    "photos.favourite.nth",
    Behaviour.REFERENCE,
    Domain.AUDIO,
    (
        "Make the {nth} one a favourite",
        "The {nth} is lovely, add it to my favourite photos",
        "Mark the {nth} of these pictures as a favourite",
        "I like the {nth} photo best, favourite it",
        "Put the {nth} among my favourites",
        "Star the {nth} one",
        "Could the {nth} picture go to the favourites?",
        "Favourites: the {nth} of them, please",
        "fav the {nth}",
        "From this list the {nth} should be a favourite photo",
        "Let the {nth} photo you found be marked as a favourite",
        "Only the {nth} deserves to be a favourite, see to that",
    ),
)
def favourite_nth(draw: Draw) -> Plan:
    """A photo by its place in the last search, newest first."""
    look = Call("search_photos")
    names = [str(i["name"]) for i in found(draw, look)]
    index = draw.rng.randrange(min(3, len(names)))
    if names[index] in draw.phone.setting("favourite_photos"):
        raise draw.skip("a favourite already")
    request = draw.pick(("Show me my photos", "Which photos do I have?", "What is in my gallery?"))
    history = past(draw, request, (look,), f"Your photos, newest first: {', '.join(names)}.")
    call = Call("manage_favorite_photos", {"action": "add", "photoName": names[index]})
    return Plan({"nth": ORDINALS[index]}, turns(call), f"{names[index]} is a favourite photo.", history=history)


@scenario(
    "camera.setting.undo",
    Behaviour.REFERENCE,
    Domain.AUDIO,
    (
        "Put that camera setting back",
        "Hm, no. I want it as it was in the camera",
        "Undo what you changed in the camera",
        "The camera did better before, restore it",
        "Set it to the value from before",
        "Return that to how the camera had it",
        "Please reverse the camera change",
        "I prefer the earlier camera setting, bring it back",
        "camera as before pls",
        "Can you revert what you just set for my photos?",
        "Back to what it said before you touched the camera",
        "That camera change was a mistake, take it back",
    ),
)
def setting_undo(draw: Draw) -> Plan:
    """The old value stands in the result of the last exchange."""
    item = draw.pick(tuple(SETTINGS))
    label, values = SETTINGS[item]
    old = str(draw.phone.setting(f"camera_{item}"))
    fresh = draw.pick([v for v in values if v != old])
    change = Call("configure_camera", {"settingItem": item, "settingValue": fresh})
    request = draw.pick(("Set {} to {}", "Put {} at {}", "I want {} at {}")).format(label, fresh)
    history = past(draw, request, (change,), f"Done, {label} is at {fresh}.")
    call = Call("configure_camera", {"settingItem": item, "settingValue": old})
    say = f"{label[:1].upper()}{label[1:]} is at {old} again."
    return Plan({}, turns(call), say, overrides=started(draw), history=history)


@scenario(
    "audio.sleep_timer.changed",
    Behaviour.REVISION,
    Domain.AUDIO,
    (
        "Make it {minutes} minutes",
        "Sorry, I meant {minutes} minutes",
        "{minutes} minutes would be better",
        "Actually stop after {minutes} minutes",
        "No, {minutes}",
        "Let's say {minutes} minutes after all",
        "Change that to {minutes} minutes, I'm more awake than I thought",
        "Hmm, {minutes} minutes is what I need",
        "oops, {minutes} min",
        "Can it be {minutes} minutes rather than that?",
        "Forget what I said, let it end in {minutes} minutes",
        "Wrong number: {minutes} minutes, please correct the timer",
    ),
)
def timer_changed(draw: Draw) -> Plan:
    """Another time than in the last exchange."""
    playing(draw)
    first, minutes = draw.rng.sample(MINUTES, 2)
    request = draw.pick(("Sleep timer for {} minutes", "Stop the music after {} minutes", "Play for {} more minutes"))
    history = past(
        draw, request.format(first), (Call("set_sleep_timer", {"minutes": first}),), f"It stops in {first} minutes."
    )
    call = Call("set_sleep_timer", {"minutes": minutes})
    say = f"Playback stops in {minutes} minutes."
    return Plan({"minutes": str(minutes)}, turns(call), say, overrides=started(draw), history=history)


@scenario(
    "photos.album.moved",
    Behaviour.REVISION,
    Domain.AUDIO,
    (
        "Wrong album! Take it out and put it in {album}",
        "No, move it to the album {album}",
        "I meant {album}, it shouldn't be in the other one",
        "Not there, it belongs in {album} only",
        "Sorry, the album is {album}. Remove it from the first",
        "Take that back and add it to {album}",
        "Oh, {album} is the right album, get it out of that one",
        "It has to leave that album and go to {album}",
        "oops, {album} not that one, please move it",
        "Can you shift the photo over to {album}?",
        "Let it be in {album} and no longer where you put it",
        "I mixed up my albums: out of this, into {album}",
    ),
)
def moved(draw: Draw) -> Plan:
    """It leaves the album of the last exchange for another."""
    name = draw.pick(photos(draw))
    albums = [str(r["name"]) for _, r in draw.rows("albums") if name not in held(r)]
    if len(albums) < 2:
        raise draw.skip("fewer than two albums without it")
    wrong, album = draw.rng.sample(albums, 2)
    add = Call("manage_album", {"action": "add", "albumName": wrong, "photoName": name})
    request = draw.pick(("Put {} in the album {}", "Add the photo {} to {}", "{} should be in my album {}"))
    history = past(draw, request.format(stem(name), wrong), (add,), f"{name} is in {wrong}.")
    calls = (
        Call("manage_album", {"action": "remove", "albumName": wrong, "photoName": name}),
        Call("manage_album", {"action": "add", "albumName": album, "photoName": name}),
    )
    say = f"{name} is in {album} now and no longer in {wrong}."
    return Plan({"album": album}, (calls,), say, overrides=started(draw), history=history)
