"""Scenarios of Utilities & Productivity."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.apps.calculator import RATES, UNITS, evaluate, plain
from planloop.phone.apps.calculator import convert_currency as exchange
from planloop.phone.apps.calculator import convert_unit as measure
from planloop.phone.apps.translation import LANGUAGES, PHRASES
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.pools import FACTS, GOODS


def expression(draw: Draw) -> str:
    """A small arithmetic expression whose value has at most two decimals."""
    rng = draw.rng
    a, b, c = rng.randrange(12, 980), rng.randrange(3, 90), rng.randrange(2, 60)
    form = draw.pick(("{a} * {b}", "{a} + {b} * {c}", "({a} + {b}) * {c}", "{a} - {b}", "{a} / 4", "{a} * {b} - {c}"))
    return form.format(a=a, b=b, c=c)


@scenario(
    "utilities.calculate",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "What is {sum}?",
        "Calculate {sum}",
        "How much is {sum}",
        "Work out {sum} for me",
        "{sum} = ?",
        "I need the result of {sum}",
        "Can you compute {sum}?",
        "Use the calculator: {sum}",
        "My homework says {sum}. What comes out?",
        "Solve {sum} please",
        "Quick maths, {sum}",
        "Tell me what {sum} makes",
        "Check this for the invoice: {sum}",
    ),
    joinable=True,
)
def calculate(draw: Draw) -> Plan:
    """An expression as it stands."""
    text = expression(draw)
    result = plain(evaluate(text))
    call, free = Call("calculate_expression", {"expression": text}), frozenset({"calculate_expression.expression"})
    return Plan({"sum": text}, turns(call), f"{text} is {result}.", Checker.TOOL_CALL, (reports(result),), free)


@scenario(
    "utilities.calculate_share",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Split {amount} between {people} people",
        "{people} of us share a bill of {amount}, how much each?",
        "Divide {amount} by {people}",
        "We paid {amount} for {people} tickets. What did one cost?",
        "How much does each person owe if {people} people split {amount}?",
        "{amount} over {people} months, how much a month?",
        "The rent is {amount} and we are {people} flatmates; what's my part?",
        "What do I get when {amount} is divided among {people}?",
        "If {people} friends share {amount} evenly, what is one share?",
        "A pack of {people} costs {amount}, so what's the price of one?",
        "Please calculate a fair share: {amount} total, {people} people",
        "Each of {people} kids gets an equal part of {amount}. How much?",
    ),
    joinable=True,
)
def calculate_share(draw: Draw) -> Plan:
    """A division told in words."""
    people = draw.pick((2, 3, 4, 5, 6, 7, 8, 9))
    amount = people * draw.rng.randrange(11, 240) + draw.pick((0, 0, people // 2))
    text = f"{amount} / {people}"
    result = plain(evaluate(text))
    call, free = Call("calculate_expression", {"expression": text}), frozenset({"calculate_expression.expression"})
    slots = {"amount": str(amount), "people": str(people)}
    return Plan(slots, turns(call), f"That is {result} each.", Checker.TOOL_CALL, (reports(result),), free)


@scenario(
    "utilities.convert_unit",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Convert {value} {source} to {target}",
        "How many {target} are {value} {source}?",
        "{value} {source} in {target}?",
        "What's {value} {source} expressed in {target}",
        "I have {value} {source}, what is that in {target}?",
        "Turn {value} {source} into {target}",
        "The manual says {value} {source} but I only know {target}. How much is it?",
        "Give me {value} {source} as {target}",
        "Unit conversion please, {value} {source} -> {target}",
        "Tell me the equivalent of {value} {source} in {target}",
        "If something is {value} {source}, how much in {target}?",
        "Change {value} {source} to {target} for me",
    ),
    joinable=True,
)
def convert_unit(draw: Draw) -> Plan:
    """Units in the form that the tool takes."""
    table = UNITS[draw.pick(sorted(UNITS))]
    source, target = draw.rng.sample(sorted(table), 2)
    value = draw.rng.randrange(2, 400)
    result = str((measure(draw.phone, float(value), source, target).data or {})["result"])
    if float(result) == 0:
        raise draw.skip("result is too small")
    call = Call("convert_unit", {"value": value, "fromUnit": source, "toUnit": target})
    slots = {"value": str(value), "source": source, "target": target}
    free = frozenset({"convert_unit.fromUnit", "convert_unit.toUnit"})
    say = f"{value} {source} are {result} {target}."
    return Plan(slots, turns(call), say, Checker.TOOL_CALL, (reports(result),), free)


@scenario(
    "utilities.convert_currency",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Convert {amount} {source} to {target}",
        "How much is {amount} {source} in {target}?",
        "{amount} {source} in {target}",
        "What do I get in {target} for {amount} {source}?",
        "Exchange rate check: {amount} {source} to {target}",
        "The hotel wants {amount} {source}. What's that in {target}?",
        "I changed {amount} {source} into {target}, how much should it be",
        "Tell me the {target} value of {amount} {source}",
        "Price tag says {amount} {source}, give me {target}",
        "Work out {amount} {source} as {target}",
        "If I spend {amount} {source}, how many {target} is that?",
        "Could you do {amount} {source} -> {target} for me?",
    ),
    joinable=True,
)
def convert_currency(draw: Draw) -> Plan:
    """Currencies by code."""
    source, target = draw.rng.sample(sorted(RATES), 2)
    amount = draw.rng.randrange(3, 900)
    result = str((exchange(draw.phone, float(amount), source, target).data or {})["result"])
    call = Call("convert_currency", {"amount": amount, "fromCurrency": source, "toCurrency": target})
    slots = {"amount": str(amount), "source": source, "target": target}
    say = f"{amount} {source} are {result} {target}."
    return Plan(slots, turns(call), say, Checker.TOOL_CALL, (reports(result),))


@scenario(
    "utilities.note.create",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        'Make a note: "{fact}"',
        'Write down "{fact}"',
        'Note that "{fact}"',
        'Save a note saying "{fact}"',
        'Put "{fact}" in my notes',
        'Can you jot this down? "{fact}"',
        'New note, "{fact}"',
        'I want to keep this as a note: "{fact}"',
        'Create a note with the text "{fact}"',
        '"{fact}" - add it as a new note please',
        'Before I lose it, note down "{fact}"',
        'Store "{fact}" as a note',
    ),
    joinable=True,
)
def create_note(draw: Draw) -> Plan:
    """A note without a title."""
    fact = draw.pick(FACTS)
    call = Call("manage_note", {"action": "create", "content": fact})
    free = frozenset({"notes.title"})
    return Plan({"fact": fact}, turns(call), "The note is saved.", free=free, distractors=("manage_schedule",))


@scenario(
    "utilities.note.append",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        'Add "{fact}" to my note {title}',
        'Append "{fact}" to the {title} note',
        'In the note {title}, also write "{fact}"',
        'Extend the note called {title} with "{fact}"',
        'The {title} note needs one more thing: "{fact}"',
        'Put "{fact}" at the end of the note {title}',
        'Keep what is in {title} and add "{fact}" to that note',
        'Could you attach "{fact}" to the note named {title}?',
        'note {title}: append "{fact}"',
        'Open the note {title} and add the line "{fact}"',
        'My {title} note is missing this: "{fact}"',
        '"{fact}" belongs in the note {title} too, add it',
    ),
    joinable=True,
)
def append_note(draw: Draw) -> Plan:
    """More text for an existing note."""
    _, row = draw.row("notes")
    fact = draw.pick(FACTS)
    call = Call("manage_note", {"action": "append", "title": row["title"], "content": fact})
    slots = {"fact": fact, "title": str(row["title"])}
    return Plan(slots, turns(call), f"It is added to the note {row['title']}.")


@scenario(
    "utilities.note.read",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "What does my note {title} say?",
        "Read me the {title} note",
        "What did I write in the note {title}?",
        "Open the note {title} and tell me what's in it",
        "Look up {title} in my notes",
        "I need the content of the note called {title}",
        "Find the {title} note, what is it?",
        "notes: {title}?",
        "Show me what I noted under {title}",
        "Can you check the note {title} for me and read it out",
        "There is a note named {title}. What's the text?",
        "Tell me what stands in the {title} note",
    ),
    joinable=True,
)
def read_note(draw: Draw) -> Plan:
    """The content of one note."""
    _, row = draw.row("notes")
    call = Call("manage_note", {"action": "query", "title": row["title"]})
    say, free = f"{row['title']}: {row['content']}.", frozenset({"manage_note.title"})
    slots = {"title": str(row["title"])}
    return Plan(slots, turns(call), say, Checker.TOOL_CALL, (reports(str(row["content"])),), free)


@scenario(
    "utilities.note.delete",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Delete the note {title}",
        "Remove my {title} note",
        "I don't need the note {title} any more",
        "Throw away the note called {title}",
        "Erase the {title} note please",
        "The note {title} is outdated, delete it",
        "Get rid of the note named {title}",
        "notes: remove {title}",
        "Could you bin my note {title}?",
        "Clean up my notes: {title} can go",
        "Please discard the note titled {title}",
        "Drop the {title} note",
    ),
    joinable=True,
)
def delete_note(draw: Draw) -> Plan:
    """One note by its title."""
    _, row = draw.row("notes")
    call = Call("manage_note", {"action": "delete", "title": row["title"]})
    return Plan({"title": str(row["title"])}, turns(call), f"The note {row['title']} is deleted.")


@scenario(
    "utilities.shopping.add",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Add {item} to the shopping list",
        "We're out of {item}, put it on the shopping list",
        "I need to buy {item}, note it on my list",
        "Shopping list: {item}",
        "Put {item} on the groceries list",
        "Can you add {item} to what I have to buy?",
        "Next time I'm at the store I need {item}; list it",
        "{item} on the shopping list please",
        "The last {item} just ran out, add that for shopping",
        "Write {item} on my shopping list",
        "Remember {item} for the supermarket (shopping list)",
        "Include {item} in the shopping list",
    ),
    joinable=True,
)
def add_item(draw: Draw) -> Plan:
    """One new item."""
    item = draw.pick(GOODS)
    call = Call("manage_shopping_list", {"action": "add", "item": item})
    return Plan({"item": item}, turns(call), f"I added {item} to the list.", distractors=("manage_note",))


@scenario(
    "utilities.shopping.remove",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "Take {item} off the shopping list",
        "Remove {item} from my shopping list",
        "I already bought {item}, take it off the list",
        "We don't need {item}, delete it from the shopping list",
        "Cross {item} off my list",
        "{item} is in the cart, strike it from the shopping list",
        "Shopping list minus {item}",
        "Drop {item} from the things to buy",
        "Somebody brought {item}, so it can leave the shopping list",
        "Please erase {item} from the groceries list",
        "No more {item} on the shopping list, please",
        "Got the {item}. Update the shopping list.",
    ),
    joinable=True,
)
def remove_item(draw: Draw) -> Plan:
    """One item that is on the list."""
    _, row = draw.row("shopping_items")
    call = Call("manage_shopping_list", {"action": "remove", "item": row["item"]})
    return Plan({"item": str(row["item"])}, turns(call), f"I took {row['item']} off the list.")


@scenario(
    "utilities.shopping.read",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        "What's on my shopping list?",
        "Read me the shopping list",
        "What do I need to buy?",
        "I'm at the supermarket, what was on my list?",
        "Show the shopping list",
        "Tell me everything on the groceries list",
        "Which things did I put down to buy?",
        "shopping list?",
        "Can you go through my shopping list with me? List the items",
        "What am I supposed to bring from the store, according to my list",
        "Let me hear the shopping list",
        "Which items are still on the shopping list?",
    ),
    joinable=True,
)
def read_list(draw: Draw) -> Plan:
    """All items of the list."""
    items = [str(row["item"]) for _, row in draw.rows("shopping_items")]
    call = Call("manage_shopping_list", {"action": "query"})
    return Plan({}, turns(call), f"On your list: {', '.join(items)}.", Checker.TOOL_CALL, (reports(*items),))


@scenario(
    "utilities.translate",
    Behaviour.GROUNDING,
    Domain.UTILITIES,
    (
        'How do you say "{phrase}" in {language}?',
        'Translate "{phrase}" into {language}',
        'What is "{phrase}" in {language}',
        'Give me the {language} for "{phrase}"',
        '"{phrase}" in {language} please',
        'I want to say "{phrase}" to a waiter who only speaks {language}. How?',
        'Put "{phrase}" into {language}',
        'What would a {language} speaker say for "{phrase}"?',
        'Teach me the {language} words for "{phrase}"',
        'Can you render "{phrase}" in {language}?',
        'Need a {language} translation: "{phrase}"',
        'If I want to tell someone "{phrase}" in {language}, what do I say?',
    ),
    joinable=True,
)
def translate(draw: Draw) -> Plan:
    """A phrase of the phrase book."""
    phrase, language = draw.pick(sorted(PHRASES)), draw.pick(LANGUAGES)
    answer = PHRASES[phrase][LANGUAGES.index(language)]
    call = Call("text_translate", {"text": phrase, "targetLanguage": language})
    say = f"In {language}: {answer}."
    slots = {"phrase": phrase, "language": language}
    return Plan(slots, turns(call), say, Checker.TOOL_CALL, (reports(answer),))
