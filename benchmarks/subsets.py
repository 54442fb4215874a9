"""Counting every subset of the key columns: special uniques and quasi-identifiers.

Prints, from a fresh dataset to the finding (medians of several runs in this process): the time of
`Suda` on 1,000,000 generated records with 7 keys, of `QuasiIdentifiers` over the 511 subsets of 9
of their columns, and of both on the 9 columns of the adult file, if it is there; then the time of
both on files of growing length once their key table stands (best of several runs), beside the
number of groups.

    python benchmarks/subsets.py [--records 1000000] [--adult adult.csv]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl

from discret import Dataset
from discret.assess import QuasiIdentifiers, Suda
from discret.data.examples import survey
from discret.parts import RiskMeasure

KEYS = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
NINE = [*KEYS, "victimation", "vol_vehicule"]
ADULT = Path(__file__).resolve().parents[2] / "shared" / "data" / "adult" / "adult.csv"
LIMIT_SUDA, LIMIT_SUDA_ADULT, LIMIT_SETS_ADULT, LIMIT_SETS = 4.0, 2.0, 1.0, 15.0
LIMIT_GROWTH = 1.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--adult", type=Path, default=ADULT)
    options = parser.parse_args()
    table = survey(options.records)
    print(f"{options.records:,} generated records, medians of {options.runs} runs")
    whole("suda, 7 keys (s)", Suda(), table, KEYS, LIMIT_SUDA, options.runs)
    whole("quasi-identifiers, 9 columns (s)", QuasiIdentifiers(), table, NINE, LIMIT_SETS, 3)
    if options.adult.exists():
        adult = pl.read_csv(options.adult, separator=";")
        names = adult.columns
        print(f"adult, {len(adult):,} records")
        whole("suda, 9 keys (s)", Suda(), adult, names, LIMIT_SUDA_ADULT, options.runs)
        whole("511 subsets (s)", QuasiIdentifiers(), adult, names, LIMIT_SETS_ADULT, options.runs)
    for measure in (Suda(), QuasiIdentifiers()):
        growth(measure, 3 * options.runs)


def whole(
    what: str, measure: RiskMeasure, table: pl.DataFrame, keys: list[str], limit: float, runs: int
) -> None:
    """Time a measure from the table to the finding."""
    times = [once(lambda: measure.assess(Dataset.of(table, key=keys))) for _ in range(runs + 1)]
    groups = len(Dataset.of(table, key=keys).keys)
    say(f"{what}, {groups:,} groups", statistics.median(times[1:]), limit)


def growth(measure: RiskMeasure, runs: int) -> None:
    """Time a measure on longer and longer files, key table given: groups count, records do not."""
    print(f"{measure.name}, 7 keys, once the key table stands")
    costs = []
    for records in (100_000, 300_000, 1_000_000, 3_000_000):
        data = Dataset.of(survey(records).select(KEYS), key=KEYS)
        groups = len(data.keys)
        times = [once(lambda data=data: measure.assess(data)) for _ in range(runs)]
        costs.append(min(times) / groups)  # the best: whatever else the machine does adds to it
        print(
            f"  {records:>9,} records, {groups:>6,} groups: {1000 * costs[-1] * groups:6.1f} ms,"
            f" {1e6 * costs[-1]:.2f} µs a group"
        )
    say("time a group, 3,000,000 records over 100,000", costs[-1] / costs[0], LIMIT_GROWTH)


def once(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def say(what: str, value: float, limit: float) -> None:
    print(f"  {what}: {value:.2f} (limit {limit:g}) {'holds' if value <= limit else 'FAILS'}")


if __name__ == "__main__":
    main()
