"""Several releases of a large source: seconds of the processor, and what they cost.

Prints, for a generated source of 1,000,000 people of whom some leave and others join: how long
`releases` and `m_invariance` take on two releases, `invariant` on a first and on a second one, with
the counterfeits that it takes, and `trajectories` on as many records.

    python benchmarks/releases.py [--people 1000000] [--moved 0.2]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl

from discret import Context, Dataset
from discret.assess import MInvariance, Releases, Trajectories
from discret.reduce import Invariant

VALUES = 50
ROLES: dict[str, Any] = {
    "key": ["age", "place", "sex"],
    "sensitive": "illness",
    "individual": "number",
}


def people(rng: np.random.Generator, first: int, size: int) -> pl.DataFrame:
    """Make up people, numbered from the first."""
    return pl.DataFrame({
        "number": np.arange(first, first + size),
        "age": rng.integers(0, 100, size),
        "place": rng.integers(0, 95, size),
        "sex": rng.integers(0, 2, size),
        "illness": rng.choice(VALUES, size, p=rng.dirichlet(np.full(VALUES, 5.0))),
    })  # fmt: skip


def timed(what: str, deed: Callable[[], Any]) -> Any:
    """Do something, and say how long it took."""
    start = time.process_time()
    done = deed()
    print(f"{what}: {time.process_time() - start:.1f} s")
    return done


def main() -> None:
    """Run the benchmark."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--people", type=int, default=1_000_000)
    asked.add_argument("--moved", type=float, default=0.2)
    given = asked.parse_args()
    rng = np.random.default_rng(1)
    moved = int(given.people * given.moved)
    first = people(rng, 0, given.people)
    second = pl.concat([first.slice(moved), people(rng, given.people, moved)])
    shown = [own.with_columns(age=pl.col("age") // 10 * 10) for own in (first, second)]
    data = Dataset.of(shown[1], **ROLES)
    timed("releases", lambda: Releases(previous=[shown[0]]).assess(data))
    timed("m_invariance", lambda: MInvariance(previous=[shown[0]]).assess(data))
    chance = Context(rng=rng)
    one = timed("invariant", lambda: Invariant(m=3).apply(Dataset.of(first, **ROLES), chance))
    again = Invariant(m=3, previous=[one.data])
    two = timed("invariant, again", lambda: again.apply(Dataset.of(second, **ROLES), chance))
    for change in (one, two):
        facts = change.facts
        print(f"  {facts['groups']} groups, {facts['counterfeits']} counterfeits")
    calls = first.with_columns(number=rng.integers(0, given.people // 50, given.people))
    points = Dataset.of(calls, key=["age", "place"], individual="number")
    timed("trajectories", lambda: Trajectories().assess(points))


if __name__ == "__main__":
    main()
