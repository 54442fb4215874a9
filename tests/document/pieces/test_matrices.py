"""The tables that a step drew by are in the internal report, or their size and their place."""

from __future__ import annotations

import polars as pl
import pytest

from discret import Dataset, Plan
from discret.assess import KAnonymity
from discret.document.pages.render import render
from discret.document.pieces.matrices import MOST, matrices
from discret.document.records import record
from discret.document.words.voice import Voice
from discret.reduce import Pram, Swap
from discret.words import LANGUAGES, Language
from page_texts import texts

K2 = KAnonymity(k=2)
TELLS = {"matrix": {"en": "chances", "fr": "probabilités", "unit": "table"}}


def _step(size: int) -> dict[str, object]:
    row = {f"v{n}": 1 / size for n in range(size)}
    return {
        "label": "pram",
        "method": {"tells": TELLS},
        "facts": {"matrix": {"town": dict.fromkeys(row, row)}, "changed": {"town": 0.2}},
    }


def test_small_ones_are_laid_out_and_large_ones_told_by_their_size() -> None:
    (small,), (large,) = (matrices(_step(size), Voice("en")) for size in (MOST, MOST + 1))
    assert [len(row) for row in small["rows"].values()] == [MOST] * MOST
    assert not small["note"]
    assert not large["rows"]
    assert f"{MOST + 1} by {MOST + 1}" in large["note"]
    assert "record.json" in large["note"]
    assert "`matrix`" in large["note"]


def test_what_is_no_table_by_value_is_left_to_others() -> None:
    facts = {"by_column": {"age": {"categories": 3}}, "matrix": {"age": {"a": {}}}, "parts": 1}
    assert matrices({"facts": facts}, Voice("en")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_internal_reader_sees_chances_and_sentences(language: Language) -> None:
    people = pl.DataFrame({
        "sex": ["f", "m"] * 30,
        "home": [n // 2 for n in range(60)],
        "town": ["a", "b", "c"] * 20,
        "rare": ["x"] * 58 + ["y"] * 2,
    })  # fmt: skip
    people = people.with_columns(town=pl.col("town").first().over("home"))
    data = Dataset.of(people, key=["sex", "rare"], household="home", area="town")
    chances = {"f": {"f": 0.75, "m": 0.25}, "m": {"m": 1.0}}
    steps = [Pram(columns=["sex"], matrix=chances), Swap(kind="targeted", share=0.1)]
    release = Plan(assess=[K2], reduce=steps).run(data, seed=1)
    told = record(release)
    page = " ".join(texts(render(told, audience="internal", language=language)))
    share = "75%" if language == "en" else "75\u202f%"
    assert share in page
    assert Voice(language).said(told["steps"][1]["said"][0]) in page
    public = " ".join(texts(render(told, audience="public", language=language)))
    assert share not in public
    assert Voice(language).said(told["steps"][1]["said"][0]) not in public
