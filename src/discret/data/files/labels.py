"""Labels of columns and values, and the files of Stata, SPSS and SAS that carry them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import polars as pl
import polars.selectors as cs

from discret.data.files.sas_catalogues import catalogued
from discret.errors import ColumnError, ExtraError, ParameterError, listed
from discret.words import Words, say

Value = str | int | float
T = TypeVar("T")

_EXACT = 2**53  # beyond it, a double no longer holds every integer
_LARGEST = 7e75  # of .xpt, the narrowest of the formats whose numbers are all doubles
_LONG = 2_000_000_000  # Stata keeps the last of the 32 bit integers for missing values
_STATA_LABEL = 80
_SPSS_LABEL = 120  # bytes
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
    numbers, categories
        Columns that whoever reads them says to be the one or the other, labels or none.

    Examples
    --------
    >>> labels = Labels({"sex": "Sex of the person"}, {"sex": {1: "man", 2: "woman"}})
    >>> labels.values["sex"][2]
    'woman'
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[Value, str]] = field(default_factory=dict, repr=False)
    numbers: tuple[str, ...] = field(default=(), repr=False)
    categories: tuple[str, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, values: Mapping[str, Mapping[Value, str]]) -> Labels:
        """Take the labels of values as they are handed over, for each column.

        Examples
        --------
        >>> Labels.of({"sex": ["man", "woman"]})
        Traceback (most recent call last):
        ...
        discret.errors.ParameterError: labels: 1 fault
          - for each column, a label for each value is needed
        Hint: such as {'sex': {1: 'man', 2: 'woman'}}.
        """
        fine = isinstance(values, Mapping) and all(_are_labels(value) for value in values.values())
        if not fine:
            raise ParameterError("labels", [_NEEDED], hint=_SUCH_AS)
        return cls(values=values)

    def restricted(self, columns: Iterable[str]) -> Labels:
        """Return the labels of these columns alone.

        Examples
        --------
        >>> Labels({"age": "Age in years", "sex": "Sex"}).restricted(["age"])
        Labels(columns={'age': 'Age in years'})
        """
        kept = set(columns)
        return replace(self, columns=_only(self.columns, kept), values=_only(self.values, kept))

    def present(self, frame: pl.DataFrame) -> Labels:
        """Return the labels of values that a table has: others would name what is gone.

        Examples
        --------
        >>> labels = Labels(values={"sex": {1: "man", 2: "woman"}})
        >>> labels.present(pl.DataFrame({"sex": [2]})).values
        {'sex': {2: 'woman'}}
        """
        held = {name: set(frame[name].unique().to_list()) for name in self.values if name in frame}
        values = {
            name: {value: label for value, label in self.values[name].items() if value in found}
            for name, found in held.items()
        }
        return replace(self, values={name: some for name, some in values.items() if some})

    def without_values(self, columns: Iterable[str]) -> Labels:
        """Return the labels without the value labels of these columns, which were recoded.

        Examples
        --------
        >>> Labels({"sex": "Sex"}, {"sex": {1: "man"}}).without_values(["sex"]).values
        {}
        """
        return replace(self, values=_only(self.values, set(self.values) - set(columns)))


def read_labelled(path: Path, suffix: str) -> tuple[pl.DataFrame, Labels, tuple[Words, ...]]:
    """Read a file of Stata (.dta), SPSS (.sav, .zsav, .por) or SAS (.sas7bdat, .xpt).

    Values declared missing by the user of SPSS and empty texts are null. Numbers that are all
    whole are integers, as in a CSV file: most of these formats know doubles only. SAS keeps the
    labels of values in a catalogue, which is looked for beside the file; what came of that is told.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "small.sav"
    >>> write_labelled(pl.DataFrame({"sex": [1]}), path, ".sav", Labels({"sex": "Sex"}))
    >>> frame, labels, _ = read_labelled(path, ".sav")
    >>> frame.rows(), labels
    ([(1,)], Labels(columns={'sex': 'Sex'}))
    """
    library = optional(
        "pyreadstat",
        Words("reading Stata, SPSS and SAS files", fr="lire des fichiers Stata, SPSS et SAS"),
    )
    reader = getattr(library, _READERS[suffix])
    frame, meta = reader(path, output_format="polars")
    columns = {name: label for name, label in meta.column_names_to_labels.items() if label}
    found: Mapping[str, Mapping[Value, str]] = meta.variable_value_labels
    told: tuple[Words, ...] = ()
    if suffix == ".sas7bdat":
        found, told = catalogued(library, path, meta.variable_to_label)
    values = {name: _whole_keys(of) for name, of in found.items() if of}
    return _tidied(frame, meta.readstat_variable_types), Labels(columns, values), told


def write_labelled(frame: pl.DataFrame, path: Path, suffix: str, labels: Labels) -> None:
    """Write a file of Stata (.dta), SPSS (.sav, .zsav) or SAS (.xpt), with its labels.

    SAS keeps value labels in another file, which is not written: .xpt has column labels only.
    Stata cuts column labels after 80 characters, labels values of integer columns only, and has
    moments to the millisecond.
    An example is with `read_labelled`.
    """
    library = optional(
        "pyreadstat",
        Words("writing Stata, SPSS and SAS files", fr="écrire des fichiers Stata, SPSS et SAS"),
    )
    _check_legal(frame.columns, suffix)
    check_doubles(say("{suffix} files", "fichiers {suffix}", suffix=suffix), frame)
    frame, labels = _narrowed(frame, suffix), labels.restricted(frame.columns)
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


def holds_labels(kind: str, codes: pl.Series) -> bool:
    """Whether a file of a kind can say what these codes mean: Stata, of integers only.

    Examples
    --------
    >>> [holds_labels(kind, pl.Series(["m", "f"])) for kind in ("spss", "stata", "csv")]
    [True, False, False]
    """
    if kind != "stata":
        return kind == "spss"
    return codes.dtype.is_integer() and bool(codes.is_between(-_LONG, _LONG).all())


def check_doubles(who: str, frame: pl.DataFrame, largest: float = _LARGEST) -> None:
    """Refuse numbers that a format with doubles only would change without a word.

    `largest` is the largest number with decimals that its readers take.

    Examples
    --------
    >>> check_doubles("small.sav", pl.DataFrame({"number": [2**60]}))
    Traceback (most recent call last):
    discret.errors.ColumnError: small.sav: numbers are too large in 'number'. Hint: ...
    """
    whole = cs.integer()
    tests = (whole > _EXACT) | (whole < -_EXACT), cs.float().abs() > largest
    beyond = _true(frame.select(test.any() for test in tests))
    if beyond:
        message = say(
            "{who}: numbers are too large in {beyond}",
            "{who} : les nombres sont trop grands dans {beyond}",
            who=who,
            beyond=listed(beyond),
        )
        raise ColumnError(
            message, hint=Words("write .parquet or .csv", fr="écrire en .parquet ou en .csv")
        )


def optional(library: str, what: str) -> Any:
    """Import a library of the extra `formats`, or say that it is needed for `what`.

    Examples
    --------
    >>> optional("no_such_library", "reading tablets")
    Traceback (most recent call last):
    discret.errors.ExtraError: reading tablets needs an optional library. Hint: pip install ...
    """
    try:
        return import_module(library)
    except ImportError:
        raise ExtraError(what, "formats") from None


def _are_labels(given: object) -> bool:
    return isinstance(given, Mapping) and all(isinstance(item, str) for item in given.values())


def _only(mapping: Mapping[str, T], names: set[str]) -> dict[str, T]:
    return {name: value for name, value in mapping.items() if name in names}


_SUCH_AS = Words(
    "such as {'sex': {1: 'man', 2: 'woman'}}", fr="tel que {'sex': {1: 'homme', 2: 'femme'}}"
)
_NEEDED = Words(
    "for each column, a label for each value is needed",
    fr="il faut, pour chaque colonne, un libellé pour chaque valeur",
)


def _true(answers: pl.DataFrame) -> list[str]:
    return [answer.name for answer in answers if answer.item()]


def _whole_keys(labels: Mapping[Value, str]) -> dict[Value, str]:
    return {
        int(key) if isinstance(key, float) and key.is_integer() else key: label
        for key, label in labels.items()
    }


def _tidied(frame: pl.DataFrame, types: Mapping[str, str]) -> pl.DataFrame:
    blank = (each for each in frame if each.dtype == pl.Null)
    kinds = {True: pl.String, False: pl.Float64}
    frame = frame.with_columns(each.cast(kinds[types[each.name] == "string"]) for each in blank)
    text, number = cs.string(), cs.float().fill_nan(None)
    frame = frame.with_columns(pl.when(text != "").then(text), number)
    return frame.with_columns(frame[name].cast(pl.Int64) for name in _whole(frame))


def _whole(frame: pl.DataFrame) -> list[str]:
    """Return the columns of doubles that hold integers only."""
    number = cs.float()
    tests = ((number == number.round()) & (number.abs() <= _EXACT)).all() & (number.count() > 0)
    return _true(frame.select(tests))


def _narrowed(frame: pl.DataFrame, suffix: str) -> pl.DataFrame:
    """Give integers the 32 bits that these formats have, where they fit: else they are doubles.

    Moments are whole milliseconds in Stata: of anything finer, each reader makes something else.
    """
    if suffix == ".dta":
        frame = frame.with_columns(cs.datetime().dt.truncate("1ms"))
    fits = frame.select(cs.integer().is_between(-_LONG, _LONG).all())
    return frame.with_columns(frame[name].cast(pl.Int32) for name in _true(fits))


def _usable(labels: Mapping[Value, str], dtype: pl.DataType, suffix: str) -> dict[Value, str]:
    """Return the labels of values that the column can have, in the types that the format takes."""
    kinds: tuple[type, ...] = (int,) if dtype.is_integer() else ()
    if suffix != ".dta":
        kinds += (int, float) if dtype.is_float() else (str,) if dtype == pl.String else ()
    most = None if suffix == ".dta" else _SPSS_LABEL
    return {key: _short(label, most) for key, label in labels.items() if type(key) in kinds}


def _short(label: str, most: int | None) -> str:
    """Cut a label after so many bytes, never within a letter."""
    return label.encode()[:most].decode(errors="ignore")


def _check_legal(names: Iterable[str], suffix: str) -> None:
    wrong = [name for name in names if not re.fullmatch(_NAMES[suffix], name)]
    if wrong:
        raise ColumnError(
            say(
                "{suffix} files: names must be letters, digits and underscores, start"
                " with a letter and be short, which these are not: {wrong}",
                "fichiers {suffix} : les noms doivent être faits de lettres, de chiffres"
                " et de soulignés, commencer par une lettre et être courts, ceux-ci ne"
                " le sont pas : {wrong}",
                suffix=suffix,
                wrong=listed(wrong),
            ),
            hint=Words(
                "rename them, or write .parquet or .csv",
                fr="les renommer, ou écrire en .parquet ou en .csv",
            ),
        )
