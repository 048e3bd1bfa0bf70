"""Checks of the house rules, run by `make check` and by tests/house."""
