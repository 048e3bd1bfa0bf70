"""`planloop bench --planner FOLDER` with the folder of an adapter: the model that it names, with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from planloop.bench.planners import make_planner
from planloop.contract.errors import PlanloopError
from planloop.planners import local


def test_an_adapter_is_played_over_the_model_that_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[tuple[Any, Any]] = []
    monkeypatch.setattr(
        local, "load_local", lambda source, adapter, settings: loaded.append((source, adapter, settings.temperature))
    )
    (tmp_path / "adapter_config.json").write_text(json.dumps({"base_model_name_or_path": "smollm2"}))
    make_planner(str(tmp_path), {}, {})
    assert loaded == [("smollm2", tmp_path, 0.0)]


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"base_model_name_or_path": 3}'])
def test_an_adapter_that_names_no_model_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "adapter_config.json").write_text(content)
    with pytest.raises(PlanloopError, match="which model"):
        make_planner(str(tmp_path), {}, {})
