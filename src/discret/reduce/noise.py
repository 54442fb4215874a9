"""Add noise to numbers, or multiply them by it."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.assess.likelihood_linkage import LikelihoodLinkage
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import Exchanged
from discret.data.keytable import LARGEST
from discret.errors import ColumnError, InputError
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.perturbation import noise
from discret.parts import FRESH, Change, Columns, Context, Method, Pairs, RiskMeasure, Tier
from discret.parts.facts import Fact, Facts
from discret.parts.published import Published, publishing
from discret.reduce import corrections
from discret.reduce.rows_in_order import WEIGHT, drawn_once, parts_of, rows_in_order
from discret.reduce.taken_by_role import NUMBERS, with_numbers
from discret.words import Words

Kind = Literal["independent", "correlated", "multiplicative", "log"]
CLOSE = 1e-12  # numbers that differ by no more of their size are the same
TINY = 1e-100  # and so are those whose squares are nought


class Noise(Method):
    r"""Add noise to the numbers of some columns, or multiply them by it.

    Notes
    -----
    With Σ the (weighted) covariances of the columns, ``independent`` adds draws of
    :math:`N(0, α\,diag(Σ))`: means and covariances of two columns are kept in expectation,
    variances grow by 1 + α, correlations shrink by it. ``correlated`` adds draws of
    :math:`N(0, αΣ)`: correlations are kept, all covariances grow by 1 + α. With `keep_variance`
    numbers are then drawn towards their mean by :math:`1/\sqrt{1 + α}` (Kim 1986): variances are
    kept, and with correlated noise all covariances. ``multiplicative`` multiplies by lognormal
    draws of mean 1 and variance α: what is large moves more, nought stays nought, signs stay.
    ``log`` adds correlated noise to the logarithms of positive numbers, and keeps their mean.

    Where `lowest` or `highest` bound a column, what would pass the bound is mirrored there: nothing
    beyond is released, and means near the bound move a little. Variances are those of each
    combination of the columns `by`; where numbers do not vary noise would be none, and the file is
    refused. What is missing stays missing; whole numbers become decimal. Noise is drawn once for
    each number of a person, or of a household all of whose members share it: the mean of several
    draws would tell it.

    Who knows α corrects for it: divide variances by 1 + α (independent, correlated). It may be
    told without telling any value; `Linkage` and `IntervalDisclosure` measure what risk is left.

    Examples
    --------
    >>> import numpy as np
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key=["Âge", "Club"], sensitive="Salaire")
    >>> change = Noise(columns=["Salaire"], alpha=0.1).apply(data, Context())
    >>> change.facts["columns"], change.data.kind("Salaire")
    (['Salaire'], Float64)
    """

    name: ClassVar[str] = "noise"
    title: ClassVar[Words] = Words("noise on numbers", fr="nombres bruités")
    purpose: ClassVar[Words] = Words(
        "adds noise to numbers, or multiplies them by it",
        fr="ajoute un bruit à des nombres, ou les multiplie par lui",
    )
    numbers: ClassVar[tuple[str, ...]] = ("columns",)
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
        (
            "Kim J. (1986). A method for limiting disclosure in microdata based on random noise"
            " and transformation. ASA."
        ),
        "Brand R. (2002). Microdata protection through noise addition. Springer.",
    )
    perturbs: ClassVar[bool] = True
    random: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    needs: ClassVar[Any] = NUMBERS
    touches: ClassVar[Any] = NUMBERS
    tells: ClassVar[Facts] = {
        "columns": Fact.names("columns", "colonnes"),
        "variance": Fact.ratio("variance, times", "variance, multipliée par", by="column"),
        "correlation": Fact.number(
            "correlation with the original", "corrélation avec l’original", by="column"
        ),
        "mirrored": Fact.count("brought back within bounds", "nombres ramenés entre les bornes"),
        "unchanged": Fact.count("numbers as they were", "nombres restés tels quels"),
    }

    columns: Columns = Field(
        default=(),
        description=Words(
            "numeric columns. By default those with the role number",
            fr="colonnes numériques. Par défaut celles qui ont le rôle number",
        ),
    )
    alpha: float = Field(
        default=0.1,
        gt=0,
        le=10,
        description=Words(
            "size of the noise, as a share of the variance. For `multiplicative`, the variance of"
            " what numbers are multiplied by",
            fr="importance du bruit, en part de la variance. Pour `multiplicative`, variance de ce"
            " qui multiplie les nombres",
        ),
    )
    kind: Kind = Field(
        default="independent",
        description=Words(
            "what noise. `independent`, `correlated` as the columns are, `multiplicative`, or"
            " `log` (correlated, on logarithms)",
            fr="quel bruit. `independent`, `correlated` comme le sont les colonnes,"
            " `multiplicative`, ou `log` (corrélé, sur les logarithmes)",
        ),
    )
    keep_variance: bool = Field(
        default=False,
        description=Words(
            "whether numbers are drawn towards their mean until variances are as they were",
            fr="rapprocher ou non les nombres de leur moyenne pour que les variances restent les"
            " mêmes",
        ),
    )
    by: Columns = Field(
        default=(),
        description=Words(
            "columns whose values are kept apart. Each combination has variances of its own",
            fr="colonnes dont on sépare les valeurs. Chaque combinaison a ses variances",
        ),
    )
    lowest: Pairs[float] = Field(
        default=(),
        description=Words(
            "for some columns, the lowest number that may be shown",
            fr="pour certaines colonnes, le plus petit nombre qui puisse être montré",
        ),
    )
    highest: Pairs[float] = Field(
        default=(),
        description=Words(
            "for some columns, the highest number that may be shown",
            fr="pour certaines colonnes, le plus grand nombre qui puisse être montré",
        ),
    )

    publish: bool = publishing()

    @model_validator(mode="after")
    def _told_of(self) -> Self:
        if self.publish and not self.columns:
            raise ValueError(_UNNAMED)
        return self

    @property
    def published(self) -> Published | None:
        """The size of the noise, and how to correct for it."""
        if not self.publish:
            return None
        way, grown = (self.kind, self.keep_variance), 1 + self.alpha
        names = ", ".join(self.columns)
        own = {"names": names, "n": len(self.columns), "alpha": self.alpha, "grown": grown}
        first = corrections.NOISE[way].filled(**own)
        beside = corrections.BESIDE[way]
        more = [beside.filled(**own, root=round(grown**0.5, 4))]
        within = {"names": ", ".join(self.by), "n": len(self.by)}
        more += [corrections.WITHIN.filled(**within)] if self.by else []
        more += [corrections.MIRRORED] if self.lowest or self.highest else []
        return Published(tuple(self.columns), (first, *more))

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """Whoever is told how large errors are knows better whose numbers they are."""
        return (LikelihoodLinkage(),) if self.publish else ()

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with noise on its numbers."""
        if not self.columns:
            return with_numbers(self, data).apply(data, context)
        data.check_numeric(self.name, self.columns)
        table = self._table(data)
        values, known = _numbers(table, self.columns)
        self._check(values, known)
        weights, part = table[WEIGHT].to_numpy(), parts_of(table, self.by)
        draws = np.asfortranarray(context.rng.standard_normal(values.shape))
        new = np.empty_like(values)
        self._check_varied(values, known, part)
        for rows in _rows(part):
            new[rows] = self._noisy(values[rows], weights[rows], known[rows], draws[rows])
        if not (np.isfinite(new) | ~known).all():
            raise InputError(_INFINITE.filled(who=self.name), hint=_TOP_CODE)
        for place, name in enumerate(self.columns):
            new[:, place] = new[drawn_once(table, [name], part), place]
        within = noise.reflected(new, *self._bounds(new.shape))
        shown = {
            name: _column(within[:, place], known[:, place])
            for place, name in enumerate(self.columns)
        }
        changed = data.with_rows(table[LINK].to_numpy(), **shown)  # type: ignore[arg-type]
        facts = self._facts(values, within, weights, known)
        facts["mirrored"] = int(((within != new) & known).sum())
        facts["unchanged"] = int(((within == values) & known).sum())
        return Change(data=changed.went({name: Exchanged() for name in self.columns}), facts=facts)

    def _table(self, data: Dataset) -> pl.DataFrame:
        table = rows_in_order(self.name, data, [*self.columns, *self.by])
        bounded = [name for name, _ in (*self.lowest, *self.highest)]
        if strange := [name for name in bounded if name not in self.columns]:
            raise ColumnError.missing(self.name, strange, self.columns)
        return table

    def _check(self, values: Floats, known: Bools) -> None:
        """Refuse numbers without a variance, or without a logarithm."""
        if not (np.abs(values) <= LARGEST).all():  # nought where one is missing
            raise InputError(_INFINITE.filled(who=self.name), hint=_TOP_CODE)
        if self.kind == "log" and (values[known] <= 0).any():
            raise InputError(_POSITIVE.filled(who=self.name), hint=_OTHER)
        low, high = self._bounds(values.shape)
        if ((values < low) | (values > high))[known].any() or (low > high).any():
            raise InputError(_BEYOND.filled(who=self.name), hint=_WIDER)

    def _check_varied(self, values: Floats, known: Bools, part: Ints) -> None:
        """Refuse parts whose numbers do not vary: noise in proportion would leave them as they are.

        Numbers that are multiplied change all the same, but for nought, unless they are drawn
        towards their mean again.
        """
        if self.kind == "multiplicative" and not self.keep_variance:
            return
        still = [_still(values[rows], known[rows]) for rows in _rows(part)]
        if same := sum(still):
            raise InputError(_SAME.filled(who=self.name, n=same, of=len(still)), hint=_MULTIPLY)

    def _bounds(self, shape: tuple[int, ...]) -> tuple[Floats, Floats]:
        low, high = dict(self.lowest), dict(self.highest)
        least = np.array([low.get(name, -np.inf) for name in self.columns])
        most = np.array([high.get(name, np.inf) for name in self.columns])
        return np.broadcast_to(least, shape), np.broadcast_to(most, shape)

    def _noisy(self, values: Floats, weights: Floats, known: Bools, draws: Floats) -> Floats:
        """Return the numbers of a part with noise."""
        if self.kind == "log":
            return self._on_logs(values, weights, known, draws)
        own = noise.moments(values, weights, known)
        if self.kind == "multiplicative":
            return noise.multiplied(values, own, self.alpha, draws, keep=self.keep_variance)
        correlated = self.kind == "correlated"
        return noise.added(
            values, own, self.alpha, draws, correlated=correlated, keep=self.keep_variance
        )

    def _on_logs(self, values: Floats, weights: Floats, known: Bools, draws: Floats) -> Floats:
        """Add noise to logarithms, and bring the mean of the numbers back."""
        logs = np.log(np.where(known, values, 1.0))
        own = noise.moments(logs, weights, known)
        new = noise.added(logs, own, self.alpha, draws, correlated=True, keep=self.keep_variance)
        largest = np.where(known, new, -np.inf).max(axis=0)
        shown = np.exp(np.where(known, new - largest, 0.0))  # at most 1, whatever the unit
        before, after = (noise.moments(some, weights, known).mean for some in (values, shown))
        return np.asarray(shown * (before / np.where(after > 0, after, 1.0)))

    def _facts(
        self, values: Floats, new: Floats, weights: Floats, known: Bools
    ) -> dict[str, object]:
        told: dict[str, dict[str, float | None]] = {"variance": {}, "correlation": {}}
        for place, name in enumerate(self.columns):
            rows = slice(None) if known[:, place].all() else known[:, place]
            both = np.stack([values[rows, place], new[rows, place]]).T
            every = np.ones_like(both, dtype=np.bool_)
            covariance = noise.moments(both, weights[rows], every).covariance
            one, two = np.diag(covariance)
            spread = np.sqrt(one) * np.sqrt(two)
            told["variance"][name] = float(two / one) if one > 0 else None
            told["correlation"][name] = float(covariance[0, 1] / spread) if spread > 0 else None
        return {"columns": list(self.columns), **told}


