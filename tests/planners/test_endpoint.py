"""EndpointPlanner against a real HTTP server that answers, stalls, hangs up and talks nonsense."""

from __future__ import annotations

import socket
import threading
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from tests.planners.chat_server import Answer, ChatServer, call, say

from planloop.contract.errors import PlanloopError
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.tool import ToolSpec
from planloop.planners.base import Continue, Prompt, Reply
from planloop.planners.chat_client import ChatClient, EndpointError, open_client
from planloop.planners.endpoint import CallPolicy, EndpointPlanner, ReplyFormat

ALARM = ToolSpec(
    name="set_alarm",
    description="Set an alarm.",
    parameters={"type": "object", "properties": {"time": {"type": "string"}}, "required": ["time"]},
    domain="time",
)


@dataclass
class Recorded:
    """An episode that answers every call and ends on text, a parse error or truncation."""

    prompt: Prompt = field(
        default_factory=lambda: Prompt(
            messages=(
                Message(role=Role.SYSTEM, content="You plan."),
                Message(role=Role.USER, content="Wake me at 7."),
            ),
            tools=(ALARM,),
            seed=5,
        )
    )
    replies: list[Reply] = field(default_factory=list)
    failed: str | None = None

    def advance(self, reply: Reply) -> Continue | None:
        self.replies.append(reply)
        if reply.truncated or reply.parse_error or not reply.message.tool_calls:
            return None
        results = tuple(
            Message(role=Role.TOOL, content='{"success": true}', tool_call_id=c.id, name=c.name)
            for c in reply.message.tool_calls
        )
        return Continue(messages=results)

    def fail(self, reason: str) -> None:
        assert self.failed is None, "an episode fails once"
        self.failed = reason


def client(url: str, **options: Any) -> ChatClient:
    return ChatClient(url, "m", **{"timeout_s": 5.0, "retries": 2, "backoff_s": 0.01, **options})


def play(server: ChatServer, *, format: ReplyFormat = ReplyFormat.NATIVE, **options: Any) -> Recorded:  # noqa: A002
    episode = Recorded()
    EndpointPlanner(client(server.url, **options), reply_format=format, concurrency=1).play([episode])
    return episode


def test_a_call_is_executed_and_its_result_goes_back_before_the_closing_text() -> None:
    turns = [say(calls=[call("set_alarm", '{"time": "07:00"}')], finish="tool_calls"), say("Alarm set.")]
    with ChatServer(lambda request, n: turns[n]) as server:
        episode = play(server, api_key="secret")
    first, last = episode.replies
    assert first.message.tool_calls[0].arguments == {"time": "07:00"}
    assert (first.input_tokens, first.output_tokens) == (100, 7)
    assert last.message.content == "Alarm set."
    assert server.requests[0]["tools"][0]["function"]["name"] == "set_alarm"
    assert server.requests[0]["seed"] == 5
    assert server.requests[1]["messages"][-1] == {
        "role": "tool",
        "content": '{"success": true}',
        "tool_call_id": "c1",
        "name": "set_alarm",
    }
    assert server.requests[1]["messages"][-2]["tool_calls"][0]["function"]["arguments"] == '{"time": "07:00"}'
    assert server.authorizations[0] == "Bearer secret"


@pytest.mark.parametrize("arguments", ['{"time": ', "[1]", '{"time": NaN}'])
def test_malformed_arguments_are_kept_raw_and_named(arguments: str) -> None:
    with ChatServer(lambda request, n: say(calls=[call("set_alarm", arguments)])) as server:
        episode = play(server)
    (reply,) = episode.replies
    assert reply.parse_error is not None
    assert "set_alarm" in reply.parse_error
    assert reply.message.tool_calls[0].raw == arguments
    assert episode.failed is None


def test_calls_left_in_the_text_by_a_server_without_a_parser_are_read() -> None:
    text = 'Setting it.<tool_call>{"name": "set_alarm", "arguments": {"time": "7"}}</tool_call>'
    turns = [say(text), say("<tool_call>{broken")]
    with ChatServer(lambda request, n: turns[n]) as server:
        episode = play(server)
    assert episode.replies[0].message.tool_calls[0].arguments == {"time": "7"}
    assert episode.replies[0].message.content == "Setting it."
    assert episode.replies[1].parse_error is not None
    assert episode.replies[1].message.tool_calls[0].raw == "{broken"


def test_an_empty_reply_is_a_parse_error_of_the_planner_not_an_outage() -> None:
    with ChatServer(lambda request, n: say(None)) as server:
        episode = play(server)
    assert episode.replies[0].parse_error == "the reply holds neither text nor calls"
    assert episode.failed is None


