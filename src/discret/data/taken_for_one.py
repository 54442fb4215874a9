"""Values that people and programs take for one: what a group shows of its people is as poor."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from discret.data.counting.whole import values_before
from discret.data.dataset import Dataset
from discret.data.text import is_text

DIGITS = 15  # that a spreadsheet keeps of a number
GAPS = (
    "", ".", "NA", "N/A", "n/a", "#N/A", "#NA", "#N/A N/A", "<NA>", "NULL", "null", "None", "NaN",
    "nan", "-NaN", "-nan", "\\N", "1.#IND", "-1.#IND", "1.#QNAN", "-1.#QNAN",
)  # fmt: skip
_NUMBER = r"^[+-]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)(e[+-]?[0-9]+)?$"
_THOUSANDS = r"^[+-]?[0-9]{1,3}(,[0-9]{3})+([.][0-9]*)?$"
_LOGICAL = {"t": "true", "f": "false", "true": "true", "false": "false"}


def run_together(data: Dataset, columns: Iterable[str]) -> dict[str, pl.DataFrame]:
    """Return, for the columns that have values others take for one, which stands for which.

    Examples
    --------
    >>> ills = pl.DataFrame({"ill": ["flu", "Flu ", "NA"], "beds": [1, 2, 3]})
    >>> found = run_together(Dataset.of(ills), ["ill", "beds"])
    >>> {name: table.rows() for name, table in found.items()}
    {'ill': [('Flu ', 'Flu '), ('NA', None), ('flu', 'Flu ')]}
    """
    tables = {name: one_for_each(data.values(name), values_before(data, name)) for name in columns}
    return {name: table for name, table in tables.items() if table is not None}


def one_for_each(values: pl.Series, before: pl.Series | None = None) -> pl.DataFrame | None:
    """Return distinct values beside the one that stands for all that are taken for the same.

    Texts are one whatever their case, the blanks around them and how their letters are coded; those
    of one number are (01, 1.0 and 1,0), and T and TRUE where all are logical; numbers are, to the
    digits that spreadsheets keep. What programs read as a gap (NA, None, #N/A) is missing.
    ``None`` where all are told apart by everybody. Values of the file as it came, `before`, are
    taken as those are: what is gone from a file decides nothing of how the file is read.

    Examples
    --------
    >>> one_for_each(pl.Series(["01", "1,0", "x"]))["to"].to_list()
    ['01', '01', 'x']
    >>> one_for_each(pl.Series([0.3, 0.1 + 0.2]))["to"].to_list()
    [0.3, 0.3]
    >>> one_for_each(pl.Series(["a", "b"])) is None
    True
    >>> one_for_each(pl.Series(["T", "true"]), pl.Series(["TRUE", "x"])).rows()
    [('T', 'T'), ('true', 'T'), ('TRUE', 'T'), ('x', 'x')]
    """
    known = values.alias("from").drop_nulls()
    logical = _logical(known)
    meant = _meant(known, logical=logical)
    if meant is None or (meant.n_unique() == len(known) and not meant.null_count()):
        return None
    table = pl.DataFrame([known, meant.alias("meant")])
    if before is not None:
        others = before.alias("from").drop_nulls()
        others = others.filter(~others.is_in(known.implode()))
        gone = _meant(others, logical=logical)
        table = table if gone is None else table.vstack(pl.DataFrame([others, gone.alias("meant")]))
    first = pl.col("from").first().over("meant")
    return table.select("from", pl.when(pl.col("meant").is_not_null()).then(first).alias("to"))


def _meant(values: pl.Series, *, logical: bool) -> pl.Series | None:
    """Return what others make of values; nothing where they can but take them as they are."""
    dtype = values.dtype
    if is_text(dtype):
        return _texts(values.cast(pl.String), logical=logical)
    return _rounded(values) if dtype.is_numeric() else None


def _logical(values: pl.Series) -> bool:
    """Whether all are words of logic."""
    return is_text(values.dtype) and _plain(_bare(values.cast(pl.String))).is_in([*_LOGICAL]).all()


def _bare(texts: pl.Series) -> pl.Series:
    return texts.str.replace_all(r"\s+", " ").str.strip_chars()


def _plain(texts: pl.Series) -> pl.Series:
    return texts.str.normalize("NFKC").str.to_lowercase()


def _texts(values: pl.Series, *, logical: bool) -> pl.Series:
    bare = _bare(values)
    plain = _plain(bare).replace(_LOGICAL) if logical else _plain(bare)
    number = _rounded(_numbers(plain)).cast(pl.String)
    return plain.zip_with(number.is_null(), number).set(bare.is_in(GAPS), None)


def _numbers(texts: pl.Series) -> pl.Series:
    """Return the numbers among texts, whether a comma marks decimals or thousands."""
    thousands = texts.str.contains(_THOUSANDS)
    points = texts.str.replace_all(",", "").zip_with(thousands, texts.str.replace(",", "."))
    like = texts.str.contains(_NUMBER) | thousands
    return points.set(~like, None).cast(pl.Float64, strict=False)


def _rounded(numbers: pl.Series) -> pl.Series:
    rounded = numbers.cast(pl.Float64).round_sig_figs(DIGITS)
    return rounded.set(rounded == 0, 0.0)  # and not −0.0
