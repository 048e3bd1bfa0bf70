"""Errors of the machine - no room, no right, no such folder - as messages: the place, and what to do next."""

from __future__ import annotations

import errno
import os

from planloop.contract.errors import PlanloopError

_ROOM = "make room there, then repeat the command: what was accepted is kept"
_RIGHT = "give yourself the right to write there, or name another place"
_NAME = "correct the path"
_CURES = {
    errno.ENOSPC: _ROOM,
    errno.EDQUOT: _ROOM,
    errno.EFBIG: _ROOM,
    errno.EROFS: _RIGHT,
    errno.EACCES: _RIGHT,
    errno.EPERM: _RIGHT,
    errno.ENOENT: _NAME,
    errno.ENOTDIR: _NAME,
    errno.EISDIR: _NAME,
    errno.EEXIST: _NAME,
    errno.ELOOP: _NAME,
    errno.ENAMETOOLONG: _NAME,
    errno.EIO: "check the disk, then repeat the command",
    errno.EMFILE: "allow more open files (`ulimit -n`), then repeat the command",
    errno.ENOMEM: "free memory, then repeat the command",
}


def outside(error: OSError, place: str = "") -> PlanloopError | None:
    """What a person can do about an error of the operating system; None where it may be a defect of planloop.

    `place` stands in where the error names no file.
    """
    cure = _CURES.get(error.errno or 0)
    if cure is None:
        return None
    name = error.filename
    where = place if name is None else os.fsdecode(name) if isinstance(name, str | bytes) else str(name)
    return PlanloopError(os.strerror(error.errno or 0), place=where, cure=cure)
