"""Where a local model computes: the first GPU where torch sees one, else the processor."""

from __future__ import annotations

import os

from planloop.contract.errors import PlanloopError

VARIABLE = "PLANLOOP_DEVICE"


def device() -> str:
    """The name of the torch device: `PLANLOOP_DEVICE` (`cpu`, `cuda`, `cuda:1`), or what the machine has.

    Raises `PlanloopError` where the variable names a device that torch cannot use.
    """
    import torch

    chosen = os.environ.get(VARIABLE)
    if not chosen:
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        torch.empty(1, device=chosen)
    except (RuntimeError, AssertionError) as error:
        raise PlanloopError(
            f"torch cannot compute on {chosen!r} ({str(error).splitlines()[0]})",
            place=VARIABLE,
            cure="set it to cpu, cuda or cuda:N, or leave it unset",
        ) from error
    return chosen
