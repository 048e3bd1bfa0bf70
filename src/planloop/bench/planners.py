"""A planner from its name on the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from planloop.bench.shortcuts import keyword, nearest
from planloop.config.model import Baseline
from planloop.contract.errors import PlanloopError
from planloop.contract.task import Solution
from planloop.contract.tool import ToolSpec
from planloop.phone.storey import Storey
from planloop.planners.base import Planner
from planloop.planners.installed import require_local
from planloop.planners.scripted import droplast, nothing, oracle
from planloop.training.student import ADAPTER_FILE

SCRIPTED = tuple(name.value for name in Baseline)
FORMS = f"scripted:{'|'.join(SCRIPTED)}, smollm2, a model or adapter folder, a model name, or endpoint:MODEL@URL"
NEAREST_TASKS, NEAREST_SEED = 2000, 0


def make_planner(
    name: str,
    solutions: Mapping[str, Solution],
    specs: Mapping[str, ToolSpec],
    api_key_env: str | None = None,
    storey: Storey = Storey.FIRST,
) -> Planner:
    """The planner of that name; a local one plays greedily, as a run measures it.

    `solutions` serve oracle and drop-last only, `specs` the keyword baseline, `storey` the nearest-neighbour one, whose
    training tasks are for phones of it.

    `api_key_env` names the environment variable with an endpoint's key; see `key_variable`.
    Raises `PlanloopError` for a name that is none of the known forms or a planner that cannot be loaded.
    """
    kind, _, rest = name.partition(":")
    if kind == "scripted":
        return _scripted(rest, dict(solutions), specs, storey)
    if kind == "endpoint":
        return hosted(rest, api_key_env)
    if name == "tiny":
        raise PlanloopError(
            "the tiny planner has no weights of its own", cure="give the folder of a trained one: --planner DIR"
        )
    if name != "smollm2" and not Path(name).exists() and "/" not in name:
        raise PlanloopError(f"there is no planner {name!r}", cure=f"use {FORMS}")
    require_local()
    from planloop.planners.engine import EngineSettings
    from planloop.planners.local import load_local

    folder, greedy = Path(name), EngineSettings(temperature=0.0)
    if (folder / ADAPTER_FILE).is_file():
        return load_local(_base_of(folder), adapter=folder, settings=greedy)
    return load_local(name, settings=greedy)


def _base_of(folder: Path) -> str:
    """The model that a peft adapter was trained on. Raises `PlanloopError` where its configuration names none."""
    try:
        base = json.loads((folder / ADAPTER_FILE).read_text(encoding="utf-8"))["base_model_name_or_path"]
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        base = None
    if not base or not isinstance(base, str):
        raise PlanloopError(
            "the adapter does not say which model it is for",
            place=str(folder / ADAPTER_FILE),
            cure="set base_model_name_or_path to smollm2, or to a model's name or folder",
        )
    return base


def _scripted(rest: str, solutions: dict[str, Solution], specs: Mapping[str, ToolSpec], storey: Storey) -> Planner:
    if rest == "oracle":
        return oracle(solutions)
    if rest == "nothing":
        return nothing()
    if rest == "droplast":
        return droplast(solutions)
    if rest == "keyword":
        return keyword(specs)
    if rest == "nearest":
        from planloop.contract.split import Split
        from planloop.data.generate import Factory

        return nearest(Factory(Split.TRAIN, storey=storey).balanced(NEAREST_TASKS, NEAREST_SEED))
    raise PlanloopError(f"there is no scripted planner {rest!r}", cure=f"use one of {', '.join(SCRIPTED)}")


def hosted(rest: str, api_key_env: str | None = None) -> Planner:
    """The planner behind `MODEL@URL`, an OpenAI-compatible server. Raises `PlanloopError` for another form."""
    from planloop.planners.chat_client import key_variable, open_client
    from planloop.planners.endpoint import EndpointPlanner

    model, at, url = rest.rpartition("@")
    if not at or not model or not url.startswith(("http://", "https://")):
        raise PlanloopError(f"endpoint {rest!r} is not MODEL@URL", cure="write endpoint:MODEL@http://host:port/v1")
    return EndpointPlanner(open_client(url, model, key_variable(api_key_env)))
