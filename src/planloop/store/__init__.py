"""The store: everything that was accepted, kept once, traceable, and never overwritten."""
