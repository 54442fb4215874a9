"""What we hold: tables, roles, hierarchies, files.

`dataset` is the noun, `keytable` what is counted of it, `engine` and `joins` the border with
dataframes. Tables come in through `files` and `entering`, and leave through `writing`; the other
rooms have what is known of them.

>>> from discret.data import Automatic, Dataset
>>> from discret.data.examples import dishes
>>> Dataset.of(dishes(), key=["Sexe", "Âge"], hierarchies={"Âge": Automatic()})
Dataset(9 records: 2 key, 3 ignored)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.data.dataset import Dataset
    from discret.data.files.formats import Format, Table
    from discret.data.files.how_to_read import HowToRead
    from discret.data.files.labels import Labels
    from discret.data.files.tables import read, write
    from discret.data.hierarchies.automatic import Automatic
    from discret.data.hierarchies.from_data import automatic_hierarchy
    from discret.data.hierarchies.hierarchy import Hierarchy
    from discret.data.profiling import ColumnProfile, profile
    from discret.data.roles import Role
    from discret.data.star.dimensions import Dimension
    from discret.data.star.measures import Measure
    from discret.data.star.star import Star

__all__ = [
    "Automatic",
    "ColumnProfile",
    "Dataset",
    "Dimension",
    "Format",
    "Hierarchy",
    "HowToRead",
    "Labels",
    "Measure",
    "Role",
    "Star",
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
    "Dimension": "discret.data.star.dimensions",
    "Format": "discret.data.files.formats",
    "Hierarchy": "discret.data.hierarchies.hierarchy",
    "HowToRead": "discret.data.files.how_to_read",
    "Labels": "discret.data.files.labels",
    "Measure": "discret.data.star.measures",
    "Role": "discret.data.roles",
    "Star": "discret.data.star.star",
    "Table": "discret.data.files.formats",
    "automatic_hierarchy": "discret.data.hierarchies.from_data",
    "profile": "discret.data.profiling",
    "read": "discret.data.files.tables",
    "write": "discret.data.files.tables",
}
__getattr__, __dir__ = exported(__name__, _HOMES)
