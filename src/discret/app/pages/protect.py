"""The page of the protection: steps, what each did, the risk and the loss after each, the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discret.app.office import Office
from discret.app.pages.page import Form, Page, first, number
from discret.app.rendering import Tongue
from discret.app.road import road, rows_of
from discret.document.reading import Compared, compared
from discret.words import Words

GROUPS = ("coarser", "rest", "other")
MOST = 5  # measures beside the steps


async def view(office: Office, voice: Tongue, asked: Form) -> Mapping[str, Any]:
    """Show the steps with their numbers, and the form of the next or of the one that is edited."""
    now = office.desk.now
    assert now is not None  # noqa: S101 (a file is open)
    risks, losses = measured(now.told)
    shown = [*chosen(risks), *chosen(losses)]
    every = office.parts("reduce")
    return {
        "measures": shown,
        "rows": rows_of(now.told, shown, voice("original")),
        "figure": road(risks[0], losses[0], voice) if risks and losses else "",
        "pictured": (*risks[:1], *losses[:1]),
        "groups": [(name, [part for part in every if part["group"] == name]) for name in GROUPS],
        "form": await _form(office, now.plan, now.outline, asked),
        "editing": _asked_for(office, asked)[0],
        "tried": _tried(office),
    }


def measured(told: Mapping[str, Any]) -> tuple[list[Compared], list[Compared]]:
    """Return what was found of risk and of loss, those with a target first."""
    risks = compared(told["measures"], told["risk_before"], [s["risk"] for s in told["steps"]])
    losses = compared(told["losses"], None, [s["loss"] for s in told["steps"]])
    aimed = (sorted(some, key=lambda own: own.after["target"] is None) for some in (risks, losses))
    return next(aimed), next(aimed)


def missed(told: Mapping[str, Any]) -> list[Mapping[str, str]]:
    """Return the titles of the measures that miss their targets."""
    every = (own for some in measured(told) for own in some)
    return [own.part["title"] for own in every if own.after["met"] is False]


def chosen(measures: Sequence[Compared]) -> list[Compared]:
    """Return the measures that there is room for: those with a target, or the first."""
    aimed = [own for own in measures if own.after["target"] is not None]
    return (aimed or list(measures[:1]))[:MOST]


async def _form(
    office: Office, plan: str, outline: Mapping[str, Any], asked: Form
) -> Mapping[str, Any] | None:
    """Return the form that was asked for: as it was sent, if that was refused or tried."""
    place, name = _asked_for(office, asked)
    steps, draft = outline["steps"], office.draft or {}
    values = None
    if 0 <= place < len(steps):
        name, values = steps[place]["name"], steps[place]["parameters"]
    if not name:
        return None
    sent = draft["sent"] if draft.get("name") == name else None
    form = {"plan": plan, "verb": "reduce", "name": name, "values": values, "sent": sent}
    found: Mapping[str, Any] = await office.ask("form", **form)
    return found


def _asked_for(office: Office, asked: Form) -> tuple[int, str]:
    """Return the step to edit and the method to add; by default those that were refused or tried.

    A job that takes longer than the answer to its form leads to a page that names neither.
    """
    draft = office.draft or {}
    if draft.get("verb") == "reduce" and not {"edit", "add"} & {*asked}:
        return number(draft["sent"], "place", -1), draft["name"]
    return number(asked, "edit", -1), first(asked, "add")


def _tried(office: Office) -> list[dict[str, Any]] | None:
    """Return what a step that was tried would come to, measure by measure."""
    now = office.desk.now
    if office.tried is None or now is None:
        return None
    before, after = measured(now.told), measured(office.tried["told"])
    known = {
        (own.part["name"], str(own.part["parameters"])): own for own in (*before[0], *before[1])
    }
    return [
        {
            "own": own,
            "was": known.get((own.part["name"], str(own.part["parameters"]))),
        }
        for own in (*chosen(after[0]), *chosen(after[1]))
    ]


def _sent(form: Form) -> dict[str, Any]:
    sent = {name: list(values) for name, values in form.items() if name != "secret"}
    return {"verb": "reduce", "name": first(form, "name"), "sent": sent}


def _wanted(form: Form) -> tuple[Words, dict[str, Any], str]:
    """Return what a form asks for: its words, the change, and where it is shown again."""
    draft, place = _sent(form), number(form, "place", -1)
    if place < 0:
        return _ADDED.filled(name=draft["name"]), {"do": "add", **draft}, f"?add={draft['name']}"
    change = {"do": "edit", "place": place, **draft}
    return _EDITED.filled(name=draft["name"]), change, f"?edit={place}"


async def _add(office: Office, form: Form) -> str | None:
    did, change, place = _wanted(form)
    await office.change(did, [change], first(form, "secret"), draft=_sent(form))
    return f"protect{place}" if office.desk.faults else None


async def _try(office: Office, form: Form) -> str | None:
    did, change, place = _wanted(form)
    await office.attempt(_TRIED.filled(did=did), [change], first(form, "secret"), _sent(form))
    return f"protect{place}" if office.desk.faults else f"protect{place}#next"


async def _remove(office: Office, form: Form) -> str | None:
    change = {"do": "remove", "verb": "reduce", "place": number(form, "place")}
    await office.change(_REMOVED.filled(n=number(form, "place") + 1), [change])
    return None


async def _move(office: Office, form: Form) -> str | None:
    change = {"do": "move", "place": number(form, "place"), "by": number(form, "by", -1)}
    await office.change(_MOVED.filled(n=number(form, "place") + 1), [change])
    return None


_ADDED = Words("add {name}", fr="ajouter {name}")
_EDITED = Words("change {name}", fr="modifier {name}")
_TRIED = Words("try: {did}", fr="essai : {did}")
_REMOVED = Words("remove step {n}", fr="retirer l’étape {n}")
_MOVED = Words("move step {n}", fr="déplacer l’étape {n}")
PROTECT = Page(
    name="protect",
    title=Words("Protect", fr="Protéger"),
    advice=Words(
        "Add one step at a time and see what it does to the risk and what it costs. Every step can"
        " be undone, changed or tried without being added.",
        fr="Ajouter une étape à la fois et voir ce qu’elle fait au risque et ce qu’elle coûte."
        " Chaque étape peut être annulée, modifiée, ou essayée sans être ajoutée.",
    ),
    view=view,
    actions={"add": _add, "try": _try, "remove": _remove, "move": _move},
)
