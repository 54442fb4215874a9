"""Outlines of areas as a page shows them: plain numbers in a record, and nothing finer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from discret.data.places.features import Rings
from discret.data.places.shapes import Shapes, read_shapes
from discret.document.pieces.area_accounts import area_column, area_names
from discret.errors import ColumnError
from discret.maths.arrays import Floats
from discret.words import Words, say

WIDTH, TALLEST = 640.0, 720.0
MANY = 2000  # shapes from which on points are drawn coarser
DEGREES = np.array([360.0, 90.0])


def with_outlines(record: Mapping[str, Any], path: Path, code: str | None = None) -> dict[str, Any]:
    """Return a record with the outlines of its areas, from a file of GeoJSON or GeoParquet.

    Parameters
    ----------
    record
        The record of a release in which some method kept account of areas; without one, nothing is
        added.
    path
        The file.
    code
        The property or column with the names of the areas; by default that of the area.
    """
    levels = area_names(record)
    if not levels:
        return dict(record)
    shapes = read_shapes(path, code or area_column(record) or "area")
    found = [{*names} & {*shapes} for names in levels]
    level = max(range(len(levels)), key=lambda at: (len(found[at]), -at))
    if not found[level]:
        raise _strangers(path, len(levels[0]))
    told = {
        "file": path.name,
        "areas": len({*levels[level]}),
        "lacking": len({*levels[level]} - {*shapes}),
        **_page(shapes, found[level]),
    }
    return {**record, "outlines": told}


def _page(shapes: Shapes, matched: Iterable[str]) -> dict[str, Any]:
    """Return outlines as points of a page: those of the areas, and others around them."""
    narrow = _narrow(shapes)
    known = {name: [ring * narrow for ring in rings] for name, rings in shapes.items()}
    low, high = _window([ring for name in matched for ring in known[name]])
    wide, tall = high - low
    scale = min(WIDTH / max(wide, 1e-12), TALLEST / max(tall, 1e-12))
    step = 0.1 if len(known) <= MANY else 0.5
    inside = {name: own for name, own in known.items() if _meets(own, low, high)}
    drawn = {
        name: [points for ring in own if (points := _drawn(ring, low, high, scale, step))]
        for name, own in inside.items()
    }
    return {
        "width": round(float(wide * scale), 1),
        "height": round(float(tall * scale), 1),
        "shapes": {name: rings for name, rings in drawn.items() if rings},
    }


def _narrow(shapes: Shapes) -> Floats:
    """Return how wide and high a unit is drawn: degrees are as long to the east as in the middle.

    Degrees are what goes nowhere beyond 360 to the east and 90 to the north.
    """
    low, high = _window([ring for rings in shapes.values() for ring in rings])
    if (np.maximum(np.abs(low), np.abs(high)) > DEGREES).any():
        return np.ones(2)
    return np.array([np.cos(np.radians(float(low[1] + high[1]) / 2)), 1.0])


def _window(rings: Rings) -> tuple[Floats, Floats]:
    points = np.concatenate(rings)
    return points.min(axis=0), points.max(axis=0)


def _meets(rings: Rings, low: Floats, high: Floats) -> bool:
    least, most = _window(rings)
    return bool((least <= high).all() and (most >= low).all())


def _drawn(ring: Floats, low: Floats, high: Floats, scale: float, step: float) -> list[list[float]]:
    """Return the points of a ring on the page, north up, but those that fall together."""
    at = np.stack([ring[:, 0] - low[0], high[1] - ring[:, 1]], axis=1) * scale
    at = np.clip(np.round(at / step) * step, -WIDTH, 2 * WIDTH)
    apart = np.ones(len(at), dtype=np.bool_)
    apart[1:] = (at[1:] != at[:-1]).any(axis=1)
    points = np.round(at[apart], 1)
    return points.tolist() if len(points) > 2 else []  # noqa: PLR2004 (a line has no inside)


def _strangers(path: Path, areas: int) -> ColumnError:
    return ColumnError(
        say(
            "{file}: none of the {areas} {areas:area|areas} of the record has an outline there",
            "{file} : aucun des {areas} {areas:lieu|lieux} du relevé n’y a de contour",
            file=path.name,
            areas=areas,
        ),
        hint=Words(
            "write areas there as in the records (01001, not 1001), and name the property or column"
            " that holds them",
            fr="y écrire les lieux comme dans les enregistrements (01001 et non 1001), et nommer la"
            " propriété ou la colonne qui les contient",
        ),
    )
