"""The command that shows the holder of a file what messages must not say: its values."""

from __future__ import annotations

from pathlib import Path

import polars as pl
from rich.markup import escape

from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import console, in_place, loaded, print_json, show_notes, table
from discret.data.codebook import Codebook, Names
from discret.data.files.tables import HowToRead, Table
from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.codes import in_names
from discret.data.hierarchies.declared_orders import order_in
from discret.data.hierarchies.given import absent
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.reading_order import order_of
from discret.data.text import as_text
from discret.errors import ColumnError, InputError
from discret.plan.plan import Plan
from discret.words import Language, Words, number, say


def values(
    file: Path,
    column: str,
    *,
    how: HowToRead,
    against: Path | None,
    plan: Path | None,
    most: int,
    language: str,
    json: bool,
) -> None:
    """Show the values of a column with their counts, first those that a hierarchy lacks."""
    tongue = checked_language(language)
    if against is not None and plan is not None:
        raise InputError(_ONE, hint=_ONE_HINT)
    if most < 1:
        raise InputError(_MOST, hint=_MOST_HINT)
    own = Plan() if plan is None else Plan.read(plan)
    source = loaded(file, in_place(own, file, how).how_to_read)
    if column not in source.frame.columns:
        raise ColumnError.missing("values", [column], source.frame.columns)
    frame, book = Codebook.told(source.frame.select(column), source.labels)
    names = book.columns.get(column)
    hierarchy = _hierarchy(source, column, against, plan, names)
    counts = counted(frame[column], hierarchy, names)
    shown = in_reading_order(counts.head(most), hierarchy, names)
    show_notes((*own.notes, *source.notes), tongue, json=json)
    if json:
        print_json(_told(frame[column], counts, hierarchy is not None, shown))
    else:
        _show(frame[column], counts, hierarchy is not None, shown, tongue)


def counted(
    column: pl.Series, hierarchy: Hierarchy | None, names: Names | None = None
) -> pl.DataFrame:
    """Count the values of a column: value, records, and whether the hierarchy lacks it.

    A label has its code beside it.

    Examples
    --------
    >>> towns = pl.Series("town", ["Lyon", "Lyon", "Lille", None])
    >>> counted(towns, Hierarchy.from_order(["Lyon", "Nice"], steps=[2])).rows()
    [('Lille', 1, True), ('Lyon', 2, False)]
    """
    bare = column.alias("value")
    bare = bare.fill_nan(None) if bare.dtype.is_float() else bare
    counts = bare.drop_nulls().value_counts(name="records")
    lacks = pl.Series([False] * len(counts), dtype=pl.Boolean)
    if hierarchy is not None:
        lacks = absent(hierarchy, counts["value"])
    counts = counts.with_columns(lacks.alias("absent"))
    if names is not None:
        codes = pl.DataFrame({"value": names.texts, "code": as_text(names.codes)})
        counts = counts.join(codes, on="value", how="left")
    return counts.sort(["absent", "records", "value"], descending=[True, True, False])


def in_reading_order(
    counts: pl.DataFrame, hierarchy: Hierarchy | None, names: Names | None = None
) -> pl.DataFrame:
    """Put values in the order of readers, those that a hierarchy lacks before the others.

    Examples
    --------
    >>> ages = counted(pl.Series("age", ["9-12", "<9", "9-12", ">12"]), None)
    >>> in_reading_order(ages, None)["value"].to_list()
    ['<9', '9-12', '>12']
    """
    known = order_in(counts["value"].dtype, hierarchy, names)
    parts = [counts.filter(pl.col("absent") == lacks) for lacks in (True, False)]
    return pl.concat(part[order_of(as_text(part["value"]).to_list(), known)] for part in parts)


def _hierarchy(
    source: Table, column: str, against: Path | None, plan: Path | None, names: Names | None
) -> Hierarchy | None:
    if against is not None:
        given = in_names(Hierarchy.from_csv(against), names)
        assert isinstance(given, Hierarchy)  # noqa: S101 (none is to be made)
        return given
    if plan is None:
        return None
    whole = Plan.read(plan)
    own = whole.hierarchies.get(column)
    if own is None:
        raise InputError(
            say(
                "values: the plan has no hierarchy of {column}",
                "values : le plan n’a pas de hiérarchie de {column}",
                column=repr(column),
            ),
            hint=_DECLARE,
        )
    if isinstance(own, Automatic):
        return whole.dataset(source).hierarchies[column]
    given = in_names(own, names)
    assert isinstance(given, Hierarchy)  # noqa: S101 (none is to be made)
    return given


