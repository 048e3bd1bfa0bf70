"""Scenarios of the sub-agents of the full phone: pictures, questions, web search, speaking practice, role-play."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Dimension, Domain
from planloop.contract.criteria import Checker, CleanCriterion, HandoffCriterion
from planloop.phone.apps.dialogues import SCENES
from planloop.phone.apps.facts import FACTS
from planloop.phone.scenario import Call, Draw, Plan, refuses, reports, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.storage import NEW_NAMES

IMAGE, COACH, SCENE = "control_ai_image_agent", "speaking_coach_agent", "scenario_dialogue_agent"
MOTIFS = (
    "a fox riding a bicycle", "a lighthouse in fog", "two owls reading", "a castle of ice", "a snail with a suitcase",
    "a garden under water", "a robot baking bread", "a train in the desert", "an old harbour", "a whale above a city",
    "a cat astronaut", "a tea party of mice", "a violin in the rain", "a tiny island", "a bear with an umbrella",
    "a market at night", "a glass mountain", "a penguin orchestra",
)  # fmt: skip
STYLES = ("photo", "watercolor", "comic", "sketch", "oil")
EDITS = {
    "remove the background": ("background",), "blur the background": ("blur",), "sharpen it": ("sharpen",),
    "make it black and white": ("black and white",), "turn it into a cartoon": ("cartoon",), "rotate it": ("rotate",),
    "brighten it": ("brighten",), "enlarge it": ("enlarge",),
}  # fmt: skip
"""What people ask for, and what the agent must be told (an edit it offers)."""


def alone(tool: str) -> CleanCriterion:
    """Nothing but the sub-agent is used."""
    return CleanCriterion(allowed_tools=(tool,))


@scenario(
    "agents.image.draw",
    Behaviour.IMAGE,
    Domain.ASSISTANT,
    (
        "Draw {motif} in {style} style and save it as {name}",
        "I want a {style} picture of {motif}. Keep it under the name {name}",
        "Paint me {motif}, {style} style, file name {name}",
        "Create an image: {motif}. Style {style}, saved as {name}",
        "Could you make a picture of {motif} in the {style} style and store it as {name}?",
        "Picture this: {motif}. Do it as {style} and call the file {name}",
        "For my daughter: {motif}, drawn in {style} style. Save that as {name}",
        "Generate {motif} ({style}), then save the result under {name}",
        "{motif} as a {style} image please, to be kept as {name}",
        "A {style} drawing showing {motif} would be nice; name the file {name}",
        "Let an image of {motif} be made in {style} style and saved, title {name}",
        "image of {motif}, {style}, save: {name}",
        "Imagine {motif}. I'd love to have that in {style}, stored as {name}",
    ),
    dimension=Dimension.SUB_AGENT,
)
def draw_picture(draw: Draw) -> Plan:
    """Start with the motif and the style, execute, save."""
    assume(draw, wifi=True)
    motif, style, name = draw.pick(MOTIFS), draw.pick(STYLES), draw.pick(NEW_NAMES)
    calls = (
        Call(IMAGE, {"action": "start", "instruction": motif, "style": style}),
        Call(IMAGE, {"action": "execute", "sessionId": "image_session_001"}),
        Call(IMAGE, {"action": "save", "sessionId": "image_session_001", "saveAs": name}),
    )
    words = tuple((w,) for w in motif.split() if len(w) > 3)
    told = HandoffCriterion(tool=IMAGE, arguments={"action": "start", "style": style}, contains=words)
    done = HandoffCriterion(tool=IMAGE, arguments={"action": "execute"}, payload_argument="sessionId")
    kept = HandoffCriterion(tool=IMAGE, arguments={"action": "save"}, payload_argument="saveAs", contains=((name,),))
    slots = {"motif": motif, "style": style, "name": name}
    say, criteria = f"The picture is saved as {name}.png.", (told, done, kept, alone(IMAGE))
    return Plan(slots, turns(*calls), say, Checker.BEHAVIOUR, criteria, overrides=started(draw))


@scenario(
    "agents.image.edit",
    Behaviour.IMAGE,
    Domain.ASSISTANT,
    (
        "Take the picture {file} and {edit}, then save the result",
        "Edit {file}: {edit}. Save it",
        "I have a picture {file}. Please {edit} and keep the new version",
        "Open {file} with the picture editor and {edit}; the result has to be saved",
        "Can you {edit} in {file} and store what comes out?",
        "{file} - {edit} and save please",
        "My picture {file} needs work: {edit}, and save that",
        "With {file}, do this: {edit}. I want the outcome saved",
        "Let the image agent {edit}, picture {file}, and save",
        "For {file} I need one thing, {edit}. Save the edited picture afterwards",
        "Work on {file}. What to do: {edit}. Don't forget to save",
        "Have {file} edited, that is, {edit}, and saved as a new picture",
    ),
    dimension=Dimension.SUB_AGENT,
)
def edit_picture(draw: Draw) -> Plan:
    """A picture file and an edit that the agent offers."""
    name, edit = str(draw.row("files", type="image", hidden=False)[1]["name"]), draw.pick(tuple(EDITS))
    calls = (
        Call(IMAGE, {"action": "start", "instruction": edit, "fileName": name}),
        Call(IMAGE, {"action": "execute", "sessionId": "image_session_001"}),
        Call(IMAGE, {"action": "save", "sessionId": "image_session_001"}),
    )
    told = HandoffCriterion(tool=IMAGE, arguments={"action": "start", "fileName": name}, contains=(EDITS[edit],))
    done = HandoffCriterion(tool=IMAGE, arguments={"action": "execute"}, payload_argument="sessionId")
    kept = HandoffCriterion(tool=IMAGE, arguments={"action": "save"}, payload_argument="sessionId")
    say, criteria = f"I edited {name} and saved the result.", (told, done, kept, alone(IMAGE))
    return Plan({"file": name, "edit": edit}, turns(*calls), say, Checker.BEHAVIOUR, criteria)


ASKED = {
    "capital": "the capital of {s}", "height": "the height of {s}", "length": "the length of {s}",
    "author": "the author of {s}", "painter": "the painter of {s}", "symbol": "the symbol of {s}",
    "currency": "the currency of {s}", "depth": "the depth of {s}", "inventor": "the inventor of the {s}",
    "composer": "the composer of {s}",
}  # fmt: skip
"""How a fact is asked for in a request."""


@scenario(
    "agents.search.fact",
    Behaviour.SEARCH,
    Domain.ASSISTANT,
    (
        "Do you know {thing}?",
        "It slipped my mind, tell me {thing}",
        "Quiz question: {thing}?",
        "I've forgotten {thing}, help me out",
        "We're arguing about {thing}. Settle it",
        "For my homework I need {thing}",
        "Find out {thing}",
        "{thing}, do you have that for me?",
        "Could you look up {thing} for me?",
        "General knowledge: {thing}",
        "My son wants to hear {thing} from you",
        "What is it again, {thing}?",
        "Answer me this one. {thing}?",
    ),
    dimension=Dimension.SUB_AGENT,
)
def ask_fact(draw: Draw) -> Plan:
    """A fact that this phone's agent knows; the answer is told."""
    rows = [r for _, r in draw.rows("facts") if r["ask"] in ASKED]
    row = draw.pick(rows)
    subject, answer = str(row["subject"]), str(row["answer"]).removeprefix("about ")
    thing = ASKED[str(row["ask"])].format(s=subject)
    call = Call("general_qa_agent", {"question": f"What is {thing}?"})
    told = HandoffCriterion(tool="general_qa_agent", payload_argument="question", contains=((subject,),))
    criteria = (told, reports(answer), alone("general_qa_agent"))
    return Plan({"thing": thing}, turns(call), f"It is {answer}.", Checker.BEHAVIOUR, criteria)


