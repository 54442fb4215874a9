"""Places in a plan, written as a plan has them, and other values put there.

``reduce.1.k`` is the parameter k of the first step, ``reduce.LABEL.k`` that of the step of this
label, ``assess.k_anonymity.k`` that of a measure by its name. Numbers begin at 1, as in messages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from pydantic import BaseModel, ValidationError

from discret.arguments.faults import discreet_faults
from discret.data.hierarchies.given import described
from discret.errors import DiscretError, FaultsError, InputError
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.plan.plan import Plan

VERBS = ("assess", "reduce", "quantify")
SECTIONS = (*VERBS, "roles", "hierarchies", "release")


def has_place(plan: Plan, path: str) -> bool:
    """Whether a plan has the part that a place names; what is no part, every plan has.

    Examples
    --------
    >>> from discret import Plan
    >>> from discret.assess import KAnonymity
    >>> plan = Plan(assess=[KAnonymity(k=2)])
    >>> has_place(plan, "assess.k_anonymity.k"), has_place(plan, "reduce.1.k")
    (True, False)
    """
    section, _, rest = path.partition(".")
    return section not in VERBS or bool(_candidates(plan, section, rest))


def first_step(plan: Plan, path: str) -> int:
    """Return the first step that a place concerns; −1 where it concerns the data.

    Measures concern none, and come after the last.
    """
    section, _, rest = path.partition(".")
    if section not in VERBS:
        return -1
    place, _ = _chosen(plan, section, rest, path)
    return place if section == "reduce" else len(plan.reduce)


def with_value(plan: Plan, path: str, value: Any, folder: Path = Path()) -> Plan:
    """Return a plan with another value at a place; refuse places and values that it cannot have.

    Examples
    --------
    >>> from discret import Plan
    >>> from discret.assess import KAnonymity
    >>> from discret.reduce import SuppressRecords
    >>> plan = Plan(assess=[KAnonymity(k=2)], reduce=[SuppressRecords(models=[KAnonymity(k=2)])])
    >>> with_value(plan, "reduce.1.models.1.k", 5).reduce[0].models[0].k
    5
    >>> with_value(plan, "assess.k_anonymity.l", 5)
    Traceback (most recent call last):
    ...
    discret.errors.InputError: sweep: assess.k_anonymity.l: 'k_anonymity' has no parameter 'l'...
    """
    section, _, rest = path.partition(".")
    if section not in SECTIONS or not rest:
        near = get_close_matches(section, SECTIONS, 1)
        raise InputError(_NO_SECTION.filled(path=path), hint=_sections(near))
    if section in VERBS:
        return _with_part(plan, section, rest, path, value)
    column = _column(plan, rest, path) if section == "hierarchies" else ""
    try:
        if section == "roles":
            return replace(plan, roles={**plan.roles, rest: value})
        if section == "release":
            terms = {name: getattr(plan.release, name) for name in plan.release.model_fields_set}
            return replace(plan, release=type(plan.release)(**{**terms, rest: value}))
        return replace(plan, hierarchies=_hierarchies(plan, column, rest, value, folder))
    except DiscretError as error:
        _refuse(path, error)


def _with_part(plan: Plan, verb: str, rest: str, path: str, value: Any) -> Plan:
    place, inner = _chosen(plan, verb, rest, path)
    parts = [*getattr(plan, verb)]
    try:
        parts[place] = _changed(parts[place], inner.split("."), value, path)
    except ValidationError as error:
        fault = next(iter(discreet_faults(error)), _ODD)
        raise InputError(_PLACED.filled(path=path, fault=fault), hint=WRITE) from None
    except FaultsError as error:
        _refuse(path, error)
    changed: dict[str, Any] = {verb: parts}
    return replace(plan, **changed)


def _chosen(plan: Plan, verb: str, rest: str, path: str) -> tuple[int, str]:
    """Return the place of a part, named by number, by label or by name, and what follows it."""
    found = _candidates(plan, verb, rest)
    places = {place for place, _ in found}
    if len(places) != 1:
        names = _names(plan, verb)
        hint = _several(verb) if places else _known(verb, len(names), names)
        raise InputError(_NO_PART.filled(path=path, verb=verb), hint=hint)
    place, name = max(found, key=lambda pair: len(pair[1]))
    return place, rest.removeprefix(f"{name}.")


def _candidates(plan: Plan, verb: str, rest: str) -> set[tuple[int, str]]:
    """Return the parts that a place may mean, each with what it is called there."""
    return {
        (place, name)
        for place, own in enumerate(_names(plan, verb))
        for name in (str(place + 1), own)
        if rest.startswith(f"{name}.")
    }


def _names(plan: Plan, verb: str) -> list[str]:
    return [*plan.labels] if verb == "reduce" else [part.name for part in getattr(plan, verb)]


def _changed(thing: Any, names: Sequence[str], value: Any, path: str) -> Any:
    """Return a part, a list or a table with another value inside."""
    if not names:
        return value
    name, rest = names[0], names[1:]
    if isinstance(thing, BaseModel):
        return _remade(thing, name, rest, value, path)
    pairs = isinstance(thing, tuple) and all(_is_pair(item) for item in thing)
    if thing is None or pairs:
        table = dict(thing or ())
        return {**table, name: _changed(table.get(name), rest, value, path)}
    if isinstance(thing, tuple):
        places = [
            place
            for place, item in enumerate(thing)
            if name in (str(place + 1), getattr(item, "name", None))
        ]
        if len(places) == 1:
            changed = _changed(thing[places[0]], rest, value, path)
            return [*thing[: places[0]], changed, *thing[places[0] + 1 :]]
    raise InputError(_NOTHING_THERE.filled(path=path, name=name), hint=_COUNTED)


def _is_pair(item: Any) -> bool:
    return isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str)  # noqa: PLR2004


def _remade(thing: BaseModel, name: str, rest: Sequence[str], value: Any, path: str) -> Any:
    kind = type(thing)
    name = getattr(kind, "formerly", {}).get(name, name)
    if name not in kind.model_fields:
        who = getattr(kind, "name", kind.__name__)
        near = get_close_matches(name, kind.model_fields, 1)
        raise InputError(
            _NO_PARAMETER.filled(path=path, who=who, name=name), hint=_parameters(kind, near)
        )
    own = {field: getattr(thing, field) for field in thing.model_fields_set}
    return kind(**{**own, name: _changed(getattr(thing, name), rest, value, path)})


def _column(plan: Plan, rest: str, path: str) -> str:
    """Return the column whose hierarchy is meant."""
    known = plan.hierarchies
    column = max((n for n in known if f"{rest}.".startswith(f"{n}.")), key=len, default=None)
    if column is None:
        raise InputError(_NO_HIERARCHY.filled(path=path), hint=_columns(list(known)))
    return column


def _hierarchies(plan: Plan, column: str, rest: str, value: Any, folder: Path) -> dict[str, Any]:
    """Return the hierarchies with another one, or with one of which something is another."""
    known = plan.hierarchies
    name = rest.removeprefix(column).removeprefix(".")
    told = {**known[column].to_dict(), name: value} if name else value
    return {
        **known,
        column: described({"from": told} if isinstance(told, str) else told, folder=folder),
    }


def _refuse(path: str, error: DiscretError) -> NoReturn:
    fault = error.faults[0] if isinstance(error, FaultsError) else error.message
    raise InputError(_PLACED.filled(path=path, fault=fault), hint=error.hint or WRITE) from None


def _known(verb: str, parts: int, names: Sequence[str]) -> Words:
    if not parts:
        return say("the plan has no [[{verb}]]", "le plan n’a pas de [[{verb}]]", verb=verb)
    return say(
        "numbers go from 1 to {parts}, in the order of the plan; names are {names}; then comes the"
        " parameter: {verb}.1.k",
        "les numéros vont de 1 à {parts}, dans l’ordre du plan ; les noms sont {names} ; puis vient"
        " le paramètre : {verb}.1.k",
        parts=parts, names=", ".join(names), verb=verb,
    )  # fmt: skip


def _several(verb: str) -> Words:
    return say(
        "several have this name: say which by its number, {verb}.1 being the first",
        "plusieurs ont ce nom : dire lequel par son numéro, {verb}.1 étant le premier",
        verb=verb,
    )


def _parameters(kind: type[BaseModel], near: Sequence[str]) -> Words:
    guess = (
        say("did you mean {name}? ", "vouliez-vous dire {name} ? ", name=near[0]) if near else ""
    )
    return say(
        "{guess}there are {names}",
        "{guess}il y a {names}",
        guess=guess,
        names=", ".join(kind.model_fields),
    )


def _sections(near: Sequence[str]) -> Words:
    guess = (
        say("did you mean {name}? ", "vouliez-vous dire {name} ? ", name=near[0]) if near else ""
    )
    return say(
        "{guess}write reduce.1.k for the parameter k of the first step; places begin with {names}",
        "{guess}écrire reduce.1.k pour le paramètre k de la première étape ; on commence par"
        " {names}",
        guess=guess,
        names=", ".join(SECTIONS),
    )


def _columns(names: Sequence[str]) -> Words:
    if not names:
        return Words("the plan has no hierarchies", fr="le plan n’a pas de hiérarchie")
    return say("there are {names}", "il y a {names}", names=", ".join(names))


WRITE = Words(
    "write --set reduce.1.k=2,3,5 (the first step of the plan is number 1), values as in a plan",
    fr="écrire --set reduce.1.k=2,3,5 (la première étape du plan porte le numéro 1), les valeurs"
    " comme dans un plan",
)
_NO_SECTION = Words(
    "sweep: {path}: a plan has no such place that can be tried",
    fr="sweep : {path} : un plan n’a pas cette place à essayer",
)
_NO_PART = Words(
    "sweep: {path}: it is not told which part of {verb} is meant, or which parameter",
    fr="sweep : {path} : rien ne dit quelle partie de {verb}, ou quel paramètre",
)
_NO_PARAMETER = Words(
    "sweep: {path}: {who!r} has no parameter {name!r}",
    fr="sweep : {path} : {who!r} n’a pas de paramètre {name!r}",
)
_NOTHING_THERE = Words(
    "sweep: {path}: there is nothing called {name!r}",
    fr="sweep : {path} : rien ne s’appelle {name!r}",
)
_COUNTED = Words(
    "numbers begin at 1: reduce.1.models.1.k is the k of the first model of the first step",
    fr="les numéros commencent à 1 : reduce.1.models.1.k est le k du premier modèle de la première"
    " étape",
)
_NO_HIERARCHY = Words(
    "sweep: {path}: the plan has no such hierarchy",
    fr="sweep : {path} : le plan n’a pas cette hiérarchie",
)
_PLACED = Words("sweep: {path}: {fault}", fr="sweep : {path} : {fault}")
_ODD = Words("it cannot have this value", fr="cette valeur n’est pas admise")
