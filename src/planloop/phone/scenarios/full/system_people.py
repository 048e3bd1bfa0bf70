"""System Settings of the full phone: its users, the tests of its parts, the medical card."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker, SayCriterion, SayKind
from planloop.phone.scenario import Call, Draw, Plan, asks, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, given, past, started
from planloop.phone.scenarios.pools import spoken_name

NEW_USERS = (
    "Nanny", "Uncle Bert", "Lotte", "Emilia", "Granny", "Cleaner", "Twins", "Pascal", "Lou", "Visitors", "Marie",
    "Stepdad", "Flatmate", "Cousin Ed", "Trainee", "Night nurse", "Bibi", "Dog sitter",
)  # fmt: skip
FINE = ("ok", "okay", "fine", "works", "working", "fault", "good", "passed", "well", "healthy")
HEARD = {
    "screen": ("dead pixels near the top edge", ("pixel", "pixels")),
    "speaker": ("it crackles above 70 percent", ("crackles", "crackle", "crackling")),
    "microphone": ("it is too quiet", ("quiet",)),
    "fingerprint": ("the sensor answers slowly", ("slow", "slowly")),
    "vibration": ("the motor is weak", ("weak",)),
    "camera": ("the lens has trouble with its focus", ("focus", "focusing")),
    "touch": ("the lower left corner is dead", ("lower left", "left corner", "corner")),
}
"""What is said of a faulty part, and words that tell the fault."""
PARTS = {"fingerprint": "fingerprint sensor", "vibration": "vibration motor", "touch": "touch panel"}
CARD = (
    ("allergies", "latex"), ("allergies", "shellfish"), ("allergies", "aspirin"), ("allergies", "sesame"),
    ("allergies", "wasp stings"), ("allergies", "soy"), ("allergies", "iodine"), ("allergies", "peanuts"),
    ("medication", "warfarin"), ("medication", "metformin"), ("medication", "ramipril"), ("medication", "cortisone"),
    ("conditions", "asthma"), ("conditions", "epilepsy"), ("conditions", "diabetes"), ("conditions", "haemophilia"),
    ("blood_type", "A+"), ("blood_type", "B-"), ("blood_type", "AB-"), ("blood_type", "O-"), ("blood_type", "O+"),
)  # fmt: skip
ENTRIES = {"allergies": "allergy", "medication": "medication", "conditions": "condition", "blood_type": "blood type"}
ORDINALS = ("first", "second", "third")


@scenario(
    "system.users.add",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Add a user called {user} to this phone",
        "Set up a user account for {user} on the phone",
        "New phone user: {user}",
        "{user} should have their own space on my phone",
        "I'm sharing the phone with somebody, create the user {user}",
        "Make room for one more user named {user}",
        "Can you add {user} to the users of this phone?",
        "Create an additional user profile with the name {user}",
        "Put {user} in as another user",
        "add user {user}",
        "We need a user profile {user} next to mine, please make it",
        "Please enter {user} among the people who use this phone",
    ),
    joinable=True,
)
def users_add(draw: Draw) -> Plan:
    """A new name, with room for one more."""
    if len(draw.rows("phone_users")) >= 4 or int(draw.phone.setting("free_mb")) < 1000:
        raise draw.skip("no room for a user")
    user = draw.pick(NEW_USERS)
    call = Call("manage_phone_users", {"action": "add", "userName": user})
    return Plan({"user": user}, turns(call), f"{user} is a user of this phone now.", distractors=("add_contact",))


@scenario(
    "system.users.guest",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "A friend wants to look something up on my phone but shouldn't see my things. Set it up for that",
        "Turn on guest mode",
        "Let a guest use the phone",
        "Switch to the guest account",
        "Somebody on the train asked to use my phone, make it safe to hand over as to a guest",
        "Start a guest session please",
        "Guest mode, quick, before I give it away",
        "I'm lending the phone out for a minute, open it as guest",
        "Can you put this phone in guest mode?",
        "guest mode on",
        "Get the phone ready for a visitor without any of my stuff, as a guest",
        "Begin guest use",
    ),
)
def users_guest(draw: Draw) -> Plan:
    """The owner hands the phone over."""
    assume(draw, recorder="idle")
    call = Call("manage_phone_users", {"action": "start_guest"})
    return Plan({}, turns(call), "The phone is in guest mode.", overrides=started(draw))


@scenario(
    "system.users.remove",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Remove the user {user} from this phone, I know that all their data goes with it",
        "{user} doesn't use my phone any longer. Delete that user, data and all, I'm sure",
        "Delete user {user} for good, confirmed",
        "Take {user} off the phone's users, and yes, their data may be lost",
        "The user {user} can go with everything stored there, I confirm",
        "Please erase the user profile {user}; I've already saved what was needed",
        "Drop {user} from the list of phone users, losing the data is okay",
        "Get rid of the account {user} on this phone, no need to ask me again",
        "remove phone user {user} (confirmed)",
        "Could you delete {user}'s user account here? I accept the data loss",
        "I want {user} gone as a user of the phone, including the data, definitely",
        "There's no need for the user {user} now. Remove it, I agree to wiping its data",
    ),
)
def users_remove(draw: Draw) -> Plan:
    """The loss is confirmed in the request."""
    user = str(draw.row("phone_users", kind="user")[1]["name"])
    call = Call("manage_phone_users", {"action": "remove", "userName": user, "confirmed": True})
    return Plan({"user": user}, turns(call), f"The user {user} and their data are removed.")


@scenario(
    "system.users.who",
    Behaviour.BOUNDARY,
    Domain.SYSTEM,
    (
        "Add another user to this phone",
        "Create a new user account on the phone",
        "Someone else is going to share my phone, set them up as a user",
        "I need one more user here",
        "Please make a user profile for my flatmate's friend",
        "New user on this phone please",
        "Set up an additional user",
        "Can you add a person to the phone's users?",
        "add a user",
        "There should be a second user on the phone, create it",
        "Open a user account for somebody besides me",
        "My phone needs an extra user profile",
    ),
)
def users_who(draw: Draw) -> Plan:
    """The name is not said."""
    wanted = (asks("name", "called", "call", "who", "whom"),)
    say = "What name should the new user have?"
    return Plan({}, (), say, Checker.BEHAVIOUR, wanted, distractors=("manage_phone_users",))


@scenario(
    "system.users.nth",
    Behaviour.REFERENCE,
    Domain.SYSTEM,
    (
        "Switch to the {nth} one",
        "The {nth} of them wants to use the phone now",
        "Hand the phone to the {nth} user",
        "Change over to the {nth}",
        "Take the {nth} on that list and make it the active one",
        "Go to the {nth} of those",
        "I'd like the {nth} to be in use",
        "Please let the {nth} user in",
        "ok, {nth} one, switch",
        "Give the phone to whoever is {nth} there",
        "Could you activate the {nth} of these?",
        "It's the {nth} one's turn on the phone",
    ),
)
def users_nth(draw: Draw) -> Plan:
    """Another user by the place in the list."""
    assume(draw, recorder="idle")
    names = [str(r["name"]) for _, r in draw.rows("phone_users")]
    if len(names) < 2 or len(names) > len(ORDINALS):
        raise draw.skip("nobody else, or too many")
    request = draw.pick(("Who uses this phone?", "List the users of my phone", "Which users are there?"))
    call = Call("manage_phone_users", {"action": "query"})
    history = past(draw, request, (call,), f"There are {len(names)} users: {', '.join(names)}.")
    index = draw.rng.randrange(1, len(names))
    act = Call("manage_phone_users", {"action": "switch", "userName": names[index]})
    say = f"{names[index]} uses the phone now."
    return Plan({"nth": ORDINALS[index]}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "system.diagnostics.part",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Test the {part} of this phone and tell me the result",
        "Is my phone's {part} broken? Run a test",
        "Run diagnostics on the {part}, what comes out?",
        "Something seems off with the {part}, check it please",
        "Do a hardware test of the {part} and report what it finds",
        "Find out whether the {part} works as it should",
        "Can you examine the {part} and say if it has a fault?",
        "Check the {part} for defects, I want to know how it is",
        "test {part}, whats the outcome",
        "I dropped the phone. Put the {part} through a test and let me know",
        "How does the {part} do in a hardware check today?",
        "Before I sell the phone I need to know the condition of the {part}; test it",
    ),
)
def diagnostics_part(draw: Draw) -> Plan:
    """One part is tested now, and the finding is told."""
    assume(draw, playback="stopped", recorder="idle")
    part = draw.pick(tuple(HEARD))
    row = draw.state.get("device_parts", part) or {}
    well = row["finding"] == "ok"
    told, words = ("it is fine", FINE) if well else HEARD[part]
    spoken = PARTS.get(part, part)
    call = Call("run_diagnostics", {"action": "run", "part": part})
    wanted = (SayCriterion(say=SayKind.REPORT, mentions=(words,)),)
    say = f"I tested the {spoken}: {told}."
    return Plan({"part": spoken}, turns(call), say, criteria=wanted, overrides=started(draw))


@scenario(
    "system.diagnostics.speaker",
    Behaviour.DEPENDENCY,
    Domain.SYSTEM,
    (
        "Pause the music and then test the loudspeaker",
        "I want the speaker tested; stop the song for that with a pause",
        "Test my phone's speaker, and pause what's playing beforehand",
        "Music on pause first, speaker diagnostics after that",
        "The loudspeaker sounds odd. Pause the track, then run a check of the speaker",
        "Put the song on hold so you can test the speaker, then test it",
        "Check the speaker for faults, you'll need to pause my music before",
        "pause music, then speaker test",
        "Halt playback for a moment and put the speaker through its test",
        "Could you pause this song and examine the loudspeaker?",
        "First quiet please, pause the player, and then a test of the speaker",
        "Run the speaker test once you have paused the music",
    ),
)
def diagnostics_speaker(draw: Draw) -> Plan:
    """Music plays, which keeps the speaker from being tested."""
    given(draw, "play_audio", title=draw.row("songs")[1]["title"])
    finding = str((draw.state.get("device_parts", "speaker") or {})["finding"])
    told = "it is fine" if finding == "ok" else HEARD["speaker"][0]
    pause = Call("control_playback", {"action": "pause"})
    test = Call("run_diagnostics", {"action": "run", "part": "speaker"})
    say = f"The music is paused and the speaker is tested: {told}."
    return Plan({}, turns(pause, test), say, overrides=started(draw))


@scenario(
    "system.diagnostics.never",
    Behaviour.BOUNDARY,
    Domain.SYSTEM,
    (
        "What did the last test of the {part} say? Don't run a new one",
        "When I last tested the {part}, what came out? Only look that up",
        "Show me the earlier test result for the {part}, without testing again",
        "I need the previous diagnostics result of the {part}, no new test",
        "Look up how the {part} did in its latest check; please don't repeat the check",
        "Give me the stored result of the {part} test",
        "What's on record from testing the {part}? Just read it",
        "From the last time: result for the {part}?",
        "last {part} test result pls, no new run",
        "Is there an old test result of the {part}? Tell me what it was, test nothing now",
        "How was the {part} rated in the most recent test that was done? No fresh one, please",
        "Read me the result of the {part} diagnostics done before today",
    ),
)
def diagnostics_never(draw: Draw) -> Plan:
    """The part was never tested."""
    rows = [key for key, row in draw.rows("device_parts") if not row["tested"] and key in HEARD]
    part = draw.pick(rows)
    spoken = PARTS.get(part, part)
    call = Call("run_diagnostics", {"action": "query", "part": part})
    say = f"There is no result for the {spoken}: it was never tested."
    looked = tried(tries("run_diagnostics", arguments={"action": "query"}))
    wanted = (looked, refuses(part, spoken, "test", "tested", "result", "results"))
    return Plan({"part": spoken}, turns(call), say, Checker.BEHAVIOUR, wanted)


@scenario(
    "system.emergency.set",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Enter the {entry} {value} on my medical card",
        "Medical card: {entry} is {value}",
        "For emergencies, note {value} as my {entry}",
        "In case I faint, helpers should see {value} as my {entry}. Put it in the emergency information",
        "My emergency info lacks the {entry}: it's {value}",
        "Set {entry} to {value} in the emergency details",
        "Please record {value} under {entry} in my medical information",
        "Doctors must know my {entry}, {value}, add it to the card for emergencies",
        "emergency card -> {entry} {value}",
        "Can you write {value} as {entry} into the emergency info?",
        "The field {entry} of my medical card should read {value}",
        "Fill in my emergency card: the {entry} is {value}",
    ),
    joinable=True,
)
def emergency_set(draw: Draw) -> Plan:
    """An entry that is empty or another."""
    card = draw.rows("emergency_cards")[0][1]
    item, value = draw.pick([(i, v) for i, v in CARD if not card[i] or (i == "blood_type" and card[i] != v)])
    call = Call("manage_emergency_info", {"action": "set", "item": item, "value": value})
    slots = {"entry": ENTRIES[item], "value": value}
    say = f"Your medical card has the {ENTRIES[item]} {value} now."
    return Plan(slots, turns(call), say, distractors=("add_user_memory", "manage_note"))


@scenario(
    "system.emergency.them",
    Behaviour.REFERENCE,
    Domain.SYSTEM,
    (
        "Put that person on my medical card as someone to call",
        "Add them to the emergency contacts on the card",
        "That's who should be called if something happens to me, so list them on the medical card",
        "Make this one an emergency contact",
        "Okay, they go on my emergency card",
        "Great, enter that contact in the emergency information",
        "In an emergency people should ring exactly that person. Note it on the card",
        "Have them appear on my medical card as well",
        "emergency contact: that one",
        "Could you add the one you just found to my emergency info?",
        "I trust them most, so they belong on the medical card",
        "Use this contact for emergencies, on the card for helpers",
    ),
)
def emergency_them(draw: Draw) -> Plan:
    """The person looked up in the last exchange."""
    card = draw.rows("emergency_cards")[0][1]
    on_it = card["contacts"] if isinstance(card["contacts"], list) else []
    row = draw.pick([r for _, r in draw.rows("contacts") if r["name"] not in on_it])
    name = str(row["name"])
    request = draw.pick(("What's the number of {}?", "Look up {} in my contacts", "Find {}'s phone number"))
    answer = f"The number of {name} is {row['phone']}."
    history = past(draw, request.format(spoken_name(draw, row)), (Call("search_contact", {"query": name}),), answer)
    act = Call("manage_emergency_info", {"action": "add_contact", "contactName": name})
    return Plan({}, turns(act), f"{name} is on your medical card now.", overrides=started(draw), history=history)
