"""Whether what a local model needs is installed: the core install has no torch."""

from __future__ import annotations

import importlib.util

from planloop.contract.errors import PlanloopError

LOCAL = ("torch", "transformers", "peft", "safetensors", "tokenizers", "llguidance")


def require_local() -> None:
    """Raise `PlanloopError` naming the package that local models miss here, and how to get it. Imports nothing."""
    missing = [name for name in LOCAL if importlib.util.find_spec(name) is None]
    if missing:
        raise PlanloopError(
            f"local models need {', '.join(missing)}, which this installation of planloop lacks",
            cure="run `pip install 'planloop[train]'`, or use a hosted model (planner.kind: endpoint)",
        )
