"""The house numbers: file sizes, function sizes, annotations, and leftovers. Exits with status 1 on any breach."""

from __future__ import annotations

import ast
import re
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDERS = ("src", "tests", "tools", "benchmarks", "examples")
TYPED_FOLDERS = ("src", "tools", "benchmarks")
MEDIAN_LINES, P90_LINES, MAX_LINES = 150, 400, 800
LONG_FUNCTION, LONG_SHARE = 60, 0.02
ANNOTATED_SHARE = 0.98
LEFTOVERS = re.compile(
    r"\b("
    + "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3, "NotImplemented" + "Error"))
    + r")\b|mark\."
    + "xfail|pytest\\."
    + "xfail"
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One Python file, parsed. `folder` is the top folder it lies in."""

    file: Path
    folder: str
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        """How many lines the file has."""
        return len(self.text.splitlines())

    @property
    def speaks(self) -> bool:
        """False for a file that is empty or only a docstring: it does not count towards the median."""
        return any(not isinstance(node, ast.Expr) for node in self.tree.body)

    @property
    def functions(self) -> list[Function]:
        """Every function and method."""
        return [node for node in ast.walk(self.tree) if isinstance(node, Function)]


def sources(root: Path) -> list[Source]:
    """Every Python file of the checked folders."""
    found: list[Source] = []
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            found.append(Source(file, folder, text, ast.parse(text, str(file))))
    return found


def violations(root: Path) -> list[str]:
    """One line per breach, naming file and line where there is one."""
    files = sources(root)
    return [*_sizes(files), *_long_functions(files), *_annotations(files), *_leftovers(files), *_silent_tests(files)]


def _sizes(files: list[Source]) -> Iterator[str]:
    lines = sorted(source.lines for source in files if source.speaks)
    if not lines:
        return
    median = statistics.median(lines)
    p90 = lines[min(len(lines) - 1, int(0.9 * len(lines)))]
    if median > MEDIAN_LINES:
        yield f"median file has {median:.0f} lines, at most {MEDIAN_LINES}"
    if p90 > P90_LINES:
        yield f"90th percentile file has {p90} lines, at most {P90_LINES}"
    for source in files:
        if source.lines > MAX_LINES:
            yield f"{source.file}:1: {source.lines} lines, at most {MAX_LINES}: split it by noun"


def _long_functions(files: list[Source]) -> Iterator[str]:
    every = [(source, function) for source in files for function in source.functions]
    long = [(source, function) for source, function in every if _length(function) > LONG_FUNCTION]
    if len(long) > LONG_SHARE * len(every):
        for source, function in long:
            yield f"{source.file}:{function.lineno}: {function.name} has {_length(function)} lines"
        yield f"{len(long)} of {len(every)} functions are over {LONG_FUNCTION} lines, at most {LONG_SHARE:.0%}"


def _length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def _annotations(files: list[Source]) -> Iterator[str]:
    every = [(source, function) for source in files if source.folder in TYPED_FOLDERS for function in source.functions]
    bare = [(source, function) for source, function in every if not _annotated(function)]
    if len(bare) > (1 - ANNOTATED_SHARE) * len(every):
        for source, function in bare:
            yield f"{source.file}:{function.lineno}: {function.name} is not fully annotated"


def _annotated(function: Function) -> bool:
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    starred = [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
    checked = [argument for argument in [*named, *starred] if argument.arg not in {"self", "cls"}]
    return function.returns is not None and all(argument.annotation is not None for argument in checked)


def _leftovers(files: list[Source]) -> Iterator[str]:
    for source in files:
        for number, line in enumerate(source.text.splitlines(), start=1):
            found = LEFTOVERS.search(line)
            if found:
                yield f"{source.file}:{number}: leftover {found.group(0)}"


def _silent_tests(files: list[Source]) -> Iterator[str]:
    for source in files:
        if source.folder == "tests":
            for function in source.functions:
                if function.name.startswith("test_") and not _asserts(function):
                    yield f"{source.file}:{function.lineno}: {function.name} asserts nothing"


def _asserts(function: Function) -> bool:
    """True for an assert, `pytest.raises`, or a call of something named `assert_...` or `check_...`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name == "raises" or name.startswith(("assert_", "check_")):
                return True
    return False


def main() -> int:
    """Check the repository that holds this folder."""
    root = Path(__file__).resolve().parent.parent
    found = violations(root)
    for line in found:
        print(line)
    files = sources(root)
    lines = sorted(source.lines for source in files if source.speaks)
    middle = statistics.median(lines)
    print(f"house: {len(lines)} files, median {middle:.0f} lines, longest {lines[-1]}; {len(found)} breaches")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
