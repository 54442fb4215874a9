"""The values of one column as numbered categories: in order, by name, and by label of a class."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.text import as_text, is_text, text_of
from discret.errors import HierarchyError
from discret.maths.arrays import Floats, Ints
from discret.words import Words, say

PAIR = 2


@dataclass(frozen=True)
class Categories:
    """The distinct values of a column.

    Parameters
    ----------
    texts
        Each value once, as hierarchies write it, in order.
    numbers
        The values as numbers, for an order of numbers; else ``None``.
    codes
        For each row of the column, the number of its value, −1 for missing.

    Examples
    --------
    >>> sizes = pl.Series("size", ["L", "S", None, "L"], dtype=pl.Enum(["S", "M", "L"]))
    >>> Categories.of("test", sizes, ordered=True).codes.tolist()
    [1, 0, -1, 1]
    """

    texts: tuple[str, ...] = field(repr=False)
    numbers: tuple[float, ...] | None = field(repr=False)
    codes: Ints = field(repr=False)

    @classmethod
    def of(cls, who: str, values: pl.Series, ordered: bool) -> Categories:
        """Give numbers to the values of a column; refuse one that has a single value, or none."""
        numbers = _as_numbers(values) if ordered else None
        shown = _shown(values) if numbers is None else numbers
        texts = as_text(shown)
        _check(who, texts, numbers)
        frame = pl.DataFrame({"value": shown, "text": texts}).drop_nulls()
        known = frame.sort("value").unique("text", maintain_order=True, keep="first")["text"]
        places = pl.DataFrame({"text": known}).with_row_index("code")
        found = texts.to_frame("text").join(places, on="text", how="left", maintain_order="left")
        codes = found["code"].cast(pl.Int64).fill_null(-1).to_numpy()
        own = None if numbers is None else tuple(numbers.drop_nulls().unique().sort())
        return cls(tuple(known), own, codes)

    def __len__(self) -> int:
        return len(self.texts)

    def summed(self, weights: Floats) -> Floats:
        """Return the weight of each category.

        Examples
        --------
        >>> letters = Categories.of("test", pl.Series(["b", "a", "b", None]), ordered=False)
        >>> letters.summed(np.array([1.0, 2, 4, 8]))
        array([2., 5.])
        """
        known = self.codes >= 0
        sums = np.bincount(self.codes[known], weights=weights[known], minlength=len(self))
        return sums.astype(np.float64)

    def found(self, name: str, lists: Sequence[Sequence[object]]) -> tuple[list[Ints], list[str]]:
        """Return the numbers of the categories of each list, in order, and the faults of the lists.

        Examples
        --------
        >>> ages = Categories.of("test", pl.Series([30, 20, 40]), ordered=True)
        >>> ages.found("apart", [[40, "20"], [30, 50], [30]])
        ([array([0, 2])], ['apart, list 2: the column lacks 1 of 2', 'apart, list 3: names only 1'])
        """
        found: list[Ints] = []
        faults: list[str] = []
        if isinstance(lists, str):
            return [], [
                say(
                    "{name}: must be a list of lists",
                    "{name} : il faut une liste de listes",
                    name=name,
                )
            ]
        for number, members in enumerate(lists, 1):
            places, fault = self._places(members)
            if fault:
                faults.append(
                    say(
                        "{name}, list {number}: {fault}",
                        "{name}, liste {number} : {fault}",
                        name=name,
                        number=number,
                        fault=fault,
                    )
                )
            else:
                found.append(places)
        return found, faults

    def _places(self, members: Sequence[object]) -> tuple[Ints, str]:
        none = np.empty(0, dtype=np.int64)
        if isinstance(members, str) or not isinstance(members, Sequence):
            return none, Words("must be a list of categories", fr="il faut une liste de modalités")
        places = {self._place(member) for member in members}
        lost = sum(self._place(member) is None for member in members)
        if lost:
            return none, say(
                "the column lacks {lost} of {members}",
                "la colonne n’en a pas {lost} sur {members}",
                lost=lost,
                members=len(members),
            )
        if len(places) < PAIR:
            return none, say("names only {places}", "n’en nomme que {places}", places=len(places))
        return np.array(sorted(place for place in places if place is not None)), ""

    def _place(self, member: object) -> int | None:
        try:
            text = text_of(member)
            known = text if self.numbers is None else _number_text(text)
        except (ValueError, OverflowError):
            return None
        return self.texts.index(known) if known in self.texts else None

    def spans(self, classes: Ints) -> list[str]:
        """Return, for each category, the first and the last of its class.

        Examples
        --------
        >>> letters = Categories.of("test", pl.Series(["a", "b", "c"]), ordered=True)
        >>> letters.spans(np.array([0, 0, 1]))
        ['a – b', 'a – b', 'c']
        """
        members = [self._members(classes, number) for number in range(int(classes.max()) + 1)]
        ends = [(self.texts[member[0]], self.texts[member[-1]]) for member in members]
        labels = [low if low == high else f"{low} – {high}" for low, high in ends]
        return _labelled(labels, classes)

    def lists(self, classes: Ints, weights: Floats, longest: int) -> list[str]:
        """Return, for each category, those of its class, the heaviest first; or how many.

        Examples
        --------
        >>> letters = Categories.of("test", pl.Series(["a", "b", "c"]), ordered=False)
        >>> letters.lists(np.array([0, 1, 0]), np.array([1.0, 2, 3]), 9)
        ['c | a', 'b', 'c | a']
        >>> letters.lists(np.array([0, 1, 0]), np.array([1.0, 2, 3]), 4)
        ['c +1', 'b', 'c +1']
        """
        labels = []
        for number in range(int(classes.max()) + 1):
            places = self._members(classes, number)
            texts = [self.texts[at] for at in places[np.argsort(-weights[places], kind="stable")]]
            label = " | ".join(texts)
            if len(label) > longest and len(texts) > 1:
                label = f"{texts[0]} +{len(texts) - 1}"
            labels.append(label)
        return _labelled(labels, classes)

    @staticmethod
    def _members(classes: Ints, one: int) -> Ints:
        return np.flatnonzero(classes == one)


def in_order(values: pl.Series, order: bool | Sequence[object]) -> tuple[pl.Series, list[str]]:
    """Give the values of a column a listed order, or their own; say what the list lacks.

    Examples
    --------
    >>> in_order(pl.Series(["M", "S", "XL"]), ["S", "M", "L"])[1]
    ['ordered: the list lacks 1 of 3 values']
    >>> in_order(pl.Series(["M", "S"]), ["S", "M", "L"])[0].sort().to_list()
    ['S', 'M']
    """
    if isinstance(order, bool):
        numbers = _as_numbers(values)
        return (_shown(values) if numbers is None else numbers), []
    texts = as_text(values)
    try:
        listed = [] if isinstance(order, str) else [text_of(item) for item in order]
    except (TypeError, ValueError):
        listed = []
    if not listed:
        return texts, [
            Words(
                "ordered: must be true, false, or the list of all values in order",
                fr="ordered : il faut true, false, ou la liste ordonnée de toutes les valeurs",
            )
        ]
    known = texts.drop_nulls().unique()
    lost = int((~known.is_in(listed)).sum())
    faults = {
        say(
            "ordered: the list lacks {lost} of {known} values",
            "ordered : il manque à la liste {lost} {lost:valeur|valeurs} sur {known}",
            lost=lost,
            known=len(known),
        ): lost,
        Words(
            "ordered: a value is listed twice", fr="ordered : une valeur est citée deux fois"
        ): len(set(listed)) < len(listed),
    }
    found: list[str] = [fault for fault, there in faults.items() if there]
    return (texts if found else texts.cast(pl.Enum(listed))), found


def _labelled(labels: Sequence[str], classes: Ints) -> list[str]:
    """Give each category the label of its class; labels that look the same are numbered."""
    seen: Counter[str] = Counter()
    told: list[str] = []
    for label in labels:
        seen[label] += 1
        new = label if seen[label] == 1 else f"{label} ({seen[label]})"
        while new in told or (new != label and new in labels):
            seen[label] += 1
            new = f"{label} ({seen[label]})"
        told.append(new)
    return [told[item] for item in classes.tolist()]


def _number_text(text: str) -> str | None:
    number = int(text) if re.fullmatch(r"-?\d+", text) else float(text)
    return str(as_text(pl.Series([number])).item())


def _shown(values: pl.Series) -> pl.Series:
    return values.cast(pl.String) if values.dtype == pl.Categorical else values


def _as_numbers(values: pl.Series) -> pl.Series | None:
    """Return the numbers that an order is made of: also of text that is nothing else."""
    if values.dtype.is_integer():
        return values
    if values.dtype.is_numeric():
        return values.cast(pl.Float64).fill_nan(None)
    if not is_text(values.dtype) or values.dtype == pl.Enum:
        return None
    texts = as_text(values)
    numbers = texts.str.strip_chars().cast(pl.Float64, strict=False).fill_nan(None)
    same = numbers.null_count() == texts.null_count() and bool(numbers.is_finite().all())
    return numbers if same and len(numbers.drop_nulls()) else None


def _check(who: str, texts: pl.Series, numbers: pl.Series | None) -> None:
    endless = 0 if numbers is None else int(numbers.is_infinite().sum())
    blank = int((texts.str.replace_all(r"[\s\x1c-\x1f]", "") == "").sum())  # as Python strips
    values = texts.drop_nulls().n_unique()
    faults = {
        Words(
            "numbers must be finite, the column has others",
            fr="les nombres doivent être finis, la colonne en a d’autres",
        ): endless,
        Words(
            "values must not be blank text, the column has some",
            fr="les textes ne doivent pas être vides, la colonne en a",
        ): blank,
        say(
            "two values or more are needed, the column has {values}",
            "il faut deux valeurs ou plus, la colonne en a {values}",
            values=values,
        ): values < PAIR,
    }
    found: list[str] = [fault for fault, there in faults.items() if there]
    if found:
        hint = Words(
            "correct them or make them missing, or leave the column as it is",
            fr="les corriger ou les rendre manquantes, ou laisser la colonne telle quelle",
        )
        raise HierarchyError(who, found, hint=hint)
