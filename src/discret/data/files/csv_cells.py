"""The cells of a CSV file: texts, as numbers if few, and whole numbers where that says as much."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import polars as pl

from discret.data.files.csv_dialect import SAMPLE, Dialect, parse, sample_of
from discret.data.files.csv_types import are_texts, plain_numbers
from discret.data.held import enumerated

_TEN = 10
_BLOCK = 2**20
_OFTEN = 4  # records that have a text of a column, at the least, to hold it as numbers

_PIECES = 16  # of a long text, between which there is as much each time
_PIECE = 2**14

Kinds = Mapping[str, type[pl.DataType] | pl.DataType]


def cells(
    text: bytes,
    names: list[str],
    dialect: Dialect,
    *,
    headed: bool = True,
    check: Callable[[], None] = lambda: None,
) -> pl.DataFrame:
    r"""Cut a text into cells, and read as whole numbers the columns that are written as such.

    So they are if writing the numbers gives the same text again. Nothing is shorter than that: no
    zero before them, no sign but minus, no blank. So it is enough to compare lengths: those of all
    whole numbers together, and what the file has beside separators, line ends and other cells.

    All lines have as many cells if they do so on average: the engine refuses those that have more.
    Where that is not known, lines are to be looked at (`check`) before they are cut.

    Columns that are texts for sure, and the same ones again, come as enumerations of their texts,
    sorted.

    Examples
    --------
    >>> rows = "\n".join(f"{place},0{place}" for place in range(10, 40_000))
    >>> cells(f"n,code\n{rows}\n".encode(), ["n", "code"], Dialect()).dtypes
    [Int64, String]
    >>> rows = "\n".join(f"{place},{'fm'[place % 2]}" for place in range(60_000))
    >>> cells(f"n,sex\n{rows}\n".encode(), ["n", "sex"], Dialect()).dtypes
    [Int64, Enum(categories=['f', 'm'])]
    """
    kinds = _kinds(text, names, dialect, headed=headed)
    found = _read(text, names, dialect, kinds, headed=headed) if kinds else None
    if found is not None and _written_so(found, text, dialect, headed=headed):
        return found
    check()
    return parse(text, names, dialect, headed=headed)


def _kinds(text: bytes, names: list[str], dialect: Dialect, *, headed: bool) -> Kinds:
    """Tell which columns seem to be whole numbers or few texts, of a long text of bare cells."""
    quoted = dialect.quote and dialect.quote.encode() in text
    if len(text) <= SAMPLE or len(names) == 1 or quoted or b"\r" in text:
        return {}
    try:
        few = parse(sample_of(text), names, dialect, headed=headed)
    except pl.exceptions.PolarsError:  # lines differ
        return {}
    whole = {name: pl.Int64 for name in names if plain_numbers(few[name], pl.Int64) is not None}
    texts = {name: pl.Categorical for name in names if name not in whole and _again(few[name])}
    return {**whole, **texts}


def _again(cells: pl.Series) -> bool:
    """Whether cells are texts, whatever others say, and the same ones come again and again."""
    return cells.n_unique() * _OFTEN <= len(cells) and are_texts(cells)


def _read(
    text: bytes, names: list[str], dialect: Dialect, kinds: Kinds, *, headed: bool
) -> pl.DataFrame | None:
    """Read columns of these kinds: as lists of the texts met here and there, or else of any."""
    if pl.Categorical not in kinds.values():
        return _read_any(text, names, dialect, kinds, headed=headed)
    try:
        listed = {**kinds, **_listed(text, names, dialect, kinds)}
        return parse(text, names, dialect, headed=headed, kinds=listed)
    except pl.exceptions.PolarsError:  # another value stands elsewhere
        return _read_any(text, names, dialect, kinds, headed=headed)


def _read_any(
    text: bytes, names: list[str], dialect: Dialect, kinds: Kinds, *, headed: bool
) -> pl.DataFrame | None:
    try:
        found = parse(text, names, dialect, headed=headed, kinds=kinds)
    except pl.exceptions.PolarsError:  # another value stands further down
        return None
    texts = [enumerated(found[name]) for name, kind in kinds.items() if kind is pl.Categorical]
    return found.with_columns(texts)


def _listed(text: bytes, names: list[str], dialect: Dialect, kinds: Kinds) -> dict[str, pl.Enum]:
    """List the texts that some lines have, sorted: whoever reads all lines so is told of others."""
    few = parse(_pieces(text), names, dialect, headed=False)
    texts = {name: few[name].drop_nulls() for name in kinds if kinds[name] is pl.Categorical}
    return {name: pl.Enum(own.unique().sort()) for name, own in texts.items() if len(own)}


def _pieces(text: bytes) -> bytes:
    r"""Return whole lines from here and there in a text, not its first; of a short one some twice.

    Examples
    --------
    >>> _pieces(b"n\n1\n2\n")
    b'1\n2\n2\n'
    """
    ends = [text.find(b"\n", len(text) * place // _PIECES) + 1 for place in range(_PIECES)]
    starts = sorted({end for end in ends if end})
    whole = [text[at : text.rfind(b"\n", at, at + _PIECE) + 1] for at in starts]
    return b"".join(whole)


def _written_so(frame: pl.DataFrame, text: bytes, dialect: Dialect, *, headed: bool) -> bool:
    """Whether the whole numbers of a frame, written again, are as long as they stand in a text."""
    lines = frame.height + headed
    counts = _counted(text, dialect.separator + "\n")
    if counts != [lines * (frame.width - 1), lines - (not text.endswith(b"\n"))]:
        return False
    own = sum(_length(column) for column in frame)
    marks = frame.height * frame.width - (not text.endswith(b"\n"))  # one after each cell
    names = text.index(b"\n") + 1 if headed else 0
    return names + own + marks == len(text)


def _counted(text: bytes, marks: str) -> list[int]:
    """Count some letters of a text, a part of it after the other: none is copied whole."""
    codes = np.frombuffer(text, np.uint8)
    parts = [codes[at : at + _BLOCK] for at in range(0, len(codes), _BLOCK)]
    return [sum(int(np.count_nonzero(part == ord(mark))) for part in parts) for mark in marks]


def _length(column: pl.Series) -> int:
    """Return the length of the cells of a column, together."""
    if column.dtype == pl.String:
        return int(column.str.len_bytes().sum())
    if isinstance(column.dtype, pl.Enum):
        lengths = column.dtype.categories.str.len_bytes().to_numpy()
        return int(np.bincount(column.drop_nulls().to_physical().to_numpy()) @ lengths)
    numbers = column.drop_nulls().to_numpy()
    signs = int(np.count_nonzero(numbers < 0))
    sizes = np.abs(numbers) if signs else numbers
    digits, power, most = len(numbers), _TEN, int(sizes.max(initial=0))
    while most >= power:
        digits += int(np.count_nonzero(sizes >= power))
        power *= _TEN
    return digits + signs
