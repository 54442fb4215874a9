"""The losses that a recoding may be chosen by, made ready for a key table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from discret.data.hierarchies.key_levels import Ladder
from discret.data.keytable import KeyTable
from discret.maths import recoding
from discret.maths.arrays import Bools, Floats, Ints, Node
from discret.maths.recoding.loss import Aggregate, ByKey, Codes, Loss, OfTable, Shown, entropies
from discret.maths.recoding.table_losses import (
    average_below,
    average_group,
    discernibility,
    discernibility_below,
    divergence,
    guide,
    label_entropies,
    least_average,
    least_discernibility,
)
from discret.model import Conjunction

Price = Literal["whole", "among_dropped"]
Name = Literal["loss", "entropy", "precision", "discernibility", "group_size", "divergence"]


def make_loss(
    name: Name,
    keys: KeyTable,
    ladders: Sequence[Ladder],
    codes: Codes,
    *,
    aggregate: Aggregate,
    importance: Floats,
    price: Price = "whole",
    least: int = 1,
) -> Loss:
    """Return the loss of this name, over the recodings of a key table."""
    if name in ("loss", "entropy", "precision"):
        totals = _totals(keys, ladders, codes)
        whole = _by_key(name, ladders, totals, aggregate, importance)
        if price == "whole" or name != "entropy":
            return whole
        return replace(whole, labels=tuple(tuple(ladder.codes) for ladder in ladders))
    if name == "discernibility":
        return OfTable(
            _guide(keys, ladders, codes, 1 / keys.records),
            lambda _node, _shown, count, bad: discernibility(count, bad),
            lambda _node, _shown, count, bad: least_discernibility(count, bad, least),
            lambda count, lost: discernibility_below(count, lost, least),
        )
    if name == "group_size":
        return OfTable(
            _guide(keys, ladders, codes, 1.0),
            lambda _node, _shown, count, bad: average_group(count, bad),
            lambda _node, _shown, count, bad: least_average(count, bad, least),
            lambda count, lost: average_below(count, lost, least),
        )
    return _divergence(keys, ladders)


def _guide(keys: KeyTable, ladders: Sequence[Ladder], codes: Codes, least: float) -> Floats:
    """Return an order of nodes, as bounds of a loss that is never below `least`."""
    pairs = zip(ladders, _totals(keys, ladders, codes), strict=True)
    return guide([label_entropies(ladder.codes, own) for ladder, own in pairs], least)


def _totals(keys: KeyTable, ladders: Sequence[Ladder], codes: Codes) -> list[Floats]:
    """Count the records that have each value of each key, those that lack it first."""
    widths = [len(ladder.codes[0]) for ladder in ladders]
    found = np.zeros((len(ladders), max(widths)))
    recoding.rollup.count_codes(codes, keys.count, found)
    return [own[:width] for own, width in zip(found, widths, strict=True)]


def least_records(keys: KeyTable, models: Conjunction) -> int:
    """Return how many records a group that is kept has, at the least."""
    every = tuple(range(len(keys.columns)))
    return 1 if keys.has_missing else models.least(keys.columns).get(every, 1)


def _by_key(
    name: Name,
    ladders: Sequence[Ladder],
    totals: Sequence[Floats],
    aggregate: Aggregate,
    importance: Floats,
) -> ByKey:
    priced = [_costs(name, *pair) for pair in zip(ladders, totals, strict=True)]
    values = np.array([ladder.values for ladder in ladders], dtype=np.float64)
    most = np.array([own @ lost for own, (_, lost) in zip(totals, priced, strict=True)])
    return ByKey(
        cost=tuple(tuple(own) for own, _ in priced),
        top=tuple(lost for _, lost in priced),
        least=most / values if name == "loss" else np.zeros(len(ladders)),
        most=most,
        totals=tuple(totals),
        importance=importance,
        aggregate=aggregate,
    )


def _costs(name: Name, ladder: Ladder, totals: Floats) -> tuple[Sequence[Floats], Floats]:
    width = len(ladder.codes[0])
    if name == "entropy":
        return entropies(ladder.codes, totals)
    known = np.arange(width) > 0  # a missing value has nothing to lose
    if name == "loss":
        return [share * known for share in ladder.shares], known.astype(np.float64)
    return [np.full(width, height) for height in ladder.heights], np.ones(width)


def _divergence(keys: KeyTable, ladders: Sequence[Ladder]) -> OfTable:
    whole = float(np.prod([float(ladder.values) for ladder in ladders]))
    share = keys.count / keys.records
    before = float((share * np.log(share)).sum())

    def rate(node: Node, shown: Shown, count: Ints, bad: Bools) -> float:
        volume, codes = np.ones(len(count)), shown.codes[shown.places]
        for key, level in enumerate(node):
            volume *= ladders[key].shares[level][codes[:, key]] * ladders[key].values
        return divergence(count, volume, bad, whole, before)

    def whole_rate(node: Node, shown: Shown, count: Ints, _bad: Bools) -> float:
        return rate(node, shown, count, np.zeros(len(count), dtype=np.bool_))

    return OfTable(np.zeros([ladder.height for ladder in ladders]), rate, whole_rate)
