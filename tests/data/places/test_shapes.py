"""Outlines from files: GeoJSON and GeoParquet say the same, and what is broken is refused."""

from __future__ import annotations

import json
from pathlib import Path
from struct import pack
from typing import Any

import numpy as np
import polars as pl
import pytest

from data_of_places import as_geojson, as_geoparquet, board
from discret.data.places.geoparquet import column_of_shapes, rows_of
from discret.data.places.shapes import has_shapes, read_shapes
from discret.errors import FileError


def test_both_formats_say_the_same(tmp_path: Path) -> None:
    one = read_shapes(as_geojson(tmp_path / "a.geojson", board(3)), "area")
    other = read_shapes(as_geoparquet(tmp_path / "a.parquet", board(3)), "area")
    assert list(one) == list(other) == list(board(3))
    for name, rings in one.items():
        assert [ring.tolist() for ring in rings] == [ring.tolist() for ring in other[name]]
        assert np.array_equal(rings[0], board(3)[name])


def test_shapes_with_heights_measures_and_reference_systems(tmp_path: Path) -> None:
    flat = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0)]
    kinds = {
        "z": pack("<BIII12d", 1, 1003, 1, 4, *(n for x, y in flat for n in (x, y, 9.0))),
        "m": pack("<BIII12d", 1, 2003, 1, 4, *(n for x, y in flat for n in (x, y, 9.0))),
        "zm": pack("<BIII16d", 1, 3003, 1, 4, *(n for x, y in flat for n in (x, y, 9.0, 8.0))),
        "ewkb": pack("<BIIII8d", 1, 3 + 2**29, 2154, 1, 4, *(n for point in flat for n in point)),
        "ewkbz": pack("<BIII12d", 1, 3 + 2**31, 1, 4, *(n for x, y in flat for n in (x, y, 9.0))),
    }
    path = tmp_path / "kinds.parquet"
    pl.DataFrame({"area": list(kinds), "geometry": list(kinds.values())}).write_parquet(
        path, metadata={"geo": "{}"}
    )
    for rings in read_shapes(path, "area").values():
        assert [ring.tolist() for ring in rings] == [[list(point) for point in flat]]


def test_numbers_are_names_and_parts_of_one_area_go_together(tmp_path: Path) -> None:
    path = as_geojson(tmp_path / "a.geojson", board(2))
    told = json.loads(path.read_text())
    for feature, code in zip(told["features"], (7, 7, 8, None), strict=True):
        feature["properties"] = {"area": code}
    path.write_text(json.dumps(told))
    assert {name: len(rings) for name, rings in read_shapes(path, "area").items()} == {
        "7": 2,
        "8": 1,
    }


def test_what_has_no_shapes_is_told_apart(tmp_path: Path) -> None:
    plain = tmp_path / "plain.parquet"
    pl.DataFrame({"a": ["x"]}).write_parquet(plain)
    assert not has_shapes(plain)
    assert column_of_shapes(plain) is None
    assert not has_shapes(tmp_path / "pairs.csv")
    with pytest.raises(FileError, match="is Parquet without shapes"):
        read_shapes(plain, "a")


BROKEN: list[Any] = [
    b"",
    b"\x01",
    b"\x01\x03\x00\x00\x00\x05\x00\x00\x00",
    b"\xff" * 40,
    pack("<BIII", 1, 3, 2**31, 2**31),
    pack("<BIII2d", 1, 3, 1, 1, np.nan, 0.0),
]


@pytest.mark.parametrize("raw", BROKEN, ids=len)
def test_broken_shapes_are_refused(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "broken.parquet"
    table = pl.DataFrame({"area": ["a"], "geometry": [raw]})
    table.write_parquet(path, metadata={"geo": '{"primary_column": "geometry"}'})
    with pytest.raises(FileError, match=r"broken.parquet: .*(none in WKB|no outline is there)"):
        read_shapes(path, "area")


def test_a_column_that_is_no_shape_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "words.parquet"
    pl.DataFrame({"area": ["a"], "geometry": ["b"]}).write_parquet(path, metadata={"geo": "["})
    with pytest.raises(FileError, match="holds none in WKB"):
        rows_of(path, "area", "geometry")
    with pytest.raises(FileError, match="no outline has a property 'nom'") as told:
        read_shapes(path, "nom")
    assert "'area'" in told.value.hint


POINTS: dict[str, Any] = {
    "one number each": [[[0], [1], [2]]],
    "beyond all measure": [[[1e308, 1e308], [-1e308, -1e308], [0, 0]]],
    "texts": [[["a", "b"], ["c", "d"], ["e", "f"]]],
    "of different lengths": [[[0, 0], [1], [2, 2]]],
    "no ring": {"a": 1},
}


@pytest.mark.parametrize("coordinates", POINTS.values(), ids=POINTS)
def test_points_that_are_none_are_refused(tmp_path: Path, coordinates: Any) -> None:
    path = as_geojson(tmp_path / "a.geojson", board(2))
    told = json.loads(path.read_text())
    told["features"][0]["geometry"] = {"type": "Polygon", "coordinates": coordinates}
    path.write_text(json.dumps(told))
    with pytest.raises(FileError, match="a polygon has points that are none"):
        read_shapes(path, "area")


@pytest.mark.parametrize("name", [None, "", "  ", [], ["x"], {"x": 1}])
def test_outlines_without_a_name_are_left_out(tmp_path: Path, name: Any) -> None:
    path = as_geojson(tmp_path / "a.geojson", board(2))
    told = json.loads(path.read_text())
    told["features"][0]["properties"]["area"] = name
    path.write_text(json.dumps(told))
    assert list(read_shapes(path, "area")) == list(board(2))[1:]
