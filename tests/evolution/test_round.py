"""What a round leaves for the next one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn, cast

import pytest
from tests.training.conftest import task

from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.version import Checkpoint, DataRelease
from planloop.evolution import round as rounds
from planloop.evolution.loop import Pair
from planloop.evolution.ports import Ruling, Silent
from planloop.evolution.round import Gathered, Log, State, release, release_data, tasks_trained_on
from planloop.evolution.steps.dataset import Composed
from planloop.evolution.steps.dataset import kept as keep_data
from planloop.store.store import Store


class Asked(Exception):
    """The data of a round was asked for, with this parent."""


def asked(*given: object) -> NoReturn:
    raise Asked(given[-1])


@pytest.mark.parametrize(
    ("ruling", "kept"), [(Ruling.REFUSED, False), (Ruling.WAITING, True)], ids=["refused", "kept, not released"]
)
def test_the_data_of_a_round_follows_on_that_of_the_pair_it_starts_from(
    ruling: Ruling, kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(tmp_path) as store:
        data = [store.add(DataRelease(members=(), stats={"tokens": tokens})) for tokens in (1, 2)]
        trees = [store.put_tree({"weights": name.encode()}) for name in ("old", "new")]
        made = [store.add(Checkpoint(tree=t, trained_on=(d,))) for t, d in zip(trees, data, strict=True)]
        serving, candidate = (Pair(checkpoint=c, harness="harness-1") for c in made)
        loop = cast(Any, SimpleNamespace(store=store, voice=Silent(), object=lambda key, step: step()))
        outcome = {"release": None, "ruling": ruling, "gate_difference": 1.0}
        monkeypatch.setattr(rounds, "promote", lambda *_: outcome)
        after = release(loop, Log(1), State(serving=serving, pair=serving, tasks={}), candidate)
        assert after.pair == (candidate if kept else serving)
        monkeypatch.setattr(rounds, "composed", lambda *_, **__: SimpleNamespace(members=(None,)))
        monkeypatch.setattr(rounds, "round_release", asked)
        with pytest.raises(Asked, match=data[kept]):
            release_data(loop, Log(2), after, cast(Any, SimpleNamespace(map=None)), Gathered((), (), frozenset()))


def test_data_that_was_kept_stays_whatever_is_composed_afterwards(tmp_path: Path) -> None:
    committed: dict[str, Any] = {}

    def once(key: str, step: Callable[[], dict[str, Any]]) -> Any:
        if key not in committed:
            committed[key] = step()
        return committed[key]

    def composed_as(title: str) -> Composed:
        data = DataRelease(members=(), stats={"title": title})
        return data, ChangeRequest(kind=ChangeKind.DATA, title=title, target=data.id, proposal={}, proposer="me"), ()

    with Store.open(tmp_path) as store:
        loop = cast(Any, SimpleNamespace(store=store, object=once))
        first = keep_data(loop, "r1/data", lambda: composed_as("first"))
        again = keep_data(loop, "r1/data", lambda: composed_as("after somebody judged a record anew"))
        assert first == again and first is not None and first[1].title == "first"
        assert keep_data(loop, "r2/data", lambda: None) is None
        assert keep_data(loop, "r2/data", lambda: composed_as("later")) is None


def test_a_pair_was_trained_on_the_tasks_of_all_the_releases_behind_its_weights(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        loop = cast(Any, SimpleNamespace(store=store))
        tree, parent, made = store.put_tree({"weights": b"w"}), None, []
        for number in range(3):
            store.add_tasks([task(f"task-{number}")])
            data = store.add(DataRelease(members=(), tasks=("task-0", f"task-{number}")))
            parent = store.add(Checkpoint(tree=tree, parent=parent, trained_on=(data,)))
            made.append(Pair(checkpoint=parent, harness="harness-1"))
        beside = store.add(Checkpoint(tree=tree, parent=made[0].checkpoint))
        assert tasks_trained_on(loop, made[2]) == {"task-0", "task-1", "task-2"}
        assert tasks_trained_on(loop, Pair(checkpoint=beside, harness="harness-1")) == {"task-0"}
