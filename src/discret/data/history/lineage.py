"""How the values of a column became what they are: the recodings it went through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import polars as pl

from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.text import as_text

Step = TypeVar("Step")


@dataclass(frozen=True)
class Recoding:
    """One recoding: the rule, not its result, so that it also applies to values long gone.

    Parameters
    ----------
    hierarchy, level
        The values became their labels at this level.
    climbs
        Whether the hierarchy is the column's own, which a later recoding may climb further.
    root
        Where the column's hierarchy was climbed before: the same recoding from the first values.
    fractions
        Whether the values were no whole numbers, or no longer: [30, 45) is not written 30-44 then.
    """

    hierarchy: Hierarchy
    level: int
    climbs: bool = False
    root: Recoding | None = None
    fractions: bool = False

    def labels(self, values: pl.Series) -> pl.Series:
        """Return the labels of values; those that the hierarchy lacks keep their own name.

        Examples
        --------
        >>> Recoding(Hierarchy.from_cuts([15]), 1).labels(pl.Series([11, 18])).to_list()
        ['<15', '>=15']
        """
        if self.fractions and values.dtype.is_integer():
            values = values.cast(pl.Float64)
        read = self.hierarchy.rule.read(values)
        if not read.null_count() and values.n_unique() == len(values):
            return self.hierarchy.levels(values)[str(self.level)].alias("label")
        text, known = as_text(values), read.is_not_null()
        found = self.hierarchy.levels(values.filter(known).unique())
        new = found.select(pl.col("0").alias("value"), pl.col(str(self.level)).alias("label"))
        joined = pl.DataFrame({"value": values}).join(
            new, on="value", how="left", maintain_order="left"
        )
        return joined["label"].fill_null(text)


def lengthened(steps: Sequence[Recoding], new: Recoding) -> tuple[Recoding, ...]:
    """Add a recoding to a column's lineage."""
    last = steps[-1] if steps else None
    if last is None or not (last.climbs and new.climbs):
        return (*steps, new)
    first = last.root or last
    level = min(first.level + new.level, first.hierarchy.depth - 1)  # nothing is above the top
    root = Recoding(first.hierarchy, level, climbs=True, fractions=first.fractions)
    return (*steps, replace(new, root=root))


def relabelled(values: pl.Series, steps: Sequence[Recoding]) -> pl.DataFrame:
    """Return the table from values to what a lineage makes of them: columns value, label."""
    labels = values
    for step in shortened(steps):
        labels = step.labels(labels)
    written = labels if labels.dtype == pl.String else as_text(labels)  # labels keep their blanks
    return pl.DataFrame({"value": values, "label": written})


def shortened(steps: Sequence[Step]) -> list[Step]:
    """Climb a hierarchy once where it was climbed in several steps, all of them given."""
    short: list[Step] = []
    for step in steps:
        root = getattr(step, "root", None)
        if root is not None and short and getattr(short[-1], "root", None) is None:
            short[-1] = root
        else:
            short.append(step)
    return short
