"""Scenarios of camera, recorder and photos in which one call needs another before it."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.apps.saving import free_name
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.past import assume, started
from planloop.phone.scenarios.pools import iso, spoken_name
from planloop.phone.state import Row


def held(album: Row) -> list[str]:
    """The photos of an album."""
    return [str(name) for name in album["photos"]]


@scenario(
    "photos.album.by_day",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Put the photo I took on {date} in the album {album}",
        "Find the picture from {date} and add it to my album {album}",
        "The photo of {date} belongs in {album}, my album",
        "What I photographed on {date} should go into the {album} album",
        "Album {album}: add the picture dated {date}",
        "Search for my photo from {date}, then file it in the album {album}",
        "I took one picture on {date}. Have it in the {album} album",
        "Could you look up the photo of {date} and place it in {album}? It's an album",
        "photo from {date} -> album {album}",
        "My album {album} lacks the picture I made on {date}",
        "Add the shot taken on {date} to the album called {album}",
        "Get that one photo from {date} into the album {album}",
    ),
)
def by_day(draw: Draw) -> Plan:
    """One photo of that day, not in the album."""
    row = draw.row("files", type="image", hidden=False)[1]
    name, date = str(row["name"]), str(row["date"])
    if len(draw.rows("files", type="image", hidden=False, date=date)) > 1 or date in (iso(draw), iso(draw, -1)):
        raise draw.skip("several photos, or a day that has a word")
    album = str(draw.pick([r["name"] for _, r in draw.rows("albums") if name not in held(r)]))
    calls = (
        Call("search_photos", {"dateFrom": date, "dateTo": date}),
        Call("manage_album", {"action": "add", "albumName": album, "photoName": name}),
    )
    return Plan({"date": date, "album": album}, turns(*calls), f"{name} is in the album {album}.")


@scenario(
    "camera.selfie.send",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Take a selfie and send it to {name}",
        "Snap me with the front camera, {name} should get the picture",
        "{name} wants to see my new haircut, take a selfie and send the file",
        "A selfie for {name} please, shoot and send",
        "Photograph me and share the photo with {name}",
        "Send {name} a fresh selfie",
        "Front camera, one picture, off to {name}",
        "Could you take a picture of me and pass it to {name}?",
        "selfie -> {name}",
        "Let {name} have a photo of my face as it is now",
        "I promised {name} a selfie, take it and send it off",
        "Make a new self portrait with the front lens and forward it to {name}",
    ),
)
def selfie(draw: Draw) -> Plan:
    """The file's name comes from the camera."""
    row = draw.row("contacts")[1]
    name, file = spoken_name(draw, row), free_name(draw.phone, "Selfie", "jpg")
    calls = Call("take_photo", {"lens": "front"}), Call("send_file", {"fileName": file, "recipient": name})
    return Plan({"name": name}, turns(*calls), f"I took {file} and sent it to {row['name']}.")


@scenario(
    "camera.photo.black_white",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Take a photo and make a black and white copy of it",
        "Photograph this, then edit it to black and white",
        "Snap this and give me a version in black and white",
        "Shoot a picture and save it without colour as well",
        "I want this on a photo, with a black and white copy",
        "One photo please, and from that a black and white one",
        "Take a picture of this; after that a copy in black and white",
        "Could you photograph it and turn a copy black and white?",
        "pic + b/w copy of it, thanks",
        "Press the shutter, then edit the new photo: black and white",
        "Get me a photo of what's in front of the camera and do an extra black and white edit",
        "A fresh photo of this, followed by its black and white twin",
    ),
)
def black_white(draw: Draw) -> Plan:
    """The photo's name comes from the camera."""
    file = free_name(draw.phone, "Photo", "jpg")
    calls = Call("take_photo"), Call("edit_photo", {"photoName": file, "edit": "black_white"})
    return Plan({}, turns(*calls), f"I took {file} and saved a black and white copy.")


@scenario(
    "audio.recorder.send",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Stop recording and send it to {name}",
        "End the voice recording, {name} gets the file",
        "That's all I had to say. Finish the recording and pass it to {name}",
        "Recording done, share it with {name}",
        "Send {name} this recording, but stop it first",
        "Cut the recording here and forward it to {name}",
        "Turn the recorder off, and let {name} have the sound file",
        "Could you end the recording and get it to {name}?",
        "stop rec & send to {name}",
        "I'm through talking, so {name} can have the recording now",
        "Save what the recorder has and transfer that file to {name}",
        "Close the recording; it should go to {name} as a file",
    ),
)
def recording_sent(draw: Draw) -> Plan:
    """The file's name comes from the recorder."""
    assume(draw, voice_recording=True)
    row = draw.row("contacts")[1]
    name, file = spoken_name(draw, row), free_name(draw.phone, "Recording", "m4a")
    stop = Call("control_voice_recorder", {"action": "stop"})
    calls = stop, Call("send_file", {"fileName": file, "recipient": name})
    say = f"The recording is saved as {file} and sent to {row['name']}."
    return Plan({"name": name}, turns(*calls), say, overrides=started(draw))


@scenario(
    "photos.slideshow.fullest",
    Behaviour.DEPENDENCY,
    Domain.AUDIO,
    (
        "Show the album with the most photos as a slide show",
        "Slide show of my fullest album",
        "Which album holds the most pictures? Run that one as a slide show",
        "Let the photos of the biggest album go by, one after the other",
        "Start a slide show with the album that has most pictures in it",
        "Find my largest album and play it as a slide show",
        "Grandma wants to see photos, show her the album with the greatest number, one by one",
        "Of all my albums take the one with most photos for a slide show",
        "slideshow, fullest album",
        "Could you compare my albums and put the photos of the fullest on as a slide show?",
        "The album that contains the highest number of photos, as a slide show please",
        "Have the pictures of whichever album has the most of them change by themselves on the screen",
    ),
)
def fullest(draw: Draw) -> Plan:
    """One album has more photos than any other."""
    sizes = sorted(((len(held(r)), str(r["name"])) for _, r in draw.rows("albums")), reverse=True)
    if sizes[0][0] == sizes[1][0]:
        raise draw.skip("no album is the fullest")
    name = sizes[0][1]
    calls = (
        Call("manage_album", {"action": "list"}),
        Call("control_slideshow", {"action": "start", "albumName": name}),
    )
    return Plan({}, turns(*calls), f"The slide show of {name}, your fullest album, runs.")
