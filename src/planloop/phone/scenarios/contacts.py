"""Scenarios of Calls & Communication."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.pools import TEXTS, new_number, spoken_name, stranger


@scenario(
    "calls.contact.number",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "What's {name}'s number?",
        "Give me the phone number of {name}",
        "Look up {name} in my contacts and tell me the number",
        "How can I reach {name} by phone? Just tell me the number",
        "I need {name}'s phone number",
        "number of {name}?",
        "Which number do I have saved for {name}",
        "Find {name} in the address book, what's the number?",
        "Somebody asks me for {name}'s number, what is it?",
        "Do I have a number for {name}? Read it to me",
        "Please search my contacts for {name} and read out the phone number",
        "Show the contact {name} with the number",
    ),
    joinable=True,
)
def contact_number(draw: Draw) -> Plan:
    """The number of a contact by name."""
    _, row = draw.row("contacts")
    name, free = spoken_name(draw, row), frozenset({"search_contact.query"})
    say = f"{row['name']}'s number is {row['phone']}."
    call = Call("search_contact", {"query": name})
    return Plan({"name": name}, turns(call), say, Checker.TOOL_CALL, (reports(str(row["phone"])),), free)


@scenario(
    "calls.contact.relation",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "What's my {relation}'s number?",
        "Who is saved as my {relation}, and what's the number?",
        "Tell me my {relation}'s phone number",
        "I need the number of my {relation}",
        "Find my {relation} in the contacts and give me the number",
        "Under what number do I reach my {relation}?",
        "my {relation}'s number please",
        "Search contacts: {relation}. Which number?",
        "Do I have my {relation} in my contacts? What's the number there?",
        "The form asks for my {relation}'s phone number, what is it?",
        "Could you look up how to phone my {relation}? The number is enough",
        "Read me the number I stored for my {relation}",
    ),
    joinable=True,
)
def contact_relation(draw: Draw) -> Plan:
    """The number of a contact by relation."""
    _, row = draw.pick([pair for pair in draw.rows("contacts") if pair[1]["relation"]])
    say = f"Your {row['relation']} {row['name']} has the number {row['phone']}."
    call, free = Call("search_contact", {"query": row["relation"]}), frozenset({"search_contact.query"})
    slots = {"relation": str(row["relation"])}
    return Plan(slots, turns(call), say, Checker.TOOL_CALL, (reports(str(row["phone"])),), free)


@scenario(
    "calls.contact.add",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "Save {name} with the number {number}",
        "Add {name} to my contacts, number {number}",
        "New contact: {name}, {number}",
        "I met {name} today, the number is {number}, please save it",
        "Create a contact for {name} ({number})",
        "Put {number} in my phone book under {name}",
        "{name}'s number is {number}. Store that in contacts",
        "Can you add a contact called {name} with {number}?",
        "Remember this number for {name} in the address book: {number}",
        "contacts + {name} {number}",
        "Please keep {number} as {name} in my contacts",
        "Make an address book entry: name {name}, phone {number}",
        "Someone new for my contacts, {name}, reachable at {number}",
    ),
    joinable=True,
)
def add_contact(draw: Draw) -> Plan:
    """A person who is not a contact yet."""
    name, number = stranger(draw), new_number(draw)
    call = Call("add_contact", {"name": name, "phoneNumber": number})
    return Plan({"name": name, "number": number}, turns(call), f"{name} is saved with {number}.")


@scenario(
    "calls.contact.update",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "{name} has a new number: {number}",
        "Change {name}'s number to {number}",
        "Update the contact {name}, the phone is now {number}",
        "{name} switched providers, new number {number}, please change the contact",
        "Replace the number I have for {name} with {number}",
        "Set {number} as the number of {name}",
        "In my contacts {name} should have {number}",
        "Correct the phone number of {name}: it's {number}",
        "Could you edit {name} in the address book? New phone {number}",
        "The number of {name} is wrong, it must be {number}",
        "contact {name} -> number {number}",
        "Overwrite {name}'s old number with {number}",
    ),
    joinable=True,
)
def update_contact(draw: Draw) -> Plan:
    """A new number for a known contact."""
    _, row = draw.row("contacts")
    name, number = spoken_name(draw, row), new_number(draw)
    call = Call("update_contact", {"name": name, "newPhoneNumber": number})
    return Plan({"name": name, "number": number}, turns(call), f"{row['name']}'s number is now {number}.")


@scenario(
    "calls.contact.group",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "Put {name} in the {group} group",
        "Add {name} to {group} in my contacts",
        "{name} belongs to {group}, sort the contact there",
        "Set the contact group of {name} to {group}",
        "File {name} under {group} in the address book",
        "Move the contact {name} into the group {group}",
        "Can you tag {name} as {group} in contacts?",
        "contact {name}: group {group}",
        "I want {name} listed among my {group} contacts",
        "Assign {name} to the {group} contact group",
        "Please make {name} part of {group} in my phone book",
        "In contacts, group {name} with {group}",
    ),
    joinable=True,
)
def group_contact(draw: Draw) -> Plan:
    """A contact's group."""
    _, row = draw.row("contacts")
    name, group = spoken_name(draw, row), draw.pick(("family", "friends", "work", "favorites"))
    call = Call("update_contact", {"name": name, "group": group})
    return Plan({"name": name, "group": group}, turns(call), f"{row['name']} is now in the {group} group.")


