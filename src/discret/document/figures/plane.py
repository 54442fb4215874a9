"""Where categories were on a plane, and where they went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from discret.document.figures.bar_rows import folded
from discret.document.figures.canvas import FAINT, as_svg, canvas, drawing
from discret.document.figures.styles import ORIGINAL, WIDE, Look, look
from discret.document.words.voice import Voice

NAMED = 6  # categories that are named: those that moved most
_PAPER = {"facecolor": "white", "edgecolor": "none", "alpha": 0.7, "pad": 0.6}


class Move(NamedTuple):
    """A category on a plane, before and after, and how far it moved."""

    label: str
    before: tuple[float, float]
    after: tuple[float, float]
    far: float


Limits = tuple[float, float, float, float]


def plane(
    moves: Sequence[Move], *, voice: Voice, title: str, place: int = 0, limits: Limits | None = None
) -> Markup:
    """Draw where categories were and where they went; those that moved most are named.

    `limits` are those of the axes, so that planes can be compared; by default what is needed.

    Examples
    --------
    >>> move = Move("age 65+", (0.0, 1.0), (0.5, 1.0), 0.5)
    >>> "age 65+: 0.5" in plane([move], voice=Voice("en"), title="plane")
    True
    """
    if not moves:
        return Markup("")
    most = sorted(moves, key=lambda move: -move.far)[:NAMED]
    told = [voice.pair(move.label, voice.number(round(move.far, 4))) for move in most]
    left, right, bottom, top = limits or limits_of(moves)
    inch = WIDE / (right - left)
    with drawing(title + "".join(told)):
        figure, axes = canvas((top - bottom) * inch, left=0, right=1, bottom=0, top=1)
        figure.set_figwidth(WIDE)
        axes.set_xlim(left, right)
        axes.set_ylim(bottom, top)
        axes.xaxis.set_major_locator(NullLocator())
        axes.yaxis.set_major_locator(NullLocator())
        axes.axhline(0, color=FAINT, linewidth=1)
        axes.axvline(0, color=FAINT, linewidth=1)
        for move in moves:
            _moved(axes, move, look(place))
        _names(axes, most, inch)
        return as_svg(figure, title, "; ".join(told))


def limits_of(moves: Sequence[Move]) -> Limits:
    """Return the limits of a plane, equal lengths on both axes, with room for names.

    Examples
    --------
    >>> limits_of([Move("a", (0.0, 0.0), (1.0, 1.0), 1.4)])
    (-0.25, 1.25, -0.12, 1.12)
    """
    xs, ys = (
        [v for move in moves for v in (move.before[axis], move.after[axis])] for axis in (0, 1)
    )
    wide = (max(xs) - min(xs)) or 1.0
    high = max(max(ys) - min(ys), 0.3 * wide)
    middle = (max(ys) + min(ys)) / 2
    side, half = 0.25 * wide, high / 2 + 0.12 * wide
    return min(xs) - side, max(xs) + side, round(middle - half, 12), round(middle + half, 12)


def _moved(axes: Axes, one: Move, own: Look) -> None:
    axes.plot(*zip(one.before, one.after, strict=True), color=own.colour, linewidth=0.8, zorder=2)
    axes.plot(*one.before, color=ORIGINAL.colour, marker=ORIGINAL.mark, markersize=4, zorder=3)
    axes.plot(*one.after, color=own.colour, marker=own.mark, markersize=3.6, zorder=4)


def _names(axes: Axes, moves: Sequence[Move], inch: float) -> None:
    """Name categories beside where they went, each where it covers no other name."""
    taken: list[Limits] = []
    for move in moves:
        text = folded(move.label, lines=1)[0]
        wide, high, off = 0.058 * len(text) / inch, 0.13 / inch, 0.06 / inch
        for across, up in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            x, y = move.after[0] + across * off, move.after[1] + up * off
            box = (min(x, x + across * wide), max(x, x + across * wide),
                   min(y, y + up * high), max(y, y + up * high))  # fmt: skip
            if not any(_cover(box, other) for other in taken):
                side, height = ("left", "right")[across < 0], ("bottom", "top")[up < 0]
                axes.text(x, y, text, ha=side, va=height, fontsize=7.5, zorder=5, bbox=_PAPER)
                taken.append(box)
                break


def _cover(one: Limits, other: Limits) -> bool:
    apart = one[1] < other[0] or other[1] < one[0] or one[3] < other[2] or other[3] < one[2]
    return not apart
