"""The distributions of columns as rows of bars, their categories in the order of readers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isinf
from typing import Any

from discret.data.label_reach import BETWEEN, reach_of
from discret.data.reading_order import has_order, order_of
from discret.document.figures.bar_rows import Bar, fewer
from discret.document.pieces.side_by_side import Orders
from discret.document.reading import mapping
from discret.document.words.voice import Voice, is_number

_ENDLESS = re.compile(r"-?\d+\.\d{5,}")  # a mean, say: nobody writes so many decimals
MOST, LONGEST = 10, 20  # bars of words, and of what has an order, which is not to be torn apart


def margin_bars(margins: Sequence[Any], orders: Orders, voice: Voice) -> dict[str, list[Bar]]:
    """Sort the rows of the margins by column, each with its categories in order.

    Of many words the largest are kept and the others summed; of many that have an order, those
    that follow one another are.

    Examples
    --------
    >>> row = {"column": "a", "before": 0.5, "after": 0.5}
    >>> margin_bars([{**row, "category": None}, {**row, "category": "5"}], {}, Voice("en"))
    {'a': [Bar(label='5', before=0.5, after=0.5), Bar(label='(missing)', before=0.5, after=0.5)]}
    """
    columns: dict[str, list[Mapping[str, Any]]] = {}
    for row in map(mapping, margins):
        if "column" in row:
            columns.setdefault(str(row["column"]), []).append(row)
    return {name: _bars(rows, orders.get(name, ()), voice) for name, rows in columns.items()}


def _bars(rows: Sequence[Mapping[str, Any]], known: Sequence[str], voice: Voice) -> list[Bar]:
    labels = [None if row.get("category") is None else str(row["category"]) for row in rows]
    bars = [
        Bar(_label(row, label, voice), _share(row.get("before")), _share(row.get("after")))
        for row, label in zip(rows, labels, strict=True)
    ]
    ordered = [bars[place] for place in order_of(labels, known)]
    if not has_order(labels, known) and not any(row.get("tenths") for row in rows):
        return fewer(ordered, voice, MOST)
    return runs(ordered, LONGEST)


def runs(rows: Sequence[Bar], most: int) -> list[Bar]:
    """Sum categories that follow one another until there are few enough.

    Examples
    --------
    >>> runs([Bar("1", 0.5, 0.5), Bar("2", 0.25, 0.0), Bar("3", 0.25, 0.5)], most=2)
    [Bar(label='1 – 2', before=0.75, after=0.5), Bar(label='3', before=0.25, after=0.5)]
    """
    step = -(-len(rows) // most) if rows else 1
    return [_summed(rows[start : start + step]) for start in range(0, len(rows), step)]


def _summed(rows: Sequence[Bar]) -> Bar:
    if len(rows) == 1:
        return rows[0]
    before, after = (sum(share or 0.0 for share in of) for of in list(zip(*rows, strict=True))[1:])
    return Bar(rows[0].label + BETWEEN + rows[-1].label, before, after)


def _label(row: Mapping[str, Any], label: str | None, voice: Voice) -> str:
    if label is None:
        return voice("missing")
    if row.get("tenths"):
        return tenth_label(label, voice)
    return voice.number(float(label)) if _ENDLESS.fullmatch(label) else label


def tenth_label(name: str, voice: Voice) -> str:
    """Write a class of numbers for readers: its bounds, or its place among the classes.

    Examples
    --------
    >>> [tenth_label(name, Voice("fr")) for name in ("<=9500", "(9500, 12000]", "3/10")]
    ['≤ 9\u202f500', '9\u202f500 – 12\u202f000', 'tranche 3 sur 10']
    """
    reach = reach_of(name)
    if reach is None:
        place, _, of = name.strip().partition("/")
        return voice("tenth", n=place, of=of)
    low, high = (voice.number(_whole(end)) for end in (reach.low, reach.high))
    if isinf(reach.low):
        return f"≤ {high}"
    return f"> {low}" if isinf(reach.high) else low if low == high else f"{low} – {high}"


def _whole(end: float) -> float:
    return int(end) if not isinf(end) and end == int(end) else end


def _share(value: Any) -> float | None:
    return float(value) if is_number(value) else None
