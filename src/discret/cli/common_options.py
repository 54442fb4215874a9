"""The options that say what columns are, and where what is written goes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from discret.cli.terminal.refusals import written

Json = Annotated[bool, typer.Option("--json", help="Print plain data instead of tables.")]
Language = Annotated[str, typer.Option("--language", "-l", help="en or fr.", metavar="LANG")]
DataFile = Annotated[
    Path, typer.Argument(help="CSV, Parquet, Arrow, Excel, Stata, SPSS or SAS.", metavar="FILE")
]
PlanFile = Annotated[Path, typer.Argument(help="The plan (TOML).", metavar="PLAN")]
OtherData = Annotated[Path | None, typer.Option(help="Another file than the plan names.")]
OtherFormat = Annotated[
    str | None,
    typer.Option("--format", "-f", help="Another format than the input's: parquet, csv, ..."),
]

Keys = Annotated[list[str] | None, typer.Option("--key", "-k", help="A key column; repeat.")]
Sensitive = Annotated[
    list[str] | None, typer.Option("--sensitive", "-s", help="A sensitive column; repeat.")
]
Numbers = Annotated[
    list[str] | None, typer.Option("--number", help="A number that others know roughly; repeat.")
]
Identifiers = Annotated[list[str] | None, typer.Option(help="An identifier; repeat.")]
Weight = Annotated[str | None, typer.Option("--weight", "-w", help="The weight column.")]
Individual = Annotated[str | None, typer.Option(help="The column that tells people apart.")]
Household = Annotated[str | None, typer.Option(help="The column that tells households apart.")]
Area = Annotated[str | None, typer.Option(help="The column that says where; it is a key too.")]
Row = Annotated[str | None, typer.Option(help="The column that numbers the records.")]
Original = Annotated[
    Path | None, typer.Option(help="The file it was made from: what can be linked to it?")
]
Population = Annotated[
    Path | None, typer.Option(help="The people the records were drawn from, one a row.")
]
Earlier = Annotated[
    list[Path] | None,
    typer.Option("--previous", help="An earlier release: its record.json, or a table; repeat."),
]
Measures = Annotated[
    list[str] | None,
    typer.Option(
        "--measure", "-m", help="A measure with its parameters: 'k_anonymity k=3'; repeat."
    ),
]
Found = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", help="Folder for at_risk.csv, groups.csv, difference.html and its record.",
        parser=written, metavar="PATH",
    ),
]  # fmt: skip
Force = Annotated[bool, typer.Option("--force", help="Replace what an earlier run wrote there.")]
Group = Annotated[
    bool, typer.Option("--group", help="Let your group read what is written, not you alone.")
]
StartingPlan = Annotated[
    Path | None,
    typer.Option(
        help="Where to write the starting plan; by default FILE.plan.toml here.",
        parser=written,
        metavar="PATH",
    ),
]
ComparisonPage = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", help="Write the comparison as a page, too.", parser=written, metavar="PATH"
    ),
]
