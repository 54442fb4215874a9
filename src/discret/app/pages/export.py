"""The page of the export: what to look at before, where to, and what was written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from discret.app.office import Office
from discret.app.pages.compare import plans_of
from discret.app.pages.page import Form, Page, first
from discret.app.pages.protect import missed
from discret.app.rendering import Tongue
from discret.words import LANGUAGES, Words

FORMATS = ("csv", "parquet", "xlsx", "dta", "sav", "xpt")


async def view(office: Office, voice: Tongue, asked: Form) -> Mapping[str, Any]:
    """Show the checklist, the form, and what was written last."""
    desk = office.desk
    assert desk.now is not None and desk.source is not None  # noqa: S101, PT018 (a file is open)
    return {
        "told": desk.now.told,
        "missed": missed(desk.now.told),
        "meant": MEANT,
        "folder": str(proposed(office)),
        "formats": FORMATS,
        "languages": LANGUAGES,
        "sentence": voice.said(SENTENCE),
        "written": office.written,
    }


def proposed(office: Office) -> Path:
    """Return where to write: where it was before, beside the file, or else at home.

    Beside a copy or an example nothing lasts, and some folders may only be read.
    """
    assert office.desk.source is not None  # noqa: S101 (a file is open)
    if office.written is not None:
        return Path(office.written["folder"])
    beside = Path(office.desk.source["path"]).parent
    lasts = not goes(office, beside) and os.access(beside, os.W_OK)
    return (beside if lasts else Path.home()) / "out"


def goes(office: Office, folder: Path) -> bool:
    """Whether a folder is taken away when the app ends."""
    return folder.resolve().is_relative_to(office.folder.resolve())


def folder_of(typed: str) -> Path | None:
    """Return the folder that was typed; nothing where no folder can be called so.

    Examples
    --------
    >>> folder_of("out").name, folder_of(chr(0)), folder_of("a" * 5000), folder_of(" ")
    ('out', None, None, None)
    """
    try:
        folder = Path(typed.strip()).expanduser()
        folder.resolve().exists()
    except (OSError, ValueError, RuntimeError):  # the last: nobody has that home
        return None
    return folder if typed.strip() else None


async def _export(office: Office, form: Form) -> str | None:
    """Write the release, unless a target is missed and nobody typed that it is wanted."""
    desk = office.desk
    assert desk.now is not None  # noqa: S101 (a file is open)
    typed = " ".join(first(form, "sentence").split()).casefold()
    sentences = {str(SENTENCE).casefold(), SENTENCE.fr.casefold()}
    if desk.now.told["met"] is not True and typed not in sentences:
        office.refuse({"message": _REFUSED.to_dict()})
        return None
    folder = folder_of(first(form, "folder"))
    if folder is None:
        office.refuse({"message": _NOWHERE.to_dict()})
        return None
    if goes(office, folder):
        office.refuse({"message": _GOES.to_dict()})
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
        folder=str(folder),
        format=first(form, "format") or None,
        language=first(form, "language", office.language),
        force="force" in form,
        insisted=typed in sentences,
    )
    return None


MEANT: Mapping[str, Words] = {  # by how the name of a file begins
    "release": Words(
        "the protected file: this is what leaves", fr="le fichier protégé, à diffuser"
    ),
    "public": Words(
        "the report for those who use the file: it may go with it",
        fr="le rapport pour les utilisateurs du fichier, qui peut l’accompagner",
    ),
    "report": Words(
        "the full report, with risks and parameters: it stays inside",
        fr="le rapport complet, avec risques et paramètres : il reste en interne",
    ),
    "record": Words(
        "all that was done, with the seed: it stays inside",
        fr="tout ce qui a été fait, avec la graine : il reste en interne",
    ),
    "plan": Words(
        "the plan, to do it again: it stays inside",
        fr="le plan, pour refaire : il reste en interne",
    ),
}
SENTENCE = Words("write it all the same", fr="écrire malgré tout")
_DID = Words("export", fr="exporter")
_REFUSED = Words(
    "Not every target is met, or the gate is closed: nothing was written. Add steps, or type the"
    " sentence below.",
    fr="Des objectifs ne sont pas atteints, ou la porte est fermée : rien n’a été écrit. Ajouter"
    " des étapes, ou saisir la phrase ci-dessous.",
)
_NOWHERE = Words(
    "No folder can be called so: nothing was written. Type another.",
    fr="Aucun dossier ne peut porter ce nom : rien n’a été écrit. En saisir un autre.",
)
_GOES = Words(
    "This folder is taken away when you quit, and what is written there with it. Choose another.",
    fr="Ce dossier est effacé quand vous quittez, et ce qui y est écrit avec lui. En choisir un"
    " autre.",
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
