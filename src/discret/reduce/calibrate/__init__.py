"""Calibrate: weights that give the totals of the original file back to what is left of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import narwhals as nw
import numpy as np
import polars as pl
from pydantic import AliasChoices, Field, model_validator

from discret.assess.weight_disclosure import WeightDisclosure
from discret.data.dataset import Dataset
from discret.data.engine import number
from discret.data.joins import join_groups
from discret.data.roles import Role
from discret.maths import calibration
from discret.maths.calibration.distances import Name
from discret.parts import FRESH, Change, Context, MaybeColumn, Method, Pairs, RiskMeasure
from discret.parts.facts import Facts
from discret.reduce.calibrate.classes import nearness, regrouped_facts
from discret.reduce.calibrate.conflicts import conflict
from discret.reduce.calibrate.facts import TELLS, calibration_facts, calibration_said
from discret.reduce.calibrate.problem import Problem, Wish, problem_of
from discret.reduce.margins import Design, margin_columns
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.maths.calibration.newton import Calibrated

RATIO = "__ratio__"
BOUNDED = ("logit", "truncated")
WIDER = 1e-3  # of the distance between the tightest bounds, so that a bounded method finds its way
LEAST = 1e-6  # ratio below which a weight that must stay positive counts as nought

Reach = tuple[float, float]
Bounds = Reach | Literal["tightest"]


class Calibrate(Method):
    r"""Change the weights as little as can be so that totals of the original file hold again.

    Notes
    -----
    :math:`w_k = d_k F(q_k x_k'λ)` such that :math:`∑_{S'} w_k x_k = ∑_S d^{fin}_k x_k`. Starting
    weights are first scaled by :math:`∑_S d^{fin} / ∑_{S'} d^{init}`, and bounds are those of the
    ratio to the scaled weight (Bergeat 2015, section 3). All is computed on the crossed cells of
    the margins, not on records: people who count the same in every margin have one ratio.

    Margins that follow from others are left out and counted. If the totals cannot be met with
    ratios that the method allows, a linear programme shows it and the message names the margins in
    conflict, and by how much. With `regroup`, categories that nobody is left in are merged with
    their nearest neighbour; then, while the linear programme still fails, the class with the
    largest relative gap, and so on. Of neighbours equally near the smaller is taken. Raking may
    pass `highest_ratio`: only a bounded method holds it.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> from discret.reduce import SuppressRecords
    >>> from discret.assess import KAnonymity
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> left = SuppressRecords(models=[KAnonymity(k=2)], drop=0.4).apply(data, Context()).data
    >>> change = Calibrate(margins=["Sexe", "Âge"]).apply(left, Context())
    >>> change.data.to_polars()["Poids"].round(2).to_list()
    [1320.0, 1980.0, 1628.0, 2072.0, 1833.33, 3166.67]
    >>> change.facts["totals"], change.facts["redundant"]
    (5, 2)
    """

    name: ClassVar[str] = "calibrate"
    formerly: ClassVar[Mapping[str, str]] = {"most": "highest_ratio"}
    title: ClassVar[Words] = Words("weights calibrated", fr="poids calés")
    purpose: ClassVar[Words] = Words(
        "changes the weights so that given totals hold",
        fr="modifie les poids pour atteindre des totaux donnés",
    )
    touches: ClassVar[tuple[Role, ...]] = (Role.WEIGHT,)
    references: ClassVar[tuple[str, ...]] = (
        (
            "Deville J.-C., Särndal C.-E. (1992). Calibration estimators in survey sampling."
            " JASA 87."
        ),
        "Sautory O., Le Guennec J. (2005). La macro CALMAR2.",
        "Bergeat M. (2015). Anonymisation de données individuelles, section 3.",
    )
    tells: ClassVar[Facts] = TELLS

    margins: tuple[str, ...] = Field(
        min_length=1,
        description=Words(
            "totals to keep, as formulas. `sex * victim` crosses two columns, a column of"
            " numbers is summed, `C(size)` counts the values of one, `1` is everybody",
            fr="totaux à garder, en formules. `sex * victim` croise deux colonnes, une colonne"
            " de nombres est sommée, `C(size)` en compte les valeurs, `1` est tout le monde",
        ),
    )
    totals: Pairs[float | dict[str, float]] = Field(
        default=(),
        description=Words(
            "totals given, by margin and category. They take the place of those of the original"
            " file: `totals = { sex = { f = 7000, m = 5000 } }`",
            fr="totaux donnés, par marge et par modalité. Ils remplacent ceux du fichier"
            " d’origine : `totals = { sex = { f = 7000, m = 5000 } }`",
        ),
        repr=False,
    )
    distance: Name = Field(
        default="raking",
        validation_alias=AliasChoices("distance", "method"),
        description=Words(
            "the distance between old and new weights. `raking` (ratios stay positive),"
            " `linear`, `logit` and `truncated` (bounded), `sinh`. Python also takes it as"
            " `method=`, which in a plan is the name of the part",
            fr="distance entre anciens et nouveaux poids. `raking` (les rapports restent"
            " positifs), `linear`, `logit` et `truncated` (bornées), `sinh`. Python l’accepte"
            " aussi comme `method=`, qui dans un plan est le nom de la partie",
        ),
    )
    bounds: Bounds | None = Field(
        default=None,
        description=Words(
            "lowest and highest scaled ratio. Of a bounded distance; `tightest` finds the two"
            " nearest to each other that work",
            fr="rapports normés le plus bas et le plus haut. D’une distance bornée ;"
            " `tightest` trouve les deux plus proches l’un de l’autre qui conviennent",
        ),
    )
    start: MaybeColumn = Field(
        default=None,
        description=Words(
            "column of the weights to begin with. The paper's d_init; by default the weights of"
            " the file",
            fr="colonne des poids de départ. Le d_init de l’article ; par défaut les poids du"
            " fichier",
        ),
    )
    target: str | None = Field(
        default=None,
        description=Words(
            "column that makes the totals. Of the original file, the paper's d_fin; by default"
            " its weights",
            fr="colonne qui fait les totaux. Du fichier d’origine, le d_fin de l’article ; par"
            " défaut ses poids",
        ),
    )
    household_margins: tuple[str, ...] = Field(
        default=(),
        description=Words(
            "totals of households. As formulas; members of a household then get one weight, and"
            " the `margins` count its members (integrated calibration of CALMAR 2)",
            fr="totaux de ménages. En formules ; les membres d’un ménage reçoivent alors un"
            " même poids, et les `margins` comptent ses membres (calage intégré de CALMAR 2)",
        ),
    )
    q: MaybeColumn = Field(
        default=None,
        description=Words(
            "column of weights in the distance. Where it is large a weight may change more",
            fr="colonne des pondérations dans la distance. Là où elle est grande, un poids"
            " peut changer davantage",
        ),
    )
    alpha: float = Field(
        default=1.0,
        gt=0,
        description=Words(
            "parameter of the hyperbolic sine. Of the distance `sinh`",
            fr="paramètre du sinus hyperbolique. De la distance `sinh`",
        ),
    )
    scaled: bool = Field(
        default=True,
        description=Words(
            "whether starting weights are scaled first. To the total of the original file",
            fr="mettre d’abord à l’échelle les poids de départ. Au total du fichier d’origine",
        ),
    )
    ridge: Pairs[float] = Field(
        default=(),
        description=Words(
            "what a gap costs, by margin. Totals named here are met the better, the larger it is",
            fr="coût d’un écart, par marge. Les totaux nommés ici sont d’autant mieux"
            " respectés qu’il est grand",
        ),
    )
    instruments: tuple[str, ...] = Field(
        default=(),
        description=Words(
            "formulas that ratios depend on. In the place of the margins, one for each, with as"
            " many totals (generalised calibration)",
            fr="formules dont dépendent les rapports. À la place des marges, une pour chacune,"
            " avec autant de totaux (calage généralisé)",
        ),
    )
    regroup: Literal["neighbours", "hierarchy"] | None = Field(
        default=None,
        description=Words(
            "how categories may be merged. Where totals cannot be met: not at all (they are"
            " named), or `neighbours` in their order, or along the `hierarchy`. The order is"
            " that of a hierarchy made from one, of numbers or dates; texts without any are in"
            " that of the alphabet, and the facts name their columns",
            fr="façon de regrouper des modalités. Si des totaux ne peuvent être respectés :"
            " pas du tout (ils sont nommés), ou `neighbours` dans leur ordre, ou selon la"
            " `hierarchy`. L’ordre est celui d’une hiérarchie faite d’un ordre, des nombres ou"
            " des dates ; les textes qui n’en ont pas suivent l’alphabet, et les faits nomment"
            " leurs colonnes",
        ),
    )
    highest_ratio: float = Field(
        default=10.0,
        gt=1,
        description=Words(
            "highest ratio that mergers aim at. Where the distance has no bounds",
            fr="plus grand rapport visé par les regroupements. Si la distance n’a pas de bornes",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.distance in BOUNDED) != (self.bounds is not None):
            raise ValueError(
                Words(
                    "bounds: needed by logit and truncated, and by no other method",
                    fr="bounds : nécessaires à logit et truncated, et à nulle autre méthode",
                )
            )
        if isinstance(self.bounds, tuple) and not 0 <= self.bounds[0] < 1 < self.bounds[1]:
            raise ValueError(
                Words(
                    "bounds: the lowest must be from 0 to below 1, the highest above 1",
                    fr="bounds : la plus basse doit aller de 0 à moins de 1, la plus haute"
                    " dépasser 1",
                )
            )
        if self.instruments and self.regroup:
            raise ValueError(
                Words(
                    "instruments: categories cannot be merged with them",
                    fr="instruments : avec eux, les modalités ne peuvent être regroupées",
                )
            )
        known = (*self.margins, *self.household_margins)
        strange = [name for name, _ in (*self.totals, *self.ridge) if name not in known]
        if strange:
            raise ValueError(
                Words(
                    "totals, ridge: each must be for one of the margins",
                    fr="totals, ridge : chacun doit se rapporter à l’une des marges",
                )
            )
        return self

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """Weights are made from the cells of the margins, and may give these away."""
        return (WeightDisclosure(),)

    @property
    def holds(self) -> tuple[tuple[str, ...], ...]:
        """The margins, but for those that may be missed at a price."""
        free = {name for name, _ in self.ridge}
        return tuple(margin_columns(text) for text in self.margins if text not in free)

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with calibrated weights."""
        column = data.column(Role.WEIGHT)
        start, target = self.start or column, self.target or column
        if start is None or target is None:
            data.need(self.name, Role.WEIGHT)
        problem = problem_of(self._wish(str(start), str(target)), data)
        context.progress(
            0.3,
            say(
                "{units} cells, {totals} totals",
                "{units} cellules, {totals} totaux",
                units=len(problem.units),
                totals=len(problem.design.totals),
            ),
        )
        wanted = self._merged(data, problem)
        found, bounds = self._solved(problem, wanted)
        weights = column or str(start)
        changed = _weighted(data, problem, found, str(start), weights)
        merged = regrouped_facts(problem.design, wanted, data, self.regroup)
        facts = calibration_facts(problem, wanted, found, bounds, merged)
        return Change(data=changed, facts=facts)

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say what was done to the weights."""
        return calibration_said(facts)

    def _wish(self, start: str, target: str) -> Wish:
        return Wish(
            who=self.name,
            margins=self.margins,
            households=self.household_margins,
            instruments=self.instruments,
            start=start,
            target=target,
            q=self.q,
            totals=dict(self.totals),
            scaled=self.scaled,
        )

    def _merged(self, data: Dataset, problem: Problem) -> Design:
        laid = problem.design
        if self.regroup is None:
            return laid
        near = nearness(laid, data, self.regroup)
        limits = self.bounds if isinstance(self.bounds, tuple) else (LEAST, self.highest_ratio)
        start = laid.start * problem.scale
        return laid.merged(
            calibration.regrouping.regroup(laid.units, start, laid.totals, near, limits)
        )

    def _solved(self, problem: Problem, wanted: Design) -> tuple[Calibrated, Reach | None]:
        bounds = self._bounds(wanted, problem.scale)
        ridge = dict(self.ridge)
        costs = np.array([ridge.get(margin.text, np.inf) for margin in wanted.margins])
        found = calibration.newton.calibrate(
            wanted.units,
            wanted.start,
            wanted.totals,
            method=self.distance,
            bounds=bounds,
            alpha=self.alpha,
            scale=problem.scale,
            q=problem.q,
            ridge=costs[wanted.owner] if ridge else None,
            instruments=problem.along,
        )
        if not found.converged or found.contradicted:
            free = -np.inf if self.distance == "linear" else LEAST
            raise conflict(self.name, wanted, found, problem.scale, bounds or (free, np.inf))
        return found, bounds

    def _bounds(self, wanted: Design, scale: float) -> Reach | None:
        if not isinstance(self.bounds, str):
            return self.bounds
        found = calibration.feasibility.tightest(
            wanted.units, wanted.start * scale, wanted.totals, least=0.0
        )
        if found is None:
            raise conflict(self.name, wanted, None, scale, (0.0, np.inf))
        low, high = found
        wider = WIDER * max(high - low, WIDER)
        return max(0.0, min(low - wider, 1 - wider)), max(high + wider, 1 + wider)


def _weighted(
    data: Dataset, problem: Problem, found: Calibrated, start: str, column: str
) -> Dataset:
    if problem.on:
        ratio = pl.Series(RATIO, found.ratio)
        factor = problem.units.select(problem.on).with_columns(ratio)
        frame = join_groups(data.frame, factor, problem.on)
    else:
        frame = data.frame.with_columns(nw.lit(float(found.ratio[0])).alias(RATIO))
    weighted = frame.with_columns((number(start) * nw.col(RATIO)).alias(column)).drop(RATIO)
    return data.with_frame(weighted, made={column: [start]})
