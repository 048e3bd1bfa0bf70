"""More chains and returns with scanner, web, interpreter, money and the assistant of the full phone."""

from __future__ import annotations

import re

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker, StateCriterion
from planloop.phone.apps.voice_assistant import VOICES
from planloop.phone.scenario import Call, Draw, Plan, parts, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.full.money import CATEGORIES
from planloop.phone.scenarios.full.web_scan import page, paper
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.storage import NEW_NAMES

UNSTORED = (
    "beehive rent", "canoe club", "tuba lessons", "lighthouse tour", "falconry", "curling rink", "origami course",
    "velvet curtain", "harpsichord", "submarine museum", "yodel contest", "truffle hunt", "windmill shares",
    "sled dogs", "opal ring", "monocle repair",
)  # fmt: skip
EUROS = re.compile(r"(\d+(?:\.\d+)?) EUR")


@scenario(
    "utility.link.paper_expense",
    Behaviour.DEPENDENCY,
    Domain.UTILITIES,
    (
        "Read the sum on the {paper} here and note it as an expense {name}, category other",
        "What's due according to the {paper}? Log that as expense {name} under other",
        "The {paper} names an amount. Put it into my expenses as {name}, category other",
        "Scan the text of the {paper}, then track the euros on it: {name}, other",
        "Take the price from the {paper} before the camera and enter it as {name} (other) in the expenses",
        "I just paid what the {paper} says. Book it as {name}, other",
        "Look at the {paper}, find the EUR amount, add an expense {name} in the category other",
        "Expense {name}, category other: the amount stands on the {paper} in view",
        "Could you read the {paper} and record its amount in the tracker as {name} under other?",
        "From the {paper} get the sum in EUR for a new expense, {name}, filed under other",
        "{paper} -> expense {name}, other",
        "My {paper} is lying here. Let its amount be an expense called {name}, type other",
    ),
)
def paper_expense(draw: Draw) -> Plan:
    """The amount stands on the paper."""
    rows = [r for _, r in draw.rows("scan_targets", kind="paper") if len(EUROS.findall(str(r["content"]))) == 1]
    row, title = draw.pick(rows), draw.pick(NEW_NAMES)
    name, amount = str(row["name"]), float(EUROS.findall(str(row["content"]))[0])
    read = Call("scanner_service", {"action": "read_text", "target": name})
    add = Call("manage_expenses", {"action": "add", "title": title, "amount": amount, "category": "other"})
    say = f"{title}, {amount:g} EUR, is among your expenses."
    return Plan({"paper": name, "name": title}, turns(read, add), say)


@scenario(
    "utility.link.code_note",
    Behaviour.DEPENDENCY,
    Domain.UTILITIES,
    (
        "Scan the {code} and keep what it says in a note titled {name}",
        "Put the content of the {code} in a note, title {name}",
        "Read the {code} and write it down as a note {name}",
        "I need to remember what's on the {code}: note {name}",
        "Make a note {name} with the text behind the {code}",
        "What does the {code} hold? Save it as the note {name}",
        "Copy the {code} into my notes under {name}",
        "Use the scanner on the {code} and store the result as note {name}",
        "Could you scan the {code} for me and note its text, heading {name}?",
        "{code}: read it, note it, call the note {name}",
        "Note {name} should contain what the {code} says, so scan that",
        "Get the text from the {code} into a new note named {name}",
    ),
)
def code_note(draw: Draw) -> Plan:
    """The text of the code comes from the scan."""
    row, title = draw.row("scan_targets", kind="text")[1], draw.pick(NEW_NAMES)
    name, content = str(row["name"]), str(row["content"])
    scan = Call("scanner_service", {"action": "scan_code", "target": name})
    note = Call("manage_note", {"action": "create", "title": title, "content": content})
    kept = StateCriterion(table="notes", match={"title": title}, contains={"content": ((content,),)})
    say = f"The note {title} says {content}."
    return Plan({"code": name, "name": title}, turns(scan, note), say, criteria=(kept,))