def _rows(part: Ints) -> list[slice] | list[Ints]:
    """Return the records of each part, in their order; all at once where there is one part."""
    ends = np.cumsum(np.bincount(part))
    if len(ends) <= 1:
        return [slice(None)] * len(ends)
    return np.split(np.argsort(part, kind="stable"), ends[:-1])


def _column(numbers: Floats, known: Bools) -> pl.Series:
    """Return numbers as a column in which some are missing."""
    shown = pl.Series(numbers)
    return shown if known.all() else shown.set(pl.Series(~known), None)


def _still(values: Floats, known: Bools) -> bool:
    """Whether the numbers of a column, some of which are known, do not vary to speak of.

    Noise on what differs in its last digits would be lost in them, or be none at all.
    """
    least = np.where(known, values, np.inf).min(axis=0)
    most = np.where(known, values, -np.inf).max(axis=0)
    some = known.any(axis=0)
    size = np.maximum(np.abs(least), np.abs(most))[some]
    return bool(((most - least)[some] <= np.maximum(CLOSE * size, TINY)).any())


def _numbers(table: pl.DataFrame, columns: Columns) -> tuple[Floats, Bools]:
    """Return the columns as numbers, 0 where they are missing, and where they are not."""
    known = np.stack([table[name].is_not_null().to_numpy() for name in columns]).T
    values = [table[name].cast(pl.Float64).fill_null(0.0).to_numpy() for name in columns]
    return np.stack(values).T, known  # each column in one piece


