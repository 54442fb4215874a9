"""Hierarchies read from files: one row for each value, one column for each level."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

from discret.data.files import csv_dialect
from discret.data.files.given_files import given_bytes
from discret.data.hierarchies import arguments
from discret.data.hierarchies.forms import Top
from discret.data.hierarchies.sources import FLAT, PAIR, Source
from discret.data.hierarchies.tables import Table, squared
from discret.errors import FileError
from discret.words import Words, say

SEPARATORS = (";", "\t", ",")
HEADER = re.compile(r"(?P<word>level|niveau)?[ _-]?(?P<number>\d+)", re.IGNORECASE)


class Csv(Source):
    """A file with one row for each value; see `Hierarchy.from_csv`.

    Examples
    --------
    >>> Csv.of(path="age.csv", separator=";").to_dict()
    {'from': 'csv', 'path': 'age.csv', 'separator': ';'}
    """

    builder = "csv"
    advice = Words(
        "path names a text file; separator is one character",
        fr="path nomme un fichier texte ; separator est un seul caractère",
    )
    path: arguments.Path
    separator: arguments.Separator = None
    header: arguments.Header = None
    encoding: arguments.Encoding = None
    top: Top = None

    def rule(self, folder: Path | None = None) -> Table:
        """Read the file."""
        path = (folder or Path()) / self.path
        lines, rows = _cells(path, decoded(path, self.encoding), self.separator)
        named = bool(rows) and (is_header(rows[0]) if self.header is None else self.header)
        names = [cell.strip() for cell in rows[0]] if named else []
        frame, faults = squared(rows[named:], lines[named:])
        faults += [FLAT] if frame.width <= PAIR else []
        who = say("hierarchy from {file!r}", "hiérarchie d’après {file!r}", file=path.name)
        return Table.checked(who, frame, names=names, top=self.top, faults=faults)


def decoded(path: Path, encoding: str | None = None) -> str:
    """Read a text file: as UTF-8 (marked or not), else as Windows-1252, unless told.

    Examples
    --------
    >>> decoded(Path("nowhere.csv"))
    Traceback (most recent call last):
    ...
    discret.errors.FileError: hierarchy: 'nowhere.csv' cannot be read (No such file or dir...
    """
    content = given_bytes(
        path, who=say("hierarchy: {name!r}", "hiérarchie : {name!r}", name=path.name)
    )
    try:
        return csv_dialect.decoded(path.name, content, encoding or "")[0].decode()
    except (UnicodeDecodeError, LookupError):
        message = say(
            "hierarchy: {file!r} is not text in {encoding}",
            "hiérarchie : {file!r} n’est pas un texte en {encoding}",
            file=path.name,
            encoding=encoding,
        )
        raise FileError(
            message,
            hint=Words(
                "name its encoding, such as encoding='latin-1'",
                fr="nommer son encodage, tel que encoding='latin-1'",
            ),
        ) from None


def find_separator(text: str) -> str:
    r"""Choose the separator that parts the most of the first rows; at par, the semicolon.

    Examples
    --------
    >>> find_separator("25;[25, 50);*"), find_separator("Ain,ARA"), find_separator("a\tb")
    (';', ',', '\t')
    """
    head = text.splitlines()[:200]
    return max(
        SEPARATORS, key=lambda mark: sum(len(row) > 1 for row in csv.reader(head, delimiter=mark))
    )


def is_header(cells: Sequence[str]) -> bool:
    """Whether a first row surely names levels: "level 0", "level 1"... or 0, 1, 2...

    Two bare numbers are not enough: they may be a value and its label.

    Examples
    --------
    >>> is_header(["Level0", "Level1"]), is_header(["0", "1", "2"]), is_header(["0", "1"])
    (True, True, False)
    """
    found = [HEADER.fullmatch(cell.strip()) for cell in cells]
    counts = [match and int(match["number"]) for match in found]
    worded = all(match and match["word"] for match in found)
    return counts == list(range(len(cells))) and (worded or len(cells) > PAIR)


def _cells(path: Path, text: str, separator: str | None) -> tuple[list[int], list[list[str]]]:
    """Split a file in rows, blank lines left out, each with the number of its line."""
    try:
        mark = separator or find_separator(text)
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
        numbered = [(reader.line_num, row) for row in reader if any(map(str.strip, row))]
    except (csv.Error, TypeError, ValueError):  # a separator may be refused
        message = say(
            "hierarchy: {file!r} cannot be split in cells",
            "hiérarchie : {file!r} ne peut être découpé en cellules",
            file=path.name,
        )
        raise FileError(
            message,
            hint=Words(
                "see its separator and its quotes", fr="voir son séparateur et ses guillemets"
            ),
        ) from None
    return [line for line, _ in numbered], [row for _, row in numbered]
