"""planloop.yaml: what is wrong is named with its line, key and cure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from planloop.config.model import CareConfig, Config, RLConfig, TrainingConfig
from planloop.config.read import parse_config, read_config, resolved
from planloop.contract.errors import PlanloopError


def refusal(text: str) -> str:
    """The message with which `text` is refused."""
    with pytest.raises(PlanloopError) as caught:
        parse_config(text)
    return str(caught.value)


def test_an_empty_file_means_the_defaults() -> None:
    assert parse_config("# nothing\n") == Config()


def test_an_unknown_key_is_named_with_the_closest_legal_one() -> None:
    message = refusal("training:\n  rounds: 2\n  cold_strat: {}\n")
    assert message == "planloop.yaml line 3, training.cold_strat: unknown key 'cold_strat'. Did you mean cold_start?"


def test_an_unknown_key_with_no_close_one_lists_the_legal_keys() -> None:
    assert "Legal keys here: suite" in refusal("bench: {zzz: 1}\n")


def test_an_unknown_section_is_refused() -> None:
    assert "Did you mean planner?" in refusal("planer: {}\n")


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("training:\n  rounds: 0\n", "line 2, training.rounds", "0 is impossible"),
        ("training:\n  care: {p_low: 0.9, p_high: 0.2}\n", "line 2, training.care", "p_low (0.9) must be below"),
        ("training:\n  care:\n    p_low: .nan\n", "line 3, training.care.p_low", "finite"),
        ("planner: {kind: robot}\n", "line 1, planner.kind", "'local', 'endpoint' or 'scripted'"),
        ("planner: {kind: endpoint}\n", "line 1, planner", "needs base_url"),
        ("roles: {diagnoser: llm}\n", "line 1, roles", "needs base_url and model"),
        ("training:\n  care:\n    p_high: 1.0\n", "line 3, training.care.p_high", "less than 1"),
        ("approval: ask\n", "line 1, approval", "'ask' is impossible"),
        ("planner: {kind: scripted, model: oracle}\n", "line 1, planner.kind", "Set training.enabled: false"),
        (
            "training: {enabled: false}\nevolution:\n  strategy: uniform\n",
            "line 3, evolution.strategy",
            "nothing would change",
        ),
        ("training: [\n", "line 2", "not valid YAML"),
        ("- a\n", "planloop.yaml", "expected sections"),
        ("a: b: c\n", "line 1", "not valid YAML"),
        ("bench: {tasks: 2026-13-45}\n", "planloop.yaml", "month must be in 1..12"),
        (f"bench: {{tasks: {'9' * 5000}}}\n", "planloop.yaml", "a value cannot be read"),
        ("training:\n  rl: &a\n    steps: *a\n", "line 2", "an alias that holds itself"),
        ("bench: " + "[" * 300 + "]" * 300, "line 1", "nested too deeply"),
        ("bench: " + "{a: " * 5000, "planloop.yaml", "nested too deeply"),
        ("training:\n  seed: 1\n  rounds: 2\n  seed: 3\n", "line 4", "the key 'seed' is there twice"),
        ("training: {rounds: 999999999999}\n", "training.rounds", "less than or equal to 1000"),
        ("training: {threads: 99999}\n", "training.threads", "less than or equal to 1024"),
        ("training:\n  refresh:\n    rank: 9999999999\n", "line 3, training.refresh.rank", "equal to 1024"),
        ("training: {seed: 99999999999999999999}\n", "training.seed", "less than or equal to"),
        ("training:\n  cold_start: {capabilities: []}\n", "training.cold_start.capabilities", "at least 1 item"),
        ("bench: \0\n", "planloop.yaml", "not valid YAML"),
    ],
)
def test_an_impossible_value_is_named_with_its_place(text: str, place: str, reason: str) -> None:
    message = refusal(text)
    assert place in message
    assert reason in message


def numbers(section: BaseModel, prefix: str = "") -> Iterator[str]:
    """The dotted keys below a section that take a number, or several."""
    for name in type(section).model_fields:
        value = getattr(section, name)
        if isinstance(value, BaseModel):
            yield from numbers(value, f"{prefix}{name}.")
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield prefix + name


@pytest.mark.parametrize("key", [*numbers(Config())])
def test_a_truth_value_is_no_number(key: str) -> None:
    *above, last = key.split(".")
    message = refusal("".join(f"{'  ' * depth}{name}:\n" for depth, name in enumerate(above)) + f"    {last}: true\n")
    assert f"{key}: True is impossible: a number is needed here" in message


def test_a_truth_value_is_no_number_among_others() -> None:
    message = refusal("training:\n  refresh: {round_tokens: [yes]}\n")
    assert "training.refresh.round_tokens" in message
    assert "a number is needed here" in message


def test_a_missing_file_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(PlanloopError, match="planloop init"):
        read_config(tmp_path)


def test_the_resolved_form_shows_every_default() -> None:
    assert "p_high: 0.75" in resolved(Config())


@given(
    st.builds(
        Config,
        training=st.builds(
            TrainingConfig,
            rounds=st.integers(1, 99),
            seed=st.integers(0, 2**31 - 1),
            rl=st.builds(RLConfig, group_size=st.integers(2, 64)),
            care=st.builds(CareConfig, p_low=st.floats(0, 0.49), p_high=st.floats(0.5, 1, exclude_max=True)),
        ),
    )
)
def test_the_resolved_form_reads_back_equal(config: Config) -> None:
    assert parse_config(resolved(config)) == config
