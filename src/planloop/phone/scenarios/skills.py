"""Scenarios of the skills dimension: load the right installed routine, then carry out what it says."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Dimension, Domain
from planloop.phone.errors import ToolError
from planloop.phone.scenario import Call, Draw, Plan, scenario

PHRASES = {
    "bedtime-routine": ("I'm going to sleep", "Time for bed", "Get the phone ready for the night", "I'm off to bed"),
    "meeting-mode": ("I'm walking into a meeting", "The meeting starts now", "Get ready for my meeting"),
    "workout-start": ("I'm starting my workout", "Time to exercise", "Let's work out", "I begin my training now"),
    "leaving-home": ("I'm leaving the house", "I'm heading out the door", "I'm going out now"),
    "movie-night": ("We are going to watch a film", "It's film time", "I'm starting a movie"),
    "reading-time": ("I'll read for a long while", "I want to read now", "Reading for the next hour"),
    "save-energy": ("My battery has to last all day", "I must stretch the battery", "Make the battery last"),
    "morning-start": ("Good morning, I just got up", "I'm starting my day", "The day begins"),
    "study-focus": ("I have to study without distractions", "I'm studying now", "Help me focus on studying"),
}
WORDS = (
    "{goal}",
    "{goal}. Do what is needed",
    "{goal}, please set everything up",
    "Hey, {goal}. Run my routine",
    "{goal}! You know what to do",
    "Use the right skill: {goal}",
    "{goal} - follow my routine for that",
    "Please do my usual steps. {goal}",
    "{goal}. Handle the settings like I saved them",
    "I need my routine. {goal}",
    "{goal}, apply the matching skill",
    "Could you prepare things? {goal}",
    "{goal}. As always, please",
    "Routine please: {goal}",
)
MORE_WORDS = (
    "{goal}, you have a skill for it",
    "{goal}. Go through my steps",
    "{goal}. Everything as I set it up before",
    "{goal}. Prepare the phone",
    "{goal}; do all that belongs to it",
    "{goal}. The phone should be ready",
    "It's that moment: {goal}",
    "Do the whole procedure. {goal}",
    "{goal}, so change what has to be changed",
    "Follow the installed steps: {goal}",
    "{goal}. You will find the instructions in my skills",
    "Same procedure as every time: {goal}",
    "{goal}, adapt the phone to that",
    "Load what fits and do it: {goal}",
    "{goal}. Get it all done",
    "{goal}. Start the usual program",
    "You have been taught this: {goal}",
    "{goal}. Switch things the way I like them",
    "{goal}, take care of my phone",
    "{goal}. Do it by the book",
    "One of your skills covers this: {goal}",
    "{goal}. The whole list of settings, please",
    "{goal}. I leave the rest to you",
    "Here we go: {goal}",
    "Put the phone in the proper state. {goal}",
    "{goal}. Work off the checklist",
    "{goal}. You've got the recipe",
    "{goal} - carry out what I defined",
    "{goal}. Make use of what I installed for it",
    "{goal}. Set it like last time",
    "We have a way of doing this: {goal}",
    "{goal}. Every step of it, in order",
)


def routine_plan(draw: Draw) -> Plan:
    """Load the routine, then all its steps at once (they are independent settings)."""
    name, row = draw.row("skills")
    steps = row["steps"]
    if not isinstance(steps, list):
        raise draw.skip("no steps")
    calls = []
    for item in steps:
        call = Call(item["tool"], item["arguments"])  # type: ignore[index, call-overload, arg-type]
        before = draw.state.deltas()
        try:
            draw.phone.call(call.tool, call.arguments)
        except ToolError as error:
            raise draw.skip("a step does not work here") from error
        if draw.state.deltas() == before:
            raise draw.skip("a step changes nothing here")
        calls.append(call)
    load = Call("skill__" + name.replace("-", "_"), {})
    goal = draw.pick(PHRASES[name])
    say = f"Your {name.replace('-', ' ')} is done: {len(calls)} changes."
    free = frozenset({"alarms.label"})
    return Plan({"goal": goal}, ((load,), tuple(calls)), say, free=free, gold_skill=name)


@scenario("skills.only", Behaviour.SKILL_ONLY, Domain.ASSISTANT, WORDS, dimension=Dimension.SKILLS, more=MORE_WORDS)
def skills_only(draw: Draw) -> Plan:
    """Only skill loaders are exposed at first (SOR)."""
    return routine_plan(draw)


@scenario(
    "skills.mixed",
    Behaviour.MIXED_ROUTING,
    Domain.ASSISTANT,
    WORDS,
    dimension=Dimension.SKILLS,
    words_like="skills.only",
    more=MORE_WORDS,
)
def skills_mixed(draw: Draw) -> Plan:
    """Tools and skill loaders side by side (MTSR)."""
    return routine_plan(draw)
