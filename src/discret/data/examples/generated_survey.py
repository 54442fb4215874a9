"""A household victimisation survey, generated: no person in it exists."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from discret.errors import ParameterError
from discret.words import Words, say

Codes: TypeAlias = npt.NDArray[np.int8]
Floats: TypeAlias = npt.NDArray[np.float64]
Columns: TypeAlias = dict[str, npt.NDArray[Any]]

DOMAINS: dict[str, tuple[str, ...]] = {
    "sexe": ("homme", "femme"),
    "revenu": (
        "moins de 15 000",
        "15 000 à 24 999",
        "25 000 à 34 999",
        "35 000 à 49 999",
        "50 000 et plus",
    ),
    "age": ("moins de 25", "25-34", "35-44", "45-54", "55-64", "65 et plus"),
    "unite_urbaine": ("rural", "moins de 100 000", "100 000 et plus", "Paris"),
    "diplome": ("sans diplôme", "brevet", "BEP", "bac", "supérieur"),
    "couple": ("oui", "non"),
    "personnes": ("1", "2", "3 ou 4", "5 ou plus"),
}
"""The seven key columns and their values, in order (section 4.2 of the source)."""

FLAGS = (
    "vol_logement",
    "vol_vehicule",
    "vol_violence",
    "vol_sans_violence",
    "violence_physique",
    "menaces",
)
"""The six victimisation columns (note 3 of the source); the first two befall a household."""

VICTIMATION = ("aucun", "un", "plusieurs")
"""The values of the column drawn from the six flags: how many facts were suffered."""

POPULATION = 50_000_000
"""People aged 14 or more that the final weights stand for, in round figures."""


def survey(records: int = 12901, *, seed: int = 2013) -> pl.DataFrame:
    """Generate a household survey on thefts and violence, like the one of Bergeat (2015).

    Parameters
    ----------
    records
        Number of respondents. One or two of them live in the same household.
    seed
        Seed of the generator: the same seed and size give the same table.

    Returns
    -------
    polars.DataFrame
        ``numero`` and ``menage``; the seven keys (`DOMAINS`); six 0/1 facts (`FLAGS`) and
        ``victimation``, how many of them; ``revenu_annuel`` in euros; ``poids_initial`` (after
        correction of total non-response, little dispersed) and ``poids`` (calibrated). About 4 %
        of the incomes and 0.5 % of ``couple`` are missing, nothing else is.

    Notes
    -----
    The real file is not public. The tables of this module are round figures of the right order,
    not estimates. They were tuned on four things that the paper prints: the domains of the keys,
    the share of records whose key is held by one or two records (3,033 of 12,901), and the
    weighted rates of victimisation by household size (figure 4.3) and by couple (figure 4.4).
    The six facts share a latent propensity, so they depend on each other.

    References
    ----------
    Bergeat M. (2015), *Anonymisation de données individuelles : bien calées, bien protégées ?*,
    Insee, section 4.

    Examples
    --------
    >>> table = survey(1000, seed=1)
    >>> table.height, table["revenu"].n_unique(), table["age"].null_count()
    (1000, 6, 0)
    >>> round(table["poids"].sum())
    50000000
    >>> table.equals(survey(1000, seed=1))
    True
    """
    if records < 1:
        raise ParameterError(
            "survey",
            [
                say(
                    "records: must be at least 1, got {records}",
                    "records : il en faut au moins 1, et non {records}",
                    records=records,
                )
            ],
            hint=Words("say how many are wanted", fr="dire combien il en faut"),
        )
    rng = np.random.default_rng(seed)
    people = _people(rng, _homes(rng, records), records)
    people |= _facts(rng, people)
    people |= _weights(rng, people)
    people |= _missing(rng, people)
    return _table(people)


# ---------------------------------------------------------------- who lives where, with whom

# Rows and columns follow the order of DOMAINS; the shares of a row are scaled to one when drawn.
_AGES: Floats = np.array([[11.0, 14, 16, 18, 19, 22]])

# The seven ways to live: how many, and whether in couple (codes of DOMAINS).
_SIZE = np.array([0, 1, 2, 3, 1, 2, 3], dtype=np.int8)
_COUPLE = np.array([1, 1, 1, 1, 0, 0, 0], dtype=np.int8)
_ALONE, _RELATIVES, _COUPLES = 0, 1, 2
_KIND = np.array([_ALONE, _RELATIVES, _RELATIVES, _RELATIVES, _COUPLES, _COUPLES, _COUPLES])

_LIVING_BY_AGE: Floats = np.array(
    [
        [13, 14, 45, 16, 9, 2.5, 0.5],
        [20, 6, 5, 2, 24, 36, 7],
        [13, 5, 6, 2, 8, 51, 15],
        [15, 6, 7, 2, 21, 40, 9],
        [20, 4, 2.5, 0.5, 53, 18, 2],
        [34, 3, 1.2, 0.3, 56, 5, 0.5],
    ]
)
_WOMEN_BY_AGE_AND_KIND = np.array(
    [
        [0.52, 0.47, 0.66],
        [0.42, 0.66, 0.54],
        [0.38, 0.74, 0.51],
        [0.45, 0.72, 0.50],
        [0.57, 0.66, 0.49],
        [0.72, 0.68, 0.45],
    ]
)
_URBAN_BY_KIND: Floats = np.array([[18.0, 27, 35, 20], [17, 29, 34, 20], [27, 31, 27, 15]])


def _homes(rng: np.random.Generator, count: int) -> Columns:
    """Draw households, each described by its first respondent."""
    age = _draw(rng, _AGES, np.zeros(count, dtype=np.int8))
    living = _draw(rng, _LIVING_BY_AGE, age)
    kind = _KIND[living]
    urban = _draw(rng, _URBAN_BY_KIND, kind)
    talent = rng.standard_normal(count)
    home: Columns = {
        "age": age,
        "personnes": _SIZE[living],
        "couple": _COUPLE[living],
        "sexe": (rng.random(count) < _WOMEN_BY_AGE_AND_KIND[age, kind]).astype(np.int8),
        "unite_urbaine": urban,
        "talent": talent,
        "diplome": _diploma(talent, age, urban),
    }
    return home | {"revenu_annuel": _income(rng, home)}


def _draw(rng: np.random.Generator, table: Floats, rows: npt.NDArray[Any]) -> Codes:
    """Draw a code for each record, with the shares of its row of the table."""
    edges = table.cumsum(axis=1) / table.sum(axis=1, keepdims=True)
    chance = rng.random(rows.size)
    codes = np.zeros(rows.size, dtype=np.int8)
    for column in range(edges.shape[1] - 1):
        codes += chance > edges[rows, column]
    return codes


# ---------------------------------------------------------------- diploma and income

_SCHOOL_BY_AGE = np.array([-0.10, 0.80, 0.55, 0.10, -0.20, -0.75])
_SCHOOL_BY_URBAN = np.array([-0.15, -0.10, 0.10, 0.45])
_SCHOOL_STEPS = np.array([-0.95, -0.60, 0.15, 0.60])

_INCOME_BY_AGE = np.array([-0.25, -0.05, 0.05, 0.12, 0.05, -0.10])
_INCOME_BY_DIPLOMA = np.array([-0.28, -0.14, 0.0, 0.15, 0.45])
_INCOME_BY_URBAN = np.array([-0.05, -0.03, 0.0, 0.15])
_INCOME_BY_SIZE = np.array([0.0, 0.05, 0.10, 0.10])
_INCOME_STEPS = np.array([15_000, 25_000, 35_000, 50_000])


def _diploma(talent: Floats, age: Codes, urban: Codes) -> Codes:
    """Cut a latent level of schooling into five diplomas: the old and the rural have less."""
    level: Floats = talent + _SCHOOL_BY_AGE[age] + _SCHOOL_BY_URBAN[urban]
    return np.searchsorted(_SCHOOL_STEPS, level).astype(np.int8)


def _income(rng: np.random.Generator, home: Columns) -> npt.NDArray[np.int64]:
    """Draw the household's yearly income: log-normal body, Pareto tail (exponent about 4)."""
    count = home["age"].size
    log: Floats = 9.77 + 0.48 * (home["couple"] == 0)
    log += _INCOME_BY_AGE[home["age"]] + _INCOME_BY_DIPLOMA[home["diplome"]]
    log += _INCOME_BY_URBAN[home["unite_urbaine"]] + _INCOME_BY_SIZE[home["personnes"]]
    log += 0.30 * rng.standard_normal(count) + rng.exponential(0.24, count)
    return np.rint(np.exp(log)).astype(np.int64)


