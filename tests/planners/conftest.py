from __future__ import annotations

from typing import Any

import pytest

from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.tool import ToolSpec
from planloop.planners.render import Compact, Renderer
from planloop.planners.tiny import MARKERS, tiny_tokenizer

TEXT = """You are the assistant of a phone. Use tools. set_alarm(time: HH:MM, label?) find_contact(name)
Wake me at 07:30 tomorrow and call it run. Find Ada's number. Nothing found. Alarm a1 set. Done, it is set.
time: 07:30 label: run name: Ada error: not_found status: ok""".split("\n")


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> None:
    import torch

    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def tokenizer() -> Any:
    return tiny_tokenizer(TEXT * 3, 600)


@pytest.fixture(scope="session")
def compact(tokenizer: Any) -> Renderer:
    return Renderer(tokenizer, Compact(MARKERS))


def tool(name: str, properties: JsonObject, required: tuple[str, ...] = ()) -> ToolSpec:
    parameters: JsonObject = {"type": "object", "properties": properties, "required": list(required)}
    return ToolSpec(name=name, description=f"Does {name}.", parameters=parameters, domain="clock")


def assistant(content: str = "", *calls: tuple[str, JsonObject], reasoning: str | None = None) -> Message:
    made = tuple(ToolCall(id=f"c{i}", name=n, arguments=a) for i, (n, a) in enumerate(calls))
    return Message(role=Role.ASSISTANT, content=content, tool_calls=made, reasoning=reasoning)
