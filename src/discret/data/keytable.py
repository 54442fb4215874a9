"""The key table: one row for each combination of key values, counted in the engine.

It is the waist of discret. Above it stand dataframe engines and millions of records; below it,
numpy and a few thousand groups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.codes import named_table, numbered
from discret.data.counting.cells import Cells, cells_by_number, counted_cells, places_of_records
from discret.data.counting.coded_columns import numbers_of, records_of
from discret.data.counting.exact_sums import ExactSum, summed_in_order
from discret.data.counting.people import Shares, shares_of
from discret.data.counting.surroundings import Surroundings
from discret.data.counting.tallies import COUNT, Histogram, few_valued, held, laid_out, tallied
from discret.data.engine import Frame, number
from discret.data.weight_refusals import bad_weights, no_weights
from discret.errors import ColumnError
from discret.maths.added_rows import added_rows
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import Matching, Rule, group_ids

WEIGHT, GOOD, PEOPLE = "__weight__", "__good__", "__people__"


@dataclass(frozen=True)
class KeyTable:
    """Groups of records that share their key values, with what was counted in each.

    Parameters
    ----------
    columns
        The key columns.
    named
        What gives the `groups`, with the values of their keys, to whoever asks.
    codes
        The same as integers, −1 for missing.
    count
        Number of records of each group.
    total_weight
        Sum of the weights of each group, or ``None`` without a weight column.
    bad_weights
        Number of records whose weight is missing, zero or negative.
    own_people
        Number of distinct individuals of each group, where it was counted in the engine.
    shares
        Their weights, where people are told apart.
    around
        What else can be counted in the groups, and what columns are.

    Examples
    --------
    >>> from discret import Dataset
    >>> from discret.data.examples import dishes
    >>> keys = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids").keys
    >>> keys.size("known").tolist()
    [2, 2, 1, 1, 1, 2]
    >>> keys.weight("known").tolist()
    [2500.0, 2500.0, 2000.0, 1200.0, 800.0, 3000.0]
    """

    columns: tuple[str, ...]
    named: Callable[[], pl.DataFrame] = field(repr=False)
    codes: Ints = field(repr=False)
    count: Ints = field(repr=False)
    total_weight: Floats | None = field(repr=False)
    bad_weights: int
    around: Surroundings = field(repr=False)
    own_people: Ints | None = field(default=None, repr=False)
    shares: Shares | None = field(default=None, repr=False)

    @cached_property
    def groups(self) -> pl.DataFrame:
        """One row for each combination of key values, sorted, missing first."""
        return self.named()

    @property
    def records(self) -> int:
        """Number of records."""
        return int(self.count.sum())

    def __len__(self) -> int:
        return len(self.count)

    def values(self, column: str) -> pl.Series:
        """Return the distinct values of a key, missing left out, sorted."""
        return self._values(column)

    @cached_property
    def _values(self) -> Callable[[str], pl.Series]:
        return cache(self._sorted_values)

    def _sorted_values(self, column: str) -> pl.Series:
        """Find a group that has each value, by the codes, which follow the order of the values."""
        if not len(self.groups):
            return self.groups[column]
        code = self.codes[:, self.columns.index(column)]
        group = np.full(code.max(initial=-1) + 2, -1, dtype=np.int64)
        group[code + 1] = np.arange(len(code))
        return self.groups[column][group[1:][group[1:] >= 0]]

    def amid(self, around: Surroundings) -> KeyTable:
        """Return the same groups with something else around them."""
        table = replace(self, around=around)
        table.__dict__["_values"] = self._values  # what is known of these groups stays known
        return table

    @cached_property
    def has_missing(self) -> bool:
        """Whether a key value is missing somewhere."""
        return bool((self.codes < 0).any())

    def overlaps(self, rule: Rule) -> bool:
        """Whether groups are counted with others, which may be so with several."""
        return self.has_missing and rule != "category"

    def size(self, rule: Rule) -> Ints:
        """Return the number of records that each group is counted with (itself included)."""
        return np.asarray(self._matching(rule).sums(self.count))

    def added(self, values: NDArray[Any], rule: Rule) -> NDArray[Any]:
        """Add up what each group has over the groups that it is counted with."""
        return np.asarray(self._matching(rule).sums(values))

    def weight(self, rule: Rule) -> Floats:
        """Return the sum of weights of the records that each group is counted with."""
        if self.total_weight is None:
            raise no_weights()
        check_weights(self.bad_weights)
        return np.asarray(self._matching(rule).sums(self.total_weight))

    def people(self, rule: Rule) -> Ints:
        """Return the number of distinct individuals that each group is counted with.

        Without an individual column every record is a person of its own. Records whose individual
        is missing may all be one person: they add nobody, but no group is empty.
        """
        if self.around.individual is None:
            return self.size(rule)
        if self.own_people is not None and (rule == "category" or not self.has_missing):
            return np.maximum(self.own_people, 1)
        held = self.histogram(self.around.individual, rule).counts
        return np.asarray(np.maximum(np.diff(held.indptr), 1), dtype=np.int64)

    @cached_property
    def heads(self) -> Ints:
        """Number of people of each group, once each: whatever is a share of people sums these.

        Without an individual column every record is a person. Somebody with records in several
        groups is counted in each of them, however many they are.
        """
        return self.people("category")

    def stands_for(self, rule: Rule) -> Floats:
        """Return how many people of the population each group stands for: a sum of weights.

        Where individuals are declared a person counts once, with the smallest of the weights of
        their records in the group. Of groups that are counted together, for missing keys, it is the
        mean weight of their people that counts.
        """
        whole = self.weight(rule)
        if self.shares is None:
            return whole
        weight, people = (self._matching(rule).sums(own) for own in self.shares.sums())
        return np.asarray(weight / people * self.people(rule))

    def histogram(self, column: str, rule: Rule) -> Histogram:
        """Return how many people have each value of `column`, in what each group is counted with.

        Without an individual column every record is a person. Somebody counts once with each value
        that they have, however many records and groups it is in.
        """
        if self.around.holders is not None and column != self.around.individual:
            own = self.around.holders(column)
            return Histogram(own.people(self._matching(rule).sums), own.values)
        found = self.around.tally(column)
        return replace(found, counts=self._matching(rule).sums(found.counts))

    def telling(self, column: str, rule: Rule) -> Ints:
        """Return how many people whose value of `column` is known each group is counted with."""
        if self.around.holders is not None and column != self.around.individual:
            return self.around.holders(column).telling(self._matching(rule).sums)
        return np.asarray(self.histogram(column, rule).counts.sum(axis=1), dtype=np.int64)

    def whole(self, column: str) -> Ints:
        """Return how many people of the whole table have each value of `column`."""
        if self.around.holders is None:
            return np.asarray(self.around.tally(column).counts.sum(axis=0), dtype=np.int64)
        every = np.zeros(len(self), dtype=np.int32)
        found = self.around.holders(column).people(lambda counts: added_rows(counts, every, 1))
        return np.asarray(found.toarray()[0], dtype=np.int64)

    def _matching(self, rule: Rule) -> Matching:
        if rule not in self._matchings:
            self._matchings[rule] = Matching.of(self.codes, rule)
        return self._matchings[rule]

    @cached_property
    def _matchings(self) -> dict[Rule, Matching]:
        return {}

    def table(self, **columns: NDArray[Any]) -> pl.DataFrame:
        """Return the groups with more columns beside the keys, renamed where a key has the name."""
        beside = [pl.Series(self._free(name), values) for name, values in columns.items()]
        return pl.DataFrame([*self.groups.iter_columns(), *beside])

    def _free(self, name: str) -> str:
        """Return a name that no key has: the wanted one, or one like it."""
        return self._free(f"{name}_") if name in self.columns else name

    def subset(self, keep: Bools) -> KeyTable:
        """Return the table of the groups in `keep` alone."""
        weight = None if self.total_weight is None else self.total_weight[keep]
        return replace(
            self,
            named=lambda: self.groups.filter(pl.Series(keep)) if len(self.groups) else self.groups,
            codes=self.codes[keep],
            count=self.count[keep],
            total_weight=weight,
            around=self.around.of_groups(lambda counts: counts[keep]),
            own_people=None if self.own_people is None else self.own_people[keep],
            shares=None if self.shares is None else self.shares.subset(keep),
        )

    def over(self, columns: Sequence[str]) -> tuple[KeyTable, Ints]:
        """Roll up to fewer key columns: the coarser table, and each group's place in it."""
        lost = [name for name in columns if name not in self.columns]
        if lost:
            raise ColumnError.missing("combinations", lost, self.columns)
        codes = self.codes[:, [self.columns.index(name) for name in columns]]
        ids, size = group_ids(codes)
        first = first_places(ids, size)
        table = self.merged(ids, size, codes[first])
        around = replace(table.around, population=self.around.population)

        def named() -> pl.DataFrame:
            groups = self.groups.select(columns)
            return groups[first] if len(groups) else groups

        return replace(table, columns=tuple(columns), named=named, around=around), ids

    def merged(self, ids: Ints, size: int, codes: Ints) -> KeyTable:
        """Make one group of those that have the same number; it gets a row of `codes`.

        The new groups have codes and no names: `groups` is empty.
        """
        small = ids.astype(np.int32)  # kept as long as the table: a search keeps many
        names, weight, shares = self.named, self.total_weight, self.shares
        return replace(
            self,
            named=lambda: names().clear(),
            codes=codes,
            count=_summed(ids, self.count, size).astype(np.int64),
            total_weight=None if weight is None else _summed(ids, weight, size),
            around=replace(
                self.around.of_groups(lambda counts: added_rows(counts, small, size)),
                population=None,
            ),
            own_people=None,  # a person may be in several of the groups that became one
            shares=None if shares is None else shares.made(lambda own: own.merged(small, size)),
        )


