"""Scenarios of Audio & Entertainment: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.contract.record import JsonObject
from planloop.phone.apps.audio import PLAYLISTS
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.past import assume, given, started

MODES = {"repeat_one": "repeat one", "repeat_all": "repeat all", "shuffle": "shuffle", "sequence": "sequence"}


def songs_of(playlist: JsonObject) -> list[str]:
    """The titles in a playlist."""
    songs = playlist["songs"]
    return [str(s) for s in songs] if isinstance(songs, list) else []


@scenario(
    "audio.play.title",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Play {title}",
        "Put on the song {title}",
        "I want to hear {title}",
        "Can you start {title} for me?",
        "How about some music: {title}",
        "Let's listen to {title}",
        "Find {title} in my music and play it",
        "Start playing the track {title}",
        "Queue up {title} and press play",
        "I'm in the mood for {title}, put it on",
        "Music please, the song called {title}",
        "{title}, play that one",
        "Could I get {title} on the speaker",
        "Give me {title}",
    ),
    joinable=True,
)
def play_title(draw: Draw) -> Plan:
    """A song that is not playing."""
    title = str(draw.row("songs")[1]["title"])
    if title == draw.phone.setting("playing"):
        raise draw.skip("already playing")
    return Plan({"title": title}, turns(Call("play_audio", {"title": title})), f"Playing {title}.")


@scenario(
    "audio.play.artist",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Play something by {artist}",
        "Put on some {artist}",
        "I feel like hearing the artist {artist}",
        "Any music from {artist}, please",
        "Play me songs by {artist}",
        "Let's have the band {artist} on",
        "Start all my tracks from {artist}",
        "I love {artist}, play their stuff",
        "Can we listen to {artist} for a while?",
        "Music by {artist} now",
        "Shoot, play the artist {artist}",
        "Everything I have from {artist}, start it",
        "Whatever you've got from {artist}, play it",
    ),
    joinable=True,
)
def play_artist(draw: Draw) -> Plan:
    """All songs of an artist."""
    artist = str(draw.row("songs")[1]["artist"])
    return Plan({"artist": artist}, turns(Call("play_audio", {"artist": artist})), f"Playing songs by {artist}.")


@scenario(
    "audio.play.playlist",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Play my {name} playlist",
        "Start the playlist {name}",
        "Put on the {name} list of songs",
        "I want to listen to my playlist called {name}",
        "{name} playlist, go",
        "Can you get my {name} playlist going?",
        "Time for the {name} playlist",
        "Let the {name} playlist run",
        "From my playlists, play {name}",
        "Please play everything in the playlist {name}",
        "Music: the playlist named {name}",
        "Shall we hear the {name} playlist? Start it",
    ),
    joinable=True,
)
def play_playlist(draw: Draw) -> Plan:
    """A playlist of the owner."""
    name = str(draw.row("playlists")[1]["name"])
    return Plan({"name": name}, turns(Call("play_audio", {"playlist": name})), f"Playing your {name} playlist.")


@scenario(
    "audio.pause",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Pause the music",
        "Hold the song for a second",
        "Someone's at the door, pause playback",
        "Can you pause what's playing?",
        "Pause",
        "Music on hold please",
        "Freeze the track, I'll continue later",
        "Halt the song for now, I'll resume it soon",
        "I need to take this, pause my music",
        "Put playback on pause",
        "Let the music pause for a moment",
        "Please pause this tune",
    ),
    joinable=True,
)
def pause_music(draw: Draw) -> Plan:
    """Something is playing."""
    title = str(draw.row("songs")[1]["title"])
    given(draw, "play_audio", title=title)
    call = Call("control_playback", {"action": "pause"})
    return Plan({}, turns(call), f"Paused {title}.", overrides=started(draw))


@scenario(
    "audio.next",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Next song",
        "Skip this one",
        "I don't like this track, go to the next",
        "Jump ahead to the next song",
        "Play the following track",
        "Skip forward in the music",
        "Can we have the next one?",
        "Not this song again, skip it",
        "Move on to the song after this",
        "Next track please",
        "Enough of this tune, on to the next",
        "Please skip to the next title",
    ),
    joinable=True,
)
def next_song(draw: Draw) -> Plan:
    """A queue of songs is playing."""
    name = str(draw.row("playlists")[1]["name"])
    given(draw, "play_audio", playlist=name)
    following = draw.phone.setting("queue")[1]
    call = Call("control_playback", {"action": "next"})
    return Plan({}, turns(call), f"Now playing {following}.", overrides=started(draw))


@scenario(
    "audio.what_plays",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "What song is this?",
        "Who sings this and what is it called?",
        "Tell me the title that's playing",
        "Which track is my phone playing right now?",
        "What am I listening to?",
        "Name of this song?",
        "I like this, what's it called?",
        "Can you tell me what's on at the moment in the music player?",
        "What is the current song",
        "Remind me what tune is playing",
        "Do you know this song that's playing on my phone?",
        "The music that is on now, what's its title?",
    ),
    joinable=True,
)
def what_plays(draw: Draw) -> Plan:
    """Name what is playing."""
    row = draw.row("songs")[1]
    given(draw, "play_audio", title=row["title"])
    say = f"This is {row['title']} by {row['artist']}."
    call = Call("control_playback", {"action": "query"})
    wanted = (reports(str(row["title"])),)
    return Plan({}, turns(call), say, Checker.TOOL_CALL, wanted, overrides=started(draw))


@scenario(
    "audio.mode",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Set music to {mode}",
        "Play mode: {mode}",
        "Use {mode} for the music",
        "Change the player's mode to {mode}",
        "I'd like my songs in {mode} mode",
        "Music player on {mode} please",
        "Can you switch the play order to {mode}?",
        "The player should be in {mode} mode",
        "Let the songs run in {mode} mode",
        "Put the music player in {mode} mode",
        "{mode} is the mode I want for playback",
        "From now on play music with {mode}",
    ),
    joinable=True,
)
def play_mode(draw: Draw) -> Plan:
    """Another play mode."""
    mode, spoken = draw.pick([m for m in MODES.items() if m[0] != draw.phone.setting("play_mode")])
    return Plan({"mode": spoken}, turns(Call("set_music_play_mode", {"mode": mode})), f"Play mode is {spoken}.")


@scenario(
    "audio.mode.loop_song",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Keep playing this song over and over",
        "Loop the current track",
        "Repeat just this one song",
        "I can't get enough of this track, repeat it endlessly",
        "Put this song on repeat",
        "Play the same song again and again",
        "Have the player repeat one song only",
        "After this song ends, start the very same one again, always",
        "Single-song loop please",
        "Don't move on to other songs, repeat this one",
        "Set repeat to one track",
        "Can you loop this single tune?",
    ),
    joinable=True,
)
def loop_song(draw: Draw) -> Plan:
    """Repeat one, asked for in other words."""
    assume(draw, play_mode="sequence")
    call = Call("set_music_play_mode", {"mode": "repeat_one"})
    return Plan({}, turns(call), "This song will repeat.", overrides=started(draw))


@scenario(
    "audio.playlist.add",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Add {title} to my {name} playlist",
        "Put {title} into the playlist {name}",
        "{title} belongs in my {name} playlist, add it",
        "Save the song {title} to {name}",
        "I want {title} on the {name} playlist",
        "The {name} playlist is missing {title}, please add it",
        "Can you include {title} in the {name} list of songs?",
        "Playlist {name}: add {title}",
        "Drop {title} in my {name} playlist",
        "Extend the playlist {name} with {title}",
        "Please place the track {title} in {name}, my playlist",
        "My {name} playlist should also have {title}",
    ),
    joinable=True,
)
def playlist_add(draw: Draw) -> Plan:
    """A song that is not in the list."""
    playlist = draw.row("playlists")[1]
    title = str(draw.pick([r["title"] for _, r in draw.rows("songs") if r["title"] not in songs_of(playlist)]))
    name = str(playlist["name"])
    call = Call("manage_playlist", {"action": "add", "name": name, "title": title})
    return Plan({"title": title, "name": name}, turns(call), f"{title} is in your {name} playlist.")


@scenario(
    "audio.playlist.create",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Create a playlist called {name}",
        "New playlist: {name}",
        "Make me an empty playlist named {name}",
        "I need a playlist for my songs, call it {name}",
        "Start a new list of music with the name {name}",
        "Can you set up a {name} playlist?",
        "Please add a new playlist, title {name}",
        "Open up a fresh playlist {name}",
        "I'd like to collect songs in a new playlist named {name}",
        "There should be a playlist {name} in my music, create it",
        "Build a {name} playlist, I'll fill it later",
        "Set up an empty music list by the name of {name}",
    ),
    joinable=True,
)
def playlist_create(draw: Draw) -> Plan:
    """A name that is free."""
    taken = {row["name"] for _, row in draw.rows("playlists")}
    name = draw.pick([p for p in PLAYLISTS if p not in taken])
    call = Call("manage_playlist", {"action": "create", "name": name})
    return Plan({"name": name}, turns(call), f"The playlist {name} is created.")
