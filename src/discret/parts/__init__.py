"""The three shapes of a part: a risk measure, a method, a loss measure.

A part is a small frozen object that holds nothing but its parameters. pydantic reads the
declaration: types, ranges and cross-field rules give the constructor its checks, plans their list
of faults, the command line its options and forms their fields.

`facts` is what parts tell, `Method.said` in sentences, `published` what users may be told of it;
`pairs`, `naming`, `parameters` and `shared_facts` what several declare alike; `guards` stands
before them,
`context` is what a run hands over, `ahead` looks before one, `others` are those of other packages.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    ConfigDict,
    ValidationInfo,
    field_validator,
)

from discret.arguments.declared import Declared
from discret.arguments.fitting import check_once
from discret.data.dataset import Dataset
from discret.data.refusals import no_numbers_foreseen
from discret.data.roles import Role
from discret.errors import ParameterError, listed
from discret.finding import Finding
from discret.parts.ahead import Ahead, lacking_roles
from discret.parts.context import FRESH as FRESH
from discret.parts.context import Context as Context
from discret.parts.context import Progress as Progress
from discret.parts.context import part_of as part_of
from discret.parts.context import silent as silent
from discret.parts.facts import Facts, Layout
from discret.parts.guards import Deed, check_declared, check_single, guard, in_a_list, speak
from discret.parts.naming import NAMES
from discret.parts.naming import Column as Column
from discret.parts.naming import MaybeColumn as MaybeColumn
from discret.parts.pairs import Pairs as Pairs
from discret.parts.published import Published
from discret.words import Words, say

Tier = Literal["key", "row"]
Counted = Literal["people", "records"]
Criterion = Literal["singling_out", "linkability", "inference"]
Unit = Literal["number", "share"]
Source = Literal["release", "population", "original"]
Together = Literal["", "union", "means"]


@dataclass(frozen=True, kw_only=True)
class Change:
    """The new dataset, and what the method alone knows of how it was made (plain data)."""

    data: Dataset
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)


class Part(Declared):
    """What all parts share: a name in the catalogue, words for reports, checked parameters."""

    model_config = ConfigDict(allow_inf_nan=False)

    title: ClassVar[Words]
    purpose: ClassVar[Words]
    references: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[tuple[Role, ...]] = ()
    numbers: ClassVar[tuple[str, ...]] = ()  # parameters that name columns of numbers
    tier: ClassVar[Tier] = "key"
    unit: ClassVar[Unit] = "number"  # of a measure's value: a share is written as a percentage
    tells: ClassVar[Facts] = {}  # the facts of its change, the details of its finding
    shows: ClassVar[Layout] = ""  # which pages lay out what it found in a way of its own
    series: ClassVar[bool] = False  # whether it looks at other releases of the same people
    stated: ClassVar[tuple[str, ...]] = ("name",)  # what a class must declare
    was: ClassVar[str] = ""  # what the part was called, where it had another name
    formerly: ClassVar[Mapping[str, str]] = {}  # what parameters were called, and are called now

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        speak(cls)

    def __init__(self, *given: Any, **values: Any) -> None:
        part = type(self)
        check_declared(part, part.stated)
        check_once(part.name, part.formerly, values)
        current = {part.formerly.get(name, name): value for name, value in values.items()}
        super().__init__(*given, **current)

    @classmethod
    def _there_are(cls) -> Words:
        return say(
            "discret parts {name} tells all about its parameters: {names}",
            "discret parts {name} dit tout de ses paramètres : {names}",
            name=cls.name, names=", ".join(cls.model_fields),
        )  # fmt: skip

    @field_validator("*", mode="before")
    @classmethod
    def _in_a_list(cls, given: Any, info: ValidationInfo) -> Any:
        return in_a_list(given, cls.model_fields[str(info.field_name)])

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse: nothing is changed in place."""
        raise ParameterError(self.name, [_FROZEN], hint=_ANEW)

    @property
    def does(self) -> Words:
        """What it does, with these parameters: its purpose, unless they make it another."""
        return self.purpose

    @property
    def named(self) -> tuple[str, ...]:
        """The columns that the parameters name."""
        return tuple(_named(self))

    @property
    def numeric(self) -> tuple[str, ...]:
        """The columns that the parameters name, and that must hold numbers."""
        return tuple(
            name for number in self.numbers for name in _listed(getattr(self, number, None))
        )

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield what the part would refuse, as far as it can be known before anything is run.

        What earlier steps may mend is no fault. Parts that ask for more than columns with a role,
        and numbers in some, add their own.
        """
        yield from lacking_roles(self, ahead)
        wrong = [n for n in ahead.typed(self.numeric) if not ahead.data.kind(n).is_numeric()]
        if wrong:
            yield no_numbers_foreseen(self.name, wrong, ahead.data.codebook.columns)


class RiskMeasure(Part):
    """Says how risky a file is, against a stated attacker."""

    attacker: ClassVar[Words]
    criteria: ClassVar[tuple[Criterion, ...]]
    # what decides its findings: the file alone, a population where one is given, or the original
    source: ClassVar[Source] = "original"
    counts: ClassVar[Counted] = "records"  # or people, where an individual column tells them apart
    sizes: ClassVar[bool] = False  # whether it judges how many stand behind each value of a column
    by_distance: ClassVar[bool] = False  # whether it judges how near numbers are: of role number
    # how it looks at several copies at once, beside one by one: all records, or means of numbers
    together: ClassVar[Together] = ""
    of_steps: ClassVar[bool] = False  # whether it judges what steps did, not what came so
    by_record: ClassVar[bool] = False  # whether it looks at each record beside its original
    unmissable: ClassVar[Mapping[str, float]] = {}  # targets that every file meets: no targets
    stated: ClassVar[tuple[str, ...]] = ("name", "attacker", "criteria")

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        guard(cls, "assess")

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
        needed = [need for need in self.needs if not (self.named and need is Role.SENSITIVE)]
        found = (*self.named, *(data.columns(*needed) if needed else ()))
        return tuple(name for name in dict.fromkeys(found) if name in data.roles)

    @property
    def decided_by(self) -> Source:
        """What decides its findings with these parameters: its source, or what one of them adds."""
        return self.source

    @property
    def chooses(self) -> tuple[Role, ...]:
        """The roles whose columns it looks at or not by what these hold, in the original too.

        None where the plan alone says which columns it looks at. What says nothing of itself may
        choose among all.
        """
        own = type(self).examines is not RiskMeasure.examines
        return tuple(Role) if own and self.decided_by == "original" else ()

    @property
    def against(self) -> Words:
        """The attacker that it supposes, with these parameters."""
        return self.attacker

    def supposes(self, known: Collection[str], data: Dataset) -> bool:
        """Whether the measure supposes an attacker who knows these columns at once."""
        return {*known} <= {*self.examines(data)}

    @property
    def judges(self) -> bool:
        """Whether the measure has a target that a single group can miss: whether it is a model."""
        return False

    @property
    def demanding(self) -> bool:
        """Whether some file could miss its target: a share of at most 1 asks for nothing."""
        every = {**({"most": 1.0} if self.unit == "share" else {}), **self.unmissable}
        return not any(getattr(self, name, None) == target for name, target in every.items())


class Method(Part):
    """Makes a file less risky: takes a dataset, returns another.

    `perturbs` is whether it puts values in the place of others: what it costs is then how far these
    are from the truth, which detail lost does not see.
    """

    perturbs: ClassVar[bool] = False
    random: ClassVar[bool] = False
    seeded: ClassVar[bool] = True  # whether its chance is that of the run: drawn again by its seed
    keeps_rows: ClassVar[bool] = True
    invents: ClassVar[bool] = False  # whether nobody is behind records that it gives
    shuffles: ClassVar[bool] = False  # whether it leaves nothing of the order that records came in
    hides_people: ClassVar[bool] = (
        False  # whether it drops what a run counts people by, to the gate
    )
    touches: ClassVar[tuple[Role, ...]] = ()  # whose columns it may change, named or not
    idle: ClassVar[tuple[str, ...]] = ()  # parameters that the others leave without a say
    keyed: ClassVar[bool] = False  # whether it works with the secret that a run is handed
    compiled: ClassVar[bool] = False  # whether it works by kernels, which take a while to load
    proven: ClassVar[Literal["formal", "heuristic"]] = "formal"

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        guard(cls, "apply", _in_a_context)

    @abstractmethod
    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the changed dataset and the facts of the change; by default, by fresh chance."""

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:  # noqa: ARG003
        """Say in sentences what a change did, from its facts; nothing beyond them by default."""
        return []

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """The measures of what this method itself may give away: runs assess them unasked."""
        return ()

    @property
    def by_lot(self) -> bool:
        """Whether it drops as many records whatever they hold, by lot, and changes no other."""
        return False

    @property
    def published(self) -> Published | None:
        """What users are told of how values were changed, where the plan says so."""
        return None

    @property
    def writes(self) -> tuple[str, ...]:
        """The columns that its parameters name to be changed or made."""
        given = [getattr(self, name, None) for name in _WRITTEN]
        names = [[item] if isinstance(item, str) else item or () for item in given]
        return tuple(dict.fromkeys(name for some in names for name in some))

    def makes(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns that it adds to `data`, so that a plan can name them before it runs.

        By default the one that a parameter `into` names.
        """
        into = getattr(self, "into", None)
        return (into,) if isinstance(into, str) else ()

    @property
    def holds(self) -> tuple[tuple[str, ...], ...]:
        """The columns, crossed, whose weighted totals are exactly as asked for after it."""
        return ()


_WRITTEN = ("column", "columns", "x", "y", "into", "square")


class LossMeasure(Part):
    """Says what the protection cost those who will use the file.

    `by_record` is whether it looks at each record before and after: a lazy table then needs a
    column that numbers its records.
    """

    by_record: ClassVar[bool] = False

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        guard(cls, "compare")

    @abstractmethod
    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Measure what was lost between `before` and `after`."""


def _in_a_context(deed: Deed) -> Deed:
    """Return a method's verb that refuses what is no dataset, and has a context if it gets none."""

    @wraps(deed)
    def asked(method: Any, data: Dataset, context: Context = FRESH) -> Any:
        check_single(method.name, data)
        if not isinstance(context, Context):
            raise ParameterError(method.name, [_NO_CONTEXT], hint=_CONTEXT)
        return deed(method, data, Context() if context is FRESH else context)

    return asked


_FROZEN = Words("a part is never changed", fr="une partie ne se change jamais")
_ANEW = Words("make another one", fr="en faire une autre")
_NO_CONTEXT = Words("context: a Context is needed", fr="context : il faut un Context")
_CONTEXT = Words("leave it out, or say Context(...)", fr="l’omettre, ou écrire Context(...)")


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def _named(part: Any) -> list[str]:
    kind: Any = type(part)
    own = {parameter: getattr(part, parameter) for parameter in _naming(kind)}
    names = [name for parameter in _BY_NAME for name in _listed(own.get(parameter))]
    for model in own.get("models", ()):
        names += _named(model)
    combinations = own.get("combinations")
    for combination in combinations if isinstance(combinations, tuple) else ():
        names += combination.columns
    return names


_BY_NAME = ("column", "columns", "by")


@cache
def _naming(kind: Any) -> tuple[str, ...]:
    """Return the parameters of a class that may name columns: to look in vain takes long."""
    known = (*_BY_NAME, "models", "combinations")
    return tuple(name for name in known if name in kind.model_fields or hasattr(kind, name))


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


Columns = Annotated[tuple[str, ...], AfterValidator(_all_different), NAMES]
