"""Differencing at the size of a country: detection, growth, thresholds, rows, protection.

Generates a country: towns in clusters, communes as the nearest of 36,700 centres, households around
towns, squares of the natural grid. Figures are of the order of those of Costemalle (2019): 36,671
communes, 144,706 squares, 27.6 million households, 28 % of intersections under 11. Prints CPU
seconds and peak memory with their limits, growth, and 5,000 random tables against exhaustive
enumeration.

    python benchmarks/differencing.py [--share 1.0] [--tables 5000] [--rows] [--protect]
        [--folder /tmp]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl

from discret.maths.zonings.cuts import recount, smallest_groups
from discret.maths.zonings.grids import NATURAL, corners, natural_sides
from discret.maths.zonings.partial_publication import published_in_full
from discret.maths.zonings.square_merging import merge
from discret.maths.zonings.withholding import Cost, withhold

ZONES, HOUSEHOLDS, SIDE = 36_671, 27_600_000, 960_000
LIMITS = {11: 2.0, 50: 20.0}
BLOCK = 2_000_000
PROTECTED = 180.0
COSTS: tuple[Cost, ...] = ("squares", "observations")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, nargs="+", default=[0.1, 0.3, 1.0])
    parser.add_argument("--tables", type=int, default=5_000)
    parser.add_argument("--rows", action="store_true", help="from individual rows in Parquet, too")
    parser.add_argument("--protect", action="store_true", help="withhold and merge squares, too")
    parser.add_argument("--folder", type=Path, default=Path("/tmp"))  # noqa: S108 (a large file)
    options = parser.parse_args()
    small = np.array([0, 0, 1, 1])
    smallest_groups(small, np.array([0, 1, 1, 2]), np.array([20, 2, 15, 30]), 11)  # compiles
    for share in options.share:
        table = country(share)
        for threshold in (11, 50) if share == 1 else (11,):
            detect(table, share, threshold)
        if options.protect:
            protect(table)
        if share == 1:
            from_files(table, options.folder, rows=options.rows)
    exhaustive(options.tables)


def from_files(table: pl.DataFrame, folder: Path, *, rows: bool) -> None:
    """Run the command on the crossed table, and on a row for each household, in processes."""
    crossed = folder / "crossed.parquet"
    table.select("zone", "square", "count").write_parquet(crossed)
    command([str(crossed), "--count", "count"], "from the crossed table", 60.0, 1.0)
    if rows:
        single = folder / "households.parquet"
        places = np.repeat(np.arange(len(table)), table["count"].to_numpy())
        places = np.random.default_rng(1).permutation(places)
        table.select(pl.col("zone", "square").cast(pl.Int32))[places].write_parquet(single)
        command([str(single)], f"from {len(places):,} rows", 60.0, None)


def command(words: list[str], what: str, seconds: float, memory: float | None) -> None:
    """Time `discret difference` from file to JSON, with its peak memory."""
    start = "from discret.cli import main; main()"
    asked = ["--zone", "zone", "--square", "square", "--threshold", "11", "--json"]
    began = time.perf_counter()
    script = [sys.executable, "-c", MEASURED.format(start=start), "difference", *words, *asked]
    done = subprocess.run(script, check=True, capture_output=True, text=True)
    took = time.perf_counter() - began
    found, used = json.loads(done.stdout), float(done.stderr.split()[-1]) / 2**20
    told = "" if memory is None else f" (limit {memory:g}) {verdict(used, memory)}"
    print(
        f"  {what}, end to end: {took:.1f} s (limit {seconds:g}) {verdict(took, seconds)},"
        f" {used:.2f} GB{told}; {found['observations_at_risk']:,} at risk"
    )


def verdict(value: float, limit: float) -> str:
    return "holds" if value <= limit else "FAILS"


# The peak that the system keeps for a program; that of getrusage may be the parent's.
MEASURED = """
import atexit, pathlib, re, sys
status = pathlib.Path("/proc/self/status")
peak = lambda: re.search(r"VmHWM:\\s*(\\d+)", status.read_text())[1]
atexit.register(lambda: sys.stderr.write(" " + peak()))
{start}
"""


def country(share: float, seed: int = 4) -> pl.DataFrame:
    """Return the crossed table of communes and squares of a part of the country."""
    fine = pl.concat([squares for _, squares in households(share, seed)])
    return gridded(fine.group_by("zone", "e", "n").agg(pl.col("len").sum()))


def households(share: float, seed: int = 4) -> Iterator[tuple[pl.DataFrame, pl.DataFrame]]:
    """Draw households block by block: their commune and place, and how many in each square.

    Most live around the centre of a commune, some further away; every square of 200 m has its own
    chance to be built on, so that there are nearly empty ones everywhere.
    """
    rng = np.random.default_rng(seed)
    side = SIDE * np.sqrt(share)
    zones, left = round(ZONES * share), round(HOUSEHOLDS * share)
    centres = rng.uniform(0, side, (zones, 2))
    mass = rng.pareto(1.05, zones) + 0.15
    mass = np.minimum(mass, mass.sum() / 20)
    spread = 380 + 265 * np.log1p(mass)
    built = rng.random((int(side // 200) + 1,) * 2) ** 1.5
    while left:
        town = rng.choice(zones, BLOCK, p=mass / mass.sum())
        reach = np.where(rng.random(BLOCK) < 0.08, 2_500, spread[town])
        at = centres[town] + rng.normal(0, 1, (BLOCK, 2)) * reach[:, None]
        at = np.clip(at, 0, side - 1)
        squares = np.floor(at / 200).astype(np.int64)
        kept = np.flatnonzero(rng.random(BLOCK) < built[squares[:, 0], squares[:, 1]])[:left]
        left -= len(kept)
        zone = nearest(centres, at[kept])
        people = pl.DataFrame({"zone": zone, "x": at[kept, 0], "y": at[kept, 1]})
        placed = pl.DataFrame({"zone": zone, "e": squares[kept, 0], "n": squares[kept, 1]})
        yield people, placed.group_by("zone", "e", "n").agg(pl.len().cast(pl.Int64))


def nearest(centres: np.ndarray, at: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    from scipy.spatial import cKDTree

    return cKDTree(centres).query(at, workers=-1)[1].astype(np.int64)


def gridded(fine: pl.DataFrame) -> pl.DataFrame:
    """Put squares of 200 m in those of the natural grid."""
    squares = fine.group_by("e", "n").agg(pl.col("len").sum())
    e, n, count = (squares[one].to_numpy() for one in ("e", "n", "len"))
    side = natural_sides(e, n, count, NATURAL, 11)
    keys = pl.DataFrame({"x": corners(e, 200, side), "y": corners(n, 200, side), "s": side})
    square = keys.select(pl.struct("x", "y", "s").rank("dense") - 1).to_series().cast(pl.Int64)
    placed = fine.join(squares.select("e", "n", *keys, square=square), on=["e", "n"])
    where = pl.col("x", "y", "s").first()
    return placed.group_by("zone", "square").agg(pl.col("len").sum().alias("count"), where)


def detect(table: pl.DataFrame, share: float, threshold: int) -> None:
    zone, square, count = (table[one].to_numpy() for one in ("zone", "square", "count"))
    began, wall = time.process_time(), time.perf_counter()
    found = smallest_groups(zone, square, count, threshold)
    cpu, took = time.process_time() - began, time.perf_counter() - wall
    limit = LIMITS[threshold]
    told = f" (limit {limit:g}) {'holds' if cpu <= limit else 'FAILS'}" if share == 1 else ""
    wide = np.bincount(np.bincount(square))[1:]
    print(
        f"{share:.0%}: {table['zone'].n_unique():,} zones, {table['square'].n_unique():,} squares"
        f" (on 1, 2, 3+ zones: {wide[0] / wide.sum():.0%}, {wide[1] / wide.sum():.0%},"
        f" {wide[2:].sum() / wide.sum():.0%}), {len(table):,} intersections,"
        f" {count.sum():,} households, {(count < 11).mean():.0%} under 11"
    )
    print(
        f"  threshold {threshold}: {count[found.at_risk].sum():,} households at risk in"
        f" {found.at_risk.sum():,} intersections, {len(found.sizes):,} groups, {found.flows:,} cuts"
        f" CPU {cpu:.2f} s{told}, wall {took:.2f} s"
    )
    rng = np.random.default_rng(1)
    some = rng.choice(len(found.sizes), min(200, len(found.sizes)), replace=False)
    right = [
        recount(zone, square, count, found.members(g), external=bool(found.external[g]))[0]
        == found.sizes[g]
        for g in some
    ]
    print(f"  certificates recounted: {sum(right)} of {len(right)} right")


def protect(table: pl.DataFrame, threshold: int = 11) -> None:
    """Withhold the fewest squares, or households, and merge squares; difference again the rest."""
    zone, square, count = (table[one].to_numpy() for one in ("zone", "square", "count"))
    none = np.zeros(int(zone.max()) + 1, dtype=bool)
    alone = np.bincount(zone, count)[zone] < threshold
    print(f"  {len(np.unique(zone[alone]))} zones are below {threshold} by themselves")
    for cost in COSTS:
        wall = time.perf_counter()
        kept = withhold(zone, square, count, threshold, cost=cost)
        took = time.perf_counter() - wall
        full = published_in_full(zone, square, count, (none, kept.squares), threshold)
        left = smallest_groups(*full, threshold).at_risk[: len(zone)]
        print(
            f"  withheld, fewest {cost}: {kept.squares.sum():,} of {len(kept.squares):,} squares,"
            f" {count[kept.squares[square]].sum():,} households, gap {kept.gap:.2%},"
            f" {kept.rounds} rounds, {timed(took)}; {told_left(left, alone, count)}"
        )
    squares = table.group_by("square").first().sort("square").select("x", "y", "s").to_numpy()
    wall = time.perf_counter()
    own = merge(zone, square, count, threshold, squares)
    took = time.perf_counter() - wall
    joined = np.bincount(own.squares)[own.squares] > 1
    left = smallest_groups(zone, own.squares[square], count, threshold).at_risk
    print(
        f"  merged: {joined.sum():,} squares into {joined.sum() - own.lost:,}, {own.lost:,} figures"
        f" fewer, {count[joined[square]].sum():,} households, {own.rounds} rounds, {timed(took)};"
        f" {told_left(left, alone, count)}"
    )


def timed(took: float) -> str:
    return f"wall {took:.1f} s (limit {PROTECTED:g}) {'holds' if took <= PROTECTED else 'FAILS'}"


def told_left(left: np.ndarray, alone: np.ndarray, count: np.ndarray) -> str:  # type: ignore[type-arg]
    return (
        f"at risk afterwards {count[left & ~alone].sum():,} households, and"
        f" {count[left & alone].sum():,} in zones below the threshold"
    )


def exhaustive(number: int) -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    from exhaustive_differencing import random_table, smallest

    atoms = wrong = wide = 0
    for seed in range(number):
        zone, square, count = random_table(seed)
        want = smallest(zone, square, count)
        found = smallest_groups(zone, square, count, 7)
        wrong += int((found.size != np.minimum(want, 7)).sum())
        atoms += int((want < 7).sum())
        wide += int((np.bincount(square) > 2).any())
    print(f"{number:,} random tables, {wide:,} with a square over three zones or more:", end=" ")
    print(f"{atoms:,} intersections at risk, {wrong} differ from exhaustive enumeration")


if __name__ == "__main__":
    main()
