"""Groups of records that are near one another in numbers, each of at least k: microaggregation.

`mdav` is the algorithm of the literature, exact on a `tree` that loses its points; `rebuilds` makes
its groups better; `ordered` is the best there is for a single column.
Those that compile or load much wait until they are asked for: `microaggregation.mdav` is loaded
then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.microaggregation import mdav, ordered, rebuilds, tree

__all__ = ["mdav", "ordered", "rebuilds", "tree"]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
