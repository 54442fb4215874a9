"""Hierarchies of labelled codes: a plan may name labels or codes, and labels are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from discret.data.codebook import Names
from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.given import as_hierarchy
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.hierarchies.rules import Groups, Rule
from discret.data.hierarchies.sources import Order
from discret.data.hierarchies.tables import Table
from discret.data.hierarchies.whole import Whole
from discret.words import Words

if TYPE_CHECKING:
    from discret.data.dataset import Dataset


def made(given: Mapping[str, Any], data: Dataset) -> dict[str, Hierarchy]:
    """Make the hierarchies that were handed over for columns of the data, as it names values."""
    named = data.codebook.columns
    ready = {n: in_names(as_hierarchy(n, item), named.get(n)) for n, item in given.items()}
    return {
        name: hierarchy.made(data, name) if isinstance(hierarchy, Automatic) else hierarchy
        for name, hierarchy in ready.items()
    }


def in_names(given: Hierarchy | Automatic, names: Names | None) -> Hierarchy | Automatic:
    """Return a hierarchy for the texts of a column of labelled codes; any other as it is.

    What lists categories (groups, orders, tables, files) may list labels, codes or both. Intervals
    and first characters are those of the codes.

    Examples
    --------
    >>> names = Names.of(pl.Series([1, 2, 3]), {1: "Vienna", 2: "Tyrol", 3: "Styria"})
    >>> parts = in_names(Hierarchy.from_groups({"East": [1], "West": ["Tyrol"]}), names)
    >>> parts.levels(pl.Series(["Vienna", "Tyrol", "Styria"]))["1"].to_list()
    ['East', 'West', 'Styria']
    """
    if names is None:
        return given
    if isinstance(given, Automatic):
        return _wished(given, names)
    rule = given.rule
    if isinstance(rule, Whole):
        return given
    if isinstance(rule, Groups) or isinstance(given.form, Order):
        form = rule if isinstance(rule, Groups) else given.form
        assert form is not None  # noqa: S101 (one of the two)
        made = Hierarchy.from_dict(_listing(form.to_dict(), names))
        return replace(made, fitted=given.fitted)
    table = _computed(rule, names) if isinstance(rule, Rule) else _listed(rule, names)
    return replace(given, rule=table)


def _wished(wish: Automatic, names: Names) -> Automatic:
    told: dict[str, Any] = {}
    for name in ("apart", "together"):
        told[name] = [names.told(item) for item in getattr(wish, name)]
    if isinstance(wish.ordered, tuple):
        told["ordered"] = names.told(wish.ordered)
    given = {name: getattr(wish, name) for name in wish.model_fields_set}
    return Automatic.of(**{**given, **told})


def _listing(form: dict[str, Any], names: Names) -> dict[str, Any]:
    """Write the categories that groups or an order list as the column has them."""
    if "order" in form:
        return {**form, "order": names.told(form["order"])}
    groupings, below = [], frozenset[str]()
    for groups in form["groupings"]:
        told = {
            label: [member if member in below else names.told([member])[0] for member in members]
            for label, members in groups.items()
        }
        groupings.append(told)
        below = frozenset(groups)
    return {**form, "groupings": groupings}


def _computed(rule: Rule, names: Names) -> Table:
    """List the levels that a rule gives to codes."""
    read = rule.read(names.codes)
    known = read.is_not_null()
    levels = rule.levels(read.filter(known))
    columns = [names.texts.filter(known), *levels]
    frame = pl.DataFrame([column.alias(str(n)) for n, column in enumerate(columns)])
    return Table(frame, rule.names)


def _listed(table: Table, names: Names) -> Table:
    """Write the values of a table as the column has them, and labels that repeat one of them."""
    own = pl.Series("0", names.told(table.frame["0"].to_list()), dtype=pl.String)
    alone = [
        pl.when((pl.col(level) == pl.col("0")) & (pl.len().over(level) == 1))
        .then(own)
        .otherwise(pl.col(level))
        .alias(level)
        for level in table.frame.columns[1:]
    ]
    frame = table.frame.with_columns(alone).with_columns(own)
    return Table.checked(_WHO, frame.unique(maintain_order=True), names=table.names)


_WHO = Words("hierarchy of labelled codes", fr="hiérarchie de codes libellés")
