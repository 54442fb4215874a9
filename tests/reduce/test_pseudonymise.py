"""Pseudonyms: the same for the same secret, and the secret nowhere to be seen."""

from __future__ import annotations

import hashlib
import re
from datetime import date
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset
from discret.data.examples import dishes, parcels
from discret.errors import ColumnError, InputError, ParameterError
from discret.parts import Change
from discret.plan.plan import Plan
from discret.reduce import Pseudonymise
from strategies import examples

SECRET = b"the secret of a test, kept apart"
OTHER = b"the secret of another file, also"
DATA = Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"])


def coded(data: Dataset = DATA, secret: bytes | None = SECRET, **given: Any) -> Change:
    return Pseudonymise(**given).apply(data, Context(secret=secret))


def names(change: Change, column: str = "Nom complet") -> list[Any]:
    found: list[Any] = change.data.to_native()[column].to_list()
    return found


def test_names_become_codes_and_nothing_else_changes() -> None:
    change = coded()
    assert all(re.fullmatch("[0-9a-f]{32}", code) for code in names(change))
    assert len(set(names(change))) == 9
    rest = [name for name in dishes().columns if name != "Nom complet"]
    assert change.data.to_native().select(rest).equals(dishes().select(rest))
    assert change.data.roles == DATA.roles
    assert change.facts == {"pseudonymised": ["Nom complet"]}


def test_the_secret_decides() -> None:
    assert names(coded()) == names(coded())
    assert not set(names(coded())) & set(names(coded(secret=OTHER)))
    assert not set(names(coded())) & set(names(coded(secret=SECRET + b".")))


def test_secrets_that_begin_alike_differ() -> None:
    long = b"x" * 100
    assert not set(names(coded(secret=long + b"1"))) & set(names(coded(secret=long + b"2")))


def test_the_same_value_has_another_code_in_another_column() -> None:
    frame = pl.DataFrame({"a": ["Ann", "Bob"], "b": ["Ann", "Bob"]})
    change = coded(Dataset.of(frame, identifier=["a", "b"]))
    assert not set(names(change, "a")) & set(names(change, "b"))
    assert change.facts == {"pseudonymised": ["a", "b"]}


def test_the_same_person_has_the_same_code_in_another_table() -> None:
    one = coded(Dataset.of(dishes().head(4), identifier="Nom complet"))
    assert names(one) == names(coded())[:4]


def test_a_person_with_several_records_keeps_one_code() -> None:
    change = coded(Dataset.of(parcels(), identifier="exploitant"))
    codes = dict(zip(parcels()["exploitant"], names(change, "exploitant"), strict=True))
    assert names(change, "exploitant") == [codes[name] for name in parcels()["exploitant"]]
    assert len(set(codes.values())) == 6


def test_codes_are_no_plain_hash_of_names() -> None:
    plain = {
        hashlib.new(how, name.encode()).hexdigest()[:32]
        for how in ("md5", "sha1", "sha256", "blake2b")
        for name in dishes()["Nom complet"]
    }
    assert not plain & set(names(coded()))


@examples(40)
@given(st.lists(st.one_of(st.none(), st.text(max_size=5)), min_size=1, max_size=8))
def test_codes_tell_values_apart_and_missing_stays_missing(values: list[str | None]) -> None:
    data = Dataset.of(pl.DataFrame({"a": values}, schema={"a": pl.String}), identifier="a")
    codes = names(coded(data), "a")
    values = [value or None for value in values]  # an empty text is missing
    assert [code is None for code in codes] == [value is None for value in values]
    assert len(set(zip(values, codes, strict=True))) == len(set(values)) == len(set(codes))


@pytest.mark.parametrize("values", [[7, 8, None], [1.5, 2.5, None], [date(2024, 1, 1), None, None]])
def test_what_is_coded_may_be_of_any_kind(values: list[Any]) -> None:
    codes = names(coded(Dataset.of(pl.DataFrame({"a": values}), identifier="a")), "a")
    assert [code is None for code in codes] == [value is None for value in values]


def test_other_columns_may_be_named() -> None:
    change = coded(columns=["Plat préféré"])
    assert names(change) == dishes()["Nom complet"].to_list()
    assert len(set(names(change, "Plat préféré"))) == 5


@pytest.mark.parametrize("secret", [None, b"", b"too short", b"x" * 15])
def test_there_is_no_pseudonym_without_a_secret(secret: bytes | None) -> None:
    with pytest.raises(InputError, match="needs a secret of at least 16 bytes") as bad:
        coded(secret=secret)
    assert "secret" in bad.value.hint
    assert "too short" not in str(bad.value)


def test_the_secret_is_seen_nowhere() -> None:
    context = Context(secret=SECRET)
    method = Pseudonymise()
    change = method.apply(DATA, context)
    release = Plan(reduce=[method]).run(DATA, secret=SECRET, seed=1)
    seen = [context, method, method.parameters(), change, change.facts, release, release.plan]
    seen += [release.steps, release.plan.to_toml(), release.data]
    text = " ".join(f"{one!r} {one}" for one in seen)
    assert SECRET.decode() not in text
    assert SECRET.hex() not in text


def test_identifiers_are_needed_where_no_column_is_named() -> None:
    with pytest.raises(InputError, match="pseudonymise: needs a column with the role identifier"):
        coded(Dataset.of(dishes(), key="Sexe"))
    with pytest.raises(ColumnError, match="pseudonymise: the table has no column 'Nom'"):
        coded(columns=["Nom"])


def test_the_data_is_left_as_it_was() -> None:
    coded()
    assert DATA.to_native().equals(dishes())


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"columns": []}, "columns"),
        ({"columns": "Nom complet"}, "columns"),
        ({"columns": [3]}, "columns"),
        ({"secret": "a secret in a plan"}, "secret"),
    ],
)
def test_bad_parameters_are_named(given: dict[str, Any], name: str) -> None:
    with pytest.raises(ParameterError, match="pseudonymise") as bad:
        Pseudonymise(**given)
    assert any(fault.startswith(name) for fault in bad.value.faults)
    assert "a secret in a plan" not in str(bad.value)
