"""Sums and weighted means of measures by area: counted in the engine, put together here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.star.shown import AREA, LEAF, LEVEL, ShownAreas, told_by
from discret.data.star.sums import Sums
from discret.data.text import as_text
from discret.words import NOISE

TRUE, ERROR = " (true)", " (error)"


def compared(
    sums: Sums, places: ShownAreas, before: Dataset, after: Dataset, area: str
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return each area that is shown, with the measures of both files and the error.

    Beside them, in a table of one row or none, is what of the original is in no such area: nothing
    of it is released.
    """
    new = places.placed(sums.counted(after, told_by(after, area)), area)
    old = sums.counted(before, [area]).drop_nulls(area)
    old = old.with_columns(as_text(old[area]).alias(LEAF)).join(places.leaves, on=LEAF)
    true = old.group_by(LEVEL, AREA).agg(pl.col(sums.parts).sum())
    outside = true.filter(pl.col(AREA).is_null())
    return beside(sums, new, true, [LEVEL, AREA]), _all_lost(sums, outside)


def _all_lost(sums: Sums, true: pl.DataFrame) -> pl.DataFrame:
    """Return what is true where nothing is released: all of it is off."""
    values = sums.values(true, TRUE)
    wrong = [own.alias(f"{name}{ERROR}") for name, own in zip(sums.names, values, strict=True)]
    weights = [true[f"below {n}"].alias(f"weight {n}") for n in range(len(sums.means))]
    return pl.DataFrame([*values, *wrong, *weights])


def beside(sums: Sums, new: pl.DataFrame, true: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """Put the measures of the release beside the true ones, with their errors; sorted."""
    both = new.select(*by, *sums.parts).join(
        true.select(*by, *sums.parts), on=by, how="left", nulls_equal=True, suffix=" true"
    )
    truth = both.select(*by, *(pl.col(f"{part} true").alias(part) for part in sums.parts))
    found = both.select(by).with_columns(*sums.values(both), *sums.values(truth, TRUE))
    weights = [pl.Series(f"weight {n}", truth[f"below {n}"]) for n in range(len(sums.means))]
    wrong = [(pl.col(name) - pl.col(f"{name}{TRUE}")).cast(pl.Float64).alias(f"{name}{ERROR}")
             for name in sums.names]  # fmt: skip
    return found.with_columns(*weights, *wrong).sort(by)


def errors(
    sums: Sums, table: pl.DataFrame, outside: pl.DataFrame | None = None
) -> dict[str, float | None]:
    """Return the error of each measure over all areas; none where an area has no value.

    What is outside all areas that are shown is lost, and counts as such.

    Examples
    --------
    >>> table = pl.DataFrame({"facts (true)": [4, 4], "facts (error)": [-1.0, 0.0]})
    >>> errors(Sums((), ()), table)
    {'facts': 0.125}
    """
    means = {name: n for n, (name, _) in enumerate(sums.means)}
    told = [f"{name}{kind}" for name in sums.names for kind in (TRUE, ERROR)]
    told += [f"weight {n}" for n in range(len(sums.means))]
    parts = [table] if outside is None else [table, outside]
    every = pl.concat([part.select(pl.col(told).cast(pl.Float64)) for part in parts])
    return {
        name: _error(every, name, means.get(name)) if table.height else None for name in sums.names
    }


def rows_of(sums: Sums, table: pl.DataFrame, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the areas as plain data: level, area, and the measures of each, both and the error."""
    levels = [*names, ""]
    return [
        {
            "level": levels[row[LEVEL]],
            "area": row[AREA],
            "measures": {
                name: {"value": row[name], "true": row[f"{name}{TRUE}"],
                       "error": row[f"{name}{ERROR}"]}
                for name in sums.names
            },
        }
        for row in table.iter_rows(named=True)
    ]  # fmt: skip


def _error(table: pl.DataFrame, name: str, place: int | None) -> float | None:
    wrong, true = table[f"{name}{ERROR}"].to_numpy(), table[f"{name}{TRUE}"].to_numpy()
    weight = np.ones(len(table)) if place is None else table[f"weight {place}"].to_numpy()
    told = weight > 0  # of a mean without weight nothing is true
    with np.errstate(over="ignore"):  # beyond all numbers is no number
        off, whole = (float(np.sum((weight * np.abs(own))[told])) for own in (wrong, true))
    if not np.isfinite([off, whole]).all():
        return None
    if not whole:
        return 0.0 if off == 0 else None
    return off / whole if off > NOISE * whole else 0.0  # sums in another order differ by rounding
