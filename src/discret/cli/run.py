"""The command run: a plan carried out, its files written, its findings shown."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from rich.markup import escape

from discret.cli.draws import show_draws
from discret.cli.private_tables import show_tables
from discret.cli.reading_ahead import is_large
from discret.cli.run_options import Options
from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import console, findings, in_place, opened, table, tell
from discret.cli.work import Work
from discret.data.files.memory import limit
from discret.data.files.tables import Opened, kind_of
from discret.data.writing.claim import claimed
from discret.document.folder import Place
from discret.loading.meanwhile import made_ready
from discret.maths import compiling
from discret.parts import RiskMeasure
from discret.plan.draws import check_draws
from discret.plan.gate.notices import gone
from discret.plan.plan import Plan
from discret.plan.release import Release
from discret.plan.tables import afford
from discret.words import Language, Words

ROOM = 5  # measures beside the steps
LEFT = 3  # columns of the table of steps before its measures


def run(plan: Path, out: Path, options: Options, *, language: str, json: bool) -> None:
    """Run a plan and write its four files; exit with 1 where a target is missed."""
    tongue = checked_language(language)
    with claimed(out, options.who) as left:
        tell(left, tongue)
        show = carry_out(plan, out, options, tongue, json=json)
    sys.exit(show())


def carry_out(
    plan: Path, out: Path, options: Options, language: Language, *, json: bool
) -> Callable[[], int]:
    """Run a plan and write its files; return what shows them, and gives the exit code."""
    whole = Plan.read(plan)
    whole = in_place(whole, options.data, options.how)
    afford(whole)  # before the file is read
    if options.draws is not None:
        check_draws(whole, options.draws)  # before the file is read
    if whole.variants:
        from discret.cli.compare import run_variants  # it brings pages that one release has not

        return run_variants(whole, out, options, options.sources(plan), language, json=json)
    data = _opened(whole)
    work = Work(
        plan=whole,
        data=data,
        place=Place.of(out, data.format, options.format, options.who).beside(
            whole.star,
            len(whole.private),
            in_series=whole.in_series,
            alone=whole.tables_only,
        ),
        options=options,
        sources=options.sources(plan),
        language=language,
        json=json,
    )
    draws = options.draws
    release = work.carry_out(whole.run if draws is None else partial(whole.run_draws, draws=draws))

    def view(names: list[str]) -> None:
        (options.view or _show)(release, names, language)

    return partial(work.show, release.met, view, record=work.told("record.json"))


def _opened(plan: Plan) -> Opened:
    """Open what a plan is about; what its methods compute with is loaded while the engine reads.

    Nothing is computed before that is loaded: two threads that load the same wait for each other.
    """
    load = _load(plan) if limit() is None and plan.star is None else None
    file = plan.source if load is not None else None
    large = file is not None and is_large(file) and kind_of(file) == "csv"
    loading = made_ready(load) if large and load is not None else None
    data = opened(plan)
    if loading is not None:
        loading.join()
    return data


def _load(plan: Plan) -> Callable[[], None] | None:
    """Return what loads kernels, or else the matrices in which what is sensitive is counted."""
    if any(method.compiled for method in plan.reduce):
        return compiling.load
    return compiling.load_matrices if plan.roles.get("sensitive") else None


def _show(release: Release, names: list[str], language: Language) -> None:
    plan = release.plan
    show_tables(release.private, language)
    if plan.tables_only:
        show_notices(release, language)
        _show_names(_TOLD.within(language), names)
        return
    _show_steps(release, language)
    before, after = release.risk_before, release.risk
    findings(_RISK, plan.assess, after, before, language=language)
    if release.loss:
        findings(_LOSS, plan.quantify, release.loss, language=language)
    if release.draws is not None:
        show_draws(plan, release.draws, language)
    show_notices(release, language)
    _show_names(f"{verdict(release).within(language)} {_WRITTEN.within(language)}", names)


def _show_names(words: str, names: Sequence[str]) -> None:
    console.print(f"\n[bold]{words}[/bold]")
    for name in names:
        console.print("  ", escape(name), soft_wrap=True)


def verdict(release: Release) -> Words:
    """Say whether a release is one."""
    return _VERDICTS[release.met] if release.gate.open else _CLOSED


def show_notices(release: Release, language: Language) -> None:
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
    steps = release.table(language)
    places = [*range(LEFT), *(LEFT + place for place in _shown(release.plan.assess))]
    titles = [steps.columns[place].replace(" ", "\n") for place in places]
    rows = [[escape(row[place]) for place in places] for row in steps.texts]
    table(release.plan.title or _STEPS.within(language), titles, rows, "L" + "R" * len(places))


def _shown(measures: Sequence[RiskMeasure]) -> list[int]:
    """Choose the measures that the table of steps has room for: first those with a target."""
    order = sorted(range(len(measures)), key=lambda place: not measures[place].judges)
    return sorted(order[:ROOM])


_TOLD = Words(
    "Private tables were told, and no record leaves. Written:",
    fr="Des tables privées ont été dites, et aucun enregistrement ne part. Écrits :",
)
_RISK = Words("Risk", fr="Risque")
_LOSS = Words("Loss", fr="Perte")
_STEPS = Words("Steps", fr="Étapes")
_WRITTEN = Words("Written:", fr="Écrits :")
_CLOSED = Words(
    "The gate is CLOSED: do not release this file as it is (see ✗ above).",
    fr="La porte est FERMÉE : ne pas diffuser ce fichier tel quel (voir ✗ ci-dessus).",
)
_VERDICTS: dict[bool | None, Words] = {
    True: Words("All targets are met.", fr="Tous les objectifs sont atteints."),
    False: Words(
        "A target is NOT met: do not release this file as it is.",
        fr="Un objectif n’est PAS atteint : ne pas diffuser ce fichier tel quel.",
    ),
    None: Words("The plan states no target.", fr="Le plan ne fixe aucun objectif."),
}
