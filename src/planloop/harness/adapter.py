"""The scenario adapter: guidance for the tools that are exposed, and for no others (method section 6.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from planloop.contract.action import SKILL_PREFIX
from planloop.contract.errors import PlanloopError
from planloop.contract.record import content_hash
from planloop.contract.tool import ToolSpec
from planloop.harness.budget import estimate
from planloop.harness.eta import Eta, Rule

GENERAL = "general"
"""Domain file whose rules hold for every tool set."""
SKILL_PROTOCOL = "skills"
"""Domain file that holds the generic skill-use protocol."""
_FAMILY = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Adapter:
    """One offline build. `guidance` maps every tool to its domain (or `skill:<name>`); `schemas` digests the tools."""

    eta: Eta
    guidance: Mapping[str, str]
    schemas: str

    @property
    def digest(self) -> str:
        """Identifies the build: eta, tool schemas and the complete map."""
        return content_hash([self.eta.digest(), self.schemas, dict(self.guidance)])

    def inject(self, exposed: Iterable[str], *, skills: bool = True) -> str:
        """Guidance lines for the exposed tools, in a fixed order; empty when there is nothing to say.

        General rules stay, rules tied only to absent tools go, `{tool_a, tool_b}` lists shrink to reachable tools. If
        skill loaders are exposed only the generic protocol is given, so that no skill choice is revealed.
        """
        names = sorted(set(exposed))
        if any(name.startswith(SKILL_PREFIX) for name in names):
            return "\n".join(self._lines(self.eta.domains.get(SKILL_PROTOCOL, ()), names)) if skills else ""
        lines = self._lines(self.eta.domains.get(GENERAL, ()), names)
        for place in sorted({self.guidance[n] for n in names if n in self.guidance}):
            lines.extend(self._lines(self._rules(place), names))
        lines.extend(f"- {self.eta.routing.notes[n]}" for n in names if n in self.eta.routing.notes)
        return "\n".join(self._within(lines))

    def _rules(self, place: str) -> tuple[Rule, ...]:
        if not place.startswith("skill:"):
            return self.eta.domains[place]
        text = self.eta.skills[place.removeprefix("skill:")].instructions
        return tuple(Rule(line.strip()[2:]) for line in text.splitlines() if line.strip().startswith("- "))

    def _lines(self, rules: Iterable[Rule], exposed: list[str]) -> list[str]:
        limits = self.eta.routing.limits
        out = []
        for rule in rules:
            if rule.tools and not any(t in exposed for t in rule.tools):
                continue
            text = _reachable(rule.text, exposed)
            if text is not None and estimate(text) <= limits.rule_tokens:
                out.append(f"- {text}")
        return out[: limits.rules_per_domain]

    def _within(self, lines: list[str]) -> list[str]:
        out, used = [], 0
        for line in dict.fromkeys(lines):
            used += estimate(line)
            if used > self.eta.routing.limits.guidance_tokens:
                break
            out.append(line)
        return out


def build(eta: Eta, specs: Iterable[ToolSpec]) -> Adapter:
    """Build the adapter for a tool set. Raises `PlanloopError` naming a tool without guidance, or a bad override."""
    tools = {spec.name: spec for spec in specs}
    guidance: dict[str, str] = {}
    for name in sorted(tools):
        spec = tools[name]
        skill = eta.routing.skills.get(name)
        if skill is not None and skill not in eta.skills:
            raise PlanloopError(
                f"skill {skill} is not in eta", place=f"routing.yaml: skills.{name}", cure="add its folder or change it"
            )
        place = f"skill:{skill}" if skill else eta.routing.domains.get(name, spec.domain)
        if skill is None and place not in eta.domains:
            raise PlanloopError(
                f"tool {name} has no guidance: there is no domains/{place}.md",
                place="adapter",
                cure=f"add that file, or map {name} in routing.yaml under domains or skills",
            )
        guidance[name] = place
    digest = content_hash([tools[name].model_dump(mode="json") for name in sorted(tools)])
    return Adapter(eta, guidance, digest)


def _reachable(text: str, exposed: list[str]) -> str | None:
    """The rule with its tool lists cut to what is exposed; None when a list has nothing left."""
    out = text
    for match in _FAMILY.finditer(text):
        kept = [t.strip() for t in match[1].split(",") if t.strip() in exposed]
        if not kept:
            return None
        out = out.replace(match[0], ", ".join(kept))
    return out
