"""Figures of shares as bars, before and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from discret.document.figures.bar_rows import Bar, folded
from discret.document.figures.colours import AFTER, BEFORE, INK, QUIET, SIDES, WIDTH
from discret.document.figures.sheet import INCH, Frame, Scale, box, line, text
from discret.document.words.voice import Voice

PITCH = 0.36  # inches: a pair of bars


def bars(rows: Sequence[Bar], *, voice: Voice, title: str, left: float = 0.40) -> Markup:
    """Draw shares as horizontal bars, before and after, each with its number.

    `left` is the part of the figure that the labels take. Rows without any `before` get one bar
    each; nothing is drawn where there is no row.

    Examples
    --------
    >>> rows = [Bar("women", 0.5, 0.55), Bar("men", 0.5, 0.45)]
    >>> "women: before 50%, after 55%" in bars(rows, voice=Voice("en"), title="sex")
    True
    """
    if not rows:
        return Markup("")
    single = all(row.before is None for row in rows)
    told = voice.series(_told(row, voice) for row in rows)
    height = PITCH * (0.62 if single else 1.0) * len(rows) + SIDES
    side = SIDES / 2 / height
    frame = Frame.of(height, left=left, right=0.98, bottom=side, top=1 - side)
    along = frame.across(0, 1.32 * (max((v for row in rows for v in _known(row)), default=0) or 1))
    down = Scale(-0.5, len(rows) - 0.5, frame.top, frame.bottom)
    marks = [
        *_categories(frame, rows, down, lines=1 if single else 2),
        *([] if single else _bars([r.before for r in rows], along, down, _OLD, voice)),
        *_bars([row.after for row in rows], along, down, _ALONE if single else _NEW, voice),
    ]
    return frame.svg(marks, title, told)


class _Look(NamedTuple):
    """How a series lies within its row, and its colours: of bars, and of their numbers."""

    shift: float
    thick: float
    fill: str
    ink: str


_OLD = _Look(-0.19, 0.34, BEFORE, QUIET)
_NEW, _ALONE = _Look(0.19, 0.34, AFTER, INK), _Look(0.0, 0.58, AFTER, INK)


def _categories(frame: Frame, rows: Sequence[Bar], down: Scale, lines: int) -> Iterator[str]:
    """Write the labels, of one line or two, and draw the line that bars start from."""
    for place, row in enumerate(rows):
        label = folded(row.label, lines)
        for number, words in enumerate(label):
            shift = 9.5 * (number - (len(label) - 1) / 2)
            at = frame.left - 5, down.at(place) + shift
            yield text(at, words, anchor="end", middle=True)
    yield line([(frame.left, frame.top), (frame.left, frame.bottom)], QUIET, 0.7)


def _bars(
    values: Sequence[float | None], along: Scale, down: Scale, look: _Look, voice: Voice
) -> Iterator[str]:
    """Draw one series: bars, then their numbers."""
    known = [(place + look.shift, v) for place, v in enumerate(values) if v is not None]
    thick = down.at(look.thick) - down.at(0)
    for y, value in known:
        corner = along.start, down.at(y) - thick / 2
        yield box(corner, along.at(value) - along.start, thick, look.fill)
    for y, value in known:
        at = along.at(value) + 3, down.at(y)
        words, room = voice.share(value), WIDTH * INCH - at[0]
        yield text(at, words, size=7.5, colour=look.ink, middle=True, room=room)


def _known(row: Bar) -> list[float]:
    return [value for value in (row.before, row.after) if value is not None]


def _told(row: Bar, voice: Voice) -> str:
    both = (("before", row.before), ("after", row.after))
    said = [f"{voice(name)} {voice.share(value)}" for name, value in both if value is not None]
    return voice.pair(row.label, ", ".join(said))
