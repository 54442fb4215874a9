"""The commands of differential privacy: epsilon, private, budget."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from discret.cli.common_options import (
    Household,
    Individual,
    Json,
    Language,
)
from discret.cli.declared.app import app
from discret.cli.reading_options import reading
from discret.cli.terminal.refusals import written
from discret.data.files.how_to_read import HowToRead


@app.command(rich_help_panel="Differential privacy")
def epsilon(
    values: Annotated[
        int | None, typer.Option(help="How many values the sensitive column can have.")
    ] = None,
    given: Annotated[float | None, typer.Option("--epsilon", "-e", help="An ε.")] = None,
    risk: Annotated[
        float | None, typer.Option(help="Or the highest risk: which ε keeps below it?")
    ] = None,
    prior: Annotated[
        float | None, typer.Option(help="How likely the attacker held the value before.")
    ] = None,
    releases: Annotated[
        int | None, typer.Option(help="How many releases of this ε are planned.")
    ] = None,
    delta: Annotated[float | None, typer.Option(help="The δ that they have together.")] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="A picture (SVG).", parser=written, metavar="PATH"),
    ] = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Say what an ε of differential privacy means: how surely a value is found."""
    from discret.cli.epsilon import Asked
    from discret.cli.epsilon import epsilon as mean

    asked = Asked(values, given, risk, prior, releases, delta)
    mean(asked, out=out, language=language, json=json)


Source = Annotated[Path, typer.Argument(help="The file, or a plan that names it.", metavar="FILE")]
Account = Annotated[
    Path | None, typer.Option(help="The account that it is paid from, before it is read.")
]
Part = Annotated[str | None, typer.Option(help="The part of the source that it is about.")]
Preview = Annotated[bool, typer.Option("--preview", help="Tell the noise, and read nothing.")]
Table = Annotated[
    Path | None,
    typer.Option("--out", "-o", help="Write the table (CSV).", parser=written, metavar="PATH"),
]
Values = Annotated[
    list[str] | None, typer.Option(help="Values that there can be: sex=f,m; repeat.")
]


@app.command(rich_help_panel="Differential privacy")
@reading
def private(
    how: HowToRead,
    file: Source,
    by: Annotated[list[str] | None, typer.Option(help="A column that makes cells; repeat.")] = None,
    statistic: Annotated[
        str | None, typer.Option(help="count (the usual one), sum, mean or quantile.")
    ] = None,
    column: Annotated[str | None, typer.Option(help="The column of numbers.")] = None,
    epsilon: Annotated[float | None, typer.Option(help="The ε of the table.")] = None,
    delta: Annotated[float | None, typer.Option(help="The δ beside it.")] = None,
    rho: Annotated[float | None, typer.Option(help="Or a ρ (zero-concentrated).")] = None,
    low: Annotated[float | None, typer.Option(help="The least number that counts.")] = None,
    high: Annotated[float | None, typer.Option(help="The largest number that counts.")] = None,
    share: Annotated[list[float] | None, typer.Option(help="A quantile; repeat.")] = None,
    values: Values = None,
    cells: Annotated[
        int | None, typer.Option(help="Cells that a unit counts in, at most (1).")
    ] = None,
    records: Annotated[
        int | None, typer.Option(help="Records of a unit that count in a cell, at most (1).")
    ] = None,
    unit: Annotated[
        str | None, typer.Option(help="household, individual or record; the largest declared.")
    ] = None,
    neighbours: Annotated[
        str | None, typer.Option(help="add_remove (the usual one) or replace.")
    ] = None,
    totals: Annotated[bool, typer.Option("--totals", help="Tell the margins too.")] = False,
    individual: Individual = None,
    household: Household = None,
    ledger: Account = None,
    name: Annotated[str, typer.Option(help="What a release is called.")] = "",
    part: Part = None,
    preview: Preview = False,
    out: Table = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Tell counts, sums, means or quantiles of a file under differential privacy."""
    from discret.cli.private import Asked
    from discret.cli.private import private as tell

    given: dict[str, Any] = {
        "by": by, "statistic": statistic, "column": column, "epsilon": epsilon, "delta": delta,
        "rho": rho, "low": low, "high": high, "cells": cells, "records": records, "unit": unit,
        "neighbours": neighbours, "totals": totals or None, "shares": share, "title": name or None,
    }  # fmt: skip
    given = {parameter: value for parameter, value in given.items() if value is not None}
    roles = {"individual": individual, "household": household}
    declared = [(role, column) for role, column in roles.items() if column is not None]
    asked = Asked(values or (), declared, ledger, part, preview, out)
    tell(file, given, asked, how=how, language=language, json=json)


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
    calendar: Annotated[
        list[str] | None,
        typer.Option(help="At opening, planned releases: '12 x epsilon 0.1 laplace'; repeat."),
    ] = None,
    releases: Annotated[
        int | None, typer.Option(help="At opening, how many releases share the budget equally.")
    ] = None,
    noise: Annotated[
        str | None, typer.Option(help="Of a release: laplace, or pure (any noise).")
    ] = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Open the account of a source, show it, or pay for a release from it."""
    from discret.cli.budget import Asked
    from discret.cli.budget import budget as account

    asked = Asked(
        epsilon, delta, rho, terms, part or (), source, name, release, parent, calendar or (),
        releases, noise,
    )  # fmt: skip
    account(action, ledger, asked, language=language, json=json)
