"""E-mail, message threads and text messages that go out later."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, refuses, reports, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.pools import TEXTS, iso, spoken_name
from planloop.phone.speech import any_time, clock
from planloop.phone.state import Row

SUBJECTS = (
    "Lunch on Sunday", "Garden shed", "Your old bike", "Rehearsal room", "Borrowed books", "Summer house", "Key return",
    "Team shirts", "Travel mugs", "School lottery", "Rain barrel", "Cello strings", "Boat share", "Kitchen tiles",
    "Film evening", "Moving boxes", "Apple harvest", "Piano tuner",
)  # fmt: skip
ORDINALS = ("first", "second", "third")


def online(draw: Draw) -> None:
    """Skip worlds without internet."""
    if not (draw.phone.setting("wifi") or draw.phone.setting("mobile_data")):
        raise draw.skip("no internet")


def addressee(draw: Draw) -> Row:
    """A contact with an e-mail address."""
    return draw.state.get("contacts", draw.row("email_addresses")[0]) or {}


def chatty(draw: Draw, **fields: object) -> list[Row]:
    """Contacts with a message thread that has these field values."""
    numbers = {key for key, _ in draw.rows("message_threads", **fields)}
    return [row for _, row in draw.rows("contacts") if row["phone"] in numbers]


@scenario(
    "calls.mail.send",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        'E-mail {name}, subject "{subject}": "{text}"',
        'Write an e-mail to {name} about "{subject}" that says "{text}"',
        'Send {name} a mail titled "{subject}" with the text "{text}"',
        '{name} should get an email from me. Subject: "{subject}". Body: "{text}"',
        'Mail "{text}" to {name} under the subject "{subject}"',
        'Please e-mail {name} "{text}", and put "{subject}" in the subject line',
        'New e-mail for {name}; subject "{subject}", text "{text}"',
        'Could you send an email with the subject "{subject}" to {name}? It reads "{text}"',
        'Under the heading "{subject}" mail {name} the following: "{text}"',
        'Drop {name} an e-mail: "{text}" (subject "{subject}")',
        'email {name} / "{subject}" / "{text}"',
        'By e-mail to {name}, as "{subject}": "{text}"',
    ),
    joinable=True,
)
def send_mail(draw: Draw) -> Plan:
    """Recipient, subject and text are given."""
    online(draw)
    row, subject, text = addressee(draw), draw.pick(SUBJECTS), draw.pick(TEXTS)
    call = Call("email_service", {"action": "send", "to": row["name"], "subject": subject, "body": text})
    slots = {"name": spoken_name(draw, row), "subject": subject, "text": text}
    return Plan(slots, turns(call), f"Your e-mail to {row['name']} is sent.")


@scenario(
    "calls.mail.sender",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        'Who sent me the e-mail "{subject}"?',
        'From whom is the mail called "{subject}"?',
        'There is an email titled "{subject}" in my inbox, who wrote it?',
        'Tell me the sender of "{subject}" in my mail',
        'Whose mail is "{subject}"?',
        'Check my inbox: who is "{subject}" from?',
        'I saw the subject line "{subject}" in my e-mails but not the name. Who is it?',
        'Look up which person mailed me "{subject}"',
        'the email "{subject}", sender?',
        'Can you see who is behind the e-mail with the subject "{subject}"?',
        'Somebody wrote me an e-mail about "{subject}". Name the person',
        'Find the mail "{subject}" and say who it came from',
    ),
)
def mail_sender(draw: Draw) -> Plan:
    """The sender stands in the mail."""
    row = draw.pick([r for _, r in draw.rows("emails", folder="inbox") if r["with"] != "Bargain Post"])
    call = Call("email_service", {"action": "read", "subject": row["subject"]})
    looks = (tries("email_service", arguments={"action": action}) for action in ("read", "search"))
    wanted = (tried(*looks), reports(str(row["with"]).split()[0]))
    slots = {"subject": str(row["subject"])}
    return Plan(slots, turns(call), f"{row['subject']} is from {row['with']}.", Checker.BEHAVIOUR, wanted)


@scenario(
    "calls.mail.reply_newest",
    Behaviour.DEPENDENCY,
    Domain.CALLS,
    (
        'Reply "{text}" to the newest mail from {name}',
        'Answer the last e-mail {name} sent me with "{text}"',
        '{name} wrote me an email. Reply to the latest one: "{text}"',
        'Find the most recent mail by {name} in the inbox and answer "{text}"',
        'My answer to {name}\'s latest e-mail is "{text}", send it',
        'Look for mail from {name}; to the newest, reply "{text}"',
        'Respond to what {name} mailed me last: "{text}"',
        'Write back to the newest e-mail of {name}: "{text}"',
        'Could you reply to {name}\'s last mail with the words "{text}"?',
        'The most recent inbox mail from {name} needs a reply: "{text}"',
        'reply to latest mail of {name}: "{text}"',
        'Send "{text}" as a reply to the last thing {name} e-mailed me',
    ),
)
def reply_newest(draw: Draw) -> Plan:
    """The search shows the newest first; its subject is what the reply needs."""
    online(draw)
    rows = [r for _, r in draw.rows("emails", folder="inbox")]
    name = draw.pick([str(r["with"]) for r in rows if r["with"] != "Bargain Post"])
    mine = sorted((r for r in rows if r["with"] == name), key=lambda r: str(r["time"]))
    if len(mine) > 1 and mine[-1]["time"] == mine[-2]["time"]:
        raise draw.skip("two at that minute")
    text, subject = draw.pick(TEXTS), str(mine[-1]["subject"])
    calls = (
        Call("email_service", {"action": "search", "query": name}),
        Call("email_service", {"action": "reply", "subject": subject, "body": text}),
    )
    return Plan({"name": name, "text": text}, turns(*calls), f"Your reply to {subject} is sent to {name}.")


@scenario(
    "calls.mail.nth_delete",
    Behaviour.REFERENCE,
    Domain.CALLS,
    (
        "Delete the {nth} one please",
        "Bin the {nth} mail",
        "The {nth} e-mail on that list is rubbish, throw it away",
        "Into the trash with the {nth}",
        "I've dealt with the {nth}, delete that mail",
        "Number {n} can be deleted",
        "Remove mail {n} of those",
        "Kill the {nth} of them, leave the others in the inbox",
        "trash the {nth} mail",
        "Clear away the {nth} one you read out",
        "Okay, the {nth} email should be deleted",
        "Would you delete number {n} from the list?",
    ),
)
def delete_nth_mail(draw: Draw) -> Plan:
    """By its place in the search just made."""
    rows = sorted((r for _, r in draw.rows("emails", folder="inbox")), key=lambda r: str(r["time"]), reverse=True)
    if len({r["time"] for r in rows}) < len(rows):
        raise draw.skip("two at the same minute")
    shown = [str(r["subject"]) for r in rows[:5]]
    request = draw.pick(("Show me my inbox", "What mail do I have?", "Read out the latest e-mails"))
    answer = "The latest: " + ", ".join(f"{i + 1}. {s}" for i, s in enumerate(shown)) + "."
    history = past(draw, request, (Call("email_service", {"action": "search"}),), answer)
    index = draw.rng.randrange(3)
    call = Call("email_service", {"action": "delete", "subject": shown[index]})
    slots = {"nth": ORDINALS[index], "n": str(index + 1)}
    say = f"{shown[index]} is in the trash."
    return Plan(slots, turns(call), say, overrides=started(draw), history=history)


@scenario(
    "calls.mail.too_large",
    Behaviour.BOUNDARY,
    Domain.CALLS,
    (
        'E-mail {file} to {name}, subject "{subject}", text "{text}"',
        'Mail {name} the file {file} as an attachment. Subject "{subject}", body "{text}"',
        'Send an email to {name} with {file} attached: "{subject}", "{text}"',
        'Attach {file} to an e-mail for {name} with the title "{subject}" and the words "{text}"',
        '{name} needs {file} in the mailbox. E-mail it as "{subject}" with "{text}"',
        'Write {name} a mail "{subject}" saying "{text}" and attach {file}',
        'By e-mail please: {file} to {name}, "{subject}" in the subject line, text "{text}"',
        'Put {file} into an e-mail to {name}; subject: "{subject}"; text: "{text}"',
        'Could {file} go to {name} by email? Subject "{subject}" and body "{text}"',
        'An e-mail to {name} with "{subject}" on top, "{text}" inside and {file} attached',
        'mail {file} to {name} - "{subject}" - "{text}"',
        'I promised {name} an e-mail with {file}. Subject "{subject}", message "{text}"',
    ),
)
def too_large(draw: Draw) -> Plan:
    """E-mail takes no attachment of that size."""
    assume(draw, mobile_data=True)
    row = addressee(draw)
    file = draw.pick([str(r["name"]) for _, r in draw.rows("files") if r["sizeMb"] > 25])
    subject, text = draw.pick(SUBJECTS), draw.pick(TEXTS)
    arguments = {"action": "send", "to": row["name"], "subject": subject, "body": text, "attachment": file}
    say = f"I can't e-mail {file}: it is too large for an attachment."
    size = ("large", "big", "size", "limit", "MB", "megabytes", "attachment")
    looks = (tries("email_service", arguments={"action": "send"}), tries("local_file_search"))
    slots = {"file": file, "name": str(row["name"]), "subject": subject, "text": text}
    wanted = (tried(*looks), refuses(*size))
    plan = turns(Call("email_service", arguments))
    return Plan(slots, plan, say, Checker.BEHAVIOUR, wanted, overrides=started(draw), distractors=("send_file",))


@scenario(
    "calls.thread.mute",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        "Mute the chat with {name}",
        "No more sounds for messages from {name}",
        "{name} texts too often, silence that conversation",
        "Make the message thread with {name} quiet",
        "I don't want to be alerted when {name} writes, but keep the messages",
        "Silence {name}'s texts please",
        "Stop the pinging from my conversation with {name}",
        "Put my thread with {name} on mute",
        "Can you keep the texts of {name} from making noise?",
        "Notifications off for the chat with {name}",
        "mute {name}s messages",
        "The conversation with {name} shouldn't disturb me any longer, mute it",
    ),
    joinable=True,
)
def mute_thread(draw: Draw) -> Plan:
    """A thread that is not muted yet."""
    row = draw.pick(chatty(draw, muted=False))
    call = Call("manage_message_threads", {"action": "mute", "contact": row["name"]})
    return Plan({"name": spoken_name(draw, row)}, turns(call), f"The chat with {row['name']} is muted.")


@scenario(
    "calls.thread.mute_corrected",
    Behaviour.REVISION,
    Domain.CALLS,
    (
        "Oh no, not that chat, I meant {name}. Put the other back to normal",
        "Wrong person! {name} should be silent, and undo the first one",
        "Reverse that; it's {name}'s chat that bothers me, mute it",
        "Sorry, unmute them again and mute {name} in their place",
        "I mixed them up: {name} is the one to silence, not that one",
        "No, {name}! And let the first one make sounds again",
        "Take the mute away there and give it to {name}",
        "Swap it: sound back for that thread, quiet for {name}",
        "My mistake. {name} on mute, the other one audible as before",
        "actually {name} instead, and undo the mute you just did",
        "That was the wrong conversation. Unmute it; mute {name}",
        "Could you move the mute over to {name}, so that the first one rings again?",
    ),
)
def mute_corrected(draw: Draw) -> Plan:
    """The first thread is heard again, the second is muted."""
    people = chatty(draw, muted=False)
    if len(people) < 2:
        raise draw.skip("fewer than two threads")
    first, second = draw.rng.sample(people, 2)
    request = draw.pick(("Mute the thread with {}", "Silence {}'s messages", "Quiet the chat of {}"))
    tool = "manage_message_threads"
    done = Call(tool, {"action": "mute", "contact": first["name"]})
    history = past(draw, request.format(first["name"]), (done,), f"The chat with {first['name']} is muted.")
    calls = (
        Call(tool, {"action": "unmute", "contact": first["name"]}),
        Call(tool, {"action": "mute", "contact": second["name"]}),
    )
    say = f"{first['name']} makes sounds again, and {second['name']} is muted."
    return Plan({"name": str(second["name"])}, (calls,), say, overrides=started(draw), history=history)


@scenario(
    "calls.later.create",
    Behaviour.GROUNDING,
    Domain.CALLS,
    (
        'Text {name} "{text}" {day} at {time}',
        'Schedule a text to {name} for {day}, {time}: "{text}"',
        '{day} at {time} send {name} the message "{text}"',
        'I want {name} to get "{text}" by SMS {day} at {time}, not earlier',
        'Prepare a text for {name} that goes out {day} at {time}: "{text}"',
        'Queue this SMS to {name}: "{text}". Send time: {day}, {time}',
        'Have "{text}" delivered to {name} as a text {day} at {time}',
        'Please time a message for {name}, {day} {time}, "{text}"',
        'Don\'t send it yet, but {day} at {time} text {name} "{text}"',
        'Can you make sure a text saying "{text}" leaves for {name} {day} at {time}?',
        'delayed sms to {name}, {day} {time}: "{text}"',
        'Write {name} "{text}" and let it go out {day} at {time}',
    ),
    joinable=True,
)
def text_later(draw: Draw) -> Plan:
    """Person, text, day and time are given."""
    row, text, time = draw.row("contacts")[1], draw.pick(TEXTS), any_time(draw.rng, 7, 22)
    ahead = draw.pick((1, 1, 2, 3, 4, 5, 6))
    date, spoken = ("tomorrow", "tomorrow") if ahead == 1 else (iso(draw, ahead), f"on {iso(draw, ahead)}")
    if draw.rows("scheduled_messages", phone=row["phone"]):
        raise draw.skip("one waits for them")
    arguments = {"action": "create", "phoneNumber": row["name"], "content": text, "date": date, "time": time}
    slots = {"name": spoken_name(draw, row), "text": text, "day": spoken, "time": clock(draw.rng, time)}
    say = f"Your message to {row['name']} goes out {spoken} at {time}."
    return Plan(slots, turns(Call("manage_scheduled_messages", arguments)), say)


@scenario(
    "calls.later.cancel",
    Behaviour.REVISION,
    Domain.CALLS,
    (
        "Never mind, don't send it after all",
        "Cancel that message",
        "I changed my mind, that text should not go out",
        "On second thought call it off",
        "Stop it, I'd rather tell {name} in person",
        "Forget the text to {name}",
        "No, drop it, {name} knows already",
        "Take the message back before it leaves",
        "Please don't send that one any more",
        "scrap it, i spoke to {name}",
        "Hm, better not. Remove it from what is waiting",
        "Could you withdraw the text you just put on the list for {name}?",
    ),
)
def cancel_later(draw: Draw) -> Plan:
    """The message queued in the last exchange is dropped."""
    row, text, time = draw.row("contacts")[1], draw.pick(TEXTS), any_time(draw.rng, 7, 22)
    if draw.rows("scheduled_messages", phone=row["phone"]) or draw.rows("blocked_numbers", phone=row["phone"]):
        raise draw.skip("one waits for them already")
    arguments = {"phoneNumber": row["name"], "content": text, "date": "tomorrow", "time": time}
    create = Call("manage_scheduled_messages", {"action": "create", **arguments})
    request = f'Text {row["name"]} "{text}" tomorrow at {time}'
    history = past(draw, request, (create,), f"It goes out tomorrow at {time}.")
    call = Call("manage_scheduled_messages", {"action": "cancel", "phoneNumber": row["name"]})
    say = f"The message to {row['name']} will not be sent."
    slots = {"name": str(row["name"]).split()[0]}
    return Plan(slots, turns(call), say, overrides=started(draw), history=history)
