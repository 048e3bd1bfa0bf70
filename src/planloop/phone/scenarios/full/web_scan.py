"""Scenarios of the browser, the interpreter and the scanner on the full phone: one goal, one tool."""

from __future__ import annotations

import re

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.past import assume, started
from planloop.phone.scenarios.storage import NEW_NAMES


def page(draw: Draw) -> dict[str, object]:
    """A page of this web."""
    return dict(draw.row("browser_pages")[1])


def paper(draw: Draw) -> dict[str, object]:
    """A paper before the camera."""
    return dict(draw.row("scan_targets", kind="paper")[1])


@scenario(
    "web.page.open",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Open the page {title} in the browser",
        "Go to the website {title}",
        "I want to read {title} on the web",
        "Bring up the web page {title}",
        "Browser: {title}",
        "Take me to the site {title}",
        "Could you open {title}, the website?",
        "Show me the internet page {title}",
        "Load {title} in the web browser",
        "Let me look at the page {title} online",
        "Visit the site called {title}",
        "Surf to {title} please",
    ),
)
def open_page(draw: Draw) -> Plan:
    """A page by its title, in an ordinary tab."""
    assume(draw, wifi=True)
    title = str(page(draw)["title"])
    call = Call("browser_service", {"action": "open", "page": title})
    say = f"{title} is open."
    return Plan({"title": title}, turns(call), say, overrides=started(draw), distractors=("open_app",))


@scenario(
    "web.page.private",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Open {title} in a private tab",
        "Visit the page {title} without leaving a trace in the history",
        "Incognito please: {title}",
        "I'd like to read {title} privately, so nothing of it in the browser history",
        "Private browsing for the site {title}",
        "Go to {title}, but in private mode",
        "Nobody needs to know that I look at {title}, open it in a private tab",
        "Load the web page {title} in incognito",
        "Show me {title} in a tab that keeps no history",
        "Could you bring up {title} in a private window?",
        "It's a surprise, so open {title} privately",
        "private tab -> {title}",
    ),
)
def open_private(draw: Draw) -> Plan:
    """It enters no history."""
    assume(draw, wifi=True)
    title = str(page(draw)["title"])
    call = Call("browser_service", {"action": "open", "page": title, "privateTab": True})
    return Plan({"title": title}, turns(call), f"{title} is open in a private tab.", overrides=started(draw))


@scenario(
    "web.bookmark.add",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Bookmark the page {title}",
        "Add {title} to my bookmarks",
        "Save the site {title} as a bookmark",
        "I want {title} among my browser bookmarks",
        "Put a bookmark on {title}",
        "Remember the website {title} in the browser's bookmarks",
        "Could {title} be bookmarked?",
        "Keep {title} in the bookmarks so that I find it again",
        "New bookmark: {title}",
        "Let me get back to {title} easily, bookmark it",
        "The page {title} deserves a bookmark",
        "bookmark {title} pls",
    ),
    joinable=True,
)
def add_bookmark(draw: Draw) -> Plan:
    """A page that is no bookmark yet."""
    title = str(page(draw)["title"])
    if draw.rows("browser_bookmarks", title=title):
        raise draw.skip("is a bookmark")
    call = Call("browser_service", {"action": "bookmark", "page": title})
    return Plan({"title": title}, turns(call), f"{title} is bookmarked.", distractors=("manage_note",))


@scenario(
    "web.history.clear",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Clear the browser history",
        "Delete which pages I've visited",
        "Wipe my browsing history",
        "Erase the traces of my surfing",
        "My web history should be empty",
        "Forget every site I looked at",
        "Remove all entries from the history of the browser",
        "I lend my phone to a friend, so get rid of the browser history",
        "Could you delete the list of web pages I opened?",
        "browser history: clear",
        "Start with a clean browsing history",
        "Please purge the history in my web browser",
    ),
    joinable=True,
)
def clear_history(draw: Draw) -> Plan:
    """The bookmarks and the app's data stay."""
    call = Call("browser_service", {"action": "clear_history"})
    return Plan({}, turns(call), "Your browser history is empty.", distractors=("clear_app_data",))


