"""A sheet to draw on: SVG written as text, with the few marks that figures are made of.

Lengths are points, 72 to an inch; places go from the left and from the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Literal

from markupsafe import Markup, escape

from discret.document.figures.colours import FAINT, INK, QUIET, TARGET, WIDE, WIDTH
from discret.document.figures.widths import every, width
from discret.document.words.voice import Voice, is_number

INCH, SIZE = 72.0, 8.5  # points: an inch, and the height of letters
PAD = 6.0  # between an axis and its numbers
MIDDLE, HEIGHT = 0.36, 0.76  # of the height of letters: half of a figure, and a whole one
DECADES = 6  # of a logarithmic axis that are named
NICE = (1.0, 2.0, 2.5, 5.0, 10.0)  # steps of an axis
Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


@dataclass(frozen=True)
class Scale:
    """Values along a side of a frame.

    Parameters
    ----------
    low, high
        The values at its ends.
    start, end
        Where these lie.
    log
        Whether equal ratios are equally long.

    Examples
    --------
    >>> Scale(0, 10, 100, 300).at(2.5), Scale(1, 100, 0, 2, log=True).at(10)
    (150.0, 1.0)
    """

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def share(self, value: float) -> float:
        """Return how far along a value lies, from 0 to 1."""
        if self.log:
            least, most, own = log10(self.low), log10(self.high), log10(value)
            return (own - least) / (most - least)
        return (value - self.low) / (self.high - self.low)

    def at(self, value: float) -> float:
        """Return the place of a value."""
        return self.start + self.share(value) * (self.end - self.start)

    def ticks(self, most: int, *, whole: bool = False) -> list[float]:
        """Return round values within, that many steps apart at most; powers of ten by ratio.

        Examples
        --------
        >>> Scale(0, 10.24, 0, 1).ticks(5), Scale(0, 3.84, 0, 1).ticks(5, whole=True)
        ([0.0, 2.5, 5.0, 7.5, 10.0], [0.0, 1.0, 2.0, 3.0])
        >>> Scale(0.04, 40, 0, 1, log=True).ticks(5)
        [0.1, 1.0, 10.0]
        """
        if self.log:
            powers = range(ceil(log10(self.low)), floor(log10(self.high)) + 1)
            return [10.0**power for power in powers[:: -(-len(powers) // DECADES)]]
        step = _step((self.high - self.low) / most, whole=whole)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [float(f"{place * step:.12g}") for place in range(first, last + 1)]


def _step(least: float, *, whole: bool) -> float:
    """Return a round step, not smaller than this; a whole number where values are."""
    power = 10.0 ** floor(log10(least))
    steps = [nice * power for nice in NICE]
    if whole:
        steps = [step for step in (*steps, 1.0, 10 * power) if step == int(step) and step >= 1]
    return min(step for step in steps if step >= least * (1 - 1e-9))


@dataclass(frozen=True)
class Frame:
    """Where the values of a figure lie within its sheet.

    Parameters
    ----------
    width, height
        The sheet.
    left, right, top, bottom
        The sides of the frame.
    """

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float

    @classmethod
    def of(
        cls,
        height: float,
        *,
        left: float,
        right: float,
        bottom: float,
        top: float,
        width: float = WIDTH,
    ) -> Frame:
        """Return the frame of a sheet of some inches, its sides as shares of it, from below.

        Examples
        --------
        >>> Frame.of(1.0, left=0.25, right=1, bottom=0, top=0.75, width=2.0)
        Frame(width=144.0, height=72.0, left=36.0, right=144.0, top=18.0, bottom=72.0)
        """
        wide, high = width * INCH, height * INCH
        return cls(wide, high, left * wide, right * wide, (1 - top) * high, (1 - bottom) * high)

    def across(self, low: float, high: float) -> Scale:
        """Lay values from left to right."""
        return Scale(low, high, self.left, self.right)

    def upright(self, values: Iterable[float | None]) -> Scale:
        """Give values the room they need from below; by their ratios where they differ widely."""
        known = [float(value) for value in values if value is not None and is_number(value)]
        least, most = min(known), max(known)
        if least > 0 and most / least >= WIDE:
            return Scale(least / 2.2, most * 2.2, self.bottom, self.top, log=True)
        high = most * 1.28 if most > 0 else 1.0
        return Scale(min(0.0, least * 1.28), high, self.bottom, self.top)

    def axis(self, scale: Scale, voice: Voice, *, share: bool, whole: bool) -> list[str]:
        """Draw faint lines across at round values, with their numbers to the left."""
        beyond = 1.0 if share and scale.high <= WHOLE_ROOM else scale.high
        ticks = [tick for tick in scale.ticks(5, whole=whole) if tick <= beyond]
        return [
            *(line([(self.left, y), (self.right, y)], FAINT, 0.8) for y in map(scale.at, ticks)),
            *(
                text((self.left - PAD, scale.at(tick)), level(tick, share, voice), colour=QUIET,
                     anchor="end", middle=True, room=self.left - PAD)
                for tick in ticks
            ),
        ]  # fmt: skip

    def numbers(self, scale: Scale, names: Iterable[tuple[float, str]]) -> list[str]:
        """Write names below, as many as there is room for, with a faint line above them."""
        y = self.bottom + PAD + HEIGHT * SIZE
        told = [(scale.at(x), name) for x, name in names]
        step = every([name for _, name in told], [x for x, _ in told], SIZE)
        return [
            line([(self.left, self.bottom), (self.right, self.bottom)], FAINT, 0.8),
            *(
                text((x, y), name, colour=QUIET, anchor="middle", room=2 * min(x, self.width - x))
                for x, name in told[::step]
            ),
        ]

    def target(self, y: float, words: str) -> list[str]:
        """Draw a target across, with its name to the right."""
        beside = self.left + 1.02 * (self.right - self.left), y
        return [
            line([(self.left, y), (self.right, y)], TARGET, 1.2, "4.8 3.6"),
            text(beside, words, colour=TARGET, size=8, middle=True, room=self.width - beside[0]),
        ]

    def svg(self, marks: Iterable[str], title: str, told: str) -> Markup:
        """Put a figure together, with words for those who hear it.

        Examples
        --------
        >>> Frame.of(1, left=0, right=1, bottom=0, top=1).svg([], "a & b", "c").count("a &amp; b")
        2
        """
        size = f'width="{self.width:g}pt" height="{self.height:g}pt"'
        view = f'viewBox="0 0 {self.width:g} {self.height:g}" xmlns="http://www.w3.org/2000/svg"'
        head = f'role="img" font-family="sans-serif" aria-label="{escape(title)}. {escape(told)}"'
        name = f"<title>{escape(title)}</title>"
        body = "\n".join([f"<svg {head} {size} {view}>", name, *marks, "</svg>"])
        return Markup(body)  # noqa: S704 (escaped)


WHOLE_ROOM = 1.28  # the end of an axis of shares none of which is beyond one


def level(value: float, share: bool, voice: Voice) -> str:
    """Write a number along an axis."""
    return voice.level(int(value) if value == int(value) else value, share=share)


def text(
    at: Point,
    words: str,
    *,
    colour: str = INK,
    size: float = SIZE,
    anchor: Anchor = "start",
    bold: bool = False,
    middle: bool = False,
    room: float | None = None,
) -> str:
    """Write words, on a line or with their middle there; narrower where there is too little room.

    Examples
    --------
    >>> text((1, 2), "a < b")
    '<text style="font-size: 8.5px; text-anchor: start; fill: #1f2933" x="1" y="2">a &lt; b</text>'
    """
    weight = "font-weight: 700; " if bold else ""
    style = f"font-size: {size:g}px; {weight}text-anchor: {anchor}; fill: {colour}"
    x, y = at[0], at[1] + (MIDDLE * size if middle else 0.0)
    fit = ""
    if room is not None and width(words) * size / 100 > room:
        fit = f' textLength="{_short(room)}" lengthAdjust="spacingAndGlyphs"'
    return f'<text style="{style}" x="{_short(x)}" y="{_short(y)}"{fit}>{escape(words)}</text>'


def line(points: Sequence[Point], colour: str, width: float, dashes: str = "") -> str:
    """Draw a line from point to point.

    Examples
    --------
    >>> line([(0, 0), (9, 1.25)], "#000000", 0.8)
    '<path d="M0 0L9 1.25" style="fill: none; stroke: #000000; stroke-width: 0.8"/>'
    """
    path = "L".join(f"{_short(x)} {_short(y)}" for x, y in points)
    dashed = f"; stroke-dasharray: {dashes}" if dashes else ""
    style = f"fill: none; stroke: {colour}; stroke-width: {width:g}{dashed}"
    return f'<path d="M{path}" style="{style}"/>'


def box(
    corner: Point, width: float, height: float, colour: str, more: str = "", rounded: float = 0
) -> str:
    """Draw a box from its upper left corner.

    Examples
    --------
    >>> box((1, 2), 3, 4, "#000000")
    '<rect x="1" y="2" width="3" height="4" style="fill: #000000"/>'
    """
    places = f'x="{_short(corner[0])}" y="{_short(corner[1])}"'
    size = f'width="{_short(width)}" height="{_short(height)}"'
    round_ = f' rx="{_short(rounded)}"' if rounded else ""
    return f'<rect {places} {size}{round_} style="fill: {colour}{more}"/>'


def dot(at: Point, radius: float, fill: str, edge: str = "") -> str:
    """Draw a dot, filled or with an edge of another colour.

    Examples
    --------
    >>> dot((1, 2), 2.5, "#ffffff", "#000000")[:50]
    '<circle cx="1" cy="2" r="2.5" style="fill: #ffffff'

    """
    style = f"fill: {fill}" + (f"; stroke: {edge}; stroke-width: 1.4" if edge else "")
    return f'<circle cx="{_short(at[0])}" cy="{_short(at[1])}" r="{radius:g}" style="{style}"/>'


def _short(length: float) -> str:
    return f"{round(length, 2) + 0.0:g}"
