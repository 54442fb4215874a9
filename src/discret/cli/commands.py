"""The command line: the same verbs as commands."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from discret import __version__
from discret.cli.chance_options import Draws, SecretFile, Seed, Settings, SweepOut
from discret.cli.common_options import (
    Area,
    ComparisonPage,
    DataFile,
    Force,
    Found,
    Group,
    Household,
    Identifiers,
    Individual,
    Json,
    Keys,
    Language,
    Measures,
    Numbers,
    Original,
    OtherData,
    PlanFile,
    Population,
    Row,
    Sensitive,
    StartingPlan,
    Weight,
)
from discret.cli.difference.options import (
    Also,
    Blanks,
    Coarser,
    Counts,
    Fewest,
    NotSafe,
    OutlineFiles,
    Protect,
    Repeats,
    Seconds,
    Square,
    Withheld,
)
from discret.cli.reading_options import reading
from discret.cli.terminal.help import explained
from discret.cli.terminal.language import spoken
from discret.cli.terminal.refusals import understood, written
from discret.cli.terminal.waiting import patient
from discret.data.files.how_to_read import HowToRead

app = typer.Typer(
    name="discret",
    help="Make files about people safe to release: assess, reduce, quantify, document.\n\n"
    "Exit codes: 0 fine, 1 a target is not met or the gate is closed, 2 bad input, 3 a fault of"
    " discret itself.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"discret {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""


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
    plan: StartingPlan = None,
    force: Annotated[bool, typer.Option(help="Overwrite the plan if it exists.")] = False,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Look at a file: types, missing values, uniques, a guess of the roles, a starting plan."""
    from discret.cli.profile import profile as look

    look(file, how=how, plan=plan, force=force, language=language, json=json)


