"""Writing an import to disk: whole or not at all, and twice the same import is one file."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from planloop.contract.errors import PlanloopError
from planloop.contract.record import content_hash
from planloop.data.findings import Finding
from planloop.data.traces import ImportedTrace


def write_import(
    folder: Path, log: Path, traces: Sequence[ImportedTrace], findings: Sequence[Sequence[Finding]]
) -> Path:
    """One JSON line per conversation: `{"trajectory", "findings", "problems", "line"}`. Returns the file.

    Its name carries the digest of the trajectories, so importing the same log again changes nothing.
    """
    digest = content_hash([trace.trajectory.content_hash() for trace in traces])[:12]
    path = folder / f"{log.stem}-{digest}.jsonl"
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8") as file:
            for trace, group in zip(traces, findings, strict=True):
                row = {
                    "line": trace.line,
                    "trajectory": trace.trajectory.model_dump(mode="json"),
                    "findings": [item.model_dump(mode="json") for item in group],
                    "problems": list(trace.problems),
                }
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise PlanloopError(
            f"cannot be written: {error.strerror or error}", place=str(path), cure="choose another folder with --out"
        ) from error
    return path
