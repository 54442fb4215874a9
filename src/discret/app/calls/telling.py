"""What the worker tells of a plan and of its release: plain data, without a value of the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discret.app.forms.fields import target_kind, target_names
from discret.app.forms.speaking import in_forms
from discret.data.dataset import Dataset
from discret.document.records import record
from discret.model import Model
from discret.parts import Method, Part
from discret.parts.facts import taken_by
from discret.plan.plan import Plan
from discret.plan.release import Release

_LEFT = ("hierarchies", "orders", "automatic", "around", "environment", "outlines", "seed")
_DETAILS = 4000  # characters of a detail that no page shows whole


def outline(plan: Plan, data: Dataset) -> dict[str, Any]:
    """Tell what a plan says: the columns with their roles, the measures, the steps."""
    return {
        "title": plan.title,
        "file": plan.path.name,
        "roles": {name: str(role) for name, role in data.roles.items()},
        "hierarchies": {
            name: {
                "kind": made.to_dict()["from"],
                "depth": made.depth,
                "names": list(made.names),
                "automatic": made.fitted,
            }
            for name, made in data.hierarchies.items()
        },
        "assess": [part_told(part) for part in plan.assess],
        "quantify": [part_told(part) for part in plan.quantify],
        "steps": [
            {**part_told(part), "label": label}
            for part, label in zip(plan.reduce, plan.labels, strict=True)
        ],
        "accepted": list(plan.release.unexamined),
        "terms": plan.release.told(),
    }


def part_told(part: Part) -> dict[str, Any]:
    """Tell a part of a plan: what it is called, its parameters, and the one that is its target.

    Examples
    --------
    >>> from discret.assess import KAnonymity
    >>> told = part_told(KAnonymity(k=3))
    >>> told["target"], told["aim"], told["parameters"]
    ('k', 3, {'k': 3})
    """
    target = target_of(part)
    models = [type(model) for model in getattr(part, "models", ())]
    takes = {name: fact.to_dict() for name, fact in taken_by(type(part), models).items()}
    return {
        "name": part.name,
        "title": part.title.to_dict(),
        "does": part.does.to_dict(),
        "parameters": part.parameters(),
        "takes": takes,
        "judges": isinstance(part, Model) and part.judges,
        "target": target,
        "aim": None if target is None else getattr(part, target),
        "share": target is not None and target_kind(type(part), target) == "share",
    }


def target_of(part: Part | type[Part]) -> str | None:
    """Return the parameter of a measure that holds its target, if it can have one."""
    own = part if isinstance(part, type) else type(part)
    if issubclass(own, Method):
        return None
    name = target_names().get(own.name, "most")
    known = name in own.model_fields and target_kind(own, name) in ("share", "number", "whole")
    return name if known else None


def told(release: Release) -> dict[str, Any]:
    """Tell what came of a plan: its record, without what no page shows."""
    whole = record(release)
    kept = {name: value for name, value in whole.items() if name not in _LEFT}
    kept["steps"] = [_step(step) for step in whole["steps"]]
    kept["risk_before"] = [_finding(found) for found in whole["risk_before"]]
    reasons = [in_forms(text).to_dict() for text in release.gate.reasons]
    kept["gate"] = {**whole["gate"], "reasons": reasons}
    kept["notices"] = [in_forms(notice).to_dict() for notice in release.notices]
    return kept


def _step(step: Mapping[str, Any]) -> dict[str, Any]:
    found = {name: [_finding(own) for own in step[name]] for name in ("risk", "loss")}
    facts = {name: value for name, value in step["facts"].items() if _short(value)}
    return {**step, **found, "facts": facts}


def _finding(found: Mapping[str, Any]) -> dict[str, Any]:
    details = {name: value for name, value in found["details"].items() if _short(value)}
    return {**found, "details": details}


def _short(value: Any) -> bool:
    """Whether a detail is a number, a word or a small table of them."""
    if isinstance(value, Mapping | Sequence) and not isinstance(value, str):
        return len(repr(value)) < _DETAILS
    return True
