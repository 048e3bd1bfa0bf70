"""Screen lock, fingerprints, lockdown and emergency SOS."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.pools import spoken_name

LABELS = (
    "Kitchen hand", "Gym thumb", "Work finger", "Spare thumb", "Main finger", "Cooking finger", "Bike finger", "Backup",
    "Garden thumb", "Glove finger", "Mum's finger", "Writing hand", "Mouse hand", "Morning thumb", "Travel finger",
    "Number one",
)  # fmt: skip
DELAYS = {
    "immediately": ("right away", "at once", "without delay"),
    "30s": ("after half a minute", "after 30 seconds"),
    "1m": ("after one minute", "after a minute"),
    "5m": ("after five minutes", "after 5 minutes"),
}
ORDINALS = ("first", "second")


@scenario(
    "security.lock.delay",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        "Lock the phone {when} once the screen is off",
        "The screen should lock {when}",
        "I want the phone to be locked {when} when I put it down",
        "Have the screen lock kick in {when}",
        "Change the lock so that it comes {when}",
        "Let the lock take effect {when}",
        "When the display goes dark, lock {when}",
        "Ask for my code {when}, not at the present interval",
        "Can the lock screen close {when}?",
        "lock {when} pls",
        "After the screen turns off it should lock {when}",
        "For safety set the phone to lock itself {when}",
    ),
)
def lock_delay(draw: Draw) -> Plan:
    """A PIN, pattern or password is set; the screen's own timeout is not meant."""
    assume(draw, screen_lock=draw.pick(("pin", "pattern", "password")))
    delay = draw.pick([d for d in DELAYS if d != draw.phone.setting("lock_after")])
    when = draw.pick(DELAYS[delay])
    call = Call("manage_screen_lock", {"action": "set_delay", "delay": delay})
    tempting = ("set_screen_timeout",)
    say = f"The phone now locks {when}."
    return Plan({"when": when}, turns(call), say, overrides=started(draw), distractors=tempting)


@scenario(
    "security.lock.delay_changed",
    Behaviour.REVISION,
    Domain.SECURITY,
    (
        "Hmm, rather {when}",
        "No, that's not practical. Lock {when}",
        "Let it be {when} after all",
        "Sorry, I meant {when}",
        "I thought about it, {when} is better",
        "Make that {when} instead",
        "Not like that, it should lock {when}",
        "Change it again, {when} please",
        "{when} would suit me more",
        "oh wait, {when}",
        "On reflection I want it to happen {when}",
        "Could it be {when} rather than what I said?",
    ),
)
def delay_changed(draw: Draw) -> Plan:
    """Another delay than the one set in the last exchange."""
    assume(draw, screen_lock=draw.pick(("pin", "pattern", "password")))
    first, second = draw.rng.sample([d for d in DELAYS if d != draw.phone.setting("lock_after")], 2)
    request = draw.pick(("Lock the phone {}", "The screen lock should come {}", "Let it lock {}"))
    spoken = draw.pick(DELAYS[first])
    done = Call("manage_screen_lock", {"action": "set_delay", "delay": first})
    history = past(draw, request.format(spoken), (done,), f"The phone locks {spoken}.")
    when = draw.pick(DELAYS[second])
    call = Call("manage_screen_lock", {"action": "set_delay", "delay": second})
    say = f"The phone now locks {when}."
    return Plan({"when": when}, turns(call), say, overrides=started(draw), history=history)


