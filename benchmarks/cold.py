"""The first run after installation: what compiling adds, with an empty cache of kernels.

Runs a plan that generalises and blanks cells on the generated survey, as a user would
(`discret run`), first with an empty cache of compiled kernels, then with the one that this filled;
and each of the two methods alone, in the same way. Prints what the first of each takes more, by the
clock and by the time of the processors.

    python benchmarks/cold.py [--records 12901]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from discret.data.examples import survey

LIMIT_RUN = 5.0  # seconds by the clock that the first run may take more
LIMITS = {"SuppressCells": 5.0, "Generalise": 2.0}  # seconds of the processors
COMMAND = "import sys; from discret.cli import main; sys.exit(main())"
METHOD = """
import sys
from discret import Dataset
from discret.assess import KAnonymity
from discret.data.examples import survey
from discret.reduce import {method}
keys = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
data = Dataset.of(survey(2000), key=keys)
{method}(models=[KAnonymity(k=3)]).apply(data)
"""
PLAN = """
[data]
file = "survey.csv"
[roles]
key = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
sensitive = "victimation"
weight = "poids"
[hierarchies.age]
from = "order"
order = ["moins de 25", "25-34", "35-44", "45-54", "55-64", "65 et plus"]
steps = [2]
[release]
unexamined = ["revenu_annuel", "poids_initial"]
[[assess]]
measure = "k_anonymity"
k = 3
[[reduce]]
method = "generalise"
models = [{ measure = "k_anonymity", k = 3, combinations = 3 }]
[[reduce]]
method = "suppress_cells"
models = [{ measure = "k_anonymity", k = 3 }]
[[reduce]]
method = "shuffle_records"
"""


class Took(NamedTuple):
    """Seconds by the clock and of the processors."""

    wall: float
    cpu: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=12_901)
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        survey(options.records).write_csv(folder / "survey.csv")
        (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
        words = ["-c", COMMAND, "run", "plan.toml", "--seed", "1", "--out"]
        taken([*words, "before"], folder, "before")  # what is installed has its bytecode
        cold, warm = (taken([*words, out], folder, "run") for out in ("cold", "warm"))
        print(f"discret run, {options.records:,} records: {told(cold)} cold, {told(warm)} warm")
        say("first run, seconds more", cold.wall - warm.wall, LIMIT_RUN)
        for method, limit in LIMITS.items():
            text = METHOD.format(method=method)
            cold, warm = (taken(["-c", text], folder, method) for _ in range(2))
            print(f"{method}: {told(cold)} cold, {told(warm)} warm")
            say("first time, seconds of the processors more", cold.cpu - warm.cpu, limit)


def taken(words: list[str], folder: Path, cache: str) -> Took:
    """Run a command with a cache of its own, empty the first time."""
    began = time.perf_counter()
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    places = {"NUMBA_CACHE_DIR": folder / f"cache-{cache}", "PYTHONPYCACHEPREFIX": folder / "code"}
    environment = {**kept, **{name: str(path) for name, path in places.items()}}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, *words], cwd=folder, env=environment, stdout=log, stderr=log
        )
        _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):  # 1: a target is missed
        sys.exit((folder / "log").read_text())
    return Took(time.perf_counter() - began, usage.ru_utime + usage.ru_stime)


def told(took: Took) -> str:
    return f"{took.wall:.1f} s ({took.cpu:.1f} of the processors)"


def say(what: str, value: float, limit: float) -> None:
    print(f"  {what}: {value:.1f} (limit {limit:g}) {'holds' if value <= limit else 'FAILS'}")


if __name__ == "__main__":
    main()
