"""What the allocator does with freed memory: kept while a model learns on CPU, given back while it plays.

Training frees and asks for the same large blocks all the time, and each would be zeroed again by the kernel. Playing
needs other blocks of other sizes; with both kept in one heap, a run would need the sum of both and the holes between.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD, _MMAP_MAX = -1, -2, -3, -4  # glibc's names for mallopt
_PAD_BYTES = 64 << 20
_DEFAULT_TRIM, _DEFAULT_MMAP, _DEFAULT_MMAPS = 1 << 20, 1 << 20, 65536


def keep_freed_memory() -> bool:
    """Tell glibc not to return freed blocks to the kernel. Safe to call again.

    Returns whether that was possible (Linux with glibc); elsewhere nothing changes.
    """
    libc = _libc()
    if libc is None:
        return False
    settings = ((_MMAP_MAX, 0), (_TRIM_THRESHOLD, 2**31 - 1), (_TOP_PAD, _PAD_BYTES))
    return _set(libc, settings)


def return_freed_memory() -> bool:
    """Undo `keep_freed_memory`, and return what is free now to the kernel. Returns whether that was possible."""
    libc = _libc()
    if libc is None:
        return False
    settings = (
        (_MMAP_MAX, _DEFAULT_MMAPS),
        (_MMAP_THRESHOLD, _DEFAULT_MMAP),
        (_TRIM_THRESHOLD, _DEFAULT_TRIM),
        (_TOP_PAD, 0),
    )
    done = _set(libc, settings)
    libc.malloc_trim(0)
    return done


def _set(libc: Any, settings: Iterable[tuple[int, int]]) -> bool:
    done = [libc.mallopt(name, value) for name, value in settings]  # every one, also after a failure
    return all(done)


@lru_cache(maxsize=1)
def _libc() -> Any:
    """glibc, or None elsewhere."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        libc = ctypes.CDLL("libc.so.6")
        libc.malloc_trim  # noqa: B018  (other C libraries lack it)
    except (OSError, AttributeError):
        return None
    return libc
