"""How surely a value is found, by ε: a curve, with what is used in practice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from discret.document.figures.colours import AFTER, FAINT, QUIET, TARGET
from discret.document.figures.sheet import PAD, SIZE, Frame, Scale, level, line, text
from discret.document.figures.styles import ORIGINAL, WIDE, look
from discret.document.words.voice import Voice
from discret.maths.privacy.meaning import bound
from discret.words import Words

POINTS = 160
LEAST = 9.0  # the axis goes to this ε, or beyond the one that is shown
_TITLE = Words("How surely a value is found", fr="À quel point une valeur se trouve")
_AXIS = Words("ε", fr="ε")


class Mark(NamedTuple):
    """An ε that is used somewhere."""

    name: str
    epsilon: float


def epsilon_curve(values: int, epsilon: float, marks: Sequence[Mark], *, voice: Voice) -> Markup:
    """Draw the bound of theorem 1 for so many values, the ε that is meant, and those of practice.

    Examples
    --------
    >>> "1: 9.81%" in epsilon_curve(26, 1.0, [], voice=Voice("en"))
    True
    """
    frame = Frame.of(3.0, left=0.08, right=0.97, bottom=0.16, top=0.95, width=WIDE)
    end = max(LEAST, 1.25 * epsilon)
    across, upright = frame.across(0.0, end), Scale(0.0, 1.0, frame.bottom, frame.top)
    steps = [end * place / POINTS for place in range(POINTS + 1)]
    own = voice.pair(level(epsilon, False, voice), level(bound(epsilon, values), True, voice))
    drawn = [
        *frame.axis(upright, voice, share=True, whole=False),
        *frame.numbers(across, [(tick, level(tick, False, voice)) for tick in across.ticks(9)]),
        text(((frame.left + frame.right) / 2, frame.bottom + 2 * PAD + 2 * SIZE),
             voice.said(_AXIS), colour=QUIET, anchor="middle"),
        line([(across.at(x), upright.at(bound(x, values))) for x in steps], AFTER, 1.8),
        *_marks(across, upright, values, marks),
        look(1).marked((across.at(epsilon), upright.at(bound(epsilon, values))), 8),
        text((across.at(epsilon) + 2 * PAD, upright.at(bound(epsilon, values)) + 2 * PAD), own,
             colour=TARGET, bold=True),
    ]  # fmt: skip
    return frame.svg(drawn, voice.said(_TITLE), own)


def _marks(across: Scale, upright: Scale, values: int, marks: Sequence[Mark]) -> Iterator[str]:
    """Mark what is used in practice on the curve, each named at a height of its own."""
    for place, mark in enumerate(marks):
        x, y = across.at(mark.epsilon), upright.at(bound(mark.epsilon, values))
        high = upright.end + 1.6 * SIZE * (place + 0.5)
        left = x > (across.start + across.end) / 2
        yield line([(x, upright.start), (x, high)], FAINT, 1)
        yield ORIGINAL.marked((x, y), 5)
        yield text((x - PAD if left else x + PAD, high + SIZE / 2), mark.name, colour=QUIET,
                   size=7.5, anchor="end" if left else "start")  # fmt: skip
