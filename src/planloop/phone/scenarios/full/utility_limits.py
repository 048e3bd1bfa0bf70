"""Limits of money, habits, web, interpreter and scanner on the full phone."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker, CleanCriterion, SayCriterion, SayKind
from planloop.phone.apps.web import SITES
from planloop.phone.scenario import Call, Draw, Plan, asks, parts, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.full.money import BOUGHT, habit
from planloop.phone.scenarios.full.web_scan import paper
from planloop.phone.scenarios.limits import LANGUAGES
from planloop.phone.scenarios.past import assume, started
from planloop.phone.scenarios.pools import ALLOWED


@scenario(
    "utility.limits.how_much",
    Behaviour.BOUNDARY,
    Domain.UTILITIES,
    (
        "Add {title} to my expenses",
        "I bought something, {title}. Note the expense",
        "Put {title} in the expense tracker",
        "Log {title} as an expense of today",
        "Please keep track of my spending on {title}",
        "Expense: {title}",
        "I spent money on {title}, write that down as an expense",
        "Could you enter {title} as an expense?",
        "Record the expense {title} for today",
        "{title} has to go on my list of expenses",
        "New expense, {title}",
        "Track what I just paid for {title}",
    ),
)
def how_much(draw: Draw) -> Plan:
    """The amount is not said."""
    title = draw.pick(tuple(BOUGHT))
    wanted = (asks("much", "amount", "cost", "price", "pay", "spend", "EUR", "euros"),)
    say = f"How much did you pay for {title}?"
    return Plan({"title": title}, (), say, Checker.BEHAVIOUR, wanted, distractors=("manage_expenses",))


@scenario(
    "utility.limits.ticked_already",
    Behaviour.BOUNDARY,
    Domain.UTILITIES,
    (
        "Check off {habit}, I did it today",
        "{habit} is done for today, tick it in the habits",
        "Mark my habit {habit} as done today",
        "Put today's tick on {habit}",
        "Note in the tracker that I've done {habit} today",
        "Habit tracker: {habit} done today",
        "I finished {habit} for today, check that habit",
        "Tick {habit} please, today's done",
        "Could you check off the habit {habit}?",
        "Let {habit} count as done today",
        "Today I did {habit}, so tick it",
        "one tick for {habit} today",
    ),
)
def ticked_already(draw: Draw) -> Plan:
    """It was ticked off before: nothing to do, and that is said."""
    name = habit(draw, done=True)
    call = Call("manage_habits", {"action": "check", "name": name})
    checked = tries("manage_habits", arguments={"action": "check"}, name=name)
    looked = tried(checked, tries("manage_habits", arguments={"action": "query"}))
    said = SayCriterion(say=SayKind.REPORT, mentions=(("already", "before", "earlier"), (name, *parts(name))))
    say = f"{name} was already ticked off today."
    return Plan({"habit": name}, turns(call), say, Checker.BEHAVIOUR, (looked, said))


@scenario(
    "utility.limits.no_file",
    Behaviour.BOUNDARY,
    Domain.UTILITIES,
    (
        "Download the PDF from the page {title}",
        "Get me the file that's on {title}",
        "Save the document of the website {title} to the phone",
        "I want the download from {title}",
        "Fetch the file from {title}, the web page",
        "Could you load the PDF of {title} onto the phone?",
        "Put the file offered by {title} in my downloads",
        "Take down the document from {title}",
        "There should be a PDF on {title}, get it",
        "Download whatever file {title} has",
        "The page {title} has a leaflet, I think. Download it",
        "file from {title} please",
    ),
)
def no_file(draw: Draw) -> Plan:
    """This page offers none."""
    assume(draw, wifi=True)
    title = str(draw.row("browser_pages", file="")[1]["title"])
    call = Call("browser_service", {"action": "download", "page": title})
    loaded = tries("browser_service", arguments={"action": "download"}, page=title)
    say = f"I can't download it: {title} has no file."
    opened = tries("browser_service", arguments={"action": "open"}, page=title)
    looks = CleanCriterion(allowed_tools=("browser_service",))
    wanted = (tried(loaded, opened), refuses("file", "PDF", title), looks)
    return Plan({"title": title}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "utility.limits.no_page",
    Behaviour.BOUNDARY,
    Domain.UTILITIES,
    (
        "Open the website {title} please",
        "Take me to the page {title}",
        "I need {title} on the web, open it",
        "Show me {title} in the browser",
        "Go online and open {title}",
        "Bring the site {title} up",
        "Could you get me to the web page {title}?",
        "Let me see {title} in the web browser",
        "Look up the page {title} and open it for me",
        "The page {title}, please load it",
        "In the browser, go to {title}",
        "website {title}, open",
    ),
)
def no_page(draw: Draw) -> Plan:
    """This web has no such page."""
    assume(draw, wifi=True)
    known = " ".join(f"{r['title']} {r['text']}" for _, r in draw.rows("browser_pages")).lower()
    gone = [t for t, _, _, _ in SITES if not any(w.lower() in known for w in parts(t))]
    title = draw.pick(gone)
    call = Call("browser_service", {"action": "open", "page": title})
    opened = tries("browser_service", arguments={"action": "open"}, page=title)
    looked = tried(opened, tries("browser_service", arguments={"action": "search"}, query=title))
    say = f"I can't open {title}: there is no such page."
    wanted = (looked, refuses(title, *parts(title), "page"))
    return Plan({"title": title}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "utility.limits.blind_scanner",
    Behaviour.BOUNDARY,
    Domain.UTILITIES,
    (
        "Read out the {paper} in front of the camera",
        "Scan the {paper} for me",
        "What's written on this {paper}?",
        "Tell me what the {paper} here says",
        "Please make a scan of the {paper}",
        "The scanner should read the {paper}",
        "Have the camera look at the {paper} and read it",
        "I can't read the {paper}, do it for me",
        "Get the text off the {paper}",
        "Could you read this {paper} with the scanner?",
        "Look at the {paper} through the scanner and tell me what it says",
        "{paper}: scan it",
    ),
)
def blind_scanner(draw: Draw) -> Plan:
    """The camera permission is missing."""
    name = str(paper(draw)["name"])
    draw.state.set("permissions", "camera", granted=False)
    call = Call("scanner_service", {"action": "read_text", "target": name})
    looked = tried(tries("scanner_service"))
    say = f"I can't scan the {name}: the camera permission is not granted."
    wanted = (looked, refuses(*ALLOWED, "granted", "allowed", about=("camera", "scanner", name)))
    return Plan({"paper": name}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "utility.limits.unspoken",
    Behaviour.BOUNDARY,
    Domain.UTILITIES,
    (
        "Start a conversation in {language}",
        "Interpret between me and a {language} speaker",
        "I need a {language} interpreter now",
        "Open the two-way translation with {language}",
        "My visitor speaks {language}, start interpreting",
        "Conversation mode for {language}",
        "Let us talk, I speak English and she speaks {language}",
        "Could you interpret {language} for me?",
        "Begin a spoken conversation, English and {language}",
        "Be the interpreter: {language}",
        "Help me talk with somebody in {language}, spoken",
        "{language} conversation, start please",
    ),
)
def unspoken(draw: Draw) -> Plan:
    """A language that the interpreter does not speak."""
    language = draw.pick(LANGUAGES)
    call = Call("manage_translation", {"action": "start", "language": language})
    begun = tries("manage_translation", arguments={"action": "start"}, language=language)
    looked = tried(begun, tries("manage_translation", arguments={"action": "query"}))
    say = f"I can't interpret {language}: it is not supported."
    return Plan({"language": language}, turns(call), say, Checker.BEHAVIOUR, (looked, refuses(language)))


@scenario(
    "utility.limits.offline_talk",
    Behaviour.BOUNDARY,
    Domain.UTILITIES,
    (
        "Interpret {language} for me, and switch the Wi-Fi on if it takes that",
        "Start a {language} conversation; you may enable wifi for it",
        "I need {language} interpreting right now. Wi-Fi off? Turn it on then",
        "Two-way talk in {language} please, do what's needed, wifi included",
        "Open a conversation in {language}, with Wi-Fi on in case it won't work without",
        "Get the {language} interpreter going, even if that means turning on wireless",
        "Help me speak with a {language} lady here. Connect to the wifi when required",
        "Conversation in {language}, and enable Wi-Fi should the pack be missing",
        "Be my {language} interpreter, go online over Wi-Fi if you have to",
        "Could you interpret {language}? If there's no internet, put on the wifi first",
        "{language} conversation now, wifi may be enabled",
        "Whatever it takes, Wi-Fi too: start interpreting {language}",
    ),
)
def offline_talk(draw: Draw) -> Plan:
    """No network and no pack: Wi-Fi comes first."""
    if draw.rows("assistant_sessions", status="active"):
        raise draw.skip("the assistant is listening")
    assume(draw, wifi=False, mobile_data=False, airplane_mode=False)
    name = str(draw.row("voice_packs", installed=False)[1]["name"])
    start = Call("manage_translation", {"action": "start", "language": name})
    calls = start, Call("manage_wifi", {"action": "enable"}), start
    say = f"I turned on Wi-Fi; the conversation in {name} is open."
    return Plan({"language": name}, turns(*calls), say, overrides=started(draw))
