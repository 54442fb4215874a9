"""The options that several commands have which run a plan, or are about chance."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from discret.cli.terminal.refusals import written

Seed = Annotated[int | None, typer.Option(help="Start of all chance; kept in the record.")]
Draws = Annotated[
    int | None,
    typer.Option(help="Judge the plan over so many seeds; the file is that of the first."),
]
SecretFile = Annotated[
    Path | None, typer.Option(help="The secret of keyed methods (or DISCRET_SECRET).")
]
Settings = Annotated[
    list[str],
    typer.Option(
        "--set", help="A place in the plan and values to try: reduce.1.k=2,3,5; repeat.",
        metavar="SETTING",
    ),
]  # fmt: skip
SweepOut = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", help="Folder for sweep.html and sweep.json.", parser=written, metavar="PATH"
    ),
]
