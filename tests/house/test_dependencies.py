"""What the sources import is declared in pyproject.toml, where those who install it get it."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from tools.layering import Imported, imports, modules, reached

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = {"bfcl_eval": "lives in .venvs/bfcl, an environment of its own"}
DISTRIBUTIONS = packages_distributions()
UNIMPORTED = {
    "accelerate": "peft and transformers place models with it",
    "gguf": "transformers reads the packaged weights of the embedded planner with it",
}
"""What is asked for by name and imported by others only."""


def declared(*extras: str) -> set[str]:
    """The distributions that an installation with `extras` asks for by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *(r for extra in extras for r in project["optional-dependencies"][extra])]
    return {normal(re.split(r"[\[<>=!~; ]", requirement, maxsplit=1)[0]) for requirement in asked}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def third_party() -> dict[str, list[Imported]]:
    """Every import of other people's modules, by the module of ours that makes it."""
    ours = modules(ROOT / "src")
    return {
        name: [item for item in imports(file, name.rpartition(".")[0]) if not known(item.module.split(".")[0])]
        for name, file in ours.items()
    }


def known(top: str) -> bool:
    return top in sys.stdlib_module_names or top in {"planloop", *ELSEWHERE}


def undeclared(items: list[Imported], have: set[str]) -> list[str]:
    """One line for each import whose distribution is not among `have`."""
    return [
        f"{item.file}:{item.line}: {top}"
        for item in items
        for top in [item.module.split(".")[0]]
        if not have & {normal(name) for name in DISTRIBUTIONS.get(top, [top])}
    ]


def test_every_import_is_of_a_package_that_an_extra_of_local_models_declares() -> None:
    everything = [item for items in third_party().values() for item in items]
    assert undeclared(everything, declared("train")) == []


def test_what_every_command_imports_is_declared_by_the_core_install() -> None:
    every = {name: list(imports(file, name.rpartition(".")[0])) for name, file in modules(ROOT / "src").items()}
    found = third_party()
    early = [item for name in reached("planloop.cli.main", every) for item in found.get(name, []) if item.at_import]
    assert undeclared(early, declared()) == []


def test_what_an_installation_asks_for_is_imported() -> None:
    tops = {item.module.split(".")[0] for items in third_party().values() for item in items}
    used = {normal(name) for top in tops for name in DISTRIBUTIONS.get(top, [top])}
    assert declared("train", "roles") - used == set(UNIMPORTED)
