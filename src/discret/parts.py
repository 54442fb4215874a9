"""The three shapes of a part: a risk measure, a method, a loss measure.

A part is a small frozen object that holds nothing but its parameters. pydantic reads the
declaration: types, ranges and cross-field rules give the constructor its checks, plans their list
of faults, the command line its options and forms their fields.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import numpy as np
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    ValidationError,
)

from discret.data.dataset import Dataset
from discret.data.keytable import Bools, KeyTable
from discret.data.roles import Role
from discret.errors import ParameterError, listed
from discret.finding import Finding
from discret.refused import rule
from discret.words import Words, say

Tier = Literal["key", "row"]
Counted = Literal["people", "records"]
Criterion = Literal["singling_out", "linkability", "inference"]
Unit = Literal["number", "share"]
Source = Literal["release", "population", "original"]
Progress = Callable[[float, str], None]
Value = TypeVar("Value")


def silent(share: float, doing: str) -> None:
    """Show no progress."""


def part_of(progress: Progress, start: float, end: float, who: str = "") -> Progress:
    """Return the progress of a part of the work, told as such a part of the whole.

    Examples
    --------
    >>> tell = part_of(lambda share, doing: print(share, doing), 0.5, 1.0, "calibrate")
    >>> tell(0.5, "3 cells")
    0.75 calibrate: 3 cells
    """

    def tell(share: float, doing: str) -> None:
        words = say("{who}: {doing}", "{who} : {doing}", who=who, doing=doing) if who else doing
        progress(start + (end - start) * share, words)

    return tell


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run hands to a method: chance, progress, and a secret where one is needed.

    Parameters
    ----------
    rng
        The stream of random numbers of this step; a fresh one by default.
    progress
        Called with a share of [0, 1] and a few words.
    secret
        The key of keyed methods. It is never stored, shown or recorded.

    Examples
    --------
    >>> 0 <= Context(rng=np.random.default_rng(1)).rng.random() < 1
    True
    """

    rng: np.random.Generator = field(default_factory=np.random.default_rng, repr=False)
    progress: Progress = field(default=silent, repr=False)
    secret: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class Change:
    """The new dataset, and what the method alone knows of how it was made (plain data)."""

    data: Dataset
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Ahead:
    """What is known before a run of the data that a part will get.

    Parameters
    ----------
    data
        The data before any step.
    written
        Columns whose values earlier steps may replace.
    fewer
        Whether earlier steps may drop records, and values with them.
    secret
        The key of keyed methods.
    """

    data: Dataset = field(repr=False)
    written: frozenset[str] = frozenset()
    fewer: bool = False
    secret: bytes | None = field(default=None, repr=False)

    def after(self, method: Method) -> Ahead:
        """Return what is known once a method has run, without running it."""
        touched = self.data.columns(*method.touches) if method.touches else ()
        return replace(
            self,
            written=self.written.union(method.writes, touched),
            fewer=self.fewer or not method.keeps_rows,
        )

    def typed(self, names: Iterable[str]) -> list[str]:
        """Return the columns that still have the type that they have in the data."""
        return [name for name in names if name in self.data.roles and name not in self.written]

    def valued(self, names: Iterable[str]) -> list[str]:
        """Return the columns that still have all the values that they have in the data."""
        return [] if self.fewer else self.typed(names)


