"""Matrix masking: Z = A X B + C."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, Self

import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import LABEL, VALUE, Exchanged, Spread, Step
from discret.errors import ColumnError, ParameterError
from discret.maths.arrays import Floats, Ints
from discret.parts import FRESH, Change, Columns, Context, MaybeColumn, Method, Pairs, Tier
from discret.parts.ahead import Ahead
from discret.parts.depending import Depending
from discret.parts.facts import Fact, Facts
from discret.reduce.mask.products import Records, Variables, noisy
from discret.reduce.rows_in_order import drawn_once, rows_in_order
from discret.reduce.whole_numbers import plain
from discret.words import Words

Positive = Annotated[float, Field(gt=0)]
NEAR = 1e-9  # how far a covariance may be from one, of its size


class Mask(Method):
    r"""Release A X B + C in the place of the numbers X of some columns.

    Notes
    -----
    Matrix masking (Bergeat 2014, after Duncan and Pearson 1991): X has a row for each record and a
    column for each of `columns`, and :math:`Z = A X B + C` is released.

    A, of records by records, is the identity, or one of these: ``kept``, true or false: rows
    of the identity are selected, the others dropped; ``blocks``: each record shows the mean
    (weighted, where there are weights) of those that have the same values of these columns;
    ``takes``, a column of numbers: each record shows the numbers of another, told by its number in
    the row column, or else its place, from 0 (a permutation, if each is taken once); ``rows``: any
    matrix, for few records, a row for each in their order (or fewer, where each selects one).

    B, the `matrix`, has a row for each of the columns and, in it, what it adds to each column that
    is released; columns that nothing is added to are dropped. C is noise drawn from a normal law
    of mean 0, with a `covariance` or, independent, a standard deviation each (`scale`).

    The other methods for numbers are cases: ``noise`` is C, with α Σ; a subsample is a selection of
    rows; ``microaggregate`` has blocks; ``swap`` permutes each column by itself; a column is
    dropped by B. What A, B and C leave as it is stays exactly so, type and all: A = B = I and C = 0
    give X. What is missing stays missing, and so is what is computed from it; means are over what
    is known. E(Z) = A X B, and given A X the covariances of Z are :math:`B' Σ B` and those of the
    noise. What is protected hangs on the matrices: measure what risk is left.

    Examples
    --------
    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), key=["Âge", "Sexe"], sensitive="Maladie")
    >>> change = Mask(columns=["Âge"], blocks=["Sexe"]).apply(data, Context())
    >>> change.data.values("Âge").round(1).to_list()
    [30.0, 67.8]
    >>> Mask(columns=["Âge"]).apply(data, Context()).data.to_polars().equals(illnesses())
    True
    """

    name: ClassVar[str] = "mask"
    title: ClassVar[Words] = Words("matrix masking", fr="masquage matriciel")
    purpose: ClassVar[Words] = Words(
        "replaces numbers by A X B + C: records or columns mixed, or noise added",
        fr="remplace des nombres par A X B + C : enregistrements ou colonnes mêlés, ou bruit"
        " ajouté",
    )
    numbers: ClassVar[tuple[str, ...]] = ("columns",)
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
        (
            "Duncan G. T., Pearson R. W. (1991). Enhancing access to microdata while protecting"
            " confidentiality: prospects for the future. Statistical Science 6(3)."
        ),
    )
    perturbs: ClassVar[bool] = True
    random: ClassVar[Any] = Depending(True, lambda part: bool(part.covariance or part.scale))
    keeps_rows: ClassVar[Any] = Depending(False, lambda part: not _selects(part))
    tier: ClassVar[Tier] = "row"
    proven: ClassVar[Literal["formal", "heuristic"]] = "heuristic"
    tells: ClassVar[Facts] = {
        "columns": Fact.names("columns", "colonnes"),
        "dropped": Fact.names("columns dropped", "colonnes retirées"),
        "records": Fact.count("records", "enregistrements"),
        "changed": Fact.share("values changed", "valeurs changées", by="column"),
    }

    columns: Columns = Field(
        min_length=1, description=Words("numeric columns", fr="colonnes numériques")
    )
    kept: MaybeColumn = Field(
        default=None,
        description=Words(
            "column of true and false that tells which records are kept. By default all",
            fr="colonne de vrais et de faux disant quels enregistrements sont gardés. Par défaut"
            " tous",
        ),
    )
    blocks: Columns = Field(
        default=(),
        description=Words(
            "columns whose combinations are averaged. Each record shows the mean of its own",
            fr="colonnes dont les combinaisons sont moyennées. Chaque enregistrement montre la"
            " moyenne de la sienne",
        ),
    )
    takes: str | None = Field(
        default=None,
        description=Words(
            "column with the number of the record whose numbers are taken. As the row column has"
            " it, or its place, from 0",
            fr="colonne du numéro de l’enregistrement dont les nombres sont pris. Tel que dans la"
            " colonne row, ou sa place, à partir de 0",
        ),
    )
    rows: tuple[tuple[float, ...], ...] = Field(
        default=(),
        description=Words(
            "the matrix A itself, for few records. A row for each, in their order; fewer, where"
            " each selects one",
            fr="la matrice A elle-même, pour peu d’enregistrements. Une ligne pour chacun, dans"
            " leur ordre ; moins, si chacune en retient un",
        ),
    )
    matrix: Pairs[Pairs[float]] | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "the matrix B: for each column, what it adds to each column that is released. By"
            " default each is itself: `matrix = { pay = { pay = 1.0 }, rent = { pay = 0.2 } }`",
            fr="la matrice B : pour chaque colonne, ce qu’elle ajoute à chaque colonne diffusée."
            " Par défaut chacune est elle-même :"
            " `matrix = { pay = { pay = 1.0 }, rent = { pay = 0.2 } }`",
        ),
    )
    covariance: Pairs[Pairs[float]] = Field(
        default=(),
        description=Words(
            "covariances of the noise C, column by column. By default there is no noise",
            fr="covariances du bruit C, colonne par colonne. Par défaut il n’y a pas de bruit",
        ),
    )
    scale: Pairs[Positive] = Field(
        default=(),
        description=Words(
            "standard deviations of the noise C, where it is independent. In place of `covariance`",
            fr="écarts types du bruit C, s’il est indépendant. Au lieu de `covariance`",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        ways = [self.kept is not None, bool(self.blocks), self.takes is not None, bool(self.rows)]
        if sum(ways) > 1:
            raise ValueError(_ONE_A)
        if self.covariance and self.scale:
            raise ValueError(_ONE_C)
        return self

    def _faults(self) -> Iterator[Words]:
        """Yield what is wrong with the matrices."""
        named = {name for _, row in self.matrix or () for name, _ in row}
        noisy = {name for name, _ in (*self.covariance, *self.scale)}
        noisy |= {name for _, row in self.covariance for name, _ in row}
        if self.matrix is not None and {name for name, _ in self.matrix} != {*self.columns}:
            yield _ROWS
        elif not named <= {*self.columns} or (self.matrix is not None and not named):
            yield _STRANGE
        elif not noisy <= {*self._released}:
            yield _NO_NOISE
        elif not _is_covariance(self._noise):
            yield _NO_COVARIANCE

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield what is wrong with columns, and with the matrices."""
        yield from super().foreseen(ahead)
        yield from self._faults()

    @property
    def named(self) -> tuple[str, ...]:
        """The columns that the parameters name."""
        more = [name for name in (self.kept, self.takes) if name is not None]
        return (*super().named, *self.blocks, *more)

    @property
    def _variables(self) -> Variables:
        given = self.matrix or tuple((name, ((name, 1.0),)) for name in self.columns)
        return Variables.of(self.columns, {name: dict(row) for name, row in given})

    @property
    def _released(self) -> tuple[str, ...]:
        return self._variables.released

    @property
    def _noise(self) -> Floats:
        """The covariances of the noise; one of two that mirror each other is enough."""
        place = {name: number for number, name in enumerate(self._released)}
        found = np.full((len(place), len(place)), np.nan)
        for name, row in self.covariance:
            for other, value in row:
                found[place[name], place[other]] = value
        for name, value in self.scale:
            found[place[name], place[name]] = value**2
        return np.nan_to_num(np.where(np.isnan(found), found.T, found))

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with masked numbers."""
        data.check_numeric(self.name, self.columns)
        data.check_columns(self.name, self.named)
        if faults := list(self._faults()):
            raise ParameterError(self.name, faults, hint=_FOR_EXAMPLE)
        names = [*self.columns, *(name for name in self.named if name not in self.columns)]
        table = rows_in_order(self.name, data, names)
        records, variables = Records.read(self, table), self._variables
        before = {name: table[name] for name in self.columns}
        self._check_plain(before, records)
        mixed = {name: records.mixed(values) for name, values in before.items()}
        of = drawn_once(table, self.columns)
        after = noisy(variables.mixed(mixed), self._noise, of, context.rng)
        facts = {
            "columns": list(after),
            "dropped": [name for name in self.columns if name not in after],
            "records": len(records.left),
            "changed": {name: _changed(before[name], own, records) for name, own in after.items()},
        }
        changed = self._put(data, table[LINK].to_numpy(), after, records)
        return Change(data=changed.went(self._steps(before, after, records)), facts=facts)

    def _put(
        self, data: Dataset, rows: Ints, after: dict[str, pl.Series], records: Records
    ) -> Dataset:
        """Put what is released in its place; what is made of others has the strictest role."""
        left = {name: own[records.left] for name, own in after.items()}
        changed = data.with_rows(rows[records.left], **left)  # type: ignore[arg-type]
        dropped = [name for name in self.columns if name not in after]
        if not self._made:
            return changed.without_columns(dropped)
        return changed.with_frame(changed.frame.drop(*dropped), made=self._made)

    def makes(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns that are mixtures of others."""
        return tuple(self._made)

    @property
    def _made(self) -> dict[str, list[str]]:
        """The columns that are made of others, and these."""
        return {name: own for name, own in self._variables.sources.items() if own != [name]}

    def _check_plain(self, before: dict[str, pl.Series], records: Records) -> None:
        """Refuse numbers that floats do not hold, where they are not left as they are."""
        computed = [name for name in self._released if self._computed(name)]
        used = {source for name in computed for source in self._variables.sources[name]}
        for name, values in before.items():
            if (name in used or records.averaged) and not plain(values):
                raise ColumnError(_TOO_LARGE.filled(who=self.name, name=name), hint=_TOP_CODE)

    def _computed(self, name: str) -> bool:
        """Whether B or C make other numbers of a column."""
        noise = self._noise[self._released.index(name)]
        return bool(noise.any()) or not self._variables.copied(name)

    def _steps(
        self, before: dict[str, pl.Series], after: dict[str, pl.Series], records: Records
    ) -> dict[str, Step]:
        """Return what columns went through, those that did."""
        steps: dict[str, Step] = {}
        for name in [name for name in after if name not in self._made]:
            if self._computed(name) or records.moved:
                steps[name] = Exchanged()
            elif records.averaged:
                pairs = pl.DataFrame({VALUE: before[name], LABEL: after[name]})
                steps[name] = Spread(pairs.unique(maintain_order=True))
        return steps