# ---------------------------------------------------------------- respondents

_SECOND_RESPONDENT = 0.12


def _people(rng: np.random.Generator, homes: Columns, records: int) -> Columns:
    """List the respondents: the first of each household, and in some a second one."""
    two = (homes["personnes"] > 0) & (rng.random(records) < _SECOND_RESPONDENT)
    home = np.repeat(np.arange(records), 1 + two)[:records]
    people = {name: values[home] for name, values in homes.items()}
    people["menage"] = home + 1
    people["second"] = np.diff(home, prepend=-1) == 0
    for name, values in _seconds(rng, people).items():
        people[name][people["second"]] = values
    people["revenu"] = np.searchsorted(_INCOME_STEPS, people["revenu_annuel"], side="right")
    return people


def _seconds(rng: np.random.Generator, people: Columns) -> Columns:
    """Draw the second respondents: the spouse; else the child, or the parent of a young one."""
    first = {name: values[people["second"]] for name, values in people.items()}
    count = first["age"].size
    spouse, parent = first["couple"] == 0, first["age"] == 0
    near = np.clip(first["age"] + rng.choice([-1, 0, 1], count, p=[0.2, 0.6, 0.2]), 0, 5)
    age = np.select([spouse, parent], [near, 2 + rng.integers(0, 2, count)], 0).astype(np.int8)
    talent = 0.5 * first["talent"] + np.sqrt(0.75) * rng.standard_normal(count)
    return {
        "age": age,
        "sexe": np.where(spouse, 1 - first["sexe"], rng.integers(0, 2, count)),
        "couple": np.where(spouse | (parent & (first["personnes"] > 1)), 0, 1),
        "diplome": _diploma(talent, age, first["unite_urbaine"]),
    }