@scenario(
    "utility.link.search_bookmark",
    Behaviour.DEPENDENCY,
    Domain.UTILITIES,
    (
        "Search the web for {topic} and bookmark the page",
        "Find a site on {topic} and add it to the bookmarks",
        "Look for {topic} online, then put a bookmark on what you find",
        "I want a bookmark for a page about {topic}, search for one",
        "Web search {topic}; the hit goes to my bookmarks",
        "Get me {topic} from the internet as a bookmark",
        "Is there something about {topic} on the web? Bookmark it for later",
        "Hunt down the page for {topic} and save it among my bookmarks",
        "Could you search online for {topic} and bookmark the result?",
        "Have {topic} looked up in the browser and bookmarked",
        "search {topic}, bookmark it",
        "Bookmark whatever website the search for {topic} brings up",
    ),
)
def search_bookmark(draw: Draw) -> Plan:
    """The page comes from the search."""
    assume(draw, wifi=True)
    row = page(draw)
    title, topic = str(row["title"]), str(row["title"]).lower()
    if draw.rows("browser_bookmarks", title=title):
        raise draw.skip("is a bookmark")
    found = draw.phone.call("browser_service", {"action": "search", "query": topic}).data or {}
    if found["total"] != 1:
        raise draw.skip("several pages match")
    search = Call("browser_service", {"action": "search", "query": topic})
    mark = Call("browser_service", {"action": "bookmark", "page": row["address"]})  # type: ignore[dict-item]
    return Plan({"topic": topic}, turns(search, mark), f"{title} is bookmarked.", overrides=started(draw))


@scenario(
    "utility.link.allow_scan",
    Behaviour.DEPENDENCY,
    Domain.ASSISTANT,
    (
        "You may notice my parcels from now on. Have a first look right away",
        "Allow the parcels as a source and scan them for suggestions",
        "Switch on noticing for parcels, then see if there's anything to suggest",
        "Parcel suggestions on please, and check them now",
        "Start paying attention to my parcels, beginning with a scan this minute",
        "Let smart perception include parcels and look through them at once",
        "Enable parcel hints and run a scan of the parcels",
        "I allow you my parcels. What do you suggest? Do a scan",
        "Add the parcels to what you notice and scan that source",
        "Could you turn on the parcels for suggestions and take a look?",
        "parcels: enable, scan",
        "From today you watch my parcels; make the first check now",
    ),
)
def allow_scan(draw: Draw) -> Plan:
    """A source that is off cannot be scanned."""
    assume(draw, perception_parcels=False, power_mode="normal")
    waiting = [r for _, r in draw.rows("parcels") if r["status"] in ("at pickup point", "out for delivery")]
    if not waiting or draw.rows("suggestions"):
        raise draw.skip("nothing new to notice")
    allow = Call("manage_smart_perception", {"action": "enable", "source": "parcels"})
    scan = Call("manage_smart_perception", {"action": "scan", "source": "parcels"})
    say = f"I notice parcels now; there are {len(waiting)} suggestions."
    return Plan({}, turns(allow, scan), say, overrides=started(draw))


@scenario(
    "utility.link.bookmark_it",
    Behaviour.REFERENCE,
    Domain.UTILITIES,
    (
        "Bookmark it",
        "I want to find this page again, set a bookmark",
        "Keep this one in my bookmarks",
        "Good site. Save it to the bookmarks",
        "Put that page among the bookmarks",
        "And a bookmark for it please",
        "That's useful, bookmark this page",
        "Can you mark the page you just opened?",
        "Add the page we're on to my bookmarks",
        "Let me keep it as a bookmark",
        "This goes into the bookmarks",
        "Before I close it: bookmark",
    ),
)
def bookmark_it(draw: Draw) -> Plan:
    """The page opened in the last exchange."""
    assume(draw, wifi=True)
    title = str(page(draw)["title"])
    if draw.rows("browser_bookmarks", title=title):
        raise draw.skip("is a bookmark")
    request = draw.pick(("Open the page {}", "Show me {} on the web", "Go to the site {}")).format(title)
    history = past(draw, request, (Call("browser_service", {"action": "open", "page": title}),), f"{title} is open.")
    act = Call("browser_service", {"action": "bookmark", "page": title})
    return Plan({}, turns(act), f"{title} is bookmarked.", overrides=started(draw), history=history)


@scenario(
    "utility.link.send_scan",
    Behaviour.REFERENCE,
    Domain.UTILITIES,
    (
        "Now share the scan with {contact}",
        "Send that scan to {contact}",
        "{contact} asked for it, send the PDF over",
        "Let {contact} have the scanned file",
        "Pass the document you just made to {contact}",
        "And off with it to {contact}",
        "The scan is meant for {contact}, forward it please",
        "Could {contact} get this PDF?",
        "Good, that file should reach {contact}",
        "Give the PDF to {contact} as well",
        "Transfer what you scanned to {contact}",
        "I need that scan at {contact}'s, send it",
    ),
)
def send_scan(draw: Draw) -> Plan:
    """The file goes by the name that the scan gave it."""
    thing, contact = str(paper(draw)["name"]), str(draw.row("contacts")[1]["name"])
    name = f"Scan {thing}.pdf"
    if draw.rows("files", name=name):
        raise draw.skip("the name is taken")
    request = draw.pick(("Scan the {}", "Make a PDF of the {}", "Digitise the {} please")).format(thing)
    call = Call("scanner_service", {"action": "scan_document", "target": thing})
    history = past(draw, request, (call,), f"The {thing} is saved as a PDF.")
    act = Call("send_file", {"fileName": name, "recipient": contact})
    say = f"{contact} has the scan."
    return Plan({"contact": contact}, turns(act), say, Checker.TOOL_CALL, overrides=started(draw), history=history)


