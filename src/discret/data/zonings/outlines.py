"""Where zones and squares lie: outlines from GeoJSON, or what is around their observations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from discret.data.codebook import Codebook
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.places.features import Rings, features, rings_of
from discret.data.zonings.crossing import Crossing
from discret.errors import ColumnError, FileError, listed
from discret.maths.arrays import Floats
from discret.words import Words, say

PLAIN = Codebook()


@dataclass(frozen=True)
class Outlines:
    """Rings of points around zones and squares, by their places in a crossing.

    Parameters
    ----------
    zones, squares
        For each, its rings.
    points
        Observations: zone, square, x and y; none where no coordinates were given.
    drawn
        Whether the rings are outlines, rather than what is around the observations.
    """

    zones: Mapping[int, Rings] = field(repr=False)
    squares: Mapping[int, Rings] = field(repr=False)
    points: pl.DataFrame | None = field(default=None, repr=False)
    drawn: bool = True


def read_outlines(
    paths: Sequence[Path], crossing: Crossing, codebook: Codebook = PLAIN
) -> Outlines:
    """Read outlines from GeoJSON.

    A feature is a zone, or a square, if it has a property with the name of that column; its value
    is the code; where the codes of a file have labels, the one or the other. Features of neither
    are left out.

    Examples
    --------
    >>> import json
    >>> from tempfile import mkdtemp
    >>> from discret.data.examples import villages
    >>> from discret.data.examples.generated_villages import village_outlines
    >>> path = Path(mkdtemp()) / "villages.geojson"
    >>> _ = path.write_text(json.dumps(village_outlines()), encoding="utf-8")
    >>> crossing = Crossing.of("test", Dataset.of(villages()), "commune", "carreau")
    >>> found = read_outlines([path], crossing)
    >>> len(found.zones), len(found.squares), found.zones[0][0][0].tolist()
    (14, 79, [600000.0, 6800000.0])
    """
    places = _places(crossing)
    rings: dict[str, dict[int, Rings]] = {"zone": {}, "square": {}}
    for path in paths:
        for properties, geometry in features(path):
            for name, (kind, codes) in places.items():
                place = _place(properties, name, codes, codebook)
                if place is not None:
                    rings[kind].setdefault(place, []).extend(rings_of(path.name, geometry))
    if not rings["zone"] and not rings["square"]:
        raise FileError(
            say(
                "{file}: no feature has a code of the table in a property named {places}",
                "{file} : aucun élément n’a de code de la table dans une propriété nommée {places}",
                file=paths[0].name,
                places=listed(places),
            ),
            hint=Words(
                "name the property of the codes as the column of the table is named",
                fr="nommer la propriété des codes comme la colonne de la table",
            ),
        )
    return Outlines(rings["zone"], rings["square"])


def _place(
    properties: Mapping[str, Any], name: str, codes: Mapping[str, int], codebook: Codebook
) -> int | None:
    if name not in properties:
        return None
    code, known = str(properties[name]), codebook.columns.get(name)
    return codes.get(code if known is None else known.told([code])[0])


def around_points(who: str, data: Dataset, crossing: Crossing, x: str, y: str) -> Outlines:
    """Draw zones and squares around the coordinates of their observations.

    A zone is the hull of its observations, a square the rectangle around its own.
    """
    data.check_numeric(who, [x, y])
    zone, square = crossing.columns
    if len({x, y, zone, square}) < len((x, y, zone, square)):
        raise ColumnError(
            say(
                "{who}: coordinates are two columns apart from zones and squares",
                "{who} : les coordonnées sont deux colonnes, autres que zones et carreaux",
                who=who,
            ),
            hint=Words(
                "name the column of x and that of y", fr="nommer la colonne des x et celle des y"
            ),
        )
    points = _points(collected(data.frame.select(zone, square, x, y)), crossing, x, y)
    if not len(points):
        raise ColumnError(
            say(
                "{who}: no observation has coordinates",
                "{who} : aucune observation n’a de coordonnées",
                who=who,
            ),
            hint=Words("check the two columns", fr="vérifier les deux colonnes"),
        )
    rings = {
        kind: {
            int(place[0]): [shape(own.select("x", "y").to_numpy())]
            for place, own in points.partition_by(kind, as_dict=True).items()
        }
        for kind, shape in (("zone", _hull), ("square", _box))
    }
    return Outlines(rings["zone"], rings["square"], points, drawn=False)


def _points(rows: pl.DataFrame, crossing: Crossing, x: str, y: str) -> pl.DataFrame:
    zone, square = crossing.columns
    places = [
        pl.DataFrame({name: own, kind: np.arange(len(own))})
        for name, own, kind in (
            (zone, crossing.zones, "zone"),
            (square, crossing.squares, "square"),
        )
    ]
    known = rows.rename({zone: "__zone__", square: "__square__"}).select(
        "__zone__", "__square__", pl.col(x).cast(pl.Float64).alias("x"),
        pl.col(y).cast(pl.Float64).alias("y"),
    ).filter(pl.col("x").is_finite() & pl.col("y").is_finite())  # fmt: skip
    for (name, kind), own in zip(((zone, "zone"), (square, "square")), places, strict=True):
        text = known.with_columns(pl.col(f"__{kind}__").cast(pl.String))
        known = text.join(
            own.select(pl.col(name).cast(pl.String).alias(f"__{kind}__"), pl.col(kind)),
            on=f"__{kind}__",
        )
    return known.select("zone", "square", "x", "y").sort("zone", "square", "x", "y")


def _places(crossing: Crossing) -> dict[str, tuple[str, dict[str, int]]]:
    """For each property, what it is a code of, and the place of each code."""
    zone, square = crossing.columns
    zones = {code: place for place, code in enumerate(crossing.zones.cast(pl.String).to_list())}
    found = {zone: ("zone", zones)}
    codes = crossing.squares.cast(pl.String).to_list()
    levels = crossing.levels or (square,) * len(codes)
    for place, (level, code) in enumerate(zip(levels, codes, strict=True)):
        found.setdefault(level, ("square", {}))[1][code] = place
    return found


def _box(points: Floats) -> Floats:
    (x1, y1), (x2, y2) = points.min(axis=0), points.max(axis=0)
    return np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]])


def _hull(points: Floats) -> Floats:
    """Return the corners of the convex hull (Andrew's chain)."""
    corners: list[list[float]] = []
    ordered = np.unique(points, axis=0).tolist()
    for way in (ordered, ordered[::-1]):
        chain: list[list[float]] = []
        for point in way:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        corners += chain[:-1] or chain
    return np.array(corners)


def _turn(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
