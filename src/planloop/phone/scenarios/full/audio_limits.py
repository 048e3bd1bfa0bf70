"""Scenarios of audio, films and photos that end at a limit: something is missing, unknown, forbidden or in the way."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker, SayCriterion, SayKind
from planloop.contract.task import Override
from planloop.phone.apps.listening import SHOWS
from planloop.phone.scenario import Call, Draw, Plan, parts, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.full.audio_music import in_the_air, playing, sounding
from planloop.phone.scenarios.full.photos_links import held
from planloop.phone.scenarios.past import assume, started
from planloop.phone.scenarios.pools import ALLOWED

ASKING = ("which", "what", "how", "when", "until", "tell me", "let me know", "specify", "number", "give me")
"""Words of a question that the requests here do not have, so that a copy of one is no question."""


@scenario(
    "audio.sleep_timer.how_long",
    Behaviour.BOUNDARY,
    Domain.AUDIO,
    (
        "Set a sleep timer",
        "Let the music end by itself after a while",
        "I want playback to stop later on its own",
        "Sleep timer please",
        "Make the player stop some time after I fall asleep",
        "Can you have the sound switched off automatically tonight?",
        "Put a sleep timer on this music",
        "Let it play for a certain time and then stop",
        "sleep timer on",
        "I'm going to bed with music on, it should go off at some point",
        "Have the player turn itself off in a bit",
        "Don't let this play all night, give it a timer to stop",
    ),
)
def how_long(draw: Draw) -> Plan:
    """The minutes are not said."""
    playing(draw)
    wanted = (SayCriterion(say=SayKind.ASK, mentions=(("minutes", "long", "when", "time", "hour"), ASKING)),)
    say = "After how many minutes should playback stop?"
    return Plan({}, (), say, Checker.BEHAVIOUR, wanted, distractors=("set_sleep_timer",))


@scenario(
    "photos.edit.which",
    Behaviour.BOUNDARY,
    Domain.AUDIO,
    (
        "Make a photo black and white",
        "Edit one of my photos, it's too dark",
        "I want a picture of mine rotated",
        "Can you crop a photo to a square for me?",
        "Brighten up a picture in my gallery",
        "There's a photo whose background should be blurred",
        "Take the colour out of an image of mine",
        "Please turn a photo of mine on its side",
        "brighten a photo pls",
        "One of the pictures on this phone needs to be square",
        "A photo of mine should get a blurry background",
        "Do a black and white copy of an image from my gallery",
    ),
)
def which_photo(draw: Draw) -> Plan:
    """The photo is not said, and there are several."""
    names = [str(r["name"]) for _, r in draw.rows("files", type="image", hidden=False)]
    if len(names) < 2:
        raise draw.skip("no choice of photos")
    named = ("photo", "picture", "image", *names), (*ASKING, *names)
    wanted = (SayCriterion(say=SayKind.ASK, mentions=named),)
    say = "Which photo should I edit?"
    return Plan({}, (), say, Checker.BEHAVIOUR, wanted, distractors=("edit_photo",))


@scenario(
    "audio.video.not_in_plan",
    Behaviour.BOUNDARY,
    Domain.AUDIO,
    (
        "Watch {title}",
        "Put {title} on the screen, I want to watch it",
        "Start {title} in the video app",
        "Let's see {title} tonight, play it",
        "I've made popcorn, now show me {title}",
        "Can you stream {title}?",
        "Time to watch {title}, go",
        "Movie night: {title}",
        "stream {title} pls",
        "I'd like to view {title} right away",
        "Everyone's on the sofa, run {title}",
        "Play me {title}, the thing to watch and not a song",
    ),
)
def not_in_plan(draw: Draw) -> Plan:
    """A film or series that the owner's plan lacks."""
    title = str(draw.row("videos", included=False)[1]["title"])
    call = Call("play_video", {"title": title})
    say = f"I can't play {title}: it is not in your plan."
    looked = tried(tries("play_video", title=title), tries("search_video", query=title))
    wanted = (looked, refuses("plan", "subscription", "included", title, *parts(title)))
    return Plan({"title": title}, turns(call), say, Checker.BEHAVIOUR, wanted, distractors=("manage_watchlist",))


@scenario(
    "audio.podcast.unknown",
    Behaviour.BOUNDARY,
    Domain.AUDIO,
    (
        "Play the podcast {show}",
        "I want to hear the newest episode of {show}",
        "Podcast {show}, latest one please",
        "Put on {show}, it's a podcast",
        "Let's listen to an episode of {show}",
        "Is there something new from {show}? Start it",
        "My colleague swears by the podcast {show}, play it",
        "Can I have the show {show} on, whatever episode is new?",
        "podcast: {show}, go",
        "Give me the most recent {show} episode",
        "For the drive I'd like the podcast called {show}",
        "Run the latest of the podcast {show}",
    ),
)
def unknown_show(draw: Draw) -> Plan:
    """The show is not on the phone."""
    known = {r["name"] for _, r in draw.rows("podcasts")}
    show = draw.pick([s for s in SHOWS if s not in known])
    call = Call("play_podcast", {"showName": show})
    say = f"I can't play {show}: there is no such podcast on this phone."
    looked = tried(tries("play_podcast", showName=show), tries("manage_podcast", arguments={"action": "list"}))
    return Plan({"show": show}, turns(call), say, Checker.BEHAVIOUR, (looked, refuses(show, *parts(show))))


