"""Unary encoding: a value is told as bits, one for each that there can be, each blurred."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.assess.repetition import Repetition
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import Exchanged
from discret.errors import ColumnError, ParameterError, listed
from discret.maths.arrays import Ints
from discret.maths.privacy.unary import Bits, Kind, Limits, encoded, estimated, limits
from discret.parts import FRESH, Change, Column, Context, Method, RiskMeasure, Tier
from discret.parts.facts import Fact, Facts
from discret.reduce import reports
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
from discret.reduce.pram.drawing import LISTED, MANY
from discret.reduce.pram.estimates import Frequencies
from discret.reduce.pram.matrices import States
from discret.reduce.rows_in_order import drawn_once
from discret.words import Words

CHUNK = 1 << 22  # bits that are drawn at a time


class UnaryEncoding(Method):
    r"""Tell each value as bits, one for each value that there can be, each blurred by itself.

    Notes
    -----
    The bit of the true value is told as set with chance p, each other with chance q, such that
    :math:`p(1-q) / (q(1-p)) = e^ε`: an answer is at most :math:`e^ε` times likelier for one truth
    than for another (ε-differential privacy of each answer, neighbours by replacement).
    ``optimised`` has p = 1/2 and :math:`q = 1/(e^ε + 1)`: the variance of a rare count is
    :math:`4 n e^ε/(e^ε-1)^2`, whatever the number of values, less than that of randomised response
    once there are more than some :math:`3 e^ε + 2` of them (Wang et al. 2017). ``symmetric`` has
    :math:`p = 1 - q = e^{ε/2}/(e^{ε/2}+1)`, as basic RAPPOR.

    A report stands in the column as text, ``0b0110``: the letter keeps readers from taking it for
    a number. Bits are in the order of `values`; without them in that of the values of the file
    (fact ``order``), which is then told too. `estimate` reads reports back and estimates counts
    without bias, with their errors.

    Chance is the operating system's, compared as whole numbers of 64 bits so that the ratio holds
    exactly: no seed draws the same again. A value of a person is drawn once in a file, and anew in
    the next: who collects several reports of one person adds their bits up (`Repetition`); `Rappor`
    keeps its lies instead. That records of a person have the same value is told, and no ε covers
    it; whoever shares their home answers for themselves. What is missing stays missing, and that it
    is missing is not covered.

    Examples
    --------
    >>> people = Dataset.of(pl.DataFrame({"dish": ["pie", "stew"] * 500}), sensitive="dish")
    >>> method = UnaryEncoding(column="dish", epsilon=2.0, values=["pie", "soup", "stew"])
    >>> told = method.apply(people).data.to_polars()["dish"]
    >>> len(told[0]), abs(method.estimate(told).counts["soup"]) < 200
    (5, True)
    """

    name: ClassVar[str] = "unary_encoding"
    title: ClassVar[Words] = Words("unary encoding", fr="codage unaire")
    purpose: ClassVar[Words] = Words(
        "tells each value as bits, each blurred by chance (local differential privacy)",
        fr="dit chaque valeur en bits, chacun brouillé au hasard (confidentialité différentielle"
        " locale)",
    )
    references: ClassVar[tuple[str, ...]] = (
        (
            "Wang T., Blocki J., Li N., Jha S. (2017). Locally differentially private protocols"
            " for frequency estimation. USENIX Security."
        ),
        (
            "Erlingsson Ú., Pihur V., Korolova A. (2014). RAPPOR: randomized aggregatable"
            " privacy-preserving ordinal response. CCS."
        ),
    )
    perturbs: ClassVar[bool] = True
    random: ClassVar[bool] = True
    seeded: ClassVar[bool] = False
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        **ANSWERED,
        "own": Fact.share(
            "chance that the bit of the true value is told", "probabilité que le bit vrai soit dit"
        ),
        "other": Fact.share(
            "chance that another bit is told", "probabilité qu’un autre bit soit dit"
        ),
        "order": Fact.table(
            "the value of each bit", "la valeur que dit chaque bit", holds=True
        ),
    }  # fmt: skip

    column: Column = Field(description=Words("column to perturb", fr="colonne à perturber"))
    epsilon: AnswerEpsilon
    kind: Kind = Field(
        default="optimised",
        description=Words(
            "how bits are blurred. `optimised`: the least error for rare values; `symmetric`: a"
            " bit is told truly with the same chance, set or not",
            fr="comment les bits sont brouillés. `optimised` : la moindre erreur pour les valeurs"
            " rares ; `symmetric` : un bit est dit vrai avec la même probabilité, mis ou non",
        ),
    )
    values: AnswerValues = Field(default=(), repr=False)

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """Whoever collects several reports of a person adds their bits up."""
        return (
            Repetition(
                column=self.column, epsilon=self.epsilon, encoding=self.kind, values=self.values
            ),
        )

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with reports in the place of values."""
        table = answering(self.name, data, self.column)
        states = States.of(table, [self.column], self._known(table[self.column].dtype))
        labels, codes = self._ordered(states)
        told = limits(self.epsilon, self.kind)
        known = codes >= 0
        own = drawn_once(table, [self.column])
        first = np.flatnonzero(known & (own == np.arange(len(own))))
        bits = np.zeros((len(codes), len(labels)), dtype=np.uint8)
        bits[first] = _drawn(codes[first], len(labels), told, context)
        shown = reports.written(bits[own], np.zeros(len(codes), dtype=np.int64))
        shown = shown.set(pl.Series(~known), None)
        changed = data.with_rows(table[LINK].to_numpy(), **{self.column: shown})  # type: ignore[arg-type]
        facts = self._facts(labels, told, most_values(table, self.column), context)
        return Change(data=changed.went({self.column: Exchanged()}), facts=facts)

    def estimate(self, released: Iterable[Any], candidates: Sequence[str] = ()) -> Frequencies:
        """Estimate how many have each value, without bias, with standard errors.

        Parameters
        ----------
        released
            The reports, one for each record; missing ones are left out.
        candidates
            The value of each bit, in order; by default the `values` of the method.
        """
        labels = list(candidates or self.values)
        reports.check_candidates(self.name, labels)
        ones, number = reports.read(self.name, released, len(labels), 1)
        told = limits(self.epsilon, self.kind).told
        found = estimated(ones[0].astype(np.float64), float(number[0]), told)
        return reports.frequencies(labels, found.counts, np.sqrt(found.variances))

    def _known(self, kind: pl.DataType) -> list[str]:
        """Return the values that there can be as the column knows them."""
        return as_known(self.name, self.values, kind)

    def _ordered(self, states: States) -> tuple[list[str], Ints]:
        """Return the values that bits stand for, in order, and the bit of each record."""
        if len(states) > MANY:
            raise ColumnError(
                TOO_MANY.filled(who=self.name, names=listed([self.column]), most=MANY), hint=COARSER
            )
        if not self.values:
            return states.labels, states.codes
        wanted = self._known(states.values[self.column].dtype)
        place = {label: at for at, label in enumerate(wanted)}
        strange = [label for label in states.labels if label not in place]
        if strange:
            raise ParameterError(self.name, [STRANGE.filled(n=len(strange))], hint=THESE)
        order = np.array([*(place[label] for label in states.labels), -1])
        return wanted, order[states.codes]

    def _facts(
        self, labels: list[str], told: Limits, most: int, context: Context
    ) -> dict[str, Any]:
        own, other = told.told
        order = {str(place): label for place, label in enumerate(labels, 1)}
        return {
            "columns": [self.column],
            "epsilon": self.epsilon,
            "person_epsilon": self.epsilon * most,
            "values": len(labels),
            "public": bool(self.values),
            "own": own,
            "other": other,
            "private": context.chance.private,
            **({"order": order} if len(labels) <= LISTED else {}),
        }


def _drawn(codes: Ints, values: int, told: Limits, context: Context) -> Bits:
    """Draw reports, some records at a time: a bit takes a whole number to draw."""
    size = max(CHUNK // max(values, 1), 1)
    pieces = np.split(codes, np.arange(size, len(codes), size))
    return np.concatenate([encoded(piece, values, told, context.chance) for piece in pieces])
