"""A file of tasks with a line that is none is refused with that line."""

from __future__ import annotations

from pathlib import Path

import pytest

from planloop.bench.soundness import file_pairs
from planloop.contract.errors import PlanloopError


@pytest.mark.parametrize("line", ["{", "[]", "3", "{}", "[" * 100_000, '{"task": 3, "solution": {}}'])
def test_a_line_that_is_no_task_is_named(line: str, tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    file.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(PlanloopError) as caught:
        file_pairs(file)
    assert f"{file}:2" in str(caught.value)
