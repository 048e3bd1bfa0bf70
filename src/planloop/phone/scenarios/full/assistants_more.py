"""Chains, references, changes of mind and limits of the assistant on the full phone."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.apps.avatars import RARE
from planloop.phone.scenario import Call, Draw, Plan, refuses, reports, scenario, tried, tries, turns
from planloop.phone.scenarios.full.assistants import FACES, session
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.pools import ALLOWED

WAKE = (
    "Hey Lumen", "Okay Basil", "Hello Pixel Fox", "Hi Tundra", "Hey Marble", "Okay Willow Bee", "Hello Quartz",
    "Hey Papaya", "Okay Thunder", "Hi Cobalt", "Hello Biscuit", "Hey Saturn", "Okay Pebble", "Hello Maple", "Hi Nimbus",
    "Hey Rocket",
)  # fmt: skip


@scenario(
    "assistants.search.everywhere",
    Behaviour.GROUNDING,
    Domain.ASSISTANT,
    (
        "Search everything on my phone for {words} and tell me what it says",
        "Somewhere I wrote something about {words}. Look through notes, messages, all of it, and read it to me",
        "What do I have on {words}? Check everywhere on the phone",
        "Find {words} in my personal stuff and say what's there",
        "I stored something with {words}, no idea where. What was it?",
        "Go through my contacts, events, notes and messages for {words} and read me the hit",
        "Where did I put {words}, and what exactly does it say?",
        "Look up {words} in all my own data and read out what you find",
        "{words}... I know I have that here somewhere. What is it?",
        "Search my things for {words}. I need the content",
        "Can you dig out what I saved about {words}, wherever it is?",
        "personal search: {words}, tell me the details",
    ),
    joinable=True,
)
def search_everywhere(draw: Draw) -> Plan:
    """A note found by its title; a look at the notes alone finds it as well."""
    row = draw.row("notes")[1]
    title, content = str(row["title"]), str(row["content"])
    words = title.lower()
    found = draw.phone.call("search_personal_information", {"query": words}).data or {}
    if found["total"] != 1 or len(words) < 4:
        raise draw.skip("other things have these words")
    call = Call("search_personal_information", {"query": words})
    looked = tried(tries("search_personal_information", query=words), tries("manage_note"))
    say = f"In your notes, {title}: {content}."
    return Plan({"words": words}, turns(call), say, Checker.BEHAVIOUR, (looked, reports(content)))


@scenario(
    "assistants.chain.accept_hint",
    Behaviour.DEPENDENCY,
    Domain.ASSISTANT,
    (
        "See if there's anything to suggest about my parcels and make the suggestion a reminder",
        "Scan my parcels for suggestions, then accept what you find",
        "Notice something about my deliveries? Turn it into a reminder",
        "Check for parcel hints and set the resulting reminder",
        "Look whether my parcels need attention and accept the suggestion",
        "Let smart perception go over the parcels, whatever it suggests becomes a reminder",
        "Find out what you'd suggest concerning my parcel, and take that on as a reminder",
        "Suggestions from parcels: get them and say yes to the one there is",
        "Do a scan on parcels. I accept the hint it gives",
        "What would you remind me of with the parcels? Go on and do it",
        "Please scan the parcel source and approve the suggestion, so that I get reminded",
        "parcels: scan + accept",
    ),
)
def accept_hint(draw: Draw) -> Plan:
    """The id of the suggestion comes from the scan."""
    assume(draw, perception_parcels=True, power_mode="normal")
    if draw.rows("suggestions"):
        raise draw.skip("there are suggestions already")
    waiting = [r for _, r in draw.rows("parcels") if r["status"] in ("at pickup point", "out for delivery")]
    if len(waiting) != 1:
        raise draw.skip("none or several parcels to notice")
    begun = started(draw)
    scan = Call("manage_smart_perception", {"action": "scan", "source": "parcels"})
    accept = Call("manage_smart_perception", {"action": "accept", "suggestionId": "suggestion_001"})
    say = f"I will remind you of parcel {waiting[0]['number']}."
    return Plan({}, turns(scan, accept), say, overrides=begun)


@scenario(
    "assistants.chain.play_caption",
    Behaviour.DEPENDENCY,
    Domain.ASSISTANT,
    (
        "Play {title} and caption it live",
        "I want {title} with live captions",
        "Start {title}, then turn on subtitles for it",
        "Put on the song {title} and let me read along with AI captions",
        "{title} please, plus captions of what is played",
        "Captions for {title}: play it and switch them on",
        "My hearing is bad today. Play {title} and show live captions of the media",
        "Let {title} run with the captions for media on",
        "Get {title} going and have it captioned",
        "Could you play {title} and add live subtitles to it?",
        "First the song {title}, then live captions for the sound",
        "play {title} + captions on",
    ),
)
def play_caption(draw: Draw) -> Plan:
    """There is nothing to caption before something plays."""
    title = str(draw.row("songs")[1]["title"])
    assume(draw, playback="paused", ai_caption_source="")
    if title == draw.phone.setting("playing"):
        raise draw.skip("is in the player already")
    play = Call("play_audio", {"title": title})
    captions = Call("manage_ai_caption", {"action": "start", "source": "media"})
    say = f"{title} plays, with captions."
    return Plan({"title": title}, turns(play, captions), say, overrides=started(draw))


@scenario(
    "assistants.chain.captions_to_file",
    Behaviour.DEPENDENCY,
    Domain.ASSISTANT,
    (
        "Stop the captions, keep them as a file and send that file to {contact}",
        "Captions off and saved; {contact} should get the document",
        "End captioning, store the text as a file, forward it to {contact}",
        "The talk is over. Save the captions in a file for {contact} and send it",
        "I promised {contact} the captions. Stop them, save to a file, share it",
        "Turn the captions off, make a file of them and let {contact} have it",
        "{contact} wants the text of these captions, so stop, keep a file and send it over",
        "Finish the live captions with a file, which goes to {contact}",
        "Could you stop captioning, save what was captioned to a file and pass that to {contact}?",
        "Captions: stop, save as document, send to {contact}",
        "Close the captions. I need them as a file, and {contact} needs that file from me",
        "stop captions -> file -> {contact}",
    ),
)
def captions_to_file(draw: Draw) -> Plan:
    """The file's name comes from stopping."""
    assume(draw, ai_caption_source="microphone", ai_caption_language="")
    if any(str(r["name"]).startswith("Captions ") for _, r in draw.rows("files")):
        raise draw.skip("older captions are there")
    contact = str(draw.row("contacts")[1]["name"])
    stop = Call("manage_ai_caption", {"action": "stop", "saveFile": True})
    send = Call("send_file", {"fileName": "Captions 1.txt", "recipient": contact})
    say = f"The captions are in Captions 1.txt, which {contact} has now."
    return Plan({"contact": contact}, turns(stop, send), say, overrides=started(draw))


