"""Private tables as reports show them: what was told, with which noise, and what ε means.

Both reports get the same, from an allow-list: what the plan says of a table, what was known of its
noise before anything was read, and what was paid; no cell, and no category.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

from discret.document.figures.epsilon_curve import Mark, epsilon_curve
from discret.document.reading import mapping, sequence
from discret.document.words.practice import PRACTICE
from discret.document.words.voice import Voice, is_number
from discret.maths.privacy.composition import epsilon_of_rho
from discret.maths.privacy.meaning import bound, group_size

VALUES = (2, 10, 1000)
FAR = 700.0  # an ε that tells everything, and whose power is still a number
SMALL = 1e-6  # the δ at which a ρ is told as an ε
_NUMBERS = ("deviation", "within_95", "count_deviation", "cells", "records", "low", "high")
_TEXTS = ("file", "title", "statistic", "column", "law", "unit", "neighbours", "opendp")
_WHAT = {"sum": "private_sum", "mean": "private_mean", "quantile": "private_quantile"}
_WHOM = {"household": "private_household", "individual": "private_individual"}
_COSTS = ("epsilon", "delta", "rho")


def private_view(record: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    """Return what both reports show of private tables, if there are any.

    Examples
    --------
    >>> private_view({}, Voice("en"))
    {'tables': [], 'alone': False}
    >>> told = {"statistic": "count", "cost": {"epsilon": 0.5}, "neighbours": "replace"}
    >>> private_view({"private": [told]}, Voice("en"))["meaning"]["epsilon"]
    0.5
    """
    tables = [_table(mapping(told)) for told in sequence(record.get("private"))]
    if not tables:
        return {"tables": [], "alone": False}
    return {
        "tables": tables,
        "alone": record.get("tables_only") is True,
        "meaning": _meaning(tables, voice),
        "opendp": next((table["opendp"] for table in tables if table["opendp"]), ""),
    }


def _table(told: Mapping[str, Any]) -> dict[str, Any]:
    """Read what is told of a table."""
    given = {**mapping(told.get("parameters")), **told}
    cost, paid = mapping(told.get("cost")), mapping(told.get("payment"))
    return {
        **{name: str(given.get(name) or "") for name in _TEXTS},
        **{name: _number(given.get(name)) for name in _NUMBERS},
        "cells": _number(mapping(told.get("parameters")).get("cells")) or 1,
        "records": _number(given.get("records")) or 1,
        "what": _WHAT.get(str(told.get("statistic")), "private_count"),
        "whom": _WHOM.get(str(told.get("unit")), "private_record"),
        "by": [str(name) for name in sequence(told.get("by"))],
        "cost": {name: _number(cost.get(name)) or 0.0 for name in _COSTS},
        "seal": str(paid.get("seal") or "")[:16],
        "planned": _number(paid.get("planned")),
    }


def _number(value: Any) -> float | int | None:
    return value if is_number(value) else None


def _meaning(tables: Sequence[Mapping[str, Any]], voice: Voice) -> dict[str, Any]:
    """Tell what all tables together mean for whoever looks for the value of a person."""
    epsilon, delta = replaced(tables)
    marks = [Mark(entry.name.within(voice.language), entry.epsilon) for entry in PRACTICE]
    return {
        "epsilon": epsilon,
        "delta": delta,
        "rows": [
            {"among": values, "guess": 1 / values, "bound": bound(epsilon, values),
             "group": group_size(epsilon, values)}
            for values in VALUES
        ],
        "picture": epsilon_curve(VALUES[0], epsilon, marks, voice=voice),
        "practice": [
            {"name": entry.name, "epsilon": entry.epsilon, "bound": bound(entry.epsilon, VALUES[0])}
            for entry in PRACTICE
        ],
    }  # fmt: skip


def replaced(tables: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """Return the ε and the δ of all tables together if the *value* of a person is another.

    Theorem 1 is about that. Where neighbours have a person more or less, it takes two steps: twice
    the ε, four times the ρ, and a δ of 1 + e^ε times its own, for from the definition P ≤ e^ε Q + δ
    and Q ≤ e^ε R + δ give P ≤ e^2ε R + (1 + e^ε) δ. A ρ is told at a δ of one in a million.

    Examples
    --------
    >>> costs = {"epsilon": 0.5, "delta": 0.0, "rho": 0.0}
    >>> replaced([{"cost": costs, "neighbours": "add_remove"}])
    (1.0, 0.0)
    """
    epsilon = delta = rho = 0.0
    for table in tables:
        steps = 1 if table["neighbours"] == "replace" else 2
        cost = table["cost"]
        epsilon += steps * cost["epsilon"]
        delta += cost["delta"] * (1 if steps == 1 else 1 + exp(min(cost["epsilon"], FAR)))
        rho += steps**2 * cost["rho"]
    if not rho:
        return epsilon, min(delta, 1.0)
    return epsilon + epsilon_of_rho(rho, SMALL), min(delta + SMALL, 1.0)
