"""The coefficients of a model with their intervals, one file below the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from typing import Any, NamedTuple

from markupsafe import Markup

from discret.document.figures.bar_rows import folded
from discret.document.figures.colours import FAINT, QUIET
from discret.document.figures.sheet import INCH, Frame, Scale, level, line, text
from discret.document.figures.styles import WIDE, Look, look
from discret.document.words.voice import Voice, is_number

LINE, ROOM = 0.125, 0.11  # inches: an interval, the air between two coefficients
MOST = 14  # ratios along an axis
_TIMES = ((3, (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)), (5, (1.0, 2.0, 5.0)))  # of up to so many powers
FAR = 6.0  # how many times past the estimates an axis may go to show an interval


class Interval(NamedTuple):
    """An estimate with its confidence interval; ``None`` where it is endless."""

    estimate: float
    lower: float | None
    upper: float | None


class Estimates(NamedTuple):
    """A coefficient of a model: its term, its category, and what each file makes of it."""

    term: str
    category: str
    found: Sequence[Interval | None]


def forest(
    rows: Sequence[Estimates],
    names: Sequence[str],
    *,
    voice: Voice,
    title: str,
    ratios: bool,
    places: Sequence[int] = (),
) -> Markup:
    """Draw coefficients with their intervals, one file below the other.

    `places` are those of the files, by default the original (−1) and releases from 0. Ratios get a
    logarithmic axis.

    Examples
    --------
    >>> row = Estimates("age", "25-34", [Interval(2.0, 1.0, 4.0), Interval(1.5, 0.5, 4.5)])
    >>> drawn = forest([row], ["before", "A"], voice=Voice("en"), title="model", ratios=True)
    >>> "age 25-34: before 2 [1; 4], A 1.5 [0.5; 4.5]" in drawn
    True
    """
    known = [row for row in rows if any(row.found)]
    if not known:
        return Markup("")
    told = [_told(row, names, voice) for row in known]
    laid, height = _layout(known, len(names))
    looks = [look(place) for place in places or range(-1, len(names) - 1)]
    below, above = 0.3 / (height + 0.36), 0.06 / (height + 0.36)
    frame = Frame.of(height + 0.36, left=0.24, right=0.98, bottom=below, top=1 - above, width=WIDE)
    along = _along(frame, known, ratios)
    marks = [*_axis(frame, along, voice)]
    for row, (top, heading) in zip(known, laid, strict=True):
        marks += _coefficient(frame, along, row, looks, top, heading)
    return frame.svg(marks, title, voice.series(told))


def _layout(rows: Sequence[Estimates], series: int) -> tuple[list[tuple[float, bool]], float]:
    """Return the top of each coefficient, whether its term stands above it, and the height."""
    places: list[tuple[float, bool]] = []
    at, last = ROOM / 2, None
    for row in rows:
        heading = row.term != last and bool(row.category)
        at += 0.22 if heading else 0.0
        places.append((at, heading))
        at += series * LINE + ROOM
        last = row.term
    return places, at


def _coefficient(
    frame: Frame, along: Scale, row: Estimates, looks: Sequence[Look], top: float, heading: bool
) -> Iterator[str]:
    """Draw a coefficient, so many inches below the top: its names, then what each file makes."""
    beside, high = frame.left - 0.02 * (frame.right - frame.left), len(row.found) * LINE
    if heading:
        at = beside, frame.top + (top - 0.07) * INCH
        yield text(at, folded(row.term, lines=1)[0], anchor="end", bold=True)
    label, middle = folded(row.category or row.term, lines=1)[0], top + high / 2
    yield text((beside, frame.top + middle * INCH), label, anchor="end", middle=True)
    edge = frame.top + (top + high + ROOM / 2) * INCH
    yield line([(frame.left, edge), (frame.right, edge)], FAINT, 0.8)
    for place, effect in enumerate(row.found):
        if effect is not None:
            y = frame.top + (top + (place + 0.5) * LINE) * INCH
            yield from _interval(along, effect, looks[place], y)


def _interval(along: Scale, effect: Interval, own: Look, y: float) -> Iterator[str]:
    """Draw an interval, cut where the axis ends, and its estimate."""
    if effect.lower is not None and effect.upper is not None:
        ends = [min(max(end, along.low), along.high) for end in (effect.lower, effect.upper)]
        yield own.drawn([(along.at(end), y) for end in ends], 1.3)
    yield own.marked((along.at(effect.estimate), y), 4.6)


def _along(frame: Frame, rows: Sequence[Estimates], ratios: bool) -> Scale:
    """Return the axis of the estimates: logarithmic for ratios."""
    found = [effect for row in rows for effect in row.found if effect is not None]
    centres = [effect.estimate for effect in found]
    ends = [v for effect in found for v in (effect.lower, effect.upper) if v is not None]
    if ratios and min(centres) > 0:
        low = max(min(centres) / FAR, min([*centres, *(v for v in ends if v > 0)]))
        high = min(max(centres) * FAR, max([*centres, *ends]))
        return Scale(low / 1.12, high * 1.12, frame.left, frame.right, log=True)
    every = [0.0, *centres, *ends]
    air = 0.05 * (max(every) - min(every)) or 1.0
    return frame.across(min(every) - air, max(every) + air)


def _axis(frame: Frame, along: Scale, voice: Voice) -> Iterator[str]:
    """Draw the axis of the estimates, with a line where nothing differs."""
    ticks = _ratios(along) if along.log else along.ticks(7)
    names = [(tick, level(tick, False, voice)) for tick in ticks]
    yield from _uprights(frame, along, ticks, FAINT, 0.8)
    yield from frame.numbers(along, names)
    alike = 1.0 if along.log else 0.0
    yield from _uprights(
        frame, along, [alike] if along.low < alike < along.high else [], QUIET, 0.9
    )
    yield line([(frame.left, frame.bottom), (frame.right, frame.bottom)], QUIET, 0.8)


def _ratios(along: Scale) -> list[float]:
    """Return round ratios, as many as there is room for: powers of ten where they differ widely."""
    powers = range(floor(log10(along.low)), ceil(log10(along.high)) + 1)
    times = next((t for most, t in _TIMES if len(powers) <= most), (1.0,))
    nice = [float(f"{time:g}e{power}") for power in powers for time in times]
    ticks = [tick for tick in nice if along.low * 1.12 <= tick <= along.high / 1.12]
    return ticks[:: max(1, -(-len(ticks) // MOST))]


def _uprights(
    frame: Frame, along: Scale, values: Sequence[float], colour: str, width: float
) -> Iterator[str]:
    for x in map(along.at, values):
        yield line([(x, frame.top), (x, frame.bottom)], colour, width)


def _told(row: Estimates, names: Sequence[str], voice: Voice) -> str:
    parts = [
        f"{name} {voice.number(effect.estimate)}"
        f" [{voice.series(map(voice.number, (effect.lower, effect.upper)))}]"
        for name, effect in zip(names, row.found, strict=True)
        if effect is not None
    ]
    return voice.pair(f"{row.term} {row.category}".strip(), ", ".join(parts))


def interval(row: Any, when: str) -> Interval | None:
    """Read an estimate of a record, before or after; nothing where there is none.

    Examples
    --------
    >>> interval({"estimate_after": 2, "lower_after": None, "upper_after": 3}, "after")
    Interval(estimate=2.0, lower=None, upper=3.0)
    """
    found = [row.get(f"{name}_{when}") for name in ("estimate", "lower", "upper")]
    known = [float(item) if is_number(item) else None for item in found]
    return None if known[0] is None else Interval(known[0], known[1], known[2])
