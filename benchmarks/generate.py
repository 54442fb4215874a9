"""Write the generated survey to a file: python benchmarks/generate.py OUT.parquet."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl

from discret.data.examples import survey

WRITERS: dict[str, Callable[..., object]] = {
    ".parquet": pl.DataFrame.write_parquet,
    ".csv": pl.DataFrame.write_csv,
}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="file to write, .parquet or .csv")
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.out.suffix not in WRITERS:
        parser.error(f"out: must end in {' or '.join(WRITERS)}, got {given.out.suffix!r}")
    return given


def main() -> int:
    given = arguments()
    start = time.perf_counter()
    table = survey(given.records, seed=given.seed)
    made = time.perf_counter()
    WRITERS[given.out.suffix](table, given.out)
    wrote = time.perf_counter()
    print(
        f"{table.height:,} records: made in {made - start:.2f} s, written in {wrote - made:.2f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
