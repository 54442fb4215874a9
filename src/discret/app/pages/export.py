"""The page of the export: what to look at before, where to, and what was written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from discret.app.office import Office
from discret.app.pages.compare import plans_of
from discret.app.pages.page import Form, Page, first
from discret.app.rendering import Tongue
from discret.words import LANGUAGES, Words

FORMATS = ("csv", "parquet", "xlsx", "dta", "sav", "xpt")


async def view(office: Office, voice: Tongue, asked: Form) -> Mapping[str, Any]:
    """Show the checklist, the form, and what was written last."""
    desk = office.desk
    assert desk.now is not None and desk.source is not None  # noqa: S101, PT018 (a file is open)
    folder = Path(desk.source["path"]).parent / "out"
    return {
        "told": desk.now.told,
        "folder": str(folder),
        "formats": FORMATS,
        "languages": LANGUAGES,
        "sentence": voice.said(SENTENCE),
        "written": office.written,
    }


async def _export(office: Office, form: Form) -> str | None:
    """Write the release, unless a target is missed and nobody typed that it is wanted."""
    desk = office.desk
    assert desk.now is not None  # noqa: S101 (a file is open)
    typed = " ".join(first(form, "sentence").split()).casefold()
    sentences = {str(SENTENCE).casefold(), SENTENCE.fr.casefold()}
    if desk.now.told["met"] is not True and typed not in sentences:
        office.refuse({"message": _REFUSED.to_dict()})
        return None

    def done(answer: Mapping[str, Any]) -> None:
        office.put(office.desk.cleared())
        office.written = answer

    await office.begin(
        _DID,
        "export",
        done,
        **plans_of(office),
        shown=desk.shown,
        seed=desk.seed,
        folder=first(form, "folder"),
        format=first(form, "format") or None,
        language=first(form, "language", office.language),
        force="force" in form,
    )
    return None


SENTENCE = Words("write it all the same", fr="écrire malgré tout")
_DID = Words("export", fr="exporter")
_REFUSED = Words(
    "Not every target is met, or the gate is closed: nothing was written. Add steps, or type the"
    " sentence below.",
    fr="Des objectifs ne sont pas atteints, ou la porte est fermée : rien n’a été écrit. Ajouter"
    " des étapes, ou saisir la phrase ci-dessous.",
)
EXPORT = Page(
    name="export",
    title=Words("Export", fr="Exporter"),
    advice=Words(
        "Read what there is to look at, then write the protected file, its record, two reports and"
        " the plan. The plan is a text file: discret run makes the same release of it again.",
        fr="Lire ce à quoi il faut prêter attention, puis écrire le fichier protégé, son relevé,"
        " deux rapports et le plan. Le plan est un fichier texte : discret run en refait la même"
        " diffusion.",
    ),
    view=view,
    actions={"export": _export},
)
