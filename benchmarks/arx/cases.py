"""A configuration: what is asked of a search, in the words of discret and in those of ARX."""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from discret import Context, Dataset, Hierarchy
from discret.catalogue import part
from discret.parts import Change
from discret.reduce import Generalise

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
ADULT = SHARED / "data" / "adult"
ANSWERS = Path(__file__).with_name("answers.json")
KEYS = [
    *("sex", "age", "race", "marital-status", "education", "native-country"),
    *("workclass", "occupation", "salary-class"),
]
OLD_NAMES = {
    "suppress": "drop",
    "threshold": "most",
    "every_third_record_with_the_whole_as_population": "sampled",
}
COMPARED = {"t_closeness", "beta_likeness", "delta_disclosure"}  # ARX compares with the input
IN_ARX = {
    "k_anonymity": "k {k}",
    "k_map": "k_map {k}",
    "delta_presence": "presence {lowest} {highest}",
    "average_risk": "average_risk {most}",
    "sample_uniques": "sample_uniques {most}",
    "l_diversity": "l_{kind} {column} {c} {l}",
    "t_closeness": "t_{distance} {column} {t}",
    "beta_likeness": "beta_{kind} {column} {beta}",
    "delta_disclosure": "delta {column} {delta}",
}


@dataclass(frozen=True)
class Case:
    """What is asked, and what ARX was once seen to answer; every third record, if sampled."""

    id: str
    models: list[dict[str, Any]]
    drop: float
    sensitive: list[str]
    keys: list[str] = field(default_factory=list)
    loss: str = "loss"
    aggregate: str = "geometric"
    importance: Mapping[str, float] = field(default_factory=dict)
    sampled: bool = False
    arx: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Case:
        told = {OLD_NAMES.get(name, name): value for name, value in given.items()}
        told.setdefault("keys", [name for name in KEYS if name not in told["sensitive"]])
        told["models"] = [
            {OLD_NAMES.get(name, name): value for name, value in model.items()}
            for model in told["models"]
        ]
        return cls(**told)

    @property
    def measures(self) -> list[Any]:
        return [part("assess", model["measure"])(**_parameters(model)) for model in self.models]

    @property
    def method(self) -> Generalise:
        return Generalise(
            models=self.measures,
            drop=self.drop,
            loss=self.loss,
            aggregate=self.aggregate,
            importance=self.importance,
            price="among_dropped",
        )

    @property
    def line(self) -> str:
        """The configuration as `Search.java` reads it."""
        weights = [f"{name}={weight}" for name, weight in self.importance.items()]
        lists = [self.keys, self.sensitive, weights]
        fields = [str(self.drop), self.loss, self.aggregate, *map(",".join, lists)]
        return "\t".join(
            [*fields, str(int(self.sampled)), ",".join(map(self._words, self.measures))]
        )

    def _words(self, model: Any) -> str:
        told = {name: 0 if value is None else value for name, value in model}
        if "column" in told:
            told["column"] = model.column or self.sensitive[0]
        return IN_ARX[model.name].format(**told)

    def data(self, table: pl.DataFrame) -> Dataset:
        used = [*self.keys, *(name for name in self.sensitive if name != "age")]
        population = {"population": table.select(self.keys)} if self.sampled else {}
        table = table.gather_every(3) if self.sampled else table
        table = table.with_columns(pl.col("age").cast(int)) if "age" in self.sensitive else table
        return Dataset.of(
            table.select([*self.keys, *self.sensitive]),
            key=self.keys,
            sensitive=self.sensitive,
            hierarchies={name: Hierarchy.from_csv(hierarchy(name)) for name in used},
            **population,
        )

    def run(self, table: pl.DataFrame) -> tuple[Change, float]:
        """Search once, from texts to recoded records; return what came of it, and CPU seconds."""
        data, method = self.data(table), self.method
        began = time.process_time()
        change = method.apply(data, Context())
        return change, time.process_time() - began

    def search(self, table: pl.DataFrame) -> float:
        """Count the keys and search, but recode nothing; return the CPU seconds."""
        data, method = self.data(table), self.method
        began = time.process_time()
        ladders = method._ladders(data.keys)
        method._chosen(data.keys, ladders, Context())
        return time.process_time() - began

    def in_arx_terms(self, change: Change) -> float:
        """Return the loss as ARX defines it: the default one counted anew from the release."""
        dropped, records = change.facts["suppressed"], len(change.data) + change.facts["suppressed"]
        if self.loss == "discernibility":
            return float(change.facts["loss"] * records**2)
        if self.loss != "loss":
            return float(change.facts["loss"])
        top, shown, product, total = max(self.importance.values(), default=1), change.data, 1.0, 0.0
        for key, level in change.facts["levels"].items():
            lost = self.importance.get(key, 1) / top * _lost(shown, key, level, dropped)
            product, total = product * (1 + lost), total + lost
        count = len(self.keys)
        return product ** (1 / count) - 1 if self.aggregate == "geometric" else total / count


def _parameters(model: Mapping[str, Any]) -> dict[str, Any]:
    own = {name: value for name, value in model.items() if name != "measure"}
    return own | ({"reference": "original"} if model["measure"] in COMPARED else {})


def _lost(shown: Dataset, key: str, level: int, dropped: int) -> float:
    """Return max(0, (A - n/D) / (n - n/D)), with A the sum of the shares that labels cover."""
    leaves = pl.read_csv(hierarchy(key), separator=";", has_header=False, infer_schema=False)
    names = leaves.to_series(level).alias(key).value_counts(name="leaves")
    found = shown.to_native()[key].cast(str).value_counts(name="records")
    covers = found.join(names, on=key, how="left")
    own, records = len(leaves), found["records"].sum() + dropped
    total = (covers["records"] * covers["leaves"]).sum() / own + dropped
    return max(0.0, (total - records / own) / (records - records / own))


def hierarchy(name: str) -> Path:
    return ADULT / f"hierarchy_{name}.csv"


def cases() -> Iterator[Case]:
    """Yield the configurations of the shared truth, then those of this folder.

    What ARX found is kept for all of them, so that losses are compared without it.
    """
    kept = json.loads((SHARED / "truth" / "peers_search.json").read_text("utf-8"))
    yield from map(Case.of, kept["configurations"])
    answers = _answers()
    for given in further():
        yield Case.of(given | {"arx": answers.get(given["id"])})


def further() -> list[dict[str, Any]]:
    """Return the configurations of this folder, as they are written."""
    text = Path(__file__).with_name("further.toml").read_text("utf-8")
    return list(tomllib.loads(text)["configurations"])


def keep(found: Mapping[str, Mapping[str, Any]]) -> None:
    """Keep what ARX found for the configurations of this folder, as the others are kept."""
    told, own = ("loss", "levels", "suppressed", "checked", "cpu_s"), _answers()
    for given in further():
        if (answer := found.get(given["id"])) is not None:
            own[given["id"]] = {name: answer[name] for name in told}
    ANSWERS.write_text(json.dumps(own, indent=1) + "\n", "utf-8")


def _answers() -> dict[str, Any]:
    return dict(json.loads(ANSWERS.read_text("utf-8"))) if ANSWERS.exists() else {}
