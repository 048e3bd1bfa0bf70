"""The other direction of the switches: what other scenarios turn on is turned off here, and the reverse."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.audio import songs_of
from planloop.phone.scenarios.past import assume, given, started


@scenario(
    "network.wifi.on",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Turn on Wi-Fi",
        "Wifi on",
        "I'm home, so switch the Wi-Fi on",
        "Enable Wi-Fi please",
        "My data is nearly used up, use wifi from here",
        "Can you activate the Wi-Fi?",
        "Start the wireless connection, I mean Wi-Fi",
        "Bring Wi-Fi up",
        "The wifi seems to be disabled, put it on",
        "Please let the phone use Wi-Fi again",
        "Set Wi-Fi to on",
        "I need wireless internet, turn wifi on",
    ),
    joinable=True,
)
def wifi_on(draw: Draw) -> Plan:
    """Wi-Fi is off at first; it rejoins the home network."""
    given(draw, "manage_wifi", action="disable")
    call = Call("manage_wifi", {"action": "enable"})
    return Plan({}, turns(call), "Wi-Fi is on.", overrides=started(draw))


@scenario(
    "network.bluetooth.on",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Turn on Bluetooth",
        "Bluetooth on",
        "I want to use my headset in a minute, switch Bluetooth on",
        "Enable Bluetooth please",
        "Get Bluetooth running",
        "Can you activate Bluetooth?",
        "My watch can't find the phone because Bluetooth is off, fix that",
        "Start Bluetooth",
        "Put the Bluetooth radio on",
        "Bluetooth should be enabled now",
        "Set Bluetooth to on",
        "Let things connect by Bluetooth again",
    ),
    joinable=True,
)
def bluetooth_on(draw: Draw) -> Plan:
    """Bluetooth is off at first."""
    given(draw, "manage_bluetooth", action="disable")
    call = Call("manage_bluetooth", {"action": "enable"})
    return Plan({}, turns(call), "Bluetooth is on.", overrides=started(draw))


@scenario(
    "network.hotspot.off",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Turn off the hotspot",
        "Stop sharing my internet",
        "Hotspot off please",
        "My friend is online elsewhere now, close the hotspot",
        "Disable the personal hotspot",
        "End tethering",
        "Nobody should use my connection any more, shut the hotspot",
        "Can you deactivate my hotspot?",
        "Kill the hotspot, it drains the battery",
        "Switch the mobile hotspot off",
        "No more access point, please",
        "The laptop has its own internet, so the hotspot can go off",
    ),
    joinable=True,
)
def hotspot_off(draw: Draw) -> Plan:
    """The hotspot is on at first."""
    assume(draw, mobile_data=True, hotspot=True)
    call = Call("manage_hotspot", {"action": "disable"})
    return Plan({}, turns(call), "The hotspot is off.", overrides=started(draw))


@scenario(
    "network.data.on",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Turn on mobile data",
        "Mobile data on",
        "There's no wifi here, let me use my data plan",
        "Enable cellular data please",
        "Switch on mobile internet",
        "Can you activate mobile data?",
        "I need internet on the road, put mobile data on",
        "Use the 5G data connection from now on",
        "My plan was renewed, so mobile data can be on again",
        "Set mobile data to on",
        "Start using cellular internet",
        "Please allow mobile data",
    ),
    joinable=True,
)
def data_on(draw: Draw) -> Plan:
    """Mobile data is off at first."""
    assume(draw, mobile_data=False, hotspot=False)
    call = Call("manage_mobile_data", {"action": "enable"})
    return Plan({}, turns(call), "Mobile data is on.", overrides=started(draw))


@scenario(
    "network.airplane.off",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Turn off airplane mode",
        "Leave flight mode",
        "We landed, airplane mode off",
        "Disable airplane mode please",
        "Take the phone out of aeroplane mode",
        "Can you end flight mode?",
        "The plane is on the ground, so stop flight mode",
        "Airplane mode is still on, switch it off",
        "No more flight mode",
        "Deactivate airplane mode",
        "People can't reach me because of airplane mode, turn it off",
        "Exit airplane mode now",
    ),
)
def airplane_off(draw: Draw) -> Plan:
    """Airplane mode is on at first."""
    given(draw, "manage_airplane_mode", action="enable")
    call = Call("manage_airplane_mode", {"action": "disable"})
    return Plan({}, turns(call), "Airplane mode is off; mobile data is back.", overrides=started(draw))


@scenario(
    "network.nfc.switch",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Turn NFC {turn}",
        "NFC {turn}",
        "Switch {turn} NFC please",
        "Can you turn {turn} the NFC chip?",
        "I want NFC {turn}",
        "Near field communication should be {turn}",
        "Set NFC to {turn}",
        "Please have NFC {turn} from now",
        "For the ticket gate I want NFC {turn}",
        "Make sure NFC is {turn}, it's the wrong way round",
        "Put NFC {turn}",
        "NFC must be {turn} today, change it",
    ),
    joinable=True,
)
def nfc_switch(draw: Draw) -> Plan:
    """Whichever state NFC is not in."""
    on = not draw.phone.setting("nfc")
    word = "on" if on else "off"
    call = Call("manage_nfc", {"action": "enable" if on else "disable"})
    return Plan({"turn": word}, turns(call), f"NFC is {word}.")


@scenario(
    "display.dark.off",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Turn off dark mode",
        "Go back to the light theme",
        "I can't read white on black, light mode please",
        "Dark mode off",
        "Disable the dark theme",
        "Make the menus white again",
        "Can you end dark mode?",
        "Use the bright look of the interface instead of the dark one",
        "The dark theme is gloomy, switch it off",
        "Please deactivate dark mode",
        "Change the appearance back to light",
        "No dark theme any more",
    ),
    joinable=True,
)
def dark_off(draw: Draw) -> Plan:
    """Dark mode is on at first."""
    assume(draw, dark_mode=True)
    call = Call("manage_dark_mode", {"action": "disable"})
    return Plan({}, turns(call), "Dark mode is off.", overrides=started(draw))


@scenario(
    "display.rotate.on",
    Behaviour.GROUNDING,
    Domain.DISPLAY,
    (
        "Turn on auto-rotate",
        "Let the screen rotate when I turn the phone",
        "The video stays upright, make the display rotate by itself",
        "Auto rotate on",
        "Enable automatic rotation",
        "Unlock the screen orientation",
        "Can you let the picture flip when I hold the phone sideways?",
        "I want landscape when I tilt the phone, so turn on rotation",
        "Switch on screen rotation please",
        "The screen should follow how I hold it",
        "Rotation lock off",
        "Activate auto-rotation",
    ),
    joinable=True,
)
def rotate_on(draw: Draw) -> Plan:
    """Auto-rotate is off at first."""
    assume(draw, auto_rotate=False)
    call = Call("manage_auto_rotate", {"action": "enable"})
    return Plan({}, turns(call), "Auto-rotate is on.", overrides=started(draw))


@scenario(
    "audio.resume",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Resume the music",
        "Continue the song",
        "Carry on playing",
        "Go on with the music I paused",
        "Unpause",
        "I'm back, let the track continue",
        "Pick up playback where it stopped",
        "Can you resume playback?",
        "Keep going with that song",
        "Music again please, from where I paused",
        "End the pause and play on",
        "Let it play on",
    ),
    joinable=True,
)
def resume(draw: Draw) -> Plan:
    """Something is paused."""
    title = str(draw.row("songs")[1]["title"])
    given(draw, "play_audio", title=title)
    given(draw, "control_playback", action="pause")
    call = Call("control_playback", {"action": "resume"})
    return Plan({}, turns(call), f"{title} plays on.", overrides=started(draw))


@scenario(
    "audio.stop",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Stop the music",
        "No more music, stop it altogether",
        "Music off",
        "I've heard enough, stop playback",
        "Can you stop the songs?",
        "Stop playing",
        "End the music for today",
        "Quit playing songs",
        "Please stop this track for good",
        "Playback stop",
        "Silence the player, stop it",
        "Let the music end, stop",
    ),
    joinable=True,
)
def stop_music(draw: Draw) -> Plan:
    """Something is playing."""
    given(draw, "play_audio", title=str(draw.row("songs")[1]["title"]))
    call = Call("control_playback", {"action": "stop"})
    return Plan({}, turns(call), "The music is stopped.", overrides=started(draw))


@scenario(
    "audio.playlist.remove",
    Behaviour.GROUNDING,
    Domain.AUDIO,
    (
        "Remove {title} from my {name} playlist",
        "Take {title} off the playlist {name}",
        "{title} doesn't fit in {name}, drop it from that playlist",
        "I'm tired of {title}, cut it from my {name} playlist",
        "Delete the song {title} in the {name} playlist",
        "Playlist {name}: remove {title}",
        "Can you get {title} out of {name}, my playlist?",
        "Kick {title} out of the {name} playlist",
        "The {name} playlist should no longer have {title}",
        "Please strike {title} from playlist {name}",
        "No {title} in my {name} list of songs any more",
        "Throw {title} out of {name}, the playlist",
    ),
    joinable=True,
)
def playlist_remove(draw: Draw) -> Plan:
    """A song of the list."""
    playlist = draw.row("playlists")[1]
    title, name = str(draw.pick(songs_of(playlist))), str(playlist["name"])
    call = Call("manage_playlist", {"action": "remove", "name": name, "title": title})
    return Plan({"title": title, "name": name}, turns(call), f"{title} is no longer in {name}.")


@scenario(
    "system.flashlight.off",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Turn off the flashlight",
        "Torch off",
        "I found my keys, the light can go off",
        "Switch the flashlight off please",
        "Disable the torch",
        "The flashlight is blinding people, put it out",
        "Can you kill the torch?",
        "No need for the flashlight any more",
        "Stop shining the light",
        "Flashlight off",
        "Put out the LED light on the back",
        "It's bright enough here, turn the torch off",
    ),
    joinable=True,
)
def flashlight_off(draw: Draw) -> Plan:
    """The flashlight is on at first."""
    assume(draw, flashlight=True)
    call = Call("control_flashlight", {"action": "disable"})
    return Plan({}, turns(call), "The flashlight is off.", overrides=started(draw))


@scenario(
    "system.battery.normal",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Turn off power saver",
        "I'm charging now, end power saving",
        "Power saver off",
        "Disable battery saving please",
        "Full performance again, no power saving",
        "Leave power saving mode",
        "Can you stop saving battery?",
        "The phone is slow because of power saver, switch it off",
        "Go back to the normal battery mode",
        "Please deactivate power saving",
        "There's enough charge, power saver isn't needed",
        "Quit power saver mode",
    ),
    joinable=True,
)
def saver_off(draw: Draw) -> Plan:
    """Power saver is on at first."""
    assume(draw, power_mode="power_saver")
    call = Call("manage_battery", {"action": "disable"})
    free = frozenset({"manage_battery.mode"})
    return Plan({}, turns(call), "Power saver is off.", free=free, overrides=started(draw))


@scenario(
    "system.power.cancel",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Cancel the scheduled power off",
        "Don't shut the phone down automatically any more",
        "Stop the daily automatic shutdown",
        "My phone switches itself off every night, cancel that",
        "Remove the power-off schedule",
        "Scheduled shutdown off please",
        "No automatic power off from now on",
        "Can you drop the timed power-off?",
        "Delete the time at which the phone powers off",
        "I no longer want the phone to turn itself off on schedule",
        "Please clear the automatic power-off time",
        "Let the phone stay on at night, cancel its scheduled power off",
    ),
    joinable=True,
)
def cancel_power(draw: Draw) -> Plan:
    """Every phone has a power-off time at first."""
    call = Call("manage_scheduled_power", {"action": "cancel", "event": "power_off"})
    return Plan({}, turns(call), "The scheduled power off is cancelled.")


@scenario(
    "security.lock.disable",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        "Remove the app lock from {app}",
        "{app} no longer needs to be locked",
        "Unlock {app} for good, no app lock",
        "Take {app} off the locked apps",
        "Turn app lock off for {app}",
        "I don't want to use my fingerprint each time for {app}, lift its lock",
        "Can you drop the lock on {app}?",
        "App lock for {app}: off",
        "Stop protecting {app} with the app lock",
        "Disable the lock of {app}",
        "Please let {app} open without unlocking",
        "The lock on {app} annoys me, remove it",
    ),
    joinable=True,
)
def unlock(draw: Draw) -> Plan:
    """A locked app."""
    app = str(draw.row("apps", locked=True)[1]["name"])
    call = Call("manage_app_lock", {"action": "disable", "appName": app})
    return Plan({"app": app}, turns(call), f"{app} is no longer locked.")


@scenario(
    "security.find.off",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        "Turn off find my device",
        "I don't want this phone to be locatable, disable Find My Device",
        "Find my device off",
        "Deactivate the lost phone finder",
        "Stop letting my phone be tracked through find-my-device",
        "I'm selling this phone, so switch off find my device",
        "Can you disable finding this device?",
        "Please put Find My Device off",
        "No locating of this phone any more",
        "Set find my device to off",
        "End find-my-device on this phone",
        "The find my device feature should be off",
    ),
    joinable=True,
)
def find_off(draw: Draw) -> Plan:
    """Find my device is on at first."""
    assume(draw, find_device=True)
    call = Call("manage_find_device", {"action": "disable"})
    return Plan({}, turns(call), "Find my device is off.", overrides=started(draw))


@scenario(
    "security.file.unhide",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        "Unhide {file}",
        "Make {file} visible again",
        "The surprise is over, show the file {file} again",
        "Bring {file} back out of the hidden files",
        "Stop hiding {file}",
        "{file} doesn't have to be private any more",
        "Can you unhide the file {file}?",
        "Let {file} appear in searches again",
        "Take {file} out of my private files",
        "I want to see {file} among the normal files again",
        "Please reveal the hidden file {file}",
        "Private file {file}: unhide",
    ),
)
def unhide(draw: Draw) -> Plan:
    """A hidden file."""
    name = str(draw.row("files")[1]["name"])
    given(draw, "manage_private_file", action="hide", fileName=name)
    call = Call("manage_private_file", {"action": "unhide", "fileName": name})
    return Plan({"file": name}, turns(call), f"{name} is visible again.", overrides=started(draw))


@scenario(
    "devices.input.stop",
    Behaviour.GROUNDING,
    Domain.DEVICES,
    (
        "Stop sharing keyboard and mouse",
        "End the keyboard and mouse sharing",
        "I'm done typing on the computer, unlink the shared keyboard",
        "Keyboard and mouse sharing off",
        "The mouse should stay on the laptop, stop sharing it",
        "Can you end input sharing?",
        "Disconnect the shared keyboard and mouse",
        "Quit sharing my mouse and keyboard across devices",
        "Please stop keyboard sharing",
        "No more shared mouse",
        "Switch off sharing of keyboard and mouse",
        "The cursor keeps jumping to the phone, stop the mouse sharing",
    ),
    joinable=True,
)
def stop_sharing(draw: Draw) -> Plan:
    """Keyboard and mouse are shared."""
    device = str(draw.row("computers")[1]["name"])
    given(draw, "manage_bluetooth", action="enable")
    given(draw, "manage_keyboard_mouse_sharing", action="start", targetDeviceName=device)
    call = Call("manage_keyboard_mouse_sharing", {"action": "stop"})
    say = f"Keyboard and mouse are no longer shared with {device}."
    return Plan({}, turns(call), say, overrides=started(draw))