@scenario(
    "agents.search.unknown",
    Behaviour.SEARCH,
    Domain.ASSISTANT,
    (
        "Ask the knowledge agent for {thing} and say so if it doesn't know",
        "I'm looking for {thing}. Look it up, don't guess",
        "Look up {thing}, but no guessing please",
        "Does your knowledge base have {thing}? Tell me honestly when it hasn't",
        "Have {thing} looked up; only a sourced answer counts",
        "See if {thing} can be found by asking the question agent",
        "Search your facts for {thing}. I don't want anything made up",
        "What does the fact agent say about {thing}? Be honest if it's nothing",
        "Check {thing} with the question answering, not from memory",
        "Consult the fact base on {thing} and report, also when it is empty",
        "{thing}: ask for it in the fact base. If nothing comes back, just say that",
        "Try to get {thing} from the QA agent, invent nothing",
    ),
    dimension=Dimension.SUB_AGENT,
)
def ask_unknown(draw: Draw) -> Plan:
    """A fact that this phone's agent does not know: nothing is made up."""
    known = {(r["subject"], r["ask"]) for _, r in draw.rows("facts")}
    subjects = {r["subject"] for _, r in draw.rows("facts")}
    gone = [(s, a) for s, a, _ in FACTS if (s, a) not in known and a in ASKED and s not in subjects]
    subject, ask = draw.pick([(s, a) for s, a in gone if not (set(s.lower().split()) & {"lake", "river", "mount"})])
    thing = ASKED[ask].format(s=subject)
    call = Call("general_qa_agent", {"question": f"What is {thing}?"})
    looked = tried(tries("general_qa_agent", question=subject))
    criteria = (looked, refuses(subject, *subject.split(), "answer", "known", about=(subject, ask, thing)))
    say = f"I can't answer that: {thing} is not known there."
    return Plan({"thing": thing}, turns(call), say, Checker.BEHAVIOUR, criteria)


