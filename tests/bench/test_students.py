"""What a planner needs before a run begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from planloop.bench.students import require_usable
from planloop.config.model import PlannerConfig
from planloop.contract.errors import PlanloopError


@pytest.mark.parametrize("model", ["/nope", "./nope", "empty"])
def test_a_path_without_a_model_is_refused_before_the_run(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(PlanloopError, match=r"config\.json"):
        require_usable(PlannerConfig(model=model))


@pytest.mark.parametrize("model", ["smollm2", "tiny", "owner/name", "made"])
def test_the_embedded_planners_names_and_model_folders_are_not(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("smollm2", "made"):
        (tmp_path / name).mkdir()
    (tmp_path / "made" / "config.json").write_text("{}")
    found = PlannerConfig(model=model)
    require_usable(found)
    assert found.model == model
