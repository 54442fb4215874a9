"""How the files of a comparison are told apart in figures and legends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from discret.document.figures.colours import AFTER, TARGET
from discret.document.figures.sheet import Point, line

WIDE = 7.2  # inches: a figure with several files


class Look(NamedTuple):
    """How a series is drawn: colour, line and mark all differ, for a grey printer."""

    colour: str
    line: Any
    mark: str

    def drawn(self, points: Sequence[Point], width: float) -> str:
        """Draw a line from point to point in this look.

        Examples
        --------
        >>> "stroke-dasharray: 10 4" in look(1).drawn([(0, 0), (9, 9)], 2)
        True
        """
        dashes = [] if self.line == "-" else [f"{width * length:g}" for length in self.line[1]]
        return line(points, self.colour, width, " ".join(dashes))

    def marked(self, at: Point, size: float) -> str:
        """Draw the mark of this look, so many points wide.

        Examples
        --------
        >>> look(0).marked((9, 9), 6.8)
        '<g transform="translate(9 9) scale(1) translate(-14 -6)">...</g>'
        """
        place = f"translate({at[0]:.6g} {at[1]:.6g}) scale({size / _SIDE:.4g}) translate(-14 -6)"
        shape = _SHAPES[self.mark].format(self.colour)
        return f'<g transform="{place}">{shape}</g>'


ORIGINAL = Look("#7d8791", "-", "o")
LOOKS = (
    Look(AFTER, "-", "s"),
    Look(TARGET, (0, (5, 2)), "^"),
    Look("#2a9277", (0, (1.4, 1.4)), "D"),
    Look("#7a3e9d", (0, (6, 1.5, 1.2, 1.5)), "v"),
)


def look(place: int) -> Look:
    """Return how the release at this place, from 0, is drawn; −1 is the original.

    Examples
    --------
    >>> look(-1).mark, look(0).mark, look(4) == look(0)
    ('o', 's', True)
    """
    return ORIGINAL if place < 0 else LOOKS[place % len(LOOKS)]


_SIDE = 6.8  # points: a mark in a legend, of which the middle is at 14, 6
_SHAPES = {
    "o": '<circle cx="14" cy="6" r="3.6" fill="{0}"/>',
    "s": '<rect x="10.6" y="2.6" width="6.8" height="6.8" fill="{0}"/>',
    "^": '<path d="M14 1.6 18.2 9.4H9.8Z" fill="{0}"/>',
    "D": '<path d="M14 1.6 18.4 6 14 10.4 9.6 6Z" fill="{0}"/>',
    "v": '<path d="M14 10.4 18.2 2.6H9.8Z" fill="{0}"/>',
}


def swatch(place: int) -> Markup:
    """Return the sign of a release, for a legend in the page.

    Examples
    --------
    >>> "stroke-dasharray" in swatch(1), "stroke-dasharray" in swatch(0)
    (True, False)
    """
    one = look(place)
    dashes = " ".join(str(1.3 * length) for length in one.line[1]) if one.line != "-" else ""
    style = Markup(' stroke-dasharray="{}"').format(dashes) if dashes else ""
    line = Markup('<path d="M0 6H28" stroke="{}" stroke-width="1.6"{}/>').format(one.colour, style)
    mark = Markup(_SHAPES[one.mark]).format(one.colour)  # noqa: S704 (ours)
    return Markup('<svg width="28" height="12" aria-hidden="true">{}{}</svg>').format(line, mark)
