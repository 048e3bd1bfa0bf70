"""The BFCL worker: runs under the Python of the BFCL environment and speaks JSON lines on stdin and stdout.

Self-contained: it imports the standard library and `bfcl_eval` only. One request a line, one answer a line:
`{"op": ..., ...}` -> `{"ok": true, ...}` or `{"ok": false, "error": ...}`. Model text is never evaluated: a call
arrives as a name and a JSON object of arguments, the name must be a documented tool of the task, argument names must be
identifiers, and values are written as literals.

State lives in module globals of `bfcl_eval`, keyed by a model name: every episode gets a fresh key, removed afterwards.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import keyword
import os
import signal
import sys
from pathlib import Path
from typing import Any

import bfcl_eval  # type: ignore[import-not-found]
from bfcl_eval.constants.executable_backend_config import (  # type: ignore[import-not-found]
    CLASS_FILE_PATH_MAPPING,
    MULTI_TURN_FUNC_DOC_FILE_MAPPING,
)
from bfcl_eval.eval_checker.multi_turn_eval import multi_turn_utils  # type: ignore[import-not-found]
from bfcl_eval.eval_checker.multi_turn_eval.multi_turn_checker import (  # type: ignore[import-not-found]
    multi_turn_checker,
    multi_turn_irrelevance_checker,
)

DATA = Path(bfcl_eval.__file__).parent / "data"
CALL_LIMIT_S = 10
KEY = "planloop"


class RefusedError(Exception):
    """A request or call that the worker does not carry out; the text goes back to the client."""


class TooSlowError(Exception):
    """A call ran longer than `CALL_LIMIT_S`; the executor turns it into an error result like any other."""


def read_lines(path: Path) -> list[dict[str, Any]]:
    """A JSON-lines file of the package."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


class Worker:
    """All tasks of one category, and at most one running episode."""

    def __init__(self) -> None:
        self.category = ""
        self.entries: dict[str, dict[str, Any]] = {}
        self.gold: dict[str, list[list[str]]] = {}
        self.entry: dict[str, Any] | None = None
        self.allowed: dict[str, dict[str, Any]] = {}
        self.episode = 0

    # Operations ------------------------------------------------------------------------------

    def load(self, request: dict[str, Any]) -> dict[str, Any]:
        """Every task of `category`: id, user turns, tools and classes, and the gold calls in parsed form."""
        category = str(request["category"])
        path = DATA / f"BFCL_v4_{category}.json"
        if not path.exists():
            raise RefusedError(f"bfcl_eval has no category {category}")
        self.category = category
        self.entries = {entry["id"]: entry for entry in read_lines(path)}
        answers = read_lines(DATA / "possible_answer" / f"BFCL_v4_{category}.json")
        self.gold = {answer["id"]: answer["ground_truth"] for answer in answers}
        docs = {name: self._docs(name) for entry in self.entries.values() for name in entry["involved_classes"]}
        return {"docs": docs, "tasks": [self._described(entry) for entry in self.entries.values()]}

    def start(self, request: dict[str, Any]) -> dict[str, Any]:
        """Begin an episode of task `id` in a fresh state."""
        self._forget()
        self.entry = self.entries[str(request["id"])]
        self.episode += 1
        self.allowed = {doc["name"]: doc for name in self.entry["involved_classes"] for doc in self._docs(name)}
        self._execute([])
        return {}

    def step(self, request: dict[str, Any]) -> dict[str, Any]:
        """Execute one call in the running episode; `result` is BFCL's own result text."""
        call = self._written(str(request["name"]), request["arguments"])
        (result,) = self._execute([call])
        return {"result": result}

    def grade(self, request: dict[str, Any]) -> dict[str, Any]:
        """Grade `turns`: for each user turn, its steps; for each step, its calls as `[name, arguments]`."""
        entry = self._running()
        turns = [[[self._written(*call) for call in step] for step in turn] for turn in request["turns"]]
        key = f"{KEY}_{self.episode}_graded"
        checked = multi_turn_checker(turns, self.gold[entry["id"]], entry, self.category, key)
        silent = multi_turn_irrelevance_checker(turns, self.gold[entry["id"]])
        return {"checked": _short(checked), "silent": _short(silent)}

    # Inside ----------------------------------------------------------------------------------

    def _described(self, entry: dict[str, Any]) -> dict[str, Any]:
        turns = [[message["content"] for message in turn] for turn in entry["question"]]
        gold = [[self._parsed(call, entry) for call in turn] for turn in self.gold[entry["id"]]]
        later = entry.get("missed_function", {})
        return {
            "id": entry["id"],
            "turns": turns,
            "classes": entry["involved_classes"],
            "gold": gold,
            "held_back": {index: list(names) for index, names in later.items()},
        }

    def _docs(self, class_name: str) -> list[dict[str, Any]]:
        return read_lines(DATA / "multi_turn_func_doc" / MULTI_TURN_FUNC_DOC_FILE_MAPPING[class_name])

    def _parsed(self, call: str, entry: dict[str, Any]) -> list[Any]:
        """A gold call as name and keyword arguments, positional ones named by the method's signature."""
        node = ast.parse(call, mode="eval").body
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            raise RefusedError(f"gold call {call!r} of {entry['id']} is not a plain call")
        name = node.func.id
        arguments = {}
        if node.args:
            arguments = dict(zip(_parameters(name, entry["involved_classes"]), node.args, strict=False))
        arguments |= {item.arg: item.value for item in node.keywords if item.arg is not None}
        return [name, {key: ast.literal_eval(value) for key, value in arguments.items()}]

    def _written(self, name: str, arguments: dict[str, Any]) -> str:
        """The call as source text. `(` inside texts is escaped: the executor would rewrite words before it."""
        self._running()
        if name not in self.allowed:
            raise RefusedError(f"there is no tool {name}")
        if not isinstance(arguments, dict):
            raise RefusedError("arguments must be an object")
        for key in arguments:
            if not key.isidentifier() or keyword.iskeyword(key):
                raise RefusedError(f"{key!r} is not an argument name")
        written = (f"{key}={_literal(value)}" for key, value in arguments.items())
        return f"{name}({', '.join(written)})"

    def _running(self) -> dict[str, Any]:
        if self.entry is None:
            raise RefusedError("no episode is running")
        return self.entry

    def _execute(self, calls: list[str]) -> list[str]:
        entry = self._running()
        results, _ = multi_turn_utils.execute_multi_turn_func_call(
            calls,
            entry["initial_config"],
            entry["involved_classes"],
            f"{KEY}_{self.episode}",
            entry["id"],
            long_context="long_context" in self.category,
        )
        return list(results)

    def _forget(self) -> None:
        state = vars(multi_turn_utils)
        for name in [name for name in state if name.startswith(f"{KEY}_")]:
            del state[name]


