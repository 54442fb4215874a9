"""Whether a model says the same: odds ratios, their intervals and their signs."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import AfterValidator, Field

from discret.data.compare import aligned, has_weights
from discret.data.dataset import Dataset
from discret.finding import Finding
from discret.maths.arrays import Floats
from discret.maths.statistics.glm import Errors, Family, Fit, fit
from discret.parts import LossMeasure, Unit
from discret.parts.facts import Facts, Layout
from discret.quantify.regression.cells import Cells, Name, model_cells, vanished
from discret.quantify.regression.facts import TELLS
from discret.quantify.regression.formula import Formula
from discret.words import Words, say


def _readable(text: str) -> str:
    Formula.read(text)
    return text


class Regression(LossMeasure):
    r"""Median relative gap between the coefficients of a model fitted before and after.

    Notes
    -----
    Both fits have the same coefficients: a category is compared with the first of its column in
    the original file, at the level of detail of the release. Records with a missing value in the
    model are left out, as any analyst's software would, and counted. With :math:`θ` the odds
    ratios before and :math:`θ'` after, the constant apart, the value is the median of
    :math:`|θ' - θ| / θ`. One that the release no longer gives (its category is gone or merged with
    others, or its estimate infinite) counts as further off than any other. `details` has each with
    its interval; the ratio of the lengths of the intervals (of coefficients); their overlap, the
    mean of the shares of the two intervals that their intersection makes up (0 where there is
    none); and the coefficients that were significant and changed sign, which turn the conclusion
    round.

    Standard errors take unequal weights into account, not strata nor clusters.

    Examples
    --------
    >>> from discret.data.examples import survey
    >>> from discret.parts import Context
    >>> from discret.reduce import Subsample
    >>> data = Dataset.of(survey(2000), weight="poids")
    >>> after = Subsample(share=0.8).apply(data, Context(rng=np.random.default_rng(1))).data
    >>> model = Regression(formula="vol_vehicule | menaces ~ personnes + unite_urbaine")
    >>> model.compare(data, data).value
    0.0
    >>> finding = model.compare(data, after)
    >>> finding.details["sign_flips"], finding.details["median_length_ratio"] > 1
    (0, True)
    """

    name: ClassVar[str] = "regression"
    title: ClassVar[Words] = Words("regression model", fr="modèle de régression")
    purpose: ClassVar[Words] = Words(
        "fits the same weighted model before and after, at the detail of the release, and compares"
        " its coefficients: what recoding lost is not seen here, see detail lost",
        fr="ajuste le même modèle pondéré avant et après, au niveau de détail du fichier diffusé,"
        " et compare ses coefficients : ce que le recodage fait perdre ne se voit pas ici, voir"
        " détail perdu",
    )
    unit: ClassVar[Unit] = "share"
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2015). Anonymisation de données individuelles, section 4.3.",
        (
            "Karr A., Kohnen C., Oganian A., Reiter J., Sanil A. (2006). A framework for"
            " evaluating the utility of data altered to protect confidentiality. The American"
            " Statistician 60."
        ),
    )
    shows: ClassVar[Layout] = "models"
    tells: ClassVar[Facts] = TELLS

    formula: Annotated[str, AfterValidator(_readable)] = Field(
        description=Words(
            "the model, such as 'y ~ a + b'. Text columns are categories, numbers are numbers"
            " unless written `C(size)`; `a:b` is a product, `a*b` is `a + b + a:b`; `theft |"
            " assault ~ …` is at least one of several 0/1 columns",
            fr="le modèle, tel que 'y ~ a + b'. Les colonnes de texte sont des modalités, les"
            " nombres des nombres sauf écrits `C(size)` ; `a:b` est un produit, `a*b` est `a +"
            " b + a:b` ; `theft | assault ~ …` est au moins une de plusieurs colonnes 0/1",
        )
    )
    family: Family = Field(
        default="binomial",
        description=Words(
            "distribution of the response. `binomial` (logistic regression, odds ratios),"
            " `poisson` (rate ratios) or `gaussian` (coefficients)",
            fr="loi de la réponse. `binomial` (régression logistique, rapports de cotes),"
            " `poisson` (rapports de taux) ou `gaussian` (coefficients)",
        ),
    )
    errors: Errors = Field(
        default="design",
        description=Words(
            "how standard errors are computed. `design`: they follow the weights (sandwich);"
            " `model`: those that a model takes for granted, with weights of mean 1",
            fr="calcul des erreurs types. `design` : elles suivent les poids (sandwich) ;"
            " `model` : celles qu’un modèle tient pour acquises, avec des poids de moyenne 1",
        ),
    )
    confidence: float = Field(
        default=0.95,
        gt=0,
        lt=1,
        description=Words("level of the intervals", fr="niveau des intervalles"),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        description=Words(
            "largest median gap allowed. It is a relative gap",
            fr="plus grand écart médian admis. C’est un écart relatif",
        ),
    )

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Fit the model on `before` and on `after`, and compare."""
        formula = Formula.read(self.formula)
        wanted = [*formula.response, *formula.columns]
        before.check_columns(self.name, wanted)
        gone = [name for name in wanted if name not in after.roles]
        if gone:
            return self._without(gone)
        same = aligned(before, after, wanted)
        names, old, new, shift = model_cells(self.name, formula, self.family, same, after)
        fits = tuple(fit(c.design, c.moments, self.family, self.errors) for c in (old, new))
        rows = _rows(names, fits, self._reach(), ratios=self.family != "gaussian", shift=shift)
        merged = vanished(formula, before, same)
        value = _median_gap(rows, merged) if all(fit.converged for fit in fits) else None
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=_sentence(
                value,
                _summary(rows, merged),
                self.family,
                converged=[fit.converged for fit in fits],
            ),
            details={
                "formula": self.formula,
                "family": self.family,
                "weighted": has_weights(before),
                **_records(old, new),
                **_summary(rows, merged),
                "converged_before": fits[0].converged,
                "converged_after": fits[1].converged,
                "separated_before": fits[0].separated,
                "separated_after": fits[1].separated,
                "coefficients": rows,
            },
        )

    def _without(self, columns: list[str]) -> Finding:
        """Say that the release lacks columns of the model: nothing can be compared."""
        return Finding.at_most(
            self.name,
            None,
            self.most,
            reads=say(
                "The release no longer has what the model needs ({columns}): no coefficient is"
                " left to compare.",
                "Le fichier diffusé n’a plus ce dont le modèle a besoin ({columns}) : aucun"
                " coefficient n’est plus à comparer.",
                columns=", ".join(columns),
            ),
            details={"formula": self.formula, "family": self.family, "columns_lost": columns},
        )

    def _reach(self) -> float:
        from scipy.special import ndtri

        return float(ndtri((1 + self.confidence) / 2))


