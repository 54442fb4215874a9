"""Where categories were on a plane, and where they went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from discret.document.figures.bar_rows import folded
from discret.document.figures.colours import FAINT, WHITE
from discret.document.figures.sheet import HEIGHT, Frame, Scale, box, line, text
from discret.document.figures.styles import ORIGINAL, WIDE, Look, look
from discret.document.words.voice import Voice
from discret.words import NOISE

NAMED = 6  # categories that are named: those that moved most
SMALL = 7.5  # points: the letters of a name
_PAPER = "; fill-opacity: 0.7"


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
    frame = Frame.of((top - bottom) * inch, left=0, right=1, bottom=0, top=1, width=WIDE)
    across = frame.across(left, right)
    upright = Scale(bottom, top, frame.bottom, frame.top)
    marks = [
        line([(frame.left, upright.at(0)), (frame.right, upright.at(0))], FAINT, 1),
        line([(across.at(0), frame.top), (across.at(0), frame.bottom)], FAINT, 1),
        *(mark for move in moves for mark in _moved(across, upright, move, look(place))),
        *_names(across, upright, most, inch),
    ]
    return frame.svg(marks, title, voice.series(told))


def limits_of(moves: Sequence[Move]) -> Limits:
    """Return the limits of a plane, equal lengths on both axes, with room for names.

    It is not much higher than wide, and points that rounding alone sets apart are one.

    Examples
    --------
    >>> limits_of([Move("a", (0.0, 0.0), (1.0, 1.0), 1.4)])
    (-0.25, 1.25, -0.12, 1.12)
    """
    xs, ys = (
        [v for move in moves for v in (move.before[axis], move.after[axis])] for axis in (0, 1)
    )
    far = max(max(xs) - min(xs), max(ys) - min(ys))
    wide = far if far > NOISE else 1.0
    high = max(max(ys) - min(ys), 0.3 * wide)
    ends = _around(xs, 0.75 * wide), _around(ys, high / 2 + 0.12 * wide)
    return ends[0][0], ends[0][1], ends[1][0], ends[1][1]


def _around(values: Sequence[float], half: float) -> tuple[float, float]:
    middle = (max(values) + min(values)) / 2
    return round(middle - half, 14), round(middle + half, 14)


def _moved(across: Scale, upright: Scale, move: Move, own: Look) -> Iterator[str]:
    before, after = ((across.at(x), upright.at(y)) for x, y in (move.before, move.after))
    yield line([before, after], own.colour, 0.8)
    yield ORIGINAL.marked(before, 5)
    yield own.marked(after, 4.6)


def _names(across: Scale, upright: Scale, moves: Sequence[Move], inch: float) -> Iterator[str]:
    """Name categories beside where they went, each where it covers no other name."""
    taken: list[Limits] = []
    for move in moves:
        name = folded(move.label, lines=1)[0]
        boxes = [_beside(move, len(name), inch, *sides) for sides in _SIDES]
        free = [room for room in boxes if not any(_cover(room, other) for other in taken)]
        if free:
            left, right, _, top = free[0]
            corner = across.at(left), upright.at(top)
            yield box(corner, across.at(right) - corner[0], SMALL * 1.2, WHITE, _PAPER)
            below = corner[1] + 1.1 * HEIGHT * SMALL
            yield text((corner[0], below), name, size=SMALL)
            taken.append(free[0])


_SIDES = ((1, 1), (-1, 1), (1, -1), (-1, -1))


def _beside(move: Move, letters: int, inch: float, across: int, up: int) -> Limits:
    """Return the room that a name would take to the right or left of a point, above or below."""
    wide, high, off = 0.058 * letters / inch, 0.13 / inch, 0.06 / inch
    x, y = move.after[0] + across * off, move.after[1] + up * off
    xs, ys = sorted((x, x + across * wide)), sorted((y, y + up * high))
    return xs[0], xs[1], ys[0], ys[1]


def _cover(one: Limits, other: Limits) -> bool:
    apart = one[1] < other[0] or other[1] < one[0] or one[3] < other[2] or other[3] < one[2]
    return not apart
