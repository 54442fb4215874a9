"""Replace identifiers by keyed pseudonyms."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import ClassVar

import polars as pl
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.data.text import as_text
from discret.parts import FRESH, Change, Columns, Context, Method
from discret.parts.ahead import Ahead
from discret.parts.facts import Fact, Facts
from discret.reduce.climbing import refused
from discret.reduce.secret import checked_secret
from discret.words import Words, say


class Pseudonymise(Method):
    """Replace the values of identifying columns by pseudonyms made with a secret key.

    Notes
    -----
    A pseudonym is the keyed BLAKE2b hash (128 bits) of the column's name and the value, under the
    secret handed to the run (``Plan.run(..., secret=)``, or the command line's ``--secret-file``).
    The same value gets the same pseudonym wherever the same secret is used; without the secret,
    pseudonyms can neither be undone nor recomputed from a list of names, which a plain hash would
    allow. The secret is never part of the plan, the record or the report.

    Pseudonymised data is personal data: people are still recognised through their keys, and
    whoever holds the secret can go back (Nguyen & Castelluccia 2020).

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"])
    >>> change = Pseudonymise().apply(data, Context(secret=b"a long secret, kept apart"))
    >>> change.data.values("Nom complet").str.len_chars().to_list()[:2]
    [32, 32]
    """

    name: ClassVar[str] = "pseudonymise"
    keyed: ClassVar[bool] = True
    title: ClassVar[Words] = Words("identifiers pseudonymised", fr="identifiants pseudonymisés")
    purpose: ClassVar[Words] = Words(
        "replaces identifying values by codes that cannot be undone without a secret",
        fr="remplace les valeurs identifiantes par des codes irréversibles sans un secret",
    )
    touches: ClassVar[tuple[Role, ...]] = (Role.IDENTIFIER,)
    references: ClassVar[tuple[str, ...]] = (
        "Article 29 Working Party (2014). Opinion 05/2014 on anonymisation techniques.",
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire.",
    )
    tells: ClassVar[Facts] = {
        "pseudonymised": Fact.names("pseudonymised", "pseudonymisées"),
    }

    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "the columns, by default all identifiers",
            fr="les colonnes, par défaut tous les identifiants",
        ),
    )

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield that there is no secret, beside what every part foresees."""
        yield from super().foreseen(ahead)
        if self.columns is None and not ahead.data.columns(Role.IDENTIFIER):
            yield NO_IDENTIFIER
        yield from refused(lambda: checked_secret(self.name, ahead.secret))

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with pseudonyms."""
        columns = self.columns or data.need(self.name, Role.IDENTIFIER)
        data.check_columns(self.name, columns)
        secret = checked_secret(self.name, context.secret)
        for place, column in enumerate(columns):
            doing = say("column {name!r}", "colonne {name!r}", name=column)
            context.progress(place / len(columns), doing)
            values = data.values(column)
            text = values if values.dtype == pl.String else as_text(values)
            codes = pseudonyms(text, column, secret)
            data = data.with_values({column: pl.DataFrame({"value": values, "code": codes})})
        return Change(data=data, facts={"pseudonymised": list(columns)})


def pseudonyms(values: pl.Series, column: str, secret: bytes) -> pl.Series:
    """Hash distinct values under a key of their column; one call for each distinct value.

    Examples
    --------
    >>> one = pseudonyms(pl.Series(["Ann"]), "name", b"secret of sixteen")
    >>> one.to_list() == pseudonyms(pl.Series(["Ann"]), "name", b"secret of sixteen").to_list()
    True
    >>> one.to_list() == pseudonyms(pl.Series(["Ann"]), "name", b"another secret ..").to_list()
    False
    """
    key = hashlib.blake2b(column.encode(), key=secret[:64], digest_size=32).digest()
    codes = [hashlib.blake2b(v.encode(), key=key, digest_size=16).hexdigest() for v in values]
    return pl.Series(codes, dtype=pl.String)


NO_IDENTIFIER = Words(
    "no column has the role identifier", fr="aucune colonne n’a le rôle identifier"
)
