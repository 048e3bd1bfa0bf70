"""`planloop review`: what waits for a decision, and deciding it - also beside a running loop."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planloop.cli.output import JsonFlag, Output
from planloop.cli.stores import DEFAULT_STORE, at_store, refusals

if TYPE_CHECKING:
    from planloop.contract.review import Decision
    from planloop.store.store import Store

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="What waits for a decision, and deciding it - also beside a running loop.",
)
StoreOption = Annotated[Path, typer.Option("--store", help="The store's folder.")]
Name = Annotated[str | None, typer.Option("--name", help="Who decides (default: the account).")]
Reason = Annotated[str, typer.Option("--reason", help="Why; it is kept with the decision.")]
Seen = Annotated[str | None, typer.Option("--hash", help="The content hash that `show` printed.")]
Subject = Annotated[str, typer.Argument(metavar="ID")]


@app.command("list")
def list_(store: StoreOption = DEFAULT_STORE, as_json: JsonFlag = False) -> None:
    """List what waits for a decision."""
    from planloop.governance.provenance import summarise
    from planloop.governance.review import pending

    with _opened(store, readonly=True) as held:
        kinds = held.artefacts.kinds(r.subject for r in pending(held))
        waiting = [
            {
                "id": r.subject,
                "hash": r.subject_hash,
                "requester": r.requester,
                "at": r.at,
                "what": summarise(held, r.subject, kinds[r.subject]),
            }
            for r in pending(held)
        ]
    lines = [f"{w['id']}  {w['what']}  (asked by {w['requester']})" for w in waiting]
    lines.append(f"next: planloop review show ID{at_store(store)}" if waiting else "nothing waits for a decision")
    Output(as_json).result({"waiting": waiting}, "\n".join(lines))


@app.command()
def show(
    subject: Subject,
    trajectories: Annotated[
        int, typer.Option("--trajectories", min=0, help="How many trajectories of a data release are shown.")
    ] = 3,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonFlag = False,
) -> None:
    """Show a subject so that it can be judged: trajectories of data, the diff of a harness change, what was measured,
    what led to it, and its hash."""
    from planloop.governance.dossier import dossier, render
    from planloop.governance.provenance import render as tree
    from planloop.governance.provenance import why

    with _opened(store, readonly=True) as held:
        request = held.decisions.requested(subject)
        now = held.decisions.subject_hash(subject)
        decided = held.decisions.decision(subject)
        found = dossier(held, subject, examples=trajectories)
        value: dict[str, Any] = {
            "id": subject,
            "hash": now,
            "requester": request.requester,
            "content": held.current(subject),
            "dossier": found.model_dump(mode="json"),
            "decision": None if decided is None else decided.model_dump(mode="json"),
        }
        origin = tree(why(held, subject, limit=3))
    next_ = f"next: planloop review approve {subject} --reason '...'{at_store(store)} (or refuse)"
    said = f"decided: {decided.decision} by {decided.kind} {decided.reviewer}: {decided.reason}" if decided else next_
    lines = [subject, render(found), "", origin.rstrip(), f"hash {now}, asked by {request.requester}", said]
    Output(as_json).result(value, "\n".join(lines))


@app.command()
def approve(
    subject: Subject,
    reason: Reason,
    name: Name = None,
    seen: Seen = None,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonFlag = False,
) -> None:
    """Approve a subject, as a person."""
    from planloop.contract.review import Decision

    _decide(Decision.APPROVE, subject, reason, name, seen, store, Output(as_json))


@app.command()
def refuse(
    subject: Subject,
    reason: Reason,
    name: Name = None,
    seen: Seen = None,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonFlag = False,
) -> None:
    """Refuse a subject, as a person."""
    from planloop.contract.review import Decision

    _decide(Decision.REFUSE, subject, reason, name, seen, store, Output(as_json))


@app.command()
def records(store: StoreOption = DEFAULT_STORE, as_json: JsonFlag = False) -> None:
    """List the records in quarantine: nobody learns from them until they are judged."""
    from planloop.governance.quarantine import quarantined

    with _opened(store, readonly=True) as held:
        found = [e.model_dump(mode="json") for e in quarantined(held)]
    lines = [f"{e['subject']}  {e['reason']}  (judged by {e['author']})" for e in found]
    next_ = f"next: planloop review judge ID suitable|diagnostic_only|rejected --reason '...'{at_store(store)}"
    lines.append(next_ if found else "no record is in quarantine")
    Output(as_json).result({"quarantined": found}, "\n".join(lines))


@app.command()
def judge(
    subject: Subject,
    word: Annotated[str, typer.Argument(metavar="WORD", help="suitable, diagnostic_only or rejected.")],
    reason: Reason,
    name: Name = None,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonFlag = False,
) -> None:
    """Judge a record in quarantine, as a person: the next round's curation holds to it."""
    from planloop.governance.quarantine import judge as judge_record
    from planloop.store.store import Store

    with refusals(store), Store.open(store, executor="planloop review judge") as held:
        edit = judge_record(held, subject, word, reviewer=name or getpass.getuser(), reason=reason)
    said = f"{subject}: {edit.value} by {edit.author}: {edit.reason}"
    Output(as_json).result(edit.model_dump(mode="json"), said)


def _decide(
    decision: Decision, subject: str, reason: str, name: str | None, seen: str | None, store: Path, output: Output
) -> None:
    from planloop.contract.errors import PlanloopError
    from planloop.governance.review import decide

    if not reason.strip():
        raise PlanloopError("is empty", place="--reason", cure="say why; it is kept with the decision")
    with _opened(store) as held:
        reviewer = name or getpass.getuser()
        review = decide(held, subject, decision, reviewer=reviewer, reason=reason, seen_hash=seen)
    said = f"{subject}: {review.decision} by {review.kind} {review.reviewer}"
    text = f"{said}\nnext: planloop run --continue{at_store(store)}"
    output.result(review.model_dump(mode="json") | {"id": review.id}, text)


@contextmanager
def _opened(root: Path, *, readonly: bool = False) -> Iterator[Store]:
    """The store beside a running loop; its refusals become messages."""
    from planloop.store.store import Store

    with refusals(root), Store.open(root, readonly=True) if readonly else Store.open_review(root) as store:
        yield store
