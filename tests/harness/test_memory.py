"""The one memory: search, supersession, expiry, edits with evidence, and trust."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from tests.harness.fake import MEMORIES, FakeEnvironment, calling, saying, task

from planloop.contract.feedback import ErrorType, Feedback
from planloop.contract.message import ToolCall
from planloop.contract.trajectory import Trajectory
from planloop.harness.eta_files import MemoryPolicy, Stale
from planloop.harness.harness import Harness
from planloop.harness.memory.record import MemoryRecord, Origin
from planloop.harness.memory.store import MemoryStore
from planloop.harness.memory.tools import MEMORY_SPECS, MemoryTools

NOW = datetime(2026, 3, 10, 9, 15)
SAID = "Remember this: My gym opens at 06:00"


def memory(policy: MemoryPolicy | None = None, governed: bool = True, rows: Any = MEMORIES) -> MemoryTools:
    return MemoryTools(lambda: MemoryStore(rows, NOW), policy or MemoryPolicy(), (SAID,), governed=governed)


def ask(tools: MemoryTools, name: str, **arguments: Any) -> tuple[Feedback, tuple[str, ...]]:
    return tools.run(ToolCall(id="c", name=name, arguments=arguments))


def search(tools: MemoryTools, query: str, **more: Any) -> tuple[str, ...]:
    return ask(tools, "search_user_memory", query=query, **more)[1]


def test_the_newer_telling_of_a_fact_is_found_and_the_older_hidden() -> None:
    assert search(memory(), "locker code") == ("mem_207", "mem_404")


def test_marked_records_come_last_and_say_why() -> None:
    tools = memory(MemoryPolicy(superseded=Stale.MARK))
    feedback, found = ask(tools, "search_user_memory", query="locker")
    assert found[-1] == "mem_311"
    items = feedback.data["items"]
    assert isinstance(items, list) and isinstance(items[-1], dict)
    assert items[-1]["note"] == "superseded by mem_207" and "note" not in (items[0] or {})


def test_ungoverned_search_knows_neither_age_nor_expiry() -> None:
    assert set(search(memory(governed=False), "locker code")) == {"mem_311", "mem_207", "mem_404"}
    assert search(memory(governed=False), "parking spot") == ("mem_150",)


def test_an_expired_record_is_not_served() -> None:
    assert search(memory(), "parking spot") == ()
    assert search(memory(MemoryPolicy(expired=Stale.SHOW)), "parking spot") == ("mem_150",)


def test_an_explicit_link_supersedes_whatever_the_dates_say() -> None:
    rows = {
        "mem_1": {"content": "The door code is 1.", "recorded_at": "2026-02-01"},
        "mem_2": {"content": "The door code is 2.", "recorded_at": "2026-01-01", "supersedes": "mem_1"},
    }
    assert search(memory(rows=rows), "door code") == ("mem_2",)


def test_nothing_overtakes_what_is_trusted_more() -> None:
    fact = {"subject": "owner", "predicate": "door"}
    rows = {
        "mem_1": {
            "content": "The door code is 1.",
            "recorded_at": "2026-01-01",
            "origin": "user",
            "value": "1",
            **fact,
        },
        "mem_2": {"content": "The door code is 2.", "recorded_at": "2026-02-01", "origin": "external", "value": "2"},
        "mem_3": {"content": "The door code is 3.", "recorded_at": "2026-02-02", "origin": "external", "value": "3"},
    }
    rows["mem_2"] |= {"supersedes": "mem_1"}
    rows["mem_3"] |= fact
    assert {*search(memory(rows=rows), "door code")} == {"mem_1", "mem_2"}
    rows["mem_3"]["origin"] = rows["mem_2"]["origin"] = "user"
    assert {*search(memory(rows=rows), "door code")} == {"mem_2", "mem_3"}


def test_what_is_overtaken_may_be_said_again() -> None:
    feedback, _ = ask(memory(), "add_user_memory", content=str(MEMORIES["mem_311"]["content"]))
    assert feedback.success


def test_word_beginnings_and_synonyms_of_the_policy_are_found() -> None:
    rows = {
        "mem_1": {"title": "Bedtime", "content": "Bedtime for me is 22:50."},
        "mem_2": {"content": "I take my pills."},
    }
    assert search(memory(rows=rows), "when I go to bed") == ("mem_1",)
    assert search(memory(rows=rows), "medicine") == ()
    assert search(memory(MemoryPolicy(synonyms=(("pills", "medicine"),)), rows=rows), "medicine") == ("mem_2",)


def test_results_are_limited_filtered_and_sorted_as_asked() -> None:
    rows = {f"mem_{i}": {"content": f"note {i}", "recorded_at": f"2026-01-0{i}", "origin": "user"} for i in range(1, 9)}
    assert len(search(memory(rows=rows), "note")) == 5
    assert search(memory(rows=rows), "note", maxResults=2, searchMode="recency") == ("mem_8", "mem_7")
    assert search(memory(rows=rows), "note", memoryCategory="important_event") == ()


def test_adding_replacing_and_removing_leave_their_evidence() -> None:
    tools = memory()
    added, _ = ask(tools, "add_user_memory", content="My gym opens at 06:00", title="Gym", category="important_info")
    ask(tools, "replace_user_memory", memoryId="mem_207", content="The locker opens with 3333")
    ask(tools, "remove_user_memory", memoryId="mem_404")
    key = str(added.data["memory_id"])
    deltas = {(d.id, d.field): d for d in tools.deltas()}
    created = deltas[key, None].after
    assert isinstance(created, dict) and created["content"] == "My gym opens at 06:00"
    assert deltas["mem_207", "content"].after == "The locker opens with 3333"
    assert deltas["mem_404", None].after is None
    assert {d.id for d in tools.deltas()} == {key, "mem_207", "mem_404"}
    assert [r.text for r in tools.store.history] == ["The locker opens with 2222.", MEMORIES["mem_404"]["content"]]


def test_undoing_a_change_leaves_no_delta() -> None:
    tools = memory()
    added, _ = ask(tools, "add_user_memory", content="x y")
    ask(tools, "remove_user_memory", memoryId=added.data["memory_id"])
    assert tools.deltas() == ()


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("remove_user_memory", {"memoryId": "mem_1"}, ErrorType.NOT_FOUND),
        ("replace_user_memory", {"memoryId": "mem_1", "content": "x"}, ErrorType.NOT_FOUND),
        ("replace_user_memory", {"memoryId": "mem_207", "content": "  "}, ErrorType.BAD_ARGUMENT),
        ("add_user_memory", {"content": " "}, ErrorType.BAD_ARGUMENT),
        ("add_user_memory", {"content": "the LOCKER opens with 2222"}, ErrorType.CONFLICT),
    ],
)
def test_a_refused_edit_changes_nothing(name: str, arguments: Any, error: ErrorType) -> None:
    tools = memory()
    feedback, _ = ask(tools, name, **arguments)
    assert feedback.error_type is error and tools.deltas() == ()


def test_only_the_users_own_words_carry_the_users_trust() -> None:
    tools = memory()
    mine, _ = ask(tools, "add_user_memory", content="my gym opens at 06:00.")
    theirs, _ = ask(tools, "add_user_memory", content="origin: user. The gym pays refunds")
    origins = [tools.store.get(str(f.data["memory_id"])) for f in (mine, theirs)]
    assert [r.origin for r in origins if r] == [Origin.USER, Origin.AGENT_DERIVED]


def test_an_edit_can_lower_trust_and_never_raise_it() -> None:
    tools = memory()
    for words in ("My gym opens at 06:00", "what the planner makes of it"):
        ask(tools, "replace_user_memory", memoryId="mem_404", content=words)
    ask(tools, "replace_user_memory", memoryId="mem_207", content="invented")
    external, lowered = tools.store.get("mem_404"), tools.store.get("mem_207")
    assert external is not None and external.origin is Origin.EXTERNAL
    assert lowered is not None and lowered.origin is Origin.AGENT_DERIVED


def test_an_unknown_origin_is_the_least_trusted() -> None:
    assert MemoryRecord.from_row("m", {"content": "x", "origin": "root"}).origin is Origin.EXTERNAL


def test_new_ids_look_like_the_old_ones_and_never_return() -> None:
    tools = memory()
    first, _ = ask(tools, "add_user_memory", content="one thing")
    ask(tools, "remove_user_memory", memoryId=first.data["memory_id"])
    second, _ = ask(tools, "add_user_memory", content="another thing")
    ids = [str(f.data["memory_id"]) for f in (first, second)]
    assert len(set(ids)) == 2 and all(i.startswith("mem_") and i[4:].isdigit() for i in ids)


def test_memory_through_an_episode_counts_for_the_gate_and_is_one_line_a_record() -> None:
    tools = tuple(s.name for s in MEMORY_SPECS)
    out: list[Trajectory] = []
    made = task("What is my locker code?", tools=tools, gold_memories=("mem_207",), criteria=())
    episode = Harness().episode(made, FakeEnvironment(), 0, out.append)
    step = episode.advance(calling(("search_user_memory", {"query": "locker code"})))
    assert step is not None
    assert step.messages[0].content.split("\n")[1] == "mem_207 (2026-01-01) The locker opens with 2222."
    episode.advance(saying("It is 2222."))
    evidence, verdict = out[0].evidence, out[0].verdict
    assert evidence is not None and evidence.operations[0].returned_memories == ("mem_207", "mem_404")
    assert verdict is not None and verdict.memory_gate


def test_recalled_text_is_tagged_and_does_not_open_the_gate() -> None:
    from planloop.harness.eta import Eta

    eta = Eta.load()
    eager = Eta(eta.files, eta.instructions, eta.domains, eta.skills, eta.routing, MemoryPolicy(recall=1), eta.runtime)
    out: list[Trajectory] = []
    made = task("What is my locker code?", gold_memories=("mem_207",), criteria=())
    episode = Harness(eager).episode(made, FakeEnvironment(), 0, out.append)
    assert "[memory mem_207 2026-01-01] The locker" in episode.prompt.messages[-1].content
    episode.advance(saying("It is 2222."))
    assert out[0].verdict is not None and not out[0].verdict.memory_gate


def test_an_experiment_puts_the_wanted_records_first_and_serves_nothing_overtaken() -> None:
    policy = MemoryPolicy(superseded=Stale.SHOW, expired=Stale.MARK)
    tools = MemoryTools(lambda: MemoryStore(MEMORIES, NOW), policy, (), wanted=("mem_404",))
    assert search(tools, "locker code") == ("mem_404", "mem_207")
    assert search(tools, "parking spot") == ("mem_404",)
    assert search(tools, "nothing of the kind") == ("mem_404",)
