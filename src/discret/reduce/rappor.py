"""RAPPOR: values told as blurred bits of a Bloom filter, by lies that stay and lies that go."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import Exchanged
from discret.data.roles import Role
from discret.data.text import as_text
from discret.errors import InputError
from discret.maths.arrays import Ints
from discret.maths.privacy import rappor
from discret.maths.privacy.rappor import Bits, Settings, Words64
from discret.parts import FRESH, Change, Column, Context, Method, Tier
from discret.parts.ahead import Ahead
from discret.parts.facts import Fact, Facts
from discret.reduce import reports
from discret.reduce.climbing import refused
from discret.reduce.local_answers import PRIVATE, answering, most_values
from discret.reduce.pram.estimates import Frequencies
from discret.reduce.rows_in_order import PERSON, drawn_once
from discret.reduce.secret import checked_secret
from discret.words import Words

CHUNK = 1 << 22  # bits that are drawn at a time
USUAL = Settings()


class Rappor(Method):
    r"""Tell each value as blurred bits of a Bloom filter, alike for ever in what they hide.

    Notes
    -----
    A value sets `hashes` of `bits` bits, others in each of the `cohorts` that people belong to. The
    *permanent* response blurs them once and for all: each bit is drawn by a fair coin with chance
    f. The *instantaneous* one blurs what is told, each time anew: a permanent bit that is set is
    told as set with chance q, another with p. So all reports of a person about a value, however
    many, tell :math:`ε_∞ = 2h \ln((1 - f/2)/(f/2))` at most, and a single one :math:`ε_1 = h
    \ln(q^*(1-p^*)/(p^*(1-q^*)))` with :math:`q^* = f(p+q)/2 + (1-f)q`, :math:`p^* = f(p+q)/2 +
    (1-f)p` (neighbours by replacement). f = 1/2, p = 1/2, q = 3/4 and h = 2 are those of the paper:
    4.39 and 1.07. Instead of f an `epsilon` may be given: what all reports tell, ln 3 for example.

    Permanent bits and cohorts are not stored. They are drawn from the secret that is handed to the
    run, by SHAKE128 of the secret, the column, the person and the value: the same in every release
    that has the same secret, and unforeseeable without it. So reports need an `individual` column
    that names people alike in all releases, and the holder of the data keeps the secret. Whoever
    loses it draws other bits, and what both tell adds up; whoever learns it takes the permanent lie
    off. Bits are those of a person, whoever shares their home. With `once` bits are drawn by the
    chance of the operating system and forgotten: then there must be no other release. Instantaneous
    chance is always the operating system's. Where a person has several values each costs by itself
    (``person_epsilon``); that two of their records have the same value, or no longer have it, is
    not covered. With p = 0 and q = 1 a person shows the same bits for ever, and can be
    followed by them.

    A report stands in the column as text: its cohort, the letter b, its bits (``3b0110...``).
    `estimate` counts `candidates` by regression over the bits, without bias if they hold every
    value that is at all frequent: others add to those whose bits they share. What is missing stays
    missing, and that it is missing is not covered.

    Examples
    --------
    >>> people = pl.DataFrame({"who": range(2000), "page": ["a", "b"] * 1000})
    >>> data = Dataset.of(people, individual="who", sensitive="page")
    >>> method = Rappor(column="page", bits=32, f=0.2)
    >>> change = method.apply(data, Context(secret=b"a long secret, kept apart"))
    >>> round(change.facts["epsilon"], 2), round(change.facts["permanent_epsilon"], 2)
    (1.74, 8.79)
    >>> found = method.estimate(change.data.to_polars()["page"], candidates=["a", "b", "c"])
    >>> found.counts["a"] > found.counts["c"]
    True
    """

    name: ClassVar[str] = "rappor"
    title: ClassVar[Words] = Words("reports in bits (RAPPOR)", fr="réponses en bits (RAPPOR)")
    purpose: ClassVar[Words] = Words(
        "tells values as blurred bits, with lies that stay from release to release",
        fr="dit des valeurs en bits brouillés, avec des mensonges qui restent d’une diffusion à"
        " l’autre",
    )
    references: ClassVar[tuple[str, ...]] = (
        (
            "Erlingsson Ú., Pihur V., Korolova A. (2014). RAPPOR: randomized aggregatable"
            " privacy-preserving ordinal response. CCS."
        ),
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire.",
    )
    perturbs: ClassVar[bool] = True
    random: ClassVar[bool] = True
    seeded: ClassVar[bool] = False
    keyed: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        "columns": Fact.names("columns", "colonnes"),
        "epsilon": Fact.number("ε of one report", "ε d’une réponse seule"),
        "permanent_epsilon": Fact.number(
            "ε of all reports of a person about a value",
            "ε de toutes les réponses d’une personne sur une valeur",
        ),
        "person_epsilon": Fact.number(
            "ε of all reports of a person, but for which records are alike",
            "ε de toutes les réponses d’une personne, sauf quels enregistrements sont pareils",
        ),
        "share": Fact.share("chance in permanent bits", "part de hasard des bits permanents"),
        "bits": Fact.count("bits of a report", "bits d’une réponse"),
        "cohorts": Fact.count("cohorts of people", "cohortes de personnes"),
        "memoised": Fact.yes(
            "permanent bits are the same in every release with the secret",
            "les bits permanents sont les mêmes dans toute diffusion avec le secret",
        ),
        **PRIVATE,
    }  # fmt: skip

    column: Column = Field(description=Words("column to perturb", fr="colonne à perturber"))
    bits: int = Field(
        default=USUAL.bits, ge=2, le=4096,
        description=Words("bits of a report", fr="bits d’une réponse"),
    )  # fmt: skip
    hashes: int = Field(
        default=USUAL.hashes, ge=1, le=16,
        description=Words("bits that a value sets, at most", fr="bits qu’une valeur met, au plus"),
    )  # fmt: skip
    cohorts: int = Field(
        default=USUAL.cohorts,
        ge=1,
        le=1000,
        description=Words(
            "cohorts of people. A value sets other bits in each, which tells values apart",
            fr="cohortes de personnes. Une valeur met d’autres bits dans chacune, ce qui distingue"
            " les valeurs",
        ),
    )
    f: float | None = Field(
        default=None,
        gt=0,
        lt=1,
        description=Words(
            "share of chance in permanent bits. One half by default",
            fr="part de hasard des bits permanents. Un demi par défaut",
        ),
    )
    epsilon: float | None = Field(
        default=None,
        gt=0,
        le=50,
        description=Words(
            "ε of all reports of a person about a value, instead of f",
            fr="ε de toutes les réponses d’une personne sur une valeur, au lieu de f",
        ),
    )
    p: float = Field(
        default=USUAL.p,
        ge=0,
        le=1,
        description=Words(
            "chance that a bit is told as set which is not",
            fr="probabilité de dire mis un bit qui ne l’est pas",
        ),
    )
    q: float = Field(
        default=USUAL.q,
        ge=0,
        le=1,
        description=Words(
            "chance that a bit is told as set which is",
            fr="probabilité de dire mis un bit qui l’est",
        ),
    )
    once: bool = Field(
        default=False,
        description=Words(
            "whether there is no other release. Permanent bits are then drawn and forgotten",
            fr="qu’il n’y ait pas d’autre diffusion. Les bits permanents sont alors tirés et"
            " oubliés",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.f is not None and self.epsilon is not None:
            raise ValueError(_EITHER)
        if self.p >= self.q:
            raise ValueError(_ORDER)
        return self

    @property
    def settings(self) -> Settings:
        """How reports are made, with the ε of one and of all: `instantaneous`, `permanent`."""
        own = USUAL.f if self.epsilon is None else rappor.f_of(self.epsilon, self.hashes)
        f = own if self.f is None else self.f
        return Settings(self.bits, self.hashes, self.cohorts, f, self.p, self.q)

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield that there is no secret or nobody to keep bits for, beside what all parts do."""
        yield from super().foreseen(ahead)
        if not self.once:
            yield from refused(lambda: ahead.data.need(self.name, Role.INDIVIDUAL))
            yield from refused(lambda: checked_secret(self.name, ahead.secret))

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say that there must be no other release where bits are not kept."""
        return [_ONCE] if facts.get("memoised") is False else []

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with reports in the place of values."""
        secret = None if self.once else self._secret(data, context)
        table = answering(self.name, data, self.column)
        own = drawn_once(table, [self.column])
        distinct, codes = numbered(table[self.column])
        first = np.flatnonzero((codes >= 0) & (own == np.arange(len(own))))
        people = as_text(table[PERSON]) if PERSON in table.columns else None
        cohorts = self._cohorts(people, len(table), secret, context)
        bits = np.zeros((len(table), self.bits), dtype=np.uint8)
        texts = as_text(distinct)
        size = max(CHUNK // self.bits, 1)
        for rows in np.split(first, np.arange(size, len(first), size)):
            words = self._words(rows, people, texts, codes, secret, context)
            bits[rows] = self._drawn(self._true(cohorts[rows], codes[rows], texts), words, context)
        shown = reports.written(bits[own], cohorts[own]).set(pl.Series(codes < 0), None)
        changed = data.with_rows(table[LINK].to_numpy(), **{self.column: shown})  # type: ignore[arg-type]
        facts = self._facts(most_values(table, self.column), secret, context)
        return Change(data=changed.went({self.column: Exchanged()}), facts=facts)

    def estimate(self, released: Iterable[Any], candidates: Sequence[str]) -> Frequencies:
        """Estimate how many have each candidate value, with standard errors.

        Parameters
        ----------
        released
            The reports, one for each record; missing ones are left out.
        candidates
            The values to count: all that are at all frequent.
        """
        labels = list(candidates)
        reports.check_candidates(self.name, labels)
        ones, number = reports.read(self.name, released, self.bits, self.cohorts)
        known = rappor.patterns(labels, self.settings)
        found = rappor.decoded(ones, number, known, self.settings)
        if found is None:
            raise InputError(_ALIKE.filled(who=self.name), hint=_MORE)
        return reports.frequencies(labels, found.counts, found.errors)

    def _secret(self, data: Dataset, context: Context) -> bytes:
        """Return the key of permanent bits, which is no other method's."""
        data.need(self.name, Role.INDIVIDUAL)
        given = checked_secret(self.name, context.secret)
        return hashlib.blake2b(self.column.encode(), key=given, person=b"rappor").digest()

    def _cohorts(
        self, people: pl.Series | None, size: int, secret: bytes | None, context: Context
    ) -> Ints:
        """Return the cohort of each record: that of its person where there is a secret."""
        drawn = context.chance.below(self.cohorts, size)
        if secret is None or people is None:
            return drawn
        distinct, who = numbered(people)
        kept = rappor.kept_words(secret, (f"cohort {name}" for name in distinct), 1)[:, 0]
        own = np.append((kept % np.uint64(self.cohorts)).astype(np.int64), 0)
        return np.where(who >= 0, own[who], drawn)

    def _words(
        self, rows: Ints, people: pl.Series | None, texts: pl.Series, codes: Ints,
        secret: bytes | None, context: Context,
    ) -> Words64:  # fmt: skip
        """Draw what permanent bits are decided by: from the secret for who is known."""
        if secret is None or people is None:
            return context.chance.words(len(rows) * self.bits).reshape(-1, self.bits)
        named = people[rows].is_not_null().to_numpy()
        fresh = context.chance.words(int((~named).sum()) * self.bits)
        who, what = people[rows[named]].to_list(), texts[codes[rows[named]]].to_list()
        owners = (f"{len(name)} {name} {value}" for name, value in zip(who, what, strict=True))
        found = np.empty((len(rows), self.bits), dtype=np.uint64)
        found[named] = rappor.kept_words(secret, owners, self.bits)
        found[~named] = fresh.reshape(-1, self.bits)
        return found

    def _true(self, cohorts: Ints, codes: Ints, texts: pl.Series) -> Bits:
        """Return the bits of values, hashed once for each value in a cohort."""
        pairs, place = np.unique(np.stack([cohorts, codes], axis=1), axis=0, return_inverse=True)
        values = texts[pairs[:, 1]].to_list()
        return rappor.filtered(pairs[:, 0], values, self.settings)[place.ravel()]

    def _drawn(self, bits: Bits, words: Words64, context: Context) -> Bits:
        kept = rappor.permanent(bits, self.settings.f, words)
        return rappor.instantaneous(kept, self.p, self.q, context.chance)

    def _facts(self, most: int, secret: bytes | None, context: Context) -> dict[str, Any]:
        settings = self.settings
        return {
            "columns": [self.column],
            "epsilon": settings.instantaneous,
            "permanent_epsilon": settings.permanent,
            "person_epsilon": settings.permanent * most,
            "share": settings.f,
            "bits": self.bits,
            "cohorts": self.cohorts,
            "memoised": secret is not None,
            "private": context.chance.private,
        }


_EITHER = Words("epsilon: either it or f", fr="epsilon : soit elle, soit f")
_ORDER = Words("p: less than q, else nothing is told", fr="p : inférieur à q, sinon rien n’est dit")
_ONCE = Words(
    "Permanent bits were drawn and forgotten: another release of these people would tell more than"
    " is said here.",
    fr="Les bits permanents ont été tirés et oubliés : une autre diffusion sur ces personnes en"
    " dirait plus que ce qui est dit ici.",
)
_ALIKE = Words(
    "{who}: the bits of these reports do not tell all candidates apart",
    fr="{who} : les bits de ces réponses ne distinguent pas tous les candidats",
)
_MORE = Words(
    "give fewer candidates, or make reports with more bits or cohorts",
    fr="donner moins de candidats, ou faire des réponses à plus de bits ou de cohortes",
)
