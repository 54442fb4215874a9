"""Random files, random plans: no release called met that an independent checker refuses.

    python benchmarks/campaign.py --files 20000 --seed 1 --minutes 30

Every file is drawn from its own number (shown where something is wrong; --only NUMBER runs it
again). A release is run in process, written in one of eight formats, read back by other programs
and judged by definition (tests/checker.py). Wrong are: a release called met that the checker
refuses, an error that is not one of discret's own, a value of the data in a message.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter
from typing import Any
from unittest.mock import patch

os.environ.setdefault("POLARS_MAX_THREADS", "1")  # files are small: one process on each core

import numpy as np
import polars as pl

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import checker
from discret import Dataset, Hierarchy, Plan
from discret.catalogue import MEASURES, METHODS
from discret.data.entering.column_names import LINK, PLACE
from discret.data.files.tables import read
from discret.data.hierarchies.automatic import Automatic
from discret.document.folder import Place
from discret.errors import DiscretError
from discret.parts import Method, RiskMeasure
from discret.plan.terms import Terms

Rng = np.random.Generator
FORMATS = {"csv": 30, "parquet": 22, "arrow": 12, "tsv": 8, "xlsx": 8, "dta": 8, "sav": 6, "xpt": 6}
WHOLE = [pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64]
DRAWN = 20  # of so many files, one has its reports drawn
SECRET = b"the secret of the campaign, kept apart"
ODD = ["a", " a", "a ", "A", "é", "e\u0301", "", "1", "01", "1.0", "x,y", 'q"t', "l\nm", "日本",
       "NA", "\u00a0", "ß", "🙂", "-", "true"]  # fmt: skip


# -- files ---------------------------------------------------------------------------------------


@dataclass
class Drawn:
    """A file drawn at random: the table, its roles, and hierarchies for some of its keys."""

    frame: pl.DataFrame
    roles: dict[str, Any]
    hierarchies: dict[str, Any]
    population: pl.DataFrame | None = None

    def columns(self, role: str) -> list[str]:
        names = self.roles.get(role) or []
        return [names] if isinstance(names, str) else list(names)

    def numeric(self) -> list[str]:
        schema = self.frame.schema
        told = [n for role in ("key", "number", "sensitive") for n in self.columns(role)]
        return [name for name in told if schema[name].is_numeric()]


def one_of(rng: Rng, values: Any) -> Any:
    values = list(values)
    return values[int(rng.integers(len(values)))]


def perhaps(rng: Rng, share: float) -> bool:
    return bool(rng.random() < share)


def draw_file(rng: Rng) -> Drawn:
    size = int(rng.integers(5, 61)) if perhaps(rng, 0.4) else int(rng.integers(30, 61))
    marked = perhaps(rng, 0.5)
    columns: dict[str, pl.Series] = {}
    roles: dict[str, Any] = {"key": [], "sensitive": []}
    for place in range(int(one_of(rng, [1, 1, 2, 2, 3, 4]))):
        columns[f"k{place}"] = draw_column(rng, size, marked)
        roles["key"].append(f"k{place}")
    for place in range(int(rng.integers(0, 3))):
        columns[f"s{place}"] = draw_column(rng, size, marked)
        roles["sensitive"].append(f"s{place}")
    for place in range(int(one_of(rng, [0, 0, 0, 1, 2]))):
        columns[f"n{place}"] = draw_amounts(rng, size)
        roles.setdefault("number", []).append(f"n{place}")
    if perhaps(rng, 0.4):
        columns["other"] = draw_column(rng, size, marked)
    if perhaps(rng, 0.12):
        for name in ("x", "y"):
            columns[name] = pl.Series(3_900_000 + rng.integers(0, 3000, size))
            roles["key"].append(name)
    add_roles(rng, size, columns, roles)
    names = list(columns)
    rng.shuffle(names)
    frame = pl.DataFrame([columns[name].alias(name) for name in names])
    return Drawn(frame, roles, draw_hierarchies(rng, frame, roles["key"]))


def add_roles(rng: Rng, size: int, columns: dict[str, pl.Series], roles: dict[str, Any]) -> None:
    mark = checker.MARK
    people = rng.integers(0, max(2, size * 2 // 3), size)
    if perhaps(rng, 0.5):
        columns["weight"] = draw_weights(rng, size)
        roles["weight"] = "weight"
    if perhaps(rng, 0.4):
        columns["name"] = pl.Series([f"{mark} {place}" for place in range(size)])
        roles["identifier"] = ["name"]
    if perhaps(rng, 0.35):
        texts = perhaps(rng, 0.5)
        values = [f"{mark} p{p}" if texts else checker.NUMBER * 100 + int(p) for p in people]
        columns["person"] = with_gaps(rng, pl.Series(values), 0.1)
        roles["individual"] = "person"
    if perhaps(rng, 0.35):
        values = [checker.NUMBER * 100 + int(p) // 2 for p in people]
        columns["home"] = with_gaps(rng, pl.Series(values), 0.1)
        roles["household"] = "home"
    if perhaps(rng, 0.25):
        columns["place"] = pl.Series([f"c{int(v)}" for v in rng.integers(0, 4, size)])
        roles["area"] = "place"
    if perhaps(rng, 0.15):
        columns["number"] = pl.Series(checker.NUMBER * 100 + rng.permutation(size))
        roles["row"] = "number"


def draw_weights(rng: Rng, size: int) -> pl.Series:
    kind = one_of(rng, [pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.Float32, pl.Float64, pl.UInt8])
    values = rng.integers(1, 120, size) if kind.is_integer() else rng.lognormal(2, 1, size)
    return pl.Series(values).cast(kind)


def draw_amounts(rng: Rng, size: int) -> pl.Series:
    """Draw what others know roughly: incomes, turnovers."""
    values = np.round(rng.lognormal(4, 1, size), int(one_of(rng, [0, 1, 6])))
    kind = one_of(rng, [pl.Int32, pl.Int64, pl.Float32, pl.Float64])
    return with_gaps(rng, pl.Series(values).cast(kind), float(one_of(rng, [0, 0, 0, 0.1])))


def draw_column(rng: Rng, size: int, marked: bool) -> pl.Series:
    makers = [draw_texts, draw_texts, draw_whole, draw_whole, draw_floats, draw_moments, draw_logic]
    column: pl.Series = one_of(rng, makers)(rng, size, marked)
    return with_gaps(rng, column, float(one_of(rng, [0, 0, 0.1, 0.4])))


def with_gaps(rng: Rng, column: pl.Series, share: float) -> pl.Series:
    keep = pl.Series(rng.random(len(column)) >= share)
    return column.zip_with(keep, column.clear(len(column)))


def draw_texts(rng: Rng, size: int, marked: bool) -> pl.Series:
    odd = perhaps(rng, 0.3)
    values = rng.permutation(ODD)[: int(rng.integers(2, 6))].tolist() if odd else list("abcd")
    values = [f"{checker.MARK} {value}" if marked and not odd else value for value in values]
    drawn = pl.Series([one_of(rng, values[: int(rng.integers(1, 6))]) for _ in range(size)])
    if perhaps(rng, 0.15):
        return drawn.cast(pl.Categorical)
    return drawn.cast(pl.Enum(sorted(set(drawn)))) if perhaps(rng, 0.1) else drawn


def draw_whole(rng: Rng, size: int, _: bool) -> pl.Series:
    kind = one_of(rng, WHOLE)
    low, high = (int(pl.select(end).item()) for end in (kind.min(), kind.max()))
    values = rng.integers(0, int(one_of(rng, [2, 3, 4, 8, 90])), size)
    if perhaps(rng, 0.1):  # at the end of the type
        return pl.Series([high - int(v) for v in values], dtype=kind)
    return pl.Series(values - (5 if low < 0 and perhaps(rng, 0.3) else 0)).cast(kind)


def draw_floats(rng: Rng, size: int, _: bool) -> pl.Series:
    values = np.round(rng.normal(2, 1, size), int(one_of(rng, [0, 0, 0, 1, 2])))
    values = np.where(rng.random(size) < 0.05, one_of(rng, [-0.0, np.nan, 1e15, 0.1]), values)
    return pl.Series(values).cast(one_of(rng, [pl.Float64, pl.Float64, pl.Float32]))


def draw_moments(rng: Rng, size: int, _: bool) -> pl.Series:
    days = rng.integers(0, int(one_of(rng, [2, 3, 30, 4000])), size).tolist()
    if perhaps(rng, 0.3):
        return pl.Series([datetime(1990, 1, 1, 3) + timedelta(hours=7 * d) for d in days])
    return pl.Series([date(1980, 1, 1) + timedelta(days=d) for d in days])


def draw_logic(rng: Rng, size: int, _: bool) -> pl.Series:
    return pl.Series(rng.random(size) < 0.5)


def draw_hierarchies(rng: Rng, frame: pl.DataFrame, keys: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in keys:
        values = frame[name].drop_nulls().unique().sort()
        if perhaps(rng, 0.3) and len(values) > 2:
            found[name] = Automatic()
        elif frame.schema[name].is_numeric() and len(values) > 2:
            cuts = sorted({float(v) for v in rng.choice(values.cast(pl.Float64).to_numpy(), 2)})
            found[name] = Hierarchy.from_cuts(cuts, cuts[:1])
        elif frame.schema[name] == pl.String and len(values) > 2:
            texts = [v for v in values.to_list() if v]
            found[name] = Hierarchy.from_groups({"some": texts[: len(texts) // 2 + 1]})
    return found if perhaps(rng, 0.9) else {}


# -- plans ---------------------------------------------------------------------------------------


def draw_plan(rng: Rng, drawn: Drawn) -> Plan:
    rule = one_of(rng, ["known", "known", "wildcard", "category"])
    models = draw_models(rng, drawn, rule)
    extra = [draw_method(rng, drawn) for _ in range(int(rng.integers(0, 3)))]
    methods = [*extra, draw_protection(rng, drawn, models, rule), *draw_means(rng, drawn)]
    if perhaps(rng, 0.3):
        methods.append(draw_method(rng, drawn))
    ignored = [n for n in drawn.frame.columns if n == "other"]
    accepted = [*ignored, *drawn.columns("area")] if perhaps(rng, 0.5) else ignored
    accepted += drawn.columns("sensitive") if perhaps(rng, 0.5) else []
    accepted += drawn.columns("number") if perhaps(rng, 0.2) else []
    terms = Terms(
        unexamined=accepted if perhaps(rng, 0.85) else [],
        link=one_of(rng, ["drop", "drop", "renumber"]),
        readable=drawn.frame.columns if perhaps(rng, 0.9) else [],
    )
    assess = [*models, *draw_distances(rng, drawn)]
    return Plan(assess=assess, reduce=[m for m in methods if m], release=terms)


def draw_models(rng: Rng, drawn: Drawn, rule: str) -> list[RiskMeasure]:
    """Draw one to three measures with targets that random files can meet."""
    possible = ["k_anonymity", "k_anonymity", "attackers", "sample_uniques", "average_risk"]
    if drawn.columns("sensitive"):
        possible += ["l_diversity", "t_closeness", "beta_likeness", "delta_disclosure"]
        possible += ["homogeneity", "l_diversity"]
    if drawn.columns("weight"):
        possible += ["individual_risk"]
        possible += ["household_risk"] if drawn.columns("household") else []
    if drawn.population is not None:
        possible += ["k_map", "k_map"]
    names = list(dict.fromkeys(one_of(rng, possible) for _ in range(int(rng.integers(1, 4)))))
    few = len(drawn.columns("key")) < 2
    given = {name: draw_target(rng, name, rule) for name in names}
    given = {n: {k: v for k, v in g.items() if not (few and k == "combinations")}
             for n, g in given.items()}  # fmt: skip
    return [MEASURES[name](**given[name]) for name in names]


def draw_distances(rng: Rng, drawn: Drawn) -> list[RiskMeasure]:
    """Draw measures of numbers, with a target or without, of all numbers or of one."""
    numbers = drawn.columns("number")
    if not numbers or perhaps(rng, 0.2):
        return []
    name = one_of(rng, ["linkage", "linkage", "interval_disclosure"])
    given: dict[str, Any] = {"most": float(one_of(rng, [0.1, 0.34, 0.5, 0.8]))}
    given |= {"columns": [one_of(rng, numbers)] if perhaps(rng, 0.2) else numbers}
    if name == "interval_disclosure":
        given["kind"] = one_of(rng, ["deviation", "rank"])
    if perhaps(rng, 0.1):
        given.pop("most")
    return [MEASURES[name](**given)]


def draw_means(rng: Rng, drawn: Drawn) -> list[Method | None]:
    """Draw a microaggregation of all numbers at once, or one by one."""
    numbers = drawn.columns("number")
    if not numbers or perhaps(rng, 0.2):
        return []
    how = one_of(rng, ["mdav", "axis", "univariate"])
    given = {"columns": numbers, "k": int(one_of(rng, [2, 3, 5])), "how": how}
    return [made("microaggregate", {"microaggregate": given})]


def draw_target(rng: Rng, name: str, rule: str) -> dict[str, Any]:
    k = int(one_of(rng, [2, 2, 3, 5]))
    targets: dict[str, dict[str, Any]] = {
        "k_anonymity": {"k": k, **({"combinations": 2} if perhaps(rng, 0.15) else {})},
        "k_map": {"k": k, "estimate": "population"},
        "attackers": {"most": float(one_of(rng, [0.2, 0.34, 0.5]))},
        "sample_uniques": {"most": float(one_of(rng, [0.0, 0.1, 0.3]))},
        "average_risk": {"most": float(one_of(rng, [0.2, 0.4, 0.6]))},
        "l_diversity": draw_diversity(rng),
        "t_closeness": {"t": float(one_of(rng, [0.3, 0.5, 0.7]))}
        | ({"distance": "ordered"} if perhaps(rng, 0.3) else {}),
        "beta_likeness": {"beta": float(one_of(rng, [1.0, 2.0, 4.0]))}
        | ({"kind": "enhanced"} if perhaps(rng, 0.3) else {}),
        "delta_disclosure": {
            "delta": float(one_of(rng, [1.0, 2.0])),
            "absent": one_of(rng, ["all", "present", "present"]),
            "base": one_of(rng, ["e", "2", "10"]),
        },
        "homogeneity": {
            "most": float(one_of(rng, [0.0, 0.2])),
            "share": float(one_of(rng, [1.0, 0.8])),
        },
        "individual_risk": {"most": float(one_of(rng, [0.05, 0.1, 0.3]))},
        "household_risk": {"most": float(one_of(rng, [0.1, 0.3, 0.6]))},
    }
    given = targets[name]
    return given if name == "k_map" or rule == "known" else {**given, "missing": rule}


def draw_diversity(rng: Rng) -> dict[str, Any]:
    kind = one_of(rng, ["distinct", "distinct", "entropy", "recursive", "grassberger"])
    whole = kind in ("distinct", "recursive")
    given = {"kind": kind, "l": 2 if whole else float(one_of(rng, [1.3, 1.8, 2.0]))}
    return {**given, "c": 3.0} if kind == "recursive" else given


def draw_protection(rng: Rng, drawn: Drawn, models: list[RiskMeasure], rule: str) -> Method | None:
    """Draw a method that works towards the targets."""
    keys = [*drawn.columns("key"), *drawn.columns("area")]
    held = dict.fromkeys((n for n in keys if n not in drawn.hierarchies), 0)
    flat = {"maximum": held} if held and perhaps(rng, 0.9) else {}
    return made(
        one_of(rng, ["suppress_records"] * 4 + ["suppress_cells"] * 3 + ["generalise"] * 2
               + ["local_recoding", "mondrian", "mondrian", "none"]),
        {
            "suppress_records": {"models": models, "drop": float(one_of(rng, [0.5, 1.0, 1.0]))},
            "suppress_cells": {"models": models, "missing": rule, "seconds": 2.0},
            "generalise": {"models": models, "drop": float(one_of(rng, [0.3, 1.0])), **flat},
            "local_recoding": {"models": models, "rounds": 1, **flat},
            "mondrian": {"models": models, "cuts": one_of(rng, ["strict", "relaxed"]), **flat},
        },
    )  # fmt: skip


def draw_method(rng: Rng, drawn: Drawn) -> Method | None:
    """Draw any other method that the columns allow."""
    numeric, keys = drawn.numeric(), drawn.columns("key")
    some: dict[str, dict[str, Any]] = {
        "shuffle_records": {},
        "drop_identifiers": {"columns": [one_of(rng, keys)]} if perhaps(rng, 0.3) else {},
        "subsample": {"share": float(one_of(rng, [0.3, 0.6, 0.9]))},
        "pseudonymise": {"columns": drawn.columns("identifier")},
        **draw_perturbations(rng, drawn),
    }
    if not drawn.columns("identifier"):
        some.pop("pseudonymise")
    if numeric:
        column = one_of(rng, numeric)
        base = float(one_of(rng, [0.5, 5.0, 10.0]))
        ways = ["nearest", "up", "down", "random", "controlled"]
        some["round"] = {"columns": [column], "base": base, "how": one_of(rng, ways)}
        end = (
            {"top": float(one_of(rng, [1.0, 20.0]))} if perhaps(rng, 0.6) else {"top_quantile": 0.8}
        )
        shown = one_of(rng, ["limit", "limit", "mean"])
        some["top_code"] = {"column": column, **end, "value": shown}
        some["recode cuts"] = {"column": column, "cuts": [3.0, 20.0]}
    if "x" in drawn.frame.columns:
        size = {"side": 2000} if perhaps(rng, 0.5) else {"least": 3}
        some = (
            {"grid": {**size, "into": "square"}, **some}
            if perhaps(rng, 0.3)
            else {"grid": {**size, "into": "square"}}
        )
    if drawn.hierarchies:
        some["recode level"] = {"column": one_of(rng, drawn.hierarchies), "level": 1}
    if drawn.columns("weight"):
        margin = one_of(rng, keys)
        some["calibrate"] = {"margins": ["1", margin] if perhaps(rng, 0.7) else ["1"]}
        some["round_weights"] = {"base": float(one_of(rng, [1.0, 2.5]))}
    return made(one_of(rng, some), some)


def draw_perturbations(rng: Rng, drawn: Drawn) -> dict[str, dict[str, Any]]:
    """Draw how each method of chance, or of means, would change keys and numbers."""
    numeric, keys = drawn.numeric(), drawn.columns("key")
    key, share = one_of(rng, keys), float(one_of(rng, [0.1, 0.3, 0.9]))
    some: dict[str, dict[str, Any]] = {
        "pram": {"columns": [key], "retention": float(one_of(rng, [0.5, 0.9]))},
        "swap random": {"columns": keys, "kind": "random", "share": share},
        "synthesise": {"columns": keys if perhaps(rng, 0.5) else [key],
                       "model": one_of(rng, ["trees", "copula"]),
                       "copies": int(one_of(rng, [1, 1, 2]))},
    }  # fmt: skip
    if drawn.columns("household") and drawn.columns("area"):
        some["swap targeted"] = {"kind": "targeted", "share": share, "k": 2}
    if numeric:
        column = one_of(rng, numeric)
        kinds = ["independent", "correlated", "multiplicative", "log"]
        some["noise"] = {"columns": [column], "alpha": float(one_of(rng, [0.1, 2.0])),
                         "kind": one_of(rng, kinds)}  # fmt: skip
        some["mask"] = {"columns": [column], "covariance": {column: {column: share}}}
        some["swap rank"] = {"columns": [column], "share": share}
        some["shuffle"] = {"columns": [column]}
        some["microaggregate"] = {"columns": [column], "k": int(one_of(rng, [2, 3])),
                                  "how": one_of(rng, ["mdav", "refined", "axis"]),
                                  "seconds": 1e-3}  # fmt: skip
    return some


def made(name: str, given: Mapping[str, Mapping[str, Any]]) -> Method | None:
    return METHODS[name.split(maxsplit=1)[0]](**given[name]) if name in given else None


# -- one trial -----------------------------------------------------------------------------------


@dataclass
class Outcome:
    """What came of one file."""

    number: int
    kind: str
    wrong: list[str] = field(default_factory=list)
    format: str = ""


def trial(number: int, folder: Path) -> Outcome:
    """Draw a file and a plan, run it, write it, have it judged."""
    rng = np.random.default_rng(number)
    try:
        drawn = draw_file(rng)
        if perhaps(rng, 0.15):
            drawn = as_read(drawn, folder / f"{number}.csv")
        if perhaps(rng, 0.25):
            drawn.population = draw_population(rng, drawn)
        return judged(number, rng, drawn, folder / str(number))
    except DiscretError as error:
        shown = checker.is_marked(str(error))
        told = [f"a value of the data in a message: {type(error).__name__}"] if shown else []
        return Outcome(number, f"refused: {type(error).__name__}", told)
    except Exception as error:  # noqa: BLE001 (whatever is not an error of discret's is its fault)
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return Outcome(number, "fault", [f"{type(error).__name__} at {where}"])


def as_read(drawn: Drawn, path: Path) -> Drawn:
    """Bring the file in from CSV, as a user would."""
    drawn.frame.write_csv(path)
    frame = read(path).frame
    path.unlink()
    weight = drawn.roles.get("weight")
    if frame.height != drawn.frame.height or (weight and not frame.schema[weight].is_numeric()):
        return drawn
    return Drawn(frame, drawn.roles, {})


def draw_population(rng: Rng, drawn: Drawn) -> pl.DataFrame | None:
    keys = drawn.frame.select(*drawn.columns("key"), *drawn.columns("area"))
    if keys.null_count().sum_horizontal()[0] or any(t.is_float() for t in keys.dtypes):
        return None
    more = keys.sample(int(rng.integers(0, 100)), with_replacement=True, seed=int(rng.integers(99)))
    return pl.concat([keys, more])


def judged(number: int, rng: Rng, drawn: Drawn, out: Path) -> Outcome:
    beside = {"hierarchies": drawn.hierarchies, "population": drawn.population}
    data = Dataset.of(drawn.frame, **drawn.roles, **beside)
    plan = draw_plan(rng, drawn)
    weights = np.array(list(FORMATS.values())) / sum(FORMATS.values())
    wanted = str(rng.choice(list(FORMATS), p=weights))
    release = plan.run(data, seed=number, secret=SECRET)
    place = Place(out, Place.of(out, read_format(wanted), wanted).format)
    drawing = (
        nullcontext() if number % DRAWN == 0 else patch("discret.document.folder.render", plain)
    )
    try:
        with drawing:
            release = place.write(release)
        kind = {True: "met", False: "not met", None: "no target"}[release.met]
        wrong = violations(plan, drawn, release, place.files[0]) if release.met else []
    finally:
        shutil.rmtree(out, ignore_errors=True)
    return Outcome(number, kind, wrong, wanted)


def plain(*_: Any, **__: Any) -> str:
    """Stand for a report where none is drawn: pictures take most of the time of small files."""
    return ""


def read_format(wanted: str) -> Any:
    from discret.data.files.tables import FORMATS as KNOWN

    return KNOWN[f".{wanted}"]


def violations(plan: Plan, drawn: Drawn, release: Any, path: Path) -> list[str]:
    """Judge the file that was written, as other programs read it."""
    places = places_of(drawn, release)
    return [
        f"{fault} ({reader}, {path.suffix})"
        for reader, rows in checker.read_by_others(path)
        for fault in faults(plan, drawn, rows, places)
    ]


def places_of(drawn: Drawn, release: Any) -> list[int]:
    """For each record of the file, its place in the original."""
    table = release.data.frame.select(LINK, PLACE).collect().to_native().sort(PLACE)
    links = table[LINK].to_list()
    if "row" not in drawn.roles:
        return links
    numbers = {number: place for place, number in enumerate(drawn.frame["number"].to_list())}
    return [numbers[link] for link in links]


def faults(plan: Plan, drawn: Drawn, rows: checker.Rows, places: list[int]) -> Iterator[str]:
    roles = {name: role for role in drawn.roles for name in drawn.columns(role)}
    roles = {name: roles.get(name, "ignored") for name in drawn.frame.columns}
    if len(rows) != len(places):
        yield f"the file has {len(rows)} records, {len(places)} were released"
        return
    columns = list(rows[0])
    held = [name for name in columns if roles.get(name) in checker.NEVER]
    yield from (f"{name} left as it came" for name in checker.marked_cells(rows, held))
    accepted = list(plan.release.unexamined)
    seen = columns if any(hasattr(one, "column") for one in plan.assess) else []
    seen = [name for name in seen if roles.get(name) == "sensitive"]
    far = [one for one in plan.assess if one.name in checker.BY_DISTANCE]
    seen += [n for one in far if one.most is not None for n in one.columns]  # type: ignore[attr-defined]
    lost = checker.unaccounted(columns, roles, accepted, seen)
    yield from (f"{name} left unaccounted for" for name in lost)
    file = as_file(plan, drawn, rows, places, roles)
    if not file.keys:
        return
    for measure in plan.assess:
        if checker.refused(file, measure.name, measure.model_dump(exclude_none=True)):
            yield f"{measure.name} misses its target {measure.parameters()}"


def as_file(
    plan: Plan, drawn: Drawn, rows: checker.Rows, places: list[int], roles: Mapping[str, str]
) -> checker.File:
    columns = list(rows[0])
    accepted = plan.release.unexamined
    keys = [n for n in columns if roles.get(n) == "key"]
    keys += [n for n in columns if roles.get(n) == "area" and n not in accepted]
    made_of = {n for one in plan.reduce if one.name == "grid" for n in (one.x, one.y)}  # type: ignore[attr-defined]
    keys += [n for n in columns if n == "square" and made_of & set(drawn.columns("key"))]
    before = drawn.frame.to_dicts()
    people = drawn.population

    def spread(role: str) -> list[Any] | None:
        name = drawn.roles.get(role)
        return [before[place][name] for place in places] if name else None

    return checker.File(
        rows=rows,
        keys=keys,
        sensitive=[n for n in columns if roles.get(n) == "sensitive"],
        weight="weight" if "weight" in columns else None,
        people=spread("individual"),
        homes=spread("household"),
        before=[before[place] for place in places],
        originals=before,
        places=places,
        population=None if people is None else people.to_dicts(),
    )


# -- the campaign --------------------------------------------------------------------------------


def trials(numbers: list[int]) -> list[Outcome]:
    folder = Path(mkdtemp(prefix="campaign-"))
    try:
        return [trial(number, folder) for number in numbers]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def campaign(files: int, seed: int, minutes: float, cores: int) -> Iterator[Outcome]:
    """Yield the outcomes of so many files, until the time is over."""
    first, began = seed * 1_000_000, perf_counter()
    parts = [list(range(first + n, first + min(n + 50, files))) for n in range(0, files, 50)]
    context = multiprocessing.get_context("spawn")
    with context.Pool(cores) as pool:
        for outcomes in pool.imap_unordered(trials, parts):
            yield from outcomes
            if perf_counter() - began > 60 * minutes:
                return


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--only", type=int, help="run the file of this number again")
    given = parser.parse_args()
    began, kinds, formats, wrong = perf_counter(), Counter[str](), Counter[str](), 0
    numbers = trials([given.only]) if given.only is not None else None
    for outcome in numbers or campaign(given.files, given.seed, given.minutes, given.cores):
        kinds[outcome.kind] += 1
        formats[outcome.format] += outcome.kind == "met"
        wrong += bool(outcome.wrong)
        for one in outcome.wrong:
            print(f"WRONG, file {outcome.number}: {one}", flush=True)
    done, seconds = sum(kinds.values()), perf_counter() - began
    print(f"{done} files in {seconds:.0f} s, {done / seconds:.1f} a second")
    for kind, number in kinds.most_common():
        print(f"  {kind}: {number}")
    print(f"  met, by format: {dict(formats.most_common())}")
    print(f"{wrong} wrong" + ("" if done >= given.files or numbers else ", and the time was over"))
    return int(wrong > 0 or (numbers is None and done < given.files))


if __name__ == "__main__":
    sys.exit(main())
