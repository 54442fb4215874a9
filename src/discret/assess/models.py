"""Models that a method works towards: risk measures with a target, as objects or as plan tables."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, PlainSerializer, SerializeAsAny

from discret.errors import ParameterError
from discret.parts import RiskMeasure


def read_model(given: Any) -> Any:
    """Read one model: a risk measure, or a table such as ``{measure = "k_anonymity", k = 3}``."""
    if isinstance(given, RiskMeasure) or not isinstance(given, dict):
        return given
    from discret import assess

    values = dict(given)
    name = values.pop("measure", None)
    known = {getattr(assess, one).name: getattr(assess, one) for one in assess.__all__}
    if name not in known:
        raise ValueError(f"measure: must be one of {', '.join(known)}")
    try:
        return known[name](**values)
    except ParameterError as error:  # pydantic adds the place
        raise ValueError(f"{name}: {'; '.join(error.faults)}") from None


def against_population(model: RiskMeasure) -> bool:
    """Whether a model compares groups with those of a declared population."""
    asked = getattr(model, "estimate", None)
    return model.name in ("k_map", "delta_presence") or asked == "population"


def _write_model(model: RiskMeasure) -> dict[str, Any]:
    return {"measure": model.name, **model.model_dump(mode="json", exclude_defaults=True)}


def _with_target(model: RiskMeasure) -> RiskMeasure:
    if not model.judges:
        raise ValueError(f"{model.name}: a target is needed to work towards")
    return model


Model = Annotated[
    SerializeAsAny[RiskMeasure],
    BeforeValidator(read_model),
    AfterValidator(_with_target),
    PlainSerializer(_write_model),
]
