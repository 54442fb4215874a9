"""The numbers of a release beside those of its original, record by record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.data.entering.settled import check_rows
from discret.data.keytable import LARGEST
from discret.data.refusals import no_records, without_numbers
from discret.data.roles import ATTRIBUTES
from discret.errors import ColumnError, InputError
from discret.maths.arrays import Floats, Ints
from discret.words import Words, say


@dataclass(frozen=True)
class Pairs:
    """Numeric columns of a release and of its original.

    Parameters
    ----------
    columns
        The columns.
    released, original
        Records × columns, NaN where a number is missing.
    place
        For each record of the release, the place of the one it was made from in `original`.
    rows
        The numbers of the records of the release, by which they are followed.

    Examples
    --------
    >>> data = Dataset.of(pl.DataFrame({"age": [30, 40], "sex": ["f", "m"]}), key=["age", "sex"])
    >>> pairs = Pairs.of("test", data)
    >>> pairs.columns, pairs.released.tolist(), pairs.unchanged
    (('age',), [[30.0], [40.0]], True)
    """

    columns: tuple[str, ...]
    released: Floats = field(repr=False)
    original: Floats = field(repr=False)
    place: Ints = field(repr=False)
    rows: pl.Series = field(repr=False)

    @classmethod
    def of(cls, who: str, data: Dataset, columns: Sequence[str] | None = None) -> Pairs:
        """Collect some columns, by default keys, numbers and sensitive ones that hold numbers."""
        names = _numeric(who, data) if columns is None else tuple(columns)
        for table in (data, data.original):
            table.check_numeric(who, names)
        released = rows_of(who, data, names)
        original = released if data.original is data else rows_of(who, data.original, names)
        place = places_of(who, released[LINK], original[LINK])
        return cls(names, _numbers(who, released), _numbers(who, original), place, released[LINK])

    @property
    def unchanged(self) -> bool:
        """Whether the release has the very numbers of the original."""
        return np.array_equal(self.released, self.original[self.place], equal_nan=True)


def numeric_columns(data: Dataset) -> tuple[str, ...]:
    """Return what people are told by that holds numbers, in the release and in its original."""
    tables = (data, data.original)
    return tuple(
        name
        for name in data.columns(*ATTRIBUTES)
        if all(name in table.roles and table.kind(name).is_numeric() for table in tables)
    )


def _numeric(who: str, data: Dataset) -> tuple[str, ...]:
    found = numeric_columns(data)
    if not found:
        raise InputError(
            say(
                "{who}: no key, number or sensitive column holds numbers, before and after",
                "{who} : aucune colonne key, number ou sensitive ne contient de nombres, avant et"
                " après",
                who=who,
            ),
            hint=Words(
                "name the columns with columns=[...], or declare them number=...",
                fr="nommer les colonnes avec columns=[...], ou les déclarer number=...",
            ),
        )
    return found


def rows_of(who: str, data: Dataset, columns: Sequence[str]) -> pl.DataFrame:
    """Return columns of all records with their numbers, in the order of these."""
    if len(data) == 0:
        raise no_records()
    if not data.numbered:
        raise without_numbers(who)
    table = collected(data.frame.select(LINK, *columns))
    if not data.trail.copies:
        check_rows(who, table[LINK])
    return table.sort(LINK, *(columns if data.trail.copies else ()))


def places_of(who: str, released: pl.Series, original: pl.Series) -> Ints:
    """Return where in the original the records of a release are, by their numbers."""
    if released.dtype == original.dtype and released.equals(original):  # nobody is gone
        return np.arange(len(original))
    if released.dtype != original.dtype:
        released, original = released.cast(pl.String), original.cast(pl.String)
    known = original.to_frame().with_row_index("__at__")
    found = released.to_frame().join(known, on=LINK, how="left", maintain_order="left")["__at__"]
    if found.null_count():
        raise ColumnError(
            say(
                "{who}: {null_count} of {found} records {null_count:has|have} no original",
                "{who} : {null_count} {null_count:enregistrement|enregistrements} sur {found}"
                " {null_count:n’a|n’ont} pas d’original",
                who=who,
                null_count=found.null_count(),
                found=len(found),
            ),
            hint=Words(
                "declare a column that numbers the records alike in both files, with row=...",
                fr="déclarer une colonne qui numérote de même les enregistrements des"
                " deux fichiers, avec row=...",
            ),
        )
    return found.cast(pl.Int64).to_numpy()


def _numbers(who: str, table: pl.DataFrame) -> Floats:
    numbers = table.drop(LINK).cast(pl.Float64).to_numpy()
    endless = int((np.abs(numbers) > LARGEST).sum())
    if endless:
        raise InputError(
            say(
                "{who}: numbers must be finite, {endless} {endless:is|are} infinite or too large",
                "{who} : les nombres doivent être finis, {endless}"
                " {endless:est infini ou trop grand|sont infinis ou trop grands}",
                who=who,
                endless=endless,
            ),
            hint=Words(
                "correct them, or leave the column out with columns=[...]",
                fr="les corriger, ou retirer la colonne avec columns=[...]",
            ),
        )
    return np.asarray(numbers, dtype=np.float64)
