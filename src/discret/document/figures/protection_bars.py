"""Bars of what each way to protect two zonings loses: a number, and a share, as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from discret.document.figures.colours import AFTER, QUIET, SIDES, WIDTH
from discret.document.figures.sheet import INCH, PAD, Frame, Scale, box, line, text
from discret.document.pieces.protections import Told, named
from discret.document.words.texts_zonings import PROTECTION
from discret.document.words.voice import Voice, is_number
from discret.words import Language

PITCH, THICK = 0.34, 0.58  # inches: a bar with its air; the bar, of that
LOSSES = ("squares_lost", "observations_lost")


def loss_bars(ways: Sequence[Told], language: Language = "en") -> list[tuple[str, Markup]]:
    """Draw the squares lost and the observations lost of each way, with a caption each.

    Examples
    --------
    >>> way = {"way": "merge", "squares_lost": 1, "squares_lost_share": 0.25}
    >>> [(caption, svg)] = loss_bars([way])
    >>> caption, "merge squares: 1 (25%)" in svg
    ('Squares lost', True)
    """
    voice = Voice(language)
    drawn = [(voice.said(PROTECTION[f"{name}_bars"]), _bars(ways, name, voice)) for name in LOSSES]
    return [(caption, svg) for caption, svg in drawn if svg]


def _bars(ways: Sequence[Told], name: str, voice: Voice) -> Markup:
    known = [way for way in ways if is_number(way.get(name))]
    if not known:
        return Markup("")
    title = voice.said(PROTECTION[f"{name}_bars"])
    labels = [named(way, voice) for way in known]
    values = [float(way[name]) for way in known]
    texts = [
        f"{voice.number(way[name])} ({voice.share(way.get(f'{name}_share'))})" for way in known
    ]
    told = voice.series(voice.pair(*pair) for pair in zip(labels, texts, strict=True))
    height = PITCH * len(known) + SIDES
    side = SIDES / 2 / height
    frame = Frame.of(height, left=0.44, right=0.98, bottom=side, top=1 - side)
    along = frame.across(0, 1.5 * (max(values) or 1))
    down = Scale(-0.5, len(known) - 0.5, frame.top, frame.bottom)
    marks = [line([(frame.left, frame.top), (frame.left, frame.bottom)], QUIET, 0.7)]
    for place, row in enumerate(zip(labels, values, texts, strict=True)):
        marks += _bar(along, down, place, *row)
    return frame.svg(marks, title, told)


def _bar(along: Scale, down: Scale, place: int, label: str, value: float, number: str) -> list[str]:
    """Draw a bar between its label and its number."""
    y, thick, end = down.at(place), down.at(THICK) - down.at(0), along.at(value)
    return [
        text((along.start - PAD, y), label, anchor="end", middle=True, room=along.start - PAD),
        box((along.start, y - thick / 2), end - along.start, thick, AFTER),
        text((end + 3, y), number, size=7.5, middle=True, room=WIDTH * INCH - end - 3),
    ]
