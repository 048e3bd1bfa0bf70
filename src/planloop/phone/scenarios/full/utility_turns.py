"""Chains, references and changes of mind with money, habits, web, interpreter and scanner on the full phone."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import StateCriterion
from planloop.contract.record import JsonObject
from planloop.phone.apps.translation import PHRASES
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.device_reference import ORDINALS
from planloop.phone.scenarios.full.money import BOUGHT, NEW_HABITS, habit, price
from planloop.phone.scenarios.full.web_scan import page, paper
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.storage import NEW_NAMES


@scenario(
    "utility.chain.scan_send",
    Behaviour.DEPENDENCY,
    Domain.UTILITIES,
    (
        "Scan the {paper} as {name} and send it to {contact}",
        "{contact} needs the {paper}: scan it, name it {name}, send it over",
        "Make a PDF {name} of the {paper}, then pass it to {contact}",
        "Digitise the {paper} under the name {name} and forward the file to {contact}",
        "I promised {contact} a scan of the {paper}. Call it {name} and share it",
        "Get the {paper} scanned as {name} and over to {contact}",
        "The {paper} goes to {contact} as a scanned file, {name}",
        "Could you scan in the {paper}, call the result {name} and let {contact} have it?",
        "First a scan {name} of the {paper}, after that send it to {contact}",
        "Turn the {paper} into the document {name}; {contact} is to receive it",
        "scan {paper} ({name}) and share with {contact}",
        "Put the {paper} in a PDF named {name}. It's for {contact}, so send it",
    ),
)
def scan_send(draw: Draw) -> Plan:
    """There is nothing to send before the scan."""
    thing, name, contact = str(paper(draw)["name"]), draw.pick(NEW_NAMES), str(draw.row("contacts")[1]["name"])
    if draw.rows("files", name=f"{name}.pdf"):
        raise draw.skip("the name is taken")
    scan = Call("scanner_service", {"action": "scan_document", "target": thing, "fileName": name})
    send = Call("send_file", {"fileName": f"{name}.pdf", "recipient": contact})
    slots = {"paper": thing, "name": name, "contact": contact}
    return Plan(slots, turns(scan, send), f"{contact} has {name}.pdf now.")


@scenario(
    "utility.chain.habits_open",
    Behaviour.DEPENDENCY,
    Domain.UTILITIES,
    (
        "Tick off all habits that are still open today",
        "I did every habit today, mark the ones that are missing",
        "Which habits aren't done yet today? I've done them, so check them off",
        "Complete today's habits in the tracker, those that are left",
        "Everything in my habit tracker is done for today, fill in what's still unticked",
        "Look at my habits and tick whatever has no tick for today",
        "A perfect day! Mark the remaining habits as done",
        "Go through the habit list and check off today's open ones",
        "The habits I haven't ticked today are done as well. Enter that",
        "Set all of today's outstanding habits to done",
        "Could you tick the rest of my habits for today?",
        "habits: close all open ones for today",
    ),
)
def habits_open(draw: Draw) -> Plan:
    """Which are open is seen first; ticking one twice fails."""
    today = draw.phone.now.date().isoformat()
    rows = [r for _, r in draw.rows("habit_log")]
    names = [str(r["name"]) for r in rows if isinstance(r["done"], list) and today not in r["done"]]
    if not 2 <= len(names) < len(rows):
        raise draw.skip("too few open, or all")
    look = (Call("manage_habits", {"action": "query"}),)
    ticks = tuple(Call("manage_habits", {"action": "check", "name": n}) for n in names)
    return Plan({}, (look, ticks), f"Ticked off today: {', '.join(names)}.")


@scenario(
    "utility.chain.halve",
    Behaviour.DEPENDENCY,
    Domain.UTILITIES,
    (
        "My flatmate paid half of {title}. Halve that expense",
        "Only half of what I noted for {title} is mine, correct the amount",
        "Cut the expense {title} in half",
        "I got back half the money for {title}, so the expense should be half as high",
        "Look up what {title} cost and put in half of it",
        "The expense {title} was shared by two. Enter half the amount",
        "{title}: please reduce the recorded amount by half",
        "Split {title} down the middle in my expenses, I carry one half",
        "Could you make {title} half as expensive in the tracker? The other half was repaid",
        "We shared {title} fifty-fifty, adjust my expense to that",
        "Half of {title} was refunded, fix the entry accordingly",
        "expense {title} / 2",
    ),
)
def halve(draw: Draw) -> Plan:
    """The amount must be read first."""
    rows = [r for _, r in draw.rows("spending_items") if round(float(str(r["amount"])) * 100) % 2 == 0]
    row = draw.pick(rows)
    title, half = str(row["title"]), round(float(str(row["amount"])) / 2, 2)
    look = Call("manage_expenses", {"action": "query", "title": title})
    act = Call("manage_expenses", {"action": "update", "title": title, "amount": half})
    return Plan({"title": title}, turns(look, act), f"{title} counts {half:g} EUR now.")


@scenario(
    "utility.chain.pack_talk",
    Behaviour.DEPENDENCY,
    Domain.UTILITIES,
    (
        "Install the {language} voice pack and start a conversation in it",
        "Get {language} ready for offline use, then interpret for us",
        "Download {language} first, then open a {language} conversation",
        "I want an offline conversation in {language}: load the pack, start the talk",
        "Fetch the {language} pack, after that be my {language} interpreter",
        "{language} pack, and then a two-way conversation in that language",
        "We're about to speak {language}, and the pack is missing. Install it and begin",
        "Put the voice pack for {language} on and go straight into conversation mode",
        "Could you load {language} for offline and start interpreting it?",
        "Set up {language} completely, that is the pack and then a running conversation",
        "Pack for {language} -> conversation in {language}",
        "Start interpreting {language}, but load its voice pack beforehand",
    ),
)
def pack_talk(draw: Draw) -> Plan:
    """The pack of a language that is being spoken cannot be loaded."""
    assume(draw, wifi=True)
    if draw.rows("assistant_sessions", status="active"):
        raise draw.skip("the assistant is listening")
    name = str(draw.row("voice_packs", installed=False)[1]["name"])
    load = Call("manage_translation", {"action": "download_pack", "language": name})
    start = Call("manage_translation", {"action": "start", "language": name})
    say = f"The {name} pack is installed and the conversation open."
    return Plan({"language": name}, turns(load, start), say, overrides=started(draw))


@scenario(
    "utility.chain.talk_kept",
    Behaviour.DEPENDENCY,
    Domain.UTILITIES,
    (
        'Start a conversation in {language}, say "{phrase}" for me, then stop and keep the transcript',
        'Interpret into {language}: I say "{phrase}". End it after that with a saved transcript',
        'A short {language} talk please. My only sentence is "{phrase}", and I want the transcript as a note',
        'Open the {language} conversation, pass on "{phrase}", close it and save what was said',
        'Tell my {language} guest "{phrase}" in a conversation, finish it and store the transcript',
        'Conversation, {language}. "{phrase}" from me. Then end it, transcript saved',
        'Could you run a {language} conversation with the one line "{phrase}" and keep its transcript?',
        'Be my {language} interpreter for "{phrase}", stop afterwards and note down the exchange',
        'I need "{phrase}" said in a {language} conversation that you end right after, transcript included',
        'Begin interpreting {language}, speak "{phrase}", and close with a transcript in my notes',
        'talk in {language}: "{phrase}", stop, save transcript',
        'Say "{phrase}" in a {language} conversation; once it is said, end and save it',
    ),
)
def talk_kept(draw: Draw) -> Plan:
    """Three calls of one tool; only the note stays."""
    assume(draw, wifi=True, playback="paused")
    if draw.rows("assistant_sessions", status="active"):
        raise draw.skip("the assistant is listening")
    name, phrase = str(draw.row("voice_packs")[1]["name"]), draw.pick(tuple(PHRASES))
    calls = (
        Call("manage_translation", {"action": "start", "language": name}),
        Call("manage_translation", {"action": "say", "text": phrase}),
        Call("manage_translation", {"action": "stop", "saveTranscript": True}),
    )
    title = f"Conversation in {name} {draw.phone.now:%Y-%m-%d}"
    kept = StateCriterion(table="notes", match={"title": title}, contains={"content": ((phrase,),)})
    say, slots = "The conversation is over, its transcript is in your notes.", {"language": name, "phrase": phrase}
    return Plan(slots, turns(*calls), say, criteria=(kept,), overrides=started(draw))


@scenario(
    "utility.again.open_nth",
    Behaviour.REFERENCE,
    Domain.UTILITIES,
    (
        "Open the {nth} one",
        "Show me the {nth} page",
        "The {nth} sounds right, go there",
        "Let me read the {nth} of them",
        "Take the {nth} site",
        "I'd like to see the {nth} bookmark you named",
        "Go to the {nth} in the browser",
        "Bring up the {nth} please",
        "Visit the {nth} on that list",
        "Could you load the {nth} page?",
        "The {nth}, open that",
        "It was the {nth} one that I meant, so show that page",
    ),
)
def open_nth(draw: Draw) -> Plan:
    """A page by its place in the list of bookmarks."""
    assume(draw, wifi=True)
    titles = [str(r["title"]) for _, r in draw.rows("browser_bookmarks")]
    request = draw.pick(("Which bookmarks do I have?", "List my bookmarks", "What did I bookmark?"))
    call = Call("browser_service", {"action": "query", "what": "bookmarks"})
    history = past(draw, request, (call,), f"Your bookmarks: {', '.join(titles)}.")
    index = draw.rng.randrange(min(3, len(titles)))
    act = Call("browser_service", {"action": "open", "page": titles[index]})
    say = f"{titles[index]} is open."
    return Plan({"nth": ORDINALS[index]}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "utility.again.amount_was",
    Behaviour.REFERENCE,
    Domain.UTILITIES,
    (
        "Oh, it was {amount} EUR",
        "Make that {amount} EUR",
        "I misread it, {amount} euros",
        "Correct the amount to {amount} EUR please",
        "The receipt says {amount} EUR, change it",
        "Sorry, {amount} EUR is right",
        "No, it cost {amount} EUR, update the entry",
        "With the tip it's {amount} EUR. Adjust it",
        "That should be {amount} EUR",
        "Put {amount} EUR there instead",
        "Hmm, looking at my bank it's {amount} EUR",
        "Fix it: {amount} EUR",
    ),
)
def amount_was(draw: Draw) -> Plan:
    """The expense noted in the last exchange; no second one is wanted."""
    title, category = draw.pick(tuple(BOUGHT.items()))
    wrong, amount = price(draw), price(draw)
    if wrong == amount:
        raise draw.skip("the same amount")
    arguments: JsonObject = {"action": "add", "title": title, "amount": wrong, "category": category}
    request = draw.pick(("{} for {:g} EUR, note it", "I spent {1:g} EUR on {0}", "Expense: {}, {:g} EUR"))
    history = past(draw, request.format(title, wrong), (Call("manage_expenses", arguments),), f"{title} is noted.")
    act = Call("manage_expenses", {"action": "update", "title": title, "amount": amount})
    say = f"{title} is at {amount:g} EUR now."
    return Plan({"amount": f"{amount:g}"}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "utility.again.untick",
    Behaviour.REFERENCE,
    Domain.UTILITIES,
    (
        "Untick it again, I mixed something up",
        "No wait, I haven't done that one today",
        "Take the tick away again",
        "Undo that check",
        "Open again please, that was wishful thinking",
        "It isn't done after all",
        "Remove the mark for today again",
        "I lied to myself. Set it back to open",
        "Please reverse the tick",
        "That was yesterday's habit, not done today, so unmark it",
        "Clear that tick, will you",
        "Mark it as not done again",
    ),
)
def untick(draw: Draw) -> Plan:
    """The habit ticked off in the last exchange."""
    name = habit(draw, done=False)
    request = draw.pick(("{} is done", "Tick off {}", "Check {} in my habits")).format(name)
    call = Call("manage_habits", {"action": "check", "name": name})
    history = past(draw, request, (call,), f"{name} is ticked off.")
    act = Call("manage_habits", {"action": "uncheck", "name": name})
    return Plan({}, turns(act), f"{name} is open again.", overrides=started(draw), history=history)


@scenario(
    "utility.again.expense_corrected",
    Behaviour.REVISION,
    Domain.UTILITIES,
    (
        "Note {title}, {wrong} EUR, no, {amount} EUR, under {category}",
        "Expense {title} ({category}): {wrong} EUR... the bill says {amount} EUR",
        "I paid {wrong} EUR for {title}. Sorry, {amount} EUR. Category {category}",
        "Track {amount} EUR for {title} in {category}, not {wrong} EUR as I almost said",
        "{title}, {category}, {wrong} euros, or wait, {amount} euros",
        "Put down {wrong} EUR, hmm, {amount} EUR it was, for {title} as {category}",
        "Add {title} to my expenses. {wrong} EUR? No, {amount} EUR. It's {category}",
        "Log {title} at {wrong} EUR, correction, at {amount} EUR, category {category}",
        "{category} expense: {title} for {wrong} EUR - with the discount {amount} EUR",
        "Record what {title} cost, {amount} EUR; {wrong} EUR was the old price. {category}",
        "Spending on {title} under {category}: {wrong} EUR, I mean {amount} EUR",
        "Enter {title} ({category}) with {amount} EUR and forget the {wrong} EUR I had in my head",
    ),
)
def expense_corrected(draw: Draw) -> Plan:
    """Only the second amount counts."""
    title, category = draw.pick(tuple(BOUGHT.items()))
    wrong, amount = price(draw), price(draw)
    if wrong == amount:
        raise draw.skip("the same amount")
    call = Call("manage_expenses", {"action": "add", "title": title, "amount": amount, "category": category})
    slots = {"title": title, "category": category, "wrong": f"{wrong:g}", "amount": f"{amount:g}"}
    return Plan(slots, turns(call), f"{title}, {amount:g} EUR, is noted.")


@scenario(
    "utility.again.page_corrected",
    Behaviour.REVISION,
    Domain.UTILITIES,
    (
        "Open the website {wrong}, no, {title}",
        "Go to the page {wrong}... I mean {title}",
        "Browser, {wrong}. Oh, never mind, {title} instead",
        "I want to read {wrong}, or better, the page {title}",
        "Not the site {wrong}, open {title}",
        "Load {wrong} - sorry, the one I need is {title} on the web",
        "Show me the web page {title} and leave {wrong} for later",
        "Take me to {wrong}, hmm, wrong site, {title} please",
        "Visit {wrong}? No, visit {title}, the page",
        "Bring up the page {wrong}. Stop! {title} is what I was looking for",
        "Instead of the page {wrong}, please load {title}",
        "Surf to {title}. I first thought of {wrong} but that isn't it",
    ),
)
def page_corrected(draw: Draw) -> Plan:
    """Only the second page is opened."""
    assume(draw, wifi=True)
    wrong, title = str(page(draw)["title"]), str(page(draw)["title"])
    if wrong == title:
        raise draw.skip("one and the same page")
    call = Call("browser_service", {"action": "open", "page": title})
    say = f"{title} is open."
    return Plan({"wrong": wrong, "title": title}, turns(call), say, overrides=started(draw))


@scenario(
    "utility.again.target_corrected",
    Behaviour.REVISION,
    Domain.UTILITIES,
    (
        "Habit {habit}, {wrong} times a week, no, {times} times",
        "Create the habit {habit} for {wrong} days a week... {times} is more honest",
        "I'll do {habit} {wrong} times per week. Well, {times} times. Put it in the habit tracker",
        "New habit {habit}, target {wrong}, sorry, target {times} a week",
        "Track {habit} as a habit, {times} times weekly instead of the {wrong} I dreamt of",
        "Add a habit: {habit}. {wrong} times a week? Let's say {times}",
        "{habit} shall be a habit, {wrong} a week, hmm, make it {times} a week",
        "Set up the habit {habit} with {wrong}, correction, {times} times per week",
        "Start tracking the habit {habit}, not {wrong} but {times} times a week",
        "My habit {habit}: {wrong} times weekly is too much or too little, take {times}",
        "Habit tracker, {habit}, {wrong} per week - wait - {times} per week",
        "A habit called {habit} please. I said {wrong} times a week, I want {times}",
    ),
)
def target_corrected(draw: Draw) -> Plan:
    """Only the second number counts."""
    name = draw.pick(NEW_HABITS)
    wrong, times = draw.rng.sample((2, 3, 4, 5, 6), 2)
    call = Call("manage_habits", {"action": "create", "name": name, "perWeek": times})
    slots = {"habit": name, "wrong": str(wrong), "times": str(times)}
    return Plan(slots, turns(call), f"The habit {name} is there, {times} times a week.")
