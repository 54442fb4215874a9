"""Calibration on the 63 totals of Bergeat (2015): on cells, at any size, and in 200 subsamples.

The generated survey is repeated to the number of records asked for; people whose key is rare are
dropped, then weights are calibrated. Prints CPU seconds beyond reading, with their limits, and the
seconds of a plain Newton on rows for comparison. Then draws subsamples of 1,000 to 13,000 people,
k from 3 to 10, and counts how calibrations end.

    python benchmarks/calibrate.py [--records 1000000 17000000] [--draws 200]
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from typing import Any

import numpy as np
import polars as pl

from discret import Context, Dataset
from discret.assess import KAnonymity
from discret.data.examples.generated_survey import survey
from discret.errors import TargetError
from discret.maths.calibration.newton import calibrate
from discret.reduce import Calibrate, SuppressRecords

KEYS = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
CROSSED = ["sexe", "age", "unite_urbaine", "diplome", "personnes"]
MARGINS = [f"{name} * victimation" for name in CROSSED]
LIMITS = {1_000_000: 0.5, 17_000_000: 5.0}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, nargs="+", default=[1_000_000, 17_000_000])
    parser.add_argument("--draws", type=int, default=200)
    options = parser.parse_args()
    for records in options.records:
        at_size(records)
    draws(options.draws)


def at_size(records: int) -> None:
    columns = [*CROSSED, "victimation", "poids_initial", "poids"]
    base = survey(min(records, 400_000)).select(columns)
    rng = np.random.default_rng(1)
    whole = base[rng.integers(0, len(base), records)].with_row_index("n")
    part = whole.filter(pl.struct(CROSSED).hash(seed=3) % 8 > 0)
    data = Dataset.of(part, weight="poids", row="n", original=whole)
    method = Calibrate(margins=MARGINS, start="poids_initial", target="poids")
    method.apply(data, Context())
    began, wall = time.process_time(), time.perf_counter()
    facts = method.apply(data, Context()).facts
    cpu, took = time.process_time() - began, time.perf_counter() - wall
    limit = LIMITS.get(records)
    told = "" if limit is None else f" (limit {limit:g}) {'holds' if cpu <= limit else 'FAILS'}"
    print(
        f"{len(part):,} of {records:,} records, {facts['cells']} cells, {facts['totals']} totals,"
    )
    print(f"  {facts['redundant']} redundant: CPU {cpu:.2f} s{told}, wall {took:.2f} s;", end=" ")
    print(f"error {facts['error']:.1g}")
    if records <= 1_000_000:
        print(f"  Newton on rows: {on_rows(part, whole):.2f} s")


def on_rows(part: pl.DataFrame, whole: pl.DataFrame) -> float:
    """Time the same on a row for each person."""
    names = [part.select(pl.concat_str(name, "victimation")).to_series() for name in CROSSED]
    goals = [whole.select(pl.concat_str(name, "victimation")).to_series() for name in CROSSED]
    units, totals = [], []
    for own, goal in zip(names, goals, strict=True):
        sums = pl.DataFrame({"c": goal, "w": whole["poids"]}).group_by("c").agg(pl.col("w").sum())
        for label, total in sums.rows():
            units.append((own == label).to_numpy().astype(float))
            totals.append(total)
    table, start = np.stack(units, axis=1), part["poids_initial"].to_numpy()
    began = time.process_time()
    calibrate(table, start, np.array(totals))
    return time.process_time() - began


def draws(number: int) -> None:
    ends: Counter[str] = Counter()
    worst = 0.0
    for seed in range(number):
        rng = np.random.default_rng(seed)
        records, k = int(rng.integers(1_000, 13_001)), int(rng.integers(3, 11))
        data = Dataset.of(survey(records, seed=seed), key=KEYS, weight="poids")
        try:
            left = SuppressRecords(models=[KAnonymity(k=k)], drop=1).apply(data, Context()).data
        except TargetError:
            ends["nobody left to calibrate: refused"] += 1
            continue
        for how in ({}, {"regroup": "neighbours", "most": 5.0}):
            end, error = outcome(left, how)
            ends[f"{'regrouped' if how else 'as asked'}: {end}"] += 1
            worst = max(worst, error)
    print(f"{number} subsamples; largest error of a margin {worst:.1g}")
    for end, times in sorted(ends.items()):
        print(f"  {end}: {times}")


def outcome(data: Dataset, how: dict[str, Any]) -> tuple[str, float]:
    try:
        change = Calibrate(margins=MARGINS, start="poids_initial", target="poids", **how).apply(
            data, Context()
        )
    except TargetError:
        return "conflict named", 0.0
    low = float(change.data.to_polars()["poids"].min())  # type: ignore[arg-type]
    return "converged" if low > 0 else "NEGATIVE WEIGHT", float(change.facts["error"])


if __name__ == "__main__":
    main()
