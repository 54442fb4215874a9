"""Example plans, with the tables they are about."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from discret.errors import InputError
from discret.words import say

if TYPE_CHECKING:
    import polars as pl

EXAMPLES = {"survey": "survey", "dishes": "dishes", "section4": "survey"}  # and their tables


def write_example(name: str, folder: Path) -> Path:
    """Write an example's table and plan into a folder; return the path of the plan.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> write_example("dishes", Path(mkdtemp())).name
    'plan.toml'
    """
    from discret.data.files.tables import write

    table = _table(name)
    plan, text = folder / "plan.toml", (files(__package__) / f"{name}.toml").read_text("utf-8")
    write(table, folder / f"{name}.csv")
    plan.write_text(text, "utf-8")
    return plan


def _table(name: str) -> pl.DataFrame:
    from discret.data import examples

    if name not in EXAMPLES:
        raise InputError(
            say(
                "demo: there is no example {name!r}",
                "demo : il n’y a pas d’exemple {name!r}",
                name=name,
            ),
            hint=say(
                "choose one of {examples}",
                "en choisir un parmi {examples}",
                examples=", ".join(EXAMPLES),
            ),
        )
    table: pl.DataFrame = getattr(examples, EXAMPLES[name])()
    return table