class Part(BaseModel):
    """What all parts share: a name in the catalogue, words for reports, checked parameters."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    name: ClassVar[str]
    title: ClassVar[Words]
    purpose: ClassVar[Words]
    references: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[tuple[Role, ...]] = ()
    numbers: ClassVar[tuple[str, ...]] = ()  # parameters that name columns of numbers
    tier: ClassVar[Tier] = "key"
    unit: ClassVar[Unit] = "number"  # of a measure's value: a share is written as a percentage

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            hint = say(
                "discret parts {name} tells all about its parameters",
                "discret parts {name} dit tout de ses paramètres",
                name=type(self).name,
            )
            raise ParameterError(type(self).name, faults(error), hint=hint) from None

    def parameters(self) -> dict[str, Any]:
        """Return the parameters as plain data, those left at their default left out."""
        return self.model_dump(mode="json", exclude_defaults=True)

    @property
    def named(self) -> tuple[str, ...]:
        """The columns that the parameters name."""
        return tuple(_named(self))

    @property
    def numeric(self) -> tuple[str, ...]:
        """The columns that the parameters name, and that must hold numbers."""
        return tuple(name for one in self.numbers for name in _listed(getattr(self, one, None)))

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield what the part would refuse, as far as it can be known before anything is run.

        What earlier steps may mend is no fault. Parts that ask for more than columns with a role,
        and numbers in some, add their own.
        """
        yield from _lacking_roles(self, ahead)
        wrong = [n for n in ahead.typed(self.numeric) if not ahead.data.kind(n).is_numeric()]
        if wrong:
            yield say(
                "numbers are needed, {names} holds none",
                "il faut des nombres, {names} n’en contient pas",
                names=listed(wrong),
            )


class RiskMeasure(Part):
    """Says how risky a file is, against a stated attacker."""

    attacker: ClassVar[Words]
    criteria: ClassVar[tuple[Criterion, ...]]
    # what decides its findings: the file alone, a population where one is given, or the original
    source: ClassVar[Source] = "original"
    counts: ClassVar[Counted] = "records"  # or people, where an individual column tells them apart

    @abstractmethod
    def assess(self, data: Dataset) -> Finding:
        """Measure the risk of `data`."""

    def takes(self, data: Dataset) -> float:
        """Guess the seconds that it takes, where they can be many; 0 where they never are."""
        return 0.0

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns that the measure looks at: those it names, and those it needs.

        A measure of what is sensitive that names a column looks at that one alone.
        """
        needed = [one for one in self.needs if not (self.named and one is Role.SENSITIVE)]
        found = (*self.named, *(data.columns(*needed) if needed else ()))
        return tuple(name for name in dict.fromkeys(found) if name in data.roles)

    def supposes(self, known: Collection[str], data: Dataset) -> bool:
        """Whether the measure supposes an attacker who knows these columns at once."""
        return {*known} <= {*self.examines(data)}

    @property
    def judges(self) -> bool:
        """Whether the measure has a target that a single group can miss."""
        return False

    def monotone(self, keys: KeyTable) -> bool:
        """Whether a file like this, where no group fails, has none that fails once groups merge."""
        return False

    def lasting(self, keys: KeyTable) -> bool:
        """Whether a group holds as soon as one of those it is made of holds, whatever is elsewhere.

        It is asked where no key is missing. What is safe then stays safe when groups merge, and
        when others are dropped.
        """
        return False

    def failing(self, keys: KeyTable) -> Bools:
        """Mark the groups of the key table that miss the target of this measure."""
        raise ParameterError(
            self.name,
            [
                Words(
                    "it has no target that a single group could miss",
                    fr="elle n’a pas d’objectif qu’un seul groupe puisse manquer",
                )
            ],
            hint=Words("give it one", fr="lui en donner un"),
        )


class Method(Part):
    """Makes a file less risky: takes a dataset, returns another."""

    random: ClassVar[bool] = False
    keeps_rows: ClassVar[bool] = True
    touches: ClassVar[tuple[Role, ...]] = ()  # whose columns it may change, named or not
    proven: ClassVar[Literal["formal", "heuristic"]] = "formal"

    @abstractmethod
    def apply(self, data: Dataset, context: Context) -> Change:
        """Return the changed dataset and the facts of the change."""

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """The measures of what this method itself may give away: runs assess them unasked."""
        return ()

    @property
    def writes(self) -> tuple[str, ...]:
        """The columns that its parameters name to be changed or made."""
        given = [getattr(self, name, None) for name in _WRITTEN]
        names = [[one] if isinstance(one, str) else one or () for one in given]
        return tuple(dict.fromkeys(name for some in names for name in some))

    @property
    def holds(self) -> tuple[tuple[str, ...], ...]:
        """The columns, crossed, whose weighted totals are exactly as asked for after it."""
        return ()


_WRITTEN = ("column", "columns", "x", "y", "into", "cell")


class LossMeasure(Part):
    """Says what the protection cost those who will use the file.

    `by_record` is whether it looks at each record before and after: a lazy table then needs a
    column that numbers its records.
    """

    by_record: ClassVar[bool] = False

    @abstractmethod
    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Measure what was lost between `before` and `after`."""