@scenario(
    "utility.link.budget_corrected",
    Behaviour.REVISION,
    Domain.UTILITIES,
    (
        "Budget for {category}: {wrong} EUR a month, no, {amount} EUR",
        "Limit {category} to {wrong} EUR monthly... make it {amount} EUR",
        "{wrong} EUR per month for {category}. Hmm, {amount} EUR is more realistic, set that budget",
        "I'd budget {wrong} EUR for {category}, sorry, {amount} EUR a month",
        "Monthly {category} budget {wrong}? No, {amount} EUR",
        "Give {category} {amount} EUR a month instead of the {wrong} EUR I had in mind",
        "Set the {category} budget to {wrong} EUR, wait, prices went up, {amount} EUR",
        "My budget for {category} should be {amount} EUR a month, not {wrong} EUR as planned",
        "Cap {category} at {wrong} EUR a month. Correction: {amount} EUR a month",
        "For {category} I allow {wrong} EUR monthly, oh well, {amount} EUR",
        "{category} gets a monthly budget of {amount} EUR; {wrong} EUR was a slip of the tongue",
        "Enter {wrong} EUR, no no, {amount} EUR as the monthly budget for {category}",
    ),
)
def budget_corrected(draw: Draw) -> Plan:
    """Only the second amount counts."""
    category = draw.pick(CATEGORIES)
    held = {r["monthly"] for _, r in draw.rows("expense_budgets", category=category)}
    wrong, amount = draw.rng.sample([v for v in range(50, 600, 10) if v not in held], 2)
    call = Call("manage_expenses", {"action": "set_budget", "category": category, "amount": amount})
    slots = {"category": category, "wrong": str(wrong), "amount": str(amount)}
    return Plan(slots, turns(call), f"The budget for {category} is {amount} EUR a month.")


@scenario(
    "utility.link.voice_corrected",
    Behaviour.REVISION,
    Domain.ASSISTANT,
    (
        "Use the voice {wrong}, no, {voice} for the assistant",
        "Assistant voice {wrong}... I mean {voice}",
        "Speak as {wrong}. Hm, or better as {voice}",
        "Change the assistant's voice to {wrong}, sorry, to {voice}",
        "I'd like you to sound like {wrong}. No wait, like {voice}",
        "Not {wrong}, the assistant should have the voice {voice}",
        "Let the assistant talk with {voice}'s voice, {wrong} was a bad idea of mine",
        "Set your voice: {wrong}. Scratch that: {voice}",
        "{wrong} would be a nice voice for you, but {voice} is nicer. Take that one",
        "Give the assistant {wrong}, or no, {voice} as its voice",
        "The voice assistant gets the voice {voice}; forget that I said {wrong}",
        "Try {wrong} as your voice? Nah, switch to {voice}",
    ),
)
def voice_corrected(draw: Draw) -> Plan:
    """Only the second voice is set."""
    now = draw.phone.setting("voice_assistant_voice")
    wrong, voice = draw.rng.sample([v for v in VOICES if v != now], 2)
    call = Call("manage_voice_assistant", {"action": "configure", "settingItem": "voice", "settingValue": voice})
    return Plan({"wrong": wrong, "voice": voice}, turns(call), f"The assistant speaks as {voice}.")


@scenario(
    "utility.link.nothing_stored",
    Behaviour.BOUNDARY,
    Domain.ASSISTANT,
    (
        "Search all I have on this phone for {words}",
        "Where do I have something about {words}? Check notes, messages, files, events, everything",
        "Find {words} anywhere in my data",
        "I must have saved something on {words}, look through it all",
        "Look everywhere on the phone for {words} and tell me what it says",
        "Is {words} mentioned in any of my things? Read it to me",
        "Dig out what I've got about {words}",
        "Personal search please: {words}",
        "Go through contacts, calendar, notes, texts and files for {words}",
        "Somewhere here is {words}, I believe. What does it say?",
        "Can you locate {words} among my personal stuff?",
        "search my phone for {words}",
    ),
)
def nothing_stored(draw: Draw) -> Plan:
    """Nothing has these words, which is said."""
    words = draw.pick(UNSTORED)
    call = Call("search_personal_information", {"query": words})
    looked = tried(tries("search_personal_information", query=words))
    say = f"I can't find it: nothing on this phone matches {words}."
    wanted = (looked, refuses(words, *parts(words), "nothing", "no match"))
    return Plan({"words": words}, turns(call), say, Checker.BEHAVIOUR, wanted)
