"""What all figures share: inline SVG whose text stays text, drawn from plain numbers."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from threading import Lock
from typing import Any

import matplotlib as mpl
from markupsafe import Markup, escape
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from discret.document.words.voice import Voice, is_number

# Light grey and dark blue differ by lightness, the target by shape: all survive a grey printer.
INK, QUIET, FAINT = "#1f2933", "#5b6875", "#e3e7eb"
BEFORE, AFTER, TARGET = "#a9b3bd", "#0b5a94", "#b8460b"

WIDTH, SIDES = 4.3, 0.14  # inches: a figure, above and below its bars
WIDE = 30.0  # from this ratio of largest to smallest on, the axis is logarithmic
_LOCK = Lock()
_BLANK: dict[Any, Any] = {"Date": None, "Creator": None, "Format": None, "Type": None}


@contextmanager
def drawing(salt: str) -> Iterator[None]:
    """Draw with our settings and nobody else's; matplotlib reads some of them from global state."""
    with _LOCK, mpl.rc_context(_settings(salt)), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # the reader's fonts draw the text
        yield


def _settings(salt: str) -> dict[Any, Any]:
    """Return ours, and the usual ones where somebody has others: setting them all takes time."""
    usual = {k: v for k, v in mpl.rcParamsDefault.items() if not k.startswith("backend")}
    ours: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": salt, "text.parse_math": False}
    ours |= {"font.size": 8.5, "text.color": INK, "axes.edgecolor": QUIET}
    return {k: v for k, v in usual.items() if mpl.rcParams[k] != v} | ours


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


def target_line(axes: Axes, target: float | None, share: bool, voice: Voice) -> None:
    """Draw a target across, with its name."""
    if target is None or not is_number(target):
        return
    axes.axhline(target, color=TARGET, linewidth=1.2, linestyle=(0, (4, 3)), clip_on=False)
    text = f"{voice('target')} {voice.level(target, share=share)}"
    place = axes.get_yaxis_transform()
    axes.text(1.02, target, text, transform=place, color=TARGET, va="center", fontsize=8)
