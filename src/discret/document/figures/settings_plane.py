"""Risk against loss of many settings: a dot each, and a line through those that no other beats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from discret.document.figures.colours import AFTER, BEFORE, INK, QUIET, WHITE
from discret.document.figures.sheet import PAD, SIZE, Frame, Scale, dot, level, line, text
from discret.document.words.voice import Voice, is_number

BESIDE, ABOVE = 14.0, 9.0  # points within which numbers would cover one another


class Dot(NamedTuple):
    """A setting: its number, loss and risk, whether no other beats it, and its verdict."""

    number: int
    lost: float
    risk: float
    efficient: bool
    met: bool | None


def settings_plane(
    risk: Mapping[str, Any], loss: Mapping[str, Any], dots: Sequence[Dot], target: Any, voice: Voice
) -> Markup:
    """Draw the settings of a sweep; full dots meet their targets, hollow ones do not.

    Parameters
    ----------
    risk, loss
        The measures along the sides, as a record has them.
    dots
        The settings.
    target
        The target of the measure of risk, where all settings have the same.
    voice
        The language.
    """
    shares = [side.get("unit") == "share" for side in (risk, loss)]
    aim = target if is_number(target) else None
    known = [*(own.risk for own in dots), *([] if aim is None else [aim])]
    frame = Frame.of(3.4, left=0.12, right=0.86, bottom=0.16, top=0.95, width=6.2)
    across = _across(frame, [own.lost for own in dots])
    upright = frame.upright(known)
    whole = not shares[0] and all(value == int(value) for value in known)
    names = f"{voice('target')} {voice.level(aim, share=shares[0])}"
    front = sorted((own for own in dots if own.efficient), key=lambda own: own.lost)
    at = {own.number: (across.at(own.lost), upright.at(own.risk)) for own in dots}
    marks = [
        *frame.axis(upright, voice, share=shares[0], whole=whole),
        *_along(frame, across, shares[1], voice.title(loss["title"]), voice),
        *([] if aim is None else frame.target(upright.at(aim), names)),
        *([line([at[own.number] for own in front], AFTER, 1.2)] if len(front) > 1 else []),
        *(_drawn(own, at[own.number]) for own in sorted(dots, key=lambda own: own.efficient)),
        *_numbers(dots, at, below=len(front) > 1 and front[0].risk < front[-1].risk),
    ]
    title = voice("sweep_picture", risk=voice.said(risk["title"]), loss=voice.said(loss["title"]))
    return frame.svg(marks, title, _told(dots, shares, voice))


def _across(frame: Frame, lost: Sequence[float]) -> Scale:
    least, most = min(lost), max(lost)
    room = (most - least) * 0.08 or max(abs(most), 1.0) * 0.05
    low = least - room
    return frame.across(min(low, 0.0) if least < most / 2 and least >= 0 else low, most + room)


def _along(frame: Frame, across: Scale, share: bool, title: str, voice: Voice) -> Iterator[str]:
    ticks = [tick for tick in across.ticks(6) if not share or tick <= 1]
    yield from frame.numbers(across, [(tick, level(tick, share, voice)) for tick in ticks])
    at = (frame.left + frame.right) / 2, frame.bottom + 2 * PAD + 2 * SIZE
    yield text(at, title, colour=QUIET, anchor="middle", room=frame.right - frame.left)


def _drawn(own: Dot, at: tuple[float, float]) -> str:
    colour = AFTER if own.efficient else BEFORE
    return dot(at, 4.2 if own.efficient else 3.2, WHITE if own.met is False else colour, colour)


def _numbers(
    dots: Sequence[Dot], at: Mapping[int, tuple[float, float]], *, below: bool
) -> Iterator[str]:
    """Write the numbers of settings beside them, where the line does not go.

    Those that would cover one another are written together.
    """
    groups: list[list[Dot]] = []
    for own in sorted(dots, key=lambda spot: (at[spot.number], spot.number)):
        near = (group for group in groups if _near(at[own.number], at[group[0].number], len(group)))
        group = next(near, None)
        if group is None:
            groups.append([own])
        else:
            group.append(own)
    for group in groups:
        x, y = at[group[0].number]
        names = ", ".join(str(own.number) for own in sorted(group))
        best = any(own.efficient for own in group)
        place = (x + 5, y + 10 if below else y - 5)
        yield text(place, names, colour=INK if best else QUIET, size=7.5, bold=best)


def _near(one: tuple[float, float], other: tuple[float, float], many: int) -> bool:
    return abs(one[0] - other[0]) < BESIDE * many and abs(one[1] - other[1]) < ABOVE


def _told(dots: Sequence[Dot], shares: Sequence[bool], voice: Voice) -> str:
    pairs = (
        voice.pair(
            str(own.number),
            f"{voice.level(own.lost, share=shares[1])}, {voice.level(own.risk, share=shares[0])}",
        )
        for own in dots
    )
    return voice.series(pairs)
