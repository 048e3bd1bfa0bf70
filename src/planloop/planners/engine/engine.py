"""The engine: a loop that keeps every slot busy, one packed forward pass a step.

A step carries one token for each row that is generating and, in the same pass, the prompts of new episodes and the
tool results of rows that come back from the harness; nothing waits for the batch. System text and tools that several
episodes share are computed once and read in place; identical prompts are computed once and copied.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from planloop.environments.base import InfrastructureError
from planloop.planners.base import Episode
from planloop.planners.engine.attention import Chunk, Plan, chunk_mask, single_mask, use_plan, use_rows_attention
from planloop.planners.engine.grammar import Grammar
from planloop.planners.engine.metrics import Metrics
from planloop.planners.engine.row import Row, Ticket
from planloop.planners.engine.sampling import greedy, sample
from planloop.planners.engine.store import KvShape, Shelf, SlotStore, Stretch
from planloop.planners.render import Renderer


@dataclass(frozen=True)
class EngineSettings:
    """`max_rows` live episodes; at most about `step_tokens` new prompt tokens join a step; prefixes of at least
    `min_shared` tokens are shared; `shelf_tokens` bounds what is kept of prefixes and prompts. `temperature` 0 is
    greedy. `max_context` bounds a row (the model's own limit where None). `constrained` keeps greedy play to calls that
    the callable tools admit (see `Grammar`)."""

    max_rows: int = 64
    temperature: float = 1.0
    step_tokens: int = 2048
    min_shared: int = 32
    shelf_tokens: int = 16384
    max_context: int | None = None
    constrained: bool = True


class Engine:
    """Drives episodes through one transformers model, which it switches to its own attention."""

    def __init__(self, model: Any, renderer: Renderer, settings: EngineSettings) -> None:
        use_rows_attention(model)
        self.model = model.eval()
        self.renderer = renderer
        self.settings = settings
        self.metrics = Metrics()
        self._group = model.config.num_attention_heads // KvShape.of(model).kv_heads
        self._grammar = Grammar(renderer)
        self._limit = settings.max_context or int(model.config.max_position_embeddings)
        self._store = SlotStore(KvShape.of(model), settings.max_rows)
        self._prefixes = Shelf(settings.shelf_tokens)
        self._prompts = Shelf(settings.shelf_tokens // 4)
        self._rows: list[Row] = []
        self._queue: deque[Ticket] = deque()

    def forget(self) -> None:
        """Drop every computed prefix; must be called when the weights change."""
        self._prefixes.clear()
        self._prompts.clear()

    @torch.inference_mode()
    def play(self, episodes: Iterable[Episode]) -> None:
        """Drive every episode to its end."""
        began = time.perf_counter()
        source = iter(episodes)
        try:
            while self._admit(source) or self._rows:
                self._step()
        finally:
            self._rows, self._queue = [], deque()
            self._store.clear()  # what comes next may be training, which needs the memory
            self.metrics.seconds += time.perf_counter() - began

    # --- admission

    def _admit(self, source: Iterator[Episode]) -> bool:
        """Fill free slots; True where any row was added."""
        self._look_ahead(source)
        prefixes = Counter(t.prefix for t in self._queue)
        fresh: dict[tuple[int, ...], Row] = {}
        budget = self.settings.step_tokens
        added = False
        while self._queue and len(self._rows) < self.settings.max_rows and budget > 0:
            ticket = self._queue.popleft()
            if len(ticket.ids) >= self._limit:
                ticket.episode.fail(f"the prompt has {len(ticket.ids)} tokens, the planner's limit is {self._limit}")
                self._look_ahead(source)
                continue
            row = self._seat(ticket, prefixes[ticket.prefix] > 1)
            row.recalled = self._recall(row)
            leader = fresh.get(ticket.ids)
            if row.recalled is None and leader is not None and leader.shared is row.shared:
                row.leader = leader
            elif row.recalled is None:
                fresh[ticket.ids] = row
                budget -= len(row.pending)
            self._rows.append(row)
            added = True
        return added

    def _look_ahead(self, source: Iterator[Episode]) -> None:
        while len(self._queue) < self.settings.max_rows:
            episode = next(source, None)
            if episode is None:
                return
            prompt = episode.prompt
            ids, shareable = self.renderer.prompt_ids(prompt.messages, prompt.tools, prompt.schemas, prompt.later_tools)
            self._queue.append(Ticket(episode, tuple(ids), tuple(ids[:shareable])))

    def _seat(self, ticket: Ticket, wanted: bool) -> Row:
        taken = {row.slot for row in self._rows}
        slot = next(i for i in range(self.settings.max_rows) if i not in taken)
        shared = self._prefix(ticket.prefix, wanted) if len(ticket.prefix) >= self.settings.min_shared else None
        begin = shared.length if shared else 0
        self.metrics.reused_tokens += begin
        return Row(ticket=ticket, slot=slot, shared=shared, pending=list(ticket.ids[begin:]))

    def _prefix(self, ids: tuple[int, ...], wanted: bool) -> Stretch | None:
        """The shared prefix; computed now where it is `wanted` by more than one episode."""
        found = self._prefixes.get(ids)
        if found is not None:
            return found[0]
        if not wanted:
            return None
        stretch = Stretch(self._store.shape, len(ids))
        plan = self._plan([])
        plan.chunks = [Chunk(0, len(ids), 0, stretch, chunk_mask(0, len(ids), self._group, self._store))]
        self._forward(plan, list(ids), list(range(len(ids))), [len(ids) - 1])
        self.metrics.prefill_tokens += len(ids)
        self.metrics.reused_tokens -= len(ids)
        self._prefixes.add(ids, stretch)
        return stretch

    def _recall(self, row: Row) -> tuple[Stretch, Tensor] | None:
        """What an earlier row left of the same prompt: its own keys and values, and the logits that follow."""
        found = self._prompts.get(row.ticket.ids)
        if found is None or found[1] is None or found[0].length != len(row.pending):
            return None
        return found[0], found[1]

    # --- one step

    def _step(self) -> None:
        self._close_gaps()
        reading = [r for r in self._rows if r.leader is None and r.recalled is None]
        ids, positions, ends, plan = self._lay_out(reading)
        logits = self._forward(plan, ids, positions, ends) if reading else None
        index = {id(row): place for place, row in enumerate(reading)}
        for row in reading:
            row.length += len(row.pending)
            if len(row.pending) > 1:
                self.metrics.prefill_tokens += len(row.pending)
            row.pending = []
        self._choose(index, logits)

    def _choose(self, index: dict[int, int], logits: Tensor | None) -> None:
        """Sample one token for every row and end the turns that are complete."""
        picked: list[Tensor] = []
        for row in self._rows:
            if row.recalled is not None:
                picked.append(self._place(row, *row.recalled))
            else:
                assert logits is not None  # some row has read
                source = row.leader or row
                picked.append(logits[index[id(source)]])
                if row.leader is not None:
                    self._store.move(row.leader.slot, row.slot, len(row.pending))
                    self._adopt(row)
                else:
                    self._remember(row, picked[-1])
        chosen = logits if logits is not None and len(index) == len(self._rows) else torch.stack(picked)
        tokens, logps = self._draw(chosen)
        done: list[tuple[Row, bool]] = []
        for row, token, logp in zip(self._rows, tokens, logps, strict=True):
            row.take(token, logp)
            ended = token == self.renderer.end_id
            if ended or row.room(self._limit) <= 0:
                done.append((row, not ended))
        self.metrics.generated_tokens += len(tokens)
        for row, truncated in done:
            if not self._finish_turn(row, truncated):
                self._rows.remove(row)
                self.metrics.episodes += 1

    def _draw(self, logits: Tensor) -> tuple[list[int], list[float]]:
        if self.settings.temperature == 0:
            tokens, logps = greedy(logits)
            return self._admit_calls(logits, tokens, logps) if self.settings.constrained else (tokens, logps)
        return sample(logits, [float(row.random.random()) for row in self._rows], self.settings.temperature)

    def _admit_calls(self, logits: Tensor, tokens: list[int], logps: list[float]) -> tuple[list[int], list[float]]:
        """What the rows' grammars admit in place of the most likely tokens, with the model's own log-probabilities."""
        admitted = [
            self._grammar.admit(r, t, logits[n]) for n, (r, t) in enumerate(zip(self._rows, tokens, strict=True))
        ]
        for place, (token, better) in enumerate(zip(tokens, admitted, strict=True)):
            if better != token:
                logps[place] += float(logits[place, better] - logits[place, token])
        return admitted, logps

    def _place(self, row: Row, stretch: Stretch, logits: Tensor) -> Tensor:
        self._store.reserve(stretch.length + 1)
        self._store.put(row.slot, stretch)
        self._adopt(row)
        return logits

    def _adopt(self, row: Row) -> None:
        self.metrics.reused_tokens += len(row.pending)
        row.length, row.pending = len(row.pending), []
        row.leader = row.recalled = None

    def _remember(self, row: Row, logits: Tensor) -> None:
        """Keep a prompt's keys and values where a waiting episode has the same prompt."""
        ids = row.ticket.ids
        fresh = not row.produced and row.position == len(ids) and self._prompts.get(ids) is None
        if fresh and any(t.ids == ids for t in self._queue):
            self._prompts.add(ids, self._store.take(row.slot, row.length), logits.clone())

    # --- the forward pass

    def _close_gaps(self) -> None:
        """Move rows so that slots 0, 1, 2, ... are in use, in row order where that costs nothing."""
        taken = {row.slot for row in self._rows}
        gaps = [i for i in range(len(self._rows)) if i not in taken]
        for row in self._rows:
            if row.slot >= len(self._rows):
                target = gaps.pop()
                self._store.move(row.slot, target, row.length)
                row.slot = target
        self._rows.sort(key=lambda row: row.slot)

    def _plan(self, singles: list[Row]) -> Plan:
        device = self._store.shape.device
        slots = torch.tensor([r.slot for r in singles], dtype=torch.long, device=device)
        places = torch.tensor([r.length for r in singles], dtype=torch.long, device=device)
        plan = Plan(self._store, self._group, len(self._rows), slots, places)
        if singles:
            plan.span = max(r.length for r in singles) + 1
            lengths = [1] * plan.rows
            for row in singles:
                lengths[row.slot] = row.length + 1
            plan.mask = single_mask(lengths, plan.span, self._group, self._store)
            plan.dense = len(singles) == plan.rows
        return plan

    def _lay_out(self, reading: list[Row]) -> tuple[list[int], list[int], list[int], Plan]:
        """Token ids, positions, each row's last token, and the plan: single tokens first, then chunks."""
        singles = [r for r in reading if len(r.pending) == 1]
        chunks = [r for r in reading if len(r.pending) > 1]
        self._store.reserve(max((r.length + len(r.pending) for r in reading), default=0))
        plan = self._plan(singles)
        ids = [r.pending[0] for r in singles]
        positions = [r.position for r in singles]
        ends = {id(r): i for i, r in enumerate(singles)}
        seen: dict[int, tuple[Stretch, list[int]]] = {}
        for row in singles:
            if row.shared:
                seen.setdefault(id(row.shared), (row.shared, []))[1].append(ends[id(row)])
        for row in chunks:
            first, last = len(ids), len(ids) + len(row.pending)
            mask = chunk_mask(row.length, last - first, self._group, self._store)
            plan.chunks.append(Chunk(first, last, row.length, row.slot, mask))
            ids += row.pending
            positions += range(row.position, row.position + len(row.pending))
            ends[id(row)] = last - 1
            if row.shared:
                seen.setdefault(id(row.shared), (row.shared, []))[1].extend(range(first, last))
        if seen:
            plan.shared = [(stretch, len(tokens)) for stretch, tokens in seen.values()]
            together = [token for _, tokens in seen.values() for token in tokens]
            plan.seeing = torch.tensor(together, device=self._store.shape.device)
        return ids, positions, [ends[id(r)] for r in reading], plan

    def _forward(self, plan: Plan, ids: list[int], positions: list[int], wanted: list[int]) -> Tensor:
        """f32 logits [wanted, V] that follow the wanted tokens."""
        began = time.perf_counter()
        device = self._store.shape.device
        with use_plan(plan):
            out = self.model(
                input_ids=torch.tensor([ids], device=device),
                position_ids=torch.tensor([positions], device=device),
                use_cache=False,
                logits_to_keep=torch.tensor(wanted, device=device),
            )
        logits: Tensor = out.logits[0].float()
        self.metrics.steps += 1
        self.metrics.forward_seconds += time.perf_counter() - began
        return logits

    # --- turns

    def _finish_turn(self, row: Row, truncated: bool) -> bool:
        """Hand the turn to the episode; True where it goes on (then the row has something to read)."""
        while True:
            following = self._advance(row, truncated)
            if following is None:
                return False
            messages, tools = following
            ids = self.renderer.append_ids(messages, tools, row.ticket.episode.prompt.schemas)
            spent = not row.tokens
            row.extend([self.renderer.end_id, *ids] if truncated and row.tokens else ids, tools)
            if row.room(self._limit) > 0:
                return True
            if spent:
                row.ticket.episode.fail("the episode went on after its token budget was spent")
                return False
            truncated = True

    def _advance(self, row: Row, truncated: bool) -> tuple[Any, Any] | None:
        reply = row.reply(self.renderer, truncated)
        self.metrics.turns += 1
        began = time.perf_counter()
        try:
            following = row.ticket.episode.advance(reply)
        except InfrastructureError as error:
            row.ticket.episode.fail(str(error))
            return None
        finally:
            self.metrics.episode_seconds += time.perf_counter() - began
        return None if following is None else (following.messages, following.tools)
