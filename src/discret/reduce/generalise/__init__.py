"""Generalise: the safe recoding that loses least, found by the lattice of maths/recoding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from time import monotonic
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, Field

from discret.assess.models import GivenModels
from discret.data.dataset import Dataset
from discret.data.hierarchies.forms import Texts, many
from discret.data.hierarchies.given import key_hierarchies, no_hierarchy
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.hierarchies.key_levels import Ladder, climbed
from discret.data.hierarchies.level_limits import Constraints
from discret.data.history.lineage import Recoding
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import ColumnError, TargetError
from discret.maths.arrays import Floats
from discret.maths.recoding.lattice import Found, search
from discret.maths.recoding.loss import Aggregate
from discret.model import Conjunction
from discret.parts import FRESH, Change, Context, Method, Pairs
from discret.parts.ahead import Ahead
from discret.parts.facts import Facts
from discret.parts.parameters import Fewest, Heights, HighestLevels, Importance
from discret.reduce import climbing
from discret.reduce.generalise.choices import frontier, unrenamed
from discret.reduce.generalise.chosen import Chosen
from discret.reduce.generalise.facts import LOOKED_AT, TELLS, level_names
from discret.reduce.generalise.looking import Lattice
from discret.reduce.generalise.losses import Name, Price, least_records, make_loss
from discret.reduce.generalise.recodings import Recodings
from discret.reduce.generalise.rolled import codes_of
from discret.reduce.recode import recoded
from discret.reduce.refusals import (
    fails_for,
    levels_fail,
    none_found,
    none_satisfies,
    too_many_recodings,
)
from discret.words import Words

MOST_NODES = 20_000_000
EVERY = 0.1  # seconds after which it is told how far a search is
Lists = Annotated[tuple[Texts, ...], BeforeValidator(many)]
Order = Literal[True] | Texts


class Generalise(Method):
    r"""Recode every key to the level of its hierarchy that loses least while the models hold.

    Notes
    -----
    The recodings of m keys form a lattice; the search visits it by increasing lower bounds,
    settles whole parts of it where the models are monotone, and stops when no node left can be
    better: the result is then optimal (`facts`, ``optimal``), not the best of a sample. The loss
    of key j is :math:`L_j = \max(0, (A_j - n/D_j) / (n - n/D_j))`, with :math:`A_j` the sum over
    the n records that have a value there of the share of the :math:`D_j` values of the hierarchy
    that have the label shown (1 for a record dropped), and the geometric aggregate
    :math:`∏ (w_j L_j + 1)^{1/m} - 1` over the m keys that have more than one value: what is missing
    or constant has nothing to lose; :math:`w_j` is the `importance` of a key beside the largest
    one. `DetailLost` measures the same on any release, all keys counting alike. Where several
    recodings lose the same, the first one found is taken; a level that merges nothing, but only
    gives values other names, is never taken over the one below.

    What else could be chosen is in `facts` under ``frontier``, found when it is asked for: the
    recodings that hold while none finer does, all of them where that is soon known
    (``frontier_complete``), and those that no other looked at beats in both loss and records
    dropped. `levels` applies one.

    Groups that fail are dropped, in rounds where dropping makes others fail (t-closeness and its
    like, combinations, missing keys): with `fewest`, fewer to drop are then looked for in the
    recoding that was chosen. Every release is checked by the models themselves.

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
    >>> change = Generalise(models=[KAnonymity(k=2)]).apply(data, Context())
    >>> change.facts["levels"], change.facts["optimal"], KAnonymity().assess(change.data).value
    ({'Sexe': 0, 'Âge': 2}, True, 4)
    """

    name: ClassVar[str] = "generalise"
    formerly: ClassVar[Mapping[str, str]] = {"suppress": "drop"}
    title: ClassVar[Words] = Words("keys generalised", fr="clés généralisées")
    purpose: ClassVar[Words] = Words(
        "makes the keys coarser, for all records alike",
        fr="rend les clés moins fines, pour tout le fichier",
    )
    touches: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    references: ClassVar[tuple[str, ...]] = (
        (
            "Kohlmayer F., Prasser F. et al. (2012). Flash: efficient, stable and optimal"
            " k-anonymity."
        ),
        "Prasser F. et al. (2016). A tool for optimizing de-identified health data.",
        "Bergeat M. (2015). Anonymisation de données individuelles, section 2.1.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    keeps_rows: ClassVar[bool] = False
    tells: ClassVar[Facts] = TELLS

    models: GivenModels
    drop: float = Field(
        default=0.0,
        ge=0,
        le=1,
        description=Words(
            "largest share dropped. Of the records: those whose group still fails",
            fr="plus grande part retirée. Des enregistrements : ceux dont le groupe échoue encore",
        ),
    )
    weighted: bool = Field(
        default=False,
        description=Words(
            "whether the share is one of the weights. Rather than of the records",
            fr="compter la part en poids. Plutôt qu’en enregistrements",
        ),
    )
    loss: Name = Field(
        default="loss",
        description=Words(
            "what is made least. `loss` (the share of the values that a label covers, as ARX),"
            " `entropy` (bits lost about each value), `precision` (height climbed), or of the"
            " table as a whole `discernibility`, `group_size`, `divergence` (Kullback–Leibler)",
            fr="ce qui est minimisé. `loss` (la part des valeurs que couvre un"
            " libellé, comme ARX), `entropy` (bits perdus sur chaque valeur), `precision`"
            " (hauteur gravie), ou de la table entière `discernibility`, `group_size`,"
            " `divergence` (Kullback–Leibler)",
        ),
    )
    price: Price = Field(
        default="whole",
        description=Words(
            "what a record dropped costs in bits. `whole`: all that was to be known of its values;"
            " `among_dropped`: as ARX, what its labels lose and what tells them from those of the"
            " others that are dropped",
            fr="ce que coûte en bits un retrait. `whole` : tout ce qu’il y avait à savoir de ses"
            " valeurs ; `among_dropped` : comme ARX, ce que perdent ses libellés et ce qui les"
            " distingue de ceux des autres qui sont retirés",
        ),
    )
    aggregate: Aggregate = Field(
        default="geometric",
        description=Words(
            "how keys are put together. The `geometric` or `arithmetic` mean of their losses",
            fr="façon de réunir les clés. Moyenne `geometric` ou `arithmetic` de leurs pertes",
        ),
    )
    importance: Importance = Field(
        default=(),
        description=Words(
            "how much each key counts. In the loss; 1 by default",
            fr="combien chaque clé compte. Dans la perte ; 1 par défaut",
        ),
    )
    minimum: Heights = Field(
        default=(),
        description=Words("lowest level of each key", fr="niveau le plus bas de chaque clé"),
    )
    maximum: HighestLevels = ()
    apart: Pairs[Lists] = Field(
        default=(),
        description=Words(
            "categories never merged. By key, lists of categories no two of which may be in one"
            ' class: `apart = { town = [["Lyon", "Paris"]] }`. Levels that do otherwise are'
            " left out",
            fr="modalités jamais regroupées. Par clé, des listes de modalités dont aucune"
            ' paire ne peut être dans une même classe : `apart = { town = [["Lyon", "Paris"]]'
            " }`. Les niveaux qui font autrement sont écartés",
        ),
        repr=False,
    )
    together: Pairs[Lists] = Field(
        default=(),
        description=Words(
            "categories always merged. By key, lists of categories all of which must be in one"
            " class. Levels that do otherwise are left out",
            fr="modalités toujours regroupées. Par clé, des listes de modalités qui doivent"
            " toutes être dans une même classe. Les niveaux qui font autrement sont écartés",
        ),
        repr=False,
    )
    ordered: Pairs[Order] = Field(
        default=(),
        description=Words(
            "neighbours alone merged. By key, the order whose neighbours alone may be in one"
            " class: the list of all categories, or `True` for that of numbers, dates or the"
            " alphabet. The first level that does otherwise is left out with all those above it",
            fr="seules les voisines sont regroupées. Par clé, l’ordre dont seules les voisines"
            " peuvent être dans une même classe : la liste de toutes les modalités, ou `True`"
            " pour celui des nombres, des dates ou de l’alphabet. Le premier niveau qui fait"
            " autrement est écarté avec tous ceux du dessus",
        ),
        repr=False,
    )
    fewest: Fewest = False
    levels: Heights | None = Field(
        default=None,
        description=Words(
            "levels to apply, without a search. One for every key that is to be recoded",
            fr="niveaux à appliquer, sans recherche. Un pour chaque clé à recoder",
        ),
    )
    checks: int | None = Field(
        default=None,
        ge=1,
        description=Words(
            "recodings looked at, at most. The search then ends with the best one found and the"
            " bound that remains",
            fr="recodages examinés, au plus. La recherche finit alors sur le meilleur trouvé"
            " et la borne qui reste",
        ),
    )
    seconds: float | None = Field(
        default=None,
        gt=0,
        description=Words(
            "seconds searched, at most. The search then ends with the best recoding found and"
            " the bound that remains",
            fr="secondes de recherche, au plus. La recherche finit alors sur le meilleur"
            " recodage trouvé et la borne qui reste",
        ),
    )

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with its keys recoded, and the facts of the search."""
        ladders = self._ladders(data.keys)
        return self._applied(data, ladders, self._chosen(data.keys, ladders, context))

    def lattice(self, data: Dataset, context: Context = FRESH) -> Lattice:
        """Return the recodings that could be applied, each to be looked at in a moment."""
        ladders = self._ladders(data.keys)
        problem, groups = self._problem(data.keys, ladders), len(data.keys)
        look = partial(self._searched, problem, ladders, context, groups=groups)
        return Lattice(problem, ladders, look)

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield the keys that cannot be climbed, beside what every part foresees."""
        yield from super().foreseen(ahead)
        left = [name for name, level in self.maximum if level == 0]
        yield from climbing.foreseen(ahead, left, self._ladders)

    def _chosen(self, keys: KeyTable, ladders: list[Ladder], context: Context) -> Chosen:
        problem = self._problem(keys, ladders)  # large: gone before anything is recoded
        if self.levels is None:
            return self._searched(problem, ladders, context, groups=len(keys))
        return self._given(problem, ladders)

    def _ladders(self, keys: KeyTable) -> list[Ladder]:
        self._check_names(keys)
        high, asked = dict(self.maximum), dict(self.levels or ())
        own = key_hierarchies(keys)
        bare = [n for n in keys.columns if n not in own]
        stuck = [n for n in bare if (high.get(n) != 0 if self.levels is None else asked.get(n, 0))]
        if stuck:
            raise no_hierarchy(self.name, stuck)
        return [self._ladder(keys, n, own.get(n)) for n in keys.columns]

    def _ladder(self, keys: KeyTable, column: str, hierarchy: Hierarchy | None) -> Ladder:
        """Return the levels that a key may climb."""
        ladder = climbed(keys, column, hierarchy)
        low, high = dict(self.minimum).get(column, 0), dict(self.maximum).get(column)
        rules = Constraints(
            dict(self.apart).get(column, ()),
            dict(self.together).get(column, ()),
            dict(self.ordered).get(column, False),
        )
        if rules != Constraints():
            span = rules.span(self.name, keys.values(column), hierarchy)
            low, high = max(low, span.low), span.high if high is None else min(high, span.high)
        return ladder.between(self.name, low, high)

    def _check_names(self, keys: KeyTable) -> None:
        named = [name for pairs in self._tables() for name, _ in pairs]
        if any(name not in keys.columns for name in named):
            raise ColumnError.missing(self.name, dict.fromkeys(named), keys.columns)

    def _tables(self) -> list[tuple[tuple[str, Any], ...]]:
        bounds = [self.minimum, self.maximum, self.apart, self.together, self.ordered]
        return [self.importance, *bounds, self.levels or ()]

    def _problem(self, keys: KeyTable, ladders: list[Ladder]) -> Recodings:
        nodes = float(np.prod([float(ladder.height) for ladder in ladders]))
        if nodes > MOST_NODES:
            raise too_many_recodings(self.name, nodes, MOST_NODES)
        weight, codes = dict(self.importance), codes_of(keys)
        loss = make_loss(
            self.loss,
            keys,
            ladders,
            codes,
            aggregate=self.aggregate,
            importance=np.array([weight.get(ladder.column, 1.0) for ladder in ladders]),
            price=self.price,
            least=least_records(keys, Conjunction(self.models)),
        )
        price = self._price(keys)
        allowed = self.drop * float(keys.records if price is None else price.sum())
        return Recodings(
            keys, ladders, Conjunction(self.models), loss, codes, price=price, allowed=allowed
        )

    def _price(self, keys: KeyTable) -> Floats | None:
        if not self.weighted:
            return None
        keys.weight("category")  # refuses weights that are missing or wrong
        return keys.total_weight

    def _searched(
        self, problem: Recodings, ladders: list[Ladder], context: Context, *, groups: int
    ) -> Chosen:
        began = told = monotonic()

        def go_on(checks: int) -> bool:
            nonlocal told
            now = monotonic()
            if now - told > EVERY:
                told = now
                context.progress(0.0, LOOKED_AT.filled(checks=checks))
            late = self.seconds is not None and now - began > self.seconds
            return not late and (self.checks is None or checks < self.checks)

        found = search(problem, go_on=go_on)
        if found.node is None:
            raise self._shortfall(problem, found, ladders)
        found, node = unrenamed(found, found.node, problem, ladders)
        free = self.checks is None and self.seconds is None
        problem.forget()

        def left() -> dict[str, Any]:
            return frontier(found, problem, ladders, groups=groups if free else None)

        dropped, loss_of = problem.suppressed[node], partial(problem.loss_of, node)
        return Chosen(node, found.loss, dropped, found, left, loss_of)

    def _shortfall(self, problem: Recodings, found: Found, ladders: list[Ladder]) -> TargetError:
        """Say which model fails where all keys are as coarse as they may be, and by how much."""
        if not found.optimal:
            return none_found(self.name, len(found.checked))
        failing = problem.failing_at(tuple(ladder.height - 1 for ladder in ladders))
        told = fails_for(failing)
        return none_satisfies(self.name, problem.records, told or _TOO_MANY, self.drop)

    def _given(self, problem: Recodings, ladders: list[Ladder]) -> Chosen:
        asked = dict(self.levels or ())
        node = tuple(ladder.place(self.name, asked.get(ladder.column, 0)) for ladder in ladders)
        verdict = problem.check(node)
        if not verdict.holds:
            raise levels_fail(self.name, problem.suppressed[node], problem.records, self.drop)
        dropped, loss_of = problem.suppressed[node], partial(problem.loss_of, node)
        return Chosen(node, verdict.loss, dropped, None, dict, loss_of)

    def _applied(self, data: Dataset, ladders: list[Ladder], chosen: Chosen) -> Change:
        levels = {
            ladder.column: ladder.first + place
            for ladder, place in zip(ladders, chosen.node, strict=True)
        }
        own = key_hierarchies(data.keys)
        steps = {
            column: Recoding(own[column], level, climbs=True)
            for column, level in levels.items()
            if level
        }
        values = {column: data.keys.values(column) for column in steps}
        changed = recoded(data, steps, values)[0] if steps else data
        left = chosen.kept(changed.keys, Conjunction(self.models), fewest=self.fewest)
        dropped = int(changed.keys.count[~left.keep].sum())
        if dropped > chosen.dropped:  # no more goes than was foreseen, and so allowed
            raise levels_fail(self.name, dropped, data.keys.records, self.drop)
        facts = {
            "levels": levels,
            "level_names": level_names(levels, own),
            "loss": left.loss,
            "suppressed": dropped,
            "share": dropped / data.keys.records,
            **left.facts,
            **chosen.facts(ladders),
        }
        return Change(
            data=changed.with_groups(left.keep) if dropped else changed, facts=chosen.more(facts)
        )


_TOO_MANY = Words("too many must be dropped", fr="il faudrait en retirer trop")
