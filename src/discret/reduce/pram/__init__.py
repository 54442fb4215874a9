"""PRAM: values are exchanged for others by chance, so that counts can still be estimated."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, Self

import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.assess.likelihood_linkage import LikelihoodLinkage
from discret.assess.posterior import Posterior
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import Exchanged
from discret.errors import ColumnError, InputError, ParameterError, listed
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import group_ids
from discret.maths.perturbation import transitions
from discret.maths.privacy import response
from discret.parts import FRESH, Change, Columns, Context, Method, Pairs, RiskMeasure, Tier
from discret.parts.depending import Depending
from discret.parts.facts import Fact, Facts
from discret.parts.published import Published, publishing
from discret.reduce.local_answers import PRIVATE
from discret.reduce.pram.drawing import MANY, Drawing, rows_by_part, tell
from discret.reduce.pram.matrices import Named, States, active, named, restricted
from discret.reduce.pram.refusals import (
    APART,
    COARSER,
    LACKING,
    LEAVE,
    NOTHING,
    ONE_COLUMN,
    ROWS,
    STEPS,
    THERE,
    TOGETHER,
    TOO_MANY,
    UNREACHED,
    UNTOLD,
    VALUES,
)
from discret.reduce.pram.told import amounting, published
from discret.reduce.rows_in_order import WEIGHT, drawn_once, rows_in_order
from discret.words import Words

Chance = Annotated[float, Field(ge=0, le=1)]
Scalar = str | int | float | bool
ONE = 1e-9  # a row of chances may differ from one by so much


def _idle(part: Any) -> tuple[str, ...]:
    """Return what has no say: retention beside a matrix or ε, columns together where one is."""
    alone = ("together",) if len(part.columns) == 1 else ()
    given = part.matrix is not None or part.epsilon is not None
    return (*alone, "retention") if given else alone


class Pram(Method):
    r"""Exchange values for others by chance: the post-randomisation method.

    Notes
    -----
    A record whose value is k shows l with chance :math:`p_{kl}`. With T the counts,
    :math:`E(T_Z | X) = P' T_X`: who knows the matrix estimates counts without bias by
    :math:`(P^{-1})' T_Z` (`estimates.estimate_frequencies`). An *invariant* matrix leaves the
    expected counts as they are, :math:`P' T_X = T_X`, so that nothing need be corrected.

    Without a matrix, a value stays with at least the chance `retention`, and an invariant matrix is
    made: :math:`R = ρ I + (1 - ρ) 1 t'`, t being the shares of the (weighted) values. A given
    matrix is taken as it is, unless `invariant` asks for the two-stage one (it is turned back by
    Bayes' rule) or for the nearest, by a linear programme.

    Combinations that would give the method away (a man with breast cancer) are `forbidden`: chances
    then depend on the columns that are not perturbed, and what would have led to such a combination
    stays with the true value. In each part of the file with chances of its own counts are estimated
    by its own matrix, and stay without bias. A file that has such a combination already is refused.

    Columns are perturbed one by one, each by itself; with `together` as one column of combinations.
    What is missing stays. Facts list the chances of columns with at most 200 values; of larger ones
    they are those of the formula above, with the expected counts.

    The fact ``epsilon`` is what the chances amount to, :math:`\max_l \ln(\max_k p_{kl} / \min_k
    p_{kl})`: how much likelier what is shown is for one true value of that column than for another,
    in one record (local differential privacy). It is none where some value can never be shown for
    another; of several columns those of a record add up. An `epsilon` that is asked for makes the
    matrix of `RandomisedResponse`, with :math:`p_{kk} = e^ε/(e^ε + n - 1)` (of two values a first
    toss with :math:`P = \tanh(ε/2)`), or, with `invariant`, the invariant one that amounts to it.
    But draws come from the seed of the run: who knows the seed takes them back, so that this is a
    measure of the chances and no guarantee (``private``: no). `RandomisedResponse` gives one.

    Examples
    --------
    >>> import numpy as np
    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), key=["Âge", "Sexe"], sensitive="Maladie")
    >>> chances = {"Femme": {"Femme": 0.85, "Homme": 0.15}, "Homme": {"Femme": 0.1, "Homme": 0.9}}
    >>> method = Pram(columns=["Sexe"], matrix=chances)
    >>> change = method.apply(data, Context(rng=np.random.default_rng(1)))
    >>> change.facts["expected"]["Sexe"]["Femme"]
    3.7
    """

    name: ClassVar[str] = "pram"
    title: ClassVar[Words] = Words("values replaced by chance", fr="valeurs remplacées au hasard")
    purpose: ClassVar[Words] = Words(
        "replaces values by others, drawn with set chances (PRAM)",
        fr="remplace des valeurs par d’autres, tirées avec des probabilités fixées (PRAM)",
    )
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
        (
            "Gouweleeuw J. et al. (1998). Post randomisation for statistical disclosure control:"
            " theory and implementation. Journal of Official Statistics 14(4)."
        ),
        "de Wolf P.-P., van Gelder I. (2004). An empirical evaluation of PRAM.",
    )
    perturbs: ClassVar[bool] = True
    random: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    idle: ClassVar[Any] = Depending((), _idle)
    tells: ClassVar[Facts] = {
        "columns": Fact.names("columns", "colonnes"),
        "changed": Fact.share("values changed", "valeurs changées", by="column"),
        "epsilon": Fact.number("ε that the chances amount to", "ε équivalent", by="column"),
        **PRIVATE,
        "matrix": Fact.table(
            "chance of each true value (row) to be shown as each (column)",
            "probabilité pour chaque vraie valeur (ligne) d’être montrée comme chacune (colonne)",
            holds=True,
        ),
        "realised": Fact.table(
            "share of each true value (row) that came to be shown as each (column)",
            "part de chaque vraie valeur (ligne) effectivement montrée comme chacune (colonne)",
            holds=True,
        ),
        "posterior": Fact.table(
            "chance of each value (row) to be the true one where each (column) is shown",
            "probabilité pour chaque valeur (ligne) d’être la vraie là où chacune (colonne) est"
            " montrée",
            holds=True,
        ),
        "expected": Fact.table("expected counts", "effectifs attendus", holds=True),
        "parts": Fact.count("parts with chances of their own", "parties à probabilités propres"),
        "too_many": Fact.names(
            "with too many values for their chances to be listed",
            "aux valeurs trop nombreuses pour lister leurs probabilités",
        ),
    }

    columns: Columns = Field(
        min_length=1, description=Words("columns to perturb", fr="colonnes à perturber")
    )
    matrix: Pairs[Pairs[Chance]] | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "chances of each value to become each other, for one column. A row for each true"
            " value; without it, they are made from `retention`",
            fr="probabilités pour chaque valeur d’en devenir une autre, pour une colonne. Une"
            " ligne par vraie valeur ; sans elle, elles viennent de `retention`",
        ),
        repr=False,
    )
    retention: float = Field(
        default=0.8,
        gt=0,
        lt=1,
        description=Words(
            "chance that a value stays, at least", fr="probabilité qu’une valeur reste, au moins"
        ),
    )
    epsilon: float | None = Field(
        default=None,
        gt=0,
        le=50,
        description=Words(
            "ε that the chances amount to, instead of a retention. For who does not know the seed",
            fr="ε équivalent aux probabilités, au lieu de retention. Pour qui ignore la graine",
        ),
    )
    invariant: bool | Literal["two_stage", "nearest"] | None = Field(
        default=None,
        description=Words(
            "whether expected counts stay as they are. By default so without a matrix; with one,"
            " `true` or `two_stage` turns it back by Bayes' rule, `nearest` changes it least",
            fr="garder ou non les effectifs attendus. Par défaut oui sans matrice ; avec une,"
            " `true` ou `two_stage` la compose avec son inverse de Bayes, `nearest` la change le"
            " moins",
        ),
    )
    by: Columns = Field(
        default=(),
        description=Words(
            "columns whose values are kept apart. Each combination has chances of its own",
            fr="colonnes dont on sépare les valeurs. Chaque combinaison a ses probabilités",
        ),
    )
    together: bool = Field(
        default=False,
        description=Words(
            "whether columns are perturbed as one, combinations being replaced",
            fr="perturber ou non les colonnes ensemble, en remplaçant des combinaisons",
        ),
    )
    forbidden: tuple[Pairs[Scalar], ...] = Field(
        default=(),
        description=Words(
            "combinations that may never appear. With columns that are not perturbed too:"
            ' `forbidden = [{ sex = "m", illness = "breast cancer" }]`',
            fr="combinaisons qui ne doivent jamais paraître. Avec des colonnes non perturbées"
            ' aussi : `forbidden = [{ sex = "m", illness = "breast cancer" }]`',
        ),
        repr=False,
    )

    publish: bool = publishing()

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.publish and self._untold:
            raise ValueError(UNTOLD)
        if self.epsilon is not None and not self._reachable:
            raise ValueError(UNREACHED)
        if any(abs(sum(dict(row).values()) - 1) > ONE for _, row in self.matrix or ()):
            raise ValueError(ROWS)
        names = [{name for name, _ in rule} for rule in self.forbidden]
        if not all(some & set(self.columns) for some in names):
            raise ValueError(NOTHING)
        if not self.together and any(len(some & set(self.columns)) > 1 for some in names):
            raise ValueError(TOGETHER)
        if set(self.by) & set(self.columns):
            raise ValueError(APART)
        return self

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say what the chances amount to, and for whom."""
        return amounting(facts)

    @property
    def published(self) -> Published | None:
        """The chances that the plan gives, or that counts need no correction."""
        return published(self) if self.publish else None

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """Whoever is told the chances knows better which values are true, and whose they are."""
        return (Posterior(), LikelihoodLinkage()) if self.publish else ()

    @property
    def _units(self) -> list[tuple[str, ...]]:
        """The columns that are perturbed at once."""
        return [self.columns] if self.together else [(name,) for name in self.columns]

    @property
    def _named(self) -> dict[str, dict[str, float]]:
        return {true: dict(row) for true, row in self.matrix or ()}

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with values exchanged."""
        table = self._table(data)
        self._check_rules(table)
        new: dict[str, pl.Series] = {}
        steps: dict[str, Exchanged] = {}
        facts: dict[str, Any] = {"columns": list(self.columns), "parts": 0, "private": False}
        for names in self._units:
            drawn = self._drawn(table, names, context.rng)
            new |= drawn.states.shown(drawn.shown, table)
            draws = drawn.draws(table[LINK])
            steps |= {name: Exchanged(drawn.chances(name), draws=draws) for name in names}
            tell(facts, drawn)
        changed = data.with_rows(table[LINK].to_numpy(), **new)  # type: ignore[arg-type]
        return Change(data=changed.went(steps), facts=facts)

    def _table(self, data: Dataset) -> pl.DataFrame:
        """Return all columns that matter, and weights, in the order of rows."""
        ruled = [name for rule in self.forbidden for name, _ in rule]
        table = rows_in_order(self.name, data, [*self.columns, *self.by, *ruled])
        if self.matrix is not None and len(self.columns) > 1:
            raise ParameterError(self.name, [ONE_COLUMN], hint=STEPS)
        return table

    def _check_rules(self, table: pl.DataFrame) -> None:
        """Refuse a file that has what may never appear: what is missing beside it stays too."""
        there = active(table, [dict(rule) for rule in self.forbidden], ()).any(axis=0)
        if there.any():
            raise InputError(THERE.filled(who=self.name, n=int(there.sum())), hint=LEAVE)

    def _drawn(
        self, table: pl.DataFrame, names: tuple[str, ...], rng: np.random.Generator
    ) -> Drawing:
        """Draw the states of columns, part by part."""
        given = named(self._named, table[names[0]])
        states = States.of(table, names, _mentioned(given))
        self._check_states(states, given)
        rules = [dict(rule) for rule in self.forbidden if any(name in names for name, _ in rule)]
        marks = active(table, rules, names)
        apart = [States.of(table, [name]).codes for name in self.by]
        whole = np.zeros(len(table), dtype=np.int64)
        part, parts = group_ids(np.stack([whole, *apart, *marks.T.astype(np.int64)], axis=1))
        laid = states.matrix(given)
        drawn = Drawing.of(states, table[WEIGHT].to_numpy(), part, partial(self._matrix, laid))
        for rows in rows_by_part(part, parts):
            ruling = [rule for rule, on in zip(rules, marks[rows[0]], strict=True) if on]
            self._draw_part(drawn, rows, states.allowed(ruling), rng)
        drawn.shown = drawn.shown[drawn_once(table, names, part)]
        return drawn

    def _draw_part(
        self, drawn: Drawing, rows: Ints, allowed: Bools, rng: np.random.Generator
    ) -> None:
        """Draw for the records of a part; of its chances no more is kept than they are made of."""
        near = drawn.near(rows) if self._inside else np.arange(len(allowed))
        drawn.draw(rows, near, drawn.matrix(drawn.count(rows, near), allowed[near]), rng)
        drawn.held.append((drawn.count(rows, np.arange(len(allowed))), allowed))

    @property
    def _inside(self) -> bool:
        """Whether only values that a part of the file has are shown there, in their shares."""
        usual = self.invariant is True or (self.invariant is None and self.epsilon is None)
        return self.matrix is None and usual

    @property
    def _untold(self) -> bool:
        """Whether chances hang on which values the file has, and expected counts do not stay."""
        usual = self.invariant is None and self.epsilon is not None
        return self.matrix is None and (self.invariant is False or usual)

    @property
    def _reachable(self) -> bool:
        """Whether chances can amount to an ε that is asked for: none may be nought."""
        made = self.matrix is None and self.invariant in (None, False, True)
        return made and not self.forbidden and not (self.invariant is True and self.by)

    def _check_states(self, states: States, given: Named) -> None:
        if len(states) > MANY:
            raise ColumnError(
                TOO_MANY.filled(who=self.name, names=listed(states.names), most=MANY),
                hint=COARSER,
            )
        lacking = states.present - set(given) if self.matrix is not None else ()
        if lacking:
            raise ParameterError(
                self.name, [LACKING.filled(n=len(lacking), names=listed(states.names))],
                hint=VALUES.filled(name=states.names[0]),
            )  # fmt: skip

    def _matrix(self, laid: Floats, count: Floats, allowed: Bools) -> Floats:
        """Return the chances in a part of the file."""
        given = None if self.matrix is None else restricted(laid, allowed)
        if self._inside:
            kept = self.retention
            if self.epsilon is not None:
                kept = transitions.retention_of(self.epsilon, count, allowed)
            return transitions.invariant(kept, count, allowed)
        matrix = transitions.uniform(self._truth(allowed), allowed) if given is None else given
        if self.invariant in (None, False):
            return matrix
        present = count > 0
        found = np.eye(len(matrix))
        inside = np.ix_(present, present)
        own = restricted(matrix, present)[inside]
        way = (
            transitions.nearest_invariant if self.invariant == "nearest" else transitions.two_stage
        )
        found[inside] = way(own, count[present])
        return found if given is not None else transitions.keeping(found, self.retention)

    def _truth(self, allowed: Bools) -> float:
        """Return the chance that a value stays where all others are drawn alike."""
        if self.epsilon is None:
            return self.retention
        return response.chances(self.epsilon, max(int(allowed.sum()), 1)).truth


def _mentioned(given: Named) -> list[str]:
    """Return the values that a matrix names."""
    return list(dict.fromkeys([*given, *(shown for row in given.values() for shown in row)]))
