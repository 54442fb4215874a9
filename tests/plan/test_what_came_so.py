"""What the original of a run lacks was blanked by nobody, before its steps as after them."""

from __future__ import annotations

import polars as pl

from discret import Dataset, Plan
from discret.assess import KAnonymity, Unpicking
from discret.reduce import SuppressCells

K2 = KAnonymity(k=2)
FILE = pl.DataFrame({
    "sex": ["f"] * 6 + ["m"] * 5 + [None],
    "age": ["a", "a", "b", "b", None, "c", "a", "a", "b", "b", "b", "b"],
})  # fmt: skip


def test_gaps_are_no_blanks_before_the_steps_either() -> None:
    data = Dataset.of(FILE, key=["sex", "age"])
    release = Plan(assess=[K2], reduce=[SuppressCells(models=[K2])]).run(data, seed=1)
    before, after = release.risk_before[1], release.risk[1]
    assert before.name == "unpicking"
    assert before.value == 0
    for found in (before, after):
        assert found.details["records_with_gaps"] == 2
    assert before.details["cells_blanked"] == before.details["cells_recovered"] == 0
    assert after.details["cells_blanked"] == 1


def test_a_file_that_came_with_blanks_is_unpicked_where_no_step_is_taken() -> None:
    data = Dataset.of(FILE, key=["sex", "age"])
    alone = Plan(assess=[K2, Unpicking(k=2)]).run(data, seed=1)
    assert alone.risk[1].details["cells_blanked"] == 2
    assert Unpicking(k=2).assess(data).details["cells_blanked"] == 2
