"""`python -m benchmarks.sandbox`: tool steps per second and reset time of the sandbox phone, on one core.

The steps are the calls of the frozen suite's known solutions, in their order and on their tasks' worlds. A step parses
the call's JSON, runs it, records the change, and writes the answer as JSON. A reset goes to another task's world
(already built, as it is from the second episode on). `--storey full` plays them on the whole phone. No peer with such a
phone can be installed from a package index: none is timed beside it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from statistics import median

from planloop.bench.suite import load_suite
from planloop.contract.action import MEMORY_TOOLS, SKILL_PREFIX
from planloop.contract.message import ToolCall
from planloop.contract.split import Split
from planloop.contract.task import Task
from planloop.environments.sandbox import Sandbox
from planloop.phone.storey import Storey

PEERS: dict[str, float] = {}


def measure(seconds: float, storey: Storey = Storey.FIRST) -> dict[str, object]:
    """Median steps per second and reset time in microseconds over rounds that fill about `seconds`."""
    suite = load_suite()
    work: list[tuple[Task, list[str]]] = []
    for task in suite.all_tasks(Split.TEST):
        calls = [c for turn in suite.solutions(Split.TEST)[task.key].turns for c in turn.calls]
        ours = [c for c in calls if c.name not in MEMORY_TOOLS and not c.name.startswith(SKILL_PREFIX)]
        world = task.world.model_copy(update={"storey": storey.value})
        work.append((task.model_copy(update={"world": world}), [c.to_json() for c in ours]))
    sandbox = Sandbox(storey)
    for task, _ in work:
        sandbox.reset(task, 0)
    rates: list[float] = []
    resets: list[float] = []
    steps = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or not rates:
        spent, count, reset = 0.0, 0, 0.0
        for task, texts in work:
            begin = time.perf_counter()
            sandbox.reset(task, 0)
            reset += time.perf_counter() - begin
            begin = time.perf_counter()
            for number, text in enumerate(texts):
                json.dumps(sandbox.step(_parse(text), number).envelope())
            spent += time.perf_counter() - begin
            count += len(texts)
        rates.append(count / spent)
        resets.append(1e6 * reset / len(work))
        steps += count
    return {
        "steps_per_s": round(median(rates)),
        "steps_per_s_lo": round(min(rates)),
        "steps_per_s_hi": round(max(rates)),
        "steps_per_s_n": steps,
        "reset_us": round(median(resets), 2),
        "reset_us_lo": round(min(resets), 2),
        "reset_us_hi": round(max(resets), 2),
        "reset_us_n": len(resets) * len(work),
        "peers": PEERS,
    }


def _parse(text: str) -> ToolCall:
    value = json.loads(text)
    return ToolCall.model_construct(id=value["id"], name=value["name"], arguments=value["arguments"], raw=None)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a table or one JSON object."""
    parser = argparse.ArgumentParser(prog="benchmarks.sandbox", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument(
        "--storey", type=Storey, choices=list(Storey), default=Storey.FIRST, help="how much of the phone"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    value = measure(options.seconds, options.storey)
    if options.json:
        print(json.dumps(value))
        return
    print(f"steps per second  {value['steps_per_s']:>10}  [{value['steps_per_s_lo']}, {value['steps_per_s_hi']}]")
    print(f"reset, us         {value['reset_us']:>10}  [{value['reset_us_lo']}, {value['reset_us_hi']}]")
    print("peers: none installable from a package index", file=sys.stderr)


if __name__ == "__main__":
    main()
