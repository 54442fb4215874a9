"""Run a plan: step by step, with the risk and the loss after each."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

import numpy as np

from discret.data.compare import Difference, difference
from discret.data.dataset import LINK, Dataset
from discret.data.roles import Role
from discret.errors import InputError
from discret.finding import Finding
from discret.parts import Context, Method, Progress, silent
from discret.plan.plan import Plan
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

    Examples
    --------
    >>> from discret.assess import KAnonymity
    >>> from discret.data.examples import dishes
    >>> from discret.reduce import DropIdentifiers
    >>> data = Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"])
    >>> release = Plan(assess=[KAnonymity(k=2)], reduce=[DropIdentifiers()]).run(data, seed=1)
    >>> release.met, [finding.value for finding in release.risk]
    (False, [1])
    >>> release.undo().data.columns(Role.IDENTIFIER)
    ('Nom complet',)
    """

    plan: Plan
    original: Dataset = field(repr=False)
    risk_before: tuple[Finding, ...] = field(repr=False)
    steps: tuple[Step, ...] = field(repr=False)
    seed: int = field(repr=False)

    @property
    def data(self) -> Dataset:
        """The data after the last step."""
        return self.steps[-1].data if self.steps else self.original

    @property
    def risk(self) -> tuple[Finding, ...]:
        """The risk after the last step."""
        return self.steps[-1].risk if self.steps else self.risk_before

    @property
    def loss(self) -> tuple[Finding, ...]:
        """The loss after the last step."""
        return self.steps[-1].loss if self.steps else ()

    @property
    def met(self) -> bool | None:
        """Whether all targets hold; ``None`` where the plan states none."""
        verdicts = [one.met for one in (*self.risk, *self.loss) if one.met is not None]
        return all(verdicts) if verdicts else None

    @property
    def notices(self) -> tuple[Words, ...]:
        """What whoever releases the file should look at, whatever the targets say."""
        return tuple(_notices(self))

    def undo(self) -> Release:
        """Return the release without its last step."""
        if not self.steps:
            raise InputError("release: there is no step to undo", hint="run a plan that has steps")
        number = len(self.steps) - 1
        plan = replace(
            self.plan, reduce=self.plan.reduce[:number], labels=self.plan.labels[:number]
        )
        return replace(self, plan=plan, steps=self.steps[:number])


def run(
    plan: Plan,
    data: Dataset,
    *,
    seed: int | None = None,
    secret: bytes | None = None,
    progress: Progress = silent,
) -> Release:
    """Run `plan` on `data`."""
    release = _begun(plan, data, seed, progress)
    release = _finished(release, secret, progress, (0.0, 1.0))
    progress(1.0, "done")
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
        raise InputError("plan: it has no variants", hint="write [[variant]], or use run")
    begun = _begun(plan, data, seed, progress)
    branches = begun.plan.branches
    common = replace(begun, plan=replace(begun.plan, variants=()))
    part = 1 / (len(branches) + 1)
    common = _finished(common, secret, progress, (0.0, part))
    releases = {
        title: _finished(replace(common, plan=branch), secret, progress, (n * part, (n + 1) * part))
        for n, (title, branch) in enumerate(branches.items(), 1)
    }
    progress(1.0, "done")
    return releases


def _begun(plan: Plan, data: Dataset, seed: int | None, progress: Progress) -> Release:
    """Check the plan and measure the risk of the original."""
    if len(data) == 0:
        raise InputError("data: the table has no records", hint="check the file, or the filter")
    plan.check(data)
    plan = plan.with_attacks(data)
    start = secrets.randbits(64) if seed is None else seed
    if start < 0:
        raise InputError("run: the seed must not be negative", hint="choose a whole number from 0")
    progress(0.0, "assess")
    return Release(
        plan=plan,
        original=data,
        risk_before=tuple(measure.assess(data) for measure in plan.assess),
        steps=(),
        seed=start,
    )


def _finished(
    release: Release, secret: bytes | None, progress: Progress, span: tuple[float, float]
) -> Release:
    """Carry out the steps of the plan that are left; `span` is the part of the progress."""
    plan, done = release.plan, len(release.steps)
    left = list(zip(plan.labels, plan.reduce, strict=True))[done:]
    for number, (label, method) in enumerate(left, 1):
        progress(span[0] + (span[1] - span[0]) * number / (len(left) + 1), label)
        context = Context(rng=stream(release.seed, label), secret=secret)
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
    change = method.apply(release.data, context)
    if len(change.data) == 0:
        raise InputError(
            f"{label}: no record is left", hint="undo this step, or make the ones before it milder"
        )
    plan, original = release.plan, release.original
    return Step(
        label=label,
        method=method,
        data=change.data,
        facts=change.facts,
        difference=difference(release.data, change.data),
        risk=tuple(measure.assess(change.data) for measure in plan.assess),
        loss=tuple(measure.compare(original, change.data) for measure in plan.quantify),
        seconds=perf_counter() - began,
    )


def _notices(release: Release) -> list[Words]:
    data = release.data
    done = {step.method.name for step in release.steps}
    coded = [name for step in release.steps for name in step.facts.get("pseudonymised", ())]
    bare = [name for name in data.columns(Role.IDENTIFIER) if name not in coded]
    notices = []
    if bare:
        notices.append(_BARE(", ".join(bare)))
    if any(name in data.roles for name in coded):
        notices.append(_CODED)
    if "shuffle_records" not in done and LINK in data.frame.collect_schema().names():
        notices.append(_SORTED)
    household = data.column(Role.HOUSEHOLD)
    if household is not None and household not in coded:
        notices.append(_HOUSEHOLD)
    ignored = data.columns(Role.IGNORED)
    if ignored:
        notices.append(_IGNORED(len(ignored)))
    return notices


def _BARE(names: str) -> Words:  # noqa: N802 (a sentence with a blank, kept beside the others)
    return say(
        "The file still names people: {names}. Do not release it.",
        "Le fichier désigne encore des personnes : {names}. Ne pas le diffuser.",
        names=names,
    )


def _IGNORED(number: int) -> Words:  # noqa: N802
    return say(
        "Columns without a role, released unexamined: {number}.",
        "Colonnes sans rôle, diffusées sans examen : {number}.",
        number=number,
    )


_CODED = Words(
    "Pseudonyms remain: whoever holds the secret can go back to people, and files made with the"
    " same secret can be linked.",
    fr="Des pseudonymes subsistent : qui détient le secret peut revenir aux personnes, et les"
    " fichiers faits avec le même secret peuvent être rapprochés.",
)
_SORTED = Words(
    "The records are in their original order, which may give away what was hidden: consider"
    " shuffle_records.",
    fr="Les enregistrements sont dans leur ordre d’origine, qui peut trahir ce qui a été caché :"
    " envisager shuffle_records.",
)
_HOUSEHOLD = Words(
    "The household number links the members of a household: together they are easier to recognise.",
    fr="Le numéro de ménage relie les membres d’un ménage : ensemble, ils sont plus faciles à"
    " reconnaître.",
)