SPEECHES = (
    "Good evening everybody, I have been looking forward to this for weeks and I will keep it short",
    "Thank you all for coming, this day would not be the same without you and your stories",
    "When I started here years ago I knew nobody, today I cannot cross the hall without a smile",
    "Let me begin with a promise, I will finish before the coffee gets cold",
    "There are three things I learned last summer, and the first one is patience",
    "My name is short, my speech is shorter, and the food is already waiting outside",
    "I would like to tell you about the bridge that my grandfather built with his own hands",
    "We met on a rainy morning at the station and have been friends ever since",
    "This book taught me more about courage than any teacher I ever had at school",
    "Cut the onions, stir the pot and never leave the oven alone for long",
    "I am sorry for the mistake and I will repair what I have broken",
    "Tomorrow morning brings rain and wind, by the evening it will be quiet again",
    "Our customers save time and money, and the first month is free of charge",
    "Turn left behind the museum and look up, the clock has shown noon for a century",
    "Nobody remembers the weather of that day but everybody remembers the song",
    "I wish you a long life together and a garden that never runs dry",
)


def ready_to_speak(draw: Draw) -> None:
    """No music, and nobody listens."""
    if draw.rows("assistant_sessions", status="active"):
        raise draw.skip("the assistant is listening")
    if draw.phone.setting("playback") == "playing":
        assume(draw, playback="paused")


