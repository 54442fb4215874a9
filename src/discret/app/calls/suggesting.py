"""Ways to go on, tried side by side: candidates that aim at the targets of a plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import Any

import narwhals as nw

from discret.app.calls.bench import Bench, plan_of
from discret.app.calls.opening import carried
from discret.app.forms.refusals import refusal
from discret.assess import Linkage
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.roles import Role
from discret.errors import DiscretError
from discret.model import Model
from discret.parts import Method, Progress, part_of
from discret.plan.plan import Plan
from discret.plan.start import means_of
from discret.plan.variants import numbered
from discret.reduce import (
    Calibrate,
    DropIdentifiers,
    Generalise,
    LocalRecoding,
    Microaggregate,
    ShuffleRecords,
    Subsample,
    SuppressCells,
    SuppressRecords,
)
from discret.words import Words

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
            refused.append({"title": title.to_dict(), "why": refusal(error)["message"]})
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
    numbers = [] if Microaggregate.name in done else _numbers(plan, data)
    for title, methods in _ways(models, data):
        yield title, [*first, *methods, *numbers, *last]


def _numbers(plan: Plan, data: Dataset) -> list[Method]:
    """Bring numbers that others know roughly to the target of their linkage, one in k."""
    aims = [aim.most for aim in plan.assess if isinstance(aim, Linkage) and aim.most]
    names = data.columns(Role.NUMBER)
    return means_of(lacking(data, names), ceil(1 / min(aims))) if aims and names else []


def lacking(data: Dataset, names: Sequence[str]) -> dict[str, bool]:
    """Return which of some columns lack a value."""
    known = collected(data.frame.select(*(nw.col(name).is_null().any() for name in names)))
    return {name: bool(known[name][0]) for name in names}


def _ways(models: tuple[Model, ...], data: Dataset) -> Iterator[Candidate]:
    best = Generalise(models=models, drop=DROP, seconds=SECONDS)
    yield _BEST, [best]
    yield _LOCAL, [LocalRecoding(models=models)]
    yield _CELLS, [SuppressCells(models=models)]
    if data.column(Role.WEIGHT) is not None:
        missing = lacking(data, data.columns(Role.KEY))
        margins = tuple(name for name, some in missing.items() if not some)
        weights = [Calibrate(margins=margins)] if margins else []
        yield _CALIBRATED, [SuppressRecords(models=models, drop=1.0), *weights]
    yield _SAMPLED, [Subsample(share=HALF), SuppressCells(models=models)]


_BEST = Words("best recoding", fr="meilleur recodage")
_LOCAL = Words("local recoding", fr="recodage local")
_CELLS = Words("cells blanked", fr="cellules effacées")
_CALIBRATED = Words("records dropped, weights calibrated", fr="retraits et calage")
_SAMPLED = Words("half the records, cells blanked", fr="la moitié des enregistrements, effacements")
