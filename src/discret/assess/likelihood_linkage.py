"""Linkage by likelihood: released records that lead back to their likeliest original."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.assess.exchanged import Exchange, GivenChances, as_mappings, exchanges, numbers
from discret.data.beside.values import Tables
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.keytable import LARGEST
from discret.data.roles import Role
from discret.errors import InputError
from discret.finding import Finding, holds
from discret.maths.arrays import Ints
from discret.maths.identity.likelihood import Links, likeliest
from discret.parts import Columns, Counted, Criterion, RiskMeasure, Tier, Unit
from discret.parts.ahead import Ahead
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import RECORDS
from discret.words import Words

MOST_PAIRS = 100_000_000  # pairs of records that are compared; beyond, some records stand for all
FEWEST = 200
SECONDS = 1e-8  # a pair of records and a column
SURE = 3.0  # standard errors that are added to what was found in some records


class LikelihoodLinkage(RiskMeasure):
    r"""Share of released records whose likeliest original is the one they were made from.

    Notes
    -----
    The attacker holds the original keys and numbers, and knows how the file was perturbed. They
    take for each released record y the original :math:`x_j` with the highest likelihood,
    :math:`\sum_c \log P(y_c | x_{jc}) - \frac12 e_j' E^{-1} e_j`: a sum over columns of categories,
    whose chances they know, and a distance over columns of numbers, :math:`e_j = y - a - b x_j`
    being the error and E the covariance of errors (Fellegi and Sunter 1969; with every original as
    likely beforehand it is Bayes' rule). Equals are drawn from: the value is the expected share of
    right links. `details` has the mean chance that the right one has after all.

    Chances are those that `pram` drew by, with those of each part of the file where it has several,
    or those given; where nobody tells them, the shares in which values became others (van den Hout
    and Elamir 2006 let these be published): on few records that is more than anybody knows. Numbers
    are expected on a line through the pairs, which undoes that noise draws them to their mean.
    Rounding and microaggregation count as noise of that size.

    Where a value was hidden, the record is linked by those that are left. Records that were dropped
    remain among the originals. Of very large files records spread evenly stand for all; a target
    then holds only if three standard errors more would hold it too. Records are counted, not
    people.

    Examples
    --------
    >>> before = pl.DataFrame({"sex": ["f", "f", "m"], "age": [30, 40, 40]})
    >>> after = before.with_columns(sex=pl.Series(["m", "f", "m"]))
    >>> chances = {"sex": {"f": {"f": 0.6, "m": 0.4}, "m": {"m": 1.0}}}
    >>> data = Dataset.of(after, key=["sex", "age"], original=before)
    >>> LikelihoodLinkage(chances=chances, most=0.5).assess(data).value
    1.0
    """

    name: ClassVar[str] = "likelihood_linkage"
    title: ClassVar[Words] = Words("linkage by likelihood", fr="appariement par vraisemblance")
    purpose: ClassVar[Words] = Words(
        "gives the share of released records whose likeliest original record is their own",
        fr="donne la part des enregistrements dont l’original le plus vraisemblable est le leur",
    )
    attacker: ClassVar[Words] = Words(
        "holds the original values of keys, numbers and what was changed, with names, and knows by"
        " which chances they became others and how large errors are",
        fr="détient les valeurs d’origine des clés, des nombres et de ce qui a été modifié, avec"
        " les noms, et sait selon quelles probabilités elles en sont devenues d’autres et de quelle"
        " taille sont les erreurs",
    )
    by_record: ClassVar[bool] = True
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out", "linkability")
    counts: ClassVar[Counted] = "records"
    unit: ClassVar[Unit] = "share"
    by_distance: ClassVar[bool] = True
    references: ClassVar[tuple[str, ...]] = (
        "Fellegi I., Sunter A. (1969). A theory for record linkage. JASA 64, 1183-1210.",
        (
            "van den Hout A., Elamir E. (2006). Statistical disclosure control using post"
            " randomisation: variants and measures for disclosure risk. Journal of Official"
            " Statistics 22(4)."
        ),
        "Winkler W. (2004). Re-identification methods for masked microdata. PSD 2004.",
    )
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        **RECORDS,
        "originals": Fact.count("records of the original", "enregistrements de l’original"),
        "tried": Fact.count("records tried", "enregistrements essayés"),
        "expected_links": Fact.number("right links expected", "liens justes attendus"),
        "linked_surely": Fact.count("linked for certain", "liés à coup sûr"),
        "posterior": Fact.share(
            "chance of the right original, on average", "probabilité moyenne du bon original"
        ),
        "by_chance": Fact.share("linked by pure chance", "liés par pur hasard"),
        "columns": Fact.names("columns", "colonnes"),
        "known": Fact.names("columns whose chances are known", "colonnes aux probabilités connues"),
        "by_error": Fact.names("columns compared by distance", "colonnes comparées par distance"),
        "unchanged": Fact.yes("nothing changed yet", "rien n’a changé"),
    }

    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "the columns that the attacker knows. By default keys, numbers and what was changed",
            fr="les colonnes que l’attaquant connaît. Par défaut les clés, les nombres et ce qui a"
            " été modifié",
        ),
    )
    chances: GivenChances = Field(
        default=(),
        description=Words(
            "for some columns, the chances of each value to become each other. By default those of"
            " the run, or the shares that came out",
            fr="pour certaines colonnes, les probabilités pour chaque valeur d’en devenir une"
            " autre. Par défaut celles de l’exécution, ou les parts observées",
        ),
        repr=False,
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "highest share of records linked rightly",
            fr="plus grande part d’enregistrements correctement appariés",
        ),
    )

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield what it would refuse: chances of columns that it does not look at."""
        yield from super().foreseen(ahead)
        strange = [name for name, _ in self.chances if name not in ahead.data.roles]
        if strange:
            yield _STRANGE.filled(who=self.name, names=", ".join(strange))

    def takes(self, data: Dataset) -> float:
        """Guess the seconds that it takes to compare records with originals."""
        pairs = len(_tried(len(data), len(data.original))) * len(data.original)
        return SECONDS * pairs * len(self.examines(data))

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns that the attacker knows."""
        if self.columns is not None:
            return self.columns
        exchanged = [name for name in data.roles if data.trail.exchanged(name)]
        found = dict.fromkeys([*data.columns(Role.KEY, Role.NUMBER), *exchanged])
        return tuple(name for name in found if name in data.original.roles)

    @property
    def chooses(self) -> tuple[Role, ...]:
        """No role: the plan alone says which columns it looks at."""
        return ()

    def assess(self, data: Dataset) -> Finding:
        """Measure how many records of `data` lead back to the likeliest original."""
        columns = self.examines(data)
        tables = Tables.of(self.name, data, columns)
        counted = [name for name in columns if self._counted(data, name)]
        _check_finite(self.name, tables, counted)
        kept = exchanges(
            self.name,
            tables,
            data,
            [n for n in columns if n not in counted],
            as_mappings(self.chances),
        )
        errors = numbers(tables, counted)
        tried = _tried(len(tables.released), len(tables.original))
        codes = [exchange.categories for exchange in kept]
        links = likeliest(codes, errors, tables.place, tried, len(tables.original))
        return self._finding(tables, kept, counted, links, tried)

    def _counted(self, data: Dataset, name: str) -> bool:
        """Whether a column is compared by distance: numbers, before and after, not exchanged."""
        told = data.trail.draws(name) is not None or name in dict(self.chances)
        tables = (data, data.original)
        return not told and all(
            name in table.roles and table.kind(name).is_numeric() for table in tables
        )

    def _finding(
        self, tables: Tables, kept: list[Exchange], counted: list[str], links: Links, tried: Ints
    ) -> Finding:
        value, size = float(links.first.mean()), len(tables.released)
        error = SURE * float(links.first.std()) / np.sqrt(len(tried)) if len(tried) < size else 0.0
        sure = error == 0 or holds(value + error, self.most, "lower") is not False
        found = [name for exchange in kept for name in exchange.states.names]
        changed = _changed(tables, kept, counted)
        details: dict[str, Any] = {
            "records": size,
            "originals": len(tables.original),
            "tried": len(tried),
            "expected_links": float(links.first.sum()),
            "linked_surely": int((links.first == 1).sum()),
            "posterior": float(links.posterior.mean()),
            "by_chance": 1 / len(tables.original),
            "columns": [*found, *counted],
            "known": [name for exchange in kept if exchange.told for name in exchange.states.names],
            "by_error": counted,
            "unchanged": not changed,
        }
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=_sentence(details, changed, value),
            details=details,
            per_record=pl.DataFrame({"row": tables.released[LINK][tried], "first": links.first}),
            **({} if sure else {"met": False}),
        )


def _tried(released: int, original: int) -> Ints:
    """Return the records that are linked: all, or some spread evenly where there are very many."""
    most = max(FEWEST, MOST_PAIRS // max(original, 1))
    if released <= most:
        return np.arange(released)
    return np.unique(np.linspace(0, released - 1, most).astype(np.int64))


def _changed(tables: Tables, kept: list[Exchange], counted: list[str]) -> list[str]:
    """Return the columns in which some record does not show what it was."""
    before = tables.original[tables.place]
    moved = [name for name in counted if not tables.released[name].equals(before[name])]
    changed = [exchange.states for exchange in kept if not exchange.unchanged]
    return [*moved, *(name for states in changed for name in states.names)]


def _check_finite(who: str, tables: Tables, columns: list[str]) -> None:
    for table in (tables.released, tables.original):
        for name in columns:
            if float(table[name].cast(pl.Float64).abs().max() or 0.0) > LARGEST:  # type: ignore[arg-type]
                raise InputError(_INFINITE.filled(who=who, name=name), hint=_OTHERS)


def _sentence(details: dict[str, Any], changed: list[str], value: float) -> Words:
    drawn = {*changed} <= {*details["known"]}
    said = _SAME if not changed else _REPLACED if drawn else _CHANGED
    return said.filled(share=value, n=details["tried"], all=details["records"])


_SAME = Words(
    "Nothing was changed in what this attacker knows: it leads {share:%} of the {n} records back to"
    " their original.",
    fr="Rien n’a été modifié dans ce que connaît cet attaquant : cela ramène {share:%} des {n}"
    " enregistrements à leur original.",
)
_REPLACED = Words(
    "Who knows by which chances values were replaced takes the right original record for {share:%}"
    " of the {n} released records that were tried.",
    fr="Qui sait selon quelles probabilités les valeurs ont été remplacées prend le bon original"
    " pour {share:%} des {n} enregistrements diffusés essayés.",
)
_CHANGED = Words(
    "Who knows how values were changed takes the right original record for {share:%} of the {n}"
    " released records that were tried.",
    fr="Qui sait comment les valeurs ont été modifiées prend le bon original pour {share:%} des {n}"
    " enregistrements diffusés essayés.",
)
_STRANGE = Words(
    "{who}: chances of columns that the data lacks: {names}",
    fr="{who} : probabilités de colonnes que les données n’ont pas : {names}",
)
_INFINITE = Words(
    "{who}: {name!r} holds numbers that are infinite or too large",
    fr="{who} : {name!r} contient des nombres infinis ou trop grands",
)
_OTHERS = Words(
    "correct them, or leave the column out with columns=[...]",
    fr="les corriger, ou retirer la colonne avec columns=[...]",
)
