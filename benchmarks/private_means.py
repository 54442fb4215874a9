"""Private means by area and crop, the farmer being the unit, beside what climbing areas keeps.

Croce et al. (2019) leave differential privacy to future work. The observatory of `climb_areas`
(1,590 parcels of about 500 farmers) is told twice: as facts that climb from commune to département
to région until nobody stands out, of which a share is kept; and as private means of the surface of
a farmer's parcels, by région and by département, crossed with the group of the crop. A mean counts
as usable where it is nearer to the true one than a fifth of it in half of the draws and at least
`FEW` farmers are behind it; the facts behind usable means are the share that is told.

    python benchmarks/private_means.py [--communes ../shared/data/communes_fr.csv.gz]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import polars as pl

from climb_areas import COMMUNES, Setting, communes_of, crops, facts, kept, placed
from discret import Dataset
from discret.private import PrivateTable

DRAWS, NEAR, FEW = 40, 0.2, 3
HIGH = 10.0  # hectares that count, at most; a choice made without the file
CELLS = 2  # in which a farmer counts


def main() -> None:
    """Print both, side by side."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--communes", type=Path, default=COMMUNES)
    communes, known = communes_of(parser.parse_args().communes), crops(60)
    table = facts(1590, 520, communes, known, seed=3)
    climbed(table, communes, known)
    whole = table.join(communes, on="commune").join(known, on="crop")
    print(f"\nprivate means of a farmer's surface, {CELLS} cells a farmer, 0 to {HIGH:g} ha")
    print(f"{'by':>24} {'ε':>5} {'cells':>6} {'usable':>7} {'facts':>7} {'off by':>7}")
    for area in ("region", "departement"):
        for group in ("group", None):
            for epsilon in (1.0, 2.0, 4.0):
                means(whole, [area, *([] if group is None else [group])], epsilon)


def climbed(table: pl.DataFrame, communes: pl.DataFrame, known: pl.DataFrame) -> None:
    """Print the share of facts that climbing areas keeps."""
    print("facts kept by climbing areas (nouvelles régions)")
    data = placed(table, communes, known, "region")
    for k, unique in ((3, 15), (4, 30), (6, 45)):
        found = kept(data, Setting(k, unique, "region"), "best")
        print(f"  k = {k}, unique = {unique}: {found.kept / table.height:.1%}")


def means(whole: pl.DataFrame, by: list[str], epsilon: float) -> None:
    """Print how many cells have a usable mean at an ε, and how many facts are behind them."""
    names = {name: whole[name].unique().sort().to_list() for name in by}
    data = Dataset.of(
        whole.select(*by, "farmer", "surface"), key=by, number="surface", individual="farmer"
    )
    table = PrivateTable(
        by=by, statistic="mean", column="surface", low=0, high=HIGH, epsilon=epsilon, cells=CELLS,
        categories=names,
    )  # fmt: skip
    own = pl.col("surface").mean().clip(0, HIGH)
    farmers = whole.group_by(*by, "farmer").agg(own, pl.len().alias("facts"))
    true = farmers.group_by(by).agg(
        pl.col("surface").mean(), pl.col("facts").sum(), pl.len().alias("farmers")
    )
    drawn = [
        table.tell(data).table.join(true, on=by).sort(by).filter(pl.col("farmers") >= FEW)
        for _ in range(DRAWS)
    ]
    off = np.median([np.abs(told["mean"] / told["surface"] - 1) for told in drawn], axis=0)
    usable = off < NEAR
    behind = drawn[0]["facts"].to_numpy()[usable].sum() / whole.height
    cells = int(np.prod([len(values) for values in names.values()]))
    print(
        f"{' × '.join(by):>24} {epsilon:>5g} {cells:>6} {int(usable.sum()):>7} {behind:>7.1%}"
        f" {np.median(off):>7.1%}"
    )


if __name__ == "__main__":
    main()
