"""Weights that reproduce known totals: distances, Newton's steps, feasibility, rounding, the cube.

`newton` finds weights; `feasibility` says by a linear programme whether there are any, and
`dependent_margins` which totals follow from others.
Those that compile or load much wait until they are asked for: `calibration.newton` is loaded then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.calibration import (
        cube,
        dependent_margins,
        feasibility,
        newton,
        regrouping,
        rounding,
    )

__all__ = ["cube", "dependent_margins", "feasibility", "newton", "regrouping", "rounding"]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
