"""The endpoint planner on the real phone through the real harness: a task done, and an outage in the middle of one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.planners.chat_server import Answer, ChatServer, call, say

import planloop.phone.apps  # noqa: F401 - registers the tools
from planloop.contract.capability import Behaviour, Capability, Dimension, Domain
from planloop.contract.criteria import Checker, StateCriterion
from planloop.contract.split import Split
from planloop.contract.task import ReferenceCost, Task, WorldSpec
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import StopReason
from planloop.environments.sandbox import Sandbox
from planloop.harness.harness import Harness
from planloop.planners.chat_client import ChatClient
from planloop.planners.endpoint import EndpointPlanner, ReplyFormat

ARGUMENTS = {"action": "create", "time": "03:17"}
TASK = Task(
    key="test/alarm",
    split=Split.TEST,
    request="Wake me at 3:17.",
    world=WorldSpec(seed=1),
    tools=("manage_alarm", "manage_dark_mode"),
    capability=Capability(dimension=Dimension.TOOL_USE, behaviour=Behaviour.GROUNDING, domain=Domain.TIME),
    checker=Checker.STATE_CHANGE,
    criteria=(StateCriterion(table="alarms", match={"time": "03:17"}),),
    template="test",
    skeleton="manage_alarm",
    reference=ReferenceCost(output_tokens=20, tool_calls=1),
)


def play(script: Callable[[dict[str, Any], int], Answer], reply_format: ReplyFormat) -> Trajectory:
    ended: list[Trajectory] = []
    with ChatServer(script) as server:
        client = ChatClient(server.url, "m", retries=1, backoff_s=0.01, timeout_s=5.0)
        episode = Harness().episode(TASK, Sandbox(), 0, ended.append)
        EndpointPlanner(client, reply_format=reply_format).play([episode])
    (trajectory,) = ended
    return trajectory


def test_a_phone_task_is_done_over_http_natively_and_constrained() -> None:
    native = [say(calls=[call("manage_alarm", json.dumps(ARGUMENTS))]), say("The alarm is set for 3:17.")]
    constrained = [
        say(json.dumps({"calls": [{"name": "manage_alarm", "arguments": ARGUMENTS}]})),
        say('{"text": "The alarm is set for 3:17."}'),
    ]
    for answers, reply_format in ((native, ReplyFormat.NATIVE), (constrained, ReplyFormat.JSON_OBJECT)):
        trajectory = play(lambda request, n, answers=answers: answers[n], reply_format)  # type: ignore[misc]
        assert trajectory.success
        assert trajectory.stop is StopReason.FINISHED
        assert (trajectory.cost.input_tokens, trajectory.cost.output_tokens) == (200, 14)


def test_an_outage_in_the_middle_makes_the_episode_invalid_not_failed() -> None:
    first = say(calls=[call("manage_alarm", json.dumps(ARGUMENTS))])
    trajectory = play(lambda request, n: first if n == 0 else Answer(b"", status=502), ReplyFormat.NATIVE)
    assert (trajectory.valid, trajectory.stop, trajectory.verdict) == (False, StopReason.INVALID, None)
    assert "502" in trajectory.invalid_reason
