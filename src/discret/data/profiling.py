"""A first look at a table: types, cardinalities, missing values, uniques, and a guess of roles."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl
import polars.selectors as cs

from discret.data.engine import in_polars
from discret.data.guessing.guess import Guess, Look, guess, is_weight
from discret.data.guessing.names import WEIGHTS
from discret.data.guessing.reasons import BEYOND, FEW_VALUES, MOST_KEYS, SPARE, battery
from discret.data.roles import Role
from discret.words import Words

ALIKE = 10  # columns with the same few values, from which on they are questions
ANSWERS = 11  # distinct values of a question, at most: 0 to 10


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
    kind: Words
    distinct: int
    missing: float
    uniques: int
    role: Role
    why: Words

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "name": self.name,
            "type": str(self.kind),
            "distinct": self.distinct,
            "missing": self.missing,
            "uniques": self.uniques,
            "role": str(self.role),
            "why": self.why.to_dict(),
        }


def profile(table: Any, labelled: Container[str] = ()) -> tuple[ColumnProfile, ...]:
    """Look at every column of a table, some of which hold the labels of codes.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> [(one.name, str(one.role)) for one in profile(dishes())][:3]
    [('Nom complet', 'identifier'), ('Sexe', 'key'), ('Âge', 'key')]
    """
    table = in_polars("profile", table)
    looks = [Look.of(column) for column in table]
    weights = sorted((look for look in looks if is_weight(look)), key=_plainness)
    spare = [look.name for look in weights[1:]]
    taken: set[Role] = set()
    guesses = [_guessed(look, taken, spare) for look in looks]
    roles = few_keys(_without_batteries(looks, guesses))
    found = map(_looked_at, looks, roles, _uniques(table))
    return tuple(
        replace(column, kind=LABELS) if column.name in labelled else column for column in found
    )


def _uniques(table: pl.DataFrame) -> tuple[int, ...]:
    """Count the values of each column that occur once: of all columns together, which is quick."""
    if not table.width:
        return ()
    whole = table.with_columns(cs.float().fill_nan(None))
    return whole.select(pl.all().drop_nulls().is_unique().sum()).row(0)


def _without_batteries(looks: Sequence[Look], guesses: Sequence[Guess]) -> list[Guess]:
    """Leave questions without a role: many columns that only their values make keys, all alike."""
    alike: dict[tuple[object, ...], list[int]] = {}
    for place, (look, (_, why)) in enumerate(zip(looks, guesses, strict=True)):
        if why == FEW_VALUES and len(look.values) <= ANSWERS:
            alike.setdefault(_scale(look), []).append(place)
    left = {
        place: (Role.IGNORED, battery(len(places)))
        for places in alike.values()
        if len(places) >= ALIKE
        for place in places
    }
    return [left.get(place, sentence) for place, sentence in enumerate(guesses)]


def _scale(look: Look) -> tuple[object, ...]:
    """Return what questions of one kind have in common: their answers, or for numbers the ends."""
    if look.numeric:
        return "numbers", float(look.values.max() or 0)  # type: ignore[arg-type]
    return "texts", *sorted(map(str, look.values.to_list()))


def few_keys(guesses: Sequence[Guess]) -> list[Guess]:
    """Leave keys beyond the most that a file should have without a role, those by values first.

    Examples
    --------
    >>> by_name = (Role.KEY, Words("its name says so", fr="son nom le dit"))
    >>> [str(role) for role, _ in few_keys([by_name] * (MOST_KEYS + 1))][-2:]
    ['key', 'ignored']
    """
    keys = [place for place, (role, _) in enumerate(guesses) if role is Role.KEY]
    by_reason = sorted(keys, key=lambda place: guesses[place][1] == FEW_VALUES)
    beyond = set(by_reason[MOST_KEYS:])
    left = Role.IGNORED, BEYOND
    return [left if place in beyond else sentence for place, sentence in enumerate(guesses)]


def _plainness(look: Look) -> tuple[bool, int]:
    """Order weights: one by its name comes before a guess; of several the plainest is the final."""
    return not look.says(WEIGHTS), len(look.name)


def _guessed(look: Look, taken: set[Role], spare: list[str]) -> Guess:
    role, why = (Role.IGNORED, SPARE) if look.name in spare else guess(look, taken)
    if role.single:
        taken.add(role)
    return role, why


def _looked_at(look: Look, guessed: Guess, uniques: int) -> ColumnProfile:
    column, (role, why) = look.column, guessed
    return ColumnProfile(
        name=look.name,
        kind=_kind(column.dtype),
        distinct=len(look.values),
        missing=column.null_count() / len(column) if len(column) else 0.0,
        uniques=int(uniques),
        role=role,
        why=why,
    )


def _kind(dtype: pl.DataType) -> Words:
    """Name a type, without what it is made of: enumerations list their categories."""
    if dtype.is_integer():
        return _KINDS["integer"]
    if dtype.is_numeric():
        return _KINDS["number"]
    if isinstance(dtype, pl.String | pl.Categorical | pl.Enum):
        return _KINDS["text"]
    name = str(dtype).lower().split("(")[0]
    return _KINDS.get(name, Words(name, fr=name))


LABELS = Words("labelled categories", fr="modalités libellées")
_KINDS = {
    "integer": Words("integer", fr="entier"),
    "number": Words("number", fr="nombre"),
    "text": Words("text", fr="texte"),
    "boolean": Words("boolean", fr="booléen"),
    "datetime": Words("datetime", fr="date et heure"),
    "time": Words("time", fr="heure"),
    "duration": Words("duration", fr="durée"),
    "list": Words("list", fr="liste"),
    "array": Words("array", fr="liste"),
    "struct": Words("struct", fr="structure"),
    "binary": Words("binary", fr="binaire"),
    "null": Words("null", fr="vide"),
}
