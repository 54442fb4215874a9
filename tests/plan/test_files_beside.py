"""Files that go with the one that is judged: their first line may be somebody."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from discret import Plan
from discret.data.files.how_to_read import HowToRead
from discret.data.files.tables import read
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
