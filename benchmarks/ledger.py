"""Eight spend from one account at once, and are killed at random: is it ever overdrawn?

Each process pays for releases of one ledger, one after the other, and notes what it was told was
paid. Again and again one of them is killed (SIGKILL), wherever it is, and another takes its place,
which asks first for the release that the dead one was at. In the end the chain must be whole, the
sum within the budget, every release that was told paid there, and none twice. When a budget is
spent the next one is opened.

    python benchmarks/ledger.py [--kills 2000] [--processes 8]
"""

from __future__ import annotations

import argparse
import os
import signal
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from discret.data.ledger.costs import Cost
from discret.data.ledger.ledger import Ledger
from discret.errors import InputError

EACH = Fraction(1, 100)  # of a budget of 1


def worker(path: Path, notes: Path, first: int) -> None:
    """Pay for one release after the other; note what is asked for, and what was told paid."""
    ledger = Ledger(path)
    with notes.open("a", encoding="utf-8") as told:
        number = first
        while True:
            release = f"{notes.name}-{number}"
            told.write(f"asked {number}\n")
            told.flush()
            try:
                ledger.spend(Cost(epsilon=EACH), name="", release=release)
            except InputError:
                return
            told.write(f"paid {number}\n")
            told.flush()
            number += 1


def started(path: Path, notes: Path) -> int:
    """Start a process where the last one of this place was: its release may be paid or not."""
    lines = notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []
    whole = [line.split() for line in lines if len(line.split()) == 2]
    first = max((int(number) for word, number in whole if word == "asked"), default=0)
    process = os.fork()
    if process:
        return process
    try:
        worker(path, notes, first)
    finally:
        os._exit(0)


def campaign(folder: Path, processes: int, kills: int, rng: np.random.Generator) -> tuple[int, int]:
    """Kill processes of one ledger until it is spent; return how many, and releases paid."""
    (folder / "source").write_text("x", encoding="utf-8")
    ledger = Ledger.open(folder / "ledger", source=folder / "source", epsilon=1)
    notes = [folder / f"notes{place}" for place in range(processes)]
    alive = {started(ledger.path, own): own for own in notes}
    killed = 0
    while alive and killed < kills:
        time.sleep(rng.exponential(0.02))
        victim = list(alive)[rng.integers(len(alive))]
        own = alive.pop(victim)
        if os.waitpid(victim, os.WNOHANG)[0]:
            continue  # it had ended: nothing is left
        os.kill(victim, signal.SIGKILL)
        os.waitpid(victim, 0)
        killed += 1
        alive[started(ledger.path, own)] = own
    for process in alive:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    check(ledger, notes)
    return killed, len(ledger.releases)


def check(ledger: Ledger, notes: list[Path]) -> None:
    """See that the sum holds, that nothing told paid is lost, and that nothing is there twice."""
    paid = Counter(entry["release"] for entry in ledger.releases)
    told = {
        f"{own.name}-{line.split()[1]}"
        for own in notes
        for line in own.read_text(encoding="utf-8").splitlines()
        if line.startswith("paid ")
    }
    spent = sum((Fraction(entry["cost"]["epsilon"]) for entry in ledger.releases), Fraction(0))
    assert spent <= 1, "overdrawn"
    assert spent == ledger.spent.epsilon, "the sum is another"
    assert max(paid.values(), default=1) == 1, "counted twice"
    assert told <= set(paid), "lost"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=2000)
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, began = np.random.default_rng(options.seed), time.perf_counter()
    killed = paid = ledgers = 0
    while killed < options.kills:
        with TemporaryDirectory() as folder:
            more = campaign(Path(folder), options.processes, options.kills - killed, rng)
        killed, paid, ledgers = killed + more[0], paid + more[1], ledgers + 1
    print(
        f"{options.processes} processes, killed {killed} times: {ledgers} ledgers,"
        f" {paid} releases paid, none overdrawn, none lost, none twice"
        f" ({time.perf_counter() - began:.0f} s)"
    )


if __name__ == "__main__":
    main()
