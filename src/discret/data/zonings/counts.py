"""Counts by zone and square, from individual rows or as they came, checked before they are used."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.refusals import no_records
from discret.data.zonings.refusals import named_twice, no_observations, repeated
from discret.errors import ColumnError, listed
from discret.maths.arrays import Bools
from discret.words import Words, say
from discret.words.sentences import joined, plural

Blanks = Literal["refused", "withheld"]
Repeats = Literal["refused", "added"]

COUNT = "__count__"
PAIR = 2
_BLANKS = Words(
    "; if they are withheld from one publication, say so by blanks = 'withheld'",
    fr=" ; si elles sont masquées dans une publication, le dire par blanks = 'withheld'",
)
_REPEATS = Words(
    "; if squares were merged, repeats = 'added' adds them up",
    fr=" ; si des carreaux ont été regroupés, repeats = 'added' les additionne",
)
MOST = 2**53  # sums of counts stay exact in floats up to here


def check_names(
    who: str, data: Dataset, names: list[str], count: str | None, flags: Mapping[str, str]
) -> None:
    """Refuse columns that the table lacks, that are named twice or that do not fit."""
    numbers = [] if count is None else [count]
    data.check_columns(who, [*names, *numbers, *flags, *flags.values()])
    used = [*names, *numbers, *flags.values()]
    twice = sorted({name for name in used if used.count(name) > 1})
    if twice:
        raise named_twice(who, listed(twice))
    odd = [name for name in flags if name not in names]
    if odd:
        raise ColumnError(
            say(
                "{who}: what is withheld is said of zones and of squares, {odd} is neither",
                "{who} : ce qui est masqué se dit des zones et des carreaux, {odd} n’est"
                " ni l’un ni l’autre",
                who=who,
                odd=listed(odd),
            ),
            hint=say("say it of {names}", "le dire de {names}", names=listed(names)),
        )
    data.check_numeric(who, numbers)


def counted(
    who: str,
    data: Dataset,
    columns: list[str],
    count: str | None,
    *,
    crossed: list[str],
    blank: Collection[str] = (),
    repeats: Repeats = "refused",
    offer: Collection[str] = (),
) -> pl.DataFrame:
    """Count the rows of each combination, in the engine, or read the counts that are there.

    Parameters
    ----------
    who, data
        Who asks, for messages; and the table.
    columns, crossed
        The columns to return, and those among them that are zonings or levels of one.
    count
        The column of the counts of a table that is crossed already.
    blank
        The zonings in which a value may be missing.
    repeats
        Whether a crossed table may have several rows of the same combination.
    offer
        The zonings in which who asks can allow blanks, for hints to name `blanks` and `repeats`.
    """
    if count is None:
        table_of = data.frame.group_by(*columns).agg(nw.len().alias(COUNT))
    else:
        table_of = data.frame.select(*columns, nw.col(count).alias(COUNT))
    table = collected(table_of)
    if not len(table):
        raise no_records(who)
    where = (
        Words("a zone and a square", fr="une zone et un carreau")
        if len(crossed) == PAIR
        else Words("a zone in every zoning", fr="une zone dans chaque zonage")
    )
    for name in crossed:
        if name not in blank:
            unit = "observation" if count is None else "row"
            _check_known(who, table, name, unit, where, _offered(name, offer))
    if count is not None:
        _check_counts(who, table, count)
        if repeats == "refused":
            _check_pairs(who, table, crossed, _REPEATS if offer else "")
    table = table.with_columns(pl.col(COUNT).cast(pl.Int64)).filter(pl.col(COUNT) > 0)
    if not len(table):
        raise no_observations(who)
    return table.sort(columns)


def _offered(name: str, offer: Collection[str]) -> str:
    if not offer:
        return ""
    return (
        _BLANKS
        if name in offer
        else Words(
            "; of a nested grid only the finest level may be blank",
            fr=" ; d’une grille emboîtée, seul le niveau le plus fin peut être vide",
        )
    )


def _check_known(
    who: str, table: pl.DataFrame, column: str, unit: str, where: str, hint: str
) -> None:
    lost = table.filter(pl.col(column).is_null())
    many = int(lost[COUNT].sum() or 0) if unit == "observation" else len(lost)
    if many:
        raise ColumnError(
            say(
                "{who}: every observation has {where}, {many} without {column!r}",
                "{who} : chaque observation a {where}, {many} sans {column!r}",
                who=who,
                where=where,
                many=plural(many, *_UNITS[unit]),
                column=column,
            ),
            hint=say(
                "find where they are, give them a value of their own, or leave them out"
                " of what is published and of the file{hint}",
                "trouver où elles sont, leur donner une valeur propre, ou les retirer"
                " de ce qui est publié et du fichier{hint}",
                hint=hint,
            ),
        )


def _check_counts(who: str, table: pl.DataFrame, column: str) -> None:
    counts = table[COUNT].cast(pl.Float64)
    faults = {
        Words("missing", fr="manquants"): counts.null_count(),
        Words("negative", fr="négatifs"): int((counts < 0).sum()),
        Words("not whole", fr="non entiers"): int(((counts % 1) != 0).sum() or 0),
    }
    told = [
        say("{many} {fault}", "{many} {fault}", many=many, fault=fault)
        for fault, many in faults.items() if many
    ]  # fmt: skip
    if told:
        raise ColumnError(
            say(
                "{who}: counts are whole numbers from 0, {column!r} has {told}",
                "{who} : les effectifs sont des entiers à partir de 0, {column!r} en a {told}",
                who=who,
                column=column,
                told=joined(told),
            ),
            hint=Words(
                "count observations, not weights or estimates; 0 where there is none",
                fr="compter des observations, ni des poids ni des estimations ; 0 là où"
                " il n’y en a pas",
            ),
        )
    if counts.sum() > MOST:
        raise ColumnError(
            say(
                "{who}: the counts of {column!r} add up to more than can be counted",
                "{who} : la somme des effectifs de {column!r} dépasse ce qui peut se compter",
                who=who,
                column=column,
            ),
            hint=Words("check the column", fr="vérifier la colonne"),
        )


def _check_pairs(who: str, table: pl.DataFrame, columns: list[str], hint: str) -> None:
    known = table.select(columns).drop_nulls()  # all that is withheld counts together
    double = len(known) - known.n_unique()
    pair = len(columns) == PAIR
    part = "pair" if pair else "combination"
    whole = (
        Words("pair of zone and square", fr="paire de zone et de carreau")
        if pair
        else Words("combination of zones", fr="combinaison de zones")
    )
    if double:
        raise repeated(who, whole, double, part, hint)


def flags_of(who: str, table: pl.DataFrame, column: str, flag: str | None) -> Bools:
    """Return for each row whether its zone or square is withheld: said by 1 or 0, for all alike."""
    if flag is None:
        return np.zeros(len(table), dtype=np.bool_)
    kind = table.schema[flag]
    plain = kind.is_numeric() or kind == pl.Boolean
    values = table[flag].cast(pl.Float64) if plain else None
    if values is None or values.null_count() or not values.is_in([0.0, 1.0]).all():
        raise ColumnError(
            say(
                "{who}: {flag!r} says 1 where {column!r} is withheld and 0 where it is"
                " published, it holds something else",
                "{who} : {flag!r} dit 1 là où {column!r} est masqué et 0 là où il est"
                " publié, elle dit autre chose",
                who=who,
                flag=flag,
                column=column,
            ),
            hint=Words(
                "write 0 and 1, or true and false, in every row",
                fr="écrire 0 ou 1, ou true ou false, dans chaque ligne",
            ),
        )
    known = table.select(column, flag).drop_nulls(column)  # a blank is withheld as it is
    if known.n_unique() > known[column].n_unique():
        raise ColumnError(
            say(
                "{who}: {flag!r} says of the same {column!r} both that it is withheld"
                " and that it is not",
                "{who} : {flag!r} dit du même {column!r} à la fois qu’il est masqué et"
                " qu’il ne l’est pas",
                who=who,
                flag=flag,
                column=column,
            ),
            hint=Words(
                "a total is published or it is not: give all rows of it the same flag",
                fr="un total est publié ou il ne l’est pas : marquer de même toutes ses lignes",
            ),
        )
    return np.asarray(values.to_numpy() == 1)


_UNITS = {
    "observation": (
        Words("observation", fr="observation"), Words("observations", fr="observations")
    ),
    "row": (Words("row", fr="ligne"), Words("rows", fr="lignes")),
}  # fmt: skip
