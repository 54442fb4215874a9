"""Randomised response: each value is told truly with a known chance, and is another otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.assess.repetition import Repetition
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import Exchanged
from discret.data.text import as_text
from discret.errors import ColumnError, ParameterError, listed
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.perturbation import transitions
from discret.maths.privacy.response import chances, estimated, responded
from discret.parts import FRESH, Change, Column, Context, Method, RiskMeasure, Tier
from discret.parts.facts import Fact, Facts
from discret.reduce.local_answers import (
    ANSWERED,
    COARSER,
    STRANGE,
    THESE,
    TOO_MANY,
    AnswerEpsilon,
    AnswerValues,
    answering,
    as_known,
    most_values,
)
from discret.reduce.pram.drawing import MANY, Drawing
from discret.reduce.pram.estimates import Frequencies
from discret.reduce.pram.matrices import States
from discret.reduce.rows_in_order import WEIGHT, drawn_once
from discret.words import Words


class RandomisedResponse(Method):
    r"""Tell each value truly with a known chance, and any of the others otherwise.

    Notes
    -----
    With n values, the truth is told with :math:`e^ε / (e^ε + n - 1)` and each other value with
    :math:`1 / (e^ε + n - 1)`: what is told of a person is at most :math:`e^ε` times likelier for
    one truth than for another, whatever is known beside it (ε-differential privacy of each answer,
    neighbours by replacement). For two values and ε = ln 3 this is the survey with two coins.

    Counts of the true values are estimated without bias by `estimate`, with their errors.

    Chance is the operating system's, drawn as whole numbers of 64 bits so that the ratio holds
    exactly: no seed draws the same again. A value of a person is drawn once, for all records that
    have it; where one has several values the ε of each add up (``person_epsilon``). That records
    of a person have the same value is then told, and no ε covers it; whoever shares their home
    answers for themselves. What is missing stays missing, and that it is missing is not covered.
    Nor is which values there are, unless they are given: `values` that are public do not depend on
    the file.

    Examples
    --------
    >>> from math import log
    >>> people = Dataset.of(pl.DataFrame({"smokes": ["yes", "no"] * 500}), sensitive="smokes")
    >>> method = RandomisedResponse(column="smokes", epsilon=log(3), values=["yes", "no"])
    >>> round(method.apply(people).facts["truth"], 2)
    0.75
    >>> method.estimate({"yes": 60, "no": 40}).counts["yes"]
    70.0
    """

    name: ClassVar[str] = "randomised_response"
    title: ClassVar[Words] = Words("randomised response", fr="réponse aléatoire")
    purpose: ClassVar[Words] = Words(
        "tells each value truly with a known chance (local differential privacy)",
        fr="dit chaque valeur avec une probabilité connue d’être vraie (confidentialité"
        " différentielle locale)",
    )
    references: ClassVar[tuple[str, ...]] = (
        (
            "Warner S. (1965). Randomized response: a survey technique for eliminating evasive"
            " answer bias. Journal of the American Statistical Association 60, 63-69."
        ),
        "Kairouz P., Oh S., Viswanath P. (2014). Extremal mechanisms for local privacy. NIPS.",
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire, exemple 14.",
    )
    perturbs: ClassVar[bool] = True
    random: ClassVar[bool] = True
    seeded: ClassVar[bool] = False
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        **ANSWERED,
        "truth": Fact.share("chance of the truth", "probabilité de la vérité"),
        "changed": Fact.share("values changed", "valeurs changées"),
    }

    column: Column = Field(description=Words("column to perturb", fr="colonne à perturber"))
    epsilon: AnswerEpsilon
    values: AnswerValues = Field(default=(), repr=False)

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """Whoever collects several answers of a person goes by what is told most."""
        return (Repetition(column=self.column, epsilon=self.epsilon, values=self.values),)

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with answers drawn."""
        table = answering(self.name, data, self.column)
        known = as_known(self.name, self.values, table[self.column].dtype)
        states = States.of(table, [self.column], known)
        self._check(states, known)
        shown = self._shown(states, table, context)
        drawn = Drawing.of(states, table[WEIGHT].to_numpy(), np.zeros(len(table), dtype=np.int64),
                           self._matrix)  # fmt: skip
        every = np.arange(len(states))
        matrix = self._matrix(np.zeros(len(states)), np.ones(len(states), dtype=bool))
        drawn.show(np.arange(len(table)), every, matrix, shown)
        drawn.held.append((np.zeros(len(states)), np.ones(len(states), dtype=bool)))
        step = Exchanged(drawn.chances(self.column), draws=drawn.draws(table[LINK]))
        columns = states.shown(drawn.shown, table)
        changed = data.with_rows(table[LINK].to_numpy(), **columns)  # type: ignore[arg-type]
        facts = self._facts(states, table, drawn.changed, context)
        return Change(data=changed.went({self.column: step}), facts=facts)

    def estimate(self, released: Mapping[Any, float] | Iterable[Any]) -> Frequencies:
        """Estimate the counts of the true values, without bias, with their standard errors.

        Parameters
        ----------
        released
            The values told, one for each record, or how often each is; missing ones are left out.
        """
        told = _counted(released)
        labels = list(dict.fromkeys([*self.values, *told]))
        strange = [label for label in told if self.values and label not in self.values]
        if strange:
            raise ParameterError(self.name, [STRANGE.filled(n=len(strange))], hint=THESE)
        found = estimated(np.array([told.get(label, 0.0) for label in labels]), self.epsilon)
        errors = np.sqrt(found.variances)
        return Frequencies(
            dict(zip(labels, found.counts.round(9).tolist(), strict=True)),
            dict(zip(labels, errors.tolist(), strict=True)),
        )

    def _shown(self, states: States, table: pl.DataFrame, context: Context) -> Ints:
        """Draw the answers, one for each value of a person."""
        known = states.codes >= 0
        shown = states.codes.copy()
        shown[known] = responded(states.codes[known], len(states), self.epsilon, context.chance)
        return np.asarray(shown[drawn_once(table, [self.column])])

    def _matrix(self, _: Floats, allowed: Bools) -> Floats:
        return transitions.uniform(chances(self.epsilon, len(allowed)).truth, allowed)

    def _check(self, states: States, known: list[str]) -> None:
        if len(states) > MANY:
            raise ColumnError(
                TOO_MANY.filled(who=self.name, names=listed([self.column]), most=MANY), hint=COARSER
            )
        strange = len(states) - len(known) if self.values else 0
        if strange > 0:
            raise ParameterError(self.name, [STRANGE.filled(n=strange)], hint=THESE)

    def _facts(
        self, states: States, table: pl.DataFrame, changed: float, context: Context
    ) -> dict[str, Any]:
        own = chances(self.epsilon, len(states))
        return {
            "columns": [self.column],
            "epsilon": self.epsilon,
            "person_epsilon": self.epsilon * most_values(table, self.column),
            "truth": own.truth if len(states) > 1 else 1.0,
            "values": len(states),
            "public": bool(self.values),
            "changed": changed,
            "private": context.chance.private,
        }


def _counted(released: Mapping[Any, float] | Iterable[Any]) -> dict[str, float]:
    if isinstance(released, Mapping):
        return {str(label): float(number) for label, number in released.items()}
    values = released if isinstance(released, pl.Series) else pl.Series(list(released))
    counts = as_text(values.drop_nulls()).alias("value").value_counts(name="records")
    return {str(label): float(number) for label, number in counts.iter_rows()}