def _parameters(name: str, classes: list[str]) -> list[str]:
    for class_name in classes:
        module = importlib.import_module(CLASS_FILE_PATH_MAPPING[class_name])
        method = getattr(getattr(module, class_name), name, None)
        if method is not None:
            return list(inspect.signature(method).parameters)[1:]
    raise RefusedError(f"no class of {classes} has a method {name}")


def _literal(value: Any) -> str:
    return repr(value).replace("(", "\\x28")


def _short(verdict: dict[str, Any]) -> dict[str, Any]:
    if verdict["valid"]:
        return {"valid": True, "reason": ""}
    return {"valid": False, "reason": f"{verdict.get('error_type', '')}: {verdict.get('error_message', '')}"[:400]}


def _too_slow(number: int, frame: object) -> None:
    raise TooSlowError(f"no result within {CALL_LIMIT_S} s")


def serve() -> None:
    """Answer requests until stdin closes. What `bfcl_eval` prints goes to stderr, so that stdout stays a protocol."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    signal.signal(signal.SIGALRM, _too_slow)
    worker = Worker()
    operations = {"load": worker.load, "start": worker.start, "step": worker.step, "grade": worker.grade}
    for line in sys.stdin:
        try:
            request = json.loads(line)
            if request["op"] in ("step", "grade"):  # the others run no calls, only a busy machine makes them slow
                signal.setitimer(signal.ITIMER_REAL, CALL_LIMIT_S, CALL_LIMIT_S)  # again for each slow call in grading
            answer = {"ok": True, **operations[request["op"]](request)}
        except Exception as error:  # noqa: BLE001 - every failure of a request is an answer
            answer = {
                "ok": False,
                "error": f"{type(error).__name__}: {error}",
                "refused": isinstance(error, RefusedError),
            }
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve()
