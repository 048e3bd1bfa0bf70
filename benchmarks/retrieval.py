"""`python -m benchmarks.retrieval`: do the fifteen tools that retrieval finds hold those that a task needs?

Requests are the test tasks of a frozen suite, the tools those of the whole phone and memory; a task that needs a skill
counts without it, since loaders come beside the fifteen. `lexical` ranks by the tools' own words, `lexical_graph` also
by what train traces say of them (`usage.jsonl` of the harness, mined from the train split). Times are of one core.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from statistics import fmean, quantiles

from planloop.bench.suite import load_suite
from planloop.contract.action import SKILL_PREFIX
from planloop.contract.split import Split
from planloop.environments.sandbox import Sandbox
from planloop.harness.eta import Eta
from planloop.harness.harness import Harness
from planloop.harness.retrieval import EXPOSED, ToolIndex
from planloop.harness.usage import Usage
from planloop.phone.storey import Storey
from planloop.training.evaluate import wilson


def measure(suite: str, split: Split) -> dict[str, object]:
    """Both rankings over the tasks of a split."""
    eta = Eta.load()
    specs = Harness(eta).specs(Sandbox(Storey.FULL))
    out: dict[str, object] = {"suite": load_suite(suite).name, "split": split.value, "tools": len(specs)}
    for name, usage in (("lexical", Usage()), ("lexical_graph", eta.usage)):
        out[name] = _measured(ToolIndex(specs, eta.routing, usage), suite, split)
    return out


def _measured(index: ToolIndex, suite: str, split: Split) -> dict[str, float]:
    found = load_suite(suite)
    solutions = found.solutions(split)
    shares: list[float] = []
    seconds: list[float] = []
    index.expose("warm up")
    for task in found.all_tasks(split):
        gold = {c.name for t in solutions[task.key].turns for c in t.calls if not c.name.startswith(SKILL_PREFIX)}
        if not gold:
            continue
        called = tuple(call.name for message in task.history for call in message.tool_calls)
        began = time.perf_counter()
        shown = index.expose(task.request, EXPOSED, called=called)
        seconds.append(time.perf_counter() - began)
        shares.append(len(gold & set(shown)) / len(gold))
    whole = wilson(sum(share == 1 for share in shares), len(shares))
    return {
        "recall_at_15": round(fmean(shares), 4),
        "all_at_15": round(whole.value, 4),
        "all_at_15_lo": round(whole.low, 4),
        "all_at_15_hi": round(whole.high, 4),
        "tasks": len(shares),
        "p50_ms": round(1e3 * quantiles(seconds, n=100)[49], 3),
        "p99_ms": round(1e3 * quantiles(seconds, n=100)[98], 3),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a table or one JSON object."""
    parser = argparse.ArgumentParser(prog="benchmarks.retrieval", description=__doc__)
    parser.add_argument("--suite", default="phone-starter")
    parser.add_argument(
        "--split", type=Split, choices=[Split.TEST, Split.DEV_EVOLVE, Split.DEV_GATE], default=Split.TEST
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    value = measure(options.suite, options.split)
    if options.json:
        print(json.dumps(value))
        return
    print(f"{value['suite']}, {value['split']}: {EXPOSED} of {value['tools']} tools")
    for name in ("lexical", "lexical_graph"):
        row = value[name]
        assert isinstance(row, dict)
        interval = f"[{row['all_at_15_lo']:.3f}, {row['all_at_15_hi']:.3f}]"
        print(
            f"{name:14} recall {row['recall_at_15']:.3f}  all {row['all_at_15']:.3f} {interval}  n={row['tasks']}  "
            f"p50 {row['p50_ms']:.2f} ms  p99 {row['p99_ms']:.2f} ms"
        )


if __name__ == "__main__":
    main()
