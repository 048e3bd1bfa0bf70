"""Normalised values: when two arguments, fields or spoken values mean the same (method section 11)."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from pydantic import JsonValue

from planloop.contract.criteria import normal_text

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join(f"{m[:3]}(?:{m[3:]})?" if len(m) > 3 else m for m in _MONTHS)
_UNITS = {
    "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s",
    "m": "min", "min": "min", "mins": "min", "minute": "min", "minutes": "min",
    "h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h",
    "d": "d", "day": "d", "days": "d", "week": "week", "weeks": "week",
}  # fmt: skip
_NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate("two three four five six seven eight nine ten eleven twelve".split(), start=2)
}
_NUMBER = re.compile(r"[-+]?(?:0|[1-9]\d*)(?:\.\d+)?")
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_PERCENT = re.compile(r"(.+?)\s*(?:%|percent|per cent)")
_QUANTITY = re.compile(r"([-+]?\d+(?:\.\d+)?)\s*([a-z]+)")
_CLOCK = re.compile(r"(\d{1,2})(?::(\d{2}))?(?::00)?\s*(?:([ap])\.?\s?m\.?)?")
_PHONE = re.compile(r"\+?[\d\s()/-]{7,}")
_ISO = re.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})")
_DAY_FIRST = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+({_MONTH})\.?(?:,?\s+(\d{{4}}))?")
_MONTH_FIRST = re.compile(rf"({_MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(\d{{4}}))?")
_DATED_TIME = re.compile(r"(\d{4}-\d{2}-\d{2})[t ]+(.+)")
_TEXT_CLOCK = re.compile(r"(?<![\d:.])\d{1,2}(?::\d{2})?(?::00)?\s*[ap]\.?\s?m\b\.?|(?<![\d:.])\d{1,2}:\d{2}\b")
_TOKEN = re.compile(r"\d{4}-\d{2}-\d{2}|~\d{2}-\d{2}|\d{2}:\d{2}|\d+(?:\.\d+)?|[^\W\d_]+(?:'[a-z]+)?")


def canonical(value: JsonValue) -> str:
    """The comparison form of a scalar: times `HH:MM`, dates ISO, phone numbers bare digits, numbers without padding.

    Percent signs go, duration units become one spelling, case, spacing and surrounding punctuation go.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _number(value)
    if not isinstance(value, str):
        return normal_text(value)
    text = normal_text(plain(value))
    percent = _PERCENT.fullmatch(text)
    if percent and _NUMBER.fullmatch(percent[1]):
        text = percent[1]
    ungrouped = _GROUPED.sub("", text)
    if _NUMBER.fullmatch(ungrouped):
        return _number(float(ungrouped) if "." in ungrouped else int(ungrouped))
    return _clock(text) or _date(text) or _dated_time(text) or _phone(text) or _quantity(text) or text


def same(expected: JsonValue, actual: JsonValue) -> bool:
    """Whether `actual` means `expected`. Objects: every expected key. Lists of scalars: in any order.

    A number beside the same number with a unit is the same; two different units are not.
    """
    if isinstance(expected, dict):
        return isinstance(actual, dict) and includes(actual, expected)
    if isinstance(expected, list) or isinstance(actual, list):
        left: list[JsonValue] = expected if isinstance(expected, list) else [expected]
        right: list[JsonValue] = actual if isinstance(actual, list) else [actual]
        return _same_lists(left, right)
    if isinstance(actual, dict):
        return False
    if isinstance(expected, str) and expected == actual:
        return True
    a, b = canonical(expected), canonical(actual)
    return a == b or _one_has_unit(a, b)


def includes(actual: dict[str, JsonValue], expected: dict[str, JsonValue]) -> bool:
    """Whether every expected key holds the same value in `actual` (an absent key means None)."""
    return all(same(value, actual.get(name)) for name, value in expected.items())


def plain(text: str) -> str:
    """Compatibility characters, typographic quotes and dashes in their plain form."""
    text = unicodedata.normalize("NFKC", text)
    return text.translate({0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2013: "-", 0x2014: "-", 0x2212: "-"})