@pytest.mark.parametrize(
    "fault",
    [
        Answer(b"overloaded", status=500),
        Answer(b"slow down", status=429, headers={"retry-after": "0"}),
        Answer(b'{"choices": [', hang_up_after=0),
        Answer(b'{"choices": [{"message"', hang_up_after=5),
    ],
    ids=["500", "429", "hang-up", "hang-up-inside"],
)
def test_an_outage_is_retried_and_survived(fault: Answer) -> None:
    turns = [fault, fault, say("Done.")]
    with ChatServer(lambda request, n: turns[n]) as server:
        episode = play(server)
    assert [reply.message.content for reply in episode.replies] == ["Done."]


def test_a_lasting_outage_makes_the_episode_invalid_after_the_retries() -> None:
    with ChatServer(lambda request, n: Answer(b"down", status=503)) as server:
        episode = play(server)
        assert len(server.requests) == 3
    assert episode.replies == []
    assert episode.failed is not None
    assert server.url in episode.failed
    assert "503" in episode.failed


@pytest.mark.parametrize(
    "nonsense",
    [
        Answer(b"<html>hello</html>"),
        Answer(b'{"result": 1}'),
        Answer(b'{"choices": []}'),
        Answer(b'{"choices": [{"message": {"content": 3}}]}'),
        Answer(b"[]"),
        Answer(b"\xff\xfe"),
        Answer(b"no such model", status=404),
    ],
)
def test_nonsense_makes_the_episode_invalid_without_retries(nonsense: Answer) -> None:
    with ChatServer(lambda request, n: nonsense) as server:
        episode = play(server)
        assert len(server.requests) == 1
    assert episode.failed is not None
    assert "nonsense" in episode.failed


def test_a_stalled_and_a_trickling_server_time_out() -> None:
    for answer in (Answer(b"{}", delay_s=2.0), Answer(b" " * 400, trickle_s=0.02)):
        with ChatServer(lambda request, n, answer=answer: answer) as server:  # type: ignore[misc]
            episode = play(server, timeout_s=0.3, retries=0)
        assert episode.failed is not None


def test_nothing_reachable_at_the_start_is_one_error_naming_url_and_cure() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    episode = Recorded()
    with pytest.raises(PlanloopError) as caught:
        EndpointPlanner(client(url)).play([episode])
    assert url in str(caught.value)
    assert "tart the server" in str(caught.value)
    assert episode.failed is None


def test_a_key_is_read_from_the_named_variable_or_missed_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHOP_KEY", raising=False)
    with pytest.raises(PlanloopError, match="SHOP_KEY"):
        open_client("http://127.0.0.1:1/v1", "m", "SHOP_KEY")
    monkeypatch.setenv("SHOP_KEY", "s3")
    with ChatServer(lambda request, n: say('{"a": 1}')) as server:
        open_client(server.url, "m", "SHOP_KEY").structured([], {"type": "object"})
        assert server.authorizations == ["Bearer s3"]


def test_a_refused_key_is_said_at_the_start() -> None:
    with ChatServer(lambda request, n: say("x"), models_status=401) as server, pytest.raises(PlanloopError) as caught:
        EndpointPlanner(client(server.url)).play([Recorded()])
    assert "key" in str(caught.value)


def test_a_server_that_dies_mid_run_fails_the_rest_quickly() -> None:
    with ChatServer(lambda request, n: Answer(b"", status=500)) as server:
        episodes = [Recorded() for _ in range(20)]
        EndpointPlanner(client(server.url, retries=0), concurrency=2, give_up_after=3).play(episodes)
        assert len(server.requests) <= 5
    assert all(episode.failed for episode in episodes)


def test_episodes_run_side_by_side_and_all_end() -> None:
    meeting = threading.Barrier(4, timeout=5)

    def script(request: dict[str, Any], n: int) -> Answer:
        meeting.wait()
        return say("Done.")

    with ChatServer(script) as server:
        episodes = [Recorded() for _ in range(8)]
        EndpointPlanner(client(server.url), concurrency=4).play(episodes)
    assert all(len(episode.replies) == 1 for episode in episodes)


def test_an_error_inside_an_episode_is_raised_not_swallowed() -> None:
    class Broken(Recorded):
        def advance(self, reply: Reply) -> Continue | None:
            raise LookupError("defect in the harness")

    with ChatServer(lambda request, n: say("x")) as server, pytest.raises(LookupError):
        EndpointPlanner(client(server.url)).play([Broken(), Recorded()])


def test_the_output_budget_of_an_episode_ends_it_truncated() -> None:
    with ChatServer(lambda request, n: say(calls=[call("set_alarm", "{}")], usage=n > 0)) as server:
        episode = Recorded()
        episode.prompt = Prompt(messages=episode.prompt.messages, tools=(ALARM,), max_output_tokens=30)
        EndpointPlanner(client(server.url), concurrency=1).play([episode])
        assert server.requests[-1]["max_tokens"] < 30
    assert episode.replies[-1].truncated
    assert all(reply.output_tokens > 0 for reply in episode.replies[:-1])


def test_a_prompt_longer_than_the_context_is_truncation_not_an_outage() -> None:
    answer = Answer(b'{"error": {"code": "context_length_exceeded"}}', status=400)
    with ChatServer(lambda request, n: answer) as server:
        episode = play(server)
    assert episode.replies[0].truncated
    assert episode.failed is None


