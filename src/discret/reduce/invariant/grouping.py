"""Groups that keep everybody among the same values: of people published before, and newcomers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.releases.balanced import divided, filled, lacking
from discret.maths.releases.cells import dealt
from discret.maths.releases.counterfeits import counterfeits


@dataclass(frozen=True)
class Grouping:
    """The group of each record, and the counterfeits that groups need.

    Parameters
    ----------
    group
        Of each record.
    groups
        How many there are.
    made_group, made_value
        The group and the value of each counterfeit.
    """

    group: Ints = field(repr=False)
    groups: int
    made_group: Ints = field(repr=False)
    made_value: Ints = field(repr=False)

    def shuffled(self, rng: np.random.Generator) -> Grouping:
        """Return the same groups with other numbers, which tell nothing of how they were made."""
        number = rng.permutation(self.groups)
        return Grouping(number[self.group], self.groups, number[self.made_group], self.made_value)


def grouped(
    value: Ints,
    place: Floats,
    bucket: Ints,
    signatures: Sequence[Ints],
    m: int,
    rng: np.random.Generator,
) -> Grouping:
    """Group records such that whoever was published before is among the same values again.

    Parameters
    ----------
    value
        The sensitive value of each record, as a number.
    place
        Records × keys: where each lies.
    bucket
        Which of the signatures they had; −1 for newcomers.
    signatures
        The values of each.
    m
        How many values a group has at least.
    rng
        Chance, for counterfeits.

    Examples
    --------
    Of two people with flu and gastritis the second has left: a counterfeit takes their place.

    >>> found = grouped(np.array([0]), np.zeros((1, 1)), np.array([0]), [np.array([0, 1])], 2,
    ...                 np.random.default_rng(1))
    >>> found.group.tolist(), found.made_group.tolist(), found.made_value.tolist()
    ([0], [0], [1])
    """
    old, new = np.flatnonzero(bucket >= 0), np.flatnonzero(bucket < 0)
    kept, bucket_ = _numbered(bucket[old])
    short = lacking(bucket_, value[old], [signatures[own] for own in kept])
    line = place.sum(axis=1)
    near = _means(bucket_, line[old], len(kept))
    fill = filled(short, near, value[new], line[new])
    first = _of_buckets(
        (np.append(old, new[fill.newcomer]), np.append(bucket_, fill.bucket)),
        (fill.counterfeit, fill.value),
        value,
        place,
        rng,
    )
    rest = np.delete(new, fill.newcomer)
    return _of_newcomers(first, rest, value, place, m, _often(value, signatures), rng)


def _numbered(bucket: Ints) -> tuple[Ints, Ints]:
    kept, number = np.unique(bucket, return_inverse=True)
    return kept, number.astype(np.int64)


def _means(bucket: Ints, line: Floats, many: int) -> Floats:
    return np.bincount(bucket, line, minlength=many) / np.maximum(
        np.bincount(bucket, minlength=many), 1
    )


def _often(value: Ints, signatures: Sequence[Ints]) -> Floats:
    """Return how often each value is there; those of signatures alone never."""
    most = max((int(own.max(initial=-1)) for own in signatures), default=-1)
    return np.bincount(value, minlength=most + 1).astype(np.float64)


def _of_buckets(
    real: tuple[Ints, Ints],
    made: tuple[Ints, Ints],
    value: Ints,
    place: Floats,
    rng: np.random.Generator,
) -> Grouping:
    """Divide buckets that are filled up; counterfeits lie where somebody of the bucket does."""
    rows, bucket = real
    made_bucket, made_value = made
    spots = np.concatenate([place[rows], place[rows][_somebody(bucket, made_bucket, rng)]])
    part = divided(np.append(bucket, made_bucket), np.append(value[rows], made_value), spots)
    group = np.full(len(value), -1, dtype=np.int64)
    group[rows] = part[: len(rows)]
    many = int(part.max(initial=-1)) + 1
    return Grouping(group, many, part[len(rows) :], made_value)


def _somebody(bucket: Ints, asked: Ints, rng: np.random.Generator) -> Ints:
    """Return for each bucket asked for the place of one of its records, at random."""
    order = np.argsort(bucket, kind="stable")
    first = np.searchsorted(bucket[order], asked)
    many = np.searchsorted(bucket[order], asked, "right") - first
    at = first + (rng.random(len(asked)) * many).astype(np.int64)
    return order[at] if len(order) else at


def _of_newcomers(
    before: Grouping,
    rows: Ints,
    value: Ints,
    place: Floats,
    m: int,
    often: Floats,
    rng: np.random.Generator,
) -> Grouping:
    """Add the groups of newcomers to those of people who were there."""
    found = dealt(value[rows], place[rows], m)
    made_group, made_value = counterfeits(found.group, value[rows], found.short, often, rng)
    group = before.group.copy()
    group[rows] = before.groups + found.group
    return Grouping(
        group,
        before.groups + found.groups,
        np.append(before.made_group, before.groups + made_group),
        np.append(before.made_value, made_value),
    )