_UNNAMED = Words(
    "publish: name the columns that users are to be told of",
    fr="publish : nommer les colonnes dont les utilisateurs seront informés",
)
_INFINITE = Words(
    "{who}: some numbers are infinite, or too large for noise",
    fr="{who} : des nombres sont infinis, ou trop grands pour un bruit",
)
_TOP_CODE = Words("bring them back first (top_code)", fr="les ramener d’abord (top_code)")
_POSITIVE = Words(
    "{who}: only positive numbers have logarithms",
    fr="{who} : seuls les nombres strictement positifs ont un logarithme",
)
_OTHER = Words(
    "say kind='multiplicative', which takes any number",
    fr="écrire kind='multiplicative', qui prend tout nombre",
)
_SAME = Words(
    "{who}: in {n} of {of} {of:part|parts} of the file a column does not vary: noise in proportion"
    " would leave it as it is",
    fr="{who} : dans {n} {n:partie|parties} du fichier sur {of}, une colonne ne varie pas : un"
    " bruit en proportion la laisserait telle quelle",
)
_MULTIPLY = Words(
    "keep fewer columns apart (by), or say kind='multiplicative' without keep_variance",
    fr="séparer moins de colonnes (by), ou écrire kind='multiplicative' sans keep_variance",
)
_BEYOND = Words(
    "{who}: lowest, highest: some numbers are beyond the bounds already",
    fr="{who} : lowest, highest : des nombres sont déjà au-delà des bornes",
)
_WIDER = Words(
    "widen the bounds, or bring these numbers back first (top_code)",
    fr="élargir les bornes, ou ramener d’abord ces nombres (top_code)",
)
