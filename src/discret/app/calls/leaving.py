"""What leaves: releases side by side, reports, the files of an export, plans with variants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from discret.app.calls.bench import Bench, plan_of
from discret.data.writing.atomic import atomic
from discret.document.comparison import compare as side_by_side
from discret.document.pages.comparison import comparison_view
from discret.document.records import record
from discret.document.words.voice import Voice
from discret.document.writing import report as report_of
from discret.document.writing import write
from discret.errors import TargetError
from discret.parts import Progress, part_of
from discret.plan.plan import Plan
from discret.plan.variants import Variant
from discret.words import LANGUAGES, Language, Words

PLAN = "plan.toml"


def compare(
    bench: Bench, tell: Progress, *, plans: Sequence[str], titles: Sequence[str], seed: int
) -> dict[str, Any]:
    """Put the releases of several plans side by side, with their pictures in both languages."""
    releases = [bench.release(plan_of(plan), seed, tell) for plan in plans]
    told = [record(release) for release in releases]
    views = {tongue: comparison_view(told, titles, Voice(tongue)) for tongue in LANGUAGES}
    return {
        **side_by_side(told, titles),
        "pictures": {
            tongue: [[title, str(figure)] for title, figure in view["pictures"]]
            for tongue, view in views.items()
        },
    }


def report(
    bench: Bench, tell: Progress, *, plan: str, seed: int, language: Language, public: bool
) -> str:
    """Return the report of a plan as a page that stands alone."""
    release = bench.release(plan_of(plan), seed, tell)
    return report_of(release, language=language, public=public)


def export(
    bench: Bench,
    tell: Progress,
    *,
    plans: Sequence[str],
    titles: Sequence[str],
    shown: int,
    seed: int,
    folder: str,
    format: str | None,  # noqa: A002 (the word of the library)
    language: Language,
    force: bool,
    insisted: bool,
) -> dict[str, Any]:
    """Write the release that is shown, its record, two reports, and the plan with all variants."""
    now = plan_of(plans[shown])
    release = bench.release(now, seed, part_of(tell, 0.0, 0.6))
    if release.met is not True and not insisted:  # judged here again, whatever a page showed
        raise TargetError(_MISSED, hint=_STEPS)
    tell(0.6, _WRITING)
    out = Path(folder)
    labels = bench.table(now).labels
    written = write(release, out, format=format, labels=labels, language=language, force=force)
    whole = together([plan_of(plan) for plan in plans], titles) or now
    with atomic(out / PLAN, sources=[now.path]) as path:
        path.write_text(whole.to_toml(), encoding="utf-8")
    names = sorted(path.name for path in out.iterdir() if path.is_file())
    return {"folder": str(out.absolute()), "files": names, "met": written.met}


def plan_file(
    bench: Bench, tell: Progress, *, plans: Sequence[str], titles: Sequence[str], shown: int
) -> str:
    """Return the plan as a file: all variants over their common steps, or the one that is shown."""
    every = [plan_of(plan) for plan in plans]
    return (together(every, titles) or every[shown]).to_toml()


def together(plans: Sequence[Plan], titles: Sequence[str]) -> Plan | None:
    """Return several plans as variants over the steps that they share.

    Nothing is returned where there is one, or where they differ in more than their steps.

    Examples
    --------
    >>> from discret.reduce import ShuffleRecords, Subsample
    >>> plans = [Plan(reduce=[ShuffleRecords(), Subsample(share=n)]) for n in (0.2, 0.4)]
    >>> both = together(plans, ["A", "B"])
    >>> both.labels, [variant.title for variant in both.variants]
    (('shuffle_records',), ['A', 'B'])
    """
    bare = [replace(plan, reduce=(), labels=()).to_toml() for plan in plans]
    if len(plans) < 2 or len({*bare}) > 1:  # noqa: PLR2004 (several are two)
        return None
    steps = [list(zip(plan.labels, plan.reduce, strict=True)) for plan in plans]
    common = 0
    while all(len(own) > common for own in steps) and all(
        own[common] == steps[0][common] for own in steps
    ):
        common += 1
    variants = [
        Variant(
            title=title,
            labels=[label for label, _ in own[common:]],
            reduce=[method for _, method in own[common:]],
        )
        for title, own in zip(titles, steps, strict=True)
    ]
    shared = steps[0][:common]
    return replace(
        plans[0],
        labels=[label for label, _ in shared],
        reduce=[method for _, method in shared],
        variants=variants,
    )


_MISSED = Words(
    "release: not every target is met, or the gate is closed: nothing was written",
    fr="diffusion : des objectifs ne sont pas atteints, ou la porte est fermée ; rien n’a été"
    " écrit",
)
_STEPS = Words(
    "add steps, or look at the page Risk", fr="ajouter des étapes, ou voir la page Risque"
)
_WRITING = Words("writing", fr="écriture")