# ---------------------------------------------------------------- victimisation

# Effects on log-odds. Size and couple were fitted to figures 4.3 and 4.4, given the others.
_FACT_LEVEL = np.array([-4.79, -4.32, -5.75, -4.32, -5.0, -3.88])
_FACT_SPREAD = 1.52
_FACT_BY_AGE = np.array([0.45, 0.35, 0.15, 0.0, -0.15, -0.4])
_FACT_BY_URBAN = np.array([-0.25, 0.0, 0.15, 0.35])
_FACT_BY_DIPLOMA = np.array([0.0, 0.0, 0.0, 0.1, 0.15])
_FACT_BY_SIZE = np.array([-0.71, 0.06, -0.08, 0.15])
_FACT_NO_COUPLE = 0.57


def _facts(rng: np.random.Generator, people: Columns) -> Columns:
    """Draw the six facts; those that befall the dwelling or the vehicle are the household's."""
    calm = np.exp(-_propensity(rng, people))
    second = np.flatnonzero(people["second"])
    facts: Columns = {}
    for flag, level in zip(FLAGS, _FACT_LEVEL, strict=True):
        facts[flag] = (rng.random(calm.size) * (1 + np.exp(-level) * calm) < 1).astype(np.int8)
    for flag in FLAGS[:2]:
        facts[flag][second] = facts[flag][second - 1]
    facts["victimation"] = np.minimum(np.sum(list(facts.values()), axis=0), 2)
    return facts


