"""The commands of differential privacy: epsilon."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from discret.cli.declared.app import app
from discret.cli.options import (
    Json,
    Language,
)
from discret.cli.terminal.refusals import written


@app.command(rich_help_panel="Differential privacy")
def epsilon(
    values: Annotated[int, typer.Option(help="How many values the sensitive column can have.")],
    given: Annotated[float | None, typer.Option("--epsilon", "-e", help="An ε.")] = None,
    risk: Annotated[
        float | None, typer.Option(help="Or the highest risk: which ε keeps below it?")
    ] = None,
    prior: Annotated[
        float | None, typer.Option(help="How likely the attacker held the value before.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="A picture (SVG).", parser=written, metavar="PATH"),
    ] = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Say what an ε of differential privacy means: how surely a value is found."""
    from discret.cli.epsilon import epsilon as mean

    mean(values, given=given, risk=risk, prior=prior, out=out, language=language, json=json)
