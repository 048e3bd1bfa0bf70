"""Scenarios of the memory dimension: one record, overtaken records, several records, and edits of records."""

from __future__ import annotations

import re
from dataclasses import replace

from planloop.contract.capability import Behaviour, Dimension, Domain
from planloop.contract.criteria import Checker, StateCriterion
from planloop.contract.record import JsonObject
from planloop.phone.apps.memories import BY_PREDICATE, FACTS
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns

ALARMS = {
    "wake_up": ("my usual wake-up time", "the time I normally get up", "my workday wake-up time"),
    "bedtime": ("my bedtime", "the time I go to bed", "my usual bedtime"),
    "gym": ("my gym session", "the time I train at the gym", "my gym time"),
    "medicine": ("my medicine time", "the time I take my pills", "the time of my pills"),
    "lunch": ("my lunch break", "the time I have lunch", "lunch time"),
}
SETTINGS: dict[str, tuple[str, JsonObject, tuple[str, ...]]] = {
    "reading": ("set_brightness", {}, ("the brightness I like for reading", "my reading brightness")),
    "night_volume": ("set_volume", {"stream": "media"}, ("my night media volume", "the media volume I keep at night")),
    "ring_level": (
        "set_volume",
        {"stream": "ring"},
        ("my office ringtone volume", "the ringtone volume I use at work"),
    ),
}
QUESTIONS = {
    "locker": ("my locker code", "the code of my gym locker"),
    "plate": ("my car's plate", "the plate of my car"),
    "library": ("my library card number", "the number of my library card"),
    "door": ("the front door code", "our building's door code"),
    "size": ("my shoe size", "which shoe size I wear"),
    "parking": ("my parking spot", "where I park"),
    "note_shop": ("my favourite tea", "which tea I love most"),
    "dinner_city": ("the city my parents live in", "where my parents live"),
    "birthday": ("my mother's birthday", "the date Mum was born on"),
    "exam": ("the date of my exam", "my exam date"),
    "anniversary": ("our wedding anniversary", "the date we married"),
    "checkup": ("the date of my next check-up", "my check-up date"),
}
ASK_WORDS = (
    "Tell me {what}",
    "Do you remember {what}? Tell me please",
    "I forgot {what}, look it up",
    "What did I tell you about {what}",
    "Quick question: {what}?",
    "Can you check {what} for me",
    "Remind me: {what}",
    "I need {what}",
    "Look in my memories for {what}",
    "{what} - I can't recall it, can you?",
    "Somebody is asking for {what}. What should I say?",
    "Find out {what} from what I told you earlier",
)
ALARM_WORDS = (
    "Set an alarm for {what}",
    "Create an alarm at {what}",
    "Please have the phone ring at {what}",
    "I want an alarm, you know {what}",
    "Add an alarm that fits {what}",
    "Use what you know about {what} and set an alarm then",
    "Put an alarm on for {what}",
    "Make an alarm matching {what}",
    "An alarm at {what}, please",
    "Could you ring me at {what}? Use an alarm",
    "New alarm: {what}",
    "Look up {what} and set the alarm",
)
SETTING_WORDS = (
    "Use {what}",
    "Change the phone to {what}",
    "Set {what}",
    "Apply {what} now",
    "Put the phone on {what}",
    "Please switch to {what}",
    "Give me {what}",
    "I want {what} again",
    "Go to {what}, you know it",
    "Restore {what}",
    "Make it {what}",
    "Adjust things to {what}",
)


def known(draw: Draw, predicates: list[str], tellings: int) -> tuple[str, str, JsonObject]:
    """A fact told this many times: its predicate, the id and the record that holds now (the latest)."""
    for predicate in draw.rng.sample(predicates, len(predicates)):
        rows = draw.rows("memories", predicate=predicate)
        if len(rows) == tellings:
            key, row = max(rows, key=lambda item: str(item[1]["recorded_at"]))
            if sum(r["recorded_at"] == row["recorded_at"] for _, r in rows) == 1:
                return predicate, key, row
    raise draw.skip("no such memory")


