"""Drop the columns that name a person by themselves."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.parts import FRESH, Change, Columns, Context, Method
from discret.parts.facts import Fact, Facts
from discret.words import Words


class DropIdentifiers(Method):
    """Drop all columns that have the role identifier, and others if wanted.

    Notes
    -----
    The first step of any release (Bergeat 2015, section 1), and never enough by itself: people are
    recognised through their keys.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"])
    >>> change = DropIdentifiers().apply(data, Context())
    >>> "Nom complet" in change.data.columns()
    False
    """

    name: ClassVar[str] = "drop_identifiers"
    title: ClassVar[Words] = Words("identifiers dropped", fr="identifiants retirés")
    purpose: ClassVar[Words] = Words(
        "removes the columns that name a person by themselves",
        fr="retire les colonnes qui désignent une personne à elles seules",
    )
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2015). Anonymisation de données individuelles, section 1.",
    )
    tells: ClassVar[Facts] = {
        "dropped": Fact.names("columns dropped", "colonnes retirées"),
    }

    columns: Columns = Field(
        default=(),
        description=Words(
            "other columns to drop. Such as a household number",
            fr="autres colonnes à retirer. Un numéro de ménage par exemple",
        ),
    )

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset without its identifiers."""
        data.check_columns(self.name, self.columns)
        gone = tuple(dict.fromkeys((*data.columns(Role.IDENTIFIER), *self.columns)))
        return Change(data=data.without_columns(gone), facts={"dropped": list(gone)})
