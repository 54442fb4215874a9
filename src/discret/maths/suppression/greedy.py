"""Blanks taken greedily: the cheapest set of columns with which a group holds. Compiled kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.kernels import Number, inner, kernel
from discret.maths.suppression.classes import Space

PLUS, MINUS = np.int64(1), np.int64(-1)  # as literals, each would be compiled for itself


class _Trial(NamedTuple):
    """A set of columns being tried by all groups that are still open.

    Parameters
    ----------
    choice
        What each group tries: the set with what it lacks, −1 where it does not.
    lent
        Records that those who try bring to each class.
    views, used
        The views that somebody who tries is counted in, and whether each view is one of them.
    """

    choice: Ints
    lent: Ints
    views: Ints
    used: Bools


def greedy(space: Space) -> Ints:
    """Return the set that each group takes, cheapest first; −1 where none does.

    All groups that are still open try a set together, each with what it lacks; those that do not
    hold step back until the others do without them.
    """
    at, views = np.full(len(space.records), -1, dtype=np.int64), len(space.k)
    trial = _Trial(
        choice=at.copy(),
        lent=np.zeros_like(space.total),
        views=np.empty(views, dtype=np.int64),
        used=np.empty(views, dtype=np.bool_),
    )
    _greedy(space, space.total.copy(), at, trial)
    return at


@kernel
def _greedy(space: Space, total: Ints, at: Ints, trial: _Trial) -> None:
    for tried in range(len(space.prices)):
        number = _begin(space, at, trial, tried)
        for group in range(len(at)):
            if trial.choice[group] >= 0:
                _lend(space, trial, number, group, PLUS)
        again = True
        while again:
            again = False
            for group in range(len(at)):
                if trial.choice[group] >= 0 and not _enough(space, total, trial, group):
                    _lend(space, trial, number, group, MINUS)
                    trial.choice[group] = -1
                    again = True
        for group in range(len(at)):
            if trial.choice[group] >= 0:
                _lend(space, trial, number, group, MINUS)
                at[group] = trial.choice[group]
                for view in range(len(trial.used)):
                    if space.counts[at[group], view] and space.ids[view, group] >= 0:
                        total[space.ids[view, group]] += space.records[group]


@inner
def _begin(space: Space, at: Ints, trial: _Trial, tried: Number) -> Number:
    """Let all groups that are open try a set; return how many views they are counted in."""
    for view in range(len(trial.used)):
        trial.used[view] = False
    for group in range(len(at)):
        choice = space.joined[tried, space.own[group]] if at[group] < 0 else -1
        trial.choice[group] = choice
        if choice >= 0:
            for need in range(space.uses.shape[1]):
                trial.used[space.uses[choice, need]] = True
    number = 0
    for view in range(len(trial.used)):
        if trial.used[view]:
            trial.views[number] = view
            number += 1
    return number


@inner
def _lend(space: Space, trial: _Trial, number: Number, group: Number, sign: Number) -> None:
    """Count the records of a group that tries in the first `number` views, or no longer."""
    for place in range(number):
        view = trial.views[place]
        if space.counts[trial.choice[group], view] and space.ids[view, group] >= 0:
            trial.lent[space.ids[view, group]] += sign * space.records[group]


@inner
def _enough(space: Space, total: Ints, trial: _Trial, group: Number) -> bool:
    """Whether a group holds with what it tries, with those that try the same."""
    for need in range(space.uses.shape[1]):
        view = space.uses[trial.choice[group], need]
        number = space.ids[view, group]
        if total[number] + trial.lent[number] < space.k[view]:
            return False
    return True