@scenario(
    "security.lock.remove_by_hand",
    Behaviour.BOUNDARY,
    Domain.SECURITY,
    (
        "Remove the screen lock",
        "I don't want to unlock my phone any more, take the lock off",
        "Get rid of the lock on the screen",
        "No more screen lock please",
        "Switch the lock screen protection off",
        "The phone should open without any code",
        "Let me in without unlocking from now on, remove the lock",
        "Please set the screen lock to none",
        "Can you take away the code I have to enter at the lock screen?",
        "screen lock: none",
        "I'm tired of unlocking, drop the lock for good",
        "Delete the lock of this phone's screen",
    ),
)
def remove_by_hand(draw: Draw) -> Plan:
    """Only the owner can remove a PIN, pattern or password, by hand."""
    lock = draw.pick(("pin", "pattern", "password"))
    assume(draw, screen_lock=lock)
    call = Call("manage_screen_lock", {"action": "remove"})
    said = lock.upper() if lock == "pin" else lock
    say = f"I can't remove the screen lock: you have to take off the {said} by hand."
    wanted = (tried(tries("manage_screen_lock")), refuses(lock, "lock", "by hand", "yourself", "owner"))
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "security.lockdown.on",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        "Lockdown now",
        "Fingerprints shouldn't open this phone until the PIN is given",
        "Put the phone into lockdown",
        "I'm about to go through a checkpoint, make it PIN only and hide the lock screen notifications",
        "Nobody should press my finger on the sensor while I sleep, demand the PIN next time",
        "Enable the lockdown mode",
        "Hide everything on the lock screen and refuse fingerprints",
        "Only my PIN should get into the phone next time",
        "Can you lock it down?",
        "lockdown mode on",
        "Seal the phone: no finger unlock, nothing shown when locked",
        "Activate the strictest locking until I type the PIN",
    ),
)
def lockdown_on(draw: Draw) -> Plan:
    """A PIN is set."""
    assume(draw, screen_lock="pin", lockdown=False)
    call = Call("manage_lockdown", {"action": "enable"})
    say = "The phone is in lockdown until your PIN is given."
    return Plan({}, turns(call), say, overrides=started(draw))


@scenario(
    "security.lockdown.no_code",
    Behaviour.BOUNDARY,
    Domain.SECURITY,
    (
        "Turn on lockdown",
        "Lockdown please, right now",
        "I want this phone locked down",
        "Start lockdown mode",
        "Switch the phone to lockdown",
        "Make the phone go into its lockdown",
        "Set lockdown to on",
        "Could you activate lockdown for me?",
        "Go to lockdown before I hand the phone over",
        "lock down the phone",
        "There are thieves around here, use the lockdown",
        "Let's have the lockdown mode on during the demo",
    ),
)
def no_code(draw: Draw) -> Plan:
    """It needs a PIN, pattern or password, and none is set."""
    assume(draw, screen_lock="swipe", lockdown=False)
    call = Call("manage_lockdown", {"action": "enable"})
    say = "I can't turn on lockdown: it needs a PIN, a pattern or a password first."
    looked = tried(tries("manage_lockdown"), tries("manage_screen_lock", arguments={"action": "query"}))
    wanted = (looked, refuses("PIN", "pattern", "password", "code"))
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "security.finger.rename",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        'Rename the fingerprint {finger} to "{label}"',
        'My {finger} fingerprint should be called "{label}"',
        'Call the {finger} print "{label}" instead',
        'The stored {finger} needs a better name: "{label}"',
        'Change the name of the fingerprint {finger} into "{label}"',
        'Among my fingerprints, label the {finger} "{label}"',
        '"{label}" is to be the name of the {finger} in the fingerprint list',
        'Give the {finger} fingerprint the title "{label}"',
        'Please list my {finger} as "{label}" under fingerprints',
        'fingerprint {finger} -> "{label}"',
        'Could the {finger} be named "{label}" in the fingerprints?',
        'I want to see "{label}" where the fingerprint {finger} is',
    ),
    joinable=True,
)
def rename_finger(draw: Draw) -> Plan:
    """One of the enrolled fingerprints."""
    name, label = str(draw.row("fingerprints")[1]["name"]), draw.pick(LABELS)
    call = Call("manage_fingerprint", {"action": "rename", "name": name, "newName": label})
    return Plan({"finger": name, "label": label}, turns(call), f"Your {name} is called {label} now.")


