"""The least of all hierarchies: the values, and above them one label for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from discret.data.hierarchies.rules import Rule
from discret.words import Words


class Whole(Rule):
    """The values, and above them one label for all: ``from = "top"`` in a plan.

    Examples
    --------
    >>> rule = Whole.of()
    >>> [labels.to_list() for labels in rule.levels(rule.read(pl.Series(["f", "m"])))]
    [['*', '*']]
    """

    builder = "top"
    advice = Words("top is the label of all values", fr="top est le libellé de toutes les valeurs")

    @property
    def steps(self) -> Sequence[object]:
        """None: the top alone is above the values."""
        return ()

    def faults(self) -> Iterator[str]:
        """Say whether nothing would be above the values."""
        if self.top is None:
            yield Words(
                "top: is needed, there is no other level",
                fr="top : il est nécessaire, il n’y a pas d’autre niveau",
            )

    def labelled(self, read: pl.Series) -> list[pl.Series]:
        """Return no level below the top."""
        return []
