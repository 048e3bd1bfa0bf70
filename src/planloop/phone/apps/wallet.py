"""Travel & Lifestyle: the wallet - payment cards (no secrets in them), passes, and paying."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import resolve
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

CARDS = (
    ("Aurora Credit", "credit"), ("Harbor Debit", "debit"), ("Cashew Debit", "debit"), ("Nimbus Credit", "credit"),
    ("Family Debit", "debit"), ("Voyager Credit", "credit"), ("Student Debit", "debit"), ("Linden Credit", "credit"),
)  # fmt: skip
PASSES = (
    ("Bakery stamp card", "loyalty"), ("City library", "membership"), ("Pool ten-visit card", "membership"),
    ("Museum night", "event"), ("Jazz in the park", "event"), ("Coffee club", "loyalty"),
    ("Gym membership", "membership"), ("Ferry day pass", "transit"), ("Airport parking", "coupon"),
    ("Opera gala", "event"), ("Bookshop voucher", "coupon"),
)  # fmt: skip
LIMIT = 10_000.0
"""EUR of one payment at most."""


@populate(order=55)
def wallet(builder: WorldBuilder) -> None:
    """Three cards, the first of which is the default (frozen in some worlds), and three passes, one perhaps over."""
    rng = builder.rng
    frozen = rng.choice((-1, -1, 0, 1))
    for index, (name, kind) in enumerate(rng.sample(CARDS, 3)):
        row = {"name": name, "kind": kind, "ending": f"{rng.randrange(10_000):04d}", "isDefault": index == 0}
        builder.add("wallet_cards", {**row, "balance": rng.randrange(4000, 240_000) / 100, "frozen": index == frozen})
    for name, kind in rng.sample(PASSES, 3):
        until = builder.now.date() + timedelta(days=rng.randrange(-6, 60))
        row = {"name": name, "kind": kind, "validUntil": until.isoformat(), "archived": False}
        builder.add("wallet_passes", row, key=f"pass_{len(builder.tables.get('wallet_passes', {})) + 1:03d}")
    builder.setting("wallet_shown", "")
    builder.tables.setdefault("wallet_payments", {})


def paid_before(builder: WorldBuilder, payee: str, amount: float) -> str:
    """A payment that the default card of a world made a day ago; its id."""
    card = next(row["name"] for row in builder.tables["wallet_cards"].values() if row["isDefault"])
    time = f"{builder.now - timedelta(days=1):%Y-%m-%d %H:%M}"
    row = {"payee": payee, "amount": amount, "card": card, "refunded": False, "time": time}
    return builder.add("wallet_payments", row)


def charge(phone: Phone, amount: float, payee: str, card: str | None = None) -> tuple[str, str]:
    """Pay from a card of the wallet (the default one unless named); gives the payment's id and the card's name.

    Raises 404 or 409 for the card's name, 409 where it is frozen or its balance is too low.
    """
    state = phone.state
    if card is None:
        chosen = next(iter(state.find("wallet_cards", isDefault=True)), None)
        if chosen is None:
            raise conflict("no card is the default; set one first")
        key, row = chosen
    else:
        key, row = resolve(phone, "wallet_cards", "name", card, "card")
    if row["frozen"]:
        raise conflict(f"{row['name']} is frozen; unfreeze it or name another card")
    amount = round(amount, 2)
    if row["balance"] < amount:
        raise conflict(f"{row['name']} has {row['balance']:.2f} EUR, {amount:.2f} needed")
    state.set("wallet_cards", key, balance=round(row["balance"] - amount, 2))
    paid = {"payee": payee, "amount": amount, "card": row["name"], "refunded": False}
    return state.insert("wallet_payments", {**paid, "time": f"{phone.now:%Y-%m-%d %H:%M}"}), str(row["name"])


def refund(phone: Phone, payment: str) -> float:
    """Give a payment back to its card, once; the amount, 0 where there is nothing to give back."""
    row = phone.state.get("wallet_payments", payment)
    if row is None or row["refunded"]:
        return 0.0
    phone.state.set("wallet_payments", payment, refunded=True)
    for key, card in phone.state.find("wallet_cards", name=row["card"]):
        phone.state.set("wallet_cards", key, balance=round(card["balance"] + row["amount"], 2))
    return float(row["amount"])


def add_pass(phone: Phone, name: str, kind: str, until: str) -> str:
    """Put a pass that is valid until a day into the wallet; its id."""
    row = {"name": name, "kind": kind, "validUntil": until, "archived": False}
    number = 1 + sum(1 for _ in phone.state.items("wallet_passes"))
    while phone.state.get("wallet_passes", f"pass_{number:03d}") is not None:
        number += 1
    return phone.state.insert("wallet_passes", row, key=f"pass_{number:03d}")


def drop_pass(phone: Phone, key: str) -> None:
    """Take a pass out again, and off the screen if it is held up."""
    row = phone.state.get("wallet_passes", key)
    if row is not None:
        phone.state.delete("wallet_passes", key)
        if phone.setting("wallet_shown") == row["name"]:
            phone.change("wallet_shown", "")


@tool(Domain.TRAVEL, SideEffect.EXTERNAL)
def manage_wallet(
    phone: Phone,
    action: Literal["query", "show_pass", "archive_pass", "restore_pass", "set_default", "freeze", "unfreeze", "pay"],
    passName: str | None = None,
    cardName: str | None = None,
    payee: str | None = None,
    amount: float | None = None,
) -> Outcome:
    """Wallet: payment cards and passes; hold up a pass, freeze a card, choose the default, pay at a till by NFC."""
    if action == "query":
        return _contents(phone)
    if action == "pay":
        return _pay(phone, payee, amount, cardName)
    if action.endswith("_pass"):
        return _pass(phone, action, passName)
    if cardName is None:
        raise bad("missing argument cardName")
    state = phone.state
    key, row = resolve(phone, "wallet_cards", "name", cardName, "card")
    if action == "set_default":
        if row["frozen"]:
            raise conflict(f"{row['name']} is frozen; unfreeze it first")
        for other, _ in list(state.items("wallet_cards")):
            state.set("wallet_cards", other, isDefault=other == key)
        return Outcome(f"{row['name']} is the default card")
    state.set("wallet_cards", key, frozen=action == "freeze")
    was = "was already " if row["frozen"] == (action == "freeze") else ""
    return Outcome(f"{row['name']} {was}{'frozen' if action == 'freeze' else 'ready to pay'}")


def _contents(phone: Phone) -> Outcome:
    state = phone.state
    shown = ("name", "kind", "ending", "balance", "isDefault", "frozen")
    cards: list[Row] = [{n: r[n] for n in shown} for _, r in state.items("wallet_cards")]
    passes = [{n: r[n] for n in ("name", "kind", "validUntil")} for _, r in state.find("wallet_passes", archived=False)]
    passes.sort(key=lambda row: str(row["validUntil"]))
    return Outcome(f"{len(cards)} cards, {len(passes)} passes", {"cards": list(cards), "passes": list(passes[:6])})


def _pass(phone: Phone, action: str, name: str | None) -> Outcome:
    if name is None:
        raise bad("missing argument passName")
    key, row = resolve(phone, "wallet_passes", "name", name, "pass", lambda r: f"{r['name']} until {r['validUntil']}")
    if action == "show_pass":
        if row["archived"]:
            raise conflict(f"{row['name']} is archived; restore it first")
        if row["validUntil"] < phone.now.date().isoformat():
            raise conflict(f"{row['name']} was valid until {row['validUntil']}")
        phone.change("wallet_shown", row["name"])
        return Outcome(f"showing {row['name']}", {"kind": row["kind"], "validUntil": row["validUntil"]})
    phone.state.set("wallet_passes", key, archived=action == "archive_pass")
    if action == "archive_pass" and phone.setting("wallet_shown") == row["name"]:
        phone.change("wallet_shown", "")
    return Outcome(f"{row['name']} {'archived' if action == 'archive_pass' else 'back among the passes'}")


def _pay(phone: Phone, payee: str | None, amount: float | None, card: str | None) -> Outcome:
    if not payee or not payee.strip():
        raise bad("missing argument payee")
    if amount is None:
        raise bad("missing argument amount")
    if not 0.01 <= amount <= LIMIT:
        raise bad(f"amount: {amount:g} is not between 0.01 and {LIMIT:.0f} EUR")
    if not list(phone.state.items("wallet_cards")):
        raise missing("the wallet has no card")
    if not phone.setting("nfc"):
        raise conflict("NFC is off; enable it first")
    if phone.setting("nfc_mode") != "payment":
        raise conflict("NFC is not in payment mode; set it first")
    payment, used = charge(phone, amount, payee, card)
    return Outcome(f"{amount:.2f} EUR paid to {payee} with {used}", {"paymentId": payment})
