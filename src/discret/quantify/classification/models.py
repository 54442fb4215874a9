"""What learns from records, and is tried on others."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.data.keytable import LARGEST
from discret.data.text import as_text
from discret.errors import ExtraError
from discret.maths.arrays import Bools, Floats, Ints
from discret.quantify.both_files import tidy
from discret.quantify.classification.rows import Rows
from discret.quantify.refusals import endless, too_many_coefficients
from discret.words import Words

Model = Literal["logistic", "tree"]
FOLDS, CLASSES, MANY, LEAF, STEPS = 5, 50, 1000, 5, 1000


class Learnt(NamedTuple):
    """Shares of right answers: learnt before and after, of the commonest answer; records tried."""

    before: float
    after: float
    base: float
    tried: int

    @property
    def relative(self) -> float | None:
        """What is kept of what there was to learn; nothing where there was nothing."""
        room = self.before - self.base
        return tidy((self.after - self.base) / room) if tidy(room) > 0 else None


def learnt(who: str, rows: Rows, model: Model) -> Learnt:
    """Learn from four folds and try on the fifth, each in its turn."""
    check_library()
    codes = numbered(pl.concat([rows.truth, rows.taught]).alias("class"))[1]
    truth, taught = np.split(codes, [len(rows.truth)])
    original = designed(who, [rows.original], len(truth))
    both = designed(who, [rows.released, rows.recoded], 2 * len(truth))
    released, recoded = both[: len(truth)], both[len(truth) :]
    nothing = np.zeros((len(truth), 0))
    right = [
        _right(model, original, truth, original, truth, rows.weight),
        _right(model, released, np.where(rows.there, taught, -1), recoded, truth, rows.weight),
        _right(model, nothing, truth, nothing, truth, rows.weight),
    ]
    there = truth >= 0
    shares = [float(np.average(own[there], weights=rows.weight[there])) for own in right]
    return Learnt(shares[0], shares[1], shares[2], int(there.sum()))


def _right(
    model: Model, design: Any, answer: Ints, asked: Any, truth: Ints, weight: Floats
) -> Bools:
    """Return about which records what is learnt from the others is right."""
    right = np.zeros(len(truth), dtype=np.bool_)
    for inside, tried in folds(len(truth)):
        known = inside[answer[inside] >= 0]
        said = answers(model, design[known], answer[known], weight[known], asked[tried])
        right[tried] = (said == truth[tried]) & (said >= 0)
    return right


def folds(size: int) -> Iterator[tuple[Ints, Ints]]:
    """Yield the places to learn from and those to be tried on: each is tried once.

    Examples
    --------
    >>> [tried.tolist() for _, tried in folds(7)]
    [[0, 5], [1, 6], [2], [3], [4]]
    """
    fold = np.arange(size) % FOLDS
    for number in range(min(FOLDS, size)):
        yield np.flatnonzero(fold != number), np.flatnonzero(fold == number)


def designed(who: str, tables: Sequence[pl.DataFrame], size: int) -> Any:
    """Lay tables out below each other: numbers standardised, a column for each category."""
    from scipy.sparse import csr_array, hstack

    parts: list[Any] = [csr_array((size, 0))]  # there may be no column
    for name in tables[0].columns:
        columns = [table[name] for table in tables]
        numeric = all(column.dtype.is_numeric() for column in columns)
        parts.append(_numbers(who, columns) if numeric else _marks(columns))
    wide = sum(part.shape[1] for part in parts)
    if wide > MANY:
        raise too_many_coefficients(who, wide, MANY)
    return hstack(parts, format="csr")


def _numbers(who: str, columns: Sequence[pl.Series]) -> Any:
    """Return numbers by the mean and the spread of the first column, where all have a model.

    Where some are missing there is a mark, and they are at the mean.
    """
    from scipy.sparse import csr_array

    first, *_ = every = [column.cast(pl.Float64).fill_null(np.nan).to_numpy() for column in columns]
    own = np.concatenate(every)
    if (np.abs(own) > LARGEST).any():
        raise endless(who, columns[0].name)
    known, missing = first[~np.isnan(first)], np.isnan(own)
    centre, spread = (known.mean(), known.std()) if len(known) else (0.0, 1.0)
    scaled = np.where(missing, 0.0, (own - centre) / (spread or 1.0))
    marked = [scaled, missing.astype(np.float64)][: 1 + int(missing.any())]
    return csr_array(np.stack(marked, axis=1))


def _marks(columns: Sequence[pl.Series]) -> Any:
    """Return a column for each category, missing being one."""
    from scipy.sparse import csr_array

    values, codes = numbered(pl.concat([as_text(column) for column in columns]))
    rows = np.arange(len(codes))
    shape = (len(codes), len(values) + 1)
    return csr_array((np.ones(len(codes)), (rows, codes + 1)), shape=shape)


def answers(model: Model, design: Any, answer: Ints, weight: Floats, asked: Any) -> Ints:
    """Learn answers, and return those to what is asked; −1 where there was nothing to learn."""
    if not len(answer):
        return np.full(asked.shape[0], -1)
    counts = np.bincount(answer, weight)
    if design.shape[1] == 0 or np.count_nonzero(counts) == 1:
        return np.full(asked.shape[0], counts.argmax())
    with warnings.catch_warnings():  # a fit that is not quite at its end is none the worse
        warnings.simplefilter("ignore")
        weights = weight / weight.mean()
        fitted = _made(model).fit(_narrow(design), answer, sample_weight=weights)
        return np.asarray(fitted.predict(_narrow(asked)), dtype=np.int64)


def _narrow(design: Any) -> Any:
    """Return the same with places of 32 bits, as trees want them."""
    from scipy.sparse import csr_array

    places = (design.indices.astype(np.int32), design.indptr.astype(np.int32))
    return csr_array((design.data, *places), shape=design.shape)


def _made(model: Model) -> Any:
    from sklearn.linear_model import LogisticRegression
    from sklearn.tree import DecisionTreeClassifier

    if model == "tree":
        return DecisionTreeClassifier(min_samples_leaf=LEAF, random_state=0)
    return LogisticRegression(max_iter=STEPS)


def check_library() -> None:
    """Refuse to learn where scikit-learn is not there, and name what to install."""
    try:
        import sklearn  # noqa: F401
    except ImportError:
        raise ExtraError(_LEARNING, "models") from None


_LEARNING = Words("learning a model", fr="apprendre un modèle")
