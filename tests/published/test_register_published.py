"""Attacks by a register that are published: Cavani's wage (002), parcels in two tables (003)."""

from __future__ import annotations

import polars as pl
import pytest

from discret import Dataset
from discret.assess import Register

# Nguyen and Castelluccia (2020), table 2
PLAYERS = pl.DataFrame({
    "Âge": ["[30;39]", "[30;39]", "[20;29]", "[20;29]"],
    "Club": ["PSG"] * 4,
    "Salaire": [1160, 1500, 1730, 3060],
})  # fmt: skip


def released() -> Dataset:
    return Dataset.of(PLAYERS, key=["Âge", "Club"], sensitive="Salaire")


def stars(wage: str) -> pl.DataFrame:
    """Who earns so much, as example 3 has it; of their ages that of one is known."""
    return pl.DataFrame({
        "Nom": ["Neymar Jr.", "Kylian Mbappé", "Edison Cavani"],
        "Âge": [None, None, 32],
        "Club": ["PSG"] * 3,
        "Salaire": [wage] * 3,
    })  # fmt: skip


@pytest.mark.parametrize("wage", [">= 1500", "≥ 1500", "au moins 1500", "1500 et plus"])
def test_the_wage_of_cavani_is_told(wage: str) -> None:
    """Example 3: exactly three players earn 1500 or more, and Cavani is 32."""
    finding = Register(tables=[stars(wage)], complete="file").assess(released())
    assert finding.value == 0.25
    assert finding.details["certain"] == 1
    assert finding.details["told"] == {"Salaire": 1}
    assert finding.per_key is not None
    named = finding.per_key.filter(pl.col("possible") == 1)
    assert named["Salaire"].to_list() == [1500]


def test_strictly_more_is_a_contradiction() -> None:
    """D14: strictly more than 1500 holds for two rows only."""
    finding = Register(tables=[stars("> 1500")], complete="file").assess(released())
    assert finding.details["fits"] is False
    assert finding.details["certain"] == 0


def test_without_the_wage_there_are_two_for_each() -> None:
    """Example 4: who knows ages and clubs cannot tell Cavani from Silva, nor Mbappé from Neymar."""
    known = pl.DataFrame({
        "Nom": ["Mbappé", "Neymar Jr.", "Cavani", "Silva"], "Âge": [20, 27, 32, 35],
        "Club": ["PSG"] * 4,
    })  # fmt: skip
    finding = Register(tables=[known], complete="both", within=2).assess(released())
    assert (finding.value, finding.details["named"]) == (1.0, 0)
    assert finding.details["by_candidates"]["2"] == 4


def test_counting_names_whom_no_age_singles_out() -> None:
    """With all four, no age and three wages: the fourth is named because the others are not him."""
    known = stars(">= 1500").vstack(
        pl.DataFrame({"Nom": ["Silva"], "Âge": [None], "Club": ["PSG"], "Salaire": [None]},
                     schema=stars("").schema)
    ).with_columns(pl.lit(None).alias("Âge"))  # fmt: skip
    alone = Register(tables=[known]).assess(released())
    counted = Register(tables=[known], complete="both").assess(released())
    assert (alone.details["named"], alone.details["certain"]) == (1, 0)
    assert (counted.details["named"], counted.details["certain"]) == (1, 1)
    assert counted.details["by_candidates"] == {
        "0": 0, "1": 1, "2": 0, "3-5": 3, "6-10": 0, "11+": 0
    }  # fmt: skip


def test_two_sites_name_the_parcel_that_neither_names() -> None:
    """003, section 5.1: Koumoul has number and surface, Géoportail number and crop."""
    shown = pl.DataFrame({
        "culture": ["blé", "blé", "betterave", "betterave"], "surface": [2, 3, 2, 3],
        "abeilles": [5.7, 2.2, 4.0, 8.6],
    })  # fmt: skip
    data = Dataset.of(shown, key=["culture", "surface"], sensitive="abeilles")
    koumoul = pl.DataFrame({"id": ["A1", "A2", "A3", "A4"], "surface": [2, 3, 2, 3]})
    geoportail = pl.DataFrame({"id": ["A1", "A2", "A3", "A4"],
                               "culture": ["blé", "blé", "betterave", "betterave"]})  # fmt: skip
    for one in (koumoul, geoportail):
        assert Register(tables=[one]).assess(data).details["named"] == 0
    assert (
        Register(tables=[koumoul, geoportail], complete="both").assess(data).details["certain"] == 4
    )
