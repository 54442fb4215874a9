"""Put the records in random order."""

from __future__ import annotations

from typing import ClassVar

import narwhals as nw

from discret.data.dataset import Dataset
from discret.data.entering.column_names import PLACE
from discret.data.roles import Role
from discret.parts import FRESH, Change, Context, Method, Tier
from discret.parts.facts import Fact, Facts
from discret.words import Words


class ShuffleRecords(Method):
    """Put the records in random order, and renumber them where a row column was declared.

    Notes
    -----
    The order of a file tells: a file sorted by sex and age gives away what blanked cells hide
    (Bergeat 2015, section 2.1). Every permutation is equally likely. Records stay whole: `Shuffle`
    is the method that gives values to other records.

    Examples
    --------
    >>> import numpy as np
    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), key=["Âge", "Sexe"])
    >>> change = ShuffleRecords().apply(data, Context(rng=np.random.default_rng(5)))
    >>> change.data.to_native()["Âge"].to_list() == data.to_native()["Âge"].to_list()
    False
    """

    name: ClassVar[str] = "shuffle_records"
    title: ClassVar[Words] = Words("records shuffled", fr="enregistrements mélangés")
    purpose: ClassVar[Words] = Words(
        "puts the records in random order", fr="met les enregistrements dans un ordre aléatoire"
    )
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2015). Anonymisation de données individuelles, section 2.1.",
    )
    random: ClassVar[bool] = True
    shuffles: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        "renumbered": Fact.yes("renumbered", "renumérotés"),
    }

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset in random order."""
        rows = data.row_numbers(self.name)
        placed = data.with_rows(rows, **{PLACE: context.rng.permutation(len(rows)) + 1})
        number = data.column(Role.ROW)
        if number is not None:
            kind = data.kind(number)
            new = nw.col(PLACE).cast(kind).alias(number)
            placed = placed.with_frame(placed.frame.with_columns(new))
        return Change(data=placed, facts={"renumbered": number is not None})
