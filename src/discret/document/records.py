"""The record of a release: plain data, from which every report is made."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from discret import __version__
from discret.arguments.fitting import needed
from discret.data.beside.past import PEOPLE
from discret.data.dataset import Dataset
from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.declared_orders import declared_orders
from discret.data.roles import Role
from discret.data.text import as_text
from discret.document.outlines import with_outlines
from discret.document.pieces.area_accounts import ACCOUNT
from discret.document.pieces.recount import recounted
from discret.document.private_tables import private_record
from discret.errors import InputError
from discret.finding import Finding
from discret.loading.meanwhile import meanwhile
from discret.parts import Method, Part, RiskMeasure
from discret.parts.facts import taken_by, told_by
from discret.parts.previous import releases_of
from discret.plan.release import Release, Step
from discret.words import Words

SCHEMA = "discret.record/2"


def record(
    release: Release, *, released: Path | None = None, variant: str | None = None
) -> dict[str, Any]:
    """Tell a release as plain data, fit for JSON.

    Parameters
    ----------
    release
        The release.
    released
        The protected file as written, for its name, size and checksum; and for those of the file
        beside it that says who is behind its records, where there is one.
    variant
        The title of the variant of the plan that it is, if it is one.

    Notes
    -----
    The record is internal: it has the seed, all parameters, and the categories of the margins.
    Names of columns and counts are there, records are not.
    """
    if not isinstance(release, Release):
        what = Words("a release", fr="une diffusion")
        raise InputError(needed("record", what, release), hint=_RUN)
    source = release.plan.source
    paths = {"source_file": source if source and source.is_file() else None, "released": released}
    if released is not None and (people := released.with_name(PEOPLE)).is_file():
        paths["people"] = people
    files: dict[str, Any] = {}

    def look() -> None:
        files.update({n: None if path is None else _file(path) for n, path in paths.items()})

    with meanwhile(look):  # millions of bytes each
        told = _told(release, variant)
    return {**told, **files}


def _told(release: Release, variant: str | None) -> dict[str, Any]:
    """Tell all but the files, whose places are kept."""
    plan = release.plan
    told = {
        "schema": SCHEMA,
        "discret": __version__,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "title": plan.title,
        "variant": variant,
        "environment": _environment(),
        "source": None if plan.source is None else plan.source.name,
        "source_file": None,
        "how_to_read": plan.how_to_read.parameters(),
        "beside": _beside(release),
        "seed": release.seed,
        "met": release.met,
        "release": plan.release.told(),
        "terms": plan.release.parameters(),
        "gate": release.gate.to_dict(),
        "passage": _passage(release),
        "notices": [notice.to_dict() for notice in release.notices],
        "data": _both(release),
        "measures": [_measure(part, release) for part in plan.assess],
        "losses": [
            {**_part(part), "asked": part in release.asked.quantify} for part in plan.quantify
        ],
        "risk_before": [finding.to_dict() for finding in _risk_before(release)],
        "steps": _steps(release),
        "draws": None if release.draws is None else release.draws.to_dict(),
        "hierarchies": {
            name: hierarchy.to_dict() for name, hierarchy in release.original.hierarchies.items()
        },
        "orders": declared_orders(release.original),
        "automatic": _automatic(release),
        "released": None,
        **private_record(release),
        **_around(release),
    }
    return told if plan.outlines is None else with_outlines(told, plan.outlines, plan.code)


def _around(release: Release) -> dict[str, Any]:
    """Tell which wider areas are around each area, where a method kept account of areas."""
    data = release.original
    area = data.column(Role.AREA)
    kept = any(ACCOUNT in step.facts for step in release.steps)
    if area is None or not kept or area not in data.hierarchies:
        return {}
    levels = data.hierarchies[area].levels(data.values(area))
    texts = levels.select(as_text(own).fill_null("").alias(own.name) for own in levels)
    return {"around": {row[0]: list(row) for row in texts.rows()}}


def _automatic(release: Release) -> dict[str, Any]:
    """Tell which hierarchies were made from the records, and how where the plan says it."""
    wished = release.plan.hierarchies
    return {
        name: (own if isinstance(own := wished.get(name), Automatic) else Automatic.of()).to_dict()
        for name, made in release.original.hierarchies.items()
        if made.fitted
    }


def _beside(release: Release) -> dict[str, str]:
    """Name the files that stand beside the data."""
    plan = release.plan
    paths = {"original": plan.original, "population": plan.population}
    found = {name: path.name for name, path in paths.items() if path is not None}
    before = ", ".join(f"{path.parent.name}/{path.name}" for path in plan.previous)
    return {**found, **({"previous": before} if before else {})}


def _both(release: Release) -> dict[str, Any]:
    """Tell the data before and after; where no record leaves there is no after."""
    after = {} if release.plan.tables_only else _data(release.data)
    return {"before": _data(release.original), "after": after}


def _data(data: Dataset) -> dict[str, Any]:
    return {
        "records": len(data),
        "columns": {
            name: {"role": str(role), "type": _kind(data, name)}
            for name, role in data.roles.items()
        },
        "roles": {str(role): list(names) for role, names in data.by_role.items()},
        **({"copies": data.trail.copies} if data.trail.copies else {}),
    }


def _passage(release: Release) -> dict[str, Any] | None:
    """Tell what a reader of the written file finds that was not released."""
    found = release.reading
    if found is None:
        return None
    return {
        "columns": list(found.passage.columns),
        "records_before": found.passage.records_before,
        "records_after": found.passage.records_after,
        "missed": [title.to_dict() for title in (*found.missed, *found.missed_alike)],
        "whole": found.whole,
    }


def _kind(data: Dataset, name: str) -> str:
    """Name a type without its parameters: that of an enumeration lists its categories."""
    return str(data.kind(name)).split("(", maxsplit=1)[0]


def _environment() -> dict[str, str]:
    """Name what random streams and sums depend on."""
    names = ("narwhals", "numpy", "polars")
    return {"python": platform.python_version(), **{name: _version(name) for name in names}}


_version = cache(version)  # which reads a file of many lines


def _risk_before(release: Release) -> tuple[Finding, ...]:
    """Return the risk before any step; where there is none, that of the file as it is read."""
    return release.risk_before if release.steps else release.risk


def _steps(release: Release) -> list[dict[str, Any]]:
    """Tell the steps; the last one with the findings on the file as it is read."""
    *before, last = release.steps or (None,)
    ended = [] if last is None else [replace(last, risk=release.risk, loss=release.loss)]
    return [_step(step) for step in (*before, *ended) if step is not None]


def _step(step: Step) -> dict[str, Any]:
    return {
        "label": step.label,
        "method": _method(step.method),
        "facts": dict(step.facts),
        "said": [words.to_dict() for words in step.method.said(step.facts)],
        "difference": step.difference.to_dict(),
        "risk": [finding.to_dict() for finding in step.risk],
        "loss": [finding.to_dict() for finding in step.loss],
        "seconds": round(step.seconds, 3),
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "name": part.name,
        "title": part.title.to_dict(),
        "purpose": part.does.to_dict(),
        "parameters": part.parameters(),
        "references": list(part.references),
        "unit": part.unit,
        **words_of(type(part), [type(model) for model in getattr(part, "models", ())]),
    }


def words_of(part: type[Part], models: Iterable[type[Part]] = ()) -> dict[str, Any]:
    """Return the words of a part, its models among its parameters, and how it is laid out.

    Examples
    --------
    >>> from discret.reduce import Subsample
    >>> words_of(Subsample)["tells"]["kept"]
    {'en': 'kept', 'fr': 'conservés', 'unit': 'count'}
    """
    return {
        "tells": {name: fact.to_dict() for name, fact in told_by(part).items()},
        "takes": {name: fact.to_dict() for name, fact in taken_by(part, models).items()},
        "shows": part.shows,
    }


def _measure(part: RiskMeasure, release: Release) -> dict[str, Any]:
    return {
        **_part(part),
        "attacker": part.against.to_dict(),
        "criteria": list(part.criteria),
        "compares": part.series
        and bool(releases_of(getattr(part, "previous", ()), release.inside)),
        "recounted": recounted(part, release),
        "chooses": [str(role) for role in part.chooses],
    }


def _method(part: Method) -> dict[str, Any]:
    return {
        **_part(part),
        "random": part.random,
        "perturbs": part.perturbs,
        "usual": _usual(part) if part.perturbs else {},
        "proven": part.proven,
        "keeps_rows": part.keeps_rows,
        "invents": part.invents,
        "writes": list(part.writes),
        "touches": [str(role) for role in part.touches],
        "holds": [list(columns) for columns in part.holds],
        "published": None if part.published is None else part.published.to_dict(),
    }


def _usual(part: Method) -> dict[str, Any]:
    """Return what a plan left at its usual value, and that counts: how strongly it perturbed."""
    every, known = part.model_dump(mode="json"), {*part.parameters(), *part.idle}
    plain = {name: value for name, value in every.items() if isinstance(value, str | int | float)}
    return {name: value for name, value in plain.items() if name not in known}


def _file(path: Path) -> dict[str, Any]:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return {"name": path.name, "bytes": path.stat().st_size, "sha256": digest.hexdigest()}


_RUN = Words("plan.run(data) gives a release", fr="plan.run(data) donne une diffusion")
