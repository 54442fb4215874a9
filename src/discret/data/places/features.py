"""Features of GeoJSON files: what each is called, and the rings of points around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from discret.data.files.given_files import check_readable, given_text
from discret.data.files.plain_data import UnreadableError, from_json
from discret.errors import FileError
from discret.maths.arrays import Floats
from discret.words import Words, say

Rings = list[Floats]
_HINT = Words(
    "save it as GeoJSON: a FeatureCollection of polygons",
    fr="l’enregistrer en GeoJSON : une FeatureCollection de polygones",
)
_CORNERS, _PLANE = 3, 2
_FAR = 1e12  # nothing on earth is farther, in metres or degrees


def features(path: Path) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the properties and the geometry of each feature of a GeoJSON file."""
    check_readable(path)
    try:
        read = from_json(given_text(path))
    except UnreadableError:
        raise FileError(
            say("{file}: is not JSON", "{file} : n’est pas du JSON", file=path.name), hint=_HINT
        ) from None
    found = read.get("features") if isinstance(read, dict) else None
    if not isinstance(found, list):
        raise FileError(
            say(
                "{file}: has no features", "{file} : n’a pas d’éléments (features)", file=path.name
            ),
            hint=_HINT,
        )
    for feature in found:
        if isinstance(feature, dict) and isinstance(feature.get("properties"), dict):
            geometry = feature.get("geometry")
            yield feature["properties"], geometry if isinstance(geometry, dict) else {}


def are_points(ring: Floats) -> bool:
    """Whether an array holds points of a map: two numbers each, none of them beyond all measure.

    Examples
    --------
    >>> [are_points(np.array(ring)) for ring in ([[0.0, 1.0]], [[0.0]], [[np.inf, 1.0]])]
    [True, False, False]
    """
    flat = ring.ndim == _PLANE and ring.shape[1] == _PLANE
    return flat and bool((np.abs(ring) <= _FAR).all())


def rings_of(file: str, geometry: Mapping[str, Any]) -> Rings:
    """Return the rings of a geometry; none where it is no polygon.

    Examples
    --------
    >>> square = [[0, 0], [1, 0], [1, 1], [0, 0]]
    >>> [len(ring) for ring in rings_of("a", {"type": "Polygon", "coordinates": [square]})]
    [4]
    """
    kind, coordinates = geometry.get("type"), geometry.get("coordinates")
    if kind not in ("Polygon", "MultiPolygon"):
        return []
    polygons: Any = [coordinates] if kind == "Polygon" else coordinates
    try:
        rings = [
            np.array([p[:2] for p in ring], dtype=float) for polygon in polygons for ring in polygon
        ]
        good = all(map(are_points, rings))
    except (TypeError, ValueError, IndexError, KeyError):
        good, rings = False, []
    if not good:
        raise FileError(
            say(
                "{file}: a polygon has points that are none",
                "{file} : un polygone a des points qui n’en sont pas",
                file=file,
            ),
            hint=_HINT,
        )
    return [ring for ring in rings if len(ring) >= _CORNERS]
