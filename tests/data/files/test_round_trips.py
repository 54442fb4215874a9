"""Every format by readers that are not ours: what a passage calls the same is the same."""

from __future__ import annotations

import csv
import datetime as dt
import math
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.data.files.passage import passage
from discret.data.files.tables import Format, write
from discret.errors import DiscretError
from strategies import examples

Columns = dict[str, list[Any]]
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def by_csv_module(path: Path, how: Format) -> Columns:
    with path.open(encoding=how.encoding, newline="") as lines:
        rows = csv.DictReader(lines, delimiter=how.separator, quotechar=how.quote or '"')
        return _columns(rows.fieldnames or [], list(rows))


def _columns(names: Any, rows: list[dict[str, Any]]) -> Columns:
    return {name: [row[name] or None for row in rows] for name in names}


def by_pandas_csv(path: Path, how: Format) -> Columns:
    frame = pd.read_csv(
        path,
        sep=how.separator,
        encoding=how.encoding,
        dtype=str,
        keep_default_na=False,
        quotechar=how.quote or '"',
    )
    return {name: [cell or None for cell in frame[name]] for name in frame.columns}


def by_arrow(path: Path, _: Format) -> Columns:
    columns: Columns = pq.read_table(path).to_pydict()
    return columns


def by_arrow_stream(path: Path, _: Format) -> Columns:
    with pa.memory_map(str(path)) as source:
        columns: Columns = pa.ipc.open_file(source).read_all().to_pydict()
    return columns


def by_pandas_stata(path: Path, _: Format) -> Columns:
    return _blank(pd.read_stata(path, convert_categoricals=False))


def by_readstat(path: Path, _: Format) -> Columns:
    reader = pyreadstat.read_xport if path.suffix == ".xpt" else pyreadstat.read_sav
    return _blank(reader(path)[0])


def _blank(frame: pd.DataFrame) -> Columns:
    cells = {name: frame[name].astype(object).tolist() for name in frame.columns}
    return {
        name: [None if cell is pd.NaT or cell == "" or _nan(cell) else cell for cell in column]
        for name, column in cells.items()
    }


def _nan(cell: Any) -> bool:
    return cell is None or (isinstance(cell, float) and math.isnan(cell))


def by_hand(path: Path, _: Format) -> Columns:
    """Read the sheet as the standard says (ECMA-376, part 1): cells, and the texts they share."""
    with zipfile.ZipFile(path) as book:
        texts = [
            "".join(part.text or "" for part in one.iter(f"{_SHEET}t"))
            for one in _tree(book, "xl/sharedStrings.xml").iter(f"{_SHEET}si")
        ]
        rows = list(_tree(book, "xl/worksheets/sheet1.xml").iter(f"{_SHEET}row"))
    table = [{_letters(cell): _cell(cell, texts) for cell in row} for row in rows]
    while not any(value is not None for value in table[-1].values()):  # blank rows are no records
        table.pop()
    return {name: [row.get(at) for row in table[1:]] for at, name in table[0].items()}


def _tree(book: zipfile.ZipFile, name: str) -> ET.Element:
    return ET.fromstring(book.read(name))  # noqa: S314 (we wrote it)


def _letters(cell: ET.Element) -> str:
    return cell.attrib["r"].rstrip("0123456789")


def _cell(cell: ET.Element, texts: list[str]) -> Any:
    value = cell.findtext(f"{_SHEET}v")
    return value if value is None or cell.get("t") != "s" else texts[int(value)] or None


READERS: dict[str, list[Callable[[Path, Format], Columns]]] = {
    ".csv": [by_csv_module, by_pandas_csv],
    ".parquet": [by_arrow],
    ".arrow": [by_arrow_stream],
    ".xlsx": [by_hand],
    ".dta": [by_pandas_stata],
    ".sav": [by_readstat],
    ".xpt": [by_readstat],
}

words = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters='\n\r\t";,|'))
odd = st.sampled_from(["NA", ".", "null", "nan", " ", "a", "a ", " a", "1", "1.0", "=1+1", '"', ""])
numbers = st.floats(-1e70, 1e70) | st.sampled_from([0.3, 0.1 + 0.2, -0.0, 0.0, math.nan])
moments = st.datetimes(dt.datetime(1700, 1, 1), dt.datetime(2200, 1, 1))
close = st.integers(0, 3000).map(lambda n: dt.datetime(2024, 1, 1) + dt.timedelta(microseconds=n))
KINDS: list[tuple[pl.DataType, st.SearchStrategy[Any]]] = [
    (pl.String(), words | odd),
    (pl.Categorical(), odd),
    (pl.Float64(), numbers),
    (pl.Float32(), st.floats(-(2.0**90), 2.0**90, width=32)),
    (pl.Int64(), st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3)),
    (pl.Int8(), st.integers(-128, 127)),
    (pl.UInt64(), st.integers(0, 2**64 - 1) | st.integers(0, 3)),
    (pl.Boolean(), st.booleans()),
    (pl.Date(), st.dates(dt.date(1700, 1, 1), dt.date(2200, 1, 1))),
    (pl.Datetime("us"), moments | close),
    (pl.Time(), st.times()),
    (pl.Decimal(20, 3), st.decimals(-1000, 1000, places=3)),
]


@st.composite
def frames(draw: st.DrawFn) -> pl.DataFrame:
    size = draw(st.integers(1, 5))
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3))
    return pl.DataFrame(
        pl.Series(f"c{place}", draw(_column(values, size)), dtype=dtype)
        for place, (dtype, values) in enumerate(kinds)
    )


def _column(values: st.SearchStrategy[Any], size: int) -> st.SearchStrategy[list[Any]]:
    return st.lists(values | st.none(), min_size=size, max_size=size)


dialects = st.builds(
    Format,
    st.just("csv"),
    separator=st.sampled_from(",;\t|"),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
    newline=st.sampled_from(["\n", "\r\n"]),
    quote=st.sampled_from(['"', "", "'"]),
    decimal_comma=st.booleans(),
)


@pytest.mark.parametrize("suffix", READERS)
@examples(60)
@given(frame=frames(), how=dialects)
def test_the_same_for_others(
    tmp_path_factory: pytest.TempPathFactory, suffix: str, frame: pl.DataFrame, how: Format
) -> None:
    path = tmp_path_factory.mktemp("trip") / f"a{suffix}"
    how = how if suffix == ".csv" else Format("csv")
    chosen = how if suffix == ".csv" else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            write(frame, path, format=chosen)
        except DiscretError:
            assert not path.exists()
            return
        found = passage(frame, path, chosen)
        for reader in READERS[suffix]:
            check(frame, found.columns, found.records_after, reader(path, how))


def test_moments_finer_than_stata_has_them_are_the_same_to_all_readers(tmp_path: Path) -> None:
    """They were written as parts of milliseconds, of which pandas and ReadStat make different."""
    at = [dt.datetime(1796, 6, 8, 20, 43, 26, 888_598), dt.datetime(2024, 1, 1, 0, 0, 0, 1_999)]
    frame = pl.DataFrame({"fine": at, "day": [dt.date(1796, 6, 8), None]})
    path = write(frame, tmp_path / "a.dta")
    whole = [one.replace(microsecond=one.microsecond // 1000 * 1000) for one in at]
    for found in (pd.read_stata(path), pyreadstat.read_dta(path)[0]):
        assert [one.to_pydatetime() for one in found["fine"]] == whole
    assert passage(frame, path).columns == ("fine",)


def check(frame: pl.DataFrame, differ: tuple[str, ...], records: int, others: Columns) -> None:
    assert len(next(iter(others.values()))) == records
    for name in set(frame.columns) - set(differ):
        pairs = list(zip(_known(frame[name]), others[name], strict=True))
        assert all((one is None) == (other is None) for one, other in pairs), name
        assert len(set(pairs)) == len({one for one, _ in pairs}) == len({two for _, two in pairs})


def _known(values: pl.Series) -> list[Any]:
    return [None if _nan(value) else value for value in values.to_list()]
