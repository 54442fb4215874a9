"""Run a plan: step by step, with the risk and the loss after each."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import perf_counter
from typing import Any

import numpy as np

from discret.data.compare import Difference, difference
from discret.data.dataset import Dataset
from discret.data.following import arrived, followed
from discret.data.passage import Passage
from discret.errors import InputError
from discret.finding import Finding
from discret.parts import Context, Method, Progress, part_of, silent
from discret.plan.gate import Gate, passed
from discret.plan.kinds import check_run
from discret.plan.plan import Plan
from discret.plan.reading import Reading, reading
from discret.words import Words, say


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of a release: what was done, and the risk and the loss after it."""

    label: str
    method: Method
    data: Dataset
    facts: Mapping[str, Any]
    difference: Difference
    risk: tuple[Finding, ...]
    loss: tuple[Finding, ...]
    seconds: float = field(compare=False)


@dataclass(frozen=True, kw_only=True)
class Release:
    """What came of a plan; immutable.

    Parameters
    ----------
    plan
        The plan that was run.
    original
        The data before any step.
    risk_before
        The risk of the original.
    steps
        The steps, each with its data, facts, risk and loss.
    seed
        Start of all chance: internal, never to be published.
    asked
        The plan as it was handed over, without the measures that a run takes unasked.
    reading
        What the file gives that was written from it, read back; see `as_written`.

    Examples
    --------
    >>> from discret.assess import KAnonymity
    >>> from discret.data.examples import dishes
    >>> from discret.reduce import ShuffleRecords
    >>> data = Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"])
    >>> release = Plan(assess=[KAnonymity(k=2)], reduce=[ShuffleRecords()]).run(data, seed=1)
    >>> release.met, [finding.value for finding in release.risk]
    (False, [1])
    >>> release.gate.columns["Nom complet"].state, "Nom complet" in release.data.roles
    ('dropped', False)
    """

    plan: Plan
    original: Dataset = field(repr=False)
    risk_before: tuple[Finding, ...] = field(repr=False)
    steps: tuple[Step, ...] = field(repr=False)
    seed: int = field(repr=False)
    asked: Plan = field(repr=False)
    reading: Reading | None = field(default=None, repr=False)

    @property
    def inside(self) -> Dataset:
        """The data after the last step, with what is held back at the gate."""
        if self.steps:
            return self.steps[-1].data
        return arrived(self.original, self.plan.release.follows)

    @cached_property
    def gate(self) -> Gate:
        """What leaves, and the account of every column."""
        coded = {name for step in self.steps for name in step.facts.get("pseudonymised", ())}
        judged = list(zip(self.plan.assess, self.risk, strict=True))
        rng = stream(self.seed, "[release]")
        terms = self.plan.release
        return passed(self.original, self.inside, terms, judged, coded=coded, rng=rng)

    @property
    def data(self) -> Dataset:
        """The data that leaves: after the last step, without what is held back at the gate."""
        return self.gate.data

    @property
    def risk(self) -> tuple[Finding, ...]:
        """The risk after the last step, of the file as it is read where it was written."""
        if self.reading is not None:
            return self.reading.risk
        return self.steps[-1].risk if self.steps else self.risk_before

    @property
    def loss(self) -> tuple[Finding, ...]:
        """The loss after the last step, of the file as it is read where it was written."""
        if self.reading is not None:
            return self.reading.loss
        return self.steps[-1].loss if self.steps else ()

    @property
    def met(self) -> bool | None:
        """Whether the gate is open and all targets hold; ``None`` where none is stated of risk."""
        whole = self.reading is None or self.reading.whole
        missed = any(one.met is False for one in (*self.risk, *self.loss))
        if missed or not (self.gate.open and whole):
            return False
        return True if any(one.met for one in self.risk) else None

    @property
    def notices(self) -> tuple[Words, ...]:
        """What whoever releases the file should look at, whatever the targets say."""
        from discret.plan.notices import notices

        return tuple(notices(self))

    def as_written(self, passage: Passage) -> Release:
        """Return the release judged on what a reader of the written file finds."""
        return replace(self, reading=reading(self, passage))

    def undo(self) -> Release:
        """Return the release without its last step: as if the shorter plan had been run."""
        if not self.steps:
            raise InputError(
                Words(
                    "release: there is no step to undo",
                    fr="release : il n’y a pas d’étape à défaire",
                ),
                hint=Words("run a plan that has steps", fr="exécuter un plan qui a des étapes"),
            )
        number = len(self.steps) - 1
        asked = replace(
            self.asked, reduce=self.asked.reduce[:number], labels=self.asked.labels[:number]
        )
        plan = asked.with_attacks(self.original)
        return Release(
            plan=plan,
            original=self.original,
            risk_before=_kept(self.plan, plan, self.risk_before, self.original),
            steps=tuple(
                replace(step, risk=_kept(self.plan, plan, step.risk, step.data))
                for step in self.steps[:number]
            ),
            seed=self.seed,
            asked=asked,
        )


def run(
    plan: Plan,
    data: Dataset,
    *,
    seed: int | None = None,
    secret: bytes | None = None,
    progress: Progress = silent,
) -> Release:
    """Run `plan` on `data`."""
    release = _begun(plan, data, seed, secret, progress)
    release = _finished(release, secret, progress, (0.0, 1.0))
    progress(1.0, _DONE)
    return release


