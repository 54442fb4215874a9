"""Which parts there are, and the form of each: read off the declarations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discret.app.calls.bench import Bench, plan_of
from discret.app.forms.fields import Sent, as_sent, fields, target_kind, target_names
from discret.catalogue import Verb, part, parts
from discret.data.roles import Role
from discret.model import Model
from discret.parts import Method, Part, Progress


def catalogue() -> dict[str, list[dict[str, Any]]]:
    """List the parts of every verb, with what they are called and the roles that they need.

    That is the same for every file: it is told once, and pages do not ask for it again.
    """
    return {verb: [_listed(own) for own in parts(verb).values()] for verb in VERBS}


def _listed(own: type[Part]) -> dict[str, Any]:
    return {
        "name": own.name,
        "title": own.title.to_dict(),
        "purpose": own.purpose.to_dict(),
        "group": group_of(own),
        "needs": [str(role) for role in own.needs],
    }


def group_of(own: type[Part]) -> str:
    """Say what kind of deed a method is, by what it declares of itself.

    Examples
    --------
    >>> from discret.reduce import Generalise, Noise, Subsample
    >>> [group_of(method) for method in (Generalise, Noise, Subsample)]
    ['coarser', 'other', 'rest']
    """
    if not issubclass(own, Method):
        return "measure"
    if own.perturbs:
        return "other"
    return (
        "coarser"
        if {Role.KEY, Role.AREA} & {*own.touches} or "models" in own.model_fields
        else "rest"
    )


def form(
    bench: Bench,
    tell: Progress,
    *,
    plan: str,
    verb: Verb,
    name: str,
    values: Mapping[str, Any] | None = None,
    sent: Sent | None = None,
) -> dict[str, Any]:
    """Return the form of a part: its words, its fields, and what columns and models there are."""
    own, now = part(verb, name), plan_of(plan)
    data = bench.dataset(now)
    given = dict(values) if values is not None else _proposed(own, now)
    return {
        "name": name,
        "verb": verb,
        "title": own.title.to_dict(),
        "purpose": own.purpose.to_dict(),
        "references": list(own.references),
        "fields": fields(own, given) if sent is None else as_sent(fields(own, given), sent),
        "columns": {column: str(role) for column, role in data.roles.items()},
        "keys": list(data.columns(Role.KEY, Role.AREA)),
        "models": [
            {
                "name": model,
                "title": parts("assess")[model].title.to_dict(),
                "share": target_kind(parts("assess")[model], target) == "share",
            }
            for model, target in target_names().items()
        ],
        "secret": issubclass(own, Method) and own.keyed,
    }


def _proposed(own: type[Part], plan: Any) -> dict[str, Any]:
    """Propose to work towards what the plan is judged by."""
    if "models" not in own.model_fields:
        return {}
    aims = [aim for aim in plan.assess if isinstance(aim, Model) and aim.judges]
    return {"models": [{"measure": aim.name, **aim.parameters()} for aim in aims]}


VERBS: tuple[Verb, ...] = ("assess", "reduce", "quantify")
