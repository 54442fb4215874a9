"""Options of the commands that make pages again: the outlines of their maps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

MapOutlines = Annotated[
    Path | None,
    typer.Option(help="Outlines of the areas, for maps: GeoJSON or GeoParquet.", metavar="FILE"),
]
Code = Annotated[
    str | None,
    typer.Option(
        "--code", "--name", help="Their property or column with the names.", metavar="COLUMN"
    ),
]
