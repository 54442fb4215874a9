"""What measures share that hold a release against records it was not made from."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from discret.maths.arrays import Ints
from discret.parts import Columns
from discret.parts.facts import Fact, Facts
from discret.words import Words

PAIRS = 500_000_000  # of records that are looked at, at most

ComparedColumns = Annotated[
    Columns | None,
    Field(
        min_length=1,
        description=Words(
            "columns that are compared. By default the keys, numbers and sensitive columns that"
            " both files have",
            fr="colonnes comparées. Par défaut les clés, nombres et colonnes sensibles qu’ont les"
            " deux fichiers",
        ),
    ),
]
HELD_OUT: Facts = {
    "used": Fact.count("records used", "enregistrements utilisés"),
    "held_out": Fact.count("records held out", "enregistrements réservés"),
    "columns": Fact.names("columns", "colonnes"),
}
NO_HELD_OUT = Words(
    "No record of the original was held out, so nothing says whether the release is nearer to those"
    " it was made from: take a subsample before values are drawn.",
    fr="Aucun enregistrement de l’original n’a été réservé, rien ne dit donc si le fichier diffusé"
    " est plus proche de ceux dont il est fait : sous-échantillonner avant de tirer des valeurs.",
)


def some_of(records: Ints, others: int) -> Ints:
    """Return so many records, evenly spread, as can be compared with so many others.

    Examples
    --------
    >>> import numpy as np
    >>> some_of(np.arange(10), PAIRS // 4).tolist()
    [0, 3, 6, 9]
    """
    most = max(PAIRS // max(others, 1), 1)
    return records[:: -(-len(records) // most)] if len(records) > most else records
