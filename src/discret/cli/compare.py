"""The commands on several releases: compare, and run for a plan with variants."""

from __future__ import annotations

import json as plain
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.padding import Padding

from discret.cli.draws import show_draws
from discret.cli.report import mend
from discret.cli.run_options import Options
from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import (
    DRAWING,
    colon,
    console,
    level,
    loaded_for,
    print_json,
    table,
    tell,
)
from discret.cli.terminal.waiting import WAITING
from discret.cli.work import Work
from discret.data.dataset import Dataset
from discret.data.writing.atomic import atomic
from discret.data.writing.left import swept
from discret.data.writing.targets import GROUP, PRIVATE
from discret.document.comparison import compare as put_together
from discret.document.comparison import record_path, shared_notices
from discret.document.folder import Place
from discret.document.folders import Places
from discret.document.outlines import with_outlines
from discret.document.pages.comparison import render_comparison
from discret.document.pages.render import read_record
from discret.document.record_shape import tellable
from discret.errors import InputError
from discret.parts import Unit
from discret.plan.plan import Plan
from discret.plan.release import Release
from discret.plan.variants import slugs
from discret.words import Language, Words, number

FEWEST = 2
_PLAIN = (str, int, float, bool)  # parameters that are told in a table


def compare(
    releases: Sequence[Path],
    *,
    out: Path | None,
    outlines: Path | None,
    code: str | None,
    group: bool,
    language: str,
    json: bool,
) -> None:
    """Show releases of one file side by side; exit with 1 where one misses a target."""
    tongue = checked_language(language)
    if len(releases) < FEWEST:
        raise InputError(_TWO, hint=_FOLDERS)
    for path in releases:
        mend(path, "compare", tongue)
    paths = [record_path(path) for path in releases]
    records = [read_record(path) for path in paths]
    if outlines is not None:
        records = [with_outlines(record, outlines, code) for record in records]
    names = [Path(os.path.realpath(path)).parent.name for path in paths]
    WAITING.report(0.0, DRAWING)
    with tellable("compare"):
        told = put_together(records, names)
        page = "" if out is None else render_comparison(records, names, language=tongue)
    if out is not None:
        tell(swept(out.absolute().parent), tongue)
        sources = paths if outlines is None else [*paths, outlines]
        with atomic(out, sources=sources, most=GROUP if group else PRIVATE) as path:
            path.write_text(page, encoding="utf-8")
    if json:
        print_json({**told, **({} if out is None else {"page": str(out)})})
    else:
        _show(told, tongue)
        if out is not None:
            console.print(_PAGE.within(tongue), escape(str(out)), soft_wrap=True)
    sys.exit(_code(told))


def run_variants(
    plan: Plan,
    out: Path,
    options: Options,
    sources: Sequence[Path],
    language: Language,
    *,
    json: bool,
) -> Callable[[], int]:
    """Run the variants of a plan and write each with their comparison; return what shows them."""
    data = loaded_for(plan)
    form = Place.of(out, data.format, options.format).format
    work = Work(
        plan=plan,
        data=data,
        place=Places(
            out,
            form,
            slugs([variant.title for variant in plan.variants]),
            options.who,
            plan.star,
            len(plan.private),
            plan.in_series,
        ),
        options=options,
        sources=sources,
        language=language,
        json=json,
    )
    releases: dict[str, Release] = {}

    def carried_out(data: Dataset, **given: Any) -> dict[str, Release]:
        releases.update(plan.run_variants(data, options.draws, **given))
        return releases

    work.carry_out(carried_out)
    told = work.told("comparison.json")

    def view(names: list[str]) -> None:
        _show(told, language)
        _show_draws(releases, language)
        for name in names:
            console.print("  ", escape(name), soft_wrap=True)

    return partial(work.show, _met(told), view, comparison=told, **_drawn(releases))


def _drawn(releases: Mapping[str, Release]) -> dict[str, Any]:
    """Return how risk and loss of each variant vary over draws, where that was asked for."""
    drawn = {title: own.draws.to_dict() for title, own in releases.items() if own.draws is not None}
    return {"draws": drawn} if drawn else {}


def _show_draws(releases: Mapping[str, Release], language: Language) -> None:
    for title, release in releases.items():
        if release.draws is not None:
            console.print(f"[bold]{escape(title)}[/bold]")
            show_draws(release.plan, release.draws, language)


