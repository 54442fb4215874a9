"""The options of `difference`, besides those of every command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Also = Annotated[
    list[str] | None, typer.Option(help="The column of a further publication; repeat.")
]
Counts = Annotated[str | None, typer.Option(help="The number of observations, in a crossed table.")]
Coarser = Annotated[
    list[str] | None, typer.Option(help="A coarser level of a nested grid, coarsest first.")
]
Withheld = Annotated[
    list[str] | None,
    typer.Option(help="COLUMN=FLAG: the 0/1 column that says what is withheld; repeat."),
]
Blanks = Annotated[
    str | None, typer.Option(help="Rows without zone or square: refused, or withheld.")
]
Repeats = Annotated[
    str | None, typer.Option(help="Rows that repeat a pair, with --count: refused, or added.")
]
Fewest = Annotated[
    int, typer.Option("--least", "--threshold", help="Totals of fewer must not be known.")
]
NotSafe = Annotated[int | None, typer.Option(help="Exit with 1 if more observations are not safe.")]
Square = Annotated[
    str, typer.Option("--square", "--cell", help="The column of the second one (grid squares).")
]
Protect = Annotated[
    bool,
    typer.Option("--protect", help="Compare ways to protect: withhold squares, merge squares."),
]
Seconds = Annotated[
    float, typer.Option(help="Time to look for squares to withhold (--protect), groups (--also).")
]
OutlineFiles = Annotated[
    list[Path] | None,
    typer.Option(help="GeoJSON of zones and squares, for the map; repeat.", metavar="FILE"),
]