@app.command(rich_help_panel="The four verbs")
@reading
def assess(
    how: HowToRead,
    file: Annotated[
        Path | None, typer.Argument(help="The file; by default the one the plan names.")
    ] = None,
    plan: Annotated[
        Path | None, typer.Option("--plan", "-p", help="Roles and measures from this plan.")
    ] = None,
    key: Keys = None,
    number: Numbers = None,
    sensitive: Sensitive = None,
    identifier: Identifiers = None,
    weight: Weight = None,
    individual: Individual = None,
    household: Household = None,
    area: Area = None,
    row: Row = None,
    original: Original = None,
    population: Population = None,
    measure: Measures = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Say how risky a file is, against which attacker, and whether targets are met."""
    from discret.cli.assess import assess as judge

    roles: dict[str, Any] = {
        "key": key, "number": number, "sensitive": sensitive, "identifier": identifier,
        "weight": weight, "individual": individual, "household": household, "area": area,
        "row": row,
    }  # fmt: skip
    others = {"original": original, "population": population}
    judge(
        file, how=how, plan=plan, roles=roles, others=others,
        measures=measure or [], language=language, json=json,
    )  # fmt: skip


@app.command(rich_help_panel="The four verbs")
@reading
def difference(
    how: HowToRead,
    table: Annotated[Path, typer.Argument(help="Rows, or a crossed table.", metavar="TABLE")],
    zone: Annotated[str, typer.Option(help="The column of the first publication (communes).")],
    square: Square,
    also: Also = None,
    count: Counts = None,
    least: Fewest = 11,
    coarser: Coarser = None,
    withheld: Withheld = None,
    blanks: Blanks = None,
    repeats: Repeats = None,
    most: NotSafe = None,
    protect: Protect = False,
    seconds: Seconds = 150.0,
    out: Found = None,
    outlines: OutlineFiles = None,
    x: Annotated[str | None, typer.Option(help="The column of x coordinates.")] = None,
    y: Annotated[str | None, typer.Option(help="The column of y coordinates.")] = None,
    force: Force = False,
    group: Group = False,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Say what comes out when totals by zone and by square are subtracted from each other."""
    from discret.cli.difference.two import Options, pairs
    from discret.cli.difference.two import difference as subtract

    values: dict[str, Any] = {
        "zone": zone, "square": square, "count": count, "least": least,
        "coarser": coarser, "withheld": pairs(withheld or []),
        "blanks": blanks, "repeats": repeats, "most": most,
    }  # fmt: skip
    options = Options(
        out=out, outlines=outlines or [], x=x, y=y, protect=protect, seconds=seconds,
        force=force, group=group, how=how,
    )  # fmt: skip
    if also:
        from discret.cli.difference.several import difference as combine

        combine(table, values | {"also": also}, options, language=language, json=json)
    else:
        subtract(table, values, options, language=language, json=json)


@app.command(rich_help_panel="The four verbs")
@reading
def run(
    how: HowToRead,
    plan: PlanFile,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", help="Folder to write into.", parser=written, metavar="PATH"),
    ],
    data: OtherData = None,
    format: Annotated[  # noqa: A002 (the word users expect)
        str | None,
        typer.Option("--format", "-f", help="Another format than the input's: parquet, csv, ..."),
    ] = None,
    seed: Seed = None,
    draws: Draws = None,
    secret_file: SecretFile = None,
    force: Force = False,
    group: Group = False,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Run a plan: write the protected file, its record and two reports.

    A plan with variants makes a release of each, in its own folder, and their comparison. With
    --draws 20, a plan with chance is also tried with other seeds: the spread of risk and loss.
    """
    from discret.cli.run import run as carry_out
    from discret.cli.run_options import Options

    options = Options(
        data=data, format=format, seed=seed, draws=draws, secret_file=secret_file, force=force,
        group=group, how=how,
    )  # fmt: skip
    carry_out(plan, out, options, language=language, json=json)


@app.command(rich_help_panel="The four verbs")
@reading
def sweep(
    how: HowToRead,
    plan: PlanFile,
    settings: Settings,
    out: SweepOut = None,
    data: OtherData = None,
    seed: Seed = None,
    secret_file: SecretFile = None,
    force: Force = False,
    group: Group = False,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Run a plan with a grid of settings: risk, loss and facts of each, in one table.

    --set reduce.1.k=2,3,5 tries three values of k in the first step of the plan, which is number 1;
    steps are also known by their labels, measures by their names (assess.k_anonymity.k).
    """
    from discret.cli.run_options import Options
    from discret.cli.sweep import sweep as try_all

    options = Options(
        data=data,
        seed=seed,
        secret_file=secret_file,
        force=force,
        group=group,
        how=how,
        who="sweep",
    )
    try_all(plan, settings, out, options, language=language, json=json)


@app.command(rich_help_panel="The four verbs")
def report(
    record: Annotated[
        Path,
        typer.Argument(
            help="A record.json or difference.json, or a folder with one.", metavar="RECORD"
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="Where to write; by default report.html or public.html beside the record,"
            " or report.fr.html beside one in English.",
            parser=written,
            metavar="PATH",
        ),
    ] = None,
    public: Annotated[
        bool, typer.Option("--public", help="The report for the file's users.")
    ] = False,
    group: Group = False,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Make a report again from a record alone, in English or French."""
    from discret.cli.report import report as write

    write(record, out=out, public=public, group=group, language=language, json=json)


@app.command(rich_help_panel="The four verbs")
def compare(
    releases: Annotated[
        list[Path],
        typer.Argument(help="Two or more: a record.json, or a folder with one.", metavar="RELEASE"),
    ],
    out: ComparisonPage = None,
    group: Group = False,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Put the risk and the loss of several releases of one file side by side."""
    from discret.cli.compare import compare as put

    put(releases, out=out, group=group, language=language, json=json)


@app.command(rich_help_panel="Start")
@reading
def check(
    how: HowToRead,
    plan: PlanFile,
    data: OtherData = None,
    format: Annotated[  # noqa: A002 (the word users expect)
        str | None, typer.Option("--format", "-f", help="The format the release will have.")
    ] = None,
    secret_file: SecretFile = None,
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


@app.command(rich_help_panel="Help")
def parts(
    name: Annotated[
        str | None, typer.Argument(help="One part, or kind of hierarchy.", metavar="NAME")
    ] = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """List all measures and methods, or tell everything about one."""
    from discret.cli.parts import parts as show

    show(name, language=language, json=json)


def main() -> None:
    """Run the command line; errors become one message and an exit code, never a traceback."""
    from discret.cli.terminal.ending import ended, short_of_memory
    from discret.cli.terminal.letters import spell_out
    from discret.cli.terminal.watched import watched

    spell_out()
    words = sys.argv[1:] or ["--help"]
    language = spoken(words, os.environ)
    command = explained(app, language, words)
    usual = {name: {"language": language} for name in command.commands}
    run = patient(partial(understood, command, words, usual), language)
    sys.exit(watched(lambda: ended(run, language), partial(short_of_memory, language)))
