"""What a step made of facts in a database, kept in a table of our own instead of asked anew."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary, finalize

import narwhals as nw

from discret.data.dataset import Dataset
from discret.data.engine import quietly
from discret.errors import EngineError

PLACE = "__discret_aside__"  # a database beside that of the user, which is only read
_NUMBERS = count(1)
_ROOMS: WeakValueDictionary[str, Any] = WeakValueDictionary()  # connections, by our file
_GONE: dict[str, list[str]] = defaultdict(list)  # tables that nothing is asked of any more, by file


class Aside:
    """Stands for a table of ours: it is dropped when no dataset has this any more."""


def make_room(connection: Any, folder: Path) -> None:
    """Put a database of ours beside the one that is read, in a folder that goes with the process.

    It is a file, not a table in memory: what is written there is compressed, and counts against the
    cap on memory only while it is looked at.
    """
    path = folder / f"aside{next(_NUMBERS)}.duckdb"
    written = str(path).replace("'", "''")
    connection.execute(f"ATTACH IF NOT EXISTS '{written}' AS {PLACE} (READ_WRITE)")
    _ROOMS[_room(connection.sql("SELECT 1")) or ""] = connection


def set_aside(data: Dataset) -> Dataset:
    """Keep the records of a dataset where there is room for it, so that no question asks them anew.

    Records at hand, and those in engines and databases that are not ours to write into, stay as
    they are. So do those for which the disk has no room: every question then asks for them again.
    """
    if not data.frame.implementation.is_duckdb():
        return data
    relation = data.frame.to_native()
    room = _room(relation)
    connection = _ROOMS.get(room or "")
    if room is None or connection is None:
        return data
    _clear(connection, room)
    name = f"{PLACE}.main.step{next(_NUMBERS)}"
    try:
        with quietly(data.frame.implementation):
            relation.create(name)
            table = connection.sql(f"SELECT * FROM {name}")  # noqa: S608 (our own name)
    except EngineError:
        return data
    aside = Aside()
    finalize(aside, _GONE[room].append, name).atexit = False
    origin = replace(data.origin, aside=(*data.origin.aside, aside))
    return replace(data, frame=nw.from_native(table), origin=origin)


def _clear(connection: Any, room: str) -> None:
    """Drop the tables of datasets that are gone; as these go, a query may still be under way."""
    while _GONE[room]:
        connection.execute(f"DROP TABLE IF EXISTS {_GONE[room].pop()}")


def _room(relation: Any) -> str | None:
    """Return the file of ours beside the database that a relation asks, if there is one."""
    asked = "SELECT path FROM duckdb_databases() WHERE database_name = '__discret_aside__'"
    found = relation.query("__discret_beside__", asked).fetchall()
    return str(found[0][0]) if found else None
