"""Configurations that nobody listed: drawn at random, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from arx.cases import KEYS, Case

Draw = np.random.Generator
Model = dict[str, Any]

VALUES = {  # of each column, and the exponential of its entropy, rounded down
    "sex": (2, 1.8), "age": (72, 48.0), "race": (5, 1.7), "marital-status": (7, 3.5),
    "education": (16, 7.5), "native-country": (41, 1.7), "workclass": (7, 2.6),
    "occupation": (14, 10.5), "salary-class": (2, 1.7),
}  # fmt: skip
_AS_ARX = {"base": "2", "absent": "present"}
DROPS = [0.0, 0.0, 0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.0]
LOSSES = [*["loss"] * 6, "entropy", "entropy", "precision", "discernibility", "group_size"]
# Every third record, beside all of them. The entropy loss is another one there: ARX divides what
# is lost about the sample by the bits that would tell its values in as many records as all have.
BESIDE = ("k_map", "delta_presence")
ALONE = ("k_anonymity", "average_risk", "sample_uniques", *BESIDE)
OF_VALUES = [
    *("distinct", "entropy", "grassberger", "recursive", "equal", "ordered", "hierarchical"),
    *("basic", "enhanced", "delta"),
]


def drawn(number: int, seed: int) -> Iterator[Case]:
    """Yield so many configurations."""
    for place in range(number):
        yield _case(f"drawn{seed}.{place}", np.random.default_rng([seed, place]))


def _case(name: str, draw: Draw) -> Case:
    models, sensitive = _models(draw)
    others = [key for key in KEYS if key not in sensitive]
    few = draw.integers(2, len(others) + 1) if draw.random() < 0.5 else len(others)
    places = sorted(draw.choice(len(others), few, replace=False))
    keys = [others[place] for place in places]
    sampled = models[0]["measure"] in BESIDE
    loss = _any(draw, [own for own in LOSSES if own != "entropy" or not sampled])
    weighted = loss in ("loss", "entropy", "precision") and draw.random() < 0.2
    weights = {key: float(draw.choice([0.1, 0.5, 1.0, 2.0])) for key in keys}
    return Case(
        id=f"{name} {_told(models)}",
        models=models,
        drop=_any(draw, DROPS) if draw.random() < 0.8 else round(float(draw.random()), 4),
        sensitive=sensitive,
        keys=keys,
        loss=loss,
        aggregate=_any(draw, ["geometric", "geometric", "arithmetic"]),
        importance=weights if weighted else {},
        sampled=sampled,
    )


def _models(draw: Draw) -> tuple[list[Model], list[str]]:
    """Draw what is asked, and the columns that are sensitive."""
    if draw.random() < 0.25:
        return [_alone(draw, _any(draw, list(ALONE)))], []
    columns = list(draw.permutation(list(VALUES)))[: 2 if draw.random() < 0.25 else 1]
    models = [_of_values(draw, str(column)) for column in columns]
    if draw.random() < 0.6:
        models.insert(0, _alone(draw, "k_anonymity"))
    return models, list(map(str, columns))


def _alone(draw: Draw, measure: str) -> Model:
    """Draw a model that looks at no sensitive column."""
    most = {"average_risk": [0.3, 0.1, 0.03, 0.01], "sample_uniques": [0.1, 0.01, 0.002, 0.0]}
    if measure in most:
        return {"measure": measure, "most": _any(draw, most[measure])}
    if measure == "delta_presence":
        lowest, highest = _any(draw, [0.0, 0.0, 0.1, 0.25]), _any(draw, [0.4, 0.6, 0.9])
        return {"measure": measure, "lowest": lowest, "highest": highest}
    return {"measure": measure, "k": _any(draw, [2, 3, 4, 5, 7, 10, 25, 100])}


def _of_values(draw: Draw, column: str) -> Model:
    """Draw a model of the values of a column, which a file that shows no key meets."""
    kinds = [kind for kind in OF_VALUES if (kind == "ordered") <= (column == "age")]
    kind = _any(draw, [kind for kind in kinds if kind != "hierarchical" or column != "age"])
    values, even = VALUES[column]
    if kind == "delta":
        asked = {"column": column, "delta": _between(draw, 0.3, 3.0), **_AS_ARX}
        return {"measure": "delta_disclosure", **asked}
    if kind in ("basic", "enhanced"):
        asked = {"column": column, "kind": kind, "beta": _between(draw, 0.3, 4.0)}
        return {"measure": "beta_likeness", **asked}
    if kind in ("equal", "ordered", "hierarchical"):
        asked = {"column": column, "distance": kind, "t": _between(draw, 0.05, 0.6)}
        return {"measure": "t_closeness", **asked}
    asked = {"measure": "l_diversity", "column": column, "kind": kind}
    if kind == "distinct":
        return asked | {"l": int(draw.integers(2, min(values, 9) + 1))}
    if kind == "recursive":
        return asked | {"l": 2, "c": _any(draw, [4.0, 8.0, 12.0])}
    return asked | {"l": _between(draw, 1.1, min(even, 6.0))}


def _between(draw: Draw, low: float, high: float) -> float:
    return round(float(draw.uniform(low, high)), 2)


def _any(draw: Draw, options: list[Any]) -> Any:
    return options[draw.integers(len(options))]


def _told(models: list[Model]) -> str:
    return "+".join("_".join(str(value) for value in model.values()) for model in models)
