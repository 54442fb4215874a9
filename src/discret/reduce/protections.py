"""The ways to protect a crossing of zones and squares, side by side: what each costs and leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import polars as pl

from discret.data.zonings.crossing import Crossing, free
from discret.errors import InputError
from discret.maths.arrays import Bools
from discret.maths.zonings.withholding import Cost
from discret.parts import Progress, silent
from discret.reduce.merge_squares import joined, labels, merging_facts, together
from discret.reduce.nested_protections import nested_merging, nested_withholding
from discret.reduce.withhold_squares import chosen, lost, withholding_facts
from discret.reduce.zonings import at_risk, small
from discret.words import Words, say

Way = Literal["fewest_squares", "fewest_observations", "merge"]
WITHHOLDING: dict[Way, Cost] = {"fewest_squares": "squares", "fewest_observations": "observations"}
DOING = {
    "fewest_squares": Words(
        "withholding the fewest squares", fr="masquage du moins de carreaux possible"
    ),
    "fewest_observations": Words(
        "withholding the fewest observations", fr="masquage du moins d’observations possible"
    ),
    "merge": Words("merging squares", fr="regroupement de carreaux"),
}


@dataclass(frozen=True)
class Protection:
    """One way to protect a crossing.

    Parameters
    ----------
    way
        Withhold the fewest squares, withhold the fewest observations, or merge squares.
    facts
        What it costs and what it leaves (plain data); empty where it cannot be had.
    why
        Why it cannot be had.
    squares
        The squares concerned, with their observations; for those merged the new square.
    unprotected
        The intersections that still come out in a small group.
    """

    way: Way
    facts: dict[str, Any] = field(default_factory=dict)
    why: Words | None = None
    squares: pl.DataFrame = field(default_factory=pl.DataFrame, repr=False)
    unprotected: pl.DataFrame = field(default_factory=pl.DataFrame, repr=False)


def protections(
    crossing: Crossing, threshold: int, seconds: float = 150.0, progress: Progress = silent
) -> list[Protection]:
    """Protect a crossing in three ways, to compare what each loses.

    Parameters
    ----------
    crossing
        Zones, all published, and squares, of which some may be withheld already; of a nested grid
        squares of any level are withheld, or merged with those that then hold parts of the same.
    threshold
        Totals of fewer observations than this must not be known.
    seconds
        Time to look for the best choice, for each of the two ways to withhold.
    progress
        Called with a share of [0, 1] and the way that is looked at.

    Notes
    -----
    Of each way the facts say how many fewer squares are published (`squares_lost`), how many are
    withheld or merged (`squares_touched`), and the observations in these, which are no longer
    published in a square of their own (`observations_lost`); both as shares of what was published.
    `least` is what no way of this kind can be below, in the unit of its cost; of a nested grid none
    is known.

    Examples
    --------
    >>> from discret.data.dataset import Dataset
    >>> table = pl.DataFrame({"z": [0, 0, 1, 1], "c": [0, 1, 1, 2], "n": [20, 2, 15, 30]})
    >>> crossing = Crossing.of("test", Dataset.of(table), "z", "c", count="n")
    >>> for one in protections(crossing, 11):
    ...     print(one.way, one.facts["squares_lost"], one.facts["observations_lost"])
    fewest_squares 2 37
    fewest_observations 2 37
    merge 1 37
    """
    check("protect", crossing)
    found = []
    for place, (way, cost) in enumerate(WITHHOLDING.items()):
        progress(place / 3, way)
        found.append(_withheld(crossing, threshold, way, cost, seconds))
    progress(2 / 3, "merge")
    return [*found, _merged(crossing, threshold)]


def check(who: str, crossing: Crossing) -> None:
    """Refuse a crossing that neither way protects."""
    if crossing.squares.null_count() if crossing.nest is None else crossing.nest.blank:
        raise InputError(
            say(
                "{who}: squares that are left blank cannot be told apart",
                "{who} : des carreaux laissés vides ne peuvent être distingués",
                who=who,
            ),
            hint=Words(
                "give every square its name, and flag those withheld with --withheld",
                fr="donner son nom à chaque carreau, et marquer les masqués avec --withheld",
            ),
        )
    many = int(crossing.withheld_zones.sum())
    if many:
        raise InputError(
            say(
                "{who}: squares are chosen for zones that are all published, {many} {many:is|are}"
                " withheld",
                "{who} : les carreaux se choisissent pour des zones toutes publiées,"
                " {many} {many:est masquée|sont masquées}",
                who=who,
                many=many,
            ),
            hint=Words(
                "leave out the zones that are withheld, or publish them",
                fr="retirer les zones masquées, ou les publier",
            ),
        )


def cheaper(found: Sequence[Protection]) -> Protection:
    """Return the withholding that leaves the least at risk, then the one that loses the least.

    Observations count before squares: they are what both ways have in common.
    """
    names = "at_risk_after", "observations_lost", "squares_lost"
    ways = [protection for protection in found if protection.way in WITHHOLDING]
    return min(ways, key=lambda way: [way.facts[name] for name in names])


def told(found: Sequence[Protection]) -> list[dict[str, Any]]:
    """Return the facts of each way as plain data, and which way to withhold is the cheaper one."""
    best = cheaper(found).way
    return [
        {
            "way": protection.way,
            "cheaper": protection.way == best if protection.way in WITHHOLDING else None,
            "why": None if protection.why is None else protection.why.to_dict(),
            **protection.facts,
        }
        for protection in found
    ]


def _withheld(
    crossing: Crossing, threshold: int, way: Way, cost: Cost, seconds: float
) -> Protection:
    if crossing.nest is not None:
        parts = nested_withholding(crossing, crossing.nest, threshold, cost, seconds)
        return Protection(way, parts[0], None, *parts[1:])
    found = chosen(crossing, threshold, cost, seconds)
    gone = lost(crossing, found, threshold)
    facts = withholding_facts(crossing, found, threshold)
    spare = facts["cost"] - facts["bound"]
    more = {
        "squares_touched": facts["squares_lost"],
        "squares_after": facts["squares"]
        - facts["squares_withheld_before"]
        - facts["squares_lost"],
        "squares_below_after": 0,
        "least": facts[f"{cost}_lost"] - spare,
        "optimal": spare == 0,
        "seconds": seconds,
    }
    table = _squares(crossing, gone, below=small(crossing, threshold))
    left = at_risk(crossing, found.size, threshold)
    return Protection(way, _shared(crossing, facts | more), None, table, left)


def _merged(crossing: Crossing, threshold: int) -> Protection:
    nest = crossing.nest
    if crossing.withheld_squares.any() if nest is None else not nest.published.all():
        return Protection("merge", why=_GIVEN)
    if nest is not None:
        parts = nested_merging(crossing, nest, threshold)
        return Protection("merge", parts[0], None, *parts[1:])
    found = joined(crossing, threshold)
    facts = merging_facts(crossing, found, threshold)
    more = {
        "squares_withheld_before": 0,
        "squares_touched": facts["squares_merged"],
        "least": None,
        "optimal": None,
        "seconds": None,
    }
    names = labels(crossing.squares, found.squares)
    table = _squares(crossing, together(found), merged=names)
    left = at_risk(crossing, found.size, threshold)
    return Protection("merge", _shared(crossing, facts | more), None, table, left)


def _shared(crossing: Crossing, facts: dict[str, Any]) -> dict[str, Any]:
    """Add what is lost as shares of what was published."""
    published = int(crossing.count[~crossing.withheld_squares[crossing.square]].sum())
    squares = facts["squares"] - facts["squares_withheld_before"]
    return {
        **facts,
        "squares_published": squares,
        "observations_published": published,
        "squares_lost_share": facts["squares_lost"] / squares if squares else 0.0,
        "observations_lost_share": facts["observations_lost"] / published if published else 0.0,
    }


def _squares(crossing: Crossing, wanted: Bools, **more: Any) -> pl.DataFrame:
    """Return the squares wanted: their name, their observations, and what else is told of each."""
    name = crossing.columns[1]
    many = np.bincount(crossing.square, crossing.count, len(crossing.squares)).astype(np.int64)
    found = pl.DataFrame({name: crossing.squares, free("observations", [name]): many})
    for key, values in more.items():
        found = found.with_columns(pl.Series(free(key, found.columns), values))
    return found.filter(pl.Series(wanted))


_GIVEN = Words(
    "Squares that are withheld already cannot be merged with others: not computed.",
    fr="Des carreaux déjà masqués ne peuvent pas être regroupés avec d’autres : non calculé.",
)