def _records(old: Cells, new: Cells) -> dict[str, int]:
    return {
        "records_before": old.records,
        "records_after": new.records,
        "left_out_before": old.left_out,
        "left_out_after": new.left_out,
    }


def _rows(
    names: list[Name], fits: tuple[Fit, ...], reach: float, *, ratios: bool, shift: float
) -> list[dict[str, Any]]:
    """Return the coefficients side by side, the constant first."""
    old, new = fits
    first = np.zeros(len(names))
    first[0] = shift
    one, other = old.coefficients + first, new.coefficients + first
    shown = np.exp if ratios else np.asarray
    with np.errstate(all="ignore"):  # what is not estimated, or endless, is told as missing
        sides = [_side(c, f.errors, reach, shown) for c, f in ((one, old), (other, new))]
        found = {
            "gap": relative_gap(shown(one), shown(other)),
            "length_ratio": new.errors / old.errors,
            "overlap": overlap(one, old.errors * reach, other, new.errors * reach),
        }
    significant = [np.abs(f.coefficients) > reach * f.errors for f in (old, new)]
    return [
        {
            "term": name.term,
            "category": name.category,
            **{f"{key}_before": _plain(values[at]) for key, values in sides[0].items()},
            **{f"{key}_after": _plain(values[at]) for key, values in sides[1].items()},
            "significant_before": bool(significant[0][at]),
            "significant_after": bool(significant[1][at]),
            "sign_flip": bool(significant[0][at] and one[at] * other[at] < 0),
            **{key: _plain(values[at]) for key, values in found.items()},
        }
        for at, name in enumerate(names)
    ]


def _side(coefficients: Floats, errors: Floats, reach: float, shown: Any) -> dict[str, Floats]:
    return {
        "estimate": shown(coefficients),
        "lower": shown(coefficients - reach * errors),
        "upper": shown(coefficients + reach * errors),
    }


def overlap(one: Floats, reach: Floats, other: Floats, other_reach: Floats) -> Floats:
    """Return the overlap of intervals (centre ± reach): the mean share that both have in common.

    Examples
    --------
    >>> ones = np.ones(3)
    >>> overlap(0 * ones, ones, np.array([0.0, 1, 3]), ones).tolist()
    [1.0, 0.5, 0.0]
    """
    high = np.minimum(one + reach, other + other_reach)
    common = np.maximum(high - np.maximum(one - reach, other - other_reach), 0.0)
    return np.asarray((common / (2 * reach) + common / (2 * other_reach)) / 2)


