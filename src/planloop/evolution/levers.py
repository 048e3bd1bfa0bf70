"""Levers: per cause, the edits of eta that may remove it. Fields act without being read; prose is advice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pydantic import JsonValue

from planloop.contract.diagnosis import Cause
from planloop.contract.eta_edit import EtaEdit
from planloop.contract.tool import ToolSpec
from planloop.evolution.edit import value_at
from planloop.evolution.finding import Finding
from planloop.harness.eta_files import MemoryPolicy, Runtime

Files = Mapping[str, str]
Specs = Mapping[str, ToolSpec]
Lever = Callable[[Finding, Files, Specs], Iterator[EtaEdit]]

ROUTING, MEMORY, RUNTIME, GENERAL = "routing.yaml", "memory.yaml", "runtime.yaml", "domains/general.md"
LINE = 120
"""Characters of a prose rule; longer ones are not injected."""
MAX_RESULTS, MAX_ITEMS = 20, 24
ADVICE: dict[Cause, str] = {
    Cause.DECOMPOSITION: "Before you finish, check that each part of what was asked has its own call.",
    Cause.STATE_TRACKING: "What was said or returned last replaces what came before; never repeat a call that worked.",
    Cause.RECOVERY: "After an error change what it names, or say that it cannot be done; do not send it again.",
    Cause.CLOSURE: "Act when nothing is missing, ask when a needed value is, and claim only what a result confirms.",
}
HINT = "Change the argument that the message names, or take another tool."


def fields(finding: Finding, files: Files, specs: Specs) -> Iterator[EtaEdit]:
    """Edits of structured fields, by cause."""
    lever = _FIELDS.get(finding.cause)
    if lever is not None:
        yield from lever(finding, files, specs)


def prose(finding: Finding, files: Files, specs: Specs) -> Iterator[EtaEdit]:
    """One rule line, tied to the tools that it is about where there are any."""
    tool, other = specs.get(finding.tool), specs.get(finding.other)
    if finding.cause is Cause.ROUTING and tool is not None and other is not None:
        text = f"{tool.name}: {_brief(tool, 34)}; {other.name}: {_brief(other, 34)}"
        yield from _rule(f"domains/{tool.domain}.md", text, files, (tool.name, other.name))
    elif finding.cause is Cause.ARGUMENT_GROUNDING and tool is not None and finding.argument:
        where = "the form the signature shows" if _form(tool, finding.argument) else "the user's words or a result"
        text = f"{tool.name}: take {finding.argument} from {where}; invent nothing."
        yield from _rule(f"domains/{tool.domain}.md", text, files, (tool.name,))
    elif finding.cause is Cause.SKILL_GUIDANCE and tool is not None:
        yield from _rule(f"domains/{tool.domain}.md", f"{tool.name}: {_brief(tool, 70)}", files, (tool.name,))
    elif finding.cause in ADVICE:
        yield from _rule(GENERAL, ADVICE[finding.cause], files, ())


def _routing(finding: Finding, files: Files, specs: Specs) -> Iterator[EtaEdit]:
    """Show the one-line descriptions of tools that are mistaken for each other."""
    for name in (n for n in (finding.tool, finding.other) if n in specs):
        if value_at(files.get(ROUTING, ""), f"notes.{name}") is None:
            yield _set(files, ROUTING, f"notes.{name}", f"{name}: {_brief(specs[name], 70)}")


def _grounding(finding: Finding, files: Files, specs: Specs) -> Iterator[EtaEdit]:
    if finding.error == "bad_argument":
        yield from _turn_on(files, "normalise_arguments")
        yield from _hint(files, "bad_argument")


def _recovery(finding: Finding, files: Files, specs: Specs) -> Iterator[EtaEdit]:
    threshold = value_at(files.get(RUNTIME, ""), "failure_threshold")
    if isinstance(threshold, int) and threshold > 2:
        yield _set(files, RUNTIME, "failure_threshold", 2)
    yield from _turn_on(files, "failure_notice")
    if finding.error:
        yield from _hint(files, finding.error)


def _exposure(finding: Finding, files: Files, specs: Specs) -> Iterator[EtaEdit]:
    listed = value_at(files.get(ROUTING, ""), "core_tools")
    known = [v for v in listed if isinstance(v, str)] if isinstance(listed, list) else []
    if finding.tool in specs and finding.tool not in known:
        yield _set(files, ROUTING, "core_tools", [*known, finding.tool])


def _retrieval(finding: Finding, files: Files, specs: Specs) -> Iterator[EtaEdit]:
    now = value_at(files.get(MEMORY, ""), "max_results")
    size = now if isinstance(now, int) else MemoryPolicy().max_results
    if size < MAX_RESULTS:
        yield _set(files, MEMORY, "max_results", min(MAX_RESULTS, 2 * size))


def _stale(finding: Finding, files: Files, specs: Specs) -> Iterator[EtaEdit]:
    if value_at(files.get(MEMORY, ""), "superseded") not in (None, "hide"):
        yield _set(files, MEMORY, "superseded", "hide")
    now = value_at(files.get(MEMORY, ""), "recency_weight")
    weight = float(now) if isinstance(now, int | float) else MemoryPolicy().recency_weight
    if weight < 1.0:
        yield _set(files, MEMORY, "recency_weight", min(1.0, round(max(0.2, 2 * weight), 3)))


def _feedback(finding: Finding, files: Files, specs: Specs) -> Iterator[EtaEdit]:
    now = value_at(files.get(RUNTIME, ""), "list_items")
    size = now if isinstance(now, int) else Runtime().list_items
    if size < MAX_ITEMS:
        yield _set(files, RUNTIME, "list_items", min(MAX_ITEMS, 2 * size))


_FIELDS: dict[Cause, Lever] = {
    Cause.ROUTING: _routing,
    Cause.ARGUMENT_GROUNDING: _grounding,
    Cause.RECOVERY: _recovery,
    Cause.TOOL_EXPOSURE: _exposure,
    Cause.RETRIEVAL: _retrieval,
    Cause.STALE_MEMORY: _stale,
    Cause.FEEDBACK_FORMATTING: _feedback,
}


def _set(files: Files, file: str, key: str, value: JsonValue) -> EtaEdit:
    return EtaEdit(file=file, key=key, before=value_at(files.get(file, ""), key), after=value)


def _turn_on(files: Files, key: str) -> Iterator[EtaEdit]:
    if value_at(files.get(RUNTIME, ""), key) is False:
        yield _set(files, RUNTIME, key, True)


def _hint(files: Files, error: str) -> Iterator[EtaEdit]:
    if value_at(files.get(RUNTIME, ""), f"error_hints.{error}") is None:
        yield _set(files, RUNTIME, f"error_hints.{error}", HINT)


def _rule(file: str, text: str, files: Files, tools: Sequence[str]) -> Iterator[EtaEdit]:
    tied = f"[{', '.join(sorted(tools))}] " if tools else ""
    line = f"- {tied}{text[:LINE]}"
    if line not in [x.strip() for x in files.get(file, "").splitlines()]:
        yield EtaEdit(file=file, after=line)


def _brief(spec: ToolSpec, size: int) -> str:
    """The start of a tool's description, cut at a word."""
    text = spec.description.split(". ")[0].rstrip(".").replace("{", "(").replace("}", ")")
    return text if len(text) <= size else text[: size + 1].rsplit(" ", 1)[0].rstrip(",;:")


def _form(spec: ToolSpec, argument: str) -> bool:
    properties = spec.parameters.get("properties")
    schema = properties.get(argument) if isinstance(properties, dict) else None
    return isinstance(schema, dict) and ("x-hint" in schema or "enum" in schema)
