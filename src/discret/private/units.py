"""What neighbouring tables differ by: a household, a person or a record."""

from __future__ import annotations

from typing import NamedTuple

from discret.data.dataset import Dataset
from discret.data.ledger.neighbours import Unit
from discret.data.roles import Role
from discret.errors import InputError
from discret.words import Words

_ROLES: dict[Unit, Role] = {"household": Role.HOUSEHOLD, "individual": Role.INDIVIDUAL}


class Counted(NamedTuple):
    """The unit, and the column that tells units apart; none where each record is one."""

    unit: Unit
    column: str | None


def counted(data: Dataset, wanted: Unit | None, who: str) -> Counted:
    """Return the unit that is asked for, else the largest that the roles declare.

    Whoever protects households protects their members, at two steps where one alone leaves (the
    household is another then); the other way round nothing holds.
    Records are units where no role says that several are of one person: else what a person adds
    would have no bound.

    Examples
    --------
    >>> import polars as pl
    >>> people = pl.DataFrame({"home": [1, 1], "who": [1, 2]})
    >>> counted(Dataset.of(people, household="home", individual="who"), None, "private_table")
    Counted(unit='household', column='home')
    """
    columns = {unit: data.column(role) for unit, role in _ROLES.items()}
    declared = [unit for unit, column in columns.items() if column is not None]
    if wanted is None:
        unit: Unit = next(iter(declared), "record")
        return Counted(unit, columns.get(unit))
    if wanted == "record" and declared:
        raise InputError(_UNBOUNDED.filled(who=who, unit=declared[0]), hint=_BOUND)
    if wanted != "record" and columns[wanted] is None:
        raise InputError(_UNKNOWN.filled(who=who, unit=wanted), hint=_DECLARE.filled(unit=wanted))
    return Counted(wanted, columns.get(wanted))


_UNKNOWN = Words(
    "{who}: unit: no column has the role {unit}",
    fr="{who} : unit : aucune colonne n’a le rôle {unit}",
)
_DECLARE = Words(
    "say under [roles] which column tells them apart, or by --{unit} COLUMN; without unit, each"
    " record is one where no role says otherwise",
    fr="dire sous [roles] quelle colonne les distingue, ou par --{unit} COLONNE ; sans unit, chaque"
    " enregistrement en est une là où aucun rôle ne dit le contraire",
)
_UNBOUNDED = Words(
    "{who}: unit: a column has the role {unit}, so that several records may be of one, and what one"
    " adds would be unbounded",
    fr="{who} : unit : une colonne a le rôle {unit}, plusieurs enregistrements peuvent donc être du"
    " même, et ce qu’un seul ajoute n’aurait pas de borne",
)
_BOUND = Words(
    "leave unit out, or take the role away if each record is of another; records = 5 bounds how"
    " many of them count in a cell",
    fr="omettre unit, ou retirer le rôle si chaque enregistrement est d’un autre ; records = 5"
    " borne combien comptent dans une cellule",
)
