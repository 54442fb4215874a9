"""Numbers between two multiples that go up or down by chance, and the totals that they keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.errors import ColumnError, TargetError
from discret.maths import perturbation
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import group_ids
from discret.reduce.margins import margin_columns
from discret.reduce.rows_in_order import WEIGHT
from discret.reduce.whole_numbers import holder
from discret.words import Words

BITS = 62  # that sums of all rests may have
FINEST = 52  # that a rest of a decimal number has at most
FLOW = 2  # margins that need no programme
ROOM = 20_000  # combinations of categories that a programme takes


@dataclass(frozen=True)
class Numbers:
    """Numbers with the multiples below and above them.

    Parameters
    ----------
    low, high
        The multiples; both are the number itself where it is one, or infinite.
    rest, base
        How far each is above the one below, of so many parts that lie between two multiples.
    """

    low: pl.Series = field(repr=False)
    high: pl.Series = field(repr=False)
    rest: Ints = field(repr=False)
    base: int

    def chosen(self, up: Bools) -> pl.Series:
        """Return each number gone up or down."""
        whole = pl.select(pl.when(pl.Series(up)).then(self.high).otherwise(self.low)).to_series()
        return whole.alias(self.low.name)


def beside(
    who: str, values: pl.Series, multiples: tuple[pl.Series, pl.Series], base: float, summed: int
) -> Numbers:
    """Read how far numbers are above the multiples below them: exactly, of whole ones.

    `multiples` are those below and above, and so many rests will be summed.

    Examples
    --------
    >>> ages = pl.Series("age", [17, 20, None])
    >>> around = pl.Series([10, 20, None]), pl.Series([20, 20, None])
    >>> own = beside("round", ages, around, 10, 3)
    >>> own.rest.tolist(), own.base
    ([7, 0, 0], 10)
    """
    room = BITS - max(summed - 1, 0).bit_length()
    if not (values.dtype.is_integer() and float(base).is_integer()):
        rest, parts = _shares(values, *multiples, 1 << min(room, FINEST))
        return Numbers(multiples[0].alias(values.name), multiples[1], rest, parts)
    if int(base).bit_length() > room:
        raise ColumnError(_BASE.filled(who=who, name=values.name), hint=_SMALLER)
    low, high = _held(who, values, *multiples)
    above = (values.cast(pl.Int128) - low.cast(pl.Int128)).fill_null(0).cast(pl.Int64)
    return Numbers(low, high, above.to_numpy(), int(base))


def _held(
    who: str, values: pl.Series, low: pl.Series, high: pl.Series
) -> tuple[pl.Series, pl.Series]:
    """Return multiples in one type that holds them all: their own, or one of 64 bits."""
    for kind in (values.dtype, pl.Int64, pl.UInt64):
        try:
            return low.cast(kind).alias(values.name), high.cast(kind)
        except pl.exceptions.InvalidOperationError:
            continue
    least, most = int(str(low.min())), int(str(high.max()))
    holder(who, values.name, (least, most), ())
    raise AssertionError  # which refused them


def _shares(values: pl.Series, low: pl.Series, high: pl.Series, parts: int) -> tuple[Ints, int]:
    """Return how far decimal numbers are on the way to the multiple above, in parts of it."""
    own, under, over = (
        some.cast(pl.Float64).fill_null(0.0).to_numpy() for some in (values, low, high)
    )
    between = np.flatnonzero(over > under)  # neither a multiple, nor infinite
    rest = np.zeros(len(own), dtype=np.int64)
    share = (own[between] - under[between]) / (over[between] - under[between])
    rest[between] = np.minimum(np.rint(share * parts), parts - 1)
    return rest, parts


@dataclass(frozen=True)
class Totals:
    """The totals that are kept, or looked at.

    Parameters
    ----------
    margins
        Records × margins: the category of each record.
    weights
        The weight of each record.
    controlled
        Whether they are kept.
    """

    margins: Ints = field(repr=False)
    weights: Floats = field(repr=False)
    controlled: bool

    @classmethod
    def of(cls, table: pl.DataFrame, margins: Sequence[str], *, controlled: bool) -> Totals:
        """Read the categories of margins; what is missing is one."""
        codes = [
            group_ids(
                np.stack([numbered(table[name])[1] for name in margin_columns(text)], axis=1)
            )[0]
            for text in margins
        ]
        whole = np.zeros((len(table), 0), dtype=np.int64)
        laid = np.stack(codes, axis=1) if codes else whole
        return cls(laid, table[WEIGHT].to_numpy(), controlled)

    @property
    def _parts(self) -> list[Ints]:
        return [np.zeros(len(self.margins), dtype=np.int64), *self.margins.T]

    @property
    def summed(self) -> int:
        """How many rests are summed: all where totals are kept, else none with another."""
        return len(self.margins) if self.controlled else 1

    @property
    def many(self) -> int:
        """How many totals there are."""
        return sum(int(code.max(initial=0)) + 1 for code in self._parts)

    def drawn(self, who: str, column: str, numbers: Numbers, rng: np.random.Generator) -> Bools:
        """Draw which numbers go up; refuse where totals cannot be kept."""
        rest, base = numbers.rest, numbers.base
        if not self.controlled:
            return np.asarray(rng.integers(0, base, len(rest)) < rest)
        cells = group_ids(self.margins)[1] if self.margins.shape[1] > FLOW else 0
        if cells > ROOM:
            raise ColumnError(_TOO_MANY.filled(who=who, most=ROOM), hint=_FEWER)
        rounding = perturbation.controlled_rounding
        up = rounding.rounded_up(rest, base, self.margins, self.weights, rng)
        if up is None:
            raise TargetError(_NOT_KEPT.filled(who=who, name=column), hint=_FEWER)
        return up

    def told(self, numbers: Numbers, up: Bools) -> dict[str, float]:
        """Tell how many went up, and how far totals and weighted means are off, in bases."""
        off = up - numbers.rest / numbers.base
        gaps, shifts = [0.0], [0.0]
        for code in self._parts:
            gaps += np.abs(np.bincount(code, off)).tolist()
            heavy = np.bincount(code, self.weights)
            moved = np.abs(np.bincount(code, off * self.weights))
            shifts += (moved[heavy > 0] / heavy[heavy > 0]).tolist()
        known = max(len(up) - numbers.low.null_count(), 1)
        return {
            "rounded_up": float(up.sum() / known),
            "largest_gap": float(max(gaps)),
            "weighted_gap": float(max(shifts)),
        }


_BASE = Words(
    "{who}: the base is too large for the rests of {name!r} to be added up",
    fr="{who} : la base est trop grande pour additionner les restes de {name!r}",
)
_SMALLER = Words("choose a smaller base", fr="choisir une base plus petite")
_TOO_MANY = Words(
    "{who}: more than two margins are kept for {most} combinations of categories at most",
    fr="{who} : au-delà de deux, les marges sont gardées pour {most} combinaisons de modalités au"
    " plus",
)
_NOT_KEPT = Words(
    "{who}: the totals of {name!r} cannot all be kept within one base",
    fr="{who} : les totaux de {name!r} ne peuvent tous être gardés à une base près",
)
_FEWER = Words(
    "name fewer margins: two can always be kept",
    fr="nommer moins de marges : deux peuvent toujours être gardées",
)
