"""Labels of columns and of values, and the files of Stata, SPSS and SAS that carry them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl
import polars.selectors as cs

from discret.errors import ColumnError, ExtraError, listed

Value = str | int | float

EXACT = 2**53  # beyond it, a double no longer holds every integer
_LONG = 2_000_000_000  # Stata keeps the last of the 32 bit integers for missing values
_STATA_LABEL = 80
_READERS = {
    ".dta": "read_dta",
    ".sav": "read_sav",
    ".zsav": "read_sav",
    ".por": "read_por",
    ".xpt": "read_xport",
    ".sas7bdat": "read_sas7bdat",
}
_NAMES = {
    ".dta": r"[^\W\d]\w{0,31}",
    ".sav": r"[^\W\d_][\w.$#@]{0,63}",
    ".zsav": r"[^\W\d_][\w.$#@]{0,63}",
    ".xpt": r"[A-Za-z_][A-Za-z0-9_]{0,31}",
}


@dataclass(frozen=True)
class Labels:
    """What columns and values mean, in words.

    Parameters
    ----------
    columns
        The label of each column that has one.
    values
        For each column that has some, the label of each value.

    Examples
    --------
    >>> labels = Labels({"sex": "Sex of the person"}, {"sex": {1: "man", 2: "woman"}})
    >>> labels.values["sex"][2]
    'woman'
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[Value, str]] = field(default_factory=dict, repr=False)

    def restricted(self, columns: Iterable[str]) -> Labels:
        """Return the labels of these columns alone.

        Examples
        --------
        >>> Labels({"age": "Age in years", "sex": "Sex"}).restricted(["age"])
        Labels(columns={'age': 'Age in years'})
        """
        kept = set(columns)
        return Labels(_only(self.columns, kept), _only(self.values, kept))

    def without_values(self, columns: Iterable[str]) -> Labels:
        """Return the labels without the value labels of these columns, which were recoded.

        Examples
        --------
        >>> Labels({"sex": "Sex"}, {"sex": {1: "man"}}).without_values(["sex"]).values
        {}
        """
        return Labels(self.columns, _only(self.values, set(self.values) - set(columns)))


def read_labelled(path: Path, suffix: str) -> tuple[pl.DataFrame, Labels]:
    """Read a file of Stata (.dta), SPSS (.sav, .zsav, .por) or SAS (.sas7bdat, .xpt).

    Values declared missing by the user of SPSS and empty texts are null. Numbers that are all
    whole are integers, as in a CSV file: most of these formats know doubles only.
    """
    reader = getattr(_pyreadstat("reading Stata, SPSS and SAS files"), _READERS[suffix])
    frame, meta = reader(path, output_format="polars")
    columns = {name: label for name, label in meta.column_names_to_labels.items() if label}
    values = {name: _whole_keys(of) for name, of in meta.variable_value_labels.items() if of}
    return _tidied(frame, meta.readstat_variable_types), Labels(columns, values)


def write_labelled(frame: pl.DataFrame, path: Path, suffix: str, labels: Labels) -> None:
    """Write a file of Stata (.dta), SPSS (.sav, .zsav) or SAS (.xpt), with its labels.

    SAS keeps value labels in another file, which is not written: .xpt has column labels only.
    Stata cuts column labels after 80 characters, and labels values of integer columns only.
    """
    library = _pyreadstat("writing Stata, SPSS and SAS files")
    _check_names(frame.columns, suffix)
    frame, labels = _narrowed(frame), labels.restricted(frame.columns)
    texts = dict(labels.columns)
    values = {name: _usable(of, frame[name].dtype, suffix) for name, of in labels.values.items()}
    if suffix == ".xpt":
        library.write_xport(frame, path, column_labels=texts)
    elif suffix == ".dta":
        texts = {name: label[:_STATA_LABEL] for name, label in texts.items()}
        library.write_dta(frame, path, column_labels=texts, variable_value_labels=values)
    else:
        compress = suffix == ".zsav"
        library.write_sav(
            frame, path, column_labels=texts, variable_value_labels=values, compress=compress
        )


def _pyreadstat(what: str) -> Any:
    try:
        import pyreadstat
    except ImportError:
        raise ExtraError(what, "formats") from None
    return pyreadstat


def _only[T](mapping: Mapping[str, T], names: set[str]) -> dict[str, T]:
    return {name: value for name, value in mapping.items() if name in names}


def _whole_keys(labels: Mapping[Value, str]) -> dict[Value, str]:
    return {
        int(key) if isinstance(key, float) and key.is_integer() else key: label
        for key, label in labels.items()
    }


def _tidied(frame: pl.DataFrame, types: Mapping[str, str]) -> pl.DataFrame:
    for name, dtype in frame.schema.items():
        if dtype == pl.Null:
            known = pl.String if types.get(name) == "string" else pl.Float64
            frame = frame.with_columns(pl.col(name).cast(known))
    text, number = cs.string(), cs.float().fill_nan(None)
    frame = frame.with_columns(pl.when(text != "").then(text), number)
    return frame.with_columns(pl.col(_whole(frame)).cast(pl.Int64))


def _whole(frame: pl.DataFrame) -> list[str]:
    """Return the columns of doubles that hold integers only."""
    number = cs.float()
    tests = ((number == number.round()) & (number.abs() <= EXACT)).all() & (number.count() > 0)
    return [name for name, whole in frame.select(tests).row(0, named=True).items() if whole]


def _narrowed(frame: pl.DataFrame) -> pl.DataFrame:
    """Give integers the 32 bits that these formats have, where they fit: else they are doubles."""
    fits = (cs.integer().abs() < _LONG).all()
    narrow = [name for name, fit in frame.select(fits).row(0, named=True).items() if fit]
    return frame.with_columns(pl.col(narrow).cast(pl.Int32))


def _usable(labels: Mapping[Value, str], dtype: pl.DataType, suffix: str) -> dict[Value, str]:
    """Return the labels of values that the column can have, in the types that the format takes."""
    if dtype.is_integer() or dtype == pl.Boolean:
        kinds: tuple[type, ...] = (int,)
    elif suffix == ".dta":
        kinds = ()
    else:
        kinds = (int, float) if dtype.is_float() else (str,)
    return {key: label for key, label in labels.items() if isinstance(key, kinds)}


def _check_names(names: Iterable[str], suffix: str) -> None:
    wrong = [name for name in names if not re.fullmatch(_NAMES[suffix], name)]
    if wrong:
        raise ColumnError(
            f"{suffix} files: names must be letters, digits and underscores, start with a letter"
            f" and be short, which these are not: {listed(wrong)}",
            hint="rename them, or write .parquet or .csv",
        )
