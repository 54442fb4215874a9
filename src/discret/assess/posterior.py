"""Posterior: the chance that a released category is the true one, and that a unique is."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.assess.exchanged import Exchange, GivenChances, as_mappings, exchanges
from discret.data.beside.values import Tables
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.errors import InputError, listed
from discret.finding import Finding
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.identity.likelihood import right_uniques
from discret.maths.matching import group_ids
from discret.parts import Columns, Counted, Criterion, RiskMeasure, Tier, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import RECORDS
from discret.words import Words
from discret.words.sentences import joined

MOST_GROUPS = 20_000  # combinations of keys whose pairs are looked at
MOST_STATES = 2_000  # values of a column whose chances are tabled


class Posterior(RiskMeasure):
    r"""Share of released values that are the true ones, in the column where most are.

    Notes
    -----
    With X the true and Z the shown category, the value is the share of the shown values with
    Z = X in the most exposed column: what came out, on any release whose records can be followed.
    `details` has :math:`P(X = k | Z = k)` for each value k (`by_value`: of the shown k, those that
    are true), and the highest of them. Where the chances :math:`p_{kl}` are known, they are those
    that are expected, :math:`p_{kk} T_k / \sum_l p_{lk} T_l`, with T the true counts. It is
    r / (1 + r), r being the expectation ratio :math:`p_{kk} T_k / \sum_{l ≠ k} p_{lk} T_l` of
    Gouweleeuw et al. (1998), which de Wolf and van Gelder (2004) use to judge rare values.

    Released uniques are records that are alone with what they show in the keys. Who finds one, and
    knows somebody with these keys, takes it for that person: rightly, if the record has these keys
    in the original too. `uniques_right` are those for which it is so, and
    `right_uniques` how many are expected over all draws, :math:`\sum_i p_{ii} \prod_{j ≠ i} (1 -
    p_{ji})`: to be alone, and true. (The text of de Wolf and van Gelder was not at hand: these are
    the definitions of that paper's subject as they follow from the chances, for a file whose people
    are all in it; Skinner and Elliot's θ with exchanged values has the same numerator.)

    A missing value is neither true nor false: it is left out, and counted; among keys it is a value
    of its own. Records are counted, not people.

    Examples
    --------
    >>> import polars as pl
    >>> before = pl.DataFrame({"sex": ["f", "f", "f", "m"]})
    >>> after = pl.DataFrame({"sex": ["f", "f", "m", "m"]})
    >>> data = Dataset.of(after, key="sex", original=before)
    >>> found = Posterior(columns=["sex"]).assess(data)
    >>> found.value, found.details["by_value"]["sex"]
    (0.75, {'f': 1.0, 'm': 0.5})
    """

    name: ClassVar[str] = "posterior"
    title: ClassVar[Words] = Words(
        "chance that a released value is true", fr="probabilité qu’une valeur diffusée soit vraie"
    )
    purpose: ClassVar[Words] = Words(
        "gives the share of released categories that are the true ones",
        fr="donne la part des modalités diffusées qui sont les vraies",
    )
    attacker: ClassVar[Words] = Words(
        "has found the record of a person and takes the categories that it shows for true",
        fr="a trouvé l’enregistrement d’une personne et tient les modalités montrées pour vraies",
    )
    by_record: ClassVar[bool] = True
    criteria: ClassVar[tuple[Criterion, ...]] = ("inference",)
    counts: ClassVar[Counted] = "records"
    unit: ClassVar[Unit] = "share"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Gouweleeuw J. et al. (1998). Post randomisation for statistical disclosure control:"
            " theory and implementation. Journal of Official Statistics 14(4)."
        ),
        "de Wolf P.-P., van Gelder I. (2004). An empirical evaluation of PRAM.",
        (
            "Skinner C., Elliot M. (2002). A measure of disclosure risk for microdata. JRSS B 64,"
            " 855-867."
        ),
    )
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        **RECORDS,
        "by_column": Fact.share("values that are true", "valeurs vraies", by="column"),
        "highest": Fact.share(
            "highest chance that a value is true",
            "plus grande probabilité qu’une valeur soit vraie",
        ),
        "expected": Fact.share(
            "values expected to be true", "valeurs vraies attendues", by="column"
        ),
        "by_value": Fact.table("chance of being true", "probabilité d’être vraie", holds=True),
        "values_missing": Fact.count("values missing", "valeurs manquantes"),
        "uniques": Fact.count(
            "records alone with their keys, missing being a value",
            "seuls avec leurs clés, le manquant étant une valeur",
        ),
        "uniques_right": Fact.count("of these, with true keys", "dont les clés sont vraies"),
        "right_uniques": Fact.number(
            "alone with true keys, expected", "seuls avec de vraies clés, attendus"
        ),
        "unchanged": Fact.yes("nothing changed yet", "rien n’a changé"),
    }

    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "columns of categories. By default those that chances are known of, else keys and"
            " sensitive ones",
            fr="colonnes de modalités. Par défaut celles dont les probabilités sont connues, sinon"
            " les clés et les sensibles",
        ),
    )
    chances: GivenChances = Field(
        default=(),
        description=Words(
            "for some columns, the chances of each value to become each other. By default those of"
            " the run, or the shares that came out",
            fr="pour certaines colonnes, les probabilités pour chaque valeur d’en devenir une"
            " autre. Par défaut celles de l’exécution, ou les parts observées",
        ),
        repr=False,
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "highest share of true values. In every column",
            fr="plus grande part de valeurs vraies. Dans chaque colonne",
        ),
    )

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns whose values are compared with the true ones."""
        if self.columns is not None:
            return self.columns
        given = [name for name, _ in self.chances]
        told = [n for n in data.roles if n in given or data.trail.draws(n) is not None]
        found = told or data.columns(Role.KEY, Role.SENSITIVE)
        return tuple(name for name in found if name in data.original.roles)

    @property
    def chooses(self) -> tuple[Role, ...]:
        """No role: the plan alone says which columns it looks at."""
        return ()

    def assess(self, data: Dataset) -> Finding:
        """Measure how many values of `data` are the true ones."""
        columns = self.examines(data)
        keys = [name for name in data.columns(Role.KEY) if name in data.original.roles]
        tables = Tables.of(self.name, data, list(dict.fromkeys([*columns, *keys])))
        given = as_mappings(self.chances)
        each = [exchanges(self.name, tables, data, [name], given)[0] for name in columns]
        shares = {exchange.states.names[0]: _true(exchange) for exchange in each}
        known = [share for share in shares.values() if share is not None]
        if not known:
            raise InputError(_NOTHING.filled(who=self.name), hint=_OTHERS)
        unique = _uniques(exchanges(self.name, tables, data, keys, given)) if keys else {}
        return Finding.at_most(
            self.name,
            max(known),
            self.most,
            reads=_sentence(each, shares, unique),
            details={"records": len(tables.released), **_details(each, shares), **unique},
        )


def _true(exchange: Exchange) -> float | None:
    """Return the share of the shown values that are true; none where none can be compared."""
    total = int(exchange.counts.sum())
    return float(np.trace(exchange.counts) / total) if total else None


def _details(each: list[Exchange], shares: dict[str, float | None]) -> dict[str, Any]:
    chances = {exchange.states.names[0]: _by_value(exchange) for exchange in each}
    told = {exchange.states.names[0]: _expected(exchange) for exchange in each if exchange.told}
    missing = [int(len(exchange.states.released) - exchange.counts.sum()) for exchange in each]
    small = {n: row for n, row in chances.items() if len(row) <= MOST_STATES}
    return {
        "by_column": shares,
        "highest": max((c for row in chances.values() for c in row.values()), default=None),
        "expected": told,
        "by_value": small,
        "values_missing": sum(missing),
        "unchanged": all(exchange.unchanged for exchange in each),
    }


def _by_value(exchange: Exchange) -> dict[str, float]:
    """Return, for each value that is shown, the chance that it is true."""
    flow: Floats = exchange.flows if exchange.told else exchange.counts.astype(np.float64)
    total, seen = flow.sum(axis=0), exchange.counts.sum(axis=0) > 0
    share = np.diag(flow) / np.where(total > 0, total, 1.0)
    labels, places = exchange.states.labels, np.flatnonzero(seen & (total > 0))
    return {labels[at]: float(share[at]) for at in places}


def _expected(exchange: Exchange) -> float | None:
    total = float(exchange.flows.sum())
    return float(np.trace(exchange.flows) / total) if total else None


def _uniques(keys: list[Exchange]) -> dict[str, Any]:
    """Count the records that are alone with what they show, and those of them that are true."""
    shown = np.stack([exchange.states.released for exchange in keys], axis=1)
    true = np.stack([exchange.states.original[exchange.place] for exchange in keys], axis=1)
    ids, size = group_ids(shown)
    alone: Bools = np.bincount(ids, minlength=size)[ids] == 1
    return {
        "uniques": int(alone.sum()),
        "uniques_right": int((alone & (shown == true).all(axis=1)).sum()),
        "right_uniques": _expected_uniques(keys, true),
    }


def _expected_uniques(keys: list[Exchange], true: Ints) -> float | None:
    """Return how many records are expected to be alone and true, where the chances are known."""
    known = all(exchange.told or exchange.unchanged for exchange in keys)
    told = known and any(exchange.told for exchange in keys)
    if not told or group_ids(true)[1] > MOST_GROUPS:
        return None
    columns = [exchange.categories for exchange in keys]
    place = keys[0].place
    return right_uniques(
        [own._replace(true=own.true[place], part=own.part[place]) for own in columns]
    )


def _sentence(
    each: list[Exchange], shares: dict[str, float | None], unique: dict[str, Any]
) -> Words:
    """Say how much is true, and where: of columns that nobody looked at nothing is said."""
    if all(exchange.unchanged for exchange in each):
        return _SAME.filled(names=listed(shares))
    most = max(shares, key=lambda name: -1.0 if shares[name] is None else shares[name] or 0.0)
    told = (_SHARE if len(shares) == 1 else _MOST).filled(
        column=most, value=shares[most], n=len(shares)
    )
    if not unique:
        return told
    return joined([told, _ALONE.filled(n=unique["uniques"], right=unique["uniques_right"])], " ")


_NOTHING = Words(
    "{who}: no value is known both before and after",
    fr="{who} : aucune valeur n’est connue à la fois avant et après",
)
_OTHERS = Words(
    "name other columns with columns=[...]", fr="nommer d’autres colonnes avec columns=[...]"
)
_SAME = Words(
    "Nothing was changed in {names}: every value that is shown there is the true one.",
    fr="Rien n’a été modifié dans {names} : chaque valeur montrée y est la vraie.",
)
_SHARE = Words(
    "Of the values shown in {column}, {value:%} are the true ones.",
    fr="Parmi les valeurs montrées de {column}, {value:%} sont les vraies.",
)
_MOST = Words(
    "Of the values shown in {column}, the most exposed of {n} columns compared, {value:%} are the"
    " true ones.",
    fr="Parmi les valeurs montrées de {column}, la plus exposée des {n} colonnes comparées,"
    " {value:%} sont les vraies.",
)
_ALONE = Words(
    "Of {n} {n:record|records} alone with the keys that {n:it shows|they show}, {right}"
    " {right:shows|show} true ones.",
    fr="Sur {n} {n:enregistrement seul avec les clés qu’il montre|enregistrements seuls avec les"
    " clés qu’ils montrent}, {right} en {right:montre|montrent} de vraies.",
)
