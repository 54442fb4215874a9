"""What methods share by which each person's answer is blurred by itself: words, facts, people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import polars as pl
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.written import known_as
from discret.errors import ParameterError
from discret.parts.facts import Fact, Facts
from discret.reduce.rows_in_order import HOME, PERSON, rows_in_order
from discret.words import Words

AnswerEpsilon = Annotated[
    float,
    Field(
        gt=0,
        le=50,
        description=Words(
            "ε of an answer. How many times likelier, as a power of e, an answer is for one truth"
            " than for another",
            fr="ε d’une réponse. De combien, en puissance de e, une réponse est plus probable pour"
            " une vérité que pour une autre",
        ),
    ),
]
AnswerValues = Annotated[
    tuple[str, ...],
    Field(
        description=Words(
            "the values that may be told. By default those that the file has, which it then tells",
            fr="les valeurs qui peuvent être dites. Par défaut celles du fichier, qu’il dit alors",
        ),
    ),
]
PRIVATE: Facts = {
    "private": Fact.yes(
        "drawn by chance that nobody can draw again",
        "tiré d’un hasard que personne ne peut rejouer",
    ),
}
ANSWERED: Facts = {
    "columns": Fact.names("columns", "colonnes"),
    "epsilon": Fact.number("ε of an answer", "ε d’une réponse"),
    "person_epsilon": Fact.number(
        "ε of all answers of a person, but for which records are alike",
        "ε de toutes les réponses d’une personne, sauf quels enregistrements sont pareils",
    ),
    "values": Fact.count("values", "valeurs"),
    "public": Fact.yes(
        "the values are given, whatever the file holds",
        "les valeurs sont données, quoi que contienne le fichier",
    ),
    **PRIVATE,
}


def answering(who: str, data: Dataset, column: str) -> pl.DataFrame:
    """Return the records of a column as people answer: whoever shares a home for themselves.

    Elsewhere members of a household share a draw where all households are of one value, so that
    the answer of one person decides how all others are drawn: no ε covers that.
    """
    return rows_in_order(who, data, [column]).drop(HOME, strict=False)


def most_values(table: pl.DataFrame, column: str) -> int:
    """Return how many values one person has, at most: each is drawn by itself.

    Examples
    --------
    >>> most_values(pl.DataFrame({"dish": ["pie", "stew"], PERSON: ["a", "a"]}), "dish")
    2
    """
    if PERSON not in table.columns:
        return 1
    known = table.filter(pl.col(PERSON).is_not_null() & pl.col(column).is_not_null())
    counts = known.group_by(PERSON).agg(pl.col(column).n_unique())
    return int(counts[column].max() or 1)  # type: ignore[arg-type]


def as_known(who: str, values: Sequence[str], kind: pl.DataType) -> list[str]:
    """Return values as a column knows them, each once; refuse those that it cannot hold.

    Examples
    --------
    >>> as_known("test", ["1.0", "2", "1"], pl.Int64())
    ['1', '2']
    """
    found = [known_as(value, kind) for value in values]
    texts = [text for text in found if text is not None]
    if len(texts) < len(found):
        raise ParameterError(who, [_HELD.filled(n=len(found) - len(texts))], hint=_SAME)
    return list(dict.fromkeys(texts))


TOO_MANY = Words(
    "{who}: {names} has more than {most} values", fr="{who} : {names} a plus de {most} valeurs"
)
COARSER = Words("recode it first", fr="la recoder d’abord")
STRANGE = Words(
    "values: {n} {n:is|are} not among those that may be told",
    fr="values : {n} {n:n’est pas|ne sont pas} parmi celles qui peuvent être dites",
)
THESE = Words(
    "give all values that there can be: values = [...]",
    fr="donner toutes les valeurs possibles : values = [...]",
)
_HELD = Words(
    "values: {n} {n:is|are} of a kind that the column cannot hold",
    fr="values : {n} {n:est d’un genre|sont d’un genre} que la colonne ne peut contenir",
)
_SAME = Words("write them as the column does", fr="les écrire comme la colonne")
