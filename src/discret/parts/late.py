"""Facts of which some take long to find: those are found when somebody asks for one."""

from __future__ import annotations

from collections.abc import Callable, Collection, ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Any


class LateFacts(dict[str, Any]):
    """What a method tells, the last of it only when it is asked for, or when all is.

    Parameters
    ----------
    known
        What is known already.
    names, later
        What else may be asked for, and what finds it.

    Examples
    --------
    >>> def look():
    ...     print("looking")
    ...     return {"frontier": ["a", "b"]}
    >>> facts = LateFacts({"loss": 0.2}, ["frontier"], look)
    >>> facts["loss"]
    0.2
    >>> facts["frontier"]
    looking
    ['a', 'b']
    >>> dict(facts)
    {'loss': 0.2, 'frontier': ['a', 'b']}
    """

    def __init__(
        self,
        known: Mapping[str, Any],
        names: Collection[str],
        later: Callable[[], Mapping[str, Any]],
    ) -> None:
        super().__init__(known)
        self._names = names
        self._later: Callable[[], Mapping[str, Any]] | None = later

    def _all(self) -> None:
        later, self._later = self._later, None
        if later is not None:
            self.update(later())

    def __missing__(self, name: str) -> Any:
        if self._later is None or name not in self._names:
            raise KeyError(name)
        self._all()
        return self[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Return a fact, or the default where there is none of this name."""
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        if name in self._names:
            self._all()
        return super().__contains__(name)

    def __iter__(self) -> Iterator[str]:
        self._all()
        return super().__iter__()

    def __len__(self) -> int:
        self._all()
        return super().__len__()

    def __eq__(self, other: object) -> bool:
        self._all()
        return super().__eq__(dict(other) if isinstance(other, LateFacts) else other)

    __hash__ = None

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        """Return all names."""
        self._all()
        return super().keys()

    def values(self) -> ValuesView[Any]:  # type: ignore[override]
        """Return all that is told."""
        self._all()
        return super().values()

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]
        """Return all names, with what is told."""
        self._all()
        return super().items()
