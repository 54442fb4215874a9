"""Outlines of areas, by the names of the areas, from a file of the user."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from discret.data.places import geoparquet
from discret.data.places.features import Rings, features, rings_of
from discret.data.text import text_of
from discret.errors import FileError, listed
from discret.words import Words, say

SHAPES = (".geojson", ".json")
Shapes = Mapping[str, Rings]


def has_shapes(path: Path) -> bool:
    """Whether a file is one of outlines: GeoJSON by its name, GeoParquet by what it says.

    Examples
    --------
    >>> has_shapes(Path("communes.geojson")), has_shapes(Path("pairs.csv"))
    (True, False)
    """
    ending = path.suffix.lower()
    if ending == ".parquet":
        return geoparquet.column_of_shapes(path) is not None
    return ending in SHAPES


def read_shapes(path: Path, name: str) -> Shapes:
    """Read the outlines of a file, each under what its property, or column, `name` says.

    Outlines of the same name are one area. Those without a name (a blank, or a list, is none), or
    without a polygon, are left out.

    Examples
    --------
    >>> import json
    >>> from tempfile import mkdtemp
    >>> square = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]}
    >>> one = {"type": "Feature", "properties": {"code": "01"}, "geometry": square}
    >>> path = Path(mkdtemp()) / "areas.geojson"
    >>> _ = path.write_text(json.dumps({"type": "FeatureCollection", "features": [one]}))
    >>> {code: len(rings) for code, rings in read_shapes(path, "code").items()}
    {'01': 1}
    """
    found: dict[str, Rings] = {}
    for code, rings in _named(path, name):
        own = _text(code)
        if own is not None and rings:
            found.setdefault(own, []).extend(rings)
    if not found:
        raise FileError(
            say(
                "{file}: no outline is there under {name!r}",
                "{file} : aucun contour n’y est sous {name!r}",
                file=path.name, name=name,
            ),
            hint=_POLYGONS,
        )  # fmt: skip
    return found


def _text(code: object) -> str | None:
    """Write what an outline is called; nothing where it is called nothing."""
    try:
        return text_of(code)
    except ValueError:
        return None


def _named(path: Path, name: str) -> Iterable[tuple[Any, Rings]]:
    if path.suffix.lower() != ".parquet":
        return _of_json(path, name)
    shape = geoparquet.column_of_shapes(path)
    if shape is None:
        raise FileError(
            say(
                "{file}: is Parquet without shapes",
                "{file} : est du Parquet sans formes",
                file=path.name,
            ),
            hint=_POLYGONS,
        )
    columns = geoparquet.columns_of(path)
    if name not in columns:
        raise _no_name(path, name, [own for own in columns if own != shape])
    return geoparquet.features_of(path, name, shape)


def _of_json(path: Path, name: str) -> list[tuple[Any, Rings]]:
    every = list(features(path))
    if not any(name in properties for properties, _ in every):
        known = dict.fromkeys(own for properties, _ in every for own in properties)
        raise _no_name(path, name, list(known))
    return [(properties.get(name), rings_of(path.name, geometry)) for properties, geometry in every]


def _no_name(path: Path, name: str, known: list[str]) -> FileError:
    there = say("it has {known}", "il a {known}", known=listed(known[:9]))
    hint = say(
        "say which property or column holds the names of the areas{there}",
        "dire quelle propriété ou colonne contient les noms des lieux{there}",
        there=say("; {there}", " ; {there}", there=there) if known else "",
    )
    return FileError(
        say(
            "{file}: no outline has a property {name!r}",
            "{file} : aucun contour n’a de propriété {name!r}",
            file=path.name,
            name=name,
        ),
        hint=hint,
    )


_POLYGONS = Words(
    "give a file of polygons, each with the name of its area",
    fr="donner un fichier de polygones, chacun avec le nom de son lieu",
)
