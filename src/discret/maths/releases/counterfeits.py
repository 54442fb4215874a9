"""The values of counterfeits in groups that lack some: any that the group does not have."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Floats, Ints

CELLS = 20_000_000  # of groups and values that are looked at together


def counterfeits(
    group: Ints, value: Ints, short: Ints, often: Floats, rng: np.random.Generator
) -> tuple[Ints, Ints]:
    """Return the group and the value of each counterfeit.

    They are drawn without replacement among the values that a group does not have, by how often
    each is there in the file.

    Parameters
    ----------
    group, value
        Of each record.
    short
        How many each group lacks.
    often
        How often each value is there; those of 0 are drawn where there are no others.
    rng
        Chance.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> found = counterfeits(np.array([0]), np.array([1]), np.array([1]), np.array([3.0, 5.0]), rng)
    >>> [own.tolist() for own in found]
    [[0], [0]]
    """
    lacking = np.flatnonzero(short > 0)
    step = max(CELLS // max(len(often), 1), 1)
    blocks = [
        _drawn(lacking[at : at + step], group, value, short, often, rng)
        for at in range(0, len(lacking), step)
    ]
    none = np.zeros(0, dtype=np.int64)
    return (
        np.concatenate([none, *(groups for groups, _ in blocks)]),
        np.concatenate([none, *(values for _, values in blocks)]),
    )


def _drawn(
    wanted: Ints,
    group: Ints,
    value: Ints,
    short: Ints,
    often: Floats,
    rng: np.random.Generator,
) -> tuple[Ints, Ints]:
    """Draw for some groups: the largest of logarithms of frequencies with Gumbel noise."""
    weight = np.log(np.maximum(often, 1e-9))
    score = weight + rng.gumbel(size=(len(wanted), len(often)))
    place = np.full(len(short), -1)
    place[wanted] = np.arange(len(wanted))
    held = place[group] >= 0
    score[place[group[held]], value[held]] = -np.inf
    many = short[wanted]
    order = np.argsort(-score, axis=1, kind="stable")
    taken = np.arange(len(often)) < many[:, None]
    rows, columns = np.nonzero(taken)
    return wanted[rows], order[rows, columns]
