"""Files that go with the one that is judged: their first line may be somebody."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from discret import Plan
from discret.data.files.how_to_read import HowToRead
from discret.data.files.tables import read
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.errors import DiscretError

SOMEBODY = "Jean Dupont"
PEOPLE = pl.DataFrame({"sex": ["f", "m"], "town": ["a", "b"]})


@pytest.mark.parametrize("role", ["population", "original"])
def test_a_file_of_one_line_shows_it_to_nobody(role: str, tmp_path: Path) -> None:
    path = tmp_path / "beside.csv"
    path.write_text(f"{SOMEBODY},Lyon\n", encoding="utf-8")
    plan = Plan(roles={"key": ["sex"]}, **{role: path})
    with pytest.raises(DiscretError, match=r"beside\.csv") as refused:
        plan.dataset(PEOPLE)
    assert SOMEBODY not in str(refused.value)
    assert "no records" in str(refused.value)


def test_nor_do_words_on_how_to_read_it(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text(f"{SOMEBODY},Lyon\n", encoding="utf-8")
    for how in (HowToRead(numbers=["age"]), HowToRead(columns=["age"])):
        with pytest.raises(DiscretError) as refused:
            read(path, how=how)
        assert SOMEBODY not in str(refused.value)


def french(error: DiscretError) -> str:
    """Return a refusal as French readers have it."""
    return error.within("fr")


def test_a_plan_in_place_of_its_data_is_told_apart_from_an_odd_format(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text('title = "t"', encoding="utf-8")
    with pytest.raises(DiscretError, match="is a plan, a data file is needed"):
        read(path)


def test_a_file_that_is_not_there_is_told_in_the_french_of_print(tmp_path: Path) -> None:
    with pytest.raises(DiscretError) as refused:
        read(tmp_path / "away.csv")
    assert french(refused.value).startswith("away.csv\u202f: ne peut pas être lu")


@pytest.mark.parametrize(
    ("values", "told"),
    [(["a", "z"], "1 valeur distincte sur 2 est absente"), (["y", "z"], "2 valeurs distinctes")],
)
def test_values_that_a_hierarchy_lacks_are_counted_in_good_french(
    values: list[str], told: str
) -> None:
    with pytest.raises(DiscretError) as refused:
        Hierarchy.from_parents({"a": "x"}).levels(pl.Series("town", values))
    assert told in french(refused.value)