def _is_covariance(matrix: Floats) -> bool:
    """Whether a matrix is symmetric, and no direction has a variance below nought."""
    size = NEAR * np.abs(matrix).max()
    symmetric = np.abs(matrix - matrix.T).max() <= size
    return bool(symmetric and np.linalg.eigvalsh(matrix).min() >= -size)


def _selects(part: Mask) -> bool:
    """Whether some records are left out."""
    return part.kept is not None or any(len(row) > len(part.rows) for row in part.rows)


def _changed(before: pl.Series, after: pl.Series, records: Records) -> float:
    one, two = (own[records.left] for own in (before, after))
    return float(one.ne_missing(two).sum() / max(len(one), 1))


_ONE_A = Words(
    "kept, blocks, takes, rows: one of them makes A",
    fr="kept, blocks, takes, rows : un seul fait A",
)
_ROWS = Words(
    "matrix: it needs a row for each of the columns, and no other",
    fr="matrix : il lui faut une ligne par colonne, et aucune autre",
)
_STRANGE = Words(
    "matrix: what is released is one of the columns, or several",
    fr="matrix : on diffuse une ou plusieurs des colonnes",
)
_ONE_C = Words("covariance, scale: one of them makes C", fr="covariance, scale : un seul fait C")
_NO_NOISE = Words(
    "covariance, scale: noise goes with columns that are released",
    fr="covariance, scale : le bruit va avec des colonnes diffusées",
)
_NO_COVARIANCE = Words(
    "covariance: no noise has these covariances", fr="covariance : aucun bruit n’a ces covariances"
)
_FOR_EXAMPLE = Words(
    "matrix = { a = { a = 1.0 }, b = { a = 0.5 } }, covariance = { a = { a = 4.0 } }, for example",
    fr="matrix = { a = { a = 1.0 }, b = { a = 0.5 } }, covariance = { a = { a = 4.0 } }, par"
    " exemple",
)
_TOO_LARGE = Words(
    "{who}: {name!r} holds numbers that are infinite, or too large to be computed with",
    fr="{who} : {name!r} contient des nombres infinis, ou trop grands pour ces calculs",
)
_TOP_CODE = Words("bring them back first (top_code)", fr="les ramener d’abord (top_code)")