def test_tools_added_during_the_episode_are_offered_from_then_on() -> None:
    extra = ALARM.model_copy(update={"name": "set_timer"})

    class Growing(Recorded):
        def advance(self, reply: Reply) -> Continue | None:
            following = super().advance(reply)
            return Continue(messages=following.messages, tools=(extra, ALARM)) if following else None

    turns = [say(calls=[call("set_alarm", "{}")]), say("Done.")]
    with ChatServer(lambda request, n: turns[n]) as server:
        EndpointPlanner(client(server.url)).play([Growing()])
        offered = [[tool["function"]["name"] for tool in request["tools"]] for request in server.requests]
    assert offered == [["set_alarm"], ["set_alarm", "set_timer"]]


def test_turns_that_were_played_before_go_along_with_the_tools_that_they_brought() -> None:
    episode = Recorded()
    given = Message(role=Role.ASSISTANT, tool_calls=(ToolCall(id="t0", name="load", arguments={}),))
    result = Message(role=Role.TOOL, content="loaded", tool_call_id="t0", name="load")
    timer = ALARM.model_copy(update={"name": "set_timer"})
    messages = (*episode.prompt.messages, given, result)
    episode.prompt = replace(episode.prompt, messages=messages, later_tools={3: (timer,)})
    turns = [say(calls=[call("set_timer", '{"time": "07:00"}')], finish="tool_calls"), say("Done.")]
    with ChatServer(lambda request, n: turns[n]) as server:
        EndpointPlanner(client(server.url), concurrency=1).play([episode])
    first = server.requests[0]
    assert [m["role"] for m in first["messages"]] == ["system", "user", "assistant", "tool"]
    assert [t["function"]["name"] for t in first["tools"]] == ["set_alarm", "set_timer"]
    assert [r.message.content for r in episode.replies] == ["", "Done."]


@pytest.mark.parametrize("format", [ReplyFormat.JSON_OBJECT, ReplyFormat.JSON_SCHEMA])
def test_constrained_replies_carry_the_schema_and_are_read_back(format: ReplyFormat) -> None:  # noqa: A002
    turns = [
        say('{"calls": [{"name": "set_alarm", "arguments": {"time": "07:00"}}]}'),
        say('{"text": "Alarm set."}'),
    ]
    with ChatServer(lambda request, n: turns[n]) as server:
        episode = play(server, format=format)
        first, second = server.requests
    assert "tools" not in first
    assert "set_alarm(time)" in first["messages"][0]["content"]
    assert '"const": "set_alarm"' in str(first["response_format"]).replace("'", '"')
    assert [message["role"] for message in second["messages"]] == ["system", "user", "assistant", "user"]
    assert episode.replies[0].message.tool_calls[0].arguments == {"time": "07:00"}
    assert episode.replies[1].message.content == "Alarm set."


@pytest.mark.parametrize("reply_format", list(ReplyFormat))
def test_a_required_call_is_demanded_only_after_a_user_message(reply_format: ReplyFormat) -> None:
    constrained = reply_format is not ReplyFormat.NATIVE
    first = say('{"calls": [{"name": "set_alarm", "arguments": {"time": "7"}}]}')
    turns = [first if constrained else say(calls=[call("set_alarm", "{}")]), say('{"text": "Done."}')]
    with ChatServer(lambda request, n: turns[n]) as server:
        planner = EndpointPlanner(client(server.url), reply_format=reply_format, call_policy=CallPolicy.REQUIRED)
        planner.play([Recorded()])
        demanded = [
            "maxLength" in str(request["response_format"]) and "'text'" not in str(request["response_format"])
            if constrained
            else request.get("tool_choice") == "required"
            for request in server.requests
        ]
    assert demanded == [True, False]


@pytest.mark.parametrize("text", ['{"calls": [', '{"calls": []}', "sure!", '{"calls": [{"arguments": {}}]}', "[]"])
def test_a_broken_constrained_reply_is_a_parse_error_with_its_text_kept(text: str) -> None:
    with ChatServer(lambda request, n: say(text)) as server:
        episode = play(server, format=ReplyFormat.JSON_OBJECT)
    (reply,) = episode.replies
    assert reply.parse_error
    assert reply.message.tool_calls[0].raw


def test_structured_output_is_returned_or_refused_with_the_reason() -> None:
    answers = [say('{"cause": "routing"}'), say("I cannot help."), say('{"cause"', finish="length")]
    with ChatServer(lambda request, n: answers[n]) as server:
        chat = client(server.url)
        assert chat.structured([{"role": "user", "content": "why?"}], {"type": "object"}) == {"cause": "routing"}
        for word in ("not valid JSON", "cut off"):
            with pytest.raises(EndpointError, match=word) as caught:
                chat.structured([], {"type": "object"})
            assert not caught.value.transient
