"""Two zonings of the same observations, crossed: what differencing works on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from discret.data.codes import named, numbered
from discret.data.dataset import Dataset
from discret.data.zonings.counts import (
    COUNT,
    Blanks,
    Repeats,
    check_names,
    counted,
    flags_of,
)
from discret.data.zonings.nests import Nest
from discret.errors import ColumnError, listed
from discret.maths.arrays import Bools, Ints
from discret.maths.zonings.crossing import summed
from discret.maths.zonings.graph import components, edges
from discret.maths.zonings.nested_grids import are_nested, residual_squares
from discret.words import Words, say

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True)
class Crossing:
    """How many observations each zone has in each square, in the four forms of Costemalle (2018).

    Build one with `Crossing.of`. A crossing is counted in the engine that holds the data, from
    individual rows or from a table that is crossed already. "Zones" and "squares" are any two
    nomenclatures: communes and grid squares, or social category and activity.

    Parameters
    ----------
    columns
        The columns of zones and of squares.
    zones, squares
        Their values; those of a nested grid as text. A missing value, the last one, stands for all
        zones, or squares, that are withheld by leaving them blank.
    zone, square, count
        One row for each intersection that has observations, sorted: places in `zones` and in
        `squares`, and the number of observations.
    withheld_zones, withheld_squares
        Whether the total of each is kept back.
    levels
        For each square of a nested grid, the column it is of.
    nest
        The levels of a nested grid themselves.

    Examples
    --------
    Thirteen observations in four communes and six squares (Costemalle 2018, figure 2).

    >>> from discret.data.examples import communes
    >>> crossing = Crossing.of("test", Dataset.of(communes()), "commune", "carreau")
    >>> crossing.table().head(2).rows()
    [('A1', 'B1', 2), ('A1', 'B2', 1)]
    >>> crossing.matrix().toarray().tolist()
    [[2, 1, 0, 0, 0, 0], [1, 1, 1, 2, 1, 1], [0, 0, 0, 0, 1, 1], [1, 0, 0, 0, 0, 0]]
    >>> crossing.individuals().equals(communes())
    True
    >>> crossing.graph().head(2).rows()
    [('A1', 'A2', 3), ('A1', 'A4', 2)]
    """

    columns: tuple[str, str]
    zones: pl.Series = field(repr=False)
    squares: pl.Series = field(repr=False)
    zone: Ints = field(repr=False)
    square: Ints = field(repr=False)
    count: Ints = field(repr=False)
    withheld_zones: Bools = field(repr=False)
    withheld_squares: Bools = field(repr=False)
    levels: tuple[str, ...] = field(default=(), repr=False)
    nest: Nest | None = field(default=None, repr=False)

    @classmethod
    def of(
        cls,
        who: str,
        data: Dataset,
        zone: str,
        square: str,
        *,
        count: str | None = None,
        coarser: Sequence[str] = (),
        withheld: Mapping[str, str] | None = None,
        blanks: Blanks | None = None,
        repeats: Repeats = "refused",
    ) -> Crossing:
        """Cross two columns of a dataset.

        Parameters
        ----------
        who
            Who asks, for messages.
        data
            Individual rows; or, with `count`, a table that is crossed already.
        zone, square
            The columns of the two zonings.
        count
            The column with the number of observations of a crossed table.
        coarser
            The columns of the coarser levels of a nested grid, from the coarsest; `square` is the
            finest.
        withheld
            For columns of zones or squares, the column that says (1 or 0) what is kept back.
        blanks
            Whether an observation without zone or square (of a nested grid, without finest square)
            is refused, or in one that is withheld. None: who asks has no such choice to offer.
        repeats
            Whether rows of a crossed table with the same zone and square are refused, or added up.

        Notes
        -----
        All blanks are one zone, or one square. Nobody who combines totals can tell more of several:
        the weight of an observation is a(zone) + c(square), with 0 for what is withheld. So in all
        squares withheld it is a(zone): the same as in one of them that has all their observations.
        """
        flags = dict(withheld or {})
        names = [zone, *coarser, square]
        check_names(who, data, names, count, flags)
        table = counted(
            who,
            data,
            [*names, *flags.values()],
            count,
            crossed=names,
            blank=[zone, square] if blanks == "withheld" else [],
            repeats=repeats,
            offer=[] if blanks is None else [zone, square],
        )
        zones, of_zone = _placed(table[zone])
        hidden = {
            name: flags_of(who, table, name, flags.get(name)) | table[name].is_null().to_numpy()
            for name in names
        }
        own = _partition(who, table, [*coarser, square], hidden)
        kept = summed(of_zone, own.place, table[COUNT].to_numpy())
        gone = np.zeros(len(zones), dtype=np.bool_)
        gone[of_zone] = hidden[zone]
        nest = _nest(table, of_zone, [*coarser, square], hidden) if coarser else None
        return cls((zone, square), zones, own.labels, *kept, gone, own.withheld, own.levels, nest)

    def __len__(self) -> int:
        return len(self.count)

    @property
    def observations(self) -> int:
        """Number of observations."""
        return int(self.count.sum())

    @property
    def withheld(self) -> Bools:
        """The intersections whose zone or square is kept back."""
        return np.asarray(self.withheld_zones[self.zone] | self.withheld_squares[self.square])

    def table(self) -> pl.DataFrame:
        """Return the crossed table: zone, square, number of observations."""
        zone, square = self.columns
        named = {zone: self.zones.gather(self.zone), square: self.squares.gather(self.square)}
        return pl.DataFrame({**named, free("observations", named): self.count})

    def individuals(self) -> pl.DataFrame:
        """Return the individual table: a row for each observation, its zone and its square."""
        zone, square = (np.repeat(own, self.count) for own in (self.zone, self.square))
        first, second = self.columns
        return pl.DataFrame({first: self.zones.gather(zone), second: self.squares.gather(square)})

    def matrix(self) -> csr_array:
        """Return the matrix zones × squares, sparse."""
        from scipy.sparse import csr_array

        shape = len(self.zones), len(self.squares)
        return csr_array((self.count, (self.zone, self.square)), shape=shape)

    def graph(self) -> pl.DataFrame:
        """Return the graph of zones: from, to, observations of the first in squares they share."""
        source, target, weight = edges(self.zone, self.square, self.count)
        first = self.zones.gather(source).alias("from")
        return pl.DataFrame([first, self.zones.gather(target).alias("to")]).with_columns(
            pl.Series("observations", weight)
        )

    def components(self) -> Ints:
        """Return the component of each zone in the graph."""
        return components(self.zone, self.square, len(self.zones))


def free(name: str, taken: Mapping[str, object] | Sequence[str]) -> str:
    """Return a name that is not taken: the one given, with underscores where it must be.

    Examples
    --------
    >>> free("count", ["zone"]), free("zone", ["zone"])
    ('count', 'zone_')
    """
    while name in taken:
        name += "_"
    return name


def _placed(values: pl.Series) -> tuple[pl.Series, Ints]:
    """Give numbers to the values of a column, sorted; to what is missing the last one."""
    labels, place = numbered(values)
    if (place >= 0).all():
        return labels, place
    return named(labels, np.append(np.arange(len(labels)), -1)), place % (len(labels) + 1)


@dataclass(frozen=True)
class _Partition:
    """The squares that the rows of a table are in."""

    place: Ints
    labels: pl.Series
    withheld: Bools
    levels: tuple[str, ...]


def _partition(
    who: str, table: pl.DataFrame, levels: Sequence[str], hidden: Mapping[str, Bools]
) -> _Partition:
    """Give numbers to the squares of a grid; of a nested one, to what is left of each."""
    if len(levels) == 1:
        labels, place = _placed(table[levels[0]])
        withheld = np.zeros(len(labels), dtype=np.bool_)
        withheld[place] = hidden[levels[0]]
        return _Partition(place, labels, withheld, ())
    squares = np.stack([_placed(table[name])[1] for name in levels], axis=1)
    known = table[levels[-1]].is_not_null().to_numpy()
    if not (are_nested(squares[:, :-1]) and are_nested(squares[known])):
        raise ColumnError(
            say(
                "{who}: each square lies in one square of the next coarser level, those of"
                " {levels} do not",
                "{who} : chaque carreau est dans un seul carreau du niveau plus"
                " grossier, ce n’est pas le cas de ceux de {levels}",
                who=who,
                levels=listed(levels),
            ),
            hint=Words(
                "name the levels from the coarsest, or difference the two grids as zones and"
                " squares",
                fr="nommer les niveaux à partir du plus grossier, ou différencier les"
                " deux grilles comme zones et carreaux",
            ),
        )
    published = ~np.stack([hidden[name] for name in levels], axis=1)
    place, level, row = residual_squares(squares, published)
    texts = [table[name].cast(pl.String) for name in levels]
    labels = pl.Series(
        levels[-1], [texts[at][int(piece)] for at, piece in zip(level, row, strict=True)], pl.String
    )
    return _Partition(place, labels, level < 0, tuple(levels[at] for at in level))


def _nest(
    table: pl.DataFrame, zone: Ints, levels: Sequence[str], hidden: Mapping[str, Bools]
) -> Nest:
    placed = [_placed(table[name].cast(pl.String)) for name in levels]
    return Nest(
        columns=tuple(levels),
        labels=tuple(labels for labels, _ in placed),
        zone=zone,
        count=table[COUNT].to_numpy(),
        squares=np.stack([place for _, place in placed], axis=1),
        published=~np.stack([hidden[name] for name in levels], axis=1),
    )
