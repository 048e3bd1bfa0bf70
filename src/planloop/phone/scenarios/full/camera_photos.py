"""Scenarios of camera, recorder and photos on the full phone: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.past import assume, started
from planloop.phone.scenarios.pools import iso

EDITS = {"rotate": "rotated", "crop_square": "square", "black_white": "black and white", "brighten": "brighter"}
TAKES = (
    "Lecture", "Interview", "Choir", "Bird song", "Idea", "Rehearsal", "Board meeting", "Grandpa", "Speech", "Rain",
    "Guitar riff", "Tour", "Bedtime story", "Seminar", "Field report", "Voice test", "Engine noise",
)  # fmt: skip
FLASH = {"auto": "automatic", "on": "on", "off": "off"}


def stem(name: str) -> str:
    """A photo as people say it: without the file's ending."""
    return name.rpartition(".")[0] or name


def photos(draw: Draw) -> list[str]:
    """The visible photos by file name."""
    return [str(r["name"]) for _, r in draw.rows("files", type="image", hidden=False)]


@scenario(
    "camera.photo.mode",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Take a {mode} photo",
        "Snap this with the {mode} mode",
        "One {mode} shot please, back camera",
        "Camera: {mode} mode, and shoot",
        "I need a picture in {mode} mode",
        "Use {mode} mode to photograph this",
        "Could you take one picture as a {mode} photo?",
        "Shoot now, {mode} mode",
        "{mode} pic of this",
        "Photograph what's in front of me in the {mode} mode",
        "Make me a {mode} photo with the main camera",
        "Press the shutter once with {mode} mode on",
    ),
    joinable=True,
)
def photo_mode(draw: Draw) -> Plan:
    """A mode other than the usual one."""
    mode = draw.pick(("portrait", "night", "macro"))
    say = f"I took a {mode} photo."
    return Plan({"mode": mode}, turns(Call("take_photo", {"mode": mode})), say, distractors=("configure_camera",))


@scenario(
    "camera.flash.set",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Set the camera flash to {value}",
        "Camera flash: {value}",
        "The flash of the camera should be {value}",
        "When I take pictures, flash {value}",
        "I want the photo flash {value}",
        "Change the flash for photos to {value}",
        "Can the camera's flash be {value}?",
        "flash {value} in the camera app",
        "Photos with flash {value} from now on",
        "Switch my camera's flash mode to {value}",
        "Let the flash be {value} whenever I photograph",
        "Have the camera use its flash like this: {value}",
    ),
    joinable=True,
)
def flash(draw: Draw) -> Plan:
    """Another flash mode."""
    value = draw.pick([v for v in FLASH if v != draw.phone.setting("camera_flash")])
    call = Call("configure_camera", {"settingItem": "flash", "settingValue": value})
    say = f"The camera flash is {FLASH[value]}."
    return Plan({"value": FLASH[value]}, turns(call), say, distractors=("control_flashlight", "take_photo"))


@scenario(
    "camera.film.slow_motion",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Film this in slow motion",
        "Start a slow-motion video",
        "Record the splash in slow motion",
        "Slow-mo, start filming",
        "I want a video of her jump, slowed down",
        "Begin filming with slow motion",
        "Can you shoot this as a slow motion clip? Start now",
        "Camera on, slow motion, record",
        "slomo video now pls",
        "Get the dog's run on video in slow motion",
        "Let the camera roll in slow motion",
        "Take a slowed-down video of what I'm pointing at",
    ),
    joinable=True,
)
def slow_motion(draw: Draw) -> Plan:
    """Nothing is being filmed."""
    call = Call("record_video", {"action": "start", "slowMotion": True})
    return Plan({}, turns(call), "I'm filming in slow motion.", distractors=("control_screen_recorder", "take_photo"))


