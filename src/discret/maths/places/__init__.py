"""Places: which areas are neighbours, the smallest zones that are safe, and points that are moved.

`borders` and `near_points` find neighbours; `live` tells what can be kept, `gathering` and
`recutting` make zones and make them smaller, `reach` bounds them, `smallest` does it all.
`displacement` and `exchanging` move points, `between` counts who lives nearer to them then.
Those that compile or load much wait until they are asked for: `places.shortage` is loaded then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.places import exchanging, reach, shortage, subset_cuts

__all__ = ["exchanging", "reach", "shortage", "subset_cuts"]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
