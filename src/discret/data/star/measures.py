"""Measures of a warehouse: each says how it adds up over the facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from discret.arguments.declared import Declared
from discret.words import Words, say

Adds = Literal["sum", "mean", "none"]
FACTS = "facts"  # the weight of a mean in which every fact counts the same


class Measure(Declared):
    """How a measure adds up: what is true of two areas together, given what is true of each.

    Examples
    --------
    >>> Measure(adds="mean", weight="surface").parameters()
    {'adds': 'mean', 'weight': 'surface'}
    >>> Measure(adds="mean")
    Traceback (most recent call last):
    ...
    discret.errors.ParameterError: measure: 1 fault
      - a mean adds up by its weight, none is named
    Hint: known are adds, weight.
    """

    name: ClassVar[str] = "measure"

    adds: Adds = Field(
        description=Words(
            "how it adds up: `sum`, `mean` (weighted by another measure) or `none`. A surface is"
            " summed, a yield is a mean weighted by the surface; a median is none of these",
            fr="façon de s’ajouter : `sum`, `mean` (pondérée par une autre mesure) ou `none`. Une"
            " surface se somme, un rendement est une moyenne pondérée par la surface ; une médiane"
            " n’est rien de cela",
        )
    )
    weight: str | None = Field(
        default=None,
        description=Words(
            "of a mean, the measure that weighs it, which is a sum; `facts` to count each fact"
            " the same",
            fr="d’une moyenne, la mesure qui la pondère, qui est une somme ; `facts` pour que"
            " chaque fait compte autant",
        ),
    )

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        if self.adds == "mean" and self.weight is None:
            raise ValueError(_NO_WEIGHT)
        if self.adds != "mean" and self.weight is not None:
            raise ValueError(_IDLE.filled(adds=self.adds))
        return self


def weight_faults(measures: Mapping[str, Measure]) -> Iterator[Words]:
    """Yield the means whose weight is no measure of the star, or does not add up itself.

    Examples
    --------
    >>> list(weight_faults({"yield": Measure(adds="mean", weight="surface")}))
    ["measure 'yield': its weight 'surface' is no measure"]
    """
    for name, measure in measures.items():
        if name == FACTS:
            yield _placed(name, _KEPT)
        if measure.weight in (None, FACTS):
            continue
        own = measures.get(measure.weight)
        if own is None:
            yield _placed(name, _NO_MEASURE.filled(weight=measure.weight))
        elif own.adds != "sum":
            yield _placed(name, _NO_SUM.filled(weight=measure.weight))


def weights_of(measures: Mapping[str, Measure]) -> tuple[str, ...]:
    """Return the measures that weigh others, each once."""
    named = (measure.weight for measure in measures.values())
    return tuple(dict.fromkeys(name for name in named if name is not None and name in measures))


def _placed(name: str, fault: Words) -> Words:
    return say("measure {name!r}: {fault}", "mesure {name!r} : {fault}", name=name, fault=fault)


_NO_WEIGHT = Words(
    "a mean adds up by its weight, none is named",
    fr="une moyenne s’ajoute selon son poids, aucun n’est nommé",
)
_IDLE = Words(
    "weight: is for a mean, and the measure adds up as {adds}",
    fr="weight : vaut pour une moyenne, et la mesure s’ajoute comme {adds}",
)
_KEPT = Words(
    "this name is kept for the number of facts", fr="ce nom est réservé au nombre de faits"
)
_NO_MEASURE = Words(
    "its weight {weight!r} is no measure", fr="son poids {weight!r} n’est pas une mesure"
)
_NO_SUM = Words(
    "its weight {weight!r} is no sum, and does not add up",
    fr="son poids {weight!r} n’est pas une somme, et ne s’ajoute pas",
)