@scenario(
    "audio.recorder.save_as",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Stop recording and save it as {name}",
        "End the voice recording, name: {name}",
        "That's enough, call the recording {name}",
        "Finish recording; the file should be called {name}",
        "Done talking, keep the recording under {name}",
        "Stop the recorder and store it with the name {name}",
        "Recording over, title it {name}",
        "Can you end this recording and label it {name}?",
        "stop rec, save as {name}",
        "We're through here. The sound recording goes by the name of {name}",
        "Wrap up the recording as {name}",
        "You may stop listening now, and {name} is what I want the recording named",
    ),
)
def save_as(draw: Draw) -> Plan:
    """A recording runs."""
    assume(draw, voice_recording=True)
    name = draw.pick(TAKES)
    call = Call("control_voice_recorder", {"action": "stop", "name": name})
    say, tempting = f"The recording is saved as {name}.", ("control_screen_recorder",)
    return Plan({"name": name}, turns(call), say, overrides=started(draw), distractors=tempting)


@scenario(
    "photos.search.day",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Which photos did I take on {date}?",
        "Photos of {date}, what are they called?",
        "What did I photograph on {date}? Names please",
        "Find the pictures taken on {date}",
        "Tell me the names of my photos from {date}",
        "Search my photos for the day {date}",
        "I took something on {date}, which picture was it?",
        "Are there photos dated {date}? Read me their names",
        "pics from {date}?",
        "Go through my gallery and name what was taken on {date}",
        "What photographs are there with the date {date}",
        "On {date} I had the camera with me. Which photo came of it?",
    ),
    joinable=True,
)
def on_day(draw: Draw) -> Plan:
    """A past day with at least one photo."""
    date = str(draw.row("files", type="image", hidden=False)[1]["date"])
    if date in (iso(draw), iso(draw, -1)):
        raise draw.skip("a day that has a word")
    names = [stem(str(r["name"])) for _, r in draw.rows("files", type="image", hidden=False, date=date)]
    call = Call("search_photos", {"dateFrom": date, "dateTo": date})
    say = f"On {date} you took {', '.join(names)}."
    tempting = ("local_file_search",)
    return Plan({"date": date}, turns(call), say, Checker.TOOL_CALL, (reports(*names),), distractors=tempting)


@scenario(
    "photos.favourite.mark",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Make {photo} a favourite photo",
        "Mark the photo {photo} as a favourite",
        "I adore the picture {photo}, add it to my favourites",
        "{photo} belongs with my favourite photos",
        "Put {photo} among the favourite pictures",
        "Star the photo {photo}",
        "Could {photo} be one of my favourite photos?",
        "Favourite photos: add {photo}",
        "fav the pic {photo}",
        "Of all my photos {photo} is the best, mark it that way",
        "Let the picture {photo} show up in my favourites",
        "Add the image {photo} to the favourites in the gallery",
    ),
    joinable=True,
)
def mark(draw: Draw) -> Plan:
    """A photo that is none yet."""
    name = stem(draw.pick([p for p in photos(draw) if p not in draw.phone.setting("favourite_photos")]))
    call = Call("manage_favorite_photos", {"action": "add", "photoName": name})
    return Plan({"photo": name}, turns(call), f"{name} is a favourite photo.", distractors=("manage_album",))


@scenario(
    "photos.edit.copy",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Make a {edit} copy of the photo {photo}",
        "I'd like {photo} as a {edit} picture too",
        "Edit the photo {photo}: {edit}",
        "Save a {edit} version of {photo}",
        "Can I have the picture {photo} {edit}?",
        "The photo {photo} should also exist {edit}",
        "Create a {edit} variant of my photo {photo}",
        "{photo}, but {edit}, please edit the picture like that",
        "photo {photo} -> {edit}",
        "Work on the image {photo} so that I get it {edit}",
        "From the picture {photo} I need one that's {edit}",
        "Get me {photo} {edit}, as a new photo",
    ),
    joinable=True,
)
def edited(draw: Draw) -> Plan:
    """A copy with one change."""
    name, (edit, spoken) = stem(draw.pick(photos(draw))), draw.pick(tuple(EDITS.items()))
    call = Call("edit_photo", {"photoName": name, "edit": edit})
    say = f"I saved a {spoken} copy of {name}."
    return Plan({"photo": name, "edit": spoken}, turns(call), say, distractors=("control_ai_image_agent",))
