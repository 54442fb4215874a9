"""Is it as private as it claims? Each mechanism is run many times on two neighbouring tables.

For each mechanism the outputs on two tables that differ by one person are drawn, split in halves:
the first half chooses the set of outputs that tells the two tables apart best, the second gives the
lower confidence bound (Clopper-Pearson, 99.9 %) on the ε that this set shows. It must never exceed
the claim; for randomised response, whose claim is reached, it must come within 5 % of it. Then the
times: a table of a million records, a million answers, a million reports of RAPPOR decoded.

    python benchmarks/privacy.py [--runs 200000] [--times]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from math import log
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.stats import beta

from discret import Dataset
from discret.maths.privacy import rappor
from discret.maths.privacy.response import responded
from discret.private import PrivateTable
from discret.private.mechanisms import Distance, Guarantee, measurement

SURE = 0.999
Outputs = NDArray[np.int64]


class Claim(NamedTuple):
    """A mechanism: its outputs on one of two neighbours, many times, and the ε that it claims."""

    name: str
    draw: Callable[[int, int], Outputs]
    epsilon: float
    delta: float = 0.0
    reached: bool = False


def claims() -> list[Claim]:
    """Return every mechanism, with a pair of neighbouring tables."""
    found: list[Claim] = []
    for epsilon in (1.0, log(3), 3.0):
        found += [_answered(values, epsilon) for values in (2, 5)]
        found += [
            Claim("Laplace, a count", _counted(Guarantee(epsilon)), epsilon),
            Claim("Gaussian, a count", _counted(Guarantee(epsilon, 1e-3)), epsilon, delta=1e-3),
            Claim("a sum within bounds", _summed(epsilon), epsilon),
        ]
    settings = rappor.Settings(bits=8, hashes=1, cohorts=1)
    found.append(Claim("RAPPOR, one answer", _reported(settings), settings.instantaneous))
    return found


def _answered(values: int, epsilon: float) -> Claim:
    def draw(side: int, runs: int) -> Outputs:
        return responded(np.full(runs, side), values, epsilon)

    return Claim(f"randomised response, {values} values", draw, epsilon, reached=True)


def _counted(guarantee: Guarantee) -> Callable[[int, int], Outputs]:
    mechanism, _ = measurement(Distance(1, 1), guarantee)
    return lambda side, runs: np.array(mechanism([100 + side] * runs), dtype=np.int64)


def _summed(epsilon: float) -> Callable[[int, int], Outputs]:
    """A person with the largest number, or none: a hundred units apart, in tens."""
    mechanism, _ = measurement(Distance(1, 100), Guarantee(epsilon))
    return lambda side, runs: np.array(mechanism([100 * side] * runs), dtype=np.int64) // 10


def _reported(settings: rappor.Settings) -> Callable[[int, int], Outputs]:
    known = np.zeros((1, 2, settings.bits), dtype=np.uint8)
    known[0, 0, 0] = known[0, 1, 1] = 1

    def draw(side: int, runs: int) -> Outputs:
        who, cohort = np.full(runs, side), np.zeros(runs, dtype=np.int64)
        bits = rappor.permanent(who, cohort, known, settings.f)
        told = rappor.instantaneous(bits, settings.p, settings.q)
        return told[:, 0].astype(np.int64) * 2 + told[:, 1]

    return draw


def shown(claim: Claim, runs: int) -> float:
    """Return the lower bound on ε that outputs show, the better of both directions."""
    sides = [claim.draw(side, 2 * runs) for side in (0, 1)]
    least = min(own.min() for own in sides)
    counts = [np.bincount(own[:runs] - least, minlength=1) for own in sides]
    size = max(map(len, counts))
    first, second = (np.pad(own, (0, size - len(own))) for own in counts)
    fresh = [np.bincount(own[runs:] - least, minlength=size)[:size] for own in sides]
    tried = []
    for one, other, new in ((first, second, fresh), (second, first, fresh[::-1])):
        order = np.argsort(-(one + 1) / (other + 1), kind="stable")
        for much in np.unique(np.linspace(1, size, min(size, 60)).astype(int)):
            chosen = order[:much]
            promise = _bound(one[chosen].sum(), other[chosen].sum(), runs, claim.delta)
            tried.append((promise, new[0][chosen].sum(), new[1][chosen].sum()))
    _, hits, others = max(tried)
    return _bound(hits, others, runs, claim.delta)


def _bound(hits: int, other: int, runs: int, delta: float) -> float:
    wrong = (1 - SURE) / 2
    low = beta.ppf(wrong, hits, runs - hits + 1) if hits else 0.0
    high = beta.ppf(1 - wrong, other + 1, runs - other) if other < runs else 1.0
    return float(np.log((low - delta) / high)) if low > delta else -np.inf


def audit(runs: int) -> bool:
    """Print what each mechanism shows beside what it claims; return whether all hold."""
    holds = True
    for claim in claims():
        found = shown(claim, runs)
        fine = found <= claim.epsilon and (not claim.reached or found > 0.95 * claim.epsilon)
        holds &= fine
        word = "holds" if fine else "FAILS"
        print(f"{claim.name:34} claims {claim.epsilon:.4f}, shows {found:.4f}  {word}")
    return holds


def times() -> bool:
    """Print the times beside their limits; return whether all hold."""
    rng, number = np.random.default_rng(1), 1_000_000
    tables = tables_held(rng, number)
    answers = _took(lambda: responded(np.zeros(number, dtype=np.int64), 26, 1.0))
    settings = rappor.Settings()
    known = rappor.patterns([f"v{place}" for place in range(500)], settings)
    cohorts = rng.integers(0, settings.cohorts, number)
    reports = rng.integers(0, 2, (number, settings.bits), dtype=np.uint8)
    decoded = _took(lambda: rappor.decoded(reports, cohorts, known, settings))
    rows = [
        ("a million answers", answers, 0.5),
        ("a million reports over 500 candidates", decoded, 5.0),
    ]
    for name, took, limit in rows:
        word = "holds" if took <= limit else "FAILS"
        print(f"{name:42} {took:.2f} s (limit {limit:.2f}) {word}")
    return tables and all(took <= limit for _, took, limit in rows)


def tables_held(rng: np.random.Generator, number: int) -> bool:
    """Print tables of 200 cells beside the bare grouping, with and without people; do they hold?"""
    names = {"a": [f"a{place}" for place in range(20)], "b": [f"b{place}" for place in range(10)]}
    frame = pl.DataFrame({name: rng.choice(values, number) for name, values in names.items()})
    frame = frame.with_columns(
        pl.Series("pay", rng.uniform(0, 100, number)),
        pl.Series("who", rng.integers(0, 4e5, number)),
    )
    sums = {"statistic": "sum", "column": "pay", "low": 0.0, "high": 100.0}
    holds = True
    for people in (None, "who"):
        data = Dataset.of(frame, key=["a", "b"], number="pay", individual=people)
        by = ["a", "b", *([] if people is None else [people])]
        for name, more, added in (("counts", {}, []), ("sums", sums, [pl.col("pay").sum()])):
            table = PrivateTable(by=["a", "b"], categories=names, epsilon=1.0, cells=3, **more)
            table.preview()  # the library is loaded
            grouped = frame.lazy().group_by(by).agg(pl.len(), *added)
            bare = min(_took(grouped.collect) for _ in range(5))
            told = min(_took(lambda: table.tell(data)) for _ in range(5))  # noqa: B023
            fine = told <= 3 * bare + 0.3
            holds &= fine
            print(
                f"{name} of a million records{' of people' if people else ''}: {told:.2f} s,"
                f" {told / bare:.1f} x the bare grouping ({bare:.2f} s; limit 3 x + 0.3 s)"
                f" {'holds' if fine else 'FAILS'}"
            )
    return holds


def _took(deed: Callable[[], object]) -> float:
    began = time.perf_counter()
    deed()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=200_000)
    parser.add_argument("--times", action="store_true", help="the times, and no more")
    options = parser.parse_args()
    sys.exit(0 if (options.times or audit(options.runs)) & times() else 1)


if __name__ == "__main__":
    main()
