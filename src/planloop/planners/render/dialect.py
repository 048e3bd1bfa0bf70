"""A dialect says how messages are laid out; the renderer turns its pieces into ids without joining them first."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

from planloop.contract.message import Message
from planloop.contract.tool import ToolSpec
from planloop.planners.base import SchemaStyle


class Marker(StrEnum):
    """A delimiter: one token, or a fixed run of tokens. A dialect uses those that it has a text for."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    CALL = "call"
    RESULT = "result"
    END = "end"
    NOTICE = "notice"


Piece = Marker | str


class Dialect(Protocol):
    """Layout of prompts, appended messages and turns; the inverse reads a sampled turn."""

    markers: dict[Marker, str]  # the text of each marker; END must be one token

    def system(self, message: Message, tools: Sequence[ToolSpec], schemas: SchemaStyle) -> list[Piece]:
        """The shareable prefix: system text and tools."""
        ...

    def append(
        self,
        message: Message,
        tools: Sequence[ToolSpec],
        schemas: SchemaStyle,
        *,
        first: bool = True,
        last: bool = True,
    ) -> list[Piece]:
        """A user, tool or later system message (with tools that become callable with it). `first` and `last` tell
        where it stands in an unbroken run of tool messages."""
        ...

    def turn(self, message: Message) -> list[Piece]:
        """The body of an assistant turn, after its start marker, including the end marker."""
        ...

    def call_grammar(self, tools: Sequence[ToolSpec]) -> str | None:
        """What may stand between a call marker and the next marker, as an llguidance Lark grammar: the names of these
        tools and of their arguments, and values of the arguments' types. None where calls are not opened by a
        marker."""
        ...

    def read(self, pieces: Sequence[Piece]) -> tuple[Message, str | None]:
        """The assistant message of a sampled turn, and what is malformed in it (None when nothing is)."""
        ...
