"""Shares of people: what repeated records of one person neither raise nor lower."""

from __future__ import annotations

from discret.data.keytable import KeyTable
from discret.maths.arrays import Bools, Floats
from discret.maths.matching import Rule
from discret.words import Words


def counted_alone(keys: KeyTable, missing: Rule) -> bool:
    """Whether groups are counted by themselves, and every record is a person."""
    return keys.around.individual is None and not keys.overlaps(missing)


def heads(keys: KeyTable, marked: Bools | None = None) -> int:
    """Count the people of the groups that are marked, by default of all, once in each group."""
    return int((keys.heads if marked is None else keys.heads[marked]).sum())


def share(keys: KeyTable, marked: Bools) -> float:
    """Return the share of the people who are in the groups that are marked."""
    return heads(keys, marked) / heads(keys)


def expected(keys: KeyTable, risk: Floats) -> float:
    """Return the number of people to be expected where each is met with the risk of its group."""
    return float((keys.heads * risk).sum())


def whom(keys: KeyTable, number: int = 2) -> Words:
    """Say whom shares are shares of: records, or people where an individual column is declared.

    In French the noun stands beside the number of those meant, and agrees with it.
    """
    ending = "s" if number > 1 else ""
    if keys.around.individual is None:
        return Words("records", fr=f"enregistrement{ending}")
    return Words("people (once in each group)", fr=f"personne{ending} (une fois par groupe)")
