"""What we hold: tables, roles, hierarchies, files.

>>> from discret.data import Automatic, Dataset
>>> from discret.data.examples import dishes
>>> Dataset.of(dishes(), key=["Sexe", "Âge"], hierarchies={"Âge": Automatic()})
Dataset(9 records: 2 key, 3 ignored)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.nouns import exported

if TYPE_CHECKING:
    from discret.data.automatic import automatic_hierarchy
    from discret.data.dataset import Dataset
    from discret.data.files import read, write
    from discret.data.formats import Format, Table
    from discret.data.hierarchies.automatic import Automatic
    from discret.data.hierarchy import Hierarchy
    from discret.data.how_to_read import HowToRead
    from discret.data.labels import Labels
    from discret.data.profiling import ColumnProfile, profile
    from discret.data.roles import Role

__all__ = [
    "Automatic",
    "ColumnProfile",
    "Dataset",
    "Format",
    "Hierarchy",
    "HowToRead",
    "Labels",
    "Role",
    "Table",
    "automatic_hierarchy",
    "profile",
    "read",
    "write",
]

_HOMES = {
    "Automatic": "discret.data.hierarchies.automatic",
    "ColumnProfile": "discret.data.profiling",
    "Dataset": "discret.data.dataset",
    "Format": "discret.data.formats",
    "Hierarchy": "discret.data.hierarchy",
    "HowToRead": "discret.data.how_to_read",
    "Labels": "discret.data.labels",
    "Role": "discret.data.roles",
    "Table": "discret.data.formats",
    "automatic_hierarchy": "discret.data.automatic",
    "profile": "discret.data.profiling",
    "read": "discret.data.files",
    "write": "discret.data.files",
}
__getattr__, __dir__ = exported(__name__, _HOMES)
