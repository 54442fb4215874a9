"""The page of the file: choose one on this machine, drop a copy, or open an example."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from discret.app.advice import PROPOSALS, proposed
from discret.app.office import Office
from discret.app.pages.page import Form, Page, first
from discret.app.rendering import Tongue
from discret.words import Words

KNOWN = (
    ".csv", ".tsv", ".txt", ".parquet", ".arrow", ".feather", ".ipc", ".xlsx", ".xls", ".ods",
    ".dta", ".sav", ".zsav", ".por", ".sas7bdat", ".xpt", ".gz", ".toml",
)  # fmt: skip
SHOWN = 200  # files and folders of a folder
HOW = ("decimal", "encoding", "date_format", "sheet", "header_row")


async def view(office: Office, voice: Tongue, asked: Form) -> Mapping[str, Any]:
    """Show the folder that was asked for, or the one of the open file."""
    source = office.desk.source
    usual = Path(source["path"]).parent if source else Path.cwd()
    folder = _folder(first(asked, "folder")) or usual
    folders, files, more = listed(folder)
    return {
        "folder": str(folder),
        "above": str(folder.parent) if folder.parent != folder else "",
        "folders": folders,
        "files": files,
        "more": more,
        "how": source["how"] if source else {},
        "proposals": PROPOSALS,
        "audience": _audience(office),
        "looking": "folder" in asked or bool(office.desk.faults),
        "texts": ("encoding", "date_format", "sheet", "header_row"),
    }


def _folder(asked: str) -> Path | None:
    """Return the folder that is asked for, if there is one."""
    try:
        return Path(asked) if asked and Path(asked).is_dir() else None
    except (OSError, ValueError):
        return None


def listed(folder: Path) -> tuple[list[Path], list[Path], int]:
    """List the folders and the files of known formats in a folder, and how many are left out."""
    try:
        inside = sorted((Path(own.path) for own in os.scandir(folder)), key=lambda own: own.name)
    except OSError:
        return [], [], 0
    plain = [path for path in inside if not path.name.startswith(".")]
    folders = [path for path in plain if path.is_dir()]
    files = [path for path in plain if path.name.lower().endswith(KNOWN) and path.is_file()]
    left = max(len(folders) - SHOWN, 0) + max(len(files) - SHOWN, 0)
    return folders[:SHOWN], files[:SHOWN], left


async def _open(office: Office, form: Form) -> str | None:
    how: dict[str, Any] = {name: first(form, name) for name in HOW if first(form, name)}
    if how.get("header_row", "").isdecimal():
        how["header_row"] = int(how["header_row"])
    await office.open("open", path=first(form, "path"), how=how)
    return NEXT if not office.desk.faults and office.job is None else None


async def _example(office: Office, form: Form) -> str | None:
    await office.open("example", folder=str(office.folder), language=office.language)
    return None


async def _aims(office: Office, form: Form) -> str | None:
    """Set the targets that are proposed for those who will receive the file."""
    if office.desk.now is None:
        return None
    own = proposed(first(form, "audience"), sensitive=bool(first(form, "sensitive")))
    said = PROPOSALS.get(first(form, "audience"), own).audience
    terms = {"audience": said.within(office.language), "purpose": first(form, "purpose")}
    change = {"do": "aims", "k": own.k, "l": own.l, "rules": own.rules if "rules" in form else ""}
    change["terms"] = {n: t for n, t in terms.items() if t}
    await office.change(_PROPOSED, [change])
    return None if office.desk.faults else NEXT


def _audience(office: Office) -> str:
    """Return the circle that the plan says already; researchers where it says none of them."""
    now = office.desk.now
    said = "" if now is None else now.outline["terms"].get("audience", "")
    known = {word: name for name, own in PROPOSALS.items() for word in (str(own[0]), own[0].fr)}
    return known.get(said, "researchers")


_PROPOSED = Words("proposed targets", fr="objectifs proposés")
NEXT = "columns"
FILE = Page(
    name="file",
    title=Words("File", fr="Fichier"),
    advice=Words(
        "Choose the file about people that you want to make safe, and say who will receive it. It"
        " is read on this machine and never changed: what you do here makes another file.",
        fr="Choisir le fichier sur des personnes à protéger, et dire qui le recevra. Il est lu sur"
        " cette machine et n’est jamais modifié : ce que vous faites ici produit un autre fichier.",
    ),
    view=view,
    actions={"open": _open, "example": _example, "aims": _aims},
    needs_file=False,
)
