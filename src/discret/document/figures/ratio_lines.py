"""The distribution of the ratios of weights, one line for each release."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from discret.document.figures.colours import QUIET
from discret.document.figures.sheet import PAD, SIZE, Frame, Point, Scale, level, line, text
from discret.document.figures.styles import WIDE, look
from discret.document.words.voice import Voice


class Ratios(NamedTuple):
    """The ratios of the weights of a release, counted in bars between edges."""

    name: str
    edges: Sequence[float]
    counts: Sequence[float]


def ratio_lines(
    series: Sequence[Ratios], *, voice: Voice, title: str, places: Sequence[int] = ()
) -> Markup:
    """Draw the distribution of ratios of several releases: share of the records for each tenth.

    `places` are those of the releases, in order by default. Nothing is drawn without counts.

    Examples
    --------
    >>> one = Ratios("A", [0.5, 1.0, 1.5], [1, 3])
    >>> "A: 0.5 – 1.5" in ratio_lines([one], voice=Voice("en"), title="ratios")
    True
    """
    numbered = zip(places or range(len(series)), series, strict=True)
    known = [(place, line) for place, line in numbered if sum(line.counts) > 0]
    if not known:
        return Markup("")
    ends = [(voice.number(line.edges[0]), voice.number(line.edges[-1])) for _, line in known]
    names = [line.name for _, line in known]
    told = [voice.pair(n, f"{a} – {b}") for n, (a, b) in zip(names, ends, strict=True)]
    frame = Frame.of(2.9, left=0.08, right=0.98, bottom=0.15, top=0.96, width=WIDE)
    across = frame.across(*_ends([line for _, line in known]))
    most = max((h for _, line in known for h in _heights(line)), default=0.0) or 1.0
    upright = Scale(0.0, 1.05 * most, frame.bottom, frame.top)
    marks = [
        *frame.axis(upright, voice, share=True, whole=False),
        *_along(frame, across, voice),
        *(
            look(place).drawn(_stairs(row, across, upright), 1.6 if _heights(row) else 1.8)
            for place, row in known
        ),
    ]
    return frame.svg(marks, title, voice.series(told))


def _ends(series: Sequence[Ratios]) -> tuple[float, float]:
    """Return the ends of the axis of ratios, which has room for 1 too."""
    ends = [1.0, *(edge for row in series for edge in (row.edges[0], row.edges[-1]))]
    air = 0.05 * (max(ends) - min(ends)) or 0.05
    return min(ends) - air, max(ends) + air


def _along(frame: Frame, across: Scale, voice: Voice) -> list[str]:
    """Draw the axis of ratios, and a line where weights stayed as they were."""
    ticks = [(tick, level(tick, False, voice)) for tick in across.ticks(9)]
    middle, below = (frame.left + frame.right) / 2, frame.bottom + 2 * PAD + 2 * SIZE
    one = across.at(1)
    return [
        *frame.numbers(across, ticks),
        line([(frame.left, frame.bottom), (frame.right, frame.bottom)], QUIET, 0.8),
        line([(one, frame.bottom), (one, frame.top)], QUIET, 0.8),
        text((middle, below), voice("ratio_axis"), colour=QUIET, anchor="middle"),
    ]


def _heights(row: Ratios) -> list[float]:
    """Return the share of the records for each tenth; none where all have one ratio."""
    if not row.edges[0] < row.edges[-1]:
        return []
    whole, tenth = sum(row.counts), 0.1
    widths = [high - low for low, high in pairwise(row.edges)]
    return [tenth * n / whole / w for n, w in zip(row.counts, widths, strict=True)]


def _stairs(row: Ratios, across: Scale, upright: Scale) -> list[Point]:
    """Return the corners of the stairs, or the ends of a line where all have one ratio."""
    heights = _heights(row)
    if not heights:
        x = across.at(row.edges[0])
        return [(x, upright.start), (x, upright.end)]
    edges = [across.at(edge) for edge in row.edges]
    tops = [
        (x, upright.at(h)) for h, pair in zip(heights, pairwise(edges), strict=True) for x in pair
    ]
    return [(edges[0], upright.start), *tops, (edges[-1], upright.start)]
