"""A grid of settings run side by side: what they have in common is read, counted and done once."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from discret.data.dataset import Dataset
from discret.errors import DiscretError, InputError
from discret.finding import Finding
from discret.parts import Context, Method, Part, Progress, part_of, silent
from discret.parts.facts import Fact, told_by
from discret.plan.check import checked
from discret.plan.grids import Axis, Setting, axes_of, settings_of
from discret.plan.kinds import check_run
from discret.plan.release import Release, Step, stream
from discret.plan.run import begun, judged, step
from discret.plan.settings import first_step, has_place
from discret.plan.sweep import Column, Key, Sweep, Tried
from discret.words import NOISE, Words

if TYPE_CHECKING:
    from discret.plan.plan import Plan

Written = Callable[[Release], Release]
SHOWN = ("count", "number", "ratio", "share")  # units of facts that are numbers
FEW = 6  # numbers of a fact by level or column that have a place of their own each


def sweep(
    plan: Plan,
    settings: Mapping[str, Sequence[Any]],
    data: Any = None,
    *,
    seed: int | None = None,
    secret: bytes | None = None,
    progress: Progress = silent,
    folder: Path = Path(),
    written: Written | None = None,
) -> Sweep:
    """Run a plan with every combination of settings: what they have in common is done once.

    `written` judges a release as it is read where it was written; without it, as it is in memory.
    """
    plan = replace(plan, private=(), budget=None)  # what is told once is no setting to try
    axes, grid = settings_of(plan, axes_of(settings), folder)
    table = plan.opened() if data is None else data
    if isinstance(table, Dataset):
        _check_given(axes)
        check_run(table, seed, secret, progress)
    seed = secrets.randbits(64) if seed is None else seed
    runner = _Runner(table, seed, secret, axes, written)
    order = sorted(range(len(grid)), key=lambda n: grid[n].rank)
    tried: dict[int, Tried] = {}
    for done, n in enumerate(order):
        part = (done / len(order), (done + 1) / len(order))
        words = _SETTING.filled(n=done + 1, all=len(order))
        tried[n] = runner.tried(grid[n], part_of(progress, *part, words))
    progress(1.0, _DONE)
    return runner.found(tuple(tried[n] for n in range(len(grid))), plan.title)


def _check_given(axes: Sequence[Axis]) -> None:
    """Refuse settings of what the columns are, where they have their roles already."""
    odd = [axis.path for axis in axes if axis.path.startswith(("roles.", "hierarchies."))]
    if odd:
        raise InputError(_GIVEN.filled(path=odd[0]), hint=_A_TABLE)


class _Runner:
    """Runs plans one after the other, and does not do again what the one before has done."""

    def __init__(
        self,
        table: Any,
        seed: int,
        secret: bytes | None,
        axes: tuple[Axis, ...],
        written: Written | None,
    ) -> None:
        self.table, self.seed, self.secret, self.axes = table, seed, secret, axes
        self.written = written
        self.datasets: list[tuple[tuple[Any, ...], Dataset]] = []
        self.road: list[Step] = []  # the steps that were done last, on the data they were done to
        self.start: Dataset | None = None
        self.known: list[tuple[Part, Dataset, Finding]] = []
        self.refusals: list[tuple[Dataset | None, list[tuple[str, Method]], DiscretError]] = []
        self.columns: tuple[dict[Any, Column], ...] = ({}, {}, {})

    def tried(self, setting: Setting, progress: Progress) -> Tried:
        """Run one plan; say why, where it is refused."""
        began = perf_counter()
        plan, values = setting.plan, setting.values
        try:
            release = self._release(plan, progress)
            release = release if self.written is None else self.written(release)
            told = self._told(release, values)
        except DiscretError as error:
            return Tried(values=values, plan=plan, refused=_words(error.message))
        return replace(told, plan=plan, seconds=perf_counter() - began)

    def found(self, tried: tuple[Tried, ...], title: str) -> Sweep:
        """Put together what was found."""
        measures, losses, facts = self.columns
        records = len(self.datasets[0][1]) if self.datasets else None
        return Sweep(
            axes=self.axes, tried=tried, records=records, measures=measures, losses=losses,
            facts=facts, title=title,
        )  # fmt: skip

    def _data(self, plan: Plan) -> Dataset:
        """Return the records with the roles and hierarchies of a plan, once for all that share."""
        if isinstance(self.table, Dataset):
            self.datasets = self.datasets or [((), self.table)]
            return self.table
        own = (plan.roles, plan.hierarchies, plan.release.unexamined)
        for known, data in self.datasets:
            if known == own:
                return data
        data = checked(plan, self.table, self.secret)
        self.datasets.append((own, data))
        return data

    def _release(self, plan: Plan, progress: Progress) -> Release:
        data = self._data(plan)
        tell = part_of(progress, 0.0, 0.1)
        release = begun(plan, data, self.seed, self.secret, tell, self._assessed)
        release = self._walked(release, part_of(progress, 0.1, 0.7))
        if not release.steps:
            return release
        last, end = release.steps[-1], release.plan
        risk = self._assessed(end, last.data, part_of(progress, 0.7, 0.85))
        loss = tuple(
            self._once(part, last.data, partial(part.compare, data, last.data))
            for part in end.quantify
        )
        return replace(release, steps=(*release.steps[:-1], replace(last, risk=risk, loss=loss)))

    def _walked(self, release: Release, progress: Progress) -> Release:
        """Carry out the steps that are not those of the plan before."""
        plan = release.plan
        if self.start is not release.original:
            self.start, self.road = release.original, []
        asked = list(zip(plan.labels, plan.reduce, strict=True))
        same = 0
        for own, (label, method) in zip(self.road, asked, strict=False):
            if (own.label, own.method) != (label, method):
                break
            same += 1
        self.road = self.road[:same]
        kept = [own.data for own in self.road]
        self.known = [own for own in self.known if any(own[1] is d for d in (self.start, *kept))]
        for place, (label, _) in enumerate(asked[same:], same):
            tell = part_of(progress, place / len(asked), (place + 1) / len(asked), label)
            context = Context(rng=stream(self.seed, label), secret=self.secret, progress=tell)
            so_far = replace(release, steps=tuple(self.road))
            self._take(so_far, asked[: place + 1], context)
        return replace(release, steps=tuple(self.road))

    def _take(self, so_far: Release, way: list[tuple[str, Method]], context: Context) -> None:
        """Take one more step; one that was refused is refused again, without being tried."""
        for start, known, error in self.refusals:
            if start is self.start and known == way:
                raise error
        label, method = way[-1]
        try:
            self.road.append(step(so_far, label, method, context, measured=False))
        except DiscretError as error:
            self.refusals.append((self.start, way, error))
            raise

    def _assessed(self, plan: Plan, data: Dataset, tell: Progress) -> tuple[Finding, ...]:
        found = []
        for place, measure in enumerate(plan.assess):
            tell(place / len(plan.assess), measure.title)
            found.append(self._once(measure, data, partial(judged, plan, measure, data)))
        return tuple(found)

    def _once(self, part: Part, data: Dataset, find: Callable[[], Finding]) -> Finding:
        """Return what a measure finds of some data, which it is asked once."""
        for known, seen, found in self.known:
            if seen is data and known == part:
                return found
        self.known.append((part, data, find()))
        return self.known[-1][2]

    def _told(self, release: Release, values: tuple[Any, ...]) -> Tried:
        plan = release.plan
        losses = plan.quantify if release.steps else ()
        return Tried(
            values=values,
            plan=plan,
            met=release.met,
            open=release.gate.open,
            records=len(release.data),
            risk=self._by_name(0, plan.assess, release.risk),
            loss=self._by_name(1, losses, release.loss),
            facts=self._facts(release),
        )

    def _by_name(
        self, side: int, parts: Sequence[Part], found: Sequence[Finding]
    ) -> dict[Key, Finding]:
        """Return findings by the name of their measure, numbered where several have it."""
        told: dict[Key, Finding] = {}
        for part, finding in zip(parts, found, strict=True):
            key = (part.name, sum(name == part.name for name, _ in told))
            told[key] = finding
            own = Column(part.title, part.unit == "share", finding.better)
            self.columns[side].setdefault(key, own)
        return told

    def _facts(self, release: Release) -> dict[tuple[str, ...], float]:
        """Return the numbers that the methods tell which have a place in the sweep."""
        asked = release.asked
        paths = [axis.path for axis in self.axes if axis.path.startswith("reduce.")]
        places = sorted({first_step(asked, path) for path in paths if has_place(asked, path)})
        told: dict[tuple[str, ...], float] = {}
        for place in places:
            own = release.steps[place]
            words = told_by(type(own.method))
            for name, fact in words.items():
                if fact.unit in SHOWN and not fact.holds and dict.__contains__(dict_of(own), name):
                    told |= self._numbers((own.label, name), fact, own.facts[name])
        return told

    def _numbers(self, name: tuple[str, ...], fact: Fact, value: Any) -> dict[Any, float]:
        """Return a number, or those of a table by columns or levels, with their words."""
        several = isinstance(value, Mapping) and bool(fact.by) and len(value) <= FEW
        table = value if several else {"": value}
        plain = {
            (*name, str(key)): 0.0 if abs(number) < NOISE else float(number)
            for key, number in table.items()
            if isinstance(number, int | float) and not isinstance(number, bool)
        }
        for key in plain:
            own = fact.words if not key[-1] else _OF.filled(words=fact.words, key=key[-1])
            self.columns[2].setdefault(key, Column(own, fact.unit == "share"))
        return plain


def dict_of(own: Step) -> dict[str, Any]:
    """Return the facts of a step that are known by now: what takes long is not asked for."""
    return own.facts if isinstance(own.facts, dict) else dict(own.facts)


def _words(message: str) -> Words:
    return message if isinstance(message, Words) else Words(message, fr=message)


_OF = Words("{words}, {key}", fr="{words}, {key}")
_SETTING = Words("setting {n} of {all}", fr="réglage {n} sur {all}")
_DONE = Words("done", fr="terminé")
_GIVEN = Words(
    "sweep: {path}: the data has its roles and hierarchies already",
    fr="sweep : {path} : les données ont déjà leurs rôles et leurs hiérarchies",
)
_A_TABLE = Words(
    "hand over the table instead of a Dataset, or nothing: the plan then reads its file",
    fr="donner la table au lieu d’un Dataset, ou rien : le plan lit alors son fichier",
)
