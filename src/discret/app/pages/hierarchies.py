"""The page of hierarchies: one column at a time, how its values are made coarser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from discret.app.office import Office
from discret.app.pages.page import Form, Page, first, number
from discret.app.rendering import Tongue
from discret.app.texts import BUILDERS
from discret.words import Words


async def view(office: Office, voice: Tongue, asked: Form) -> Mapping[str, Any]:
    """Show the hierarchy of the column that the address names, or what its form would make."""
    now = office.desk.now
    assert now is not None  # noqa: S101 (a file is open)
    keys = [name for name, role in now.outline["roles"].items() if role in ("key", "area")]
    column = first(asked, "column")
    column = column if column in keys else keys[0]
    wanted: dict[str, Any] = {"column": column, "start": max(number(asked, "start"), 0)}
    wanted["builder"] = first(asked, "builder")
    draft = office.draft or {}
    if draft.get("hierarchy") == (column, wanted["builder"]):
        wanted["sent"] = draft["sent"]
    found = await office.ask("hierarchy", **office.about, **wanted)
    return {
        "found": found,
        "column": column,
        "keys": keys,
        "preview": "sent" in wanted,
        "builders": [(name, voice.said(BUILDERS.get(name, name))) for name in found["builders"]],
        "form": {"fields": found["fields"], "columns": keys, "keys": [], "models": [], "secret": 0},
        "editable": found["values"] <= EDITABLE and len(found["levels"]) > 1,
    }


async def _use(office: Office, form: Form) -> str | None:
    """Give the column what the form makes."""
    column, builder = first(form, "column"), first(form, "builder")
    sent = {name: list(values) for name, values in form.items()}
    asked = {"column": column, "builder": builder, "sent": sent}
    found = await office.ask("hierarchy", **office.about, **asked)
    if found["refused"]:
        office.refuse({"faults": found["refused"], "message": {}})
        return await _preview(office, form)
    return await _given(office, column, found["described"])


async def _preview(office: Office, form: Form) -> str | None:
    """Show what the form would make; it is kept here, since no address has values of the data."""
    column, builder = first(form, "column"), first(form, "builder")
    sent = {name: list(values) for name, values in form.items()}
    office.draft = {"hierarchy": (column, builder), "sent": sent}
    return f"hierarchies?column={_quoted(column)}&builder={_quoted(builder)}"


async def _table(office: Office, form: Form) -> str | None:
    """Give the column the labels that were typed over, or pasted from a spreadsheet."""
    column, pasted = first(form, "column"), first(form, "pasted")
    rows = [line.split("\t") for line in pasted.splitlines() if line.strip()]
    if not rows:
        levels = [list(form.get(f"label.{n}", ())) for n in range(1, number(form, "levels", 1) + 1)]
        rows = [list(row) for row in zip(form.get("value", ()), *levels, strict=False)]
    return await _given(office, column, {"from": "table", "rows": rows})


async def _drop(office: Office, form: Form) -> str | None:
    return await _given(office, first(form, "column"), None)


async def _given(office: Office, column: str, described: Any) -> str:
    change = {"do": "hierarchy", "column": column, "hierarchy": described}
    await office.change(_DID.filled(column=column), [change])
    return f"hierarchies?column={_quoted(column)}"


def _quoted(text: str) -> str:
    return quote(text, safe="")


EDITABLE = 300
_DID = Words("hierarchy of {column}", fr="hiérarchie de {column}")
HIERARCHIES = Page(
    name="hierarchies",
    title=Words("Hierarchies", fr="Hiérarchies"),
    advice=Words(
        "Say how the values of a key may be made coarser, level by level: ages in classes, communes"
        " in départements. Choose classes that the users of the file know.",
        fr="Dire comment les valeurs d’une clé peuvent devenir moins fines, niveau par niveau : des"
        " âges en classes, des communes en départements. Choisir des classes que connaissent les"
        " utilisateurs du fichier.",
    ),
    view=view,
    needs_keys=True,
    actions={"use": _use, "preview": _preview, "table": _table, "drop": _drop},
    shows_data=True,
)
