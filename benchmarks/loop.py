"""What the loop gains, beside a control with the same start and the same training tokens (design section 14).

    python -m benchmarks.loop --seeds 0,1,2 --out build/loop
    python -m benchmarks.loop --seeds 0 --quick --json

For every seed `planloop run` turns the loop, then the control: the same code with `evolution.strategy: uniform`. Its
tasks are drawn evenly over all capability groups, nothing is diagnosed, the harness stays; every round trains on as
many packed tokens as the loop's did, with the same settings of RL. Without a diagnosis no task is there only to
preserve, so the directions that it trains begin at random and are not damped: that part of the gain is counted as the
loop's. Its cold start is computed again from the same seed,
and the weights of both first releases are compared.

Runs that are finished are read from `--out`; one that was interrupted goes on there.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.loop_arm import Arm, ArmFailure, ArmResult, claim, code_version, control_config, play
from benchmarks.loop_score import SeedOutcomes, score
from planloop.config.model import ApprovalConfig, ApprovalPolicy, Config
from planloop.config.quick import quick
from planloop.config.read import read_config
from planloop.contract.capability import Capability
from planloop.contract.errors import PlanloopError

EXIT_ERROR, EXIT_INTERRUPTED = 2, 130
ROWS = {
    "before": "before",
    "after": "after",
    "control_after": "control, after",
    "nearest": "scripted:nearest",
    "gain": "gain",
    "control_gain": "control, gain",
    "gain_over_control": "gain over control",
    "data_training_gain": "gain by data, training",
    "harness_gain": "gain by harness",
    "after_over_nearest": "after over nearest",
}
SIGNED = ("gain", "over")


@dataclass
class Played:
    """The arms of one seed, as far as they came."""

    seed: int
    arms: dict[Arm, ArmResult] = field(default_factory=dict)
    failure: ArmFailure | None = None

    @property
    def complete(self) -> bool:
        """Whether loop and control both finished."""
        return len(self.arms) == len(Arm)

    @property
    def same_start(self) -> bool:
        """Whether the first releases of both arms have equal weights, bit for bit."""
        return len({json.dumps(a.start, sort_keys=True) for a in self.arms.values()}) == 1

    @property
    def outcomes(self) -> SeedOutcomes:
        """The test outcomes of both arms."""
        loop, control = self.arms[Arm.LOOP].outcomes, self.arms[Arm.CONTROL].outcomes
        return SeedOutcomes(loop["before"], loop["middle"], loop["after"], control["before"], control["after"])


def configured(options: argparse.Namespace, seed: int) -> Config:
    """The loop's configuration for a seed. Nobody is asked: approvals are the demo policy's."""
    base = read_config(options.config) if options.config else Config()
    plan = base.model_copy(update={"approval": ApprovalConfig(policy=ApprovalPolicy.DEMO)}).model_dump()
    plan["training"]["seed"] = seed
    if base.harness.folder is not None:  # arms run in folders of their own
        home = options.config if options.config.is_dir() else options.config.parent
        plan["harness"]["folder"] = str((home / base.harness.folder).resolve())
    if options.rounds is not None:
        plan["training"]["rounds"] = options.rounds
    if options.planner is not None:
        plan["planner"]["model"] = options.planner
    chosen = Config.model_validate(plan)
    if not chosen.training.enabled:
        raise PlanloopError(
            "is false, and a control without training has nothing to train on",
            place="training.enabled",
            cure="set it to true, with a local planner",
        )
    return quick(chosen) if options.quick else chosen


def play_seed(folder: Path, config: Config, *, keep: bool) -> Played:
    """Loop, then control; without a finished loop there is no budget to give to a control."""
    played = Played(config.training.seed)
    for arm in Arm:
        plan = config if arm is Arm.LOOP else control_config(config, played.arms[Arm.LOOP])
        found = play(folder / arm, arm, plan, keep=keep)
        if isinstance(found, ArmFailure):
            played.failure = found
            return played
        played.arms[arm] = found
    return played


def nearest(folder: Path, suite_name: str, keys: Sequence[str]) -> dict[str, bool]:
    """Which test tasks the plan of the most similar train task solves, under the first harness."""
    from planloop.bench.phone import play as play_suite
    from planloop.bench.planners import make_planner
    from planloop.bench.suite import load_suite
    from planloop.contract.split import Split, Stage
    from planloop.evolution.ports import Silent
    from planloop.harness.harness import Harness

    file = folder / "nearest.json"
    held = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    if not set(keys) <= held.keys():
        suite = load_suite(suite_name)
        tasks = [t for t in suite.tasks(Split.TEST, Stage.BENCH) if t.key in set(keys)]
        say(f"playing scripted:nearest on {len(tasks)} test tasks")
        ended = play_suite(make_planner("scripted:nearest", {}, {}), Harness(), tasks, suite, 0, Silent())
        held = {t.key: False for t in tasks} | {t.task_key: t.valid and t.success for t in ended}
        file.write_text(json.dumps(held), encoding="utf-8")
    return {key: held[key] for key in keys}


def report(played: Sequence[Played], folder: Path, suite: str) -> dict[str, Any]:
    """The JSON object: pooled over the seeds that have both arms, and every seed by itself. `suite` is its plain name.

    Raises `PlanloopError` where no seed has both.
    """
    complete = [p for p in played if p.complete]
    if not complete:
        failed = next(p.failure for p in played if p.failure)
        raise PlanloopError(
            f"no seed has both arms; the {failed.arm} of seed {failed.seed} ended with status {failed.code}:\n"
            f"{failed.message}\n",
            place=str(failed.log),
            cure="mend that and run the same command again",
        )
    first = complete[0].arms[Arm.LOOP]
    capabilities = {key: Capability.parse(name) for key, name in first.capabilities.items()}
    closest = nearest(folder, suite, sorted(capabilities))
    found: dict[str, Any] = score(capabilities, [p.outcomes for p in complete], closest)
    arms = [a for p in played for a in p.arms.values()]
    return found | {
        "seeds": [p.seed for p in complete],
        "apart": found["before_hi"] < found["after_lo"],
        "suite": first.suite,
        "start": "cold start computed again for the control from the same seed",
        "same_start": all(p.same_start for p in complete),
        "harness_changed": [p.seed for p in complete if p.arms[Arm.LOOP].harness_changed],
        "wall_s": round(sum(a.wall_s for a in arms), 1),
        "peak_memory_gb": max(a.peak_memory_gb for a in arms),
        "machine": first.machine,
        "failed": [{"seed": f.seed, "arm": f.arm, "status": f.code, "message": f.message} for f in failures(played)],
        "runs": [_run(p, score(capabilities, [p.outcomes], closest) if p.complete else {}, folder) for p in played],
    }


def failures(played: Sequence[Played]) -> list[ArmFailure]:
    """Arms that did not finish."""
    return [p.failure for p in played if p.failure is not None]


def _run(played: Played, scores: dict[str, float], folder: Path) -> dict[str, Any]:
    arms = {}
    for name, arm in played.arms.items():
        arms[name.value] = {
            "wall_s": arm.wall_s,
            "peak_memory_gb": arm.peak_memory_gb,
            "refresh_tokens": sum(r.refresh_tokens for r in arm.rounds),
            "rl_updates": sum(r.rl_updates for r in arm.rounds),
            "harness_changed": arm.harness_changed,
            "machine": arm.machine,
            "rounds": [r.model_dump(mode="json") for r in arm.rounds],
            "report": str(folder / f"seed-{played.seed}" / name / arm.report),
        }
    return {"seed": played.seed, "same_start": played.complete and played.same_start, **scores, **arms}


def table(value: dict[str, Any]) -> str:
    """The numbers for people: a column per seed, and all of them together."""
    runs = [r for r in value["runs"] if "gain" in r]
    columns = [*((f"seed {r['seed']}", r) for r in runs), ("pooled", value)]
    lines = ["points".ljust(24) + "".join(name.rjust(24) for name, _ in columns)]
    for key, words in ROWS.items():
        lines.append(words.ljust(24) + "".join(_cell(scores, key).rjust(24) for _, scores in columns))
    for key, words in (("refresh_tokens", "tokens trained on"), ("rl_updates", "RL updates"), ("wall_s", "seconds")):
        cells = [" / ".join(f"{r[arm][key]:.0f}" for arm in Arm) for r in runs]
        lines.append(f"{words}, each".ljust(24) + "".join(c.rjust(24) for c in cells))
    return "\n".join([*lines, "", *remarks(value)])


def remarks(value: dict[str, Any]) -> list[str]:
    """What a reader must know of the numbers."""
    seeds, changed = value["seeds"], value["harness_changed"]
    m = value["machine"]
    on = f", {m['accelerator']}" if m["accelerator"] else ""
    said = [
        f"95 % intervals over {value['gain_n']} test tasks, each with its mean over {len(seeds)} seed(s).",
        f"before and after: intervals {'apart' if value['apart'] else 'overlap'}.",
        f"{value['start']}; weights {'equal bit for bit' if value['same_start'] else 'NOT equal: gains are compared'}.",
    ]
    same = [s for s in seeds if s not in changed]
    if same:
        said.append(f"the harness did not change in seed {', '.join(map(str, same))}: its gain there is 0.")
    for failed in value["failed"]:
        said.append(f"FAILED: {failed['arm']} of seed {failed['seed']}, status {failed['status']}: {failed['message']}")
    said.append(
        f"{value['wall_s']:.0f} s in all, at most {value['peak_memory_gb']:.2f} GB; {m['cpu']}, {m['cores']} core(s), "
        f"{m['torch_threads']} torch thread(s){on}."
    )
    return said


def _cell(scores: dict[str, float], key: str) -> str:
    sign = "+" if any(word in key for word in SIGNED) else ""
    return f"{scores[key]:{sign}.1f} [{scores[f'{key}_lo']:{sign}.1f}, {scores[f'{key}_hi']:{sign}.1f}]"


def say(text: str) -> None:
    """Progress goes to stderr."""
    print(text, file=sys.stderr, flush=True)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="benchmarks.loop", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", default="0,1,2", type=_seeds, help="numbers with commas between them")
    parser.add_argument("--quick", action="store_true", help="fewer tasks and tokens, as planloop run --quick")
    parser.add_argument("--rounds", type=int, help="rounds of each run (default: as configured)")
    parser.add_argument("--planner", help="smollm2, tiny, or a Hugging Face name or folder")
    parser.add_argument("--config", type=Path, help="planloop.yaml or its folder (default: the demo's)")
    parser.add_argument(
        "--out", type=Path, help="where results lie (default: a new folder); what is finished there is not run again"
    )
    parser.add_argument("--keep", action="store_true", help="keep the stores of finished runs")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout; the table goes to stderr")
    return parser.parse_args(arguments)


def _seeds(text: str) -> list[int]:
    found = [int(part) for part in text.split(",")]
    if len(set(found)) != len(found) or min(found) < 0:
        raise ValueError(f"{text} names a seed twice, or one below 0")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit status: 0, 1 where a run failed, 2 where nothing could be measured."""
    options = parse(arguments)
    folder = options.out.resolve() if options.out else Path(tempfile.mkdtemp(prefix="planloop-loop-"))
    try:
        claim(folder, "code", code_version())
        configs = [configured(options, seed) for seed in options.seeds]
        played = [play_seed(folder / f"seed-{c.training.seed}", c, keep=options.keep) for c in configs]
        claim(folder, "code", code_version())  # nobody changed it meanwhile
        value = report(played, folder, configs[0].bench.suite)
    except PlanloopError as error:
        say(f"benchmarks.loop: {error}")
        return EXIT_ERROR
    except KeyboardInterrupt:
        say(f"benchmarks.loop: interrupted; go on by the same command with --out {folder}")
        return EXIT_INTERRUPTED
    print(table(value), file=sys.stderr if options.json else sys.stdout)
    say(f"reports and results of every run: {folder}")
    if options.json:
        print(json.dumps(value, ensure_ascii=False, allow_nan=False))
    return 1 if failures(played) else 0


if __name__ == "__main__":
    sys.exit(main())