@scenario(
    "assistants.avatar.same_sticker",
    Behaviour.REFERENCE,
    Domain.ASSISTANT,
    (
        "Save that as a sticker",
        "I want this face as a sticker",
        "Cute, make a sticker of it",
        "Keep that one as a sticker",
        "Can I have it as a sticker?",
        "Turn that look into a sticker",
        "Sticker please, the same face",
        "That's the one, store it as a sticker for me",
        "Now a sticker of exactly that",
        "Love it. Save the sticker",
        "Let me use that in chats, as a sticker",
        "Do the same as a sticker",
    ),
)
def same_sticker(draw: Draw) -> Plan:
    """Avatar and expression of the last exchange."""
    assume(draw, power_mode="normal")
    row = draw.row("avatars")[1]
    faces = row["expressions"]
    face, avatar = draw.pick([str(f) for f in faces] if isinstance(faces, list) else []), str(row["name"])
    shown = {"expression": face, "avatarName": avatar}
    request = draw.pick(("Show me {} with {}", "{}, please, with {}", "I'd like to see {} with {}"))
    call = Call("display_avatar_expression", {"action": "show", **shown})
    history = past(draw, request.format(avatar, FACES[face]), (call,), f"{avatar} shows {FACES[face]}.")
    act = Call("display_avatar_expression", {"action": "save_sticker", **shown})
    say = f"The sticker of {avatar} is in your pictures."
    return Plan({}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "assistants.voice.as_before",
    Behaviour.REFERENCE,
    Domain.ASSISTANT,
    (
        "No, that sounds awful. Back to the old voice",
        "The voice from before was better, use that again",
        "I want the previous voice back",
        "Undo the change of voice",
        "Put the former voice back in place",
        "Hm, I preferred how you sounded earlier",
        "Return to the voice you had",
        "Not my taste. Restore the one we had",
        "Take the old voice again please",
        "Revert to the voice that was set before",
        "Could I have your earlier voice again?",
        "Go back to sounding like you used to",
    ),
)
def voice_as_before(draw: Draw) -> Plan:
    """The old voice stands in the result of the last exchange."""
    old = str(draw.phone.setting("voice_assistant_voice"))
    voice = draw.pick([v for v in ("Alba", "Bruno", "Celia", "Dario", "Esme", "Falk") if v != old])
    setting = {"action": "configure", "settingItem": "voice"}
    call = Call("manage_voice_assistant", {**setting, "settingValue": voice})
    request = draw.pick(("Change your voice to {}", "Use the voice {}", "Assistant voice {} please")).format(voice)
    history = past(draw, request, (call,), f"I speak as {voice} now.")
    act = Call("manage_voice_assistant", {**setting, "settingValue": old})
    say = f"I speak as {old} again."
    return Plan({}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "assistants.voice.wake_corrected",
    Behaviour.REVISION,
    Domain.ASSISTANT,
    (
        "Make the wake word {wrong}, no, {wake}",
        'I want to wake you with "{wrong}"... better "{wake}"',
        "Set {wrong} as wake word. Hmm, I'd never say that, take {wake}",
        "Wake word {wrong}, sorry, {wake}",
        "From now on you listen to {wake}, not to {wrong} as I first thought",
        "You should react to {wrong}. Wait, {wake} is easier to say",
        "Change the wake phrase to {wrong}, or rather to {wake}",
        "Call the assistant by {wake}, forget {wrong}",
        "Use {wrong} to wake the assistant? No, use {wake}",
        "New wake word: {wrong}. Correction: {wake}",
        "The assistant's wake word shall be {wrong} - hold on, my kids voted {wake}, so that one",
        "Instead of {wrong}, which I had in mind, let the wake word be {wake}",
    ),
)
def wake_corrected(draw: Draw) -> Plan:
    """Only the second phrase is set."""
    wrong, wake = draw.rng.sample(WAKE, 2)
    names = {w for _, r in draw.rows("contacts") for w in str(r["name"]).split()}
    if names & {*wrong.split(), *wake.split()} or wake == draw.phone.setting("voice_assistant_wake_word"):
        raise draw.skip("somebody is called so")
    call = Call("manage_voice_assistant", {"action": "configure", "settingItem": "wake_word", "settingValue": wake})
    return Plan({"wrong": wrong, "wake": wake}, turns(call), f"The wake word is {wake}.")


