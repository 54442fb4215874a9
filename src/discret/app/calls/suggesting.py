"""Ways to go on, tried side by side: candidates that aim at the targets of a plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from discret.app.calls.bench import Bench, plan_of
from discret.app.calls.opening import carried
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.errors import DiscretError
from discret.model import Model
from discret.parts import Method, Progress, part_of
from discret.plan.plan import Plan
from discret.plan.variants import numbered
from discret.reduce import (
    Calibrate,
    DropIdentifiers,
    Generalise,
    LocalRecoding,
    ShuffleRecords,
    Subsample,
    SuppressCells,
    SuppressRecords,
)
from discret.words import LANGUAGES, Words

DROP, HALF, SECONDS = 0.05, 0.5, 10.0  # choices to start from, without a source
Candidate = tuple[Words, list[Method]]


def suggest(bench: Bench, tell: Progress, *, plan: str, seed: int) -> dict[str, Any]:
    """Run the sensible candidates after the steps that a plan has; tell those that cannot be."""
    now = plan_of(plan)
    every = list(candidates(now, bench.dataset(now)))
    found, refused = [], []
    for place, (title, methods) in enumerate(every):
        part = part_of(tell, place / len(every), (place + 1) / len(every), title)
        try:
            told = carried(bench, part, longer(now, methods), seed)
        except DiscretError as error:
            why = {tongue: error.within(tongue) for tongue in LANGUAGES}
            refused.append({"title": title.to_dict(), "why": why})
        else:
            found.append({"title": title.to_dict(), **told})
    return {"found": found, "refused": refused}


def longer(plan: Plan, methods: list[Method]) -> Plan:
    """Return a plan with more steps, after those that it has."""
    names = [*plan.labels, *(method.name for method in methods)]
    return replace(plan, reduce=(*plan.reduce, *methods), labels=numbered(names))


def candidates(plan: Plan, data: Dataset) -> Iterator[Candidate]:
    """Yield the ways to go on that the roles allow, each with what comes first and last anyway."""
    models = tuple(aim for aim in plan.assess if isinstance(aim, Model) and aim.judges)
    if not models:
        return
    done = {method.name for method in plan.reduce}
    named = data.columns(Role.IDENTIFIER) and DropIdentifiers.name not in done
    first: list[Method] = [DropIdentifiers()] if named else []
    last: list[Method] = [ShuffleRecords()]
    for title, methods in _ways(models, data):
        yield title, [*first, *methods, *last]


def _ways(models: tuple[Model, ...], data: Dataset) -> Iterator[Candidate]:
    best = Generalise(models=models, drop=DROP, seconds=SECONDS)
    yield _BEST, [best]
    yield _LOCAL, [LocalRecoding(models=models)]
    yield _CELLS, [SuppressCells(models=models)]
    if data.column(Role.WEIGHT) is not None:
        margins = tuple(data.columns(Role.KEY))
        yield _CALIBRATED, [SuppressRecords(models=models, drop=1.0), Calibrate(margins=margins)]
    yield _SAMPLED, [Subsample(share=HALF), SuppressCells(models=models)]


_BEST = Words("best recoding", fr="meilleur recodage")
_LOCAL = Words("local recoding", fr="recodage local")
_CELLS = Words("cells blanked", fr="cellules effacées")
_CALIBRATED = Words("records dropped, weights calibrated", fr="retraits et calage")
_SAMPLED = Words("half the records, cells blanked", fr="la moitié des enregistrements, effacements")
