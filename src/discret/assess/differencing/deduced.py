"""What subtraction gives away of two zonings: the groups, the rows at risk, and their proofs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np
import polars as pl

from discret.assess.zonings import by_size, check_counts
from discret.data.zonings.crossing import Crossing, free
from discret.maths.arrays import Bools, Ints
from discret.maths.zonings.cuts import Groups, recount, smallest_groups
from discret.maths.zonings.graph import components
from discret.maths.zonings.partial_publication import published_in_full
from discret.maths.zonings.simplification import Simplified, simplified

MOST_VERIFIED = 5_000
BLANK = "—"
Kind = Literal["zone", "square"]


@dataclass(frozen=True)
class Certificate:
    """A group that can be deduced, in a form that anybody can check by adding and subtracting.

    Internal: add up the zones, subtract the squares; what is left is what the zones have in other
    squares. External: add up the squares, subtract the zones; what is left is what the squares have
    in other zones.

    Parameters
    ----------
    number
        The number of the group, from 1, the smallest groups first.
    observations
        How many are left.
    external
        Whether it is the second way.
    zones, squares
        Places of those to add up and to subtract.
    rows
        Places of the intersections that are left.
    """

    number: int
    observations: int
    external: bool
    zones: Ints = field(repr=False)
    squares: Ints = field(repr=False)
    rows: Ints = field(repr=False)


@dataclass(frozen=True)
class Deduced:
    """Smallest groups of a crossing below a threshold; build one with `Deduced.of`.

    Parameters
    ----------
    crossing
        The crossing.
    threshold
        Groups of fewer observations must not be deduced.
    zone, square, count
        The crossed table as it counts for who subtracts: what is withheld is one zone more, and
        there may be rows beyond those of the crossing.
    groups
        What was found in it.

    Examples
    --------
    >>> from discret.data.dataset import Dataset
    >>> from discret.data.examples import communes
    >>> found = Deduced.of(Crossing.of("test", Dataset.of(communes()), "commune", "carreau"), 3)
    >>> found.observations_at_risk, found.by_size()
    (7, {1: 1, 2: 6})
    >>> found.verified()
    4
    >>> found.rows_at_risk().head(2).rows()
    [('A4', 'B1', 1, 1, 1), ('A2', 'B5', 1, 2, 2)]
    """

    crossing: Crossing
    threshold: int
    zone: Ints = field(repr=False)
    square: Ints = field(repr=False)
    count: Ints = field(repr=False)
    groups: Groups = field(repr=False)

    @classmethod
    def of(cls, crossing: Crossing, threshold: int) -> Deduced:
        """Find the smallest groups."""
        withheld = crossing.withheld_zones, crossing.withheld_squares
        own = crossing.zone, crossing.square, crossing.count
        table = published_in_full(*own, withheld, threshold)
        return cls(crossing, threshold, *table, smallest_groups(*table, threshold))

    @property
    def size(self) -> Ints:
        """For each intersection the smallest group around it, or the threshold."""
        return self.groups.size[: len(self.crossing)]

    @property
    def at_risk(self) -> Bools:
        """The intersections that a group below the threshold holds."""
        return self.groups.at_risk[: len(self.crossing)]

    @property
    def observations_at_risk(self) -> int:
        """Observations of these intersections."""
        return int(self.crossing.count[self.at_risk].sum())

    def by_size(self) -> dict[int, int]:
        """Return the observations at risk by the size of the smallest group (table 5 of 2018)."""
        return by_size(self.size[self.at_risk], self.crossing.count[self.at_risk])

    @cached_property
    def simplification(self) -> Simplified:
        """How the problem shrinks, stage by stage (table 4 of Costemalle 2018)."""
        return simplified(self.zone, self.square, self.count, self.threshold)

    @cached_property
    def merged_zones(self) -> Ints:
        """For each zone of the crossing its class: no small group separates those of one."""
        zones = np.arange(len(self.crossing.zones))
        counted = np.where(self.crossing.withheld_zones, len(zones), zones)
        return self.simplification.classes[counted]

    def widths(self) -> Ints:
        """Return the number of zones of each group."""
        return np.array([len(self._sides[at][0]) for at in self._order.tolist()], dtype=np.int64)

    def __len__(self) -> int:
        return len(self._order)

    @property
    def largest(self) -> int:
        """The zones of the group that has most of them."""
        return int(self.widths().max(initial=0))

    def certificate(self, number: int) -> Certificate:
        """Return a group, from 1, counted again from the crossed table."""
        zones, external = self._sides[int(self._order[number - 1])]
        near = self._rows_of("square", self._squares_of(zones))
        own = self.zone[near], self.square[near], self.count[near]
        observations, left = recount(*own, zones, external=external)
        over = np.unique(self.square[near[left]])
        squares = np.unique(own[1])
        return Certificate(
            number=number,
            observations=observations,
            external=external,
            zones=zones,
            squares=squares if external else np.setdiff1d(squares, over),
            rows=near[left],
        )

    def verified(self) -> int:
        """Count groups again from the crossed table, 5,000 at most, and say how many.

        Raises
        ------
        DiscretError
            Where a count is not the one that was found.
        """
        numbers = np.unique(np.linspace(1, len(self), min(len(self), MOST_VERIFIED)).astype(int))
        wrong = sum(not self._holds(int(number)) for number in numbers)
        check_counts("differencing", wrong, len(numbers))
        return len(numbers)

    def _holds(self, number: int) -> bool:
        told, group = self.certificate(number), int(self._order[number - 1])
        order, begins = self._held
        members = order[begins[number] : begins[number + 1]]
        small = told.observations == self.groups.sizes[group] < self.threshold
        return bool(small and np.isin(members, told.rows).all())

    def rows_at_risk(self) -> pl.DataFrame:
        """Return the intersections at risk: observations, smallest group, number of that group."""
        rows = np.flatnonzero(self.at_risk)
        table = self.crossing.table()[rows]
        names = [free(name, table.columns) for name in ("smallest_group", "group")]
        numbers = self._number[self.groups.group[rows]]
        found = table.with_columns(
            pl.Series(names[0], self.size[rows]), pl.Series(names[1], numbers)
        )
        if self.crossing.levels:
            levels = [self.crossing.levels[place] for place in self.crossing.square[rows]]
            found = found.with_columns(pl.Series(free("level", found.columns), levels))
        return found.sort(names)

    def group_table(self) -> pl.DataFrame:
        """Return the groups: observations, side, zones, squares to subtract, where it is left."""
        told = [self._told(self.certificate(number)) for number in range(1, len(self) + 1)]
        texts = pl.List(pl.String)
        return pl.DataFrame(
            told,
            schema={
                "group": pl.Int64, "observations": pl.Int64, "intersections": pl.Int64,
                "side": pl.String, "zones": texts, "left_in": texts, "squares": texts,
            },
        )  # fmt: skip

    def _told(self, one: Certificate) -> dict[str, Any]:
        zones, squares = self.names
        return {
            "group": one.number,
            "observations": one.observations,
            "intersections": len(one.rows),
            "side": "external" if one.external else "internal",
            "zones": [zones[at] for at in one.zones.tolist()],
            "left_in": [squares[at] for at in np.unique(self.square[one.rows]).tolist()],
            "squares": [squares[at] for at in one.squares.tolist()],
        }

    @cached_property
    def _held(self) -> tuple[Ints, Ints]:
        """The rows at risk, by the number of their group."""
        rows = np.flatnonzero(self.groups.group >= 0)
        order, begins = _shelf(self._number[self.groups.group[rows]])
        return rows[order], begins

    @cached_property
    def names(self) -> tuple[list[str], list[str]]:
        """What zones and squares are called; a dash for those that were left blank."""
        own = self.crossing.zones, self.crossing.squares
        zones, squares = (series.cast(pl.String).fill_null(BLANK).to_list() for series in own)
        return zones, squares

    def _side(self, members: Ints, external: bool) -> tuple[Ints, bool]:
        """Choose the side with fewer zones; never the one with what is withheld.

        Zones on one side and those on the other leave the same group, the one internally and the
        other externally. Totals withheld cannot be added up.
        """
        part = self._component[members[0]]
        withheld = len(self.crossing.zones)
        inside = withheld in members
        beside = withheld < len(self._component) and self._component[withheld] == part
        if inside or (not beside and 2 * len(members) > self._widths[part]):
            return np.setdiff1d(np.flatnonzero(self._component == part), members), not external
        return np.sort(members), external

    @cached_property
    def _sides(self) -> list[tuple[Ints, bool]]:
        """The zones of each group that was found, and whether it is external."""
        external = self.groups.external.tolist()
        return [self._side(self.groups.members(at), item) for at, item in enumerate(external)]

    @cached_property
    def _component(self) -> Ints:
        return components(self.zone, self.square, int(self.zone.max(initial=-1)) + 1)

    @cached_property
    def _widths(self) -> Ints:
        return np.bincount(self._component)

    @cached_property
    def _order(self) -> Ints:
        """The groups that differ, the smallest first, then those of fewer zones."""
        first: dict[tuple[bool, bytes], int] = {}
        for at, (zones, external) in enumerate(self._sides):
            first.setdefault((external, zones.tobytes()), at)
        own = np.array(list(first.values()), dtype=np.int64)
        width = np.array([len(self._sides[at][0]) for at in own], dtype=np.int64)
        return own[np.lexsort((own, width, self.groups.sizes[own]))]

    @cached_property
    def _number(self) -> Ints:
        """The number of each group that was found, from 1: the same for those that are the same."""
        keys = {
            (self._sides[at][1], self._sides[at][0].tobytes()): place
            for place, at in enumerate(self._order.tolist(), 1)
        }
        numbers = [keys[external, zones.tobytes()] for zones, external in self._sides]
        return np.array(numbers, dtype=np.int64)

    def _squares_of(self, zones: Ints) -> Ints:
        return np.unique(self.square[self._rows_of("zone", zones)])

    def _rows_of(self, kind: Kind, wanted: Ints) -> Ints:
        """Return the rows that have one of the wanted zones, or squares."""
        order, begins = self._shelves[kind]
        found = [order[begins[item] : begins[item + 1]] for item in wanted.tolist()]
        return np.sort(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)

    @cached_property
    def _shelves(self) -> dict[Kind, tuple[Ints, Ints]]:
        return {"zone": _shelf(self.zone), "square": _shelf(self.square)}


def _shelf(codes: Ints) -> tuple[Ints, Ints]:
    begins = np.concatenate([[0], np.cumsum(np.bincount(codes))])
    return np.argsort(codes, kind="stable"), begins.astype(np.int64)
