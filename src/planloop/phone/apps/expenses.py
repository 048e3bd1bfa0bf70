"""Utilities & Productivity: the expense tracker and its monthly budgets."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.calculator import plain
from planloop.phone.apps.lookup import Day, iso_day, resolve
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

THINGS = (
    ("Weekly market", "food", 18, 60), ("Bakery", "food", 3, 12), ("Pizza night", "food", 14, 40),
    ("Lunch canteen", "food", 6, 12), ("Train ticket", "transport", 9, 70), ("Petrol", "transport", 35, 80),
    ("Bike tube", "transport", 6, 15), ("Parking garage", "transport", 4, 18), ("Light bulbs", "home", 5, 20),
    ("Curtain rail", "home", 15, 50), ("Electricity", "home", 50, 110), ("Cinema", "leisure", 9, 25),
    ("Climbing hall", "leisure", 11, 19), ("Second-hand books", "leisure", 4, 22), ("Pharmacy", "health", 5, 35),
    ("Dentist share", "health", 20, 90), ("Birthday gift", "gifts", 10, 45), ("Flowers", "gifts", 8, 30),
)  # fmt: skip
CAP = 5
Category = Literal["food", "transport", "home", "leisure", "health", "gifts", "other"]


@populate(order=60)
def expenses(builder: WorldBuilder) -> None:
    """Eight to eleven expenses of the last three weeks and two monthly budgets, in EUR."""
    rng = builder.rng
    for title, category, low, high in rng.sample(THINGS, rng.randrange(8, 12)):
        day = (builder.now.date() - timedelta(days=rng.randrange(0, 21))).isoformat()
        amount = rng.randrange(low * 100, high * 100, 5) / 100
        builder.add("spending_items", {"title": title, "amount": amount, "category": category, "date": day})
    for category in rng.sample(("food", "transport", "home", "leisure"), 2):
        builder.add("expense_budgets", {"category": category, "monthly": rng.randrange(6, 31) * 10}, key=category)


@tool(Domain.UTILITIES, SideEffect.WRITES_USER_DATA)
def manage_expenses(
    phone: Phone,
    action: Literal["query", "add", "update", "delete", "set_budget"],
    title: str | None = None,
    amount: float | None = None,
    category: Category | None = None,
    date: Day | None = None,
    fromDate: Day | None = None,
) -> Outcome:
    """Money spent, in EUR: add, correct or delete an expense, sum up by category and dates, set a monthly budget."""
    if amount is not None and not 0 < amount <= 100_000:
        raise bad("amount must be above 0 and at most 100000")
    if action == "query":
        return _query(phone, title, category, date, fromDate)
    if action == "set_budget":
        return _budget(phone, category, amount)
    if title is None or not title.strip():
        raise bad("missing argument title")
    if action == "add":
        return _add(phone, title.strip(), amount, category or "other", iso_day(phone, date or "today"))
    key, row = _entry(phone, title.strip(), None if date is None else iso_day(phone, date))
    if action == "delete":
        phone.state.delete("spending_items", key)
        return Outcome(f"{row['title']} of {row['date']}, {plain(row['amount'])} EUR, deleted")
    if amount is None and category is None:
        raise bad("give amount or category")
    fresh = {"amount": amount or row["amount"], "category": category or row["category"]}
    row = phone.state.set("spending_items", key, **fresh)
    return Outcome(f"{row['title']}: {plain(row['amount'])} EUR, {row['category']}{_over(phone, row['category'])}")


def _entry(phone: Phone, title: str, day: str | None) -> tuple[str, Row]:
    if day is None:
        return resolve(phone, "spending_items", "title", title, "expense", lambda row: f"{row['title']} {row['date']}")
    words = set(title.lower().split())
    rows = [(k, r) for k, r in phone.state.find("spending_items", date=day) if words <= set(r["title"].lower().split())]
    if not rows:
        raise missing(f"no expense {title} on {day}")
    if len(rows) > 1:
        raise conflict(f"{len(rows)} expenses match {title} on {day}")
    return rows[0]


def _add(phone: Phone, title: str, amount: float | None, category: str, day: str) -> Outcome:
    if amount is None:
        raise bad("missing argument amount")
    if day > phone.now.date().isoformat():
        raise bad(f"date: {day} is still to come")
    entry = {"title": title, "amount": amount, "category": category, "date": day}
    phone.state.insert("spending_items", entry)
    return Outcome(f"{title}: {plain(amount)} EUR for {category} on {day}{_over(phone, category)}")


def _month(phone: Phone, category: str) -> float:
    month = f"{phone.now:%Y-%m}"
    rows = phone.state.find("spending_items", category=category)
    return float(sum(row["amount"] for _, row in rows if row["date"].startswith(month)))


def _over(phone: Phone, category: str) -> str:
    """What to say where this month's budget of a category is used up."""
    budget = phone.state.get("expense_budgets", category)
    over = 0.0 if budget is None else _month(phone, category) - budget["monthly"]
    return f"; {category} budget exceeded by {plain(over)} EUR" if over > 0 else ""


def _budget(phone: Phone, category: str | None, amount: float | None) -> Outcome:
    if category is None or amount is None:
        raise bad(f"missing argument {'category' if category is None else 'amount'}")
    phone.state.insert("expense_budgets", {"category": category, "monthly": amount}, key=category)
    left = amount - _month(phone, category)
    return Outcome(f"{category}: {plain(amount)} EUR a month, {plain(left)} EUR left", {"left": plain(left)})


def _query(phone: Phone, title: str | None, category: str | None, date: str | None, first: str | None) -> Outcome:
    until = "9999" if date is None else iso_day(phone, date)
    since = iso_day(phone, first) if first is not None else "" if date is None else until
    words = set((title or "").lower().split())
    rows = [
        row
        for _, row in phone.state.items("spending_items")
        if since <= row["date"] <= until and category in (None, row["category"])
        and words <= set(row["title"].lower().split())
    ]  # fmt: skip
    rows.sort(key=lambda row: str(row["date"]), reverse=True)
    sums: dict[str, float] = {}
    for row in rows:
        sums[row["category"]] = sums.get(row["category"], 0) + row["amount"]
    items: list[JsonValue] = [dict(row) for row in rows[:CAP]]
    by: dict[str, JsonValue] = {name: plain(total) for name, total in sums.items()}
    budgets: dict[str, JsonValue] = {key: plain(row["monthly"]) for key, row in phone.state.items("expense_budgets")}
    data: dict[str, JsonValue] = {"total": len(rows), "byCategory": by, "items": items, "monthlyBudgets": budgets}
    return Outcome(f"{plain(sum(sums.values()))} EUR in {len(rows)} expenses", data)