def count_keys(
    frame: Frame,
    columns: Sequence[str],
    *,
    weight: str | None = None,
    individual: str | None = None,
    sensitive: Sequence[str] = (),
) -> KeyTable:
    """Count the key table in the engine that holds `frame`, in one pass.

    A sensitive column with few values is counted in the same pass: the cells (keys × value) are
    few, and the groups are rolled up from them. People cannot be rolled up: where they are told
    apart, the pass counts them and nothing else along. Columns at hand are told apart
    by their numbers.
    """
    along = few_valued(frame, sensitive, columns) if individual is None else []
    found, sums = _counted(frame, columns, along, weight, individual)
    cells, (ids, size) = found.table, found.groups
    codes = found.taken(first := first_places(ids, size))
    named = cache(partial(named_table, found.shelves, codes))
    place = cache(partial(places_of_records, frame, columns, codes))
    counted = {name: laid_out(cells[COUNT], ids, size, *own) for name, own in found.along.items()}
    table = KeyTable(
        columns=tuple(columns),
        named=named,
        codes=codes,
        count=_summed(ids, cells[COUNT].to_numpy(), size).astype(np.int64),
        total_weight=None if sums is None else summed_in_order(ids, sums.found(cells), size),
        bad_weights=0 if weight is None else _total(cells[COUNT]) - _total(cells[GOOD]),
        around=Surroundings(
            tally=cache(lambda own: counted.get(own) or tallied(frame, named, size, own, place)),
            holders=None if individual is None else cache(partial(held, frame, named, individual)),
            sensitive=tuple(sensitive),
            individual=individual,
            weight_column=weight,
        ),
        own_people=None if individual is None else _in_order(cells[PEOPLE], first),
        shares=None if individual is None else shares_of(frame, named(), individual, weight),
    )
    shelves = {own: shelf.alias(own) for own, shelf in zip(columns, found.shelves, strict=True)}
    table.__dict__["_values"] = shelves.__getitem__  # known by now: need not be looked for
    return table


