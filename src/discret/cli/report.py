"""The command report: a page made again from a record alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.markup import escape

from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import DRAWING, console, print_json, tell
from discret.cli.terminal.waiting import WAITING
from discret.data.writing.atomic import atomic
from discret.data.writing.claim import claimed
from discret.data.writing.left import Left, swept
from discret.data.writing.targets import GROUP, PRIVATE, check_target
from discret.document import differencing, sweep
from discret.document.comparison import record_path
from discret.document.pages.again import again
from discret.document.pages.render import Audience
from discret.words import Language, Words


def report(
    record: Path,
    *,
    out: Path | None,
    public: bool,
    outlines: Path | None,
    code: str | None,
    group: bool,
    language: str,
    json: bool,
) -> None:
    """Make a report again from a record."""
    tongue = checked_language(language)
    mend(record, "report", tongue)
    path = record_path(record, "report", differencing.RECORD, sweep.RECORD)
    audience: Audience = "public" if public else "internal"
    with claimed_for(path, out, "report") as left:
        tell(left, tongue)
        WAITING.report(0.0, DRAWING)
        html, usual = again(path, audience, tongue, outlines=outlines, code=code)
        target = out or usual
        most = None if public else GROUP if group else PRIVATE
        sources = [path] if outlines is None else [path, outlines]
        with atomic(target, sources=sources, most=most) as part:
            part.write_text(html, encoding="utf-8")
    if json:
        print_json({"report": str(target)})
    else:
        console.print(_REPORT.within(tongue), escape(str(target)), soft_wrap=True)


def mend(given: Path, who: str, language: Language) -> None:
    """Complete what a killed run left beside a record, before that is looked for."""
    folder = given if given.is_dir() else given.parent
    if any(folder.glob(".discret-*")):
        with claimed(folder, who) as left:
            tell(left, language)


@contextmanager
def claimed_for(record: Path, out: Path | None, who: str) -> Iterator[Left]:
    """Hold the folder of a record while a report goes there: it is about that very record."""
    folder = Path(os.path.realpath(record)).parent
    if out is not None:
        check_target(out, [record])
    if out is not None and Path(os.path.realpath(out)).parent != folder:
        yield swept(out.absolute().parent)
        return
    with claimed(folder, who) as left:
        yield left


_REPORT = Words("Report written to", fr="Rapport écrit dans")
