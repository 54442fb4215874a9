"""Blank zones and squares: the same as those that are withheld one by one, whatever is combined."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.linalg import null_space

from discret import Context, Dataset
from discret.assess import Differencing, SeveralZonings
from discret.assess.differencing.deduced import Deduced
from discret.data.zonings.crossing import Crossing
from discret.errors import ColumnError, InputError, ParameterError
from discret.reduce import MergeSquares, WithholdSquares
from exhaustive_differencing import random_table
from linear_attacker import least_around
from marked import NUMBER, TEXT, shown, told
from strategies import examples

MANY = 10_000


def drawn(seed: int) -> tuple[Any, Any, Any, Any]:
    """A small table, and which of its zones and squares are withheld: two squares at the least."""
    zone, square, count = random_table(seed)
    rng = np.random.default_rng(seed)
    zones = rng.random(int(zone.max()) + 1) < rng.choice([0.0, 0.3])
    squares = rng.random(int(square.max()) + 1) < rng.choice([0.3, 0.6])
    squares[rng.choice(np.unique(square), min(2, len(np.unique(square))), replace=False)] = True
    return zone, square, count, (zones, squares)


def totals_of(zone: Any, square: Any, withheld: Any) -> Any:
    """Which rows each published total holds, the squares withheld kept apart."""
    zones, squares = withheld
    of_zones = np.arange(len(zones))[~zones, None] == zone
    of_squares = np.arange(len(squares))[~squares, None] == square
    return np.concatenate([of_zones, of_squares])


def frame_of(zone: Any, square: Any, count: Any, withheld: Any) -> pl.DataFrame:
    """The table, with a column of flags for each zoning, and one with blanks instead."""
    zones, squares = withheld
    return pl.DataFrame(
        {
            "zone": zone,
            "square": square,
            "n": count,
            "no_zone": zones[zone],
            "no_square": squares[square],
        }
    ).with_columns(
        blank_zone=pl.when(~pl.col("no_zone")).then("zone"),
        blank_square=pl.when(~pl.col("no_square")).then("square"),
    )


def least_with_blanks(frame: pl.DataFrame) -> Any:
    """For each row of the table the least that comes out around it, or its published square."""
    crossing = Crossing.of(
        "test", Dataset.of(frame), "blank_zone", "blank_square", count="n", blanks="withheld"
    )
    found = Deduced.of(crossing, MANY)
    whole = np.bincount(crossing.square, crossing.count).astype(float)
    whole[crossing.withheld_squares] = np.inf
    least = np.where(found.size < MANY, found.size, np.inf)
    sizes = np.minimum(least, whole[crossing.square])
    names = [(zone, square) for zone, square, _ in crossing.table().rows()]
    known = dict(zip(names, sizes.tolist(), strict=True))
    return np.array([known[key] for key in frame.select("blank_zone", "blank_square").rows()])


def test_equal_to_any_combination_of_totals_with_squares_withheld_apart() -> None:
    """Against linear programmes in which every square withheld has its own coefficient, 0."""
    several = 0
    for seed in range(60):
        zone, square, count, withheld = drawn(seed)
        wanted = least_around(totals_of(zone, square, withheld), count)
        found = least_with_blanks(frame_of(zone, square, count, withheld))
        np.testing.assert_allclose(found, wanted, err_msg=str(seed))
        several += int(withheld[1].sum() > 1)
    assert several > 30


def test_equal_to_looking_at_every_set_of_intersections() -> None:
    """A set can be deduced if its indicator is orthogonal to all that the totals do not see."""
    looked = at_risk = 0
    for seed in range(200):
        zone, square, count, withheld = drawn(seed)
        rows = len(zone)
        if rows > 12:
            continue
        sets = (np.arange(1, 2**rows)[:, None] >> np.arange(rows)) & 1
        unseen = null_space(totals_of(zone, square, withheld).astype(float))
        groups = sets[(np.abs(sets @ unseen) < 1e-7).all(axis=1)].astype(bool)
        least = np.where(groups, (groups @ count)[:, None], np.inf).min(axis=0, initial=np.inf)
        found = least_with_blanks(frame_of(zone, square, count, withheld))
        np.testing.assert_allclose(found, least, err_msg=str(seed))
        looked += 1
        at_risk += int(np.isfinite(least[withheld[1][square]]).sum())
    assert looked > 40
    assert at_risk > 30


SAME = (
    "observations", "observations_at_risk", "by_size", "zones_below", "squares_below",
    "observations_below", "observations_not_safe", "observations_withheld",
)  # fmt: skip
BLANK = {"zone": "blank_zone", "square": "blank_square", "count": "n", "blanks": "withheld"}


@given(seed=st.integers(0, 10**6), threshold=st.integers(2, 30))
@examples(80)
def test_equal_to_flags_that_keep_what_is_withheld_apart(seed: int, threshold: int) -> None:
    data = Dataset.of(frame_of(*drawn(seed)))
    flags = {"zone": "no_zone", "square": "no_square"}
    apart = Differencing(
        zone="zone", square="square", count="n", withheld=flags, least=threshold
    ).assess(data)
    blank = Differencing(**BLANK, least=threshold).assess(data)
    assert {name: blank.details[name] for name in SAME} == {
        name: apart.details[name] for name in SAME
    }
    assert blank.details["squares_withheld"] == min(apart.details["squares_withheld"], 1)
    assert blank.details["zones_withheld"] == min(apart.details["zones_withheld"], 1)
    assert blank.details["verified"] == blank.details["groups"]


def test_some_blank_and_others_flagged() -> None:
    """Of a blank the flags may say one thing or the other: it is withheld as it is."""
    for seed in range(40):
        frame = frame_of(*drawn(seed)).with_columns(
            half=pl.when((pl.col("square") % 2 == 0) | ~pl.col("no_square")).then("square")
        )
        either = pl.col("half").is_not_null() | (pl.col("zone") % 2 == 0)
        frame = frame.with_columns(flag=pl.col("no_square") & either)
        data, common = Dataset.of(frame), {"zone": "zone", "count": "n", "threshold": 6}
        apart = Differencing(**common, square="square", withheld={"square": "no_square"}).assess(
            data
        )
        mixed = Differencing(
            **common, square="half", withheld={"half": "flag"}, blanks="withheld"
        ).assess(data)
        assert [mixed.details[name] for name in SAME] == [apart.details[name] for name in SAME]


def test_nothing_blank_changes_nothing() -> None:
    zone, square, count = random_table(5)
    data = Dataset.of(pl.DataFrame({"zone": zone, "square": square, "n": count}))
    one, other = (
        Differencing(zone="zone", square="square", count="n", least=6, blanks=blanks).assess(data)
        for blanks in ("refused", "withheld")
    )
    assert one == other
    assert one.details["observations_withheld"] == 0


def test_by_hand_one_blank_square_does_not_protect_and_two_do() -> None:
    """Blank 1 alone: zone b less square 2 is square 0 without a. Blank 1 and 2: nothing known."""
    frame = pl.DataFrame({"zone": list("aabb"), "square": [0, None, 0, 2], "n": [2, 30, 40, 50]})
    measure = Differencing(zone="zone", square="square", count="n", blanks="withheld")
    assert measure.assess(Dataset.of(frame)).value == 2
    both = frame.with_columns(square=pl.Series([0, None, 0, None]))
    finding = measure.assess(Dataset.of(both))
    assert (finding.value, finding.details["observations_withheld"]) == (0, 80)


def test_an_observation_without_either_is_in_no_total() -> None:
    frame = pl.DataFrame({"zone": ["a", None, "b"], "square": ["x", None, "y"], "n": [20, 3, 30]})
    measure = Differencing(zone="zone", square="square", count="n", blanks="withheld", most=0)
    finding = measure.assess(Dataset.of(frame))
    assert (finding.value, finding.met) == (0, True)
    assert finding.details["observations_withheld"] == 3


@pytest.mark.parametrize("kind", [pl.String, pl.Int64, pl.Categorical, pl.Date, pl.Null])
def test_all_may_be_blank(kind: Any) -> None:
    frame = pl.DataFrame({"zone": ["a", "a", "b"], "square": pl.Series([None] * 3, dtype=kind)})
    finding = Differencing(zone="zone", square="square", least=2, blanks="withheld").assess(
        Dataset.of(frame)
    )
    assert finding.details["squares_withheld"] == finding.details["squares"] == 1
    assert finding.value == 1  # zone b, which is below by itself


def test_individual_rows_in_any_engine() -> None:
    frame = frame_of(*drawn(11))
    names = ["blank_zone", "blank_square"]
    rows = frame.select(pl.col(*names).repeat_by("n").explode())
    wanted = Differencing(**BLANK, least=6).assess(Dataset.of(frame))
    assert wanted.details["observations_withheld"] > 0
    measure = Differencing(zone=names[0], square=names[1], least=6, blanks="withheld")
    tables = (rows, rows.lazy(), rows.to_pandas(), duckdb.connect().from_arrow(rows.to_arrow()))
    for table in tables:
        assert measure.assess(Dataset.of(table)).details == wanted.details


# -- nested grids --------------------------------------------------------------------------


def nested(seed: int) -> pl.DataFrame:
    """Squares in three levels, some withheld; `blank` is the finest with those left blank."""
    zone, square, count = random_table(seed)
    rng = np.random.default_rng(seed)
    gone = rng.random((3, int(square.max()) + 1)) < 0.6
    frame = pl.DataFrame({"zone": zone, "fine": square, "mid": square // 2, "wide": square // 4})
    flags = {f"no_{name}": gone[at][frame[name]] for at, name in enumerate(("wide", "mid", "fine"))}
    return frame.with_columns(n=pl.Series(count), **{k: pl.Series(v) for k, v in flags.items()})


def test_the_finest_level_may_be_blank() -> None:
    seen = 0
    for seed in range(40):
        frame = nested(seed).with_columns(blank=pl.when(~pl.col("no_fine")).then("fine"))
        data = Dataset.of(frame)
        common = {"zone": "zone", "count": "n", "threshold": 6, "coarser": ["wide", "mid"]}
        flags = {"wide": "no_wide", "mid": "no_mid"}
        apart = Differencing(**common, square="fine", withheld={**flags, "fine": "no_fine"}).assess(
            data
        )
        blank = Differencing(**common, square="blank", withheld=flags, blanks="withheld").assess(
            data
        )
        assert [blank.details[name] for name in SAME] == [apart.details[name] for name in SAME]
        seen += apart.details["squares_withheld"] > 1
    assert seen > 10


def test_a_coarser_level_may_not_be_blank() -> None:
    frame = pl.DataFrame({"zone": list("aab"), "km": ["K", None, "L"], "square": ["s", None, "t"]})
    for blanks in ("withheld", "refused"):
        measure = Differencing(zone="zone", square="square", coarser=["km"], blanks=blanks)
        with pytest.raises(ColumnError, match="1 observation without 'km'") as caught:
            measure.assess(Dataset.of(frame))
        assert caught.value.hint.endswith("only the finest level may be blank")


def test_levels_that_cross_are_refused_where_the_finest_is_blank_too() -> None:
    frame = pl.DataFrame({
        "zone": list("aabb"), "wide": ["W", "V", "W", "V"], "mid": ["m", "m", "k", "l"],
        "square": [None, None, "s", "t"],
    })  # fmt: skip
    measure = Differencing(zone="zone", square="square", coarser=["wide", "mid"], blanks="withheld")
    with pytest.raises(ColumnError, match="next coarser"):
        measure.assess(Dataset.of(frame))


# -- what is refused -----------------------------------------------------------------------

HOLES = pl.DataFrame({
    "zone": [f"{TEXT} a", f"{TEXT} a", f"{TEXT} b"], "square": [NUMBER, None, None],
    "n": [NUMBER, 20, 30],
})  # fmt: skip


@pytest.mark.parametrize("count", [None, "n"])
def test_the_refusal_names_the_way_out_to_those_who_have_it(count: str | None) -> None:
    common = {"zone": "zone", "square": "square", "count": count}
    data = Dataset.of(HOLES)
    with pytest.raises(ColumnError, match=r"2 (rows|observations) without 'square'") as caught:
        Differencing(**common).assess(data)
    assert "blanks = 'withheld'" in caught.value.hint
    assert shown(told(caught.value)) == []
    others = [
        lambda: MergeSquares(**common).apply(data, Context()),
        lambda: WithholdSquares(**common).apply(data, Context()),
        lambda: SeveralZonings(columns=["zone", "square"], count=count).assess(data),
    ]
    for deed in others:
        with pytest.raises(ColumnError, match="without 'square'") as caught:
            deed()
        assert "blanks" not in caught.value.hint


def test_pairs_that_repeat_are_refused_or_added() -> None:
    frame = pl.DataFrame({
        "zone": ["a", "a", "b", "b", "b"], "square": ["x", "x", "x", None, None],
        "n": [1, 1, 20, 30, 5],
    })  # fmt: skip
    common = {"zone": "zone", "square": "square", "count": "n", "blanks": "withheld"}
    with pytest.raises(ColumnError, match="1 more repeat a pair") as caught:
        Differencing(**common).assess(Dataset.of(frame))
    assert "repeats = 'added'" in caught.value.hint
    with pytest.raises(InputError, match="repeat a pair") as caught:
        MergeSquares(zone="zone", square="square", count="n").apply(
            Dataset.of(frame.drop_nulls()), Context()
        )
    assert "repeats" not in caught.value.hint
    added = frame.group_by("zone", "square").agg(pl.col("n").sum())
    one = Differencing(**common, repeats="added").assess(Dataset.of(frame))
    assert one == Differencing(**common).assess(Dataset.of(added))
    assert one.details["observations"] == 57


@pytest.mark.parametrize("wrong", [{"blanks": "kept"}, {"repeats": "dropped"}])
def test_another_word_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        Differencing(square="square", **wrong)
