"""Local recoding: different records climb to different levels, and none is dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from discret.assess.models import GivenModels
from discret.data.dataset import Dataset
from discret.data.hierarchies.given import key_hierarchies, no_hierarchy
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import ColumnError, TargetError, listed
from discret.maths import partitions
from discret.maths.arrays import Bools, Ints
from discret.maths.recoding.yardsticks import Ruler
from discret.model import Conjunction, Model
from discret.parts import FRESH, Change, Context, Method
from discret.parts.ahead import Ahead
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import HighestLevels
from discret.parts.shared_facts import CLIMBED
from discret.reduce import climbing
from discret.reduce.local_labels import Labels, Shown, joined, labels_of, space_of
from discret.reduce.refusals import population_left_behind
from discret.words import Words, say

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from discret.maths.partitions.cluster_needs import Needs
    from discret.maths.partitions.clusters import Space


class LocalRecoding(Method):
    r"""Recode each record only as far as needed for its group to satisfy the models.

    Notes
    -----
    Groups of the key table are gathered in clusters of at least k records (k of the k-anonymity
    asked for, or l; a cluster counts its own records alone, whatever the rule for missing
    values), each group joining where the loss grows least. Then up to four clusters that are near
    one another are taken apart and built anew, again and again, from groups drawn by chance; what
    comes of it is kept where the loss falls and, ever more rarely, where it rises a little. The
    records of a cluster show, in each key, the lowest label of the hierarchy that covers them all.
    Distinct l-diversity holds at each of these steps; where other models still fail at the end,
    clusters are united until they hold; a target that cannot be reached is an error. The result is
    checked by the models themselves; that nothing better exists is not proven.

    The loss of a cell is the share of the hierarchy's values that its label covers, and nothing
    where it covers one value only. ``granularity`` is one minus the mean of it over all records
    and keys, as ARX measures it.

    No record is dropped and no cell blanked. A missing value stays missing, or becomes the top
    label where its cluster shows it and it covers every value. Recoded keys become text in which
    levels are mixed (``"37"`` beside ``"20-39"``): they lose their hierarchy, and a population or
    an original cannot be recoded in the same way to be compared with them. An attacker who knows
    somebody's values finds their cluster and maybe others whose labels cover them: never fewer
    records than k.

    Time grows with `rounds` and faster than the number of groups: some seconds for 20,000 of them.
    The first use on a machine takes some twenty seconds more, to compile.

    Examples
    --------
    >>> from discret import Hierarchy
    >>> from discret.assess import KAnonymity
    >>> from discret.data.examples import dishes
    >>> levels = {
    ...     "Sexe": Hierarchy.from_groups({"F/H": ["Femme", "Homme"]}, top=None),
    ...     "Âge": Hierarchy.from_order(["-25", "25-50", "+50"], steps=[2]),
    ... }
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], hierarchies=levels)
    >>> change = LocalRecoding(models=[KAnonymity(k=2)]).apply(data, Context())
    >>> len(change.data), KAnonymity().assess(change.data).value, change.facts["levels"]["Sexe"]
    (9, 2, [9, 0])
    """

    name: ClassVar[str] = "local_recoding"
    title: ClassVar[Words] = Words("keys recoded locally", fr="recodage local des clés")
    purpose: ClassVar[Words] = Words(
        "makes the keys coarser, for some records more than for others",
        fr="rend les clés moins fines, plus pour certains enregistrements que pour d’autres",
    )
    touches: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    references: ClassVar[tuple[str, ...]] = (
        "Byun J.-W. et al. (2007). Efficient k-anonymization using clustering techniques.",
        "Xu J. et al. (2006). Utility-based anonymization using local recoding.",
        "Prasser F. et al. (2016). A tool for optimizing de-identified health data.",
        (
            "Schrimpf G. et al. (2000). Record breaking optimization results using the ruin and"
            " recreate principle. Journal of Computational Physics 159(2)."
        ),
    )
    random: ClassVar[bool] = True
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    proven: ClassVar[Literal["formal", "heuristic"]] = "heuristic"
    compiled: ClassVar[bool] = True
    tells: ClassVar[Facts] = {
        **CLIMBED,
        "groups": Fact.count("groups", "groupes"),
    }

    models: GivenModels
    maximum: HighestLevels = ()
    rounds: int = Field(
        default=80,
        ge=0,
        description=Words(
            "improvements of the grouping, at most. How many times the grouping found first is"
            " gone over to lower its loss",
            fr="améliorations du regroupement, au plus. Combien de fois le premier"
            " regroupement trouvé est repris pour en réduire la perte",
        ),
    )

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with its keys recoded locally."""
        keys = data.keys
        self._check(keys)
        labels = self._labels(keys)
        space, groups, columns = partitions.clusters.sorted_space(space_of(keys, labels))
        search = _Search(keys, [labels[column] for column in columns], space, groups)
        of = search.gathered(self._needs(keys, groups), self.rounds, context)
        shown = self._held(search, of, context)
        changed = joined(data, shown, data.keys.groups)
        self._verify(changed)
        return Change(data=changed, facts=_facts(keys, labels, shown))

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield the keys that cannot be climbed, beside what every part foresees."""
        yield from super().foreseen(ahead)
        left = [name for name, level in self.maximum if level == 0]
        yield from climbing.foreseen(ahead, left, self._check)

    def _check(self, keys: KeyTable) -> None:
        high = dict(self.maximum)
        if any(name not in keys.columns for name in high):
            raise ColumnError.missing(self.name, high, keys.columns)
        own = key_hierarchies(keys)
        stuck = [n for n in keys.columns if n not in own and high.get(n) != 0]
        if stuck:
            raise no_hierarchy(self.name, stuck)
        against = Conjunction(self.models).against_population(keys)
        if against:
            raise population_left_behind(self.name, listed(against))

    def _labels(self, keys: KeyTable) -> list[Labels]:
        high, own = dict(self.maximum), key_hierarchies(keys)
        return [
            labels_of(self.name, keys, name, own.get(name), high.get(name)) for name in keys.columns
        ]

    def _k(self) -> int:
        """Return the number of records that every cluster needs, as far as it is known."""
        return max(model.least.every for model in self.models)

    def _needs(self, keys: KeyTable, groups: Ints) -> Needs:
        """Return what every cluster needs, as far as it is known, for groups in this order."""
        wanted = list(_wanted(self.models, keys))
        tables = [table[groups].toarray() > 0 for table, _ in wanted]
        least = [number for _, number in wanted]
        return partitions.cluster_needs.needs_of(len(groups), self._k(), tables, least)

    def _failing(self, keys: KeyTable) -> Bools:
        return Conjunction(self.models).failing(keys)

    def _held(self, search: _Search, of: Ints, context: Context) -> Shown:
        """Unite clusters until the models hold."""
        while True:
            shown = search.shown(of)
            released, ids = shown.released(search.keys)
            bad = self._failing(released)
            if not bad.any():
                return shown
            context.progress(
                0.9,
                say(
                    "{bad} {bad:group fails and is|groups fail and are} united with others",
                    "{bad} {bad:groupe échoue et est réuni|groupes échouent et sont réunis} à"
                    " d’autres",
                    bad=int(bad.sum()),
                ),
            )
            marked = np.zeros(int(of.max()) + 1, dtype=np.bool_)
            marked[of[bad[ids][search.groups]]] = True
            fewer = partitions.cluster_unions.united(search.space, of, marked)
            if fewer.max() == of.max():
                self._despair(int(released.count[bad].sum()), search.keys.records)
            of = fewer

    def _verify(self, changed: Dataset) -> None:
        """Let the models judge the release itself, as everybody will count it."""
        bad = self._failing(changed.keys)
        if bad.any():
            self._despair(int(changed.keys.count[bad].sum()), changed.keys.records)

    def _despair(self, failing: int, records: int) -> None:
        raise TargetError(
            say(
                "{who}: {failing} of {records} records still {failing:fails|fail} when no more"
                " groups can be put together",
                "{who} : {failing} {failing:enregistrement|enregistrements} sur {records}"
                " {failing:échoue|échouent} encore quand"
                " plus aucun groupe ne peut être réuni",
                who=self.name,
                failing=failing,
                records=records,
            ),
            hint=Words(
                "lower the targets, raise maximum=, give hierarchies a top level, or"
                " drop records first (suppress_records)",
                fr="abaisser les objectifs, relever maximum=, donner aux hiérarchies un"
                " sommet, ou retirer d’abord des enregistrements"
                " (suppress_records)",
            ),
        )


class _Search:
    """The groups in the order in which they are clustered, and the way back."""

    def __init__(self, keys: KeyTable, labels: list[Labels], space: Space, groups: Ints) -> None:
        self.keys, self.labels, self.space, self.groups = keys, labels, space, groups

    def gathered(self, needs: Needs, rounds: int, context: Context) -> Ints:
        """Return the cluster of each group, in the order of the search."""
        context.progress(
            0.0,
            say(
                "{keys} {keys:group is|groups are} gathered (the first use compiles)",
                "{keys} {keys:groupe est rassemblé|groupes sont rassemblés} (compilation au"
                " premier emploi)",
                keys=len(self.keys),
            ),
        )
        first = partitions.clusters.gathered(self.space, needs.k)
        of = partitions.cluster_needs.united_to(self.space, first, needs)
        context.progress(
            0.3,
            say(
                "{of} {of:group is|groups are} improved",
                "{of} {of:groupe est amélioré|groupes sont améliorés}",
                of=int(of.max()) + 1,
            ),
        )
        return partitions.cluster_rebuilds.rebuilt(self.space, of, needs, rounds, context.rng)

    def shown(self, of: Ints) -> Shown:
        """Return what each group of the key table shows, key by key in the order of the table."""
        clusters = partitions.clusters.clusters_of(self.space, of)
        own = np.empty(len(of), dtype=np.int64)
        own[self.groups] = of
        order = [self.keys.columns.index(label.column) for label in self.labels]
        back = np.argsort(order)
        return Shown(
            [self.labels[key] for key in back],
            clusters.place[own][:, back],
            clusters.level[own][:, back],
        )


def _wanted(models: Iterable[Model], keys: KeyTable) -> Iterator[tuple[csr_array, int]]:
    """Yield the values of each column of which so many different ones are wanted, by group."""
    most = partitions.cluster_needs.MOST_VALUES
    for model in models:
        for told in model.measured(keys) or ():
            counts, distinct = told.counts, told.yardstick.kind is Ruler.DISTINCT
            if distinct and counts is not None and counts.shape[1] <= most:
                yield counts, ceil(told.target)


def _facts(keys: KeyTable, labels: list[Labels], shown: Shown) -> dict[str, Any]:
    lost = float((shown.costs() * keys.count[:, None]).sum()) / (keys.records * len(labels))
    return {
        "groups": len(shown.released(keys)[0]),
        "granularity": 1 - lost,
        "loss": lost,
        "levels": shown.records(keys.count),
        "suppressed": 0,
    }
