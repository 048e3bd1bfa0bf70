from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch

from planloop.training import attention
from planloop.training.attention import dense_mask, make_layout, tree_layout
from planloop.training.lora import LoraSettings, add_lora
from planloop.training.rows import TrainRow, learnt_tokens
from planloop.training.trainer import Trainer, TrainSettings, negative_log_likelihood
from planloop.training.tree import build_pack, common_prefix


def plain_gradients(model: Any, rows: list[TrainRow]) -> tuple[float, dict[str, torch.Tensor]]:
    """The reference: each row alone through the stock model, whole logits, no sharing."""
    model.zero_grad()
    total = 0.0
    for row in rows:
        ids = torch.tensor([row.ids])
        logps = model(input_ids=ids).logits[0, :-1].float().log_softmax(-1)
        taken = logps.gather(1, ids[0, 1:, None])[:, 0]
        loss = -(taken * torch.tensor(row.weights[1:])).sum() / learnt_tokens(rows)
        loss.backward()
        total += float(loss.detach())
    return total, {n: p.grad.clone() for n, p in model.named_parameters() if p.grad is not None}


def cached_gradients(model: Any, rows: list[TrainRow], packs: list[set[int]]) -> tuple[float, dict[str, torch.Tensor]]:
    """The reference where what rows share is only read: each row alone behind the stock model's cache of as much of its
    prompt as another row of its pack begins with."""
    model.zero_grad()
    total = 0.0
    for number, row in enumerate(rows):
        (others,) = (pack - {number} for pack in packs if number in pack)
        shared = max((common_prefix(row.ids, rows[o].ids, 0) for o in others), default=0)
        ids, begin = torch.tensor([row.ids]), min(shared, row.prefix_length - 1)
        with torch.no_grad():
            cache = model(input_ids=ids[:, :begin], use_cache=True).past_key_values if begin else None
        logps = model(input_ids=ids[:, begin:], past_key_values=cache).logits[0, :-1].float().log_softmax(-1)
        taken = logps.gather(1, ids[0, begin + 1 :, None])[:, 0]
        loss = -(taken * torch.tensor(row.weights[begin + 1 :])).sum() / learnt_tokens(rows)
        loss.backward()
        total += float(loss.detach())
    return total, {n: p.grad.clone() for n, p in model.named_parameters() if p.grad is not None}


Make = Callable[..., Any]


def largest_gap(kind: str, min_shared: int, make_model: Make, make_rows: Make, *, through: bool = True) -> float:
    """The largest difference between packed and separate computation, over the loss and all gradients."""
    rows = make_rows()
    settings = TrainSettings(
        min_shared=min_shared, pack_tokens=90, logit_chunk=7, clip_norm=1e9, shared_gradient=through
    )
    trainer = Trainer(make_model(kind), settings)
    packs = [{target.row for target in pack.targets} for pack in trainer.packs(rows)]
    assert len(packs) > 1
    if through:
        loss, gradients = plain_gradients(make_model(kind), rows)
    else:
        loss, gradients = cached_gradients(make_model(kind), rows, packs)
    report = trainer.step(rows, negative_log_likelihood, learnt_tokens(rows))
    gaps = [abs(report.loss - loss)]
    for name, parameter in trainer.model.named_parameters():
        assert parameter.grad is not None
        gaps.append(float((parameter.grad - gradients[name]).abs().max()))
    return max(gaps)


@pytest.mark.parametrize("kind", ["llama", "qwen2"])
@pytest.mark.parametrize("min_shared", [4, 1000])
def test_packed_rows_give_the_loss_and_gradients_of_separate_rows(
    kind: str, min_shared: int, make_model: Make, make_rows: Make
) -> None:
    assert largest_gap(kind, min_shared, make_model, make_rows) < 1e-5


