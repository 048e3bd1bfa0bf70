"""A run small enough for tests: the tiny planner on a handful of tasks, every step of the loop in it."""

from __future__ import annotations

from typing import Any

from planloop.config.model import ApprovalPolicy, Config

SETTINGS: dict[str, Any] = {
    "planner": {"model": "tiny"},
    "environment": {"max_output_tokens": 48},
    "training": {
        "rounds": 1,
        "threads": 1,
        "cold_start": {"tasks": 16, "tokens": 4000, "chunk_tokens": 2000},
        "refresh": {"orders": 12, "tokens": 60000, "own": 4},
        "rl": {"steps": 2, "groups": 2, "group_size": 2, "low": 0.0, "high": 1.0},
    },
    "evolution": {"evolve_tasks": 24, "gate_tasks": 24, "edits": 1},
    "bench": {"tasks": 24},
}


def tiny_config(policy: ApprovalPolicy = ApprovalPolicy.DEMO) -> Config:
    """The configuration of a tiny run."""
    return Config.model_validate(SETTINGS | {"approval": {"policy": policy}})
