"""The commands of differential privacy: epsilon, private, budget."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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
By = Annotated[list[str] | None, typer.Option(help="A column that makes cells; repeat.")]
Statistic = Annotated[
    str | None, typer.Option(help="count (the usual one), sum, mean or quantile.")
]
Numbers = Annotated[str | None, typer.Option(help="The column of numbers.")]
Epsilon = Annotated[float | None, typer.Option(help="The ε of the table, budget or release.")]
Delta = Annotated[float | None, typer.Option(help="The δ beside it.")]
Rho = Annotated[float | None, typer.Option(help="Or a ρ (zero-concentrated).")]
Low = Annotated[float | None, typer.Option(help="The least number that counts.")]
High = Annotated[float | None, typer.Option(help="The largest number that counts.")]
Share = Annotated[list[float] | None, typer.Option(help="A quantile; repeat.")]
Cells = Annotated[int | None, typer.Option(help="Cells that a unit counts in, at most (1).")]
Records = Annotated[
    int | None, typer.Option(help="Records of a unit that count in a cell, at most (1).")
]
Unit = Annotated[
    str | None, typer.Option(help="household, individual or record; the largest declared.")
]
Neighbours = Annotated[str | None, typer.Option(help="add_remove (the usual one) or replace.")]
Totals = Annotated[bool, typer.Option("--totals", help="Tell the margins too.")]
Name = Annotated[str, typer.Option(help="What a release is called.")]


@app.command(rich_help_panel="Differential privacy")
@reading
def private(
    how: HowToRead,
    file: Source,
    by: By = None,
    statistic: Statistic = None,
    column: Numbers = None,
    epsilon: Epsilon = None,
    delta: Delta = None,
    rho: Rho = None,
    low: Low = None,
    high: High = None,
    share: Share = None,
    values: Values = None,
    cells: Cells = None,
    records: Records = None,
    unit: Unit = None,
    neighbours: Neighbours = None,
    totals: Totals = False,
    individual: Individual = None,
    household: Household = None,
    ledger: Account = None,
    name: Name = "",
    part: Part = None,
    preview: Preview = False,
    out: Table = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Tell counts, sums, means or quantiles of a file under differential privacy."""
    from discret.cli.private import Asked, Given
    from discret.cli.private import private as tell

    given = Given(
        by, statistic, column, epsilon, delta, rho, low, high, cells, records, unit, neighbours,
        totals or None, share, name or None,
    )  # fmt: skip
    asked = Asked(values or (), individual, household, ledger, part, preview, out)
    tell(file, given, asked, how=how, language=language, json=json)


Action = Annotated[str, typer.Argument(help="open, show or spend.", metavar="ACTION")]
Ledger = Annotated[Path, typer.Argument(help="The file of the account.", metavar="LEDGER")]
Terms = Annotated[str | None, typer.Option(help="What costs are counted in: epsilon or rho.")]
From = Annotated[Path | None, typer.Option(help="The file that releases are made from.")]
Parts = Annotated[
    list[str] | None,
    typer.Option(help="At opening, parts of the source that share no unit; repeat. Then one."),
]
Number = Annotated[
    str | None, typer.Option(help="Its number: one that was paid is not paid again.")
]
Parent = Annotated[
    str | None, typer.Option(help="The release that it is made from alone, at no cost.")
]
Calendar = Annotated[
    list[str] | None,
    typer.Option(help="At opening, planned releases: '12 x epsilon 0.1 laplace'; repeat."),
]
Shared = Annotated[
    int | None, typer.Option(help="At opening, how many releases share the budget equally.")
]
Noise = Annotated[str | None, typer.Option(help="Of a release: laplace, or pure (any noise).")]
About = Annotated[
    str | None,
    typer.Option(
        "--neighbours",
        help="Tables that nobody may tell apart: add_remove (usual) or replace; at opening.",
    ),
]
Units = Annotated[
    str | None,
    typer.Option(
        "--unit",
        help="household, individual or record; by default as the first release says.",
    ),
]
Seal = Annotated[
    str | None,
    typer.Option(help="A seal that was told earlier, which the account must still have."),
]


@app.command(rich_help_panel="Differential privacy")
def budget(
    action: Action,
    ledger: Ledger,
    epsilon: Epsilon = None,
    delta: Delta = None,
    rho: Rho = None,
    terms: Terms = None,
    source: From = None,
    part: Parts = None,
    name: Name = "",
    release: Number = None,
    parent: Parent = None,
    calendar: Calendar = None,
    releases: Shared = None,
    noise: Noise = None,
    neighbours: About = None,
    unit: Units = None,
    seal: Seal = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Open the account of a source, show it, or pay for a release from it."""
    from discret.cli.budget import Asked
    from discret.cli.budget import budget as account

    asked = Asked(
        epsilon, delta, rho, terms, part or (), source, name, release, parent, calendar or (),
        releases, noise, neighbours, unit, seal,
    )  # fmt: skip
    account(action, ledger, asked, language=language, json=json)
