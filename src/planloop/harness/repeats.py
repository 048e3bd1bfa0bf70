"""Repeated failures: empty or error results per tool and task, and the notice that asks to stop guessing."""

from __future__ import annotations

from planloop.contract.feedback import Feedback


class RepeatCounter:
    """Counts for one episode. The notice comes once per tool, when its count reaches `threshold`."""

    def __init__(self, threshold: int) -> None:
        self._threshold = threshold
        self._counts: dict[str, int] = {}

    def note(self, feedback: Feedback) -> str | None:
        """Count a result; the notice when this tool has just reached the threshold."""
        if feedback.success and not empty(feedback):
            return None
        count = self._counts[feedback.tool] = self._counts.get(feedback.tool, 0) + 1
        if count != self._threshold:
            return None
        advice = "Stop guessing; use new information, ask, or say what failed."
        return f"notice: {feedback.tool} failed {count} times. {advice}"


def empty(feedback: Feedback) -> bool:
    """A success that found nothing."""
    if feedback.data.get("total") == 0:
        return True
    items = feedback.data.get("items")
    return isinstance(items, list) and not items
