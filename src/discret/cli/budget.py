"""The command on the account of a source: budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast, get_args

from rich.markup import escape

from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import console, level, print_json, table
from discret.data.ledger.costs import Cost, Terms
from discret.data.ledger.ledger import Ledger
from discret.errors import InputError
from discret.words import Language, Words

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
    return Ledger.open(path, source=asked.source, terms=terms, parts=asked.parts, **asked.amounts)


def _show(path: Path, asked: Asked) -> Ledger:
    ledger = Ledger(path)
    if asked.source is not None:
        ledger.check_source(asked.source)
    return ledger


def _spend(path: Path, asked: Asked) -> Ledger:
    ledger = Ledger(path)
    part = _single(asked.parts)
    ledger.spend(
        Cost.of(**asked.amounts), name=asked.name, source=asked.source, release=asked.release,
        parent=asked.parent, part=part,
    )  # fmt: skip
    return ledger


def _single(parts: Sequence[str]) -> str | None:
    if len(parts) > 1:
        raise InputError(_ONE_PART, hint=_ONE_PART_HINT)
    return next(iter(parts), None)


def _print(told: Mapping[str, Any], language: Language) -> None:
    sign = "ρ" if told["terms"] == "rho" else "ε"
    share = told["spent"] / told["budget"]
    filled = round(BAR * share)
    words = _SPENT.filled(
        spent=told["spent"], budget=told["budget"], left=told["left"], sign=sign, share=share
    )
    console.print(f"{'█' * filled}{'░' * (BAR - filled)}")
    console.print(words.within(language))
    if "spent_delta" in told:
        said = _DELTA.filled(spent=told["spent_delta"], delta=told["delta"])
        console.print(said.within(language))
    if "spent_epsilon" in told:
        said = _WORTH.filled(epsilon=told["spent_epsilon"], delta=told["given"]["delta"])
        console.print(said.within(language))
    rows = [
        [entry["at"][:10], escape(entry["name"]), escape(entry["part"] or ""),
         level(entry["cost"], language), entry["release"][:8]]
        for entry in told["releases"]
    ]  # fmt: skip
    if rows:
        table("", [head.within(language) for head in (*_HEADS[:3], *_HEADS[3:])], rows, "LLLRL")
    console.print(_SEAL.filled(seal=told["seal"][:16]).within(language))


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
    Words("number", fr="numéro"),
)
