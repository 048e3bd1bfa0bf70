"""Why: where something came from, and what came out of it (design section 1: answerable in both directions)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from planloop.contract.artefact import Artefact
from planloop.contract.change import ChangeRequest
from planloop.contract.diagnosis import Diagnosis
from planloop.contract.lineage import Edge, Relation
from planloop.contract.prediction import PredictionScore
from planloop.contract.record import Record
from planloop.contract.review import Review
from planloop.contract.version import Checkpoint, DataRelease, HarnessVersion, Release, ReleaseCandidate
from planloop.contract.weakness import Weakness
from planloop.store.errors import UnknownIdError
from planloop.store.store import Store

if TYPE_CHECKING:
    from rich.tree import Tree

LIMIT = 6
"""Children shown per node and kind."""
NATURAL_ORDER = (Relation.PARENT_OF,)
"""Relations that are shown but not followed: the history of a parent is its own question."""


class Node(Record):
    """One record in the answer. `relation` is how it stands to the node above it.

    `omitted` counts children by kind that were left out to keep the answer short; `repeated` marks a record whose own
    children are shown elsewhere in the answer.
    """

    id: str
    kind: str
    summary: str
    relation: Relation | None = None
    children: tuple[Node, ...] = ()
    omitted: dict[str, int] = {}
    repeated: bool = False

    def ids(self) -> tuple[str, ...]:
        """Every id in this part of the answer, top first."""
        return (self.id, *(i for child in self.children for i in child.ids()))


class Provenance(Record):
    """The answer for one id: `came_from` leads to its causes, `led_to` to its effects."""

    subject: str
    came_from: Node
    led_to: Node


def why(store: Store, subject: str, *, limit: int = LIMIT) -> Provenance:
    """Answer "why is this here, and what came of it?" for a release or any other id in the store.

    At most `limit` children of a kind are shown per record. Raises `UnknownIdError` for an id that is not held.
    """
    if subject not in store.artefacts.kinds([subject]):
        raise UnknownIdError(f"{subject} is not in the store: `planloop why` takes a release, change, task or other id")
    return Provenance(
        subject=subject,
        came_from=_Walk(store, limit, towards_causes=True).node(subject, None),
        led_to=_Walk(store, limit, towards_causes=False).node(subject, None),
    )


class _Walk:
    """One walk in one direction; every record is opened once."""

    def __init__(self, store: Store, limit: int, *, towards_causes: bool) -> None:
        self._store = store
        self._limit = limit
        self._towards_causes = towards_causes
        self._opened: set[str] = set()

    def node(self, key: str, relation: Relation | None) -> Node:
        kind = self._store.artefacts.kinds([key]).get(key, "unknown")
        summary = summarise(self._store, key, kind)
        if relation in NATURAL_ORDER:
            return Node(id=key, kind=kind, summary=summary, relation=relation)
        edges = self._edges(key)
        if key in self._opened:
            return Node(id=key, kind=kind, summary=summary, relation=relation, repeated=bool(edges))
        self._opened.add(key)
        shown, omitted = self._choose(edges)
        children = tuple(self.node(self._other(edge), edge.relation) for edge in shown)
        return Node(id=key, kind=kind, summary=summary, relation=relation, children=children, omitted=omitted)

    def _edges(self, key: str) -> tuple[Edge, ...]:
        lineage = self._store.lineage
        return lineage.causes(key) if self._towards_causes else lineage.effects(key)

    def _other(self, edge: Edge) -> str:
        return edge.cause if self._towards_causes else edge.effect

    def _choose(self, edges: Sequence[Edge]) -> tuple[list[Edge], dict[str, int]]:
        kinds = self._store.artefacts.kinds([self._other(edge) for edge in edges])
        shown: list[Edge] = []
        count: dict[str, int] = {}
        for edge in edges:
            kind = kinds.get(self._other(edge), "unknown")
            count[kind] = count.get(kind, 0) + 1
            if count[kind] <= self._limit:
                shown.append(edge)
        return shown, {kind: n - self._limit for kind, n in count.items() if n > self._limit}


def summarise(store: Store, key: str, kind: str) -> str:
    """One line about a record, without its content where it is a task or trajectory (splits stay closed)."""
    if kind == "trajectory":
        card = store.card(key)
        outcome = "invalid" if not card.valid else "success" if card.success else "failure"
        source = "" if card.source == "rollout" else f"{card.source}, "
        return f"{source}{outcome}, {card.stop}, {card.split}, run {card.run} round {card.round}"
    if kind == "task":
        task = store.task_card(key)
        return f"{task.capability_group}, {task.split}, template {task.template}"
    if kind == "measurement":
        counted = store.measurement(key).valid_episodes
        return f"{sum(e.success for e in counted)} of {len(counted)} valid episodes succeeded"
    if kind == "unknown":
        return "not held"
    review = store.decisions.decision(key)
    decided = f" [{review.decision} by {review.kind} {review.reviewer}]" if review else ""
    return _describe(store.artefacts.get(key)) + decided


def _describe(artefact: Artefact) -> str:
    match artefact:
        case Release():
            return f"{artefact.checkpoint} with {artefact.harness}"
        case ReleaseCandidate():
            return f"{artefact.checkpoint} with {artefact.harness}, proposed by {artefact.proposer}"
        case Review():
            return (
                f"{artefact.decision} by {artefact.kind} {artefact.reviewer}, {artefact.time[:19]}: {artefact.reason}"
            )
        case ChangeRequest():
            effect = f"{artefact.predicted_effect:+g} points predicted"
            return f"{artefact.kind}: {artefact.title} ({effect}, by {artefact.proposer})"
        case Diagnosis():
            how = "tested" if artefact.tested else "not tested"
            return f"{artefact.side}/{artefact.cause} ({artefact.confidence:.0%}, {how}): {artefact.evidence}"
        case Weakness():
            rate = f"{artefact.successes}/{artefact.n} [{artefact.low:.0%}..{artefact.high:.0%}]"
            route = f", routed to {artefact.routing.route}" if artefact.routing else ""
            return f"{artefact.capability} {artefact.status} {rate}{route}"
        case DataRelease():
            return f"{len(artefact.members)} trajectories and {len(artefact.tasks)} tasks"
        case PredictionScore():
            predicted, seen = artefact.predicted_effect, artefact.seen_effect
            return f"{predicted:+g} points predicted, {seen:+.1f} seen; {len(artefact.fixed)} fixed"
        case Checkpoint() | HarnessVersion():
            count = len(artefact.tree.files)
            return f"{count} file{'' if count == 1 else 's'}"
        case _:
            return artefact.PREFIX


def render(provenance: Provenance, *, width: int = 120) -> str:
    """The answer as a text tree, at most `width` columns wide."""
    from rich.console import Console

    console = Console(width=width, no_color=True, highlight=False, legacy_windows=False)
    with console.capture() as capture:
        console.print(tree(provenance))
    return capture.get()


def tree(provenance: Provenance) -> Tree:
    """The answer as a `rich` tree, for a terminal."""
    from rich.text import Text
    from rich.tree import Tree

    root = Tree(Text(f"why {provenance.subject} ({provenance.came_from.kind}: {provenance.came_from.summary})"))
    for title, node in (("came from", provenance.came_from), ("led to", provenance.led_to)):
        branch = root.add(Text(title))
        if not node.children:
            branch.add(Text("nothing recorded"))
        _grow(branch, node)
    return root


def _grow(branch: Tree, node: Node) -> None:
    from rich.text import Text

    for child in node.children:
        relation = f"{child.relation} " if child.relation else ""
        mark = "  (opened above)" if child.repeated else ""
        _grow(branch.add(Text(f"{relation}{child.kind} {child.id}: {child.summary}{mark}")), child)
    for text in _omissions(node.omitted.items()):
        branch.add(Text(text))


def _omissions(omitted: Iterable[tuple[str, int]]) -> list[str]:
    return [f"... and {count} more of kind {kind}" for kind, count in omitted]
