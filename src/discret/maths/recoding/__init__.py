"""The lattice of recodings: searched for the node that loses least, with proof.

`lattice` searches; `walk`, `chains`, `failure_forecast`, `bounds` make it fast; `yardsticks`,
`levels` and `verdicts` judge many groups at once, `fewest_groups` says which to drop, `loss` what
is lost.
Those that compile or load much wait until they are asked for: `recoding.chains` is loaded then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.recoding import bounds, chains, levels, rollup, verdicts, walk

__all__ = ["bounds", "chains", "levels", "rollup", "verdicts", "walk"]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
