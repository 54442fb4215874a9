"""Risk and loss of several releases in one picture: what was had for which detail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from discret.document.comparison import HEAD, Row
from discret.document.figures.canvas import (
    FAINT,
    INK,
    QUIET,
    as_svg,
    canvas,
    drawing,
    scale,
    target_line,
    tick_labels,
)
from discret.document.figures.styles import look
from discret.document.words.voice import Voice, is_number

MOST = 3  # pictures
NEAR = 16, 11  # points to the side and up within which names would cover one another


class Spot(NamedTuple):
    """A release: its letter and place (−1 is the original), the detail it lost, and its risk."""

    name: str
    place: int
    lost: float
    risk: float


def pictures(
    risks: Sequence[Row], losses: Sequence[Row], letters: Sequence[str], voice: Voice
) -> list[tuple[str, Markup]]:
    """Draw the risk of each release against the detail it lost, for measures with a target first.

    Nothing is drawn where the detail lost was not measured.
    """
    lost = next((row for row in losses if row.part["shows"] == HEAD), None)
    if lost is None:
        return []
    drawn = []
    for row in sorted(risks, key=lambda risk: _target(risk) is None):
        spots = _spots(row, lost, letters, voice)
        if len(spots) > 1:
            title = voice.title(row.part["title"])
            drawn.append((title, _picture(row, spots, title, voice)))
    return drawn[:MOST]


def _target(row: Row) -> float | None:
    return next((release.after["target"] for release in row.found if release), None)


def _spots(row: Row, lost: Row, letters: Sequence[str], voice: Voice) -> list[Spot]:
    """Return the original, which lost nothing, and the releases where both were measured."""
    own = [None if release is None else release.after["value"] for release in row.found]
    detail = [None if compared is None else compared.after["value"] for compared in lost.found]
    first = None if row.before is None else row.before["value"]
    names = [voice("original"), *letters]
    both = zip(names, [0.0, *detail], [first, *own], strict=True)
    return [
        Spot(name, place - 1, x, y)
        for place, (name, x, y) in enumerate(both)
        if x is not None and is_number(x) and y is not None and is_number(y)
    ]


def _picture(row: Row, spots: Sequence[Spot], title: str, voice: Voice) -> Markup:
    told = [
        voice.pair(
            spot.name, f"{voice.share(spot.lost)}, {voice.level(spot.risk, share=row.share)}"
        )
        for spot in spots
    ]
    target = _target(row)
    with drawing(title + "".join(told)):
        figure, axes = canvas(2.3, left=0.13, right=0.80, bottom=0.22, top=0.94)
        scale(axes, [*(spot.risk for spot in spots), target], row.share, voice)
        target_line(axes, target, row.share, voice)
        axes.set_xlim(-0.02, max(0.1, 1.12 * max(spot.lost for spot in spots)))
        for spot in spots:
            own = look(spot.place)
            axes.plot(
                spot.lost, spot.risk, color=own.colour, marker=own.mark, markersize=6, clip_on=False
            )
        for near in _neighbours(axes, spots):
            _named(axes, near, target)
        axes.xaxis.set_major_locator(MaxNLocator(5))
        axes.xaxis.set_major_formatter(FuncFormatter(tick_labels(share=True, voice=voice)))
        axes.spines["bottom"].set(visible=True, color=FAINT)
        axes.set_xlabel(voice("detail_axis"), color=QUIET)
        return as_svg(figure, title, "; ".join(told))


def _neighbours(axes: Axes, spots: Sequence[Spot]) -> list[list[Spot]]:
    """Put together the spots whose names would cover one another."""
    groups: list[list[Spot]] = []
    for spot in sorted(spots, key=lambda spot: (spot.lost, spot.place)):
        x, y = axes.transData.transform((spot.lost, spot.risk))
        for group in groups:
            last = axes.transData.transform((group[-1].lost, group[-1].risk))
            if abs(x - last[0]) < NEAR[0] and abs(y - last[1]) < NEAR[1]:
                group.append(spot)
                break
        else:
            groups.append([spot])
    return groups


def _named(axes: Axes, near: Sequence[Spot], target: float | None) -> None:
    """Write the names of spots beside them, below those that a target is drawn just above of."""
    place = axes.transData.transform((0, near[-1].risk))[1]
    above = None if target is None else axes.transData.transform((0, target))[1] - place
    below = above is not None and 0 <= above < 2 * NEAR[1]
    colour = look(near[0].place).colour if len(near) == 1 else INK
    axes.annotate(
        ", ".join(spot.name for spot in sorted(near, key=lambda spot: spot.place)),
        (near[-1].lost, near[-1].risk),
        xytext=(6, -12 if below else 5),
        textcoords="offset points",
        weight="bold",
        color=colour,
    )
