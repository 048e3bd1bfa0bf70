"""Scenarios of the expense tracker and the habit tracker on the full phone: one goal, one tool."""

from __future__ import annotations

from datetime import timedelta

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.contract.record import JsonObject
from planloop.phone.apps.calculator import plain
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, tried, tries, turns

BOUGHT = {
    "Rain jacket": "other", "Museum ticket": "leisure", "Haircut": "health", "Phone case": "other",
    "Garden soil": "home", "Sunglasses": "health", "Tea kettle": "home", "Board game": "gifts", "Concert": "leisure",
    "Taxi": "transport", "Paint brushes": "home", "Cough syrup": "health", "Desk lamp": "home", "Sandwich": "food",
    "Bus pass": "transport", "Car wash": "transport", "Yoga mat": "leisure", "Wrapping paper": "gifts",
    "Doorbell": "home", "Ice cream": "food",
}  # fmt: skip
CATEGORIES = ("food", "transport", "home", "leisure", "health", "gifts")
NEW_HABITS = (
    "Juggle", "Call grandma", "Ten push-ups", "Practise chess", "Drink water", "Make the bed", "Write a haiku",
    "Learn five words", "Cycle to work", "Eat fruit", "Tidy the desk", "Early night", "Sing", "Sketch", "Posture check",
    "Clean the sink",
)  # fmt: skip


def price(draw: Draw, low: int = 4, high: int = 90) -> float:
    """An amount of money with at most two decimals."""
    return draw.rng.randrange(low * 100, high * 100, 5) / 100


def spent_on(draw: Draw) -> dict[str, object]:
    """One recorded expense whose title is no part of another's."""
    rows = [r for _, r in draw.rows("spending_items")]
    return dict(draw.pick(rows))


def habit(draw: Draw, done: bool) -> str:
    """A habit that was or was not done today."""
    today = draw.phone.now.date().isoformat()
    rows = [r for _, r in draw.rows("habit_log")]
    return draw.pick([str(r["name"]) for r in rows if isinstance(r["done"], list) and (today in r["done"]) == done])


@scenario(
    "money.expense.add",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Note an expense: {title}, {amount} EUR, category {category}, {day}",
        "I spent {amount} EUR on {title} {day}, put it down under {category}",
        "Expense {day}: {title} for {amount} euros ({category})",
        "{title} cost me {amount} EUR {day}. Track it as {category}",
        "Add {amount} EUR for {title} to my spending, {category}, {day}",
        "Log what I paid {day}: {amount} EUR, {title}, counts as {category}",
        "Could you record the {amount} EUR I spent {day}? {title}, category {category}",
        "My wallet is lighter by {amount} EUR since {day}: {title}. Enter it in {category}",
        "Under {category} please add {title}, {amount} EUR, {day}",
        "Write into the expense tracker {title} {amount} EUR {category} {day}",
        "{day} I bought something, {title}, {amount} EUR. Book it as {category}",
        "spending: {title} / {amount} eur / {category} / {day}",
        "Keep track of this one, {title} at {amount} EUR, bought {day}, {category} category",
    ),
    joinable=True,
)
def add_expense(draw: Draw) -> Plan:
    """Title, amount, category and day are all said."""
    title, category = draw.pick(tuple(BOUGHT.items()))
    amount = price(draw)
    day = draw.pick(("today", "yesterday"))
    arguments: JsonObject = {"action": "add", "title": title, "amount": amount, "category": category, "date": day}
    slots = {"title": title, "amount": f"{amount:g}", "category": category, "day": day}
    return Plan(slots, turns(Call("manage_expenses", arguments)), f"{title}, {amount:g} EUR, is noted.")


