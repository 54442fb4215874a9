"""What measures say is read, linked or known is held against the original, record by record.

Each checker is written from the definition in the docstring of its measure, on rows of plain
values, and shares nothing with what it checks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from statistics import variance
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset
from discret.assess import (
    Differencing,
    IntervalDisclosure,
    KAnonymity,
    Linkage,
    Redundancy,
    WeightDisclosure,
)
from discret.assess.redundancy.readings import Reading, Search
from discret.errors import DiscretError
from discret.reduce import Recode, SuppressCells
from linear_attacker import most_possible
from strategies import examples

Rows = list[dict[str, Any]]


def column(rng: np.random.Generator, values: list[Any], size: int) -> list[Any]:
    return [values[place] for place in rng.integers(0, len(values), size)]


def holed(rng: np.random.Generator, values: list[Any], share: float) -> list[Any]:
    return [None if rng.random() < share else value for value in values]


# ---------------------------------------------------------------- weights


MERGED = {"x": "xy", "y": "xy", "z": "z"}


@st.composite
def weighted(draw: st.DrawFn) -> tuple[Rows, Dataset, dict[str, str]]:
    """Draw an original with gaps, the release, and what it made of the values of u."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    size = draw(st.integers(2, 10))
    strings = {"u": pl.String, "v": pl.String}
    before = pl.DataFrame(
        {
            "u": holed(rng, column(rng, ["x", "y", "z"], size), 0.1),
            "v": column(rng, ["p", "q"], size),
            "w": column(rng, [1.0, 2.0, 3.0], size),
        },
        schema_overrides=strings,
    )
    roles: dict[str, Any] = {"key": ["u", "v"], "weight": "w"}
    data = Dataset.of(before, **roles)
    if draw(st.booleans()):
        meaning = MERGED if draw(st.booleans()) else {}
        try:
            if meaning:
                data = Recode(column="u", mapping=meaning).apply(data, Context()).data
            data = SuppressCells(models=[KAnonymity(k=2)]).apply(data, Context()).data
        except DiscretError:
            return before.rows(named=True), Dataset.of(before, original=before, **roles), {}
        return before.rows(named=True), data, meaning
    hidden = {name: holed(rng, before[name].to_list(), 0.4) for name in strings}
    ratio = column(rng, [1.0, 1.5], size)
    after = before.with_columns(pl.Series(n, one, pl.String) for n, one in hidden.items())
    after = after.with_columns(w=pl.col("w") * pl.Series(ratio))
    return before.rows(named=True), Dataset.of(after, original=before, **roles), {}


def readings(then: Rows, now: Rows, key: str, meaning: dict[str, str], marks: list[Any]) -> Any:
    """For each record: whether its blank is read rightly, and wrongly, by those of its mark."""
    several = len({row[key] for row in now} - {None}) > 1
    right, wrong = [], []
    for old, new, mark in zip(then, now, marks, strict=True):
        others = {o[key] for o, m in zip(now, marks, strict=True) if m == mark} - {None}
        claim = several and new[key] is None and old[key] is not None and len(others) == 1
        true = meaning.get(old[key], old[key]) if key == "u" else old[key]
        right.append(claim and others == {true})
        wrong.append(claim and others != {true})
    return right, wrong


@examples(40)
@given(weighted())
def test_blanks_that_weights_give_away_were_what_is_read(drawn) -> None:
    then, data, meaning = drawn
    now = data.to_polars().rows(named=True)
    details = WeightDisclosure().assess(data).details
    if not details["original_known"]:  # nothing is blank: nothing may be claimed
        assert not any(row[key] is None for row in now for key in ("u", "v"))
    weights = [row["w"] for row in now]
    ratios = [new["w"] / old["w"] for old, new in zip(then, now, strict=True)]
    for key in ("u", "v"):
        right, wrong = readings(then, now, key, meaning, weights)
        assert details["blanks_given_away"][key] == sum(right)
        assert details["blanks_misread"][key] == sum(wrong)
        right, _ = readings(then, now, key, meaning, ratios)
        assert details["original"]["blanks_given_away"][key] == sum(right)


@examples(25)
@given(weighted())
def test_records_that_weights_expose_are_exposed(drawn) -> None:
    then, data, meaning = drawn
    now = data.to_polars().rows(named=True)
    finding = WeightDisclosure(missing="category").assess(data)
    weights = [row["w"] for row in now]
    keys = [(row["u"], row["v"]) for row in now]
    alone = Counter(keys), Counter(zip(keys, weights, strict=True))
    apart = [alone[0][k] > 1 and alone[1][k, w] == 1 for k, w in zip(keys, weights, strict=True)]
    read = [readings(then, now, key, meaning, weights)[0] for key in ("u", "v")]
    exposed = [any(one) for one in zip(apart, *read, strict=True)]
    assert finding.value == pytest.approx(sum(exposed) / len(now))
    assert finding.details["records_exposed"] == sum(exposed)


# ---------------------------------------------------------------- numbers


