"""Bars of what each way to protect two zonings loses: a number, and a share, as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from discret.document.figures.canvas import AFTER, INK, QUIET, SIDES, as_svg, canvas, drawing
from discret.document.pieces.protections import Told, named
from discret.document.words.texts_zonings import PROTECTION
from discret.document.words.voice import Voice, is_number
from discret.words import Language

PITCH = 0.34  # inches: a bar
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
    told = "; ".join(voice.pair(*pair) for pair in zip(labels, texts, strict=True))
    height = PITCH * len(known) + SIDES
    side = SIDES / 2 / height
    with drawing(title + told):
        figure, axes = canvas(height, left=0.44, right=0.98, bottom=side, top=1 - side)
        places = range(len(known))
        axes.barh(places, values, 0.58, color=AFTER, clip_on=False)
        axes.set_xlim(0, 1.5 * (max(values) or 1))
        axes.set_ylim(len(known) - 0.5, -0.5)
        axes.set_yticks(places, labels, color=INK)
        axes.xaxis.set_visible(False)
        axes.spines["left"].set(visible=True, color=QUIET, linewidth=0.7)
        for place, value, text in zip(places, values, texts, strict=True):
            axes.annotate(
                text, (value, place), (3, 0), textcoords="offset points", va="center", fontsize=7.5
            )
        return as_svg(figure, title, told)
