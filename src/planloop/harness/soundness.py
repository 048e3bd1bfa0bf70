"""Soundness of an eta for a set of tools: every name in it exists, and every tool has guidance."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator

from planloop.contract.action import SKILL_PREFIX
from planloop.contract.errors import PlanloopError
from planloop.contract.tool import ToolSpec
from planloop.harness.eta import Eta


def require_sound(eta: Eta, specs: Iterable[ToolSpec], place: str = "eta") -> None:
    """Raise `PlanloopError` naming the file, and the closest name that exists, for what parsing alone cannot see.

    `specs` are all tools of the environment and the harness; `place` is the folder in messages. Loader tools of skills
    are taken as they are, since worlds bring their own.
    """
    tools = {spec.name: spec for spec in specs}
    for file, name in _tools_named(eta):
        if name not in tools and not name.startswith(SKILL_PREFIX):
            _refuse(f"names a tool that does not exist: {name}", f"{place}/{file}", name, tools)
    for tool, domain in eta.routing.domains.items():
        if domain not in eta.domains:
            _refuse(f"maps {tool} to a missing domains/{domain}.md", f"{place}/routing.yaml", domain, eta.domains)
    for tool, skill in eta.routing.skills.items():
        if skill not in eta.skills:
            _refuse(f"maps {tool} to a missing skill {skill}", f"{place}/routing.yaml", skill, eta.skills)
    for name, spec in tools.items():
        if spec.domain not in eta.domains and not {name} & {*eta.routing.domains, *eta.routing.skills}:
            raise PlanloopError(
                f"is missing, and tool {name} has no other guidance",
                place=f"{place}/domains/{spec.domain}.md",
                cure="restore that file (it may be empty), or map the tool in routing.yaml under domains or skills",
            )


def _tools_named(eta: Eta) -> Iterator[tuple[str, str]]:
    """(file, tool) wherever eta names a tool."""
    routing = eta.routing
    for names in (routing.core_tools, routing.domains, routing.skills, routing.notes):
        yield from (("routing.yaml", name) for name in names)
    yield from (("runtime.yaml", name) for name in eta.runtime.permissions.tools)
    for domain, rules in eta.domains.items():
        yield from ((f"domains/{domain}.md", tool) for rule in rules for tool in rule.tools)
    for skill in eta.skills.values():
        yield from ((f"skills/{skill.name}/SKILL.md", tool) for tool in skill.allowed_tools)


def _refuse(problem: str, place: str, name: str, legal: Collection[str]) -> None:
    closest = difflib.get_close_matches(name, legal, n=1, cutoff=0.6)
    listed = "`planloop tools` lists the tools, the harness folder holds the rest"
    raise PlanloopError(
        problem, place=place, cure=f"did you mean {closest[0]}?" if closest else f"correct it: {listed}"
    )
