"""Which values there can be, said without looking at the file: categories, or numbers in bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.text import as_text
from discret.data.written import held, known_as
from discret.errors import ColumnError, ParameterError, listed
from discret.maths.arrays import Floats, Ints
from discret.words import Words

Source = Literal["categories", "bounds", "hierarchy", "type"]


@dataclass(frozen=True)
class Domain:
    """The cells that a column may fall into, the last for what is missing or outside.

    Parameters
    ----------
    kind
        The type of the column.
    source
        Where it is said.
    values
        The categories, as text; none where it holds numbers in bounds.
    edges
        The ends of the classes of numbers.
    """

    kind: pl.DataType
    source: Source
    values: tuple[str, ...] = field(default=(), repr=False)
    edges: Floats = field(default_factory=lambda: np.zeros(0), repr=False)

    @property
    def size(self) -> int:
        """How many cells there are."""
        return (len(self.values) or len(self.edges) - 1) + 1

    def codes(self, column: pl.Series) -> Ints:
        """Return the cell of each value.

        Examples
        --------
        >>> sexes = Domain(pl.String(), "categories", ("f", "m"))
        >>> sexes.codes(pl.Series(["m", None, "?", "f"])).tolist()
        [1, 2, 2, 0]
        """
        if self.values:
            known = {value: at for at, value in enumerate(self.values)}
            found = as_text(column).replace_strict(known, default=None, return_dtype=pl.Int64)
            return found.fill_null(self.size - 1).to_numpy()
        numbers = column.cast(pl.Float64).to_numpy()
        there = np.isfinite(numbers)
        inside = np.clip(np.where(there, numbers, self.edges[0]), self.edges[0], self.edges[-1])
        place = np.searchsorted(self.edges, inside, side="right") - 1
        return np.where(there, np.minimum(place, self.size - 2), self.size - 1)

    def drawn(self, codes: Ints, rng: np.random.Generator) -> pl.Series:
        """Return values of cells: categories, or numbers drawn evenly in their class.

        Examples
        --------
        >>> ages = Domain(pl.Int64(), "bounds", edges=np.array([0.0, 10.0, 20.0]))
        >>> ages.drawn(np.array([1, 2]), np.random.default_rng(1)).is_between(10, 19).to_list()
        [True, None]
        """
        gone = codes == self.size - 1
        if self.values:
            cells = pl.concat([held(value, self.kind) for value in self.values])
            listed_by_type = self.kind in (pl.Enum, pl.Null)  # which may lack categories
            cells = cells if listed_by_type else cells.cast(self.kind)
            return cells.gather(pl.Series(codes).set(pl.Series(gone), None).cast(pl.UInt32))
        at = np.where(gone, 0, codes)
        numbers = self.edges[at] + rng.random(len(at)) * (self.edges[at + 1] - self.edges[at])
        plain = np.floor(numbers) if self.kind.is_integer() else numbers
        return pl.Series(plain).cast(self.kind).set(pl.Series(gone), None)


def kinds_of(
    data: Dataset, columns: Sequence[str], bounds: Mapping[str, tuple[float, float]]
) -> dict[str, pl.DataType]:
    """Return the types of columns, whatever they hold.

    Where they were found out from all cells, one person's would change them for everybody: there
    categories are texts, and numbers are whole where both of their bounds are.
    """
    kinds = dict(collected(data.frame.select(*columns).head(0)).schema)
    if data.origin.written is None:
        return kinds
    data.origin.written.check()
    for name in columns:
        if name in bounds:
            whole = all(end.is_integer() for end in bounds[name])
            kinds[name] = pl.Int64() if whole else pl.Float64()
        elif kinds[name] != pl.Boolean:
            kinds[name] = pl.String()
    return kinds


def of_categories(who: str, name: str, kind: pl.DataType, given: Sequence[str]) -> Domain:
    """Take the categories that are given; refuse those that the column cannot hold."""
    known = [known_as(value, kind) for value in given]
    if None in known or not known:
        raise ParameterError(who, [_KIND.filled(name=name)], hint=_SAME)
    return Domain(kind, "categories", tuple(dict.fromkeys(str(value) for value in known)))


def of_bounds(
    who: str, name: str, kind: pl.DataType, bounds: tuple[float, float], bins: int
) -> Domain:
    """Cut numbers between bounds into classes of one width; whole ones into whole classes.

    Examples
    --------
    >>> of_bounds("test", "age", pl.Int64(), (0, 2), 16).edges.tolist()
    [0.0, 1.0, 2.0, 3.0]
    """
    low, high = bounds
    if not _holds(kind, np.ceil(low), np.floor(high)):
        raise ParameterError(who, [_BEYOND.filled(name=name)], hint=_WITHIN)
    if kind.is_integer():
        low, high = float(np.ceil(low)), float(np.floor(high)) + 1
        bins = max(min(bins, int(high - low)), 1)
        edges = np.ceil(np.linspace(low, high, bins + 1))
    else:
        edges = np.linspace(low, high, bins + 1)
    return Domain(kind, "bounds", edges=edges)


def _holds(kind: pl.DataType, low: float, high: float) -> bool:
    """Whether a type of whole numbers has some within bounds, and both ends; others have all."""
    if not kind.is_integer():
        return True
    try:
        pl.Series([int(low), int(high)], dtype=kind)
    except (OverflowError, TypeError, pl.exceptions.PolarsError):
        return False
    return low <= high


def of_table(kind: pl.DataType, table: pl.DataFrame) -> Domain | None:
    """Take the values that a hierarchy lists, which were said before the file was seen."""
    known = [known_as(value, kind) for value in table.to_series(0).to_list()]
    values = tuple(dict.fromkeys(value for value in known if value is not None))
    return Domain(kind, "hierarchy", values) if values else None


def undeclared(who: str, names: Sequence[str]) -> ColumnError:
    """Return the error of columns whose values nobody said."""
    return ColumnError(_UNSAID.filled(who=who, names=listed(names)), hint=_SAY)


def check_named(who: str, given: Mapping[str, object], columns: Sequence[str]) -> None:
    """Refuse categories or bounds of columns that are not drawn."""
    if odd := [name for name in given if name not in columns]:
        raise ParameterError(who, [_OTHERS.filled(names=listed(odd))], hint=_NAME)


_UNSAID = Words(
    "{who}: nothing says which values {names} may have, and learning it from the file would tell of"
    " people",
    fr="{who} : rien ne dit quelles sont les valeurs possibles de {names}, et l’apprendre du"
    " fichier renseignerait sur des personnes",
)
_SAY = Words(
    "list them under categories, say the bounds of numbers, or give a hierarchy that lists them",
    fr="les énumérer sous categories, dire les bornes des nombres, ou donner une hiérarchie qui les"
    " énumère",
)
_KIND = Words(
    "categories: some are of a kind that {name!r} cannot hold, or there is none",
    fr="categories : certaines sont d’un genre que {name!r} ne peut contenir, ou il n’y en a pas",
)
_BEYOND = Words(
    "bounds: {name!r} cannot hold such whole numbers, or there is none between them",
    fr="bounds : {name!r} ne peut contenir ces nombres entiers, ou il n’y en a pas entre elles",
)
_WITHIN = Words(
    "give bounds that its type can hold", fr="donner des bornes que son type peut contenir"
)
_SAME = Words("write them as the column does", fr="les écrire comme la colonne")
_OTHERS = Words(
    "categories, bounds: {names} is not among the columns to draw",
    fr="categories, bounds : {names} ne fait pas partie des colonnes à tirer",
)
_NAME = Words("name it in columns too", fr="la nommer aussi dans columns")
