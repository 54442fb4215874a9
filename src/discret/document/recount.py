"""Whether whoever holds a released file can find what a measure found."""

from __future__ import annotations

from discret.data.hierarchies.automatic import Automatic
from discret.data.roles import Role
from discret.parts import RiskMeasure
from discret.plan.run import Release

_LINKS = (Role.INDIVIDUAL, Role.HOUSEHOLD)


def recountable(measure: RiskMeasure, release: Release) -> bool:
    """Tell whether a verdict is decided by the released file and the plan alone.

    What compares the file with its original, or with a population, is not; nor is what counts
    people by a number that the file no longer has, or measures along a hierarchy that was made from
    the records. Such verdicts are kept from the public: they would answer for hidden values.

    Examples
    --------
    >>> from discret import Dataset, Plan
    >>> from discret.assess import KAnonymity, Linkage
    >>> from discret.data.examples import dishes
    >>> release = Plan().run(Dataset.of(dishes(), key=["Sexe", "Âge"]), seed=1)
    >>> recountable(KAnonymity(k=2), release), recountable(Linkage(), release)
    (True, False)
    """
    if measure.source == "original":
        return False
    if measure.source == "population" and release.original.population is not None:
        return False
    return not (_linked_by_hidden(measure, release) or _ranked_by_hidden(measure, release))


def _linked_by_hidden(measure: RiskMeasure, release: Release) -> bool:
    links = {role: release.original.column(role) for role in _LINKS}
    hidden = [role for role, name in links.items() if name and name not in release.data.roles]
    return Role.INDIVIDUAL in hidden or any(role in hidden for role in measure.needs)


def _ranked_by_hidden(measure: RiskMeasure, release: Release) -> bool:
    made = any(isinstance(one, Automatic) for one in release.plan.hierarchies.values())
    return made and "hierarchical" in measure.parameters().values()
