"""Value labels of SAS: they stand in a catalogue (.sas7bcat) beside the file that uses them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from discret.data.files.given_files import border, check_readable
from discret.errors import FileError, listed
from discret.words import Words, say

SUFFIX, USUAL = ".sas7bcat", "formats"  # what SAS itself calls a catalogue of formats
Catalogue = Mapping[str, Mapping[Any, str]]
# Formats that SAS brings: how to write a number, a text, a date; they name no category.
_OWN = re.compile(
    r"\$?(BEST|D|E|F|Z|COMMA|DOLLAR|EURO|YEN|NUMX|NL\w+|PERCENT|PVALUE|FRACT|NEGPAREN|ROMAN|SSN"
    r"|HEX|BINARY|OCTAL|BITS|S370\w+|IB|PIB|PD|PK|RB|ZD|FLOAT|IEEE|VAXRB|WORD\w+|SIZEK\w*"
    r"|CHAR|ASCII|EBCDIC|QUOTE|UPCASE|REVER[JS]|VARYING|MSGCASE|BASE64X|UUID|UCS2\w*|UTF\w*"
    r"|DATE|DATEAMPM|DATETIME|DT\w+|TIME|TIMEAMPM|TOD|HOUR|HHMM|MMSS|DAY|DDMMYY\w?|MMDDYY\w?"
    r"|YYMMDD\w?|MMYY\w?|YYMM\w?|MONNAME|MONTH|MONYY|YEAR|YYMON|YYQ\w*|YYWEEK\w|QTRR?|JULDAY"
    r"|JULIAN|JDATE\w*|NENGO|MINGUO|HEBDATE|HDATE|WEEK\w*|DOWNAME|PDJUL\w|[BE]8601\w\w|IS8601\w\w"
    r"|N8601\w*|X?COMMAX|DOLLARX|BESTX)?[\d.]*",
    re.IGNORECASE,
)


def catalogued(
    library: Any, path: Path, formats: Mapping[str, str]
) -> tuple[dict[str, Mapping[Any, str]], tuple[Words, ...]]:
    """Return the value labels of the columns of a SAS file, and what is to be told of them.

    Parameters
    ----------
    library
        What reads such files, pyreadstat.
    path
        The data. A catalogue of the same name, or called ``formats.sas7bcat``, lies beside it, or
        none does.
    formats
        The format of each column that has one.

    Notes
    -----
    A label of a range of values is not one: it is read for the first value alone, and columns of
    which fewer than four values in five have a label stay numbers.
    """
    asked = {name: form for name, form in formats.items() if form and not _OWN.fullmatch(form)}
    if not asked:
        return {}, ()
    beside = _beside(path)
    if beside is None:
        return {}, (_absent(path, [*asked]),)
    try:
        catalogue = _read(library, beside)
    except FileError:
        return {}, (_unread(beside, [*asked]),)
    found = {name: _of(catalogue, form) for name, form in asked.items()}
    lacking = [name for name, labels in found.items() if not labels]
    told = [_taken(beside), *([_lacking(beside, lacking)] if lacking else [])]
    return {name: labels for name, labels in found.items() if labels}, tuple(told)


def _beside(path: Path) -> Path | None:
    """Find the catalogue of a file; names of SAS do not tell capitals apart."""
    there = {file.name.lower(): file for file in sorted(path.absolute().parent.iterdir())}
    names = (f"{path.stem.lower()}{SUFFIX}", f"{USUAL}{SUFFIX}")
    return next((there[name] for name in names if name in there), None)


def _read(library: Any, path: Path) -> Catalogue:
    check_readable(path)
    with border(str(path.name), hint=""):
        _, meta = library.read_sas7bcat(path, output_format="dict")
    return {name.upper(): labels for name, labels in meta.value_labels.items()}


def _of(catalogue: Catalogue, form: str) -> Mapping[Any, str]:
    """Return the labels of a format; its name may carry a width: ``SEXF8.``."""
    name = form.upper().rstrip(".")
    return catalogue.get(name) or catalogue.get(name.rstrip("0123456789"), {})


def _taken(beside: Path) -> Words:
    return say(
        "Labels of values were read from {name} beside it.",
        "Les libellés des valeurs ont été lus dans {name}, à côté.",
        name=repr(beside.name),
    )


def _absent(path: Path, columns: Sequence[str]) -> Words:
    return say(
        "Labels of values are kept by SAS in a catalogue, which is not beside the file: the codes"
        " stay in {columns}. Put it there as {own} or {usual}.",
        "SAS garde les libellés des valeurs dans un catalogue, qui n’est pas à côté du fichier :"
        " les codes restent dans {columns}. L’y mettre sous le nom {own} ou {usual}.",
        columns=listed(columns), own=f"{path.stem}{SUFFIX}", usual=f"{USUAL}{SUFFIX}",
    )  # fmt: skip


def _unread(beside: Path, columns: Sequence[str]) -> Words:
    return say(
        "{name} beside it cannot be read as a catalogue of SAS: the codes stay in {columns}.",
        "{name}, à côté, ne peut être lu comme un catalogue SAS : les codes restent dans"
        " {columns}.",
        name=repr(beside.name), columns=listed(columns),
    )  # fmt: skip


def _lacking(beside: Path, columns: Sequence[str]) -> Words:
    return say(
        "{name} has no labels for {columns}: the codes stay there.",
        "{name} n’a pas de libellés pour {columns} : les codes y restent.",
        name=repr(beside.name), columns=listed(columns),
    )  # fmt: skip
