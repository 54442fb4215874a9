"""The command assess: how risky a file is, and whether targets are met."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from discret.catalogue import part
from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import (
    findings,
    in_place,
    loaded_for,
    print_json,
    progress,
    show_notes,
)
from discret.data.dataset import Dataset
from discret.data.files.plain_data import UnreadableError, from_toml
from discret.data.files.tables import HowToRead
from discret.data.roles import Role
from discret.errors import InputError, ParameterError
from discret.finding import Finding
from discret.parts import Progress, RiskMeasure
from discret.plan.plan import Plan
from discret.plan.start import every_measure, in_time
from discret.words import Words, say


def assess(
    file: Path | None,
    *,
    how: HowToRead,
    plan: Path | None,
    roles: dict[str, Any],
    others: Mapping[str, Any],
    measures: Sequence[str],
    language: str,
    json: bool,
) -> None:
    """Assess a file and show the findings; exit with 1 where a target is missed."""
    tongue = checked_language(language)
    given = {name: value for name, value in roles.items() if value}
    base = Plan(roles={}) if plan is None else Plan.read(plan)
    base = in_place(base, file, how)
    source = loaded_for(base)
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
        found = [_assessed(part, data, report, n / len(parts)) for n, part in enumerate(parts)]
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
