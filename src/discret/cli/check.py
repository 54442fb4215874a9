"""The command that checks a plan against its data, before anything is run."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from discret.cli.run_options import Options
from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import console, in_place, opened, print_json, show_notes
from discret.data.files.tables import Format
from discret.data.files.writers import check_writer
from discret.data.roles import Role
from discret.document.folder import Place
from discret.errors import DiscretError, FaultsError, PlanError
from discret.plan.check import HINT, checked
from discret.plan.plan import Plan
from discret.words import Language, Words, say
from discret.words.sentences import within


def check(plan: Path, options: Options, *, language: str, json: bool) -> None:
    """Tell all faults of a plan at once, or that there is none."""
    tongue = checked_language(language)
    faults: list[str] = []
    summary = Words("", fr="")
    notes: tuple[Words, ...] = ()
    try:
        whole = Plan.read(plan)
        notes = whole.notes
        whole = in_place(whole, options.data, options.how)
        source = opened(whole)
        faults += _unwritable(source.format, options.format)
        data = checked(whole, source, options.secret)
        summary = _summary(whole, source.records, len(data.columns(Role.KEY)))
    except DiscretError as error:
        if not json and not faults:
            raise
        faults += error.faults if isinstance(error, FaultsError) else [error.message]
    if json:
        _print(faults, summary, notes, tongue)
    elif faults:
        raise PlanError("plan", faults, hint=HINT)
    else:
        show_notes(notes, tongue)
        console.print(summary.within(tongue), soft_wrap=True)


def _unwritable(source: Format, wanted: str | None) -> list[str]:
    """Return why the release could not be written as asked."""
    try:
        check_writer(Place.of(Path(), source, wanted).format)
    except DiscretError as error:
        return [error.message]
    return []


def _print(faults: list[str], summary: Words, notes: Sequence[Words], language: Language) -> None:
    told = {
        "fits": not faults,
        "faults": [within(fault, language) for fault in faults],
        "notices": [note.to_dict() for note in notes],
    }
    print_json(told if faults else {**told, "summary": summary.within(language)})
    if faults:
        sys.exit(2)


def _summary(plan: Plan, records: int, keys: int) -> Words:
    steps = len(plan.reduce) + sum(len(variant.reduce) for variant in plan.variants)
    measures = (*plan.assess, *plan.quantify)
    return say(
        "The plan fits the data: {records} {records:record|records}, {keys} {keys:key|keys};"
        " {measures} {measures:measure|measures}, {steps} {steps:step|steps}, {variants}"
        " {variants:variant|variants}, {tables} private {tables:table|tables}.",
        "Le plan convient aux données : {records} {records:enregistrement|enregistrements}, {keys}"
        " {keys:clé|clés} ; {measures} {measures:mesure|mesures}, {steps} {steps:étape|étapes},"
        " {variants} {variants:variante|variantes}, {tables} {tables:table privée|tables privées}.",
        records=records,
        keys=keys,
        measures=len(measures),
        steps=steps,
        variants=len(plan.variants),
        tables=len(plan.private),
    )
