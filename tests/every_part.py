"""Every part of the catalogue, as objects to run, and a table in which every role is played."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from discret import Context, Dataset, Finding, Hierarchy
from discret.assess import KAnonymity, LDiversity
from discret.catalogue import LOSSES, MEASURES, METHODS
from discret.errors import ParameterError
from discret.maths.privacy.chance import pretended
from discret.parts import Change, LossMeasure, Method, Part, RiskMeasure
from discret.reduce import Recode, SuppressRecords

CATALOGUE: dict[str, type[Part]] = {**MEASURES, **METHODS, **LOSSES}
SECRET = b"the secret of the tests, kept apart"
ROLES: dict[str, Any] = {
    "identifier": "name",
    "key": ["sex", "age", "town"],
    "sensitive": ["illness", "income"],
    "weight": "weight",
    "household": "home",
    "individual": "person",
    "area": "zone",
    "row": "number",
}

# A new part needs no line below if all that it needs has a usual name: it is tried as it is.
USUAL: dict[str, Any] = {
    "k": 2,
    "column": "income",
    "columns": ["income"],
    "by": ["sex"],
    "share": 0.5,
    "threshold": 0.5,
    "models": [KAnonymity(k=2)],
}
STAYS = {one: {"man": 0.5, "woman": 0.5} for one in ("man", "woman")}
KNOWN = Path(__file__).with_name("known_people.csv")  # a register
PAST = Path(__file__).with_name("past_people.csv")  # an earlier release
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "k_anonymity": [
        {},
        {"k": 2},
        {"k": 3, "missing": "wildcard"},
        {"k": 50, "missing": "category"},
        {"k": 2, "combinations": 2},
        {"combinations": [{"columns": ["sex"], "k": 3}, {"columns": ["age", "town"], "k": 2}]},
    ],
    "l_diversity": [
        {},
        {"l": 2},
        {"l": 1.5, "kind": "entropy", "column": "illness"},
        {"l": 2, "kind": "recursive", "c": 3.0, "missing": "category"},
        {"l": 1.5, "kind": "grassberger"},
    ],
    "t_closeness": [
        {},
        {"t": 0.3, "missing": "category"},
        {"t": 1.0, "distance": "ordered", "column": "income"},
        {"t": 0.4, "distance": "hierarchical", "column": "town", "missing": "wildcard"},
    ],
    "delta_disclosure": [
        {},
        {"absent": "present"},
        {"delta": 1.0, "base": "2", "absent": "present", "missing": "category"},
        {"delta": 0.5, "base": "10", "column": "remark"},
    ],
    "beta_likeness": [
        {},
        {"beta": 1.0, "missing": "category"},
        {"beta": 2.0, "kind": "enhanced", "column": "remark"},
        {"beta": 3.0, "kind": "enhanced", "column": "income"},
    ],
    "differencing": [
        {"square": "home", "threshold": 3},
        {"square": "name", "zone": "sex", "threshold": 2, "coarser": ["home"]},
        {"square": "name", "zone": "zone", "count": "number", "threshold": 40},
        {"square": "home", "threshold": 3, "most": 0},
        {
            "square": "town",
            "zone": "home",
            "count": "number",
            "threshold": 9,
            "blanks": "withheld",
            "repeats": "added",
            "most": 300,
        },
    ],
    "several_zonings": [
        {"columns": ["sex", "zone", "age"], "threshold": 3},
        {"columns": ["sex", "zone", "age"], "threshold": 3, "most": 24},
        {"columns": ["name", "zone"], "threshold": 2, "most": 0},
        {"columns": ["zone", "name", "sex"], "threshold": 40, "count": "number", "seconds": 5.0},
    ],
    "homogeneity": [
        {},
        {"most": 0.0},
        {"most": 1.0, "share": 0.5, "column": "illness", "missing": "wildcard"},
    ],
    "individual_risk": [
        {},
        {"threshold": 0.05, "formula": "approximate"},
        {"threshold": 0.5, "wanted": 0.01, "missing": "wildcard"},
    ],
    "attackers": [{}, {"threshold": 0.2}, {"threshold": 1.0, "missing": "category"}],
    "average_risk": [
        {},
        {"threshold": 0.2, "estimate": "population"},
        {"threshold": 0.9, "estimate": "weights", "missing": "wildcard"},
    ],
    "sample_uniques": [{}, {"most": 0.0}, {"most": 0.9, "missing": "category"}],
    "log_linear_risk": [
        {},
        {"threshold": 0.05, "model": "main", "population_size": 5000.0, "most_cells": 20},
        {"threshold": 0.9, "model": "two_way", "weighted": False},
    ],
    "household_risk": [
        {},
        {"column": "home", "threshold": 0.05, "formula": "approximate"},
        {"column": "zone", "threshold": 1.0, "missing": "category"},
    ],
    "rules": [
        {},
        {"file": "dutch_research", "missing": "wildcard"},
        {
            "file": "dutch_research",
            "grades": {"sex": "very", "age": "identifying", "town": "extremely"},
        },
    ],
    "weight_disclosure": [
        {},
        {"column": "weight", "most": 0.0},
        {"column": "weight", "by": ["zone"], "digits": 1, "most": 0.9, "missing": "category"},
    ],
    "suda": [
        {},
        {"threshold": 0.2},
        {"size": 2, "fraction": 0.1, "threshold": 1.0, "missing": "category", "formula": "ihsn"},
    ],
    "population_uniques": [
        {},
        {"threshold": 0.9, "missing": "wildcard"},
        {"model": "zayatz", "population_size": 500, "threshold": 0.001, "missing": "category"},
    ],
    "quasi_identifiers": [{}, {"size": 2, "missing": "category"}, {"columns": ["town", "zone"]}],
    "unpicking": [
        {"k": 3},
        {"k": 3, "most": 0.0, "completions": 50, "candidates": 1000},
        {"alike": True, "most": 1.0, "by": ["zone"]},
        {
            "k": 2,
            "categories": {"sex": ["n", "o"]},
            "impossible": [{"sex": "f", "age": 20}, {"town": "t", "zone": "z"}],
        },
    ],
    "k_map": [
        {},
        {"k": 5, "estimate": "population"},
        {"k": 9, "estimate": "weights", "confidence": 0.9, "missing": "category"},
    ],
    "delta_presence": [{}, {"highest": 0.3}, {"lowest": 0.01, "highest": 1.0}],
    "linkage": [
        {},
        {"most": 0.5},
        {"columns": ["age", "income"], "distance": "mahalanobis", "most": 1.0},
    ],
    "register": [
        {"tables": [str(KNOWN)]},
        {"tables": [str(KNOWN)], "columns": ["sex", "age"], "complete": "file", "within": 3,
         "most": 0.5},
        {"tables": [{"file": str(KNOWN), "rename": {"name": "nom"}}], "individual": "nom",
         "columns": ["illness"], "within": 40, "most": 1.0},
        {"tables": [str(KNOWN)], "columns": ["income"], "tolerance": {"income": 200.0},
         "within": 3, "most": 1.0},
    ],
    "releases": [
        {"previous": [str(PAST)]},  # which does not say who is who
        {"previous": [str(PAST)], "individual": "name"},
        {"previous": [{"file": str(PAST)}], "individual": "name", "k": 5, "most": 0.9},
    ],
    "m_invariance": [
        {"previous": [str(PAST)], "individual": "name"},
        {"m": 2, "column": "income", "individual": "name"},
        {"m": 2, "individual": "name"},
    ],
    "trajectories": [{}, {"points": 2, "columns": ["age", "town"], "draws": 500, "most": 0.5}],
    "invariant": [{"m": 2, "column": "income", "individual": "name", "others": "drop"}],
    "closest_record": [{}, {"most": 0.6}, {"columns": ["income", "illness"], "most": 1.0}],
    "membership": [{}, {"columns": ["age", "town"], "within": 0.1, "most": 0.5}],
    "inference": [
        {"target": "illness"},
        {"target": "income", "columns": ["age"], "most": 0.5},
        {"target": "sex", "reference": "outside", "most": 1.0},
    ],
    "likelihood_linkage": [
        {},
        {"most": 0.5},
        {"columns": ["sex", "income"], "chances": {"sex": STAYS}, "most": 1.0},
    ],
    "posterior": [
        {},
        {"columns": ["illness"], "most": 0.9},
        {"columns": ["income"], "most": 1.0},
        {"columns": ["sex"], "chances": {"sex": STAYS}},
    ],
    "repetition": [
        {},
        {"column": "illness", "epsilon": 1.0, "times": 5, "most": 0.9},
        {"column": "sex", "truth": 0.75, "times": 3, "values": ["man", "woman"]},
        {"column": "town", "epsilon": 2.0, "encoding": "optimised", "most": 0.5},
    ],
    "people_between": [
        {"x": "income", "y": "home"},
        {"x": "home", "y": "income", "k": 3},
    ],
    "interval_disclosure": [
        {},
        {"columns": ["income"], "most": 1.0},
        {"kind": "rank", "width": 0.1, "most": 0.5},
    ],
    "redundancy": [{}, {"columns": ["income"], "most": 1.0}, {"most": 0.0}],
    "climb_areas": [
        {"k": 2, "individuals": 2, "save": 0.9},
        {"k": 2, "unique": 2, "search": "greedy", "count": "records", "lift": "all"},
        {"k": 1, "individuals": 1, "by": "income", "share": 0.9, "models": [KAnonymity(k=2)]},
    ],
    "why_lifted": [{}, {"most": 0.0}],
    "level_totals": [{}, {"least": 2, "most": 0.1}, {"reference": "original", "most": 1.0}],
    "rolled_up": [{}, {"sums": ["weight"], "means": {"income": "weight"}, "most": 0.5}],
    "local_recoding": [  # with fewer than five, all chances lead to the same best grouping
        {"models": [KAnonymity(k=5)], "maximum": {"sex": 0}},
        {"models": [KAnonymity(k=5), LDiversity(l=2)], "rounds": 1},
    ],
    "merge_squares": [
        {"square": "home", "threshold": 3},
        {"square": "home", "zone": "name", "count": "number", "threshold": 20},
    ],
    "mask": [
        {"columns": ["income", "home"], "blocks": ["sex"], "scale": {"income": 10.0}},
        {"columns": ["income", "age"],
         "matrix": {"income": {"income": 1.0}, "age": {"income": 2.0, "age": 1.0}}},
        {"columns": ["income"], "takes": "number"},
        {"columns": ["income"], "rows": np.eye(24)[::2].tolist()},
        {"columns": ["income", "home"],
         "covariance": {"income": {"income": 9.0, "home": 1.0}, "home": {"home": 4.0}}},
    ],
    "microaggregate": [
        {"columns": ["income"], "k": 2, "by": ["sex"]},
        {"columns": ["income", "home", "age"], "k": 3, "how": "refined", "seconds": 1e-5},
        {"columns": ["income", "illness"], "k": 3, "value": "median"},
        {"columns": ["income", "home"], "k": 3, "how": "univariate"},
        {"columns": ["income", "home"], "k": 3, "how": "axis"},
    ],
    "noise": [
        {"columns": ["income"]},
        {"columns": ["income", "home"], "kind": "correlated", "keep_variance": True, "by": ["sex"]},
        {"columns": ["income"], "kind": "multiplicative", "alpha": 0.5},
        {"columns": ["income"], "kind": "log", "lowest": {"income": 900.0},
         "highest": {"income": 9e12}},
    ],
    "randomised_response": [{"column": "sex", "epsilon": 1.0}],
    "rappor": [
        {"column": "town", "f": 0.4, "p": 0.3, "q": 0.8},
        {"column": "illness", "bits": 8, "hashes": 1, "cohorts": 2, "epsilon": 2.0, "once": True},
    ],
    "unary_encoding": [
        {"column": "town", "epsilon": 1.0},
        {"column": "sex", "epsilon": 2.0, "kind": "symmetric"},
    ],
    "pram": [
        {"columns": ["illness"]},
        {"columns": ["sex", "zone"], "together": True, "retention": 0.6, "invariant": False},
        {
            "columns": ["sex"],
            "matrix": {"man": {"man": 0.9, "woman": 0.1}, "woman": {"man": 0.2, "woman": 0.8}},
            "invariant": "nearest",
            "by": ["zone"],
        },
        {"columns": ["illness"], "forbidden": [{"illness": "cold", "sex": "man"}]},
        {"columns": ["zone"], "epsilon": 1.0},
    ],
    "mondrian": [
        {"models": [KAnonymity(k=2)], "maximum": {"sex": 0}},
        {
            "models": [KAnonymity(k=3), LDiversity(l=2)],
            "cuts": "relaxed",
            "importance": {"age": 2.0},
            "maximum": {"sex": 0},
        },
    ],
    "displace": [
        {"x": "income", "y": "home", "within": 300.0},
        {"x": "income", "y": "home", "beyond": 50.0, "within": 60.0},
    ],
    "drop_identifiers": [{}, {"columns": ["home", "remark"]}],
    "generalise": [
        {"models": [KAnonymity(k=2)], "suppress": 1.0, "maximum": {"sex": 0}},
        {
            "models": [KAnonymity(k=2)],
            "suppress": 0.9,
            "levels": {"age": 2, "town": 1},
            "weighted": True,
            "fewest": True,
        },
        {
            "models": [KAnonymity(k=2), LDiversity(l=2)],
            "suppress": 1.0,
            "loss": "entropy",
            "aggregate": "arithmetic",
            "importance": {"age": 2.0},
            "minimum": {"age": 1},
            "maximum": {"sex": 0},
            "checks": 50,
            "seconds": 60.0,
        },
        {
            "models": [KAnonymity(k=2)],
            "suppress": 1.0,
            "maximum": {"sex": 0},
            "apart": {"age": [["30", "50"]]},
            "together": {"town": [["Lille", "Laon"]]},
            "ordered": {"age": True},
        },
    ],
    "private_synthesis": [
        {"columns": ["sex", "zone"], "epsilon": 4.0, "delta": 1e-3, "rounds": 1, "size": 3,
         "max_size": 9.0,
         "categories": {"sex": ["man", "woman"], "zone": ["north", "south", "east"]}},
        {"columns": ["sex", "income"], "rho": 0.5, "categories": {"sex": ["man", "woman"]},
         "bounds": {"income": [0, 9000]}, "bins": 3, "rounds": 0, "neighbours": "add_remove",
         "records": 12},
    ],
    "pseudonymise": [{}, {"columns": ["name", "home"]}],
    "recode": [
        {"column": "town", "level": 1},
        {"column": "age", "level": -1},
        {"column": "age", "cuts": [35], "labels": ["young", "old"]},
        {"column": "sex", "mapping": {"woman": "*", "man": "*"}},
    ],
    "round": [{"columns": ["income", "weight"], "base": 500}, *(
        {"columns": ["income"], "base": 0.5, "how": how} for how in ("up", "down")
    ), {"columns": ["income", "home"], "base": 500, "how": "random"},
       {"columns": ["income"], "base": 70, "how": "controlled", "margins": ["sex", "town"]}],
    "calibrate": [
        {"margins": ["sex", "zone * C(age)"]},
        {
            "margins": ["sex", "income"],
            "distance": "truncated",
            "bounds": "tightest",
            "regroup": "neighbours",
            "most": 3.0,
        },
        {
            "margins": ["1", "sex"],
            "totals": {"1": 500.0},
            "distance": "sinh",
            "alpha": 2.0,
            "ridge": {"sex": 5.0},
        },
    ],
    "grid": [
        {"x": "income", "y": "income", "side": 500},
        {"x": "income", "y": "income", "threshold": 2, "into": "square", "crs": 2154},
    ],
    "round_weights": [{"base": 0.7}, {"base": 1.3, "margins": ["sex", "zone"]}],
    "balanced_subsample": [{"share": 0.5, "margins": ["sex", "income"]}],
    "smallest_areas": [
        {"individuals": 5, "k": 2, "pairs": [("north", "south"), ("south", "east")]},
        {"individuals": 8, "k": 1, "count": "records", "x": "income", "y": "number", "nearest": 1,
         "save": 0.5, "labels": "members"},
        {"individuals": 1, "k": 2, "pairs": [("north", "east")], "models": [KAnonymity(k=3)]},
    ],
    "subsample": [{"share": 0.5}, {"share": 0.25, "by": ["sex", "town"], "reweight": False}],
    "suppress_cells": [
        {"models": [KAnonymity(k=2)], "importance": "entropy"},
        {
            "models": [KAnonymity(k=2), LDiversity(l=2)],
            "importance": {"age": 2.0},
            "ceilings": {"sex": 20, "age": 0.99},
            "by": ["remark"],
            "seconds": 5.0,
        },
    ],
    "suppress_records": [
        {"models": [KAnonymity(k=2)], "most": 1},
        {"models": [KAnonymity(k=2), LDiversity(l=2)], "most": 0.9},
        {"models": [KAnonymity(k=2)], "most": 1, "fewest": True},
    ],
    "shuffle": [
        {"columns": ["income", "age"]},
        {"columns": ["income", "weight"], "by": ["sex"]},
    ],
    "swap": [
        {"columns": ["income", "home"], "share": 0.4},
        {"columns": ["illness", "income"], "kind": "random", "share": 0.6, "by": ["sex"]},
        {"kind": "targeted", "share": 0.5},
        {"kind": "targeted", "columns": ["zone"], "k": 4, "similar": [["sex", "age"], ["sex"]],
         "along": ["remark"]},
    ],
    "swap_locations": [
        {"x": "income", "y": "home", "within": 1500.0},
        {"x": "income", "y": "home", "beyond": 100.0, "within": 3000.0, "keep": ["age", "sex"],
         "near": 0.5, "along": ["zone"]},
    ],
    "synthesise": [
        {"columns": ["income", "illness"]},
        {"columns": ["income"], "copies": 2, "into": "version"},
        {"columns": ["income", "town"], "model": "copula", "by": ["sex"], "smooth": True},
        {"columns": ["sex", "age", "town", "illness"], "leaf": 3, "hybrid": 0.25},
    ],
    "top_code": [
        {"column": "income", "top": 3000},
        {"column": "income", "top": 3000, "bottom": 1300, "value": "mean"},
        {"column": "income", "top_quantile": 0.5, "bottom_quantile": 0.2, "value": "mean"},
    ],
    "withhold_squares": [
        {"square": "home", "threshold": 3, "cost": "observations"},
        {"square": "home", "zone": "name", "count": "number", "threshold": 20, "seconds": 9.0},
    ],
    "square_loss": [{"square": "home"}, {"square": "zone", "count": "number", "most": 0.5}],
    "cells_changed": [{}, {"most": 0.01}],
    "classification": [
        {"column": "illness"},
        {"column": "sex", "columns": ["age", "income"], "model": "tree", "most": 0.1},
    ],
    "discernibility": [{}, {"most": 0.2}],
    "entropy": [{}, {"columns": ["sex", "illness"], "most": 0.3}],
    "group_size": [{}, {"most": 0.2}],
    "distances": [{}, {"most": 0.0}, {"columns": ["income", "illness"], "most": 1.0}],
    "correlations": [{}, {"columns": ["income", "home", "age"], "most": 0.1}],
    "propensity": [{}, {"columns": ["sex", "income", "town"], "most": 0.01}],
    "query": [
        {"column": "income", "by": ["sex"]},
        {"column": "home", "by": ["age", "town"], "statistic": "sum", "most": 0.1},
        {"by": ["zone"], "statistic": "count", "most": 9.0},
    ],
    "detail_lost": [{}, {"most": 0.0}, {"columns": ["age", "illness"], "most": 1.0}],
    "marginals": [{}, {"most": 0.0}, {"columns": ["age", "income"], "most": 1.0}],
    "contingency": [{}, {"most": 0.0}, {"columns": ["sex", "zone"], "most": 1.0},
                    {"columns": ["sex", "zone", "town"], "size": 3}],
    "row_percentages": [
        {},
        {"rows": ["town", "zone"], "columns": ["sex"], "most": 0.0},
        {"rows": ["sex"], "columns": ["zone"], "most": 1.0},
    ],
    "means_and_quantiles": [{}, {"columns": ["income", "home"], "shares": [0.5], "most": 0.01}],
    "effective_size": [{}, {"most": 0.0}, {"most": 1.0}],
    "weight_ratios": [{}, {"bounds": [0.9, 1.1], "start": "weight", "most": 0.5}],
    "correspondence": [
        {"active": ["sex", "zone"]},
        {"active": ["zone", "sex", "illness"], "supplementary": ["town"], "axes": 3, "most": 0.1},
    ],
    "clusters": [{"columns": ["sex", "zone"], "classes": 3, "most": 0.1}, {"columns": ["zone"]}],
    "regression": [
        {"formula": "sex ~ income + zone"},
        {
            "formula": "income ~ sex + age",
            "family": "gaussian",
            "errors": "model",
            "confidence": 0.9,
            "most": 0.5,
        },
        {"formula": "home ~ sex*zone", "family": "poisson"},
    ],
}  # fmt: skip


def _examples(part: type[Part]) -> list[Part]:
    needed = [name for name, field in part.model_fields.items() if field.is_required()]
    usual = {name: USUAL[name] for name in needed if name in USUAL}
    try:
        return [part(**values) for values in SETTINGS.get(part.name, [usual])]
    except ParameterError:
        return []  # a test of tests/house/test_parts.py then asks for a line


EXAMPLES = [example for part in CATALOGUE.values() for example in _examples(part)]
RISKS = [part for part in EXAMPLES if isinstance(part, RiskMeasure)]
REDUCTIONS = [part for part in EXAMPLES if isinstance(part, Method)]
COSTS = [part for part in EXAMPLES if isinstance(part, LossMeasure)]


def people() -> pl.DataFrame:
    """Twenty-four people in groups of one to six; a town is missing here and there."""
    places = range(24)
    towns = ["Lyon", "Lille", None, "Lyon", "Lille", "Lyon"]
    return pl.DataFrame({
        "name": [f"person {place}" for place in places],
        "sex": ["woman" if place % 2 else "man" for place in places],
        "age": [30 + 10 * (place % 3) for place in places],
        "town": [towns[place % 6] if place != 7 else "Laon" for place in places],
        "illness": [("flu", "gout", "flu", "mumps", None)[place % 5] for place in places],
        "income": [1000 + 137 * place for place in places],
        "weight": [1.5 + place for place in places],
        "home": [place // 2 for place in places],
        "person": [f"p{min(place, 21)}" for place in places],
        "zone": [("north", "south", "east")[place // 8] for place in places],
        "number": [place + 1 for place in places],
        "remark": ["x"] * 24,
    })  # fmt: skip


def hierarchies() -> dict[str, Hierarchy]:
    """Hierarchies for two of the keys."""
    return {
        "age": Hierarchy.from_cuts([35, 45], [45]),
        "town": Hierarchy.from_groups({"north": ["Lille", "Laon"]}),
    }


def dataset(frame: Any = None, **roles: Any) -> Dataset:
    """Give the people all roles, but those given here: ``weight=None`` leaves the weight out."""
    played = (ROLES | roles).items()
    given = {name: one for name, one in played if isinstance(one, pl.DataFrame) or one}
    table = people() if frame is None else frame
    beside = {"hierarchies": hierarchies(), "population": population(table, given.get("key", ()))}
    beside["unexamined"] = ["zone"]  # which is an area, and would be a key
    return Dataset.of(table, **beside | given)


def population(frame: Any, keys: Any) -> pl.DataFrame | None:
    """Every record three times, its missing keys filled: whom the records were drawn from."""
    table = frame if isinstance(frame, pl.DataFrame) else people()
    names = [name for name in ([keys] if isinstance(keys, str) else keys) if name in table.columns]
    if not len(table) or not names:
        return None
    known = table.select(pl.col(*names).forward_fill().backward_fill())
    return pl.concat([known, known, known])


def context(seed: int = 1, **more: Any) -> Context:
    """What a run hands over, with a secret for those who need one."""
    chance = pretended(seed)
    return Context(rng=np.random.default_rng(seed), chance=chance, secret=SECRET, **more)


@cache
def shared() -> Dataset:
    """The people with all roles: one dataset for all tests that only look at it."""
    return dataset()


MANY = 100  # datasets of which it is remembered what became of them
_AFTER: dict[int, tuple[Dataset, Dataset]] = {}  # the data too, so that its number is not reused


def changed(data: Dataset) -> Dataset:
    """A dataset that lost records and detail, to compare with `data`; made once of the same one."""
    if id(data) not in _AFTER:
        milder = Recode(column="age", level=1).apply(data, context()).data
        fewer = SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(milder, context()).data
        if len(_AFTER) > MANY:
            _AFTER.clear()
        _AFTER[id(data)] = data, fewer
    return _AFTER[id(data)][1]


def found(part: Part, data: Dataset) -> Finding:
    """What a measure of risk or of loss finds."""
    if isinstance(part, RiskMeasure):
        return part.assess(data)
    assert isinstance(part, LossMeasure)
    return part.compare(data, changed(data))


def used(part: Part, data: Dataset, **more: Any) -> Finding | Change:
    """Whatever a part gives back, from any of the three shapes."""
    return part.apply(data, context(**more)) if isinstance(part, Method) else found(part, data)


def label(part: Part) -> str:
    """Name an example in the list of tests."""
    values = ",".join(f"{name}={value}" for name, value in part.parameters().items())
    return f"{part.name}({values})"
