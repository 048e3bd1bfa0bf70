"""Task templates, one module per domain or dimension. Importing this package registers them all."""

from planloop.phone.scenarios import (
)

__all__ = [
]