@scenario(
    "agents.practice.round",
    Behaviour.PRACTICE,
    Domain.ASSISTANT,
    (
        'Let me practise the topic {topic}. I said: "{text}", {seconds} seconds. What\'s my score?',
        'Speaking coach, {topic}: "{text}" took me {seconds} seconds. Score it and finish the session',
        'Start a practice on {topic}, take "{text}" at {seconds} seconds as my attempt, finish and tell me the score',
        'One round of {topic} with the coach: {seconds} seconds for "{text}". How many points? Then end it',
        'How good is this for {topic}? "{text}" (spoken in {seconds} seconds). Keep the practice on record',
        'I want my {topic} rated: "{text}", {seconds} s. Close the session with the result',
        'Coach me on {topic}. My try, {seconds} seconds long: "{text}". Finish after it and give me the score',
        '{topic} practice. Text: "{text}". Time: {seconds} seconds. Score please, and keep it',
        'Could the coach judge my {topic}? I spoke {seconds} seconds: "{text}". Record the score and tell me',
        'Rehearsing {topic}, I managed "{text}" in {seconds} seconds. Let the coach score this, then we\'re done',
        'Do a complete practice session about {topic} for me with "{text}", {seconds} seconds, and read me my score',
        'My speech on {topic} lasts {seconds} seconds: "{text}". Have it assessed and save the practice',
    ),
    dimension=Dimension.SUB_AGENT,
)
def practice(draw: Draw) -> Plan:
    """Start, one attempt, finish; the score is told."""
    ready_to_speak(draw)
    topic, text = str(draw.row("coach_topics")[1]["name"]), draw.pick(SPEECHES)
    seconds = draw.pick(range(5, 13))
    key = "coach_session_001"
    calls = (
        Call(COACH, {"action": "start", "topic": topic}),
        Call(COACH, {"action": "practice", "sessionId": key, "text": text, "seconds": seconds}),
        Call(COACH, {"action": "finish", "sessionId": key}),
    )
    begun = started(draw)
    score = _score(draw, calls)
    begin = HandoffCriterion(tool=COACH, arguments={"action": "start"}, payload_argument="topic", contains=((topic,),))
    spoken = HandoffCriterion(
        tool=COACH, arguments={"action": "practice", "seconds": seconds}, payload_argument="text", contains=((text,),)
    )
    end = HandoffCriterion(tool=COACH, arguments={"action": "finish"}, payload_argument="sessionId")
    criteria = (begin, spoken, end, reports(score), alone(COACH))
    slots = {"topic": topic, "text": text, "seconds": str(seconds)}
    say = f"Your score in {topic} is {score}; it is kept."
    return Plan(slots, turns(*calls), say, Checker.BEHAVIOUR, criteria, overrides=begun)


def _score(draw: Draw, calls: tuple[Call, ...]) -> str:
    """What the coach says, found out by doing it on the drawn phone."""
    results = [draw.phone.call(c.tool, c.arguments).data or {} for c in calls]
    return str(results[-1]["score"])


@scenario(
    "agents.practice.record",
    Behaviour.PRACTICE,
    Domain.ASSISTANT,
    (
        "What did I score when I practised {topic}?",
        "My last practice of {topic}, how many points was that?",
        "Ask the speaking coach for my {topic} score",
        "How well did I do in the {topic} practice?",
        "Tell me the score from my speaking practice on {topic}",
        "{topic}: which score does the coach have for me?",
        "I practised {topic} earlier this month. What was the score?",
        "Look into my practice records for {topic} and tell me the points",
        "What's on record for {topic} with the speaking coach?",
        "Give me my points for {topic}, the speaking exercise",
        "Remind me how I scored at {topic} with the coach",
        "coach score for {topic}?",
    ),
    dimension=Dimension.SUB_AGENT,
)
def practice_record(draw: Draw) -> Plan:
    """Read only."""
    row = draw.row("coach_records")[1]
    topic, score = str(row["topic"]), str(row["score"])
    call = Call(COACH, {"action": "query", "topic": topic})
    looked = tried(tries(COACH, arguments={"action": "query"}))
    criteria = (looked, reports(score))
    return Plan({"topic": topic}, turns(call), f"You scored {score} in {topic}.", Checker.BEHAVIOUR, criteria)


