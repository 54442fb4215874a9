"""Several zonings of the same observations: the combinations of zones that have any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.codes import named_table, numbered_table
from discret.data.dataset import Dataset
from discret.data.zonings.counts import COUNT, check_names, counted
from discret.maths.arrays import Ints
from discret.maths.zonings.deductions import Deduction


@dataclass(frozen=True)
class Combinations:
    """How many observations there are in each combination of the zones of several zonings.

    Build one with `Combinations.of`: it is counted in the engine that holds the data, from
    individual rows or from a table that is crossed already.

    Parameters
    ----------
    columns
        The columns of the zonings.
    values
        Their distinct values, sorted.
    codes
        Combinations × zonings: places in `values`.
    count
        The number of observations of each combination.

    Examples
    --------
    >>> frame = pl.DataFrame({"town": ["a", "a", "b"], "square": [1, 1, 1], "job": list("xxy")})
    >>> found = Combinations.of("test", Dataset.of(frame), ["town", "square", "job"])
    >>> found.codes.tolist(), found.count.tolist()
    ([[0, 0, 0], [1, 0, 1]], [2, 1])
    """

    columns: tuple[str, ...]
    values: tuple[pl.Series, ...] = field(repr=False)
    codes: Ints = field(repr=False)
    count: Ints = field(repr=False)

    @classmethod
    def of(
        cls, who: str, data: Dataset, columns: Sequence[str], *, count: str | None = None
    ) -> Combinations:
        """Count the combinations of some columns, or read a table that has them counted."""
        names = list(columns)
        check_names(who, data, names, count, {})
        table = counted(who, data, names, count, crossed=names)
        values, codes = numbered_table(table.select(columns))
        return cls(tuple(columns), tuple(values), codes, table[COUNT].to_numpy())

    def __len__(self) -> int:
        return len(self.count)

    def table(self, codes: Ints) -> pl.DataFrame:
        """Return combinations, given as places, with their values."""
        return named_table(list(self.values), codes)

    def group_table(self, sizes: Ints, deductions: Sequence[Deduction]) -> pl.DataFrame:
        """Return the totals that give groups away, and how often to add or subtract each.

        The sum, divided by the divisor, counts the observations of the group.

        Parameters
        ----------
        sizes, deductions
            The observations of each group, and the totals that leave it.

        Examples
        --------
        What town a has in square 2 is town a without square 1.

        >>> frame = pl.DataFrame({"town": ["a", "a", "b"], "square": [1, 2, 2]})
        >>> found = Combinations.of("test", Dataset.of(frame), ["town", "square"])
        >>> one = Deduction(np.array([0, 2]), np.array([1, -1]))
        >>> found.group_table(np.array([1]), [one]).rows()
        [(1, 1, 'town', 'a', 1, 1), (1, 1, 'square', '1', -1, 1)]
        """
        many = [len(deduction.totals) for deduction in deductions]
        none = np.zeros(0, dtype=np.int64)
        totals = np.concatenate([none, *(deduction.totals for deduction in deductions)])
        times = np.concatenate([none, *(deduction.weights for deduction in deductions)])
        widths = [len(own) for own in self.values]
        names = np.repeat(np.array(self.columns, dtype=object), widths)
        zones = pl.concat([own.cast(pl.String).alias("zone") for own in self.values])
        return pl.DataFrame({
            "group": np.repeat(np.arange(1, len(many) + 1), many),
            "observations": np.repeat(sizes, many),
            "zoning": pl.Series(names[totals].tolist(), dtype=pl.String),
            "zone": zones.gather(totals),
            "times": times,
            "divisor": np.repeat([found.divisor for found in deductions], many).astype(np.int64),
        })  # fmt: skip
