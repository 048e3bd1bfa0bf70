"""Travel & Lifestyle: what is on a photo of a meal, its calories, and the day's meals."""

from __future__ import annotations

from typing import Literal, cast

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.files import file
from planloop.phone.errors import bad, conflict, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

KCAL_PER_100_G = {
    "rice": 130, "grilled salmon": 205, "green salad": 20, "lentil soup": 60, "white bread": 265, "cheddar": 400,
    "spaghetti": 155, "tomato sauce": 45, "roast chicken": 215, "boiled potatoes": 85, "steamed broccoli": 35,
    "porridge": 70, "blueberries": 57, "scrambled eggs": 150, "avocado": 160, "pancakes": 225, "maple syrup": 260,
    "french fries": 310, "beef burger": 250, "apple": 52, "banana": 89, "yogurt": 62, "walnuts": 655, "hummus": 170,
    "falafel": 330, "chocolate cake": 370, "vanilla ice cream": 205, "couscous": 112, "fried tofu": 190, "olives": 145,
}  # fmt: skip
PLATES = (
    ("Breakfast bowl.jpg", ("porridge", "blueberries", "walnuts")),
    ("Brunch with Mia.jpg", ("scrambled eggs", "avocado", "white bread")),
    ("Sunday pancakes.jpg", ("pancakes", "maple syrup", "banana")),
    ("Canteen lunch.jpg", ("roast chicken", "boiled potatoes", "steamed broccoli")),
    ("Lunch box.jpg", ("rice", "grilled salmon", "green salad")),
    ("Desk snack.jpg", ("apple", "yogurt", "walnuts")),
    ("Diner plate.jpg", ("beef burger", "french fries")),
    ("Mezze table.jpg", ("hummus", "falafel", "couscous", "olives")),
    ("Pasta night.jpg", ("spaghetti", "tomato sauce", "cheddar")),
    ("Cake and ice cream.jpg", ("chocolate cake", "vanilla ice cream")),
    ("Soup of the day.jpg", ("lentil soup", "white bread")),
    ("Picnic plate.jpg", ("fried tofu", "couscous", "green salad")),
)
MEAL_HOURS = ((11, "breakfast"), (15, "lunch"), (18, "snack"), (24, "dinner"))


@populate(order=60)
def food(builder: WorldBuilder) -> None:
    """Three photos of meals among the files (one of them too dark in some worlds); no meal is logged."""
    rng = builder.rng
    dark = rng.choice((-1, -1, 0))
    for index, (name, foods) in enumerate(rng.sample(PLATES, 3)):
        row = {"name": name, "type": "image", "folder": "Pictures", "sizeMb": rng.randrange(2, 7), "hidden": False}
        key = builder.add("files", {**row, "date": builder.now.date().isoformat()})
        grams = [rng.randrange(40, 260, 10) for _ in foods]
        builder.add("plates", {"foods": list(foods), "grams": grams, "clear": index != dark}, key=key)
    builder.tables.setdefault("meal_log", {})


@tool(Domain.TRAVEL, SideEffect.WRITES_USER_DATA, permission="storage")
def identify_food_calories(
    phone: Phone,
    fileName: str,
    action: Literal["query", "log"] = "query",
    meal: Literal["breakfast", "lunch", "dinner", "snack"] | None = None,
    servings: float = 1.0,
) -> Outcome:
    """Recognise the food on a photo file and tell grams and calories, or log it as one of today's meals."""
    if not 0.1 <= servings <= 20:
        raise bad(f"servings: {servings:g} is not between 0.1 and 20")
    key, photo = file(phone, fileName)
    if photo["type"] != "image":
        raise unsupported(f"{photo['name']} is a {photo['type']}, not a photo")
    plate = phone.state.get("plates", key)
    if plate is None:
        raise unsupported(f"no food is seen on {photo['name']}")
    if not plate["clear"]:
        raise unsupported(f"{photo['name']} is too dark to tell the food")
    items = _items(plate, servings)
    total = sum(int(item["kcal"]) for item in items)
    names = ", ".join(str(item["food"]) for item in items)
    data: dict[str, JsonValue] = {"items": cast(JsonValue, items), "totalKcal": total, "servings": servings}
    if action == "query":
        return Outcome(f"{names}: {total} kcal", data)
    kind = str(meal) if meal else next(name for until, name in MEAL_HOURS if phone.now.hour < until)
    day = phone.now.date().isoformat()
    if phone.state.find("meal_log", date=day, meal=kind, photo=photo["name"]):
        raise conflict(f"{photo['name']} is logged as {kind} of today already")
    row: Row = {"date": day, "meal": kind, "photo": photo["name"], "kcal": total, "servings": servings}
    phone.state.insert("meal_log", row)
    eaten = sum(int(r["kcal"]) for _, r in phone.state.find("meal_log", date=day))
    return Outcome(f"{kind} logged: {names}, {total} kcal", {**data, "meal": kind, "todayKcal": eaten})


def _items(plate: Row, servings: float) -> list[Row]:
    weighed = zip(plate["foods"], plate["grams"], strict=True)
    return [
        {"food": name, "grams": round(grams * servings), "kcal": round(KCAL_PER_100_G[name] * grams * servings / 100)}
        for name, grams in weighed
    ]