@pytest.mark.parametrize("kind", ["llama", "qwen2"])
@pytest.mark.parametrize("masked", [False, True])
def test_what_rows_share_can_be_read_as_from_a_cache(
    kind: str, masked: bool, make_model: Make, make_rows: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    if masked:  # as on other devices
        monkeypatch.setattr(attention, "has_tree_kernel", lambda device: False)
    assert largest_gap(kind, 4, make_model, make_rows, through=False) < 1e-5


def test_a_row_that_shares_nothing_is_learnt_through(make_model: Make) -> None:
    row = TrainRow(ids=tuple(range(9)), weights=(0.0,) * 5 + (1.0,) * 4)
    loss, gradients = plain_gradients(make_model(), [row])
    trainer = Trainer(make_model(), TrainSettings(clip_norm=1e9, shared_gradient=False))
    assert trainer.step([row], negative_log_likelihood, row.learnt).loss == pytest.approx(loss, abs=1e-5)
    for name, parameter in trainer.model.named_parameters():
        assert torch.allclose(parameter.grad, gradients[name], atol=1e-5), name


def test_scores_that_are_cut_have_the_same_gradients(
    make_model: Make, make_rows: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attention, "_SCORES", 400)  # some queries at a time
    assert largest_gap("qwen2", 4, make_model, make_rows) < 1e-5
    assert largest_gap("qwen2", 4, make_model, make_rows, through=False) < 1e-5


@pytest.mark.parametrize("short", [0, 10_000])
def test_both_ways_of_computing_short_stretches_have_the_same_gradients(
    short: int, make_model: Make, make_rows: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attention, "_SHORT", short)
    assert largest_gap("qwen2", 4, make_model, make_rows) < 1e-5


def test_rows_of_a_two_level_tree_end_in_the_hidden_states_of_separate_rows(make_model: Make, make_rows: Make) -> None:
    rows = make_rows()
    model = make_model()
    alone = {row.ids: model.base_model(input_ids=torch.tensor([row.ids])).last_hidden_state[0, -1] for row in rows}
    trainer = Trainer(model, TrainSettings(min_shared=4))
    pack = build_pack(rows, 4)
    hidden = trainer.hidden(pack)
    seen, depth = set(), 0
    paths: list[tuple[int, ...]] = []
    for node in pack.nodes:
        above = () if node.parent < 0 else paths[node.parent]
        paths.append(above + pack.ids[node.start : node.end])
        depth = max(depth, 0 if node.parent < 0 else 1 + (pack.nodes[node.parent].parent >= 0))
        if paths[-1] in alone:
            seen.add(paths[-1])
            assert torch.allclose(hidden[node.end - 1], alone[paths[-1]], atol=1e-4)
    assert depth == 2
    assert seen == set(alone)


def test_log_probabilities_do_not_depend_on_sharing(make_model: Make, make_rows: Make) -> None:
    rows = make_rows()
    shared = Trainer(make_model(), TrainSettings(min_shared=4)).logps(rows)
    alone = Trainer(make_model(), TrainSettings(sharing=False)).logps(rows)
    for a, b in zip(shared, alone, strict=True):
        assert a == pytest.approx(b, abs=1e-4)


def test_the_mask_used_on_other_devices_means_the_same_tree(make_model: Make, make_rows: Make) -> None:
    pack = build_pack(make_rows(), 4)
    trainer = Trainer(make_model(), TrainSettings(min_shared=4))
    fused = trainer.hidden(pack)
    layout = replace(make_layout(pack, torch.device("cpu")), mask=dense_mask(pack))
    ids, positions = torch.tensor([pack.ids]), torch.tensor([pack.positions])
    with tree_layout(layout):
        masked = trainer.backbone(input_ids=ids, position_ids=positions, use_cache=False).last_hidden_state[0]
    assert torch.allclose(fused, masked, atol=1e-4)


def test_fused_adapters_compute_what_peft_computes(make_model: Make, make_rows: Make) -> None:
    rows = make_rows()
    plain = adapted(make_model())
    for module in plain.modules():
        if "forward" in module.__dict__:
            del module.__dict__["forward"]
    loss, gradients = plain_gradients(plain, rows)
    trainer = Trainer(adapted(make_model()), TrainSettings(min_shared=4, clip_norm=1e9))
    report = trainer.step(rows, negative_log_likelihood, learnt_tokens(rows))
    assert report.loss == pytest.approx(loss, abs=1e-5)
    learnt = {n: p.grad for n, p in trainer.model.named_parameters() if p.grad is not None}
    assert learnt.keys() == gradients.keys()
    for name, gradient in learnt.items():
        assert torch.allclose(gradient, gradients[name], atol=1e-5), name


def test_a_model_without_trainable_parameters_is_refused(make_model: Make) -> None:
    model = make_model()
    model.requires_grad_(False)
    with pytest.raises(ValueError, match="add_lora"):
        Trainer(model, TrainSettings())


def test_the_rate_warms_up_and_ends_low() -> None:
    settings = TrainSettings(learning_rate=1.0, total_steps=10, warmup_steps=2, final_rate=0.1)
    rates = [settings.rate(step) for step in range(11)]
    assert rates[0] < rates[1] < rates[2] == 1.0
    assert rates[2:] == sorted(rates[2:], reverse=True)
    assert rates[10] == pytest.approx(0.1)


def adapted(model: Any) -> Any:
    wrapped = add_lora(model, LoraSettings(rank=4, alpha=8), seed=3)
    torch.manual_seed(1)
    with torch.no_grad():
        for name, parameter in wrapped.named_parameters():
            if "lora_B" in name:
                parameter.normal_(0, 0.1)
    return wrapped