@scenario(
    "assistants.notice.taken_back",
    Behaviour.REVISION,
    Domain.ASSISTANT,
    (
        "No, don't. Switch that off again",
        "I changed my mind, stop noticing that",
        "Hmm, that's too private. Turn it off again",
        "Please undo it, I don't want you to look there",
        "Take that permission back",
        "On reflection, keep out of that",
        "Forget it, no suggestions from there",
        "Actually, leave that alone from now on",
        "Withdraw what I just allowed",
        "Cancel that, you shall not watch it",
        "Better not. Disable it once more",
        "My wife says no, so off with it again",
    ),
)
def taken_back(draw: Draw) -> Plan:
    """The source allowed in the last exchange; the others stay as they are."""
    source = draw.pick(("calendar", "messages", "weather", "parcels"))
    assume(draw, **{f"perception_{source}": False})
    call = Call("manage_smart_perception", {"action": "enable", "source": source})
    request = draw.pick(("You may notice {}", "Make suggestions from {} too", "Keep an eye on {}")).format(source)
    history = past(draw, request, (call,), f"I notice {source} from now on.")
    act = Call("manage_smart_perception", {"action": "disable", "source": source})
    return Plan({}, turns(act), f"I leave {source} alone.", overrides=started(draw), history=history)


@scenario(
    "assistants.limits.no_face",
    Behaviour.BOUNDARY,
    Domain.ASSISTANT,
    (
        "Let {avatar} show {face}",
        "I want {face} from {avatar}",
        "Show me {avatar} with {face}",
        "{avatar} should make {face}",
        "Can {avatar} put on {face}? Do it",
        "Have the avatar {avatar} look with {face}",
        "I would love {face}, {avatar}!",
        "Display {face} on the avatar {avatar}",
        "Make {avatar} do {face} now",
        "Put {face} on {avatar}",
        "Bring {avatar} up with {face}",
        "Avatar {avatar} with {face} please",
    ),
)
def no_face(draw: Draw) -> Plan:
    """An expression that this avatar lacks."""
    row = draw.row("avatars")[1]
    faces = row["expressions"]
    face = draw.pick([f for f in RARE if not isinstance(faces, list) or f not in faces])
    avatar = str(row["name"])
    call = Call("display_avatar_expression", {"action": "show", "expression": face, "avatarName": avatar})
    shown = tries("display_avatar_expression", arguments={"expression": face}, avatarName=avatar)
    looked = tried(shown, tries("display_avatar_expression", arguments={"action": "query"}))
    say = f"I can't show that: {avatar} has no {face} expression."
    wanted = (looked, refuses(avatar, *avatar.split(), face, "expression"))
    return Plan({"avatar": avatar, "face": FACES[face]}, turns(call), say, Checker.BEHAVIOUR, wanted)