REPLIES = {
    "greeting": ("Hello, nice to meet you", "Good evening", "Hi there"),
    "name": ("My name is Robin", "I am Alex", "This is Kim speaking"),
    "count": ("Two, please", "For three of us", "Four"),
    "time": ("At 9:30", "Around noon", "In the morning"),
}
OPENINGS = {name: REPLIES[steps[0][1]] for name, steps in SCENES.items()}


@scenario(
    "agents.dialogue.begin",
    Behaviour.DIALOGUE,
    Domain.ASSISTANT,
    (
        'Role-play {scene} with me. I begin: "{line}"',
        'Let\'s play the scene {scene}, my first words are "{line}"',
        'Start the dialogue {scene} and give them my answer "{line}"',
        'I want to rehearse {scene}. To the first question I reply "{line}"',
        'Practice conversation {scene}: open it, and I say "{line}"',
        'Act the other side in {scene}. "{line}" is what I say first',
        'Begin {scene} as a role-play; my line is "{line}"',
        'Can we do the {scene} scenario? Then say for me: "{line}"',
        'Scenario {scene}, go. My reply: "{line}"',
        'Open the conversation practice {scene} and pass on "{line}" as my reply',
        'role play {scene}, me: "{line}"',
        "I'm nervous about {scene}, so let us act it out. First I'd say \"{line}\"",
    ),
    dimension=Dimension.SUB_AGENT,
)
def begin_dialogue(draw: Draw) -> Plan:
    """Start the scene, then hand over the owner's first line."""
    scene = str(draw.row("dialogue_scenes")[1]["name"])
    line = draw.pick(OPENINGS[scene])
    start = Call(SCENE, {"action": "start", "scenario": scene})
    reply = Call(SCENE, {"action": "reply", "sessionId": "dialogue_session_001", "text": line})
    begin = HandoffCriterion(
        tool=SCENE, arguments={"action": "start"}, payload_argument="scenario", contains=((scene,),)
    )
    said = HandoffCriterion(tool=SCENE, arguments={"action": "reply"}, payload_argument="text", contains=((line,),))
    criteria = (begin, said, alone(SCENE))
    say = f"The scene {scene} has begun, your line is said."
    return Plan({"scene": scene, "line": line}, turns(start, reply), say, Checker.BEHAVIOUR, criteria)


@scenario(
    "agents.dialogue.reply",
    Behaviour.DIALOGUE,
    Domain.ASSISTANT,
    (
        'Me: "{line}"',
        'I say "{line}"',
        'My answer: "{line}"',
        'Tell them "{line}"',
        'Reply with "{line}"',
        'Okay, then I would say "{line}"',
        'Hmm, "{line}"',
        'Go on, my part is "{line}"',
        'Answer "{line}" for me',
        'To that I respond: "{line}"',
        'Next line from me: "{line}"',
        'Let me say this: "{line}"',
    ),
    dimension=Dimension.SUB_AGENT,
)
def reply_in_dialogue(draw: Draw) -> Plan:
    """The scene was opened in the last exchange; its handle stands there."""
    scene = str(draw.row("dialogue_scenes")[1]["name"])
    line = draw.pick(OPENINGS[scene])
    first = str(draw.rows("dialogue_scenes", name=scene)[0][1]["lines"][0])  # type: ignore[index]
    request = draw.pick(("Let's role-play {}", "Start the scene {}", "I want to practise {} with you")).format(scene)
    history = past(draw, request, (Call(SCENE, {"action": "start", "scenario": scene}),), first)
    key = draw.rows("dialogue_sessions", status="open")[0][0]
    reply = Call(SCENE, {"action": "reply", "sessionId": key, "text": line})
    said = HandoffCriterion(
        tool=SCENE, arguments={"action": "reply", "sessionId": key}, payload_argument="text", contains=((line,),)
    )
    say, begun = "The scene goes on.", started(draw)
    criteria = (said, alone(SCENE))
    return Plan({"line": line}, turns(reply), say, Checker.BEHAVIOUR, criteria, overrides=begun, history=history)
