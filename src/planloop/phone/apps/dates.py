"""Time Management: free hours of a day, sums of dates, the time elsewhere."""

from __future__ import annotations

import calendar
import datetime
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.record import JsonObject
from planloop.contract.tool import SideEffect
from planloop.phone.apps.clock import CITY_HOURS
from planloop.phone.apps.lookup import Day, iso_day, listing
from planloop.phone.apps.slots import EVENT_MINUTES, clock, minutes_of
from planloop.phone.errors import bad
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool

MOST = 10_000
"""Days, weeks, months or workdays that are added at most."""
CAP = 6


@tool(Domain.TIME, SideEffect.READ, permission="calendar")
def query_free_time(
    phone: Phone, date: Day, minutes: int = EVENT_MINUTES, startTime: Time = "08:00", endTime: Time = "18:00"
) -> Outcome:
    """Gaps between the calendar events of a day that are long enough for something (an event counts an hour)."""
    day = iso_day(phone, date)
    today = phone.now.date().isoformat()
    if day < today:
        raise bad(f"date: {day} is over")
    begin, end = minutes_of(startTime), minutes_of(endTime)
    if not 5 <= minutes <= end - begin:
        raise bad(f"minutes: {minutes} is not between 5 and the {end - begin} from startTime to endTime")
    if day == today:
        begin = max(begin, phone.now.hour * 60 + phone.now.minute)
    gaps = []
    for busy in [*sorted(minutes_of(row["time"]) for _, row in phone.state.find("events", date=day)), end]:
        if min(busy, end) - begin >= minutes:
            gaps.append({"from": clock(begin), "to": clock(min(busy, end))})
        begin = max(begin, busy + EVENT_MINUTES)
    out = listing("free gaps", gaps, CAP)
    return Outcome(f"{out.message} on {day}", {"date": day, "minutes": minutes, **(out.data or {})})


@tool(Domain.TIME)
def calculate_date(
    phone: Phone,
    date: Day,
    toDate: Day | None = None,
    amount: int | None = None,
    unit: Literal["days", "weeks", "months", "workdays"] = "days",
) -> Outcome:
    """Days and workdays from one date to another, or the date some days, weeks, months or workdays later."""
    begin = datetime.date.fromisoformat(iso_day(phone, date))
    if (toDate is None) == (amount is None):
        raise bad("give toDate or amount")
    if toDate is not None:
        end = datetime.date.fromisoformat(iso_day(phone, toDate))
        days, work = (end - begin).days, _workdays(end) - _workdays(begin)
        return Outcome(f"{days} days, {work} workdays", {"days": days, "workdays": work, "weekday": f"{end:%A}"})
    count = amount or 0
    if abs(count) > MOST:
        raise bad(f"amount: {amount} is not between -{MOST} and {MOST}")
    try:
        found = (
            _months(begin, count) if unit == "months" else begin + datetime.timedelta(days=_days(begin, count, unit))
        )
    except (OverflowError, ValueError):
        raise bad(f"date: no calendar reaches {count} {unit} from {begin}") from None
    return Outcome(f"{found:%A} {found.isoformat()}", {"date": found.isoformat(), "weekday": f"{found:%A}"})


def _workdays(day: datetime.date) -> int:
    """Mondays to Fridays before a day, counted from the calendar's first Monday."""
    weeks, rest = divmod(day.toordinal() - 1, 7)
    return weeks * 5 + min(rest, 5)


def _days(begin: datetime.date, count: int, unit: str) -> int:
    if unit != "workdays":
        return count * (7 if unit == "weeks" else 1)
    step, days, left = (1 if count > 0 else -1), 0, abs(count)
    weekday = begin.weekday()
    while left:
        days += step
        left -= (weekday + days) % 7 < 5
    return days


def _months(begin: datetime.date, count: int) -> datetime.date:
    year, month = divmod(begin.year * 12 + begin.month - 1 + count, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return datetime.date(year, month + 1, min(begin.day, last))


@tool(Domain.TIME)
def convert_time_zone(
    phone: Phone, time: Time, toCity: str, fromCity: str | None = None, date: Day = "today"
) -> Outcome:
    """What a given time of day here (or in fromCity) is in another city, and on which date."""
    cities = [(name, {"name": name}) for name in CITY_HOURS]
    target = resolve(cities, toCity, "city")
    source = None if fromCity is None else resolve(cities, fromCity, "city")
    day = iso_day(phone, date)
    ahead = CITY_HOURS[target] - (CITY_HOURS[source] if source else 0)
    there = datetime.datetime.fromisoformat(f"{day} {time}") + datetime.timedelta(hours=ahead)
    data: JsonObject = {"time": f"{there:%H:%M}", "date": there.date().isoformat(), "hoursAhead": ahead}
    return Outcome(
        f"{time} {f'in {source}' if source else 'here'} is {there:%H:%M} in {target} on {there.date()}", data
    )
