"""Measures by area and combination of keys, as the release labels both."""

from __future__ import annotations

import polars as pl

from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.data.star.shown import AREA, LEAF, LEVEL, ShownAreas, told_by
from discret.data.star.sums import Sums
from discret.data.text import as_text
from discret.quantify.rolled_up.sums import beside


def by_combination(
    sums: Sums, places: ShownAreas, before: Dataset, after: Dataset, area: str
) -> pl.DataFrame:
    """Return each area and combination of keys of the release, with the measures of both files.

    A fact of the original belongs to the combination whose labels its own values have at the
    finest level that the area shows.
    """
    keys = [n for n in after.columns(Role.KEY) if n in before.columns(Role.KEY) and n != area]
    new = _texts(places.placed(sums.counted(after, [*told_by(after, area), *keys]), area), keys)
    old = _texts(sums.counted(before, [area, *keys]).drop_nulls(area), keys)
    old = old.with_columns(as_text(old[area]).alias(LEAF))
    old = old.join(places.leaves.drop_nulls(AREA), on=LEAF)
    for key in keys:
        old = _labelled(old, new, before, key)
    by = [LEVEL, AREA, *keys]
    true = old.group_by(by).agg(pl.col(sums.parts).sum())
    return beside(sums, new.group_by(by).agg(pl.col(sums.parts).sum()), true, by)


def _texts(table: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    return table.with_columns(as_text(table[key]).alias(key) for key in keys)


def _labelled(old: pl.DataFrame, new: pl.DataFrame, before: Dataset, key: str) -> pl.DataFrame:
    """Give the values of a key the finest of their labels that their area shows; else none.

    Facts that no combination shows go under a label that no release has, and are not compared.
    """
    hierarchy, values = before.hierarchies.get(key), before.values(key)
    levels = values.to_frame("0") if hierarchy is None else hierarchy.levels(values)
    labels = levels.select(
        as_text(levels["0"]).alias("value"),
        *(as_text(levels[n]).alias(f"at {n}") for n in levels.columns),
    )
    known = labels.unpivot(index="value", variable_name="at", value_name="label")
    known = known.with_columns(pl.col("at").str.strip_prefix("at ").cast(pl.Int64))
    shown = new.select(AREA, LEVEL, pl.col(key).alias("label")).unique()
    climbed = (
        old.select(AREA, LEVEL, pl.col(key).alias("value")).unique().drop_nulls("value")
        .join(known, on="value")
        .join(shown, on=[AREA, LEVEL, "label"])
        .sort("at")
        .unique([AREA, LEVEL, "value"], keep="first", maintain_order=True)
        .select(AREA, LEVEL, pl.col("value").alias(key), "label")
    )  # fmt: skip
    joined = old.join(climbed, on=[AREA, LEVEL, key], how="left")
    lost = pl.col("label").is_null() & pl.col(key).is_not_null()
    return joined.filter(~lost).with_columns(pl.col("label").alias(key)).drop("label")
