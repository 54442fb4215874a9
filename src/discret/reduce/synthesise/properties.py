"""Which properties of a file its synthetic values have kept: measured, and held against chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from discret.maths.arrays import Bools, Floats, Ints
from discret.parts.facts import Fact, Facts
from discret.reduce.synthesise.laid import Laid

FAR = 4.0  # standard errors: what is farther is more than chance
HARDLY = 2.3  # Kolmogorov's distance, times the root of the records: beyond in 1 of 20,000
TINY = 1e-12

CHECKED: Facts = {
    "mean": Fact.number(
        "mean moved by, in standard errors", "moyenne déplacée de, en erreurs types", by="column"
    ),
    "variance": Fact.ratio("variance, times", "variance, multipliée par", by="column"),
    "correlation": Fact.number(
        "largest change of a rank correlation",
        "plus grand changement d’une corrélation des rangs",
        by="column",
    ),
    "distribution": Fact.share(
        "distance of distributions",
        "distance des distributions",
        by="column",
    ),
    "outside": Fact.count(
        "values that the file did not have", "valeurs que le fichier n’avait pas", by="column"
    ),
    "keeps_means": Fact.yes("means kept, but for chance", "moyennes conservées, au hasard près"),
    "keeps_variances": Fact.yes(
        "variances kept, but for chance", "variances conservées, au hasard près"
    ),
    "keeps_correlations": Fact.yes(
        "rank correlations kept, but for chance",
        "corrélations des rangs conservées, au hasard près",
    ),
    "keeps_distributions": Fact.yes(
        "distributions kept, but for chance",
        "distributions conservées, au hasard près",
    ),
    "keeps_support": Fact.yes(
        "no value that the file did not have", "aucune valeur que le fichier n’avait pas"
    ),
}


Told = tuple[float | None, bool]  # what was found, and whether it is no more than chance


class Weighed(NamedTuple):
    """The weights of the records, those of all copies, and the records that they amount to."""

    before: Floats
    after: Floats
    records: float

    @classmethod
    def of(cls, weights: Floats, copies: int) -> Weighed:
        """Read the weights of a file that has so many copies (Kish's effective size)."""
        records = float(weights.sum() ** 2 / (weights**2).sum()) if len(weights) else 1.0
        return cls(weights, np.tile(weights, copies), records)


def checked(
    columns: Mapping[str, Laid],
    shown: Mapping[str, pl.Series],
    beside: Mapping[str, Laid],
    weighed: Weighed,
) -> dict[str, Any]:
    """Return what became of means, variances, correlations, categories and values.

    Parameters
    ----------
    columns, shown
        The columns as they were, and as they are: those of all copies, one after the other.
    beside
        Columns that stayed as they were.
    weighed
        The weights of both.
    """
    ways = {
        "mean": _mean,
        "variance": _variance,
        "distribution": _distribution,
        "outside": _outside,
    }
    found = {
        way: {name: check(laid, shown[name], weighed) for name, laid in columns.items()}
        for way, check in ways.items()
    }
    found["correlation"] = _correlations(columns, shown, beside, weighed)
    told = {way: {name: value for name, (value, _) in own.items()} for way, own in found.items()}
    kept = {_KEPT[way]: _kept(own.values()) for way, own in found.items()}
    return {name: ({**told, **kept})[name] for name in CHECKED}


def _kept(found: Iterable[Told]) -> bool | None:
    """Say whether a property was kept in all columns that have it; nothing where none has."""
    held = [kept for value, kept in found if value is not None]
    return all(held) if held else None


_KEPT = {
    "mean": "keeps_means",
    "variance": "keeps_variances",
    "correlation": "keeps_correlations",
    "distribution": "keeps_distributions",
    "outside": "keeps_support",
}


def _mean(laid: Laid, new: pl.Series, weighed: Weighed) -> Told:
    """Return how far the mean moved, in standard errors."""
    both = _moments(laid, new, weighed)
    if both is None:
        return None, True
    error = np.sqrt(both[0].variance / weighed.records)
    moved = float((both[1].mean - both[0].mean) / error)
    return moved, abs(moved) <= FAR


def _variance(laid: Laid, new: pl.Series, weighed: Weighed) -> Told:
    """Return the ratio of variances; its standard error is that of a mean of squares."""
    both = _moments(laid, new, weighed)
    if both is None:
        return None, True
    ratio = float(both[1].variance / both[0].variance)
    error = np.sqrt(max(both[0].tails - 1.0, 0.0) / weighed.records)
    return ratio, bool(abs(ratio - 1.0) <= FAR * (error + 1.0 / weighed.records))


class Moments(NamedTuple):
    """The mean, the variance, and the fourth moment in squares of the variance."""

    mean: float
    variance: float
    tails: float


def _moments(laid: Laid, new: pl.Series, weighed: Weighed) -> tuple[Moments, Moments] | None:
    """Return the moments before and after; nothing where there is no number, or no variance."""
    if not laid.measured:
        return None
    both = [_numbers(own) for own in (laid.values, new)]
    largest = max(float(np.abs(own[known]).max(initial=0.0)) for own, known in both)
    if not 0 < largest < np.inf or not all(known.any() for _, known in both):
        return None
    weights = weighed.before, weighed.after
    found = [
        _weighed(own[known] / largest, heavy[known])
        for (own, known), heavy in zip(both, weights, strict=True)
    ]
    return (found[0], found[1]) if found[0].variance > TINY else None


def _numbers(values: pl.Series) -> tuple[Floats, Bools]:
    """Return numbers or dates as numbers, and which are known."""
    plain = values.to_physical() if values.dtype.is_temporal() else values
    return plain.cast(pl.Float64).fill_null(0.0).to_numpy(), values.is_not_null().to_numpy()


def _weighed(numbers: Floats, weights: Floats) -> Moments:
    mean = float(np.average(numbers, weights=weights))
    squares = (numbers - mean) ** 2
    variance = float(np.average(squares, weights=weights))
    fourth = float(np.average(squares**2, weights=weights))
    return Moments(mean, variance, fourth / variance**2 if variance > TINY else 0.0)


def _distribution(laid: Laid, new: pl.Series, weighed: Weighed) -> Told:
    """Return the distance of distributions, missing being a value, the first.

    Of what has an order it is Kolmogorov's, the largest difference of shares up to a value; of
    other categories half the sum of differences (total variation). Kept is what chance would hardly
    go beyond: by the limits of Kolmogorov, and of the chi-squared of drawn shares.
    """
    size = laid.column.size + 1
    codes = laid.column.codes, named_codes(laid, new)
    before, after = (
        np.bincount(own + 1, heavy, minlength=size) / max(float(heavy.sum()), TINY)
        for own, heavy in zip(codes, (weighed.before, weighed.after), strict=True)
    )
    if laid.column.ordered:
        gap = float(np.abs(np.cumsum(after - before)).max(initial=0.0))
        return gap, gap <= HARDLY / np.sqrt(weighed.records)
    some = before > 0
    squares = weighed.records * float(((after - before)[some] ** 2 / before[some]).sum())
    free = int(some.sum()) - 1
    gap = float(np.abs(after - before).sum() / 2)
    return gap, squares <= free + FAR * np.sqrt(2 * free) + TINY


def named_codes(laid: Laid, values: pl.Series) -> Ints:
    """Return the places of values among the distinct ones of a column; −1 where missing.

    Numbers in between, which smoothing makes, have the place of the value below them.
    """
    if laid.measured:
        numbers, known = _numbers(values)
        return np.where(known, np.searchsorted(laid.numbers, numbers, side="right") - 1, -1)
    places = pl.DataFrame({"v": laid.distinct, "n": range(len(laid.distinct))})
    found = pl.DataFrame({"v": values}).join(places, on="v", how="left", maintain_order="left")
    return found["n"].cast(pl.Int64).fill_null(-1).to_numpy()


def _outside(laid: Laid, new: pl.Series, _: Weighed) -> Told:
    """Return how many values the file did not have."""
    distinct = new.drop_nulls().unique()
    strange = distinct.filter(~distinct.is_in(laid.distinct.implode()))
    outside = int(new.is_in(strange.implode()).sum())
    return outside, outside == 0


def _correlations(
    columns: Mapping[str, Laid],
    shown: Mapping[str, pl.Series],
    beside: Mapping[str, Laid],
    weighed: Weighed,
) -> dict[str, Told]:
    """Return, for each column with an order, the largest change of a rank correlation."""
    every = {**columns, **beside}
    names = [name for name, laid in every.items() if laid.column.ordered]
    before = [_ranks(every[name].values, weighed.before) for name in names]
    copies = len(weighed.after) // max(len(weighed.before), 1)
    after = [
        _ranks(shown[name], weighed.after) if name in shown else np.tile(own, copies)
        for name, own in zip(names, before, strict=True)
    ]
    moved = np.abs(_correlated(after, weighed.after) - _correlated(before, weighed.before))
    largest = {name: float(np.nanmax(row)) for name, row in zip(names, moved, strict=True)}
    limit = FAR / np.sqrt(weighed.records)
    return {
        name: (largest[name], largest[name] <= limit) if name in largest else (None, True)
        for name in columns
    }


def _ranks(values: pl.Series, weights: Floats) -> Floats:
    """Return the middle ranks of values, NaN where they are missing."""
    column = Laid.of(values).column
    return np.append(column.middle_ranks(weights), np.nan)[column.codes]


def _correlated(ranks: Sequence[Floats], weights: Floats) -> Floats:
    """Return the correlations of ranks, each over the records that have both; 0 without any."""
    known = [~np.isnan(own) for own in ranks]
    filled = [np.where(there, own, 0.0) for own, there in zip(ranks, known, strict=True)]
    found = np.eye(len(ranks))
    for one, two in combinations(range(len(ranks)), 2):
        heavy = weights * (known[one] & known[two])
        found[one, two] = found[two, one] = _correlation(filled[one], filled[two], heavy)
    return found


def _correlation(one: Floats, two: Floats, weights: Floats) -> float:
    total = float(weights.sum())
    if total <= 0:
        return 0.0
    first, second = (own - weights @ own / total for own in (one, two))
    spread = float(np.sqrt((weights @ first**2) * (weights @ second**2)))
    return float(weights @ (first * second)) / spread if spread > TINY else 0.0
