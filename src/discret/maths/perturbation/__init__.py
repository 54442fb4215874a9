"""Values in the place of others: noise on numbers, chances of categories, swaps, synthetic ones.

`noise` adds and multiplies, `transitions` has matrices of chances and what can be estimated through
them, `swapping` pairs records and `area_pairs` those of different areas; `controlled_rounding`
keeps totals, `rounded_tables` those of rows and columns; `trees` and a Gaussian
`copula` draw whole `columns` anew.
Those that compile or load much wait until they are asked for: `perturbation.swapping` is loaded
then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.perturbation import (
        area_pairs,
        columns,
        controlled_rounding,
        copula,
        noise,
        rounded_tables,
        swapping,
        transitions,
        trees,
    )

__all__ = [
    "area_pairs",
    "columns",
    "controlled_rounding",
    "copula",
    "noise",
    "rounded_tables",
    "swapping",
    "transitions",
    "trees",
]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
