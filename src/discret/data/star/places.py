"""Where the tables of a star are: files, tables at hand, or a DuckDB database that stays closed."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

from discret.data.aside import make_room
from discret.data.engine import Frame, Scan, enter
from discret.data.files.as_written import AsWritten
from discret.data.files.formats import FORMATS, Format
from discret.data.files.given_files import border, check_readable
from discret.data.files.how_to_read import HowToRead
from discret.data.files.labels import Labels
from discret.data.files.tables import opened
from discret.data.held import Held
from discret.data.star.spill import spill_folder
from discret.errors import ExtraError, InputError, listed
from discret.words import Words, say

# A view may ask for what DuckDB would fetch from elsewhere: nothing is.
_QUIET = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
ROW = "fact_row"  # the number that DuckDB gives each row of a table, while nobody changes it


@dataclass(frozen=True)
class Found:
    """A table of a star: the records, and what is known of the file that they came from."""

    frame: Frame
    lasting: bool  # at hand, or read again by every query in the same order
    format: Format
    labels: Labels
    notes: tuple[Words, ...] = ()
    row: str | None = None
    held: Any = None  # the table itself, of one that is in memory
    written: AsWritten | None = None


@dataclass(frozen=True)
class Places:
    """Finds tables by what a star calls them.

    Parameters
    ----------
    folder
        Where relative paths start.
    database
        The DuckDB file whose tables are meant, if there is one; it is opened to be read only.
    memory
        The most memory that DuckDB may take for its queries, such as "700MB"; what needs more is
        spilled to a folder that is removed. What the process holds beside that is not counted: the
        cells that are searched, and tables brought out of the engine.
    """

    folder: Path
    database: Path | None = None
    memory: str | None = None

    def table(self, given: Any, how: HowToRead | None = None) -> Found:
        """Return a table: handed over, of the database, or of a file."""
        if not isinstance(given, str | Path):
            frame, origin = enter(given, "star")
            held = given if origin.eager and not isinstance(given, Scan) else None
            return Found(frame, origin.eager, Format("csv"), Labels(), held=held)
        if self.database is not None and not _is_file(str(given)):
            return self._stored(str(given))
        file = opened(self.folder / given, how=how or HowToRead())
        lazy = file.frame.frame if isinstance(file.frame, Scan | Held) else file.frame
        frame, _ = enter(lazy.lazy())
        held = None if isinstance(file.frame, Scan) else file.frame
        told = file.format, file.labels, file.notes
        return Found(frame, True, *told, held=held, written=file.written)

    def _stored(self, name: str) -> Found:
        """Return a table of the database; one that is no view numbers its rows."""
        known = self._names
        if name not in known:
            near = get_close_matches(name, known, 1)
            said = say("did you mean {near}? ", "vouliez-vous dire {near} ? ", near=listed(near))
            raise InputError(
                _NO_TABLE.filled(file=self._shown, name=name),
                hint=_TABLES.filled(guess=said if near else "", tables=listed(known)),
            )
        quoted = ".".join(_quoted(part) for part in name.split(".", 1))
        numbered = known[name] and not _has_row(self._connection, quoted)
        chosen = f"rowid AS {ROW}, *" if numbered else "*"
        relation = self._connection.sql(f"SELECT {chosen} FROM {quoted}")  # noqa: S608 (quoted)
        frame, _ = enter(relation, "star")
        return Found(frame, False, Format("parquet"), Labels(), row=ROW if numbered else None)

    @property
    def _shown(self) -> str:
        return self.database.name if self.database is not None else ""

    @cached_property
    def _names(self) -> dict[str, bool]:
        """The tables of the database, and whether each is a table of its own, not a view."""
        rows = self._connection.sql(
            "SELECT table_schema, table_name, table_type = 'BASE TABLE'"
            " FROM information_schema.tables WHERE table_catalog = current_database()"
            " ORDER BY ALL"
        ).fetchall()
        main = {name: base for schema, name, base in rows if schema == "main"}
        return {**{f"{schema}.{name}": base for schema, name, base in rows}, **main}

    @cached_property
    def _connection(self) -> Any:
        try:
            import duckdb
        except ImportError:
            raise ExtraError(_READING, "duckdb") from None
        path = self.folder / (self.database or Path())
        check_readable(path)
        folder = spill_folder()
        settings: dict[str, Any] = {**_QUIET, "temp_directory": str(folder)}
        settings |= {} if self.memory is None else {"memory_limit": self.memory}
        with border(_NOT_ONE.filled(file=self._shown), hint=_MADE):
            connection = duckdb.connect(str(path), read_only=True, config=settings)
            make_room(connection, folder)
        connection.execute("SET enable_progress_bar = false")  # it would go where results go
        return connection


def _is_file(name: str) -> bool:
    """Whether a name is that of a file, by how it ends, and not that of a table."""
    return Path(name.lower().removesuffix(".gz")).suffix in FORMATS


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _has_row(connection: Any, quoted: str) -> bool:
    """Whether a table has columns of its own by the names of its hidden number, or of ours."""
    own = connection.sql(f"SELECT * FROM {quoted} LIMIT 0").columns  # noqa: S608 (quoted)
    return bool({"rowid", ROW} & {name.lower() for name in own})


_NO_TABLE = Words(
    "star: the database {file!r} has no table {name!r}",
    fr="étoile : la base {file!r} n’a pas de table {name!r}",
)
_TABLES = Words("{guess}It has: {tables}", fr="{guess}Elle a : {tables}")
_READING = Words("reading a DuckDB database", fr="lire une base DuckDB")
_NOT_ONE = Words(
    "star: {file!r} cannot be opened as a DuckDB database",
    fr="étoile : {file!r} ne peut être ouvert comme base DuckDB",
)
_MADE = Words(
    "it is one that DuckDB wrote, and that no other program has open for writing; memory is"
    " written as 3GB",
    fr="il en faut une que DuckDB a écrite, et qu’aucun autre programme n’a ouverte en écriture ;"
    " memory s’écrit 3GB",
)