@scenario(
    "camera.photo.no_permission",
    Behaviour.BOUNDARY,
    Domain.AUDIO,
    (
        "Take a photo",
        "Snap a picture of this",
        "Photograph that for me",
        "One picture please, with the back camera",
        "Quick, get a shot of the rainbow",
        "Use the camera and take a picture",
        "I want this on a photo",
        "Can you take a picture now?",
        "pic pls, quick",
        "Get this view on camera, a photo will do",
        "Press the shutter for me",
        "A snapshot of what's before the lens, please",
    ),
)
def no_permission(draw: Draw) -> Plan:
    """The camera permission is not granted: report it."""
    denied = Override(table="permissions", id="camera", field="granted", value=False)
    say = "I can't take a photo: the camera permission is not granted."
    wanted = (tried(tries("take_photo")), refuses(*ALLOWED, about=("camera", "photo", "picture")))
    return Plan({}, turns(Call("take_photo")), say, Checker.BEHAVIOUR, wanted, overrides=(denied,))


@scenario(
    "photos.slideshow.empty",
    Behaviour.BOUNDARY,
    Domain.AUDIO,
    (
        "Slide show of the album {album}",
        "Show the photos in {album} one after another",
        "Start a slide show with my album {album}",
        "Let the pictures of {album} run by themselves",
        "Play the album {album} as a slide show",
        "I want to see the {album} album go by, photo by photo",
        "Can you run a slide show of {album}?",
        "Go through the album {album} automatically on the screen",
        "slideshow {album}",
        "Display all of the album {album}, a picture at a time",
        "Let us look at {album} as a slide show",
        "The photos from my {album} album, as a slide show please",
    ),
)
def empty(draw: Draw) -> Plan:
    """There are no photos in the album."""
    album = str(draw.pick([r["name"] for _, r in draw.rows("albums") if not held(r)]))
    call = Call("control_slideshow", {"action": "start", "albumName": album})
    say = f"I can't show {album}: there are no photos in the album."
    ways = (
        tries("control_slideshow", arguments={"action": "start"}, albumName=album),
        tries("search_photos", album=album),
        tries("manage_album", arguments={"action": "list"}),
    )
    wanted = (tried(*ways), refuses("empty", "photo", "picture", "image", "nothing", about=("album", album)))
    return Plan({"album": album}, turns(call), say, Checker.BEHAVIOUR, wanted)


@scenario(
    "audio.output.stay_unconnected",
    Behaviour.BOUNDARY,
    Domain.AUDIO,
    (
        "If {device} is connected, send the sound there; don't connect it yourself",
        "Sound to {device}, but only if it's linked already",
        "Let the audio come from {device}, without connecting anything new",
        "Use {device} for sound. Leave the Bluetooth connections as they are",
        "I think {device} is connected, play the sound there, and don't change what's linked",
        "Route audio to {device} unless you would have to connect it",
        "Switch the sound to {device}, though you mustn't connect any device",
        "Could {device} do the sound? No new connections, please",
        "audio to {device}, dont connect it tho",
        "My sister may be using {device}, so take it for the sound just in case it is connected to my phone",
        "Make {device} the output if the phone holds it already, and connect nothing",
        "Put the sound on {device}. Connecting it is off limits",
    ),
)
def stay_unconnected(draw: Draw) -> Plan:
    """The device is not connected and is to stay so."""
    assume(draw, bluetooth=True, airplane_mode=False)
    device = sounding(draw, connected=False)
    call = Call("set_audio_output", {"output": device})
    say = f"I can't send the sound to {device}: it is not connected."
    looked = tried(tries("set_audio_output", output=device), tries("manage_bluetooth", arguments={"action": "query"}))
    wanted = (looked, refuses("connected", "linked", "connection", about=("sound", "audio", device, *parts(device))))
    begun, tempting = started(draw), ("manage_bluetooth",)
    return Plan({"device": device}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=begun, distractors=tempting)


@scenario(
    "audio.recognize.microphone_taken",
    Behaviour.BOUNDARY,
    Domain.AUDIO,
    (
        "What song is on in this room? Keep my recording going",
        "Listen to the music here and name it, but the recording must not stop",
        "Recognise the song around me without ending the voice recording",
        "I'm recording. Which song is that in the background? Go on recording",
        "Tell me the title of the music in here while the recorder keeps running",
        "Identify this tune by ear; leave the recorder on",
        "Name the song in the air, only don't touch my recording",
        "Can you hear what they're playing while my recording continues?",
        "song in here? dont stop the recorder",
        "Find out what music that is. The recording I'm making has to go on",
        "The concert's being recorded on my phone, keep that. What song is it they play?",
        "By ear please: which song? And the recording stays as it is",
    ),
)
def microphone_taken(draw: Draw) -> Plan:
    """A recording, which is to go on, has the microphone."""
    in_the_air(draw)
    assume(draw, voice_recording=True)
    say = "I can't listen to the song: the voice recording uses the microphone."
    states = tries("control_voice_recorder", arguments={"action": "query"})
    about = ("song", "music", "listen", "recognise", "recognize", "identify", "tune", "hear", "microphone")
    wanted = (tried(tries("recognize_song"), states), refuses("microphone", "recording", "recorder", about=about))
    begun, tempting, call = started(draw), ("control_voice_recorder",), Call("recognize_song")
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=begun, distractors=tempting)
