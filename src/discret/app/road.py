"""The road of a release in one picture: what was lost along, the risk upwards, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from discret.document.figures.colours import AFTER, BEFORE, INK, QUIET, WHITE
from discret.document.figures.sheet import Frame, dot, level, line, text
from discret.document.reading import Compared
from discret.document.words.voice import Voice, is_number


def road(risk: Compared, loss: Compared, voice: Voice) -> Markup:
    """Draw the risk after each step against what was lost by then; hollow where a target is missed.

    Examples
    --------
    >>> from discret.document.reading import finding
    >>> def path(*values):
    ...     return tuple(finding({"value": value}) for value in values)
    >>> risk = Compared({"title": "k-anonymity"}, path(1, 3), 0)
    >>> loss = Compared({"title": "detail lost", "unit": "share"}, path(0.5), 1)
    >>> "1: 50%, 3" in road(risk, loss, Voice("en"))
    True
    """
    points = points_of(risk, loss)
    if len(points) < 1:
        return Markup("")
    told = [
        voice.pair(name, f"{voice.level(x, share=loss.share)}, {voice.level(y, share=risk.share)}")
        for name, x, y, _ in points
    ]
    target = risk.after["target"]
    frame = Frame.of(2.6, left=0.13, right=0.86, bottom=0.17, top=0.9)
    upright = frame.upright([*(y for _, _, y, _ in points), target])
    across = frame.across(0.0, max(*(x for _, x, _, _ in points), 0.1) * 1.05)
    places = [(across.at(x), upright.at(y)) for _, x, y, _ in points]
    whole = not risk.share and all(float(y).is_integer() for _, _, y, _ in points)
    marks = [
        *frame.axis(upright, voice, share=risk.share, whole=whole),
        *frame.numbers(
            across, [(tick, level(tick, loss.share, voice)) for tick in across.ticks(4)]
        ),
        *_goal(frame, upright, target, risk, voice),
        line(places, BEFORE, 1.4),
        *_marks(places, points),
    ]
    title = f"{voice.title(risk.part['title'])} · {voice.said(loss.part['title'])}"
    return frame.svg(marks, title, voice.series(told))


def points_of(risk: Compared, loss: Compared) -> list[tuple[str, float, float, bool]]:
    """Return the name, the loss, the risk of each step, and whether the target is not missed."""
    lost = [0.0, *(found["value"] for found in loss.path)]
    pairs = list(zip(lost, risk.path, strict=False))
    return [
        (str(number), float(x), float(found["value"]), found["met"] is not False)
        for number, (x, found) in enumerate(pairs)
        if is_number(x) and is_number(found["value"])
    ]


def _goal(frame: Frame, upright: Any, target: Any, risk: Compared, voice: Voice) -> list[str]:
    if not is_number(target):
        return []
    words = f"{voice('target')} {voice.level(target, share=risk.share)}"
    return frame.target(upright.at(target), words)


def _marks(places: Sequence[tuple[float, float]], points: Sequence[Any]) -> list[str]:
    marks = [
        dot(place, 3.2, AFTER if point[3] else WHITE, AFTER)
        for place, point in zip(places, points, strict=True)
    ]
    names: dict[tuple[float, float], list[str]] = {}
    for place, point in zip(places, points, strict=True):
        names.setdefault((round(place[0]), round(place[1])), []).append(point[0])
    for (x, y), own in names.items():
        last = own[-1] == points[-1][0]
        words = own[0] if len(own) == 1 else f"{own[0]}–{own[-1]}"
        marks.append(text((x + 5, y - 5), words, colour=INK if last else QUIET, bold=last))
    return marks


def rows_of(told: Mapping[str, Any], shown: Sequence[Compared], label: str) -> list[dict[str, Any]]:
    """Return the steps as rows of a table: records, cells changed, and what each measure found."""
    first = {"label": label, "records": told["data"]["before"]["records"], "cells": None}
    rows = [{**first, "found": [_at(measure, 0) for measure in shown]}]
    for number, step in enumerate(told["steps"], 1):
        cells = step["difference"].get("cells")
        rows.append(
            {
                "label": step["label"],
                "title": step["method"]["title"],
                "records": step["difference"]["records_after"],
                "cells": None if cells is None else sum(cells.values()),
                "found": [_at(measure, number) for measure in shown],
                "step": step,
            }
        )
    return rows


def _at(measure: Compared, number: int) -> Mapping[str, Any] | None:
    place = number - measure.first
    return measure.path[place] if 0 <= place < len(measure.path) else None
