"""Masks rebuilt from messages alone, walking recorded ids from marker to marker. It shares no code with the recorder.

It knows the compact layout only: a marker token opens every message, and a model turn ends with its end token, whatever
other markers a badly trained model may write inside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from planloop.contract.message import Message

SAMPLED_TURN = 1 | 2  # inside a model turn, and drawn from the planner
OUTSIDE = 0  # context: what the harness wrote, and earlier turns that were given as history
HISTORY = 64  # the flag of a turn that was given

Decode = Callable[..., str]


class MismatchError(Exception):
    """Ids and messages do not tell the same story."""


@dataclass(frozen=True)
class Markers:
    """The ids of the marker tokens."""

    by_role: dict[str, int]
    call: int
    end: int

    @classmethod
    def of(cls, renderer: Any) -> Markers:
        """Looked up in the tokenizer by the markers' texts."""
        texts = {str(marker): text for marker, text in renderer.dialect.markers.items()}
        ids = {name: renderer.tokenizer.convert_tokens_to_ids(text) for name, text in texts.items()}
        roles = {"system": "system", "user": "user", "assistant": "assistant", "tool": "result"}
        return cls({role: ids[name] for role, name in roles.items()}, ids["call"], ids["end"])

    @property
    def all(self) -> frozenset[int]:
        """Every marker."""
        return frozenset((*self.by_role.values(), self.call, self.end))


def rebuild_mask(ids: Sequence[int], messages: Sequence[Message], markers: Markers, decode: Decode) -> list[int]:
    """The mask of `ids`. Raises `MismatchError` where a message is not found, in its place and with its text."""
    mask: list[int] = []
    for number, message in enumerate(messages):
        role = str(message.role)
        if len(mask) == len(ids):
            if role == "assistant":
                raise MismatchError(f"message {number} is a model turn that the ids lack")
            continue  # what the harness appended after the last turn was never read
        if ids[len(mask)] != markers.by_role[role]:
            raise MismatchError(f"message {number}: token {len(mask)} does not open a message of role {role}")
        mask.append(OUTSIDE)
        end = _end(ids, len(mask), markers, turn=role == "assistant")
        body = ids[len(mask) : end]
        sampled = role == "assistant" and not message.flags & HISTORY
        _require_text(message, body, markers, decode, number)
        mask += [SAMPLED_TURN if sampled else OUTSIDE] * len(body)
        cut = role == "assistant" and (not body or body[-1] != markers.end)
        if cut and len(mask) < len(ids):
            raise MismatchError(f"message {number}: a turn without an end is not the last one")
    if len(mask) != len(ids):
        raise MismatchError(f"{len(ids) - len(mask)} tokens belong to no message")
    return mask


def _end(ids: Sequence[int], start: int, markers: Markers, *, turn: bool) -> int:
    """Where the body that begins at `start` ends: after a turn's end token, or before the next message."""
    for place in range(start, len(ids)):
        if turn and ids[place] == markers.end:
            return place + 1
        if not turn and ids[place] in markers.all:
            return place
    return len(ids)


def _require_text(message: Message, body: Sequence[int], markers: Markers, decode: Decode, number: int) -> None:
    """The body says what the message says: its text first, then as many calls as the message has."""
    calls = [place for place, token in enumerate(body) if token == markers.call]
    text = body[: calls[0]] if calls else body
    said = "".join(decode(run, clean_up_tokenization_spaces=False) for run in _runs(text, markers))
    if not said.removeprefix(" ").startswith(message.content):
        raise MismatchError(f"message {number} ({message.role}): its text is not what its tokens say")
    if len(calls) != len(message.tool_calls):
        raise MismatchError(f"message {number}: {len(calls)} call markers, {len(message.tool_calls)} calls")


def _runs(ids: Sequence[int], markers: Markers) -> list[list[int]]:
    """Stretches between markers."""
    runs: list[list[int]] = [[]]
    for token in ids:
        if token in markers.all:
            runs.append([])
        else:
            runs[-1].append(token)
    return [run for run in runs if run]
