"""The command that tells statistics under differential privacy: private."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from discret.cli.private_tables import show_table
from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import (
    console,
    in_place,
    loaded,
    print_json,
    show_notes,
)
from discret.data.files.how_to_read import HowToRead
from discret.data.files.tables import Format, write
from discret.data.ledger.ledger import Ledger
from discret.data.writing.atomic import atomic
from discret.data.writing.targets import PRIVATE
from discret.errors import InputError
from discret.plan.plan import Plan
from discret.plan.tables import Budget, ToldTable, afford, told_tables
from discret.private import PrivateTable
from discret.words import Language, Words


class Given(NamedTuple):
    """What the options say of the table; none where they do not."""

    by: Sequence[str] | None = None
    statistic: str | None = None
    column: str | None = None
    epsilon: float | None = None
    delta: float | None = None
    rho: float | None = None
    low: float | None = None
    high: float | None = None
    cells: int | None = None
    records: int | None = None
    unit: str | None = None
    neighbours: str | None = None
    totals: bool | None = None
    shares: Sequence[float] | None = None
    title: str | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that are given."""
        return {name: value for name, value in self._asdict().items() if value is not None}


class Asked(NamedTuple):
    """What the options of the command say beside those of the table."""

    categories: Sequence[str] = ()
    individual: str | None = None
    household: str | None = None
    ledger: Path | None = None
    part: str | None = None
    preview: bool = False
    out: Path | None = None


def private(
    file: Path, given: Given, asked: Asked, *, how: HowToRead, language: str, json: bool
) -> None:
    """Tell statistics of a file, paid from its account before it is read."""
    tongue = checked_language(language)
    plan = _plan(file, given, asked, how)
    if asked.out is not None and len(plan.private) > 1:
        raise InputError(_SEVERAL, hint=_RUN)
    previews = [{**table.parameters(), **table.preview()} for table in plan.private]
    told = [] if asked.preview else _told(plan, asked.out, file, tongue, json=json)
    account = None if plan.budget is None or not told else Ledger(plan.budget.ledger).to_dict()
    if json:
        print_json(_as_json(plan, previews, told, account))
    else:
        _show(plan, previews, told, account, tongue)


def _plan(file: Path, given: Given, asked: Asked, how: HowToRead) -> Plan:
    """Return a plan of nothing but the tables: those of the plan, or the one of the options."""
    plans = file.suffix == ".toml"
    base = in_place(Plan.read(file) if plans else Plan(), None if plans else file, how)
    own = base.budget
    if asked.ledger is not None:
        own = Budget(ledger=asked.ledger, part=asked.part)
    elif own is not None and asked.part is not None:
        own = Budget(ledger=own.ledger, part=asked.part)
    tables = base.private
    if not tables or given.parameters or asked.categories:
        tables = (PrivateTable(**given.parameters, categories=_categories(asked.categories)),)
    named = {"individual": asked.individual, "household": asked.household}
    roles = {**base.roles, **{role: column for role, column in named.items() if column}}
    return Plan(
        title=base.title, file=base.file, star=base.star, how_to_read=base.how_to_read,
        roles=roles, private=tables, budget=own, notes=base.notes,
    )  # fmt: skip


def _told(
    plan: Plan, out: Path | None, file: Path, language: Language, *, json: bool
) -> Sequence[ToldTable]:
    """Read the file if all can be paid, and pay once it has what the tables ask for.

    What is written has its place before anything is paid: never that of a file that is read.
    """
    ledger = None if plan.budget is None else plan.budget.ledger
    sources = [path for path in (file, plan.source, ledger) if path is not None]
    afford(plan)
    if out is None:
        return _read_and_told(plan, language, json=json)
    with atomic(out, sources=sources, most=PRIVATE) as path:
        told = _read_and_told(plan, language, json=json)
        write(told[0].table, path, format=Format("csv"))
    return told


