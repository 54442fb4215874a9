"""The ε that are used somewhere, and by whom: a scale for a reader."""

from __future__ import annotations

from math import log
from typing import NamedTuple

from discret.words import Words


class Practice(NamedTuple):
    """An ε that is used somewhere, and by whom (Nguyen & Castelluccia 2020)."""

    name: Words
    epsilon: float


PRACTICE = (
    Practice(Words("around 1, most often", fr="autour de 1, le plus souvent"), 1.0),
    Practice(Words("RAPPOR (Google), ln 3", fr="RAPPOR (Google), ln 3"), log(3)),
    Practice(Words("Apple, at least", fr="Apple, au moins"), 2.0),
    Practice(Words("Apple, at most", fr="Apple, au plus"), 8.0),
)
