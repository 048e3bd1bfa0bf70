"""Ctrl-C, remembered: what it interrupts may end as an error of another kind, as the import of a compiled extension."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn


@contextmanager
def remembered() -> Iterator[Callable[[], bool]]:
    """Inside the block Ctrl-C raises `KeyboardInterrupt` as ever, and what is given tells whether it has come.

    Where it means something else already (another handler, or ignored), and outside the main thread, it keeps that
    meaning and is not remembered.
    """
    came = threading.Event()

    def note(number: int, frame: FrameType | None) -> NoReturn:
        came.set()
        raise KeyboardInterrupt

    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield came.is_set
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield came.is_set
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
