"""The page of variants: side by side, what each costs and what risk it leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from discret.app.desk import Branch
from discret.app.office import Office, entry_of
from discret.app.pages.page import Form, Page, first, number
from discret.app.pages.protect import missed
from discret.app.rendering import Tongue, verdict
from discret.document.words.voice import is_number
from discret.words import Words

MOST = 26


def plans_of(office: Office) -> dict[str, Any]:
    """Return the plans of all variants, with their titles."""
    branches = office.desk.branches
    return {
        "plans": [branch.now.plan for branch in branches],
        "titles": [branch.title for branch in branches],
    }


async def view(office: Office, voice: Tongue, asked: Form) -> Mapping[str, Any]:
    """Show the variants as the command compare does."""
    found = await office.ask("compare", **plans_of(office), seed=office.desk.seed)
    drawn = found["pictures"][voice.language]
    named = zip(found["releases"], office.desk.branches, strict=True)
    releases = [
        {**release, **_variant(place, branch, voice)}
        for place, (release, branch) in enumerate(named)
    ]
    return {
        "found": {**found, "releases": releases},
        "pictures": [(title, Markup(svg)) for title, svg in drawn],  # noqa: S704 (our figures)
        "proposed": _free(office),
        "refused": office.suggested,
        "least": least(found),
    }


def _variant(place: int, branch: Branch, voice: Tongue) -> dict[str, Any]:
    """Return what a variant is called, whether it is one, and what was done in it."""
    told = branch.now.told
    return {
        "name": branch.title,
        "letter": _letter(place, branch.title),
        "judged": verdict(told, voice),
        "reasons": [*missed(told), *told["gate"]["reasons"]],
        "did": [step["method"]["title"] for step in told["steps"]],
    }


def least(found: Mapping[str, Any]) -> int | None:
    """Return which of several releases that meet everything loses least, by the first measure.

    Examples
    --------
    >>> lost = [{"releases": [{"value": 0.3}, {"value": 0.2}, {"value": 0.1}]}]
    >>> least({"releases": [{"met": True}, {"met": True}, {"met": False}], "loss": lost})
    1
    """
    lost = found["loss"][0]["releases"] if found["loss"] else []
    good = [
        (own["value"], place)
        for place, own in enumerate(lost)
        if own is not None and found["releases"][place]["met"] and is_number(own["value"])
    ]
    return min(good)[1] if len(found["releases"]) > 1 and good else None


def _letter(place: int, title: str) -> str:
    """Return the letter that a variant has in the pictures, unless that is its title."""
    letter = chr(ord("A") + place)
    return "" if title == letter else letter


def _free(office: Office) -> str:
    """Return a letter that no variant has."""
    taken = {branch.title for branch in office.desk.branches}
    return next((chr(n) for n in range(ord("A"), ord("Z") + 1) if chr(n) not in taken), "")


async def _copy(office: Office, form: Form) -> str | None:
    """Copy the variant that is shown, under a title of its own."""
    title = first(form, "title").strip()
    taken = {branch.title for branch in office.desk.branches}
    if not title or title in taken or len(taken) >= MOST:
        office.refuse({"message": _TAKEN.to_dict()})
        return None
    office.put(office.desk.copied(title))
    return "protect"


async def _suggest(office: Office, form: Form) -> str | None:
    """Have candidates run as variants; the one that is shown stays as it is."""
    tongue, base = office.language, office.desk.branch

    def done(answer: Mapping[str, Any]) -> None:
        taken = {branch.title for branch in office.desk.branches}
        named = [(told["title"][tongue], told) for told in answer["found"]]
        assert base is not None  # noqa: S101 (a file is open)
        branches = [
            replace(base, title=_untaken(title, taken)).did(entry_of(told, _SUGGESTED))
            for title, told in named
        ]
        room = MOST - len(taken)
        office.put(office.desk.joined(tuple(branches[:room])))
        office.suggested = answer["refused"]

    await office.begin(_SUGGESTED, "suggest", done, **office.about)
    return None


def _untaken(title: str, taken: set[str]) -> str:
    names = (title, *(f"{title} {number}" for number in range(2, MOST + 2)))
    return next(name for name in names if name not in taken)


async def _drop(office: Office, form: Form) -> str | None:
    office.put(office.desk.dropped(number(form, "variant", -1)))
    return None


_SUGGESTED = Words("suggestion", fr="proposition")
_TAKEN = Words(
    "A variant needs a title that no other has.",
    fr="Une variante a besoin d’un titre qu’aucune autre n’a.",
)
COMPARE = Page(
    name="compare",
    title=Words("Compare", fr="Comparer"),
    advice=Words(
        "Keep what you have, copy it and try another way: variants stand side by side, with the"
        " same chance. Choose the one that loses least among those that meet the targets.",
        fr="Garder ce que l’on a, le copier et essayer une autre voie : les variantes se comparent"
        " côte à côte, avec le même hasard. Choisir celle qui perd le moins parmi celles qui"
        " atteignent les objectifs.",
    ),
    view=view,
    actions={"copy": _copy, "suggest": _suggest, "drop": _drop},
)
