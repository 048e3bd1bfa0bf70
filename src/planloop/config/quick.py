"""The same run on fewer tasks and tokens: what `--quick` means."""

from __future__ import annotations

from planloop.config.model import Config

SMALLER: dict[str, dict[str, object]] = {
    "cold_start": {"tasks": 48, "tokens": 4_000, "chunk_tokens": 4_000},
    "refresh": {"orders": 220, "tokens": 28_000, "own": 8},
    "rl": {"steps": 1, "groups": 3, "group_size": 4},
}


def quick(config: Config) -> Config:
    """The configuration cut down to one round on few tasks and updates, to see the loop turn. What is smaller already
    stays. Two rounds on half the tokens each would teach nothing."""
    parts: dict[str, object] = {n: _smaller(getattr(config.training, n), limits) for n, limits in SMALLER.items()}
    training = config.training.model_copy(update=parts | {"rounds": min(1, config.training.rounds)})
    evolution = _smaller(config.evolution, {"evolve_tasks": 32, "gate_tasks": 32, "experiments": 4, "edits": 1})
    bench = _smaller(config.bench, {"tasks": 80})
    return config.model_copy(update={"training": training, "evolution": evolution, "bench": bench})


def _smaller(section: object, limits: dict[str, object]) -> object:
    """A section with each named number lowered to its limit; 0 stands for "all" where the limit is about tasks."""
    from planloop.config.model import Section

    assert isinstance(section, Section)
    update = {}
    for name, limit in limits.items():
        now = getattr(section, name)
        unbounded = now == 0 and name in ("evolve_tasks", "gate_tasks", "tasks")
        update[name] = limit if unbounded else min(now, limit)
    return section.model_copy(update=update)
