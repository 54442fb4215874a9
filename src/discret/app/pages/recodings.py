"""The page of recodings: a slider for each key, and at once what it costs and whether it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from discret.app.office import Office
from discret.app.pages.page import Form, Page, first, number
from discret.app.rendering import Tongue
from discret.words import Words


async def view(office: Office, voice: Tongue, asked: Form) -> Mapping[str, Any]:
    """Show the recoding that the address names, or the best."""
    found = await office.ask("recodings", **office.about, **_wanted(asked))
    figure = found["figure"].get(voice.language, "")
    return {
        "found": found,
        "here": found["here"],
        "figure": Markup(figure),  # drawn by document/figures, which escapes  # noqa: S704
        "k": first(asked, "k"),
        "drop": first(asked, "drop", "0"),
        "rows": found["frontier"][:SHOWN],
    }


def _wanted(asked: Form) -> dict[str, Any]:
    levels = {
        name.removeprefix("level."): number(asked, name)
        for name in asked
        if name.startswith("level.") and number(asked, name, -1) >= 0
    }
    k, drop = number(asked, "k"), first(asked, "drop", "0").replace(",", ".")
    share = float(drop) / 100 if drop.replace(".", "", 1).isdecimal() else 0.0
    return {
        "levels": levels,
        "k": k if k > 1 else None,
        "drop": min(max(share, 0.0), 1.0),
    }


async def _apply(office: Office, form: Form) -> str | None:
    """Add the recoding that is shown as a step."""
    found = await office.ask("recodings", **office.about, **_wanted(form))
    change = {
        "do": "add",
        "verb": "reduce",
        "name": "generalise",
        "parameters": found["parameters"],
    }
    await office.change(_DID, [change])
    return None if office.desk.faults else "protect"


SHOWN = 15
_DID = Words("recode the keys", fr="recoder les clés")
RECODINGS = Page(
    name="recodings",
    title=Words("Recodings", fr="Recodages"),
    advice=Words(
        "Move the keys up and down their hierarchies and see at once what is lost and who would"
        " have to be dropped. Nothing is changed until you apply a recoding as a step.",
        fr="Faire monter et descendre les clés dans leurs hiérarchies et voir aussitôt ce qui est"
        " perdu et qui devrait être retiré. Rien ne change avant d’appliquer un recodage comme"
        " étape.",
    ),
    view=view,
    needs_keys=True,
    actions={"apply": _apply},
)
