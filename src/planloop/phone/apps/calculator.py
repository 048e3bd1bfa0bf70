"""Utilities & Productivity: arithmetic, units, currencies."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Literal

from planloop.contract.capability import Domain
from planloop.phone.errors import bad, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool

_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
}

# Factor to the category's base unit; temperatures are handled apart.
UNITS: dict[str, dict[str, float]] = {
    "length": {"meters": 1, "kilometers": 1000, "centimeters": 0.01, "miles": 1609.344, "feet": 0.3048,
               "inches": 0.0254, "yards": 0.9144},
    "weight": {"kilograms": 1, "grams": 0.001, "pounds": 0.45359237, "ounces": 0.028349523125, "stones": 6.35029318},
    "volume": {"liters": 1, "milliliters": 0.001, "gallons": 3.785411784, "cups": 0.2365882365, "pints": 0.473176473},
    "temperature": {"celsius": 1, "fahrenheit": 1, "kelvin": 1},
    "time": {"minutes": 1, "hours": 60, "days": 1440, "weeks": 10080, "seconds": 1 / 60},
}  # fmt: skip
_SHORT = {
    "km": "kilometers", "m": "meters", "cm": "centimeters", "mi": "miles", "ft": "feet", "in": "inches",
    "yd": "yards", "kg": "kilograms", "g": "grams", "lb": "pounds", "lbs": "pounds", "oz": "ounces", "l": "liters",
    "ml": "milliliters", "gal": "gallons", "c": "celsius", "f": "fahrenheit", "k": "kelvin", "h": "hours",
    "min": "minutes", "foot": "feet", "inch": "inches", "metres": "meters", "kilometres": "kilometers",
    "litres": "liters", "stone": "stones", "°c": "celsius", "°f": "fahrenheit",
}  # fmt: skip
# Units of one currency that a euro buys.
RATES = {
    "EUR": 1.0, "USD": 1.1, "GBP": 0.85, "JPY": 160.0, "CHF": 0.95, "CNY": 7.8, "SEK": 11.5, "NOK": 11.8,
    "PLN": 4.3, "CAD": 1.5, "AUD": 1.65, "INR": 92.0, "BRL": 6.0, "MXN": 20.0, "TRY": 36.0, "KRW": 1480.0,
}  # fmt: skip
_CURRENCY_NAMES = {
    "euro": "EUR", "euros": "EUR", "dollar": "USD", "dollars": "USD", "pound": "GBP", "pounds": "GBP", "yen": "JPY",
    "franc": "CHF", "francs": "CHF", "yuan": "CNY", "krona": "SEK", "zloty": "PLN", "rupees": "INR", "won": "KRW",
}  # fmt: skip


def plain(value: float, digits: int = 2) -> str:
    """A number as people write it: rounded, no trailing zeros."""
    text = f"{round(value, digits):.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def evaluate(expression: str) -> float:
    """Value of an arithmetic expression of numbers, + - * / % and brackets. Raises 400 for anything else."""
    text = expression.replace("x", "*").replace("×", "*").replace("÷", "/").replace(",", "").strip()
    if not text or len(text) > 80:
        raise bad("expression must have 1 to 80 characters")
    try:
        return _value(ast.parse(text, mode="eval").body)
    except ZeroDivisionError:
        raise bad("division by zero") from None
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        raise bad(f"not an arithmetic expression: {expression}") from None


def _value(node: ast.expr) -> float:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return float(node.value)  # type: ignore[arg-type]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        value = _value(node.operand)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_value(node.left), _value(node.right))
    raise ValueError("unsupported syntax")


@tool(Domain.UTILITIES)
def calculate_expression(phone: Phone, expression: str, precision: int = 2) -> Outcome:
    """Compute an arithmetic expression with + - * / and brackets."""
    if not 0 <= precision <= 8:
        raise bad(f"precision: {precision} is not between 0 and 8")
    value = evaluate(expression)
    if value != value or abs(value) > 1e15:
        raise bad("the result is too large")
    result = plain(value, precision)
    return Outcome(f"{expression} = {result}", {"result": result})


@tool(Domain.UTILITIES)
def convert_unit(
    phone: Phone,
    value: float,
    fromUnit: str,
    toUnit: str,
    category: Literal["length", "weight", "volume", "temperature", "time"] | None = None,
) -> Outcome:
    """Convert between units; write them in full and plural (kilometers, pounds, celsius)."""
    from_category, source = _unit(fromUnit)
    to_category, target = _unit(toUnit)
    if from_category != to_category or category not in (None, from_category):
        raise bad(f"cannot convert {source} to {target}" if category is None else f"units are not of {category}")
    if from_category == "temperature":
        result = _temperature(value, source, target)
    else:
        table = UNITS[from_category]
        result = value * table[source] / table[target]
    text = plain(result)
    return Outcome(f"{plain(value)} {source} = {text} {target}", {"result": text})


def _unit(name: str) -> tuple[str, str]:
    text = name.strip().lower()
    for category, table in UNITS.items():
        if text in table:
            return category, text
        if text + "s" in table:
            return category, text + "s"
    if text in _SHORT:
        raise bad(f"unit {name} is not supported; use {_SHORT[text]}")
    raise bad(f"unit {name} is not supported")


def _temperature(value: float, source: str, target: str) -> float:
    celsius = {"celsius": value, "fahrenheit": (value - 32) / 1.8, "kelvin": value - 273.15}[source]
    return {"celsius": celsius, "fahrenheit": celsius * 1.8 + 32, "kelvin": celsius + 273.15}[target]


@tool(Domain.UTILITIES)
def convert_currency(phone: Phone, amount: float, fromCurrency: str, toCurrency: str) -> Outcome:
    """Convert money between currencies given by three-letter code (EUR, USD)."""
    source, target = _currency(fromCurrency), _currency(toCurrency)
    result = plain(amount * RATES[target] / RATES[source])
    return Outcome(f"{plain(amount)} {source} = {result} {target}", {"result": result})


def _currency(name: str) -> str:
    code = name.strip().upper()
    if code in RATES:
        return code
    known = _CURRENCY_NAMES.get(name.strip().lower())
    if known is not None:
        raise bad(f"currency {name} is not a code; use {known}")
    raise unsupported(f"currency {name} is not supported")