@scenario(
    "money.expense.total",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "How much did I spend on {category} since {date}?",
        "Total for {category} from {date} on?",
        "Sum up my {category} expenses, starting {date}",
        "What has {category} cost me since {date}?",
        "From {date} until now, what went into {category}?",
        "I'd like the total of what I paid for {category} since {date}",
        "Add up {category} in my expenses from {date} onwards",
        "Since {date}, how many euros have gone to {category}?",
        "Tell me my {category} spending since {date}",
        "Look into the expenses: {category}, {date} till today, all together?",
        "Money spent on {category} beginning with {date}, what's the sum?",
        "{category} since {date}, total please",
    ),
    joinable=True,
)
def total(draw: Draw) -> Plan:
    """Read only; the sum is told."""
    date = (draw.phone.now.date() - timedelta(days=draw.rng.randrange(8, 20))).isoformat()
    category = draw.pick(CATEGORIES)
    rows = [r for _, r in draw.rows("spending_items", category=category) if str(r["date"]) >= date]
    if not rows:
        raise draw.skip("nothing was spent on it")
    spent = plain(sum(float(str(r["amount"])) for r in rows))
    call = Call("manage_expenses", {"action": "query", "category": category, "fromDate": date})
    looked = tried(tries("manage_expenses", arguments={"action": "query"}))
    say = f"You spent {spent} EUR on {category}."
    return Plan({"category": category, "date": date}, turns(call), say, Checker.BEHAVIOUR, (looked, reports(spent)))


@scenario(
    "money.expense.correct",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "The expense {title} was really {amount} EUR, correct it",
        "Change {title} in my expenses to {amount} EUR",
        "I entered {title} with the wrong price. It's {amount} EUR",
        "Fix the amount of {title}: {amount} euros",
        "{title} should say {amount} EUR in the expense list",
        "Update my expense for {title}, the right sum is {amount} EUR",
        "According to the receipt {title} was {amount} EUR, adjust what I noted",
        "Make it {amount} EUR for {title} in the expense tracker",
        "Could you set the recorded {title} to {amount} EUR?",
        "I misread the bill: {title}, that's {amount} EUR. Please amend the expense",
        "expense {title} -> {amount} eur",
        "My record of {title} isn't right, put {amount} EUR there",
    ),
    joinable=True,
)
def correct_expense(draw: Draw) -> Plan:
    """A recorded expense gets another amount."""
    row, amount = spent_on(draw), price(draw)
    if row["amount"] == amount:
        raise draw.skip("the same amount")
    title = str(row["title"])
    call = Call("manage_expenses", {"action": "update", "title": title, "amount": amount})
    return Plan({"title": title, "amount": f"{amount:g}"}, turns(call), f"{title} is {amount:g} EUR now.")


@scenario(
    "money.expense.delete",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Delete the expense {title}",
        "{title} was refunded, take it out of my expenses",
        "Remove {title} from what I've spent",
        "I didn't pay for {title} after all, erase that expense",
        "Strike {title} off the expense list",
        "The entry {title} in my spending is wrong, drop it",
        "Get rid of {title} in the expense tracker",
        "Could you cancel the recorded expense {title}?",
        "My company pays {title}, so it shouldn't be among my expenses",
        "Clear {title} from my spending record",
        "Expense {title}: delete",
        "Please forget that I noted {title} as an expense",
    ),
    joinable=True,
)
def delete_expense(draw: Draw) -> Plan:
    """One entry goes."""
    title = str(spent_on(draw)["title"])
    call = Call("manage_expenses", {"action": "delete", "title": title})
    return Plan({"title": title}, turns(call), f"{title} is off your expenses.")


@scenario(
    "money.budget.set",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Set a monthly budget of {amount} EUR for {category}",
        "I don't want to spend more than {amount} EUR a month on {category}",
        "{category}: {amount} euros a month, make that my budget",
        "Budget for {category} should be {amount} EUR monthly",
        "Limit my {category} spending to {amount} EUR per month",
        "Each month {amount} EUR for {category}, not more. Set it",
        "Could you give {category} a budget of {amount} EUR a month?",
        "Put {amount} EUR per month as the ceiling for {category}",
        "My {category} budget is {amount} EUR from now on",
        "Allow {amount} EUR a month for {category} in the expense tracker",
        "monthly budget {category} {amount} eur",
        "We agreed on {amount} EUR for {category} every month, enter that as the budget",
    ),
    joinable=True,
)
def set_budget(draw: Draw) -> Plan:
    """Another budget than the present one."""
    category, amount = draw.pick(CATEGORIES), draw.rng.randrange(5, 60) * 10
    if draw.rows("expense_budgets", category=category, monthly=amount):
        raise draw.skip("is the budget already")
    call = Call("manage_expenses", {"action": "set_budget", "category": category, "amount": amount})
    slots = {"category": category, "amount": str(amount)}
    return Plan(slots, turns(call), f"The budget for {category} is {amount} EUR a month.")


