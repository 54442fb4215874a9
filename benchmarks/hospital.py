"""Seventeen million hospital stays, 10-anonymous and 3-diverse without dropping anyone.

Generates a file in the shape of the one of Bergeat (2014): seven keys (where the patient stayed and
lives, sex, age, ways in and out, days) and one of 26 diagnosis categories. Then, file to file:
count the groups in the engine, find the best recoding, write the recoded file, and check it.

    python benchmarks/hospital.py [--records 17000000] [--folder /tmp]
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import polars as pl

from discret import Context, Dataset, Hierarchy
from discret.assess import KAnonymity, LDiversity
from discret.reduce import Generalise

BLOCK = 1_000_000
KEYS = ["hospital", "home", "sex", "age", "entry", "exit", "days"]
LIMIT_SECONDS, LIMIT_MEMORY = 120.0, 6.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=17_000_000)
    parser.add_argument("--folder", type=Path, default=Path("/tmp"))  # noqa: S108 (a large file)
    parser.add_argument("--protect", action="store_true", help="only the second half")
    options = parser.parse_args()
    source, target = (options.folder / name for name in ("stays.parquet", "released.parquet"))
    if options.protect:
        protect(source, target)
        return
    generate(source, options.records)
    print(f"{options.records:,} stays, {source.stat().st_size / 2**20:.0f} MB")
    words = [sys.executable, __file__, "--protect", "--folder", str(options.folder)]
    subprocess.run(words, check=True)  # in a process of its own, for the sake of its memory


def protect(source: Path, target: Path) -> None:
    began = time.perf_counter()
    data = Dataset.of(
        pl.scan_parquet(source), key=KEYS, sensitive="diagnosis", hierarchies=hierarchies()
    )
    groups = len(data.keys)
    counted = time.perf_counter() - began
    models = [KAnonymity(k=10), LDiversity(l=3)]
    change = Generalise(models=models).apply(data, Context())
    searched = time.perf_counter() - began
    change.data.to_native().sink_parquet(target)
    took = time.perf_counter() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    facts = change.facts
    print(f"{groups:,} groups, counted in {counted:.1f} s; searched by {searched:.1f} s")
    print(
        f"levels {facts['levels']}, loss {facts['loss']:.4f}, optimal: {facts['optimal']};", end=" "
    )
    print(f"{facts['checked']} of {facts['nodes']:,} recodings looked at")
    say("file to file (s)", took, LIMIT_SECONDS)
    say("peak memory (GB)", memory, LIMIT_MEMORY)
    again = Dataset.of(pl.scan_parquet(target), key=KEYS, sensitive="diagnosis")
    for model in models:
        finding = model.assess(again)
        print(f"  {model.name} {finding.value}: {'met' if finding.met else 'MISSED'}")
    print(f"  records {len(again):,}")


def say(what: str, value: float, limit: float) -> None:
    print(f"  {what}: {value:.1f} (limit {limit:g}) {'holds' if value <= limit else 'FAILS'}")


def hierarchies() -> dict[str, Hierarchy]:
    """Communes by prefix: département, region of ten, all; ages by 5, 10, 20 years; days."""
    towns = {f"{place:05d}": f"{place:05d}"[:2] for place in range(0, 96_000, 16)}
    regions = {f"{place:02d}": f"R{place // 8:02d}" for place in range(96)}
    fives, tens, twenties = (list(range(step, 100, step)) for step in (5, 10, 20))
    ways = {"home": ["home"], "care": ["transfer", "other unit"], "other": ["emergency", "death"]}
    return {
        "hospital": Hierarchy.from_parents(regions),
        "home": Hierarchy.from_parents(towns, regions),
        "sex": Hierarchy.from_groups({"*": ["f", "m"]}, top=None),
        "age": Hierarchy.from_cuts(fives, tens, twenties),
        "entry": Hierarchy.from_groups(ways),
        "exit": Hierarchy.from_groups(ways),
        "days": Hierarchy.from_cuts([1, 2, 3, 5, 8, 15, 31], [1, 3, 8], [3]),
    }


def generate(path: Path, records: int) -> None:
    """Write the stays block by block."""
    rng = np.random.default_rng(2012)
    towns = np.array([f"{place:05d}" for place in range(0, 96_000, 16)])
    size = rng.pareto(1.1, len(towns)) + 0.2
    tens = np.array([f"{place:02d}" for place in range(96)])
    ways = np.array(["home", "transfer", "other unit", "emergency", "death"])
    frames = []
    for start in range(0, records, BLOCK):
        number = min(BLOCK, records - start)
        home = rng.choice(len(towns), number, p=size / size.sum())
        away = rng.random(number) < 0.15
        near = np.array([int(t[:2]) for t in towns])[home]
        age = np.clip(rng.normal(52, 25, number), 0, 104).astype(np.int16)
        frames.append(
            pl.DataFrame(
                {
                    "hospital": tens[np.where(away, rng.integers(0, 96, number), near)],
                    "home": towns[home],
                    "sex": np.where(rng.random(number) < 0.53, "f", "m"),
                    "age": age,
                    "entry": ways[rng.choice(5, number, p=[0.7, 0.12, 0.05, 0.13, 0.0])],
                    "exit": ways[rng.choice(5, number, p=[0.85, 0.08, 0.04, 0.0, 0.03])],
                    "days": np.minimum(rng.geometric(0.28, number) - 1, 120).astype(np.int16),
                    "diagnosis": rng.integers(1, 27, number).astype(np.int8),
                }
            )
        )
    pl.concat(frames).write_parquet(path)


if __name__ == "__main__":
    main()
