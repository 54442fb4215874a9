"""The commands that write: run, demo and report."""

from __future__ import annotations

import json as plain
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from rich.markup import escape

from discret.cli.show import (
    checked_language,
    console,
    findings,
    level,
    loaded,
    print_json,
    progress,
    table,
)
from discret.data.atomic import atomic
from discret.data.files import FORMATS, Format, Table, suffix_of, write
from discret.document.record import record as told
from discret.document.render import read_record, render
from discret.errors import FileError, listed
from discret.plan.examples import write_example
from discret.plan.plan import Plan
from discret.plan.run import Release
from discret.words import Language, Words, number


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


def run(
    plan: Path, out: Path, options: Options, *, language: str, json: bool, exits: bool = True
) -> None:
    """Run a plan and write its four files; exit with 1 where a target is missed."""
    tongue = checked_language(language)
    whole = Plan.read(plan)
    whole = whole if options.data is None else replace(whole, file=options.data)
    source = loaded(whole.path)
    form = _format(source, options.format)
    file = out / f"release{suffix_of(form)}"
    _check_out(out, [file, *(out / name for name in ("record.json", *_REPORTS))], whole.path)
    with progress(not json) as report:
        release = whole.run(
            whole.dataset(source.frame),
            seed=options.seed,
            secret=_secret(options.secret_file),
            progress=report,
        )
    names = _written(release, source, file, form, tongue)
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


def _format(source: Table, wanted: str | None) -> Format:
    """Return the format to write: the one that came in, or one named by its kind or suffix."""
    if wanted is None:
        return source.format.writable
    known = {suffix.removeprefix("."): form for suffix, form in FORMATS.items()}
    known |= {
        form.kind: form for form in reversed(list(FORMATS.values())) if form.kind not in known
    }
    if wanted not in known:
        raise FileError(
            f"run: the format {wanted!r} is not known", hint=f"choose one of {', '.join(known)}"
        )
    return known[wanted].writable


def _check_out(out: Path, files: Sequence[Path], source: Path) -> None:
    if out.exists() and not out.is_dir():
        raise FileError(
            f"run: {out.name} is a file, a folder is needed", hint="choose another --out"
        )
    blocked = [file.name for file in files if file.is_dir()]
    if blocked:
        message = f"run: a folder is in the way of {listed(blocked)}"
        raise FileError(message, hint="choose another --out")
    if any(file.resolve() == source.resolve() for file in files):
        raise FileError("run: it would overwrite the file it reads", hint="choose another --out")


def _written(
    release: Release, source: Table, file: Path, form: Format, language: Language
) -> list[str]:
    """Write the four files beside their place, then move them there all together."""
    with _all_or_nothing(file.parent) as folder:
        labels = source.labels.restricted(release.data.columns()).without_values(_changed(release))
        written = write(release.data.to_polars(), folder / file.name, format=form, labels=labels)
        outcome = told(release, released=written)
        text = plain.dumps(outcome, ensure_ascii=False, indent=1)
        (folder / "record.json").write_text(text, encoding="utf-8")
        for name, audience in _REPORTS.items():
            html = render(outcome, audience=audience, language=language)
            (folder / name).write_text(html, encoding="utf-8")
    return [str(file.parent / name) for name in (file.name, "record.json", *_REPORTS)]


def _changed(release: Release) -> list[str]:
    """Return the columns whose values are no longer those that the labels of the source name."""
    cells = [step.difference.cells for step in release.steps]
    if any(one is None for one in cells):
        return list(release.data.columns())
    return [name for one in cells for name, count in (one or {}).items() if count]


@contextmanager
def _all_or_nothing(out: Path) -> Iterator[Path]:
    """Give a folder to write into; move what is in it to `out`, all of it or nothing."""
    new = not out.exists()
    try:
        out.mkdir(parents=True, exist_ok=True)
        folder = Path(mkdtemp(prefix=".discret-", dir=out))
    except OSError as error:
        raise FileError(
            f"run: cannot write into {out.name} ({error.strerror})", hint="choose another --out"
        ) from None
    try:
        yield folder
        _moved(sorted(folder.iterdir()), out, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if new and not any(out.iterdir()):
            out.rmdir()


def _moved(files: Sequence[Path], out: Path, folder: Path) -> None:
    done: list[tuple[Path, Path | None]] = []
    try:
        for file in files:
            target, kept = out / file.name, None
            if target.exists():
                kept = target.replace(folder / f"{file.name}.before")
            done.append((target, kept))
            file.replace(target)
    except OSError as error:
        for target, kept in reversed(done):
            target.unlink(missing_ok=True)
            if kept is not None:
                kept.replace(target)
        raise FileError(
            f"run: cannot write into {out.name} ({error.strerror})", hint="choose another --out"
        ) from None


def _show(release: Release, names: list[str], language: Language) -> None:
    plan = release.plan
    _show_steps(release, language)
    before, after = release.risk_before, release.risk
    findings(_RISK, [part.title for part in plan.assess], after, before, language=language)
    if release.loss:
        findings(_LOSS, [part.title for part in plan.quantify], release.loss, language=language)
    for notice in release.notices:
        console.print("[yellow]![/yellow]", escape(notice.within(language)))
    words = _VERDICTS[release.met].within(language)
    console.print(f"\n[bold]{words}[/bold]")
    for name in names:
        console.print("  ", escape(name), soft_wrap=True)


def _show_steps(release: Release, language: Language) -> None:
    heads = [_STEP, _RECORDS, _CELLS, *(part.title for part in release.plan.assess)]
    first = [_START.within(language), number(len(release.original), language), "–"]
    rows = [[*first, *(level(one.value, language) for one in release.risk_before)]]
    for step in release.steps:
        cells = None if step.difference.cells is None else sum(step.difference.cells.values())
        left = [escape(step.label), number(step.difference.records_after, language)]
        right = [level(one.value, language) for one in step.risk]
        rows.append([*left, level(cells, language), *right])
    titles = [head.within(language).replace(" ", "\n") for head in heads]
    table(release.plan.title or _STEPS.within(language), titles, rows, "L" + "R" * len(heads))


_REPORTS: dict[str, Any] = {"report.html": "internal", "public.html": "public"}
_DEMO = Words("An example, as if you had typed", fr="Un exemple, comme si vous aviez tapé")
_REPORT = Words("Report written to", fr="Rapport écrit dans")
_RISK = Words("Risk", fr="Risque")
_LOSS = Words("Loss", fr="Perte")
_STEP = Words("step", fr="étape")
_STEPS = Words("Steps", fr="Étapes")
_START = Words("original", fr="original")
_RECORDS = Words("records", fr="enregistrements")
_CELLS = Words("cells changed", fr="cellules modifiées")
_VERDICTS: dict[bool | None, Words] = {
    True: Words("All targets are met. Written:", fr="Toutes les cibles sont atteintes. Écrits :"),
    False: Words(
        "A target is NOT met: do not release this file as it is. Written:",
        fr="Une cible n’est PAS atteinte : ne pas diffuser ce fichier tel quel. Écrits :",
    ),
    None: Words("The plan states no target. Written:", fr="Le plan n’a pas de cible. Écrits :"),
}
