"""The blanks of a release, told from gaps that were there before, beside what they were."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from discret import Context, Dataset
from discret.assess import KAnonymity, Unpicking
from discret.assess.unpicking.completions import completions, recovered
from discret.data.examples import survey
from discret.data.history.blanked import blanked, blanked_records
from discret.data.history.known_categories import categories, is_written, places
from discret.reduce import ShuffleRecords, SuppressCells
from engines import Engine

FRAME = pl.DataFrame(
    {
        "number": range(6),
        "sex": ["f", "f", None, "m", "m", "m"],
        "age": ["old", "old", "old", "young", None, "young"],
    }
)
AFTER = FRAME.with_columns(sex=pl.Series(["f", None, None, "m", "m", "m"]))


def release(engine: Engine, **more: Any) -> Dataset:
    given = {"key": ["sex", "age"], "row": "number", **more}
    return Dataset.of(engine(AFTER), original=Dataset.of(engine(FRAME), **given), **given)


def test_blanks_are_told_from_gaps_on_every_engine(engine: Engine) -> None:
    found = blanked(release(engine))
    assert (found.followed, found.lost, found.gaps) == (True, (), 2)
    assert int(found.count[(found.codes < 0).any(axis=1)].sum()) == 1
    assert found.truth is not None
    assert found.truth.codes.tolist() == [[0, 0]]  # she was f, old
    assert int(found.count.sum()) == len(FRAME)


def test_what_is_worked_out_is_the_same_on_every_engine(engine: Engine) -> None:
    data = release(engine)
    finding = Unpicking(k=3, most=0).assess(data)
    assert (finding.value, finding.details["cells_narrowed"]) == (0, 0)
    assert finding.details["records_with_gaps"] == 2
    assert "2 records lacked a key value" in finding.reads
    assert blanked_records(data, blanked(data)).height == 1
    assert len(completions(data, k=3)) == 2  # f or m: the pair (m, old) is free


def test_records_that_cannot_be_followed_are_blanks() -> None:
    data = Dataset.of(FRAME.lazy(), key=["sex", "age"])
    found = blanked(data.with_frame(data.frame))
    assert (found.followed, found.truth) == (False, None)
    assert int(found.count[(found.codes < 0).any(axis=1)].sum()) == 2


def test_rows_that_the_original_lacks_are_not_followed() -> None:
    more = AFTER.with_columns(number=pl.int_range(6) + 1)
    data = Dataset.of(more, key=["sex", "age"], row="number", original=FRAME)
    assert blanked(data).followed is True  # those with blanks are all there
    data = Dataset.of(more.reverse(), key=["sex", "age"], row="number", original=FRAME.head(2))
    assert blanked(data).followed is False


def test_a_file_where_everybody_lacked_a_key() -> None:
    frame = FRAME.with_columns(sex=pl.lit(None, dtype=pl.String))
    data = Dataset.of(frame, key=["sex", "age"])
    finding = Unpicking(k=2, most=0).assess(data.with_frame(data.frame))
    assert (finding.value, finding.met) == (0, True)
    assert finding.details["records_with_gaps"] == 6


def test_people_are_counted_by_the_original_where_the_release_lost_them() -> None:
    # Three records of (x, p) are of one person: (x, p) was below k = 2, and may have been blanked.
    before = pl.DataFrame(
        {"u": list("xxxyyy"), "v": list("pppqqp"), "who": ["1", "1", "1", "2", "3", "4"]}
    )
    after = before.with_columns(u=pl.Series(["x", "x", None, "y", "y", None])).drop("who")
    data = Dataset.of(
        after, key=["u", "v"], original=Dataset.of(before, key=["u", "v"], individual="who")
    )
    finding = Unpicking(k=2).assess(data)
    assert (finding.details["k_holds"], finding.details["cells_recovered"]) == (True, 0)
    records = Dataset.of(after, key=["u", "v"], original=before.drop("who"))
    assert Unpicking(k=2).assess(records).details["k_holds"] is False


def test_the_attack_on_a_file_with_gaps_finds_what_the_method_says() -> None:
    keys = ["sexe", "revenu", "age", "unite_urbaine", "couple", "personnes"]
    data = Dataset.of(survey(1500), key=keys, row="numero")
    assert data.to_polars()["revenu"].null_count() > 0
    method = SuppressCells(models=[KAnonymity(k=3)])
    change = method.apply(data, Context())
    shuffled = ShuffleRecords().apply(change.data, Context()).data
    finding = method.attacks[0].assess(shuffled)
    told = change.facts["unpicked"]
    assert told["cells_recovered"] > 0
    assert told["cells_blanked"] == change.facts["cells_blanked"]
    assert finding.value == told["value"]
    before = survey(1500)
    found = recovered(shuffled, method.attacks[0])
    first = before["numero"].to_list()
    wanted = [str(before[column][first.index(n)]) for n, column, _ in found.rows()]
    assert found["value"].to_list() == wanted


@pytest.mark.parametrize(
    ("values", "value", "wanted"),
    [
        ([1, 2, None], 2, [False, True, False]),
        ([1.0, 2.5], 1, [True, False]),
        (["1", " 1"], 1, [True, False]),
        ([True, False], False, [False, True]),
        (["true", "x"], True, [True, False]),
    ],
)
def test_values_written_by_hand_are_recognised(values: Any, value: Any, wanted: Any) -> None:
    assert is_written(pl.Series(values), value).tolist() == wanted


def test_enumerations_are_compared_as_text() -> None:
    shelf = pl.Series(["b", "a"], dtype=pl.Enum(["b", "a"]))
    assert places(pl.Series(["a", "c"], dtype=pl.Enum(["a", "c"])), shelf).tolist() == [1, -1]
    data = Dataset.of(pl.DataFrame({"u": shelf}), key="u")
    assert set(categories(data.keys, "u").to_list()) == {"a", "b"}
