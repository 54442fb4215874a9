"""Formulas of models, as statisticians write them: ``"victim ~ age + C(size) + sex:town"``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from discret.words import Words

_AS_CATEGORIES = re.compile(r"C\((.+)\)")
CONSTANT, NO_CONSTANT = "1", "0"


class Factor(NamedTuple):
    """A column in a term, and whether its numbers are categories, as ``C(…)`` says."""

    column: str
    categories: bool = False


Term = tuple[Factor, ...]


@dataclass(frozen=True)
class Formula:
    """A model: the response, and the terms that it depends on; there is always a constant.

    Parameters
    ----------
    response
        One column; or several 0/1 columns, for "at least one of them" (written ``a | b``).
    terms
        Columns, and products of columns (``a:b``; ``a*b`` is ``a + b + a:b``).

    Examples
    --------
    >>> formula = Formula.read("victim ~ age + C(size)*sex")
    >>> formula.response, [":".join(one.column for one in term) for term in formula.terms]
    (('victim',), ['age', 'size', 'sex', 'size:sex'])
    >>> formula.columns
    ('age', 'size', 'sex')
    """

    response: tuple[str, ...]
    terms: tuple[Term, ...]

    @classmethod
    def read(cls, text: str) -> Formula:
        """Read a formula; a fault is a ValueError that says the rule."""
        sides = text.split("~")
        if len(sides) != 2:  # noqa: PLR2004 (two sides)
            raise ValueError(
                Words(
                    "a formula has a response and terms: 'y ~ a + b'",
                    fr="une formule a une réponse et des termes : 'y ~ a + b'",
                )
            )
        response = tuple(name.strip() for name in sides[0].split("|"))
        terms = tuple(dict.fromkeys(_terms(sides[1])))
        formula = cls(response, terms)
        _check(formula)
        return formula

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the terms, each of them once."""
        return tuple(dict.fromkeys(factor.column for term in self.terms for factor in term))

    @property
    def as_categories(self) -> frozenset[str]:
        """The columns whose numbers are categories."""
        return frozenset(
            factor.column for term in self.terms for factor in term if factor.categories
        )


def _terms(text: str) -> Iterator[Term]:
    for word in text.split("+"):
        if word.strip() == NO_CONSTANT:
            raise ValueError(
                Words(
                    "the constant cannot be left out: there is no term 0",
                    fr="la constante ne peut être retirée : il n’y a pas de terme 0",
                )
            )
        if word.strip() == CONSTANT:
            continue
        parts = [_product(part) for part in word.split("*")]
        for size in range(1, len(parts) + 1):
            for some in combinations(parts, size):
                yield tuple(dict.fromkeys(factor for part in some for factor in part))


def _product(text: str) -> Term:
    return tuple(_factor(word.strip()) for word in text.split(":"))


def _factor(word: str) -> Factor:
    marked = _AS_CATEGORIES.fullmatch(word)
    name = marked[1].strip() if marked else word
    if not name:
        raise ValueError(
            Words(
                "a term is empty: columns are joined by +, : or *",
                fr="un terme est vide : les colonnes se joignent par +, : ou *",
            )
        )
    return Factor(name, bool(marked))


def _check(formula: Formula) -> None:
    if not all(formula.response):
        raise ValueError(
            Words("the response, before ~, is empty", fr="la réponse, avant ~, est vide")
        )
    if not formula.terms:
        raise ValueError(Words("there is no term after ~", fr="il n’y a pas de terme après ~"))
    if set(formula.response) & set(formula.columns):
        raise ValueError(Words("the response is also a term", fr="la réponse est aussi un terme"))
    sorts = {factor for term in formula.terms for factor in term}
    if len({sort.column for sort in sorts}) < len(sorts):
        raise ValueError(
            Words(
                "a column is written both with C(…) and without",
                fr="une colonne est écrite à la fois avec C(…) et sans",
            )
        )
    known = {frozenset(term) for term in formula.terms}
    alone = [t for t in formula.terms if any(frozenset([factor]) not in known for factor in t)]
    if alone:
        raise ValueError(
            Words(
                "a product needs its columns as terms too: write a*b, or a + b + a:b",
                fr="un produit demande ses colonnes comme termes aussi : écrire a*b, ou a +"
                " b + a:b",
            )
        )
