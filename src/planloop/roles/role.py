"""The AI roles of the loop: each is one function type with implementations by kind (design section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from planloop.config.model import RoleKind
from planloop.contract.errors import PlanloopError

F = TypeVar("F", bound=Callable[..., Any])


class Role(Generic[F]):
    """A role and its implementations, all of one function type `F`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._kinds: dict[RoleKind, F] = {}

    def register(self, kind: RoleKind, implementation: F) -> F:
        """Add an implementation. Raises `ValueError` when there is one of this kind."""
        if kind in self._kinds:
            raise ValueError(f"role {self.name} has a {kind} implementation already")
        self._kinds[kind] = implementation
        return implementation

    def get(self, kind: RoleKind) -> F:
        """The implementation. Raises `PlanloopError` naming the kinds that exist."""
        found = self._kinds.get(kind)
        if found is None:
            legal = ", ".join(sorted(self._kinds)) or "none"
            raise PlanloopError(
                f"has no {kind} implementation",
                place=f"role {self.name}",
                cure=f"set roles.{self.name} in planloop.yaml to one of: {legal}",
            )
        return found

    @property
    def kinds(self) -> tuple[RoleKind, ...]:
        """The kinds that exist."""
        return tuple(sorted(self._kinds))


class Roles(Mapping[str, Role[Any]]):
    """All roles by name."""

    def __init__(self, *roles: Role[Any]) -> None:
        self._roles = {role.name: role for role in roles}

    def __getitem__(self, name: str) -> Role[Any]:
        found = self._roles.get(name)
        if found is None:
            raise PlanloopError("is not a role", place=name, cure=f"use one of: {', '.join(self._roles)}")
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._roles)

    def __len__(self) -> int:
        return len(self._roles)
