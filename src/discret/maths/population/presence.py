"""The chance that a person of a population is in a release, or bounds of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats
from discret.maths.population.covering import Covering

Numbers = NDArray[Any]


def presence(
    covering: Covering, released: Numbers, people: Numbers, others: Numbers
) -> tuple[Floats, Floats]:
    r"""Return for each cell the lowest and the highest chance that its people are released.

    Parameters
    ----------
    covering
        Which cells each released group may stand for.
    released
        Number of people of each released group, :math:`f_g`.
    people
        Number of people of each cell.
    others
        For each released group, how many people of other groups may be among those that it may
        stand for, :math:`o_g`; 0 where groups do not overlap.

    Notes
    -----
    Every way of giving each released person another person of the population who carries the
    values shown is held equally likely. With :math:`F_g` the people that a group may stand for and
    no overlap, the chance is :math:`f_g / F_g`. With overlap: whatever is decided for the other
    groups, the :math:`f_g` people are drawn alike from those of the :math:`F_g` whom the others
    left, and these are between :math:`F_g - o_g` and :math:`F_g`. So somebody is drawn for a group
    with a chance of at most :math:`f_g / (F_g - o_g)`, and is released with a chance of

    .. math:: \max_g \frac{f_g}{F_g} ≤ P ≤ ∑_g \frac{f_g}{\max(F_g - o_g, f_g)}

    over the groups that may stand for the person. The sum of :math:`f_g / F_g` is no upper bound:
    where two women of 30 are released out of two, a woman of unknown age is not one of these.

    Examples
    --------
    >>> covering = Covering.of(np.array([[0, 0], [0, -1]]), np.array([[0, 0], [0, 1], [1, 0]]))
    >>> presence(covering, np.array([1, 1]), np.array([2, 3, 1]), np.array([1, 1]))
    (array([0.5, 0.2, 0. ]), array([1.  , 0.25, 0.  ]))
    """
    candidates = covering.over_cells(people)
    lowest = covering.largest_of_groups(released / candidates)
    free = np.maximum(candidates - others, released)
    highest = np.minimum(covering.over_groups(released / free), 1.0)
    return lowest, highest
