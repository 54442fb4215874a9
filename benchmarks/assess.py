"""Assessing k, l, individual risk and attackers, against one bare group-by of the same keys.

Prints, for 1,000,000 generated records and 7 keys: the time of a bare polars group-by, the time
of all four measures together on a fresh dataset (medians of several runs in this process), their
ratio, the peak memory, and the time of `import discret` and of `discret --help`.

    python benchmarks/assess.py [--records 1000000]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl

from discret import Dataset
from discret.assess import Attackers, IndividualRisk, KAnonymity, LDiversity
from discret.data.examples import survey

KEYS = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
LIMIT_RATIO, LIMIT_MEMORY, LIMIT_IMPORT, LIMIT_HELP = 3.0, 1.5, 0.3, 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    whole = survey(options.records)
    complete = whole.with_columns(pl.col("revenu", "couple").fill_null("?"))
    print(f"{options.records:,} records, {len(KEYS)} keys, medians of {options.runs} runs")
    compare("without missing keys", complete, options.runs)
    compare("with missing keys   ", whole, options.runs)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    say("peak memory (GB, table and generator included)", memory, LIMIT_MEMORY)
    say("import discret (s)", command(sys.executable, "-c", "import discret"), LIMIT_IMPORT)
    discret = str(Path(sys.executable).with_name("discret"))
    say("discret --help (s)", command(discret, "--help"), LIMIT_HELP)


def compare(name: str, table: pl.DataFrame, runs: int) -> None:
    """Time the two in turn, so that whatever else the machine does weighs on both alike."""
    bare, ours = [], []
    for _ in range(runs + 1):
        bare.append(once(lambda: table.lazy().group_by(KEYS).agg(pl.len()).collect()))
        ours.append(once(lambda: assess(table)))
    low, high = statistics.median(bare[1:]), statistics.median(ours[1:])
    print(f"{name}: group-by {low:.3f} s, four measures {high:.3f} s")
    say("ratio", high / low, LIMIT_RATIO)


def assess(table: pl.DataFrame) -> None:
    data = Dataset.of(table, key=KEYS, sensitive="victimation", weight="poids")
    for measure in (KAnonymity(k=3), LDiversity(l=2), IndividualRisk(threshold=0.1), Attackers()):
        measure.assess(data)


def once(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def command(*words: str) -> float:
    return statistics.median(
        once(lambda: subprocess.run(words, check=True, capture_output=True)) for _ in range(5)
    )


def say(what: str, value: float, limit: float) -> None:
    print(f"  {what}: {value:.2f} (limit {limit:g}) {'holds' if value <= limit else 'FAILS'}")


if __name__ == "__main__":
    main()
