"""Example plans, with the tables they are about."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from discret.data import examples
from discret.data.files.tables import write
from discret.errors import InputError
from discret.plan.examples.french import in_french
from discret.words import Language, say

if TYPE_CHECKING:
    import polars as pl

EXAMPLES = {"survey": "survey", "dishes": "dishes", "section4": "survey"}  # and their tables


def write_example(name: str, folder: Path, language: Language = "en") -> Path:
    """Write an example's table and plan into a folder; return the path of the plan.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> write_example("dishes", Path(mkdtemp())).name
    'plan.toml'
    """
    table = _table(name)
    plan = folder / "plan.toml"
    write(table, folder / f"{name}.csv")
    plan.write_text(plan_text(name, language), "utf-8")
    return plan


def plan_text(name: str, language: Language = "en") -> str:
    """Return the plan of an example, with its comments and texts in a language."""
    text = (files(__package__) / f"{name}.toml").read_text("utf-8")
    return in_french(text) if language == "fr" else text


def _table(name: str) -> pl.DataFrame:
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
