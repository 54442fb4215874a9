"""Published squares lost: counted observation by observation, whatever became of the squares."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset, Finding
from discret.data.examples import villages
from discret.errors import ColumnError, EngineError, ParameterError
from discret.quantify import SquareLoss
from discret.reduce import MergeSquares, Recode, ShuffleRecords, Subsample, WithholdSquares
from engines import Engine
from strategies import examples

LOSS = SquareLoss(square="square")


def files(old: list[Any], new: list[Any], kept: list[int] | None = None, **more: Any) -> Any:
    """An original, and a release of it that has the records named."""
    numbers = list(range(len(old)))
    before = pl.DataFrame({"square": old, "number": numbers, **more}, strict=False)
    after = before.with_columns(pl.Series("square", new, strict=False))
    after = after if kept is None else after.filter(pl.col("number").is_in(kept))
    return Dataset.of(before, row="number"), Dataset.of(after, row="number")


def counts(finding: Finding) -> dict[str, int]:
    """The fates of the squares that some have."""
    names = ("kept", "in_part", "merged", "withheld", "dropped")
    found = {name: finding.details[f"squares_{name}"] for name in names}
    return {name: many for name, many in found.items() if many}


# ---------------------------------------------------------------- by hand


@pytest.mark.parametrize(
    ("new", "kept", "lost", "fates"),
    [
        (["a", "a", "b", "b", "c"], None, 0, {"kept": 3}),
        (["x", "x", "y", "y", "z"], None, 0, {"kept": 3}),  # another name
        (["a1", "a2", "b", "b", "c"], None, 0, {"in_part": 1, "kept": 2}),  # finer
        ([None, None, "b", "b", "c"], None, 2, {"withheld": 1, "kept": 2}),
        (["a", "a", "b+c", "b+c", "b+c"], None, 3, {"merged": 2, "kept": 1}),
        ([None, "a", "b", "b", "c"], None, 1, {"in_part": 1, "kept": 2}),
        (["a", "a", "b", "b", "c"], [0, 1, 2, 3], 1, {"dropped": 1, "kept": 2}),
        (["a", "a", "b", "b", "c"], [1, 2, 3, 4], 1, {"in_part": 1, "kept": 2}),
        ([None, None, "b", "b", "c"], [1, 2, 3, 4], 2, {"withheld": 1, "kept": 2}),
        (["b", "a", "b", "b", "c"], None, 3, {"merged": 2, "kept": 1}),  # one moved over
        ([None] * 5, None, 5, {"withheld": 3}),
    ],
)
def test_what_became_of_three_squares(
    new: list[Any], kept: list[int] | None, lost: int, fates: dict[str, int]
) -> None:
    finding = LOSS.compare(*files(["a", "a", "b", "b", "c"], new, kept))
    assert finding.details["observations_lost"] == lost
    assert finding.value == lost / 5
    assert counts(finding) == fates
    assert finding.details["squares"] == 3
    published = {square for place, square in enumerate(new) if kept is None or place in kept} - {
        None
    }
    assert finding.details["squares_after"] == len(published)
    assert finding.details["squares_lost"] == 3 - len(published)


def test_the_table_has_a_row_for_each_square() -> None:
    before, after = files([2, 2, 1, 3], ["1 + 2", "1 + 2", "1 + 2", None])
    table = LOSS.compare(before, after).per_key
    assert table is not None
    assert table.select("square", "observations", "lost", "fate").rows() == [
        (1, 1, 1, "merged"),
        (2, 2, 2, "merged"),
        (3, 1, 1, "withheld"),
    ]


def test_observations_are_counted_where_the_table_is_crossed() -> None:
    old, new = ["a", "a", "b", "c", "d"], [None, None, "b", "c", "d"]
    before, after = files(old, new, n=[5, 15, 30, 50, 0])
    finding = SquareLoss(square="square", count="n").compare(before, after)
    assert (finding.value, finding.details["observations"]) == (0.2, 100)
    assert finding.details["squares"] == 3  # a square without observations tells nothing


def test_squares_withheld_before_are_no_loss() -> None:
    before, after = files(["a", "b", "c", "d"], [None, None, "c", "d"], gone=[1, 0, 0, 0])
    finding = SquareLoss(square="square", already="gone").compare(before, after)
    assert finding.value == pytest.approx(1 / 3)
    assert finding.details["squares_withheld_before"] == 1
    assert counts(finding) == {"withheld": 1, "kept": 2}
    joined = files(["a", "b"], ["x", "x"], gone=[1, 0])
    assert SquareLoss(square="square", already="gone").compare(*joined).value == 1


def test_what_had_no_square_has_none_to_lose_but_may_spoil_another() -> None:
    assert LOSS.compare(*files([None, "a", "a"], [None, "a", "a"])).value == 0
    assert LOSS.compare(*files([None, "a", "a"], ["a", "a", "a"])).value == 1
    nothing = LOSS.compare(*files([None, None], [None, None]))
    assert (nothing.value, nothing.met) == (None, None)
    speaks_both_languages(nothing)


def test_records_are_followed_when_shuffled_and_dropped() -> None:
    data = Dataset.of(villages())
    loss = SquareLoss(square="carreau")
    rng = np.random.default_rng(1)
    assert loss.compare(data, ShuffleRecords().apply(data, Context(rng=rng)).data).value == 0
    half = Subsample(share=0.5).apply(data, Context(rng=rng)).data
    finding = loss.compare(data, half)
    assert finding.value == pytest.approx(1 - len(half) / len(data))
    assert finding.details["observations_dropped"] == len(data) - len(half)


def test_coarser_labels_are_merged_squares() -> None:
    before, _ = files(["a", "b", "c"], ["a", "b", "c"])
    after = Recode(column="square", mapping={"a": "a or b", "b": "a or b"}).apply(before, Context())
    assert counts(LOSS.compare(before, after.data)) == {"merged": 2, "kept": 1}


@pytest.mark.parametrize("method", [WithholdSquares, MergeSquares])
def test_it_agrees_with_what_the_methods_say(method: Any) -> None:
    data = Dataset.of(villages())
    change = method(zone="commune", square="carreau").apply(data, Context())
    details = SquareLoss(square="carreau").compare(data, change.data).details
    for name in ("squares", "observations", "squares_lost", "observations_lost"):
        assert details[name] == change.facts[name], name
    assert change.facts["squares_lost"] > 0
    merged = change.facts.get("squares_merged", 0)
    assert details["squares_merged"] == merged
    assert details["squares_withheld"] == (0 if merged else change.facts["squares_lost"])


# ---------------------------------------------------------------- observation by observation

squares = st.one_of(st.none(), st.integers(0, 4))
records = st.lists(
    st.tuples(squares, squares, st.booleans(), st.integers(0, 3)), min_size=1, max_size=14
)


def slowly(rows: list[tuple[Any, ...]]) -> tuple[int, int, dict[str, int]]:
    """Observations, those lost, and how many squares have each fate, from the definitions."""
    every = [(old, new, kept) for old, new, kept, many in rows for _ in range(many)]
    own = {new: {old for old, other, kept in every if kept and other == new} for _, new, _ in every}

    def lost(old: Any, new: Any, kept: bool) -> bool:
        return not kept or new is None or own[new] != {old}

    fates: dict[str, int] = {}
    for square in {old for old, _, _ in every} - {None}:
        mine = [one for one in every if one[0] == square]
        left = [one for one in mine if one[2]]
        where = {new for _, new, _ in left}
        if not any(lost(*one) for one in mine) and len(where) == 1:
            fate = "kept"
        elif any(new is not None and own[new] != {square} for _, new, _ in left):
            fate = "merged"
        elif not left:
            fate = "dropped"
        else:
            fate = "withheld" if where == {None} else "in_part"
        fates[fate] = fates.get(fate, 0) + 1
    held = [one for one in every if one[0] is not None]
    return len(held), sum(lost(*one) for one in held), fates


@examples(150)
@given(records)
def test_against_the_definition(rows: list[tuple[Any, ...]]) -> None:
    old, new, kept, many = zip(*rows, strict=True)
    left = [place for place, one in enumerate(kept) if one]
    known = {"square": pl.Series(old, dtype=pl.Int64), "number": range(len(rows)), "n": many}
    before = pl.DataFrame(known)
    after = before.with_columns(pl.Series("square", new, pl.Int64)).filter(
        pl.col("number").is_in(left)
    )
    finding = SquareLoss(square="square", count="n").compare(
        Dataset.of(before, row="number"), Dataset.of(after, row="number")
    )
    whole, lost, fates = slowly(rows)
    assert finding.value == (lost / whole if whole else None)
    assert counts(finding) == fates
    details = finding.details
    assert details["squares"] == sum(fates.values())
    parts = ("withheld", "merged", "dropped")
    assert sum(details[f"observations_{part}"] for part in parts) == lost


def test_every_engine_finds_the_same(engine: Engine) -> None:
    frame = villages().select("carreau").with_row_index("number")
    frame = frame.with_columns(
        pl.col("number").cast(pl.Int64), gone=pl.col("carreau") == pl.col("carreau").first()
    )
    square = pl.col("carreau")
    coarse = pl.when(square.str.ends_with("1")).then(pl.lit("one"))
    after = frame.filter(pl.col("number") % 7 > 0).with_columns(
        coarse.when(~square.str.ends_with("2")).then(square).alias("carreau")
    )
    loss = SquareLoss(square="carreau", already="gone", count="number")
    before, expected = Dataset.of(frame, row="number"), Dataset.of(after, row="number")
    wanted = loss.compare(before, expected)
    assert 0 < wanted.value < 1
    assert wanted.details["squares_withheld_before"] == 1
    both = [Dataset.of(engine(one), row="number") for one in (frame, after)]
    found = loss.compare(*both)
    assert found == wanted
    assert found.per_key is not None
    assert found.per_key.equals(wanted.per_key)
    assert loss.compare(before, both[1]).details == wanted.details


# ---------------------------------------------------------------- targets and refusals


def test_the_share_allowed_is_judged() -> None:
    pair = files(["a", "b"], [None, "b"])
    assert SquareLoss(square="square", most=0.5).compare(*pair).met is True
    assert SquareLoss(square="square", most=0.4).compare(*pair).met is False
    assert LOSS.compare(*pair).met is None


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ({"most": 1.5}, "most"),
        ({"count": "square"}, "different"),
        ({"already": "square"}, "different"),
    ],
)
def test_parameters_are_checked(values: dict[str, Any], wanted: str) -> None:
    with pytest.raises(ParameterError, match=wanted):
        SquareLoss(square="square", **values)


SECRET = "SECRET"


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ({"square": "nowhere"}, "nowhere"),
        ({"count": "minus"}, "1 other"),
        ({"count": "half"}, "whole numbers"),
        ({"count": "hole"}, "whole numbers"),
        ({"count": "text"}, "numbers"),
        ({"already": "text"}, "numbers"),
        ({"already": "two"}, "says 1"),
        ({"already": "gap"}, "says 1"),
        ({"already": "both"}, "both for a square"),
    ],
)
def test_bad_columns_are_told(values: dict[str, str], wanted: str) -> None:
    old = [f"{SECRET} a", f"{SECRET} a", f"{SECRET} b"]
    more = {
        "minus": [-1, 1, 1], "half": [0.5, 1, 1], "hole": [None, 1, 1],
        "text": [SECRET, "1", "1"], "both": [0, 1, 1],
        "two": [2, 2, 0], "gap": [None, None, 1],
    }  # fmt: skip
    with pytest.raises(ColumnError, match=wanted) as caught:
        SquareLoss(**{"square": "square", **values}).compare(*files(old, old, **more))
    assert caught.value.hint
    assert SECRET not in str(caught.value)


def test_a_release_without_the_column_is_refused() -> None:
    before, after = files(["a"], ["a"])
    with pytest.raises(ColumnError, match="square"):
        LOSS.compare(before, after.without_columns(["square"]))


def test_records_from_elsewhere_are_refused() -> None:
    before, _ = files(["a", "b"], ["a", "b"])
    other = Dataset.of(pl.DataFrame({"square": ["a", "b"], "number": [1, 2]}), row="number")
    with pytest.raises(ColumnError, match="not in the original"):
        LOSS.compare(before, other)


def test_a_lazy_table_needs_a_row_column() -> None:
    lazy = Dataset.of(pl.LazyFrame({"square": ["a", "b"]}))
    with pytest.raises(EngineError, match=r"lazy table.*Hint: .*row="):
        LOSS.compare(lazy, lazy)


def test_sentences_speak_both_languages_and_show_no_value() -> None:
    finding = LOSS.compare(*files([f"{SECRET}1", f"{SECRET}2"], [None, f"{SECRET}2"]))
    speaks_both_languages(finding)
    shows_no(SECRET, finding)
    assert finding.better == "lower"
