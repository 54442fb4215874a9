"""What can be changed of a plan from the pages, each as a function from plan to plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from discret.app.calls.bench import Bench, plan_of
from discret.app.calls.opening import carried
from discret.app.forms.fields import filled, target_kind
from discret.assess import KAnonymity, LDiversity, Rules
from discret.catalogue import Verb, part
from discret.data.hierarchies.given import described
from discret.data.roles import Role, role_arguments
from discret.errors import InputError
from discret.parts import Part, Progress
from discret.plan.plan import Plan
from discret.plan.start import measures_for
from discret.plan.variants import numbered
from discret.words import Words

Change = Mapping[str, Any]


def change(
    bench: Bench,
    tell: Progress,
    *,
    plan: str,
    seed: int,
    changes: Sequence[Change],
    secret: str = "",
) -> dict[str, Any]:
    """Change a plan, run what is new of it, and tell what came of it."""
    changed = plan_of(plan)
    for wanted in changes:
        _check_place(changed, wanted)
        changed = CHANGES[wanted["do"]](changed, wanted)
    return carried(bench, tell, changed, seed, secret.encode() or None)


def _check_place(plan: Plan, wanted: Change) -> None:
    """Refuse to change what a plan has not: a form may name any place."""
    if "place" in wanted and wanted["do"] in ("edit", "remove", "move"):
        many = len(getattr(plan, wanted.get("verb", "reduce")))
        if not 0 <= wanted["place"] < many:
            raise InputError(_NO_PLACE, hint=_LOOK)


def _roles(plan: Plan, wanted: Change) -> Plan:
    """Give columns their roles; measures that need others go, those that fit the new ones come."""
    by_role = {
        role: [name for name, given in wanted["roles"].items() if given == role]
        for role in Role
        if role is not Role.IGNORED
    }
    known: set[Role] = {role for role, names in by_role.items() if names}
    kept = [measure for measure in plan.assess if {*measure.needs} <= known]
    names = {measure.name for measure in plan.assess}
    own = [measure.k for measure in plan.assess if isinstance(measure, KAnonymity) and measure.k]
    wished = measures_for(known, k=max(own, default=K))
    more = [measure for measure in wished if measure.name not in names]
    keys = {*by_role[Role.KEY], *by_role[Role.AREA]}
    before = {name for name in plan.hierarchies if _is_key(plan, name)}
    dropped = before - keys
    return replace(
        plan,
        roles=role_arguments({role: tuple(names) for role, names in by_role.items()}),
        hierarchies={n: made for n, made in plan.hierarchies.items() if n not in dropped},
        assess=(*kept, *more),
    )


def _is_key(plan: Plan, name: str) -> bool:
    return name in (*plan.roles.get("key", ()), plan.roles.get("area"))


def _terms(plan: Plan, wanted: Change) -> Plan:
    return replace(plan, release=plan.release.model_copy(update=_plain(wanted["terms"])))


def _plain(terms: Mapping[str, Any]) -> dict[str, Any]:
    return {n: tuple(v) if isinstance(v, list) else v for n, v in terms.items()}


def _title(plan: Plan, wanted: Change) -> Plan:
    return replace(plan, title=str(wanted["title"]))


def _hierarchy(plan: Plan, wanted: Change) -> Plan:
    """Give a column a hierarchy, or none."""
    others = {n: made for n, made in plan.hierarchies.items() if n != wanted["column"]}
    if wanted["hierarchy"] is None:
        return replace(plan, hierarchies=others)
    own = described(wanted["hierarchy"])
    return replace(plan, hierarchies={**others, wanted["column"]: own})


def _target(plan: Plan, wanted: Change) -> Plan:
    """Give measures other targets."""
    verb: Verb = wanted["verb"]
    parts = list(getattr(plan, verb))
    for place, sent in wanted["targets"].items():
        own = parts[int(place)]
        kinds = {name: target_kind(type(own), name) for name in sent}
        values = {**own.parameters(), **filled(type(own), sent, partly=True, kinds=kinds)}
        parts[int(place)] = made(verb, own.name, values)
    return _with(plan, verb, parts)


def _aims(plan: Plan, wanted: Change) -> Plan:
    """Give the plan the targets that are proposed for those who will receive the file.

    Measures that it lacks come along, as far as its roles allow; rules of an institute if asked.
    """
    roles = {role for role in Role if plan.roles.get(role)}
    if Role.KEY not in roles:
        raise InputError(_NO_KEYS, hint=_ROLES)
    rules = [Rules(file=wanted["rules"])] if wanted.get("rules") else []
    aims = [KAnonymity(k=wanted["k"]), LDiversity(l=wanted["l"]), *rules]
    own = {aim.name: aim for aim in aims if {*aim.needs} <= roles}
    kept = [_aimed(measure, own.pop(measure.name, None)) for measure in plan.assess]
    return _terms(_with(plan, "assess", [*own.values(), *kept]), wanted)


def _aimed(measure: Part, aim: Part | None) -> Part:
    """Return a measure with the target of another; its other parameters stay."""
    if aim is None:
        return measure
    target = measure.target  # type: ignore[attr-defined]
    return measure.model_copy(update={target: getattr(aim, target)})


def _add(plan: Plan, wanted: Change) -> Plan:
    verb: Verb = wanted["verb"]
    own: Any = made(verb, wanted["name"], values_of(verb, wanted))
    if verb != "reduce":
        return _with(plan, verb, [*getattr(plan, verb), own])
    label = str(wanted.get("label") or own.name)
    return replace(plan, reduce=(*plan.reduce, own), labels=numbered([*plan.labels, label]))


def _edit(plan: Plan, wanted: Change) -> Plan:
    """Change the parameters of a part; a step keeps its label, and so its chance."""
    verb: Verb = wanted["verb"]
    parts = list(getattr(plan, verb))
    parts[wanted["place"]] = made(verb, wanted["name"], values_of(verb, wanted))
    return _with(plan, verb, parts)


def _remove(plan: Plan, wanted: Change) -> Plan:
    verb: Verb = wanted["verb"]
    left = [n for n in range(len(getattr(plan, verb))) if n != wanted["place"]]
    return _in_order(plan, verb, left)


def _move(plan: Plan, wanted: Change) -> Plan:
    """Bring a step before or behind its neighbour."""
    order = list(range(len(plan.reduce)))
    place, to = wanted["place"], wanted["place"] + wanted["by"]
    if not 0 <= to < len(order):
        return plan
    order[place], order[to] = order[to], order[place]
    return _in_order(plan, "reduce", order)


def _in_order(plan: Plan, verb: Verb, order: Sequence[int]) -> Plan:
    parts = [getattr(plan, verb)[n] for n in order]
    if verb != "reduce":
        return _with(plan, verb, parts)
    return replace(plan, reduce=tuple(parts), labels=tuple(plan.labels[n] for n in order))


def _with(plan: Plan, verb: Verb, parts: Sequence[Any]) -> Plan:
    changed: dict[str, Any] = {verb: tuple(parts)}
    return replace(plan, **changed)


def values_of(verb: Verb, wanted: Change) -> dict[str, Any]:
    """Return the parameters of a part: those given as such, or those typed into its form."""
    if "parameters" in wanted:
        return dict(wanted["parameters"])
    return filled(part(verb, wanted["name"]), wanted["sent"])


def made(verb: Verb, name: str, values: Mapping[str, Any]) -> Part:
    """Make a part of the catalogue; it checks its own parameters."""
    return part(verb, name)(**values)


K = 5
_NO_PLACE = Words(
    "plan: there is no step or measure of that number",
    fr="plan : il n’y a ni étape ni mesure de ce numéro",
)
_LOOK = Words("look at the page again", fr="regarder à nouveau la page")
_NO_KEYS = Words(
    "targets: no column is a key, so there is nothing to ask for",
    fr="objectifs : aucune colonne n’est une clé, il n’y a donc rien à exiger",
)
_ROLES = Words(
    "on the page Columns, give the role key to what an attacker could know",
    fr="à la page Colonnes, donner le rôle de clé à ce qu’un attaquant pourrait connaître",
)
CHANGES: Mapping[str, Callable[[Plan, Change], Plan]] = {
    "roles": _roles,
    "terms": _terms,
    "title": _title,
    "hierarchy": _hierarchy,
    "target": _target,
    "aims": _aims,
    "add": _add,
    "edit": _edit,
    "remove": _remove,
    "move": _move,
}
