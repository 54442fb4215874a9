"""The page of the risk: measures by attacker, before and now, with targets; and what was lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from discret.app.office import Office
from discret.app.pages.page import Form, Page, first, number
from discret.app.rendering import Tongue
from discret.document.figures.bar_rows import class_bars
from discret.document.figures.bars import bars
from discret.document.reading import Compared, compared
from discret.document.words.texts_criteria import NAMES
from discret.words import Words


async def view(office: Office, voice: Tongue, asked: Form) -> Mapping[str, Any]:
    """Show the measures by what they are about, the losses, and which more could be added."""
    now = office.desk.now
    assert now is not None  # noqa: S101 (a file is open)
    told, outline = now.told, now.outline
    risks = compared(told["measures"], told["risk_before"], [s["risk"] for s in told["steps"]])
    losses = compared(told["losses"], None, [s["loss"] for s in told["steps"]])
    rows = rows_of(risks, outline["assess"])
    adding, verb = _asked_for(office, asked)
    return {
        "groups": [
            (name, [row for row in rows if _about(row["found"]) == name]) for name in _CRITERIA
        ],
        "losses": rows_of(losses, outline["quantify"]),
        "waiting": [] if losses else [*enumerate(outline["quantify"])],
        "figures": [_sizes(risk, voice) for risk in risks if risk.table("group_sizes")[1]],
        "gate": told["gate"],
        "unjudged": [
            name
            for name, state in told["gate"]["columns"].items()
            if state["state"] in ("unexamined", "unjudged", "telling")
        ],
        "parts": [(own, office.parts(own)) for own in VERBS],
        "form": await _form(office, now.plan, verb, adding) if adding else None,
    }


async def _form(office: Office, plan: str, verb: str, name: str) -> Any:
    """Return the form of a measure: as it was sent, if that was refused."""
    draft = office.draft or {}
    same = (draft.get("verb"), draft.get("name")) == (verb, name)
    sent = draft["sent"] if same else None
    return await office.ask("form", plan=plan, verb=verb, name=name, sent=sent)


def _asked_for(office: Office, asked: Form) -> tuple[str, str]:
    """Return the measure to add and what it is about; by default the one that was refused."""
    draft = office.draft or {}
    if draft.get("verb") in VERBS and "add" not in asked:
        return draft["name"], draft["verb"]
    return first(asked, "add"), _verb(asked)


def rows_of(measures: Sequence[Compared], wanted: Sequence[Any]) -> list[dict[str, Any]]:
    """Return measures with their findings and their places in the plan.

    Those that a run takes unasked stand anywhere among them, and cannot be changed.
    """
    left, rows = list(enumerate(wanted)), []
    for at, found in enumerate(measures):
        same = (own for own in left if _is(own[1], found.part))
        place, own = next(same, (-1, None))
        left = [other for other in left if other[0] != place]
        judges = own is not None and own["judges"]
        row = {"at": at, "place": place, "found": found, "own": own, "judges": judges}
        rows.append({**row, "asked": own is not None})
    return rows


def _is(wanted: Mapping[str, Any], part: Mapping[str, Any]) -> bool:
    """Whether a measure of a plan is the one of a record."""
    return all(wanted[name] == part[name] for name in ("name", "parameters"))


def _verb(form: Form) -> str:
    """Return which measures a form is about: those of the risk, or those of the loss."""
    wanted = first(form, "verb")
    return wanted if wanted in VERBS else VERBS[0]


def _about(risk: Compared) -> str:
    criteria = risk.part.get("criteria") or ("inference",)
    return str(criteria[0])


def _sizes(risk: Compared, voice: Tongue) -> tuple[str, Any]:
    title = voice.title(risk.part["title"])
    rows = class_bars(*risk.table("group_sizes"), voice)
    return title, bars(rows, voice=voice, title=voice("group_sizes"), left=0.24)


async def _targets(office: Office, form: Form) -> str | None:
    """Give measures the targets that were typed; what is blank is no target."""
    now, verb = office.desk.now, _verb(form)
    assert now is not None  # noqa: S101 (a file is open)
    wanted = {
        str(place): {own["target"]: [first(form, f"target.{place}")]}
        for place, own in enumerate(now.outline[verb])
        if own["target"] and f"target.{place}" in form
    }
    await office.change(_TARGETS, [{"do": "target", "verb": verb, "targets": wanted}])
    return None


async def _add(office: Office, form: Form) -> str | None:
    name, verb = first(form, "name"), _verb(form)
    sent = {own: list(values) for own, values in form.items()}
    draft = {"verb": verb, "name": name, "sent": sent}
    await office.change(_ADDED, [{"do": "add", **draft}], draft=draft)
    return f"risk?verb={verb}&add={quote(name)}" if office.desk.faults else None


async def _remove(office: Office, form: Form) -> str | None:
    change = {"do": "remove", "verb": _verb(form), "place": number(form, "place")}
    await office.change(_REMOVED, [change])
    return None


async def _accept(office: Office, form: Form) -> str | None:
    """Accept columns by name, though no measure looks at them."""
    terms = {"unexamined": [name for name in form.get("accepted", ()) if name]}
    await office.change(_ACCEPTED, [{"do": "terms", "terms": terms}])
    return None


VERBS = ("assess", "quantify")
_CRITERIA = tuple(NAMES)
_TARGETS = Words("targets", fr="objectifs")
_ADDED = Words("add a measure", fr="ajouter une mesure")
_REMOVED = Words("remove a measure", fr="retirer une mesure")
_ACCEPTED = Words("accept columns", fr="accepter des colonnes")
RISK = Page(
    name="risk",
    title=Words("Risk", fr="Risque"),
    advice=Words(
        "See who could be recognised and what could be learnt, against a stated attacker. Set the"
        " targets that the released file must meet: they decide every verdict.",
        fr="Voir qui pourrait être reconnu et ce qui pourrait être appris, face à un attaquant"
        " énoncé. Fixer les objectifs que le fichier diffusé doit atteindre : ils décident de"
        " chaque verdict.",
    ),
    view=view,
    actions={"targets": _targets, "add": _add, "remove": _remove, "accept": _accept},
)
