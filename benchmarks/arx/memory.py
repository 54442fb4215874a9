"""The memory of a search: what a process holds at most during it, beyond what it held before.

Run with the name of a configuration, it searches once, in a process of its own: the table is read,
and a search of a few hundred records has loaded and compiled all that there is to load. The largest
resident size from then on is the system's own account of it (Linux), which is set back before.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl

LIMIT = 300.0  # MB, for the 30,000 records of adult


def measured(name: str) -> float:
    """Return the MB of a search, measured in a process of its own."""
    here = Path(__file__).resolve()
    command = [sys.executable, "-m", "arx.memory", name]
    told = subprocess.run(command, cwd=here.parents[1], check=True, capture_output=True, text=True)
    return float(told.stdout.split()[-1])


@contextmanager
def since() -> Iterator[Callable[[], float]]:
    """Hand over what tells the MB that the process held at most since, beyond what it held."""
    Path("/proc/self/clear_refs").write_text("5", "utf-8")
    before = _resident("VmRSS")
    yield lambda: _resident("VmHWM") - before


def _resident(which: str) -> float:
    lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(which))


def main() -> None:
    from arx.cases import ADULT, cases

    case = next(case for case in cases() if case.id == sys.argv[1])
    table = pl.read_csv(ADULT / "adult.csv", separator=";", infer_schema=False)
    case.run(table.head(300))
    gc.collect()
    with since() as memory:
        case.run(table)
    print(f"{memory():.0f}")


if __name__ == "__main__":
    main()
