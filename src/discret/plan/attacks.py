"""What every run measures, asked or not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discret.assess import LevelTotals
from discret.data.dataset import Dataset
from discret.parts import LossMeasure, RiskMeasure
from discret.quantify import DetailLost, Distances, RolledUp

if TYPE_CHECKING:
    from discret.plan.plan import Plan


def with_attacks(plan: Plan, data: Dataset) -> Plan:
    """Return a plan with what its methods may give away and with losses that are fair to all."""
    if plan.tables_only:
        return plan
    known = {measure.name for measure in plan.assess}
    methods = (
        *plan.reduce,
        *(method for variant in plan.variants for method in variant.reduce),
    )
    found = {attack.name: attack for method in methods for attack in method.attacks}
    more: list[RiskMeasure] = [
        attack
        for name, attack in found.items()
        if name not in known and all(data.columns(role) for role in attack.needs)
    ]
    if plan.star is not None and LevelTotals.name not in known and data.numbered:
        more.append(LevelTotals())
    told = {type(measure) for measure in plan.quantify}
    fair: list[LossMeasure] = []
    if DetailLost not in told and DetailLost.follows(data):
        fair.append(DetailLost())
    perturbed = any(method.perturbs for method in methods)
    if Distances not in told and perturbed and data.numbered:
        fair.append(Distances())
    if plan.star is not None and RolledUp not in told:
        fair.append(RolledUp.of(plan.star.measures))
    return replace(plan, assess=(*plan.assess, *more), quantify=(*fair, *plan.quantify))
