"""What stands around a key table: what else can be counted in its groups, and what columns are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from discret.data.counting.holders import Holders
from discret.data.counting.tallies import Tally, remade

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from discret.data.codebook import Names
    from discret.data.hierarchies.hierarchy import Hierarchy
    from discret.data.keytable import KeyTable


@dataclass(frozen=True)
class Surroundings:
    """What measures and methods may ask beside the groups and their counts.

    Parameters
    ----------
    tally, holders
        Count another column within the groups, in the engine: the records that have each value;
        and who they are of, where people are told apart.
    before
        Counts a column in the file as it came, before any method: as one group.
    sensitive, individual, weight_column, household
        The columns that have these roles.
    population
        Counts the key table of the population, recoded as the keys were; ``None`` without one.
    hierarchies, names
        How the values of a column can be made coarser, and the labels of those that are codes.
    """

    tally: Tally = field(repr=False)
    holders: Callable[[str], Holders] | None = field(default=None, repr=False)
    before: Tally | None = field(default=None, repr=False, compare=False)
    sensitive: tuple[str, ...] = ()
    individual: str | None = None
    weight_column: str | None = None
    household: str | None = None
    population: Callable[[], KeyTable] | None = field(default=None, repr=False, compare=False)
    hierarchies: Mapping[str, Hierarchy] = field(default_factory=dict, repr=False)
    names: Mapping[str, Names] = field(default_factory=dict, repr=False)

    def of_groups(self, made: Callable[[csr_array], csr_array]) -> Surroundings:
        """Return the same around other groups, whose counts are made from those of these."""
        holders = None if self.holders is None else remade(self.holders, made)
        return replace(self, tally=remade(self.tally, made), holders=holders)
