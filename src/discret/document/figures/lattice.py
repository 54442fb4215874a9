"""Figures of recodings: which hold, and what can be had for what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from discret.document.figures.canvas import (
    AFTER,
    BEFORE,
    FAINT,
    INK,
    QUIET,
    as_svg,
    canvas,
    drawing,
    scale,
    tick_labels,
)
from discret.document.words.voice import Voice, is_number


def trade(
    points: Sequence[tuple[float, float]],
    *,
    voice: Voice,
    title: str,
    others: Sequence[tuple[float, float]] = (),
) -> Markup:
    """Draw what can be had for what: records dropped along the axis, loss above; last one chosen.

    `others` are drawn small and grey.

    Examples
    --------
    >>> "records dropped: 12, loss 0.4" in trade([(12, 0.4)], voice=Voice("en"), title="frontier")
    True
    """
    known = [(x, y) for x, y in points if is_number(x) and is_number(y)]
    if not known:
        return Markup("")
    told = [voice("trade", n=voice.number(x), loss=voice.number(y)) for x, y in known]
    with drawing(title + "".join(told)):
        figure, axes = canvas(2.15, left=0.13, right=0.88, bottom=0.16, top=0.90)
        scale(axes, [y for _, y in (*known, *others)], share=False, voice=voice)
        for other in others:
            axes.scatter(*other, s=9, color=BEFORE, clip_on=False, zorder=2)
        axes.plot(*zip(*known, strict=True), color=BEFORE, linewidth=1.2, zorder=2)
        fills = [*(["white"] * (len(known) - 1)), AFTER]
        xs, ys = zip(*known, strict=True)
        axes.scatter(xs, ys, 25, fills, edgecolors=AFTER, linewidths=1.4, clip_on=False, zorder=3)
        axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.xaxis.set_major_formatter(FuncFormatter(tick_labels(share=False, voice=voice)))
        axes.spines["bottom"].set(visible=True, color=FAINT)
        return as_svg(figure, title, "; ".join(told))


class Spot(NamedTuple):
    """A recoding of a lattice: its levels, and fails, holds, minimal, chosen or unknown."""

    levels: tuple[int, ...]
    state: str


def lattice(spots: Sequence[Spot], *, voice: Voice, title: str) -> Markup:
    """Draw recodings from fine, below, to coarse, above, each joined to the next coarser ones.

    Examples
    --------
    >>> spots = [Spot((0,), "fails"), Spot((1,), "chosen")]
    >>> "0: fails; 1: chosen" in lattice(spots, voice=Voice("en"), title="lattice")
    True
    """
    rows: dict[int, list[Spot]] = {}
    for spot in sorted(spots):
        rows.setdefault(sum(spot.levels), []).append(spot)
    places = {
        spot.levels: (at - (len(row) - 1) / 2, height)
        for height, row in rows.items()
        for at, spot in enumerate(row)
    }
    told = [voice.pair(_named(spot), voice(spot.state)) for spot in spots]
    broad = max(len(row) for row in rows.values())
    with drawing(title + "".join(told)):
        figure, axes = canvas(0.52 * len(rows), left=0.01, right=0.99, bottom=0.01, top=0.99)
        figure.set_figwidth(max(1.0, broad * (0.28 + 0.06 * max(map(len, map(_named, spots))))))
        axes.set_axis_off()
        axes.set_xlim(-broad / 2, broad / 2)
        axes.set_ylim(min(rows) - 0.5, max(rows) + 0.5)
        _edges(axes, places)
        for spot in spots:
            _box(axes, spot, places[spot.levels])
        return as_svg(figure, title, "; ".join(told))


def _named(spot: Spot) -> str:
    """Write the levels of a recoding; those of many keys without commas, if nothing is mixed up."""
    short = len(spot.levels) > 3 and max(spot.levels) <= 9  # noqa: PLR2004 (one digit each)
    return ("" if short else ",").join(map(str, spot.levels))


def _edges(axes: Axes, places: Mapping[tuple[int, ...], tuple[float, int]]) -> None:
    for levels, start in places.items():
        for key, level in enumerate(levels):
            end = places.get((*levels[:key], level + 1, *levels[key + 1 :]))
            if end is not None:
                axes.plot(*zip(start, end, strict=True), color=BEFORE, linewidth=0.7, zorder=1)


def _box(axes: Axes, spot: Spot, place: tuple[float, int]) -> None:
    """Draw one recoding: the lines differ as well as the colours, for a grey printer."""
    looks = {
        "fails": ("white", BEFORE, 0.8, "--", QUIET),
        "unknown": ("white", BEFORE, 0.8, ":", QUIET),
        "holds": (FAINT, QUIET, 0.8, "-", INK),
        "minimal": (FAINT, AFTER, 2.0, "-", INK),
        "chosen": (AFTER, AFTER, 2.0, "-", "white"),
    }
    fill, edge, width, style, ink = looks.get(spot.state, looks["unknown"])
    box = {"boxstyle": "round,pad=0.35", "fc": fill, "ec": edge, "lw": width, "ls": style}
    axes.text(*place, _named(spot), ha="center", va="center", color=ink, bbox=box, zorder=3)
