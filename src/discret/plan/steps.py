"""The steps of a release as a table: the records left, the risk and the loss after each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discret.errors import InputError
from discret.finding import Finding
from discret.words import LANGUAGES, Language, Words, number, spoken_here
from discret.words.rows import Rows

if TYPE_CHECKING:
    from discret.plan.release import Release, Step


def steps_table(release: Release, language: Language = "en") -> Rows:
    """Return a row for the original and for each step; the last as the file is read, if it was."""
    if language not in LANGUAGES:
        raise InputError(_NO_TONGUE, hint=_TONGUES)
    plan = release.plan
    parts = (*plan.assess, *plan.quantify)
    start = [len(release.original), None, *_values(release.risk_before)]
    start += [None] * len(plan.quantify)
    *before, end = release.steps or (None,)
    ended = [] if end is None else [replace(end, risk=release.risk, loss=release.loss)]
    rows = [_row(step) for step in (*before, *ended) if step is not None]
    return Rows(
        heads=(STEP, RECORDS, CELLS, *(part.title for part in parts)),
        rows=tuple(tuple(row) for row in ([START.within(language), *start], *rows)),
        shares=(False, False, False, *(part.unit == "share" for part in parts)),
        language=language,
    )


def said_of(release: Release) -> str:
    """Say in a line what came of a plan; lazy data is not counted for it."""
    parts = zip(release.plan.assess, release.risk, strict=True)
    risks = ", ".join(f"{part.name} {_shown(found, part.unit)}" for part, found in parts)
    steps = len(release.steps)
    if not (release.original.origin.eager or "gate" in vars(release)):
        return _LAZY.filled(steps=steps).here
    verdict = VERDICTS[release.met] if release.gate.open else _CLOSED
    before, after = len(release.original), len(release.data)
    said = _SAID.filled(verdict=verdict, before=before, after=after, steps=steps).here
    return said + (f"; {risks}" if risks else "")


def _shown(found: Finding, unit: str) -> str:
    return (
        "–"
        if found.value is None
        else number(found.value, spoken_here(), "%" if unit == "share" else "")
    )


def _row(step: Step) -> list[Any]:
    cells = None if step.difference.cells is None else sum(step.difference.cells.values())
    left = [step.label, step.difference.records_after, cells]
    return [*left, *_values(step.risk), *_values(step.loss)]


def _values(found: Sequence[Finding]) -> list[Any]:
    return [finding.value for finding in found]


STEP = Words("step", fr="étape")
START = Words("original", fr="original")
RECORDS = Words("records", fr="enregistrements")
CELLS = Words("cells changed", fr="cellules modifiées")
_NO_TONGUE = Words("table: this language is not known", fr="table : cette langue n’est pas connue")
_TONGUES = Words("say en or fr", fr="écrire en ou fr")
VERDICTS = {
    True: Words("targets met", fr="objectifs atteints"),
    False: Words("targets NOT met", fr="objectifs NON atteints"),
    None: Words("no target", fr="aucun objectif"),
}
_CLOSED = Words("gate CLOSED", fr="porte FERMÉE")
_LAZY = Words("lazy, {steps} {steps:step|steps}", fr="différée, {steps} {steps:étape|étapes}")
_SAID = Words(
    "{verdict}: {before} → {after} records in {steps} {steps:step|steps}",
    fr="{verdict} : {before} → {after} enregistrements en {steps} {steps:étape|étapes}",
)
