"""Maps of what differencing gives away, as plain numbers: what a picture shows, and no more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from discret.assess.differencing.deduced import Certificate, Deduced
from discret.data.places.features import Rings
from discret.data.zonings.outlines import Outlines
from discret.maths.arrays import Floats, Ints
from discret.maths.zonings.graph import edges

# Coordinates are those of the picture: a record of it tells nothing finer than its page.
WIDTH = 960.0
MARGIN = 0.08
MOST_POINTS = 4_000
MOST_SHAPES = 6_000
COLOURS = 8  # that sets of zones take by turns
SMALL = 18.0  # of a square on the picture: from here on it can be seen
Picture = dict[str, Any]
Layer = dict[str, Any]


@dataclass(frozen=True)
class Window:
    """The part of the plane that a map shows, and how it becomes a picture."""

    low: Floats
    high: Floats

    @classmethod
    def around(cls, rings: Iterable[Floats], margin: float = MARGIN) -> Window:
        """Frame some rings, with room around them."""
        points = np.concatenate(list(rings))
        low, high = points.min(axis=0), points.max(axis=0)
        room = margin * max(float((high - low).max()), 1e-9)
        return cls(low - room, high + room)

    @property
    def height(self) -> float:
        """Height of the picture: at most a little more than its width."""
        wide, high = self.high - self.low
        return float(WIDTH * high / wide)

    def place(self, points: Floats) -> Floats:
        """Return points of the picture; north is up."""
        wide = self.high[0] - self.low[0]
        x = (points[:, 0] - self.low[0]) / wide * WIDTH
        y = (self.high[1] - points[:, 1]) / wide * WIDTH
        return np.stack([x, y], axis=1)

    def drawn(self, points: Floats) -> list[list[float]]:
        """Return points of the picture as plain numbers, to a tenth of a point."""
        return np.round(self.place(points), 1).tolist()  # type: ignore[no-any-return]

    def shape(self, rings: Rings) -> list[list[list[float]]]:
        """Return rings on the picture."""
        return [self.drawn(ring) for ring in rings]

    def sees(self, rings: Rings) -> bool:
        """Whether some ring may be in sight."""
        return any(
            bool((ring.max(axis=0) >= self.low).all() and (ring.min(axis=0) <= self.high).all())
            for ring in rings
        )

    def picture(self, layers: Sequence[Layer]) -> Picture:
        """Return layers as a picture."""
        return {"width": WIDTH, "height": round(self.height, 1), "layers": list(layers)}


def overview(found: Deduced, outlines: Outlines, told: Sequence[Certificate]) -> Picture | None:
    """Show all zones, with those of the groups, the squares at their border and what is left.

    Where there are many zones, only those near a group are shown.
    """
    rows = (
        np.unique(np.concatenate([certificate.rows for certificate in told]))
        if told
        else np.zeros(0, int)
    )
    zones = {int(zone) for certificate in told for zone in certificate.zones}
    near = {int(zone) for zone in found.zone[np.isin(found.square, found.square[rows])]}
    drawn = [place for place in outlines.zones if len(outlines.zones) <= MOST_SHAPES]
    shown = sorted({*drawn, *zones, *near} & set(outlines.zones))
    squares = sorted({int(square) for square in found.square[rows]} & set(outlines.squares))
    rings = [ring for place in shown for ring in outlines.zones[place]]
    rings += [ring for place in squares for ring in outlines.squares[place]]
    if not rings:
        return None
    window = Window.around(rings, 0.02)
    return window.picture(
        [
            _shapes(window, outlines.zones, shown, "land"),
            _shapes(window, outlines.zones, sorted(zones), "zone"),
            _shapes(window, outlines.squares, squares, "square"),
            _left(window, found, outlines, rows),
            _marks(window, found, outlines, rows),
        ]
    )


def merged_map(found: Deduced, outlines: Outlines) -> Picture | None:
    """Show zones that no small group separates in one colour (figure 8 of Costemalle 2018).

    The largest set has the first colour for itself; zones that were not merged have none. Corners
    nearer than half a point of the picture are shown as one, so that a country is not too much.
    """
    drawn = [place for place in range(len(found.merged_zones)) if outlines.zones.get(place)]
    if not (drawn and outlines.drawn):  # hulls of observations overlap
        return None
    window = Window.around([ring for place in drawn for ring in outlines.zones[place]], 0.02)
    colours = set_colours(found)
    layers = []
    for colour in np.unique(colours[drawn]).tolist():
        own = [outlines.zones[place] for place in drawn if colours[place] == colour]
        shapes = [window.shape(_thinned(window, rings)) for rings in own]
        layers.append({"kind": "alone" if colour < 0 else f"set{colour}", "shapes": shapes})
    return window.picture(layers)


def set_colours(found: Deduced) -> Ints:
    """Return the colour of each zone: 0 in the largest set, others by turns, −1 where it is alone.

    Sets that share a square have different colours, as far as there are colours.

    Examples
    --------
    >>> from discret.data.dataset import Dataset
    >>> from discret.data.examples import villages
    >>> from discret.data.zonings.crossing import Crossing
    >>> crossing = Crossing.of("test", Dataset.of(villages()), "commune", "carreau")
    >>> set_colours(Deduced.of(crossing, 11)).tolist()
    [-1, -1, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]
    """
    classes = found.merged_zones
    sizes = np.bincount(classes)
    source, target, _ = edges(found.simplification.classes[found.zone], found.square, found.count)
    near: dict[int, set[int]] = {int(array): set() for array in np.flatnonzero(sizes > 1)}
    for one, other in zip(source.tolist(), target.tolist(), strict=True):
        if one in near and other in near:
            near[one].add(other)
    given = np.full(len(sizes), -1, dtype=np.int64)
    for rank, zone in enumerate(sorted(near, key=lambda each: -sizes[each])):
        taken = {int(given[other]) for other in near[zone]}
        free = [colour for colour in range(1, COLOURS) if colour not in taken]
        given[zone] = 0 if rank == 0 else (free or [1 + rank % (COLOURS - 1)])[0]
    return given[classes]


def _thinned(window: Window, rings: Rings) -> Rings:
    """Drop corners that the picture cannot tell from the one before."""
    kept = []
    for ring in rings:
        fine = np.round(2 * window.place(ring))
        new = np.append(True, (np.diff(fine, axis=0) != 0).any(axis=1))
        kept.append(ring[new])
    return kept


def close_up(found: Deduced, outlines: Outlines, one: Certificate) -> Picture | None:
    """Show one group as figure 11 of Costemalle (2018) does: zones, squares, and what is left."""
    zones, squares = one.zones.tolist(), one.squares.tolist()
    over = np.unique(found.square[one.rows]).tolist()
    framed = [ring for place in zones for ring in outlines.zones.get(place, [])]
    framed += [ring for place in [*squares, *over] for ring in outlines.squares.get(place, [])]
    if not framed:
        return None
    window = Window.around(framed)
    around = [place for place, rings in outlines.zones.items() if window.sees(rings)]
    return window.picture(
        [
            _shapes(window, outlines.zones, around, "land"),
            _shapes(window, outlines.zones, zones, "zone"),
            _shapes(window, outlines.squares, over, "edge"),
            _shapes(window, outlines.squares, squares, "square"),
            _left(window, found, outlines, one.rows),
            *_points(window, found, outlines, one),
            _names(window, found, outlines, around),
        ]
    )


def _shapes(window: Window, shapes: Mapping[int, Rings], places: Iterable[int], kind: str) -> Layer:
    own = [window.shape(shapes[place]) for place in places if shapes.get(place)]
    return {"kind": kind, "shapes": own}


def _left(window: Window, found: Deduced, outlines: Outlines, rows: Ints) -> Layer:
    """Fill the intersections that are left: each square, clipped by its zone."""
    pairs = [(int(found.zone[row]), int(found.square[row])) for row in rows.tolist()]
    both = [
        {
            "shape": window.shape(outlines.squares[square]),
            "within": window.shape(outlines.zones[zone]),
        }
        for zone, square in pairs
        if outlines.drawn and outlines.zones.get(zone) and outlines.squares.get(square)
    ]
    return {"kind": "left", "clipped": both}


def _marks(window: Window, found: Deduced, outlines: Outlines, rows: Ints) -> Layer:
    """Ring the squares that hold something left: they are small on a large map."""
    placed = [
        window.place(np.concatenate(outlines.squares[square]))
        for square in np.unique(found.square[rows]).tolist()
        if outlines.squares.get(square)
    ]
    centres = [array.mean(axis=0) for array in placed if np.ptp(array, axis=0).max() < SMALL]
    circles = [np.round(centre, 1).tolist() for centre in centres]
    return {"kind": "mark", "radius": 9, "circles": circles}


def _points(window: Window, found: Deduced, outlines: Outlines, one: Certificate) -> list[Layer]:
    """Show observations, those that are left larger."""
    if outlines.points is None:
        return []
    left = {(int(found.zone[row]), int(found.square[row])) for row in one.rows}
    own = outlines.points.select("x", "y").to_numpy()
    seen = np.flatnonzero(np.all((own >= window.low) & (own <= window.high), axis=1))
    pairs = outlines.points.select("zone", "square").to_numpy()
    chosen = np.array([tuple(pairs[place]) in left for place in seen], dtype=bool)
    plain = seen[~chosen][:MOST_POINTS]
    return [
        {"kind": "dot", "radius": 2.2, "circles": window.drawn(own[plain])},
        {"kind": "hit", "radius": 6, "circles": window.drawn(own[seen[chosen]])},
    ]


def _names(window: Window, found: Deduced, outlines: Outlines, places: list[int]) -> Layer:
    """Write the names of the zones in sight, at the middle of what is seen of them."""
    texts = []
    for place in places:
        corners = np.concatenate(outlines.zones[place])
        seen = np.clip(corners, window.low, window.high)
        ((x, y),) = window.drawn((seen.min(axis=0) + seen.max(axis=0))[None] / 2)
        at = [float(np.clip(x, 40, WIDTH - 40)), y]
        texts.append({"at": at, "text": found.names[0][place]})
    return {"kind": "names", "texts": texts}
