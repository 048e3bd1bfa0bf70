"""Time Management of the full phone: focus sessions, sleep, saved timers, alarms that are left out once."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.apps.sessions import IDLE, WORK
from planloop.phone.scenario import Call, Draw, Plan, asks, scenario, tried, tries, turns
from planloop.phone.scenarios.past import past, started
from planloop.phone.scenarios.pools import MINUTES
from planloop.phone.speech import clock

NEW_TIMERS = (
    "Risotto", "Hair dye", "Espresso", "Sauna", "Homework", "Waffles", "Jump rope", "Dishwasher", "Nail polish",
    "Cold brew", "Lasagne", "Headstand", "Board game turn", "Ice bath", "Sourdough rest", "Window airing",
)  # fmt: skip
SESSION = "focus_session"
SLEEP = "sleep_schedule"
ORDINALS = ("first", "second", "third")


def _idle(draw: Draw) -> None:
    draw.state.set(SESSION, SESSION, **IDLE)
    draw.state.set(SLEEP, SLEEP, active=False, before=[])


@scenario(
    "time.focus.start",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Start a focus session of {minutes} minutes for {task}",
        "{minutes} minutes of focus on {task} please",
        "I have to concentrate on {task} for {minutes} minutes, begin a session",
        "Focus: {task}, {minutes} min",
        "Keep everything away from me for {minutes} minutes while I do {task}",
        "Pomodoro for {task}, {minutes} minutes long",
        "Let me work on {task} undisturbed for {minutes} minutes",
        "Can you run a focus session on {task}? It should last {minutes} minutes",
        "focus {minutes}min {task}",
        "Time to get {task} done. {minutes} minutes of focus, starting now",
        "Open a focus session named {task} with {minutes} minutes",
        "For the next {minutes} minutes I'm only there for {task}: focus session please",
    ),
)
def focus_start(draw: Draw) -> Plan:
    """No session is open."""
    _idle(draw)
    task, minutes = draw.pick(WORK), draw.pick([m for m in MINUTES if m >= 15 and m != 25])
    call = Call("control_focus_session", {"action": "start", "task": task, "minutes": minutes})
    slots = {"task": task, "minutes": str(minutes)}
    say = f"The focus session on {task} runs for {minutes} minutes."
    return Plan(slots, turns(call), say, overrides=started(draw), distractors=("manage_countdown",))


@scenario(
    "time.focus.replace",
    Behaviour.DEPENDENCY,
    Domain.TIME,
    (
        "Begin {minutes} minutes of focus on {task}; drop whatever session is still open",
        "Stop my old focus session and start one on {task} for {minutes} minutes",
        "I gave up on the other thing. End that focus session, then {minutes} minutes for {task}",
        "Focus on {task} for {minutes} minutes, the paused session can be ended",
        "Finish the session that's on hold and open a new one: {task}, {minutes} minutes",
        "End the paused focus session first, after that {task} for {minutes} minutes",
        "Change of plan: close the old focus thing, {minutes} minutes of {task} now",
        "There's a paused session left over. Stop it and start {task} with {minutes} minutes",
        "stop old focus, new focus {task} {minutes} min",
        "Could you replace my paused focus session by one on {task} that takes {minutes} minutes?",
        "Quit the session from before; {task} gets {minutes} minutes of focus instead",
        "New focus session please, {task}, {minutes} minutes. The earlier one is over, stop it",
    ),
)
def focus_replace(draw: Draw) -> Plan:
    """A paused session must be stopped first."""
    _idle(draw)
    old, task = draw.rng.sample(WORK, 2)
    whole, left = draw.pick((45, 60)), draw.rng.randrange(10, 40)
    draw.state.set(SESSION, SESSION, status="paused", task=old, minutes=whole, left=left)
    minutes = draw.pick([m for m in MINUTES if m >= 15 and m != 25])
    end = Call("control_focus_session", {"action": "stop"})
    begin = Call("control_focus_session", {"action": "start", "task": task, "minutes": minutes})
    slots = {"task": task, "minutes": str(minutes)}
    say = f"The old session is stopped; the one on {task} runs for {minutes} minutes."
    return Plan(slots, turns(end, begin), say, overrides=started(draw))


@scenario(
    "time.focus.pause",
    Behaviour.REVISION,
    Domain.TIME,
    (
        "Hold it for a moment, someone's here. I'll go on with it later",
        "Wait, pause that session",
        "Can you put it on pause? I'm not done",
        "Interruption! Freeze the session please",
        "I have to answer the door, pause the focus",
        "Hang on, keep the remaining time but stop the clock",
        "Not now after all, suspend it until I come back",
        "pause it",
        "Give me a break from that session, I'll resume it in a bit",
        "Please halt it for the moment, without ending it",
        "Something urgent came up, so hold the session where it is",
        "Let the session rest a while, I'll continue",
    ),
)
def focus_pause(draw: Draw) -> Plan:
    """The session of the last exchange runs."""
    _idle(draw)
    task, minutes = draw.pick(WORK), draw.pick((30, 40, 50, 60, 75, 90))
    request = draw.pick(("Focus on {} for {} minutes", "Focus session: {}, {} minutes")).format(task, minutes)
    call = Call("control_focus_session", {"action": "start", "task": task, "minutes": minutes})
    history = past(draw, request, (call,), f"The focus session on {task} runs.")
    act = Call("control_focus_session", {"action": "pause"})
    return Plan({}, turns(act), "The focus session is paused.", overrides=started(draw), history=history)


@scenario(
    "time.sleep.set",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Set my bedtime to {bed} and my wake-up time to {wake}",
        "Sleep schedule from {bed} to {wake}",
        "I want to go to bed at {bed} and get up at {wake}, put that in the sleep schedule",
        "Sleep times: {bed} until {wake}",
        "Change the nightly schedule so that bedtime is {bed} and waking is {wake}",
        "My nights go from {bed} to {wake} now, adjust the sleep schedule",
        "Please enter {bed} as bedtime and {wake} as the end of the night",
        "Can the sleep schedule start at {bed} and end at {wake}?",
        "bed {bed}, up {wake}, sleep schedule",
        "New job, new nights: asleep at {bed}, awake at {wake}. Update my sleep schedule",
        "In the sleep schedule I need {bed} for going to sleep and {wake} for waking",
        "Let my sleep run from {bed} till {wake} in the schedule",
    ),
    joinable=True,
)
def sleep_set(draw: Draw) -> Plan:
    """Other times than the present ones."""
    row = draw.rows(SLEEP)[0][1]
    bed = draw.pick([t for t in (f"{h}:{m}" for h in (21, 22, 23) for m in ("05", "20", "40")) if t != row["bedtime"]])
    wake = draw.pick([f"0{h}:{m}" for h in (5, 6, 7) for m in ("05", "15", "25", "35")])
    if draw.rows("alarms", time=wake):
        raise draw.skip("another alarm has that time")
    call = Call("manage_sleep_schedule", {"action": "set", "bedtime": bed, "wakeTime": wake})
    slots = {"bed": clock(draw.rng, bed), "wake": clock(draw.rng, wake)}
    return Plan(slots, turns(call), f"Your sleep schedule is {bed} to {wake}.", distractors=("manage_alarm",))


@scenario(
    "time.sleep.later",
    Behaviour.REVISION,
    Domain.TIME,
    (
        "Hmm, {wake} for waking up is better",
        "Make that {wake} in the morning, the bedtime stays",
        "Actually I can sleep until {wake}",
        "No wait, I have to be up at {wake}",
        "Correct the wake-up time to {wake}",
        "Bedtime is right, but the end should be {wake}",
        "I misread my timetable: waking at {wake} please",
        "Could you change the second time to {wake}?",
        "wake {wake} instead",
        "The first one is fine. For getting up take {wake}",
        "Sorry, wake-up at {wake}, leave the rest",
        "On reflection, {wake} is when I want to get up",
    ),
)
def sleep_later(draw: Draw) -> Plan:
    """The schedule was set in the last exchange; only the wake time changes."""
    bed, first = draw.pick(("22:00", "22:20", "22:45", "23:10")), draw.pick(("06:05", "06:15", "06:35"))
    wake = draw.pick(("06:45", "06:55", "07:05", "07:15", "07:25", "07:35", "07:45", "07:55", "08:05", "08:15"))
    if draw.rows("alarms", time=wake):
        raise draw.skip("another alarm has that time")
    request = draw.pick(("Sleep from {} to {}", "Bed at {}, up at {}, in the sleep schedule")).format(bed, first)
    call = Call("manage_sleep_schedule", {"action": "set", "bedtime": bed, "wakeTime": first})
    history = past(draw, request, (call,), f"Your sleep schedule is {bed} to {first}.")
    act = Call("manage_sleep_schedule", {"action": "set", "wakeTime": wake})
    say = f"Your sleep schedule is {bed} to {wake} now."
    slots = {"wake": clock(draw.rng, wake)}
    return Plan(slots, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "time.preset.save",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Save a timer called {name} with {minutes} minutes",
        "New saved timer: {name}, {minutes} minutes",
        "I need {minutes} minutes for {name} again and again, keep that as a timer",
        "Store {minutes} minutes under {name} in my timers, don't start it",
        "Make a timer preset {name} of {minutes} minutes",
        "Keep a ready timer for {name}; it takes {minutes} minutes",
        "Please add {name} to the saved timers, {minutes} minutes",
        "Can you remember a {minutes} minute timer by the name of {name}, for later?",
        "timer preset {name} {minutes}min",
        "For the next time: a saved timer {name} that lasts {minutes} minutes",
        "Put {name} among my timers with a length of {minutes} minutes, without starting it",
        "Create the preset {name}, {minutes} minutes on the timer",
    ),
    joinable=True,
)
def preset_save(draw: Draw) -> Plan:
    """A name that no saved timer has."""
    name, minutes = draw.pick(NEW_TIMERS), draw.pick(MINUTES)
    call = Call("manage_timer_presets", {"action": "create", "name": name, "minutes": minutes})
    slots = {"name": name, "minutes": str(minutes)}
    say = f"The timer {name} of {minutes} minutes is saved."
    return Plan(slots, turns(call), say, distractors=("manage_countdown",))


@scenario(
    "time.preset.nth",
    Behaviour.REFERENCE,
    Domain.TIME,
    (
        "Start the {nth} one",
        "The {nth} of them, go",
        "Let the {nth} timer run",
        "I need the {nth} now",
        "Take the {nth} on the list and start it",
        "Begin with the {nth}",
        "Set the {nth} of those going",
        "Please run the {nth} timer",
        "{nth} one, start",
        "Could you start whichever is {nth} there?",
        "It's time for the {nth}",
        "Out of these the {nth} should count down now",
    ),
)
def preset_nth(draw: Draw) -> Plan:
    """A saved timer by its place in the list."""
    names = [str(r["name"]) for _, r in draw.rows("timer_presets")]
    request = draw.pick(("Which timers have I saved?", "Show my saved timers", "What timer presets are there?"))
    call = Call("manage_timer_presets", {"action": "query"})
    history = past(draw, request, (call,), f"You have {len(names)} saved timers: {', '.join(names)}.")
    index = draw.rng.randrange(min(3, len(names)))
    act = Call("manage_timer_presets", {"action": "start", "name": names[index]})
    say, slots = f"{names[index]} is counting down.", {"nth": ORDINALS[index]}
    return Plan(slots, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "time.preset.which",
    Behaviour.BOUNDARY,
    Domain.TIME,
    (
        "Start my tea timer",
        "The tea is in the pot, let my saved timer run",
        "Tea timer please",
        "I just poured the tea, use my usual timer for it",
        "Run the timer I saved for tea",
        "Begin the countdown for tea from my timers",
        "Can you start the tea one of my saved timers?",
        "Set the tea timer going",
        "start tea timer",
        "Time my tea with the timer I've stored",
        "Let the saved timer for tea count down now",
        "My tea brews, timer on, the one that's saved",
    ),
)
def preset_which(draw: Draw) -> Plan:
    """Two saved timers are for tea."""
    for key, row in draw.rows("timer_presets"):
        if "tea" in str(row["name"]).lower():
            draw.state.delete("timer_presets", key)
    draw.state.insert("timer_presets", {"name": "Green tea", "minutes": 3})
    draw.state.insert("timer_presets", {"name": "Black tea", "minutes": 5})
    call = Call("manage_timer_presets", {"action": "start", "name": "tea"})
    query = tries("manage_timer_presets", arguments={"action": "query"})
    looked = tried(tries("manage_timer_presets", arguments={"action": "start"}, name="tea"), query)
    wanted = (looked, asks("green", "black"))
    say = "Which tea timer should I start, Green tea or Black tea?"
    return Plan({}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "time.skip.once",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Skip the next ring of my {label} alarm",
        "Leave out {label} just once, the alarm should stay on after that",
        "My alarm {label} needn't ring the next time, only that time",
        "{label} alarm: skip once",
        "No {label} alarm the next time, but keep it for the days after",
        "I can sleep in for once, so let the {label} alarm pass one time",
        "Please drop only the coming ring of {label}",
        "Can the {label} alarm be silent next time and then go on as usual?",
        "skip {label} alarm 1x",
        "The next {label} is cancelled; leave out that one ring of the alarm",
        "Let the alarm named {label} miss a turn",
        "Don't switch {label} off, I only want its next ring left out",
    ),
    joinable=True,
)
def skip_once(draw: Draw) -> Plan:
    """A repeating alarm that is on."""
    rows = [r for _, r in draw.rows("alarms", enabled=True) if r["repeat"] != "once" and r["label"]]
    label = str(draw.pick(rows)["label"])
    if len(draw.rows("alarms", label=label)) > 1:
        raise draw.skip("two of that name")
    call = Call("skip_alarm", {"action": "skip", "label": label})
    say = f"The alarm {label} is skipped once."
    return Plan({"label": label}, turns(call), say, distractors=("manage_alarm",))


@scenario(
    "time.skip.restore",
    Behaviour.REVISION,
    Domain.TIME,
    (
        "Oh, let it ring after all",
        "No, I do need it next time, take the skip back",
        "Actually don't leave it out",
        "Undo that, the alarm should ring as always",
        "I was wrong, it isn't cancelled. Bring the ring back",
        "Wait, I'd oversleep. Have it go off as planned",
        "Please reverse the skipping",
        "It must ring next time too, sorry",
        "unskip it",
        "Can you restore the one you just left out?",
        "On second thought I want to be woken, no skipping",
        "Forget the skip, ring normally",
    ),
)
def skip_restore(draw: Draw) -> Plan:
    """The next ring was skipped in the last exchange."""
    rows = [r for _, r in draw.rows("alarms", enabled=True) if r["repeat"] != "once" and r["label"]]
    label = str(draw.pick(rows)["label"])
    if len(draw.rows("alarms", label=label)) > 1:
        raise draw.skip("two of that name")
    request = draw.pick(("Skip {} once", "Leave out the next {} alarm", "No {} alarm next time")).format(label)
    history = past(draw, request, (Call("skip_alarm", {"action": "skip", "label": label}),), f"{label} is skipped.")
    act = Call("skip_alarm", {"action": "restore", "label": label})
    say = f"The alarm {label} rings next time as usual."
    return Plan({}, turns(act), say, overrides=started(draw), history=history)
