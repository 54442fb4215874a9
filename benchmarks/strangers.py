"""What a stranger waits for: many keys with gaps, a wide file, and the first call of a method.

Prints CPU seconds beside their limit: k-anonymity under all rules on 89 keys of a questionnaire of
3,896 records; all that `discret assess` takes unasked on it; a profile of 10,000 columns; and the
first call on a machine of the methods with most to compile, each in a process with an empty cache.

    python benchmarks/strangers.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np
import polars as pl

from discret import Dataset, Hierarchy
from discret.assess import KAnonymity
from discret.data.examples import survey
from discret.data.profiling import profile
from discret.parts import Context
from discret.plan.start import every_measure, in_time
from discret.reduce import Generalise, LocalRecoding, Mondrian, SuppressCells

KEYS = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
FIRST = {"SuppressCells": 5.0, "Generalise": 2.0, "Mondrian": 3.0, "LocalRecoding": 7.0}


def questionnaire() -> Dataset:
    """Return 3,896 records of 92 questions with answers left out here and there."""
    rng = np.random.default_rng(13)
    columns = {}
    for number in range(92):
        answers = rng.integers(0, rng.integers(2, 8), 3896).astype(float)
        answers[rng.random(3896) < rng.uniform(0.05, 0.25)] = np.nan
        columns[f"q{number}"] = pl.Series(answers).fill_nan(None).cast(pl.Int64)
    frame = pl.DataFrame(columns)
    return Dataset.of(frame, key=frame.columns[:89], sensitive=frame.columns[-1])


def spent(what: str, limit: float, work: Callable[[], object]) -> None:
    """Print the CPU seconds of a piece of work."""
    began = time.process_time()
    work()
    print(f"{what:50} {time.process_time() - began:7.2f} s   (limit {limit:g} s)")


def first_call(name: str) -> None:
    """Apply a method for the first time."""
    if name == "SuppressCells":
        data = Dataset.of(survey(2000), key=KEYS)
        cells = SuppressCells(models=(KAnonymity(k=3),))
        spent(f"first {name}", FIRST[name], lambda: cells.apply(data, Context()))
        return
    rng = np.random.default_rng(1)
    frame = pl.DataFrame({"age": rng.integers(0, 90, 3000), "town": rng.integers(100, 500, 3000)})
    steps = {
        "age": Hierarchy.from_cuts([18, 30, 45, 60, 75], [30, 60]),
        "town": Hierarchy.from_cuts([200, 300, 400], [300]),
    }
    data = Dataset.of(frame, key=["age", "town"], hierarchies=steps)
    methods = {"Generalise": {"suppress": 0.05}, "Mondrian": {}, "LocalRecoding": {}}
    kinds = {one.__name__: one for one in (Generalise, LocalRecoding, Mondrian)}
    method = kinds[name](models=(KAnonymity(k=3),), **methods[name])
    spent(f"first {name}", FIRST[name], lambda: method.apply(data, Context()))


def main() -> None:
    """Print the figures."""
    if len(sys.argv) > 1:
        first_call(sys.argv[1])
        return
    data = questionnaire()
    spent("k-anonymity, 89 keys, three rules", 3, lambda: KAnonymity().assess(data))
    fresh = questionnaire()
    taken, _ = in_time(every_measure(fresh), fresh)
    spent("assess, 89 keys", 20, lambda: [one.assess(fresh) for one in taken])
    wide = pl.DataFrame({f"c{n}": [n % 7, n % 5, n % 3] for n in range(10_000)})
    spent("profile, 10,000 columns", 10, lambda: profile(wide))
    for name in FIRST:
        with tempfile.TemporaryDirectory() as empty:
            environment = {**os.environ, "NUMBA_CACHE_DIR": empty}
            subprocess.run([sys.executable, __file__, name], env=environment, check=True)


if __name__ == "__main__":
    main()
