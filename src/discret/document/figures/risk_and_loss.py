"""Risk and loss of several releases in one picture: what was had for which detail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from discret.document.comparison import HEAD, TRUTH, Row
from discret.document.figures.colours import INK, QUIET
from discret.document.figures.sheet import PAD, SIZE, Frame, Scale, level, text
from discret.document.figures.styles import look
from discret.document.words.voice import Voice, is_number

MOST = 3  # pictures of a kind
AXES = (("detail_axis", HEAD), ("truth_axis", TRUTH))
NEAR = 16, 11  # points to the side and up within which names would cover one another


class Spot(NamedTuple):
    """A release: its letter and place (−1 is the original), what it lost, and its risk."""

    name: str
    place: int
    lost: float
    risk: float


def pictures(
    risks: Sequence[Row], losses: Sequence[Row], letters: Sequence[str], voice: Voice
) -> list[tuple[str, Markup]]:
    """Draw the risk of each release against what it lost, for measures with a target first.

    What it lost is the detail of its keys and, where that was measured of several releases, the
    truth of its values: nothing is drawn against what was not measured.
    """
    sides = [(axis, row) for axis, shows in AXES for row in losses if row.part["shows"] == shows]
    drawn = []
    for row in sorted(risks, key=lambda risk: _target(risk) is None):
        title = voice.title(row.part["title"])
        for axis, lost in sides:
            spots = _spots(row, lost, letters, voice)
            if len(spots) > (1 if axis == AXES[0][0] else 2):
                drawn.append((title, _picture(row, spots, title, voice, axis)))
    return drawn[: MOST * max(1, len({axis for axis, _ in sides}))]


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


def _picture(row: Row, spots: Sequence[Spot], title: str, voice: Voice, axis: str) -> Markup:
    told = [
        voice.pair(
            spot.name, f"{voice.share(spot.lost)}, {voice.level(spot.risk, share=row.share)}"
        )
        for spot in spots
    ]
    given = _target(row)
    target = given if given is not None and is_number(given) else None
    known = [*(spot.risk for spot in spots), *([] if target is None else [target])]
    frame = Frame.of(2.3, left=0.13, right=0.80, bottom=0.22, top=0.94)
    across = frame.across(-0.02, max(0.1, 1.12 * max(spot.lost for spot in spots)))
    upright = frame.upright(known)
    whole = not row.share and all(value == int(value) for value in known)
    names = f"{voice('target')} {voice.level(target, share=row.share)}"
    marks = [
        *frame.axis(upright, voice, share=row.share, whole=whole),
        *_along(frame, across, voice, axis),
        *([] if target is None else frame.target(upright.at(target), names)),
        *(look(s.place).marked((across.at(s.lost), upright.at(s.risk)), 6) for s in spots),
        *(_named(across, upright, near, target) for near in _near(across, upright, spots)),
    ]
    return frame.svg(marks, title, voice.series(told))


def _along(frame: Frame, across: Scale, voice: Voice, axis: str) -> Iterator[str]:
    """Draw the axis of what was lost, with its name."""
    ticks = [(tick, level(tick, True, voice)) for tick in across.ticks(5)]
    yield from frame.numbers(across, ticks)
    at = (frame.left + frame.right) / 2, frame.bottom + 2 * PAD + 2 * SIZE
    yield text(at, voice(axis), colour=QUIET, anchor="middle")


def _near(across: Scale, upright: Scale, spots: Sequence[Spot]) -> list[list[Spot]]:
    """Put together the spots whose names would cover one another."""
    groups: list[list[Spot]] = []
    for spot in sorted(spots, key=lambda spot: (spot.lost, spot.place)):
        for group in groups:
            beside = abs(across.at(spot.lost) - across.at(group[-1].lost)) < NEAR[0]
            if beside and abs(upright.at(spot.risk) - upright.at(group[-1].risk)) < NEAR[1]:
                group.append(spot)
                break
        else:
            groups.append([spot])
    return groups


def _named(across: Scale, upright: Scale, near: Sequence[Spot], target: float | None) -> str:
    """Write the names of spots beside them, below those that a target is drawn just above of."""
    x, y = across.at(near[-1].lost), upright.at(near[-1].risk)
    below = target is not None and 0 <= y - upright.at(target) < 2 * NEAR[1]
    colour = look(near[0].place).colour if len(near) == 1 else INK
    names = ", ".join(spot.name for spot in sorted(near, key=lambda spot: spot.place))
    return text((x + 6, y + (12 if below else -5)), names, colour=colour, bold=True)