@scenario(
    "assistants.limits.deaf",
    Behaviour.BOUNDARY,
    Domain.ASSISTANT,
    (
        "Caption what people around me say",
        "Live captions of the speech nearby please",
        "Write down live what is said in this room",
        "I can't hear them well, caption the conversation around me",
        "Start captions from the microphone",
        "Subtitles for the people in front of me",
        "Show me in text what's being spoken here",
        "Turn on captions for the talk in the hall",
        "Let me read what the speaker over there says, live",
        "Please caption the voices around the phone",
        "Could you transcribe the announcements here as captions?",
        "captions of surrounding speech, on",
    ),
)
def deaf(draw: Draw) -> Plan:
    """The microphone permission is missing."""
    assume(draw, ai_caption_source="")
    draw.state.set("permissions", "microphone", granted=False)
    call = Call("manage_ai_caption", {"action": "start", "source": "microphone"})
    looked = tried(tries("manage_ai_caption", arguments={"action": "start", "source": "microphone"}))
    say = "I can't caption that: the microphone permission is not granted."
    wanted = (looked, refuses(*ALLOWED, "granted", "allowed", about=("microphone", "captions", "caption")))
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "assistants.limits.other_session",
    Behaviour.BOUNDARY,
    Domain.ASSISTANT,
    (
        "End the assistant session, whichever is open",
        "We're finished, close the session with the assistant",
        "Goodbye, that's it for now. Close our session",
        "Hang up, assistant",
        "Stop the running session of the assistant",
        "Let's call it a day, end this conversation with you",
        "Leave the assistant, no matter in what mode it is",
        "Shut the assistant's session down",
        "I'm done talking to you. Session over",
        "Please end what we have open here, the assistant session",
        "bye assistant, close it",
        "Terminate the assistant conversation that is going on",
    ),
)
def other_session(draw: Draw) -> Plan:
    """The open session is with the camera; closing it as a voice session fails."""
    session(draw, "multimodal")
    calls = Call("close_voice_assistant_session"), Call("multimodal_dialogue_exit")
    return Plan({}, turns(*calls), "The dialogue with camera and voice has ended.")


@scenario(
    "assistants.limits.off_while_open",
    Behaviour.BOUNDARY,
    Domain.ASSISTANT,
    (
        "Turn the voice assistant off, ending its session first",
        "Disable the voice assistant, close what is open",
        "Switch the assistant off completely, any running session too",
        "No more voice assistant: end the session and deactivate it",
        "Voice assistant off please, whatever it is doing",
        "I want the assistant gone for good, so close the talk and turn it off",
        "Deactivate the voice assistant. Should a session be open, finish it",
        "The assistant must stop listening altogether, off with it and its session",
        "Get the voice assistant to shut up and off, open session included",
        "Could you disable the assistant, and end our session for that?",
        "assistant off (session may be closed)",
        "Put the voice assistant out of service; end the session if that's in the way",
    ),
)
def off_while_open(draw: Draw) -> Plan:
    """A session is open; it has to end before."""
    session(draw, "voice")
    off = Call("manage_voice_assistant", {"action": "disable"})
    calls = off, Call("close_voice_assistant_session"), off
    return Plan({}, turns(*calls), "I closed the session; the voice assistant is off.")
