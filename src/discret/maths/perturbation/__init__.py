"""Values in the place of others: noise on numbers, chances of categories, who swaps with whom.

`noise` adds and multiplies, `transitions` has matrices of chances and what can be estimated through
them, `swapping` pairs records.
Those that compile or load much wait until they are asked for: `perturbation.swapping` is loaded
then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.perturbation import noise, swapping, transitions

__all__ = ["noise", "swapping", "transitions"]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
