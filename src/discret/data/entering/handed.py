"""What is handed in where a dataset is needed: a table whose columns have roles, nothing less."""

from __future__ import annotations

from typing import Any

from discret.arguments.fitting import needed
from discret.data.dataset import Dataset
from discret.errors import InputError
from discret.words import Words


def check_dataset(who: str, given: Any) -> None:
    """Refuse anything but a dataset; where it is a table, say how it becomes one.

    Examples
    --------
    >>> import polars as pl
    >>> check_dataset("k_anonymity", pl.DataFrame({"age": [39]}))
    Traceback (most recent call last):
    ...
    discret.errors.InputError: k_anonymity: a Dataset is needed, polars.DataFrame came. Hint: ...
    """
    if isinstance(given, Dataset):
        return
    raise InputError(
        needed(who, Words("a Dataset", fr="un Dataset"), given),
        hint=_OF_CLASS if isinstance(given, type) else _STATE,
    )


def that_leaves(given: Any) -> Any:
    """Return the data that leaves, where a release is handed in; anything else as it is.

    Examples
    --------
    >>> that_leaves(3)
    3
    """
    return given.data if hasattr(type(given), "gate") else given


_STATE = Words(
    "Dataset.of(table, key=[...], sensitive=[...]) states the roles of its columns;"
    " plan.dataset(table) gives them those of a plan",
    fr="Dataset.of(table, key=[...], sensitive=[...]) déclare les rôles de ses colonnes ;"
    " plan.dataset(table) leur donne ceux d’un plan",
)
_OF_CLASS = Words("hand over an object, not its class", fr="donner un objet, et non sa classe")
