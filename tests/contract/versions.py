"""Hypothesis strategies for the records whose fields depend on each other: members, trees, judgements, reviews."""

from __future__ import annotations

import typing
from datetime import UTC

from hypothesis import strategies as st
from tests.contract.strategies import CAPABILITY, TEXT

from planloop.contract.diagnosis import Cause, Diagnosis
from planloop.contract.eta_edit import EtaEdit
from planloop.contract.record import Record
from planloop.contract.review import Decision, Review, ReviewerKind
from planloop.contract.score import Estimate
from planloop.contract.version import DataRelease, FileTree, Member, Purpose
from planloop.contract.weakness import Route, Routing, Weakness, WeaknessStatus

IDS = st.lists(TEXT, max_size=3, unique=True).map(tuple)
SHARE = st.floats(0, 1)
STATED = TEXT.filter(str.strip)
MEMBER = st.builds(
    Member, trajectory_id=TEXT, weight=st.floats(0, allow_infinity=False), purpose=st.sampled_from(Purpose)
)
NAME = st.text("abc._-", min_size=1, max_size=5).filter(lambda name: name not in (".", ".."))
TREE = st.builds(
    FileTree,
    files=st.dictionaries(
        st.lists(NAME, min_size=1, max_size=3).map("/".join),
        st.text("0123456789abcdef", min_size=64, max_size=64),
        max_size=3,
    ),
)
DATA = st.builds(
    DataRelease,
    members=st.lists(MEMBER, max_size=3, unique_by=lambda member: member.trajectory_id).map(tuple),
    tasks=IDS,
    mixture=st.dictionaries(TEXT, SHARE, max_size=3),
    answers=IDS,
    parent=st.none() | TEXT,
)
DIAGNOSIS = st.sampled_from(Cause).flatmap(
    lambda cause: st.builds(
        Diagnosis,
        trajectory_id=TEXT,
        task_key=TEXT,
        capability=CAPABILITY,
        side=st.just(cause.side),
        cause=st.just(cause),
        evidence=TEXT,
        turn=st.none() | st.integers(0, 20),
        confidence=SHARE,
        tested=st.booleans(),
        author=TEXT,
    )
)
WEAKNESS = st.tuples(st.integers(0, 50), st.integers(0, 50), SHARE, SHARE).flatmap(
    lambda drawn: st.builds(
        Weakness,
        capability=TEXT,
        successes=st.just(min(drawn[:2])),
        n=st.just(max(drawn[:2])),
        low=st.just(min(drawn[2:])),
        high=st.just(max(drawn[2:])),
        status=st.sampled_from(WeaknessStatus),
        routing=st.none() | st.builds(Routing, route=st.sampled_from(Route), reason=TEXT),
        trajectories=IDS,
        diagnoses=IDS,
    )
)
REVIEW = st.builds(
    Review,
    subject=TEXT,
    subject_hash=TEXT,
    decision=st.sampled_from(Decision),
    kind=st.sampled_from(ReviewerKind),
    reviewer=STATED,
    reason=STATED,
    time=st.datetimes(timezones=st.just(UTC)).map(lambda time: time.isoformat()),
    rules_version=TEXT,
)
ESTIMATE = st.lists(st.floats(-100, 100), min_size=3, max_size=3).flatmap(
    lambda drawn: st.builds(
        Estimate,
        low=st.just(min(drawn)),
        value=st.just(sorted(drawn)[1]),
        high=st.just(max(drawn)),
        n=st.integers(0, 1000),
    )
)
LINE = st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), min_size=1, max_size=20).filter(str.strip)
FILE = st.sampled_from(["instructions.md", "domains/time.md", "memory.yaml", "skills/a/SKILL.md"])
EDIT = st.one_of(
    st.tuples(st.none() | LINE, st.none() | LINE).map(lambda pair: (None, *pair)),
    st.tuples(st.just("limits.rules"), st.integers() | st.none() | TEXT, st.integers() | st.none() | TEXT),
)
ETA_EDIT = EDIT.filter(lambda drawn: drawn[1] != drawn[2]).flatmap(
    lambda drawn: st.builds(
        EtaEdit, file=FILE, key=st.just(drawn[0]), before=st.just(drawn[1]), after=st.just(drawn[2])
    )
)
VERSIONS: dict[type[Record], st.SearchStrategy[typing.Any]] = {
    Member: MEMBER,
    FileTree: TREE,
    DataRelease: DATA,
    Diagnosis: DIAGNOSIS,
    Weakness: WEAKNESS,
    Review: REVIEW,
    Estimate: ESTIMATE,
    EtaEdit: ETA_EDIT,
}
