from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.planners.conftest import TEXT, tool
from tests.planners.toy import ToyEpisode, toy_episodes

from planloop.contract.message import Message, Role
from planloop.planners.base import Prompt
from planloop.planners.engine import Engine, EngineSettings
from planloop.planners.local import LocalPlanner, load_local
from planloop.planners.render import Marker, Renderer
from planloop.planners.tiny import TinyShape, make_tiny

TOOLS = tuple(tool(f"tool_{n}", {"name": {"type": "string"}, "time": {"type": "string"}}) for n in range(6))
SHAPE = TinyShape(vocabulary=400, hidden=48, layers=3, heads=4, kv_heads=2, context=1024)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = make_tiny(tmp_path_factory.mktemp("tiny"), TEXT, SHAPE, seed=3)
    _sharpen(made)
    return made


def _sharpen(folder: Path) -> None:
    """Make the random model's distribution peaked, so that a wrong context shows in its probabilities."""
    from safetensors.torch import load_file, save_file

    path = folder / "model.safetensors"
    weights = {k: v * 6 if v.dim() == 2 else v for k, v in load_file(path).items()}
    save_file(weights, path, metadata={"format": "pt"})


def engine_of(folder: Path, **settings: Any) -> Engine:
    return load_local(folder, dtype="float32", settings=EngineSettings(**settings)).engine


@pytest.fixture(scope="module")
def reference(folder: Path) -> Any:
    from transformers import AutoModelForCausalLM

    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager").eval()  # type: ignore[no-untyped-call]


def assert_recomputed(reference: Any, episode: ToyEpisode) -> None:
    with torch.no_grad():
        logits = reference(torch.tensor([episode.ids])).logits[0].log_softmax(-1)
    pairs = [(i, t, p) for i, (t, p) in enumerate(zip(episode.ids, episode.logps, strict=True)) if p is not None]
    assert pairs
    assert max(abs(float(logits[i - 1, t]) - p) for i, t, p in pairs) < 1e-3


@pytest.mark.parametrize(
    "settings",
    [{"max_rows": 8}, {"max_rows": 3}, {"max_rows": 8, "min_shared": 10_000}, {"max_rows": 5, "shelf_tokens": 64}],
    ids=["shared", "few slots", "nothing shared", "forgetful shelf"],
)
def test_recorded_logprobs_are_those_of_a_full_forward_pass(folder: Path, reference: Any, settings: Any) -> None:
    episodes = toy_episodes(5, 4, TOOLS)
    engine = engine_of(folder, **settings)
    engine.play(iter(episodes))
    assert all(e.ended and not e.failure and len(e.replies) <= e.turns for e in episodes)
    for episode in episodes:
        assert_recomputed(reference, episode)
    assert engine.metrics.reused_tokens > 0


def test_an_episode_does_not_depend_on_its_company(folder: Path) -> None:
    together, alone = toy_episodes(4, 3, TOOLS), toy_episodes(4, 3, TOOLS)
    engine_of(folder, max_rows=7).play(together)
    for episode in alone:
        engine_of(folder, max_rows=1).play([episode])
    assert [e.ids for e in together] == [e.ids for e in alone]
    assert len({tuple(e.ids) for e in together}) == len(together)


def test_contexts_are_recorded_as_the_renderer_gives_them(folder: Path) -> None:
    episodes = toy_episodes(2, 2, TOOLS)
    engine = engine_of(folder)
    engine.play(episodes)
    for episode in episodes:
        prompt = episode.prompt
        assert list(episode.replies[0].context_ids) == engine.renderer.prompt_ids(prompt.messages, prompt.tools)[0]
        before = 0
        for reply in episode.replies:
            assert reply.input_tokens == before + len(reply.context_ids)
            before = reply.input_tokens + reply.output_tokens
            assert (reply.token_ids[-1] == engine.renderer.end_id) != reply.truncated


def test_greedy_play_takes_the_most_likely_tokens(folder: Path, reference: Any) -> None:
    episode = toy_episodes(1, 1, TOOLS)[0]
    engine_of(folder, temperature=0.0, constrained=False).play([episode])
    with torch.no_grad():
        best = reference(torch.tensor([episode.ids])).logits[0].argmax(-1).tolist()
    sampled = [(i, t) for i, (t, p) in enumerate(zip(episode.ids, episode.logps, strict=True)) if p is not None]
    assert all(best[i - 1] == t for i, t in sampled)


