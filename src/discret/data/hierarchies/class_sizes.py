"""How many classes the levels of a hierarchy have."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from numbers import Integral

from discret.words import Words

PAIR = 2


def halves(first: int, most: int, least: int) -> list[int]:
    """Halve a number again and again, down to `least`; nothing where `most` is below that.

    Examples
    --------
    >>> halves(32, 2000, 2), halves(4, 6, 3), halves(1, 1, 2)
    ([32, 16, 8, 4, 2], [4, 3], [])
    """
    sizes = [min(max(first, least), most)]
    while sizes[-1] > least:
        sizes.append(max(-(-sizes[-1] // 2), least))
    return sizes if most >= least else []


def size_faults(sizes: object) -> list[str]:
    """Say what keeps a list from being the sizes of levels.

    Examples
    --------
    >>> size_faults([8, 4, 2]), size_faults([2, 4])
    ([], ['sizes: must decrease'])
    """
    if isinstance(sizes, str) or not isinstance(sizes, Iterable):
        return [Words("sizes: must be a list", fr="sizes : il faut une liste")]
    every = list(sizes)
    if not all(isinstance(size, Integral) and not isinstance(size, bool) for size in every):
        return [Words("sizes: must be whole numbers", fr="sizes : il faut des nombres entiers")]
    few = (
        [Words("sizes: must be at least 2", fr="sizes : il faut au moins 2")]
        if min(every, default=PAIR) < PAIR
        else []
    )
    still = any(fine <= coarse for fine, coarse in pairwise(every))
    return [
        *few,
        *([Words("sizes: must decrease", fr="sizes : elles doivent décroître")] if still else []),
    ]
