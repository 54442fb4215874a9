"""What methods that climb hierarchies refuse, known before they run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from discret.data.hierarchies.given import key_hierarchies
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import DiscretError, FaultsError, HierarchyError
from discret.parts.ahead import Ahead
from discret.words import say


def foreseen(
    ahead: Ahead, left: Iterable[str], refuse: Callable[[KeyTable], object]
) -> Iterator[str]:
    """Yield what a method that climbs all keys refuses: values that hierarchies lack, and more.

    Parameters
    ----------
    ahead
        What is known of the data.
    left
        Keys that the method leaves as they are.
    refuse
        The method's own check, which raises.
    """
    keys = ahead.data.columns(Role.KEY)
    sure = set(ahead.valued(keys))
    if not sure:
        return
    table = ahead.data.keys
    lacking = list(_lacking(table, sure.difference(left)))
    yield from lacking
    if not lacking and len(sure) == len(keys):
        yield from refused(lambda: refuse(table))


def _lacking(keys: KeyTable, columns: set[str]) -> Iterator[str]:
    for name, hierarchy in key_hierarchies(keys).items():
        if name in columns:
            values = keys.values(name)
            yield from refused(lambda own=hierarchy, values=values: own.levels(values))  # type: ignore[misc]


def refused(check: Callable[[], object]) -> Iterator[str]:
    """Yield what a check refuses, instead of raising it.

    Examples
    --------
    >>> from discret import Hierarchy
    >>> import polars as pl
    >>> sizes = Hierarchy.from_order(["S", "M"], steps=[2])
    >>> list(refused(lambda: sizes.levels(pl.Series("size", ["S", "XL"]))))
    ["hierarchy of 'size': 1 of 2 distinct values is absent from the hierarchy"]
    """
    try:
        check()
    except HierarchyError as error:
        for fault in error.faults:
            yield say("{who}: {fault}", "{who} : {fault}", who=error.who, fault=fault)
    except FaultsError as error:
        yield from error.faults
    except DiscretError as error:
        yield say("{fault} ({hint})", "{fault} ({hint})", fault=error.message, hint=error.hint)
