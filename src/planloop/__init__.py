"""planloop: the open closed loop for planner agents."""

__version__ = "0.1.0"