def _met(told: Mapping[str, Any]) -> bool | None:
    verdicts = [release["met"] for release in told["releases"] if release["met"] is not None]
    return all(verdicts) if verdicts else None


def _code(told: Mapping[str, Any]) -> int:
    return 1 if _met(told) is False else 0


def _show(told: Mapping[str, Any], language: Language) -> None:
    releases = told["releases"]
    letters = [item["letter"] for item in releases]
    left = [_count(entry["records"], language) for entry in (told, *releases)]
    risks = [[_LEFT.within(language), *left], *_rows(told["risk"], language)]
    losses = [[name, *values] for name, _, *values in _rows(told["loss"], language)]
    heads = [_MEASURE.within(language), _ORIGINAL.within(language), *letters]
    table(_RISK.within(language), heads, risks, "L" + "R" * len(heads))
    if losses:
        table(_LOSS.within(language), [heads[0], *letters], losses, "L" + "R" * len(letters))
    for notice in told["notices"]:
        console.print("[yellow]![/yellow]", escape(notice[language]))
    shared = shared_notices(releases)
    for release in releases:
        words = (_VERDICTS[release["met"]] if release["open"] else _CLOSED).within(language)
        name = f"[bold]{release['letter']}[/bold]  {escape(release['name'])}"
        console.print(f"{name}{colon(language)} {words}")
        for notice in (each for each in release["notices"] if each not in shared):
            console.print(Padding(f"[yellow]![/yellow] {escape(notice[language])}", (0, 0, 0, 3)))
    if shared:
        console.print(f"[bold]{_ALL.within(language)}[/bold]")
    for notice in shared:
        console.print(Padding(f"[yellow]![/yellow] {escape(notice[language])}", (0, 0, 0, 3)))


def _rows(rows: Sequence[Mapping[str, Any]], language: Language) -> list[list[str]]:
    """Write the rows of a table; measures of one name have what tells them apart below it."""
    named = {row["name"]: [entry for entry in rows if entry["name"] == row["name"]] for row in rows}
    return [_row(row, _apart(row, named[row["name"]]), language) for row in rows]


def _apart(row: Mapping[str, Any], alike: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return, as a plan has them, the parameters in which a measure differs from its namesakes."""
    others = [entry["parameters"] for entry in alike if entry is not row]
    own = {
        name: parameter
        for name, parameter in row["parameters"].items()
        if isinstance(parameter, _PLAIN)
    }
    return [
        f"{name} = {plain.dumps(text, ensure_ascii=False)}"
        for name, text in own.items()
        if any(other.get(name) != text for other in others)
    ]


def _row(row: Mapping[str, Any], apart: Sequence[str], language: Language) -> list[str]:
    title = row["title"]
    name = title.get(language) or title.get("en", "") if isinstance(title, Mapping) else str(title)
    unit: Unit = "share" if row["unit"] == "share" else "number"
    values = [level(row["original"], language, unit)]
    for found in row["releases"]:
        sign = {True: " [green]✓[/green]", False: " [bold red]✗[/bold red]", None: ""}
        values.append(
            "" if found is None else level(found["value"], language, unit) + sign[found["met"]]
        )
    return [escape("\n  ".join([name, *apart])), *values]


def _count(value: Any, language: Language) -> str:
    return "–" if value is None else number(value, language)


_ALL = Words("All of them:", fr="Toutes :")
_RISK = Words("Risk", fr="Risque")
_LOSS = Words("Loss", fr="Perte")
_MEASURE = Words("measure", fr="mesure")
_ORIGINAL = Words("original", fr="original")
_LEFT = Words("records left", fr="enregistrements restants")
_TWO = Words(
    "compare: it takes two releases or more", fr="compare : il faut deux diffusions ou plus"
)
_FOLDERS = Words("name their folders", fr="nommer leurs dossiers")
_PAGE = Words("Comparison written to", fr="Comparaison écrite dans")
_CLOSED = Words(
    "the gate is CLOSED: do not release it as it is",
    fr="la porte est FERMÉE : ne pas diffuser ce fichier tel quel",
)
_VERDICTS: dict[bool | None, Words] = {
    True: Words("all targets are met", fr="tous les objectifs sont atteints"),
    False: Words(
        "a target is NOT met: do not release it as it is",
        fr="un objectif n’est PAS atteint : ne pas diffuser ce fichier tel quel",
    ),
    None: Words("no target is stated", fr="aucun objectif n’est fixé"),
}
