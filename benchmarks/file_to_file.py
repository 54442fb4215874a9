"""From file to file: a million records in CSV, protected and written, against reading and writing.

Generates a CSV of people (a household, six keys, a sensitive column, an income, a weight) and a
plan that generalises, blanks cells and shuffles, with the measures and losses that a starting plan
has; runs it as a user would (`discret run`, with both reports), and sets its time beside what
cannot be done without: the engine reads the CSV, groups it once by its keys, and writes it. Prints
the parts and the ratios, by the clock and by the time of the processors, which tells more on a busy
machine; and the memory of the run beside that of the table, as polars tells it. That leaves out the
sixteen bytes that it keeps for each text: how far its memory grew while it read is printed beside.

The run is counted whole, from the start of its process to the end, and judged so. The engine is
counted without its imports: what the ratios are where both are is printed beside, and judges
nothing. Part of the run goes on in two threads, so that the clock tells more where two cores are
free than on a busy machine.

    python benchmarks/file_to_file.py [--records 1000000] [--folder /tmp/file_to_file] [--runs 3]
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

KEYS = ["sex", "age", "region", "education", "couple", "size"]
EDUCATION = ["none", "primary", "secondary", "bachelor", "master"]
LIMIT_RATIO, LIMIT_MEMORY = 3.0, 4.0
COMMAND = "import sys; from discret.cli import main; sys.exit(main())"
LOADING = "import discret.cli.run"
BARE = """
import os, sys, time
import polars as pl
source, target, *keys = sys.argv[1:]
def resident():
    try:
        with open("/proc/self/statm") as told:
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:  # not on Linux
        return 0.0
def now():
    times.append((time.perf_counter(), time.process_time()))
times, before = [], resident()
now()
table = pl.read_csv(source)
now()
grown = resident() - before
table.group_by(keys).agg(pl.len(), pl.col("weight").sum())
now()
table.write_csv(target)
now()
for clock in zip(*times):
    print(*(after - before for before, after in zip(clock, clock[1:])))
