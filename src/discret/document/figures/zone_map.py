"""Maps of what differencing gives away: zones, cells and what is left, as inline SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup, escape

from discret.data.zonings.deduced import Certificate, Deduced
from discret.data.zonings.outlines import Outlines, Rings
from discret.maths.arrays import Floats, Ints
from discret.maths.zonings.graph import edges

WIDTH = 960.0
MARGIN = 0.08
MOST_POINTS = 4_000
MOST_SHAPES = 6_000
SET_COLOURS = (
    "#f2a24b", "#9ec9e2", "#a8d5a2", "#d9b8e0", "#f3e08b", "#e3a6a1", "#b9b3a6", "#8fbcb4",
)  # fmt: skip
SMALL = 18.0  # of a cell on the picture: from here on it can be seen


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

    def sees(self, rings: Rings) -> bool:
        """Whether some ring may be in sight."""
        return any(
            bool((one.max(axis=0) >= self.low).all() and (one.min(axis=0) <= self.high).all())
            for one in rings
        )

    def path(self, rings: Rings) -> str:
        """Write rings as an SVG path."""
        parts = []
        for ring in rings:
            steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in self.place(ring).tolist())
            parts.append(f"M{steps}Z")
        return "".join(parts)


def overview(found: Deduced, outlines: Outlines, told: list[Certificate], title: str) -> Markup:
    """Draw all zones, with those of the groups, the cells at their border and what is left.

    Where there are many zones, only those near a group are drawn.
    """
    rows = np.unique(np.concatenate([one.rows for one in told])) if told else np.zeros(0, int)
    zones = {int(zone) for one in told for zone in one.zones}
    near = {int(zone) for zone in found.zone[np.isin(found.cell, found.cell[rows])]}
    drawn = [place for place in outlines.zones if len(outlines.zones) <= MOST_SHAPES]
    shown = sorted({*drawn, *zones, *near} & set(outlines.zones))
    cells = sorted({int(cell) for cell in found.cell[rows]} & set(outlines.cells))
    rings = [ring for place in shown for ring in outlines.zones[place]]
    rings += [ring for place in cells for ring in outlines.cells[place]]
    if not rings:
        return Markup("")
    window = Window.around(rings, 0.02)
    layers = [
        _shapes(window, outlines.zones, shown, "land"),
        _shapes(window, outlines.zones, sorted(zones), "zone"),
        _shapes(window, outlines.cells, cells, "cell"),
        _left(window, found, outlines, rows, "o"),
        _marks(window, found, outlines, rows),
    ]
    return _svg(window, layers, title)


def merged_map(found: Deduced, outlines: Outlines, title: str) -> Markup:
    """Draw zones that no small group separates in one colour (figure 8 of Costemalle 2018).

    The largest set has the first colour for itself; zones that were not merged have none. Corners
    nearer than half a point of the picture are drawn as one, so that a country is not too much.
    """
    drawn = [place for place in range(len(found.merged_zones)) if outlines.zones.get(place)]
    if not (drawn and outlines.drawn):  # hulls of observations overlap
        return Markup("")
    window = Window.around([ring for place in drawn for ring in outlines.zones[place]], 0.02)
    colours = set_colours(found)
    layers = []
    for colour in np.unique(colours[drawn]).tolist():
        own = [outlines.zones[place] for place in drawn if colours[place] == colour]
        paths = "".join(f'<path d="{window.path(_thinned(window, rings))}"/>' for rings in own)
        kind = "alone" if colour < 0 else f"set{colour}"
        layers.append(Markup(f'<g class="{kind}">{paths}</g>'))  # noqa: S704 (numbers only)
    return _svg(window, layers, title)


def set_colours(found: Deduced) -> Ints:
    """Return the colour of each zone: 0 in the largest set, others by turns, −1 where it is alone.

    Sets that share a cell have different colours, as far as there are colours.

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
    source, target, _ = edges(found.simplification.classes[found.zone], found.cell, found.count)
    near: dict[int, set[int]] = {int(one): set() for one in np.flatnonzero(sizes > 1)}
    for one, other in zip(source.tolist(), target.tolist(), strict=True):
        if one in near and other in near:
            near[one].add(other)
    given = np.full(len(sizes), -1, dtype=np.int64)
    for rank, one in enumerate(sorted(near, key=lambda each: -sizes[each])):
        taken = {int(given[other]) for other in near[one]}
        free = [colour for colour in range(1, len(SET_COLOURS)) if colour not in taken]
        given[one] = 0 if rank == 0 else (free or [1 + rank % (len(SET_COLOURS) - 1)])[0]
    return given[classes]


def _thinned(window: Window, rings: Rings) -> Rings:
    """Drop corners that the picture cannot tell from the one before."""
    kept = []
    for ring in rings:
        fine = np.round(2 * window.place(ring))
        new = np.append(True, (np.diff(fine, axis=0) != 0).any(axis=1))
        kept.append(ring[new])
    return kept


