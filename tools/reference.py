"""Reference pages that are written from the code. `python -m tools.reference` writes them.

`tests/house/test_docs.py` fails while a page differs from what this module would write.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

REFERENCE = Path(__file__).resolve().parents[1] / "docs" / "reference"
_SECTION = re.compile(
    r"\s*\((?:CARE's )?(?:design|method)[^()]*\)|(?<=kinds) of design section 2|: design rule \d+(?=\.)"
)
MARK = "<!-- Written by `python -m tools.reference`; edit the code, not this page. -->"


def tools_page() -> str:
    """Every tool that an episode on the sandbox phone can expose, by domain."""
    from planloop.environments.sandbox import Sandbox
    from planloop.harness.harness import Harness
    from planloop.phone.storey import Storey
    from planloop.planners.render.signature import signature

    specs = Harness().specs(Sandbox(Storey.FULL))
    first = {s.name for s in Harness().specs(Sandbox())}
    domains = sorted({s.domain for s in specs})
    lines = [
        "# Tools of the sandbox phone",
        MARK,
        f"{len(specs)} tools in {len(domains)} domains. The signature is what a planner sees; `?` marks an argument "
        "that may be left out.\n`planloop tools` lists the same, `planloop tools --json` with full JSON schemas.\n"
        f"The suite `phone-starter` and `planloop run` have the {len(first)} tools of the first storey (a dot in the "
        "first column);\n`planloop tools --storey first` lists those.\n"
        "Loader tools `skill__NAME` come beside these in tasks whose world has skills installed.",
        "Side effect: `read` changes nothing, `reversible` a setting, `writes_user_data` the user's records, "
        "`destructive` cannot\nbe undone, `external` leaves the phone. A call whose `action` only reads counts as "
        "`read`. Permission: the runtime\npermission that must be granted.",
    ]
    for domain in domains:
        rows = [
            f"| {'•' if s.name in first else ''} | `{_cell(signature(s))}` | {s.side_effect.value} | "
            f"{s.permission or ''} | {_cell(s.description)} |"
            for s in specs
            if s.domain == domain
        ]
        head = ["| | signature | side effect | permission | description |", "|---|---|---|---|---|"]
        lines += [f"## {domain}", "\n".join([*head, *rows])]
    return "\n\n".join(lines) + "\n"


def contract_page() -> str:
    """Every record and enumeration of the contract with its fields or values."""
    lines = [
        "# Contract",
        MARK,
        "The types that every part of planloop exchanges (`planloop.contract`). Records are frozen pydantic models: "
        "unknown\nfields are refused, `to_json` and `from_json` are exact, `content_hash` names exactly this content. "
        "A field with a\ndefault may be left out.",
    ]
    for module in _modules():
        members = list(_members(module))
        if not members:
            continue
        lines += [f"## {module.__name__.rpartition('.')[2]}", _first(module)]
        for kind in members:
            lines.append(f"### {kind.__name__}\n\n{_first(kind)}")
            lines.append(_values(kind) if issubclass(kind, Enum) else _fields(kind))
    return "\n\n".join(line for line in lines if line) + "\n"


def cli_page() -> str:
    """Every command with its arguments and options."""
    from typer.main import get_command

    from planloop.cli.lazy import COMMANDS

    lines = [
        "# Commands",
        MARK,
        "What commands have in common: [exit codes and output](cli.md). Results for machines: [keys of `--json`]"
        "(json.md).",
    ]
    for name, module in COMMANDS.items():
        command: Any = get_command(import_module(module).app)
        found: dict[str, Any] = getattr(command, "commands", {})
        whole = [(name, command)] if not found or getattr(command, "invoke_without_command", False) else []
        for path, leaf in [*whole, *((f"{name} {sub}", c) for sub, c in found.items())]:
            lines += [f"## planloop {path}", (leaf.help or "").strip(), _options(leaf)]
    return "\n\n".join(lines) + "\n"


def harness_page() -> str:
    """Every key of the harness's structured files."""
    from planloop.harness import eta_files

    lines = [
        "# Files of the harness",
        MARK,
        "A [harness folder](../howto/harness.md) holds `instructions.md`, `routing.yaml`, `memory.yaml`, "
        "`runtime.yaml`,\nrules in `domains/NAME.md`, skills in `skills/NAME/SKILL.md`, and in `usage.jsonl` "
        "requests with the\ntools that they took (`python -m planloop.data.mine` writes it from train tasks). A rule "
        "is `- text`, or\n`- [tool_a, tool_b] text` where it is about tools: it is shown where one of them is. Keys "
        "may be left out;\n"
        "unknown ones are refused.",
    ]
    files: tuple[type, ...] = (eta_files.Routing, eta_files.MemoryPolicy, eta_files.Runtime)
    for kind in (*files, *(k for k in _members(eta_files) if k not in (*files, eta_files.EtaSection))):
        lines += [f"## {kind.__name__}", _first(kind), _values(kind) if issubclass(kind, Enum) else _fields(kind)]
    return "\n\n".join(line for line in lines if line) + "\n"


