"""What columns may be called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from discret.errors import ColumnError, listed
from discret.words import Words, say


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
        Words(
            "columns have no name, at place", fr="des colonnes n’ont pas de nom, à la place"
        ): places,
        Words("several columns have the same name", fr="plusieurs colonnes ont le même nom"): [
            name for name in exact if exact[name] > 1
        ],
        Words("names differ by case only", fr="des noms ne diffèrent que par les majuscules"): [
            name for name in texts if folded[name.lower()] > 1
        ],
    }
    for fault, which in faults.items():
        if which:
            hint = Words(
                "give each column a name of its own (many programs ignore case)",
                fr="donner à chaque colonne un nom à elle (bien des programmes ignorent"
                " les majuscules)",
            )
            raise ColumnError(
                say("{who}: {fault}: {which}", "{who} : {fault} : {which}",
                    who=who, fault=fault, which=listed(which)),
                hint=hint,
            )  # fmt: skip


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


def is_reserved(name: str) -> bool:
    """Whether a name is one of those kept for columns that discret adds, and hides."""
    return name.startswith("__") and name.endswith("__")
