"""What whoever holds a released file can find of what a measure found."""

from __future__ import annotations

from discret.data.roles import Role
from discret.parts import RiskMeasure
from discret.plan.release import Release

_LINKS = (Role.INDIVIDUAL, Role.HOUSEHOLD)


def recounted(measure: RiskMeasure, release: Release) -> bool | None:
    """Return the verdict that the file gives as it is read; ``None`` where it cannot give one.

    It is not the verdict of the producer, who keeps what was missed before the file was written:
    that depends on what the file was made from.

    Examples
    --------
    >>> from discret import Dataset, Plan
    >>> from discret.assess import KAnonymity
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> release = Plan(assess=[KAnonymity(k=2)]).run(data, seed=1)
    >>> recounted(release.plan.assess[0], release)
    False
    """
    read = release.reading
    if not recountable(measure, release):
        return None
    found = release.risk if read is None else read.found
    own = found[release.plan.assess.index(measure)]
    return None if own is None else own.met


def recountable(measure: RiskMeasure, release: Release) -> bool:
    """Tell whether a verdict is decided by the released file and the plan alone.

    What compares the file with its original, or with a population, is not; nor is what looks at a
    column that the file no longer has or has with other numbers, counts people by such a number, or
    measures along a hierarchy that was made from the records. Such verdicts are kept from the
    public: they would answer for hidden values.

    Examples
    --------
    >>> from discret import Dataset, Plan
    >>> from discret.assess import KAnonymity, Linkage, TCloseness
    >>> from discret.data.examples import dishes
    >>> release = Plan().run(Dataset.of(dishes(), key=["Sexe", "Âge"]), seed=1)
    >>> recountable(KAnonymity(k=2), release), recountable(Linkage(), release)
    (True, False)
    >>> recountable(TCloseness(t=0.2), release), recountable(
    ...     TCloseness(t=0.2, reference="original"), release
    ... )
    (True, False)
    """
    if measure.decided_by == "original":
        return False
    if measure.decided_by == "population" and release.original.population is not None:
        return False
    hidden = _linked_by_hidden(measure, release) or _looks_at_hidden(measure, release)
    return not (hidden or _ranked_by_hidden(measure, release))


def _linked_by_hidden(measure: RiskMeasure, release: Release) -> bool:
    links = {role: release.original.column(role) for role in _LINKS}
    hidden = [role for role, name in links.items() if name and name not in release.data.roles]
    return Role.INDIVIDUAL in hidden or any(role in hidden for role in measure.needs)


def _looks_at_hidden(measure: RiskMeasure, release: Release) -> bool:
    """Whether it looks at what stays behind, or at numbers drawn anew as more than links."""
    seen, anew = {*measure.examines(release.inside)}, {*release.gate.within("renumbered")}
    links = {name for name in anew if release.inside.roles[name] in measure.needs}
    return not seen - anew <= {*release.data.roles} or bool(seen & anew - links)


def _ranked_by_hidden(measure: RiskMeasure, release: Release) -> bool:
    made = any(hierarchy.fitted for hierarchy in release.original.hierarchies.values())
    return (
        made and {"hierarchical", "ordered"} & {*map(str, measure.parameters().values())} != set()
    )
