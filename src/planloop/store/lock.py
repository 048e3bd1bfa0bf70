"""The writer lock: one process at a time executes on a store."""

from __future__ import annotations

import fcntl
import json
import os
import threading
from datetime import UTC, datetime
from pathlib import Path

from planloop.store.errors import StoreLockedError

LOCK_FILE = "planloop.lock"
_held: set[Path] = set()
_held_guard = threading.Lock()


class WriterLock:
    """An exclusive lock on `<root>/planloop.lock`, whose text says who holds it.

    It is a POSIX record lock: the system drops it when the process ends in any way, and forked children do not
    inherit it. Such locks do not exclude the same process, so held roots are also remembered here.
    """

    def __init__(self, root: Path, executor: str) -> None:
        """Take the lock. Raises `StoreLockedError` naming the holder's pid."""
        self._root = root.resolve()
        self._path = self._root / LOCK_FILE
        with _held_guard:
            if self._root in _held:
                raise StoreLockedError(
                    f"store {root} is already open for writing in this process (pid {os.getpid()}): "
                    "close that Store first, or open this one with readonly=True"
                )
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                holder = _holder(self._file)
                os.close(self._file)
                raise StoreLockedError(
                    f"store {root} is being written by {holder}: wait for it to end or stop it, "
                    "open the store with readonly=True, or give this run another store"
                ) from error
            _held.add(self._root)
            self._released = False
        text = json.dumps({"pid": os.getpid(), "executor": executor, "since": datetime.now(UTC).isoformat()})
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, text.encode(), 0)

    def release(self) -> None:
        """Give the lock back; harmless the second time."""
        with _held_guard:
            if not self._released:
                self._released = True
                _held.discard(self._root)
                os.close(self._file)


def _holder(file: int) -> str:
    """Who the lock file names, in words; the text may be missing while the holder is just starting."""
    try:
        text = json.loads(os.pread(file, 4096, 0))
        return f"pid {text['pid']} (executor {text['executor']}, since {text['since']})"
    except (ValueError, KeyError, TypeError):
        return "another process that is just starting"
