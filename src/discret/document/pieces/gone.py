"""How many records were taken out, told so roughly that none of them can be told."""

from __future__ import annotations

from typing import NamedTuple

STEPS = (1, 2, 5, 10, 20, 50)  # per cent of the original file
LEAST = 10  # numbers of records that a class holds, at least


class Gone(NamedTuple):
    """A class of the share of the records taken out, in per cent; ``None`` where it has no end."""

    above: int | None
    most: int | None


def gone(released: int, original: int) -> Gone:
    """Return the class of the share of the original file that is not in the release.

    The ends of the classes depend on the number of records released and on nothing else: each class
    holds at least ten numbers of records taken out, the lowest of them none at all. A file
    too small for that has one class, without ends.

    Examples
    --------
    >>> gone(1000, 1003), gone(1000, 1100)
    (Gone(above=None, most=1), Gone(above=5, most=10))
    >>> gone(100, 101), gone(100, 900), gone(5, 6)
    (Gone(above=None, most=10), Gone(above=50, most=None), Gone(above=None, most=None))
    """
    above = None
    for step, most in _ends(released):
        if original - released <= most:
            return Gone(above, step)
        above = step
    return Gone(above, None)


def _ends(released: int) -> list[tuple[int, int]]:
    """Return the steps that end a class, each with the most records taken out that it allows."""
    kept, last = [], -1
    for step in STEPS:
        most = released * step // (100 - step)  # m / (n + m) is at most step / 100
        if most - last >= LEAST:
            kept.append((step, most))
            last = most
    return kept
