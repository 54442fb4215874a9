"""The commands of differential privacy: epsilon, budget."""

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


@app.command(rich_help_panel="Differential privacy")
def budget(
    action: Annotated[str, typer.Argument(help="open, show or spend.", metavar="ACTION")],
    ledger: Annotated[Path, typer.Argument(help="The file of the account.", metavar="LEDGER")],
    epsilon: Annotated[
        float | None, typer.Option(help="The ε of the budget, or of a release.")
    ] = None,
    delta: Annotated[float | None, typer.Option(help="The δ beside it.")] = None,
    rho: Annotated[float | None, typer.Option(help="Or a ρ (zero-concentrated).")] = None,
    terms: Annotated[
        str | None, typer.Option(help="What costs are counted in: epsilon or rho.")
    ] = None,
    source: Annotated[
        Path | None, typer.Option(help="The file that releases are made from.")
    ] = None,
    part: Annotated[
        list[str] | None,
        typer.Option(help="At opening, parts of the source that share nobody; repeat. Then one."),
    ] = None,
    name: Annotated[str, typer.Option(help="What a release is called.")] = "",
    release: Annotated[
        str | None, typer.Option(help="Its number: one that was paid is not paid again.")
    ] = None,
    parent: Annotated[
        str | None, typer.Option(help="The release that it is made from alone, at no cost.")
    ] = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Open the account of a source, show it, or pay for a release from it."""
    from discret.cli.budget import Asked
    from discret.cli.budget import budget as account

    asked = Asked(epsilon, delta, rho, terms, part or (), source, name, release, parent)
    account(action, ledger, asked, language=language, json=json)