def relative_gap(one: Floats, other: Floats) -> Floats:
    """Return |other − one| / |one|; nought where both are the same, even if they are nought.

    Examples
    --------
    >>> relative_gap(np.array([2.0, 0.0]), np.array([3.0, 0.0])).tolist()
    [0.5, 0.0]
    """
    with np.errstate(all="ignore"):
        return np.asarray(np.where(one == other, 0.0, np.abs(other - one) / np.abs(one)))


def _plain(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _compared(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what the original file gives, the constant apart."""
    return [row for row in rows[1:] if row["estimate_before"] is not None]


def _median_gap(rows: list[dict[str, Any]], merged: int) -> float | None:
    gaps = [np.inf if row["gap"] is None else row["gap"] for row in _compared(rows)]
    gaps += [np.inf] * merged
    median = float(np.median(gaps)) if gaps else np.inf
    return round(median, 12) if np.isfinite(median) else None


def _summary(rows: list[dict[str, Any]], merged: int) -> dict[str, Any]:
    """Sum up the rows; `merged` coefficients of the original have no row, and are lost."""
    both = [row for row in _compared(rows) if row["estimate_after"] is not None]
    ours = len(_compared(rows))
    return {
        "compared": len(both),
        "lost": ours - len(both) + merged,
        "lost_by_merging": merged,
        "not_estimable_before": len(rows) - 1 - ours,
        "median_length_ratio": _middle([row["length_ratio"] for row in both]),
        "median_overlap": _middle([row["overlap"] for row in both]),
        "smallest_overlap": min(
            (row["overlap"] for row in both if row["overlap"] is not None), default=None
        ),
        "sign_flips": sum(row["sign_flip"] for row in both),
        "significance_lost": sum(
            row["significant_before"] and not row["significant_after"] for row in both
        ),
        "significance_gained": sum(
            row["significant_after"] and not row["significant_before"] for row in both
        ),
    }


def _middle(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.median(known)) if known else None


def _unfitted(before: bool) -> Words:
    """Say on which file the model has no fit."""
    if before:
        return Words(
            "The model could not be fitted on the release: no maximum of its likelihood was found.",
            fr="Le modèle n’a pas pu être ajusté sur le fichier diffusé : aucun maximum de"
            " vraisemblance n’a été trouvé.",
        )
    return Words(
        "The model could not be fitted on the original: no maximum of its likelihood was found.",
        fr="Le modèle n’a pas pu être ajusté sur le fichier d’origine : aucun maximum de"
        " vraisemblance n’a été trouvé.",
    )


WORDS: dict[Family, tuple[str, str]] = {
    "binomial": ("odds {n:ratio|ratios}", "{n:rapport|rapports} de cotes"),
    "poisson": ("rate {n:ratio|ratios}", "{n:rapport|rapports} de taux"),
    "gaussian": ("{n:coefficient|coefficients}", "{n:coefficient|coefficients}"),
}


def _sentence(
    value: float | None, summary: dict[str, Any], family: Family, *, converged: list[bool]
) -> Words:
    if not all(converged):
        return _unfitted(converged[0])
    number = summary["lost"] + summary["compared"]
    told = summary | {"what": say(*WORDS[family], n=number), "value": value, "n": number}
    if not told["n"]:
        return Words(
            "The original file determines no coefficient of the model.",
            fr="Le fichier d’origine ne détermine aucun coefficient du modèle.",
        )
    if value is None:
        return say(
            "No median gap can be told: of {n} {what}, the release no longer gives {lost}"
            " ({lost_by_merging} as categories were merged).",
            "L’écart médian ne peut être donné : sur {n} {what}, le fichier diffusé n’en donne plus"
            " {lost} (dont {lost_by_merging} par regroupement de modalités).",
            **told,
        )
    longer = told["median_length_ratio"] is not None
    return say(
        "The {n} {what} of the model moved by {value:%} (median); {sign_flips} significant"
        " {sign_flips:one|ones} changed sign, {lost} {lost:was|were} lost"
        + ("; intervals are {median_length_ratio} times as long (median)." * longer or "."),
        "{n:Le|Les} {n} {what} du modèle {n:a|ont} bougé de {value:%} (médiane) ; parmi les"
        " significatifs, {sign_flips} {sign_flips:a|ont} changé de signe ; {lost}"
        " {lost:est perdu|sont perdus}"
        + (
            " ; les intervalles sont {median_length_ratio} fois aussi longs (médiane)." * longer
            or "."
        ),
        **told,
    )
