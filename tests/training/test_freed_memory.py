"""Freed memory is kept while a model learns and given back before it plays."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
from pathlib import Path
import torch
from planloop.training.memory import keep_freed_memory, return_freed_memory

def resident():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024

assert keep_freed_memory()
blocks = [torch.ones(8 << 20) for _ in range(8)]  # 256 MB
held = resident()
del blocks
kept = resident()
assert return_freed_memory()
given = resident()
later = torch.ones(32 << 20)
del later
print(held, kept, given, resident())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc only")
def test_freed_memory_is_kept_and_then_given_back() -> None:
    found = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, timeout=60)
    held, kept, given, after = (int(n) for n in found.stdout.split())
    assert kept > held - 40, "freed blocks were returned while training"
    assert given < held - 200 and after < held - 200, "freed blocks were kept while playing"
