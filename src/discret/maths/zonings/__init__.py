"""Differencing: what sums over zones and squares give away, exactly, and how to protect them.

`cuts` solves two zonings, `several` more; withholding and merging protect them.
Those that compile or load much wait until they are asked for: `zonings.cut_flows` is loaded then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.zonings import cut_flows

__all__ = ["cut_flows"]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
