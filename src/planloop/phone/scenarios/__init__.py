"""Task templates, one module per domain or dimension. Importing this package registers them all."""

from planloop.phone.scenarios import clock
from planloop.phone.scenarios import memory
from planloop.phone.scenarios import skills
from planloop.phone.scenarios import subagents

__all__ = ["clock", "memory", "skills", "subagents"]
