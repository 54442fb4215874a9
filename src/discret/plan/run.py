"""Run a plan: step by step, with the risk and the loss after each."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from time import perf_counter
from typing import TYPE_CHECKING

from discret.data.aside import set_aside
from discret.data.beside.people import with_people
from discret.data.compare import Difference, alike, difference
from discret.data.dataset import Dataset
from discret.data.history.following import arrived, followed
from discret.errors import DiscretError, InputError
from discret.finding import Finding
from discret.parts import Context, Method, Part, Progress, RiskMeasure, part_of, silent
from discret.plan.draws import Drawn, Draws, by_chance, check_draws, first_by_chance, seed_of
from discret.plan.kinds import check_run
from discret.plan.release import Release, Step, stream
from discret.plan.tables import told_tables
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.plan.plan import Plan

Assess = Callable[["Plan", Dataset, Progress], tuple[Finding, ...]]
Known = Sequence[tuple[Part, Finding]]  # measures with what they found


def run(
    plan: Plan,
    data: Dataset,
    *,
    seed: int | None = None,
    secret: bytes | None = None,
    progress: Progress = silent,
    after: Release | None = None,
) -> Release:
    """Run `plan` on `data`; what another release of it came through already is taken over."""
    start = after.seed if after is not None and seed is None else seed
    release = begun(plan, data, start, secret, progress, before=after)
    if after is not None:
        release = taken_over(release, after, progress)
    release = _finished(release, secret, progress, (0.0, 1.0))
    release = replace(release, private=told_tables(plan, release.original))
    progress(1.0, _DONE)
    return release


def run_variants(
    plan: Plan,
    data: Dataset,
    draws: int | None = None,
    *,
    seed: int | None = None,
    secret: bytes | None = None,
    progress: Progress = silent,
) -> dict[str, Release]:
    """Run the common steps of `plan` on `data` once, then those of each variant; draw them anew."""
    if not plan.variants:
        raise InputError(
            Words("plan: it has no variants", fr="plan : il n’a pas de variantes"),
            hint=Words("write [[variant]], or use run", fr="écrire [[variant]], ou employer run"),
        )
    if draws is not None:
        check_draws(plan, draws)
    start = begun(plan, data, seed, secret, progress)
    branches = start.plan.branches
    common = replace(start, plan=replace(start.plan, variants=()))
    part = 1 / (len(branches) + 1)
    common = _finished(common, secret, progress, (0.0, part))
    releases = {}
    for n, (title, branch) in enumerate(branches.items(), 1):
        tell = part_of(progress, n * part, (n + 1) * part)
        own = _finished(_branch(common, branch), secret, tell, (0.0, 1.0 / (draws or 1)))
        drawn = draws is not None and by_chance(branch.reduce)
        releases[title] = _with_draws(own, draws or 1, secret, tell) if drawn else own
    told = told_tables(plan, common.original)
    progress(1.0, _DONE)
    return {title: replace(release, private=told) for title, release in releases.items()}


def run_draws(
    plan: Plan,
    data: Dataset,
    draws: int,
    *,
    seed: int | None = None,
    secret: bytes | None = None,
    progress: Progress = silent,
) -> Release:
    """Run `plan` on `data`, then again with other seeds from its first step with chance on."""
    check_draws(plan, draws)
    release = begun(plan, data, seed, secret, progress)
    release = _finished(release, secret, progress, (0.0, 1 / draws))
    release = _with_draws(release, draws, secret, progress)
    release = replace(release, private=told_tables(plan, release.original))
    progress(1.0, _DONE)
    return release


def _with_draws(release: Release, draws: int, secret: bytes | None, progress: Progress) -> Release:
    """Carry a release out again with other seeds, from its first step with chance on."""
    begun = replace(release, steps=release.steps[: first_by_chance(release.plan.reduce)])
    part = 1 / draws
    others = [
        _drawn(replace(begun, seed=seed_of(release.seed, n)), secret,
               part_of(progress, n * part, (n + 1) * part, _DRAW.filled(n=n + 1, draws=draws)))
        for n in range(1, draws)
    ]  # fmt: skip
    return replace(release, draws=Draws.of([kept(release), *others]))


def _drawn(begun: Release, secret: bytes | None, progress: Progress) -> Drawn | None:
    """Carry a draw out and keep its findings alone; nothing where a step refuses what was drawn."""
    try:
        return kept(_finished(begun, secret, progress, (0.0, 1.0), throughout=False))
    except DiscretError:
        return None


def kept(release: Release) -> Drawn:
    """Return what is kept of a draw."""
    return Drawn(release.risk, release.loss, release.met)


def _branch(common: Release, plan: Plan) -> Release:
    """Go on with a variant: the measures of all of them are its own, so that they compare."""
    asked = replace(plan, quantify=common.asked.quantify)
    return replace(common, plan=plan, asked=asked, beside=True)


def begun(
    plan: Plan,
    data: Dataset,
    seed: int | None,
    secret: bytes | None,
    progress: Progress,
    assess: Assess | None = None,
    before: Release | None = None,
) -> Release:
    """Check the plan and measure the risk of the original; in another way, where one is given.

    What an earlier release found of the same data is not measured again.
    """
    check_run(data, seed, secret, progress)
    if len(data) == 0:
        raise InputError(
            Words(
                "data: the table has no records", fr="données : la table n’a pas d’enregistrement"
            ),
            hint=Words("check the file, or the filter", fr="vérifier le fichier, ou le filtre"),
        )
    plan.check(data, secret=secret or _in_its_place(plan, data, before))
    asked, plan = plan, plan.with_attacks(data)
    accepted = data.unexamined.union(plan.release.unexamined)
    data = data if accepted == data.unexamined else replace(data, unexamined=accepted)
    start = secrets.randbits(64) if seed is None else seed
    came = arrived(data, plan.release.follows)
    known = _known_before(before) if before is not None and same_start(before, plan, data) else ()
    look = assess or partial(assessed, known=known)
    return Release(
        plan=plan,
        original=data,
        risk_before=look(plan, came, part_of(progress, 0.0, 0.0, _RISK)),
        steps=(),
        seed=start,
        asked=asked,
    )


def _finished(
    release: Release,
    secret: bytes | None,
    progress: Progress,
    span: tuple[float, float],
    *,
    throughout: bool = True,
) -> Release:
    """Carry out the steps of the plan that are left; `span` is the part of the progress.

    Risk and loss are measured throughout, or after the last step alone.
    """
    plan, done = release.plan, len(release.steps)
    left = list(zip(plan.labels, plan.reduce, strict=True))[done:]
    for number, (label, method) in enumerate(left, 1):
        each = (span[1] - span[0]) / (len(left) + 1)
        start = span[0] + each * number
        tell = part_of(progress, start, start + each, label)
        context = Context(rng=stream(release.seed, label), secret=secret, progress=tell)
        measured = throughout or number == len(left)
        found = step(release, label, method, context, measured=measured)
        release = replace(release, steps=(*release.steps, found))
    return release


def step(release: Release, label: str, method: Method, context: Context, *, measured: bool) -> Step:
    """Carry out one step; risk and loss after it are measured, or left out."""
    began = perf_counter()
    tell = context.progress
    tell(0.0, method.title)
    change = method.apply(release.inside, replace(context, progress=part_of(tell, 0.0, 0.6)))
    given = with_people(change.data, release.inside) if method.hides_people else change.data
    data = set_aside(followed(given, release.plan.release.follows))
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
    found = difference(release.inside, data)
    risk, loss = part_of(tell, 0.6, 0.8, _RISK), part_of(tell, 0.8, 1.0, _LOSS)
    return Step(
        label=label,
        method=method,
        data=data,
        facts=change.facts,
        difference=found,
        risk=assessed(release.plan, data, risk) if measured else (),
        loss=_lost(release, data, found, loss) if measured else (),
        seconds=perf_counter() - began,
    )


def _lost(
    release: Release, data: Dataset, found: Difference, tell: Progress
) -> tuple[Finding, ...]:
    """Quantify the loss after a step; one that left all values as they were costs nothing more."""
    if release.loss and alike(release.inside, data, found):
        return release.loss
    return quantified(release.plan, release.original, data, tell)


def assessed(plan: Plan, data: Dataset, tell: Progress, known: Known = ()) -> tuple[Finding, ...]:
    """Measure the risk of a dataset by all measures of a plan, but those whose finding is known."""
    found = []
    for place, measure in enumerate(plan.assess):
        tell(place / len(plan.assess), measure.title)
        found.append(found_by(measure, known) or judged(plan, measure, data))
    return tuple(found)


def judged(plan: Plan, measure: RiskMeasure, data: Dataset) -> Finding:
    """Measure the risk of a dataset by one measure."""
    return measure.assess(_begun_from(plan, data) if measure.of_steps else data)


def _begun_from(plan: Plan, data: Dataset) -> Dataset:
    """Return a dataset that no step changed yet as its own original: what it lacks came so."""
    if data.first is not None or not (plan.reduce or plan.variants):
        return data
    begun = replace(data, first=data)
    if "keys" in vars(data):  # they say the same of both, and are not counted twice
        vars(begun)["keys"] = data.keys
    return begun


def quantified(
    plan: Plan, before: Dataset, after: Dataset, tell: Progress, known: Known = ()
) -> tuple[Finding, ...]:
    """Measure what was lost between two datasets by all measures of a plan, but those known."""
    found = []
    for place, measure in enumerate(plan.quantify):
        tell(place / len(plan.quantify), measure.title)
        found.append(found_by(measure, known) or measure.compare(before, after))
    return tuple(found)


def taken_over(release: Release, before: Release, progress: Progress) -> Release:
    """Take over the steps that an earlier release came through and that come out the same.

    These are its first ones with the same label and method, where the data, the terms and the seed
    are the same. What was not measured of them is measured now.
    """
    if not same_start(before, release.plan, release.original) or before.seed != release.seed:
        return release
    steps = []
    for number in range(shared(release.plan, before)):
        step = before.steps[number]
        tell = part_of(progress, 0.0, 0.0, step.label)
        risk = assessed(release.plan, step.data, tell, risks(before)[number + 1])
        known = [*zip(before.plan.quantify, step.loss, strict=False)]
        loss = quantified(release.plan, release.original, step.data, tell, known)
        steps.append(replace(step, risk=risk, loss=loss))
    return replace(release, steps=tuple(steps))


def shared(plan: Plan, release: Release) -> int:
    """Return how many of its first steps a plan has from a release: by label and method."""
    wanted = zip(plan.labels, plan.reduce, strict=True)
    done = ((step.label, step.method) for step in release.steps)
    pairs = zip(wanted, done, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _in_its_place(plan: Plan, data: Dataset, before: Release | None) -> bytes | None:
    """Return what the check takes for a secret where all who need one were run: no step gets it."""
    if before is None or not same_start(before, plan, data):
        return None
    left = plan.reduce[shared(plan, before) :]
    return None if any(method.keyed for method in left) else bytes(32)


def same_start(before: Release, plan: Plan, data: Dataset) -> bool:
    """Whether a release is of the same data, under the same terms."""
    return before.original is data and before.plan.release == plan.release


def _known_before(release: Release) -> Known:
    """Return what was found of the original, but by measures that ask whether steps follow."""
    return [(part, found) for part, found in risks(release)[0] if not getattr(part, "of_steps", 0)]


def risks(release: Release) -> list[Known]:
    """Return what each measure found of the original and after every step."""
    rows = [release.risk_before, *(step.risk for step in release.steps)]
    return [[*zip(release.plan.assess, row, strict=False)] for row in rows]


def found_by(measure: Part, known: Known) -> Finding | None:
    """Return what a measure is known to have found."""
    return next((finding for part, finding in known if part == measure), None)


_DRAW = Words("draw {n} of {draws}", fr="tirage {n} sur {draws}")
_RISK = Words("risk", fr="risque")
_LOSS = Words("loss", fr="perte")
_DONE = Words("done", fr="terminé")
