"""Policies approve only what their written rules allow, and are recorded as what they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.governance.story import approve, make_change, tell

from planloop.contract.change import ChangeKind
from planloop.contract.review import ReviewerKind
from planloop.governance.approval import (
    ApprovalPolicy,
    Measured,
    Rule,
    SubjectKind,
    Verdict,
    apply_policy,
    by_person,
)
from planloop.governance.review import decision_on, pending, request_review
from planloop.store.errors import DecisionError
from planloop.store.store import Store

GOOD = Measured(
    difference_low=0.5, episodes=60, fixes_seen=0.5, removed_tasks=0, added_tasks=10, rule_checks_passed=True
)
DEMO = ApprovalPolicy.named("demo")


def test_by_default_a_person_decides_everything() -> None:
    policy = ApprovalPolicy.named("person")
    for kind in ChangeKind:
        judged = policy.evaluate(make_change(kind=kind), GOOD)
        assert (judged.verdict, judged.rule) == (Verdict.DEFER, "default")


@pytest.mark.parametrize(
    ("measured", "verdict"),
    [
        ({}, Verdict.APPROVE),
        ({"difference_low": -2.0}, Verdict.APPROVE),
        ({"difference_low": -2.1}, Verdict.DEFER),
        ({"difference_low": None}, Verdict.DEFER),
        ({"episodes": 19}, Verdict.DEFER),
        ({"fixes_seen": 0.0}, Verdict.DEFER),
        ({"rule_checks_passed": None}, Verdict.DEFER),
        ({"rule_checks_passed": False}, Verdict.REFUSE),
    ],
)
def test_the_demo_policy_approves_a_harness_change_only_within_its_bounds(
    measured: dict[str, object], verdict: Verdict
) -> None:
    values = Measured.model_validate(GOOD.model_dump() | measured)
    judged = DEMO.evaluate(make_change(), values)
    assert judged.verdict is verdict, judged.reason
    assert judged.rule == "harness-no-worse-on-the-gate"


def edits(*given: object) -> dict[str, object]:
    return {"target": "eta", "proposal": {"edits": list(given)}}


@pytest.mark.parametrize(
    "change",
    [
        {"safety_sensitive": True},
        {"target": "permissions.yaml#permission.send_sms"},
        edits(
            {"file": "guide.md", "before": None, "after": "Be brief."},
            {"file": "runtime.yaml", "key": "Permissions.destructive", "before": "ask", "after": "allow"},
        ),
        edits({"file": "trust/levels.md", "before": None, "after": "All is well."}),
        edits({"file": "../permissions", "after": 1}),
    ],
)
def test_sensitive_changes_wait_for_a_person_however_good(change: dict[str, object]) -> None:
    judged = DEMO.evaluate(make_change(**change), GOOD)
    assert (judged.verdict, judged.rule) == (Verdict.DEFER, "person_only")


@pytest.mark.parametrize(
    ("passed", "verdict"), [(True, Verdict.APPROVE), (False, Verdict.REFUSE), (None, Verdict.DEFER)]
)
def test_the_demo_policy_approves_data_by_its_checks(passed: bool | None, verdict: Verdict) -> None:
    change = make_change(kind=ChangeKind.DATA, removed_tasks=("t1",))
    assert DEMO.evaluate(change, Measured(rule_checks_passed=passed)).verdict is verdict


def test_data_that_is_approved_by_its_checks_says_so() -> None:
    judged = DEMO.evaluate(make_change(kind=ChangeKind.DATA), Measured(rule_checks_passed=True))
    assert judged.reason == "the rule checks passed"


def test_a_policy_can_bound_what_data_leaves_out_of_its_parent() -> None:
    rule = Rule(name="nothing-removed", kinds=(SubjectKind.DATA,), max_removed_tasks=0)
    policy = ApprovalPolicy(name="careful", rules=(rule,))
    change = make_change(kind=ChangeKind.DATA, removed_tasks=("t1",))
    assert policy.evaluate(change, GOOD).verdict is Verdict.DEFER
    assert policy.evaluate(make_change(kind=ChangeKind.DATA), GOOD).verdict is Verdict.APPROVE


def test_a_policy_is_recorded_as_a_policy_with_its_rules(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        change = make_change()
        request_review(store, change, requester="loop")
        judged = apply_policy(store, DEMO, change.id, GOOD)
        review = decision_on(store, change.id)
        assert review is not None
        assert (review.kind, review.reviewer) == (ReviewerKind.POLICY, "demo-policy")
        assert review.rules_version == DEMO.content_hash()
        assert judged.rule in review.reason
        assert not by_person(review)


def test_a_deferred_subject_stays_for_a_person(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        change = make_change()
        request_review(store, change, requester="loop")
        assert apply_policy(store, DEMO, change.id, Measured()).verdict is Verdict.DEFER
        assert [r.subject for r in pending(store)] == [change.id]
        assert by_person(approve(store, change.id))


def test_a_policy_cannot_approve_its_own_proposal(tmp_path: Path) -> None:
    with pytest.raises(DecisionError, match="cannot approve it"):
        DEMO.evaluate(make_change(proposer="Demo-Policy"), GOOD)


def test_a_successor_is_approved_by_its_comparison_and_the_first_without(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        story = tell(store)
        assert DEMO.evaluate(story.candidate, GOOD).verdict is Verdict.APPROVE
        assert DEMO.evaluate(story.candidate, Measured(rule_checks_passed=True)).verdict is Verdict.DEFER
        first = story.candidate.model_copy(update={"parent": None})
        assert DEMO.evaluate(first, Measured()).verdict is Verdict.APPROVE
        with pytest.raises(DecisionError, match="review change requests"):
            DEMO.evaluate(story.first, GOOD)


def test_a_policy_file_with_an_unknown_key_or_value_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "policy.yaml"
    for text in ("name: x\nrulez: []\n", "name: x\nrules: [{name: a, kinds: [all]}]\n", "name: [", "[]"):
        file.write_text(text)
        with pytest.raises(ValueError, match=r"policy\.yaml is not a valid approval policy"):
            ApprovalPolicy.load(file)
    with pytest.raises(ValueError, match="use person or demo"):
        ApprovalPolicy.named("nobody")
