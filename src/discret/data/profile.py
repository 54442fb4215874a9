"""A first look at a table: types, cardinalities, missing values, uniques, and a guess of roles."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import polars as pl

from discret.data.roles import Role
from discret.words import Words


@dataclass(frozen=True)
class ColumnProfile:
    """What a first look at a column shows; no value of it.

    Parameters
    ----------
    name, kind
        Name and type.
    distinct
        Number of distinct values, missing left out.
    missing
        Share of records where the value is missing.
    uniques
        Number of values that occur once.
    role, why
        The role it seems to have, and the reason.
    """

    name: str
    kind: str
    distinct: int
    missing: float
    uniques: int
    role: Role
    why: Words

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "name": self.name,
            "type": self.kind,
            "distinct": self.distinct,
            "missing": self.missing,
            "uniques": self.uniques,
            "role": str(self.role),
            "why": self.why.to_dict(),
        }


def profile(table: pl.DataFrame) -> tuple[ColumnProfile, ...]:
    """Look at every column of a table.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> [(one.name, str(one.role)) for one in profile(dishes())][:3]
    [('Nom complet', 'identifier'), ('Sexe', 'key'), ('Âge', 'key')]
    """
    taken: set[Role] = set()
    weights = [name for name in table.columns if _is(Role.WEIGHT, table[name])]
    spare = sorted(weights, key=len)[1:]  # of several weights, the plainest name is the final one
    return tuple(_looked_at(table[name], taken, spare) for name in table.columns)


def _looked_at(column: pl.Series, taken: set[Role], spare: list[str]) -> ColumnProfile:
    column = column.fill_nan(None) if column.dtype.is_float() else column
    known = column.drop_nulls()
    counts = (
        known.value_counts(sort=False)["count"] if len(known) else pl.Series([], dtype=pl.Int64)
    )
    role, why = _guess(column, known, len(counts), taken)
    if column.name in spare:
        role, why = Role.IGNORED, _SPARE
    if role.single:
        taken.add(role)
    return ColumnProfile(
        name=column.name,
        kind=_kind(column.dtype),
        distinct=len(counts),
        missing=column.null_count() / len(column) if len(column) else 0.0,
        uniques=int((counts == 1).sum()),
        role=role,
        why=why,
    )


def _guess(
    column: pl.Series, known: pl.Series, distinct: int, taken: set[Role]
) -> tuple[Role, Words]:
    numeric = column.dtype.is_numeric()
    if distinct == 0:
        return Role.IGNORED, _EMPTY
    for role in _NAMES:
        if role not in taken and _is(role, column):
            return role, _BY_NAME
    if column.dtype.is_integer() and Role.ROW not in taken and _counts_up(known, len(column)):
        return Role.ROW, _COUNTS_UP
    if distinct == len(column) > 1 and not column.dtype.is_float():
        return Role.IDENTIFIER, _ALL_DIFFERENT
    few = FEW_NUMBERS if column.dtype.is_integer() else FEW
    if distinct <= few or not (numeric or distinct > len(known) / 2):
        return Role.KEY, _FEW_VALUES
    return (Role.SENSITIVE, _AMOUNT) if numeric else (Role.IDENTIFIER, _MANY_TEXTS)


def _is(role: Role, column: pl.Series) -> bool:
    fits = column.dtype.is_numeric() or role is not Role.WEIGHT
    words = re.sub(r"[_.-]+", " ", column.name.lower())
    return fits and re.search(_NAMES[role], words) is not None


def _counts_up(known: pl.Series, length: int) -> bool:
    if len(known) != length or length < 2:  # noqa: PLR2004 (one record counts nothing)
        return False
    return bool((known.diff().drop_nulls() == 1).all())


def _kind(dtype: pl.DataType) -> str:
    if dtype.is_integer():
        return "integer"
    if dtype.is_numeric():
        return "number"
    return "text" if isinstance(dtype, pl.String | pl.Categorical | pl.Enum) else str(dtype).lower()


FEW, FEW_NUMBERS = 50, 150
_NAMES = {
    Role.WEIGHT: r"\bpoids\b|\bpond(erations?|érations?)?\b|\bweights?\b|\bwgt\b|\bpds\b|^w$",
    Role.HOUSEHOLD: r"\bm[ée]nage( id| num)?$|\bhousehold( id)?$|\bhh ?id$|\bhid$|\bfoyer( id)?$",
    Role.IDENTIFIER: r"\bnoms?\b|\bpr[ée]noms?\b|\bnames?\b|\bsurname\b|\badresse\b|\baddress\b"
    r"|\be ?mail\b|\bcourriel\b|phone\b|\bsiren\b|\bsiret\b|\bnir\b|\bssn\b|\biban\b|\bpasse?port",
    Role.KEY: r"\b(age|âge|sexe?|gender|genre|race|ethni\w*|nationalit\w*|country|pays|birth\w*"
    r"|born|naissance|zip|post\w*code|postal\w*|cp|commune|d[ée]partement|r[ée]gion|county|city|ville"
    r"|occupation|profession|job|m[ée]tier|dipl[oô]m\w*|educat\w*|marital|[ée]tat civil)\b",
    Role.SENSITIVE: r"maladie|disease|illness|diagnos|\bcondition|salaire|\bwage|patholog|victim"
    r"|religion|opinion|\bsant[ée]\b|health|pr[ée]f[ée]r",
}
_EMPTY = Words("it is empty", fr="elle est vide")
_BY_NAME = Words("its name says so", fr="son nom le dit")
_COUNTS_UP = Words("it counts the records", fr="elle numérote les enregistrements")
_ALL_DIFFERENT = Words("no two records share a value", fr="chaque valeur est unique")
_SPARE = Words("a second weight", fr="une seconde pondération")
_FEW_VALUES = Words("few values", fr="peu de valeurs")
_AMOUNT = Words("many numbers", fr="nombreuses valeurs")
_MANY_TEXTS = Words("many texts", fr="nombreux textes")
