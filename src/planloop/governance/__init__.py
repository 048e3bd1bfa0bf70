"""Governance: who may change what serves, and why it serves."""
