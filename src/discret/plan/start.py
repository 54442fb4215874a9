"""A plan to start from: guessed roles, and measures that fit them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from discret.assess import Attackers, IndividualRisk, KAnonymity, LDiversity
from discret.data.profile import ColumnProfile
from discret.data.roles import Role
from discret.parts import Method, RiskMeasure
from discret.plan.plan import Plan, role_arguments
from discret.quantify import CellsChanged, Contingency, Marginals
from discret.reduce import DropIdentifiers, ShuffleRecords, SuppressRecords

DEFAULT_K = 5


def starting_plan(columns: Sequence[ColumnProfile], *, file: Path | None = None) -> Plan:
    """Propose a plan from a first look at the columns: to be read and mended before it is run.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> from discret.data.profile import profile
    >>> starting_plan(profile(dishes())).roles["key"]
    ['Sexe', 'Âge']
    """
    roles = {role: [one.name for one in columns if one.role is role] for role in Role}
    roles.pop(Role.IGNORED)
    return Plan(
        file=file,
        roles=role_arguments(roles),
        assess=measures_for({role for role, names in roles.items() if names}, k=DEFAULT_K),
        reduce=_methods(roles),
        quantify=[CellsChanged(), Marginals(), Contingency()],
    )


def measures_for(roles: set[Role], *, k: int | None = None) -> list[RiskMeasure]:
    """Return the risk measures that data with these roles allows.

    Examples
    --------
    >>> [measure.name for measure in measures_for({Role.KEY})]
    ['k_anonymity', 'attackers']
    """
    level = None if k is None else 2
    wanted: list[RiskMeasure] = [
        KAnonymity(k=k),
        LDiversity(l=level),
        IndividualRisk(),
        Attackers(),
    ]
    return [measure for measure in wanted if set(measure.needs) <= roles]


def _methods(roles: dict[Role, list[str]]) -> list[Method]:
    methods: list[Method] = [DropIdentifiers()] if roles[Role.IDENTIFIER] else []
    if roles[Role.KEY]:
        methods.append(SuppressRecords(models=(KAnonymity(k=DEFAULT_K),)))
    return [*methods, ShuffleRecords()]
