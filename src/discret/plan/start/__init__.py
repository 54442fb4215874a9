"""A plan to start from: guessed roles, and measures that fit them.

`hierarchies` are written out with it, to be edited; `text` says in it what its tables are for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import polars as pl

from discret.arguments.fitting import needed
from discret.assess import (
    Attackers,
    BetaLikeness,
    DeltaPresence,
    Homogeneity,
    HouseholdRisk,
    IndividualRisk,
    IntervalDisclosure,
    KAnonymity,
    KMap,
    LDiversity,
    LikelihoodLinkage,
    Linkage,
    MInvariance,
    PopulationUniques,
    Posterior,
    QuasiIdentifiers,
    Releases,
    Suda,
    TCloseness,
    WeightDisclosure,
)
from discret.assess.subsets import MOST
from discret.data.beside.numbers import numeric_columns
from discret.data.dataset import Dataset
from discret.data.entering.handed import check_dataset
from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.given import FEW as FEW_VALUES
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.profiling import ColumnProfile
from discret.data.roles import Role, role_arguments
from discret.errors import InputError
from discret.maths.identity.subsets import largest_size
from discret.parts import LossMeasure, Method, RiskMeasure
from discret.plan.plan import Plan
from discret.plan.start.hierarchies import written_hierarchies
from discret.quantify import CellsChanged, Contingency, DetailLost, Marginals, MeansAndQuantiles
from discret.reduce import (
    DropIdentifiers,
    Generalise,
    Microaggregate,
    ShuffleRecords,
    SuppressCells,
)
from discret.words import Words

DEFAULT_K = 5
DROPPED, MOST_LOST = 0.05, 0.5  # share of the records, and of the detail of the keys, at most
SECONDS = 20.0  # of search for the best recoding
MANY_KEYS, FEW = 9, 3  # subsets of more keys than this are looked at up to three columns
MANY_NUMBERS = 5  # columns from beyond which on records are grouped along one axis, which is quick
LONG = 6.0  # seconds that a measure nobody named may take


def starting_plan(
    columns: Sequence[ColumnProfile],
    *,
    file: Path | None = None,
    table: pl.DataFrame | None = None,
) -> Plan:
    """Propose a plan from a first look at the columns: to be read and mended before it is run.

    It keeps people: keys are recoded, at most a twentieth of the records is dropped, and what is
    still at risk is blanked. Where the table itself is given, hierarchies are written out;
    otherwise those of many values are made by the run.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> from discret.data.profiling import profile
    >>> starting_plan(profile(dishes())).roles["key"]
    ['Sexe', 'Âge']
    """
    looks = isinstance(columns, list | tuple)
    if not looks or not all(isinstance(profile, ColumnProfile) for profile in columns):
        raise InputError(needed("starting_plan", _A_LOOK, columns), hint=_LOOK)
    roles = {role: [column.name for column in columns if column.role is role] for role in Role}
    roles.pop(Role.IGNORED)
    measures = measures_for({role for role, names in roles.items() if names}, k=DEFAULT_K)
    measures += _by_distance(roles[Role.NUMBER])
    losses: list[LossMeasure] = [CellsChanged(), Marginals(), Contingency()]
    losses += [MeansAndQuantiles()] if roles[Role.NUMBER] else []
    aims = [DetailLost(most=MOST_LOST)] if roles[Role.KEY] or roles[Role.AREA] else []
    return Plan(
        file=file,
        roles=role_arguments(roles),
        hierarchies=_hierarchies(columns, roles, table),
        assess=measures,
        reduce=_methods(columns, roles, measures),
        quantify=[*aims, *losses],
    )


def _hierarchies(
    columns: Sequence[ColumnProfile], roles: dict[Role, list[str]], table: pl.DataFrame | None
) -> Mapping[str, Hierarchy | Automatic]:
    """Write hierarchies out from the table, or leave those of many values to the run."""
    if table is None:
        keys = [*roles[Role.KEY], *roles[Role.AREA]]
        return {
            column.name: Automatic.of()
            for column in columns
            if column.name in keys and column.distinct > FEW_VALUES
        }
    return written_hierarchies(Dataset.of(table, **role_arguments(roles)))


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


def every_measure(data: Dataset) -> list[RiskMeasure]:
    """Return the measures that tell, without a target, all that `data` lets them tell.

    Identity comes first, then what groups share, then what stands beside the data. Left out are
    those that need a choice (rules, unpicking, zones, what is inferred) or a model fit
    (log-linear), and those whose value others tell along (average risk, sample uniques).

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> [one.name for one in every_measure(Dataset.of(dishes(), key=["Sexe", "Âge"]))]
    ['k_anonymity', 'attackers', 'quasi_identifiers', 'suda']
    """
    check_dataset("every_measure", data)
    keys = len(data.columns(Role.KEY))
    size = min(FEW, largest_size(keys, MOST) or 1) if keys > MANY_KEYS else None
    wanted: list[RiskMeasure] = [
        KAnonymity(),
        Attackers(),
        QuasiIdentifiers(size=size),
        Suda(size=size),
        IndividualRisk(),
        HouseholdRisk(),
        *_against_a_population(data),
        WeightDisclosure(),
        LDiversity(),
        TCloseness(),
        BetaLikeness(),
        Homogeneity(),
        *_against_the_original(data),
        *([Releases(), MInvariance()] if data.previous else []),
    ]
    return [measure for measure in wanted if all(data.columns(role) for role in measure.needs)]


def in_time(
    measures: Sequence[RiskMeasure], data: Dataset
) -> tuple[list[RiskMeasure], dict[RiskMeasure, float]]:
    """Part the measures that nobody named from those that would take long, with their seconds.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> taken, left = in_time(every_measure(data), data)
    >>> len(taken), left
    (4, {})
    """
    guessed = {measure: measure.takes(data) for measure in measures}
    left = {measure: seconds for measure, seconds in guessed.items() if seconds > LONG}
    return [measure for measure in measures if measure not in left], left


def _against_a_population(data: Dataset) -> list[RiskMeasure]:
    estimated: list[RiskMeasure] = [KMap(), PopulationUniques()]
    if data.population is not None:
        return [*estimated, DeltaPresence()]
    return estimated if data.column(Role.WEIGHT) is not None else []


def _against_the_original(data: Dataset) -> list[RiskMeasure]:
    if data.original is data:
        return [Linkage()] if data.columns(Role.NUMBER) and data.numbered else []
    counted: list[RiskMeasure] = [Linkage(), IntervalDisclosure()] if numeric_columns(data) else []
    told = data.columns(Role.KEY, Role.SENSITIVE)
    return [*counted, *([Posterior(), LikelihoodLinkage()] if told else [])]


def _by_distance(numbers: list[str]) -> list[RiskMeasure]:
    """Judge numbers by whom they lead back to: as seldom as one in the k of a group."""
    return [Linkage(columns=tuple(numbers), most=1 / DEFAULT_K)] if numbers else []


def _methods(
    columns: Sequence[ColumnProfile], roles: dict[Role, list[str]], measures: list[RiskMeasure]
) -> list[Method]:
    """Aim at every target that the plan sets, so that a plan that runs meets its own."""
    methods: list[Method] = [DropIdentifiers()] if roles[Role.IDENTIFIER] else []
    models = tuple(measure for measure in measures if isinstance(measure, KAnonymity | LDiversity))
    if models:
        methods += [
            Generalise(models=models, drop=DROPPED, seconds=SECONDS),
            SuppressCells(models=models),
        ]
    numbers = {column.name: column.missing > 0 for column in columns if column.role is Role.NUMBER}
    return [*methods, *means_of(numbers), ShuffleRecords()]


def means_of(numbers: Mapping[str, bool], k: int = DEFAULT_K) -> list[Method]:
    """Show numbers as means of k: of all such columns at once, but for those that lack a value.

    A group of k shows one point, which is nearest to the original of one of them at most: the share
    of right links is at most 1/k. What lacks different values cannot be grouped, and columns
    grouped one by one promise nothing together.

    Examples
    --------
    >>> [method.columns for method in means_of({"income": False, "rent": True, "wealth": False})]
    [('income', 'wealth'), ('rent',)]
    """
    whole = tuple(name for name, missing in numbers.items() if not missing)
    how: Literal["mdav", "axis"] = "mdav" if len(whole) <= MANY_NUMBERS else "axis"
    together = [Microaggregate(columns=whole, k=k, how=how)] if whole else []
    apart = [name for name, missing in numbers.items() if missing]
    return [*together, *(Microaggregate(columns=(n,), k=k, how="univariate") for n in apart)]


_A_LOOK = Words("a first look at columns", fr="un premier regard sur des colonnes")
_LOOK = Words(
    "starting_plan(profile(table)): discret.data.profile looks at every column",
    fr="starting_plan(profile(table)) : discret.data.profile regarde chaque colonne",
)
