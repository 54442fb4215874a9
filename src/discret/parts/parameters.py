"""Parameters that many parts have, declared once: the same name means the same everywhere."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from discret.maths.matching import Rule
from discret.words import Words

Missing = Annotated[
    Rule,
    Field(
        description=Words("what a missing key value means", fr="sens d’une valeur de clé manquante")
    ),
]
SensitiveColumn = Annotated[
    str | None,
    Field(
        description=Words(
            "the sensitive column, by default all", fr="la colonne sensible, par défaut toutes"
        )
    ),
]