def _propensity(rng: np.random.Generator, people: Columns) -> Floats:
    """Draw the log-odds of being a victim, apart from the level of each fact."""
    score: Floats = _FACT_SPREAD * rng.standard_normal(people["age"].size)
    score += _FACT_BY_AGE[people["age"]] + _FACT_BY_URBAN[people["unite_urbaine"]]
    score += _FACT_BY_DIPLOMA[people["diplome"]] + _FACT_BY_SIZE[people["personnes"]]
    score += _FACT_NO_COUPLE * people["couple"]
    return score


# ---------------------------------------------------------------- weights

# Shares of the population, in %. Internet respondents are older and hold more diplomas.
_MARGINS = {
    "sexe": [48, 52],
    "age": [15, 15, 16, 17, 15, 22],
    "unite_urbaine": [23, 30, 30, 17],
    "diplome": [21, 11, 24, 18, 26],
    "personnes": [16, 33, 39, 12],
}
_SILENCE_BY_AGE = np.array([1.15, 1.1, 1.0, 0.97, 0.93, 0.98])
_SILENCE_BY_URBAN = np.array([0.95, 0.98, 1.0, 1.12])


def _weights(rng: np.random.Generator, people: Columns) -> Columns:
    """Draw the weight after correction of non-response, then calibrate it by raking."""
    count = people["age"].size
    weight = POPULATION / count * np.exp(0.15 * rng.standard_normal(count))
    weight *= _SILENCE_BY_AGE[people["age"]] * _SILENCE_BY_URBAN[people["unite_urbaine"]]
    return {"poids_initial": weight, "poids": _rake(weight, people)}


def _rake(weight: Floats, people: Columns, rounds: int = 4) -> Floats:
    """Bring the weighted margins near those of the population, and the total onto it."""
    weight = weight.copy()
    for _ in range(rounds):
        for name, shares in _MARGINS.items():
            have = np.bincount(people[name], weight, minlength=len(shares))
            ratio = np.divide(shares, have, out=np.zeros_like(have), where=have > 0)
            weight *= ratio[people[name]]
    weight *= POPULATION / weight.sum()
    return weight


# ---------------------------------------------------------------- the table

_NO_INCOME, _NO_COUPLE = 0.04, 0.005


def _missing(rng: np.random.Generator, people: Columns) -> Columns:
    """Blank some incomes (whole households) and some couples: one code past the last value."""
    silent = (rng.random(people["age"].size) < _NO_INCOME)[people["menage"] - 1]
    mute = rng.random(people["age"].size) < _NO_COUPLE
    return {
        "revenu": np.where(silent, len(DOMAINS["revenu"]), people["revenu"]),
        "couple": np.where(mute, len(DOMAINS["couple"]), people["couple"]),
    }


def _table(people: Columns) -> pl.DataFrame:
    """Write codes as labels and put the columns in order."""
    keys = {name: _labelled(people[name], labels) for name, labels in DOMAINS.items()}
    income = pl.Series(people["revenu_annuel"])
    return pl.DataFrame(
        {
            "numero": np.arange(1, income.len() + 1),
            "menage": people["menage"],
            **keys,
            **{flag: people[flag] for flag in FLAGS},
            "victimation": _labelled(people["victimation"], VICTIMATION),
            "revenu_annuel": income.zip_with(
                keys["revenu"].is_not_null(), pl.Series([None], dtype=pl.Int64)
            ),
            "poids_initial": people["poids_initial"],
            "poids": people["poids"],
        }
    )


def _labelled(codes: npt.NDArray[Any], labels: tuple[str, ...]) -> pl.Series:
    """Replace codes by labels, and the code past the last one by a missing value."""
    return pl.Series([*labels, None]).gather(codes)
