"""Private synthesis: records drawn from noisy marginals, under differential privacy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import Exchanged
from discret.data.ledger.account import Charge
from discret.data.ledger.costs import Cost
from discret.data.ledger.ledger import Ledger
from discret.data.ledger.neighbours import USUAL, Neighbours, Protected
from discret.data.refusals import not_drawn
from discret.data.roles import HELD, Role
from discret.errors import ColumnError, InputError, listed
from discret.maths.privacy.chance import SYSTEM
from discret.parts import FRESH, Change, Columns, Context, Method, Pairs, Tier
from discret.parts.ahead import Ahead
from discret.parts.depending import Depending
from discret.parts.facts import Fact, Facts
from discret.parts.published import Published
from discret.private.mechanisms import Guarantee, opendp
from discret.reduce.climbing import refused
from discret.reduce.local_answers import PRIVATE
from discret.reduce.private_synthesis import refusals
from discret.reduce.private_synthesis.domains import (
    Domain,
    check_named,
    kinds_of,
    of_bounds,
    of_categories,
    of_table,
    undeclared,
)
from discret.reduce.private_synthesis.graphical import Noisy, Space, libraries
from discret.reduce.private_synthesis.marginals import Search, Spending
from discret.reduce.private_synthesis.records import as_written, in_place, one_each, people
from discret.reduce.private_synthesis.told import told
from discret.reduce.rows_in_order import PERSON, rows_in_order
from discret.words import Words

Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Bound = Annotated[float, Field(allow_inf_nan=False)]
Bounds = tuple[Bound, Bound]
MOST = 10_000_000  # records that a noisy number may ask for


def _idle(part: Any) -> tuple[str, ...]:
    """Return what has no say: classes without bounds, a source without an account."""
    return (
        *(() if part.bounds else ("bins",)),
        *(() if part.ledger is not None else ("source",)),
        *(() if part.epsilon else ("delta",)),
    )


class PrivateSynthesis(Method):
    r"""Draw a file of synthetic records from noisy marginals, under differential privacy.

    Notes
    -----
    Each column is counted with noise; then, round by round, the marginal of several columns on
    which a model of all noisy counts is farthest from the file is chosen by a noisy maximum,
    counted with noise, and the model fitted anew: the graphical model of the largest entropy
    (MWEM+PGM; the scores are those of AIM). Records are drawn from the last model. With ε alone
    choices and noise are of pure ε-differential privacy (Laplace); with ε and δ, or with ρ, noise
    is Gaussian and costs are counted in zero-concentrated terms. Mechanisms, and what they cost,
    are OpenDP's; the model is that of mbi, and costs nothing, as it is made of noisy numbers alone.

    Nothing is learnt from the file but through these: which values a column may have is said by
    `categories`, by `bounds` of numbers (cut into `bins` classes, drawn evenly within each), by a
    hierarchy that lists them, or by its type (true or false); otherwise it is refused. The types
    of columns are taken to be known. What is missing or none of the categories is one more, and
    comes out missing; numbers beyond bounds count as these. A person counts once: where an
    individual column tells whose records are whose, one record of each is drawn, and those of
    nobody known are left out; otherwise each record is a person. With ``add_remove`` tables with a
    person more or less are not told apart: how many people there are is not told, and as many
    records are drawn as noisy counts say, or as `records` says beforehand. With ``replace`` tables
    that differ by the record of one person are not told apart, and how many people there are is
    known to all: as many records are drawn. That a file has records is taken to be known.

    The file that leaves has the columns that were drawn and no other. A synthetic record is about
    nobody, and stands in the place of one for measures that follow records, or beside them where
    there are more; `ClosestRecord`, `Membership` and `Inference` measure it as any other release.

    With a `ledger` the cost is paid before records are read; more than is left is refused, as are
    other neighbours or units than the account's. Chance is the system's: no seed draws it again.

    Examples
    --------
    >>> people = pl.DataFrame({"sex": ["f", "m"] * 500, "smokes": [True, False] * 500})
    >>> data = Dataset.of(people, key="sex", sensitive="smokes")
    >>> method = PrivateSynthesis(columns=["sex"], epsilon=1.0, categories={"sex": ["f", "m"]})
    >>> change = method.apply(data)
    >>> women = change.data.to_polars()["sex"].value_counts().filter(sex="f")["count"].item()
    >>> abs(len(change.data) - 1000) < 50, abs(women - 500) < 50, change.facts["spent"] <= 1.0
    (True, True, True)
    """

    name: ClassVar[str] = "private_synthesis"
    title: ClassVar[Words] = Words("private synthetic records", fr="enregistrements privés tirés")
    purpose: ClassVar[Words] = Words(
        "draws records from noisy marginals, under differential privacy",
        fr="tire des enregistrements de marges bruitées, sous confidentialité différentielle",
    )
    references: ClassVar[tuple[str, ...]] = (
        (
            "McKenna R., Sheldon D., Miklau G. (2019). Graphical-model based estimation and"
            " inference for differential privacy. ICML."
        ),
        (
            "McKenna R., Mullins B., Sheldon D., Miklau G. (2022). AIM: an adaptive and iterative"
            " mechanism for differentially private synthetic data. PVLDB 15(11)."
        ),
        "Bun M., Steinke T. (2016). Concentrated differential privacy.",
    )
    perturbs: ClassVar[bool] = True
    random: ClassVar[bool] = True
    seeded: ClassVar[bool] = False
    keeps_rows: ClassVar[bool] = False
    invents: ClassVar[bool] = True
    shuffles: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    idle: ClassVar[Any] = Depending((), _idle)
    tells: ClassVar[Facts] = {
        "columns": Fact.names("columns", "colonnes"),
        "epsilon": Fact.number("ε of the file", "ε du fichier"),
        "delta": Fact.number("δ beside it", "δ à côté"),
        "rho": Fact.number("ρ, zero-concentrated", "ρ, en termes zéro-concentrés"),
        "spent": Fact.number("spent, in ε or ρ", "dépensé, en ε ou en ρ"),
        "neighbours": Fact.label(
            "neighbouring tables", "tables voisines",
            {
                "add_remove": Words("with a person more or less", fr="à une personne près"),
                "replace": Words("with a person replaced", fr="à une personne remplacée"),
            },
        ),
        "unit": Fact.label(
            "who is covered", "qui est couvert",
            {
                "individual": Words("a person", fr="une personne"),
                "record": Words("a record", fr="un enregistrement"),
            },
        ),
        "domains": Fact.label(
            "what says the values", "ce qui dit les valeurs",
            {
                "categories": Words("given", fr="données"),
                "bounds": Words("bounds of numbers", fr="bornes des nombres"),
                "hierarchy": Words("the hierarchy", fr="la hiérarchie"),
                "type": Words("the type", fr="le type"),
            },
            by="column",
        ),
        "marginals": Fact.names("marginals chosen", "marges choisies"),
        "deviation": Fact.number(
            "standard deviation of the noise, by marginal", "écart type du bruit, par marge",
            by="marginal",
        ),
        "records_drawn": Fact.count("synthetic records", "enregistrements synthétiques"),
        "release": Fact.names("number in the ledger", "numéro dans le registre"),
        **PRIVATE,
    }  # fmt: skip

    columns: Columns = Field(
        min_length=1,
        description=Words(
            "columns of the file that is drawn. No other leaves",
            fr="colonnes du fichier tiré. Aucune autre n’est diffusée",
        ),
    )
    epsilon: Amount = Field(default=0.0, description=Words("ε of the file", fr="ε du fichier"))
    delta: Amount = Field(default=0.0, lt=1, description=Words("δ beside it", fr="δ à côté"))
    rho: Amount = Field(default=0.0, description=Words("or ρ, zero-concentrated", fr="ou ρ"))
    categories: Pairs[tuple[str, ...]] = Field(
        default=(),
        description=Words(
            "for each column the values that there can be, known to all",
            fr="pour chaque colonne les valeurs possibles, connues de tous",
        ),
        repr=False,
    )
    bounds: Pairs[Bounds] = Field(
        default=(),
        description=Words(
            "for columns of numbers the least and the largest. `bounds = { age = [0, 100] }`",
            fr="pour les colonnes de nombres, le plus petit et le plus grand."
            " `bounds = { age = [0, 100] }`",
        ),
    )
    bins: int = Field(
        default=16,
        ge=1,
        le=1000,
        description=Words("classes between bounds", fr="classes entre les bornes"),
    )
    rounds: int | None = Field(
        default=None,
        ge=0,
        le=200,
        description=Words(
            "marginals to choose. By default as many as columns",
            fr="marges à choisir. Par défaut autant que de colonnes",
        ),
    )
    size: int = Field(
        default=2,
        ge=2,
        le=3,
        description=Words("columns of a marginal, at most", fr="colonnes d’une marge, au plus"),
    )
    max_size: float = Field(
        default=40.0,
        gt=0,
        description=Words("megabytes of the model, at most", fr="mégaoctets du modèle, au plus"),
    )
    records: int | None = Field(
        default=None,
        ge=1,
        le=MOST,
        description=Words(
            "records to draw. By default one for each person, by a noisy number where theirs is not"
            " known to all",
            fr="enregistrements à tirer. Par défaut un par personne, d’après un nombre bruité si le"
            " leur n’est pas connu de tous",
        ),
    )
    neighbours: Neighbours = Field(
        default=USUAL,
        description=Words(
            "which tables nobody may tell apart: with a person more or less, or with one replaced",
            fr="quelles tables personne ne doit distinguer : à une personne près, ou une remplacée",
        ),
    )
    ledger: str | None = Field(
        default=None,
        description=Words(
            "file of the account from which it is paid", fr="fichier du registre qui le paie"
        ),
    )
    source: str | None = Field(
        default=None,
        description=Words(
            "file that the account must be of", fr="fichier dont le registre doit être celui"
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        given = bool(self.epsilon) + bool(self.rho)
        if given != 1 or (self.rho and self.delta):
            raise ValueError(refusals.AMOUNT)
        if any(not low < high for _, (low, high) in self.bounds):
            raise ValueError(refusals.BOUNDS)
        if any(len(set(values)) < len(values) or not values for _, values in self.categories):
            raise ValueError(refusals.ONCE)
        if {name for name, _ in self.bounds} & {name for name, _ in self.categories}:
            raise ValueError(refusals.TWICE)
        return self

    @property
    def published(self) -> Published:
        """What users must know: that nobody is behind any record, and what was promised."""
        return told(self.columns, self._given, self.neighbours)

    @property
    def cost(self) -> Cost:
        """What the file costs, for an account."""
        return Cost.of(epsilon=self.epsilon, delta=self.delta, rho=self.rho)

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield which values are not said, what others changed, and what cannot be paid."""
        yield from super().foreseen(ahead)
        yield from refusals.touched(ahead, self.columns, self.neighbours)
        if len(ahead.typed(self.columns)) == len(self.columns):
            yield from refused(lambda: self._domains(ahead.data))
        yield from refused(lambda: self._afford(ahead.data))

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return a dataset of synthetic records."""
        domains, _ = self._domains(data), (libraries(), opendp())
        search = self._search(domains)
        self._afford(data)
        self._check_ahead(data, search)
        paid = self._paid(data)
        rows = rows_in_order(self.name, data, self.columns, weighted=False)
        table = one_each(as_written(data, rows, domains), context.chance)
        codes = [domain.codes(table[name]) for name, domain in domains.items()]
        spending = Spending(self._given, self._ways, context.chance)
        known = len(table) if self.neighbours == "replace" else None
        model, noisy, number = search.found(codes, known, spending, context.progress)
        assert spending.within()  # noqa: S101 (nothing leaves that cost more than was given)
        rng = np.random.default_rng(context.chance.words(4))
        drawn = model.drawn(self.records or min(round(number), MOST), rng)
        shown = {
            name: domain.drawn(own, rng)
            for (name, domain), own in zip(domains.items(), drawn, strict=True)
        }
        places = table[LINK] if len(table) else rows[LINK].head(1)
        after = in_place(data, places.to_numpy(), pl.DataFrame(shown), rng)
        step = Exchanged(source=table[LINK])
        facts = self._facts(domains, spending, noisy, len(drawn[0]), PERSON in table.columns)
        return Change(data=after.went(dict.fromkeys(self.columns, step)), facts={**facts, **paid})

    def _search(self, domains: Mapping[str, Domain]) -> Search:
        rounds = len(domains) if self.rounds is None else self.rounds
        space = Space(tuple(domain.size for domain in domains.values()))
        return Search(space, rounds, self.size, self.max_size)

    def _check_ahead(self, data: Dataset, search: Search) -> None:
        """Refuse before payment what can be: files without records or order, noise that is none.

        How many people there are is known to all with ``replace``; otherwise it is not looked at.
        """
        if not data.numbered:
            raise not_drawn(self.name)
        search.check(Spending(self._given, self._ways, SYSTEM))
        if not len(data) or (self.neighbours == "replace" and not people(data)):
            raise InputError(refusals.NOBODY.filled(who=self.name), hint=refusals.SOMEBODY)

    @property
    def _given(self) -> Guarantee:
        return Guarantee(self.epsilon, self.delta, self.rho)

    @property
    def _ways(self) -> int:
        return 2 if self.neighbours == "replace" else 1

    def _domains(self, data: Dataset) -> dict[str, Domain]:
        """Return which values each column may have; nothing is read of them."""
        data.check_columns(self.name, self.columns)
        categories, bounds = dict(self.categories), dict(self.bounds)
        check_named(self.name, {**categories, **bounds}, self.columns)
        if wrong := [name for name in self.columns if data.roles[name] in HELD]:
            words = refusals.NAMES.filled(who=self.name, names=listed(wrong))
            raise ColumnError(words, hint=refusals.LEAVE)
        data.check_numeric(self.name, bounds)
        kinds = kinds_of(data, self.columns, bounds)
        found = {name: self._domain(data, name, kinds[name]) for name in self.columns}
        if unsaid := [name for name, domain in found.items() if domain is None]:
            raise undeclared(self.name, unsaid)
        return {name: domain for name, domain in found.items() if domain is not None}

    def _domain(self, data: Dataset, name: str, kind: pl.DataType) -> Domain | None:
        categories, bounds = dict(self.categories), dict(self.bounds)
        if name in categories:
            return of_categories(self.name, name, kind, categories[name])
        if name in bounds:
            return of_bounds(self.name, name, kind, bounds[name], self.bins)
        hierarchy = data.hierarchies.get(name)
        if hierarchy is not None and not hierarchy.fitted and hierarchy.table is not None:
            return of_table(kind, hierarchy.table)
        return Domain(kind, "type", ("false", "true")) if kind == pl.Boolean else None

    def _charge(self, data: Dataset) -> Charge:
        """Return what is paid for it, about the people of the data or else its records."""
        column = data.column(Role.INDIVIDUAL)
        about = Protected(self.neighbours, "record" if column is None else "individual", column)
        return Charge(self.cost, self.name, protected=about)

    def _afford(self, data: Dataset) -> None:
        """Refuse what the account cannot pay, before records are read."""
        if self.ledger is not None:
            account = Ledger(Path(self.ledger))
            if self.source is not None:
                account.check_source(Path(self.source))
            account.afford(self._charge(data))

    def _paid(self, data: Dataset) -> dict[str, Any]:
        """Pay from the account, before records are read."""
        if self.ledger is None:
            return {"release": []}
        source = None if self.source is None else Path(self.source)
        (entry,) = Ledger(Path(self.ledger)).pay([self._charge(data)], source=source)
        return {"release": [str(entry["release"])]}

    def _facts(
        self, domains: Mapping[str, Domain], spending: Spending, noisy: Sequence[Noisy],
        records: int, people: bool,
    ) -> dict[str, Any]:  # fmt: skip
        called = [" | ".join(self.columns[place] for place in own.columns) for own in noisy]
        return {
            "columns": list(self.columns),
            **({"rho": self.rho} if self.rho else {"epsilon": self.epsilon, "delta": self.delta}),
            "spent": float(spending.spent),
            "neighbours": self.neighbours,
            "unit": "individual" if people else "record",
            "domains": {name: domain.source for name, domain in domains.items()},
            "marginals": called[len(self.columns) :],
            "deviation": {name: own.deviation for name, own in zip(called, noisy, strict=True)},
            "records_drawn": records,
            "private": spending.chance.private,
        }