PAGES: dict[str, Callable[[], str]] = {
    "tools.md": tools_page,
    "contract.md": contract_page,
    "commands.md": cli_page,
    "harness.md": harness_page,
}
"""File name under docs/reference and what writes it."""


def _modules() -> Iterator[Any]:
    import planloop.contract

    for info in iter_modules(planloop.contract.__path__):
        yield import_module(f"planloop.contract.{info.name}")


def _members(module: Any) -> Iterator[type]:
    from pydantic import BaseModel

    for kind in vars(module).values():
        if not inspect.isclass(kind) or kind.__module__ != module.__name__ or kind.__name__.startswith("_"):
            continue
        if issubclass(kind, Enum) or (issubclass(kind, BaseModel) and kind.__name__ != "Record"):
            yield kind


def _fields(kind: Any) -> str:
    if not kind.model_fields:
        return ""
    rows = ["| field | type | default |", "|---|---|---|"]
    for name, info in kind.model_fields.items():
        default = "required" if info.is_required() else f"`{_default(info)}`"
        annotation = kind.__annotations__.get(name) or _inherited(kind, name)
        rows.append(f"| `{name}` | `{_cell(str(annotation))}` | {_cell(default)} |")
    return "\n".join(rows)


def _inherited(kind: Any, name: str) -> str:
    for base in kind.__mro__:
        if name in vars(base).get("__annotations__", {}):
            return str(base.__annotations__[name])
    return ""


def _default(info: Any) -> str:
    value = info.get_default(call_default_factory=True)
    return str(value.value) if isinstance(value, Enum) and isinstance(value.value, str) else repr(value)


def _values(kind: type[Enum]) -> str:
    return "Values: " + ", ".join(f"`{m.value if isinstance(m.value, str) else f'{m.name} = {m.value}'}`" for m in kind)


def _options(command: Any) -> str:
    rows = ["| argument or option | default | meaning |", "|---|---|---|"]
    for parameter in command.params:
        if parameter.name == "help":
            continue
        option = parameter.param_type_name == "option"
        shown = ", ".join((*parameter.opts, *parameter.secondary_opts)) if option else parameter.metavar
        default = "required" if parameter.required else _shown(parameter.default)
        meaning = _cell((getattr(parameter, "help", None) or "").strip())
        rows.append(f"| `{shown or parameter.name.upper()}` | {default} | {meaning} |")
    return "\n".join(rows)


def _shown(default: Any) -> str:
    return "" if default is None or default is False or callable(default) else f"`{default}`"


def _first(thing: Any) -> str:
    """A docstring without its pointers to sections of papers, which a reader of the page does not have."""
    return _SECTION.sub("", inspect.getdoc(thing) or "").strip()


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main() -> None:
    """Write every page."""
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for name, page in PAGES.items():
        (REFERENCE / name).write_text(page(), encoding="utf-8")
        print(f"wrote {REFERENCE / name}", file=sys.stderr)


if __name__ == "__main__":
    main()
