"""An attack by a register on a large release: seconds of the processor, and memory.

Prints, for a generated release of 1,000,000 parcels (commune, département or région side by side,
crops at three levels, surfaces as they are, rounded, or not at all, some blanks) and two tables of
100,000 names: how many are compared, how long it takes with and without what follows by counting,
and the peak memory.

    python benchmarks/register.py [--records 1000000] [--names 100000]
"""

from __future__ import annotations

import argparse
import resource
import time

import numpy as np
import polars as pl

from discret import Dataset, Hierarchy
from discret.assess import Register

COMMUNES, DEPARTEMENTS, REGIONS, CROPS = 35_000, 96, 13, 60


def places() -> pl.DataFrame:
    """Communes with their département and région."""
    commune = np.arange(COMMUNES)
    return pl.DataFrame({
        "0": [f"c{n}" for n in commune],
        "1": [f"d{n % DEPARTEMENTS}" for n in commune],
        "2": [f"r{n % DEPARTEMENTS % REGIONS}" for n in commune],
    })  # fmt: skip


def crops() -> pl.DataFrame:
    """Crops with their group and family."""
    crop = np.arange(CROPS)
    return pl.DataFrame({
        "0": [f"k{n}" for n in crop],
        "1": [f"g{n // 5}" for n in crop],
        "2": [f"f{n // 20}" for n in crop],
    })  # fmt: skip


def mixed(table: pl.DataFrame, place: np.ndarray, level: np.ndarray) -> pl.Series:
    """Return a label of each record, at a level of its own; missing beyond the last."""
    labels = [*(table[str(n)].gather(place) for n in range(3)), pl.Series([None] * len(place))]
    shown = pl.DataFrame([own.alias(str(n)).cast(pl.String) for n, own in enumerate(labels)])
    at = pl.Series(level)
    return shown.select(
        pl.when(at == 0).then("0").when(at == 1).then("1").when(at == 2).then("2")
    ).to_series()


def made(records: int, names: int) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Return a release and two tables about some of those behind it and others."""
    rng = np.random.default_rng(17)
    size = max(records, names)
    commune, crop = rng.integers(0, COMMUNES, size), rng.integers(0, CROPS, size)
    surface = (rng.lognormal(1, 0.8, size) * 100).round() / 100
    shown = slice(0, records)
    release = pl.DataFrame({
        "commune": mixed(places(), commune[shown], rng.choice(3, records, p=[0.3, 0.6, 0.1])),
        "crop": mixed(crops(), crop[shown], rng.choice(4, records, p=[0.5, 0.3, 0.18, 0.02])),
        "surface": surface[shown],
        "bees": rng.poisson(4, records),
    })  # fmt: skip
    who = rng.permutation(size)[:names]
    name = pl.Series([f"parcel {n}" for n in who])
    first = pl.DataFrame({"name": name, "surface": surface[who]})
    second = pl.DataFrame({
        "name": name,
        "crop": crops()["0"].gather(crop[who]),
        "commune": places()["0"].gather(commune[who]),
    })  # fmt: skip
    return release, first, second


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--records", type=int, default=1_000_000)
    asked.add_argument("--names", type=int, default=100_000)
    given = asked.parse_args()
    release, *tables = made(given.records, given.names)
    tabled = {"commune": places(), "crop": crops()}
    hierarchies = {
        name: Hierarchy.from_dict({"from": "table", "rows": [list(row) for row in table.rows()]})
        for name, table in tabled.items()
    }
    print(f"{given.records:,} records, {given.names:,} names")
    for columns, complete in (
        (["commune", "crop", "surface"], None),
        (["commune", "crop", "surface"], "file"),
        (["commune", "crop"], None),
        (["commune", "crop"], "file"),
    ):
        data = Dataset.of(
            release, key=["commune", "crop", "surface"], sensitive="bees", hierarchies=hierarchies
        )
        began = time.process_time()
        found = Register(tables=tables, columns=columns, complete=complete).assess(data)
        seconds = time.process_time() - began
        told = {n: found.details[n] for n in ("named", "certain", "found", "nobody", "fits")}
        print(f"  {', '.join(columns)}; {complete or 'nothing'} known: {seconds:.1f} s  {told}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"  peak memory {peak:.1f} GB")


if __name__ == "__main__":
    main()
