"""Travel & Lifestyle of the full phone: training, meals, the wallet."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.contract.record import JsonObject
from planloop.phone.apps.food import KCAL_PER_100_G
from planloop.phone.scenario import Call, Draw, Plan, asks, parts, refuses, reports, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.pools import ALLOWED, MINUTES

ACTIVITIES = {
    "walk": "walking", "run": "running", "cycle": "cycling", "swim": "swimming", "strength": "strength training",
    "yoga": "yoga", "row": "rowing",
}  # fmt: skip
MEALS = ("breakfast", "lunch", "dinner", "snack")
SHOPS = (
    "Lindner Bakery", "Corner Kiosk", "Blue Door Books", "Fern Florist", "Toy Attic", "Hall Market", "Penny Press",
    "Cobbler Kim", "Tea House Rui", "City Pool", "Frame Shop", "Green Grocer", "Bike Doctor", "Ice Parlour", "Yarn Bar",
    "Hat Studio",
)  # fmt: skip


@scenario(
    "travel.workout.log",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "I've just done {minutes} minutes of {activity}, write that down as a workout",
        "Log {minutes} minutes of {activity}",
        "Workout: {activity}, {minutes} minutes, already done",
        "Add today's training to my record: {activity} for {minutes} minutes",
        "{minutes} minutes {activity} are behind me, note the session",
        "Enter a finished workout of {minutes} minutes, {activity}",
        "Please record that I did {activity} for {minutes} minutes earlier",
        "Can you put {minutes} minutes of {activity} in my workouts?",
        "log {activity} {minutes}min",
        "I forgot to track it, but I did {activity} for {minutes} minutes just now. Save it with my trainings",
        "Count {minutes} minutes of {activity} toward my week",
        "Training done: {activity}, it took {minutes} minutes. Keep it in the workout list",
    ),
    joinable=True,
)
def workout_log(draw: Draw) -> Plan:
    """A training that is over."""
    activity, minutes = draw.pick(tuple(ACTIVITIES)), draw.pick([m for m in MINUTES if m >= 10])
    call = Call("control_workout", {"action": "log", "activity": activity, "minutes": minutes})
    slots = {"activity": ACTIVITIES[activity], "minutes": str(minutes)}
    say = f"{minutes} minutes of {ACTIVITIES[activity]} are logged."
    return Plan(slots, turns(call), say, distractors=("query_health_data",))


def _no_workout(draw: Draw) -> None:
    fields: JsonObject = {"status": "idle", "activity": "", "since": "", "minutes": 0, "watch": ""}
    draw.state.set("workout_session", "workout_session", **fields)


@scenario(
    "travel.workout.watch",
    Behaviour.DEPENDENCY,
    Domain.TRAVEL,
    (
        "Connect my {watch} and start a {activity} workout with it",
        "Off to my {activity}. Link the {watch} first and record the training with the watch",
        "Start recording {activity}, the pulse should come from the {watch}, which isn't connected yet",
        "{activity} now! Hook up the {watch}, then begin the workout using it",
        "Begin a workout, {activity}, with the watch. You need to connect {watch} for that",
        "Bring the {watch} into play: connect it and track my {activity} with it from now",
        "Please connect {watch} over Bluetooth and use it for a {activity} session that starts now",
        "Record my {activity} with the {watch}; it has to be connected before",
        "connect {watch}, start {activity} workout w/ watch",
        "Could you get the {watch} connected and then start {activity} with the watch measuring?",
        "The {watch} shall measure my {activity}. Connect, then start",
        "Training time: {activity}. First the {watch} gets connected, then the session starts on it",
    ),
)
def workout_watch(draw: Draw) -> Plan:
    """A paired watch that is not connected."""
    _no_workout(draw)
    assume(draw, bluetooth=True)
    watch = str(draw.row("paired", kind="watch", connected=False)[1]["name"])
    if draw.rows("paired", kind="watch", connected=True):
        raise draw.skip("another watch is connected")
    activity = draw.pick(("swim", "strength", "yoga", "row", "run", "cycle", "walk"))
    link = Call("manage_bluetooth", {"action": "connect", "deviceName": watch})
    begin = Call("control_workout", {"action": "start", "activity": activity, "useWatch": True})
    slots = {"watch": watch, "activity": ACTIVITIES[activity]}
    say = f"{watch} is connected and records your {ACTIVITIES[activity]}."
    return Plan(slots, turns(link, begin), say, overrides=started(draw))


@scenario(
    "travel.workout.pause",
    Behaviour.REVISION,
    Domain.TRAVEL,
    (
        "Oh, wait, I have to stop for a moment. Pause it",
        "Hold on, my shoelace. Put the training on hold",
        "Pause that, I'll carry on in a minute",
        "I met a friend, interrupt the recording but don't end it",
        "Not yet, pause please",
        "Something came up. Freeze the workout until I'm back",
        "Can it wait a bit? Pause the session",
        "Stop counting for now, I'll go on later",
        "pause workout",
        "Let the session rest, I need some water first",
        "Break! Keep the workout open but paused",
        "Hm, rain. Suspend it till it's over",
    ),
)
def workout_pause(draw: Draw) -> Plan:
    """The training of the last exchange runs."""
    _no_workout(draw)
    activity = draw.pick(tuple(ACTIVITIES))
    request = draw.pick(("Start {}", "Record my {}", "I'm {} now, track it")).format(ACTIVITIES[activity])
    call = Call("control_workout", {"action": "start", "activity": activity})
    history = past(draw, request, (call,), f"Your {ACTIVITIES[activity]} is being recorded.")
    act = Call("control_workout", {"action": "pause"})
    say = f"Your {ACTIVITIES[activity]} is paused."
    return Plan({}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "travel.workout.denied",
    Behaviour.BOUNDARY,
    Domain.TRAVEL,
    (
        "Start a workout: {activity}",
        "I'm going {activity}, record it",
        "Begin tracking my {activity}",
        "Track the {activity} I'm about to do",
        "Workout recording on, {activity}",
        "Please start the training, today it's {activity}",
        "Let's go, {activity}! Start the recording",
        "Can you record my {activity} from now on?",
        "start {activity}",
        "My shoes are on, so start a session of {activity}",
        "A new workout please, I'm out for {activity}",
        "Get the {activity} session going",
    ),
)
def workout_denied(draw: Draw) -> Plan:
    """The location permission, which sports outdoors need, is missing."""
    _no_workout(draw)
    draw.state.set("permissions", "location", granted=False)
    activity = draw.pick(("walk", "run", "cycle"))
    call = Call("control_workout", {"action": "start", "activity": activity})
    say = f"I can't record {ACTIVITIES[activity]}: the location permission is not granted."
    looked = tried(tries("control_workout", arguments={"action": "start", "activity": activity}))
    wanted = (looked, refuses(*ALLOWED, "granted", "allowed", about=("location",)))
    slots = {"activity": ACTIVITIES[activity]}
    return Plan(slots, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


def _plate(draw: Draw, *, clear: bool = True) -> tuple[str, int]:
    """A photo of a meal and the calories on it."""
    key, plate = draw.row("plates", clear=clear)
    foods, grams = plate["foods"], plate["grams"]
    if not isinstance(foods, list) or not isinstance(grams, list):
        raise draw.skip("no food")
    kcal = [round(KCAL_PER_100_G[str(f)] * int(str(g)) / 100) for f, g in zip(foods, grams, strict=True)]
    return str((draw.state.get("files", key) or {})["name"]), sum(kcal)


@scenario(
    "travel.food.calories",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "How many calories are on the photo {photo}?",
        "Count the calories of the meal in {photo}",
        "What does the food on {photo} come to in kcal?",
        "I ate what's on {photo}. How much energy was that in calories?",
        "Look at {photo} and estimate the calories",
        "Calories of {photo}?",
        "Please tell me the kcal of the plate in {photo}",
        "Was that a heavy meal? {photo}, give me the total of calories",
        "kcal {photo}",
        "Could you work out from the picture {photo} how many calories it had?",
        "My coach wants to know the calories of this dish: {photo}",
        "See what food {photo} shows and sum up its calories",
    ),
    joinable=True,
)
def food_calories(draw: Draw) -> Plan:
    """A photo on which the food can be told."""
    photo, kcal = _plate(draw)
    call = Call("identify_food_calories", {"fileName": photo})
    say = f"The meal on {photo} has {kcal} kcal."
    return Plan({"photo": photo}, turns(call), say, Checker.TOOL_CALL, (reports(str(kcal)),))


@scenario(
    "travel.food.log_it",
    Behaviour.REFERENCE,
    Domain.TRAVEL,
    (
        "Log it as {meal}",
        "That was my {meal}, write it down",
        "Count that as today's {meal}",
        "Put it in my meals as {meal}",
        "And now enter it under {meal}",
        "Save it as the {meal} I had",
        "Good to know. It belongs to {meal}, log it",
        "Please keep that as my {meal} for today",
        "{meal}, log that",
        "Can you note this one as {meal}?",
        "Add that to today's food as {meal}",
        "It was {meal}, put it on record",
    ),
)
def food_log_it(draw: Draw) -> Plan:
    """The photo of the last exchange."""
    photo, kcal = _plate(draw)
    meal = draw.pick(MEALS)
    request = draw.pick(("Calories on {}?", "What's on {}?", "How heavy is the meal in {}?")).format(photo)
    call = Call("identify_food_calories", {"fileName": photo})
    history = past(draw, request, (call,), f"The meal on {photo} has {kcal} kcal.")
    act = Call("identify_food_calories", {"fileName": photo, "action": "log", "meal": meal})
    say = f"{photo} is logged as {meal} with {kcal} kcal."
    return Plan({"meal": meal}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "travel.food.dark",
    Behaviour.BOUNDARY,
    Domain.TRAVEL,
    (
        "How many calories does the meal on {photo} have?",
        "Tell me the kcal of what's on {photo}",
        "Estimate the calories in {photo}",
        "{photo}: which food is it and how many calories?",
        "Work out how much energy is on the plate of {photo}",
        "Please read the calories off the picture {photo}",
        "I'd like the calorie count of {photo}",
        "What have I eaten there in kcal, see {photo}",
        "calories in {photo} pls",
        "Can you identify the dish on {photo} and its calories?",
        "Check {photo} for me, how many calories was that dish?",
        "From {photo}, what's the total of kilocalories?",
    ),
)
def food_dark(draw: Draw) -> Plan:
    """The photo is too dark."""
    photo, _ = _plate(draw, clear=False)
    call = Call("identify_food_calories", {"fileName": photo})
    say = f"I can't tell the calories: {photo} is too dark."
    looked = tried(tries("identify_food_calories", fileName=photo))
    wanted = (looked, refuses("dark", about=(photo, *parts(photo), "photo", "picture", "food", "calories")))
    return Plan({"photo": photo}, turns(call), say, Checker.BEHAVIOUR, wanted)


@scenario(
    "travel.wallet.freeze",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "Freeze my {card} card",
        "I can't find my {card} card, freeze it in the wallet",
        "Nobody should be able to pay with {card}, freeze that card",
        "Lock the payment card {card} for now",
        "Wallet: freeze {card}",
        "Someone may have copied {card}. Stop payments with it right away",
        "Please put a freeze on {card}",
        "Can you block {card} in my wallet for the time being?",
        "freeze {card} asap",
        "The card {card} has to be frozen before it's misused",
        "Suspend {card} in the wallet until I find it",
        "I left {card} at a restaurant, make it unusable for the moment",
    ),
    joinable=True,
)
def wallet_freeze(draw: Draw) -> Plan:
    """A card that is not frozen."""
    card = str(draw.row("wallet_cards", frozen=False)[1]["name"])
    call = Call("manage_wallet", {"action": "freeze", "cardName": card})
    return Plan({"card": card}, turns(call), f"{card} is frozen.")


@scenario(
    "travel.wallet.pay",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "Pay {amount} euros to {shop} with {card}",
        "I'm at the till of {shop}: {amount} EUR from {card}",
        "{shop} gets {amount} euros, use the card {card}",
        "Wallet payment, {amount} EUR, {shop}, {card}",
        "Use {card} to pay {shop} its {amount} euros",
        "Hold the phone to the terminal: {amount} euros for {shop} by {card}",
        "Please settle {amount} EUR at {shop}, charged to {card}",
        "Can you pay the {amount} euros here at {shop} with my {card}?",
        "pay {shop} {amount} eur, {card}",
        "The bill at {shop} is {amount} euros and {card} should cover it",
        "Take {amount} euros off {card} for {shop}, I'm paying now",
        "At {shop} they want {amount} EUR. Pay contactless with {card}",
    ),
)
def wallet_pay(draw: Draw) -> Plan:
    """NFC is in payment mode and the card has enough."""
    assume(draw, nfc=True, nfc_mode="payment")
    key, row = draw.row("wallet_cards", frozen=False)
    draw.state.set("wallet_cards", key, balance=500.0 + draw.rng.randrange(300))
    card, shop = str(row["name"]), draw.pick(SHOPS)
    amount = draw.rng.randrange(150, 9000) / 100
    call = Call("manage_wallet", {"action": "pay", "payee": shop, "amount": amount, "cardName": card})
    slots = {"amount": f"{amount:.2f}", "shop": shop, "card": card}
    say = f"{amount:.2f} EUR are paid to {shop} with {card}."
    return Plan(slots, turns(call), say, overrides=started(draw))


@scenario(
    "travel.wallet.richest",
    Behaviour.DEPENDENCY,
    Domain.TRAVEL,
    (
        "Make the card with the most money on it my default card",
        "Which of my cards has the highest balance? Pay with that one by default",
        "Look at the balances in the wallet and set the fullest card as default",
        "My default card should be the one with the biggest balance",
        "Check the wallet: the card that has most on it becomes the default",
        "I don't want payments refused, so take the best-filled card as the default one",
        "Find out which card holds the most and make it the standard for payments",
        "Change the default to whatever card in my wallet has the most euros",
        "default card = the one w/ most money",
        "Could you compare the balances of my cards and choose the richest as default?",
        "Please let payments go by the card with the largest balance as a default",
        "Of all the cards in the wallet the one with the top balance should come first when paying",
    ),
)
def wallet_richest(draw: Draw) -> Plan:
    """Another card than the default one has the most and is not frozen."""
    rows = sorted((r for _, r in draw.rows("wallet_cards")), key=lambda r: -float(str(r["balance"])))
    if rows[0]["isDefault"] or rows[0]["frozen"] or rows[0]["balance"] == rows[1]["balance"]:
        raise draw.skip("default already, frozen, or two are equal")
    card = str(rows[0]["name"])
    look = Call("manage_wallet", {"action": "query"})
    act = Call("manage_wallet", {"action": "set_default", "cardName": card})
    return Plan({}, turns(look, act), f"{card} has the most on it and is your default card now.")


@scenario(
    "travel.wallet.found",
    Behaviour.REVISION,
    Domain.TRAVEL,
    (
        "It was in my coat all along, let me pay with it again",
        "Found it! Unfreeze the card",
        "Never mind, the card is here. Release it",
        "False alarm, lift the freeze",
        "Undo that, I have the card back",
        "Oh, it was under the sofa. Make it usable again",
        "Okay, the card turned up, so take the block off",
        "Actually I do need it today, unfreeze it please",
        "got it back, unfreeze",
        "Can you reverse that? It was in the other bag",
        "My wife had it. The card may be used again",
        "Please thaw it, all is well",
    ),
)
def wallet_found(draw: Draw) -> Plan:
    """The card was frozen in the last exchange."""
    card = str(draw.row("wallet_cards", frozen=False)[1]["name"])
    request = draw.pick(("I lost {}, freeze it", "Freeze {} please", "Block my card {}")).format(card)
    call = Call("manage_wallet", {"action": "freeze", "cardName": card})
    history = past(draw, request, (call,), f"{card} is frozen.")
    act = Call("manage_wallet", {"action": "unfreeze", "cardName": card})
    return Plan({}, turns(act), f"{card} can be used again.", overrides=started(draw), history=history)


@scenario(
    "travel.wallet.amount",
    Behaviour.BOUNDARY,
    Domain.TRAVEL,
    (
        "Pay {shop} with {card}",
        "I'm at {shop}, pay with {card} please",
        "Use {card} for paying at {shop}",
        "{shop} wants its money, take {card}",
        "Contactless at {shop} by {card}",
        "Make a payment to {shop} from {card}",
        "Settle the bill of {shop} with my {card}",
        "Can you pay here at {shop}? {card} is the card",
        "pay {shop}, card {card}",
        "Let {card} cover what I bought at {shop}",
        "The till at {shop} is ready, go ahead and pay using {card}",
        "Charge {card} for {shop}",
    ),
)
def wallet_amount(draw: Draw) -> Plan:
    """How much is not said."""
    assume(draw, nfc=True, nfc_mode="payment")
    card, shop = str(draw.row("wallet_cards", frozen=False)[1]["name"]), draw.pick(SHOPS)
    wanted = (asks("amount", "how much", "euros", "eur", "sum", "total"),)
    say = f"What amount should I pay to {shop}?"
    slots, tempting = {"shop": shop, "card": card}, ("manage_wallet",)
    return Plan(slots, (), say, Checker.BEHAVIOUR, wanted, distractors=tempting, overrides=started(draw))
