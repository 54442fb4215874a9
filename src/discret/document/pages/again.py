"""A page made again from its record alone, whichever kind of record it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from discret.document import differencing, sweep
from discret.document.folder import page_path, report_path
from discret.document.opened import opened
from discret.document.outlines import with_outlines
from discret.document.pages.differencing import differencing_page
from discret.document.pages.render import Audience, read_record, render
from discret.document.pages.sweep import render_sweep
from discret.document.record_shape import tellable
from discret.errors import InputError
from discret.words import Language, Words


class Again(NamedTuple):
    """A page, and where it usually goes."""

    html: str
    usual: Path


def again(
    path: Path,
    audience: Audience,
    language: Language,
    *,
    outlines: Path | None = None,
    code: str | None = None,
) -> Again:
    """Make the page of a record: of a release for an audience, of differencing, or of a sweep.

    `outlines` are those of its areas, for maps, under a property or column `code`.
    """
    who, read = opened(path)
    kind = str(read.get("schema")).partition("/")[0]
    if kind in _KINDS:
        return _inside(_KINDS[kind], who, path, audience, language)
    found = read_record(path)
    if outlines is not None:
        found = with_outlines(found, outlines, code)
    with tellable(who):
        html = render(found, audience=audience, language=language)
    return Again(html, report_path(path, audience, language))


class _Kind(NamedTuple):
    """A kind of record that is never public: how it is read and drawn, and why."""

    read: Callable[[Path], dict[str, Any]]
    page: Callable[..., str]
    usual: str
    internal: Words


def _inside(kind: _Kind, who: str, path: Path, audience: Audience, language: Language) -> Again:
    """Make the page of a record that stays inside."""
    if audience == "public":
        raise InputError(kind.internal, hint=_WITHOUT)
    found = kind.read(path)
    with tellable(who):
        html = kind.page(found, language=language)
    return Again(html, page_path(path.parent / kind.usual, language))


_DIFFERENCES = Words(
    "report: what differencing found is never public, as it says how to find people",
    fr="report : ce que la différenciation trouve n’est jamais public, cela dit comment trouver"
    " des personnes",
)
_SETTINGS = Words(
    "report: a sweep is never public: what several settings leave tells more than one of them",
    fr="report : une grille de réglages n’est jamais publique : ce que laissent plusieurs réglages"
    " en dit plus qu’un seul",
)
_KINDS = {
    differencing.SCHEMA.partition("/")[0]: _Kind(
        differencing.read_differencing, differencing_page, differencing.PAGE, _DIFFERENCES
    ),
    sweep.SCHEMA.partition("/")[0]: _Kind(sweep.read_sweep, render_sweep, sweep.PAGE, _SETTINGS),
}
_WITHOUT = Words("leave out --public", fr="retirer --public")
