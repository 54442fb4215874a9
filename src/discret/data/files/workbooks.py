"""Workbooks before they are read: a few bytes can ask the reader for half a terabyte."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from discret.data.files.limits import BLOCK, GIGABYTE, check_size
from discret.errors import FileError
from discret.words import Words

CELL = 32  # bytes that readers keep for each cell of the rectangle around all of them
_ROWS, _COLUMNS = 1_048_576, 16_384  # of a sheet, says Excel
_TAIL = 4096  # of a block, looked at again with the next one: a tag may be cut
_PLACES = re.compile(rb"<(?:\w+:)?(?:c|row)\s(?:[^<>]*?\s)?r\s*=\s*[\"']([^\"'<>]*)")
_PLACE = re.compile(rb"([A-Za-z]{0,3})([0-9]{0,7})")
_DIGITS, _LETTERS = b"0123456789", b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_TRIAL_GIGABYTES, _TRIAL_SECONDS = 4, 120
_TRIAL = """
import sys
try:
    import resource
    most = int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
except ImportError:
    pass
import fastexcel
book = fastexcel.read_excel(sys.argv[1])
for name in book.sheet_names:
    book.load_sheet(name, header_row=None, n_rows=1, dtypes="string")
"""


def check_workbook(path: Path) -> None:
    """Refuse a workbook that unfolds too far, or whose cells stand where no sheet has any.

    A reader keeps the whole rectangle around the cells of a sheet, filled or not. In .xlsx that
    rectangle is known from the places of the cells; other workbooks are tried in a process of
    their own, with little memory, before they are read.
    """
    if not zipfile.is_zipfile(path):
        _check_tried(path)
        return
    with zipfile.ZipFile(path) as book:
        if "xl/workbook.xml" in book.namelist():
            _check_sheets(path, book)
            return
    _check_tried(path)


@dataclass
class _Rectangle:
    """The lowest row and the last column that a sheet uses."""

    rows: int = 0
    columns: int = 0

    def stretch(self, places: set[bytes], who: str) -> None:
        for place in places:
            found = _PLACE.fullmatch(place)
            column = _column(found[1]) if found else _COLUMNS + 1
            row = int(found[2] or 0) if found else 0
            if column > _COLUMNS or row > _ROWS:
                raise FileError(_NOWHERE.filled(who=who), hint=_AGAIN)
            self.rows, self.columns = max(self.rows, row), max(self.columns, column)


def _check_sheets(path: Path, book: zipfile.ZipFile) -> None:
    packed, unpacked = path.stat().st_size, 0
    for entry in book.infolist():
        around = _Rectangle()
        for block, tail in _blocks(book, entry):
            unpacked += len(block) - tail
            check_size(path.name, unpacked, packed)
            around.stretch(_corners(_PLACES.findall(block)), path.name)
            check_size(path.name, around.rows * around.columns * CELL, packed)


def _blocks(book: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[tuple[bytes, int]]:
    """Give an entry block by block, each after the end of the one before: its length comes too."""
    tail = b""
    with book.open(entry) as stream:
        while block := stream.read(BLOCK):
            yield tail + block, len(tail)
            tail = block[-_TAIL:]


def _corners(places: list[bytes]) -> set[bytes]:
    """Keep the places that can be the farthest: the longest numbers, and each column once."""
    columns = {place.rstrip(_DIGITS) for place in places}
    rows = {place.lstrip(_LETTERS) for place in places}
    far = max(rows, key=lambda row: (len(row), row), default=b"")
    return columns | {far}


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def _check_tried(path: Path) -> None:
    """Open an old workbook in a process of its own: where that dies, ours would have."""
    command = [sys.executable, "-I", "-c", _TRIAL, str(path.absolute())]
    most = str(_TRIAL_GIGABYTES * GIGABYTE)
    subprocess.run(  # noqa: S603 (no shell; the path is an argument)
        [*command, most], check=True, capture_output=True, timeout=_TRIAL_SECONDS
    )


_NOWHERE = Words(
    "{who}: a cell stands where a sheet has none",
    fr="{who} : une cellule se trouve là où une feuille n’en a pas",
)
_AGAIN = Words(
    "save it again with the program that made it, as .xlsx",
    fr="l’enregistrer de nouveau, en .xlsx, avec le programme qui l’a produit",
)