def _read_and_told(plan: Plan, language: Language, *, json: bool) -> Sequence[ToldTable]:
    source = plan.opened() if plan.star is not None else loaded(plan.path, plan.how_to_read)
    data = plan.dataset(source)
    show_notes((*plan.notes, *source.notes), language, json=json)
    return told_tables(plan, data)


def _as_json(
    plan: Plan,
    previews: Sequence[Mapping[str, Any]],
    told: Sequence[ToldTable],
    account: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Tell all tables; what is told of the first, or of the only one, stands by itself too."""
    tables = [
        {"statistic": table.statistic, **preview}
        for table, preview in zip(plan.private, previews, strict=True)
    ]
    for entry, found in zip(tables, told, strict=False):
        entry |= {"cells": found.table.to_dicts(), **found.facts}
        if found.payment is not None:
            entry |= {"release": found.payment.entry["release"], "seal": found.payment.seal}
    whole = {} if account is None else {"ledger": account}
    return {**tables[0], **whole, "tables": tables}


def _categories(texts: Sequence[str]) -> dict[str, list[str]]:
    """Read 'sex=f,m' as the values of a column."""
    found: dict[str, list[str]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if not equals or not name.strip() or not values.strip():
            raise InputError(_VALUES, hint=_VALUES_HINT)
        found[name.strip()] = [value.strip() for value in values.split(",")]
    return found


def _show(
    plan: Plan,
    previews: Sequence[Mapping[str, Any]],
    told: Sequence[ToldTable],
    account: Mapping[str, Any] | None,
    language: Language,
) -> None:
    for place, (table, preview) in enumerate(zip(plan.private, previews, strict=True)):
        if len(plan.private) > 1:
            console.print(table.title or _NUMBER.filled(n=place + 1).within(language))
        said = _OF.get(table.statistic, _NOISE)
        console.print(said.filled(**_noise(preview)).within(language))
        if told:
            show_table("", told[place], language)
    if account is not None:
        said = _LEFT.filled(left=account["left"], budget=account["budget"])
        console.print(said.within(language))


def _noise(preview: Mapping[str, Any]) -> dict[str, float]:
    names = {"deviation": "deviation", "within": "within_95", "count_deviation": "count_deviation"}
    return {name: preview[own] for name, own in names.items() if own in preview}


_NUMBER = Words("Table {n}", fr="Table {n}")
_SEVERAL = Words(
    "private: the plan has several tables, and --out names one file",
    fr="private : le plan a plusieurs tables, et --out ne nomme qu’un fichier",
)
_RUN = Words(
    "discret run PLAN --out FOLDER writes them all, with their reports",
    fr="discret run PLAN --out DOSSIER les écrit toutes, avec leurs rapports",
)
_VALUES = Words(
    "private: --values COLUMN=VALUE,VALUE", fr="private : --values COLONNE=VALEUR,VALEUR"
)
_VALUES_HINT = Words("--values sex=f,m for example", fr="--values sexe=f,m par exemple")
_NOISE = Words(
    "Noise: a standard deviation of {deviation}, within {within} in 95 of 100 cases.",
    fr="Bruit : un écart type de {deviation}, à {within} près dans 95 cas sur 100.",
)
_MEANS = Words(
    "Noise: a standard deviation of {deviation} on the sums around the middle of the bounds, and of"
    " {count_deviation} on the counts that they are divided by.",
    fr="Bruit : un écart type de {deviation} sur les sommes autour du milieu des bornes, et de"
    " {count_deviation} sur les effectifs par lesquels on les divise.",
)
_QUANTILES = Words(
    "Noise: a standard deviation of {deviation}, within {within} in 95 of 100 cases, on the counts"
    " in equal intervals between the bounds that quantiles are read from.",
    fr="Bruit : un écart type de {deviation}, à {within} près dans 95 cas sur 100, sur les"
    " effectifs d’intervalles égaux entre les bornes, d’où se lisent les quantiles.",
)
_OF = {"mean": _MEANS, "quantile": _QUANTILES}
_LEFT = Words("{left} of {budget} is left.", fr="Il reste {left} sur {budget}.")
