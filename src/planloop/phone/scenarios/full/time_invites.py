"""Time Management of the full phone: invitations from others, and reminders that wait for a place."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, parts, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.pools import ALLOWED

ERRANDS = (
    "Ask for the blue folder", "Buy sunscreen", "Water the basil", "Hang up the coat", "Return the umbrella",
    "Look for a birthday card", "Check the letterbox", "Get cash", "Bring the ladder down", "Ask about opening hours",
    "Pick up the dry cleaning", "Wind the clock", "Buy light bulbs", "Drop the glass bottles", "Empty the dishwasher",
    "Post the letter", "Ask for a receipt", "Take the spare key",
)  # fmt: skip


@scenario(
    "time.invitation.decline",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Decline the invitation to {title}",
        "I can't make it to {title}, tell them no",
        "Say no to {title}, I was invited to it",
        "{title}: please turn the invitation down",
        "Answer the {title} invitation with a no",
        "I'd rather stay home than go to {title}, so refuse the invite",
        "Reject the invite for {title}",
        "Can you cancel my part in {title}, the invitation I haven't answered?",
        "invite {title} -> decline",
        "They keep waiting for my reply about {title}. It's a no",
        "Let the organizer of {title} know that I won't come",
        "Respond to {title}: not attending",
    ),
    joinable=True,
)
def invitation_decline(draw: Draw) -> Plan:
    """A pending invitation."""
    title = str(draw.row("invitations", status="pending")[1]["title"])
    call = Call("manage_invitations", {"action": "decline", "title": title})
    return Plan({"title": title}, turns(call), f"You declined {title}.", distractors=("calendar_service",))


@scenario(
    "time.invitation.of_person",
    Behaviour.DEPENDENCY,
    Domain.TIME,
    (
        "Accept whatever {contact} invited me to",
        "See what {contact} has invited me to and say yes",
        "{contact} sent me an invitation. I'll come, accept it",
        "Look through my invitations for the one from {contact} and accept",
        "Yes to {contact}'s invitation, whatever the occasion",
        "Among my invitations is one by {contact}; tell them I'll be there",
        "Find the event that {contact} organizes and wants me at, then accept the invite",
        "I forgot what it was, but {contact} invited me. Take it into my calendar as accepted",
        "accept invite from {contact}",
        "Could you check my invitations and accept what came from {contact}?",
        "My answer to {contact} is yes, look up which invitation that is",
        "The invitation by {contact}, confirm it for me",
    ),
)
def invitation_of_person(draw: Draw) -> Plan:
    """The title of the invitation must be looked up; nothing overlaps."""
    rows = [r for _, r in draw.rows("invitations")]
    row = draw.pick([r for r in rows if r["status"] == "pending"])
    if sum(r["organizer"] == row["organizer"] for r in rows) > 1 or draw.rows("events", date=row["date"]):
        raise draw.skip("two of that person, or a day with events")
    if not draw.phone.setting("wifi") and not draw.phone.setting("mobile_data"):
        raise draw.skip("no internet")
    title = str(row["title"])
    look = Call("manage_invitations", {"action": "query"})
    act = Call("manage_invitations", {"action": "accept", "title": title})
    say = f"You accepted {title} on {row['date']} at {row['time']}."
    return Plan({"contact": str(row["organizer"])}, turns(look, act), say)


@scenario(
    "time.invitation.clash",
    Behaviour.BOUNDARY,
    Domain.TIME,
    (
        "Accept the invitation to {title}",
        "Say yes to {title}",
        "I'm in for {title}, accept that invite",
        "{title}: tell them I'll come",
        "Please confirm that I attend {title}",
        "Answer the invitation for {title} with yes",
        "Take {title} into my calendar by accepting it",
        "Can you accept {title} for me?",
        "invite {title} -> accept",
        "They invited me to {title}. Of course I'm coming, let them know",
        "Respond to {title} that I'll be there",
        "The {title} invitation is still open, give it a yes",
    ),
)
def invitation_clash(draw: Draw) -> Plan:
    """Another event of the calendar is at that time; neither may be moved unasked."""
    key, row = draw.row("invitations", status="pending")
    event = draw.pick([r for _, r in draw.rows("events") if str(r["date"]) > str(draw.phone.now.date())])
    draw.state.set("invitations", key, date=event["date"], time=event["time"])
    assume(draw, wifi=True)
    title, other = str(row["title"]), str(event["title"])
    call = Call("manage_invitations", {"action": "accept", "title": title})
    say = f"I can't accept {title}: {other} is in your calendar at that time."
    looked = tried(tries("manage_invitations", arguments={"action": "accept"}, title=title))
    wanted = (looked, refuses(other, *parts(other)))
    return Plan({"title": title}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "time.invitation.instead",
    Behaviour.REVISION,
    Domain.TIME,
    (
        "Oh wait, I can't go. Decline it instead",
        "Actually no, turn it down",
        "I'm not free after all, take my yes back and decline",
        "Change my answer to no",
        "Hmm, my partner says we're away. Tell them I won't come",
        "On second thought, decline",
        "Sorry, make that a no",
        "I said yes too early, please refuse it now",
        "no, cancel my acceptance",
        "Can you reverse that and answer no?",
        "Forget it, I'd rather not go. Decline the invite",
        "That was hasty. My reply should be a no",
    ),
)
def invitation_instead(draw: Draw) -> Plan:
    """The invitation was accepted in the last exchange."""
    assume(draw, wifi=True)
    row = draw.row("invitations", status="pending")[1]
    if draw.rows("events", date=row["date"]):
        raise draw.skip("a day with events")
    title = str(row["title"])
    request = draw.pick(("Accept {}", "Yes to the invitation for {}", "I'll go to {}, accept it")).format(title)
    call = Call("manage_invitations", {"action": "accept", "title": title})
    history = past(draw, request, (call,), f"You accepted {title}.")
    act = Call("manage_invitations", {"action": "decline", "title": title})
    say = f"You declined {title}; it is out of your calendar again."
    return Plan({}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "time.place.create",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        '"{title}" - remind me of that when I get to {place}',
        'Remind me to "{title}" on arriving at {place}',
        'When I arrive at {place}, bring up "{title}"',
        'Place reminder for {place}: "{title}"',
        'As soon as I\'m at {place} I want to be told "{title}"',
        'I always forget it once I\'m at {place}: "{title}". Make the phone remind me there',
        'Set a reminder "{title}" that pops up at {place}',
        'Can you nudge me with "{title}" when I reach {place}?',
        '@ {place}: "{title}"',
        'Please tie the reminder "{title}" to my arrival at {place}',
        'No time, just the place: at {place} remind me "{title}"',
        'The next time I come to {place}, say "{title}" to me',
    ),
    joinable=True,
)
def place_create(draw: Draw) -> Plan:
    """A new errand at a known place."""
    title, place = draw.pick(ERRANDS), str(draw.row("places")[1]["name"])
    call = Call("manage_place_reminder", {"action": "create", "title": title, "placeName": place, "when": "arrive"})
    slots = {"title": title, "place": place}
    say = f"I remind you of it when you arrive at {place}."
    return Plan(slots, turns(call), say, distractors=("manage_schedule",))


@scenario(
    "time.place.leaving",
    Behaviour.REVISION,
    Domain.TIME,
    (
        "No, not when I arrive, when I leave",
        "Hm, on leaving would be better",
        "Wait, it should come up as I go away from there",
        "Change that: remind me when I leave the place",
        "Actually I need it on my way out",
        "Wrong moment. Tell me when I'm leaving, not when I get there",
        "Make it leaving instead of arriving",
        "I meant once I go, not once I come",
        "leave, not arrive",
        "Could you switch it to the moment I set off from there?",
        "Same place, but at departure please",
        "Let it ring when I walk out rather than in",
    ),
)
def place_leaving(draw: Draw) -> Plan:
    """The reminder of the last exchange is for arriving."""
    title, place = draw.pick(ERRANDS), str(draw.row("places")[1]["name"])
    request = draw.pick(("At {}: {}", "When I'm at {}, remind me: {}", "Place reminder, {}, {}")).format(place, title)
    create = {"action": "create", "title": title, "placeName": place, "when": "arrive"}
    history = past(draw, request, (Call("manage_place_reminder", {**create}),), f"I remind you at {place}: {title}.")
    act = Call("manage_place_reminder", {"action": "update", "title": title, "when": "leave"})
    say = f"I remind you when you leave {place}."
    return Plan({}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "time.place.denied",
    Behaviour.BOUNDARY,
    Domain.TIME,
    (
        'When I get to {place}, remind me: "{title}"',
        'Put a reminder "{title}" on the place {place}',
        'On arrival at {place} I need to hear "{title}"',
        'Have my phone tell me "{title}" at {place}',
        'Reminder by place: {place}, "{title}"',
        'Once I reach {place}, say "{title}"',
        'Make {place} trigger the reminder "{title}"',
        'Could "{title}" come up when I\'m at {place}?',
        'remind me at {place} - "{title}"',
        'I want "{title}" to appear as soon as I arrive at {place}',
        'Please remember "{title}" for me until I\'m at {place}',
        'For my next visit to {place}, a reminder that says "{title}"',
    ),
)
def place_denied(draw: Draw) -> Plan:
    """The location permission is missing."""
    draw.state.set("permissions", "location", granted=False)
    title, place = draw.pick(ERRANDS), str(draw.row("places")[1]["name"])
    create = {"action": "create", "title": title, "placeName": place, "when": "arrive"}
    say = "I can't set it: the location permission is not granted."
    looked = tried(tries("manage_place_reminder", placeName=place), tries("manage_place_reminder", title=title))
    wanted = (looked, refuses(*ALLOWED, "granted", "allowed", about=("location",)))
    slots = {"title": title, "place": place}
    call = Call("manage_place_reminder", {**create})
    return Plan(slots, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))
