"""Repetition: what several answers of a person, each blurred anew, give away together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.data.beside.numbers import rows_of
from discret.data.beside.values import States, Tables
from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.data.text import as_text
from discret.finding import Finding
from discret.maths.arrays import Floats, Ints
from discret.maths.matching import group_ids
from discret.maths.privacy import repetition, response, unary
from discret.parts import Column, Counted, Criterion, RiskMeasure, Tier, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import HighestShare
from discret.words import Words
from discret.words.sentences import joined

Encoding = Literal["response", "optimised", "symmetric"]
LISTED = (1, 3, 5, 10, 30)  # answers for which the chance is told
TOLD = "^[0-9]{1,9}b[01]+$"


class Measured(NamedTuple):
    """What came out of a file: the chance to be right, whose values, and answers about each."""

    right: float
    unknown: int
    answers: int


class Repetition(RiskMeasure):
    r"""Chance that the value told most often by several answers of a person is the true one.

    Notes
    -----
    Answers that are blurred each by itself wear the blur away: in the end the value that comes most
    often is the true one (Nguyen & Castelluccia 2020, example 15). Whoever
    collects `times` answers takes the likeliest value, all being as likely before. By randomised
    response it is the one told most: with two values and the truth told with chance p, right with
    :math:`\sum_{k > m/2} \binom{m}{k} p^k (1-p)^{m-k}` for m odd (0.75 gives 0.84375 for 3 answers
    and 0.89648 for 5); among more values by the multinomial law; the one told least where any other
    is told more often than the truth. By unary encoding it is the one
    whose bit was told most. Among several as likely one is drawn by lot. Where one value is known
    to be frequent, an attacker does better than that.

    On a release the same is counted: of the true values of each person, those that are told most
    often by the records that had them. Methods of discret draw once for each value of a person in
    a file, so that records beside one another tell no more than one; other releases do.

    The value is the larger of what is expected (`details`: ``expected``, where `truth` or `epsilon`
    says how answers are blurred) and what came out (``measured``). Where an individual column tells
    whose records are whose, each value of a person counts once; otherwise each record is a person.

    Examples
    --------
    >>> before = pl.DataFrame({"who": ["a", "a", "a", "b"], "smokes": ["yes", "yes", "yes", "no"]})
    >>> after = before.with_columns(smokes=pl.Series(["yes", "no", "yes", "no"]))
    >>> data = Dataset.of(after, individual="who", sensitive="smokes", original=before)
    >>> Repetition().assess(data).value
    1.0
    >>> found = Repetition(truth=0.75, times=3).assess(data)
    >>> round(found.details["expected"], 5), round(found.details["by_answers"]["5"], 5)
    (0.84375, 0.89648)
    """

    name: ClassVar[str] = "repetition"
    title: ClassVar[Words] = Words("repeated answers", fr="réponses répétées")
    purpose: ClassVar[Words] = Words(
        "gives the chance that the value told most by several answers of a person is true",
        fr="donne la probabilité que la valeur la plus dite par plusieurs réponses d’une personne"
        " soit la vraie",
    )
    attacker: ClassVar[Words] = Words(
        "collects several answers of a person, and takes the value told most for the true one",
        fr="recueille plusieurs réponses d’une personne, et tient pour vraie la valeur la plus"
        " dite",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("inference",)
    counts: ClassVar[Counted] = "people"
    unit: ClassVar[Unit] = "share"
    needs: ClassVar[tuple[Role, ...]] = (Role.SENSITIVE,)
    tier: ClassVar[Tier] = "row"
    references: ClassVar[tuple[str, ...]] = (
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire, exemple 15.",
        (
            "Warner S. (1965). Randomized response: a survey technique for eliminating evasive"
            " answer bias. Journal of the American Statistical Association 60, 63-69."
        ),
    )
    tells: ClassVar[Facts] = {
        "column": Fact.names("column", "colonne"),
        "expected": Fact.share("expected to be right", "justes attendus"),
        "by_answers": Fact.share(
            "expected to be right, by number of answers",
            "justes attendus, selon le nombre de réponses",
            by="answers",
        ),
        "measured": Fact.share("right in this file", "justes dans ce fichier"),
        "unknown": Fact.count("values of people looked for", "valeurs de personnes cherchées"),
        "answers": Fact.count("answers about one, at most", "réponses sur une seule, au plus"),
        "values": Fact.count("values that there can be", "valeurs possibles"),
    }

    column: Column | None = Field(
        default=None,
        description=Words(
            "the column of answers. By default every sensitive one",
            fr="la colonne des réponses. Par défaut toutes les colonnes sensibles",
        ),
    )
    times: int = Field(
        default=1,
        ge=1,
        le=200,
        description=Words(
            "answers of a person, each drawn anew. In all releases, past and to come",
            fr="réponses d’une personne, chacune tirée de nouveau. Dans toutes les diffusions,"
            " passées et à venir",
        ),
    )
    truth: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "chance that an answer is true. Or `epsilon`",
            fr="probabilité qu’une réponse soit vraie. Ou `epsilon`",
        ),
    )
    epsilon: float | None = Field(
        default=None, gt=0, le=50, description=Words("ε of an answer", fr="ε d’une réponse")
    )
    encoding: Encoding = Field(
        default="response",
        description=Words(
            "how values are told. `response`: as values; `optimised`, `symmetric`: as bits of"
            " unary encoding",
            fr="comment les valeurs sont dites. `response` : telles quelles ; `optimised`,"
            " `symmetric` : en bits d’un codage unaire",
        ),
    )
    values: tuple[str, ...] = Field(
        default=(),
        description=Words(
            "the values that there can be, in the order of bits. By default those of the original",
            fr="les valeurs possibles, dans l’ordre des bits. Par défaut celles de l’original",
        ),
        repr=False,
    )
    most: HighestShare = Field(default=None)

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.truth is not None and self.epsilon is not None:
            raise ValueError(_EITHER)
        if self.truth is not None and self.encoding != "response":
            raise ValueError(_BITS)
        return self

    @property
    def chooses(self) -> tuple[Role, ...]:
        """None: names alone say which columns are looked at."""
        return ()

    def assess(self, data: Dataset) -> Finding:
        """Measure how often the value told most is the true one."""
        columns = data.need(self.name, Role.SENSITIVE) if self.column is None else (self.column,)
        data.check_columns(self.name, columns)
        found = [self._told(data, column) for column in columns]
        worst = max(found, key=lambda told: _risk(told) or 0.0)
        return Finding.at_most(
            self.name, _risk(worst), self.most, reads=self._sentence(worst), details=worst
        )

    def _told(self, data: Dataset, column: str) -> dict[str, Any]:
        """Return what is expected and what came out of a column."""
        size = len(set(self.values)) or len(data.original.values(column))
        chances = {str(times): self._expected(size, times) for times in LISTED}
        measured = self._measured(data, column)
        return {
            "column": [column],
            "values": size,
            "expected": self._expected(size, self.times),
            "by_answers": {
                times: chance for times, chance in chances.items() if chance is not None
            },
            "measured": None if measured is None else measured.right,
            "unknown": 0 if measured is None else measured.unknown,
            "answers": 0 if measured is None else measured.answers,
        }

    def _expected(self, size: int, times: int) -> float | None:
        """Return the chance to be right by so many answers, where it is told how they are drawn."""
        if self.encoding != "response" and self.epsilon is not None:
            told = unary.limits(self.epsilon, self.encoding).told
            return repetition.bits_told(told, size, times) if size else None
        truth = self.truth
        if self.epsilon is not None:
            truth = response.chances(self.epsilon, max(size, 1)).truth
        return repetition.most_told(truth, size, times) if truth is not None and size else None

    def _measured(self, data: Dataset, column: str) -> Measured | None:
        """Count how often the value told most in this file is true."""
        original = data.original
        if column not in original.roles:
            return None
        tables = Tables.of(self.name, data, [column])
        states = States.of(tables, [column])
        true = states.original[tables.place]
        known = (true >= 0) & (states.released >= 0)
        if not known.any():
            return None
        people = _people(self.name, original)
        owner = np.arange(len(states.original)) if people is None else people
        whose, size = group_ids(np.stack([owner[tables.place], true], axis=1)[known])
        unknown = np.zeros(size, dtype=np.int64)
        unknown[whose] = true[known]
        answers = int(np.bincount(whose).max())
        right = self._right(tables, states, whose, unknown, known)
        return None if right is None else Measured(float(right.mean()), size, answers)

    def _right(
        self, tables: Tables, states: States, whose: Ints, unknown: Ints, known: Any
    ) -> Floats | None:
        (name,) = states.names
        told = as_text(tables.released[name].filter(pl.Series(known)))
        if self.encoding == "response" or not told.str.contains(TOLD).all():
            return repetition.right_by_count(whose, states.released[known], unknown)
        return _right_bits(told, self._labels(tables, name), states.labels, whose, unknown)

    def _labels(self, tables: Tables, column: str) -> list[str]:
        if self.values:
            return list(self.values)
        return as_text(numbered(tables.original[column])[0]).to_list()

    def _sentence(self, told: dict[str, Any]) -> Words:
        names = ", ".join(told["column"])
        if _risk(told) is None:
            return _NOTHING.filled(names=names)
        said = []
        if told["measured"] is not None:
            said.append(_MEASURED.filled(names=names, share=told["measured"], n=told["answers"]))
        if told["expected"] is not None:
            words = _EXPECTED.filled(names=names, share=told["expected"], n=self.times)
            said.append(words)
        return joined(said, " ")


def _risk(told: dict[str, Any]) -> float | None:
    """Return the larger of what is expected and what came out."""
    known = [told[name] for name in ("expected", "measured") if told[name] is not None]
    return max(known, default=None)


def _people(who: str, data: Dataset) -> Ints | None:
    """Return the person of each record, in order; those of nobody known are one each."""
    column = data.column(Role.INDIVIDUAL)
    if column is None:
        return None
    codes = numbered(rows_of(who, data, [column])[column])[1]
    alone = codes.max(initial=-1) + 1 + np.arange(len(codes))
    return np.where(codes >= 0, codes, alone)


def _right_bits(
    told: pl.Series, labels: Sequence[str], states: Sequence[str], whose: Ints, unknown: Ints
) -> Floats | None:
    """Add up the bits of each unknown value; nothing where the bits are not those of the values."""
    place = {label: at for at, label in enumerate(labels)}
    own = np.array([place.get(label, -1) for label in states])[unknown]
    texts = told.str.splitn("b", 2).struct.field("field_1")
    if (texts.str.len_chars() != len(labels)).any() or (own < 0).any():
        return None
    plain = np.frombuffer("".join(texts.to_list()).encode(), dtype=np.uint8) - np.uint8(48)
    return repetition.right_by_bits(whose, plain.reshape(-1, len(labels)), own)


_EITHER = Words("truth: either it or epsilon", fr="truth : soit elle, soit epsilon")
_BITS = Words("truth: of bits, say epsilon", fr="truth : pour des bits, donner epsilon")
_NOTHING = Words(
    "Nothing says how answers in {names} are blurred, and no value is known both before and after.",
    fr="Rien ne dit comment sont brouillées les réponses de {names}, et aucune valeur n’est connue"
    " à la fois avant et après.",
)
_MEASURED = Words(
    "Who takes the value told most in {names} for true is right about {share:%} of the values of"
    " people in this file, with {n} {n:answer|answers} about each at most.",
    fr="Qui tient pour vraie la valeur la plus dite de {names} voit juste pour {share:%} des"
    " valeurs des personnes de ce fichier, avec {n} {n:réponse|réponses} sur chacune au plus.",
)
_EXPECTED = Words(
    "Of {n} {n:answer|answers} in {names}, each drawn anew, {share:%} would be right.",
    fr="Avec {n} {n:réponse tirée de nouveau|réponses, chacune tirée de nouveau,} dans {names},"
    " {share:%} seraient justes.",
)
