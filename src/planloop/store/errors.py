"""What the store refuses, each with the place and the cure in its message."""

from __future__ import annotations


class StoreError(Exception):
    """Base of every refusal of the store."""


class StoreLockedError(StoreError):
    """Another process is writing to this store."""


class StoreMissingError(StoreError):
    """There is no store at this place and the access asked for cannot create one."""


class SchemaError(StoreError):
    """The store was written by another version of planloop and cannot be used as it is."""


class AccessError(StoreError):
    """A write through a store that was opened for reading, for reviewing, or in another process."""


class ConflictError(StoreError):
    """The same id was appended with other content."""


class UnknownIdError(StoreError):
    """An id that the store does not hold."""


class BlobError(StoreError):
    """A blob is missing or damaged."""


class LedgerError(StoreError):
    """A step's result cannot be recorded."""


class DecisionError(StoreError):
    """A review decision that cannot be accepted or used: repeated, stale, used up, or by the proposer."""
