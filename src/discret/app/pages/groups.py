"""The page of groups: those that fail, the smallest first, and why a group fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discret.app.office import Office
from discret.app.pages.page import Form, Page, first, number
from discret.app.rendering import Tongue
from discret.app.texts import TEXTS
from discret.words import Words

PAGE = 100


async def view(office: Office, voice: Tongue, asked: Form) -> Mapping[str, Any]:
    """Show the groups that fail, or the one that the address names by its number."""
    measure, start = number(asked, "measure", -1), max(number(asked, "start"), 0)
    wanted = {"measure": None if measure < 0 else measure, "start": start}
    found = await office.ask("groups", **office.about, **wanted, **_sought(office))
    opened = number(asked, "group", -1)
    same = first(asked, "version") == str(office.desk.version)
    own = None
    if opened >= 0 and same:
        own = await office.ask("group", **office.about, number=opened)
    key, value = office.sought
    place = {"measure": measure, "start": start, "size": PAGE}
    return {"found": found, "own": own, **place, "key": key, "value": value}


def _sought(office: Office) -> dict[str, Any]:
    """Return what the groups must have: a missing value is asked for as it is shown."""
    key, value = office.sought
    missing = value in (str(TEXTS["blank"]), TEXTS["blank"].fr)
    return {"key": key, "value": "" if missing else value} if value else {}


async def _filter(office: Office, form: Form) -> str | None:
    """Keep the value that is looked for; no address has it, and no history of a browser."""
    office.sought = number(form, "key", -1), first(form, "value").strip()
    measure = number(form, "measure", -1)
    return None if measure < 0 else f"groups?measure={measure}"


GROUPS = Page(
    name="groups",
    title=Words("Groups", fr="Groupes"),
    advice=Words(
        "Look at those who are still too few to hide among: who they are, which keys give them"
        " away, and what it would take to save them.",
        fr="Regarder ceux qui restent trop peu nombreux pour se fondre dans un groupe : qui ils"
        " sont, quelles clés les trahissent, et ce qu’il faudrait pour les protéger.",
    ),
    view=view,
    needs_keys=True,
    actions={"filter": _filter},
    shows_data=True,
)
