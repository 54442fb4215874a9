"""What a plan would refuse once it runs on some data: all of it, before anything is run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discret.data.dataset import Dataset
from discret.data.engine import enter
from discret.data.files.formats import Opened, Table
from discret.data.hierarchies.automatic import Automatic
from discret.errors import DiscretError, FaultsError, PlanError, listed
from discret.parts import LossMeasure, Method, Part, RiskMeasure
from discret.parts.ahead import Ahead
from discret.plan.outlines import outlines_foreseen
from discret.plan.tables import tables_foreseen
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.plan.plan import Plan


def foreseen(plan: Plan, data: Dataset, secret: bytes | None = None) -> Iterator[str]:
    """Yield every fault of a plan against data that has its roles, each with its place.

    Examples
    --------
    >>> from discret import Plan
    >>> from discret.data.examples import dishes
    >>> from discret.reduce import Pseudonymise, Recode
    >>> plan = Plan(reduce=[Recode(column="Âge", level=1), Pseudonymise()])
    >>> for fault in foreseen(plan, Dataset.of(dishes(), key=["Âge"])):
    ...     print(fault.split(" (hand")[0])
    [[reduce]] 1 (recode): column 'Âge' has no hierarchy
    [[reduce]] 2 (pseudonymise): no column has the role identifier
    [[reduce]] 2 (pseudonymise): needs a secret of at least 16 bytes
    """
    lost = list(_lost(plan, data))
    yield from lost
    yield from plan.release.faults(data, plan.made(data))
    for place, who, said in tables_foreseen(plan, data):
        yield _placed(place, _without(who, said))
    if plan.outlines is not None:
        yield from outlines_foreseen(plan.outlines, plan.code, data)
    for place, part, ahead in _places(plan, data, secret):
        followed = isinstance(part, RiskMeasure | LossMeasure) and part.by_record
        if followed and not data.numbered:
            yield _placed(place, _BLIND)
        if isinstance(part, Method) and ahead.stacked:
            yield _placed(place, _STACKED)
        for fault in part.foreseen(ahead):
            yield _placed(place, _without(part.name, fault))


def checked(plan: Plan, frame: Any, secret: bytes | None = None) -> Dataset:
    """Give a table the roles of a plan, or refuse the plan with all its faults at once."""
    try:
        data = plan.dataset(frame)
    except DiscretError as error:
        faults = [*_of_the_table(plan, frame, secret)]
        if len(faults) < 2:  # noqa: PLR2004 (the error itself says more than a list of one)
            raise
        raise PlanError("plan", faults, hint=HINT) from error
    refuse(foreseen(plan, data, secret))
    return data


def refuse(faults: Iterator[str]) -> None:
    """Raise the faults of a plan, if it has any."""
    if found := list(dict.fromkeys(faults)):
        raise PlanError("plan", found, hint=HINT)


def _of_the_table(plan: Plan, frame: Any, secret: bytes | None) -> Iterator[str]:
    """Yield all faults of a plan whose roles or hierarchies do not fit: these, and the others."""
    table = frame.frame if isinstance(frame, Table | Opened) else frame
    schema = enter(table)[0].collect_schema().names()
    yield from _unknown(plan, schema)
    roles = {role: _known(names, schema) for role, names in plan.roles.items()}
    whole = replace(
        plan,
        roles={role: names for role, names in roles.items() if names},
        hierarchies={
            name: hierarchy for name, hierarchy in plan.hierarchies.items() if name in schema
        },
        original=None,
        population=None,
        previous=(),
    )
    made = {
        name: hierarchy
        for name, hierarchy in whole.hierarchies.items()
        if isinstance(hierarchy, Automatic)
    }
    ready = {name: hierarchy for name, hierarchy in whole.hierarchies.items() if name not in made}
    try:
        data = replace(whole, hierarchies=ready).dataset(frame)
    except DiscretError as error:
        yield from _told(error)
        return
    yield from _unmade(data, made)
    yield from _beside(plan, frame, whole)
    yield from foreseen(replace(whole, hierarchies=ready), data, secret)


def _known(names: Any, schema: list[str]) -> Any:
    if isinstance(names, str):
        return names if names in schema else []
    return [name for name in names if name in schema]


def _unknown(plan: Plan, schema: list[str]) -> Iterator[str]:
    places = {f"[roles] {role}": names for role, names in plan.roles.items()}
    places["[hierarchies]"] = list(plan.hierarchies)
    for place, names in places.items():
        lost = [n for n in ([names] if isinstance(names, str) else names) if n not in schema]
        if lost:
            yield _placed(place, _no_column(lost))


def _unmade(data: Dataset, wishes: Mapping[str, Automatic]) -> Iterator[str]:
    """Yield the hierarchies that cannot be made from the data."""
    for name, wish in wishes.items():
        try:
            wish.made(data, name)
        except DiscretError as error:
            yield from (_placed(f"[hierarchies.{name}]", fault) for fault in _told(error))


def _beside(plan: Plan, frame: Any, whole: Plan) -> Iterator[str]:
    """Yield what is wrong with the files beside the data."""
    for name in ("original", "population", "previous"):
        given = {"original": None, "population": None, name: getattr(plan, name)}
        try:
            replace(whole, hierarchies={}, **given).dataset(frame)
        except DiscretError as error:
            yield from (_placed(f"[data] {name}", fault) for fault in _told(error))


def _told(error: DiscretError) -> tuple[str, ...]:
    return error.faults if isinstance(error, FaultsError) else (error.message,)


def _lost(plan: Plan, data: Dataset) -> Iterator[str]:
    known = {*data.roles, *plan.made(data)}
    for place, part in plan.parts():
        lost = [name for name in dict.fromkeys((*part.named, *part.numeric)) if name not in known]
        yield from (_placed(place, _no_column([name])) for name in lost)


def _places(plan: Plan, data: Dataset, secret: bytes | None) -> Iterator[tuple[str, Part, Ahead]]:
    """Yield every part with what is known of the data by then; variants begin at the fork."""
    start = Ahead(data=data, secret=secret)
    common = start
    for method in plan.reduce:
        common = common.after(method)
    ahead, fork = start, ""
    for place, part in plan.parts():
        own = place.split(",")[0] if place.startswith("[[variant]]") else ""
        if own != fork:
            ahead, fork = common, own
        yield place, part, ahead if isinstance(part, Method) else start
        ahead = ahead.after(part) if isinstance(part, Method) else ahead


def _no_column(names: list[str]) -> Words:
    return say(
        "the table has no column {names}",
        "la table n’a pas de colonne {names}",
        names=listed(names),
    )


def _without(name: str, fault: str) -> str:
    """Leave out who speaks: the place has it."""
    own = f"{name}: ", f"{name} : "
    if not isinstance(fault, Words):
        return fault.removeprefix(own[0])
    return Words(fault.removeprefix(own[0]), fr=fault.fr.removeprefix(own[1]).removeprefix(own[0]))


def _placed(place: str, fault: str) -> Words:
    return say("{place}: {fault}", "{place} : {fault}", place=place, fault=fault)


_BLIND = Words(
    "records cannot be followed in a lazy table: declare a column that numbers them, with row=...",
    fr="les enregistrements d’une table différée ne peuvent pas être suivis : déclarer une colonne"
    " qui les numérote, avec row=...",
)
_STACKED = Words(
    "nothing can be done to several copies, which a step before has made: put that step last",
    fr="rien ne peut être fait à plusieurs copies, qu’une étape précédente a produites : mettre"
    " celle-ci en dernier",
)
HINT = Words(
    "compare with the columns shown by discret profile; discret values FILE COLUMN --plan PLAN"
    " shows which values a hierarchy lacks",
    fr="comparer aux colonnes que montre discret profile ; discret values FICHIER COLONNE --plan"
    " PLAN montre les valeurs qui manquent à une hiérarchie",
)
