"""The phone's apps, one module per domain. Importing this package registers every tool and every world part."""

from planloop.phone.apps import (
)

__all__ = [
]
