"""The command that says what an ε means."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from discret.cli.planned_releases import composition, show_composition
from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import console, level, print_json, table
from discret.data.writing.atomic import atomic
from discret.data.writing.targets import PRIVATE
from discret.document.figures.epsilon_curve import Mark, epsilon_curve
from discret.document.words.practice import PRACTICE
from discret.document.words.voice import Voice
from discret.errors import InputError
from discret.maths.privacy.meaning import bound, epsilon_of, group_size, posterior, truthful
from discret.words import Language, Words, say

BAR = 18  # signs of a bar that stands for certainty
LEAST = 2  # values, or there is nothing to find


class Asked(NamedTuple):
    """What the options of the command say."""

    values: int | None = None
    epsilon: float | None = None
    risk: float | None = None
    prior: float | None = None
    releases: int | None = None
    delta: float | None = None


def epsilon(asked: Asked, *, out: Path | None, language: str, json: bool) -> None:
    """Say how surely a value is found for an ε, or which ε keeps it below a risk."""
    tongue = checked_language(language)
    own, values = _checked(asked), asked.values
    told: dict[str, Any] = {"epsilon": own} if values is None else _told(values, own, asked.prior)
    if asked.releases is not None:
        told["composition"] = composition(own, asked.releases, asked.delta, values)
    if out is not None:
        _draw(out, values, own, tongue)
    if json:
        print_json(told)
    else:
        _show(told, tongue)


def _draw(out: Path, values: int | None, own: float, language: Language) -> None:
    if values is None:
        raise InputError(_VALUES, hint=_VALUES_HINT)
    marks = [Mark(entry.name.within(language), entry.epsilon) for entry in PRACTICE]
    drawn = epsilon_curve(values, own, marks, voice=Voice(language))
    with atomic(out, sources=[], most=PRIVATE) as path:
        path.write_text(drawn, encoding="utf-8")


def _checked(asked: Asked) -> float:
    """Return the ε that is meant; refuse what means none."""
    values, risk = asked.values, asked.risk
    if (values is None and asked.releases is None) or (values is not None and values < LEAST):
        raise InputError(_VALUES, hint=_VALUES_HINT)
    if (asked.epsilon is None) == (risk is None):
        raise InputError(_EITHER, hint=_EITHER_HINT)
    if asked.prior is not None and not 0 < asked.prior < 1:
        raise InputError(_PRIOR, hint=_PRIOR_HINT)
    if asked.epsilon is not None:
        if not (isfinite(asked.epsilon) and asked.epsilon > 0):
            raise InputError(_POSITIVE, hint=_POSITIVE_HINT)
        return asked.epsilon
    if values is None:
        raise InputError(_VALUES, hint=_VALUES_HINT)
    assert risk is not None  # noqa: S101 (one of the two is given)
    if not 1 / values < risk < 1:
        raise InputError(_RISK.filled(values=values), hint=_RISK_HINT)
    return epsilon_of(risk, values)


def _told(values: int, own: float, prior: float | None) -> dict[str, Any]:
    known = {} if prior is None else {"prior": prior, "posterior": posterior(own, prior)}
    return {
        "values": values,
        "epsilon": own,
        "bound": bound(own, values),
        "guess": 1 / values,
        **known,
        "equivalent_k": group_size(own, values),
        "truthful": truthful(own),
        "practice": [
            {"name": entry.name.to_dict(), "epsilon": entry.epsilon,
             "bound": bound(entry.epsilon, values)}
            for entry in PRACTICE
        ],
    }  # fmt: skip


def _show(told: dict[str, Any], language: Language) -> None:
    if "values" in told:
        _show_meaning(told, language)
    if "composition" in told:
        show_composition(told["composition"], language)


def _show_meaning(told: dict[str, Any], language: Language) -> None:
    console.print(_sentence(told).within(language))
    if "prior" in told:
        console.print(_KNOWN.filled(prior=told["prior"], after=told["posterior"]).within(language))
    console.print(_SUPPOSED.within(language))
    heads = [head.within(language) for head in _HEADS]
    table(_SCALE.within(language), heads, list(_rows(told, language)), "LRRL")


def _rows(told: dict[str, Any], language: Language) -> Iterator[list[str]]:
    """Yield a row for each ε of practice and for the one asked for, with a bar."""
    own = {"name": _HERE.to_dict(), "epsilon": told["epsilon"], "bound": told["bound"]}
    for entry in sorted([own, *told["practice"]], key=lambda entry: float(entry["epsilon"])):
        bar = "█" * max(1, round(BAR * entry["bound"]))
        name = entry["name"][language]
        sure = level(entry["bound"], language, "share")
        yield [name, level(entry["epsilon"], language), sure, bar]


def _sentence(told: dict[str, Any]) -> Words:
    return say(
        "With ε = {epsilon}, whoever sees what is published finds the value of a person among"
        " {values} with a probability of at most {bound:%}; by guessing, of {guess:%}. That is as"
        " in a group of {k} people.",
        "Avec ε = {epsilon}, qui voit ce qui est publié trouve la valeur d’une personne parmi"
        " {values} avec une probabilité d’au plus {bound:%} ; au hasard, de {guess:%}. C’est comme"
        " dans un groupe de {k} personnes.",
        epsilon=told["epsilon"], values=told["values"], bound=told["bound"], guess=told["guess"],
        k=told["equivalent_k"],
    )  # fmt: skip


_KNOWN = Words(
    "Who held the right value for likely with {prior:%} before holds it for likely with at most"
    " {after:%} after.",
    fr="Qui tenait la bonne valeur pour probable à {prior:%} auparavant la tient ensuite pour"
    " probable à {after:%} au plus.",
)
_SUPPOSED = Words(
    "All values are supposed to be as likely before, and tables that differ by the value of one"
    " person to be neighbours. It holds whatever else is known, and for one publication: those of"
    " several add up.",
    fr="On suppose toutes les valeurs aussi probables auparavant, et voisines les tables qui"
    " diffèrent par la valeur d’une personne. Cela vaut quoi que l’on sache par ailleurs, et pour"
    " une publication : celles de plusieurs s’ajoutent.",
)
_SCALE = Words("The scale of practice", fr="L’échelle de la pratique")
_HEADS = (
    Words("where", fr="où"),
    Words("ε", fr="ε"),
    Words("found at most", fr="trouvée au plus"),
    Words("", fr=""),
)
_HERE = Words("here", fr="ici")
_VALUES = Words(
    "epsilon: --values is a number from 2", fr="epsilon : --values est un nombre à partir de 2"
)
_VALUES_HINT = Words(
    "say how many values the sensitive column can have: --values 26",
    fr="dire combien de valeurs la colonne sensible peut avoir : --values 26",
)
_EITHER = Words(
    "epsilon: --epsilon or --risk, one of the two",
    fr="epsilon : --epsilon ou --risk, l’un des deux",
)
_EITHER_HINT = Words(
    "--epsilon 1 gives the risk, --risk 0.1 gives the ε",
    fr="--epsilon 1 donne le risque, --risk 0.1 donne l’ε",
)
_POSITIVE = Words("epsilon: ε is a number above 0", fr="epsilon : ε est un nombre au-dessus de 0")
_POSITIVE_HINT = Words(
    "with 0 nothing at all may be told of anybody; give it 1, say",
    fr="avec 0 on ne peut rien dire de personne ; donner 1, par exemple",
)
_RISK = Words(
    "epsilon: a risk lies above 1 in {values} and below 1",
    fr="epsilon : un risque est au-dessus de 1 sur {values} et en dessous de 1",
)
_RISK_HINT = Words(
    "who guesses is right once in so many, whatever is published",
    fr="au hasard on a raison une fois sur ce nombre, quoi que l’on publie",
)
_PRIOR = Words(
    "epsilon: --prior is a probability between 0 and 1",
    fr="epsilon : --prior est une probabilité entre 0 et 1",
)
_PRIOR_HINT = Words("give it 0.1, say", fr="donner 0.1, par exemple")
