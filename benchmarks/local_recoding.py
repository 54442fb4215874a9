"""Local recoding of the adult file beside ARX: what is kept, and the CPU seconds it takes.

Prints, for several targets, the granularity (one minus the mean share of the hierarchy's values
that a label covers, a value as it is counting nothing), the number of groups, and the CPU time of
all threads once the key table stands and the kernels are compiled (least of several runs, each with
chance of its own; the granularity is the lowest of theirs). With l-diversity, occupation is
sensitive and the other eight columns are keys. ARX 3.9.2 was measured on the same file.

    python benchmarks/local_recoding.py [--adult folder] [--runs 3]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from discret import Context, Dataset, Hierarchy
from discret.assess import KAnonymity, LDiversity
from discret.model import Model
from discret.reduce import LocalRecoding

ADULT = Path(__file__).resolve().parents[2] / "shared" / "data" / "adult"
SENSITIVE = "occupation"


class Peer(NamedTuple):
    """What ARX reaches and takes, as far as it was measured, and what is to be reached here."""

    granularity: float | None
    seconds: float
    wanted: float


PEERS = {
    "k = 5": Peer(0.9323, 7.0, 0.945),
    "k = 10": Peer(0.9052, 9.5, 0.915),
    "k = 5, l = 3": Peer(None, 2.0, 0.966),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--adult", type=Path, default=ADULT)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    table = pl.read_csv(options.adult / "adult.csv", separator=";")
    levels = {
        name: Hierarchy.from_csv(options.adult / f"hierarchy_{name}.csv") for name in table.columns
    }
    data = Dataset.of(table, key=table.columns, hierarchies=levels)
    keys = [name for name in table.columns if name != SENSITIVE]
    judged = Dataset.of(table, key=keys, sensitive=SENSITIVE, hierarchies=levels)
    print(f"adult, {len(data):,} records, {len(data.keys):,} groups; {len(judged.keys):,} without")
    started = time.process_time()
    recode(judged, [KAnonymity(k=100), LDiversity(l=2)], 0)
    print(f"first run, compilation included where none was kept: {since(started):.1f} CPU s")
    for k in (2, 3, 5, 10, 50):
        tell(f"k = {k}", data, [KAnonymity(k=k)], options.runs)
    tell("k = 5, l = 3", judged, [KAnonymity(k=5), LDiversity(l=3)], options.runs)


def tell(what: str, data: Dataset, models: list[Model], runs: int) -> None:
    """Recode for some models and print what came of it, beside ARX where it was measured."""
    times, kept, groups = [], [], []
    for seed in range(runs):
        started = time.process_time()
        facts = recode(data, models, seed)
        times.append(since(started))
        kept.append(facts["granularity"])
        groups.append(facts["groups"])
    line = f"{what}: granularity {min(kept):.4f}, {groups[0]:,} groups, {min(times):.2f} CPU s"
    print(line + (beside(PEERS[what], min(kept), min(times)) if what in PEERS else ""))


def beside(peer: Peer, kept: float, seconds: float) -> str:
    good = kept >= peer.wanted and seconds <= peer.seconds
    arx = "" if peer.granularity is None else f"{peer.granularity:.4f}, "
    limits = f"limits {peer.wanted}, {peer.seconds} s: {'held' if good else 'MISSED'}"
    return f" (ARX {arx}{peer.seconds} s; {limits})"


def recode(data: Dataset, models: list[Model], seed: int) -> dict[str, float]:
    chance = Context(rng=np.random.default_rng(seed))
    return dict(LocalRecoding(models=models).apply(data, chance).facts)


def since(started: float) -> float:
    return time.process_time() - started


if __name__ == "__main__":
    main()
