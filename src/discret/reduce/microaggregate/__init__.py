"""Microaggregation: records show the mean of a group of at least k that are near one another."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import COUNT, COVERS, LABEL, VALUE, Spread
from discret.errors import ColumnError, InputError, listed
from discret.maths import microaggregation
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import group_ids
from discret.parts import FRESH, Change, Columns, Context, Method, Progress, Tier, part_of
from discret.parts.depending import Depending
from discret.parts.facts import Fact, Facts
from discret.reduce.microaggregate.columns import Measured, first_axis, lost
from discret.reduce.microaggregate.people import with_people
from discret.reduce.rows_in_order import PERSON, WEIGHT, rows_in_order
from discret.reduce.taken_by_role import NUMBERS, with_numbers
from discret.reduce.whole_numbers import plain
from discret.words import Words

How = Literal["mdav", "refined", "univariate", "axis"]
ROOM = 100_000_000  # numbers by which categories are compared, at most
LARGEST_K = 500  # of groups that are made better: they hold all distances of those taken apart
SEED = 1  # groups are looked for by chance, but always the same: they protect nobody by chance


class Microaggregate(Method):
    r"""Show, in the place of values, the mean of a group of at least k records near one another.

    Notes
    -----
    Records are points: numbers are standardised, so that a column counts alike in any unit. Where
    some columns are categories, distances are Gower's: numbers and places of ordered categories
    (Enum, dates) divided by their range, 1 between two other categories that differ. Groups have k
    members or more; members then show the mean of their group in numbers, or its median, the median
    in ordered values, and the commonest of other categories.

    ``how`` says which groups. ``mdav`` is the algorithm of the literature: the record farthest from
    the mean of those left with its k − 1 nearest, then the one farthest from it, while 3k are left
    (one group while 2k are). ``refined`` begins there and takes neighbouring groups apart to build
    them anew, by annealing, always in the same way. ``axis`` orders records along the first
    principal axis, and groups neighbours as well as can be. These three show, for each record, at
    least k records with the same values in all the columns. ``univariate`` groups each column by
    itself, as well as can be (Hansen and Mukherjee): it loses least, and its columns together may
    still single a record out.

    A record whose values are all missing stays as it is; records that lack some are grouped with
    those that lack the same. Where an individual column tells who records are of, a group has at
    least k people. Means are weighted where there are weights, groups are not; means of whole
    numbers are decimal.

    ``loss`` is the share of the squares of the points (standardised columns) that is within groups.
    With ``mean``, (weighted) totals and means of the file are kept; variances fall by the loss of
    the column, covariances by what groups have of them.

    Examples
    --------
    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), sensitive=["Âge", "Maladie"])
    >>> change = Microaggregate(columns=["Âge"], k=3).apply(data, Context())
    >>> change.data.to_polars()["Âge"].to_list()
    [75.0, 34.0, 75.0, 75.0, 34.0, 34.0, 34.0]
    """

    name: ClassVar[str] = "microaggregate"
    title: ClassVar[Words] = Words("microaggregation", fr="microagrégation")
    purpose: ClassVar[Words] = Words(
        "replaces values by a middle one, shared by a group of records near one another",
        fr="remplace des valeurs par une valeur centrale, commune à un groupe d’enregistrements"
        " proches",
    )
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
        (
            "Domingo-Ferrer J., Torra V. (2005). Ordinal, continuous and heterogeneous"
            " k-anonymity through microaggregation. Data Mining and Knowledge Discovery 11(2)."
        ),
        (
            "Hansen S. L., Mukherjee S. (2003). A polynomial algorithm for optimal univariate"
            " microaggregation. IEEE TKDE 15(4)."
        ),
    )
    proven: ClassVar[Literal["formal", "heuristic"]] = "heuristic"
    compiled: ClassVar[bool] = True
    perturbs: ClassVar[bool] = True
    idle: ClassVar[Any] = Depending((), lambda part: () if part.how == "refined" else ("seconds",))
    tier: ClassVar[Tier] = "row"
    needs: ClassVar[Any] = NUMBERS
    touches: ClassVar[Any] = NUMBERS
    tells: ClassVar[Facts] = {
        "columns": Fact.names("columns", "colonnes"),
        "loss": Fact.share("share of the variance lost", "part de la variance perdue"),
        "groups": Fact.count("groups", "groupes"),
        "smallest": Fact.count("smallest group", "plus petit groupe"),
        "largest": Fact.count("largest group", "plus grand groupe"),
        "left_alone": Fact.count("records without a value", "enregistrements sans valeur"),
    }

    columns: Columns = Field(
        default=(),
        description=Words(
            "columns to microaggregate. By default those with the role number",
            fr="colonnes à microagréger. Par défaut celles qui ont le rôle number",
        ),
    )
    k: int = Field(
        default=3,
        ge=2,
        description=Words(
            "records in a group, at least. People, where records tell whose they are",
            fr="enregistrements dans un groupe, au moins. Personnes, là où l’on sait de qui"
            " sont les enregistrements",
        ),
    )
    how: How = Field(
        default="mdav",
        description=Words(
            "how groups are made. `mdav`: around the records farthest from the mean; `refined`:"
            " then made better; `axis`: along the first principal axis; `univariate`: each"
            " column by itself",
            fr="façon de former les groupes. `mdav` : autour des enregistrements les plus loin de"
            " la moyenne ; `refined` : puis améliorés ; `axis` : le long du premier axe principal ;"
            " `univariate` : chaque colonne pour elle-même",
        ),
    )
    by: Columns = Field(
        default=(),
        description=Words(
            "columns whose values are kept apart. Groups are made within each combination",
            fr="colonnes dont on sépare les valeurs. Les groupes se forment dans chaque"
            " combinaison",
        ),
    )
    value: Literal["mean", "median"] = Field(
        default="mean",
        description=Words(
            "what numbers show. `mean` or `median` of the group",
            fr="ce que montrent les nombres. `mean` (moyenne) ou `median` (médiane) du groupe",
        ),
    )
    seconds: float = Field(
        default=10.0,
        gt=0,
        le=3600,
        description=Words(
            "processor time to make groups better, at most as a rule. With `refined`; steps are"
            " counted, so that the same file comes out on any machine",
            fr="temps de calcul pour améliorer les groupes, au plus en règle générale. Avec"
            " `refined` ; les pas sont comptés, si bien que toute machine donne le même fichier",
        ),
    )

    @model_validator(mode="after")
    def _check_k(self) -> Self:
        if self.how == "refined" and self.k > LARGEST_K:
            raise ValueError(_TOO_MANY.filled(most=LARGEST_K))
        return self

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with the values of groups in the place of those of records."""
        if not self.columns:
            return with_numbers(self, data).apply(data, context)
        table = rows_in_order(self.name, data, [*self.columns, *self.by])
        columns = [Measured.of(table[name]) for name in self.columns]
        self._check(columns)
        apart = [columns] if self.how != "univariate" else [[column] for column in columns]
        found = [self._grouped(table, some, context) for some in apart]
        weights = table[WEIGHT].to_numpy()
        groups = {
            column.values.name: (column, of)
            for some, (of, _) in zip(apart, found, strict=True)
            for column in some
        }
        new = {name: self._shown(*own, weights) for name, own in groups.items()}
        rows = table[LINK].to_numpy()
        changed = data.with_rows(rows, **new)  # type: ignore[arg-type]
        trails = {name: _trail(*own, new[name]) for name, own in groups.items()}
        return Change(data=changed.went(trails), facts=self._facts(found))

    def _check(self, columns: list[Measured]) -> None:
        """Refuse what has no order where one is needed, and what is no plain number."""
        if self.how in ("univariate", "axis"):
            wrong = [column.values.name for column in columns if not column.ordered]
            if wrong:
                raise ColumnError(_NO_ORDER.filled(who=self.name, names=listed(wrong)), hint=_MDAV)
        for column in columns:
            if column.numeric and not plain(column.values):
                raise ColumnError(
                    _TOO_LARGE.filled(who=self.name, name=column.values.name), hint=_TOP_CODE
                )

    def _check_room(self, columns: list[Measured]) -> None:
        """Refuse categories that have no room in memory: each is a direction of its own."""
        several = [column for column in columns if not column.ordered]
        if sum(len(column.distinct) * len(column.values) for column in several) > ROOM:
            names = listed([column.values.name for column in several])
            raise ColumnError(_CATEGORIES.filled(who=self.name, names=names), hint=_COARSER)

    def _grouped(
        self, table: pl.DataFrame, columns: list[Measured], context: Context
    ) -> tuple[Ints, Floats]:
        """Return the group of each record, −1 where it has no value, and the points."""
        gaussian = all(column.numeric for column in columns)
        self._check_room(columns)
        parts = [column.standardised() if gaussian else column.compared() for column in columns]
        points = np.ascontiguousarray(np.concatenate(parts, axis=1))
        known = np.stack([column.known for column in columns], axis=1)
        strata = self._strata(table, known)
        people = _people(table)
        of, made = np.full(len(table), -1), 0
        sizes = np.bincount(strata[strata >= 0])
        self._check_sizes(strata, people)
        done = 0
        for stratum in range(len(sizes)):
            rows = np.flatnonzero(strata == stratum)
            tell = part_of(context.progress, done / len(table), (done + len(rows)) / len(table))
            own = self._of(points[rows], tell)
            own = with_people(points[rows], own, people[rows], self.k)
            of[rows] = own + made
            made += int(own.max()) + 1
            done += len(rows)
        return of, points

    def _strata(self, table: pl.DataFrame, known: Bools) -> Ints:
        """Return who may be grouped with whom: as kept apart, and with the same values missing."""
        codes = [Measured.of(table[name]).codes for name in self.by]
        strata, _ = group_ids(np.stack([*codes, *known.T.astype(np.int64)], axis=1))
        inside = known.any(axis=1)
        of = np.full(len(table), -1)
        of[inside] = np.unique(strata[inside], return_inverse=True)[1]
        return of

    def _check_sizes(self, strata: Ints, people: Ints) -> None:
        inside = strata >= 0
        pairs = np.unique(np.stack([strata[inside], people[inside]]), axis=1)
        few = np.bincount(pairs[0]) < self.k
        if few.any():
            raise InputError(
                _TOO_FEW.filled(who=self.name, n=int(few.sum()), k=self.k), hint=_FEWER
            )

    def _of(self, points: Floats, tell: Progress) -> Ints:
        """Return the group of each record of a stratum."""
        if self.how in ("univariate", "axis"):
            line = points[:, 0] if points.shape[1] == 1 else first_axis(points)
            return microaggregation.ordered.best_in_order(line, self.k)
        of = microaggregation.mdav.mdav(points, self.k)
        if self.how == "mdav":
            return of
        rebuilt = microaggregation.rebuilds.rebuilt
        chance = np.random.default_rng(SEED)
        return rebuilt(points, of, self.k, self.seconds, chance, lambda share: tell(share, _DOING))

    def _shown(self, column: Measured, of: Ints, weights: Floats) -> pl.Series:
        own = np.where(column.known, of, -1)
        if not column.ordered:
            return column.commonest(own, weights)
        numbers = column.numeric and self.value == "mean"
        return column.mean(own, weights) if numbers else column.middle(own, weights)

    def _facts(self, found: list[tuple[Ints, Floats]]) -> dict[str, object]:
        squares = np.array([lost(points, of) for of, points in found]).sum(axis=0)
        sizes = np.concatenate([np.bincount(of[of >= 0]) for of, _ in found])
        return {
            "columns": list(self.columns),
            "loss": float(squares[0] / squares[1]) if squares[1] else 0.0,
            "groups": len(sizes),
            "smallest": int(sizes.min(initial=len(found[0][0]))),
            "largest": int(sizes.max(initial=0)),
            "left_alone": int(min((of < 0).sum() for of, _ in found)),
        }


