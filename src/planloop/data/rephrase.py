"""Rephrase: more ways to say a train request than its scenario has wordings.

Works on a wording with its `{slots}` still open, so values stay as they are. Words are exchanged for words that mean
the same on a phone, the sentence gets a frame that people use, and some slips of the thumb. A wording that belongs to
another split is never produced.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import lru_cache

from planloop.contract.split import Split
from planloop.phone.scenario import scenarios
from planloop.phone.storey import Storey

KEPT = 0.4  # share of requests that stay as they were written
SLIP = 0.12  # share of the others that get a typing slip

SAME = (
    ("turn on", "switch on", "enable", "activate"),
    ("turn off", "switch off", "disable", "deactivate"),
    ("delete", "remove", "erase", "get rid of"),
    ("show me", "let me see"),
    ("tell me", "let me know"),
    ("i want", "i'd like", "i would like"),
    ("i need", "i want"),
    ("start", "begin"),
    ("look up", "search for", "find"),
    ("connect to", "join"),
    ("change", "adjust"),
    ("check", "have a look at"),
    ("wi-fi", "wifi", "wlan"),
    ("picture", "photo"),
    ("song", "track", "tune"),
    ("event", "appointment"),
    ("minutes", "min"),
    ("shopping list", "grocery list"),
    ("screen", "display"),
    ("airplane mode", "flight mode"),
    ("do not disturb", "don't disturb"),
    ("power saver", "battery saver", "power saving"),
    ("give me", "get me"),
    ("a moment", "a second"),
    ("do i have", "have i got"),
    ("is there", "do i have"),
    ("quickly", "fast"),
    ("biggest", "largest"),
    ("nearest", "closest"),
    ("newest", "latest", "most recent"),
)
"""Exchangeable where they stand in the same form. The first letter keeps its case."""

_ORDERS = (
    "Please {0}",
    "Could you {0}?",
    "Can you {0}?",
    "Would you {0}?",
    "I want you to {0}",
    "I need you to {0}",
    "Go ahead and {0}",
    "Just {0}",
    "Now {0}",
    "You can {0}",
    "Time to {0}",
    "Be so kind and {0}",
)
_ANY = ("Hey, {0}", "Hi, {0}", "Ok, {0}", "So, {0}", "Listen, {0}", "Quick one: {0}", "{0}, thanks", "{0}, would you")
_VERBS = frozenset(
    "add append ask begin block book bring call cancel change check clear close connect convert count create "
    "delete dial disable disconnect drop enable end erase find get give hide install join keep launch leave list "
    "lock look lower make mark message move mute navigate note open pause place play put raise read record remind "
    "remove rename resume ring run save schedule search send set share show shut skip start stop store switch "
    "take tell text throw track translate turn uninstall unlock unmute update use wipe write activate deactivate "
    "adjust".split()
)
_COURTESY = re.compile(
    r"\b(?:please|thanks|hey|hi|ok|listen|quick one|be so kind and|go ahead and|i (?:want|need) you to|you can"
    r"|(?:can|could|would) you|just|now|so|time to)\b"
)
_SLOT = re.compile(r"(\{[^}]*\})")


def rephrase(wording: str, rng: random.Random, storey: Storey = Storey.FIRST) -> str:
    """`wording`, or another way to say it with the same slots; never one that another split of the storey owns."""
    if rng.random() < KEPT:
        return wording
    said = _exchange(wording, rng)
    if rng.random() < 0.6:
        said = _frame(said, rng)
    if rng.random() < 0.5:
        said = _casual(said, rng)
    if rng.random() < SLIP:
        said = _slip(said, rng)
    return wording if plain(said) in _held_out(storey) else said


def plain(wording: str) -> str:
    """A wording without case, punctuation and the courtesies of a frame, as two of them are compared."""
    bare = " ".join(re.findall(r"[\w{}']+", wording.lower()))
    return " ".join(_COURTESY.sub(" ", bare).split())


@lru_cache(len(Storey))
def _held_out(storey: Storey) -> frozenset[str]:
    """The wordings of all scenarios of a storey that train may not show."""
    others = [split for split in Split if split is not Split.TRAIN]
    found = scenarios(storey).values()
    return frozenset(plain(s.wordings[i]) for s in found for split in others for i in s.words_for(split))


def _exchange(text: str, rng: random.Random) -> str:
    """Up to two exchanges of words outside the slots."""
    options = [(old, rng.choice([w for w in group if w != old])) for group in SAME for old in group if _has(text, old)]
    for old, new in rng.sample(options, min(len(options), rng.randint(1, 2))):
        text = _outside(text, lambda part, old=old, new=new: _swap(part, old, new))  # type: ignore[misc]
    return text


def _has(text: str, words: str) -> bool:
    return any(_word(words).search(part) for part in _SLOT.split(text)[::2])


def _swap(part: str, old: str, new: str) -> str:
    def same_case(found: re.Match[str]) -> str:
        return new[:1].upper() + new[1:] if found.group()[:1].isupper() else new

    return _word(old).sub(same_case, part, count=1)


@lru_cache(256)
def _word(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'-]){re.escape(words)}(?![\w'-])", re.IGNORECASE)


def _frame(text: str, rng: random.Random) -> str:
    head = text.partition(" ")[0].lower()
    if head in _VERBS and not text.endswith("?"):
        bare = text.rstrip(".!")
        frame = rng.choice(_ORDERS if "." not in bare and "please" not in bare.lower() else _ANY)
    else:
        bare = text
        frame = rng.choice([f for f in _ANY if not f.startswith("{0}")])
    return frame.format(_lower(bare) if not frame.startswith("{0}") else bare)


def _lower(text: str) -> str:
    """The first letter small, unless a slot, a name, I or an abbreviation begins the text."""
    head = text.partition(" ")[0]
    keep = head.startswith(("{", "I'", "Wi-Fi", '"')) or head in ("I", "NFC", "SMS", "Bluetooth") or head.isupper()
    return text if keep else text[:1].lower() + text[1:]


def _casual(text: str, rng: random.Random) -> str:
    """As typed on a phone: no capital, no final mark, no apostrophes, or the opposite, a final mark."""
    kind = rng.randrange(4)
    if kind == 0:
        return _lower(text)
    if kind == 1:
        return text.rstrip(".!?") if not text.endswith("..") else text
    if kind == 2:
        return _outside(_lower(text), lambda part: part.replace("n't", "nt").replace("I'm", "Im"))
    return text if text[-1] in ".!?}" or text.endswith('"') else text + rng.choice((".", "!"))


def _slip(text: str, rng: random.Random) -> str:
    """Two neighbouring letters of one longer word change places."""
    found = list(re.finditer(r"(?<!\w)[a-z]{5,}(?!\w)", _SLOT.sub(lambda m: "#" * len(m.group()), text)))
    if not found:
        return text
    at = rng.choice(found).start() + rng.randint(1, 3)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _outside(text: str, change: Callable[[str], str]) -> str:
    """`change` applied to everything that is not a slot."""
    parts = _SLOT.split(text)
    return "".join(part if number % 2 else change(part) for number, part in enumerate(parts))