def recall(what: str) -> Call:
    """The search; its words are the planner's choice."""
    return Call("search_user_memory", {"query": what})


FREE = frozenset({"search_user_memory.query"})


def alarm_plan(draw: Draw, tellings: int) -> Plan:
    """An alarm at a remembered time."""
    predicate, key, row = known(draw, list(ALARMS), tellings)
    what, time = draw.pick(ALARMS[predicate]), str(row["value"])
    if draw.rows("alarms", time=time):
        raise draw.skip("time is taken")
    call = Call("manage_alarm", {"action": "create", "time": time})
    free = FREE | {"alarms.label"}
    say = f"Your alarm is set for {time}."
    return Plan({"what": what}, turns(recall(what), call), say, free=free, gold_memories=(key,))


def setting_plan(draw: Draw, tellings: int) -> Plan:
    """A setting at a remembered level."""
    predicate, key, row = known(draw, list(SETTINGS), tellings)
    tool, arguments, phrases = SETTINGS[predicate]
    level, what = int(str(row["value"])), draw.pick(phrases)
    name = "brightness" if tool == "set_brightness" else f"volume_{arguments['stream']}"
    if draw.phone.setting(name) == level:
        raise draw.skip("already so")
    call = Call(tool, {**arguments, "level": level})
    return Plan({"what": what}, turns(recall(what), call), f"Set to {level}.", free=FREE, gold_memories=(key,))


def question_plan(draw: Draw, tellings: int) -> Plan:
    """A question that a memory answers."""
    predicate, key, row = known(draw, list(QUESTIONS), tellings)
    what, value = draw.pick(QUESTIONS[predicate]), str(row["value"])
    search = recall(what)
    plan = Plan({"what": what}, turns(search), f"It is {value}.", checker=Checker.BEHAVIOUR, free=FREE)
    return Plan(**{**vars(plan), "criteria": (reports(value),), "gold_memories": (key,)})


@scenario("memory.alarm", Behaviour.SINGLE_RECORD, Domain.TIME, ALARM_WORDS, dimension=Dimension.MEMORY)
def memory_alarm(draw: Draw) -> Plan:
    """One telling, one alarm."""
    return alarm_plan(draw, 1)


@scenario("memory.setting", Behaviour.SINGLE_RECORD, Domain.DISPLAY, SETTING_WORDS, dimension=Dimension.MEMORY)
def memory_setting(draw: Draw) -> Plan:
    """One telling, one setting."""
    return setting_plan(draw, 1)


@scenario("memory.question", Behaviour.SINGLE_RECORD, Domain.ASSISTANT, ASK_WORDS, dimension=Dimension.MEMORY)
def memory_question(draw: Draw) -> Plan:
    """One telling, one answer."""
    return question_plan(draw, 1)


@scenario(
    "memory.alarm.changed",
    Behaviour.CONFLICTING_RECORDS,
    Domain.TIME,
    ALARM_WORDS,
    dimension=Dimension.MEMORY,
    words_like="memory.alarm",
)
def memory_alarm_changed(draw: Draw) -> Plan:
    """Two tellings: the later one holds."""
    return alarm_plan(draw, 2)


@scenario(
    "memory.setting.changed",
    Behaviour.CONFLICTING_RECORDS,
    Domain.DISPLAY,
    SETTING_WORDS,
    dimension=Dimension.MEMORY,
    words_like="memory.setting",
)
def memory_setting_changed(draw: Draw) -> Plan:
    """Two tellings: the later one holds."""
    return setting_plan(draw, 2)


@scenario(
    "memory.question.changed",
    Behaviour.CONFLICTING_RECORDS,
    Domain.ASSISTANT,
    ASK_WORDS,
    dimension=Dimension.MEMORY,
    words_like="memory.question",
)
def memory_question_changed(draw: Draw) -> Plan:
    """Two tellings: the later one holds."""
    return question_plan(draw, 2)


