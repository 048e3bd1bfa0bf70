"""Grammar: keeps a greedy planner to calls that the exposed tools admit, token by token.

What is written after a call marker must be the name of a callable tool, names of its arguments and values of their
types; where the most likely token is none of that, the most likely one that is takes its place. Sampled play is left
alone: its log-probabilities must be those of what was drawn. llguidance matches the tokens.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import torch
from torch import Tensor

from planloop.contract.tool import ToolSpec
from planloop.planners.render import Marker, Renderer

if TYPE_CHECKING:
    from llguidance import LLMatcher, LLTokenizer

KEPT = 256
"""Tool sets whose grammars are kept."""


@dataclass
class Call:
    """A call that is being written."""

    matcher: LLMatcher


class Writer(Protocol):
    """What the grammar needs of a row."""

    tools: tuple[ToolSpec, ...]
    call: Call | None


class Grammar:
    """Grammars of a renderer's calls; without effect where its dialect has none."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._tokens: LLTokenizer | None = None
        self._fresh: dict[str, LLMatcher | None] = {}

    def admit(self, row: Writer, token: int, logits: Tensor) -> int:
        """The token, or the most likely one by `logits` [V] that the call in the row admits; moves the row's call
        on."""
        if row.call is not None:
            token = self._kept(row.call, token, logits)
        marker = self._renderer.marker(token)
        if marker is Marker.CALL:
            row.call = self._begin(row.tools)
        elif marker is not None:
            row.call = None
        elif row.call is not None and not row.call.matcher.consume_token(token):
            row.call = None  # the matcher has given up: the rest of the call is free
        return token

    def _kept(self, call: Call, token: int, logits: Tensor) -> int:
        whole = bool(call.matcher.is_accepting())  # asked first: a token that does not fit may end the matcher
        ends = self._renderer.marker(token) in (Marker.CALL, Marker.END)
        if whole if ends else call.matcher.validate_tokens([token]):
            return token
        known = torch.frombuffer(bytearray(call.matcher.compute_logit_bias()), dtype=torch.uint8) > 0
        allowed = torch.zeros(len(logits), dtype=torch.bool)  # a model may have more rows than its tokenizer, or fewer
        allowed[: len(known)] = known[: len(logits)]
        if whole:
            allowed[self._renderer.ids([Marker.CALL, Marker.END])] = True
        return int(logits.masked_fill(~allowed.to(logits.device), float("-inf")).argmax())

    def _begin(self, tools: Sequence[ToolSpec]) -> Call | None:
        text = self._renderer.dialect.call_grammar(tools)
        if text is None:
            return None
        if text not in self._fresh:
            if len(self._fresh) >= KEPT:
                self._fresh.clear()
            self._fresh[text] = self._compile(text)
        fresh = self._fresh[text]
        return None if fresh is None else Call(fresh.deep_copy())

    def _compile(self, text: str) -> LLMatcher | None:
        """A matcher at the beginning of a call; None, with a warning, where the tools are too many or too strange."""
        from llguidance import LLMatcher
        from llguidance.hf import from_tokenizer

        if self._tokens is None:
            tokenizer: Any = self._renderer.tokenizer
            self._tokens = from_tokenizer(tokenizer, eos_token=self._renderer.end_id)
        matcher = LLMatcher(self._tokens, LLMatcher.grammar_from_lark(text))
        if matcher.is_error():
            warnings.warn(f"calls are not kept to their schemas: {matcher.get_error()[:200]}", stacklevel=2)
            return None
        return matcher