@scenario(
    "money.habit.tick",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Tick off {habit} for today",
        "I did my habit {habit} today",
        "Mark {habit} as done in the habit tracker",
        "Check {habit} off, done for today",
        "Habit {habit}: done",
        "Today's {habit} is behind me, note that in my habits",
        "Put a tick behind {habit}",
        "Could you check my habit {habit} for today?",
        "I've managed {habit} again, record it in the tracker",
        "My habit {habit} can be ticked",
        "Let the habit tracker know that {habit} happened today",
        "habit done today: {habit}",
    ),
    joinable=True,
)
def tick(draw: Draw) -> Plan:
    """A habit that is still open today."""
    name = habit(draw, done=False)
    call = Call("manage_habits", {"action": "check", "name": name})
    return Plan({"habit": name}, turns(call), f"{name} is ticked off today.", distractors=("manage_schedule",))


@scenario(
    "money.habit.create",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "New habit: {habit}, {times} times a week",
        "I want to track the habit {habit}, {times} times a week",
        "Start a habit {habit} with a target of {times} per week",
        "Add {habit} to my habits, aiming for {times} times weekly",
        "Help me get into it: habit {habit}, {times} times each week",
        "Put {habit} in the habit tracker, {times} a week",
        "Create the habit {habit}; I'd like to do it {times} times per week",
        "From now on {habit} is a habit of mine, {times} times a week please",
        "Could you set up {habit} as a habit with {times} times weekly?",
        "habit + {habit} ({times}/week)",
        "My resolution: {habit} {times} times a week. Make a habit of it in the tracker",
        "Track {habit} as a weekly habit, goal {times}",
    ),
    joinable=True,
)
def create_habit(draw: Draw) -> Plan:
    """A name that no habit has."""
    name, times = draw.pick(NEW_HABITS), draw.pick((2, 3, 4, 5, 6))
    call = Call("manage_habits", {"action": "create", "name": name, "perWeek": times})
    slots, say = {"habit": name, "times": str(times)}, f"The habit {name} is there, {times} times a week."
    return Plan(slots, turns(call), say, distractors=("manage_schedule",))


@scenario(
    "money.habit.streak",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "How many days in a row have I done {habit}?",
        "What's my streak with {habit}?",
        "How long is the current streak of my habit {habit}?",
        "Tell me the {habit} streak",
        "I'm curious how many days running I've kept up {habit}",
        "{habit}: how many consecutive days?",
        "Look up in the habit tracker how long I've done {habit} without a break",
        "Without missing a day, how long have I kept {habit}?",
        "Give me the number of days my {habit} streak has lasted",
        "My habit {habit}, what does the streak say?",
        "Am I on a roll with {habit}? How many days?",
        "streak {habit}?",
    ),
    joinable=True,
)
def streak(draw: Draw) -> Plan:
    """Read only; the number of days is told."""
    name = str(draw.row("habit_log")[1]["name"])
    days = (draw.phone.call("manage_habits", {"action": "query", "name": name}).data or {})["streak"]
    if int(str(days)) < 2:
        raise draw.skip("no streak")
    call = Call("manage_habits", {"action": "query", "name": name})
    looked = tried(tries("manage_habits", arguments={"action": "query"}))
    say = f"Your streak with {name} is {days} days."
    return Plan({"habit": name}, turns(call), say, Checker.BEHAVIOUR, (looked, reports(str(days))))