def test_a_broken_environment_ends_only_its_episode(folder: Path) -> None:
    episodes = toy_episodes(3, 2, TOOLS)
    episodes[2].turns, episodes[2].breaks_at = 4, 2
    engine_of(folder).play(episodes)
    assert [e.failure for e in episodes] == ["", "", "the phone is gone", "", "", ""]
    assert all(e.ended for e in episodes)


def test_budgets_cut_turns_and_episodes(folder: Path) -> None:
    episodes = toy_episodes(2, 3, TOOLS, budget=30, turn=11)
    for episode in episodes:
        episode.turns = 99
    engine_of(folder).play(episodes)
    for episode in episodes:
        sizes = [r.output_tokens for r in episode.replies]
        assert max(sizes) <= 11 and sum(sizes) <= 30
        assert episode.replies[-1].truncated
        assert "budget" in episode.failure


def test_a_prompt_beyond_the_context_is_refused(folder: Path) -> None:
    long = Prompt((Message(role=Role.SYSTEM, content="set alarm " * 2000), Message(role=Role.USER, content="x")), ())
    episodes = [ToyEpisode(long), *toy_episodes(1, 1, TOOLS)]
    engine_of(folder).play(episodes)
    assert "limit is 1024" in episodes[0].failure
    assert episodes[1].ended and not episodes[1].failure


def test_an_adapter_is_merged_swapped_and_taken_back(folder: Path, tmp_path: Path) -> None:
    from peft import LoraConfig, TaskType, get_peft_model
    from transformers import AutoModelForCausalLM

    torch.manual_seed(0)
    base: Any = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    config = LoraConfig(r=4, lora_alpha=8, target_modules="all-linear", task_type=TaskType.CAUSAL_LM)
    trained: Any = get_peft_model(base, config)
    for name, parameter in trained.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=0.5)
    trained.save_pretrained(str(tmp_path / "adapter"))
    planner = load_local(folder, dtype="float32")
    plain = [e.ids for e in _played(planner)]
    for saved in (True, False):
        if saved:
            planner.load_adapter(tmp_path / "adapter")
        else:
            planner.set_weights(trained)
        episodes = _played(planner)
        assert [e.ids for e in episodes] != plain
        assert_recomputed(trained, episodes[0])
        planner.load_adapter(None)
        assert [e.ids for e in _played(planner)] == plain


def _played(planner: LocalPlanner) -> list[ToyEpisode]:
    episodes = toy_episodes(1, 2, TOOLS)
    planner.play(episodes)
    return episodes


def test_a_chatml_renderer_plays_too(folder: Path, reference: Any) -> None:
    from planloop.planners.render import Hermes

    planner = load_local(folder, dtype="float32")
    renderer = Renderer(planner.renderer.tokenizer, Hermes(end="<end>"))
    episodes = toy_episodes(1, 2, TOOLS[:2])
    Engine(planner.engine.model, renderer, EngineSettings()).play(episodes)
    for episode in episodes:
        assert_recomputed(reference, episode)


def test_greedy_play_calls_only_what_is_callable_by_then(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A random model that is made to call at every turn, with a tool that becomes callable in the middle."""
    engine = engine_of(folder, temperature=0.0)
    (call,) = engine.renderer.ids([Marker.CALL])
    (line,) = engine.renderer.ids(["\n"])
    forward = engine._forward

    def calling(*arguments: Any) -> torch.Tensor:
        logits = forward(*arguments)
        logits[:, [call, line]] += 200.0
        return logits

    monkeypatch.setattr(engine, "_forward", calling)
    later = (tool("another", {"label": {"type": "string"}}),)
    episodes = [replace(e, later=later, turns=4) for e in toy_episodes(3, 2, TOOLS, budget=400, turn=60)]
    engine.play(episodes)
    seen = set()
    for episode in episodes:
        known = {spec.name for spec in TOOLS}
        for reply in episode.replies:
            calls = reply.message.tool_calls
            whole = {c.name for c in (calls[:-1] if reply.truncated else calls)}
            assert whole <= known
            seen |= whole
            known |= {spec.name for spec in later}
    assert seen
