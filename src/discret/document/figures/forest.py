"""The coefficients of a model with their intervals, one file below the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from discret.document.figures.bar_rows import folded
from discret.document.figures.canvas import FAINT, INK, QUIET, as_svg, canvas, drawing, tick_labels
from discret.document.figures.styles import WIDE, Look, look
from discret.document.words.voice import Voice, is_number

LINE, ROOM = 0.125, 0.11  # inches: an interval, the air between two coefficients
FAR = 6.0  # how many times past the estimates an axis may go to show an interval


class Interval(NamedTuple):
    """An estimate with its confidence interval; ``None`` where it is endless."""

    estimate: float
    lower: float | None
    upper: float | None


class Estimates(NamedTuple):
    """A coefficient of a model: its term, its category, and what each file makes of it."""

    term: str
    category: str
    found: Sequence[Interval | None]


def forest(
    rows: Sequence[Estimates],
    names: Sequence[str],
    *,
    voice: Voice,
    title: str,
    ratios: bool,
    places: Sequence[int] = (),
) -> Markup:
    """Draw coefficients with their intervals, one file below the other.

    `places` are those of the files, by default the original (−1) and releases from 0. Ratios get a
    logarithmic axis.

    Examples
    --------
    >>> row = Estimates("age", "25-34", [Interval(2.0, 1.0, 4.0), Interval(1.5, 0.5, 4.5)])
    >>> drawn = forest([row], ["before", "A"], voice=Voice("en"), title="model", ratios=True)
    >>> "age 25-34: before 2 [1; 4], A 1.5 [0.5; 4.5]" in drawn
    True
    """
    known = [row for row in rows if any(row.found)]
    if not known:
        return Markup("")
    told = [_told(row, names, voice) for row in known]
    laid, height = _layout(known, len(names))
    looks = [look(place) for place in places or range(-1, len(names) - 1)]
    with drawing(title + "".join(told)):
        below, above = 0.3 / (height + 0.36), 0.06 / (height + 0.36)
        figure, axes = canvas(height + 0.36, left=0.24, right=0.98, bottom=below, top=1 - above)
        figure.set_figwidth(WIDE)
        axes.set_ylim(height, 0)
        axes.yaxis.set_major_locator(NullLocator())
        _along(axes, known, ratios, voice)
        for row, (top, heading) in zip(known, laid, strict=True):
            _coefficient(axes, row, looks, top, heading)
        axes.spines["bottom"].set(visible=True, color=QUIET)
        return as_svg(figure, title, "; ".join(told))


def _layout(rows: Sequence[Estimates], series: int) -> tuple[list[tuple[float, bool]], float]:
    """Return the top of each coefficient, whether its term stands above it, and the height."""
    places: list[tuple[float, bool]] = []
    at, last = ROOM / 2, None
    for row in rows:
        heading = row.term != last and bool(row.category)
        at += 0.22 if heading else 0.0
        places.append((at, heading))
        at += series * LINE + ROOM
        last = row.term
    return places, at


def _coefficient(
    axes: Axes, row: Estimates, looks: Sequence[Look], top: float, heading: bool
) -> None:
    across = axes.get_yaxis_transform()
    middle = top + len(row.found) * LINE / 2
    if heading:
        text = folded(row.term, lines=1)[0]
        axes.text(-0.02, top - 0.07, text, transform=across, ha="right", weight="bold", color=INK)
    label = folded(row.category or row.term, lines=1)[0]
    axes.text(-0.02, middle, label, transform=across, ha="right", va="center", color=INK)
    edge = top + len(row.found) * LINE + ROOM / 2
    axes.axhline(edge, color=FAINT, linewidth=0.8)
    for place, effect in enumerate(row.found):
        if effect is None:
            continue
        colour, line, mark = looks[place]
        y = top + (place + 0.5) * LINE
        if effect.lower is not None and effect.upper is not None:
            axes.plot(
                [effect.lower, effect.upper], [y, y], color=colour, linestyle=line, linewidth=1.3
            )
        axes.plot([effect.estimate], [y], color=colour, marker=mark, markersize=3.6)


def _along(axes: Axes, rows: Sequence[Estimates], ratios: bool, voice: Voice) -> None:
    """Set the axis of the estimates: logarithmic for ratios, with a line where nothing differs."""
    found = [effect for row in rows for effect in row.found if effect is not None]
    centres = [effect.estimate for effect in found]
    ends = [v for effect in found for v in (effect.lower, effect.upper) if v is not None]
    if ratios and min(centres) > 0:
        low = max(min(centres) / FAR, min([*centres, *(v for v in ends if v > 0)]))
        high = min(max(centres) * FAR, max([*centres, *ends]))
        axes.set_xscale("log")
        axes.set_xlim(low / 1.12, high * 1.12)
        axes.axvline(1, color=QUIET, linewidth=0.9)
        nice = [t * 10.0**p for p in range(-9, 10) for t in (1, 1.5, 2, 3, 5, 7)]
        axes.xaxis.set_major_locator(FixedLocator([t for t in nice if low <= t <= high]))
        axes.xaxis.set_minor_locator(NullLocator())
    else:
        axes.axvline(0, color=QUIET, linewidth=0.9)
        axes.xaxis.set_major_locator(MaxNLocator(7))
    axes.xaxis.set_major_formatter(FuncFormatter(tick_labels(share=False, voice=voice)))
    axes.grid(axis="x", color=FAINT, linewidth=0.8)
    axes.set_axisbelow(True)


def _told(row: Estimates, names: Sequence[str], voice: Voice) -> str:
    parts = [
        f"{name} {voice.number(effect.estimate)}"
        f" [{voice.number(effect.lower)}; {voice.number(effect.upper)}]"
        for name, effect in zip(names, row.found, strict=True)
        if effect is not None
    ]
    return voice.pair(f"{row.term} {row.category}".strip(), ", ".join(parts))


def interval(row: Any, when: str) -> Interval | None:
    """Read an estimate of a record, before or after; nothing where there is none.

    Examples
    --------
    >>> interval({"estimate_after": 2, "lower_after": None, "upper_after": 3}, "after")
    Interval(estimate=2.0, lower=None, upper=3.0)
    """
    found = [row.get(f"{name}_{when}") for name in ("estimate", "lower", "upper")]
    known = [float(item) if is_number(item) else None for item in found]
    return None if known[0] is None else Interval(known[0], known[1], known[2])
