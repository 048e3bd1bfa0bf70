"""BFCL v4 multi-turn tasks: a worker under their own Python, and the environment that talks to it."""
