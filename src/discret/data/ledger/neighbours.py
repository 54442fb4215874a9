"""Which tables nobody may tell apart: what a cost is about, without which it means nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from discret.data.ledger.refusals import (
    another_column,
    another_relation,
    another_unit,
    no_relation,
    no_unit,
    unstated,
)
from discret.words import Words

Neighbours = Literal["add_remove", "replace"]
Unit = Literal["household", "individual", "record"]
USUAL: Neighbours = "add_remove"
RELATIONS: Mapping[str, Words] = {
    "add_remove": Words("with a unit more or less", fr="à une unité près"),
    "replace": Words("with a unit replaced", fr="à une unité remplacée"),
}
UNITS: Mapping[str, Words] = {
    "household": Words("a household", fr="un ménage"),
    "individual": Words("a person", fr="une personne"),
    "record": Words("a record", fr="un enregistrement"),
}


class Protected(NamedTuple):
    """How neighbouring tables differ, by which unit, and which column tells units apart.

    None where it is not said: of a release that is paid by hand what the account says then holds.
    Costs under different relations or for different units are not of one kind: their sum would
    say nothing. An ε of add_remove is 2 ε of replace, and one of replace is nothing of
    add_remove; of a household with a member less, add_remove says 2 ε: nothing is converted here.

    Examples
    --------
    >>> Protected("add_remove").with_more(Protected("add_remove", "individual", "patient"))
    Protected(neighbours='add_remove', unit='individual', column='patient')
    """

    neighbours: Neighbours | None = None
    unit: Unit | None = None
    column: str | None = None

    def check(self, other: Protected) -> None:
        """Refuse what is not about the same neighbours; what is not said is the same."""
        if self.neighbours is None:
            raise unstated()
        if other.neighbours not in (None, self.neighbours):
            raise another_relation(self.neighbours, str(other.neighbours))
        if None not in (self.unit, other.unit) and self.unit != other.unit:
            raise another_unit(str(self.unit), str(other.unit))
        if None not in (self.column, other.column) and self.column != other.column:
            raise another_column(str(self.column), str(other.column))

    def with_more(self, other: Protected) -> Protected:
        """Return it with what the other says beside; which relation holds is said once."""
        return Protected(self.neighbours, self.unit or other.unit, self.column or other.column)

    @property
    def opening(self) -> dict[str, str | None]:
        """What the first entry of an account says of it: columns are told by releases."""
        return {"neighbours": self.neighbours, "unit": self.unit}

    def to_dict(self) -> dict[str, str | None]:
        """Return plain data, fit for an entry."""
        return self._asdict()


def protected_by(opening: Mapping[str, Any], paid: Sequence[Mapping[str, Any]]) -> Protected:
    """Return what an account is about: as it was opened, and as its first releases say beside."""
    found = Protected(opening.get("neighbours"), opening.get("unit"))
    for entry in paid:
        found = found.with_more(Protected(None, entry.get("unit"), entry.get("column")))
    return found


def checked(neighbours: str | None, unit: str | None) -> Protected:
    """Return what words say; refuse others.

    Examples
    --------
    >>> checked("replace", None)
    Protected(neighbours='replace', unit=None, column=None)
    """
    if neighbours not in (None, *get_args(Neighbours)):
        raise no_relation()
    if unit not in (None, *get_args(Unit)):
        raise no_unit()
    return Protected(neighbours, unit)  # type: ignore[arg-type]
