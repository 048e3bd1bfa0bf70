"""Bars: what transformers draws while it loads and saves, off where a command shows its own progress."""

from __future__ import annotations


def no_bars() -> None:
    """Turn them off for this process."""
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