def _counted(
    frame: Frame,
    keys: Sequence[str],
    along: Sequence[str],
    weight: str | None,
    individual: str | None,
) -> tuple[Cells, ExactSum | None]:
    """Count records, weights and people by cell; by numbers where columns can have some."""
    numbers = numbers_of(frame) if individual is None else None
    coded = None if numbers is None else numbers.all_of([*keys, *along])
    if numbers is None or coded is None or (weight is not None and len(coded[0].codes) > MANY):
        people = [] if individual is None else [known_values(individual).alias(PEOPLE)]
        records = records_of(frame) or 0
        wanted = [nw.len().alias(COUNT), *people]
        sums = None if weight is None else ExactSum.of(frame, weight, WEIGHT, (LEAST, LARGEST))
        if sums is not None and weight is not None:
            wanted += [*sums.asked(), good_weights(weight).alias(GOOD)]
            frame = sums.beside(frame, number(weight))
        return counted_cells(frame, keys, along, wanted, records=records), sums
    if weight is None:
        return cells_by_number(coded, along, COUNT, {}), None
    values = numbers.floats(weight)
    sums = ExactSum.among(values, WEIGHT, (LEAST, LARGEST))
    good = ((values > LEAST) & (values < LARGEST)).astype(np.float64)
    return cells_by_number(coded, along, COUNT, {**sums.whole(values), GOOD: good}), sums


def known_values(column: str) -> nw.Expr:
    """Count the distinct values of a column, missing left out."""
    missing = nw.col(column).is_null().cast(nw.Int64).max()
    return nw.col(column).n_unique().cast(nw.Int64) - missing


def _in_order(counts: pl.Series, places: Ints) -> Ints:
    return counts.cast(pl.Int64).to_numpy()[places]


def _total(counts: pl.Series) -> int:
    return int(counts.cast(pl.Int64).sum())


def coded(values: pl.Series) -> Ints:
    """Give numbers to the values of a column in their order, −1 for missing.

    Examples
    --------
    >>> coded(pl.Series(["b", None, "a", "b"])).tolist()
    [1, -1, 0, 1]
    """
    return numbered(values)[1]


def first_places(ids: Ints, size: int) -> Ints:
    """Return the first place of each number in `ids`.

    Examples
    --------
    >>> first_places(np.array([1, 0, 1]), 2).tolist()
    [1, 0]
    """
    first = np.full(size, -1, dtype=np.int64)
    first[ids[::-1]] = np.arange(len(ids))[::-1]
    return first


MANY = 2**22  # records whose weights are summed as floats of 31 bits each, without rounding
LEAST, LARGEST = 1e-100, 1e100  # of a weight: sums of weights and of their squares are finite


def good_weights(weight: str) -> nw.Expr:
    """Count the weights above zero: not missing, zero, negative, infinite or beyond all sense."""
    value = number(weight)
    return ((value > LEAST) & (value < LARGEST)).cast(nw.Int64).sum()


def check_weights(bad: int) -> None:
    """Refuse weights that are missing, zero or negative, or that cannot be summed."""
    if bad:
        raise bad_weights(bad)


def _summed(ids: Ints, values: NDArray[Any], size: int) -> Floats:
    return np.bincount(ids, weights=values, minlength=size).astype(np.float64)
