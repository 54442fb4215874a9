"""Releases: what a release gives away together with earlier ones of the same source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.assess.releases.findings import Given, movements
from discret.assess.releases.unfollowed import Beside, linked_to, shared_keys
from discret.assess.releases.words import TELLS, sentence
from discret.data.beside.past import PastRelease
from discret.data.beside.successive import Successive
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.errors import DiscretError, InputError
from discret.finding import Finding, holds, misses
from discret.maths.arrays import Bools
from discret.parts import Counted, Criterion, RiskMeasure, Unit
from discret.parts.ahead import Ahead
from discret.parts.facts import Facts
from discret.parts.parameters import LargestShare
from discret.parts.previous import Followed, Previous, releases_of
from discret.words import Words


class Releases(RiskMeasure):
    r"""Share of the people whom several releases of one source give away together.

    Notes
    -----
    Each release may be safe by itself, and two of them not: an attacker who knows who came and who
    left in between can find all their sensitive values (Nguyen and Castelluccia 2020). The
    attacker knows the keys of everybody (a key of one release is known in all that have the
    column), who is in which release, and so the group that everybody is in, in each; and whose
    values changed in between and in which columns, not what they were nor what they are. People
    with the same groups in all releases are of one kind; whoever changed is one before, and another
    one since. Of each kind :math:`c` and value :math:`v` let :math:`x_{cv}` be how many of the
    former have the latter. The attacker has

    .. math:: \sum_{c \in g} x_{cv} = h_{tgv}, \qquad \sum_v x_{cv} = n_c,

    for the :math:`h_{tgv}` records with value :math:`v` of each group :math:`g` of each release
    :math:`t`, and for the :math:`n_c` people of each kind; and, for the smallest sets :math:`U` of
    groups of two releases that nobody who is in both crosses,

    .. math:: \sum_{c \text{ joined}} x_{cv} - \sum_{c \text{ left}} x_{cv} = h_{2Uv} - h_{1Uv}.

    A value is first that of the sensitive column, then what a record shows in all columns that two
    releases have and that are no keys, the weight among them: records that go together by one
    column tell of the other. A missing value is a value that stays missing; where somebody's
    sensitive value is missing in one release and there in another, those that are missing may be
    any (:math:`\geq` in the first equation). From these :math:`x_{cv}` is bounded, round after
    round, below and above (Buzzigoli and Giusti 1999). That finds what groups have in common
    (*intersection*) and what subtracting them gives (*difference*), at whatever levels keys are
    shown in each release. Of those whom bounds leave open another world is looked for that shows
    the same: by exchanging two values wherever every group keeps as many of each; then in whole
    numbers, which is exact, for what hangs together by 4,000 kinds and values at most. There
    whoever changed may only have changed as somebody did, since an attacker may know which changes
    happen (flu becomes a respiratory illness where a release shows less). Of whom neither is found,
    a world or that there is none, is *undecided*, and counted beside: a target is met only if it
    would be were they all told of. So nobody is called safe whom the releases tell of.

    Somebody is *told of* where one value is left for them, and *told apart* where the values of
    fewer than `k` people, a set that nobody published, are known by adding up and subtracting
    groups, whichever. Whoever can exchange their value for so many others that such a set has `k`
    people at least is in none; around all others sets are looked for among worlds, and asked about
    in whole numbers (exact, or undecided). The value is the share of people, of all releases
    together, to whom one or the other happens; the worst sensitive column counts for each.

    **Who is who.** People are followed by a column that whoever holds the data keeps and does not
    release: the individual, or the only identifier; an earlier release has it in the file
    ``people.parquet`` beside its record, or as a column of the table that is given. Counterfeits
    are nobody's; records of people whose number is missing are counted, and no target is met with
    them. Where an earlier release does not say who is behind
    its records, less is known than an attacker may know, and no target is met: groups are then
    compared that may cover the same people, by their labels and hierarchies. That gives how many
    records may be told of by intersection, at most, and in how many parts of the file fewer than
    `k` records changed, at least.

    **Linked records** are those that fit one record alone of an earlier release, which fits them
    alone, in all columns that both have and whatever their levels: who links them has more columns
    of the same person. They are counted, and do not enter the value.

    Records are counted, not people: several of one person in a release are refused.

    Limits: groups are those of all keys, a missing key being a value of its own; everybody's group
    is supposed to be known, also where labels overlap. The order of records is supposed to tell
    nothing: one that all releases have from their source links every record (`shuffle_records`).
    What is likely, and not certain, is not looked at: `m_invariance` bounds that.

    Examples
    --------
    One patient has left since: what is missing is theirs.

    >>> import polars as pl
    >>> first = pl.DataFrame({"id": [1, 2, 3], "age": ["20-29"] * 3, "ill": ["flu", "cold", "HIV"]})
    >>> data = Dataset.of(first.head(2), key="age", sensitive="ill", individual="id")
    >>> finding = Releases(previous=[first], k=2, most=0.0).assess(data)
    >>> finding.details["left"], finding.details["told"], finding.met
    (1, {'ill': 1}, False)
    """

    name: ClassVar[str] = "releases"
    title: ClassVar[Words] = Words("successive releases", fr="diffusions successives")
    purpose: ClassVar[Words] = Words(
        "gives the share of people whom this release and earlier ones give away together",
        fr="donne la part des personnes que cette diffusion et les antérieures révèlent ensemble",
    )
    attacker: ClassVar[Words] = Words(
        "knows everybody’s keys, who is in which release, and whose values changed; compares whole"
        " records of all releases of the source",
        fr="connaît les clés de chacun, sait qui est dans quelle diffusion et de qui les valeurs"
        " ont changé ; compare les enregistrements entiers de toutes les diffusions de la source",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out", "linkability", "inference")
    counts: ClassVar[Counted] = "records"
    unit: ClassVar[Unit] = "share"
    series: ClassVar[bool] = True
    needs: ClassVar[tuple[Role, ...]] = (Role.SENSITIVE,)
    references: ClassVar[tuple[str, ...]] = (
        (
            "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire, publications"
            " successives."
        ),
        (
            "Xiao X., Tao Y. (2007). m-invariance: towards privacy preserving re-publication of"
            " dynamic datasets. SIGMOD 2007, 689-700."
        ),
        (
            "Buzzigoli L., Giusti A. (1999). An algorithm to calculate the lower and upper bounds"
            " of the elements of an array given its marginals. Statistical data protection 1998."
        ),
    )
    tells: ClassVar[Facts] = TELLS

    previous: Previous = ()
    individual: Followed = None
    k: int = Field(
        default=3,
        ge=2,
        description=Words(
            "people whose values may be known by a difference. Fewer of them are told apart",
            fr="personnes dont les valeurs peuvent être connues par différence. Moins nombreuses,"
            " elles sont isolées",
        ),
    )
    most: LargestShare = None

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield what it would refuse: no earlier release, or one of something else."""
        yield from super().foreseen(ahead)
        yield from refused(self.name, self._previous, ahead.data)

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the keys and the sensitive columns."""
        return (*data.columns(Role.KEY), *super().examines(data))

    @property
    def chooses(self) -> tuple[Role, ...]:
        """No role: the plan alone says which columns it looks at."""
        return ()

    def assess(self, data: Dataset) -> Finding:
        """Measure what `data` gives away together with earlier releases."""
        previous = self._previous(data)
        found = Successive.of(self.name, data, previous, self.individual)
        kinds = None if found.persons is None else found.kinds()
        details = {**movements(found, kinds), "k": self.k, "unnamed": found.unnamed}
        columns = data.columns(Role.SENSITIVE)
        if kinds is None:
            details |= self._bounded(data, previous, columns)
        else:
            details |= _told({name: Given.of(found, name, self.k) for name in columns})
        details["linked"] = _linked(self.name, data, previous)
        return self._finding(details, len(data) if kinds is None else found.people)

    def _previous(self, data: Dataset) -> tuple[PastRelease, ...]:
        previous = releases_of(self.previous, data)
        if not previous:
            raise InputError(_NONE.filled(who=self.name), hint=_NAME)
        return previous

    def _bounded(
        self, data: Dataset, previous: tuple[PastRelease, ...], columns: tuple[str, ...]
    ) -> dict[str, Any]:
        """Return what can be said where nothing follows people."""
        told, few, records = dict.fromkeys(columns, 0), dict.fromkeys(columns, 0), 0
        for past in previous:
            beside = Beside.of(self.name, data, past, shared_keys(data, past), columns)
            for name in columns:
                found = beside.regions(name)
                small = (found.changed > 0) & misses(found.changed, self.k, "higher")
                told[name] = max(told[name], int(beside.both.keys.count[found.single].sum()))
                few[name] = max(few[name], int(small.sum()))
                records = max(records, int(found.changed[small].sum()) + told[name])
        return {"exposed": min(records, len(data)), "told": told, "regions_changed": few}

    def _finding(self, details: dict[str, Any], people: int) -> Finding:
        worst = (details["exposed"] + details.get("undecided", 0)) / people
        named = details["followed"] and not details["unnamed"]
        sure = named and holds(worst, self.most, "lower")
        return Finding.at_most(
            self.name,
            details["exposed"] / people,
            self.most,
            met=None if sure or self.most is None else False,
            reads=sentence(details),
            details=details,
        )


def _told(given: dict[str, Given]) -> dict[str, Any]:
    """Count the people to whom something happens, by column and in all."""

    def each(count: Callable[[Given], Bools]) -> dict[str, int]:
        return {name: int(count(own).sum()) for name, own in given.items()}

    exposed = np.any([own.told | own.apart for own in given.values()], axis=0)
    undecided = np.any([own.undecided for own in given.values()], axis=0)
    return {
        "exposed": int(exposed.sum()),
        "undecided": int((undecided & ~exposed).sum()),
        "told": each(lambda own: own.told),
        "told_by_one": each(lambda own: own.alone),
        "by_difference": each(lambda own: own.apart),
        "values_changed": each(lambda own: own.changed),
    }


def refused(who: str, asked: Any, data: Dataset) -> Iterator[str]:
    """Yield why earlier releases cannot be looked at, if something is wrong with them."""
    try:
        data.need(who, Role.KEY)
        for number, past in enumerate(asked(data), 1):
            past.check(data, number)
    except DiscretError as error:
        yield error.message


def _linked(who: str, data: Dataset, previous: tuple[PastRelease, ...]) -> dict[str, int | None]:
    return {str(n): linked_to(who, data, past) for n, past in enumerate(previous, 1)}


_NONE = Words(
    "{who}: there is no earlier release to compare with",
    fr="{who} : il n’y a pas de diffusion antérieure à comparer",
)
_NAME = Words(
    'previous = ["2025/record.json"] under [data], or previous=[...] of the part',
    fr='previous = ["2025/record.json"] sous [data], ou previous=[...] de la partie',
)
