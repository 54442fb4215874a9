"""The commands that look: profile and assess."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer
from rich.markup import escape

from discret.catalogue import part
from discret.cli.output import (
    checked_language,
    console,
    findings,
    in_place,
    loaded,
    print_json,
    progress,
    show_notes,
    table,
    tell,
)
from discret.data.codebook import Codebook
from discret.data.dataset import Dataset
from discret.data.files.plain_data import UnreadableError, from_toml
from discret.data.files.tables import HowToRead
from discret.data.profiling import ColumnProfile
from discret.data.profiling import profile as look_at
from discret.data.roles import Role
from discret.data.writing.atomic import atomic
from discret.data.writing.left import swept
from discret.data.writing.targets import check_target
from discret.document.words.roles_and_months import ROLES
from discret.errors import InputError, ParameterError
from discret.finding import Finding
from discret.parts import Progress, RiskMeasure
from discret.plan.plan import Plan
from discret.plan.start import every_measure, in_time, starting_plan
from discret.plan.start_text import commented
from discret.words import Language, Words, number, say


def profile(
    file: Path, *, how: HowToRead, plan: Path | None, force: bool, language: str, json: bool
) -> None:
    """Show a first look at a file and write a starting plan."""
    tongue = checked_language(language)
    target = plan or Path(f"{file.name.split('.')[0]}.plan.toml")
    check_target(target, [file])
    with progress(not json) as report:
        source = loaded(file, how)
        frame, book = Codebook.told(source.frame, source.labels)
        report(0.5, _LOOKING)
        columns = look_at(frame, book.columns)
    path = Path(os.path.relpath(os.path.realpath(file), Path(os.path.realpath(target)).parent))
    tell(swept(target.absolute().parent), tongue)
    start = starting_plan(columns, file=path, table=frame)
    text = commented(replace(start, how_to_read=how), tongue)
    written = _write_plan(text, target, [file], force=force)
    if json:
        shown = [one.to_dict() for one in columns]
        print_json(
            {
                "records": len(frame),
                "columns": shown,
                "plan": str(target),
                "written": written,
                "notices": [note.to_dict() for note in source.notes],
            }
        )
        return
    _show_profile(file, len(frame), columns, tongue)
    show_notes(source.notes, tongue)
    words = (_WRITTEN if written else _KEPT).within(tongue)
    console.print(words, escape(str(target)), soft_wrap=True)
    console.print(_MEND.within(tongue))


def _write_plan(text: str, target: Path, sources: Sequence[Path], *, force: bool) -> bool:
    if target.exists() and not force:
        return False
    with atomic(target, sources=sources) as path:
        path.write_text(text, encoding="utf-8")
    return True


def _show_profile(
    file: Path, records: int, columns: Sequence[ColumnProfile], language: Language
) -> None:
    rows = [
        [
            escape(one.name),
            ROLES[one.role].fr if language == "fr" else str(one.role),
            one.kind.within(language),
            number(one.distinct, language),
            number(one.missing, language, "%"),
            number(one.uniques, language),
            one.why.within(language),
        ]
        for one in columns
    ]
    title = f"{file.name}: {number(records, language)} {_RECORDS.within(language)}"
    table(title, [head.within(language) for head in _HEADS], rows, "LLLRRRL")


def assess(
    file: Path | None,
    *,
    how: HowToRead,
    plan: Path | None,
    roles: dict[str, Any],
    others: dict[str, Path | None],
    measures: Sequence[str],
    language: str,
    json: bool,
) -> None:
    """Assess a file and show the findings; exit with 1 where a target is missed."""
    tongue = checked_language(language)
    given = {name: value for name, value in roles.items() if value}
    base = Plan(roles={}) if plan is None else Plan.read(plan)
    base = in_place(base, file, how)
    source = loaded(base.path, base.how_to_read)
    beside: dict[str, Any] = {name: path for name, path in others.items() if path is not None}
    data = replace(base, roles={**base.roles, **given}, **beside).dataset(source)
    if not data.columns(Role.KEY):
        raise InputError(_NO_KEY, hint=_NAME_KEYS)
    parts = [_measure(text) for text in measures] or list(base.assess)
    left: dict[RiskMeasure, float] = {}
    with progress(not json) as report:
        if not parts:
            parts, left = in_time(every_measure(data), data)
        Plan(assess=parts).check(data)
        found = [_assessed(one, data, report, n / len(parts)) for n, one in enumerate(parts)]
    show_notes((*base.notes, *source.notes), tongue, json=json)
    if json:
        print_json([finding.to_dict() for finding in found])
    else:
        findings(_RISK, parts, found, language=tongue)
    for measure, seconds in left.items():
        typer.echo(_not_taken(measure, data, seconds).within(tongue), err=json)
    sys.exit(1 if any(finding.met is False for finding in found) else 0)


def _assessed(measure: RiskMeasure, data: Dataset, report: Progress, share: float) -> Finding:
    report(share, measure.title)
    return measure.assess(data)


def _not_taken(measure: RiskMeasure, data: Dataset, seconds: float) -> Words:
    """Say that a measure was left out because it takes long, and how to ask for it."""
    settings = [f"{name}={value}" for name, value in measure.parameters().items()]
    return say(
        "Not taken: {title}. With {keys} keys it would take about {seconds} s; ask for it with"
        " -m {asked!r}.",
        "Non calculé : {title}. Avec {keys} clés, il y faudrait environ {seconds} s ; pour"
        " l’obtenir : -m {asked!r}.",
        title=measure.title,
        keys=len(data.columns(Role.KEY)),
        seconds=round(seconds),
        asked=" ".join([measure.name, *settings]),
    )


def _measure(text: str) -> RiskMeasure:
    """Read 'k_anonymity k=3 missing="category"' as a measure; values are TOML, or bare words."""
    name, *settings = text.split() or [""]
    values: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            fault = say(
                "{setting}: a value is needed", "{setting} : il faut une valeur", setting=setting
            )
            raise ParameterError(
                name,
                [fault],
                hint=Words(
                    "write 'k_anonymity k=3', for example",
                    fr="écrire 'k_anonymity k=3', par exemple",
                ),
            )
        values[key] = _value(value)
    measure = part("assess", name)(**values)
    assert isinstance(measure, RiskMeasure)  # noqa: S101 (the catalogue says so)
    return measure


def _value(text: str) -> Any:
    try:
        return from_toml(f"value = {text}")["value"]
    except UnreadableError:
        return text


_NO_KEY = Words("assess: no column has the role key", fr="assess : aucune colonne n’a le rôle key")
_NAME_KEYS = Words(
    "name them with --key, or give a plan (discret profile writes one)",
    fr="les nommer avec --key, ou donner un plan (discret profile en écrit un)",
)
_RISK = Words("Risk", fr="Risque")
_LOOKING = Words("looking at the columns", fr="examen des colonnes")
_RECORDS = Words("records", fr="enregistrements")
_WRITTEN = Words("Starting plan written to", fr="Plan de départ écrit dans")
_MEND = Words(
    "The roles are guesses: mend them before you trust a verdict.",
    fr="Les rôles sont des suppositions : les corriger avant de se fier à un verdict.",
)
_KEPT = Words(
    "A plan is already there (--force overwrites it):",
    fr="Un plan existe déjà (--force le remplace) :",
)
_HEADS = [
    Words("column", fr="colonne"),
    Words("role?", fr="rôle ?"),
    Words("type", fr="type"),
    Words("values", fr="valeurs"),
    Words("missing", fr="manquants"),
    Words("uniques", fr="uniques"),
    Words("because", fr="car"),
]
