"""The lattice of recodings: searched for the node that loses least, with proof.

`lattice` searches; `chains`, `failure_forecast` and `hopes` make it fast, `yardsticks` and `levels`
judge many groups at once, and `fewest_groups` which of them to drop; `loss` says what is lost.
Those that compile or load much wait until they are asked for: `recoding.chains` is loaded then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.recoding import chains, hopes, levels, rollup

__all__ = ["chains", "hopes", "levels", "rollup"]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
