"""Formulas of models: what is read, and what is refused."""

from __future__ import annotations

import pytest

from discret.quantify.regression.formula import Factor, Formula


def terms(text: str) -> list[str]:
    return [":".join(one.column for one in term) for term in Formula.read(text).terms]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("y ~ a", ["a"]),
        ("y~a+b", ["a", "b"]),
        ("y ~ 1 + a", ["a"]),
        ("y ~ a + a", ["a"]),
        ("y ~ a*b", ["a", "b", "a:b"]),
        ("y ~ a + b + a:b", ["a", "b", "a:b"]),
        ("y ~ a*b*c", ["a", "b", "c", "a:b", "a:c", "b:c", "a:b:c"]),
        ("Plat préféré ~ Âge + native-country", ["Âge", "native-country"]),
    ],
)
def test_terms(text: str, wanted: list[str]) -> None:
    assert terms(text) == wanted


def test_numbers_may_be_categories() -> None:
    formula = Formula.read("y ~ C(size) + C( big town ) + age")
    assert formula.terms[0] == (Factor("size", categories=True),)
    assert formula.as_categories == {"size", "big town"}
    assert formula.columns == ("size", "big town", "age")


def test_a_response_may_be_at_least_one_of_several() -> None:
    assert Formula.read("a | b | c ~ d").response == ("a", "b", "c")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("y", "a response and terms"),
        ("y ~ a ~ b", "a response and terms"),
        ("~ a", "the response"),
        ("y | ~ a", "the response"),
        ("y ~", "a term is empty"),
        ("y ~ 1", "no term"),
        ("y ~ a + + b", "a term is empty"),
        ("y ~ a + 0", "constant cannot be left out"),
        ("y ~ y + a", "response is also a term"),
        ("y ~ a:b", "needs its columns"),
        ("y ~ a + a:b", "needs its columns"),
        ("y ~ a + C(a)", "both with C"),
    ],
)
def test_what_is_refused(text: str, rule: str) -> None:
    with pytest.raises(ValueError, match=rule):
        Formula.read(text)