@scenario(
    "memory.two_alarms",
    Behaviour.COMPOSITION,
    Domain.TIME,
    (
        "Set alarms for {a} and {b}",
        "I want two alarms: {a} and {b}",
        "One alarm for {a}, another one for {b}",
        "Please ring me at {a} and also at {b}",
        "Alarms at {a} as well as {b}, please",
        "Use what you know: alarms for {a} and for {b}",
        "Make alarms out of {a} and {b}",
        "Set the phone to ring twice, for {a} and for {b}",
        "Look up {a} and {b} and create both alarms",
        "Two alarms please. First {a}, second {b}",
        "Both {a} and {b} need an alarm",
        "Create an alarm for {a}, then one for {b}",
    ),
    dimension=Dimension.MEMORY,
    more=(
        "Alarm number one: {a}. Alarm number two: {b}",
        "It should ring two times a day: {a}, {b}",
        "Add {a} and {b} to my alarms",
        "An alarm is missing for {a}. The same goes for {b}",
        "Let it ring at {a}; let it ring again at {b}",
        "You know {a} and {b}: an alarm each",
        "Plan alarms around {a} plus {b}",
        "My alarms should cover {a} and {b}",
        "Put {a} in the alarm list, {b} too",
        "Schedule an alarm at {a} along with another at {b}",
        "Give me alarms that match {a} and {b}",
        "There are two times I must not miss, {a} and {b}. Alarms, please",
        "Alarm me at {a}, and at {b} once more",
        "Turn {a} and {b} into alarms",
        "For {a} as for {b}, have the alarm go off",
        "Enter two alarms, {a} being one and {b} the other",
        "Let the clock sound for {a}, likewise for {b}",
        "I'd miss {a} and {b} without alarms, so make them",
        "Not one alarm but two: {a}, {b}",
        "Arm the clock for {a}; do that for {b} as well",
        "Get me alarms going: {a} to begin with, {b} to follow",
    ),
)
def memory_two_alarms(draw: Draw) -> Plan:
    """Two remembered times, two searches, two alarms."""
    names = list(ALARMS)
    first, key_a, row_a = known(draw, names, 1)
    second, key_b, row_b = known(draw, [n for n in names if n != first], 1)
    times = [str(row_a["value"]), str(row_b["value"])]
    if times[0] == times[1] or any(draw.rows("alarms", time=t) for t in times):
        raise draw.skip("time is taken")
    a, b = draw.pick(ALARMS[first]), draw.pick(ALARMS[second])
    alarms = tuple(Call("manage_alarm", {"action": "create", "time": t}) for t in times)
    free = FREE | {"alarms.label"}
    say = f"Alarms are set for {times[0]} and {times[1]}."
    return Plan({"a": a, "b": b}, ((recall(a), recall(b)), alarms), say, free=free, gold_memories=(key_a, key_b))


@scenario(
    "memory.two_questions",
    Behaviour.COMPOSITION,
    Domain.ASSISTANT,
    (
        "Tell me {a} and {b}",
        "I need {a} as well as {b}",
        "A form asks for {a} and {b}. What do I put?",
        "Remind me of {a}, and of {b} too",
        "What did I tell you about {a} and about {b}?",
        "Look up two things I told you: {a} and {b}",
        "I forgot both {a} and {b}",
        "{a} and {b}, please, from what you remember",
        "Can you give me {a}, then {b}?",
        "My wife wants to know {a} and {b}, what should I answer?",
        "Check your memory for {a}, also for {b}",
        "Read me {a} together with {b}",
    ),
    dimension=Dimension.MEMORY,
    more=(
        "Two answers please: {a}; {b}",
        "I can't recall {a}. I can't recall {b} either",
        "Say {a} first, {b} after it",
        "Somebody asks me two things, {a} plus {b}",
        "Do you still know {a}, and {b}?",
        "Both of these, if you know them: {a}, {b}",
        "Help me fill this in: {a}, {b}",
        "Please look up {a}. Look up {b}, too",
        "You should have stored {a} and {b}. Tell me both",
        "What are {a} and {b}?",
        "Answer me this: {a}? And {b}?",
        "Which details do you have on {a} and on {b}?",
        "A quick check of two facts, {a} along with {b}",
        "I'm filling in papers and lack {a} plus {b}",
        "Bring back to my mind {a}, next {b}",
        "Name {a} for me. Name {b} as well",
        "{a}? {b}? You were told once",
        "Find in what you know of me {a} and {b}",
        "Let me hear {a}, followed by {b}",
        "They ask me for {a}, likewise for {b}",
    ),
)
def memory_two_questions(draw: Draw) -> Plan:
    """Two remembered values, two searches, one answer."""
    names = list(QUESTIONS)
    first, key_a, row_a = known(draw, names, 1)
    second, key_b, row_b = known(draw, [n for n in names if n != first], draw.pick((1, 1, 2)))
    if row_a["value"] == row_b["value"]:
        raise draw.skip("same value")
    a, b = draw.pick(QUESTIONS[first]), draw.pick(QUESTIONS[second])
    say = f"{a[:1].upper()}{a[1:]}: {row_a['value']}; {b}: {row_b['value']}."
    criteria = (reports(str(row_a["value"]), str(row_b["value"])),)
    searches = ((recall(a), recall(b)),)
    plan = Plan({"a": a, "b": b}, searches, say, Checker.BEHAVIOUR, criteria, free=FREE)
    return replace(plan, gold_memories=(key_a, key_b))


