"""Buckets of one signature: filled up until every value is there equally often, then divided.

Xiao and Tao (2007), phases of balancing and partition. A bucket has all people who were published
with the same values around them. Newcomers with a value that is short fill it up, then
counterfeits; halves of it, and halves of halves, are balanced again, down to groups of one record
for each value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints


class Lacking(NamedTuple):
    """What buckets are short of: a bucket and a value, and how many."""

    bucket: Ints
    value: Ints
    many: Ints


class Filled(NamedTuple):
    """How buckets are filled up: who joins which, and the counterfeits that are still needed."""

    newcomer: Ints
    bucket: Ints
    counterfeit: Ints  # the bucket of each
    value: Ints  # and its value


def lacking(bucket: Ints, value: Ints, signatures: Sequence[Ints]) -> Lacking:
    """Return what buckets lack to have each value of their signature equally often.

    Examples
    --------
    >>> found = lacking(np.array([0, 0, 0]), np.array([1, 1, 4]), [np.array([1, 4])])
    >>> found.bucket.tolist(), found.value.tolist(), found.many.tolist()
    ([0], [4], [1])
    """
    size = max((int(own.max(initial=0)) for own in signatures), default=0) + 1
    length = np.array([len(own) for own in signatures], dtype=np.int64)
    of = np.repeat(np.arange(len(signatures)), length)
    shown = np.concatenate([np.zeros(0, dtype=np.int64), *signatures])
    code, count = np.unique(bucket * size + value, return_counts=True)
    most = np.zeros(len(signatures), dtype=np.int64)
    np.maximum.at(most, code // size, count)
    place = np.minimum(np.searchsorted(code, of * size + shown), max(len(code) - 1, 0))
    held = np.where(code[place] == of * size + shown, count[place], 0) if len(code) else 0 * of
    many = most[of] - held
    short = np.flatnonzero(many > 0)
    return Lacking(of[short], shown[short], many[short])


def filled(short: Lacking, near: Floats, value: Ints, line: Floats) -> Filled:
    """Fill buckets with newcomers who have the value, in the order in which both lie on a line.

    As many newcomers are taken as there are: each is a counterfeit less here, and one more at most
    where newcomers form groups of their own.

    Parameters
    ----------
    short
        What buckets lack.
    near
        Where on the line each bucket lies.
    value, line
        The value of each newcomer, and where they lie.

    Examples
    --------
    >>> short = Lacking(np.array([0, 1]), np.array([4, 4]), np.array([1, 1]))
    >>> found = filled(short, np.array([0.9, 0.1]), np.array([4]), np.array([0.2]))
    >>> found.newcomer.tolist(), found.bucket.tolist(), found.counterfeit.tolist()
    ([0], [0], [1])
    """
    slot = np.repeat(np.arange(len(short.many)), short.many)
    slots = slot[np.lexsort((near[short.bucket[slot]], short.value[slot]))]
    wanted = short.value[slots]
    people = np.lexsort((line, value))
    at, by = _evenly(wanted, value[people])
    left = np.ones(len(slots), dtype=np.bool_)
    left[at] = False
    return Filled(people[by], short.bucket[slots[at]], short.bucket[slots[left]], wanted[left])


def _evenly(wanted: Ints, there: Ints) -> tuple[Ints, Ints]:
    """Pair equal values of two sorted lists, those that are too many being left out evenly."""
    values = np.intersect1d(wanted, there)
    first = [np.searchsorted(own, values) for own in (wanted, there)]
    many = [
        np.searchsorted(own, values, "right") - at
        for own, at in zip((wanted, there), first, strict=True)
    ]
    taken = np.minimum(*many)
    of = np.repeat(np.arange(len(values)), taken)
    rank = np.arange(len(of)) - np.repeat(np.cumsum(taken) - taken, taken)
    one, other = (
        at[of] + ((2 * rank + 1) * number[of]) // (2 * taken[of])
        for at, number in zip(first, many, strict=True)
    )
    return one, other


def divided(bucket: Ints, value: Ints, place: Floats) -> Ints:
    """Divide balanced buckets into groups of one record for each value, near each other.

    A part is halved along the key in which it is widest: each value has half of its records on
    either side.

    Parameters
    ----------
    bucket, value
        Of each record; every value of a bucket is there equally often.
    place
        Records × keys: where each lies.

    Examples
    --------
    >>> place = np.array([[0.0], [0.9], [1.0], [0.1]])
    >>> divided(np.zeros(4, int), np.array([0, 0, 1, 1]), place).tolist()
    [0, 1, 1, 0]
    """
    part = np.unique(bucket, return_inverse=True)[1].astype(np.int64)
    while len(part):
        many = part.max() + 1
        each = np.bincount(part, minlength=many) // _distinct(part, value, many)
        if each.max() <= 1:
            break
        axis = widest(part, place, many)[:, 0]
        rank = ranks(part * (value.max() + 1) + value, place[np.arange(len(part)), axis[part]])
        right = (rank >= each[part] // 2) & (each[part] > 1)
        part = np.unique(2 * part + right, return_inverse=True)[1].astype(np.int64)
    return part


def _distinct(part: Ints, value: Ints, many: int) -> Ints:
    size = int(value.max(initial=0)) + 1
    return np.bincount(np.unique(part * size + value) // size, minlength=many)


def widest(part: Ints, place: Floats, many: int) -> Ints:
    """Return the keys of each part, that in which it is widest first.

    Examples
    --------
    >>> widest(np.array([0, 0]), np.array([[0.0, 0.2], [0.1, 0.9]]), 1).tolist()
    [[1, 0]]
    """
    low = np.full((many, place.shape[1]), np.inf)
    high = -low
    np.minimum.at(low, part, place)
    np.maximum.at(high, part, place)
    return np.argsort(low - high, axis=1, kind="stable")


def ranks(part: Ints, place: Floats) -> Ints:
    """Return the rank of each record in its part, by where it lies.

    Examples
    --------
    >>> ranks(np.array([1, 0, 1]), np.array([0.5, 0.1, 0.2])).tolist()
    [1, 0, 0]
    """
    order = np.lexsort((place, part))
    own = part[order]
    first = np.flatnonzero(np.r_[True, own[1:] != own[:-1]]) if len(own) else own
    start = np.repeat(first, np.diff(np.append(first, len(own))))
    rank = np.empty(len(part), dtype=np.int64)
    rank[order] = np.arange(len(part)) - start
    return rank
