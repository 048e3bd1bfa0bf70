"""The renderer: a dialect's pieces to token ids of one tokenizer, with the mask of every token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from planloop.contract.errors import PlanloopError
from planloop.contract.mask import TurnFlag, token_mask
from planloop.contract.message import Message, Role
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Segment
from planloop.planners.base import SchemaStyle
from planloop.planners.render.dialect import Dialect, Marker, Piece


class Tokenizer(Protocol):
    """What the renderer needs of a Hugging Face tokenizer."""

    def encode(self, text: str, *, add_special_tokens: bool, split_special_tokens: bool) -> list[int]:
        """Ids of a text."""
        ...

    def decode(self, ids: Sequence[int], *, clean_up_tokenization_spaces: bool) -> str:
        """Text of ids."""
        ...

    def get_added_vocab(self) -> dict[str, int]:
        """Tokens that are matched before any splitting."""
        ...


class Renderer:
    """Renders for one tokenizer and one dialect. Pieces are encoded separately and cached.

    Text that spells a marker is broken up, so no message can forge one. Raises `PlanloopError` where the dialect's end
    marker is not a single token of the tokenizer.
    """

    def __init__(self, tokenizer: Tokenizer, dialect: Dialect) -> None:
        self.tokenizer = tokenizer
        self.dialect = dialect
        self._marker_ids = {m: self._encode(t, special=True) for m, t in dialect.markers.items()}
        self._markers = {ids[0]: m for m, ids in self._marker_ids.items() if len(ids) == 1}
        if len(self._marker_ids[Marker.END]) != 1:
            raise PlanloopError(
                f"the tokenizer has no single token {dialect.markers[Marker.END]!r} to end a turn with",
                place=type(dialect).__name__,
                cure="choose a dialect whose end marker is in the tokenizer, such as its end-of-text token",
            )
        used = {i for ids in self._marker_ids.values() for i in ids}
        self._reserved = {i: t for t, i in tokenizer.get_added_vocab().items() if i in used}
        self._cache: dict[str, list[int]] = {}

    @property
    def end_id(self) -> int:
        """The token that ends a turn."""
        return self._marker_ids[Marker.END][0]

    def ids(self, pieces: Sequence[Piece]) -> list[int]:
        """Ids of pieces, marker by marker and text by text."""
        out: list[int] = []
        for piece in pieces:
            out.extend(self._marker_ids[piece] if isinstance(piece, Marker) else self._text(piece))
        return out

    def _encode(self, text: str, *, special: bool) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False, split_special_tokens=not special)

    def _text(self, text: str) -> list[int]:
        found = self._cache.get(text)
        if found is None:
            found = self._encode(text, special=False)
            forged = next((self._reserved[i] for i in found if i in self._reserved), None)
            if forged is not None:
                cut = text.index(forged) + 1 if forged in text else 0
                found = self._text(text[:cut]) + self._text(text[cut:]) if cut else []
            if len(self._cache) > 20_000:
                self._cache.clear()
            self._cache[text] = found
        return found

    def prompt_ids(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        schemas: SchemaStyle = SchemaStyle.COMPACT,
        later_tools: Mapping[int, Sequence[ToolSpec]] | None = None,
    ) -> tuple[list[int], int]:
        """Ids of a prompt up to and including the assistant marker, and the length of its shareable prefix.

        `later_tools[i]` became callable with message i.
        """
        prefix = self.ids(self.dialect.system(messages[0], tools, schemas))
        later = {index - 1: specs for index, specs in (later_tools or {}).items()}
        rest = self._appended(messages[1:], later, schemas)
        return [*prefix, *(i for piece in rest for i in piece), *self._marker_ids[Marker.ASSISTANT]], len(prefix)

    def append_ids(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec] = (),
        schemas: SchemaStyle = SchemaStyle.COMPACT,
    ) -> list[int]:
        """Ids of appended messages, ending in the assistant marker; `tools` become callable with the last one."""
        later = {len(messages) - 1: tuple(tools)} if messages and tools else {}
        pieces = self._appended(messages, later, schemas)
        return [*(i for piece in pieces for i in piece), *self._marker_ids[Marker.ASSISTANT]]

    def turn_ids(self, message: Message) -> list[int]:
        """Ids of an assistant turn after the assistant marker, with its end token."""
        return self.ids(self.dialect.turn(message))

    def _appended(
        self, messages: Sequence[Message], later: Mapping[int, Sequence[ToolSpec]], schemas: SchemaStyle
    ) -> list[list[int]]:
        """Ids of each message after the first."""
        roles: list[Role | None] = [None, *(m.role for m in messages), None]
        out: list[list[int]] = []
        for index, message in enumerate(messages):
            if message.role is Role.ASSISTANT:
                out.append([*self._marker_ids[Marker.ASSISTANT], *self.turn_ids(message)])
                continue
            in_run = message.role is Role.TOOL
            first = not (in_run and roles[index] is Role.TOOL)
            last = not (in_run and roles[index + 2] is Role.TOOL)
            out.append(self.ids(self.dialect.append(message, later.get(index, ()), schemas, first=first, last=last)))
        return out

    def marker(self, token: int) -> Marker | None:
        """The marker that is this one token, if any."""
        return self._markers.get(token)

    def parse(self, ids: Sequence[int]) -> tuple[Message, str | None]:
        """The message of a sampled turn, and what is malformed in it (None when nothing is)."""
        pieces: list[Piece] = []
        run: list[int] = []
        for token in (*ids, self.end_id):
            marker = self._markers.get(token)
            if marker is None:
                run.append(token)
                continue
            if run:
                pieces.append(self.tokenizer.decode(run, clean_up_tokenization_spaces=False))
                run = []
            pieces.append(marker)
            if marker is Marker.END:
                break
        return self.dialect.read(pieces)

    def segment(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        later_tools: dict[int, tuple[ToolSpec, ...]] | None = None,
        schemas: SchemaStyle = SchemaStyle.COMPACT,
    ) -> Segment:
        """A teacher-forced segment: every token with its mask; `later_tools[i]` become callable with message i."""
        later = {index - 1: specs for index, specs in (later_tools or {}).items()}
        ids = self.ids(self.dialect.system(messages[0], tools, schemas))
        outside = int(token_mask(assistant=False, sampled=False))
        mask = [outside] * len(ids)
        opening = len(self._marker_ids[Marker.ASSISTANT])
        for message, piece in zip(messages[1:], self._appended(messages[1:], later, schemas), strict=True):
            ids += piece
            if message.role is Role.ASSISTANT:
                inside = int(token_mask(assistant=True, sampled=False, flags=TurnFlag(message.flags)))
                mask += [outside] * opening + [inside] * (len(piece) - opening)
            else:
                mask += [outside] * len(piece)
        return Segment(
            messages=tuple(messages),
            tool_names=tuple(t.name for t in tools),
            token_ids=tuple(ids),
            mask=tuple(mask),
            logprobs=(0.0,) * len(ids),
        )
