"""The phone's apps, one module per noun. Importing this package registers every tool and every world part."""

from importlib import import_module
from pkgutil import iter_modules

for _found in sorted(found.name for found in iter_modules(__path__)):
    import_module(f"{__name__}.{_found}")
