"""What columns may be called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from discret.errors import ColumnError, listed


def check_names(who: str, names: Sequence[Any]) -> None:
    """Refuse columns without a name in text, and names that are the same when case is ignored.

    DuckDB and Spark ignore case, and would take one column for another without a word.

    Examples
    --------
    >>> check_names("small.csv", ["age", "sex", "Age"])
    Traceback (most recent call last):
    discret.errors.ColumnError: small.csv: names differ by case only: 'age', 'Age'. Hint: ...
    """
    texts = [name if isinstance(name, str) else "" for name in names]
    places = [str(place) for place, name in enumerate(texts, 1) if not name.strip()]
    exact, folded = Counter(texts), Counter(name.lower() for name in texts)
    faults = {
        "columns have no name, at place": places,
        "several columns have the same name": [name for name in exact if exact[name] > 1],
        "names differ by case only": [name for name in texts if folded[name.lower()] > 1],
    }
    for fault, which in faults.items():
        if which:
            hint = "give each column a name of its own (many programs ignore case)"
            raise ColumnError(f"{who}: {fault}: {listed(which)}", hint=hint)


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
        raise ColumnError(f"{who}: names kept for discret: {listed(ours)}", hint="rename them")


def is_reserved(name: str) -> bool:
    """Whether a name is one of those kept for columns that discret adds, and hides."""
    return name.startswith("__") and name.endswith("__")
