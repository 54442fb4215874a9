"""How much of the file is no longer as it was."""

from __future__ import annotations

from typing import ClassVar

from discret.data.compare import difference
from discret.data.dataset import Dataset
from discret.data.real_records import real
from discret.data.refusals import without_numbers
from discret.data.roles import Role
from discret.finding import Finding
from discret.parts import LossMeasure, Tier, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import LargestShare
from discret.parts.shared_facts import DROPPED
from discret.words import Words


class CellsChanged(LossMeasure):
    """Share of the cells of the original file that the release no longer has as they were.

    Notes
    -----
    A cell is lost with its record, with its column, or when its value differs. Identifiers and
    row numbers, which are there to be removed, do not count.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> from discret.parts import Context
    >>> from discret.reduce import Recode
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> after = Recode(column="Sexe", mapping={"Femme": "*", "Homme": "*"}).apply(data, Context())
    >>> CellsChanged().compare(data, after.data).value
    0.2
    """

    name: ClassVar[str] = "cells_changed"
    title: ClassVar[Words] = Words("cells changed", fr="cellules modifiées")
    tier: ClassVar[Tier] = "row"
    unit: ClassVar[Unit] = "share"
    purpose: ClassVar[Words] = Words(
        "counts the cells that are gone or differ, a new name like a lost value: how much was lost"
        " is not seen here, see detail lost",
        fr="compte les cellules disparues ou modifiées, un nouveau nom comme une valeur perdue :"
        " combien est perdu ne se voit pas ici, voir détail perdu",
    )
    tells: ClassVar[Facts] = {
        **DROPPED,
        "cells": Fact.count("cells", "cellules"),
        "cells_lost": Fact.count("cells gone or changed", "cellules disparues ou modifiées"),
        "by_column": Fact.share(
            "cells gone or changed by column",
            "cellules disparues ou modifiées par colonne",
            by="column",
        ),
    }

    most: LargestShare = None

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Count the cells of `before` that `after` no longer has."""
        change = difference(before, after)
        if change.cells is None:
            raise without_numbers(self.name)
        ours = [name for name, role in before.roles.items() if role not in _APART]
        left = len(real(after))
        gone = change.records_before - left
        lost = {name: change.cells.get(name, left) + gone for name in ours}
        cells = len(ours) * change.records_before
        value = sum(lost.values()) / cells if cells else 0.0
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=_READS.filled(share=value, gone=gone, n=change.records_before),
            details={
                "cells": cells,
                "cells_lost": sum(lost.values()),
                "records_dropped": gone,
                "records": change.records_before,
                "columns_dropped": [name for name in change.columns_dropped if name in ours],
                "by_column": {name: lost[name] / max(change.records_before, 1) for name in ours},
            },
        )


_APART = {Role.IDENTIFIER, Role.ROW}
_READS = Words(
    "{share:%} of the cells are gone or differ; {gone} of {n} records {gone:was|were} dropped.",
    fr="{share:%} des cellules ont disparu ou diffèrent ; {gone}"
    " {gone:enregistrement|enregistrements} sur {n} {gone:a été retiré|ont été retirés}.",
)
