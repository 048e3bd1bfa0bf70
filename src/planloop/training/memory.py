"""Keep freed memory in the process: training on CPU frees and asks for the same large blocks all the time."""

from __future__ import annotations

import ctypes
import sys

_TRIM_THRESHOLD, _TOP_PAD, _MMAP_MAX = -1, -2, -4  # glibc's names for mallopt
_PAD_BYTES = 64 << 20


def keep_freed_memory() -> bool:
    """Tell glibc not to return freed blocks to the kernel, which would zero them again at the next use.

    Returns whether that was possible (Linux with glibc); elsewhere nothing changes. Safe to call again.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):
        return False
    return bool(mallopt(_MMAP_MAX, 0) and mallopt(_TRIM_THRESHOLD, 2**31 - 1) and mallopt(_TOP_PAD, _PAD_BYTES))