@st.composite
def numbers(draw: st.DrawFn) -> tuple[Rows, Rows]:
    """Draw whole numbers, and what was released of them: changed, blanked, some records gone."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    size, wide = draw(st.integers(2, 9)), draw(st.sampled_from([2, 8, 50]))
    then, now = [], []
    for place in range(size):
        old = {"x": int(rng.integers(wide)), "y": int(rng.integers(wide))}
        new = {name: one + int(rng.integers(-2, 3)) for name, one in old.items()}
        if rng.random() < 0.2:
            new["y"] = None  # type: ignore[assignment]
        then.append({"row": place, **old})
        now.append({"row": place, **new})
    kept = [row for row in now if rng.random() < 0.8] or now[:1]
    return then, kept


def both(then: Rows, now: Rows) -> Dataset:
    kinds = {"row": pl.Int64, "x": pl.Int64, "y": pl.Int64}
    before, after = (pl.DataFrame(rows, schema=kinds) for rows in (then, now))
    return Dataset.of(after, sensitive=["x", "y"], row="row", original=before)


@examples(60)
@given(numbers(), st.sampled_from(["deviation", "rank"]), st.sampled_from([0.05, 0.25, 0.5, 1.0]))
def test_numbers_said_to_be_close_are_close(drawn, kind: Any, width: float) -> None:
    then, now = drawn
    details = IntervalDisclosure(kind=kind, width=width).assess(both(then, now)).details
    inside: dict[str, list[bool]] = {}
    for name in ("x", "y"):
        pairs = [
            (Fraction(then[row["row"]][name]), Fraction(row[name]))
            for row in now
            if row[name] is not None
        ]
        close = _deviation if kind == "deviation" else _rank
        inside[name] = close(pairs, Fraction(width))
        share = sum(inside[name]) / len(pairs) if pairs else None
        assert details["by_column"][name] == (None if share is None else pytest.approx(share))
    every = [one for some in inside.values() for one in some]
    assert details["share_of_values"] == pytest.approx(sum(every) / len(every))


def _deviation(pairs: list[tuple[Fraction, Fraction]], width: Fraction) -> list[bool]:
    """Return whether |x − y| ≤ w s, squared: whole numbers are compared without rounding."""
    spread = variance([y for _, y in pairs]) if len(pairs) > 1 else Fraction(0)
    return [float((x - y) ** 2) <= float(width**2 * spread) * (1 + 1e-12) for x, y in pairs]


def _rank(pairs: list[tuple[Fraction, Fraction]], width: Fraction) -> list[bool]:
    """Return whether x lies between the numbers w n ranks below the lowest y and above it."""
    released = sorted(y for _, y in pairs)
    steps = int(width * len(released) + Fraction(1, 10**9))
    found = []
    for x, y in pairs:
        low = max(released.index(y) - steps, 0)
        high = min(len(released) - 1 - released[::-1].index(y) + steps, len(released) - 1)
        found.append(released[low] <= x <= released[high])
    return found


@examples(60)
@given(numbers())
def test_records_said_to_be_linked_lead_to_their_own(drawn) -> None:
    then, now = drawn
    finding = Linkage().assess(both(then, now))
    spread = {name: _variance([row[name] for row in then]) for name in ("x", "y")}
    credit = []
    for row in now:
        used = [name for name in ("x", "y") if row[name] is not None and spread[name] > 0]
        far = [sum(Fraction((o[n] - row[n]) ** 2) / spread[n] for n in used) for o in then]
        nearest = [place for place, one in enumerate(far) if one == min(far)]
        credit.append(1 / len(nearest) if row["row"] in nearest else 0.0)
    assert finding.value == pytest.approx(sum(credit) / len(credit))
    assert finding.details["linked_surely"] == sum(one == 1 for one in credit)
    assert finding.per_record is not None
    found = dict(zip(finding.per_record["row"], finding.per_record["first"], strict=True))
    for row, one in zip(now, credit, strict=True):
        assert found[row["row"]] == pytest.approx(one)


def _variance(values: list[int]) -> Fraction:
    mean = Fraction(sum(values), len(values))
    return sum(((value - mean) ** 2 for value in values), Fraction(0)) / len(values)


# ---------------------------------------------------------------- columns that say the same


HIDDEN = ["born", "code", "name", "rooms", "members"]


@st.composite
def doubled(draw: st.DrawFn) -> tuple[pl.DataFrame, Dataset]:
    """Draw a file whose columns follow from others but for some records, and a release of it."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    size = draw(st.integers(60, 160))
    age = rng.integers(18, 60, size)
    noise = draw(st.sampled_from([0.0, 0.02, 0.5]))
    code, home = rng.integers(0, 6, size), np.sort(rng.integers(0, size // 2, size))
    before = pl.DataFrame(
        {
            "age": age,
            "born": 2020 - age + (rng.random(size) < noise),
            "code": code,
            "name": [f"n{one // 2 if rng.random() > noise else 9}" for one in code],
            "side": rng.integers(0, 3, size),
            "home": home,
            "rooms": rng.integers(1, 6, size)[home],
            "members": np.bincount(home)[home],
        }
    )
    after = before
    if draw(st.booleans()):
        after = after.with_columns(age=pl.col("age") // 10 * 10)
    for name in draw(st.lists(st.sampled_from(HIDDEN), max_size=3, unique=True)):
        after = after.with_columns(
            pl.when(pl.Series(rng.random(size) < 0.3))
            .then(None)
            .otherwise(pl.col(name))
            .alias(name)
        )
    return before, Dataset.of(
        after, key=["age", "born"], household="home", original=before, sensitive=["code", "name"]
    )


@examples(30)
@given(doubled())
def test_cells_said_to_be_read_hold_what_is_read(drawn) -> None:
    before, data = drawn
    then, now = before.rows(named=True), data.to_polars().rows(named=True)
    finding, search = Redundancy().assess(data), Search.of(data)
    every: dict[str, set[int]] = defaultdict(set)
    for name in search.hidden:
        for reading in search.readings(name):
            read = set(np.flatnonzero(reading.read).tolist())
            every[name] |= read
            assert all(then[place][name] != now[place][name] for place in read)
            _holds(reading, read, then, now)
    assert finding.details["cells_read"] == sum(len(read) for read in every.values())
    hidden = sum(then[p][n] != now[p][n] for n in search.hidden for p in range(len(now)))
    assert finding.details["cells_hidden"] <= hidden  # what was only renamed is not hidden


def _holds(reading: Reading, read: set[int], then: Rows, now: Rows) -> None:
    """Check what each way to read claims of the cells that it reads."""
    name, [first, *_] = reading.column, reading.source
    if reading.how == "members":
        shown = {now[p][first] for p in range(len(now)) if now[p][name] == then[p][name]}
        assert {now[place][first] for place in read} <= shown
        told: dict[Any, set[Any]] = defaultdict(set)
        for old, new in zip(then, now, strict=True):
            told[new[first]].add(old[name])
        assert all(len(told[now[place][first]]) == 1 for place in read)
    if reading.how == "values":
        plain = _values(then, now, name, reading.source)
        within = _values(then, now, name, (*reading.source, name))
        assert read <= plain or read <= within
    if reading.how == "size":
        sizes = Counter(row[first] for row in now)
        counted = [{**row, "size": sizes[row[first]]} for row in now]
        assert read <= _values(then, counted, name, ("size",)) | _values(
            then, counted, name, ("size", name)
        )
    if reading.how == "order":
        assert read <= _ordered(then, now, name, first)


def _values(then: Rows, now: Rows, name: str, shown: tuple[str, ...]) -> set[int]:
    """Return the records of groups that show the same and are alike, be they alone."""
    groups: dict[Any, list[int]] = defaultdict(list)
    for place, row in enumerate(now):
        groups[tuple(row[one] for one in shown)].append(place)
    return {
        place
        for places in groups.values()
        if len({then[one][name] for one in places}) == 1
        for place in places
    }


def _ordered(then: Rows, now: Rows, name: str, shown: str) -> set[int]:
    """Return the records whose values, in the order of what is shown, are one or two neighbours."""
    values = sorted({row[name] for row in then})
    groups: dict[Any, list[int]] = defaultdict(list)
    for place, row in enumerate(now):
        if row[shown] is not None:
            groups[row[shown]].append(place)
    spans = {}
    for key, places in groups.items():
        ranks = [values.index(then[place][name]) for place in places]
        spans[key] = (min(ranks), max(ranks))
    order, found = sorted(groups), set()
    for before, key, after in zip(
        order[:1] + order[:-1], order, order[1:] + order[-1:], strict=True
    ):
        beside = [spans[before], spans[after]]
        low, high = min(one[0] for one in beside) - 1, max(one[1] for one in beside) + 1
        least, most = spans[key]
        if most - least <= 1 and low <= least and most <= high:
            found |= set(groups[key])
    return found


# ---------------------------------------------------------------- two publications


@examples(25)
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_observations_said_to_be_known_are_bounded_by_the_totals(seed: int, threshold: int) -> None:
    rng = np.random.default_rng(seed)
    size, zones, cells = int(rng.integers(3, 40)), int(rng.integers(1, 5)), int(rng.integers(1, 6))
    rows = {"zone": rng.integers(0, zones, size), "cell": rng.integers(0, cells, size)}
    data = Dataset.of(pl.DataFrame(rows), area="zone")
    finding = Differencing(square="cell", least=threshold).assess(data)
    table = Counter(zip(rows["zone"].tolist(), rows["cell"].tolist(), strict=True))
    pairs, count = list(table), np.array(list(table.values()))
    totals = np.array(
        [[pair[0] == zone for pair in pairs] for zone in range(zones)]
        + [[pair[1] == cell for pair in pairs] for cell in range(cells)]
    )
    small = [int((row * count).sum()) < threshold for row in totals]
    assert finding.per_key is not None
    risky = {row[:2] for row in finding.per_key.rows()}
    for place, pair in enumerate(pairs):
        bound = most_possible(totals, count, place)
        below = small[pair[0]] or small[zones + pair[1]]
        if pair in risky:
            assert count[place] - 1e-6 <= bound < threshold - 1e-6
        elif not below:
            assert bound > threshold - 1 + 1e-6  # nobody can say that it is below
    assert finding.value == sum(table[pair] for pair in risky)
