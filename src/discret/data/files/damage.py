"""Files that a reader would take badly, or take for whole: they are looked at before."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from discret.data.files.limits import check_size
from discret.data.files.transport_files import check_transport
from discret.data.files.workbooks import check_workbook

NUMBER = 8  # bytes of a number in memory


def check_undamaged(path: Path, kind: str) -> None:
    """Refuse a file that would abort its reader, fill the memory, or lose records unsaid.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "small.parquet"
    >>> pl.DataFrame({"age": [34]}).write_parquet(path)
    >>> check_undamaged(path, "parquet")
    """
    if kind == "excel":
        check_workbook(path)
    elif kind == "xpt":
        check_transport(path)
    elif kind == "parquet":
        _check_parquet(path)


def _check_parquet(path: Path) -> None:
    """Count cells: a column of equal values takes no room in the file, however many they are."""
    scan = pl.scan_parquet(path, glob=False, hive_partitioning=False)
    records = int(scan.select(pl.len()).collect().item())
    cells = records * len(scan.collect_schema())
    check_size(path.name, cells * NUMBER, packed=path.stat().st_size)
