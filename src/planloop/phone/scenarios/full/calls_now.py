"""Calls under way, call forwarding and voicemail."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, asks, refuses, reports, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.pools import TEXTS, WHO, spoken_name
from planloop.phone.state import Row

WHEN = {
    "busy": ("when my line is busy", "while I'm talking to somebody else", "whenever I'm already on another call"),
    "no_answer": ("when I don't pick up", "that I don't answer", "whenever I let it ring without answering"),
    "unreachable": ("when my phone is out of reach", "when there is no signal", "while I can't be reached at all"),
}
GREETINGS = (
    "I'm at work, try me after six", "Hi, leave your name and number", "On holiday until the tenth, please text me",
    "The office is closed today", "I'm hiking, call you back tonight", "For urgent matters ring the front desk",
    "We moved to Harbour Street, same number", "I never listen to this, write to me", "Back on Monday morning",
    "In a meeting all day", "Sorry, I'm with the kids", "Please send an e-mail instead", "Speak slowly, thank you",
    "You have reached the garden club", "I'm probably sleeping", "Studio hours are nine to four",
)  # fmt: skip
ORDINALS = ("first", "second", "third")


def on_line(draw: Draw, status: str) -> Row:
    """Make one contact the only one on the line, with that status."""
    for key, _ in draw.rows("live_calls"):
        draw.state.delete("live_calls", key)
    person = draw.row("contacts")[1]
    row = {"name": person["name"], "phone": person["phone"], "status": status, "merged": False}
    draw.state.insert("live_calls", row)
    return row


@scenario(
    "calls.live.mute",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "Mute my microphone for a moment",
        "The person I'm talking to shouldn't hear me right now",
        "Mute me on this call",
        "I have to cough, silence my side of the call",
        "My end of the conversation off please, but stay on the line",
        "Someone's at the door, mute me quickly",
        "They mustn't hear what's said in this room, so cut my mic in the call",
        "mute my mic on the phone call",
        "Don't let my voice through on this call for now",
        "Keep the call going but with my microphone muted",
        "Could you switch me to silent on the phone call I'm having?",
        "I'll only listen from here on, so mute my side",
    ),
)
def mute_call(draw: Draw) -> Plan:
    """A call is active."""
    row = on_line(draw, "active")
    call = Call("control_call", {"action": "mute"})
    say = f"You are muted; {row['name']} can't hear you."
    return Plan({}, turns(call), say, overrides=started(draw), distractors=("set_volume", "manage_sensor_access"))


@scenario(
    "calls.live.answer_speaker",
    Behaviour.DEPENDENCY,
    Domain.CALLS,
    (
        "Pick up and put it on speaker",
        "It's ringing and my hands are in the dough: answer on loudspeaker",
        "Answer this call, loudspeaker on",
        "Take the call, then switch to the speaker so we all can hear",
        "Accept the incoming call and turn the loudspeaker on",
        "I'm driving. Take that call hands-free over the loudspeaker",
        "Get that for me, on speakerphone",
        "answer it and speaker on pls",
        "Somebody is calling, pick up and let everyone in the room listen",
        "Please answer the ringing phone. The call should go over the loudspeaker",
        "Yes, take the call, but not at the ear: speakerphone",
        "Can you take the call that's coming in and use the loudspeaker for it?",
    ),
)
def answer_speaker(draw: Draw) -> Plan:
    """The loudspeaker needs an active call, so the call is answered first."""
    row = on_line(draw, "ringing")
    calls = (Call("control_call", {"action": "answer"}), Call("control_call", {"action": "speaker_on"}))
    return Plan({}, turns(*calls), f"You are talking with {row['name']} on speaker.", overrides=started(draw))


@scenario(
    "calls.live.decline_text",
    Behaviour.DEPENDENCY,
    Domain.CALLS,
    (
        'Decline this call and text the caller "{text}"',
        'I can\'t talk now. Reject the call and write whoever it is "{text}"',
        'Don\'t take that call; send the caller a message instead: "{text}"',
        'Turn the call away, then text that person "{text}"',
        'Not now! Refuse the call and let the one who rings know by SMS: "{text}"',
        'Reject the incoming call. The caller gets a text: "{text}"',
        'Send the ringing call away and message them "{text}"',
        'decline + sms to the caller "{text}"',
        'Say no to the call that is coming in and text back "{text}"',
        'I won\'t answer this one. Stop the ringing by declining and text "{text}" to the person',
        'Whoever is calling gets a text saying "{text}", and the call is declined',
        'Could you decline the call and answer it with the text message "{text}"?',
    ),
)
def decline_text(draw: Draw) -> Plan:
    """Who is calling stands in the answer to the call."""
    row, text = on_line(draw, "ringing"), draw.pick(TEXTS)
    calls = (
        Call("control_call", {"action": "decline"}),
        Call("send_message", {"phoneNumber": row["name"], "content": text}),
    )
    say = f"I declined the call of {row['name']} and sent your message."
    return Plan({"text": text}, turns(*calls), say, overrides=started(draw))


@scenario(
    "calls.live.not_talking",
    Behaviour.BOUNDARY,
    Domain.CALLS,
    (
        "Hang up",
        "End the call I'm on",
        "Finish this phone call please",
        "I'm done talking, hang up the phone",
        "Put the receiver down",
        "Cut off the call",
        "Please terminate my current call",
        "The conversation is over, end the call",
        "Can you hang up for me?",
        "hang up the cal now",
        "Close the line, we've said goodbye",
        "Get me off this call",
    ),
)
def not_talking(draw: Draw) -> Plan:
    """Nobody is on the line."""
    for key, _ in draw.rows("live_calls"):
        draw.state.delete("live_calls", key)
    call = Call("control_call", {"action": "end"})
    say = "I can't hang up: there is no call under way."
    wanted = (tried(tries("control_call")), refuses("call", "calls", "line"))
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "calls.forward.on",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "Forward my calls to {name} {when}",
        "{name} should get my calls {when}",
        "Divert calls to {name} {when}",
        "Set up a redirection to {name} for calls {when}",
        "Have calls passed on to {name} {when}",
        "My calls go to {name} {when}, please arrange that",
        "{name} takes over my calls {when}",
        "Can you redirect incoming calls to {name} {when}?",
        "I'd like {name} to receive the calls {when}",
        "Calls {when}: send them on to {name}",
        "Let callers land at {name}'s phone {when}",
        "forward calls {when} to {name} pls",
    ),
    joinable=True,
)
def forward_on(draw: Draw) -> Plan:
    """A condition and a contact."""
    condition, row = draw.pick(tuple(WHEN)), draw.row("contacts")[1]
    if draw.rows("call_forwards", enabled=True, phone=row["phone"]) or draw.rows("blocked_numbers", phone=row["phone"]):
        raise draw.skip("forwarded to them already, or blocked")
    arguments = {"action": "enable", "condition": condition, "phoneNumber": row["name"]}
    slots = {"name": spoken_name(draw, row), "when": draw.pick(WHEN[condition])}
    return Plan(slots, turns(Call("manage_call_forwarding", arguments)), f"Those calls now go to {row['name']}.")


@scenario(
    "calls.forward.to_whom",
    Behaviour.BOUNDARY,
    Domain.CALLS,
    (
        "Forward my calls when the line is busy",
        "Set up call forwarding for when I'm on another call",
        "When I'm busy on the phone, divert further calls",
        "I want calls redirected while I'm talking to someone",
        "Turn on forwarding on busy",
        "Send callers elsewhere when they find me engaged",
        "Please activate call diversion for a busy line",
        "Busy line? Then calls should be passed on. Set that up",
        "Can you have calls forwarded if I'm already in a call?",
        "Whoever calls while I speak with another person should be redirected",
        "call forwarding if busy, on please",
        "Make calls go to somebody else when my line is taken",
    ),
)
def forward_to_whom(draw: Draw) -> Plan:
    """No target was ever set for that case."""
    if (draw.state.get("call_forwards", "busy") or {})["phone"]:
        raise draw.skip("it has a target")
    say = "To whom should I forward your calls when the line is busy?"
    wanted = (asks(*WHO, "where"),)
    return Plan({}, (), say, Checker.BEHAVIOUR, wanted, distractors=("manage_call_forwarding",))


@scenario(
    "calls.voicemail.play",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "Play the voicemail from {name}",
        "What did {name} say on my voicemail?",
        "Let me hear the voice message {name} left in my mailbox",
        "{name} spoke on my answering machine, play that",
        "I missed {name}'s call, listen to the voicemail for me",
        "Voicemail of {name}, please",
        "Open the mailbox and play what {name} left",
        "Can you play {name}'s message on the voicemail",
        "{name} left something after the beep. I want to listen to it",
        "Start the recording that {name} left when I didn't answer",
        "Put on the voicemail by {name}",
        "play {name} voicemial",
    ),
)
def play_voicemail(draw: Draw) -> Plan:
    """One unheard message of a contact."""
    rows = [r for _, r in draw.rows("voicemails") if r["name"]]
    row = draw.pick([r for r in rows if not r["heard"] and [x["name"] for x in rows].count(r["name"]) == 1])
    call = Call("manage_voicemail", {"action": "play", "caller": row["name"]})
    say = f"{row['name']} says: {row['text']}"
    return Plan({"name": spoken_name(draw, row)}, turns(call), say)


@scenario(
    "calls.voicemail.greeting",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        'Change my voicemail greeting to "{greeting}"',
        'My mailbox should say "{greeting}"',
        'When nobody answers, callers should hear "{greeting}" before the beep',
        'New greeting for the voicemail: "{greeting}"',
        'Let the answering machine greet people with "{greeting}"',
        'I\'d like my voice mailbox to tell callers "{greeting}"',
        'Replace the announcement of my voicemail by "{greeting}"',
        '"{greeting}" is what my voicemail should say from now on',
        'Can you set "{greeting}" as the text of my answerphone?',
        'The voicemail greeting is outdated, make it "{greeting}"',
        'voicemail greeting = "{greeting}"',
        'People who reach my voicemail should be told "{greeting}"',
    ),
    joinable=True,
)
def set_greeting(draw: Draw) -> Plan:
    """The text is given in quotes."""
    text = draw.pick(GREETINGS)
    call = Call("manage_voicemail", {"action": "set_greeting", "greeting": text})
    return Plan({"greeting": text}, turns(call), f'Your greeting is now "{text}".')


@scenario(
    "calls.voicemail.call_back",
    Behaviour.DEPENDENCY,
    Domain.CALLS,
    (
        "Call back whoever left the latest voicemail",
        "Who left me the newest voicemail? Ring them",
        "Return the call of the last person on my voicemail",
        "Look in the mailbox and phone the caller of the most recent message",
        "Dial the one who spoke on my answering machine last",
        "The latest voice message in my mailbox: call that person",
        "Find out who the newest voicemail is from, then call back",
        "I want to phone the person behind my most recent voicemail",
        "Ring back the last one in my voicemail list",
        "Someone just left a voicemail. Call them, please",
        "call the sender of the newest voicemail back",
        "Could you check my voicemail and give the latest caller a ring?",
    ),
)
def call_back(draw: Draw) -> Plan:
    """The list of voicemails tells whom to call."""
    rows = sorted((r for _, r in draw.rows("voicemails")), key=lambda r: str(r["time"]))
    if rows[-1]["time"] == rows[-2]["time"] or draw.rows("live_calls"):
        raise draw.skip("two at that minute, or a call is under way")
    who = str(rows[-1]["name"] or rows[-1]["phone"])
    calls = (Call("manage_voicemail", {"action": "query"}), Call("make_call", {"phoneNumber": who}))
    return Plan({}, turns(*calls), f"I am calling {who}.")


@scenario(
    "calls.voicemail.delete_nth",
    Behaviour.REFERENCE,
    Domain.CALLS,
    (
        "Delete voicemail {n}",
        "The {nth} of these can go",
        "Erase voicemail number {n} on that list",
        "I don't need the {nth} message any more, remove it",
        "Get rid of the {nth} voicemail",
        "From this list, wipe the {nth}",
        "Number {n} is old news, delete it",
        "Please throw out the {nth} message",
        "Drop the {nth} recording, keep the rest",
        "delete nr {n}",
        "Out with the {nth}, the others stay",
        "Could you remove the {nth} voicemail you named?",
    ),
)
def delete_voicemail(draw: Draw) -> Plan:
    """By its place in the list just given."""
    rows = sorted((r for _, r in draw.rows("voicemails")), key=lambda r: str(r["time"]), reverse=True)
    names = [str(r["name"] or r["phone"]) for r in rows]
    if len({(n, str(r["time"])[-5:]) for n, r in zip(names, rows, strict=True)}) < len(rows):
        raise draw.skip("two that cannot be told apart")
    request = draw.pick(("Who left me voicemails?", "What is on my voicemail?", "List my voicemails"))
    answer = f"You have {len(rows)} voicemails: {', '.join(f'{i + 1}. {n}' for i, n in enumerate(names))}."
    history = past(draw, request, (Call("manage_voicemail", {"action": "query"}),), answer)
    index = draw.rng.randrange(3)
    arguments = {"action": "delete", "caller": names[index], "time": str(rows[index]["time"])[-5:]}
    say = f"The voicemail of {names[index]} is deleted."
    slots = {"nth": ORDINALS[index], "n": str(index + 1)}
    call = Call("manage_voicemail", arguments)
    return Plan(slots, turns(call), say, overrides=started(draw), history=history)


@scenario(
    "calls.forward.lookup",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "Who gets my calls when they are forwarded?",
        "Are my calls being diverted, and to whom?",
        "Where do my calls go right now?",
        "Check whether call forwarding is on and tell me the target",
        "Somebody answers in my place, who is it?",
        "Which person are my calls redirected to?",
        "Look up my call forwarding",
        "Is there a call diversion set? To which contact?",
        "Whose phone rings when mine is called?",
        "Tell me the name behind my call forwarding",
        "call forwarding on? who to?",
        "Find out to whom I send my incoming calls",
    ),
)
def forward_lookup(draw: Draw) -> Plan:
    """All calls go to one contact."""
    assume(draw, airplane_mode=False)
    for key, _ in draw.rows("call_forwards"):
        draw.state.set("call_forwards", key, enabled=False)
    row = draw.row("contacts")[1]
    draw.state.set("call_forwards", "always", enabled=True, name=row["name"], phone=row["phone"])
    call = Call("manage_call_forwarding", {"action": "query"})
    say = f"All your calls go to {row['name']}."
    wanted = (reports(str(row["name"]).split()[0]),)
    return Plan({}, turns(call), say, Checker.TOOL_CALL, wanted, overrides=started(draw))
