"""The command sweep: a plan run with a grid of settings, side by side."""

from __future__ import annotations

import json as plain
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.markup import escape

from discret.cli.run_options import Options
from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import (
    DRAWING,
    console,
    in_place,
    opened,
    print_json,
    progress,
    show_notes,
    table,
    tell,
)
from discret.cli.terminal.waiting import WAITING
from discret.data.files.writers import check_writer
from discret.data.writing.claim import claimed
from discret.data.writing.together import all_or_nothing, check_free
from discret.document.folder import Place, judged_as_written, translated
from discret.document.pages.sweep import render_sweep
from discret.document.sweep import PAGE, RECORD
from discret.errors import InputError
from discret.plan import sweeping
from discret.plan.grids import Axis, axes_of
from discret.plan.plan import Plan
from discret.plan.sweep import Sweep
from discret.words import Language, Words

WHO = "sweep"


def sweep(
    plan: Path,
    settings: Sequence[str],
    out: Path | None,
    options: Options,
    *,
    language: str,
    json: bool,
) -> None:
    """Run a plan with every combination of settings; exit with 1 where none meets its targets."""
    tongue = checked_language(language)
    whole = in_place(Plan.read(plan), options.data, options.how)
    asked = _asked(settings)
    sources = options.sources(plan)
    with _held(out, sources, options, tongue):
        data = opened(whole)
        form = Place.of(Path(), data.format, options.format, WHO).format
        check_writer(form)
        with progress(not json) as report, judged_as_written(form, data.labels) as written:
            found = sweeping.sweep(
                whole, asked, data, seed=options.seed, secret=options.secret, progress=report,
                folder=plan.absolute().parent, written=written,
            )  # fmt: skip
        told = plain.loads(plain.dumps(found.to_dict(), default=str))
        files = [] if out is None else _written(told, out, sources, options, tongue)
    notes = (*whole.notes, *data.notes)
    if json:
        print_json({**told, "files": files, "notices": [note.to_dict() for note in notes]})
    else:
        show_notes(notes, tongue)
        _show(found, files, tongue)
    sys.exit(0 if any(own.refused is None and own.met is not False for own in found.tried) else 1)


def _asked(settings: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """Read what is to be tried, each place once."""
    axes = [Axis.read(text) for text in settings]
    twice = [axis.path for axis in axes if sum(axis.path == own.path for own in axes) > 1]
    if twice:
        raise InputError(_TWICE.filled(path=twice[0]), hint=_COMMAS.filled(path=twice[0]))
    asked = {axis.path: axis.values for axis in axes}
    axes_of(asked)
    return asked


@contextmanager
def _held(
    out: Path | None, sources: Sequence[Path], options: Options, language: Language
) -> Iterator[None]:
    """Hold the folder to write into, if there is one, and refuse it where it is not free."""
    if out is None:
        yield
        return
    with claimed(out, WHO) as left:
        tell(left, language)
        check_free(out, [out / RECORD, out / PAGE], sources, WHO, force=options.force)
        yield


def _written(
    told: Any, out: Path, sources: Sequence[Path], options: Options, language: Language
) -> list[str]:
    """Write the record and the page into a folder, all or none."""
    WAITING.report(1.0, DRAWING)
    record = plain.dumps(told, ensure_ascii=False, indent=1)
    texts = {RECORD: record, PAGE: render_sweep(told, language=language)}
    gone = translated(out, [PAGE])
    with all_or_nothing(out, WHO, sources=sources, most=options.most, gone=gone) as folder:
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8", newline="")
    return [str(out / name) for name in texts]


def _show(found: Sweep, files: Sequence[str], language: Language) -> None:
    rows = found.table(language)
    texts = [[escape(cell) for cell in row] for row in rows.texts]
    heads = [head.replace(" ", "\n").replace(".", ".\n") for head in rows.columns]
    heads[0] = rows.columns[0]
    table(found.title or _TITLE.within(language), heads, texts, "R" * len(heads))
    for number, own in enumerate(found.tried, 1):
        if own.refused is not None:
            said = escape(own.refused.within(language))
            console.print(f"[bold]{number}[/bold]", "[bold red]✗[/bold red]", said)
    risk, loss = found.sides
    if risk is not None and loss is not None:
        words = _SIDES.filled(risk=found.measures[risk].words, loss=found.losses[loss].words)
        console.print(escape(words.within(language)))
    if files:
        console.print(_WRITTEN.within(language))
        for name in files:
            console.print("  ", escape(name), soft_wrap=True)


_TITLE = Words("Settings side by side", fr="Réglages côte à côte")
_SIDES = Words(
    "● efficient: no other setting has less risk ({risk}) without more loss ({loss}), or the other"
    " way round.",
    fr="● efficace : aucun autre réglage n’a moins de risque ({risk}) sans plus de perte ({loss}),"
    " ni l’inverse.",
)
_WRITTEN = Words("Written:", fr="Écrits :")
_TWICE = Words(
    "sweep: {path} is given twice; its values stand together",
    fr="sweep : {path} est donné deux fois ; ses valeurs vont ensemble",
)
_COMMAS = Words("write --set {path}=V1,V2", fr="écrire --set {path}=V1,V2")
