"""What values tell of a column whatever its name: weights, dates, free text, numbers of people."""

from __future__ import annotations

import polars as pl

_FEWEST = 20  # distinct values of what varies
_POPULATION = 2.0  # times the records: what weights sum to, at least
_WIDEST = 60.0  # times their mean: the largest weight
_EVEN = 3.0  # standard deviations over mean: amounts of money vary more
_WORDS, _LONG = 4.0, 40.0  # words, and characters, of a sentence
_DENSE = 1.5  # numbers between first and last, for each that occurs
_LEAST_LONG = 1_000
_LIST, _WAVES = 10, 12  # people of a list, at least; times that it stands in a file, at most
_FIRST_DAY, _LAST_DAY = 19_000_101, 21_001_231
_CODE = r"^[A-Za-z]{0,6}[-_ ]?[0-9]{5,}([-_][0-9A-Za-z]+)?$|^[0-9a-f]{12,}$|^[A-Z]{2}-[0-9]{4,}"


def never_negative(values: pl.Series) -> bool:
    """Whether numbers could be weights: none is below 0, and one is above.

    Examples
    --------
    >>> never_negative(pl.Series([0.0, 1.5])), never_negative(pl.Series([-1, 2]))
    (True, False)
    """
    return bool((values >= 0).all() and (values > 0).any())


def like_a_weight(column: pl.Series, distinct: int) -> bool:
    """Whether numbers behave like weights: there, positive, varied, even, summing to a population.

    Weights have decimals: whole numbers, and amounts rounded to cents, are left to their names.

    Examples
    --------
    >>> drawn = pl.Series([100 + (number * 37 % 101) / 7 for number in range(200)])
    >>> like_a_weight(drawn, drawn.n_unique()), like_a_weight(drawn.round(1), drawn.n_unique())
    (True, False)
    """
    if column.null_count() or distinct < _FEWEST or not column.dtype.is_float():
        return False
    mean = float(column.mean() or 0.0)  # type: ignore[arg-type]
    if not bool((column > 0).all()) or mean < _POPULATION:
        return False
    spread = float(column.std() or 0.0)  # type: ignore[arg-type]
    even = spread < _EVEN * mean and float(column.max() or 0.0) < _WIDEST * mean  # type: ignore[arg-type]
    exact = (column - column.round(2)).abs() > 1e-9  # noqa: PLR2004 (more than cents)
    return even and float(exact.mean() or 0.0) > 1 / 2  # type: ignore[arg-type]


def packed_dates(values: pl.Series) -> bool:
    """Whether whole numbers are days written as 19870512.

    Examples
    --------
    >>> packed_dates(pl.Series([19870512, 20011231])), packed_dates(pl.Series([19871399]))
    (True, False)
    """
    if not values.dtype.is_integer() or not len(values):
        return False
    if not _FIRST_DAY <= int(values.min()) <= int(values.max()) <= _LAST_DAY:  # type: ignore[arg-type]
        return False
    return values.cast(pl.String).str.to_date("%Y%m%d", strict=False).null_count() == 0


def free_text(values: pl.Series, known: int) -> bool:
    """Whether texts are sentences that somebody wrote: long, and hardly ever the same.

    Examples
    --------
    >>> said = [f"we went to town number {number} by bus" for number in range(30)]
    >>> free_text(pl.Series(said), 30), free_text(pl.Series(["yes", "no"]), 30)
    (True, False)
    """
    if len(values) < max(_FEWEST, known / 10):
        return False
    texts = values.cast(pl.String)
    words = float(texts.str.count_matches(r"\S+").mean() or 0.0)  # type: ignore[arg-type]
    letters = float(texts.str.len_chars().mean() or 0.0)  # type: ignore[arg-type]
    return words >= _WORDS or letters >= _LONG


def in_order_of_numbers(column: pl.Series, values: pl.Series) -> bool:
    """Whether the records of each whole number stand together, and numbers are those of a list.

    These follow each other, or have all as many digits.

    Examples
    --------
    >>> people = pl.Series([number // 3 for number in range(90)])
    >>> in_order_of_numbers(people, people.unique())
    True
    """
    if not column.dtype.is_integer() or column.null_count():
        return False
    runs = int(column.rle_id().max() or 0) + 1  # type: ignore[arg-type]
    return runs == len(values) and _of_a_list(values)


def repeated_list(column: pl.Series, values: pl.Series) -> bool:
    """Whether texts, or numbers of a list, stand in a file several times over, all equally often.

    So do people who were asked several times; chance does not do that.

    Examples
    --------
    >>> people = pl.Series(["ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal", "ida", "jo"])
    >>> repeated_list(pl.concat([people, people]), people), repeated_list(people, people)
    (True, False)
    """
    known = column.count()
    if len(values) < _LIST or known % len(values) or not 2 <= known // len(values) <= _WAVES:  # noqa: PLR2004
        return False
    if column.dtype.is_float() or (column.dtype.is_integer() and not _of_a_list(values)):
        return False
    return column.drop_nulls().value_counts()["count"].n_unique() == 1


def _of_a_list(values: pl.Series) -> bool:
    """Whether whole numbers follow each other, or have all as many digits, and these are many."""
    first, last = int(values.min()), int(values.max())  # type: ignore[arg-type]
    dense = last - first + 1 <= _DENSE * len(values)
    return dense or (first >= _LEAST_LONG and len(str(first)) == len(str(last)))


def coded(values: pl.Series) -> bool:
    """Whether texts are long codes, such as are given to people and files.

    Examples
    --------
    >>> coded(pl.Series(["P0150417", "P0150418"])), coded(pl.Series(["I251", "E119"]))
    (True, False)
    """
    if not isinstance(values.dtype, pl.String | pl.Categorical | pl.Enum):
        return False
    return bool(values.cast(pl.String).str.contains(_CODE).all())
