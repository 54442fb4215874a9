"""Zones and squares: two or several zonings of the same observations, counted and crossed.

`crossing` is what differencing works on; outlines and squares say where zones lie.

>>> from discret.data.zonings import Crossing
>>> Crossing.__name__
'Crossing'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.data.zonings.crossing import Crossing

__all__ = ["Crossing"]

_HOMES = {"Crossing": "discret.data.zonings.crossing"}
__getattr__, __dir__ = exported(__name__, _HOMES)
