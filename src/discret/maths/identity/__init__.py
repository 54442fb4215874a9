"""Who can be told apart: matches, linkage, minimal uniques, subsets of columns, trajectories.

Counts and chances of recognising a record, from tables of groups; `cell_sums` has what rules of an
institute count. What compiles waits until it is asked for: `identity.closest` is loaded then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.identity import closest, trajectories

__all__ = ["closest", "trajectories"]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
