"""Figures of the reports: inline SVG whose text stays text, drawn from plain numbers."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from threading import Lock
from typing import Any, NamedTuple

import matplotlib as mpl
from markupsafe import Markup, escape
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from discret.document.figures.bar_rows import Bar, folded
from discret.document.words.voice import NOISE, Voice, is_number

# Light grey and dark blue differ by lightness, the target by shape: all survive a grey printer.
INK, QUIET, FAINT = "#1f2933", "#5b6875", "#e3e7eb"
BEFORE, AFTER, TARGET = "#a9b3bd", "#0b5a94", "#b8460b"

WIDTH, PITCH, SIDES = 4.3, 0.36, 0.14  # inches: a figure, a pair of bars, above and below them
WIDE = 30.0  # from this ratio of largest to smallest on, the axis is logarithmic
DENSE = 12  # beyond this number of steps, a label above a rising line would cover it
_LOCK = Lock()
_BLANK: dict[Any, Any] = {"Date": None, "Creator": None, "Format": None, "Type": None}


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
    held = {first + i: one is not False for i, one in enumerate(met)}
    told = [voice.pair(_step(x, voice), voice.level(y, share=share)) for x, y in points]
    if is_number(target):
        told.append(voice.pair(voice("target"), voice.level(target, share=share)))
    with drawing(title + "".join(told)):
        figure, axes = canvas(2.15, left=0.13, right=0.80, bottom=0.16, top=0.90)
        scale(axes, [y for _, y in points] + [target], share, voice)
        _steps_axis(axes, first, first + len(values) - 1, voice)
        target_line(axes, target, share, voice)
        _path(axes, points, held)
        _ends(axes, points, share, voice)
        return as_svg(figure, title, "; ".join(told))


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


@contextmanager
def drawing(salt: str) -> Iterator[None]:
    """Draw with our settings and nobody else's; matplotlib reads some of them from global state."""
    ours = {k: v for k, v in mpl.rcParamsDefault.items() if not k.startswith("backend")}
    ours |= {"svg.fonttype": "none", "svg.hashsalt": salt, "text.parse_math": False}
    ours |= {"font.size": 8.5, "text.color": INK, "axes.edgecolor": QUIET}
    with _LOCK, mpl.rc_context(ours), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # the reader's fonts draw the text
        yield


def canvas(height: float, **sides: float) -> tuple[Figure, Axes]:
    """Return an empty figure of the usual width, without frame, its sides as shares of it."""
    figure = Figure(figsize=(WIDTH, height), facecolor="none")
    figure.subplots_adjust(**sides)
    axes = figure.add_subplot(facecolor="none")
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, labelcolor=QUIET, pad=6)
    return figure, axes


def as_svg(figure: Figure, title: str, told: str) -> Markup:
    """Write a figure as an SVG element to stand inside a page, with words for those who hear it."""
    buffer = StringIO()
    figure.savefig(buffer, format="svg", metadata=_BLANK, facecolor="none")
    text = buffer.getvalue()
    body = text[text.index("<svg") :]
    body = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", body, flags=re.DOTALL)
    body = re.sub(r'<g id="[^"]*"', "<g", body)
    body = re.sub(r" font-family: [^;\"]*;", "", body)
    head = Markup('<svg role="img" font-family="sans-serif" aria-label="{}. {}"').format(
        title, told
    )
    body = body.replace("<svg", str(head), 1)
    return Markup(body.replace(">", f">\n<title>{escape(title)}</title>", 1))  # noqa: S704 (escaped)


def scale(axes: Axes, values: Sequence[float | None], share: bool, voice: Voice) -> None:
    """Give the upright axis the room that values need; logarithmic where they differ widely."""
    known = [float(v) for v in values if v is not None and is_number(v)]
    least, most = min(known), max(known)
    if least > 0 and most / least >= WIDE:
        axes.set_yscale("log")
        axes.set_ylim(least / 2.2, most * 2.2)
        axes.yaxis.set_minor_locator(NullLocator())
    else:
        whole = not share and all(v == int(v) for v in known)
        axes.set_ylim(min(0.0, least * 1.28), most * 1.28 if most > 0 else 1.0)
        ticks = MaxNLocator(5, steps=[1, 2, 2.5, 5, 10], integer=whole).tick_values(
            *axes.get_ylim()
        )
        beyond = 1.0 if share and most <= 1 else axes.get_ylim()[1]
        axes.yaxis.set_major_locator(FixedLocator([tick for tick in ticks if tick <= beyond]))
    axes.yaxis.set_major_formatter(FuncFormatter(tick_labels(share, voice)))
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    axes.set_axisbelow(True)


def tick_labels(share: bool, voice: Voice) -> Callable[[float, Any], str]:
    """Return what writes the numbers along an axis."""

    def write(value: float, _: Any) -> str:
        return voice.level(int(value) if value == int(value) else value, share=share)

    return write


def _steps_axis(axes: Axes, first: int, last: int, voice: Voice) -> None:
    every = max(1, -(-(last - first) // 12))
    places = list(range(first, last + 1, every))
    axes.xaxis.set_major_locator(FixedLocator(places))
    axes.set_xticklabels([_step(place, voice) for place in places])
    axes.set_xlim(first - 0.4, last + 0.4)
    axes.spines["bottom"].set(visible=True, color=FAINT)


def _step(place: int, voice: Voice) -> str:
    return voice("before") if place == 0 else str(place)


def target_line(axes: Axes, target: float | None, share: bool, voice: Voice) -> None:
    """Draw a target across, with its name."""
    if target is None or not is_number(target):
        return
    axes.axhline(target, color=TARGET, linewidth=1.2, linestyle=(0, (4, 3)), clip_on=False)
    text = f"{voice('target')} {voice.level(target, share=share)}"
    place = axes.get_yaxis_transform()
    axes.text(1.02, target, text, transform=place, color=TARGET, va="center", fontsize=8)


def _path(axes: Axes, points: Sequence[tuple[int, Any]], held: Mapping[int, bool]) -> None:
    xs, ys = zip(*points, strict=True)
    axes.plot(xs, ys, color=AFTER, linewidth=1.6, clip_on=False)
    fills = [AFTER if held.get(x, True) else "white" for x, _ in points]
    axes.scatter(xs, ys, 25, fills, edgecolors=AFTER, linewidths=1.4, clip_on=False, zorder=3)


def _ends(axes: Axes, points: Sequence[tuple[int, Any]], share: bool, voice: Voice) -> None:
    ends = [points] if len(points) == 1 else [points, points[::-1]]
    for side, shift, along in zip(("left", "center"), (-4, 0), ends, strict=False):
        height = _room(axes, along)
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


def _room(axes: Axes, along: Sequence[tuple[int, Any]]) -> int | None:
    """Return how far above its point a label goes, away from the line; None where nothing fits."""
    x, y = along[0]
    other = next((value for _, value in along if value != y), y)
    height = axes.transAxes.inverted().transform(axes.transData.transform((x, y)))[1]
    if y >= other:
        return 6
    if height > 0.2:  # noqa: PLR2004 (a line of text)
        return -13
    return 6 if abs(along[-1][0] - x) <= DENSE else None


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
