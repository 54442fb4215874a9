"""The command on the account of a source: budget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast, get_args

from rich.markup import escape

from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import console, level, print_json, table
from discret.data.ledger.costs import Cost, Terms
from discret.data.ledger.ledger import Ledger
from discret.data.ledger.neighbours import RELATIONS, UNITS, USUAL, checked
from discret.errors import InputError
from discret.maths.privacy.numerical import Kind
from discret.words import Language, Words, say
from discret.words.sentences import joined

Action = Literal["open", "show", "spend"]
BAR = 40  # signs of the bar of what was spent


class Asked(NamedTuple):
    """What the options of the command say."""

    epsilon: float | None = None
    delta: float | None = None
    rho: float | None = None
    terms: str | None = None
    parts: Sequence[str] = ()
    source: Path | None = None
    name: str = ""
    release: str | None = None
    parent: str | None = None
    calendar: Sequence[str] = ()
    releases: int | None = None
    noise: str | None = None
    neighbours: str | None = None
    unit: str | None = None
    seal: str | None = None

    @property
    def amounts(self) -> dict[str, float]:
        """The numbers that are given."""
        told = {"epsilon": self.epsilon, "delta": self.delta, "rho": self.rho}
        return {name: number for name, number in told.items() if number is not None}


def budget(action: str, path: Path, asked: Asked, *, language: str, json: bool) -> None:
    """Open the account of a source, show it, or pay for a release."""
    tongue = checked_language(language)
    if action not in get_args(Action):
        raise InputError(_ACTION, hint=_ACTION_HINT)
    ledger = {"open": _open, "show": _show, "spend": _spend}[action](path, asked)
    told = ledger.to_dict()
    if json:
        print_json(told)
    else:
        _print(told, tongue)


def _open(path: Path, asked: Asked) -> Ledger:
    if asked.source is None:
        raise InputError(_SOURCE, hint=_SOURCE_HINT)
    if asked.terms not in (None, *get_args(Terms)):
        raise InputError(_TERMS, hint=_TERMS_HINT)
    terms = cast("Terms | None", asked.terms)
    about = checked(asked.neighbours, asked.unit)
    return Ledger.open(
        path, source=asked.source, terms=terms, parts=asked.parts, calendar=asked.calendar,
        releases=asked.releases, neighbours=about.neighbours or USUAL, unit=about.unit,
        **asked.amounts,
    )  # fmt: skip


def _show(path: Path, asked: Asked) -> Ledger:
    """Return the account, if it is that of the source and has the seal that are given."""
    ledger = Ledger(path)
    if asked.source is not None:
        ledger.check_source(asked.source)
    if asked.seal is not None:
        ledger.check_seal(asked.seal)
    return ledger


def _spend(path: Path, asked: Asked) -> Ledger:
    ledger = _show(path, asked)
    part = _single(asked.parts)
    if asked.noise not in (None, *get_args(Kind)):
        raise InputError(_NOISE, hint=_NOISE_HINT)
    kind = cast("Kind", asked.noise or "pure")
    about = checked(asked.neighbours, asked.unit)
    ledger.spend(
        Cost.of(**asked.amounts), name=asked.name, kind=kind, source=asked.source,
        release=asked.release, parent=asked.parent, part=part, neighbours=about.neighbours,
        unit=about.unit,
    )  # fmt: skip
    return ledger


def _single(parts: Sequence[str]) -> str | None:
    if len(parts) > 1:
        raise InputError(_ONE_PART, hint=_ONE_PART_HINT)
    return next(iter(parts), None)


def _print(told: Mapping[str, Any], language: Language) -> None:
    sign = "ρ" if told["terms"] == "rho" else "ε"
    share = told["spent"] / told["budget"]
    words = _SPENT.filled(
        spent=told["spent"], budget=told["budget"], left=told["left"], sign=sign, share=share
    )
    console.print(_bar(told))
    console.print(words.within(language))
    console.print(_about(told).within(language))
    for said in _of_calendar(told, sign):
        console.print(said.within(language))
    if "spent_delta" in told:
        said = _DELTA.filled(spent=told["spent_delta"], delta=told["delta"])
        console.print(said.within(language))
    if "spent_epsilon" in told:
        said = _WORTH.filled(epsilon=told["spent_epsilon"], delta=told["given"]["delta"])
        console.print(said.within(language))
    rows = [
        [entry["at"][:10], escape(entry["name"]), escape(entry["part"] or ""),
         level(entry["cost"], language), _place(entry, told, language), entry["release"][:8]]
        for entry in told["releases"]
    ]  # fmt: skip
    if rows:
        table("", [head.within(language) for head in _HEADS], rows, "LLLRLL")
    console.print(_SEAL.filled(seal=told["seal"][:16]).within(language))


def _about(told: Mapping[str, Any]) -> Words:
    """Say what all costs are about."""
    if told["neighbours"] is None:
        return _UNSTATED
    relation = RELATIONS[told["neighbours"]]
    if told["unit"] is None:
        return _ABOUT.filled(relation=relation)
    return _OF_UNIT.filled(relation=relation, unit=UNITS[told["unit"]])


def _bar(told: Mapping[str, Any]) -> str:
    """Draw what was spent, what is set aside and what is left."""
    aside = told["calendar"]["set_aside"] if told["calendar"] else 0.0
    spent, both = (
        round(BAR * amount / told["budget"]) for amount in (told["spent"], told["spent"] + aside)
    )
    return f"{'█' * spent}{'▒' * (both - spent)}{'░' * (BAR - both)}"


def _of_calendar(told: Mapping[str, Any], sign: str) -> Iterator[Words]:
    """Say what is planned, what it amounts to, and in which way that was found."""
    calendar = told["calendar"]
    if calendar is None:
        return
    yield _PLANNED.filled(
        made=calendar["made"], planned=calendar["planned"], whole=calendar["whole"], sign=sign,
        aside=calendar["set_aside"],
    )  # fmt: skip
    costs = {entry.get("rho") or entry.get("epsilon") for entry in calendar["entries"]}
    if len(costs) == 1 and calendar["planned"] > 1:
        sign = "ρ" if "rho" in calendar["entries"][0] else "ε"
        yield _EACH.filled(sign=sign, cost=str(costs.pop()))
    if calendar["ways"]:
        ways = {WAYS[way]: amount for way, amount in calendar["ways"].items()}
        yield _FOUND.filled(way=WAYS[calendar["way"]], ways=said_ways(ways))


def said_ways(ways: Mapping[Words, float]) -> Words:
    """List ways to count with what releases amount to in each."""
    each = (say("{way} {amount}", "{way} {amount}", way=w, amount=n) for w, n in ways.items())
    return joined(list(each), ", ")


def _place(entry: Mapping[str, Any], told: Mapping[str, Any], language: Language) -> str:
    if entry["planned"] is None:
        return ""
    place, planned = entry["planned"] + 1, told["calendar"]["planned"]
    return _PLACE.filled(place=place, planned=planned).within(language)


WAYS: Mapping[str, Words] = {
    "basic": Words("basic", fr="de base"),
    "advanced": Words("advanced", fr="avancée"),
    "zero_concentrated": Words("zero-concentrated", fr="zéro-concentrée"),
    "numerical": Words("numerical", fr="numérique"),
}


_ACTION = Words(
    "budget: open, show or spend", fr="budget : open (ouvrir), show (montrer) ou spend (payer)"
)
_ACTION_HINT = Words("discret budget show LEDGER", fr="discret budget show COMPTE")
_SOURCE = Words("budget: a source is needed", fr="budget : il faut une source")
_SOURCE_HINT = Words(
    "name the file that releases will be made from: --source FILE",
    fr="nommer le fichier dont on tirera les diffusions : --source FICHIER",
)
_TERMS = Words("budget: --terms is epsilon or rho", fr="budget : --terms est epsilon ou rho")
_TERMS_HINT = Words(
    "leave it out, and costs are counted as the budget is given",
    fr="l’omettre, et les coûts se comptent comme le budget est donné",
)
_ONE_PART = Words(
    "budget: a release is about one part, or about all",
    fr="budget : une diffusion porte sur une partie, ou sur tout",
)
_ONE_PART_HINT = Words("pay for each apart", fr="payer pour chacune à part")
_SPENT = Words(
    "{spent} of {budget} {sign} spent ({share:%}), {left} left.",
    fr="{spent} {sign} dépensés sur {budget} ({share:%}), il en reste {left}.",
)
_ABOUT = Words(
    "Neighbouring tables: {relation}; the first release says which unit.",
    fr="Tables voisines : {relation} ; la première diffusion dit quelle unité.",
)
_OF_UNIT = Words(
    "Neighbouring tables: {relation}; a unit is {unit}.",
    fr="Tables voisines : {relation} ; une unité est {unit}.",
)
_UNSTATED = Words(
    "Which tables are neighbours is not stated: nothing more can be paid from it.",
    fr="Quelles tables sont voisines n’est pas dit : plus rien n’y peut être payé.",
)
_DELTA = Words("Of δ, {spent} of {delta}.", fr="De δ, {spent} sur {delta}.")
_WORTH = Words(
    "That amounts to ε = {epsilon} at δ = {delta}.", fr="Cela vaut ε = {epsilon} à δ = {delta}."
)
_SEAL = Words("Last seal: {seal}", fr="Dernier sceau : {seal}")
_HEADS = (
    Words("day", fr="jour"),
    Words("release", fr="diffusion"),
    Words("part", fr="partie"),
    Words("cost", fr="coût"),
    Words("planned", fr="prévue"),
    Words("number", fr="numéro"),
)
_PLANNED = Words(
    "Planned: {planned} {planned:release|releases}, {made} made; together they amount to {whole}"
    " {sign}, of which {aside} is set aside.",
    fr="Prévues : {planned} {planned:diffusion|diffusions}, dont {made} {made:faite|faites} ;"
    " ensemble elles reviennent à {whole} {sign}, dont {aside} en réserve.",
)
_EACH = Words("Each costs {sign} {cost}.", fr="Chacune coûte {sign} {cost}.")
_FOUND = Words(
    "That is by {way} composition; there are {ways}.",
    fr="C’est par composition {way} ; il y a {ways}.",
)
_PLACE = Words("{place} of {planned}", fr="{place} sur {planned}")
_NOISE = Words("budget: --noise is pure or laplace", fr="budget : --noise est pure ou laplace")
_NOISE_HINT = Words("leave it out, and any noise is meant", fr="l’omettre, et tout bruit convient")
