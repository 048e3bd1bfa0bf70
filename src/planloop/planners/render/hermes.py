"""The dialect of ChatML models (Qwen and many others): JSON calls in `<tool_call>` tags, results in `<tool_response>`.

The layout and the tags are the convention these models were trained on; the wording around them is ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from planloop.contract import strict_json
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.tool import ToolSpec
from planloop.planners.base import SchemaStyle
from planloop.planners.render.dialect import Marker, Piece
from planloop.planners.render.signature import tool_line

START, END = "<|im_start|>", "<|im_end|>"
_NO_THOUGHT = "<think>\n\n</think>\n\n"
_CALL = re.compile(r"<tool_call>\s*(.*?)\s*</tool_call>", re.DOTALL)
_THOUGHT = re.compile(r"\s*<think>\n?(.*?)\n?</think>(?:\n\n)?", re.DOTALL)
_HOW = (
    "# Tools\n\nTo call a tool, write its name and arguments as JSON between tags; several calls may follow each other:"
    '\n<tool_call>\n{"name": "tool", "arguments": {"argument": "value"}}\n</tool_call>\n\nYou may call these tools:'
)


class Hermes:
    """ChatML turns. `think` False opens every turn with an empty thought, which tells a reasoning model to answer at
    once; `end` ends a turn (the model's end-of-text token where the tokenizer lacks `<|im_end|>`)."""

    def __init__(self, *, think: bool = True, end: str = END) -> None:
        opening = f"\n{START}assistant\n"
        self.markers = {
            Marker.SYSTEM: f"{START}system\n",
            Marker.NOTICE: f"\n{START}system\n",
            Marker.USER: f"\n{START}user\n",
            Marker.ASSISTANT: opening if think else opening + _NO_THOUGHT,
            Marker.END: end,
        }

    def system(self, message: Message, tools: Sequence[ToolSpec], schemas: SchemaStyle) -> list[Piece]:
        """Instructions, how to call, and the tools."""
        text = message.content
        if tools:
            text = f"{text}\n\n{_HOW}\n{_list(tools, schemas)}"
        return [Marker.SYSTEM, text, Marker.END]

    def append(
        self,
        message: Message,
        tools: Sequence[ToolSpec],
        schemas: SchemaStyle,
        *,
        first: bool = True,
        last: bool = True,
    ) -> list[Piece]:
        """User text, a notice, or a tool result; a run of results shares one user turn."""
        text = f"{message.content}\n\nNew tools:\n{_list(tools, schemas)}" if tools else message.content
        if message.role is not Role.TOOL:
            return [Marker.USER if message.role is Role.USER else Marker.NOTICE, text, Marker.END]
        answer = f"<tool_response>\n{text}\n</tool_response>"
        pieces: list[Piece] = [Marker.USER, answer] if first else ["\n" + answer]
        return [*pieces, Marker.END] if last else pieces

    def turn(self, message: Message) -> list[Piece]:
        """Thought, text, calls."""
        parts = [message.content] if message.content else []
        for call in message.tool_calls:
            body = json.dumps({"name": call.name, "arguments": call.arguments}, ensure_ascii=False)
            parts.append(f"<tool_call>\n{_hide_tags(body)}\n</tool_call>")
        thought = f"<think>\n{message.reasoning}\n</think>\n\n" if message.reasoning else ""
        return [thought + "\n".join(parts), Marker.END]

    def call_grammar(self, tools: Sequence[ToolSpec]) -> str | None:
        """None: the tags of a call are text here."""
        return None

    def read(self, pieces: Sequence[Piece]) -> tuple[Message, str | None]:
        """Inverse of `turn`. A thought that never closes is all the turn holds."""
        text = "".join(piece for piece in pieces if not isinstance(piece, Marker))
        problem = "a turn cannot open another turn" if START in text else None
        thought = _THOUGHT.match(text)
        reasoning = thought.group(1) if thought else None
        text = text[thought.end() :] if thought else text
        content, rest = text, ""
        if "<tool_call>" in text:
            start = text.index("<tool_call>")
            content, rest = text[:start].removesuffix("\n"), text[start:]
        calls = []
        for index, match in enumerate(_CALL.finditer(rest)):
            call, wrong = _read_call(match.group(1), index)
            problem = problem or wrong
            calls.append(call)
        left = _CALL.sub("", rest).strip()
        if left:
            what = "a call is not closed" if "<tool_call>" in left else "text follows a call"
            problem = problem or f"{what}: {left[:60]!r}"
        message = Message(role=Role.ASSISTANT, content=content, tool_calls=tuple(calls), reasoning=reasoning or None)
        return message, problem


def _list(tools: Sequence[ToolSpec], schemas: SchemaStyle) -> str:
    return "\n".join(["<tools>", *(tool_line(tool, schemas, describe=True) for tool in tools), "</tools>"])


def _hide_tags(body: str) -> str:
    """JSON whose strings cannot be taken for our tags."""
    return body.replace("<tool_call>", "\\u003ctool_call>").replace("</tool_call>", "\\u003c/tool_call>")


def _read_call(text: str, index: int) -> tuple[ToolCall, str | None]:
    place = f"call {index + 1}"
    try:
        value = strict_json.loads(text)
    except ValueError as error:
        return ToolCall(id=f"c{index}", name="", arguments={}, raw=text), f"{place} is {error}"
    name = value.get("name") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(name, str) or not name:
        return ToolCall(id=f"c{index}", name="", arguments={}, raw=text), f"{place} has no tool name"
    arguments = value.get("arguments", {})
    if not isinstance(arguments, dict):
        wrong = f"{place} ({name}): the arguments are not a JSON object"
        return ToolCall(id=f"c{index}", name=name, arguments={}, raw=text), wrong
    return ToolCall(id=f"c{index}", name=name, arguments=arguments), None
