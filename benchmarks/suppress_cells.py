"""Local suppression: how many blanks, how far from the least possible, and how long it takes.

Prints, for testdata and survey_100k (shared/data) and for the generated survey at full size, the
blanks, the cost, the lower bound and the CPU time, the key table and the attack on the result
included. sdcMicro 5.8 with importance = 1:7 and alpha = 0 (the rule "known") blanks 407 values of
testdata for k = 3 and 877 for k = 5: the limits of the cost are what its blanks cost at the same
prices, 70 for a value of the most important key to 10 for one of the least.

    python benchmarks/suppress_cells.py [--records 1000000] [--exact]
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import polars as pl

from discret import Context, Dataset
from discret.assess import IndividualRisk, KAnonymity, LDiversity
from discret.data.examples import survey
from discret.parts import RiskMeasure
from discret.reduce import SuppressCells

SHARED = Path(__file__).resolve().parents[2] / "shared"
KEYS = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
LIMITS = {("testdata", 3): 290, ("testdata", 5): 480, ("survey_100k", 3): 2075}
COSTS = {("testdata", 3): 7_710, ("testdata", 5): 19_210, ("survey_100k", 3): 32_190}
LIMIT_SECONDS = 3.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--exact", action="store_true", help="prove the least cost too")
    options = parser.parse_args()
    warm = Dataset.of(survey(500), key=KEYS)
    started = time.perf_counter()
    SuppressCells(models=[KAnonymity(k=3)]).apply(warm, Context())
    taken = time.perf_counter() - started
    print(f"first run, compilation included where none was kept: {taken:.1f} s")
    peers(options.exact)
    whole(options.records)


def peers(exact: bool) -> None:
    """Blank the files that sdcMicro was measured on."""
    known = json.loads((SHARED / "truth" / "peers.json").read_text(encoding="utf-8"))["sdcmicro"]
    for name in ("testdata", "survey_100k"):
        frame = pl.read_csv(SHARED / known[name]["file"], null_values="NA")
        keys = known[name]["keys"]
        costs = dict(zip(keys, range(10 * len(keys), 0, -10), strict=True))
        for k in (3, 5):
            for proof in (False, True)[: 1 + exact]:
                data = Dataset.of(frame, key=keys)
                model, most = KAnonymity(k=k), LIMITS.get((name, k))
                tell(f"{name}, k = {k}", data, most, [model], exact=proof)
                tell(
                    f"{name}, k = {k}, importance",
                    data,
                    COSTS.get((name, k)),
                    [model],
                    importance=costs,
                    exact=proof,
                )


def whole(records: int) -> None:
    """Blank the generated survey."""
    frame = survey(records, seed=3)
    costs = dict(zip(KEYS, range(70, 0, -10), strict=True))
    cases: list[tuple[str, list[RiskMeasure], dict[str, Any]]] = [
        ("k = 3", [KAnonymity(k=3)], {}),
        ("k = 3, importance", [KAnonymity(k=3)], {"importance": costs}),
        ("k = 3 and l = 2", [KAnonymity(k=3), LDiversity(l=2)], {}),
        ("individual risk 1%", [IndividualRisk(most=0.01)], {}),
    ]
    for name, models, more in cases:
        data = Dataset.of(frame, key=KEYS, sensitive="victimation", weight="poids")
        tell(f"survey of {records:,}, {name}", data, None, models, seconds=LIMIT_SECONDS, **more)


def tell(
    name: str,
    data: Dataset,
    most: int | None,
    models: list[RiskMeasure],
    seconds: float | None = None,
    **more: Any,
) -> None:
    """Blank a file and print what came of it."""
    started = time.process_time()
    facts = SuppressCells(models=models, **more).apply(data, Context()).facts
    cpu = time.process_time() - started
    proof = "proven least" if facts["optimal"] else f"at least {facts['lower_bound']:,.0f}"
    line = f"{name}{', exact' if more.get('exact') else ''}: {facts['cells_blanked']:,} blanks in"
    line += f" {facts['records_touched']:,} records, cost {facts['cost']:,.0f} ({proof})"
    unpicked = facts["unpicked"]
    line += f", {unpicked['cells_recovered']:,} worked out again" if unpicked else ""
    line += f", {cpu:.2f} s of CPU"
    if most is not None:
        line += f" (limit {most:,}: {'held' if facts['cost'] <= most else 'MISSED'})"
    if seconds is not None:
        line += f" (limit {seconds} s: {'held' if cpu < seconds else 'MISSED'})"
    print(line)


if __name__ == "__main__":
    main()
