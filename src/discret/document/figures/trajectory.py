"""Figures of a value from step to step, with its target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from discret.document.figures.colours import AFTER, WHITE
from discret.document.figures.sheet import Frame, Scale, dot, line, text
from discret.document.words.voice import Voice, is_number
from discret.words import NOISE

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
    goal = float(target) if target is not None and is_number(target) else None
    path = _Path.of(points, len(values), first, goal, share=share, voice=voice)
    marks = [*path.axes(), *path.line(held), *path.ends()]
    return path.frame.svg(marks, title, voice.series(told))


@dataclass(frozen=True)
class _Path:
    """Values at their steps, within a frame."""

    frame: Frame
    across: Scale
    upright: Scale
    points: Sequence[tuple[int, Any]]
    target: float | None
    share: bool
    voice: Voice

    @classmethod
    def of(
        cls,
        points: Sequence[tuple[int, Any]],
        steps: int,
        first: int,
        target: float | None,
        *,
        share: bool,
        voice: Voice,
    ) -> _Path:
        frame = Frame.of(2.15, left=0.13, right=0.80, bottom=0.16, top=0.90)
        across = frame.across(first - 0.4, first + steps - 1 + 0.4)
        upright = frame.upright([*(y for _, y in points), target])
        return cls(frame, across, upright, points, target, share, voice)

    def at(self, point: tuple[int, Any]) -> tuple[float, float]:
        return self.across.at(point[0]), self.upright.at(point[1])

    def axes(self) -> Iterator[str]:
        """Draw the axes, and the target across, with its name."""
        drawn = [*(y for _, y in self.points), *([] if self.target is None else [self.target])]
        whole = not self.share and all(y == int(y) for y in drawn)
        yield from self.frame.axis(self.upright, self.voice, share=self.share, whole=whole)
        yield from self.frame.numbers(self.across, self._names())
        if self.target is not None:
            words = f"{self.voice('target')} {self._told(self.target)}"
            yield from self.frame.target(self.upright.at(self.target), words)

    def _names(self) -> list[tuple[float, str]]:
        """Return the steps that are named below: all, or some where there are many."""
        first, last = round(self.across.low + 0.4), round(self.across.high - 0.4)
        every = max(1, -(-(last - first) // 12))
        return [(place, _step(place, self.voice)) for place in range(first, last + 1, every)]

    def line(self, held: Mapping[int, bool]) -> Iterator[str]:
        """Draw the line from point to point, and these: hollow where the target does not hold."""
        yield line([self.at(point) for point in self.points], AFTER, 1.6)
        for point in self.points:
            fill = AFTER if held.get(point[0], True) else WHITE
            yield dot(self.at(point), 2.5, fill, AFTER)

    def ends(self) -> Iterator[str]:
        """Write the first value and the last beside their points."""
        first, last = self._room(self.points), self._room(self.points[::-1])
        apart = self.at(self.points[-1])[0] - self.at(self.points[0])[0] or self.frame.right
        if first is not None:
            x, y = self.at(self.points[0])
            words = self._told(self.points[0][1])
            yield text((x - 4, y - first), words, bold=True, room=apart / 2)
        if last is not None and len(self.points) > 1:
            x, y = self.at(self.points[-1])
            words = self._told(self.points[-1][1])
            yield text((x, y - last), words, bold=True, anchor="middle", room=apart)

    def _told(self, value: Any) -> str:
        return self.voice.level(value, share=self.share)

    def _room(self, along: Sequence[tuple[int, Any]]) -> int | None:
        """Return how far above its point a label goes, away from the line; None where nothing fits.

        Where the target is just above, the label would lie on it: it goes below.
        """
        x, y = along[0]
        other = next((value for _, value in along if value != y), y)
        height, target = self.upright.share(y), self.target
        covered = target is not None and 0 < self.upright.share(target) - height < LABEL
        if y >= other and not (covered and height > LABEL):
            return 6
        if height > LABEL:
            return -13
        return 6 if abs(along[-1][0] - x) <= DENSE else None


def _step(place: int, voice: Voice) -> str:
    return voice("before") if place == 0 else str(place)
