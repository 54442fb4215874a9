"""Which areas are neighbours: from pairs, from outlines, from points, or from names of squares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import polars as pl

from discret.data.files.tables import read
from discret.data.places.features import Rings
from discret.data.places.shapes import has_shapes, read_shapes
from discret.data.text import as_text
from discret.data.zonings.corners import corners
from discret.errors import ColumnError, FileError, InputError
from discret.maths.arrays import Floats, Ints
from discret.maths.places.borders import bordering
from discret.maths.places.graph import Graph, graph_of
from discret.maths.places.near_points import neighbouring_points
from discret.words import Words, say

TWO = 2


@dataclass(frozen=True)
class Land:
    """Areas and their neighbours: those of the records, and others that lie between them.

    Parameters
    ----------
    names
        What areas are called, as text, in their order.
    graph
        Which are neighbours.
    """

    names: tuple[str, ...] = field(repr=False)
    graph: Graph = field(repr=False)

    def places(self, areas: Iterable[str]) -> Ints:
        """Return the places of areas among them."""
        known = {name: place for place, name in enumerate(self.names)}
        return np.array([known[area] for area in areas], dtype=np.int64)

    @classmethod
    def of_pairs(cls, who: str, areas: Sequence[str], pairs: Iterable[Sequence[str]]) -> Land:
        """Make it of pairs of neighbours; an area in no pair has none.

        Examples
        --------
        >>> land = Land.of_pairs("test", ["a", "b"], [("a", "c"), ("c", "b")])
        >>> land.names, land.graph.pairs.tolist()
        (('a', 'b', 'c'), [[0, 2], [1, 2], [2, 0], [2, 1]])
        """
        known = [(str(one), str(other)) for one, other in pairs]
        inside = {name for pair in known for name in pair}
        if not inside & {*areas}:
            raise _strangers(who, len(areas))
        names = tuple(sorted({*areas} | inside))
        place = {name: number for number, name in enumerate(names)}
        both = [(place[one], place[other]) for one, other in known]
        return cls(names, graph_of(np.array(both, dtype=np.int64).reshape(-1, TWO), len(names)))

    @classmethod
    def of_file(cls, who: str, areas: Sequence[str], path: Path, name: str) -> Land:
        """Make it of a file: of outlines, or a table whose first two columns are neighbours."""
        if has_shapes(path):
            shapes = read_shapes(path, name)
            check_matched(who, areas, shapes, path.name)
            names = tuple(sorted(shapes))
            return cls(names, _bordering([shapes[own] for own in names]))
        table = read(path).frame
        if table.width < TWO:
            raise FileError(_TWO.filled(file=path.name), hint=_PAIRS)
        pairs = [as_text(own) for own in table.iter_columns()][:TWO]
        return cls.of_pairs(who, areas, pl.DataFrame([*pairs]).drop_nulls().rows())

    @classmethod
    def of_points(cls, areas: Sequence[str], points: Floats, nearest: int | None) -> Land:
        """Make it of a point for each area."""
        return cls(tuple(areas), graph_of(neighbouring_points(points, nearest), len(areas)))

    @classmethod
    def of_squares(cls, who: str, areas: Sequence[str]) -> Land:
        """Make it of the names of squares of a grid, as INSPIRE gives them.

        Examples
        --------
        >>> names = [f"CRS3035RES200mN0E{east}" for east in (0, 200, 600)]
        >>> Land.of_squares("test", names).graph.pairs.tolist()
        [[0, 1], [1, 0]]
        """
        found = corners(pl.Series(areas, dtype=pl.String))
        if found is None:
            raise InputError(_NOTHING.filled(who=who), hint=_GIVE)
        east, north, side = found.T.astype(np.float64)
        square = [(east, north), (east + side, north), (east + side, north + side)]
        rings = np.stack([np.stack(own, axis=1) for own in (*square, (east, north + side))], axis=1)
        return cls(tuple(areas), _bordering([[ring] for ring in rings]))


def _bordering(rings: Sequence[Rings]) -> Graph:
    return graph_of(bordering(rings), len(rings))


def check_matched(who: str, areas: Sequence[str], known: Iterable[str], file: str) -> None:
    """Refuse outlines that lack some of the areas.

    Examples
    --------
    >>> check_matched("test", ["01", "2"], {"01": [], "02": []}, "areas.geojson")
    Traceback (most recent call last):
    ...
    discret.errors.ColumnError: test: 1 of 2 areas has no outline in areas.geojson. Hint: ...
    """
    lacking = len({*areas} - {*known})
    if lacking:
        raise ColumnError(
            say(
                "{who}: {lacking} of {areas} areas {lacking:has|have} no outline in {file}",
                "{who} : {lacking} {lacking:lieu|lieux} sur {areas} {lacking:n’a|n’ont} pas de"
                " contour dans {file}",
                who=who, lacking=lacking, areas=len({*areas}), file=file,
            ),
            hint=_ALIKE,
        )  # fmt: skip


def _strangers(who: str, areas: int) -> InputError:
    return InputError(
        say(
            "{who}: none of {areas} {areas:area|areas} is in a pair of neighbours",
            "{who} : aucun des {areas} {areas:lieu|lieux} n’est dans une paire de voisins",
            who=who,
            areas=areas,
        ),
        hint=_ALIKE,
    )


_ALIKE = Words(
    "write areas there as in the records (01001, not 1001), and name the property or column that"
    " holds them",
    fr="y écrire les lieux comme dans les enregistrements (01001 et non 1001), et nommer la"
    " propriété ou la colonne qui les contient",
)
_TWO = Words(
    "{file}: two columns are needed, an area and its neighbour",
    fr="{file} : il faut deux colonnes, un lieu et son voisin",
)
_PAIRS = Words(
    "give a row for each pair of neighbours, or outlines (GeoJSON, GeoParquet)",
    fr="donner une ligne par paire de voisins, ou des contours (GeoJSON, GeoParquet)",
)
_NOTHING = Words(
    "{who}: nothing says which areas are neighbours",
    fr="{who} : rien ne dit quels lieux sont voisins",
)
_GIVE = Words(
    "give file= (pairs of neighbours, or outlines), pairs=, or x= and y=; squares that grid made"
    " need nothing",
    fr="donner file= (paires de voisins ou contours), pairs=, ou x= et y= ; les carreaux que fait"
    " grid n’ont besoin de rien",
)