def _people(table: pl.DataFrame) -> Ints:
    """Return who each record is of: a number each; those of nobody known are one person."""
    if PERSON not in table.columns:
        return np.arange(len(table))
    return Measured.of(table[PERSON]).codes + 1


def _trail(column: Measured, of: Ints, shown: pl.Series) -> Spread:
    """Return what each shown value stood for: those it was shown for, and those of each group."""
    pairs = pl.DataFrame({VALUE: column.values, LABEL: shown})
    groups = pl.DataFrame({LABEL: shown, COVERS: column.covered(of)}).drop_nulls()
    counted = groups.group_by(LABEL, COVERS, maintain_order=True).agg(pl.len().alias(COUNT))
    return Spread(pairs.unique(maintain_order=True), groups=counted)


_TOO_MANY = Words(
    "k: groups of more than {most} cannot be made better: say how='mdav'",
    fr="k : des groupes de plus de {most} ne peuvent être améliorés : écrire how='mdav'",
)
_DOING = Words("groups", fr="groupes")
_NO_ORDER = Words(
    "{who}: {names} hold values without an order",
    fr="{who} : les valeurs de {names} n’ont pas d’ordre",
)
_MDAV = Words(
    "say how='mdav', or name numbers only", fr="écrire how='mdav', ou ne nommer que des nombres"
)
_TOO_LARGE = Words(
    "{who}: {name!r} holds numbers that are infinite, or too large to be averaged",
    fr="{who} : {name!r} contient des nombres infinis, ou trop grands pour une moyenne",
)
_CATEGORIES = Words(
    "{who}: too many categories to compare so many records by: {names}",
    fr="{who} : trop de modalités pour comparer autant d’enregistrements : {names}",
)
_COARSER = Words("recode them first", fr="les recoder d’abord")
_TOP_CODE = Words("bring them back first (top_code)", fr="les ramener d’abord (top_code)")
_TOO_FEW = Words(
    "{who}: {n} {n:stratum has|strata have} fewer than {k} to group",
    fr="{who} : {n} {n:strate a|strates ont} moins de {k} à grouper",
)
_FEWER = Words(
    "keep fewer columns apart, drop these records first, or fill what is missing: records that"
    " lack different values are grouped apart",
    fr="séparer moins de colonnes, retirer d’abord ces enregistrements, ou remplir ce qui manque :"
    " les enregistrements auxquels il manque d’autres valeurs sont groupés à part",
)
