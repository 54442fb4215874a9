"""The best recoding of small random tables, beside all recodings made and judged by hand.

For each model, tables of a few records are drawn: with and without weights, missing keys, two
sensitive columns, shares that may be dropped, losses, and, where a model compares groups with a
file, both references. The search must find the least loss of all recodings that hold, say that it
is proven, drop as many records as it says, and leave a file that its models hold for. Prints, for
each model, the tables tried, those of which some recoding holds, and those where it went wrong.

With `--fewest`, one recoding of each table is taken instead: no set of its groups that holds may
have more records than what `fewest=True` keeps, wherever that is said to be proven.

    python benchmarks/brute_force.py [--tables 2000] [--minutes 20] [--only t_closeness] [--seed 1]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from discret import Context, Dataset, Hierarchy
from discret.catalogue import part
from discret.errors import ColumnError, TargetError
from discret.reduce import Generalise
from recodings_by_hand import LEVELS, NODES, SENSITIVE, TREES, Held, Task, best, fewest_dropped
from recodings_by_hand import lost_of as lost
from recodings_by_hand import shown as _shown

Draw = np.random.Generator
Way = Callable[[Task], tuple[Any, list[str]]]
MOST_GROUPS = 9  # of which all sets are tried
COMPARED = ("t_closeness", "beta_likeness", "delta_disclosure")
OF_POPULATION = ("k_map", "delta_presence")


def _rows(rows: dict[Any, tuple[Any, ...]]) -> Hierarchy:
    return Hierarchy.from_dict(
        {"from": "table", "rows": [list(map(str, r)) for r in rows.values()]}
    )


HIERARCHIES = {
    "town": Hierarchy.from_parents(
        {name: rows[1] for name, rows in LEVELS["town"].items()}, {"north": "all", "south": "all"},
        top=None,
    ),
    "age": Hierarchy.from_cuts([40], top="*"),
    "sex": Hierarchy.from_groups({"*": ["f", "m"]}, top=None),
    **{name: _rows(rows) for name, rows in TREES.items()},
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=2000, help="for each model")
    parser.add_argument("--minutes", type=float, default=20.0, help="in all, at most")
    parser.add_argument("--only", default="", help="models whose name has this text")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fewest", action="store_true", help="how few records can be dropped")
    options = parser.parse_args()
    names = [name for name in MODELS if options.only in name]
    if options.fewest:
        names = [name for name in names if name not in OF_POPULATION]
    ends = time.monotonic() + 60 * options.minutes
    for place, name in enumerate(names):
        share = (ends - time.monotonic()) / (len(names) - place)
        way = fewest_compared if options.fewest else compared
        tell(name, options.tables, options.seed, time.monotonic() + share, way)


def tell(name: str, tables: int, seed: int, ends: float, way: Way) -> None:
    """Try one model, and print what came of it."""
    tried = held = 0
    wrong: list[int] = []
    for number in range(tables):
        if time.monotonic() > ends:
            break
        task = drawn(name, np.random.default_rng([seed, number]))
        found, faults = way(task)
        tried, held = tried + 1, held + bool(found)
        if faults:
            wrong.append(number)
            print(f"  {name} {number}: {', '.join(faults)}")
    short = "" if tried == tables else " (the time was over)"
    print(f"{name}: {tried} tables, {held} with a recoding that holds, {len(wrong)} wrong{short}")


def compared(task: Task) -> tuple[dict[tuple[int, ...], Held], list[str]]:
    """Search, and say in what it differs from all recodings made by hand."""
    found = best(task)
    models = [part("assess", m["measure"])(**_parameters(task, m)) for m in task.models]
    method = Generalise(models=models, drop=task.drop, weighted=task.weighted, loss=task.loss)
    try:
        change = method.apply(_data(task), Context())
    except TargetError:
        return found, ["refused"] if found else []
    if not found:
        return found, ["not refused"]
    facts, node = change.facts, tuple(change.facts["levels"].values())
    least = min(one.loss for one in found.values())
    own = found.get(node, Held(np.inf, -1))
    faults = {
        "not proven": not facts["optimal"],
        "not the least": abs(facts["loss"] - least) > 1e-9,
        "not its loss": abs(facts["loss"] - own.loss) > 1e-9,
        "not its records": not own.dropped == facts["suppressed"] == _gone(task, change.data),
        "does not hold": not all(_holds(model, change.data) for model in models),
    }
    return found, [fault for fault, true in faults.items() if true]


def fewest_compared(task: Task) -> tuple[bool, list[str]]:
    """Drop as few records as can be found in a recoding, and say in what all sets differ."""
    node = NODES[(len(task.records) + sum(record["w"] for record in task.records)) % len(NODES)]
    if len({_shown(record, node) for record in task.records}) > MOST_GROUPS:
        return False, []
    least = fewest_dropped(task, node)
    models = [part("assess", m["measure"])(**_parameters(task, m)) for m in task.models]
    levels = dict(zip(LEVELS, node, strict=True))
    asked = {"models": models, "drop": 1.0, "loss": task.loss, "levels": levels}
    try:
        few = Generalise(**asked, fewest=True).apply(_data(task._replace(weighted=False)))
    except TargetError:  # in rounds all would go
        return False, []
    dropped = len(task.records) - len(few.data)
    keep = _left(task, node, few.data)
    faults = {
        "too few": dropped < least,
        "not the least": dropped > least and few.facts["least"],
        "not proven": not few.facts["least"],
        "not its records": not few.facts["suppressed"] == dropped == len(task.records) - len(keep),
        "not its loss": abs(few.facts["loss"] - lost(task, node, keep)) > 1e-9,
        "does not hold": not all(_holds(model, few.data) for model in models),
    }
    return True, [fault for fault, true in faults.items() if true]


def _left(task: Task, node: tuple[int, ...], data: Dataset) -> set[int]:
    """Return the records whose group is in a release."""
    groups = set(data.to_native().select(list(LEVELS)).rows())
    shown = enumerate(_shown(record, node) for record in task.records)
    return {place for place, keys in shown if keys in groups}


def _holds(model: Any, data: Dataset) -> bool:
    """Whether a model holds for a file; one that knows no sensitive value is not assessed."""
    try:
        return bool(model.assess(data).met)
    except ColumnError:
        return not model.failing(data.keys).any()


def _gone(task: Task, data: Dataset) -> int:
    return len(task.records) - len(data)


def _parameters(task: Task, model: Any) -> dict[str, Any]:
    own = {name: value for name, value in model.items() if name != "measure"}
    return own if model["measure"] in OF_POPULATION else own | {"missing": task.missing}


def _data(task: Task) -> Dataset:
    kinds = {"town": pl.String, "age": pl.Int64, "sex": pl.String, "s": pl.String, "u": pl.String}
    table = pl.DataFrame(list(task.records), schema={**kinds, "w": pl.Int64})
    people = None if task.people is None else pl.DataFrame(list(task.people), schema=table.schema)
    return Dataset.of(
        table,
        key=list(LEVELS),
        sensitive=list(SENSITIVE),
        weight="w" if task.weighted else None,
        hierarchies=HIERARCHIES,
        population=people,
    )


# -- what is drawn -------------------------------------------------------------------------------


def drawn(name: str, draw: Draw) -> Task:
    """Draw a table, and what is asked of it."""
    models = MODELS[name](draw)
    population = models[0]["measure"] in OF_POPULATION
    blanks = 0.0 if population or draw.random() < 0.6 else 0.15
    records = list(_records(draw, int(draw.integers(4, 25)), blanks))
    taken = draw.random(len(records)) < 0.5
    taken[0] = True
    sample = [record for record, own in zip(records, taken, strict=True) if own]
    return Task(
        sample if population else records,
        records if population else None,
        models,
        float(draw.choice([0.0, 0.1, 0.25, 0.5, 1.0])),
        bool(draw.random() < 0.3),
        str(draw.choice(["loss", "loss", "discernibility", "group_size"])),
        "category" if draw.random() < 0.3 else "known",
    )


def _records(draw: Draw, size: int, blanks: float) -> Iterator[dict[str, Any]]:
    few = draw.random() < 0.5  # towns, so that groups are larger
    for _ in range(size):
        keys = {
            name: draw.choice(list(rows)[: 2 if few else None]) for name, rows in LEVELS.items()
        }
        keys = {"town": str(keys["town"]), "age": int(keys["age"]), "sex": str(keys["sex"])}
        yield {
            **{name: None if draw.random() < blanks else value for name, value in keys.items()},
            "s": None if draw.random() < 0.05 else str(draw.choice(list("1112234"))),
            "u": str(draw.choice(list("ppqr"))),
            "w": int(draw.choice([1, 1, 2, 5])),
        }


def _asked(measure: str, **values: list[Any]) -> Any:
    def models(draw: Draw) -> list[dict[str, Any]]:
        own = {name: options[draw.integers(len(options))] for name, options in values.items()}
        if measure in COMPARED:
            own["reference"] = "original" if draw.random() < 0.5 else "release"
        if measure in (*COMPARED, "l_diversity") and draw.random() < 0.5:
            own["column"] = "s"
        also = [{"measure": "k_anonymity", "k": 2}] if draw.random() < 0.3 else []
        return [{"measure": measure, **own}, *also]

    return models


MODELS = {
    "k_anonymity": _asked("k_anonymity", k=[2, 3, 4]),
    "l_diversity distinct": _asked("l_diversity", kind=["distinct"], l=[2, 3]),
    "l_diversity entropy": _asked("l_diversity", kind=["entropy"], l=[1.3, 1.8, 2.5]),
    "l_diversity grassberger": _asked("l_diversity", kind=["grassberger"], l=[1.3, 1.8, 2.5]),
    "l_diversity recursive": _asked("l_diversity", kind=["recursive"], l=[2, 3], c=[1.0, 3.0]),
    "t_closeness equal": _asked("t_closeness", t=[0.15, 0.3, 0.5]),
    "t_closeness ordered": _asked("t_closeness", t=[0.1, 0.2, 0.4], distance=["ordered"]),
    "t_closeness hierarchical": _asked("t_closeness", t=[0.15, 0.3], distance=["hierarchical"]),
    "beta_likeness": _asked("beta_likeness", beta=[0.4, 0.9, 1.7], kind=["basic", "enhanced"]),
    "delta_disclosure": _asked(
        "delta_disclosure", delta=[0.45, 0.9, 1.6], absent=["all", "present"]
    ),
    "average_risk": _asked("average_risk", most=[0.15, 0.3, 0.45]),
    "sample_uniques": _asked("sample_uniques", most=[0.0, 0.08, 0.22]),
    "k_map": _asked("k_map", k=[2, 4, 6], estimate=["population"]),
    "delta_presence": _asked("delta_presence", highest=[0.35, 0.55, 0.8], lowest=[0.0, 0.0, 0.2]),
}  # fmt: skip


if __name__ == "__main__":
    main()
