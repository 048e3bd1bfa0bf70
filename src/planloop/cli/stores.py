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
    """Turn what the store at `root` refuses, and what its disk and database refuse, into `PlanloopError`."""
    from pydantic import ValidationError
    from sqlalchemy.exc import DatabaseError, OperationalError

    from planloop.cli.outside import outside
    from planloop.contract.errors import PlanloopError
    from planloop.store.errors import StoreError

    try:
        yield
    except StoreError as error:
        raise PlanloopError(str(error), place=str(root)) from error
    except OSError as error:
        cured = outside(error, str(root))
        if cured is None:
            raise
        raise cured from error
    except DatabaseError as error:
        if type(error) not in (DatabaseError, OperationalError):  # the others are our own mistakes
            raise
        cure = "make room and see that it can be written, or restore the folder from a copy; then repeat the command"
        raise PlanloopError(f"its database cannot be used ({error.orig})", place=str(root), cure=cure) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise PlanloopError(first["msg"].removeprefix("Value error, "), place=str(root)) from error
