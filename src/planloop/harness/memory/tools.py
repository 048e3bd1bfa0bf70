"""The memory tools: what the planner can do with the one memory, and the trust it cannot change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from planloop.contract.feedback import ERROR_CODES, Delta, ErrorType, Feedback
from planloop.contract.message import ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.tool import SideEffect, ToolSpec
from planloop.harness.eta_files import MemoryPolicy
from planloop.harness.memory.record import Category, Origin
from planloop.harness.memory.search import Hit, search, with_records
from planloop.harness.memory.store import MemoryConflict, MemoryStore
from planloop.harness.normalise import plain

MEMORY_DOMAIN = "assistant"
_TEXT: JsonObject = {"type": "string"}
_CATEGORY: JsonObject = {"type": "string", "enum": [c.value for c in Category]}


def _spec(name: str, description: str, effect: SideEffect, required: list[str], **properties: JsonObject) -> ToolSpec:
    parameters: JsonObject = {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }
    return ToolSpec(name=name, description=description, parameters=parameters, domain=MEMORY_DOMAIN, side_effect=effect)


MEMORY_SPECS: tuple[ToolSpec, ...] = (
    _spec(
        "search_user_memory",
        "Search what the user told you earlier.",
        SideEffect.READ,
        ["query"],
        query=_TEXT,
        maxResults={"type": "integer"},
        searchMode={"type": "string", "enum": ["relevance", "recency"]},
        memoryCategory=_CATEGORY,
    ),
    _spec(
        "add_user_memory",
        "Remember something new about the user.",
        SideEffect.WRITES_USER_DATA,
        ["content"],
        category=_CATEGORY,
        title=_TEXT,
        content=_TEXT,
        tags={"type": "array", "items": {"type": "string"}},
    ),
    _spec(
        "replace_user_memory",
        "Give a memory new content.",
        SideEffect.WRITES_USER_DATA,
        ["memoryId", "content"],
        memoryId=_TEXT,
        content=_TEXT,
        title=_TEXT,
        category=_CATEGORY,
    ),
    _spec("remove_user_memory", "Delete a memory.", SideEffect.DESTRUCTIVE, ["memoryId"], memoryId=_TEXT),
)


class _Refused(Exception):
    def __init__(self, kind: ErrorType, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class MemoryTools:
    """Runs memory calls of one episode. `open_store` builds the store on first use; most episodes never need it.

    `user_texts` are the user's own words in this episode: only text found there is stored with the user's trust. Every
    search returns the records `wanted`, whatever it was asked; that is an experiment, and no policy.
    """

    def __init__(
        self,
        open_store: Callable[[], MemoryStore],
        policy: MemoryPolicy,
        user_texts: tuple[str, ...],
        *,
        governed: bool = True,
        wanted: tuple[str, ...] = (),
    ) -> None:
        self._open = open_store
        self._store: MemoryStore | None = None
        self._policy = policy
        self._user = [_folded(text) for text in user_texts]
        self._governed = governed
        self._wanted = wanted
        self._runs: dict[str, Callable[[JsonObject], tuple[str, JsonObject, tuple[str, ...]]]] = {
            "search_user_memory": self._search,
            "add_user_memory": self._add,
            "replace_user_memory": self._replace,
            "remove_user_memory": self._remove,
        }

    @property
    def store(self) -> MemoryStore:
        """The episode's memory."""
        if self._store is None:
            self._store = self._open()
        return self._store

    def run(self, call: ToolCall) -> tuple[Feedback, tuple[str, ...]]:
        """Execute one checked call; gives the feedback and the ids that a search returned."""
        try:
            message, data, returned = self._runs[call.name](call.arguments)
        except _Refused as error:
            code = ERROR_CODES[error.kind]
            refused = Feedback(
                call_id=call.id, tool=call.name, success=False, message=str(error), error_type=error.kind, code=code
            )
            return refused, ()
        return Feedback(call_id=call.id, tool=call.name, success=True, message=message, data=data), returned

    def recall(self, request: str) -> tuple[Hit, ...]:
        """Records that the policy puts before the request unasked. Never counted as retrieved by the planner."""
        if not self._policy.recall or not self._governed:
            return ()
        return search(self.store, request, self._policy, count=self._policy.recall)

    def deltas(self) -> tuple[Delta, ...]:
        """Changes of table `memories`, for evidence."""
        return self._store.deltas() if self._store is not None else ()

    def _search(self, arguments: JsonObject) -> tuple[str, JsonObject, tuple[str, ...]]:
        query, category = str(arguments["query"]), arguments.get("memoryCategory")
        limit = arguments.get("maxResults")
        mode = str(arguments.get("searchMode") or "relevance")
        hits = search(
            self.store,
            query,
            self._policy,
            count=max(1, limit) if isinstance(limit, int) else None,
            category=None if category is None else str(category),
            newest_first=mode == "recency",
            governed=self._governed,
        )
        if self._wanted:
            hits = with_records(self.store, hits, self._wanted)
        items: list[Any] = [_item(hit) for hit in hits]
        data: JsonObject = {"items": items, "total": len(items), "query": query, "searchMode": mode}
        if category is not None:
            data["memoryCategory"] = category
        return f"{len(items)} memories", data, tuple(h.record.memory_id for h in hits)

    def _add(self, arguments: JsonObject) -> tuple[str, JsonObject, tuple[str, ...]]:
        text = str(arguments["content"]).strip()
        if not text:
            raise _Refused(ErrorType.BAD_ARGUMENT, "content must say something")
        tags = arguments.get("tags")
        category = str(arguments.get("category") or Category.INFO.value)
        title = str(arguments.get("title") or text[:40])
        words = tuple(map(str, tags)) if isinstance(tags, list) else ()
        origin = self._origin(text)
        try:
            record = self.store.add(category, title, text, words, origin, ("this dialogue",))
        except MemoryConflict as error:
            raise _Refused(ErrorType.CONFLICT, str(error)) from error
        return "remembered", {"memory_id": record.memory_id}, ()

    def _replace(self, arguments: JsonObject) -> tuple[str, JsonObject, tuple[str, ...]]:
        key, text = str(arguments["memoryId"]), str(arguments["content"]).strip()
        if not text:
            raise _Refused(ErrorType.BAD_ARGUMENT, "content must say something")
        self._known(key)
        changes = {"text": text, **{n: str(arguments[n]) for n in ("title", "category") if arguments.get(n)}}
        self.store.replace(key, changes, self._origin(text))
        return "memory changed", {"memory_id": key}, ()

    def _remove(self, arguments: JsonObject) -> tuple[str, JsonObject, tuple[str, ...]]:
        key = str(arguments["memoryId"])
        self._known(key)
        self.store.remove(key)
        return "memory deleted", {"memory_id": key}, ()

    def _known(self, key: str) -> None:
        if self.store.get(key) is None:
            raise _Refused(ErrorType.NOT_FOUND, f"no memory {key}")

    def _origin(self, text: str) -> Origin:
        folded = _folded(text)
        return Origin.USER if any(folded in said for said in self._user) else Origin.AGENT_DERIVED


def _item(hit: Hit) -> JsonObject:
    record = hit.record
    item: JsonObject = {
        "memory_id": record.memory_id,
        "category": record.category,
        "title": record.title,
        "content": record.text,
        "tags": list(record.tags),
        "source": record.origin.value,
        "updated_at": record.recorded_at,
        "relevance_score": round(hit.score, 2),
    }
    if hit.note:
        item["note"] = hit.note
    return item


def _folded(text: str) -> str:
    return " ".join(plain(text).lower().split()).strip(" .!?")
