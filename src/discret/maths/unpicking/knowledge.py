"""What an attacker knows of blanks beside the file, and whether it is true of what was blanked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from discret.maths.arrays import Bools, Codes, Ints
from discret.maths.matching import group_ids


@dataclass(frozen=True)
class Knowledge:
    """What is known of the blanks of a file; the default is nothing but the file.

    Parameters
    ----------
    k
        Values were blanked only in records whose full key fewer than k records carried; ``None``
        where this is not known.
    alike
        Whether records with equal full keys were blanked alike: a full key that a complete record
        carries then lost no record to blanks.
    categories
        For each column, the codes that a blank may stand for; those that occur where left out.
    impossible
        Combinations that cannot be: rules × columns, a code or −1 for any value.
    key
        Number of first columns that make the full key; the others are beside it, never blank.
    people
        For each group of records, the number of people in it, where k counts people: how many of
        them a full key lost to blanks cannot be told then, only whether k are left.
    """

    k: int | None = None
    alike: bool = False
    categories: Sequence[Codes] | None = None
    impossible: Ints | None = None
    key: int | None = None
    people: Ints | None = None

    def domains(self, codes: Codes) -> list[Codes]:
        """Return the codes that a blank of each column may stand for."""
        if self.categories is not None:
            return list(self.categories)
        return [np.unique(column[column >= 0]) for column in codes.T]

    def rooms(self, codes: Codes, count: Ints, people: Ints | None, full: Codes) -> tuple[Any, Any]:
        """Give numbers to full keys, and say how many records each can have lost to blanks.

        `codes`, `count` and `people` are those of the complete groups.
        """
        key = full.shape[1] if self.key is None else self.key
        rows = np.concatenate([codes[:, :key].astype(full.dtype), full[:, :key]])
        ids, size = group_ids(rows)
        of, cell = ids[: len(codes)], ids[len(codes) :]
        carried = np.bincount(of, weights=count, minlength=size)
        room = np.full(size, np.inf) if self.k is None else np.maximum(self.k - 1 - carried, 0)
        if self.k is not None and people is not None:
            held = np.zeros(size, dtype=np.int64)
            np.maximum.at(held, of, people)
            room = np.where(held >= self.k, 0.0, np.inf)
        return cell, np.where(carried > 0, 0.0, room) if self.alike else room

    def forbids(self, full: Codes) -> Bools:
        """Mark the rows that hold an impossible combination.

        Examples
        --------
        >>> Knowledge(impossible=np.array([[0, 1]])).forbids(np.array([[0, 0], [0, 1]])).tolist()
        [False, True]
        """
        rules = [] if self.impossible is None else list(self.impossible)
        marks = [np.zeros(len(full), dtype=np.bool_), *(holds(rule, full) for rule in rules)]
        return np.asarray(np.any(marks, axis=0))


def holds(rule: Ints, full: Codes) -> Bools:
    """Mark the rows that agree with a rule wherever it names a code."""
    named = rule >= 0
    return np.asarray((full[:, named] == rule[named]).all(axis=1) & named.any())


def borne_out(
    knowledge: Knowledge,
    codes: Codes,
    count: Ints,
    truth: Codes | None = None,
    number: Ints | None = None,
) -> Knowledge:
    """Keep of what the attacker believes what is true of the blanks.

    What is left is true of the completion that is the truth, which is thus one of those that the
    attacker is left with: no value that they call certain can be wrong.

    Parameters
    ----------
    knowledge
        What is believed.
    codes, count
        The groups of the file, −1 for a blank.
    truth, number
        The full keys that the records with blanks had, and how many records had each; ``None``
        where it is not known: impossible combinations are then held against the file alone.

    Examples
    --------
    Two records had the key 0, one of which was blanked: not for k = 2, and not alike.

    >>> file, ones = np.array([[0], [-1]]), np.array([1, 1])
    >>> left = borne_out(Knowledge(k=2, alike=True), file, ones, np.array([[0]]), ones[:1])
    >>> left.k, left.alike
    (None, False)
    >>> borne_out(Knowledge(k=3), file, ones, np.array([[0]]), ones[:1]).k
    3
    """
    whole = (codes >= 0).all(axis=1)
    seen = codes if truth is None else np.concatenate([codes, truth.astype(codes.dtype)])
    rules = [rule for rule in _rules(knowledge) if not holds(rule, seen).any()]
    left = np.stack(rules) if rules else None
    kept = replace(knowledge, impossible=left)
    if truth is None or number is None:
        return kept
    people = None if knowledge.people is None else knowledge.people[whole]

    def fits(alone: Knowledge) -> bool:
        cell, room = alone.rooms(codes[whole], count[whole], people, truth)
        return bool((np.bincount(cell, weights=number, minlength=len(room)) <= room).all())

    return replace(
        kept,
        k=knowledge.k if fits(Knowledge(k=knowledge.k, key=knowledge.key)) else None,
        alike=knowledge.alike and fits(Knowledge(alike=True, key=knowledge.key)),
    )


def _rules(knowledge: Knowledge) -> list[Ints]:
    return [] if knowledge.impossible is None else list(knowledge.impossible)
