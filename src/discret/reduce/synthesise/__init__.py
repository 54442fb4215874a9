"""Synthetic data: values drawn from a model of the file, in the place of those of people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import Exchanged
from discret.data.roles import HELD
from discret.data.stacks import check_new, stacked
from discret.errors import ColumnError, InputError, listed
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.perturbation.columns import people_in
from discret.parts import FRESH, Change, Columns, Context, Method, Tier, part_of
from discret.parts.depending import Depending
from discret.parts.facts import Fact, Facts
from discret.reduce.rows_in_order import PERSON, WEIGHT, drawn_once, parts_of, rows_in_order
from discret.reduce.subsample import draw
from discret.reduce.synthesise.laid import Laid
from discret.reduce.synthesise.models import Model, drawn, drawn_anew
from discret.reduce.synthesise.properties import CHECKED, Weighed, checked
from discret.reduce.whole_numbers import EXACT
from discret.words import Words

MANY = 500  # categories without an order that a column to be drawn may have


class Synthesise(Method):
    r"""Put values drawn from a model of the file in the place of those of people.

    Notes
    -----
    The columns named are drawn anew for every record; all others stay, and are what values are
    drawn by (*partly* synthetic). Where all columns are named nothing stays (*fully* synthetic).
    What names or numbers people is neither drawn nor used.

    ``trees`` takes the columns in the order in which they are named. For each a tree is grown on
    the file, by the columns that stay and those named before it, with at least `leaf` records in a
    leaf; each record goes down by what it shows now, and gets the value of one drawn among those of
    its leaf (Reiter 2005). Trees tell numbers, dates and ordered categories apart by their ranks,
    others by their shares; categories by which values are drawn stand in the order of what they
    tell of the value. ``copula`` gives every value a normal score, draws scores with the same
    covariances, and the values that have them (a Gaussian copula with the margins of the file);
    categories without an order are put in one. Either draws within each combination of the columns
    `by` alone, by weights, and takes missing for a value.

    Drawn values are values of the file, but with `smooth`: then numbers and dates lie evenly around
    them, no farther than halfway to the next. Weighted means, variances and shares of each column
    are kept in expectation, correlations about: by ``copula`` those of ranks, by ``trees`` what
    leaves tell of them. ``facts`` has what came of each, and whether it is more than chance.

    With `hybrid` such a share of the records, drawn at random, keep their values (a hybrid of the
    file and of synthetic records; the units that are not replaced of Reiter 2003). With `copies`
    the file is drawn several times, each time from records drawn anew (Bayesian bootstrap, Rubin
    1981), and the copies are released below one another, with a column `into` that numbers them:
    `combining.combine` makes one estimate of those that copies give, with its error. That column is
    a key, so that people are counted within a copy; measures judge each copy by itself, some also
    all together (`Linkage` and `IntervalDisclosure` the means of numbers, `Membership` and
    `Inference` all records), and the worst counts. A file passes only if one of these has a target
    for each column drawn. No step may follow.

    A synthetic record stands in the place of a record, whose number it keeps, and is about nobody:
    measures that follow records say what the place gives away. A value that is drawn is a true
    value of somebody, and may be that of the record by chance, or because the columns that stay
    tell it (``same``): `ClosestRecord` and `Membership` measure what risk is left. Where an
    individual column tells whose records are whose a leaf has at least `leaf` people; those of
    nobody known are one person.

    Examples
    --------
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key=["Âge", "Club"], sensitive="Salaire")
    >>> change = Synthesise(columns=["Salaire"], leaf=2).apply(data, Context())
    >>> change.facts["outside"], change.facts["fully"]
    ({'Salaire': 0}, False)
    """

    name: ClassVar[str] = "synthesise"
    title: ClassVar[Words] = Words("synthetic values", fr="valeurs synthétiques")
    purpose: ClassVar[Words] = Words(
        "draws values from a model of the file in the place of those of people",
        fr="tire d’un modèle du fichier des valeurs à la place de celles des personnes",
    )
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
        (
            "Reiter J. (2003). Inference for partially synthetic, public use microdata sets."
            " Survey Methodology 29(2)."
        ),
        (
            "Reiter J. (2005). Using CART to generate partially synthetic public use microdata."
            " Journal of Official Statistics 21(3)."
        ),
        (
            "Raghunathan T., Reiter J., Rubin D. (2003). Multiple imputation for statistical"
            " disclosure limitation. Journal of Official Statistics 19(1)."
        ),
        "Rubin D. (1981). The Bayesian bootstrap. Annals of Statistics 9(1).",
    )
    perturbs: ClassVar[bool] = True
    idle: ClassVar[Any] = Depending((), lambda part: () if part.copies > 1 else ("into",))
    random: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    proven: ClassVar[Literal["formal", "heuristic"]] = "heuristic"
    tells: ClassVar[Facts] = {
        "columns": Fact.names("columns", "colonnes"),
        "fully": Fact.yes("fully synthetic", "tout synthétique"),
        "parts": Fact.count("parts of the file", "parties du fichier"),
        "records_kept": Fact.count(
            "records kept as they were", "enregistrements laissés tels quels"
        ),
        "records_drawn": Fact.count("synthetic records", "enregistrements synthétiques"),
        "same": Fact.count(
            "synthetic records that show the values of their own",
            "enregistrements synthétiques qui montrent leurs propres valeurs",
        ),
        **CHECKED,
    }

    columns: Columns = Field(
        min_length=1,
        description=Words(
            "columns to draw anew. In this order; all others stay, and are what they are drawn by",
            fr="colonnes à tirer de nouveau. Dans cet ordre ; les autres restent, et les tirages"
            " s’appuient sur elles",
        ),
    )
    model: Model = Field(
        default="trees",
        description=Words(
            "what values are drawn from. `trees`: leaves of trees grown one after the other;"
            " `copula`: a Gaussian copula with the margins of the file",
            fr="ce dont les valeurs sont tirées. `trees` : feuilles d’arbres construits l’un après"
            " l’autre ; `copula` : copule gaussienne aux marges du fichier",
        ),
    )
    copies: int = Field(
        default=1,
        ge=1,
        le=100,
        description=Words("copies to release", fr="nombre de copies diffusées"),
    )
    by: Columns = Field(
        default=(),
        description=Words(
            "columns whose values are kept apart. Each combination has a model of its own",
            fr="colonnes dont on sépare les valeurs. Chaque combinaison a son modèle",
        ),
    )
    leaf: int = Field(
        default=5,
        ge=2,
        description=Words(
            "records that a value is drawn from, at least, and people. In each leaf, and in each"
            " part",
            fr="enregistrements dont une valeur est tirée, au moins, et personnes. Dans chaque"
            " feuille, et dans chaque partie",
        ),
    )
    hybrid: float = Field(
        default=0.0,
        ge=0,
        lt=1,
        description=Words(
            "share of the records that keep their values", fr="part des enregistrements laissés"
            " tels quels",
        ),
    )  # fmt: skip
    smooth: bool = Field(
        default=False,
        description=Words(
            "whether numbers and dates are drawn around those of the file",
            fr="tirer ou non nombres et dates autour de ceux du fichier",
        ),
    )
    into: str = Field(
        default="copy",
        min_length=1,
        description=Words(
            "column that numbers the copies. Where there are several",
            fr="colonne qui numérote les copies. Quand il y en a plusieurs",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.copies > 1 and self.hybrid:
            raise ValueError(_TOLD)
        return self

    @property
    def writes(self) -> tuple[str, ...]:
        """The columns that are drawn, and the one that numbers several copies."""
        return (*self.columns, *([self.into] if self.copies > 1 else []))

    def makes(self, data: Dataset) -> tuple[str, ...]:
        """Return the column that numbers several copies."""
        return (self.into,) if self.copies > 1 else ()

    @property
    def stacks(self) -> bool:
        """Whether records come several times: then no other step may follow."""
        return self.copies > 1

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with synthetic values."""
        data.check_columns(self.name, [*self.columns, *self.by])
        told = self._told(data)
        table = rows_in_order(self.name, data, [*self.columns, *self.by, *told])
        people = numbered(table[PERSON])[1] + 1 if PERSON in table.columns else None
        columns = {name: Laid.of(table[name], people) for name in self.columns}
        beside = {name: Laid.of(table[name], people) for name in told}
        self._check_columns(columns)
        part = parts_of(table, self.by)
        self._check_parts(part, people)
        kept = self._kept(part, context.rng)
        drawn = [
            self._copy(table, columns, beside, part, kept, self._nth(context, number))
            for number in range(self.copies)
        ]
        rows = table[LINK].to_numpy()
        made = [data.with_rows(rows, **own) for own in drawn]  # type: ignore[arg-type]
        after = stacked(made, self.into) if self.stacks else made[0]
        facts = self._facts(table, columns, beside, drawn, kept, int(part.max()) + 1)
        step = Exchanged(source=table[LINK])
        return Change(data=after.went(dict.fromkeys(self.columns, step)), facts=facts)

    def _nth(self, context: Context, number: int) -> Context:
        start, end = number / self.copies, (number + 1) / self.copies
        return Context(rng=context.rng, progress=part_of(context.progress, start, end))

    def _told(self, data: Dataset) -> list[str]:
        """Return the columns by which values are drawn; refuse to draw what names people."""
        held = data.columns(*HELD)
        if both := [name for name in self.columns if name in self.by]:
            raise ColumnError(_APART.filled(who=self.name, names=listed(both)), hint=_ONE)
        if wrong := [name for name in self.columns if name in held]:
            raise ColumnError(_NAMES.filled(who=self.name, names=listed(wrong)), hint=_DROP)
        if self.stacks:
            check_new(self.name, data, self.into)
        apart = {*self.columns, *self.by, *held}
        return [name for name in data.roles if name not in apart]

    def _check_columns(self, columns: Mapping[str, Laid]) -> None:
        """Refuse categories too many to be told apart, and numbers that cannot be smoothed."""
        many = [
            name
            for name, laid in columns.items()
            if not laid.column.ordered and laid.column.size > MANY
        ]
        if many:
            raise ColumnError(
                _TOO_MANY.filled(who=self.name, names=listed(many), most=MANY), hint=_COARSER
            )
        wrong = [name for name, laid in columns.items() if self.smooth and not _plain(laid)]
        if wrong:
            raise ColumnError(_TOO_LARGE.filled(who=self.name, names=listed(wrong)), hint=_TOP_CODE)

    def _check_parts(self, part: Ints, people: Ints | None) -> None:
        sizes = people_in(part, 1, people)
        few = int((sizes < self.leaf).sum())
        if few:
            words = _TOO_FEW.filled(who=self.name, n=few, of=len(sizes), leaf=self.leaf)
            raise InputError(words, hint=_FEWER)

    def _kept(self, part: Ints, rng: np.random.Generator) -> Bools:
        """Mark the records that keep their values."""
        kept = np.zeros(len(part), dtype=np.bool_)
        if self.hybrid:
            kept[draw(part, self.hybrid, rng)[0]] = True
        return kept

    def _copy(
        self, table: pl.DataFrame, columns: Mapping[str, Laid], beside: Mapping[str, Laid],
        part: Ints, kept: Bools, context: Context,
    ) -> dict[str, pl.Series]:  # fmt: skip
        """Draw the columns once: those that are kept keep theirs."""
        codes = self._codes(table[WEIGHT].to_numpy(), columns, beside, part, context)
        shown = {}
        for (name, laid), own in zip(columns.items(), codes, strict=True):
            smooth = self.smooth and laid.measured
            new = laid.smoothed(own, context.rng) if smooth else laid.shown(own)
            new = new[pl.Series(drawn_once(table, [name], part))]
            shown[name] = laid.values.zip_with(pl.Series(kept), new) if kept.any() else new
        return shown

    def _codes(
        self, weights: Floats, columns: Mapping[str, Laid], beside: Mapping[str, Laid],
        part: Ints, context: Context,
    ) -> list[Ints]:  # fmt: skip
        """Draw the codes of the columns, part by part."""
        heavy = drawn_anew(weights, context.rng) if self.stacks else weights
        found = [laid.column.codes.copy() for laid in columns.values()]
        order = np.argsort(part, kind="stable")
        parts = np.split(order, np.cumsum(np.bincount(part))[:-1])
        for number, rows in enumerate(parts):
            own, told = (
                [laid.column.of(rows) for laid in some.values()] for some in (columns, beside)
            )
            new = drawn(self.model, own, told, heavy[rows], self.leaf, context.rng)
            for codes, some in zip(found, new, strict=True):
                codes[rows] = some
            context.progress((number + 1) / len(parts), _DOING)
        return found

    def _facts(
        self, table: pl.DataFrame, columns: Mapping[str, Laid], beside: Mapping[str, Laid],
        drawn: Sequence[Mapping[str, pl.Series]], kept: Bools, parts: int,
    ) -> dict[str, Any]:  # fmt: skip
        shown = {name: pl.concat([own[name] for own in drawn]) for name in self.columns}
        weighed = Weighed.of(table[WEIGHT].to_numpy(), self.copies)
        alike = sum(_alike(table, own, kept) for own in drawn)
        return {
            "columns": list(self.columns),
            "fully": not beside and not self.by and not kept.any(),
            "parts": parts,
            "records_kept": int(kept.sum()),
            "records_drawn": self.copies * int((~kept).sum()),
            "same": alike,
            **checked(columns, shown, beside, weighed),
        }


