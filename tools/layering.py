"""Do imports point down only? Prints one line per import that does not, and exits with status 1."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LAYERS = (
    "contract",
    "config",
    "store",
    "phone",
    "environments",
    "planners",
    "harness",
    "data",
    "training",
    "evolution",
    "governance",
    "roles",
    "bench",
    "serve",
    "console",
    "cli",
)
"""Lowest first: a module imports only from its own or lower layers."""

CLOSED = frozenset({"cli", "console"})
"""Nothing imports these but themselves."""

IO_MODULES = frozenset(
    [
        "asyncio",
        "fsspec",
        "glob",
        "http",
        "httpx",
        "io",
        "os",
        "pathlib",
        "requests",
        "shutil",
        "socket",
        "sqlite3",
        "sqlalchemy",
        "subprocess",
        "tempfile",
        "threading",
        "urllib",
    ]
)
"""What the contract may not import: it computes, and touches neither files nor network."""

HEAVY = frozenset(
    [
        "torch",
        "transformers",
        "peft",
        "accelerate",
        "scipy",
        "dbos",
        "fastapi",
        "datasketch",
        "ray",
        "openai",
        "vllm",
    ]
)
"""What no module that `planloop.cli.main` can reach by module-level imports may import at module level."""


@dataclass(frozen=True)
class Imported:
    """One import statement: the dotted module it names, and whether it runs when its file is imported."""

    file: Path
    line: int
    module: str
    at_import: bool


def imports(file: Path, package: str) -> Iterator[Imported]:
    """Every import in `file`; `package` is the dotted package of the file, against which relative ones resolve."""
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    late = {
        id(node)
        for scope in ast.walk(tree)
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or _type_checking(scope)
        for node in ast.walk(scope)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Imported(file, node.lineno, alias.name, id(node) not in late)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parent = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parent, *([base] if base else [])])
            for alias in node.names:
                yield Imported(file, node.lineno, f"{base}.{alias.name}", id(node) not in late)


def _type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def modules(source: Path) -> dict[str, Path]:
    """Dotted name and file of every module under `source` (the folder that holds `planloop`)."""
    found: dict[str, Path] = {}
    for file in sorted((source / "planloop").rglob("*.py")):
        parts = file.relative_to(source).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def layer(module: str) -> str | None:
    """The layer of a dotted module of ours; None for `planloop` itself and for other people's modules."""
    parts = module.split(".")
    return parts[1] if parts[0] == "planloop" and len(parts) > 1 and parts[1] in LAYERS else None


def violations(source: Path) -> list[str]:
    """One line per import that breaks a rule, each naming file and line."""
    ours = modules(source)
    every = {
        name: list(imports(file, name if file.name == "__init__.py" else name.rpartition(".")[0]))
        for name, file in ours.items()
    }
    found: list[str] = []
    for name, file in ours.items():
        own = layer(name)
        if own is None:
            if name != "planloop":
                found.append(f"{file}:1: {name} belongs to no layer; add its package to tools/layering.py")
            continue
        for item in every[name]:
            problem = _problem(own, item.module)
            if problem:
                found.append(f"{file}:{item.line}: {name} imports {item.module}: {problem}")
    for name in sorted(reached("planloop.cli.main", every)):
        found.extend(
            f"{item.file}:{item.line}: {name} imports {item.module} at module level, and the command line reaches it: "
            "import it inside the function that needs it"
            for item in every[name]
            if item.at_import and item.module.split(".")[0] in HEAVY
        )
    return found


def _problem(own: str, module: str) -> str:
    other = layer(module)
    if own == "contract" and module.split(".")[0] in IO_MODULES:
        return "the contract does no I/O"
    if other is None or other == own:
        return ""
    if other in CLOSED:
        return f"nothing imports {other} but itself"
    if LAYERS.index(other) > LAYERS.index(own):
        return f"{other} lies above {own}"
    return ""


def reached(start: str, every: dict[str, list[Imported]]) -> set[str]:
    """The modules of ours that run when `start` and the command modules it loads by name are imported."""
    todo = [name for name in every if name == start or name.startswith("planloop.cli.")]
    seen: set[str] = set()
    while todo:
        name = todo.pop()
        if name in seen or name not in every:
            continue
        seen.add(name)
        parents = name.split(".")
        todo.extend(".".join(parents[:end]) for end in range(1, len(parents)))
        for item in every[name]:
            if item.at_import:
                todo.extend((item.module, item.module.rpartition(".")[0]))
    return seen


def main() -> int:
    """Check the source tree beside this folder."""
    found = violations(Path(__file__).resolve().parent.parent / "src")
    for line in found:
        print(line)
    print(f"layering: {len(found)} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
