"""Outlines of GeoParquet files: a column of shapes in WKB, and the columns beside it.

OGC (2011). Simple feature access, part 1: common architecture, section 8 (WKB). GeoParquet 1.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from struct import error as struct_error
from struct import unpack_from
from typing import Any

import numpy as np
import polars as pl

from discret.data.files.given_files import border, check_readable
from discret.data.files.plain_data import UnreadableError, from_json
from discret.data.places.features import Rings, are_points
from discret.errors import FileError
from discret.words import Words, say

_POLYGON, _SEVERAL = 3, 6  # kinds of WKB
_CORNERS = 3
_HINT = Words(
    "save it as GeoParquet with its shapes in WKB, or as GeoJSON",
    fr="l’enregistrer en GeoParquet avec ses formes en WKB, ou en GeoJSON",
)


def column_of_shapes(path: Path) -> str | None:
    """Return the column of shapes that a Parquet file declares; ``None`` where it declares none."""
    check_readable(path)
    with border(_unread(path), hint=_HINT):
        told = pl.read_parquet_metadata(path).get("geo")
    if told is None:
        return None
    try:
        column = from_json(told).get("primary_column")
    except (UnreadableError, AttributeError):
        column = None
    return column if isinstance(column, str) else "geometry"


def rows_of(path: Path, name: str, shape: str) -> tuple[pl.Series, list[Rings]]:
    """Return a column of a file, and the rings of the shape beside each of its values."""
    with border(_unread(path), hint=_HINT):
        table = pl.read_parquet(path, columns=[name, shape])
    if table[shape].dtype != pl.Binary:
        raise _none(path)
    return table[name], [_rings(path, raw) for raw in table[shape]]


def columns_of(path: Path) -> list[str]:
    """Return the columns of a Parquet file."""
    with border(_unread(path), hint=_HINT):
        return pl.scan_parquet(path, glob=False).collect_schema().names()


def _rings(path: Path, raw: bytes | None) -> Rings:
    try:
        rings = [] if raw is None else list(_walk(raw, 0)[0])
    except (struct_error, ValueError, IndexError):
        raise _none(path) from None
    if not all(map(are_points, rings)):
        raise _none(path)
    return [ring for ring in rings if len(ring) >= _CORNERS]


def _walk(raw: bytes, at: int, deep: int = 0) -> tuple[Rings, int]:
    """Return the rings of the shape that begins there, and where it ends.

    Examples
    --------
    >>> from struct import pack
    >>> raw = pack("<BIII6d", 1, 3, 1, 3, 0, 0, 1, 0, 1, 1)
    >>> _walk(raw, 0)[0][0].tolist()
    [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]
    """
    order = "<" if raw[at] else ">"
    kind, number = unpack_from(f"{order}II", raw, at + 1)
    high = kind & 0xE0000000  # how PostGIS marks z, m and a reference system
    kind &= 0x1FFFFFFF
    extra = {0: 0, 1: 1, 2: 1, 3: 2}[kind // 1000 % 4] + bool(high & 2**31) + bool(high & 2**30)
    at += 9 + (4 if high & 2**29 else 0)
    if high & 2**29:
        (number,) = unpack_from(f"{order}I", raw, at - 4)
    if kind % 1000 == _SEVERAL and not deep:
        return _several(raw, at, number)
    if kind % 1000 != _POLYGON:
        return [], at
    rings = []
    for _ in range(number):
        (points,) = unpack_from(f"{order}I", raw, at)
        size = points * (2 + extra)
        found = np.frombuffer(raw, f"{order}f8", size, at + 4).reshape(points, 2 + extra)
        rings.append(found[:, :2].astype(np.float64))
        at += 4 + 8 * size
    return rings, at


def _several(raw: bytes, at: int, number: int) -> tuple[Rings, int]:
    rings: Rings = []
    for _ in range(number):
        own, at = _walk(raw, at, deep=1)
        rings += own
    return rings, at


def _unread(path: Path) -> Words:
    return say(
        "{file}: cannot be read as Parquet", "{file} : ne se lit pas comme du Parquet",
        file=path.name,
    )  # fmt: skip


def _none(path: Path) -> FileError:
    return FileError(
        say(
            "{file}: its column of shapes holds none in WKB",
            "{file} : sa colonne de formes n’en contient pas en WKB",
            file=path.name,
        ),
        hint=_HINT,
    )


def features_of(path: Path, name: str, shape: str) -> Iterator[tuple[Any, Rings]]:
    """Yield the name and the rings of each shape."""
    names, rings = rows_of(path, name, shape)
    yield from zip(names.to_list(), rings, strict=True)
