"""The commands that write: run, demo and report."""

from __future__ import annotations

import json as plain
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.markup import escape

from discret.cli.show import (
    checked_language,
    console,
    findings,
    level,
    opened,
    print_json,
    progress,
    table,
)
from discret.data.atomic import atomic
from discret.data.writers import check_writer
from discret.document.place import Place
from discret.document.render import read_record, render
from discret.errors import FileError
from discret.finding import Finding
from discret.parts import RiskMeasure
from discret.plan.check import checked
from discret.plan.examples import write_example
from discret.plan.notices import gone
from discret.plan.plan import Plan
from discret.plan.run import Release
from discret.words import Language, Words, number

ROOM = 5  # measures beside the steps


def demo(out: Path, *, example: str, language: str, json: bool) -> None:
    """Write an example and run its plan."""
    tongue = checked_language(language)
    plan = write_example(example, out)
    if not json:
        console.print(
            _DEMO.within(tongue),
            f"[bold]discret run {escape(str(plan))} --out {escape(str(out))}[/bold]\n",
        )
    run(plan, out, Options(seed=2013), language=language, json=json, exits=False)


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a run may be told beside its plan."""

    data: Path | None = None
    format: str | None = None
    seed: int | None = None
    secret_file: Path | None = None

    @property
    def secret(self) -> bytes | None:
        """The secret of keyed methods: from its file, or from the environment."""
        return _secret(self.secret_file)


def run(
    plan: Path, out: Path, options: Options, *, language: str, json: bool, exits: bool = True
) -> None:
    """Run a plan and write its four files; exit with 1 where a target is missed."""
    tongue = checked_language(language)
    whole = Plan.read(plan)
    whole = whole if options.data is None else replace(whole, file=options.data)
    if whole.variants:
        from discret.cli.comparing import run_variants

        run_variants(whole, out, options, language=tongue, json=json, exits=exits)
        return
    source = opened(whole.path)
    place = Place.of(out, source.format, options.format)
    place.check(whole.path)
    check_writer(place.format)
    with progress(not json) as report:
        release = whole.run(
            checked(whole, source.frame, options.secret),
            seed=options.seed,
            secret=options.secret,
            progress=report,
        )
    release = place.write(release, source.labels, language=tongue)
    names = [str(path) for path in place.files]
    if json:
        outcome = plain.loads((out / "record.json").read_text(encoding="utf-8"))
        print_json({"met": release.met, "files": names, "record": outcome})
    else:
        _show(release, names, tongue)
    if exits:
        sys.exit(1 if release.met is False else 0)


def report(record: Path, *, out: Path | None, public: bool, language: str, json: bool) -> None:
    """Make a report again from a record."""
    tongue = checked_language(language)
    html = render(read_record(record), audience="public" if public else "internal", language=tongue)
    target = out or record.parent / ("public.html" if public else "report.html")
    if target.resolve() == record.resolve():
        raise FileError("report: it would overwrite its record", hint="choose another --out")
    with atomic(target) as path:
        path.write_text(html, encoding="utf-8")
    if json:
        print_json({"report": str(target)})
    else:
        console.print(_REPORT.within(tongue), escape(str(target)), soft_wrap=True)


def _secret(file: Path | None) -> bytes | None:
    if file is None:
        given = os.environ.get("DISCRET_SECRET")
        return None if given is None else given.encode()
    try:
        return file.read_bytes().strip()
    except OSError as error:
        raise FileError(
            f"secret: {file.name} cannot be read ({error.strerror})", hint="check the path"
        ) from None


def _show(release: Release, names: list[str], language: Language) -> None:
    plan = release.plan
    _show_steps(release, language)
    before, after = release.risk_before, release.risk
    findings(_RISK, plan.assess, after, before, language=language)
    if release.loss:
        findings(_LOSS, plan.quantify, release.loss, language=language)
    _show_notices(release, language)
    words = _VERDICTS[release.met] if release.gate.open else _CLOSED
    console.print(f"\n[bold]{words.within(language)}[/bold]")
    for name in names:
        console.print("  ", escape(name), soft_wrap=True)


def _show_notices(release: Release, language: Language) -> None:
    """Print what to look at: what closes the gate, what went in number, then the rest."""
    closing, went = release.gate.reasons, gone(release)
    for notice in release.notices:
        text = escape(notice.within(language))
        if notice in closing:
            console.print("[bold red]✗[/bold red]", text)
        elif notice in went:
            console.print("[bold yellow]![/bold yellow]", f"[bold]{text}[/bold]")
        else:
            console.print("[yellow]![/yellow]", text)


def _show_steps(release: Release, language: Language) -> None:
    shown = _shown(release.plan.assess)
    heads = [_STEP, _RECORDS, _CELLS, *(part.title for part in shown.values())]
    first = [_START.within(language), number(len(release.original), language), "–"]
    rows = [[*first, *_levels(release.risk_before, shown, language)]]
    for step in release.steps:
        cells = None if step.difference.cells is None else sum(step.difference.cells.values())
        left = [escape(step.label), number(step.difference.records_after, language)]
        rows.append([*left, level(cells, language), *_levels(step.risk, shown, language)])
    titles = [head.within(language).replace(" ", "\n") for head in heads]
    table(release.plan.title or _STEPS.within(language), titles, rows, "L" + "R" * len(heads))


def _shown(measures: Sequence[RiskMeasure]) -> dict[int, RiskMeasure]:
    """Choose the measures that the table of steps has room for: first those with a target."""
    order = sorted(range(len(measures)), key=lambda place: not measures[place].judges)
    return {place: measures[place] for place in sorted(order[:ROOM])}


def _levels(
    found: Sequence[Finding], shown: Mapping[int, RiskMeasure], language: Language
) -> list[str]:
    return [level(found[place].value, language, one.unit) for place, one in shown.items()]


_DEMO = Words("An example, as if you had typed", fr="Un exemple, comme si vous aviez tapé")
_REPORT = Words("Report written to", fr="Rapport écrit dans")
_RISK = Words("Risk", fr="Risque")
_LOSS = Words("Loss", fr="Perte")
_STEP = Words("step", fr="étape")
_STEPS = Words("Steps", fr="Étapes")
_START = Words("original", fr="original")
_RECORDS = Words("records", fr="enregistrements")
_CELLS = Words("cells changed", fr="cellules modifiées")
_CLOSED = Words(
    "The gate is CLOSED: do not release this file as it is (see ✗ above). Written:",
    fr="La porte est FERMÉE : ne pas diffuser ce fichier tel quel (voir ✗ ci-dessus). Écrits :",
)
_VERDICTS: dict[bool | None, Words] = {
    True: Words("All targets are met. Written:", fr="Tous les objectifs sont atteints. Écrits :"),
    False: Words(
        "A target is NOT met: do not release this file as it is. Written:",
        fr="Un objectif n’est PAS atteint : ne pas diffuser ce fichier tel quel. Écrits :",
    ),
    None: Words("The plan states no target. Written:", fr="Le plan n’a pas d’objectif. Écrits :"),
}
