"""The one order in which labels are shown to people: intervals, numbers, dates, then words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar
from unicodedata import combining, normalize

from discret.data.label_reach import Reach, ends, reach_of

Label = TypeVar("Label", str, str | None)
TOP = "*"
MANY = 5_000  # labels beyond which nobody reads them one by one: they go by letter


def in_order(labels: Iterable[Label], known: Sequence[str] = ()) -> list[Label]:
    """Put labels in the order in which a person expects them.

    Parameters
    ----------
    labels
        What is to be shown: values as text, classes, labels of hierarchies; ``None`` is missing.
    known
        The order that somebody declared, if one did (of a hierarchy, of an enumeration).

    Notes
    -----
    What was declared comes first. Else labels that all read as numbers, intervals, dates or
    periods, in English or in French, go by what they cover, those without an end below before all.
    Else they go by letter, without minding capitals and accents, and by number within a text.
    Words among numbers come after them, then ``*``, then missing.

    Examples
    --------
    >>> in_order(["15-29", "60-74", "<15", ">=75", "30-59"])
    ['<15', '15-29', '30-59', '60-74', '>=75']
    >>> in_order(["65 et plus", "25 à 34 ans", None, "moins de 25", "*"])
    ['moins de 25', '25 à 34 ans', '65 et plus', '*', None]
    >>> in_order(["high", "low", "low – middle", "middle"], known=["low", "middle", "high"])
    ['low', 'low – middle', 'middle', 'high']
    """
    every = list(labels)
    return [every[place] for place in order_of(every, known)]


def order_of(labels: Sequence[str | None], known: Sequence[str] = ()) -> list[int]:
    """Return the places of labels in their order, as `in_order` puts them.

    Examples
    --------
    >>> order_of(["10", "9", "8.5"])
    [2, 1, 0]
    """
    declared = {name: place for place, name in enumerate(known)}
    reaches = [None if label is None else _declared(label, declared) for label in labels]
    if not any(reaches) and len(labels) <= MANY:
        reaches = _read(labels)
    even = len({len(label) for label in labels if label is not None}) <= 1
    keys = [_key(label, reach, even) for label, reach in zip(labels, reaches, strict=True)]
    return sorted(range(len(labels)), key=lambda place: keys[place])


def has_order(labels: Iterable[str | None], known: Sequence[str] = ()) -> bool:
    """Say whether labels follow one another by more than the alphabet.

    Examples
    --------
    >>> has_order(["<15", "15-29", None]), has_order(["north", "south"]), has_order(["2A", "01"])
    (True, False, False)
    """
    declared = {name: place for place, name in enumerate(known)}
    words = [label for label in labels if label not in (None, TOP)]
    return all(_declared(str(word), declared) or reach_of(str(word)) for word in words)


def _declared(label: str, places: Mapping[str, int]) -> Reach | None:
    """Return what a label covers of a declared order: a value, or from one to another."""
    if label in places:
        return Reach(places[label], past=False, high=places[label])
    first, last = (places.get(end) for end in ends(label))
    return None if first is None or last is None else Reach(first, past=False, high=last)


def _read(labels: Sequence[str | None]) -> list[Reach | None]:
    """Read labels as numbers and intervals: none of them where one is a code, such as 2A."""
    found = [None if label is None else reach_of(label) for label in labels]
    both = zip(labels, found, strict=True)
    codes = any(reach is None and re.search(r"\d", label or "") for label, reach in both)
    return [None] * len(found) if codes else found


def _key(label: str | None, reach: Reach | None, even: bool) -> tuple[object, ...]:
    if label is None:
        return (3,)
    if reach is not None:
        return 0, *reach, label
    return 2 if label == TOP else 1, _letters(label, even), label


def _letters(label: str, even: bool) -> tuple[object, ...]:
    """Return what texts are compared by: letters and numbers in turn; codes of one length whole."""
    plain = "".join(sign for sign in normalize("NFKD", label.casefold()) if not combining(sign))
    pieces = [plain] if even else re.split(r"(\d+)", plain)
    return tuple(
        (len(piece.lstrip("0")), piece) if at % 2 else piece for at, piece in enumerate(pieces)
    )
