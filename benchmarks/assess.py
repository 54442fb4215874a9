"""Assessing a file on its key table, against one bare group-by of the same keys.

Prints, for 1,000,000 generated records and 7 keys: the time of a bare polars group-by, the time
of four measures and of all those that read nothing but the key table, together on a fresh dataset
(medians of several runs in this process), their ratios; what each costs once the key table stands,
for more and more records, and those that read another column beside one group-by of all they read;
the peak memory, and the time of `import discret` and `discret --help`.

    python benchmarks/assess.py [--records 1000000]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import polars as pl

from discret import Dataset
from discret.assess import (
    Attackers,
    BetaLikeness,
    DeltaDisclosure,
    Homogeneity,
    HouseholdRisk,
    IndividualRisk,
    KAnonymity,
    KMap,
    LDiversity,
    LogLinearRisk,
    PopulationUniques,
    QuasiIdentifiers,
    Rules,
    Suda,
    TCloseness,
    WeightDisclosure,
)
from discret.data.examples import survey
from discret.parts import RiskMeasure

KEYS = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
FOUR: list[RiskMeasure] = [
    KAnonymity(k=3),
    LDiversity(l=2),
    IndividualRisk(most=0.1),
    Attackers(),
]
ALL: list[RiskMeasure] = [
    *FOUR,
    LDiversity(l=2, kind="entropy"),
    LDiversity(l=2, kind="grassberger"),
    LDiversity(l=2, kind="recursive", c=3),
    TCloseness(t=0.5),
    TCloseness(t=0.5, distance="ordered"),
    DeltaDisclosure(delta=1, absent="present"),
    BetaLikeness(beta=2),
    BetaLikeness(beta=2, kind="enhanced"),
    Homogeneity(most=0.1),
    KMap(k=5, confidence=0.95),
    PopulationUniques(most=0.01),
    QuasiIdentifiers(),
    Rules(file="dutch_research"),
    Suda(most=0.1),
]
OTHERS: list[tuple[RiskMeasure, str | None]] = [
    (HouseholdRisk(most=0.1), "menage"),  # counts households within groups
    (WeightDisclosure(most=0.1), "poids"),  # counts weights within groups
    (LogLinearRisk(most=0.1), None),  # fits two models
]
LIMIT_ALL, LIMIT_RATIO, LIMIT_MORE = 5.0, 3.0, 3.0
LIMIT_MEMORY, LIMIT_IMPORT, LIMIT_HELP = 1.5, 0.3, 0.5


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
    grow(complete, 5)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    say("peak memory (GB, table and generator included)", memory, LIMIT_MEMORY)
    say("import discret (s)", command(sys.executable, "-c", "import discret"), LIMIT_IMPORT)
    discret = str(Path(sys.executable).with_name("discret"))
    say("discret --help (s)", command(discret, "--help"), LIMIT_HELP)


def compare(name: str, table: pl.DataFrame, runs: int) -> None:
    """Time the two in turn, so that whatever else the machine does weighs on both alike."""
    bare, four, every = [], [], []
    for _ in range(runs + 1):
        bare.append(once(lambda: table.lazy().group_by(KEYS).agg(pl.len()).collect()))
        four.append(once(lambda: assess(table, FOUR)))
        every.append(once(lambda: assess(table, ALL)))
    low, some, high = (statistics.median(times[1:]) for times in (bare, four, every))
    print(f"{name}: group-by {low:.3f} s, four measures {some:.3f} s, {len(ALL)}: {high:.3f} s")
    say("ratio of the four", some / low, LIMIT_RATIO)
    say(f"ratio of all {len(ALL)}", high / low, LIMIT_ALL)
    for measure, column in OTHERS:
        reads_more(table, measure, column, runs)


def reads_more(table: pl.DataFrame, measure: RiskMeasure, column: str | None, runs: int) -> None:
    """Time a measure that reads more than the key table, beside one group-by of all it reads."""
    read = KEYS if column is None else [*KEYS, column]
    bare, took = [], []
    for _ in range(max(runs // 3, 1) + 1):
        data = described(table)
        data.keys.codes.sum()  # it stands, as for all measures but the first
        bare.append(once(lambda: table.lazy().group_by(read).agg(pl.len()).collect()))
        took.append(once(lambda own=data: measure.assess(own)))
    ratio = statistics.median(took[1:]) / statistics.median(bare[1:])
    if column is None:
        print(f"  {measure.name}, which fits a model: {ratio:.1f} group-bys, no limit")
    else:
        say(f"{measure.name}, in group-bys of keys and {column}", ratio, LIMIT_MORE)


def assess(table: pl.DataFrame, measures: Sequence[RiskMeasure]) -> None:
    data = described(table)
    for measure in measures:
        measure.assess(data)


def described(table: pl.DataFrame) -> Dataset:
    return Dataset.of(table, key=KEYS, sensitive="victimation", weight="poids", household="menage")


def grow(table: pl.DataFrame, runs: int) -> None:
    """Show that a measure costs what the groups cost, not the records, once they are counted."""
    print("milliseconds for each measure once the key table stands")
    sizes = [len(table) // 10, len(table), 4 * len(table)]
    tables = [table.head(sizes[0]), table, pl.concat([table] * 4)]
    datas = [described(one) for one in tables]
    heads = [f"{n:,}/{len(data.keys):,}" for n, data in zip(sizes, datas, strict=True)]
    print(f"  {'records/groups':<52}" + "".join(f"{head:>19}" for head in heads))
    for measure in ALL:
        times = [timed(measure, data, runs) for data in datas]
        settings = " ".join(f"{n}={v}" for n, v in measure.parameters().items())
        print(f"  {measure.name + ' ' + settings:<52}" + "".join(f"{t:>19.2f}" for t in times))


def timed(measure: RiskMeasure, data: Dataset, runs: int) -> float:
    """Time a measure in milliseconds, leaving out the first time, which may count a column."""
    return 1000 * statistics.median([once(lambda: measure.assess(data)) for _ in range(runs)][1:])


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