def run_variants(
    plan: Plan,
    data: Dataset,
    *,
    seed: int | None = None,
    secret: bytes | None = None,
    progress: Progress = silent,
) -> dict[str, Release]:
    """Run the common steps of `plan` on `data` once, then those of each variant."""
    if not plan.variants:
        raise InputError(
            Words("plan: it has no variants", fr="plan : il n’a pas de variantes"),
            hint=Words("write [[variant]], or use run", fr="écrire [[variant]], ou employer run"),
        )
    begun = _begun(plan, data, seed, secret, progress)
    branches = begun.plan.branches
    common = replace(begun, plan=replace(begun.plan, variants=()))
    part = 1 / (len(branches) + 1)
    common = _finished(common, secret, progress, (0.0, part))
    releases = {
        title: _finished(_branch(common, one), secret, progress, (n * part, (n + 1) * part))
        for n, (title, one) in enumerate(branches.items(), 1)
    }
    progress(1.0, _DONE)
    return releases


def _branch(common: Release, plan: Plan) -> Release:
    """Go on with a variant: the measures of all of them are its own, so that they compare."""
    return replace(common, plan=plan, asked=replace(plan, quantify=common.asked.quantify))


def _kept(
    long: Plan, short: Plan, found: tuple[Finding, ...], data: Dataset
) -> tuple[Finding, ...]:
    """Return the findings of the shorter plan: those at hand, or taken now."""
    known = list(zip(long.assess, found, strict=True))
    return tuple(
        next((finding for part, finding in known if part == measure), None) or measure.assess(data)
        for measure in short.assess
    )


def _begun(
    plan: Plan, data: Dataset, seed: int | None, secret: bytes | None, progress: Progress
) -> Release:
    """Check the plan and measure the risk of the original."""
    check_run(data, seed, secret, progress)
    if len(data) == 0:
        raise InputError(
            Words(
                "data: the table has no records", fr="données : la table n’a pas d’enregistrement"
            ),
            hint=Words("check the file, or the filter", fr="vérifier le fichier, ou le filtre"),
        )
    plan.check(data, secret=secret)
    asked, plan = plan, plan.with_attacks(data)
    accepted = data.unexamined.union(plan.release.unexamined)
    data = data if accepted == data.unexamined else replace(data, unexamined=accepted)
    start = secrets.randbits(64) if seed is None else seed
    came = arrived(data, plan.release.follows)
    return Release(
        plan=plan,
        original=data,
        risk_before=_assessed(plan, came, part_of(progress, 0.0, 0.0, _RISK)),
        steps=(),
        seed=start,
        asked=asked,
    )


def _finished(
    release: Release, secret: bytes | None, progress: Progress, span: tuple[float, float]
) -> Release:
    """Carry out the steps of the plan that are left; `span` is the part of the progress."""
    plan, done = release.plan, len(release.steps)
    left = list(zip(plan.labels, plan.reduce, strict=True))[done:]
    for number, (label, method) in enumerate(left, 1):
        each = (span[1] - span[0]) / (len(left) + 1)
        start = span[0] + each * number
        tell = part_of(progress, start, start + each, label)
        context = Context(rng=stream(release.seed, label), secret=secret, progress=tell)
        release = replace(release, steps=(*release.steps, _step(release, label, method, context)))
    return release


def stream(seed: int, label: str) -> np.random.Generator:
    """Return the random numbers of one step: from the run's seed and the step's label alone.

    Examples
    --------
    >>> stream(1, "subsample").random() == stream(1, "subsample").random()
    True
    """
    digest = hashlib.blake2b(label.encode(), digest_size=16).digest()
    return np.random.default_rng([seed, int.from_bytes(digest, "little")])


def _step(release: Release, label: str, method: Method, context: Context) -> Step:
    began = perf_counter()
    tell = context.progress
    tell(0.0, method.title)
    change = method.apply(release.inside, replace(context, progress=part_of(tell, 0.0, 0.6)))
    data = followed(change.data, release.plan.release.follows)
    if len(data) == 0:
        raise InputError(
            say(
                "{label}: no record is left",
                "{label} : il ne reste aucun enregistrement",
                label=label,
            ),
            hint=Words(
                "undo this step, or make the ones before it milder",
                fr="défaire cette étape, ou adoucir celles qui précèdent",
            ),
        )
    plan, original = release.plan, release.original
    return Step(
        label=label,
        method=method,
        data=data,
        facts=change.facts,
        difference=difference(release.inside, data),
        risk=_assessed(plan, data, part_of(tell, 0.6, 0.8, _RISK)),
        loss=_quantified(plan, original, data, part_of(tell, 0.8, 1.0, _LOSS)),
        seconds=perf_counter() - began,
    )


def _assessed(plan: Plan, data: Dataset, tell: Progress) -> tuple[Finding, ...]:
    found = []
    for place, measure in enumerate(plan.assess):
        tell(place / len(plan.assess), measure.title)
        found.append(measure.assess(data))
    return tuple(found)


def _quantified(plan: Plan, before: Dataset, after: Dataset, tell: Progress) -> tuple[Finding, ...]:
    found = []
    for place, measure in enumerate(plan.quantify):
        tell(place / len(plan.quantify), measure.title)
        found.append(measure.compare(before, after))
    return tuple(found)


_RISK = Words("risk", fr="risque")
_LOSS = Words("loss", fr="perte")
_DONE = Words("done", fr="terminé")