def _told(
    column: pl.Series, counts: pl.DataFrame, compared: bool, shown: pl.DataFrame
) -> dict[str, object]:
    texts = as_text(shown["value"]).to_list()
    rows = [
        {"value": text, **code, "records": count, **({"absent": lost} if compared else {})}
        for text, code, count, lost in zip(
            texts, _codes(shown), shown["records"], shown["absent"], strict=True
        )
    ]
    told = {"column": column.name, "distinct": len(counts), "missing": _missing(column, counts)}
    return {**told, **({"absent": int(counts["absent"].sum())} if compared else {}), "values": rows}


def _codes(shown: pl.DataFrame) -> list[dict[str, str]]:
    """Return the code of each value shown, where labels are shown."""
    return shown.select("code").to_dicts() if "code" in shown.columns else [{}] * len(shown)


def _missing(column: pl.Series, counts: pl.DataFrame) -> int:
    return len(column) - int(counts["records"].sum())


def _show(
    column: pl.Series,
    counts: pl.DataFrame,
    compared: bool,
    shown: pl.DataFrame,
    language: Language,
) -> None:
    rows = [
        [
            escape(text),
            *map(escape, code.values()),
            number(count, language),
            *([_ABSENT.within(language) if lost else ""] if compared else []),
        ]
        for text, code, count, lost in zip(
            as_text(shown["value"]).to_list(), _codes(shown), shown["records"], shown["absent"],
            strict=True,
        )
    ]  # fmt: skip
    heads = [head.within(language) for head in (_HEADS if compared else _HEADS[:2])]
    coded = "code" in shown.columns
    heads[1:1] = [_CODE.within(language)] * coded
    table(column.name, heads, rows, "LRRL" if coded else "LRL")
    console.print(_sentence(column, counts, compared, len(shown)).within(language), soft_wrap=True)


def _sentence(column: pl.Series, counts: pl.DataFrame, compared: bool, shown: int) -> Words:
    words = say(
        "{distinct} {distinct:value|values}, {missing} {missing:record|records} without one{more}.",
        "{distinct} {distinct:valeur|valeurs}, {missing} {missing:enregistrement|enregistrements}"
        " sans valeur{more}.",
        distinct=len(counts),
        missing=_missing(column, counts),
        more=_more(len(counts) - shown),
    )
    if not compared:
        return words
    lost = counts.filter("absent")
    return say(
        "{words} The hierarchy lacks {lost} of them, in {records} {records:record|records}.",
        "{words} Il en manque {lost} à la hiérarchie, pour {records}"
        " {records:enregistrement|enregistrements}.",
        words=words,
        lost=len(lost),
        records=int(lost["records"].sum()),
    )


def _more(number_left: int) -> Words:
    if number_left <= 0:
        return Words("", fr="")
    return say(
        "; {left} {left:is|are} not shown, the rarest (--most)",
        " ; {left} {left:n’est pas montrée, la plus rare|ne sont pas montrées, les plus rares}"
        " (--most)",
        left=number_left,
    )


_ABSENT = Words("absent", fr="absente")
_CODE = Words("code", fr="code")
_HEADS = [
    Words("value", fr="valeur"),
    Words("records", fr="enregistrements"),
    Words("in the hierarchy", fr="dans la hiérarchie"),
]
_ONE = Words(
    "values: --against or --plan, not both", fr="values : --against ou --plan, pas les deux"
)
_ONE_HINT = Words("leave one out", fr="en retirer un")
_MOST = Words("values: --most is a number from 1", fr="values : --most est un nombre à partir de 1")
_MOST_HINT = Words("give it 50, say", fr="donner 50, par exemple")
_DECLARE = Words(
    'write [hierarchies.NAME] from = "..." in the plan, or give a file with --against',
    fr='écrire [hierarchies.NOM] from = "..." dans le plan, ou donner un fichier par --against',
)
