"""Scenarios of audio and films in which one call needs another before it."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.audio import songs_of
from planloop.phone.scenarios.full.audio_music import in_the_air, sounding
from planloop.phone.scenarios.full.audio_watch import GENRES, connected
from planloop.phone.scenarios.past import assume, started
from planloop.phone.scenarios.pools import MINUTES


@scenario(
    "audio.recognize.heart",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Find out which song they're playing here and give it a heart",
        "I love what's on in this bar, listen to it and add it to my liked songs",
        "Recognise the music around me and mark that song as liked",
        "Hear this tune in the shop? Put it with the songs I like",
        "Listen in, work out the song, like it",
        "What is on in this cafe should be among my liked songs",
        "Whatever song is in the air here, I want it with a heart",
        "Use the microphone to identify this song, then save it to the ones I like",
        "My neighbour is playing something beautiful. Get its name and like it",
        "recognise this & heart it",
        "The band's song on these loudspeakers deserves a heart in my library",
        "Could you find out by ear what this is, and keep it in my liked songs?",
    ),
)
def heart_heard(draw: Draw) -> Plan:
    """The title comes from what is heard."""
    title = str(in_the_air(draw)["title"])
    if title in draw.phone.setting("liked_songs"):
        raise draw.skip("liked already")
    calls = Call("recognize_song"), Call("manage_liked_songs", {"action": "add", "title": title})
    return Plan({}, turns(*calls), f"That was {title}; it is among your liked songs.")


@scenario(
    "audio.search.whole_artist",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Put all my songs by {artist} in the playlist {name}",
        "Everything I have from {artist} should go into my {name} playlist",
        "Add each {artist} song to the {name} playlist",
        "Look for {artist} in my library and collect the songs in {name}",
        "My {name} playlist needs {artist}, all of it",
        "Find the tracks by {artist} and add every one to {name}, my playlist",
        "Which songs of {artist} do I own? Put them in the {name} playlist",
        "Fill up the playlist {name} with whatever I've got by {artist}",
        "all {artist} songs -> playlist {name}",
        "Could you search for {artist} and place those songs in my playlist {name}?",
        "The playlist called {name} is to get the complete {artist} from my library",
        "Take the works of {artist} that are on this phone into the {name} playlist",
    ),
)
def whole_artist(draw: Draw) -> Plan:
    """The titles come from the search; none is in the list."""
    artist, playlist = str(draw.row("songs")[1]["artist"]), draw.row("playlists")[1]
    name, titles = str(playlist["name"]), [str(r["title"]) for _, r in draw.rows("songs", artist=artist)]
    if set(titles) & set(songs_of(playlist)):
        raise draw.skip("some are in it")
    adds = tuple(Call("manage_playlist", {"action": "add", "name": name, "title": t}) for t in titles)
    say = f"{' and '.join(titles)} are in your {name} playlist."
    return Plan({"artist": artist, "name": name}, ((Call("search_music", {"query": artist}),), adds), say)


@scenario(
    "audio.output.link_first",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Connect {device} and send the sound there",
        "I want to hear it on {device}, connect that first",
        "Link up with {device}, then let the audio come out of it",
        "Sound through {device} please, it isn't connected yet",
        "Get {device} connected over Bluetooth and make it the sound output",
        "Pair up with {device} again and route the audio to it",
        "{device} is switched on: connect it, and play sound over it",
        "Use {device} for the audio, after connecting it",
        "connect {device} + audio out to it",
        "Could you join {device} to the phone and have it do the sound?",
        "The audio should leave the phone's speaker for {device}, which you have to connect before",
        "Hook {device} to the phone so that all sound goes there",
    ),
)
def link_first(draw: Draw) -> Plan:
    """Bluetooth is on, the device not connected."""
    assume(draw, bluetooth=True, airplane_mode=False)
    device = sounding(draw, connected=False)
    calls = (
        Call("manage_bluetooth", {"action": "connect", "deviceName": device}),
        Call("set_audio_output", {"output": device}),
    )
    say = f"{device} is connected, and sound comes from it."
    return Plan({"device": device}, turns(*calls), say, overrides=started(draw))


@scenario(
    "audio.podcast.wifi_first",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Turn on Wi-Fi and download episode {number} of {show}",
        "Get episode {number} of {show} onto the phone for the trip, Wi-Fi may go on for it",
        "Download {show} {number}; switch on the wifi, it's off",
        "I need episode {number} of {show} offline. Enable the wireless network first",
        "Wi-Fi on, then fetch {show}, episode {number}, for listening without a network",
        "For the flight: save episode {number} of {show}. You have to turn on the Wi-Fi for that",
        "Store {show} episode {number} on this phone, with Wi-Fi switched on before",
        "Keep episode {number} of {show} for offline use, wifi has to be activated for the download",
        "wifi on + download {show} ep {number}",
        "Can you enable Wi-Fi and then get me {show} number {number} as a download?",
        "The podcast {show}: I want its episode {number} downloaded, so start the wifi",
        "Please have Wi-Fi running and episode {number} of {show} downloaded before I leave",
    ),
)
def wifi_first(draw: Draw) -> Plan:
    """Downloads need Wi-Fi, which is off."""
    assume(draw, wifi=False, airplane_mode=False)
    row = draw.row("podcast_episodes", downloaded=False)[1]
    show, number = str(row["show"]), int(str(row["number"]))
    calls = (
        Call("manage_wifi", {"action": "enable"}),
        Call("manage_podcast_download", {"action": "download", "showName": show, "episode": number}),
    )
    say = f"Wi-Fi is on and episode {number} of {show} is downloaded."
    return Plan({"show": show, "number": str(number)}, turns(*calls), say, overrides=started(draw))


@scenario(
    "audio.video.any_of_genre",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Put on a {genre} film that's in my plan",
        "Let's watch a {genre} film, one that I can stream",
        "Look for a {genre} film in my plan and start it",
        "Find a film, {genre}, that is included, and play it",
        "I'm up for a {genre} film. Take one my plan covers",
        "Start whatever {genre} film I don't have to pay extra for",
        "Tonight a {genre} film please, nothing outside my plan",
        "Search the {genre} films, then run the one I'm allowed to see",
        "some {genre} film, whichever is included",
        "Could you find and play a {genre} film from what my plan offers?",
        "Entertain me with a {genre} film, it must be part of the plan",
        "We can't agree on a title, only on {genre}. Play a film like that which is in the plan",
    ),
)
def any_of_genre(draw: Draw) -> Plan:
    """Exactly one film of the genre can be watched."""
    connected(draw)
    genre = str(draw.row("videos", kind="film", included=True)[1]["genre"])
    found = [str(r["title"]) for _, r in draw.rows("videos", kind="film", genre=genre, included=True)]
    if len(found) > 1:
        raise draw.skip("a choice of films")
    calls = Call("search_video", {"kind": "film", "genre": genre}), Call("play_video", {"title": found[0]})
    return Plan({"genre": GENRES[genre]}, turns(*calls), f"Playing {found[0]}.")


@scenario(
    "audio.watchlist.first",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Play the first title on my watch list",
        "Start what stands at the top of my watch list",
        "Let's see the first thing I wanted to watch",
        "Look at my watch list and put on its first entry",
        "From the films and series I saved for later, play the top one",
        "What did I put first on the list to watch? Run that",
        "Open with number one of my watch list",
        "It's movie time: take the first on the watch list",
        "watchlist -> play first",
        "Could we watch whatever my watch list begins with?",
        "The title that heads my watch list, please show it now",
        "Get the first item off my list of things to watch and start it, leave it listed",
    ),
)
def first_listed(draw: Draw) -> Plan:
    """It is in the plan and, as a series, not over."""
    connected(draw)
    row = draw.rows("videos", listed=True)[0][1]
    if not row["included"] or int(str(row["watched"])) >= int(str(row["episodes"])):
        raise draw.skip("it cannot be watched")
    calls = Call("manage_watchlist", {"action": "list"}), Call("play_video", {"title": str(row["title"])})
    return Plan({}, turns(*calls), f"Playing {row['title']}, the first on your watch list.")


@scenario(
    "audio.book.until_asleep",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Read me {book} and stop after {minutes} minutes",
        "Start the audiobook {book} with a sleep timer of {minutes} minutes",
        "{book} to fall asleep to, {minutes} minutes",
        "Continue {book}, and let it end by itself in {minutes} minutes",
        "Bedtime: {book} from where I left it, for {minutes} minutes only",
        "Play my audiobook {book} and switch it off {minutes} minutes later",
        "I want {minutes} minutes of {book}, then silence",
        "Go on with the book {book} until I'm asleep, say {minutes} minutes",
        "audiobook {book}, sleep timer {minutes}",
        "Can I have {book} read to me for {minutes} minutes before it stops?",
        "Put {book} on, the audiobook, and set it to stop in {minutes} minutes",
        "Carry on reading {book}. After {minutes} minutes it should be quiet",
    ),
)
def until_asleep(draw: Draw) -> Plan:
    """Nothing plays at first, so that the timer needs the book."""
    if draw.phone.setting("playback") != "stopped":
        raise draw.skip("something plays")
    book, minutes = str(draw.row("audiobooks")[1]["title"]), draw.pick(MINUTES)
    calls = (
        Call("control_audiobook", {"action": "play", "title": book}),
        Call("set_sleep_timer", {"minutes": minutes}),
    )
    say = f"Playing {book}; it stops in {minutes} minutes."
    return Plan({"book": book, "minutes": str(minutes)}, turns(*calls), say)
