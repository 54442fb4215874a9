"""How a CSV file is written: encoding, separator, quotes, lines."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from mmap import mmap
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from discret.errors import FileError
from discret.words import Words, say

SAMPLE = 256 * 1024
SEPARATORS = ("\t", ";", "|", ",")  # where two fit as well, the one that prose uses least
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1a")


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """How a CSV file is written.

    Parameters
    ----------
    separator, quote
        What stands between fields, and around them (nothing where quotes are plain text).
    encoding
        A codec of Python; ``"utf-8-sig"`` is UTF-8 with a byte order mark.
    decimal_comma
        Whether numbers have a comma where English has a point.
    newline, gz
        What ends a line, and whether the file is compressed with gzip.
    escape_formulas
        Whether texts that a spreadsheet would take for formulas are written with an apostrophe
        before them.

    Examples
    --------
    >>> Dialect(separator=";", decimal_comma=True).encoding
    'utf-8'
    """

    separator: str = ","
    encoding: str = "utf-8"
    decimal_comma: bool = False
    quote: str = '"'
    newline: str = "\n"
    gz: bool = False
    escape_formulas: bool = False


def decoded(who: str, raw: bytes, encoding: str = "") -> tuple[bytes, str]:
    """Return the text in UTF-8 without mark, and the encoding that it came in, if not given.

    Examples
    --------
    >>> text, encoding = decoded("small.csv", "été".encode("cp1252"))
    >>> text.decode(), encoding
    ('été', 'cp1252')
    """
    encoding = encoding or _encoding_of(raw)
    text = raw if encoding == "utf-8" else raw.decode(encoding).encode()
    if not is_text(text):
        raise FileError(
            say(
                "{who}: is not text, so not CSV",
                "{who} : ce n’est pas du texte, donc pas du CSV",
                who=who,
            ),
            hint=Words("say which format it has", fr="dire quel est son format"),
        )
    return text, encoding


def is_text(text: bytes | mmap) -> bool:
    r"""Whether bytes are text: without NUL, and almost without other control characters.

    Examples
    --------
    >>> is_text(b"a,b\n"), is_text(b"a\0b")
    (True, False)
    """
    controls = sum(map(text[:SAMPLE].count, _CONTROLS))
    return text.find(b"\0") < 0 and 100 * controls <= min(len(text), SAMPLE)


def found(text: bytes) -> Dialect:
    r"""Find the newline, the quote, and the separator that cuts most lines as it cuts the header.

    Examples
    --------
    >>> found(b"name;size\nAnna;1,5\n").separator
    ';'
    """
    sample = sample_of(text)
    newline = newline_of(sample)
    separator = _separator_of(sample, newline)
    return Dialect(separator=separator, newline=newline, quote=_quote_of(text, separator, newline))


def header(text: bytes, dialect: Dialect) -> list[str]:
    r"""Return the names in the first line, as they are written there.

    Examples
    --------
    >>> header(b'"a,b",c\n1,2\n', Dialect())
    ['a,b', 'c']
    """
    return next(cut(sample_of(text).decode(), dialect), []) or [""]


def cut(text: str, dialect: Dialect) -> Iterator[list[str]]:
    """Cut a text into rows of cells, as Python's reader does."""
    lines = io.StringIO(text, newline="")
    quote = dialect.quote or None
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE
    return csv.reader(lines, delimiter=dialect.separator, quotechar=quote, quoting=quoting)


def check_lines(who: str, text: bytes, dialect: Dialect, first: int = 1) -> None:
    r"""Refuse a text whose lines do not all have as many fields as the `first`.

    Examples
    --------
    >>> check_lines("small.csv", b"a,b\n1,2\n", Dialect())
    """
    if _alike(text, dialect):
        return
    lines = _Lines.of(text, dialect)
    if not lines.outside[-1]:
        hint = Words(
            'close every quote; inside quotes, write a quote twice ("")',
            fr='fermer chaque guillemet ; entre guillemets, écrire deux fois un guillemet ("")',
        )
        raise FileError(
            say(
                "{who}: a quote is opened and never closed",
                "{who} : un guillemet est ouvert et jamais fermé",
                who=who,
            ),
            hint=hint,
        )
    wrong = np.flatnonzero(lines.fields != lines.fields[0])
    if wrong.size:
        raise FileError(
            say(
                "{who}: the header has {fields} fields; lines with more or fewer:"
                " {size}, the first is line {first}",
                "{who} : l’en-tête a {fields} champs ; lignes qui en ont plus ou moins :"
                " {size}, la première est la ligne {first}",
                who=who,
                fields=lines.fields[0],
                size=wrong.size,
                first=lines.number(int(wrong[0])) + first - 1,
            ),
            hint=Words(
                "name every column, and quote fields that hold the separator or a new line",
                fr="nommer chaque colonne, et mettre entre guillemets les champs qui"
                " contiennent le séparateur ou un retour à la ligne",
            ),
        )


def parse(
    text: bytes,
    names: list[str],
    dialect: Dialect,
    *,
    headed: bool = True,
    kinds: Mapping[str, type[pl.DataType] | pl.DataType] = MappingProxyType({}),
) -> pl.DataFrame:
    r"""Read the lines as columns of text, under `names`; empty cells are missing.

    Where the text is `headed`, its first line has been read as names already. Columns of other
    `kinds` are read as such, however their values are written.

    Examples
    --------
    >>> parse(b"a,b\n1,\n", ["a", "b"], Dialect()).rows()
    [('1', None)]
    """
    frame = pl.read_csv(
        _without_blank_end(text) if len(names) > 1 else text,
        separator=dialect.separator,
        quote_char=dialect.quote or None,
        eol_char=dialect.newline[-1],
        infer_schema=False,
        schema_overrides=[kinds.get(name, pl.String) for name in names],
        has_header=headed,
    )
    frame.columns = names
    quote = dialect.quote.encode()
    if quote and quote in text and 2 * quote in text:  # two letters are looked for slowly
        return frame.select(pl.when(pl.all() != "").then(pl.all()))
    return frame


