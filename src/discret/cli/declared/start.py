"""The commands to start with: demo, profile, check, values."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from discret.cli.common_options import (
    DataFile,
    Json,
    Language,
)
from discret.cli.declared.app import app
from discret.cli.reading_options import reading
from discret.cli.terminal.refusals import written
from discret.data.files.how_to_read import HowToRead


@app.command(rich_help_panel="Start")
def demo(
    out: Annotated[
        Path, typer.Option(help="Folder to write into.", parser=written, metavar="PATH")
    ] = Path("discret-demo"),
    example: Annotated[str, typer.Option(help="survey, dishes or section4.")] = "survey",
    language: Language = "en",
    json: Json = False,
) -> None:
    """Take an example file all the way: data, plan, protected file and reports."""
    from discret.cli.demo import demo as start

    start(out, example=example, language=language, json=json)


@app.command(rich_help_panel="Start")
@reading
def profile(
    how: HowToRead,
    file: DataFile,
    plan: Annotated[
        Path | None,
        typer.Option(
            help="Where to write the starting plan; by default FILE.plan.toml here.",
            parser=written,
            metavar="PATH",
        ),
    ] = None,
    force: Annotated[bool, typer.Option(help="Overwrite the plan if it exists.")] = False,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Look at a file: types, missing values, uniques, a guess of the roles, a starting plan."""
    from discret.cli.profile import profile as look

    look(file, how=how, plan=plan, force=force, language=language, json=json)


@app.command(rich_help_panel="Start")
@reading
def check(
    how: HowToRead,
    plan: Annotated[Path, typer.Argument(help="The plan (TOML).", metavar="PLAN")],
    data: Annotated[Path | None, typer.Option(help="Another file than the plan names.")] = None,
    format: Annotated[  # noqa: A002 (the word users expect)
        str | None, typer.Option("--format", "-f", help="The format the release will have.")
    ] = None,
    secret_file: Annotated[
        Path | None, typer.Option(help="The secret of keyed methods (or DISCRET_SECRET).")
    ] = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Tell all that a plan lacks to be run on its data, before anything is run."""
    from discret.cli.check import check as look
    from discret.cli.run_options import Options

    options = Options(data=data, format=format, secret_file=secret_file, how=how)
    look(plan, options, language=language, json=json)


@app.command(rich_help_panel="Start")
@reading
def values(
    how: HowToRead,
    file: DataFile,
    column: Annotated[str, typer.Argument(help="The column.", metavar="COLUMN")],
    against: Annotated[
        Path | None, typer.Option(help="A hierarchy (CSV): which values does it lack?")
    ] = None,
    plan: Annotated[
        Path | None, typer.Option("--plan", "-p", help="Or the hierarchy of this plan.")
    ] = None,
    most: Annotated[int, typer.Option(help="Values shown, at most.")] = 50,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Show the values of a column to whoever holds the file: no message ever says them."""
    from discret.cli.values import values as show

    show(file, column, how=how, against=against, plan=plan, most=most, language=language, json=json)


@app.command("app", rich_help_panel="Start")
def open_app(
    file: Annotated[
        Path | None,
        typer.Argument(help="A data file, or a plan (TOML); or choose one there.", metavar="FILE"),
    ] = None,
    port: Annotated[int, typer.Option(help="Port on this machine; by default a free one.")] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open a browser, or print the address.")
    ] = True,
    example: Annotated[bool, typer.Option(help="Open the example survey, half protected.")] = False,
    language: Language = "en",
) -> None:
    """Work with pages in a browser, on this machine only: no plan is written by hand."""
    from discret.cli.app_in_browser import open_app as begin

    begin(file, port=port, browser=browser, example=example, language=language)
