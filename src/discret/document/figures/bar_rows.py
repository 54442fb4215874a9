"""Numbers of a record as rows of bars: classes, the largest categories and the others."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from unicodedata import category as kind_of

from discret.document.figures.widths import lines as on_lines
from discret.document.figures.widths import width
from discret.document.words.voice import Voice, is_number

MOST, LONG = 9, 1360  # categories shown; a line of a label, in hundredths of its height


class Bar(NamedTuple):
    """A category with its share before and after; ``None`` draws no bar."""

    label: str
    before: float | None
    after: float | None


def class_bars(before: Mapping[str, Any], after: Mapping[str, Any], voice: Voice) -> list[Bar]:
    """Turn the records counted by class, before and after, into bars of shares.

    Examples
    --------
    >>> class_bars({"1": 1, "2-3": 3}, {"1": 0, "2-3": 2}, Voice("en"))
    [Bar(label='1', before=0.25, after=0.0), Bar(label='2–3', before=0.75, after=1.0)]
    """
    names = [*before, *(name for name in after if name not in before)]
    old, new = _shares(before), _shares(after)
    return [Bar(class_label(name, voice), old.get(name), new.get(name)) for name in names]


def class_label(name: str, voice: Voice) -> str:
    """Write the name of a class for readers.

    Examples
    --------
    >>> class_label(">=50%", Voice("en")), class_label("0.1%-1%", Voice("fr"))
    ('≥ 50%', '0,1\u202f%–1\u202f%')
    """
    text = re.sub(r"^<(?=\d)", "< ", str(name).replace(">=", "≥ "))
    text = re.sub(r"(?<=[\d%])-(?=\d)", "–", text)
    if voice.language == "fr":
        text = re.sub(r"(?<=\d)\.(?=\d)", ",", text).replace("%", "\u202f%")
    return text


def fewer(rows: Sequence[Bar], voice: Voice, most: int = MOST) -> list[Bar]:
    """Keep the largest categories in their order, and sum the others.

    Examples
    --------
    >>> rows = [Bar("a", 0.1, 0.1), Bar("b", 0.6, 0.7), Bar("c", 0.3, 0.2)]
    >>> fewer(rows, Voice("en"), most=2)
    [Bar(label='b', before=0.6, after=0.7), Bar(label='others (2)', before=0.4, after=0.3...)]
    """
    if len(rows) <= most:
        return list(rows)
    largest = sorted(range(len(rows)), key=lambda i: -max(rows[i].before or 0, rows[i].after or 0))
    kept = set(largest[: most - 1])
    rest = [row for i, row in enumerate(rows) if i not in kept]
    others = Bar(
        voice("others", n=len(rest)),
        sum(row.before or 0.0 for row in rest),
        sum(row.after or 0.0 for row in rest),
    )
    return [*(row for i, row in enumerate(rows) if i in kept), others]


def folded(label: str, lines: int = 2) -> list[str]:
    r"""Fold a label on one or two short lines; figures take no control characters.

    Examples
    --------
    >>> folded("25 000 à 34 999 – 35 000\nà 49 999"), folded("a" * 40, lines=1)
    (['25 000 à 34 999 –', '35 000 à 49 999'], ['aaaaaaaaaaaaaaaaaaaaa…'])
    """
    text = re.sub(r"[\t\n\r ]+", " ", label)
    text = "".join(sign for sign in text if not kind_of(sign).startswith("C"))
    spaces = [place for place, sign in enumerate(text) if sign == " "] if lines > 1 else []
    middle = min(spaces, key=lambda place: (max(place, len(text) - place - 1), -place), default=0)
    even = [text[:middle], text[middle + 1 :]]
    if width(text) > LONG and middle and max(map(width, even)) <= LONG:
        return even
    return on_lines(text, LONG, lines)


def _shares(counts: Mapping[str, Any]) -> dict[str, float]:
    known = {name: float(count) for name, count in counts.items() if is_number(count)}
    total = sum(known.values())
    return {name: count / total if total else 0.0 for name, count in known.items()}
