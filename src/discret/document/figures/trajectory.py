"""Figures of a value from step to step, with its target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator

from discret.document.figures.canvas import (
    AFTER,
    FAINT,
    INK,
    as_svg,
    canvas,
    drawing,
    scale,
    target_line,
)
from discret.document.words.voice import NOISE, Voice, is_number

LABEL = 0.2  # of the height of the figure: a line of text
DENSE = 12  # beyond this number of steps, a label above a rising line would cover it


def trajectory(
    values: Sequence[float | None],
    *,
    voice: Voice,
    title: str,
    target: float | None = None,
    met: Sequence[bool | None] = (),
    share: bool = False,
    first: int = 0,
) -> Markup:
    """Draw a value from step to step, with its target: filled where it holds, hollow where not.

    `first` is the number of the first step; 0 stands for the file before any step. Nothing is
    drawn where there is no number at all.

    Examples
    --------
    >>> trajectory([1, 3], voice=Voice("en"), title="k-anonymity", target=3)[:69]
    Markup('<svg role="img" font-family="sans-serif" aria-label="k-anonymity. bef')
    """
    known = [(first + i, value) for i, value in enumerate(values) if is_number(value)]
    points = [(x, y if y is None or abs(y) > NOISE else 0.0) for x, y in known]
    if not points:
        return Markup("")
    held = {first + i: flag is not False for i, flag in enumerate(met)}
    told = [voice.pair(_step(x, voice), voice.level(y, share=share)) for x, y in points]
    if is_number(target):
        told.append(voice.pair(voice("target"), voice.level(target, share=share)))
    with drawing(title + "".join(told)):
        figure, axes = canvas(2.15, left=0.13, right=0.80, bottom=0.16, top=0.90)
        scale(axes, [y for _, y in points] + [target], share, voice)
        _steps_axis(axes, first, first + len(values) - 1, voice)
        target_line(axes, target, share, voice)
        _path(axes, points, held)
        _ends(axes, points, target if is_number(target) else None, share, voice)
        return as_svg(figure, title, "; ".join(told))


def _steps_axis(axes: Axes, first: int, last: int, voice: Voice) -> None:
    every = max(1, -(-(last - first) // 12))
    places = list(range(first, last + 1, every))
    axes.xaxis.set_major_locator(FixedLocator(places))
    axes.set_xticklabels([_step(place, voice) for place in places])
    axes.set_xlim(first - 0.4, last + 0.4)
    axes.spines["bottom"].set(visible=True, color=FAINT)


def _step(place: int, voice: Voice) -> str:
    return voice("before") if place == 0 else str(place)


def _path(axes: Axes, points: Sequence[tuple[int, Any]], held: Mapping[int, bool]) -> None:
    xs, ys = zip(*points, strict=True)
    axes.plot(xs, ys, color=AFTER, linewidth=1.6, clip_on=False)
    fills = [AFTER if held.get(x, True) else "white" for x, _ in points]
    axes.scatter(xs, ys, 25, fills, edgecolors=AFTER, linewidths=1.4, clip_on=False, zorder=3)


def _ends(
    axes: Axes,
    points: Sequence[tuple[int, Any]],
    target: float | None,
    share: bool,
    voice: Voice,
) -> None:
    ends = [points] if len(points) == 1 else [points, points[::-1]]
    for side, shift, along in zip(("left", "center"), (-4, 0), ends, strict=False):
        height = _room(axes, along, target)
        if height is None:
            continue
        axes.annotate(
            voice.level(along[0][1], share=share),
            along[0],
            xytext=(shift, height),
            textcoords="offset points",
            ha=side,
            weight="bold",
            color=INK,
        )


def _room(axes: Axes, along: Sequence[tuple[int, Any]], target: float | None) -> int | None:
    """Return how far above its point a label goes, away from the line; None where nothing fits.

    Where the target is just above, the label would lie on it: it goes below.
    """
    x, y = along[0]
    other = next((value for _, value in along if value != y), y)
    height = _height(axes, x, y)
    covered = target is not None and 0 < _height(axes, x, target) - height < LABEL
    if y >= other and not (covered and height > LABEL):
        return 6
    if height > LABEL:
        return -13
    return 6 if abs(along[-1][0] - x) <= DENSE else None


def _height(axes: Axes, x: float, y: float) -> float:
    return float(axes.transAxes.inverted().transform(axes.transData.transform((x, y)))[1])
