"""Refusals of the store as messages of the command line: the place, and what to do next."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DEFAULT_STORE = Path(".planloop")


def at_store(root: Path) -> str:
    """The option that names the store in a command to go on with; empty where it is the default one."""
    return "" if root == DEFAULT_STORE else f" --store {shlex.quote(str(root))}"


@contextmanager
def refusals(root: Path) -> Iterator[None]:
    """Turn what the store at `root` refuses into `PlanloopError`; its messages name the cure themselves."""
    from pydantic import ValidationError

    from planloop.contract.errors import PlanloopError
    from planloop.store.errors import StoreError

    try:
        yield
    except StoreError as error:
        raise PlanloopError(str(error), place=str(root)) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise PlanloopError(first["msg"].removeprefix("Value error, "), place=str(root)) from error
