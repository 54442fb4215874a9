"""Zones and cells: two or several zonings of the same observations, counted and crossed.

`crossing` is what differencing works on; outlines and squares say where zones lie.

>>> from discret.data.zonings import Crossing, Deduced
>>> Crossing.__name__, Deduced.__name__
('Crossing', 'Deduced')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.data.zonings.crossing import Crossing
    from discret.data.zonings.deduced import Deduced

__all__ = ["Crossing", "Deduced"]

_HOMES = {
    "Crossing": "discret.data.zonings.crossing",
    "Deduced": "discret.data.zonings.deduced",
}
__getattr__, __dir__ = exported(__name__, _HOMES)
