"""The distribution of the ratios of weights, one line for each release."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from discret.document.figures.canvas import FAINT, QUIET, as_svg, canvas, drawing, tick_labels
from discret.document.figures.styles import WIDE, look
from discret.document.words.voice import Voice


class Ratios(NamedTuple):
    """The ratios of the weights of a release, counted in bars between edges."""

    name: str
    edges: Sequence[float]
    counts: Sequence[float]


def ratio_lines(
    series: Sequence[Ratios], *, voice: Voice, title: str, places: Sequence[int] = ()
) -> Markup:
    """Draw the distribution of ratios of several releases: share of the records for each tenth.

    `places` are those of the releases, in order by default. Nothing is drawn without counts.

    Examples
    --------
    >>> one = Ratios("A", [0.5, 1.0, 1.5], [1, 3])
    >>> "A: 0.5 – 1.5" in ratio_lines([one], voice=Voice("en"), title="ratios")
    True
    """
    numbered = zip(places or range(len(series)), series, strict=True)
    known = [(place, line) for place, line in numbered if sum(line.counts) > 0]
    if not known:
        return Markup("")
    ends = [(voice.number(line.edges[0]), voice.number(line.edges[-1])) for _, line in known]
    names = [line.name for _, line in known]
    told = [voice.pair(n, f"{a} – {b}") for n, (a, b) in zip(names, ends, strict=True)]
    with drawing(title + "".join(told)):
        figure, axes = canvas(2.9, left=0.08, right=0.98, bottom=0.15, top=0.96)
        figure.set_figwidth(WIDE)
        axes.axvline(1, color=QUIET, linewidth=0.8)
        for place, line in known:
            _stairs(axes, line, place)
        axes.set_ylim(bottom=0)
        axes.xaxis.set_major_locator(MaxNLocator(9))
        axes.xaxis.set_major_formatter(FuncFormatter(tick_labels(share=False, voice=voice)))
        axes.yaxis.set_major_locator(MaxNLocator(5))
        axes.yaxis.set_major_formatter(FuncFormatter(tick_labels(share=True, voice=voice)))
        axes.grid(axis="y", color=FAINT, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.spines["bottom"].set(visible=True, color=QUIET)
        axes.set_xlabel(voice("ratio_axis"), color=QUIET)
        return as_svg(figure, title, "; ".join(told))


def _stairs(axes: Axes, one: Ratios, place: int) -> None:
    colour, line, _ = look(place)
    if not one.edges[0] < one.edges[-1]:  # one ratio for all
        axes.axvline(one.edges[0], color=colour, linestyle=line, linewidth=1.8)
        return
    whole, tenth = sum(one.counts), 0.1
    widths = [high - low for low, high in pairwise(one.edges)]
    heights = [tenth * n / whole / w for n, w in zip(one.counts, widths, strict=True)]
    axes.stairs(heights, one.edges, color=colour, linestyle=line, linewidth=1.6)
