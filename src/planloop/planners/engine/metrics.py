"""What an engine did, for progress displays and benchmarks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Metrics:
    """Counters since the engine was made or `clear` was called. Tokens are the planner's own; times are seconds."""

    episodes: int = 0
    turns: int = 0
    generated_tokens: int = 0
    prefill_tokens: int = 0  # computed, not reused
    reused_tokens: int = 0  # prompt tokens taken from a shared prefix or an identical prompt
    steps: int = 0  # forward passes
    seconds: float = 0.0  # inside `play`
    forward_seconds: float = 0.0
    episode_seconds: float = 0.0  # inside the episodes (harness and environment)

    @property
    def tokens_per_s(self) -> float:
        """Generated tokens per second of play."""
        return self.generated_tokens / self.seconds if self.seconds else 0.0

    def clear(self) -> None:
        """Start counting anew."""
        self.__init__()  # type: ignore[misc]
