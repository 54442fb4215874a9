"""The command that tells statistics under differential privacy: private."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
from rich.markup import escape

from discret.cli.terminal.output import (
    checked_language,
    console,
    in_place,
    level,
    loaded,
    print_json,
    show_notes,
    table,
)
from discret.data.files.how_to_read import HowToRead
from discret.data.ledger.account import Charge
from discret.data.ledger.ledger import Ledger
from discret.data.writing.atomic import atomic
from discret.data.writing.targets import PRIVATE
from discret.errors import InputError
from discret.plan.plan import Plan
from discret.private import PrivateTable
from discret.words import Language, Words

SHOWN = 40  # rows on a terminal, at most


class Asked(NamedTuple):
    """What the options of the command say beside those of the table."""

    categories: Sequence[str] = ()
    individual: str | None = None
    ledger: Path | None = None
    title: str = ""
    part: str | None = None
    preview: bool = False
    out: Path | None = None


def private(
    file: Path, given: Mapping[str, Any], asked: Asked, *, how: HowToRead, language: str, json: bool
) -> None:
    """Tell statistics of a file, paid from its account before it is read."""
    tongue = checked_language(language)
    base = Plan.read(file) if file.suffix == ".toml" else Plan(roles={})
    base = in_place(base, None if file.suffix == ".toml" else file, how)
    part = PrivateTable(**given, categories=_categories(asked.categories))
    told: dict[str, Any] = {"statistic": part.statistic, **part.parameters(), **part.preview()}
    if not asked.preview:
        told |= _told(part, base, asked, tongue, json=json)
    if json:
        print_json(told)
    else:
        _show(told, tongue)


def _paid(part: PrivateTable, source: Path | None, asked: Asked) -> dict[str, Any]:
    """Pay for the table, before anything is told."""
    if asked.ledger is None:
        return {}
    ledger = Ledger(asked.ledger)
    (entry,) = ledger.pay([_charge(part, asked)], source=source)
    return {"release": entry["release"], "ledger": ledger.to_dict()}


def _charge(part: PrivateTable, asked: Asked) -> Charge:
    return part.charge(asked.title)._replace(part=asked.part)


def _told(
    part: PrivateTable, base: Plan, asked: Asked, language: Language, *, json: bool
) -> dict[str, Any]:
    """Read the file if the table can be paid, and pay once it has what the table asks for."""
    if asked.ledger is not None:
        Ledger(asked.ledger).afford(_charge(part, asked))
    source = loaded(base.path, base.how_to_read)
    more = {} if asked.individual is None else {"individual": asked.individual}
    data = replace(base, roles={**base.roles, **more}).dataset(source)
    show_notes((*base.notes, *source.notes), language, json=json)
    part.check(data)
    paid = _paid(part, base.path, asked)
    found = part.tell(data).table
    if asked.out is not None:
        with atomic(asked.out, sources=[base.path], most=PRIVATE) as path:
            found.write_csv(path)
    return {**paid, "cells": found.to_dicts()}


def _categories(texts: Sequence[str]) -> dict[str, list[str]]:
    """Read 'sex=f,m' as the values of a column."""
    found: dict[str, list[str]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if not equals or not name.strip() or not values.strip():
            raise InputError(_VALUES, hint=_VALUES_HINT)
        found[name.strip()] = [value.strip() for value in values.split(",")]
    return found


def _show(told: Mapping[str, Any], language: Language) -> None:
    words = _NOISE.filled(deviation=told["deviation"], within=told["within_95"])
    console.print(words.within(language))
    if "ledger" in told:
        account = told["ledger"]
        said = _LEFT.filled(left=account["left"], budget=account["budget"])
        console.print(said.within(language))
    rows = told.get("cells")
    if not rows:
        return
    shown = pl.DataFrame(rows).head(SHOWN)
    lines = [[_written(value, language) for value in row] for row in shown.rows()]
    table("", [escape(name) for name in shown.columns], lines)
    if len(rows) > SHOWN:
        console.print(_MORE.filled(n=len(rows) - SHOWN).within(language))


def _written(value: Any, language: Language) -> str:
    return level(value, language) if isinstance(value, int | float) else escape(str(value))


_VALUES = Words(
    "private: --values COLUMN=VALUE,VALUE", fr="private : --values COLONNE=VALEUR,VALEUR"
)
_VALUES_HINT = Words("--values sex=f,m for example", fr="--values sexe=f,m par exemple")
_NOISE = Words(
    "Noise: a standard deviation of {deviation}, within {within} in 95 of 100 cases.",
    fr="Bruit : un écart type de {deviation}, à {within} près dans 95 cas sur 100.",
)
_LEFT = Words("{left} of {budget} is left.", fr="Il reste {left} sur {budget}.")
_MORE = Words("{n} more: --out writes all.", fr="{n} de plus : --out les écrit toutes.")
