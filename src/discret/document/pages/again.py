"""A page made again from its record alone, whichever kind of record it is."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from discret.document.differencing import PAGE, SCHEMA, read_differencing
from discret.document.folder import page_path, report_path
from discret.document.opened import opened
from discret.document.outlines import with_outlines
from discret.document.pages.differencing import differencing_page
from discret.document.pages.render import Audience, read_record, render
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
    """Make the page of a record: of a release for an audience, or of differencing.

    `outlines` are those of its areas, for maps, under a property or column `code`.
    """
    who, read = opened(path)
    kind = str(read.get("schema")).partition("/")[0]
    if kind != SCHEMA.partition("/")[0]:
        found = read_record(path)
        if outlines is not None:
            found = with_outlines(found, outlines, code)
        with tellable(who):
            html = render(found, audience=audience, language=language)
        return Again(html, report_path(path, audience, language))
    if audience == "public":
        raise InputError(_INTERNAL, hint=_WITHOUT)
    found = read_differencing(path)
    with tellable(who):
        html = differencing_page(found, language=language)
    return Again(html, page_path(path.parent / PAGE, language))


_INTERNAL = Words(
    "report: what differencing found is never public, as it says how to find people",
    fr="report : ce que la différenciation trouve n’est jamais public, cela dit comment trouver"
    " des personnes",
)
_WITHOUT = Words("leave out --public", fr="retirer --public")
