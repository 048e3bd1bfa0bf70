"""The endpoint planner: any OpenAI-compatible server, many episodes at once on threads."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from pydantic import JsonValue

from planloop.contract.message import Message, Role
from planloop.contract.record import JsonObject
from planloop.contract.tool import ToolSpec
from planloop.environments.base import InfrastructureError
from planloop.planners.base import Episode, Reply
from planloop.planners.chat_client import ChatClient, ContextFullError, EndpointError
from planloop.planners.constrained import Bounds, flatten, read_constrained, reply_schema
from planloop.planners.wire import Completion, argument_text, completion_text, read_reply, to_wire

SEEDS = 2**31  # servers that keep seeds in 32 bits refuse larger ones
CHARACTERS_PER_TOKEN = 4  # only to keep budgets where a server reports no usage


class ReplyFormat(StrEnum):
    """How the server is asked for calls."""

    NATIVE = "native"  # `tools` in the request, `tool_calls` in the answer
    JSON_SCHEMA = "json_schema"  # response_format {"type": "json_schema"}: OpenAI, vLLM, llama-server
    JSON_OBJECT = (
        "json_object"  # response_format {"type": "json_object", "schema": ...}: llama-cpp-python, llama-server
    )


class CallPolicy(StrEnum):
    """Whether the server may let the model answer a user message with text alone."""

    AUTO = "auto"
    REQUIRED = "required"  # the first turn after a user message must call a tool (tool_choice "required")


@dataclass(frozen=True)
class Sampling:
    """How turns are drawn. The seed sent is the episode's own, so that groups stay distinct."""

    temperature: float = 0.0
    top_p: float = 1.0


@dataclass
class _Talk:
    """One live conversation: what the server must be sent next."""

    messages: list[Message]
    tools: list[ToolSpec]
    seed: int
    turn_tokens: int
    tokens_left: int
    turn: int = 0

    def extend(self, messages: Iterable[Message], tools: Iterable[ToolSpec]) -> None:
        self.messages.extend(messages)
        known = {tool.name for tool in self.tools}
        self.tools.extend(tool for tool in tools if tool.name not in known)