@scenario(
    "memory.alarm_and_setting",
    Behaviour.COMPOSITION,
    Domain.DISPLAY,
    (
        "Set an alarm for {a} and use {b}",
        "I want an alarm for {a}, and {b} as well",
        "Put the phone on {b} and set an alarm for {a}",
        "Alarm for {a}, please, plus {b}",
        "Make an alarm at {a}. The phone should also have {b}",
        "Two things you know about me: I need an alarm at {a} and {b}",
        "Go to {b}, then add an alarm for {a}",
        "Please apply {b}; an alarm at {a} too",
        "Add an alarm that fits {a} and switch to {b}",
        "Use {b} now, and ring me at {a} with an alarm",
        "Look up {a} for an alarm and set {b}",
        "Have an alarm ready for {a} and change to {b}",
    ),
    dimension=Dimension.MEMORY,
    more=(
        "Let an alarm go off at {a}; the setting should be {b}",
        "{b} is what I want now. Also create an alarm for {a}",
        "Schedule an alarm at {a} and give me {b}",
        "Turn to {b}. Then let an alarm ring at {a}",
        "New alarm: {a}. New setting: {b}",
        "What I need: {b}, besides an alarm for {a}",
        "Please do both, an alarm for {a} and {b}",
        "From what you know, make an alarm for {a} and restore {b}",
        "Let the phone ring at {a}, and take {b}",
        "Adjust things to {b} and create the alarm for {a}",
        "I'd like {b} from this minute, and the alarm clock to go at {a}",
        "Ring at {a}. And until then, {b}",
        "Bring the phone to {b}, with an alarm for {a} on top",
        "Start with {b}; next comes an alarm at {a}",
        "An alarm at {a} and {b}: arrange the two",
        "Choose {b} and have the alarm sound at {a}",
        "Get {b} ready. The alarm belongs at {a}",
        "Combine an alarm for {a} with {b}",
        "At once {b}, later the alarm at {a}",
        "Two wishes: {b}; an alarm for {a}",
        "Enter {a} as an alarm, apart from that {b}",
    ),
)
def memory_alarm_and_setting(draw: Draw) -> Plan:
    """A remembered time becomes an alarm, a remembered level a setting."""
    alarm = alarm_plan(draw, 1)
    level = setting_plan(draw, draw.pick((1, 1, 2)))
    slots = {"a": alarm.slots["what"], "b": level.slots["what"]}
    steps = tuple((*one, *two) for one, two in zip(alarm.turns, level.turns, strict=True))
    golds = (*alarm.gold_memories, *level.gold_memories)
    return Plan(slots, steps, f"{alarm.say} {level.say}", free=alarm.free | level.free, gold_memories=golds)


EDIT_FREE = frozenset(
    f"memories.{name}"
    for name in (
        "memory_id",
        "category",
        "title",
        "tags",
        "subject",
        "predicate",
        "value",
        "valid_from",
        "recorded_at",
        "expires_at",
        "origin",
        "supersedes",
        "status",
        "updated_at",
        "created_at",
        "layer",
        "scope",
        "confidence",
        "evidence",
        "source",
        "valid_time",
        "recorded_time",
        "text",
        "last_verified",
        "uses",
        "wins",
        "losses",
    )
)


