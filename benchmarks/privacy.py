"""Is it as private as it claims? Each mechanism is run many times on two neighbouring tables.

For each mechanism the outputs on two tables that differ by one person are drawn. A quarter of the
runs, drawn before the others and not counted, chooses the set of outputs that tells the two tables
apart best; all runs then give the lower confidence bound (Clopper-Pearson, 99.9 %) on the ε that
this set shows. It must never exceed
the claim; for answers that each blurs for themselves, whose claim is reached, it must come within
5 % of it. Of private synthesis all that reads the file is drawn (columns alone, a choice, and the
marginal that was chosen); what is fitted to it costs nothing and takes too long to be run so often.
Then the times, of the processor: a table of a million records, a million answers, a million reports
of RAPPOR read and decoded.

    python benchmarks/privacy.py [--runs 200000] [--only synthesis] [--times]
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
from discret.maths.privacy import rappor, unary
from discret.maths.privacy.chance import SYSTEM
from discret.maths.privacy.response import responded
from discret.private import PrivateTable
from discret.private.contributions import STEPS
from discret.private.mechanisms import Distance, Guarantee, measurement, passing, thresholded
from discret.private.selection import choice
from discret.reduce import Rappor
from discret.reduce.private_synthesis.marginals import CHOOSING, CHOSEN, SINGLE, UNITS, Spending
from discret.reduce.reports import written

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
            Claim("a mean, by its sum and its count", _averaged(epsilon), epsilon),
            Claim("counts above a threshold", _passed(epsilon, 1e-3), epsilon, delta=1e-3),
        ]
        found += [_encoded(kind, epsilon) for kind in ("optimised", "symmetric")]
    one = rappor.Settings(bits=8, hashes=1, cohorts=1)
    plain = one._replace(p=0.0, q=1.0)
    found += [
        # reached too, but at this ε the interval of 200,000 runs alone is 5 % wide
        Claim("RAPPOR, one report", _reported(one, 1), one.instantaneous),
        Claim("RAPPOR, three reports of kept bits", _reported(one, 3), one.permanent),
        Claim("RAPPOR, permanent bits", _reported(plain, 1), plain.permanent, reached=True),
    ]
    for guarantee in (Guarantee(1.0), Guarantee(3.0), Guarantee(1.0, 1e-3)):
        kind = "Gaussian" if guarantee.delta else "Laplace"
        given = guarantee.epsilon, guarantee.delta
        found.append(Claim(f"private synthesis, {kind}", _synthesised(guarantee), *given))
        if not guarantee.delta:
            found.append(Claim("a noisy maximum", _chosen(guarantee), *given))
    return found


def _encoded(kind: unary.Kind, epsilon: float) -> Claim:
    told = unary.limits(epsilon, kind)

    def draw(side: int, runs: int) -> Outputs:
        bits = unary.encoded(np.full(runs, side), 3, told)
        return bits.astype(np.int64) @ np.array([4, 2, 1])

    return Claim(f"unary encoding, {kind}", draw, epsilon, reached=True)


def _chosen(guarantee: Guarantee) -> Callable[[int, int], Outputs]:
    """Three scores; a person moves one up by a whole count and another down."""
    mechanism, _ = choice(UNITS, guarantee)

    def draw(side: int, runs: int) -> Outputs:
        scores = [(10 + side) * UNITS, (11 - side) * UNITS, 9 * UNITS]
        return np.array([mechanism(scores) for _ in range(runs)], dtype=np.int64)

    return draw


def _synthesised(guarantee: Guarantee) -> Callable[[int, int], Outputs]:
    """Three columns of two values, one person replaced: all that private synthesis reads of them.

    The model that scores are taken from is the product of the noisy columns, which is what is
    fitted to them but for what is below 0. An output is the cell of each noisy count, coarsely.
    """
    spending = Spending(guarantee, 2, SYSTEM)
    single, pair = (
        measurement(Distance(2, 1), spending.part(share))[0] for share in (SINGLE / 3, CHOSEN)
    )
    chooser, _ = choice(2 * UNITS, spending.part(CHOOSING))
    tables = np.zeros((2, 2, 2, 2), dtype=np.int64)
    tables[:, 0, 0, 0] = tables[:, 1, 1, 1] = 6
    tables[0, 0, 0, 0] += 1
    tables[1, 1, 1, 0] += 1
    axes = ((2,), (1,), (0,))  # what is summed over for the pairs of columns

    def draw(side: int, runs: int) -> Outputs:
        table = tables[side]
        first = [table.sum(axis=tuple({0, 1, 2} - {axis})) for axis in range(3)]
        noisy = [np.array(single(np.tile(own, runs).tolist())).reshape(runs, 2) for own in first]
        pairs = [table.sum(axis=axis).ravel() * UNITS for axis in axes]
        scores = []
        for (one, two), counts in zip(((0, 1), (0, 2), (1, 2)), pairs, strict=True):
            model = noisy[one][:, :, None] * noisy[two][:, None, :] / table.sum()
            units = np.rint(model.reshape(runs, 4) * UNITS).astype(np.int64)
            scores.append(np.abs(units - counts).sum(axis=1))
        chosen = np.array([chooser(row) for row in np.stack(scores, axis=1).tolist()])
        every = np.array(pairs)[chosen] // UNITS
        last = np.array(pair(every.ravel().tolist())).reshape(runs, 4)
        apart = [own[:, 0] - own[:, 1] for own in noisy] + [last[:, 0] - last[:, 3]]
        cells = [np.clip(own // 4 + 1, 0, 2) for own in apart]
        return np.asarray(np.ravel_multi_index((*cells, chosen), (3, 3, 3, 3, 3)), dtype=np.int64)

    return draw


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


def _averaged(epsilon: float) -> Callable[[int, int], Outputs]:
    """A person with the largest number, or none: half of the guarantee for each, as means have."""
    part = Guarantee(epsilon).shared(2)
    counter, adder = (measurement(Distance(1, far), part)[0] for far in (1, STEPS))

    def draw(side: int, runs: int) -> Outputs:
        count = np.array(counter([100 + side] * runs), dtype=np.int64)
        added = np.array(adder([STEPS * side] * runs), dtype=np.int64)
        cells = [np.clip(count - 96, 0, 9), np.clip(4 * added // STEPS + 12, 0, 24)]
        return np.asarray(np.ravel_multi_index(cells, (10, 25)), dtype=np.int64)

    return draw


def _passed(epsilon: float, delta: float) -> Callable[[int, int], Outputs]:
    """A person in a cell of many and in one that they make alone, or not there: what is told."""
    tables = {0: 100}, {0: 101, 1: 1}
    scale, threshold = passing(Distance(2, 1), Guarantee(epsilon, delta))
    mechanism = thresholded(scale, threshold)

    def draw(side: int, runs: int) -> Outputs:
        told = [mechanism(tables[side]) for _ in range(runs)]
        many = np.clip([own.get(0, 0) - 90 for own in told], 0, 20)
        return np.asarray(2 * many + np.array([1 in own for own in told]), dtype=np.int64)

    return draw


def _reported(settings: rappor.Settings, times: int) -> Callable[[int, int], Outputs]:
    """So many reports of one value or another, which set a bit each, from the same kept bits."""

    def draw(side: int, runs: int) -> Outputs:
        true = np.zeros((runs, 2), dtype=np.uint8)
        true[:, side] = 1
        kept = rappor.permanent(true, settings.f, SYSTEM.words(2 * runs).reshape(runs, 2))
        told = [rappor.instantaneous(kept, settings.p, settings.q) for _ in range(times)]
        bits = np.concatenate(told, axis=1).astype(np.int64)
        return bits @ (1 << np.arange(2 * times))

    return draw


def shown(claim: Claim, runs: int) -> float:
    """Return the lower bound on ε that outputs show, the better of both directions."""
    trials = max(runs // 4, 1)
    sides = [claim.draw(side, trials + runs) for side in (0, 1)]
    least = min(own.min() for own in sides)
    counts = [np.bincount(own[:trials] - least, minlength=1) for own in sides]
    size = max(map(len, counts))
    first, second = (np.pad(own, (0, size - len(own))) for own in counts)
    fresh = [np.bincount(own[trials:] - least, minlength=size)[:size] for own in sides]
    tried = []
    for one, other, new in ((first, second, fresh), (second, first, fresh[::-1])):
        order = np.argsort(-(one + 1) / (other + 1), kind="stable")
        for much in np.unique(np.linspace(1, size, min(size, 60)).astype(int)):
            chosen = order[:much]
            promise = _bound(one[chosen].sum(), other[chosen].sum(), trials, claim.delta)
            tried.append((promise, new[0][chosen].sum(), new[1][chosen].sum()))
    _, hits, others = max(tried)
    return _bound(hits, others, runs, claim.delta)


def _bound(hits: int, other: int, runs: int, delta: float) -> float:
    wrong = (1 - SURE) / 2
    low = beta.ppf(wrong, hits, runs - hits + 1) if hits else 0.0
    high = beta.ppf(1 - wrong, other + 1, runs - other) if other < runs else 1.0
    return float(np.log((low - delta) / high)) if low > delta else -np.inf


def audit(runs: int, only: str = "") -> bool:
    """Print what each mechanism shows beside what it claims; return whether all hold."""
    holds = True
    for claim in claims():
        if only not in claim.name:
            continue
        began = time.process_time()
        found = shown(claim, runs)
        fine = found <= claim.epsilon and (not claim.reached or found > 0.95 * claim.epsilon)
        holds &= fine
        word = "holds" if fine else "FAILS"
        took = time.process_time() - began
        told = f"{claim.name:36} claims {claim.epsilon:.4f}, shows {found:.4f}  {word}"
        print(f"{told}  ({took:.0f} s of the processor)", flush=True)
    return holds


def times() -> bool:
    """Print the times beside their limits; return whether all hold."""
    rng, number = np.random.default_rng(1), 1_000_000
    tables = tables_held(rng, number)
    answers = _took(lambda: responded(np.zeros(number, dtype=np.int64), 26, 1.0))
    names_of = [f"v{place}" for place in range(500)]
    method = Rappor(column="v")
    reports = written(
        rng.integers(0, 2, (number, method.bits), dtype=np.uint8),
        rng.integers(0, method.cohorts, number),
    )
    decoded = _took(lambda: method.estimate(reports, candidates=names_of))
    rows = [
        ("a million answers", answers, 0.5),
        ("a million reports read and decoded, 500 candidates", decoded, 5.0),
    ]
    for name, took, limit in rows:
        word = "holds" if took <= limit else "FAILS"
        print(f"{name:52} {took:.2f} s (limit {limit:.2f}) {word}")
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
    began = time.process_time()
    deed()
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=200_000)
    parser.add_argument("--only", default="", help="the mechanisms with this in their name")
    parser.add_argument("--times", action="store_true", help="the times, and no more")
    options = parser.parse_args()
    holds = options.times or audit(options.runs, options.only)
    sys.exit(0 if holds and (options.only or times()) else 1)


if __name__ == "__main__":
    main()
