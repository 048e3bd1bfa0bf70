"""`review`, `why`, `releases` and `rollback` on one store, as a reviewer uses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.governance.story import Story, approve, tell
from tests.governance.test_dossier import data_change
from tests.store.builders import make_task, make_trajectory

from planloop.cli.main import main
from planloop.contract.split import Stage
from planloop.governance.release import promote
from planloop.store.store import Store


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture
def story(root: Path) -> Story:
    """A store in which a release candidate waits."""
    with Store.open(root) as store:
        return tell(store)


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    return Said(capsys)


class Said:
    """Runs a command line and gives what it printed on stdout, or its one line of refusal."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, root: Path, *arguments: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as ending:
            main([*arguments, "--store", str(root)])
        out, err = self._capsys.readouterr()
        assert (ending.value.code or 0) == code, err
        return out if code == 0 else err


def test_what_waits_is_listed_shown_and_decided_by_name(root: Path, story: Story, said: Said) -> None:
    listed = said(root, "review", "list")
    assert story.candidate.id in listed
    assert f"next: planloop review show ID --store {root}" in listed
    shown = said(root, "review", "show", story.candidate.id)
    assert f"it would replace {story.first.id}" in shown
    assert f"next: planloop review approve {story.candidate.id} --reason '...' --store {root}" in shown
    digest = json.loads(said(root, "review", "show", story.candidate.id, "--json"))["hash"]
    assert f"hash {digest}, asked by loop" in shown
    options = ("--reason", "better on the gate", "--name", "Ada", "--hash", digest)
    decided = said(root, "review", "approve", story.candidate.id, *options)
    assert f"{story.candidate.id}: approve by person Ada" in decided
    assert said(root, "review", "list") == "nothing waits for a decision\n"
    assert "decided: approve by person Ada: better on the gate" in said(root, "review", "show", story.candidate.id)
    again = said(root, "review", "refuse", story.candidate.id, "--reason", "no", code=2)
    assert "decided already" in again


def test_a_subject_that_is_not_what_was_seen_is_refused(root: Path, story: Story, said: Said) -> None:
    line = said(root, "review", "approve", story.candidate.id, "--reason", "ok", "--hash", "0" * 64, code=2)
    assert line.count("\n") == 1
    assert "Traceback" not in line
    with Store.open(root, readonly=True) as store:
        assert store.decisions.decision(story.candidate.id) is None


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_decision_needs_a_reason(root: Path, story: Story, said: Said, reason: str) -> None:
    assert "--reason" in said(root, "review", "approve", story.candidate.id, "--reason", reason, code=2)


def test_a_data_change_is_shown_with_as_many_trajectories_as_asked_for(root: Path, story: Story, said: Said) -> None:
    with Store.open(root) as store:
        change = data_change(store)
    assert said(root, "review", "show", change.id).count("\nexample ") == 3
    text = said(root, "review", "show", change.id, "--trajectories", "1")
    assert text.count("\nexample ") == 1
    assert "agent: Answer 0." in text
    value = json.loads(said(root, "review", "show", change.id, "--trajectories", "9", "--json"))
    assert len(value["dossier"]["examples"]) == 9
    assert value["content"]["target"].startswith("data-")


def test_a_harness_change_is_shown_as_a_diff(root: Path, story: Story, said: Said) -> None:
    assert "-Plan.\n+Plan well." in said(root, "review", "show", story.change.id)


def test_why_answers_in_both_directions_and_releases_and_rollback_follow(root: Path, story: Story, said: Said) -> None:
    with Store.open(root) as store:
        approve(store, story.candidate.id)
        second = promote(store, story.candidate.id, author="ann")
    text = said(root, "why", story.change.id)
    assert "came from" in text
    assert story.diagnosis in text
    assert "led to" in text
    assert story.candidate.id in text
    assert second.id in said(root, "why", story.change.id, "--json")
    history = said(root, "releases").splitlines()
    assert [line.split()[0] for line in history] == [story.first.id, "serves"]
    assert second.id in history[1]
    back = said(root, "rollback", "--reason", "too eager", "--name", "Ada")
    assert f"{story.first.id} serves again" in back
    found = json.loads(said(root, "releases", "--json"))
    assert found["current"] == story.first.id
    assert found["releases"][-1] | {"at": ""} == {
        "release": story.first.id,
        "checkpoint": story.first.checkpoint,
        "harness": story.first.harness,
        "action": "rollback",
        "author": "Ada",
        "reason": "too eager",
        "at": "",
    }
    assert "nothing to roll back to" in said(root, "rollback", "--reason", "again", code=2)


@pytest.mark.parametrize(
    "command",
    [
        ("review", "list"),
        ("review", "show", "x"),
        ("review", "approve", "x", "--reason", "y"),
        ("why", "x"),
        ("releases",),
        ("rollback", "--reason", "y"),
    ],
)
def test_where_there_is_no_store_the_command_says_so_and_makes_none(
    root: Path, said: Said, command: tuple[str, ...]
) -> None:
    assert "there is no store at" in said(root, *command, code=2)
    assert not root.exists()


@pytest.mark.parametrize("command", [("review", "show"), ("why",)])
def test_an_unknown_id_is_refused_in_one_line(root: Path, story: Story, said: Said, command: tuple[str, ...]) -> None:
    line = said(root, *command, "change-0000000000000000", code=2)
    assert line.count("\n") == 1
    assert "change-0000000000000000" in line


def test_records_in_quarantine_are_listed_and_judged_by_name(root: Path, said: Said) -> None:
    with Store.open(root) as store:
        store.add_tasks([make_task()])
        store.add_trajectories([make_trajectory("e1")], run="r", stage=Stage.TRAINING)
        store.edit("e1", "suitability", "quarantined", author="judge:rules", reason="judged both ways")
    listed = said(root, "review", "records")
    assert "e1  judged both ways  (judged by judge:rules)" in listed
    assert f"next: planloop review judge ID suitable|diagnostic_only|rejected --reason '...' --store {root}" in listed
    assert "is no judgement" in said(root, "review", "judge", "e1", "fine", "--reason", "x", code=2)
    told = said(root, "review", "judge", "e1", "rejected", "--reason", "it claims too much", "--name", "Ada")
    assert told == "e1: rejected by Ada: it claims too much\n"
    assert said(root, "review", "records") == "no record is in quarantine\n"
    assert json.loads(said(root, "review", "records", "--json")) == {"quarantined": []}
