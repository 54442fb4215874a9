"""Outlines to try: squares of a board as GeoJSON and as GeoParquet, written by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from struct import pack

import polars as pl

Ring = Sequence[tuple[float, float]]


def board(side: int, step: float = 100.0) -> dict[str, Ring]:
    """Squares in rows, each called by its row and column."""
    return {
        f"{row}{column}": [
            (column * step, row * step),
            (column * step + step, row * step),
            (column * step + step, row * step + step),
            (column * step, row * step + step),
            (column * step, row * step),
        ]
        for row in range(side)
        for column in range(side)
    }


def as_geojson(path: Path, rings: Mapping[str, Ring], name: str = "area") -> Path:
    found = [
        {
            "type": "Feature",
            "properties": {name: code},
            "geometry": {"type": "Polygon", "coordinates": [[list(point) for point in ring]]},
        }
        for code, ring in rings.items()
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": found}), encoding="utf-8")
    return path


def as_geoparquet(
    path: Path, rings: Mapping[str, Ring], name: str = "area", order: str = "<"
) -> Path:
    """Every second shape is one of several polygons, of one."""
    shapes = []
    for place, ring in enumerate(rings.values()):
        flat = [number for point in ring for number in point]
        mark = 1 if order == "<" else 0
        own = pack(f"{order}BIII{len(flat)}d", mark, 3, 1, len(ring), *flat)
        shapes.append(own if place % 2 else pack(f"{order}BII", mark, 6, 1) + own)
    table = pl.DataFrame({name: list(rings), "geometry": shapes})
    told = {"version": "1.1.0", "primary_column": "geometry", "columns": {}}
    table.write_parquet(path, metadata={"geo": json.dumps(told)})
    return path