@scenario(
    "security.finger.delete_nth",
    Behaviour.REFERENCE,
    Domain.SECURITY,
    (
        "The {nth} should no longer open the phone",
        "Delete the {nth} finger",
        "Take the {nth} of the two out",
        "I don't use the {nth}, erase that print",
        "Remove the {nth} fingerprint",
        "Scrap the {nth} finger on that list",
        "Only one is needed, so the {nth} can be deleted",
        "Unregister the {nth}",
        "Please forget the {nth} print",
        "the {nth} one, delete pls",
        "The {nth} isn't even mine, get it off there",
        "Would you strike the {nth} from these fingerprints?",
    ),
)
def delete_finger(draw: Draw) -> Plan:
    """By its place in the list just given."""
    names = [str(r["name"]) for _, r in draw.rows("fingerprints")]
    if len(names) < 2:
        raise draw.skip("fewer than two fingerprints")
    request = draw.pick(("Which fingerprints are stored?", "List my fingerprints", "Whose fingers open this phone?"))
    answer = f"There are two: {names[0]} and {names[1]}."
    history = past(draw, request, (Call("manage_fingerprint", {"action": "list"}),), answer)
    index = draw.rng.randrange(2)
    call = Call("manage_fingerprint", {"action": "delete", "name": names[index]})
    say = f"The fingerprint {names[index]} is deleted."
    slots = {"nth": ORDINALS[index]}
    return Plan(slots, turns(call), say, overrides=started(draw), history=history)


@scenario(
    "security.sos.contact",
    Behaviour.GROUNDING,
    Domain.SECURITY,
    (
        "In an emergency {name} should be told",
        "Add {name} to my emergency SOS contacts",
        "If I ever call for help with the power key, let {name} know",
        "Make {name} one of those who are alerted by SOS",
        "Put {name} down for the SOS alarm",
        "I want {name} to be informed when something happens to me",
        "{name} wants to be notified in case I trigger SOS",
        "Register {name} with the emergency call",
        "Can {name} be added to the people my SOS reaches?",
        "sos contact: {name}",
        "When I press the button for help, {name} has to hear of it as well",
        "Please include {name} in my emergency contacts for SOS",
    ),
    joinable=True,
)
def sos_contact(draw: Draw) -> Plan:
    """A contact who is not told yet."""
    told = draw.phone.setting("sos_contacts")
    row = draw.pick([r for _, r in draw.rows("contacts") if r["name"] not in told])
    call = Call("manage_emergency_sos", {"action": "add_contact", "contactName": row["name"]})
    return Plan({"name": spoken_name(draw, row)}, turns(call), f"{row['name']} is told in an emergency.")


@scenario(
    "security.sos.changed",
    Behaviour.REVISION,
    Domain.SECURITY,
    (
        "Wait, not them. {name} should be told instead",
        "Take that person out again and put {name} in",
        "I'd rather have {name} there, remove the one you just added",
        "Oh no, wrong one: {name}, and delete the other from SOS",
        "Undo that. It's {name} who must be alerted",
        "Replace the new one by {name}",
        "They live too far away; exchange them for {name}",
        "Sorry, I confused two people. {name} belongs there and the one before doesn't",
        "Make it {name} instead of who you added",
        "no, {name}! and drop the first",
        "On second thought swap the person you entered for {name}",
        "Could you take {name} in place of the one I just told you?",
    ),
)
def sos_changed(draw: Draw) -> Plan:
    """The contact added in the last exchange gives way to another."""
    told = draw.phone.setting("sos_contacts")
    people = [str(r["name"]) for _, r in draw.rows("contacts") if r["name"] not in told]
    first, second = draw.rng.sample(people, 2)
    request = draw.pick(("Add {} to SOS", "{} should be told in an emergency", "Let SOS alert {} too")).format(first)
    tool = "manage_emergency_sos"
    done = Call(tool, {"action": "add_contact", "contactName": first})
    history = past(draw, request, (done,), f"{first} is told in an emergency.")
    calls = (
        Call(tool, {"action": "remove_contact", "contactName": first}),
        Call(tool, {"action": "add_contact", "contactName": second}),
    )
    say = f"{second} is told in an emergency, {first} no longer."
    return Plan({"name": second}, (calls,), say, overrides=started(draw), history=history)
