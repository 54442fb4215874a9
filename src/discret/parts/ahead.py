"""What a part would refuse, as far as it can be known before anything is run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from discret.data.dataset import Dataset
from discret.words import say

if TYPE_CHECKING:
    from discret.parts import Method, Part


@dataclass(frozen=True, kw_only=True)
class Ahead:
    """What is known before a run of the data that a part will get.

    Parameters
    ----------
    data
        The data before any step.
    written
        Columns whose values earlier steps may replace.
    fewer, chosen
        Whether earlier steps may drop records, and values with them; and otherwise than by lot.
    stacked
        Whether an earlier step made several copies of the records.
    secret
        The key of keyed methods.
    """

    data: Dataset = field(repr=False)
    written: frozenset[str] = frozenset()
    fewer: bool = False
    chosen: bool = False
    stacked: bool = False
    secret: bytes | None = field(default=None, repr=False)

    def after(self, method: Method) -> Ahead:
        """Return what is known once a method has run, without running it."""
        touched = self.data.columns(*method.touches) if method.touches else ()
        return replace(
            self,
            written=self.written.union(method.writes, touched),
            fewer=self.fewer or not method.keeps_rows,
            chosen=self.chosen or not (method.keeps_rows or method.by_lot),
            stacked=self.stacked or getattr(method, "stacks", False),
        )

    def typed(self, names: Iterable[str]) -> list[str]:
        """Return the columns that still have the type that they have in the data."""
        return [name for name in names if name in self.data.roles and name not in self.written]

    def valued(self, names: Iterable[str]) -> list[str]:
        """Return the columns that still have all the values that they have in the data."""
        return [] if self.fewer else self.typed(names)


def lacking_roles(part: Part, ahead: Ahead) -> Iterator[str]:
    """Yield the roles that a part needs and no column has; one that names columns may need none."""
    asking = (part, *getattr(part, "models", ()))
    needs = dict.fromkeys(role for item in asking if not item.named for role in item.needs)
    for role in needs:
        if not ahead.data.columns(role) and not ahead.written - set(ahead.data.roles):
            yield say(
                "no column has the role {role}", "aucune colonne n’a le rôle {role}", role=str(role)
            )