def _alike(table: pl.DataFrame, shown: Mapping[str, pl.Series], kept: Bools) -> int:
    """Return how many records that were drawn show their own values in all the columns."""
    own = [table[name].eq_missing(new).to_numpy() for name, new in shown.items()]
    return int((np.logical_and.reduce(own) & ~kept).sum())


def _plain(laid: Laid) -> bool:
    """Whether numbers or dates can be halved without error to speak of; other values stay."""
    return not laid.measured or bool((np.abs(laid.numbers) <= _most(laid)).all())


def _most(laid: Laid) -> float:
    return float(np.finfo(float).max) if laid.values.dtype.is_float() else EXACT


_DOING = Words("drawing", fr="tirages")
_APART = Words(
    "{who}: {names} cannot be drawn and kept apart",
    fr="{who} : {names} ne peuvent être à la fois tirées et séparées",
)
_ONE = Words("name them once", fr="ne les nommer qu’une fois")
_TOLD = Words(
    "hybrid: with several copies, values that stay would be known by being the same in all",
    fr="hybrid : avec plusieurs copies, les valeurs laissées se verraient, étant partout les mêmes",
)
_NAMES = Words(
    "{who}: {names} name or number people, and are held back rather than drawn",
    fr="{who} : {names} désignent ou numérotent des personnes, et sont retenues plutôt que tirées",
)
_DROP = Words(
    "leave them out: they do not leave with the file",
    fr="les omettre : elles ne sont pas diffusées",
)
_TOO_MANY = Words(
    "{who}: {names} have more than {most} values without an order",
    fr="{who} : {names} ont plus de {most} valeurs sans ordre",
)
_COARSER = Words(
    "recode them first, or leave them as they are",
    fr="les recoder d’abord, ou les laisser telles quelles",
)
_TOO_LARGE = Words(
    "{who}: {names} hold numbers that are infinite, or too large to be smoothed",
    fr="{who} : {names} contiennent des nombres infinis, ou trop grands pour être lissés",
)
_TOP_CODE = Words(
    "bring them back first (top_code), or leave smooth out",
    fr="les ramener d’abord (top_code), ou omettre smooth",
)
_TOO_FEW = Words(
    "{who}: {n} of {of} {of:part|parts} of the file {n:has|have} fewer than {leaf} records, or"
    " people, to draw from",
    fr="{who} : {n} {n:partie|parties} du fichier sur {of} {n:a|ont} moins de {leaf}"
    " enregistrements, ou personnes, dont tirer",
)
_FEWER = Words(
    "keep fewer columns apart (by), or draw from fewer records (leaf)",
    fr="séparer moins de colonnes (by), ou tirer de moins d’enregistrements (leaf)",
)
