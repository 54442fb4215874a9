"""Members that each name their parent, as a thesaurus has them: levels, counted from the top."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from discret.data.hierarchies.forms import counted
from discret.maths.arrays import Ints
from discret.words import Words, say

MEMBER, PARENT = "member", "parent"
MOST = 64  # levels; more of them is a chain of something else
ADVICE = Words(
    "give each member one row and one parent, none to those at the top",
    fr="donner à chaque membre une seule ligne et un seul parent, aucun à ceux du sommet",
)


def link_faults(links: pl.DataFrame) -> list[str]:
    """List what keeps members and their parents from being a tree, by counts alone.

    Examples
    --------
    >>> links = {MEMBER: ["durum", "wheat", "durum"], PARENT: ["wheat", "cereals", "pasta"]}
    >>> link_faults(pl.DataFrame(links))
    ['1 member with several parents', '2 parents that are no member themselves']
    """
    known = links.unique(maintain_order=True)
    faults = [*_torn(known), *_strangers(known)]
    return faults or [*_turning(known)]


def levelled(links: pl.DataFrame, *, inner: bool = True) -> pl.DataFrame:
    """Return a row for each member and a column for each level: "0" the member, then what is above.

    Parameters
    ----------
    links
        The columns "member" and "parent" (missing for those at the top), without faults.
    inner
        Whether a member that has others below it is a value too; data may name it itself.

    Notes
    -----
    Levels are counted from the top, so that each holds what is alike: a member with fewer members
    above it than others is its own label until its parent's level is reached.

    Examples
    --------
    >>> links = {MEMBER: ["durum", "wheat", "cereals", "beet", "roots"],
    ...          PARENT: ["wheat", "cereals", None, "roots", None]}
    >>> levelled(pl.DataFrame(links), inner=False).rows()
    [('durum', 'wheat', 'cereals'), ('beet', 'beet', 'roots')]
    """
    known = links.unique(maintain_order=True)
    names, parent = known[MEMBER], _parents(known)
    depth = _depths(parent)
    place = np.arange(len(parent))
    if not inner:
        place = np.setdiff1d(place, parent)
    columns = [names.gather(place).alias("0")]
    for level, most in enumerate(range(int(depth.max(initial=0)) - 1, -1, -1), 1):
        place = np.where(depth[place] > most, parent[place], place)
        columns.append(names.gather(place).alias(str(level)))
    return pl.DataFrame(columns)


def _torn(known: pl.DataFrame) -> Iterator[str]:
    twice = known.filter(pl.col(MEMBER).is_duplicated())[MEMBER].n_unique()
    if twice:
        yield say("{n} with several parents", "{n} avec plusieurs parents", n=_members(twice))
    if empty := known[MEMBER].null_count():
        yield say("{n} without a name", "{n} sans nom", n=_members(empty))


def _strangers(known: pl.DataFrame) -> Iterator[str]:
    named = known[PARENT].drop_nulls().unique()
    lost = named.filter(~named.is_in(known[MEMBER].drop_nulls().implode())).len()
    if lost:
        yield say(
            "{n} {n:parent that is no member itself|parents that are no member themselves}",
            "{n} {n:parent qui n’est pas lui-même un membre|parents qui ne sont pas eux-mêmes des"
            " membres}",
            n=lost,
        )


def _turning(known: pl.DataFrame) -> Iterator[str]:
    parent = _parents(known)
    above = np.where(parent < 0, np.arange(len(parent)), parent)
    for _ in range(len(parent).bit_length()):
        above = above[above]
    if turning := int((parent[above] >= 0).sum()):
        yield say(
            "{n} with links that go round", "{n} dont les liens tournent en rond",
            n=_members(turning),
        )  # fmt: skip
    elif len(parent) and (levels := int(_depths(parent).max()) + 1) > MOST:
        yield say(
            "{levels} levels, {most} at most", "{levels} niveaux, {most} au plus",
            levels=levels, most=MOST,
        )  # fmt: skip


def _parents(known: pl.DataFrame) -> Ints:
    """Return the place of the parent of each member, -1 at the top."""
    places = pl.DataFrame({PARENT: known[MEMBER], "place": np.arange(known.height)})
    found = known.select(PARENT).join(places, on=PARENT, how="left", maintain_order="left")
    return found["place"].fill_null(-1).to_numpy()


def _depths(parent: Ints) -> Ints:
    """Count the members above each one."""
    depth, place = np.zeros(len(parent), dtype=np.int64), parent
    while (place >= 0).any():
        depth += place >= 0
        place = np.where(place >= 0, parent[place], -1)
    return depth


def _members(n: int) -> Words:
    return counted(n, "member")
