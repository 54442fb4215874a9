"""The categories that a key may have, those that the release shows no more among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.codebook import Names
from discret.data.codes import places_in
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.history.lineage import relabelled
from discret.data.keytable import KeyTable, first_places
from discret.data.text import as_text, is_text
from discret.errors import HierarchyError
from discret.maths.arrays import Floats, Ints

Source = Literal["original", "given", "hierarchy", "shown"]
Scalar = bool | int | float | str


@dataclass(frozen=True)
class Shelf:
    """The categories of a column by their code: those shown come first, in their order.

    Parameters
    ----------
    values
        The categories.
    source
        Where those that are not shown come from.
    meaning
        What the release makes of each original value: columns value, label. ``None`` where that
        is not known.
    names
        The labels of codes, where the categories are some.
    """

    values: pl.Series
    source: Source = "shown"
    meaning: pl.DataFrame | None = None
    names: Names | None = field(default=None, repr=False)

    @property
    def gap(self) -> int:
        """The code of a value that was missing before any method."""
        return len(self.values)

    def labels(self, values: pl.Series) -> Ints:
        """Return the codes of what the release makes of original values, −1 where not known."""
        if self.meaning is None or not len(self.meaning):
            return np.full(len(values), -1, dtype=np.int64)
        code = {value: place for place, value in enumerate(self.values.to_list())}
        codes = [code.get(label, -1) for label in self.meaning["label"].to_list()]
        found = places(values, self.meaning["value"])
        return np.array([*codes, -1], dtype=np.int64)[found]

    def written(self, value: Scalar) -> int:
        """Return the code of a value that was written by hand, −1 where the shelf has none."""
        found = np.flatnonzero(is_written(self.values, told(value, self.names)))
        return int(found[0]) if len(found) else -1


def places(values: pl.Series, shelf: pl.Series) -> Ints:
    """Return the place of each value on a shelf, −1 where it is not there.

    Examples
    --------
    >>> places(pl.Series(["b", "c", None]), pl.Series(["a", "b"])).tolist()
    [1, -1, -1]
    """
    return places_in(_like(values, shelf), _plain(shelf))


def categories(keys: KeyTable, name: str) -> pl.Series:
    """Return the categories that a key table shows of a column, in the order of their codes.

    Examples
    --------
    >>> frame = pl.DataFrame({"age": ["old", None, "new", "old"]})
    >>> categories(Dataset.of(frame, key="age").keys, "age").to_list()
    ['new', 'old']
    """
    codes = keys.codes[:, keys.columns.index(name)]
    values = keys.values(name)
    if len(values) == codes.max(initial=-1) + 1:  # each has one
        return values
    known = np.flatnonzero(codes >= 0)
    first = first_places(codes[known], int(codes.max(initial=-1)) + 1)
    return keys.groups[name][known[first]]


def shelf_of(
    data: Dataset, keys: KeyTable, name: str, given: Sequence[Scalar], *, linked: bool
) -> Shelf:
    """Find the categories of a key, and what became of its original values.

    Parameters
    ----------
    data
        The release, with its original where it has one.
    keys
        A key table of the release that has this column.
    name
        The key.
    given
        Categories that are known to exist beside those of the file.
    linked
        Whether the records of the release can be followed back to the original.

    Notes
    -----
    The categories shown always count, and those given. Beside them stand what the release makes of
    the values of the original, by the recodings of the column; where these do not explain what is
    shown (values rounded, topped, merged some other way), what the records tell that kept both.
    Without an original, the values that the column's hierarchy lists stand in for it.
    """
    shown = categories(keys, name)
    before = data.original
    if before is not data and name in before.roles:
        meaning = _meaning(data, keys, name, shown, linked=linked)
        found = shown if meaning is None else _more(shown, _like(meaning["label"], shown))
        source: Source = "shown" if meaning is None else "original"
        return Shelf(_more(found, _values(given, shown)), source, meaning)
    if given:
        return Shelf(_more(shown, _values(given, shown)), "given")
    return _listed(shown, keys.around.hierarchies.get(name))


def _listed(shown: pl.Series, hierarchy: Hierarchy | None) -> Shelf:
    """Take the categories of a hierarchy that lists them, else those shown."""
    table = None if hierarchy is None else hierarchy.table
    if table is None:
        return Shelf(shown)
    others = table["0"].filter(~table["0"].is_in(as_text(shown).implode()))
    return Shelf(_more(shown, _values(others.to_list(), shown)), "hierarchy")


def _meaning(
    data: Dataset, keys: KeyTable, name: str, shown: pl.Series, *, linked: bool
) -> pl.DataFrame | None:
    """Return what the release makes of each original value, as far as it can be told."""
    before = data.original
    own = before.keys if name in before.keys.columns else before.keys_over([name])
    rule = _rule(data, categories(own, name), name, shown)
    fits = rule is not None and _explains(rule["label"], _held(own, name), _held(keys, name), shown)
    return rule if fits or not linked else _met(data, name)


def _rule(data: Dataset, values: pl.Series, name: str, shown: pl.Series) -> pl.DataFrame | None:
    """Return what the recodings of a column make of values; ``None`` where they do not apply."""
    steps, done = data.lineage.get(name, ()), data.original.lineage.get(name, ())
    ahead = steps[len(done) :] if steps[: len(done)] == done else ()
    try:
        labels = relabelled(values, ahead)["label"] if ahead else values
    except HierarchyError:  # recoded when nothing was left in it to recode
        return None
    return pl.DataFrame({"value": values, "label": _like(labels, shown)})


def _explains(labels: pl.Series, number: Floats, held: Floats, shown: pl.Series) -> bool:
    """Whether no category is shown by more records than the original can have given it."""
    given: dict[Any, float] = dict.fromkeys(_plain(shown).to_list(), 0.0)
    for label, many in zip(labels.to_list(), number.tolist(), strict=True):
        given[label] = given.get(label, 0.0) + many
    return all(n <= most for n, most in zip(held.tolist(), given.values(), strict=False))


def _held(keys: KeyTable, name: str) -> Floats:
    """Count the records that show each category."""
    codes = keys.codes[:, keys.columns.index(name)]
    return np.bincount(codes + 1, keys.count)[1:].astype(np.float64)


def _met(data: Dataset, name: str) -> pl.DataFrame | None:
    """Return what became of each original value, from the records that show both."""
    old = data.original.frame.select(LINK, nw.col(name).alias("value"))
    new = data.frame.select(LINK, nw.col(name).alias("label"))
    both = collected(old.join(new, on=LINK, how="inner").select("value", "label").unique())
    both = both.drop_nulls().sort("value")
    return both if both["value"].n_unique() == len(both) else None


def _more(shown: pl.Series, others: pl.Series) -> pl.Series:
    """Put other categories after those shown, each once."""
    held = set(_plain(shown).to_list())
    new = dict.fromkeys(item for item in _like(others, shown).to_list() if item not in held)
    new.pop(None, None)
    plain = _plain(shown)
    return plain.append(pl.Series(list(new), dtype=plain.dtype)) if new else plain


def _plain(values: pl.Series) -> pl.Series:
    """Write enumerations as text: two of them need not have the same list."""
    return values.cast(pl.String) if is_text(values.dtype) else values.clone()


def _like(values: pl.Series, shown: pl.Series) -> pl.Series:
    """Return values in the type of those shown, missing where they have no place in it."""
    plain, kind = _plain(values), _plain(shown.clear()).dtype
    if plain.dtype == kind:
        return plain
    if kind == pl.String:
        return as_text(plain)
    try:
        return plain.cast(kind, strict=False)
    except pl.exceptions.PolarsError:
        return pl.Series(values.name, [None] * len(values), dtype=kind)


def _values(given: Sequence[Scalar], shown: pl.Series) -> pl.Series:
    """Read values that were written by hand in the type of a column; others have no place."""
    texts = pl.Series([_text(flag) for flag in given], dtype=pl.String)
    if shown.dtype == pl.Boolean:
        return texts.filter(texts.is_in(["true", "false"])) == "true"
    return _like(texts, shown)


def is_written(values: pl.Series, value: Scalar) -> NDArray[np.bool_]:
    """Mark the values that are this one, written by hand: 39 is 39.0, a date is as in ISO 8601.

    Examples
    --------
    >>> is_written(pl.Series([39.0, None, 40.0]), 39).tolist()
    [True, False, False]
    """
    text = values.cast(pl.String) if is_text(values.dtype) else as_text(values)
    return (text == _text(value)).fill_null(value=False).to_numpy()


def told(value: Scalar, names: Names | None) -> Scalar:
    """Return a value that was written by hand as the column has it: a label in place of its code.

    Examples
    --------
    >>> told(2, Names.of(pl.Series([1, 2]), {1: "man", 2: "woman"}))
    'woman'
    """
    return value if names is None else names.told([_text(value)])[0]


def _text(value: Scalar) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    whole = isinstance(value, float) and value.is_integer()
    return str(int(value) if whole else value)
