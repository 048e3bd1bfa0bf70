"""The phone's apps, one module per domain. Importing this package registers every tool and every world part."""

from planloop.phone.apps import clock
from planloop.phone.apps import gui
from planloop.phone.apps import memories
from planloop.phone.apps import people
from planloop.phone.apps import routines

__all__ = ["clock", "gui", "memories", "people", "routines"]
