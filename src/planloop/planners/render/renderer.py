"""The renderer: a dialect's pieces to token ids of one tokenizer, with the mask of every token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from planloop.contract.mask import TurnFlag, token_mask
from planloop.contract.message import Message, Role
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Segment
from planloop.planners.render.dialect import Dialect, Marker, Piece


class Tokenizer(Protocol):
    """What the renderer needs of a Hugging Face tokenizer."""

    def encode(self, text: str, *, add_special_tokens: bool) -> list[int]:
        """Ids of a text."""
        ...

    def decode(self, ids: Sequence[int], *, clean_up_tokenization_spaces: bool) -> str:
        """Text of ids."""
        ...

    def convert_tokens_to_ids(self, token: str) -> int:
        """Id of one token."""
        ...


class Renderer:
    """Renders for one tokenizer and one dialect. Pieces are encoded separately and cached."""

    def __init__(self, tokenizer: Tokenizer, dialect: Dialect) -> None:
        self.tokenizer = tokenizer
        self.dialect = dialect
        self._marker_ids = {m: int(tokenizer.convert_tokens_to_ids(t)) for m, t in dialect.markers.items()}
        self._markers = {i: m for m, i in self._marker_ids.items()}
        self._cache: dict[str, list[int]] = {}

    @property
    def end_id(self) -> int:
        """The token that ends a turn."""
        return self._marker_ids[Marker.END]

    def ids(self, pieces: Sequence[Piece]) -> list[int]:
        """Ids of pieces, marker by marker and text by text."""
        out: list[int] = []
        for piece in pieces:
            if isinstance(piece, Marker):
                out.append(self._marker_ids[piece])
            else:
                out.extend(self._text(piece))
        return out

    def _text(self, text: str) -> list[int]:
        found = self._cache.get(text)
        if found is None:
            found = [i for i in self.tokenizer.encode(text, add_special_tokens=False) if i not in self._markers]
            if len(self._cache) > 20_000:
                self._cache.clear()
            self._cache[text] = found
        return found

    def prompt_ids(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> tuple[list[int], int]:
        """Ids of a prompt up to and including the assistant marker, and the length of its shareable prefix."""
        head, *rest = messages
        prefix = self.ids(self.dialect.system(head, tools))
        out = list(prefix)
        for message in rest:
            out += self._message(message, ())
        return [*out, self._marker_ids[Marker.ASSISTANT]], len(prefix)

    def append_ids(self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> list[int]:
        """Ids of appended messages, ending in the assistant marker; `tools` become callable with the last one."""
        out: list[int] = []
        for index, message in enumerate(messages):
            out += self._message(message, tools if index == len(messages) - 1 else ())
        return [*out, self._marker_ids[Marker.ASSISTANT]]

    def turn_ids(self, message: Message) -> list[int]:
        """Ids of an assistant turn after the assistant marker, with its end token."""
        return self.ids(self.dialect.turn(message))

    def _message(self, message: Message, tools: Sequence[ToolSpec]) -> list[int]:
        if message.role is Role.ASSISTANT:
            return [self._marker_ids[Marker.ASSISTANT], *self.turn_ids(message)]
        return self.ids(self.dialect.append(message, tools))

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
    ) -> Segment:
        """A teacher-forced segment: every token with its mask; `later_tools[i]` become callable with message i."""
        ids: list[int] = []
        mask: list[int] = []
        outside = int(token_mask(assistant=False, sampled=False))
        for index, message in enumerate(messages):
            if index == 0:
                piece = self.ids(self.dialect.system(message, tools))
            else:
                piece = self._message(message, (later_tools or {}).get(index, ()))
            ids += piece
            if message.role is Role.ASSISTANT:
                inside = int(token_mask(assistant=True, sampled=False, flags=TurnFlag(message.flags)))
                mask += [outside] + [inside] * (len(piece) - 1)
            else:
                mask += [outside] * len(piece)
        return Segment(
            messages=tuple(messages),
            tool_names=tuple(t.name for t in tools),
            token_ids=tuple(ids),
            mask=tuple(mask),
            logprobs=(0.0,) * len(ids),
        )
