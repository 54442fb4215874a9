"""By which chances values became others, as a method that drew them tells it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import polars as pl

from discret.data.text import as_text
from discret.maths.arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class Draws:
    """The chances by which states became others: of a column, or of several at once.

    Parameters
    ----------
    names
        The columns that were drawn at once.
    labels
        The name of each state: see `joined`.
    made
        What makes the matrices, which may be large.
    rows, part
        The numbers of the records that were drawn for, and the part that each is in.
    """

    names: tuple[str, ...]
    labels: tuple[str, ...] = field(repr=False)
    made: Callable[[], Floats] = field(repr=False)
    rows: pl.Series = field(repr=False)
    part: Ints = field(repr=False)

    @property
    def matrices(self) -> Floats:
        """The chances: parts of the file × true states × shown states."""
        return self.made()


def joined(columns: Sequence[pl.Series]) -> pl.Series:
    """Return the name of each state: its value as text, or its values with a bar between.

    A bar within one of several values is doubled, so that two states have two names. Where a value
    is missing there is no state.

    Examples
    --------
    >>> joined([pl.Series([1, 2]), pl.Series(["a|b", None])]).to_list()
    ['1 | a||b', None]
    """
    texts = [as_text(values).alias(str(place)) for place, values in enumerate(columns)]
    if len(texts) == 1:
        return texts[0]
    parted = [text.str.replace_all("|", "||", literal=True) for text in texts]
    return pl.select(pl.concat_str(parted, separator=" | ")).to_series()
