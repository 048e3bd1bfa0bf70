"""The variants of the harness that are measured against each other (design sections 11 and 14)."""

from __future__ import annotations

from enum import StrEnum


class HarnessMode(StrEnum):
    """Which components are at work. `OFF` keeps the world and the exposed tools and adds nothing of its own.

    `NO_ADAPTER` injects no domain guidance. `NO_SKILLS` gives no skill protocol and no skills of eta. `NO_MEMORY`
    answers memory tools by plain word overlap, without expiry, supersession or recall. `NO_RETRIEVAL` exposes, in
    retrieved mode, the first tools of the registry in place of the best ones.
    """

    ON = "on"
    OFF = "off"
    NO_ADAPTER = "no-adapter"
    NO_SKILLS = "no-skills"
    NO_MEMORY = "no-memory"
    NO_RETRIEVAL = "no-retrieval"

    @property
    def adapter(self) -> bool:
        """Is domain guidance injected?"""
        return self not in (HarnessMode.OFF, HarnessMode.NO_ADAPTER)

    @property
    def skills(self) -> bool:
        """Are the skill protocol and eta's own skills at work?"""
        return self not in (HarnessMode.OFF, HarnessMode.NO_SKILLS)

    @property
    def memory(self) -> bool:
        """Is memory governed (expiry, supersession, ranking, recall)?"""
        return self not in (HarnessMode.OFF, HarnessMode.NO_MEMORY)

    @property
    def retrieval(self) -> bool:
        """Are exposed tools ranked by the request in retrieved mode?"""
        return self not in (HarnessMode.OFF, HarnessMode.NO_RETRIEVAL)

    @property
    def compact(self) -> bool:
        """Are tools and results rendered compactly, and arguments checked before they run?"""
        return self is not HarnessMode.OFF


class Exposure(StrEnum):
    """Which tools a planner sees at the start."""

    FIXED = "fixed"  # those stored with the task
    RETRIEVED = "retrieved"  # those that retrieval finds for the request


class FeedbackStyle(StrEnum):
    """How a tool result is written into the context."""

    COMPACT = "compact"
    ENVELOPE = "envelope"  # the JSON envelope of the published traces
