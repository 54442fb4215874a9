"""Values drawn from the leaves of trees: each from records that are like it in other columns.

Reiter J. (2005). Using CART to generate partially synthetic public use microdata. Journal of
Official Statistics 21(3). Trees are those of scikit-learn, which takes numbers alone: ordered
values are their places, categories stand in the order of what they tell of the column that is drawn
(Breiman et al. 1984, section 4.2; Coppersmith, Hong and Hosking 1999 where that has several
categories of its own). Categories rarer than a leaf are one: in the order of what they tell they
would tell of single records.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from discret.errors import ExtraError
from discret.maths.arrays import Floats, Ints
from discret.maths.perturbation.columns import Column, by_mean, drawn_by_weight, people_in
from discret.words import Words

ROUNDS = 20  # of averaging back and forth
SEEDS = 2**31


def donors(
    target: Column,
    told: Sequence[Column],
    shown: Sequence[Ints],
    weights: Floats,
    leaf: int,
    rng: np.random.Generator,
) -> Ints:
    """Return for each record the place of another whose value it gets.

    Parameters
    ----------
    target
        The column that is drawn.
    told, shown
        The columns that it is drawn by: as they are, and the codes that they show now.
    weights
        The weights of the records: a tree is grown by them, and values are drawn by them.
    leaf
        Records in a leaf, at least, and people.

    Examples
    --------
    >>> sex = Column(np.repeat([0, 1], 10), 2, False)
    >>> height = Column(np.arange(20), 20, True)
    >>> chance = np.random.default_rng(1)
    >>> found = donors(height, [sex], [sex.codes[::-1]], np.ones(20), 5, chance)
    >>> (found[:10] >= 10).all(), (found[10:] < 10).all()
    (np.True_, np.True_)
    """
    grown = _grown(target, told, weights, leaf, rng) if told else None
    chance = rng.random(len(target.codes))
    if grown is None:
        return drawn_by_weight(weights, chance)
    tree, scales = grown
    held = tree.apply(_laid(scales, [column.codes for column in told]))
    wanted = tree.apply(_laid(scales, shown))
    if target.people is not None:
        joined = _joined(tree.tree_, held, target.people, leaf)
        held, wanted = joined[held], joined[wanted]
    return _within_leaves(held, wanted, weights, chance)


def _joined(tree: Any, held: Ints, people: Ints, leaf: int) -> Ints:
    """Return for each node of a tree the one that takes its place: each has people enough.

    Where a leaf has too few all below the branch that it grows from are one, and so on down to the
    root. Nodes are numbered from the root on, each before those that grow from it.
    """
    size = tree.node_count
    above = np.zeros(size, dtype=np.int64)
    for below in (tree.children_left, tree.children_right):
        branches = np.flatnonzero(below >= 0)
        above[below[branches]] = branches
    joined = np.arange(size)
    while True:
        now = joined[held]
        there = np.unique(now)
        few = there[people_in(now, size, people)[there] < leaf]
        if not (few > 0).any():
            return joined
        ends = np.zeros(size, dtype=np.bool_)
        ends[above[few]] = True
        for node in range(1, size):  # of the tree, not of the file
            if ends[above[node]] or joined[above[node]] != above[node]:
                joined[node] = joined[above[node]]


def _grown(
    target: Column, told: Sequence[Column], weights: Floats, leaf: int, rng: np.random.Generator
) -> tuple[Any, list[Floats]] | None:
    """Grow a tree, and tell the number that each value of the columns has in it; none if in vain.

    Ranks are told apart by their squares, categories by Gini's index; missing is a category, or
    beside ranks a mark of its own.
    """
    seed = int(rng.integers(SEEDS))
    known = target.known
    if len(np.unique(target.codes)) < 2:  # noqa: PLR2004 (all are alike)
        return None
    if target.ordered:
        ranks = target.middle_ranks(weights)
        marks = np.where(known, ranks[np.maximum(target.codes, 0)], 0.5)
        wanted = marks if known.all() else np.stack([marks, known], axis=1)
        kind, axis = "DecisionTreeRegressor", marks
    else:
        wanted, kind, axis = target.codes, "DecisionTreeClassifier", None
    scales = [_scale(column, target, axis, weights, leaf) for column in told]
    tree = getattr(_library(), kind)(min_samples_leaf=leaf, random_state=seed)
    even = bool((weights == weights[0]).all())
    heavy = None if even else weights / weights.mean()
    with catch_warnings():
        simplefilter("ignore", UserWarning)  # that there are many categories for so few records
        laid = _laid(scales, [column.codes for column in told])
        return tree.fit(laid, wanted, sample_weight=heavy), scales


def _library() -> Any:
    try:
        return import_module("sklearn.tree")
    except ImportError:
        raise ExtraError(_TREES, "models") from None


def _scale(
    column: Column, target: Column, axis: Floats | None, weights: Floats, leaf: int
) -> Floats:
    """Return the number that each value of a column has in a tree, missing first."""
    if column.ordered:
        return np.arange(column.size + 1, dtype=np.float64)
    kinds = column.pooled(leaf)
    few = Column(kinds[column.codes + 1], int(kinds.max()) + 1, ordered=False)
    marks = back_and_forth(few, target, weights) if axis is None else axis
    return by_mean(few.codes, few.size, marks, weights)[kinds].astype(np.float64)


def back_and_forth(column: Column, target: Column, weights: Floats) -> Floats:
    """Return for each record the mark of its category of `target` on the axis shared with `column`.

    Each set of categories is marked by the mean of the other's marks, in turn: what that comes to
    is the first axis of their correspondence (reciprocal averaging; Hill 1973).

    Examples
    --------
    >>> sex = Column(np.array([0, 0, 1, 1]), 2, False)
    >>> marks = back_and_forth(sex, sex, np.ones(4))
    >>> bool(marks[0] == marks[1] != marks[2])
    True
    """
    size = target.size + 1
    cell = (column.codes + 1) * size + target.codes + 1
    counts = np.bincount(cell, weights, minlength=(column.size + 1) * size).reshape(-1, size)
    rows, sums = (counts.sum(axis=axis).clip(np.finfo(float).tiny) for axis in (1, 0))
    marks = np.linspace(-1.0, 1.0, size)
    for _ in range(ROUNDS):
        marks = marks - (marks @ sums) / sums.sum()
        longest = float(np.abs(marks[counts.any(axis=0)]).max(initial=0.0))
        if longest <= 0:
            break
        marks = (counts.T @ ((counts @ (marks / longest)) / rows)) / sums
    return np.asarray(marks[target.codes + 1])


def _laid(scales: Sequence[Floats], codes: Sequence[Ints]) -> Any:
    """Return columns as the numbers that they have in a tree."""
    return np.stack(
        [scale[own + 1] for scale, own in zip(scales, codes, strict=True)], axis=1
    ).astype(np.float32)


def _within_leaves(held: Ints, wanted: Ints, weights: Floats, chance: Floats) -> Ints:
    """Draw, for each record, one of those in its leaf, by their weights."""
    order = np.argsort(held, kind="stable")
    leaves, first = np.unique(held[order], return_index=True)
    sums = np.concatenate([[0.0], np.cumsum(weights[order])])
    last = np.append(first[1:], len(order))
    place = np.searchsorted(leaves, wanted)
    low, high = sums[first[place]], sums[last[place]]
    found = np.searchsorted(sums, low + chance * (high - low), side="right") - 1
    return np.asarray(order[np.clip(found, first[place], last[place] - 1)])


_TREES = Words("growing trees", fr="la croissance d’arbres")
