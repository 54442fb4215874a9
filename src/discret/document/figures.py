"""Figures of the reports: inline SVG whose text stays text, drawn from plain numbers."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from threading import Lock
from typing import Any

import matplotlib as mpl
from markupsafe import Markup, escape
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from discret.document.series import Bar, folded
from discret.document.voice import NOISE, Voice, is_number

# Light grey and dark blue differ by lightness, the target by shape: all survive a grey printer.
INK, QUIET, FAINT = "#1f2933", "#5b6875", "#e3e7eb"
BEFORE, AFTER, TARGET = "#a9b3bd", "#0b5a94", "#b8460b"

WIDTH, PITCH, SIDES = 4.3, 0.36, 0.14  # inches: a figure, a pair of bars, above and below them
WIDE = 30.0  # from this ratio of largest to smallest on, the axis is logarithmic
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
    """
    known = [(first + i, value) for i, value in enumerate(values) if is_number(value)]
    points = [(x, y if y is None or abs(y) > NOISE else 0.0) for x, y in known]
    if not points:
        return Markup("")
    held = {first + i: one is not False for i, one in enumerate(met)}
    told = [f"{_step(x, voice)}: {voice.level(y, share=share)}" for x, y in points]
    goal = [f"{voice('target')}: {voice.level(target, share=share)}"] if is_number(target) else []
    with _drawing(title + "".join(told)):
        figure, axes = _empty(2.15, left=0.13, right=0.80, bottom=0.16, top=0.90)
        _scale(axes, [y for _, y in points] + [target], share, voice)
        _steps_axis(axes, first, first + len(values) - 1, voice)
        _target_line(axes, target, share, voice)
        _path(axes, points, held)
        _ends(axes, points, share, voice)
        return _svg(figure, title, "; ".join(told + goal))


def bars(
    rows: Sequence[Bar],
    *,
    voice: Voice,
    title: str,
    left: float = 0.40,
    width: float = WIDTH,
    share: bool = True,
) -> Markup:
    """Draw horizontal bars before and after, each with its number; nothing where there is no row.

    A row whose `before` is everywhere ``None`` gets one bar.
    """
    if not rows:
        return Markup("")
    single = all(row.before is None for row in rows)
    pitch = PITCH * (0.62 if single else 1.0)
    told = "; ".join(_told(row, voice, share) for row in rows)
    with _drawing(title + told):
        height = pitch * len(rows) + SIDES
        side = SIDES / 2 / height
        figure, axes = _empty(height, left=left, right=0.98, bottom=side, top=1 - side, width=width)
        _categories(axes, rows)
        known = [v for row in rows for v in (row.before, row.after) if v is not None]
        largest = max((v for v in known if is_number(v)), default=0.0)
        axes.set_xlim(0, (largest or 1.0) * 1.32)
        for place, row in enumerate(rows):
            for value, colour, y, thick in _pair(place, row, single):
                _bar(axes, value, y, thick, colour, text=voice.level(value, share=share))
        return _svg(figure, title, told)


@contextmanager
def _drawing(salt: str) -> Iterator[None]:
    """Draw with our settings and nobody else's; matplotlib reads some of them from global state."""
    ours = {k: v for k, v in mpl.rcParamsDefault.items() if not k.startswith("backend")}
    ours |= {"svg.fonttype": "none", "svg.hashsalt": salt, "text.parse_math": False}
    ours |= {"font.size": 8.5, "text.color": INK, "axes.edgecolor": QUIET}
    with _LOCK, mpl.rc_context(ours), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # the reader's fonts draw the text
        yield


def _empty(height: float, *, width: float = WIDTH, **sides: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height), facecolor="none")
    figure.subplots_adjust(**sides)
    axes = figure.add_subplot(facecolor="none")
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, labelcolor=QUIET, pad=6)
    return figure, axes


def _svg(figure: Figure, title: str, told: str) -> Markup:
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


def _scale(axes: Axes, values: Sequence[float | None], share: bool, voice: Voice) -> None:
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
    axes.yaxis.set_major_formatter(FuncFormatter(_ticks(share, voice)))
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    axes.set_axisbelow(True)


def _ticks(share: bool, voice: Voice) -> Callable[[float, Any], str]:
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


def _target_line(axes: Axes, target: float | None, share: bool, voice: Voice) -> None:
    if target is None or not is_number(target):
        return
    axes.axhline(target, color=TARGET, linewidth=1.2, linestyle=(0, (4, 3)), clip_on=False)
    text = f"{voice('target')} {voice.level(target, share=share)}"
    place = axes.get_yaxis_transform()
    axes.text(1.02, target, text, transform=place, color=TARGET, va="center", fontsize=8)


def _path(axes: Axes, points: Sequence[tuple[int, Any]], held: Mapping[int, bool]) -> None:
    xs, ys = zip(*points, strict=True)
    axes.plot(xs, ys, color=AFTER, linewidth=1.6, clip_on=False)
    for x, y in points:
        fill = AFTER if held.get(x, True) else "white"
        axes.plot([x], [y], "o", ms=5, mfc=fill, mec=AFTER, mew=1.4, clip_on=False, zorder=3)


def _ends(axes: Axes, points: Sequence[tuple[int, Any]], share: bool, voice: Voice) -> None:
    ends = [points] if len(points) == 1 else [points, points[::-1]]
    for side, shift, along in zip(("left", "center"), (-4, 0), ends, strict=False):
        x, y = along[0]
        axes.annotate(
            voice.level(y, share=share),
            (x, y),
            xytext=(shift, 6 if _above(axes, along) else -13),
            textcoords="offset points",
            ha=side,
            weight="bold",
            color=INK,
        )


def _above(axes: Axes, along: Sequence[tuple[int, Any]]) -> bool:
    """Tell whether a label goes above its point: away from the line, where there is room."""
    x, y = along[0]
    other = next((value for _, value in along if value != y), y)
    height = axes.transAxes.inverted().transform(axes.transData.transform((x, y)))[1]
    return bool(y >= other or height < 0.2)  # noqa: PLR2004 (a line of text)


def _categories(axes: Axes, rows: Sequence[Bar]) -> None:
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.yaxis.set_major_locator(NullLocator())
    for place, row in enumerate(rows):
        lines = folded(row.label)
        for line, text in enumerate(lines):
            _beside(axes, place, text, -9.5 * (line - (len(lines) - 1) / 2))
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


def _pair(place: int, row: Bar, single: bool) -> list[tuple[float | None, str, float, float]]:
    if single:
        return [(row.after, AFTER, place, 0.58)]
    return [(row.before, BEFORE, place - 0.19, 0.34), (row.after, AFTER, place + 0.19, 0.34)]


def _bar(
    axes: Axes, value: float | None, y: float, thick: float, colour: str, *, text: str
) -> None:
    if value is None or not is_number(value):
        return
    axes.barh(y, value, thick, color=colour, clip_on=False)
    quiet = QUIET if colour == BEFORE else INK
    axes.annotate(
        text,
        (value, y),
        xytext=(3, 0),
        textcoords="offset points",
        va="center",
        fontsize=7.5,
        color=quiet,
    )


def _told(row: Bar, voice: Voice, share: bool) -> str:
    pairs = (("before", row.before), ("after", row.after))
    said = [f"{voice(name)} {voice.level(v, share=share)}" for name, v in pairs if v is not None]
    return f"{row.label}: {', '.join(said)}"
