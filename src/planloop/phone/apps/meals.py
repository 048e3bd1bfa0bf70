"""Travel & Lifestyle: food in photos, and training."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.files import file
from planloop.phone.errors import bad, conflict, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

FOODS = (
    ("Breakfast plate.jpg", "porridge with berries", 320), ("Lunch bowl.jpg", "rice bowl with salmon", 640),
    ("Birthday cake.jpg", "slice of chocolate cake", 450), ("Street food.jpg", "two fish tacos", 380),
    ("Big burger.jpg", "burger with fries", 980), ("Fruit plate.jpg", "melon and grapes", 140),
)  # fmt: skip
BURN = {"walk": 4, "run": 11, "bike": 8, "swim": 9, "yoga": 3, "strength": 6}
"""Kilocalories a minute, of a person of 70 kg."""


@populate(order=60)
def meals(builder: WorldBuilder) -> None:
    """Two photos of meals among the files; no training under way; a daily goal."""
    rng = builder.rng
    for name, dish, kcal in rng.sample(FOODS, 2):
        row = {"name": name, "type": "image", "folder": "Camera", "sizeMb": 3, "hidden": False}
        builder.add("files", {**row, "date": builder.now.date().isoformat()})
        builder.add("food_photos", {"name": name, "dish": dish, "kcal": kcal})
    builder.setting("workout", "")
    builder.setting("workout_started", "")
    builder.setting("calorie_goal", rng.choice((1800, 2000, 2200)))


@tool(Domain.TRAVEL, SideEffect.WRITES_USER_DATA, permission="storage")
def identify_food_calories(phone: Phone, fileName: str, log: bool = False) -> Outcome:
    """Tell dish and calories of a meal from its photo; log true adds it to today's meals."""
    name = file(phone, fileName)[1]["name"]
    found = phone.state.find("food_photos", name=name)
    if not found:
        raise unsupported(f"{name} shows no meal")
    row = found[0][1]
    if log:
        meal = {"dish": row["dish"], "kcal": row["kcal"], "date": phone.now.date().isoformat()}
        phone.state.insert("meals", meal)
    return Outcome(
        f"{row['dish']}: {row['kcal']} kcal{', logged' if log else ''}", {"dish": row["dish"], "kcal": row["kcal"]}
    )


@tool(Domain.TRAVEL, SideEffect.WRITES_USER_DATA, permission="health")
def manage_calories(phone: Phone, action: Literal["query", "set_goal"], goal: int | None = None) -> Outcome:
    """Calories eaten today against the daily goal, or set the goal (1000-5000 kcal)."""
    if action == "set_goal":
        if goal is None:
            raise bad("missing argument goal")
        if not 1000 <= goal <= 5000:
            raise bad(f"goal: {goal} is not 1000-5000")
        phone.change("calorie_goal", goal)
        return Outcome(f"goal {goal} kcal a day")
    eaten = sum(r["kcal"] for _, r in phone.state.find("meals", date=phone.now.date().isoformat()))
    return Outcome(
        f"{eaten} of {phone.setting('calorie_goal')} kcal", {"eaten": eaten, "goal": phone.setting("calorie_goal")}
    )


@tool(Domain.TRAVEL, SideEffect.WRITES_USER_DATA, permission="health")
def control_workout(
    phone: Phone,
    action: Literal["query", "start", "finish"],
    kind: Literal["walk", "run", "bike", "swim", "yoga", "strength"] | None = None,
    minutes: int | None = None,
) -> Outcome:
    """Record training: start a kind, finish it with the minutes it took; calories are worked out."""
    current = phone.setting("workout")
    if action == "query":
        done = [r for _, r in phone.state.items("workouts")]
        return Outcome(current or "no training under way", {"current": current, "finished": len(done)})
    if action == "start":
        if kind is None:
            raise bad("missing argument kind")
        if current:
            raise conflict(f"{current} is under way; finish it first")
        phone.change("workout", kind)
        phone.change("workout_started", phone.now.strftime("%H:%M"))
        return Outcome(f"{kind} started")
    if not current:
        raise conflict("no training is under way")
    if minutes is None or not 1 <= minutes <= 600:
        raise bad("minutes must be 1-600")
    kcal = BURN[current] * minutes
    phone.state.insert("workouts", {"kind": current, "minutes": minutes, "kcal": kcal})
    phone.change("workout", "")
    return Outcome(f"{current}, {minutes} minutes, {kcal} kcal")
