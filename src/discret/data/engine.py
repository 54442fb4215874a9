"""The border with dataframe engines: what comes in, what goes up to them, what is given back.

Inside, every table is a narwhals ``LazyFrame``. Eager tables of pandas and pyarrow enter polars;
polars, DuckDB, Spark and Ibis tables stay in their engine.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import narwhals as nw
import polars as pl

from discret.arguments.fitting import needed
from discret.data.entering.column_names import check_names, check_reserved
from discret.data.held import Held
from discret.data.writing.bare import bare
from discret.errors import ColumnError, EngineError, ExtraError, InputError, listed
from discret.words import Words, say

Frame = nw.LazyFrame[Any]


@dataclass(frozen=True)
class Origin:
    """How a table came in, to give back the same kind."""

    implementation: nw.Implementation
    eager: bool
    sample: Any = None
    aside: tuple[object, ...] = field(default=(), repr=False, compare=False)  # tables of ours
    written: Any = None  # the file that its types were found out from: an AsWritten

    def give_back(self, frame: Frame) -> Any:
        """Return the native table, of the kind that came in."""
        if not self.eager:
            _HANDED_OUT.extend(self.aside)  # whoever has it may ask it whenever they like
            return frame.to_native()
        table = handed_out(frame)
        if self.implementation.is_pandas_like():
            return _as_pandas(table, self.sample)
        return _as_arrow(table, self.sample) if self.implementation.is_pyarrow() else table


@dataclass(frozen=True)
class Scan:
    """A table in a file, read anew by every query: too large to hold, but as good as at hand.

    Unlike other lazy tables it has an order, that of the file, in which every query reads it, and
    what is made of it is computed at once.
    """

    frame: pl.LazyFrame = field(repr=False)

    def __post_init__(self) -> None:
        _FILES.add(True)


_HANDED_OUT: list[object] = []
_FILES: set[bool] = set()  # whether a query may read one: not before one was handed over
HUGE = 2**25  # records


def is_huge(table: Any) -> bool:
    """Whether a table is in a file, and even small numbers for its values would take much memory.

    Examples
    --------
    >>> is_huge(Scan(pl.LazyFrame({"a": [1]})))
    False
    """
    return isinstance(table, Scan) and int(table.frame.select(pl.len()).collect().item()) > HUGE


def at_hand(table: Any) -> Any:
    """Return the table that engines know, of one in a file or held in narrow columns too."""
    return table.frame if isinstance(table, Scan | Held) else table


def enter(native: Any, who: str = "Dataset.of") -> tuple[Frame, Origin]:
    """Take any table that narwhals accepts; refuse column names that engines confuse.

    Examples
    --------
    >>> frame, origin = enter(pl.DataFrame({"a": [1.0, None]}))
    >>> collected(frame)["a"].to_list(), origin.eager
    ([1.0, None], True)
    """
    scanned, native = isinstance(native, Scan | Held), at_hand(native)
    check_names("table", _names(native))
    try:
        table = nw.from_native(native)
    except (TypeError, ValueError):
        raise InputError(
            needed(who, Words("a table", fr="une table"), native),
            hint=Words(
                "hand over a pandas, polars, pyarrow, DuckDB, Spark or Ibis table; of a file,"
                " discret.data.read(path).frame is one",
                fr="fournir une table pandas, polars, pyarrow, DuckDB, Spark ou Ibis ; d’un"
                " fichier, discret.data.read(path).frame en est une",
            ),
        ) from None
    names = table.collect_schema().names()
    check_names("table", names)
    check_reserved("table", names)
    if isinstance(table, nw.LazyFrame):
        _note_files(native)
        _check_writing(table)
        _check_kinds(table.collect_schema())
        return _typed(table), Origin(table.implementation, eager=scanned)
    _check_extra(table.implementation)
    head = None if table.implementation.is_polars() else table.head(0).to_native()
    inside = _into_polars(table)
    _check_kinds(inside.collect_schema())
    return inside, Origin(table.implementation, eager=True, sample=head)


def in_polars(who: str, table: Any) -> pl.DataFrame:
    """Return any table in polars: brings every record into memory.

    Examples
    --------
    >>> in_polars("profile", pl.DataFrame({"a": [1]}).to_arrow()).columns
    ['a']
    """
    return table if isinstance(table, pl.DataFrame) else collected(enter(table, who)[0])


def number(column: str) -> nw.Expr:
    """Return a column as 64-bit floats: what any sum, product or mean is made of.

    Engines add narrow types in their own width: sums of 32-bit whole numbers start again from below
    at 2³¹, those of 32-bit floats keep seven digits.

    Examples
    --------
    >>> weights = pl.DataFrame({"w": pl.Series([2**30, 2**30], dtype=pl.Int32)})
    >>> collected(nw.from_native(weights.lazy()).select(number("w").sum())).item()
    2147483648.0
    """
    return nw.col(column).cast(nw.Float64)


def collected(frame: Frame | pl.LazyFrame, *, records: int = 0) -> pl.DataFrame:
    """Run the query in its engine and bring the (small) result into polars.

    What engines say when a query fails may show values: it ends here. `records` are those that
    it goes through, where whoever asks knows that they may be many.
    """
    engine = _POLARS if isinstance(frame, pl.LazyFrame) else frame.implementation
    with quietly(engine):
        if isinstance(frame, pl.LazyFrame) or engine is _POLARS:
            return _run(nw.to_native(frame, pass_through=True), records)
        result: pl.DataFrame = frame.collect(backend="polars").to_native()
        return result


@contextmanager
def quietly(engine: nw.Implementation) -> Iterator[None]:
    """Let nothing out of what an engine says when a query fails: it may show values."""
    try:
        yield
    except ImportError:
        raise _lacking(engine) from None
    except Exception as error:
        if os.environ.get("DISCRET_DEBUG"):
            raise
        raise EngineError(
            say(
                "{name}: the query failed ({kind})",
                "{name} : la requête a échoué ({kind})",
                name=engine.name.lower(),
                kind=type(error).__name__,
            ),
            hint=Words(
                "set DISCRET_DEBUG=1 to see the engine's own words, which may show data",
                fr="avec DISCRET_DEBUG=1 on voit les mots du moteur, qui peuvent"
                " montrer des données",
            ),
        ) from None


_POLARS = nw.Implementation.POLARS
MANY = 3_000_000  # records in memory from which on streams are faster, and hold less


def _run(query: pl.LazyFrame, records: int) -> pl.DataFrame:
    """Have polars run a query: of what it holds in memory at once, of files in streams.

    Setting up streams takes it longer than most queries of a few thousand records, and is no
    faster for a million that are in memory already; a file larger than memory needs them.
    """
    many = records > MANY or (_FILES and _reads_file(query))
    return query.collect(engine="streaming" if many else "in-memory")


def _reads_file(query: pl.LazyFrame) -> bool:
    return "SCAN" in query.explain(optimized=False)


def _note_files(native: Any) -> None:
    """Remember that a table in a file came in: to look for one in every query takes a while."""
    if not _FILES and isinstance(native, pl.LazyFrame) and _reads_file(native):
        _FILES.add(True)


def handed_out(frame: Frame) -> pl.DataFrame:
    """Bring a table into memory for whoever asked, with nothing in it that it does not show."""
    return bare(tightened(collected(frame)))


def tightened(table: pl.DataFrame) -> pl.DataFrame:
    """Take out of enumerations the categories that no record has any more.

    The type of such a column lists its categories: a release would name those of the people who
    were dropped.

    Examples
    --------
    >>> dish = pl.Series("dish", ["pie"], dtype=pl.Enum(["pie", "soup"]))
    >>> tightened(dish.to_frame()).schema["dish"].categories.to_list()
    ['pie']
    """
    columns = [_tight(table[name]) for name in table.columns]
    return table.with_columns(column for column in columns if column is not None)


def _tight(values: pl.Series) -> pl.Series | None:
    if not isinstance(values.dtype, pl.Enum):
        return None
    present = set(values.cast(pl.String).unique().to_list())
    return values.cast(pl.String).cast(
        pl.Enum([c for c in values.dtype.categories if c in present])
    )


def ordered(frame: Frame, column: str, origin: Origin) -> Frame:
    """Sort by a column; a table at hand that is sorted already is not copied."""
    if not origin.eager:
        return frame.sort(column)
    table = collected(frame)
    return nw.from_native(table if table[column].is_sorted() else table.sort(column)).lazy()


def uploaded(table: pl.DataFrame, beside: Frame) -> Frame:
    """Bring a small polars table into the engine that holds `beside`, ready to be joined."""
    engine = beside.implementation
    if engine.is_duckdb():  # in the connection of `beside`, which need not be the default one
        __discret_upload__ = table.to_arrow()  # noqa: F841 (DuckDB finds it by its name)
        query = "SELECT * FROM __discret_upload__"
        relation = beside.to_native().query("__discret_beside__", query)
        joined: Frame = nw.from_native(relation)
        return joined
    session = beside.to_native().sparkSession if engine.is_spark_like() else None
    return nw.from_native(table).lazy(backend=engine, session=session)


def _check_extra(engine: nw.Implementation) -> None:
    """Refuse pandas without pyarrow at once: the table could come in, and not be given back."""
    if engine.is_pandas_like():
        try:
            import pyarrow  # noqa: F401, ICN001 (only whether it is there)
        except ImportError:
            raise _lacking(engine) from None


def _lacking(engine: nw.Implementation) -> ExtraError:
    """Return the error for an engine whose bridge to polars, which is pyarrow, is not there."""
    name = engine.name.lower()
    extra = next((word for word in ("duckdb", "ibis", "spark") if word in name), "pandas")
    words = say(
        "taking {name} tables (by way of pyarrow)",
        "prendre des tables {name} (au moyen de pyarrow)",
        name=name,
    )
    return ExtraError(words, extra)


def _into_polars(table: nw.DataFrame[Any]) -> Frame:
    try:
        return table.lazy(backend="polars")
    except ImportError:
        raise _lacking(table.implementation) from None
    except Exception:  # noqa: BLE001 (conversion errors of arrow show values: they end here)
        raise EngineError(_MIXED, hint=_ONE_TYPE) from None


def _typed(table: Frame) -> Frame:
    """Make texts of what an engine alone knows: its identifiers, bits, and spans of time."""
    if table.implementation.is_polars():
        return table
    schema = table.collect_schema()
    own = [name for name, kind in schema.items() if kind in (nw.Unknown, nw.Duration)]
    return table.with_columns(nw.col(*own).cast(nw.String)) if own else table


def _check_kinds(schema: nw.Schema) -> None:
    nested = [name for name, kind in schema.items() if kind.is_nested() or kind == nw.Object]
    if nested:
        raise ColumnError(
            say(
                "table: a cell holds one value; {nested} holds lists, records or objects",
                "table : une cellule contient une valeur ; {nested} contient des listes,"
                " des structures ou des objets",
                nested=listed(nested),
            ),
            hint=Words(
                "drop these columns, or spread them over several",
                fr="retirer ces colonnes, ou les répartir sur plusieurs",
            ),
        )


def _check_writing(table: Frame) -> None:
    """Refuse names that SQL engines take for something else."""
    if table.implementation.is_polars():
        return
    names = table.collect_schema().names()
    odd = [name for name in names if name != name.strip() or set(name) & set('.`"')]
    if odd:
        raise ColumnError(
            say(
                "table: {name} cannot use the names {odd}",
                "table : {name} ne peut employer les noms {odd}",
                name=table.implementation.name.lower(),
                odd=listed(odd),
            ),
            hint=Words(
                "rename them: no dot, no quote, no blank at the ends",
                fr="les renommer : ni point, ni guillemet, ni espace aux bouts",
            ),
        )


def _names(native: Any) -> list[Any]:
    """Return the names as the engine has them: narwhals would show a table that doubles one."""
    if isinstance(native, pl.DataFrame | pl.LazyFrame):
        return []
    names = getattr(native, "column_names", getattr(native, "columns", ()))
    return list(names) if isinstance(names, Iterable) else []


def _as_pandas(table: pl.DataFrame, sample: Any) -> Any:
    frame = table.to_pandas(date_as_object=True)
    for name in frame.columns:
        if name in sample.columns and _may_have(frame[name], sample[name].dtype):
            try:
                cast = frame[name].astype(sample[name].dtype)
                cast = cast.cat.remove_unused_categories() if hasattr(cast, "cat") else cast
            except (TypeError, ValueError):  # recoded: it has another type now
                continue
            frame[name] = cast if _same(cast, frame[name]) else frame[name]
    return frame


def _may_have(column: Any, kind: Any) -> bool:
    """Whether a pandas column has another type, whose categories (if it has any) it keeps to."""
    categories = getattr(kind, "categories", None)
    known = categories is None or column.dropna().isin(categories).all()
    return bool(column.dtype != kind and known)


def _same(one: Any, other: Any) -> bool:
    """Whether two pandas columns hold the same values, whatever their types."""
    missing = one.isna()
    equal = one.astype(object)[~missing] == other.astype(object)[~missing]
    return bool(missing.equals(other.isna()) and equal.all())


def _as_arrow(table: pl.DataFrame, sample: Any) -> Any:
    import pyarrow as pa

    arrow = table.to_arrow()
    kinds = dict(zip(sample.schema.names, sample.schema.types, strict=True))
    for place, item in enumerate(arrow.schema):
        kind, wide = kinds.get(item.name, item.type), arrow[item.name]
        if kind != item.type:
            try:
                cast = wide.cast(kind)
            except pa.ArrowException:  # recoded: it has another type now
                continue
            if not pa.types.is_floating(item.type) or cast.cast(item.type).equals(wide):
                arrow = arrow.set_column(place, item.name, cast)  # no digit is lost
    return arrow


_MIXED = Words(
    "Dataset.of: a column mixes kinds of values and cannot be read as one type",
    fr="Dataset.of : une colonne mêle plusieurs sortes de valeurs et ne peut avoir un seul type",
)
_ONE_TYPE = Words(
    "give every column one type, for example with frame.astype(str)",
    fr="donner un seul type à chaque colonne, par exemple avec frame.astype(str)",
)
