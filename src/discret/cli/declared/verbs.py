"""The four verbs as commands: assess, difference, run, sweep, report, compare."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from discret.cli.chance_options import Draws, SecretFile, Seed, Settings, SweepOut
from discret.cli.common_options import (
    Area,
    Earlier,
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
    OtherFormat,
    PlanFile,
    Population,
    Row,
    Sensitive,
    Weight,
)
from discret.cli.declared.app import app
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
from discret.cli.page_options import Code, MapOutlines
from discret.cli.reading_options import reading
from discret.cli.terminal.refusals import written
from discret.data.files.how_to_read import HowToRead


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
    previous: Earlier = None,
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
    others = {"original": original, "population": population, "previous": previous}
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
    format: OtherFormat = None,  # noqa: A002 (the word users expect)
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
    from discret.cli.running import run as carry_out

    carry_out(
        plan, out, how, data=data, format=format, seed=seed, draws=draws, secret_file=secret_file,
        force=force, group=group, language=language, json=json,
    )  # fmt: skip


@app.command(rich_help_panel="The four verbs")
@reading
def sweep(
    how: HowToRead,
    plan: PlanFile,
    settings: Settings,
    out: SweepOut = None,
    data: OtherData = None,
    format: OtherFormat = None,  # noqa: A002 (the word users expect)
    seed: Seed = None,
    secret_file: SecretFile = None,
    force: Force = False,
    group: Group = False,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Run a plan with a grid of settings: risk, loss and facts of each, in one table.

    --set reduce.1.k=2,3,5 tries three values of k in the first step of the plan, which is number 1;
    steps are also known by their labels, measures by their names (assess.k_anonymity.k). Each
    setting is judged as run judges it, by the file that a reader finds; variants are tried each.
    """
    from discret.cli.run_options import Options
    from discret.cli.sweep import sweep as try_all

    options = Options(
        data=data,
        format=format,
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
    outlines: MapOutlines = None,
    code: Code = None,
    group: Group = False,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Make a report again from a record alone, in English or French."""
    from discret.cli.report import report as write

    write(
        record, out=out, public=public, outlines=outlines, code=code, group=group,
        language=language, json=json,
    )  # fmt: skip


@app.command(rich_help_panel="The four verbs")
def compare(
    releases: Annotated[
        list[Path],
        typer.Argument(help="Two or more: a record.json, or a folder with one.", metavar="RELEASE"),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="Write the comparison as a page, too.",
            parser=written,
            metavar="PATH",
        ),
    ] = None,
    outlines: MapOutlines = None,
    code: Code = None,
    group: Group = False,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Put the risk and the loss of several releases of one file side by side."""
    from discret.cli.compare import compare as put

    put(releases, out=out, outlines=outlines, code=code, group=group, language=language, json=json)