def faults(error: ValidationError) -> list[Words]:
    """Write pydantic's errors as the house does: place, rule, and for scalars what came.

    Examples
    --------
    >>> from pydantic import Field
    >>> class K(BaseModel):
    ...     k: int = Field(ge=2)
    >>> try:
    ...     K(k=1)
    ... except ValidationError as error:
    ...     faults(error)
    ['k: input should be greater than or equal to 2, got 1']
    """
    return list(dict.fromkeys(_fault(entry) for entry in error.errors(include_url=False)))


def _fault(entry: Any) -> Words:
    place = ".".join(str(step) for step in entry["loc"] if not _KIND.match(str(step)))
    came = entry.get("input")
    plain = len(entry["loc"]) == 1 and isinstance(came, int | float)  # deeper may be data
    got = plain and entry["type"] != "missing"
    return say(
        ("{place}: " if place else "") + "{rule}" + (", got {came!r}" if got else ""),
        ("{place} : " if place else "") + "{rule}" + (", et non {came!r}" if got else ""),
        place=place, rule=rule(entry), came=came,
    )  # fmt: skip


_KIND = re.compile(r"(int|float|str|bool)$|.*[-\[]")  # what pydantic adds: which of several types


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def _lacking_roles(part: Part, ahead: Ahead) -> Iterator[str]:
    """Yield the roles that a part needs and no column has; one that names columns may need none."""
    asking = (part, *getattr(part, "models", ()))
    needs = dict.fromkeys(role for one in asking if not one.named for role in one.needs)
    for role in needs:
        if not ahead.data.columns(role) and not ahead.written - set(ahead.data.roles):
            yield say(
                "no column has the role {role}", "aucune colonne n’a le rôle {role}", role=str(role)
            )


def _named(part: Any) -> list[str]:
    names: list[str] = []
    for parameter in ("column", "columns", "by"):
        names += _listed(getattr(part, parameter, None))
    for one in getattr(part, "models", ()):
        names += _named(one)
    combinations = getattr(part, "combinations", None)
    for one in combinations if isinstance(combinations, tuple) else ():
        names += one.columns
    return names


def _all_different(names: tuple[str, ...]) -> tuple[str, ...]:
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(
            say(
                "a column is named twice: {names}",
                "une colonne est nommée deux fois : {names}",
                names=listed(sorted(twice)),
            )
        )
    return names


Columns = Annotated[tuple[str, ...], AfterValidator(_all_different)]


def _as_pairs(given: Any) -> Any:
    """Turn a mapping into pairs, which cannot be changed; say nothing of what it holds."""
    pairs = tuple(given.items()) if isinstance(given, Mapping) else given
    if not isinstance(pairs, list | tuple) or not all(_is_pair(one) for one in pairs):
        raise ValueError(
            Words(
                "a table of names and values is needed",
                fr="il faut une table de noms et de valeurs",
            )
        )
    names = [str(name) for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError(Words("a name is given twice", fr="un nom est donné deux fois"))
    return pairs


def _is_pair(one: Any) -> bool:
    return isinstance(one, list | tuple) and len(one) == 2  # noqa: PLR2004 (a pair is two)


# A mapping from names, held as pairs so that a part stays frozen; written as a table.
Pairs = Annotated[tuple[tuple[str, Value], ...], BeforeValidator(_as_pairs), PlainSerializer(dict)]
