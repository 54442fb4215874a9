"""The cells of a CSV file: texts, as numbers if few, and numbers where that says as much."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars as pl

from discret.data.files import cell_lengths
from discret.data.files.csv_dialect import SAMPLE, Dialect, parse, sample_of
from discret.data.files.csv_types import are_texts, plain_numbers
from discret.data.held import enumerated

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
    points: bool = False,
    like: pl.DataFrame | None = None,
) -> pl.DataFrame:
    r"""Cut a text into cells, and read as numbers the columns that are written as such.

    So they are if writing the numbers gives the same text again. Nothing is shorter than that: no
    zero before them, no sign but minus, no blank. So it is enough to compare lengths: those of all
    numbers together, and what the file has beside separators, line ends and other cells. Numbers
    with a point are read as such where a point is nothing else (`points`); see `cell_lengths`.

    All lines have as many cells if they do so on average: the engine refuses those that have more.
    Where that is not known, lines are to be looked at (`check`) before they are cut.

    Columns that are texts for sure, and the same ones again, come as enumerations of their texts,
    sorted. Whoever expects a table (`like`) gets columns as narrow as it has them, where they fit.

    Examples
    --------
    >>> rows = "\n".join(f"{place},0{place}" for place in range(10, 40_000))
    >>> cells(f"n,code\n{rows}\n".encode(), ["n", "code"], Dialect()).dtypes
    [Int64, String]
    >>> rows = "\n".join(f"{place},{'fm'[place % 2]}" for place in range(60_000))
    >>> cells(f"n,sex\n{rows}\n".encode(), ["n", "sex"], Dialect()).dtypes
    [Int64, Enum(categories=['f', 'm'])]
    """
    kinds = _kinds(text, names, dialect, headed=headed, points=points)
    if like is not None and like.width == len(names):
        kinds = {n: _narrower(kind, like.dtypes[names.index(n)]) for n, kind in kinds.items()}
    found = _read(text, names, dialect, kinds, headed=headed) if kinds else None
    if found is not None and cell_lengths.fit(found, text, dialect.separator, headed=headed):
        return found
    check()
    return parse(text, names, dialect, headed=headed)


def _kinds(text: bytes, names: list[str], dialect: Dialect, *, headed: bool, points: bool) -> Kinds:
    """Tell which columns seem to be numbers or few texts, of a long text of bare cells."""
    quoted = dialect.quote and dialect.quote.encode() in text
    if len(text) <= SAMPLE or len(names) == 1 or quoted or b"\r" in text:
        return {}
    try:
        few = parse(sample_of(text), names, dialect, headed=headed)
    except pl.exceptions.PolarsError:  # lines differ
        return {}
    whole = {name: pl.Int64 for name in names if plain_numbers(few[name], pl.Int64) is not None}
    others = [name for name in names if name not in whole]
    texts = {name: pl.Categorical for name in others if _again(few[name])}
    others = [name for name in others if name not in texts] if points else []
    floats = {n: pl.Float64 for n in others if plain_numbers(few[n], pl.Float64) is not None}
    return {**whole, **texts, **floats}


def _narrower(
    kind: type[pl.DataType] | pl.DataType, expected: pl.DataType
) -> type[pl.DataType] | pl.DataType:
    """Return the kind that a column is expected to have, where it is a narrower one of its own."""
    listed = kind is pl.Categorical and isinstance(expected, pl.Enum)
    whole = kind is pl.Int64 and expected.is_signed_integer()
    return expected if listed or whole else kind


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
