"""What the measures of two zonings and of several share: findings, counts, and a fault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from discret.errors import DiscretError
from discret.finding import Finding, holds
from discret.maths.arrays import Ints
from discret.words import Words, say


def zonings_finding(
    name: str, details: Mapping[str, Any], most: int | None, reads: Words, rows: pl.DataFrame
) -> Finding:
    """Tell what was found: the observations at risk, judged by all that are not safe."""
    return Finding(
        name=name,
        value=details["observations_at_risk"],
        met=holds(details["observations_not_safe"], most, "lower"),
        target=most,
        better="lower",
        reads=with_all_not_safe(reads, details, most),
        details=details,
        per_key=rows,
    )


def with_all_not_safe(told: Words, details: Mapping[str, Any], most: int | None) -> Words:
    """Say how many observations are not safe, where those at risk alone would be few enough.

    Examples
    --------
    >>> details = {"observations_at_risk": 0, "observations_not_safe": 7}
    >>> with_all_not_safe(Words("All is well.", fr="Tout va bien."), details, 5)
    'All is well. With these, observations that are not safe: 7; allowed at most: 5.'
    """
    if (
        most is None
        or not details["observations_at_risk"] <= most < details["observations_not_safe"]
    ):
        return told
    return say(
        "{told} With these, observations that are not safe: {n}; allowed at most: {most}.",
        "{told} Avec celles-ci, observations qui ne sont pas sûres : {n} ; admises au plus :"
        " {most}.",
        told=told,
        n=details["observations_not_safe"],
        most=most,
    )


def by_size(sizes: Ints, count: Ints) -> dict[int, int]:
    """Add up observations by the size of the group they were found in.

    Examples
    --------
    >>> by_size(np.array([2, 1, 2]), np.array([1, 1, 5]))
    {1: 1, 2: 6}
    """
    sums = np.bincount(sizes, count)
    return {size: int(sums[size]) for size in np.flatnonzero(sums).tolist()}


def check_counts(who: str, wrong: int, groups: int) -> None:
    """Refuse to go on where groups have another count than was found: a fault of discret."""
    if not wrong:
        return
    raise DiscretError(
        say(
            "{who}: {wrong} of {groups} groups {wrong:has|have} another count than found",
            "{who} : {wrong} {wrong:groupe|groupes} sur {groups} {wrong:a|ont} un autre effectif"
            " que celui trouvé",
            who=who,
            wrong=wrong,
            groups=groups,
        ),
        hint=Words(
            "this is a fault of discret: do not trust the figures, and report it",
            fr="c’est une faute de discret : ne pas se fier aux chiffres, et la signaler",
        ),
    )
