"""Models: risk measures that a group can fail, and several of them asked for at once.

What a method that works towards a model needs to know of it, the model says itself: which groups
fail, what it looks at to say so, what merging groups keeps, how many people it asks for. A model
that says nothing more than which groups fail is taken along the slowest road, always a right one.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from discret.data.keytable import KeyTable
from discret.errors import ParameterError
from discret.maths.arrays import Bools, Codes, Floats, Ints
from discret.parts import RiskMeasure
from discret.parts.facts import Facts
from discret.parts.shared_facts import JUDGED

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from discret.maths.recoding.yardsticks import Yardstick


class Scope(Enum):
    """What a model looks at to say whether a group fails."""

    GROUP = "the records of the group"
    COMBINATIONS = "the records that share some of its keys"
    FILE = "the records of the group, compared with the whole file"
    OTHERS = "the other groups too: whether one fails hangs on them"
    POPULATION = "the groups of a declared population"


class Merging(IntEnum):
    """What is kept when groups merge; each answer includes those before it."""

    NOTHING = 0
    WHOLE = 1  #: a file in which no group fails has none that fails after
    FEWER = 2  #: no more records must be dropped for the others to hold, and no more are
    EACH = 3  #: a group holds as soon as one of those it is made of holds, whatever is elsewhere


@dataclass(frozen=True)
class Least:
    """How many people must share keys, at the least, for a model to hold.

    Parameters
    ----------
    every
        How many must share all keys.
    sizes
        For numbers of keys, how many must share each combination of so many.
    named
        For combinations of keys, how many must share each.
    enough
        Whether a file that has these numbers holds: the model asks for nothing else.

    Examples
    --------
    >>> Least(every=3).over(["age", "sex"])
    {(0, 1): 3}
    >>> Least(sizes={1: 5}, named={("sex", "age"): 2}).over(["age", "sex"])
    {(0,): 5, (1,): 5, (0, 1): 2}
    """

    every: int = 1
    sizes: Mapping[int, int] = field(default_factory=dict)
    named: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    enough: bool = False

    @property
    def alone(self) -> int | None:
        """The people who must share all keys, if nothing else is asked for."""
        return None if self.sizes or self.named or not self.enough else self.every

    def over(self, columns: Sequence[str]) -> dict[tuple[int, ...], int]:
        """Return how many must share which of the columns, by their places.

        Columns that are not there are for the model to refuse, once it counts.
        """
        place = {name: number for number, name in enumerate(columns)}
        every = tuple(range(len(columns)))
        asked = [(every, self.every)]
        asked += [(some, k) for size, k in self.sizes.items() for some in combinations(every, size)]
        known = {some: k for some, k in self.named.items() if {*some} <= {*place}}
        asked += [(tuple(sorted(place[name] for name in some)), k) for some, k in known.items()]
        return _largest((places, k) for places, k in asked if k > 1)


class Measured(NamedTuple):
    """How one column, or the population, decides whether a group fails, as full tables tell it.

    Parameters
    ----------
    counts
        The values in each group, in the order that is measured along; ``None`` where the records
        of a group are compared with the people of the population who share its keys.
    yardstick
        What is measured of each group.
    target
        The level wanted.
    fails
        Marks the levels that miss it.
    reference
        How often each value occurs in what groups are compared with, if that never changes.
    moving
        Whether groups are compared with what is kept, so that more may fail as others are dropped.
    complete
        Whether all groups fail as soon as one is dropped, or people of the population have none.
    """

    counts: csr_array | None
    yardstick: Yardstick
    target: float
    fails: Callable[[Floats], Bools]
    reference: Ints | None = None
    moving: bool = False
    complete: bool = False


BySize = Callable[[Ints, Codes], Bools]  # from the records of groups and their codes


class Model(RiskMeasure):
    """A risk measure that a group can fail: what methods work towards.

    `target` names the parameter that holds the target, `such_as` shows how one is given.
    """

    target: ClassVar[str]
    such_as: ClassVar[str]
    stated: ClassVar[tuple[str, ...]] = (*RiskMeasure.stated, "target", "such_as")
    tells: ClassVar[Facts] = JUDGED

    @property
    def judges(self) -> bool:
        """Whether there is a target."""
        return getattr(self, self.target) is not None

    def failing(self, keys: KeyTable) -> Bools:
        """Mark the groups of a key table that miss the target."""
        if not self.judges:
            raise ParameterError.needed(self.name, self.target, self.such_as)
        return self.fails(keys)

    @abstractmethod
    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups that miss the target, of which there is one."""

    def scope(self, keys: KeyTable) -> Scope:
        """Say what is looked at to tell whether a group fails."""
        return Scope.OTHERS

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say what is kept when groups of a key table like this merge.

        `Merging.EACH` is asked for where no key is missing: what is safe then stays safe when
        groups merge, and when others are dropped.
        """
        return Merging.NOTHING

    @property
    def least(self) -> Least:
        """How many people must share keys, at the least."""
        return Least()

    def measured(self, keys: KeyTable) -> Sequence[Measured] | None:
        """Say how the values of columns decide, where they and sizes do and no groups overlap.

        What is said is good for all tables that are rolled up from this one. ``None`` where more
        than that must be looked at.
        """
        return () if self.least.alone is not None and not self._overlaps(keys) else None

    def by_size(self, keys: KeyTable) -> BySize | None:
        """Return what marks the groups that fail by nothing but their records, where they do.

        As `measured`, it is good for all tables that are rolled up from this one. Of groups with as
        many records, those may fail that come first by their codes.
        """
        return None

    def _overlaps(self, keys: KeyTable) -> bool:
        return keys.has_missing and getattr(self, "missing", None) != "category"


def judged(keys: KeyTable, failing: Bools) -> dict[str, int]:
    """Return the details that findings of models begin with: how many there are, and fail."""
    return {
        "records": keys.records,
        "groups": len(keys),
        "records_failing": int(keys.count[failing].sum()),
        "groups_failing": int(failing.sum()),
    }


@dataclass(frozen=True)
class Conjunction:
    """Models that must all hold: what the models of a method become.

    Parameters
    ----------
    models
        The models; at least one.

    Examples
    --------
    >>> from discret.assess import KAnonymity, LDiversity
    >>> both = Conjunction((KAnonymity(k=3), LDiversity(l=2)))
    >>> both.names, both.least(["age", "sex"]), both.size
    (['k_anonymity', 'l_diversity'], {(0, 1): 3}, None)
    """

    models: tuple[Model, ...]

    def __iter__(self) -> Iterator[Model]:
        return iter(self.models)

    @property
    def names(self) -> list[str]:
        """The names of the models."""
        return [model.name for model in self]

    def failing(self, keys: KeyTable) -> Bools:
        """Mark the groups that at least one model fails."""
        return np.asarray(np.any([model.failing(keys) for model in self], axis=0))

    def records_failing(self, keys: KeyTable) -> dict[str, int]:
        """Return, for each model alone, how many records fail."""
        return {model.name: int(keys.count[model.failing(keys)].sum()) for model in self}

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say what of all the models is kept when groups merge.

        Models that must drop no more by themselves may have to when others drop too.
        """
        kept = min(model.kept_by(keys) for model in self)
        alone = kept is not Merging.FEWER or len(self.models) == 1
        return kept if alone else Merging.WHOLE

    def within(self, keys: KeyTable, *scopes: Scope) -> bool:
        """Whether all models look at nothing else."""
        return all(model.scope(keys) in scopes for model in self)

    def against_population(self, keys: KeyTable) -> list[str]:
        """Return the names of the models that compare groups with a population handed over."""
        if keys.around.population is None:
            return []
        return [model.name for model in self if model.scope(keys) is Scope.POPULATION]

    def least(self, columns: Sequence[str]) -> dict[tuple[int, ...], int]:
        """Return how many people must share which columns, at the least, by their places."""
        return _largest(pair for model in self for pair in model.least.over(columns).items())

    @property
    def sizes_only(self) -> bool:
        """Whether nothing but numbers of people is asked for."""
        return all(model.least.enough for model in self)

    @property
    def size(self) -> int | None:
        """The people who must share all keys, if nothing else is asked for."""
        asked = [model.least.alone for model in self]
        known = [number for number in asked if number is not None]
        return max(known) if len(known) == len(asked) else None

    def measured(self, keys: KeyTable) -> list[Measured] | None:
        """Say how the values of columns decide, beside the number of records: see `Model`."""
        asked = [model.measured(keys) for model in self]
        known = [some for some in asked if some is not None]
        return (
            [yardstick for some in known for yardstick in some]
            if len(known) == len(asked)
            else None
        )

    def by_size(self, keys: KeyTable) -> BySize | None:
        """Return what marks the groups that fail by nothing but their records: of one model."""
        return self.models[0].by_size(keys) if len(self.models) == 1 else None

    def plain_size(self, keys: KeyTable) -> int | None:
        """Return the records that every group needs, if that is all and groups count as they are.

        Nobody has several records, and no missing value makes groups count one another.
        """
        counted = all(getattr(model, "missing", None) == "category" for model in self)
        plain = keys.around.individual is None and (counted or not keys.has_missing)
        return self.size if plain else None


def _largest(asked: Iterable[tuple[tuple[int, ...], int]]) -> dict[tuple[int, ...], int]:
    most: dict[tuple[int, ...], int] = {}
    for places, number in asked:
        most[places] = max(number, most.get(places, 0))
    return most