print(table.estimated_size("mb"), grown)
"""
PLAN = """
title = "From file to file"
[data]
file = "people.csv"
[roles]
key = ["sex", "age", "region", "education", "couple", "size"]
sensitive = "illness"
weight = "weight"
household = "home"
[hierarchies.age]
from = "cuts"
cuts = [
    [20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80],
    [20, 30, 40, 50, 60, 70, 80],
    [20, 40, 60, 80],
    [40, 60],
]
[hierarchies.region]
from = "prefixes"
lengths = [1]
[hierarchies.education]
from = "groups"
groupings = [{ lower = ["none", "primary", "secondary"], higher = ["bachelor", "master"] }]
[release]
unexamined = ["income"]
[[assess]]
measure = "k_anonymity"
k = 5
[[assess]]
measure = "l_diversity"
l = 2
[[assess]]
measure = "individual_risk"
[[assess]]
measure = "attackers"
[[reduce]]
method = "generalise"
models = [{ measure = "k_anonymity", k = 5 }, { measure = "l_diversity", l = 2 }]
drop = 0.05
[[reduce]]
method = "suppress_cells"
models = [{ measure = "k_anonymity", k = 5 }, { measure = "l_diversity", l = 2 }]
[[reduce]]
method = "shuffle_records"
[[quantify]]
measure = "detail_lost"
[[quantify]]
measure = "cells_changed"
[[quantify]]
measure = "marginals"
[[quantify]]
measure = "contingency"
"""


class Bare(NamedTuple):
    """Seconds of reading, grouping and writing, and megabytes: of the table, and while reading."""

    wall: list[float]
    cpu: list[float]
    table: float
    grown: float

    @classmethod
    def median(cls, runs: Sequence[Bare]) -> Bare:
        """Return the median of each."""
        walls, cpus = ([getattr(run, name) for run in runs] for name in ("wall", "cpu"))
        walls, cpus = (
            [statistics.median(part) for part in zip(*times, strict=True)]
            for times in (walls, cpus)
        )
        return cls(walls, cpus, runs[0].table, statistics.median(run.grown for run in runs))


class Used(NamedTuple):
    """What a command took: seconds by the clock, of the processors, and megabytes at most."""

    wall: float
    cpu: float
    memory: float
    out: str

    @classmethod
    def median(cls, runs: Sequence[Used]) -> Used:
        """Return the median of each."""
        wall, cpu, memory = (
            statistics.median(getattr(run, name) for run in runs)
            for name in ("wall", "cpu", "memory")
        )
        return cls(wall, cpu, memory, "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path, default=Path("/tmp/file_to_file"))  # noqa: S108
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--draw", action="store_true", help="draw the people, and no more")
    options = parser.parse_args()
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    if options.draw:
        people(options.records).write_csv(folder / "people.csv")
        return
    # In a process of its own: the memory of this one counts as that of those that it starts.
    used([sys.executable, __file__, *sys.argv[1:], "--draw"], folder)
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    size = (folder / "people.csv").stat().st_size / 2**20
    print(f"{options.records:,} records, 10 columns, {size:.0f} MB; medians of {options.runs} runs")
    protected(folder)  # compiles what is to be compiled
    loads = [used([sys.executable, "-c", LOADING], folder) for _ in range(options.runs)]
    idle = Used.median(loads)
    pairs = [(bare(folder), protected(folder)) for _ in range(options.runs)]
    least, done = Bare.median([one for one, _ in pairs]), Used.median([two for _, two in pairs])
    told = zip(("reading", "grouping", "writing"), least.wall, least.cpu, strict=True)
    parts = ", ".join(f"{name} {wall:.2f} ({cpu:.2f})" for name, wall, cpu in told)
    print(f"seconds by the clock (of the processors); the engine alone: {parts}")
    print(
        f"discret run: {done.wall:.2f} ({done.cpu:.2f}), imports {idle.wall:.2f} ({idle.cpu:.2f})"
    )
    say("ratio by the clock", done.wall / sum(least.wall), LIMIT_RATIO)
    say("ratio by the processors", done.cpu / sum(least.cpu), LIMIT_RATIO)
    clock = (done.wall - idle.wall) / sum(least.wall)
    processors = (done.cpu - idle.cpu) / sum(least.cpu)
    print(f"  the imports left out, as the engine's are: {clock:.2f} ({processors:.2f})")
    print(
        f"memory: table {least.table:.0f} MB ({least.grown:.0f} while it is read), imports"
        f" {idle.memory:.0f}, run {done.memory:.0f}"
    )
    say(
        "ratio of memory above the imports", (done.memory - idle.memory) / least.table, LIMIT_MEMORY
    )


def people(records: int, seed: int = 1) -> pl.DataFrame:
    """Draw people who live together in homes, and know nothing of anybody."""
    rng = np.random.default_rng(seed)
    sizes = rng.choice([1, 2, 3, 4, 5], records, p=[0.36, 0.33, 0.14, 0.12, 0.05])
    home = np.repeat(np.arange(records), sizes)[:records]
    size = sizes[home]
    age = np.clip(rng.normal(45, 20, records), 0, 99).astype(np.int64)
    region = 10 + rng.geometric(0.08, records) % 80
    level = np.clip(rng.normal(2.4 - age / 80, 1.1, records), 0, 4).astype(np.int64)
    couple = (rng.random(records) < 0.6) & (size > 1)
    ill = rng.choice(9, records, p=[0.5, 0.15, 0.1, 0.08, 0.06, 0.05, 0.03, 0.02, 0.01])
    income = np.round(rng.lognormal(10, 0.5, records) * (1 + level / 4), 0)
    return pl.DataFrame(
        {
            "home": home + 1_000_000,
            "sex": np.array(["f", "m"])[rng.integers(0, 2, records)],
            "age": age,
            "region": region.astype(str),
            "education": np.array(EDUCATION)[level],
            "couple": np.array(["no", "yes"])[couple.astype(int)],
            "size": np.minimum(size, 4),
            "illness": np.array([f"illness {letter}" for letter in "abcdefghi"])[ill],
            "income": income,
            "weight": np.round(rng.gamma(8, 6, records) + 1, 2),
        }
    )


def bare(folder: Path) -> Bare:
    """Time what cannot be done without: the engine reads, groups once and writes."""
    words = [sys.executable, "-c", BARE, folder / "people.csv", folder / "copy.csv", *KEYS]
    lines = used(words, folder).out.splitlines()
    wall, cpu, [table, grown] = ([*map(float, line.split())] for line in lines)
    return Bare(wall, cpu, table, grown)


def protected(folder: Path) -> Used:
    """Run the plan as a user would."""
    shutil.rmtree(folder / "out", ignore_errors=True)
    plan, out = folder / "plan.toml", folder / "out"
    return used([sys.executable, "-c", COMMAND, "run", plan, "--out", out, "--seed", "1"], folder)


def used(words: Sequence[str | Path], folder: Path) -> Used:
    """Run a command in a process of its own, and tell what it took.

    What is installed has its bytecode: it is kept in the folder, whatever the environment says.
    """
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {**kept, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    began = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    if os.waitstatus_to_exitcode(status) not in (0, 1):  # 1: a target is missed
        sys.exit(f"failed: {words}")
    return Used(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 2**10, out)


def say(what: str, value: float, limit: float) -> None:
    print(f"  {what}: {value:.2f} (limit {limit:g}) {'holds' if value <= limit else 'FAILS'}")


if __name__ == "__main__":
    main()
