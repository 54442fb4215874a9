"""A forest that learns from a release, tried on the people in it and on those left out of it."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np

from discret.assess.inference.knowledge import Answers
from discret.errors import ExtraError
from discret.maths.arrays import Bools, Floats, Ints
from discret.words import Words

TREES, LEAST_TREES, WIDTH = 30, 5, 600  # trees; fewer where there are many categories
FOLDS = 3
STATE = 0  # what trees draw protects nobody: the same file gives the same number


class Scores(NamedTuple):
    """How well people are guessed: shares that are right, or of the variance that is explained.

    Parameters
    ----------
    inside
        By a model that learnt from their own records too.
    outside
        By one that did not.
    base
        By the commonest category; nought for numbers, which are guessed by their mean.
    tried
        How many people had an answer to guess.
    """

    inside: float
    outside: float
    base: float
    tried: int


def attacked(taught: Floats, asked: Floats, answers: Answers, people: Ints) -> Scores:
    """Learn from a release, and guess what is true of the people in it."""
    known = ~np.isnan(answers.truth)
    inside = _guessed(taught, asked, answers, np.ones(len(asked), np.bool_))
    outside = np.full(len(asked), np.nan)
    fold = _folds(people)
    for number in range(FOLDS):
        own = fold == number
        if own.any() and not own.all():
            outside[own] = _guessed(taught, asked, answers, ~own)[own]
    base = _plain(answers, len(asked))
    own, others, plain = (_score(guess[known], answers, known) for guess in (inside, outside, base))
    return Scores(own, others, plain, int(known.sum()))


def _guessed(taught: Floats, asked: Floats, answers: Answers, some: Bools) -> Floats:
    """Learn from some records, and guess for all."""
    rows = some & ~np.isnan(answers.shown)
    if not rows.any():
        return np.full(len(asked), np.nan)
    model = _forest(answers)
    wanted = answers.shown[rows] if answers.counted else answers.shown[rows].astype(np.int64)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # many categories for few records are no fault
        learnt = model.fit(taught[rows], wanted)
    return np.asarray(learnt.predict(asked), dtype=np.float64)


def _plain(answers: Answers, size: int) -> Floats:
    """Guess everybody alike: by the mean that is shown, or the commonest category."""
    shown = answers.shown[~np.isnan(answers.shown)]
    if not len(shown):
        return np.full(size, np.nan)
    if answers.counted:
        return np.full(size, shown.mean())
    return np.full(size, float(np.bincount(shown.astype(np.int64)).argmax()))


def _score(guess: Floats, answers: Answers, known: Bools) -> float:
    """Return the share of right guesses, or of the variance that guesses explain, at least 0."""
    truth = answers.truth[known]
    if not answers.counted:
        return float((guess == truth).mean())
    told = ~np.isnan(guess)
    spread = float(((truth - truth.mean()) ** 2).sum())
    if not told.any() or not spread:
        return 0.0
    missed = np.where(told, guess, truth.mean())
    return max(0.0, 1 - float(((truth - missed) ** 2).sum()) / spread)


def _folds(people: Ints) -> Ints:
    """Part people at random, always in the same way; the records of one person are together."""
    size = int(people.max(initial=0)) + 1
    return (np.random.default_rng(STATE).permutation(size) % FOLDS)[people]


def _forest(answers: Answers) -> Any:
    """Return a forest whose trees grow until they know every record by heart."""
    ensemble = _library()
    if answers.counted:
        return ensemble.RandomForestRegressor(
            TREES, bootstrap=False, max_features=1 / 3, random_state=STATE
        )
    trees = max(LEAST_TREES, min(TREES, WIDTH // max(answers.classes, 1)))
    return ensemble.RandomForestClassifier(trees, bootstrap=False, random_state=STATE)


def _library() -> Any:
    try:
        from sklearn import ensemble
    except ImportError:
        raise ExtraError(_LEARNING, "models") from None
    return ensemble


_LEARNING = Words("learning a model", fr="apprendre un modèle")