def holds(predicate: str, value: str, key: str | None = None) -> StateCriterion:
    """A memory whose content gives the value and says what it is about, in whatever words."""
    fact = BY_PREDICATE[predicate]
    said = " ".join((fact.title, *fact.texts)).lower().replace("{v}", " ")
    about = tuple(dict.fromkeys(w for w in re.findall(r"[a-z]+", said) if w not in FILLERS))
    return StateCriterion(table="memories", id=key, contains={"content": ((value,), about)})


FILLERS = frozenset(
    "a am and are at begins best by every for i in is it my of on our s the to up when wear with".split()
)


def sentence(draw: Draw, predicates: list[str]) -> tuple[str, str, str]:
    """A fact with a fresh value: predicate, sentence without its full stop, value."""
    predicate = draw.pick(predicates)
    fact = BY_PREDICATE[predicate]
    value = draw.pick(fact.values)
    return predicate, draw.pick(fact.texts).format(v=value).rstrip("."), value


@scenario(
    "memory.add",
    Behaviour.RECORD_EDIT,
    Domain.ASSISTANT,
    (
        "Remember this: {fact}",
        "Please note for later that {fact}",
        "Keep in mind: {fact}",
        "{fact}. Save that in your memory",
        "For the future: {fact}. Don't forget it",
        "Store this about me: {fact}",
        "You should know that {fact}. Remember it",
        "Add to my memories: {fact}",
        "Memorise that {fact}",
        "Just so you know next time, {fact}. Save it",
        "New thing to remember - {fact}",
        "I'd like you to remember something: {fact}",
    ),
    dimension=Dimension.MEMORY,
    more=(
        "Put this into your memory: {fact}",
        "A fact about me: {fact}. Keep it",
        "Write it down for yourself: {fact}",
        "Learn this about me, {fact}",
        "{fact}. That is worth knowing for later",
        "You don't know this yet: {fact}. Please store it",
        "Make a memory of this: {fact}",
        "Take this in: {fact}",
        "{fact} - please hold on to that",
        "One more thing about me to keep: {fact}",
        "Record for the future: {fact}",
        "I am telling you this so that you know it later: {fact}",
        "Something you should never forget: {fact}",
        "{fact}, in case I ask",
        "Here is a detail about me: {fact}. Retain it",
        "Make sure that you still know it next week: {fact}",
        "Extend what you know of me by this: {fact}",
        "By the way, {fact}. Store it, please",
        "File this away: {fact}",
        "I might lose track of it, you must not: {fact}",
        "Get this into your head: {fact}",
        "Jot down in your memory that {fact}",
        "Another entry for your memory: {fact}",
        "Let me tell you a thing to keep for good: {fact}",
        "{fact} - to be remembered",
        "This is to stay with you: {fact}",
    ),
)
def memory_add(draw: Draw) -> Plan:
    """A new fact, stored in the user's words."""
    names = [f.predicate for f in FACTS if f.values and not draw.rows("memories", predicate=f.predicate)]
    predicate, fact, value = sentence(draw, names)
    known_fact = BY_PREDICATE[predicate]
    arguments: JsonObject = {"category": known_fact.category, "title": known_fact.title, "content": fact}
    add = turns(Call("add_user_memory", arguments))
    return Plan({"fact": fact}, add, "I will remember that.", criteria=(holds(predicate, value),), free=EDIT_FREE)