def close_up(found: Deduced, outlines: Outlines, one: Certificate, title: str) -> Markup:
    """Draw one group as figure 11 of Costemalle (2018) does: zones, cells, and what is left."""
    zones, cells = one.zones.tolist(), one.cells.tolist()
    over = np.unique(found.cell[one.rows]).tolist()
    framed = [ring for place in zones for ring in outlines.zones.get(place, [])]
    framed += [ring for place in [*cells, *over] for ring in outlines.cells.get(place, [])]
    if not framed:
        return Markup("")
    window = Window.around(framed)
    around = [place for place, rings in outlines.zones.items() if window.sees(rings)]
    layers = [
        _shapes(window, outlines.zones, around, "land"),
        _shapes(window, outlines.zones, zones, "zone"),
        _shapes(window, outlines.cells, over, "edge"),
        _shapes(window, outlines.cells, cells, "cell"),
        _left(window, found, outlines, one.rows, f"g{one.number}"),
        _points(window, found, outlines, one),
        _names(window, found, outlines, around),
    ]
    return _svg(window, layers, title)


def _shapes(
    window: Window, shapes: Mapping[int, Rings], places: Iterable[int], kind: str
) -> Markup:
    paths = [window.path(shapes[place]) for place in places if shapes.get(place)]
    lines = "".join(f'<path d="{path}"/>' for path in paths if path)
    return Markup(f'<g class="{kind}">{lines}</g>')  # noqa: S704 (numbers only)


def _left(window: Window, found: Deduced, outlines: Outlines, rows: Ints, name: str) -> Markup:
    """Fill the intersections that are left: each cell, clipped by its zone."""
    if not outlines.drawn:
        return Markup("")
    parts = []
    for place, row in enumerate(rows.tolist()):
        zone = outlines.zones.get(int(found.zone[row]))
        cell = outlines.cells.get(int(found.cell[row]))
        if zone and cell:
            clip = f"{name}-{place}"
            parts.append(
                f'<clipPath id="{clip}"><path d="{window.path(zone)}"/></clipPath>'
                f'<path clip-path="url(#{clip})" d="{window.path(cell)}"/>'
            )
    return Markup(f'<g class="left">{"".join(parts)}</g>')  # noqa: S704 (numbers only)


def _marks(window: Window, found: Deduced, outlines: Outlines, rows: Ints) -> Markup:
    """Ring the cells that hold something left: they are small on a large map."""
    placed = [
        window.place(np.concatenate(outlines.cells[cell]))
        for cell in np.unique(found.cell[rows]).tolist()
        if outlines.cells.get(cell)
    ]
    centres = [one.mean(axis=0) for one in placed if np.ptp(one, axis=0).max() < SMALL]
    circles = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9"/>' for x, y in centres)
    return Markup(f'<g class="mark">{circles}</g>')  # noqa: S704 (numbers only)


def _points(window: Window, found: Deduced, outlines: Outlines, one: Certificate) -> Markup:
    """Draw observations, those that are left larger."""
    if outlines.points is None:
        return Markup("")
    left = {(int(found.zone[row]), int(found.cell[row])) for row in one.rows}
    own = outlines.points.select("x", "y").to_numpy()
    seen = np.flatnonzero(np.all((own >= window.low) & (own <= window.high), axis=1))
    pairs = outlines.points.select("zone", "cell").to_numpy()
    chosen = np.array([tuple(pairs[place]) in left for place in seen], dtype=bool)
    plain = seen[~chosen][:MOST_POINTS]
    dots = [(window.place(own[plain]), "dot", 2.2), (window.place(own[seen[chosen]]), "hit", 6)]
    groups = [
        f'<g class="{kind}">'
        + "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}"/>' for x, y in where.tolist())
        + "</g>"
        for where, kind, size in dots
    ]
    return Markup("".join(groups))  # noqa: S704 (numbers only)


def _names(window: Window, found: Deduced, outlines: Outlines, places: list[int]) -> Markup:
    """Write the names of the zones in sight, at the middle of what is seen of them."""
    texts = []
    for place in places:
        corners = np.concatenate(outlines.zones[place])
        seen = np.clip(corners, window.low, window.high)
        x, y = window.place((seen.min(axis=0) + seen.max(axis=0))[None] / 2)[0]
        x = float(np.clip(x, 40, WIDTH - 40))
        name = escape(found.names[0][place])
        texts.append(f'<text x="{x:.1f}" y="{y:.1f}">{name}</text>')
    return Markup(f'<g class="names">{"".join(texts)}</g>')  # noqa: S704 (names are escaped)


def _svg(window: Window, layers: list[Markup], title: str) -> Markup:
    box = f"0 0 {WIDTH:.0f} {window.height:.1f}"
    head = f'<svg class="map" role="img" viewBox="{box}" aria-label="{escape(title)}">'
    return Markup(f"{head}{''.join(layers)}</svg>")  # noqa: S704 (the title is escaped)
