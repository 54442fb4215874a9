"""The Dutch rules that come along are those of the seminar, read from what was noted of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from discret.assess.rules.rule_book import GRADES, RuleBook, read_rules
from where import FIGURES

TRUTH = FIGURES / "seed_examples.json"


@pytest.fixture(scope="module")
def noted() -> dict[str, Any]:
    entries: list[dict[str, Any]] = json.loads(TRUTH.read_text(encoding="utf-8"))
    (entry,) = [one for one in entries if one["id"] == "001.dutch"]
    return entry["expected"]


def least(book: RuleBook, columns: int) -> tuple[float, bool]:
    (rule,) = [count for count in book.counts if count.columns == columns]
    return rule.least, rule.weighted


def test_files_for_everyone(noted: dict[str, Any]) -> None:
    # Bergeat (2014), "Aux Pays-Bas (1)", "Fichiers grand public".
    wanted, book = noted["public"], read_rules("test", "dutch_public_use")
    assert book.most_keys == wanted["max_quasi_identifiers"]
    assert book.sensitive_allowed is (wanted["sensitive_variables"] > 0)
    assert least(book, 1) == (wanted["min_weighted_per_category"], True)
    assert least(book, 2) == (wanted["min_weighted_pair"], True)
    assert len(book.counts) == 2


def test_files_for_researchers(noted: dict[str, Any]) -> None:
    # Bergeat (2014), "Fichiers destinés aux chercheurs"; the rule on regions is the handbook's.
    wanted, book = noted["researchers"], read_rules("test", "dutch_research")
    triple, region = book.counts
    assert sorted(triple.grades) == sorted(wanted["groups"]) == sorted(GRADES)
    assert triple.least == wanted["min_triple"]
    assert (region.grades, region.least) == (("extremely",), 10_000)
    assert book.sensitive_allowed
