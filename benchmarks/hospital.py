"""Seventeen million hospital stays, 10-anonymous and 3-diverse without dropping anyone.

Generates a file in the shape of the one of Bergeat (2014): seven keys (where the patient stayed and
lives, sex, age, ways in and out, days) and one of 26 diagnosis categories. Writes a plan beside it,
runs the plan as a user would (`discret run`, from Parquet to Parquet, with its reports), and checks
the file written by the measures. With --spark, does the steps of the plan again on a Spark table:
the levels must be the same. Last, what the levels found lose is set beside what the proposal of
2014 loses: sex, six bands of age, region of residence, more or less than a week, ways in and out by
home or not, no hospital.

    python benchmarks/hospital.py [--records 17000000] [--folder /tmp] [--spark]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from discret import Context, Dataset, Hierarchy, Plan
from discret.assess import KAnonymity, LDiversity
from discret.quantify import CellsChanged, DetailLost, Marginals
from discret.reduce import Generalise, Recode

BLOCK = 1_000_000
KEYS = ["hospital", "home", "sex", "age", "entry", "exit", "days"]
MODELS = [KAnonymity(k=10), LDiversity(l=3)]
PROPOSAL = {"hospital": 2, "home": 2, "sex": 0, "age": 3, "entry": 2, "exit": 2, "days": 3}
LIMIT_SECONDS, LIMIT_MEMORY = 120.0, 6.0
COMMAND = "import sys; from discret.cli import main; sys.exit(main())"
SPARK = {
    "driver.memory": "8g",
    "driver.maxResultSize": "0",  # the groups of stays are counted there and collected here
    "driver.bindAddress": "127.0.0.1",
    "driver.host": "127.0.0.1",
    "ui.enabled": "false",
    "ui.showConsoleProgress": "false",
    "sql.shuffle.partitions": "16",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=17_000_000)
    parser.add_argument("--folder", type=Path, default=Path("/tmp"))  # noqa: S108 (a large file)
    parser.add_argument("--spark", action="store_true", help="the same steps in Spark as well")
    options = parser.parse_args()
    folder = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "stays.parquet"
    # In processes of their own, so that the memory of each is its own too.
    apart = get_context("spawn").Process(target=generate, args=(source, options.records))
    apart.start()
    apart.join()
    print(f"{options.records:,} stays, {source.stat().st_size / 2**20:.0f} MB")
    path = folder / "hospital.toml"
    path.write_text(plan().to_toml(), encoding="utf-8")
    print(f"discret run {path} --out {folder / 'released'}", flush=True)
    run(path, folder / "released")
    facts = told(folder / "released" / "record.json")
    checked(folder / "released" / "release.parquet")
    print(f"{'':24}{'k':>10}{'l':>6}{'detail lost':>14}")
    for name, (k, values, lost) in beside(source, facts["levels"]).items():
        print(f"  {name:22}{k:>10,}{values:>6}{lost:>14.1%}")
    if options.spark:
        on_spark(path, folder / "released-spark", facts)


def plan() -> Plan:
    """State what is to be done."""
    return Plan(
        title="Hospital stays",
        file=Path("stays.parquet"),
        roles={"key": KEYS, "sensitive": ["diagnosis"]},
        hierarchies=hierarchies(),
        assess=MODELS,
        reduce=[Generalise(models=MODELS)],
        # Contingency, the cross tables of all keys, would add a quarter to the time.
        quantify=[CellsChanged(), Marginals()],
    )


def run(path: Path, out: Path) -> None:
    """Run a plan by the command line; print its time and memory."""
    words = [sys.executable, "-c", COMMAND, "run", str(path), "--out", str(out), "--force"]
    began = time.perf_counter()
    process = subprocess.Popen(words)
    _, status, used = os.wait4(process.pid, 0)
    took = time.perf_counter() - began
    if status:
        sys.exit(f"discret run failed ({os.waitstatus_to_exitcode(status)})")
    print(f"  processor (s): {used.ru_utime + used.ru_stime:.1f} on {os.cpu_count()} cores")
    say("file to file (s)", took, LIMIT_SECONDS)
    say("peak memory (GB)", used.ru_maxrss / 2**20, LIMIT_MEMORY)


def told(record: Path) -> dict[str, Any]:
    """Print and return the facts of the search, from the record of the run."""
    step = json.loads(record.read_text(encoding="utf-8"))["steps"][0]
    facts: dict[str, Any] = step["facts"]
    print(f"  levels {facts['levels']}, loss {facts['loss']:.4f}, optimal: {facts['optimal']};")
    print(f"  {facts['checked']} of {facts['nodes']:,} recodings looked at")
    return facts


def checked(released: Path) -> None:
    """Let the measures judge the file that was written."""
    data = Dataset.of(pl.scan_parquet(released), key=KEYS, sensitive="diagnosis")
    for model in MODELS:
        finding = model.assess(data)
        print(f"  {model.name} {finding.value}: {'met' if finding.met else 'MISSED'}")
    print(f"  records {len(data):,}")


def beside(source: Path, levels: dict[str, int]) -> dict[str, tuple[int, int, float]]:
    """Return k, l and the detail lost of the levels found, and of the proposal of 2014.

    The detail lost is that of the first million stays.
    """
    given = {"key": KEYS, "sensitive": "diagnosis", "hierarchies": hierarchies()}
    whole = Dataset.of(pl.scan_parquet(source), **given)
    some = Dataset.of(pl.read_parquet(source, n_rows=BLOCK), **given)
    found = {}
    for name, chosen in {"levels found": levels, "proposal of 2014": PROPOSAL}.items():
        after = recoded(whole, chosen)
        k, values = (int(model.assess(after).value or 0) for model in MODELS)
        lost = DetailLost().compare(some, recoded(some, chosen)).value
        found[name] = k, values, float(lost or 0.0)
    return found


def recoded(data: Dataset, levels: dict[str, int]) -> Dataset:
    """Recode the keys to some levels, whether or not the models hold there."""
    for column, level in levels.items():
        data = Recode(column=column, level=level).apply(data, Context()).data if level else data
    return data


def say(what: str, value: float, limit: float) -> None:
    print(f"  {what}: {value:.1f} (limit {limit:g}) {'holds' if value <= limit else 'FAILS'}")


def on_spark(path: Path, out: Path, facts: dict[str, Any]) -> None:
    """Do the steps on a Spark table, file to file, and compare with what was found before."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").appName("hospital")
    for name, value in SPARK.items():
        builder = builder.config(f"spark.{name}", value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    began = time.perf_counter()
    steps = replace(Plan.read(path), quantify=())
    release = steps.run(steps.dataset(session.read.parquet(str(steps.path))))
    release.data.to_native().write.mode("overwrite").parquet(str(out))
    took = time.perf_counter() - began
    session.stop()
    found = release.steps[0].facts
    print(f"in Spark, local[2], file to file: {took:.1f} s; targets met: {release.met}")
    same = found["levels"] == facts["levels"]
    print(f"  levels {found['levels']}: {'the same' if same else 'OTHERS'}")
    print(
        f"  loss {found['loss']:.4f}: {'the same' if found['loss'] == facts['loss'] else 'OTHER'}"
    )
    checked(out / "*.parquet")


def hierarchies() -> dict[str, Hierarchy]:
    """Give each key its levels: those of the proposal of 2014 are among them.

    Communes by département, region, all; ages by 5 years, 10, in six bands, by 20, all; ways in and
    out in three classes, home or not, all; days in classes, of which the last tells a week.
    """
    towns = {f"{place:05d}": f"{place:05d}"[:2] for place in range(0, 96_000, 16)}
    regions = {f"{place:02d}": f"R{place // 8:02d}" for place in range(96)}
    fives, tens, twenties = (list(range(step, 100, step)) for step in (5, 10, 20))
    six = [20, 40, 60, 70, 80]
    ways = {"home": ["home"], "care": ["transfer", "other unit"], "other": ["emergency", "death"]}
    home = {"home": ["home"], "not home": ["care", "other"]}
    return {
        "hospital": Hierarchy.from_parents(regions),
        "home": Hierarchy.from_parents(towns, regions),
        "sex": Hierarchy.from_groups({"*": ["f", "m"]}, top=None),
        "age": Hierarchy.from_cuts(fives, tens, six, twenties),
        "entry": Hierarchy.from_groups(ways, home),
        "exit": Hierarchy.from_groups(ways, home),
        "days": Hierarchy.from_cuts([1, 2, 3, 5, 7, 15, 31], [1, 3, 7], [7]),
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
