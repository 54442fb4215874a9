"""Figures of shares as bars, before and after."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from discret.document.figures.bar_rows import Bar, folded
from discret.document.figures.canvas import (
    AFTER,
    BEFORE,
    INK,
    QUIET,
    SIDES,
    as_svg,
    canvas,
    drawing,
)
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
    told = "; ".join(_told(row, voice) for row in rows)
    height = PITCH * (0.62 if single else 1.0) * len(rows) + SIDES
    side = SIDES / 2 / height
    with drawing(title + told):
        figure, axes = canvas(height, left=left, right=0.98, bottom=side, top=1 - side)
        _categories(axes, rows, lines=1 if single else 2)
        axes.set_xlim(0, 1.32 * (max((v for row in rows for v in _known(row)), default=0) or 1))
        if not single:
            _bars(axes, [row.before for row in rows], -0.19, 0.34, (BEFORE, QUIET), voice=voice)
        place, thick = (0.0, 0.58) if single else (0.19, 0.34)
        _bars(axes, [row.after for row in rows], place, thick, (AFTER, INK), voice=voice)
        return as_svg(figure, title, told)


def _categories(axes: Axes, rows: Sequence[Bar], lines: int) -> None:
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.yaxis.set_major_locator(NullLocator())
    for place, row in enumerate(rows):
        label = folded(row.label, lines)
        for line, text in enumerate(label):
            _beside(axes, place, text, -9.5 * (line - (len(label) - 1) / 2))
    axes.xaxis.set_visible(False)
    axes.spines["left"].set(visible=True, color=QUIET, linewidth=0.7)


def _beside(axes: Axes, place: int, text: str, shift: float) -> None:
    """Write one line of a label: of several at once, matplotlib would not keep the right edge."""
    axes.annotate(
        text,
        (0, place),
        xytext=(-5, shift),
        textcoords="offset points",
        xycoords=axes.get_yaxis_transform(),
        ha="right",
        va="center",
    )


def _bars(
    axes: Axes,
    values: Sequence[float | None],
    shift: float,
    thick: float,
    colours: tuple[str, str],
    *,
    voice: Voice,
) -> None:
    """Draw one series: bars in the first colour, their numbers in the second."""
    known = [(place + shift, v) for place, v in enumerate(values) if v is not None]
    axes.barh([y for y, _ in known], [v for _, v in known], thick, color=colours[0], clip_on=False)
    for y, value in known:
        axes.annotate(
            voice.share(value),
            (value, y),
            xytext=(3, 0),
            textcoords="offset points",
            va="center",
            fontsize=7.5,
            color=colours[1],
        )


def _known(row: Bar) -> list[float]:
    return [value for value in (row.before, row.after) if value is not None]


def _told(row: Bar, voice: Voice) -> str:
    both = (("before", row.before), ("after", row.after))
    said = [f"{voice(name)} {voice.share(value)}" for name, value in both if value is not None]
    return voice.pair(row.label, ", ".join(said))
