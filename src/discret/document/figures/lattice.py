"""Figures of recodings: which hold, and what can be had for what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from discret.document.figures.colours import AFTER, BEFORE, FAINT, INK, QUIET, WHITE
from discret.document.figures.sheet import (
    HEIGHT,
    SIZE,
    Frame,
    Point,
    Scale,
    box,
    dot,
    level,
    line,
    text,
)
from discret.document.words.voice import Voice, is_number

PAD = 0.35 * SIZE  # between the levels of a recoding and its box
DIGIT = 0.64 * SIZE  # the width of a figure


def trade(
    points: Sequence[tuple[float, float]],
    *,
    voice: Voice,
    title: str,
    others: Sequence[tuple[float, float]] = (),
) -> Markup:
    """Draw what can be had for what: records dropped along the axis, loss above; last one chosen.

    `others` are drawn small and grey.

    Examples
    --------
    >>> "records dropped: 12, loss 0.4" in trade([(12, 0.4)], voice=Voice("en"), title="frontier")
    True
    """
    known = [(x, y) for x, y in points if is_number(x) and is_number(y)]
    if not known:
        return Markup("")
    told = [voice("trade", n=voice.number(x), loss=voice.number(y)) for x, y in known]
    frame = Frame.of(2.15, left=0.13, right=0.88, bottom=0.16, top=0.90)
    upright = frame.upright([y for _, y in (*known, *others)])
    across = frame.across(*_margins([x for x, _ in (*known, *others)]))
    places = [(across.at(x), upright.at(y)) for x, y in known]
    whole = all(y == int(y) for _, y in (*known, *others))
    ticks = across.ticks(4, whole=True)
    marks = [
        *frame.axis(upright, voice, share=False, whole=whole),
        *frame.numbers(across, [(tick, level(tick, False, voice)) for tick in ticks]),
        *(dot((across.at(x), upright.at(y)), 1.5, BEFORE) for x, y in others),
        line(places, BEFORE, 1.2),
        *(dot(place, 2.5, WHITE, AFTER) for place in places[:-1]),
        dot(places[-1], 2.5, AFTER, AFTER),
    ]
    return frame.svg(marks, title, voice.series(told))


def _margins(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis, with some air beside the values."""
    air = 0.05 * (max(values) - min(values)) or 0.6
    return min(values) - air, max(values) + air


class Spot(NamedTuple):
    """A recoding of a lattice: its levels, and fails, holds, minimal, chosen or unknown."""

    levels: tuple[int, ...]
    state: str


def lattice(spots: Sequence[Spot], *, voice: Voice, title: str) -> Markup:
    """Draw recodings from fine, below, to coarse, above, each joined to the next coarser ones.

    Examples
    --------
    >>> spots = [Spot((0,), "fails"), Spot((1,), "chosen")]
    >>> "0: fails; 1: chosen" in lattice(spots, voice=Voice("en"), title="lattice")
    True
    """
    rows: dict[int, list[Spot]] = {}
    for spot in sorted(spots):
        rows.setdefault(sum(spot.levels), []).append(spot)
    places = {
        spot.levels: (at - (len(row) - 1) / 2, height)
        for height, row in rows.items()
        for at, spot in enumerate(row)
    }
    told = [voice.pair(_named(spot), voice(spot.state)) for spot in spots]
    broad = max(len(row) for row in rows.values())
    width = max(1.0, broad * (0.28 + 0.06 * max(map(len, map(_named, spots)))))
    frame = Frame.of(0.52 * len(rows), left=0.01, right=0.99, bottom=0.01, top=0.99, width=width)
    across = frame.across(-broad / 2, broad / 2)
    upright = Scale(min(rows) - 0.5, max(rows) + 0.5, frame.bottom, frame.top)
    drawn = {levels: (across.at(x), upright.at(y)) for levels, (x, y) in places.items()}
    boxes = [mark for spot in spots for mark in _box(spot, drawn[spot.levels])]
    return frame.svg([*_edges(drawn), *boxes], title, voice.series(told))


def _named(spot: Spot) -> str:
    """Write the levels of a recoding; those of many keys without dots, if nothing is mixed up."""
    short = len(spot.levels) > 3 and max(spot.levels) <= 9  # noqa: PLR2004 (one digit each)
    return ("" if short else "·").join(map(str, spot.levels))


def _edges(places: Mapping[tuple[int, ...], Point]) -> Iterator[str]:
    for levels, start in places.items():
        for key, step in enumerate(levels):
            end = places.get((*levels[:key], step + 1, *levels[key + 1 :]))
            if end is not None:
                yield line([start, end], BEFORE, 0.7)


class _Look(NamedTuple):
    """How a recoding is drawn: the lines differ as well as the colours, for a grey printer."""

    fill: str
    edge: str
    width: float
    dashes: str
    ink: str


_LOOKS = {
    "fails": _Look(WHITE, BEFORE, 0.8, "3 1.3", QUIET),
    "unknown": _Look(WHITE, BEFORE, 0.8, "0.8 1.3", QUIET),
    "holds": _Look(FAINT, QUIET, 0.8, "", INK),
    "minimal": _Look(FAINT, AFTER, 2.0, "", INK),
    "chosen": _Look(AFTER, AFTER, 2.0, "", WHITE),
}


def _box(spot: Spot, place: Point) -> Iterator[str]:
    """Draw one recoding."""
    look, name = _LOOKS.get(spot.state, _LOOKS["unknown"]), _named(spot)
    wide = sum(DIGIT if sign.isdigit() else DIGIT / 2 for sign in name) + 2 * PAD
    high = HEIGHT * SIZE + 2 * PAD
    dashes = f"; stroke-dasharray: {look.dashes}" if look.dashes else ""
    more = f"; stroke: {look.edge}; stroke-width: {look.width:g}{dashes}"
    yield box((place[0] - wide / 2, place[1] - high / 2), wide, high, look.fill, more, PAD)
    yield text(place, name, colour=look.ink, anchor="middle", middle=True)
