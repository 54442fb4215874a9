"""Run both on each configuration, in turn, and say whether the targets hold."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import polars as pl

from arx.cases import ADULT, Case, keep
from discret.errors import TargetError

RUNS = 3
SMALL = 0.3  # seconds: where ARX takes more, half of its time is the target
UNEXPLAINED = "for no reason that is known"
LESS = {
    "grassberger": "ARX stops adding up once the sum is too large, though lone values, which come"
    " later, lower it: it drops groups that hold",
    "entropy": "by rounding, ARX drops groups that just hold",
}
TIES = "as many go, others of the groups at equal risk: ARX and discret take them as they come"


class Arx:
    """ARX in a process of its own, which answers one configuration after the other."""

    def __init__(self, path: Path) -> None:
        places = [path, *sorted(path.rglob("*.jar"))] if path.is_dir() else [path]
        source = Path(__file__).with_name("Search.java")
        command = ["java", "-cp", ":".join(map(str, places)), str(source), str(ADULT)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def search(self, case: Case) -> dict[str, Any]:
        into: IO[str] = self._process.stdin  # type: ignore[assignment]
        out: IO[str] = self._process.stdout  # type: ignore[assignment]
        into.write(case.line + "\n")
        answer = out.readline()
        if not answer:
            raise SystemExit(f"ARX gave no answer to {case.id}")
        return dict(json.loads(answer))


@dataclass(frozen=True)
class Pair:
    """What both found: loss in ARX's terms, levels, records dropped, nodes looked at, CPU.

    `cpu_s` is that of the search, of discret with the key table; `whole_s` is from the texts of
    records, which are in memory, to records recoded.
    """

    case: Case
    arx: Mapping[str, Any]
    own: Mapping[str, Any]

    @property
    def ratio(self) -> float:
        return float(self.own["cpu_s"] / self.arx["cpu_s"])

    @property
    def strict(self) -> float:
        """The ratio, where discret also recodes the records and ARX does not."""
        return float(self.own["whole_s"] / self.arx["cpu_s"])

    @property
    def limit(self) -> float:
        return _limit(self.arx["cpu_s"]) / float(self.arx["cpu_s"])

    @property
    def excess(self) -> float:
        """By how much more is lost than by ARX, nought where seven digits are the same."""
        more = float(self.own["loss"] - self.arx["loss"])
        return more if abs(more) > 5e-8 * max(1.0, self.arx["loss"]) else 0.0

    @property
    def faults(self) -> list[str]:
        found = {
            "slow": self.ratio > self.limit,
            "LOSES MORE": self.excess > 0,
            "LOSES LESS": self.excess < 0 and self.why == UNEXPLAINED,
            "NOT PROVEN": not self.own["optimal"],
            "DOES NOT HOLD": not self.own["met"],
        }
        return [name for name, true in found.items() if true]

    @property
    def why(self) -> str:
        """The reason for which less is lost than by ARX, where it is known."""
        if all(self.own[name] == self.arx[name] for name in ("levels", "suppressed")):
            return TIES
        kinds = [model.get("kind", model["measure"]) for model in self.case.models]
        return next((LESS[kind] for kind in kinds if kind in LESS), UNEXPLAINED)

    def tell(self) -> None:
        loss = "less lost" if self.excess < 0 else "same loss" if self.excess == 0 else "more lost"
        told = f"{loss}, ratio {self.ratio:.2f} (limit {self.limit:g})"
        strict = f"; {self.strict:.2f} with the recoding of discret alone"
        print(f"{self.case.id}: {told} {', '.join(self.faults) or 'holds'}{strict}")
        if self.excess < 0:
            print(f"  less lost: {self.why}")
        for name, one in (("ARX", self.arx), ("discret", self.own)):
            levels = " ".join(str(one["levels"][key]) for key in self.case.keys)
            print(f"  {name:8}{one['loss']:<16.10g} levels {levels:18}", end="")
            print(
                f"{one['suppressed']:6} dropped, {one['checked']:5} of {self.own['nodes']}", end=""
            )
            whole = f", {one['whole_s']:.3f} from text to recoded" if "whole_s" in one else ""
            print(f" looked at, {one['cpu_s']:6.3f} s{whole}{self._kept(name)}", flush=True)

    def _kept(self, name: str) -> str:
        """The CPU that ARX was once seen to take, where that is another run."""
        known = None if self.case.arx is None else self.case.arx["cpu_s"]
        other = name == "ARX" and known is not None and self.arx is not self.case.arx
        return f" (as kept: {known:.3f})" if other else ""


def searched(case: Case, table: pl.DataFrame) -> dict[str, Any]:
    """Search several times; the models then judge the release anew."""
    try:
        runs = [case.run(table) for _ in range(RUNS)]
    except TargetError:
        return {"loss": None}
    change = runs[0][0]
    names = ("levels", "suppressed", "checked", "nodes", "optimal")
    return {
        **{name: change.facts[name] for name in names},
        "loss": case.in_arx_terms(change),
        "met": all(model.assess(change.data).met for model in case.measures),
        "cpu_s": min(case.search(table) for _ in range(RUNS)),
        "whole_s": min(cpu for _, cpu in runs),
    }


def side_by_side(
    table: pl.DataFrame, path: Path | None, given: Sequence[Case], *, kept: bool = False
) -> None:
    arx = None if path is None else Arx(path)
    asked = [case for case in given if arx or case.arx]
    print("losses in ARX's terms: weights as factors, discernibility not divided by n squared;")
    if arx is None:
        print("ARX as it was once measured, elsewhere: ratios are not of one run (see --arx)")
    else:
        print("CPU of ARX's thread that searches, given records as numbers (anonymize), and of all")
        print("threads of discret, given texts: key table and search; neither recodes the records")
        arx.search(asked[0])  # compiles what it runs most
    pairs = []
    for case in asked:
        found, own = arx.search(case) if arx else case.arx or {}, searched(case, table)
        if found["loss"] is None or own["loss"] is None:
            print(f"{case.id}: no recoding holds, as {_says_so(found, own)} says", flush=True)
            continue
        pairs.append(Pair(case, found, own))
        pairs[-1].tell()
    if arx and kept:
        keep({pair.case.id: pair.arx for pair in pairs})
    good = sum(not pair.faults for pair in pairs)
    strict = sum(pair.strict <= pair.limit for pair in pairs if set(pair.faults) <= {"slow"})
    print(f"targets hold for {good} of {len(pairs)} configurations", end=", ")
    print(f"for {strict} if discret also recodes the records and ARX does not")
    known = [pair for pair in pairs if pair.case.arx is not None]
    soon = sum(pair.own["whole_s"] <= _limit(pair.case.arx["cpu_s"]) for pair in known)  # type: ignore[index]
    print(f"so, beside the seconds of ARX that were kept: for {soon} of {len(known)}")


def _says_so(found: Mapping[str, Any], own: Mapping[str, Any]) -> str:
    """Tell who found no recoding that holds."""
    alone = "ARX, BUT NOT discret," if found["loss"] is None else "discret, BUT NOT ARX,"
    return "either" if found["loss"] == own["loss"] else alone


def _limit(seconds: float) -> float:
    """Return the seconds that are the target, where ARX takes so many."""
    return seconds * (0.5 if seconds > SMALL else 1.0)
