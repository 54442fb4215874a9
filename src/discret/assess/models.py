"""Models that a method works towards: risk measures with a target, as objects or as plan tables."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from typing import Annotated, Any, cast

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, SerializeAsAny

from discret import assess
from discret.errors import ParameterError
from discret.model import Model
from discret.parts import RiskMeasure
from discret.parts.others import others
from discret.parts.registry import registered
from discret.words import Words, say
from discret.words.sentences import joined


def read_model(given: Any) -> Any:
    """Read one model: a risk measure, or a table such as ``{measure = "k_anonymity", k = 3}``."""
    if isinstance(given, RiskMeasure):
        return given
    if not isinstance(given, dict):
        raise ValueError(_A_MEASURE)  # noqa: TRY004 (pydantic gathers ValueErrors)
    values = dict(given)
    name = values.pop("measure", None)
    foreign = {name: other for name, other in others().items() if issubclass(other, RiskMeasure)}
    known: Mapping[str, Any] = ChainMap(foreign, cast("dict[str, Any]", registered(assess)))
    if not isinstance(name, str) or name not in known:
        raise ValueError(
            say(
                "measure: must be one of {known}",
                "measure : il faut une mesure parmi {known}",
                known=", ".join(known),
            )
        )
    try:
        return known[name](**values)
    except ParameterError as error:  # pydantic adds the place
        told = joined(error.faults, "; ")
        raise ValueError(say("{name}: {told}", "{name} : {told}", name=name, told=told)) from None


def _write_model(model: Model) -> dict[str, Any]:
    return {"measure": model.name, **model.model_dump(mode="json", exclude_defaults=True)}


def _groups_can_fail(given: Any) -> Any:
    """Read one model, and refuse measures of the file as a whole."""
    model = read_model(given)
    if not isinstance(model, Model):
        raise ValueError(  # noqa: TRY004 (pydantic gathers ValueErrors)
            say(
                "{who}: no single group can fail it, so that no method can work towards it",
                "{who} : aucun groupe ne peut y échouer à lui seul, aucune méthode ne peut donc"
                " y travailler",
                who=model.name,
            )
        )
    return model


def _with_target(model: Model) -> Model:
    if not model.judges:
        raise ValueError(
            say(
                "{who}: a target is needed to work towards",
                "{who} : il faut un objectif à atteindre",
                who=model.name,
            )
        )
    return model


GivenModel = Annotated[
    SerializeAsAny[Model],
    BeforeValidator(_groups_can_fail),
    AfterValidator(_with_target),
    PlainSerializer(_write_model),
]
GivenModels = Annotated[
    tuple[GivenModel, ...],
    Field(
        min_length=1,
        description=Words(
            "what the file must satisfy. Risk measures with a target, such as `KAnonymity(k=3)` or"
            " `IndividualRisk(most=0.05)`",
            fr="ce que le fichier doit respecter. Des mesures de risque avec un objectif, telles"
            " que `KAnonymity(k=3)` ou `IndividualRisk(most=0.05)`",
        ),
    ),
]

_A_MEASURE = Words(
    "must be a risk measure with a target, such as KAnonymity(k=3)",
    fr="il faut une mesure de risque avec un objectif, comme KAnonymity(k=3)",
)