@scenario(
    "web.file.download",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Download the file offered on the page {title}",
        "Get me the document from {title}, the website",
        "Save the download of the site {title} on my phone",
        "There's a file on {title}, fetch it",
        "I need what {title} has for download",
        "Pull the file from the web page {title}",
        "Store the PDF that {title} offers",
        "Could you download what's on {title}?",
        "{title} has a document, put it in my downloads",
        "Take the file off the {title} page and save it",
        "Load down the file from {title} please",
        "download from {title}",
    ),
)
def download(draw: Draw) -> Plan:
    """A page that offers a file the phone does not have."""
    assume(draw, wifi=True)
    row = draw.pick([r for _, r in draw.rows("browser_pages") if r["file"]])
    if draw.rows("files", name=row["file"]):
        raise draw.skip("the file is there")
    call = Call("browser_service", {"action": "download", "page": row["title"]})
    say = f"{row['file']} is in your downloads."
    return Plan({"title": str(row["title"])}, turns(call), say, overrides=started(draw))


@scenario(
    "web.history.last",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Which web page did I visit last?",
        "What was the last site I looked at?",
        "Name the most recent page in my browser history",
        "I closed a website by accident. Which one did I read last?",
        "Look in the history: what's the newest entry?",
        "Where was I last on the web?",
        "Tell me the latest page from my browsing history",
        "Browser history, top entry?",
        "What did I surf to most recently?",
        "Remind me what page I opened last in the browser",
        "The site I was on before, as the history has it, what is it called?",
        "last visited website?",
    ),
    joinable=True,
)
def last_page(draw: Draw) -> Plan:
    """Read only; the history is newest first."""
    rows = sorted((r for _, r in draw.rows("browser_history")), key=lambda r: str(r["time"]), reverse=True)
    if not rows or (len(rows) > 1 and rows[0]["time"] == rows[1]["time"]):
        raise draw.skip("no single last page")
    title = str(rows[0]["title"])
    call = Call("browser_service", {"action": "query", "what": "history"})
    say = f"It was {title}."
    return Plan({}, turns(call), say, Checker.TOOL_CALL, (reports(title),))


@scenario(
    "web.talk.start",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Interpret between me and someone who speaks {language}",
        "Start a two-way conversation in {language}",
        "I'm standing here with somebody who only knows {language}, translate our talk",
        "Open conversation mode, {language}",
        "Be my {language} interpreter",
        "Let's have a translated conversation, the other side speaks {language}",
        "I need live interpreting for {language}",
        "Could you interpret {language} for the next minutes?",
        "Conversation English - {language}, start it",
        "My neighbour speaks {language}. Help us talk",
        "Set up a spoken dialogue with translation into {language}",
        "interpreter on, {language}",
    ),
)
def start_talk(draw: Draw) -> Plan:
    """No conversation runs, and there is a network."""
    assume(draw, wifi=True)
    if draw.rows("assistant_sessions", status="active"):
        raise draw.skip("the assistant is listening")
    name = str(draw.row("voice_packs")[1]["name"])
    call = Call("manage_translation", {"action": "start", "language": name})
    say, tempting = f"The conversation in {name} is open.", ("text_translate",)
    return Plan({"language": name}, turns(call), say, overrides=started(draw), distractors=tempting)


@scenario(
    "web.talk.pack",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Download the {language} voice pack",
        "I'll have no internet on my trip, get {language} ready for offline interpreting",
        "Install the {language} pack of the interpreter",
        "Fetch the voice pack for {language}",
        "Make spoken translation work offline in {language}",
        "Put the {language} pack on the phone",
        "For the flight I need {language} offline, the voice pack",
        "Could you load the {language} language pack for conversations?",
        "Voice pack {language}: install",
        "Let me interpret {language} without a connection, so download what it takes",
        "Get the offline voices for {language}",
        "{language} voice pack please, we travel tomorrow",
    ),
)
def get_pack(draw: Draw) -> Plan:
    """A pack that is not installed; Wi-Fi is on."""
    assume(draw, wifi=True)
    name = str(draw.row("voice_packs", installed=False)[1]["name"])
    call = Call("manage_translation", {"action": "download_pack", "language": name})
    return Plan({"language": name}, turns(call), f"The {name} pack is installed.", overrides=started(draw))