@scenario(
    "calls.contact.delete",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "Delete {name} from my contacts",
        "Remove the contact {name}",
        "I don't need {name}'s number any longer, delete the contact",
        "Erase {name} from the address book",
        "{name} can be deleted from contacts",
        "Take {name} out of my phone book",
        "Please get rid of {name} in my contacts",
        "Wipe the entry for {name} in contacts",
        "We're not in touch anymore, so delete {name}'s contact",
        "contacts - delete {name}",
        "Drop {name} from my address book",
        "Could you throw {name} out of my contact list?",
    ),
    joinable=True,
)
def delete_contact(draw: Draw) -> Plan:
    """A contact by full name."""
    _, row = draw.row("contacts")
    call = Call("delete_contact", {"name": row["name"]})
    slots = {"name": str(row["name"])}
    return Plan(slots, turns(call), f"{row['name']} is deleted from your contacts.", distractors=("block_number",))


@scenario(
    "calls.block",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "Block {number}",
        "Block the number {number} please",
        "{number} keeps bothering me, block it",
        "I never want calls from {number} again",
        "Put {number} on the block list",
        "Stop {number} from reaching me",
        "Spam from {number} all day. Block that number!",
        "Can you bar {number} from calling me?",
        "Add {number} to my blocked numbers",
        "Don't let {number} through any more",
        "Make sure that {number} can't call or text me",
        "blocklist: {number}",
    ),
    joinable=True,
)
def block(draw: Draw) -> Plan:
    """An unknown number."""
    number = new_number(draw)
    call = Call("block_number", {"action": "block", "phoneNumber": number})
    return Plan({"number": number}, turns(call), f"{number} is blocked.")


@scenario(
    "calls.message.send",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        'Text {name}: "{text}"',
        'Send {name} the message "{text}"',
        'Write to {name}: "{text}"',
        'Message {name} saying "{text}"',
        'Let {name} know by text: "{text}"',
        'Can you send a text to {name}? It should say "{text}"',
        'SMS to {name} - "{text}"',
        '"{text}" - send that to {name}',
        'Drop {name} a line: "{text}"',
        'Please shoot {name} a text that reads "{text}"',
        'I want {name} to get this message: "{text}"',
        'Send "{text}" to {name}',
        'New message, recipient {name}, content "{text}"',
    ),
    joinable=True,
)
def send(draw: Draw) -> Plan:
    """A text to a contact."""
    _, row = draw.row("contacts")
    name, text = spoken_name(draw, row), draw.pick(TEXTS)
    call = Call("send_message", {"phoneNumber": name, "content": text})
    return Plan({"name": name, "text": text}, turns(call), f"Your message to {row['name']} is sent.")


@scenario(
    "calls.message.read",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "What did {name} write to me?",
        "Read me the messages from {name}",
        "Did {name} text? What does it say?",
        "Show what {name} sent me",
        "Any message from {name}? Read it out",
        "What's in {name}'s text?",
        "Open the conversation with {name} and tell me what it says",
        "{name} texted me, what was it about?",
        "I can't look at the screen, what did {name} message?",
        "Check my messages with {name} and read them",
        "messages from {name}?",
        "Tell me what {name} has written",
    ),
    joinable=True,
)
def read(draw: Draw) -> Plan:
    """The one or two messages of a contact."""
    _, chosen = draw.row("messages")
    found = [str(row["content"]) for _, row in draw.rows("messages", phone=chosen["phone"])]
    if len(found) > 2:
        raise draw.skip("too many messages")
    name = spoken_name(draw, chosen)
    call, free = Call("query_messages", {"contact": name}), frozenset({"query_messages.contact"})
    say = f"{chosen['name']} wrote: {'; '.join(found)}"
    say = say if say.endswith((".", "!")) else say.rstrip("?") + "."
    mentions = reports(*(text.rstrip(".!?") for text in found))
    return Plan({"name": name}, turns(call), say, Checker.TOOL_CALL, (mentions,), free)


@scenario(
    "calls.call.make",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "Call {name}",
        "Ring {name} for me",
        "Phone {name} please",
        "I want to talk to {name}, dial now",
        "Give {name} a call",
        "Get {name} on the phone",
        "Can you call {name} now?",
        "Dial {name}",
        "Start a call with {name}",
        "Put me through to {name}",
        "I'd like to speak with {name} on the phone right away",
        "Connect me with {name} by phone",
        "Place a call to {name}",
    ),
    joinable=True,
)
def call_contact(draw: Draw) -> Plan:
    """A call to a contact or to a bare number."""
    _, row = draw.row("contacts")
    name = spoken_name(draw, row) if draw.rng.random() < 0.8 else new_number(draw)
    shown = name if name.startswith("555") else row["name"]
    return Plan({"name": name}, turns(Call("make_call", {"phoneNumber": name})), f"Calling {shown}.")


@scenario(
    "calls.log.missed",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "Who called while I was away?",
        "Did I miss any calls? From whom?",
        "Show my missed calls",
        "Which calls did I miss",
        "Whose calls have I missed?",
        "My phone was on silent, who tried to ring me?",
        "List the people whose calls I didn't pick up",
        "missed calls?",
        "Tell me who I should know about in the missed calls",
        "Was there any call I didn't answer? Who was it?",
        "Go through the call log and name everyone I missed",
        "I was in the shower - who rang in vain?",
    ),
    joinable=True,
)
def missed(draw: Draw) -> Plan:
    """The names in the missed calls."""
    names = sorted({str(row["name"]) for _, row in draw.rows("calls", type="missed")})
    call = Call("query_call_log", {"callType": "missed"})
    say = f"You missed calls from {' and '.join(names)}."
    return Plan({}, turns(call), say, Checker.TOOL_CALL, (reports(*names),))
