"""Prefix trees: many rows that begin alike are computed as one packed sequence, each shared stretch once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planloop.training.rows import TrainRow

MIN_SHARED = 24  # a shared stretch shorter than this costs more in bookkeeping than it saves


@dataclass(frozen=True)
class Node:
    """A stretch of tokens. Nodes stand in depth-first order, so a node's descendants are `[end, subtree_end)`."""

    parent: int  # -1 for a root
    start: int  # position in the packed sequence
    end: int
    subtree_end: int
    read: bool = False  # several rows share it and learn nothing in it, as in its ancestors


@dataclass(frozen=True)
class Target:
    """One learnt token: predict `label` from the hidden state at packed position `at`."""

    at: int
    label: int
    weight: float
    old_logp: float
    advantage: float
    row: int  # which of the packed rows it belongs to, by the caller's numbering


@dataclass(frozen=True)
class Pack:
    """Rows as one packed sequence. `positions[i]` is the token's position in its own row (they restart per branch)."""

    ids: tuple[int, ...]
    positions: tuple[int, ...]
    nodes: tuple[Node, ...]
    targets: tuple[Target, ...]
    rows: int
    row_tokens: int  # the sum of the rows' lengths: what separate rows would have computed

    def begun(self) -> list[bool]:
        """For each position: whether something learnt is predicted there, or before it in its row."""
        places = {target.at for target in self.targets}
        out: list[bool] = []
        ends: list[bool] = []
        for node in self.nodes:
            on = node.parent >= 0 and ends[node.parent]
            for place in range(node.start, node.end):
                on = on or place in places
                out.append(on)
            ends.append(on)
        return out


class _Builder:
    def __init__(self, rows: Sequence[TrainRow], min_shared: int, numbers: Sequence[int]) -> None:
        self.rows = rows
        self.numbers = numbers
        self.min_shared = min_shared
        self.begins = [row.prefix_length - 1 if row.learnt else len(row.ids) for row in rows]
        self.ids: list[int] = []
        self.positions: list[int] = []
        self.nodes: list[Node] = []
        self.targets: list[Target] = []

    def add(self, members: Sequence[int], offset: int, parent: int, path: list[int]) -> None:
        """Place rows `members` (sorted by ids, equal up to `offset`) below `parent`; `path` maps their positions."""
        first, last = self.rows[members[0]].ids, self.rows[members[-1]].ids
        shared = len(first) if len(members) == 1 else common_prefix(first, last, offset)
        begin = min(self.begins[m] for m in members) if len(members) > 1 else 0
        shared = begin if offset < begin < shared else shared
        start = len(self.ids)
        index = len(self.nodes)
        read = shared <= begin and (parent < 0 or self.nodes[parent].read)
        self.nodes.append(Node(parent, start, start, start, read))
        self.ids.extend(first[offset:shared])
        self.positions.extend(range(offset, shared))
        end = len(self.ids)
        own = path + list(range(start, end))
        for clan in self._clans(members, shared):
            if len(self.rows[clan[0]].ids) == shared and len(clan) == 1:
                self._target(clan[0], own)
            else:
                self.add(clan, shared, index, own)
        self.nodes[index] = Node(parent, start, end, len(self.ids), read)

    def _clans(self, members: Sequence[int], shared: int) -> list[list[int]]:
        """Members split after `shared` tokens: neighbours that go on alike for long enough stay together."""
        clans: list[list[int]] = []
        for member in members:
            before = self.rows[clans[-1][-1]].ids if clans else ()
            if clans and common_prefix(before, self.rows[member].ids, shared) - shared >= self.min_shared:
                clans[-1].append(member)
            else:
                clans.append([member])
        return clans

    def _target(self, member: int, path: list[int]) -> None:
        row, number = self.rows[member], self.numbers[member]
        for t in range(1, len(row.ids)):
            if row.weights[t]:
                old = row.old_logps[t] if row.old_logps is not None else 0.0
                self.targets.append(Target(path[t - 1], row.ids[t], row.weights[t], old, row.advantage, number))


def build_pack(rows: Sequence[TrainRow], min_shared: int = MIN_SHARED, numbers: Sequence[int] | None = None) -> Pack:
    """Pack rows into one tree; rows that share nothing become roots of their own. Row order does not matter.

    `numbers` are the row numbers that targets carry (default: places in `rows`). A row's targets keep token order.
    """
    builder = _Builder(rows, min_shared, range(len(rows)) if numbers is None else numbers)
    order = sorted(range(len(rows)), key=lambda i: rows[i].ids)
    for clan in builder._clans(order, 0):
        builder.add(clan, 0, -1, [])
    return Pack(
        ids=tuple(builder.ids),
        positions=tuple(builder.positions),
        nodes=tuple(builder.nodes),
        targets=tuple(builder.targets),
        rows=len(rows),
        row_tokens=sum(len(row.ids) for row in rows),
    )


def split_packs(rows: Sequence[TrainRow], max_tokens: int, min_shared: int = MIN_SHARED) -> list[Pack]:
    """Rows as packs of about `max_tokens` packed tokens (a single longer row still gets its pack).

    Rows are sorted by their ids first, so that neighbours share as much as they can. The size of a pack is estimated
    from neighbours: it may exceed the bound by up to `min_shared` tokens a row.
    """
    packs: list[Pack] = []
    current: list[int] = []
    size = 0
    for number in sorted(range(len(rows)), key=lambda n: rows[n].ids):
        row = rows[number]
        shared = common_prefix(rows[current[-1]].ids, row.ids, 0) if current else 0
        added = len(row.ids) - (shared if shared >= min_shared else 0)
        if current and size + added > max_tokens:
            packs.append(build_pack([rows[n] for n in current], min_shared, current))
            current, size, added = [], 0, len(row.ids)
        current.append(number)
        size += added
    if current:
        packs.append(build_pack([rows[n] for n in current], min_shared, current))
    return packs


def common_prefix(a: Sequence[int], b: Sequence[int], start: int) -> int:
    """How many leading tokens `a` and `b` share, given that the first `start` are equal. Binary search on slices."""
    low, high = start, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
