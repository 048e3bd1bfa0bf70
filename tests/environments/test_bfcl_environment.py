"""The BFCL adapter: its schema dialect, its result texts, and a worker that misbehaves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from planloop.bench.venvs import Peer, find_python
from planloop.contract.feedback import ErrorType
from planloop.contract.message import ToolCall
from planloop.environments.base import InfrastructureError
from planloop.environments.bfcl import process
from planloop.environments.bfcl.environment import BfclEnvironment, error_of
from planloop.environments.bfcl.process import WorkerProcess
from planloop.environments.bfcl.suite import Category, json_schema, tool_spec

BFCL = find_python(Peer.BFCL)
needs_bfcl = pytest.mark.skipif(BFCL is None, reason="BFCL's environment is not built: run `make bfcl`")


@pytest.fixture(scope="module")
def environment() -> Iterator[BfclEnvironment]:
    assert BFCL is not None
    made = BfclEnvironment(BFCL)
    yield made
    made.close()


def test_the_schema_dialect_becomes_json_schema_even_where_a_property_is_called_type() -> None:
    given = {
        "type": "dict",
        "properties": {"type": {"type": "string"}, "price": {"type": "float"}, "list": {"type": "array"}},
        "required": ["type"],
    }
    schema = json_schema(given)
    assert schema == {
        "type": "object",
        "properties": {"type": {"type": "string"}, "price": {"type": "number"}, "list": {"type": "array"}},
        "required": ["type"],
    }


def test_the_class_blurb_is_left_out_of_a_description() -> None:
    doc = {"name": "cd", "description": "This tool belongs to X. Tool description: Go.", "parameters": {"type": "dict"}}
    assert tool_spec(doc, "X").description == "Go."


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('{"error": "no such file"}', ErrorType.CONFLICT),
        ("Error during execution: unexpected keyword", ErrorType.BAD_ARGUMENT),
        ('{"matching_lines": ["an error"]}', None),
        ("None", None),
        ("3.5", None),
    ],
)
def test_result_texts_are_read_as_success_or_error(text: str, error: ErrorType | None) -> None:
    assert error_of(text) is error


def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, timeout_s: float = 5.0) -> WorkerProcess:
    script = tmp_path / "worker.py"
    script.write_text(source)
    monkeypatch.setattr(process, "WORKER", script)
    return WorkerProcess(Path(sys.executable), timeout_s=timeout_s)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import sys; sys.stdin.readline(); sys.exit('out of memory')", "out of memory"),
        ("import time; time.sleep(60)", "no answer"),
        ("import sys; sys.stdin.readline(); print('[not json')", "nonsense"),
        ("import sys; sys.stdin.readline(); print('3')", "nonsense"),
        ('import sys; sys.stdin.readline(); print(\'{"ok": false, "error": "boom"}\')', "boom"),
    ],
)
def test_a_worker_that_dies_hangs_or_talks_nonsense_is_an_infrastructure_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, said: str
) -> None:
    worker = fake(tmp_path, monkeypatch, source, timeout_s=0.5 if "sleep" in source else 5.0)
    with pytest.raises(InfrastructureError, match=said):
        worker.ask("start")
    worker.close()
    worker.close()


def test_a_python_that_is_not_there_is_an_infrastructure_failure(tmp_path: Path) -> None:
    with pytest.raises(InfrastructureError, match="cannot be started"):
        WorkerProcess(tmp_path / "python")


@needs_bfcl
def test_every_gold_call_fits_the_schema_of_its_tool_but_one(environment: BfclEnvironment) -> None:
    misfits = []
    for item in environment.suite:
        schemas = {tool.name: tool.parameters for tool in item.tools}
        for turn in item.solution.turns:
            for call in turn.calls:
                if not jsonschema.Draft202012Validator(schemas[call.name]).is_valid(call.arguments):
                    misfits.append((item.task.key, call.name))
    assert misfits == [("bfcl/multi_turn_base_173", "close_ticket")]


@needs_bfcl
def test_each_reset_starts_from_a_fresh_state(environment: BfclEnvironment) -> None:
    task = environment.suite[0].task
    listings = []
    for _ in range(2):
        environment.reset(task, 0)
        listings.append(environment.step(ToolCall(id="1", name="ls", arguments={}), 1).data)
        environment.step(ToolCall(id="2", name="mkdir", arguments={"dir_name": "new"}), 1)
    assert listings[0] == listings[1]
    assert len(environment.evidence().operations) == 2


@needs_bfcl
def test_a_task_of_another_suite_is_refused(environment: BfclEnvironment) -> None:
    task = environment.suite[0].task.model_copy(update={"key": "bfcl/other"})
    with pytest.raises(InfrastructureError, match=Category.BASE.value):
        environment.reset(task, 0)


@needs_bfcl
def test_a_call_that_takes_too_long_is_an_error_result_and_the_worker_lives(tmp_path: Path) -> None:
    assert BFCL is not None
    source = process.WORKER.read_text().replace("CALL_LIMIT_S = 10", "CALL_LIMIT_S = 0.3")
    assert "CALL_LIMIT_S = 0.3" in source
    script = tmp_path / "worker.py"
    script.write_text(source)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "WORKER", script)
        environment = BfclEnvironment(BFCL)
    item = next(item for item in environment.suite if "logarithm" in item.task.tools)
    environment.reset(item.task, 0)
    slow = ToolCall(id="1", name="logarithm", arguments={"value": 3.0, "base": 2.0, "precision": 10**6})
    feedback = environment.step(slow, 1)
    assert "no result within" in feedback.message
    quick = ToolCall(id="2", name="logarithm", arguments={"value": 8.0, "base": 2.0, "precision": 5})
    assert environment.step(quick, 1).success
    environment.close()