def _without_blank_end(text: bytes) -> bytes:
    """Leave out blank lines at the end; a text without any is not copied."""
    one = text[-1:] == b"\n" and text[-2:-1] not in (b"\r", b"\n")
    return text if one else text.rstrip(b"\r\n")


def blank_lines(text: bytes, dialect: Dialect) -> npt.NDArray[np.bool_]:
    r"""Tell of each record whether its line is blank: readers skip such a line, or see a value.

    Examples
    --------
    >>> blank_lines(b'a\n1\n\n""\n', Dialect()).tolist()
    [False, True, False]
    """
    end = dialect.newline[-1].encode()
    codes = np.frombuffer(text if text.endswith(end) else text + end, np.uint8)
    inside = np.logical_xor.accumulate(codes == ord(dialect.quote or "\0"))
    ends = np.flatnonzero((codes == end[0]) & ~inside)
    return np.asarray(np.diff(ends) <= len(dialect.newline))


def _encoding_of(raw: bytes) -> str:
    if raw.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if raw.isascii():
        return "utf-8"
    return next((name for name in ("utf-8", "cp1252") if _decodes(raw, name)), "latin-1")


def _decodes(raw: bytes, encoding: str, step: int = 1 << 24) -> bool:
    pieces = (raw[start : start + step] for start in range(0, len(raw), step))
    try:
        return all(True for _ in codecs.iterdecode(pieces, encoding))
    except UnicodeDecodeError:
        return False


def sample_of(text: bytes) -> bytes:
    """Return the beginning of a text, cut at the end of a line."""
    return text[: text.rfind(b"\n", 0, SAMPLE) + 1 or None] if len(text) > SAMPLE else text


def newline_of(sample: bytes) -> str:
    """Return what ends the first line."""
    unquoted = b"".join(sample.split(b'"')[::2])
    first = re.search(rb"\r\n|\n|\r", unquoted)
    return first.group().decode() if first else "\n"


def _separator_of(sample: bytes, newline: str) -> str:
    """Prefer separators that cut most lines, all alike; else take one that cuts none."""
    cuts = {mark: _cuts(sample, mark, newline) for mark in SEPARATORS}
    agree = {mark: float(np.mean(cut == cut[0])) for mark, cut in cuts.items()}
    several = [mark for mark, cut in cuts.items() if min(cut[0], np.median(cut)) > 1]
    if several:
        return max(several, key=lambda mark: (agree[mark], cuts[mark][0]))
    return max(reversed(SEPARATORS), key=agree.__getitem__)


def _cuts(sample: bytes, separator: str, newline: str) -> npt.NDArray[np.int64]:
    quote = _quote_of(sample, separator, newline)
    fields = _Lines.of(sample, Dialect(separator=separator, newline=newline, quote=quote)).fields
    return fields if fields.size else np.ones(1, np.int64)


def _quote_of(text: bytes, separator: str, newline: str) -> str:
    """Quotes are quotes if one of them starts a field; else they are inches and the like."""
    if b'"' not in text:
        return '"'
    starts = (separator.encode() + b'"', newline[-1].encode() + b'"')
    real = text.startswith(b'"') or any(start in text for start in starts)
    return '"' if real else ""


def _alike(text: bytes, dialect: Dialect) -> bool:
    """Whether all lines have as many separators as the first, and there is no quote at all.

    Of other texts nothing is said: a quoted field may hold separators and newlines.
    """
    quote, end = dialect.quote.encode(), dialect.newline[-1].encode()
    if quote and quote in text:
        return False
    others = bytes(set(range(256)) - set(dialect.separator.encode() + end))
    blank = _ending(text).count(end)  # of the last line, and of blank ones below it
    marks = text.translate(None, delete=others)
    marks = marks[: len(marks) - blank] + end
    first = marks[: marks.index(end) + 1]
    lines, rest = divmod(len(marks), len(first))
    return not rest and marks == first * lines


def _ending(text: bytes) -> bytes:
    """Return the new lines at the end of a text, which is not copied for it if they are few."""
    last = text[-SAMPLE:]
    last = last if last.strip(b"\r\n") else text
    return last[len(last.rstrip(b"\r\n")) :]


class _Lines(NamedTuple):
    """The separators, newlines and quotes of a text, and which of them lie outside quotes."""

    marks: npt.NDArray[np.uint8]
    outside: npt.NDArray[np.bool_]
    fields: npt.NDArray[np.int64]  # of each record
    end: int

    @classmethod
    def of(cls, text: bytes, dialect: Dialect) -> _Lines:
        end = dialect.newline[-1].encode()
        wanted = (dialect.separator + dialect.quote).encode() + end
        others = bytes(set(range(256)) - set(wanted))
        marks = text.rstrip(b"\r\n").translate(None, delete=others) + end
        codes = np.frombuffer(marks, np.uint8)
        quotes = codes == ord(dialect.quote or '"')
        outside = ~(np.logical_xor.accumulate(quotes) | quotes)
        ends = np.flatnonzero(codes[outside] == end[0])
        return cls(codes, outside, np.diff(ends, prepend=-1), end[0])

    def number(self, record: int) -> int:
        """Return the line, from 1, where a record starts: quoted fields may span several."""
        newlines = self.marks == self.end
        start = np.flatnonzero(newlines & self.outside)[record - 1]
        return int(np.count_nonzero(newlines[: start + 1])) + 1
