"""The recodings of a file, to be looked at one by one: each answers in about a millisecond."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any

from discret.data.hierarchies.key_levels import Ladder
from discret.maths.arrays import Node
from discret.reduce.generalise.chosen import Chosen
from discret.reduce.generalise.recodings import Recodings

WHO = "lattice"


@dataclass(frozen=True, kw_only=True)
class Recoded:
    """What a recoding comes to, before anything is recoded.

    Parameters
    ----------
    levels
        The level of each key.
    holds
        Whether no more than allowed must be dropped.
    loss
        What it loses, what fails counted as dropped.
    dropped, share
        The records that fail and would be dropped, and their share.
    groups
        The groups that there are, failing ones included.
    """

    levels: Mapping[str, int]
    holds: bool
    loss: float
    dropped: int
    share: float
    groups: int


@dataclass(frozen=True)
class Lattice:
    """The recodings of the keys of a file, as `Generalise.lattice` returns them.

    Examples
    --------
    >>> from discret import Dataset, Hierarchy
    >>> from discret.assess import KAnonymity
    >>> from discret.data.examples import dishes
    >>> from discret.reduce import Generalise
    >>> levels = {"Âge": Hierarchy.from_order(["-25", "25-50", "+50"], steps=[2])}
    >>> data = Dataset.of(dishes(), key=["Âge"], hierarchies=levels)
    >>> lattice = Generalise(models=[KAnonymity(k=4)]).lattice(data)
    >>> lattice.levels, [lattice.at({"Âge": n}).dropped for n in range(3)]
    ({'Âge': (0, 2)}, [9, 3, 0])
    """

    problem: Recodings = field(repr=False)
    ladders: Sequence[Ladder] = field(repr=False)
    searched: Callable[[], Chosen] = field(repr=False)

    @property
    def levels(self) -> dict[str, tuple[int, int]]:
        """The lowest and the highest level of each key."""
        return {own.column: (own.first, own.first + own.height - 1) for own in self.ladders}

    @property
    def size(self) -> int:
        """How many recodings there are."""
        return prod(ladder.height for ladder in self.ladders)

    def at(self, levels: Mapping[str, int]) -> Recoded:
        """Look at a recoding: keys that are not named stay at their lowest level."""
        node = self._node(levels)
        verdict = self.problem.check(node)
        loss, groups = self.problem.looked_at(node)
        dropped = self.problem.suppressed[node]
        return Recoded(
            levels=self._named(node),
            holds=verdict.holds,
            loss=loss,
            dropped=dropped,
            share=dropped / self.problem.records,
            groups=groups,
        )

    def failing(self, levels: Mapping[str, int]) -> dict[str, int]:
        """Return, for each model alone, how many records fail at a recoding."""
        return self.problem.failing_at(self._node(levels))

    @cached_property
    def best(self) -> Recoded:
        """The recoding that loses least of those that were looked at and hold: see `proven`.

        Raises
        ------
        TargetError
            Where none holds.
        """
        return self.at(self._named(self._chosen.node))

    @property
    def proven(self) -> bool:
        """Whether none that holds loses less than the best: not where the search was cut short."""
        return self._chosen.found is not None and self._chosen.found.optimal

    @property
    def choices(self) -> dict[str, Any]:
        """What else could be chosen: the frontier, and of a small lattice which ones hold."""
        return dict(self._chosen.left())

    @cached_property
    def _chosen(self) -> Chosen:
        return self.searched()

    def _node(self, levels: Mapping[str, int]) -> Node:
        lowest = {own.column: own.first for own in self.ladders}
        wanted = {**lowest, **levels}
        return tuple(own.place(WHO, wanted[own.column]) for own in self.ladders)

    def _named(self, node: Node) -> dict[str, int]:
        pairs = zip(self.ladders, node, strict=True)
        return {own.column: own.first + place for own, place in pairs}
