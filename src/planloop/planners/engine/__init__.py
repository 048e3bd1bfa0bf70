"""The local engine: continuous batching with a kept KV cache and shared prompt prefixes."""

from planloop.planners.engine.engine import Engine, EngineSettings
from planloop.planners.engine.metrics import Metrics

__all__ = ["Engine", "EngineSettings", "Metrics"]