class EndpointPlanner:
    """Plays up to `concurrency` episodes at once over one `ChatClient`.

    A server that cannot be reached when play starts raises `PlanloopError` before any episode is taken. Afterwards an
    outage or nonsense makes the episode invalid (`Episode.fail`); after `give_up_after` outages in a row without one
    answer the remaining episodes fail at once instead of each waiting through its own retries.
    """

    def __init__(
        self,
        client: ChatClient,
        *,
        reply_format: ReplyFormat = ReplyFormat.NATIVE,
        sampling: Sampling | None = None,
        bounds: Bounds | None = None,
        call_policy: CallPolicy = CallPolicy.AUTO,
        concurrency: int = 8,
        give_up_after: int = 8,
    ) -> None:
        self.name = f"endpoint:{client.model}"
        self._client = client
        self._format = reply_format
        self._sampling = sampling or Sampling()
        self._bounds = bounds or Bounds()
        self._policy = call_policy
        self._concurrency = max(1, concurrency)
        self._give_up_after = give_up_after
        self._lock = threading.Lock()
        self._outages = 0

    def play(self, episodes: Iterable[Episode]) -> None:
        """Drive every episode to its end. An exception from an episode itself stops the play and is raised here."""
        self._client.check()
        self._outages = 0
        source = _Shared(episodes)
        threads = [
            threading.Thread(target=self._work, args=(source,), name=f"endpoint-{index}", daemon=True)
            for index in range(self._concurrency)
        ]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(0.2)
        finally:
            source.stop()
        if source.error is not None:
            raise source.error

    def _work(self, source: _Shared) -> None:
        try:
            for episode in source:
                self._drive(episode, source)
        except BaseException as error:  # noqa: BLE001 - handed over to the thread that called play
            source.stop(error)

    def _drive(self, episode: Episode, source: _Shared) -> None:
        prompt = episode.prompt
        talk = _Talk(
            messages=list(prompt.messages),
            tools=list(prompt.tools),
            seed=prompt.seed,
            turn_tokens=prompt.max_turn_tokens,
            tokens_left=prompt.max_output_tokens,
            turn=sum(m.role is Role.ASSISTANT for m in prompt.messages),  # call ids differ from those of given turns
        )
        for tools in prompt.later_tools.values():
            talk.extend((), tools)
        while not source.stopped:
            try:
                reply = self._reply(talk)
            except EndpointError as error:
                self._count_outage(error)
                episode.fail(str(error))
                return
            try:
                following = episode.advance(reply)
            except InfrastructureError as error:
                episode.fail(str(error))
                return
            if following is None:
                return
            talk.extend((reply.message, *following.messages), following.tools)
            talk.turn += 1

    def _reply(self, talk: _Talk) -> Reply:
        """The next turn. A budget that is used up is a truncated empty turn, not an error."""
        budget = min(talk.turn_tokens, talk.tokens_left)
        if budget <= 0:
            return Reply(message=Message(role=Role.ASSISTANT), truncated=True)
        with self._lock:
            if self._outages >= self._give_up_after:
                reason = f"endpoint {self._client.url}: given up after {self._outages} failures in a row"
                raise EndpointError(reason, transient=True)
        try:
            completion = self._client.complete(self._request(talk, budget))
        except ContextFullError:
            return Reply(message=Message(role=Role.ASSISTANT), truncated=True)
        with self._lock:
            self._outages = 0
        reply = self._counted(self._read(completion, talk.turn), completion, talk)
        talk.tokens_left -= reply.output_tokens
        return reply

    def _request(self, talk: _Talk, budget: int) -> JsonObject:
        request: JsonObject = {
            "max_tokens": budget,
            "temperature": self._sampling.temperature,
            "top_p": self._sampling.top_p,
            "seed": talk.seed % SEEDS,
        }
        answers_user = talk.messages[-1].role is Role.USER
        must_call = bool(talk.tools) and self._policy is CallPolicy.REQUIRED and answers_user
        if self._format is ReplyFormat.NATIVE:
            request["messages"] = to_wire(talk.messages)
            if talk.tools:
                tools: list[JsonValue] = [tool.to_openai() for tool in talk.tools]
                request["tools"] = tools
            if must_call:
                request["tool_choice"] = "required"
            return request
        schema = reply_schema(talk.tools, self._bounds, must_call=must_call)
        request["messages"] = flatten(talk.messages, talk.tools)
        if self._format is ReplyFormat.JSON_SCHEMA:
            request["response_format"] = {"type": "json_schema", "json_schema": {"name": "turn", "schema": schema}}
        else:
            request["response_format"] = {"type": "json_object", "schema": schema}
        return request

    def _read(self, completion: Completion, turn: int) -> Reply:
        if self._format is ReplyFormat.NATIVE:
            return read_reply(completion, turn)
        message, problem = read_constrained(completion_text(completion.message), turn)
        usage = completion.usage
        return Reply(
            message=message,
            input_tokens=usage.input_tokens or 0,
            output_tokens=usage.output_tokens or 0,
            parse_error=problem,
            truncated=completion.finish_reason == "length",
        )

    def _counted(self, reply: Reply, completion: Completion, talk: _Talk) -> Reply:
        """Where the server reports no usage, estimate from the text so that token budgets still end an episode."""
        usage = completion.usage
        if usage.output_tokens is None:
            message = reply.message
            size = len(message.content) + sum(len(c.name) + len(argument_text(c)) for c in message.tool_calls)
            reply = replace(reply, output_tokens=max(1, size // CHARACTERS_PER_TOKEN))
        if usage.input_tokens is None:
            size = sum(len(message.content) for message in talk.messages)
            reply = replace(reply, input_tokens=size // CHARACTERS_PER_TOKEN)
        return reply

    def _count_outage(self, error: EndpointError) -> None:
        if error.transient:
            with self._lock:
                self._outages += 1


class _Shared:
    """An iterator over episodes that several threads draw from until it is stopped."""

    def __init__(self, episodes: Iterable[Episode]) -> None:
        self._episodes: Iterator[Episode] = iter(episodes)
        self._lock = threading.Lock()
        self.stopped = False
        self.error: BaseException | None = None

    def __iter__(self) -> Iterator[Episode]:
        while True:
            with self._lock:
                if self.stopped:
                    return
                episode = next(self._episodes, None)
            if episode is None:
                return
            yield episode

    def stop(self, error: BaseException | None = None) -> None:
        """No further episodes; the first error is kept."""
        self.stopped = True
        if self.error is None:
            self.error = error
