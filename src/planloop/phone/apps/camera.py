"""Audio & Entertainment: the camera and the voice recorder, whose results are files."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.saving import free_name, write_file
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

Lens = Literal["back", "front"]
PHOTO_MB, VIDEO_MB, SOUND_MB = 4, 60, 3


@populate()
def camera(builder: WorldBuilder) -> None:
    """Camera settings; neither camera nor recorder is running."""
    rng = builder.rng
    builder.setting("camera_flash", rng.choice(("auto", "on", "off")))
    builder.setting("camera_timer", rng.choice((0, 0, 3)))
    builder.setting("camera_grid", rng.random() < 0.4)
    builder.setting("camera_resolution", rng.choice(("standard", "high")))
    builder.setting("camera_location", rng.random() < 0.5)
    builder.setting("video_recording", "")
    builder.setting("voice_recording", False)
    builder.permission("camera")


def _save(phone: Phone, stem: str, ending: str, kind: str, folder: str, size: int) -> str:
    """Write a new file under the next free number; camera and recorder need no storage permission for theirs."""
    return write_file(phone, free_name(phone, stem, ending), kind, folder, size)


@tool(Domain.AUDIO, SideEffect.WRITES_USER_DATA, permission="camera")
def take_photo(
    phone: Phone, lens: Lens = "back", mode: Literal["photo", "portrait", "night", "macro"] = "photo"
) -> Outcome:
    """Take a photo with the back or front camera; it is saved as an image file."""
    if phone.setting("video_recording"):
        raise conflict("a video is being recorded; stop it first")
    if lens == "front" and mode == "macro":
        raise bad("mode: the front camera has no macro")
    stem = "Selfie" if lens == "front" else "Photo" if mode == "photo" else f"{mode.capitalize()} photo"
    high = 2 if phone.setting("camera_resolution") == "high" else 1
    return Outcome(f"saved {_save(phone, stem, 'jpg', 'image', 'Camera', PHOTO_MB * high)}")


@tool(Domain.AUDIO, SideEffect.WRITES_USER_DATA, permission="camera")
def record_video(
    phone: Phone, action: Literal["query", "start", "stop"], lens: Lens = "back", slowMotion: bool = False
) -> Outcome:
    """Start or stop filming; stopping saves a video file."""
    running = phone.setting("video_recording")
    if action == "query":
        return Outcome("filming" if running else "not filming", {"recording": bool(running)})
    if action == "start":
        if running:
            raise conflict("a video is being recorded; stop it first")
        phone.change("video_recording", f"{lens} slow" if slowMotion else lens)
        return Outcome("filming")
    if not running:
        raise conflict("no video is being recorded")
    name = _save(phone, "Slow motion" if running.endswith("slow") else "Video", "mp4", "video", "Camera", VIDEO_MB)
    phone.change("video_recording", "")
    return Outcome(f"saved {name}")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE)
def configure_camera(
    phone: Phone,
    settingItem: Literal["flash", "timer", "grid", "resolution", "location"],
    settingValue: str,
) -> Outcome:
    """Camera settings: flash (auto, on, off), timer (0, 3, 10 seconds), grid, location (on, off), resolution."""
    legal = {
        "flash": ("auto", "on", "off"), "timer": ("0", "3", "10"), "grid": ("on", "off"), "location": ("on", "off"),
        "resolution": ("standard", "high"),
    }[settingItem]  # fmt: skip
    value = settingValue.strip().lower()
    if value not in legal:
        raise bad(f"settingValue: unsupported {settingItem} {settingValue!r}")
    stored: str | int | bool = value
    if settingItem == "timer":
        stored = int(value)
    elif settingItem in ("grid", "location"):
        stored = value == "on"
    old = phone.change(f"camera_{settingItem}", stored)
    return Outcome(f"camera {settingItem} {value}", {"old_value": old, "new_value": stored})


@tool(Domain.AUDIO, SideEffect.WRITES_USER_DATA, permission="microphone")
def control_voice_recorder(phone: Phone, action: Literal["query", "start", "stop"], name: str | None = None) -> Outcome:
    """Record sound with the microphone; stopping saves an audio file, under a name if given."""
    running = phone.setting("voice_recording")
    if action == "query":
        return Outcome("recording" if running else "not recording", {"recording": running})
    if action == "start":
        if running:
            raise conflict("a voice recording is running; stop it first")
        if phone.setting("playback") == "playing":
            phone.change("playback", "paused")
        phone.change("voice_recording", True)
        return Outcome("recording")
    if not running:
        raise conflict("no voice recording is running")
    saved = _save(phone, (name or "Recording").strip() or "Recording", "m4a", "audio", "Recordings", SOUND_MB)
    phone.change("voice_recording", False)
    return Outcome(f"saved {saved}")
