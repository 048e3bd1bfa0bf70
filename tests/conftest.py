"""Property tests are not timed example by example: a busy machine is no defect."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