@scenario(
    "memory.replace",
    Behaviour.RECORD_EDIT,
    Domain.ASSISTANT,
    (
        "That changed: {fact}. Update your memory",
        "Please correct what you know: {fact}",
        "{fact} now, replace the old entry",
        "Update my memory, it's different now: {fact}",
        "What you remember is out of date. {fact}",
        "Change the memory: {fact}",
        "From now on: {fact}. Overwrite the old one",
        "My earlier information is wrong, {fact}. Fix the record",
        "Swap the old memory for this: {fact}",
        "Please replace what I said before with: {fact}",
        "New situation - {fact}. Adjust what you stored",
        "Edit what you saved about this: {fact}",
    ),
    dimension=Dimension.MEMORY,
    more=(
        "It is no longer as you know it: {fact}",
        "Your entry is old. The new one: {fact}",
        "{fact}. You still have the old version, change it",
        "Rewrite that memory: {fact}",
        "I told you otherwise once. Now it is: {fact}",
        "{fact}. The former entry does not hold any more",
        "Instead of what you have stored: {fact}",
        "Make it right in your memory: {fact}",
        "The record should read differently now: {fact}",
        "{fact}. Put that in place of the old fact",
        "Your knowledge needs an update: {fact}",
        "What you have there is not true any longer; {fact}",
        "These days {fact}, so renew your entry",
        "Bring your memory up to date. {fact}",
        "A correction to your memory: {fact}",
        "Revise the stored fact, since {fact}",
        "It used to be another one. Today {fact}",
        "Enter the new value in your memory: {fact}",
        "The old memory is void, take this one: {fact}",
        "Modify what you have on record: {fact}",
        "I had a change: {fact}. Amend the memory",
        "Refresh your record, {fact}",
        "Your memory says something else, but {fact}",
    ),
)
def memory_replace(draw: Draw) -> Plan:
    """Find the record, replace its content."""
    names = [f.predicate for f in FACTS if f.values]
    predicate, key, row = known(draw, names, 1)
    _, fact, value = sentence(draw, [predicate])
    if value == row["value"]:
        raise draw.skip("same value")
    search = recall(BY_PREDICATE[predicate].title)
    change = Call("replace_user_memory", {"memoryId": key, "content": fact})
    free = FREE | EDIT_FREE
    criteria = (holds(predicate, value, key),)
    calls = turns(search, change)
    return Plan({"fact": fact}, calls, "I updated that.", criteria=criteria, free=free, gold_memories=(key,))


@scenario(
    "memory.remove",
    Behaviour.RECORD_EDIT,
    Domain.ASSISTANT,
    (
        "Forget {what}",
        "Delete what you know about {what}",
        "Please remove {what} from your memory",
        "You no longer need to remember {what}",
        "Erase {what} from my memories",
        "I don't want you to keep {what} any more",
        "Drop the record of {what}",
        "Clear {what} out of what you stored",
        "Take {what} off your memory list",
        "Stop remembering {what}",
        "Wipe the entry for {what}",
        "{what}: delete that memory",
    ),
    dimension=Dimension.MEMORY,
    more=(
        "Get rid of the memory of {what}",
        "Cross out {what} in your memory",
        "One memory has to go: {what}",
        "There should be nothing about {what} in your memories",
        "Discard what I told you about {what}",
        "Strike {what} from what you know about me",
        "You may forget about {what} now",
        "Throw away the fact about {what}",
        "What you keep about {what} is not needed, so remove it",
        "Let go of {what}, I don't need it stored",
        "Purge {what} from your knowledge of me",
        "Remove the memory that holds {what}",
        "Please unlearn {what}",
        "No trace of {what} should stay in your memory",
        "I take back what I said about {what}; cancel that memory",
        "Free your memory of {what}",
        "{what} is none of your business any longer, out of the memory with it",
        "Make your memory lose {what}",
        "Do away with the stored fact on {what}",
        "Kick {what} out of your memory",
        "Have {what} vanish from the things you remember",
        "The memory about {what} can be deleted",
        "Empty the place in your memory that has {what}",
        "What I said on {what} is to be wiped out",
        "I'd be glad if you did not know {what}",
    ),
)
def memory_remove(draw: Draw) -> Plan:
    """Find the record, remove it."""
    predicate, key, _ = known(draw, list(QUESTIONS), 1)
    what = draw.pick(QUESTIONS[predicate])
    calls = turns(recall(what), Call("remove_user_memory", {"memoryId": key}))
    return Plan({"what": what}, calls, "I removed that.", free=FREE | EDIT_FREE, gold_memories=(key,))