@scenario(
    "web.scan.read",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Read me the {paper} I hold in front of the camera",
        "What does the {paper} here say?",
        "I forgot my glasses, what's on the {paper}?",
        "Use the scanner to read out the {paper}",
        "Tell me the text of the {paper} before the camera",
        "There's a {paper} on the table, read it to me",
        "Scan the text of the {paper} and tell me, no file needed",
        "Can you make out what the {paper} says?",
        "The {paper}: read it aloud",
        "Recognise the words on this {paper}",
        "Have a look at the {paper} through the camera. What's written there?",
        "read {paper}",
    ),
    joinable=True,
)
def read_paper(draw: Draw) -> Plan:
    """Read only; the numbers on the paper are told."""
    row = paper(draw)
    name, content = str(row["name"]), str(row["content"])
    numbers = tuple(dict.fromkeys(re.findall(r"\d+(?:\.\d+)?", content)))
    call = Call("scanner_service", {"action": "read_text", "target": name})
    free = frozenset({"scanner_service.target"})
    return Plan({"paper": name}, turns(call), f"It says: {content}.", Checker.TOOL_CALL, (reports(*numbers),), free)


@scenario(
    "web.scan.document",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Scan the {paper} and call the PDF {name}",
        "Make a PDF of the {paper}, file name {name}",
        "Digitise the {paper} as {name}",
        "I need the {paper} as a document called {name}",
        "Turn this {paper} into a PDF named {name}",
        "Put the {paper} under the scanner and save it as {name}",
        "Could you scan in the {paper}? Name it {name}",
        "Keep the {paper} on the phone as a scanned file, {name}",
        "The {paper} should become {name}.pdf",
        "File away the {paper} by scanning it, title {name}",
        "Save a scan of the {paper} with the name {name}",
        "scan {paper} -> {name}",
    ),
    joinable=True,
)
def scan_paper(draw: Draw) -> Plan:
    """A paper before the camera becomes a file."""
    thing, name = str(paper(draw)["name"]), draw.pick(NEW_NAMES)
    if draw.rows("files", name=f"{name}.pdf"):
        raise draw.skip("the name is taken")
    call = Call("scanner_service", {"action": "scan_document", "target": thing, "fileName": name})
    say, tempting = f"The {thing} is saved as {name}.pdf.", ("control_screen_recorder",)
    return Plan({"paper": thing, "name": name}, turns(call), say, distractors=tempting)


PURPOSES = {"link": "open the page", "wifi": "join the network", "contact": "save the contact"}


@scenario(
    "web.scan.use",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Scan the {code} and {purpose}",
        "There's a {code} here, {purpose} it holds",
        "Use the {code} to {purpose}",
        "Point the camera at the {code} and {purpose} for me",
        "Read the {code}, then {purpose} in it",
        "From the {code} you can {purpose}, please do",
        "I see a {code}. Scan it so that we {purpose}",
        "Let the scanner take the {code} and {purpose}",
        "Could you {purpose} by scanning the {code}?",
        "The {code} has what I need: {purpose}",
        "With the {code} in front of you, {purpose}",
        "QR on the {code}, {purpose} please",
    ),
)
def use_code(draw: Draw) -> Plan:
    """A code is done what it is for."""
    assume(draw, wifi=True)
    row = draw.pick([r for _, r in draw.rows("scan_targets") if r["kind"] in PURPOSES])
    if row["kind"] == "contact" and draw.rows("contacts", name=str(row["content"]).split(", ")[0]):
        raise draw.skip("is a contact")
    name, purpose = str(row["name"]), PURPOSES[str(row["kind"])]
    call = Call("scanner_service", {"action": "use_code", "target": name})
    say = f"I scanned the {name}; that is done."
    return Plan({"code": name, "purpose": purpose}, turns(call), say, overrides=started(draw))
