"""How near other columns come to a number that was hidden: by arithmetic, or by what they class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from discret.maths.arrays import Bools, Codes, Floats

NEAR = 0.05  # of the standard deviation: the width of interval disclosure by default
HOLDS = 0.95  # share of the records of which a relation tells the number so nearly
SPARE = 3  # times as many records as there are columns, or a plane would pass through all of them
SCALE = 10  # values, at least: few enough are told by counting, which weighs chance
FEW = 10  # records, at least, beyond these
QUARTILES = 1.349  # standard deviations of a normal distribution that lie between them
ENOUGH = 20_000  # records that tell, spread evenly, which columns are needed
WIDEST = 30  # columns that are tried together


def by_arithmetic(wanted: Floats, shown: Sequence[Floats]) -> tuple[list[int], Bools] | None:
    """Find columns a sum of which, each times a number, is nearly the wanted one; fewest of them.

    Sums are tried, and of positive numbers products and ratios too: sums of their logarithms.
    Returned are the places of the columns, and the records of which they tell the number.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> wages, rents, other = rng.lognormal(7, 1, (3, 100))
    >>> by_arithmetic(wages, [other, wages + rents, rents])[0]
    [1, 2]
    >>> by_arithmetic(wages, [other, wages * rents, rents])[0]
    [1, 2]
    >>> by_arithmetic(wages, [other, rents]) is None
    True
    """
    for logs in (False, True):
        laid = [_logarithms(own) for own in shown] if logs else shown
        step = max(len(wanted) // ENOUGH, 1)
        kept = _fewest(wanted[::step], [own[::step] for own in laid], logs=logs)
        read = _read(wanted, [laid[place] for place in kept], logs=logs)
        if read is not None:
            return kept, read
    return None


def by_classes(wanted: Floats, groups: Codes) -> Bools | None:
    """Mark the records whose number is nearly the mean of those that show the same.

    Examples
    --------
    >>> pay = np.arange(1000.0)
    >>> by_classes(pay, np.arange(1000) // 10).all(), by_classes(pay, np.arange(1000) // 200)
    (np.True_, None)
    """
    known = np.isfinite(wanted) & (groups >= 0)
    sizes = np.bincount(groups[known], minlength=int(groups.max(initial=0)) + 1)
    several = np.asarray(known & (sizes[groups] > 1))
    if several.sum() < max(FEW, HOLDS * known.sum() / 2):
        return None
    sums = np.bincount(groups[several], wanted[several], minlength=len(sizes))
    guess = np.where(several, (sums / np.maximum(sizes, 1))[groups], np.nan)
    return _told(wanted, guess, several)


def _logarithms(values: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.log(values)
    return np.where(np.isfinite(found), found, np.nan)


def _fewest(wanted: Floats, shown: Sequence[Floats], *, logs: bool) -> list[int]:
    """Leave columns out one by one, as long as the others tell as much; none if all do not."""
    kept = [place for place, own in enumerate(shown) if np.isfinite(own).mean() > HOLDS][:WIDEST]
    if _read(wanted, [shown[place] for place in kept], logs=logs) is None:
        return []
    for place in list(kept):
        fewer = [other for other in kept if other != place]
        if _read(wanted, [shown[other] for other in fewer], logs=logs) is not None:
            kept = fewer
    return kept


def _read(wanted: Floats, shown: Sequence[Floats], *, logs: bool) -> Bools | None:
    """Mark the records whose number the best sum of some columns tells, if it tells most."""
    own = _logarithms(wanted) if logs else wanted
    every = np.asarray(np.isfinite(np.stack([own, *shown])).all(axis=0))
    least = max(FEW + SPARE * len(shown), HOLDS * np.isfinite(wanted).sum())
    if not shown or every.sum() < least:
        return None
    laid = np.stack([_centred(some[every]) for some in shown], axis=1)
    centre = own[every].mean()
    weights = np.linalg.lstsq(laid, own[every] - centre, rcond=1e-10)[0]
    guess = np.full(len(wanted), np.nan)
    guess[every] = centre + laid @ weights
    with np.errstate(over="ignore"):
        return _told(wanted, np.exp(guess) if logs else guess, every)


def _centred(values: Floats) -> Floats:
    spread = values.std()
    return np.asarray((values - values.mean()) / (spread if spread > 0 else 1.0))


def _told(wanted: Floats, guess: Floats, judged: Bools) -> Bools | None:
    """Mark the numbers that a guess comes near to, if it does to nearly all that are judged.

    Beyond those that lie near the median: many numbers are nought, or near it.
    """
    if len(np.unique(wanted[judged])) < SCALE:
        return None
    reach = NEAR * spread_of(wanted)
    near = judged & (np.abs(guess - wanted) <= reach)
    expected = float((np.abs(wanted[judged] - np.nanmedian(wanted)) <= reach).mean())
    share = near.sum() / max(judged.sum(), 1)
    return near if reach > 0 and share - expected >= HOLDS * (1 - expected) > 0 else None


def spread_of(values: Floats) -> float:
    """Return the standard deviation, or what quartiles make of it where few numbers are far away.

    Examples
    --------
    >>> round(spread_of(np.arange(-50.0, 51)), 1), spread_of(np.array([1.0, 2, 3, 4, 1e9])) < 2
    (29.2, True)
    """
    known = values[np.isfinite(values)]
    if not len(known):
        return 0.0
    low, high = np.quantile(known, [0.25, 0.75])
    plain = float(known.std())
    return min(plain, float(high - low) / QUARTILES) if high > low else plain
