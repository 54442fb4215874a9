"""What columns may be called, and the names of the hidden ones that follow records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import polars as pl

from discret.data.refusals import no_records
from discret.errors import ColumnError, listed
from discret.words import Words, say

LINK, PLACE = "__row__", "__place__"  # hidden: the number that follows a record, and its place


def check_names(who: str, names: Sequence[Any], *, quoted: bool = True) -> None:
    """Refuse columns without a name in text, and names that are the same when case is ignored.

    DuckDB and Spark ignore case, and would take one column for another without a word; polars takes
    ``*`` for all columns and ``^…$`` for those that match. Names that may be values, of a file that
    has no types, are told by their place, not `quoted`.

    Examples
    --------
    >>> check_names("small.csv", ["age", "sex", "Age"])
    Traceback (most recent call last):
    discret.errors.ColumnError: small.csv: names differ by case only: 'age', 'Age'. Hint: ...
    """
    texts = [name if isinstance(name, str) else "" for name in names]
    exact, folded = Counter(texts), Counter(name.lower() for name in texts)
    faults = {
        _NAMELESS: [place for place, name in enumerate(texts) if not name.strip()],
        _DOUBLED: [place for place, name in enumerate(texts) if exact[name] > 1],
        _BY_CASE: [place for place, name in enumerate(texts) if folded[name.lower()] > 1],
        _PATTERNS: [place for place, name in enumerate(texts) if _is_pattern(name)],
    }
    for fault, places in faults.items():
        by_name = quoted and fault is not _NAMELESS
        which = [texts[place] if by_name else str(place + 1) for place in places]
        if which:
            hint = _PLAIN if fault is _PATTERNS else _OWN
            raise ColumnError(_fault(who, fault, which, _IS if by_name else _AT), hint=hint)


def _is_pattern(name: str) -> bool:
    return name == "*" or (name.startswith("^") and name.endswith("$"))


def chosen(who: str, frame: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """Return the columns of these names, in the order of the table; all of them if none is named.

    Examples
    --------
    >>> chosen("small.csv", pl.DataFrame({"age": [3], "sex": ["f"]}), ["sex"]).columns
    ['sex']
    """
    if not names:
        return frame
    check_there(who, names, frame)
    return pl.DataFrame([column for column in frame.get_columns() if column.name in names])


def check_there(who: str, names: Sequence[str], frame: pl.DataFrame) -> None:
    """Refuse names that a file does not have; of one without records, tell none of its own.

    What seem to be its names is then the only line of the file, and may be a record.

    Examples
    --------
    >>> check_there("a.csv", ["age"], pl.DataFrame({"Jean Dupont": []}))
    Traceback (most recent call last):
    discret.errors.InputError: a.csv: the table has no records. Hint: check the file, or the filter.
    """
    if {*names} <= {*frame.columns}:
        return
    raise no_records(who) if frame.is_empty() else ColumnError.missing(who, names, frame.columns)


def check_reserved(who: str, names: Sequence[str]) -> None:
    """Refuse names between double underscores: columns that discret adds have such names.

    Examples
    --------
    >>> check_reserved("table", ["age", "__row__"])
    Traceback (most recent call last):
    discret.errors.ColumnError: table: names kept for discret: '__row__'. Hint: rename them.
    """
    ours = [name for name in names if is_reserved(name)]
    if ours:
        raise ColumnError(
            say(
                "{who}: names kept for discret: {ours}",
                "{who} : noms réservés à discret : {ours}",
                who=who,
                ours=listed(ours),
            ),
            hint=Words("rename them", fr="les renommer"),
        )


def unhidden(names: Sequence[str]) -> dict[str, str]:
    """Return plain names for the index of a pandas table, which Parquet keeps under a hidden one.

    Examples
    --------
    >>> unhidden(["age", "__index_level_0__"])
    {'__index_level_0__': 'index_0'}
    """
    hidden = {f"__index_level_{place}__": f"index_{place}" for place in range(len(names))}
    taken = {name.lower() for name in names}
    return {old: new for old, new in hidden.items() if old in taken and new not in taken}


def is_reserved(name: str) -> bool:
    """Whether a name is one of those kept for columns that discret adds, and hides."""
    return name.startswith("__") and name.endswith("__")


def _fault(who: str, fault: Words, which: list[str], how: Words) -> Words:
    names = listed(dict.fromkeys(which))
    return say(
        "{who}: {fault}{how} {names}", "{who} : {fault}{how} {names}",
        who=who, fault=fault, how=how, names=names,
    )  # fmt: skip


_IS = Words(":", fr=" :")
_AT = Words(", at place:", fr=", au rang :")
_NAMELESS = Words("columns have no name", fr="des colonnes n’ont pas de nom")
_DOUBLED = Words("several columns have the same name", fr="plusieurs colonnes ont le même nom")
_BY_CASE = Words("names differ by case only", fr="des noms ne diffèrent que par les majuscules")
_PATTERNS = Words("names stand for several columns", fr="des noms désignent plusieurs colonnes")
_PLAIN = Words(
    "rename them: a name is not *, nor does it begin with ^ and end with $",
    fr="les renommer : un nom n’est pas *, ni ne commence par ^ et finit par $",
)
_OWN = Words(
    "give each column a name of its own (many programs ignore case)",
    fr="donner à chaque colonne un nom à elle (bien des programmes ignorent les majuscules)",
)
