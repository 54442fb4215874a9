"""How a file is to be read, where it does not say so itself: declared once, for all who read."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from discret.arguments.declared import Declared
from discret.errors import FileError
from discret.words import Words

if TYPE_CHECKING:
    from discret.data.files.formats import Kind

SETTINGS: Mapping[str, tuple[str, ...]] = {
    "sheet": ("excel",),
    "header_row": ("csv", "excel"),
    "decimal": ("csv",),
    "encoding": ("csv",),
}  # the others are for files of any kind


def _sheet(given: Any) -> Any:
    if isinstance(given, bool) or not isinstance(given, str | int) or given in ("", 0):
        raise ValueError(_A_SHEET)
    return given


def _row(given: Any) -> Any:
    if isinstance(given, bool) or not isinstance(given, int) or given < 0:
        raise ValueError(_A_ROW)
    return given


def _dates(given: Any) -> Any:
    from discret.data.files.dates_in_text import (
        written,  # it brings polars, which options do not need
    )

    if not isinstance(given, str) or written(given) is None:
        raise ValueError(_A_FORMAT)
    return given


def _decimal(given: Any) -> Any:
    if given not in (".", ","):
        raise ValueError(_A_MARK)
    return given


def _encoding(given: Any) -> Any:
    try:
        "é".encode(given)
        codecs.lookup(given)
    except (LookupError, TypeError, ValueError):
        raise ValueError(_AN_ENCODING) from None
    return given


def _columns(given: Any) -> Any:
    names = tuple(given) if isinstance(given, list | tuple) else ()
    if not names or not all(isinstance(name, str) for name in names) or len({*names}) < len(names):
        raise ValueError(_NAMES)
    return names


class HowToRead(Declared):
    """How to read a file, where it does not say so itself; what is not said is found out.

    Examples
    --------
    >>> HowToRead(sheet="Patients", header_row=3).parameters()
    {'sheet': 'Patients', 'header_row': 3}
    >>> HowToRead(date_format="tomorrow")
    Traceback (most recent call last):
    discret.errors.ParameterError: data: 1 fault
      - date_format: day, month and year are needed, such as dd/mm/yyyy
    Hint: known are sheet, header_row, date_format, decimal, encoding, columns, numbers, categories.
    """

    name: ClassVar[str] = "data"

    sheet: Annotated[str | int | None, BeforeValidator(_sheet)] = Field(
        default=None,
        description=Words(
            "the sheet of an Excel file: its name, or its place from 1. By default, the first",
            fr="la feuille d’un fichier Excel : son nom, ou sa place à partir de 1. Par défaut, la"
            " première",
        ),
    )
    header_row: Annotated[int | None, BeforeValidator(_row)] = Field(
        default=None,
        description=Words(
            "the row with the names of columns, from 1; 0 if there is none. The columns are then"
            " called column_1, column_2 and so on; a file that seems to have no names is refused"
            " unless this is said",
            fr="la ligne des noms de colonnes, à partir de 1 ; 0 s’il n’y en a pas. Les colonnes"
            " s’appellent alors column_1, column_2 et ainsi de suite ; un fichier qui semble sans"
            " noms est refusé sauf si cela est dit",
        ),
    )
    date_format: Annotated[str | None, BeforeValidator(_dates)] = Field(
        default=None,
        description=Words(
            "how dates are written: dd/mm/yyyy, for example. Or mm/dd/yyyy, dd.mm.yy and the like,"
            " or as Python writes it (%d/%m/%Y); columns of text whose values are all written so"
            " are dates, and years of two digits are those from 1970 to 2069",
            fr="l’écriture des dates : dd/mm/yyyy, par exemple. Ou mm/dd/yyyy, dd.mm.yy et"
            " semblables, ou comme l’écrit Python (%d/%m/%Y) ; les colonnes de texte dont toutes"
            " les valeurs s’écrivent ainsi sont des dates, et les années à deux chiffres sont"
            " celles de 1970 à 2069",
        ),
    )
    decimal: Annotated[Literal[".", ","] | None, BeforeValidator(_decimal)] = Field(
        default=None,
        description=Words(
            "the decimal mark of a CSV file: a comma or a point",
            fr="le séparateur décimal d’un fichier CSV : une virgule ou un point",
        ),
    )
    encoding: Annotated[str | None, BeforeValidator(_encoding)] = Field(
        default=None,
        description=Words(
            "how letters are stored in a CSV file: utf-8, cp1252, latin-1, utf-16",
            fr="l’encodage d’un fichier CSV : utf-8, cp1252, latin-1, utf-16",
        ),
    )
    columns: Annotated[tuple[str, ...], BeforeValidator(_columns)] = Field(
        default=(),
        description=Words(
            "the columns to read; the others are left aside",
            fr="les colonnes à lire ; les autres sont laissées de côté",
        ),
    )

    numbers: Annotated[tuple[str, ...], BeforeValidator(_columns)] = Field(
        default=(),
        description=Words(
            "columns that hold numbers, although their values have labels. Unless told, codes are"
            " categories where at least four in five of the distinct values have a label",
            fr="les colonnes de nombres, bien que leurs valeurs aient des libellés. Sauf mention"
            " contraire,"
            " des codes sont des modalités si au moins quatre valeurs distinctes sur cinq ont un"
            " libellé",
        ),
    )
    categories: Annotated[tuple[str, ...], BeforeValidator(_columns)] = Field(
        default=(),
        description=Words(
            "columns whose numbers are codes of categories, although these have no labels",
            fr="les colonnes dont les nombres sont des codes de modalités, bien que sans libellés",
        ),
    )

    @model_validator(mode="after")
    def _one_or_the_other(self) -> Self:
        if {*self.numbers} & {*self.categories}:
            raise ValueError(_BOTH)
        return self

    def over(self, other: HowToRead) -> Self:
        """Return what is said here, and where nothing is, what the other says.

        Examples
        --------
        >>> HowToRead(sheet=2).over(HowToRead(sheet=1, decimal=",")).parameters()
        {'sheet': 2, 'decimal': ','}
        """
        return type(self)(**{**other.parameters(), **self.parameters()})

    def fitting(self, kind: Kind) -> Self:
        """Return what applies to files of a kind.

        Examples
        --------
        >>> HowToRead(sheet=2, columns=["age"]).fitting("csv").parameters()
        {'columns': ['age']}
        """
        return type(self)(**{n: v for n, v in self.parameters().items() if _applies(n, kind)})

    def check(self, who: str, kind: Kind) -> None:
        """Refuse what does not apply to files of a kind."""
        odd = [name for name in self.parameters() if not _applies(name, kind)]
        if odd:
            fault = _FOREIGN.filled(who=who, names=", ".join(odd), kind=kind)
            raise FileError(fault, hint=_LEAVE_OUT)


def _applies(name: str, kind: Kind) -> bool:
    return kind in SETTINGS.get(name, (kind,))


_FOREIGN = Words(
    "{who}: {names} cannot be said of a file in {kind}",
    fr="{who} : {names} ne peut se dire d’un fichier {kind}",
)
_LEAVE_OUT = Words(
    "leave it out: sheet is for Excel, decimal and encoding for CSV, header_row for both",
    fr="l’omettre : sheet est pour Excel, decimal et encoding pour CSV, header_row pour les deux",
)
_A_SHEET = Words(
    "the name of a sheet is needed, or its place from 1",
    fr="il faut le nom d’une feuille, ou son rang à partir de 1",
)
_A_ROW = Words(
    "a whole number is needed: the row with the names, from 1, or 0 if there is none",
    fr="il faut un nombre entier : la ligne des noms, à partir de 1, ou 0 s’il n’y en a pas",
)
_A_FORMAT = Words(
    "day, month and year are needed, such as dd/mm/yyyy",
    fr="il faut un jour, un mois et une année, comme dd/mm/yyyy",
)
_A_MARK = Words('"," or "." is needed', fr="il faut « , » ou « . »")
_AN_ENCODING = Words(
    "the name of an encoding is needed: utf-8, cp1252, latin-1, utf-16",
    fr="il faut le nom d’un encodage : utf-8, cp1252, latin-1, utf-16",
)
_BOTH = Words(
    "a column is of numbers or of categories, not both",
    fr="une colonne est de nombres ou de modalités, pas des deux",
)
_NAMES = Words(
    "a list of names of columns is needed, each once",
    fr="il faut une liste de noms de colonnes, chacun une fois",
)
