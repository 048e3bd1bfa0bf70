"""Task templates that need the full phone, one module per theme. Importing this package registers them all."""

from importlib import import_module
from pkgutil import iter_modules

for _found in sorted(found.name for found in iter_modules(__path__)):
    import_module(f"{__name__}.{_found}")