def words(text: str) -> tuple[str, ...]:
    """The tokens of a text, lower case, with times, dates and numbers in canonical form."""
    lowered = plain(text).lower()
    lowered = _ISO.sub(lambda m: f" {_iso(m[1], m[2], m[3]) or m[0]} ", lowered)
    lowered = _DAY_FIRST.sub(lambda m: f" {_spoken(m[3], m[2], m[1]) or m[0]} ", lowered)
    lowered = _MONTH_FIRST.sub(lambda m: f" {_spoken(m[3], m[1], m[2]) or m[0]} ", lowered)
    lowered = _TEXT_CLOCK.sub(lambda m: f" {_clock(m[0].strip()) or m[0]} ", lowered)
    tokens = _TOKEN.findall(_GROUPED.sub("", lowered))
    return tuple(_word(token) for token in tokens)


def says(text: str, phrase: str) -> bool:
    """Whether `phrase` (a word, a value, a time) occurs in `text` as whole words."""
    wanted, found = words(phrase), words(text)
    if not wanted:
        return plain(phrase).lower().strip() in plain(text).lower()
    span = len(wanted)
    for start in range(len(found) - span + 1):
        if all(_alike(a, b) for a, b in zip(wanted, found[start : start + span], strict=True)):
            return True
    digits = canonical(phrase)
    if len(digits) >= 7 and digits.isdigit() and digits in re.sub(r"(?<=\d)[\s()/-]+(?=\d)", "", plain(text)):
        return True
    return not phrase.isascii() and plain(phrase).lower().strip() in plain(text).lower()


def _number(value: float) -> str:
    return str(int(value)) if isinstance(value, int) or value.is_integer() else repr(value)


def _clock(text: str) -> str | None:
    match = _CLOCK.fullmatch(text)
    if not match or not (match[2] or match[3]):
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    if match[3]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match[3] == "p" else 0)
    return f"{hour:02d}:{minute:02d}" if hour < 24 and minute < 60 else None


def _date(text: str) -> str | None:
    match = _ISO.fullmatch(text)
    if match:
        return _iso(match[1], match[2], match[3])
    match = _DAY_FIRST.fullmatch(text)
    if match and match[3]:
        return _spoken(match[3], match[2], match[1])
    match = _MONTH_FIRST.fullmatch(text)
    return _spoken(match[3], match[1], match[2]) if match and match[3] else None


def _spoken(year: str | None, month: str, day: str) -> str | None:
    number = next(i for i, name in enumerate(_MONTHS, start=1) if name.startswith(month[:3]))
    if year:
        return _iso(year, str(number), day)
    return f"~{number:02d}-{int(day):02d}" if 1 <= int(day) <= 31 else None


def _iso(year: str, month: str, day: str) -> str | None:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None


def _dated_time(text: str) -> str | None:
    match = _DATED_TIME.fullmatch(text)
    time = _clock(match[2]) if match else None
    return f"{match[1]} {time}" if match and time else None


def _phone(text: str) -> str | None:
    if not _PHONE.fullmatch(text):
        return None
    digits = "".join(c for c in text if c.isdigit())
    return re.sub(r"^(?:00)+", "", digits) if len(digits) >= 7 and digits.isascii() else None


def _quantity(text: str) -> str | None:
    match = _QUANTITY.fullmatch(text)
    if not match or match[2] not in _UNITS:
        return None
    return f"{canonical(match[1])} {_UNITS[match[2]]}"


def _one_has_unit(a: str, b: str) -> bool:
    left, right = a.split(" "), b.split(" ")
    if len(left) + len(right) != 3 or left[0] != right[0] or not _NUMBER.fullmatch(left[0]):
        return False
    return (left + right[1:])[-1] in _UNITS.values()


def _same_lists(expected: list[JsonValue], actual: list[JsonValue]) -> bool:
    if len(expected) != len(actual):
        return False
    rest = list(actual)
    for value in expected:
        index = next((i for i, other in enumerate(rest) if same(value, other)), None)
        if index is None:
            return False
        rest.pop(index)
    return True


def _word(token: str) -> str:
    if token in _NUMBER_WORDS:
        return _NUMBER_WORDS[token]
    return canonical(token) if "." in token else token


def _alike(wanted: str, found: str) -> bool:
    if wanted == found:
        return True
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", wanted):
        return found == "~" + wanted[5:]
    return (wanted.isalpha() and found in (wanted + "s", wanted + "es")) or (found.isalpha() and wanted == found + "s")
