"""Grammar: keeps a greedy planner to calls that the exposed tools admit, token by token.

What is written after a call marker must be the name of a callable tool, names of its arguments and values of their
types; where the most likely token is none of that, the most likely one that is takes its place. Sampled play is left
alone: its log-probabilities must be those of what was drawn. llguidance matches the tokens.
"""

from __future__ import annotations

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
    """Grammars of a renderer's calls; without effect where its dialect has none. `vocabulary` is the model's size."""

    def __init__(self, renderer: Renderer, vocabulary: int) -> None:
        self._renderer = renderer
        self._vocabulary = vocabulary
        self._tokens: LLTokenizer | None = None
        self._fresh: dict[tuple[str, ...], LLMatcher | None] = {}

    def admit(self, row: Writer, token: int, logits: Tensor) -> int:
        """The token, or the most likely one by `logits` [V] that the call in the row admits; moves the row's call
        on."""
        if row.call is not None and not self._admits(row.call, token):
            token = self._best(row.call, logits)
        marker = self._renderer.marker(token)
        if marker is Marker.CALL:
            row.call = self._begin(row.tools)
        elif marker is not None:
            row.call = None
        elif row.call is not None:
            row.call.matcher.consume_token(token)
        return token

    def _admits(self, call: Call, token: int) -> bool:
        if self._renderer.marker(token) is Marker.CALL:
            return bool(call.matcher.is_accepting())
        return bool(call.matcher.validate_tokens([token]))

    def _best(self, call: Call, logits: Tensor) -> int:
        allowed = torch.frombuffer(bytearray(call.matcher.compute_logit_bias()), dtype=torch.uint8) > 0
        if call.matcher.is_accepting():
            allowed[self._renderer.ids([Marker.CALL, Marker.END])] = True
        return int(logits.masked_fill(~allowed[: len(logits)].to(logits.device), float("-inf")).argmax())

    def _begin(self, tools: Sequence[ToolSpec]) -> Call | None:
        key = tuple(tool.name for tool in tools)
        if key not in self._fresh:
            if len(self._fresh) >= KEPT:
                self._fresh.clear()
            text = self._renderer.dialect.call_grammar(tools)
            self._fresh[key] = None if text is None else self._compile(text)
        fresh = self._fresh[key]
        return None if fresh is None else Call(fresh.deep_copy())

    def _compile(self, text: str) -> LLMatcher:
        from llguidance import LLMatcher
        from llguidance.hf import from_tokenizer

        if self._tokens is None:
            tokenizer: Any = self._renderer.tokenizer
            self._tokens = from_tokenizer(tokenizer, self._vocabulary, self._renderer.end_id)
        matcher = LLMatcher(self._tokens, LLMatcher.grammar_from_lark(text))
        if matcher.is_error():
            raise ValueError(f"the grammar of a tool cannot be used: {matcher.get_error()}")
        return matcher
