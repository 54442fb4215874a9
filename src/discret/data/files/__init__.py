"""Files of tables: how each format is read and written, and what is refused before it is read.

`tables` reads and writes whatever the format; the other modules know one format or one danger
each.

>>> from discret.data.files import read, write
>>> read.__module__ == write.__module__ == "discret.data.files.tables"
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.data.files.tables import read, write

__all__ = ["read", "write"]

_HOMES = {"read": "discret.data.files.tables", "write": "discret.data.files.tables"}
__getattr__, __dir__ = exported(__name__, _HOMES)
