"""What every run measures, asked or not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discret.assess import LevelTotals
from discret.data.dataset import Dataset
from discret.parts import LossMeasure, Method, RiskMeasure
from discret.quantify import DetailLost, Distances, RolledUp

if TYPE_CHECKING:
    from discret.plan.plan import Plan


def with_attacks(plan: Plan, data: Dataset) -> Plan:
    """Return a plan with what its methods may give away and with losses that are fair to all.

    First of the losses is the detail of the keys that is gone, which is fair to all methods that
    tell less; where one tells something else, also how far values are from the truth.
    """
    if plan.tables_only:
        return plan
    methods = [part for _, part in plan.parts() if isinstance(part, Method)]
    attacks = [attack for method in methods for attack in method.attacks]
    if plan.star is not None and not any(isinstance(own, LevelTotals) for own in attacks):
        attacks.append(LevelTotals())
    more: list[RiskMeasure] = []
    for attack in attacks:
        asked = attack in more or any(_covers(own, attack, data) for own in plan.assess)
        if not asked and _can_be_made(attack, data):
            more.append(attack)
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


def _can_be_made(attack: RiskMeasure, data: Dataset) -> bool:
    """Whether the data has what an attack needs, so that a run can measure it unasked."""
    followed = data.numbered or not attack.by_record
    return followed and all(data.columns(role) for role in attack.needs)


def _covers(asked: RiskMeasure, attack: RiskMeasure, data: Dataset) -> bool:
    """Whether a measure of the plan is an attack that a method names, on the same columns."""
    same = asked.name == attack.name
    return same and {*attack.examines(data)} <= {*asked.examines(data)}
