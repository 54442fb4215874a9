"""Distinct records as places in a space of numbers and categories."""

from __future__ import annotations

from typing import NamedTuple

from discret.maths.arrays import Floats, Ints

CLOSE = 1e-9  # distances that differ by no more are the same


class Points(NamedTuple):
    """Distinct records as places in a space.

    Parameters
    ----------
    numbers
        Points × columns of numbers or of ordered values, each divided by its range; NaN is missing.
    codes
        Points × columns of other categories; −1 is missing.
    """

    numbers: Floats
    codes: Ints

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return int(self.numbers.shape[1] + self.codes.shape[1])
