"""Combining rules: one estimate from several synthetic copies, and how far it may be off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from typing import Literal

import numpy as np
from scipy.stats import norm, t

from discret.errors import InputError, ParameterError
from discret.words import Words

Synthesis = Literal["partly", "fully"]
TWO = 2  # copies, at least


@dataclass(frozen=True)
class Combined:
    """An estimate from several copies.

    Parameters
    ----------
    estimate, variance
        The mean of the estimates, and the variance that it has about the truth.
    between, within
        The variance of the estimates over copies, and the mean of their own variances.
    freedom
        Degrees of freedom of the t distribution of the error.
    adjusted
        Whether the variance came out negative, and the mean of the copies' own stands for it.
    """

    estimate: float
    variance: float
    between: float
    within: float
    freedom: float
    adjusted: bool = False

    @property
    def error(self) -> float:
        """The standard error of the estimate."""
        return sqrt(self.variance)

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return the interval in which the truth lies with such a confidence.

        Examples
        --------
        >>> low, high = combine([10.0, 12.0, 11.0], [4.0, 4.0, 4.0]).interval()
        >>> round(low, 2), round(high, 2)
        (6.91, 15.09)
        """
        if not 0 < confidence < 1:
            raise ParameterError("interval", [_CONFIDENCE], hint=_SUCH)
        tail = (1 + confidence) / 2
        far = norm.ppf(tail) if self.freedom == inf else t.ppf(tail, self.freedom)
        reach = float(far) * self.error
        return self.estimate - reach, self.estimate + reach


def combine(
    estimates: Iterable[float], variances: Iterable[float], kind: Synthesis = "partly"
) -> Combined:
    r"""Combine the estimates that several synthetic copies give.

    Parameters
    ----------
    estimates, variances
        For each copy, the estimate and its variance, made as if the copy were the true file.
    kind
        ``partly`` where some columns or records are as they were, ``fully`` where none is.

    Notes
    -----
    With :math:`\bar q` the mean of m estimates, b their variance and :math:`\bar u` the mean of
    their variances, the variance is :math:`T = \bar u + b/m` for partly synthetic copies, with
    :math:`(m-1)(1 + m \bar u / b)^2` degrees of freedom (Reiter 2003), and
    :math:`T = (1 + 1/m) b - \bar u` for fully synthetic ones, with :math:`(m-1)(1 - m\bar u /
    ((m+1) b))^2` (Raghunathan, Reiter and Rubin 2003). The latter may come out negative: then
    :math:`\bar u` stands for it, of normal error (Reiter 2002, for copies as large as the file).
    Copies must be those of one step of `Synthesise`, which draws each from a file drawn anew.

    References
    ----------
    Raghunathan T., Reiter J., Rubin D. (2003). Multiple imputation for statistical disclosure
    limitation. Journal of Official Statistics 19(1).

    Reiter J. (2002). Satisfying disclosure restrictions with synthetic data sets. Journal of
    Official Statistics 18(4).

    Reiter J. (2003). Inference for partially synthetic, public use microdata sets. Survey
    Methodology 29(2).

    Examples
    --------
    >>> found = combine([10.0, 12.0, 11.0], [4.0, 4.0, 4.0])
    >>> found.estimate, round(found.variance, 4), round(found.freedom)
    (11.0, 4.3333, 338)
    >>> combine([10.0, 12.0, 11.0], [0.5, 0.5, 0.5], kind="fully").variance.__round__(4)
    0.8333
    """
    own, spread = (np.array([*given], dtype=np.float64) for given in (estimates, variances))
    _check(own, spread, kind)
    m = len(own)
    between, within = float(own.var(ddof=1)), float(spread.mean())
    middle = float(own.mean())
    if kind == "partly":
        freedom = (m - 1) * (1 + m * within / between) ** 2 if between > 0 else inf
        return Combined(middle, within + between / m, between, within, freedom)
    variance = (1 + 1 / m) * between - within
    if variance <= 0:
        return Combined(middle, within, between, within, inf, adjusted=True)
    freedom = (m - 1) * (1 - within / ((1 + 1 / m) * between)) ** 2
    return Combined(middle, variance, between, within, freedom)


def _check(estimates: np.ndarray, variances: np.ndarray, kind: str) -> None:
    if kind not in ("partly", "fully"):
        raise ParameterError("combine", [_KIND], hint=_EITHER)
    if len(estimates) != len(variances) or len(estimates) < TWO:
        raise InputError(_COPIES, hint=_EACH)
    if not all(map(isfinite, (*estimates, *variances))) or (variances < 0).any():
        raise InputError(_FINITE, hint=_EACH)


_CONFIDENCE = Words("confidence: it lies between 0 and 1", fr="confidence : elle est entre 0 et 1")
_SUCH = Words("say 0.95, for example", fr="écrire 0.95, par exemple")
_KIND = Words("kind: partly or fully synthetic?", fr="kind : en partie ou tout synthétique ?")
_EITHER = Words("say 'partly' or 'fully'", fr="écrire 'partly' ou 'fully'")
_COPIES = Words(
    "combine: estimates and variances of at least two copies are needed",
    fr="combine : il faut les estimations et les variances d’au moins deux copies",
)
_FINITE = Words(
    "combine: estimates must be finite numbers, and variances not negative",
    fr="combine : les estimations doivent être finies, et les variances positives ou nulles",
)
_EACH = Words(
    "give one estimate and its variance for each copy",
    fr="donner une estimation et sa variance pour chaque copie",
)
