"""A finished arm of `benchmarks.loop` for tests."""

from __future__ import annotations

from benchmarks.loop_arm import Arm, ArmResult, ArmRound


def arm_round(tokens: int) -> ArmRound:
    return ArmRound(
        refresh_tokens=tokens,
        constructed=9,
        trajectories=8,
        tasks=7,
        rl_updates=2,
        rl_episodes=32,
        edits=0,
        released=True,
    )


def result(arm: Arm = Arm.LOOP) -> ArmResult:
    return ArmResult(
        arm=arm,
        seed=0,
        suite="phone-starter",
        machine={"cpu": "c", "cores": 2, "torch_threads": 1, "accelerator": ""},
        wall_s=12.5,
        peak_memory_gb=0.5,
        outcomes={"before": {"t": False}, "middle": {"t": True}, "after": {"t": True}},
        capabilities={"t": "tool_use/grounding/time"},
        start={"adapter_model.safetensors": "ab"},
        harness_changed=False,
        rounds=(arm_round(4000), arm_round(0)),
        report="report.html",
    )
