"""The options of a run that are about chance."""

from __future__ import annotations

from typing import Annotated

import typer

Seed = Annotated[int | None, typer.Option(help="Start of all chance; kept in the record.")]
Draws = Annotated[
    int | None,
    typer.Option(help="Judge the plan over so many seeds; the file is that of the first."),
]
