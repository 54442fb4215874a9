"""The page of records: a hundred at a time, before and after, changed cells marked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discret.app.office import Office
from discret.app.pages.page import Form, Page, number
from discret.app.rendering import Tongue
from discret.words import Words

PAGE = 100


async def view(office: Office, voice: Tongue, asked: Form) -> Mapping[str, Any]:
    """Show the records from the one that the address names on."""
    start = max(number(asked, "from", 1) - 1, 0)
    return {"found": await office.ask("records", **office.about, start=start), "size": PAGE}


RECORDS = Page(
    name="records",
    title=Words("Records", fr="Enregistrements"),
    advice=Words(
        "See what became of each record: a changed cell shows its old value and its new one."
        " Look at a few, to be sure that the steps did what you meant.",
        fr="Voir ce qu’est devenu chaque enregistrement : une cellule modifiée montre l’ancienne"
        " valeur et la nouvelle. En regarder quelques-uns, pour s’assurer que les étapes ont fait"
        " ce qui était voulu.",
    ),
    view=view,
    shows_data=True,
)
