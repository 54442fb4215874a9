"""Parameters that many parts have, declared once: the same name means the same everywhere."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from discret.maths.matching import Rule
from discret.parts import Pairs
from discret.parts.naming import NAMES
from discret.words import Words

Missing = Annotated[
    Rule,
    Field(
        description=Words(
            "what a missing key value means. `known`: a record is counted with those that"
            " carry, not missing, every value it still shows; `wildcard`: missing matches"
            " anything; `category`: missing is a value",
            fr="sens d’une valeur de clé manquante. `known` : un enregistrement est compté"
            " avec ceux qui portent, renseignées, toutes les valeurs qu’il montre encore ;"
            " `wildcard` : manquant s’accorde avec tout ; `category` : manquant est une modalité",
        )
    ),
]
SensitiveColumn = Annotated[
    str | None,
    NAMES,
    Field(
        description=Words(
            "the sensitive column, by default all. Of all, the worst counts",
            fr="la colonne sensible, par défaut toutes. De toutes, la pire compte",
        )
    ),
]
Fewest = Annotated[
    bool,
    Field(
        description=Words(
            "whether fewer records to drop are looked for. Where which groups fail hangs on those"
            " that are kept, dropping all that fail, in rounds, may drop more than need be",
            fr="chercher moins d’enregistrements à retirer. Quand l’échec d’un groupe dépend de"
            " ceux qui restent, retirer tous ceux qui échouent, par passes, peut en retirer plus"
            " qu’il ne faut",
        )
    ),
]
Zone = Annotated[
    str | None,
    NAMES,
    Field(
        description=Words(
            "column of the first publication, by default the area. Communes for example",
            fr="colonne de la première publication, par défaut le lieu (area). Les communes par"
            " exemple",
        )
    ),
]
Threshold = Annotated[
    int,
    Field(
        ge=2,
        description=Words(
            "totals of fewer must not be known",
            fr="les totaux de moins d’observations ne doivent pas être connus",
        ),
    ),
]
Counts = Annotated[
    str | None,
    NAMES,
    Field(
        description=Words(
            "number of observations, where the table is crossed already. Otherwise every row is"
            " an observation",
            fr="nombre d’observations, si la table est déjà croisée. Sinon chaque ligne est"
            " une observation",
        )
    ),
]
Heights = Pairs[Annotated[int, Field(ge=0)]]
HighestLevels = Annotated[
    Heights,
    Field(
        description=Words(
            "highest level of each key. `maximum = { age = 0 }` leaves a key as it is",
            fr="niveau le plus haut de chaque clé. `maximum = { age = 0 }` laisse une clé"
            " telle quelle",
        )
    ),
]
Importance = Pairs[Annotated[float, Field(gt=0)]]
LargestShare = Annotated[
    float | None,
    Field(ge=0, le=1, description=Words("largest share allowed", fr="plus grande part admise")),
]
HighestShare = Annotated[
    float | None,
    Field(ge=0, le=1, description=Words("highest share allowed", fr="plus grande part admise")),
]
HighestRisk = Annotated[
    float | None,
    Field(
        gt=0,
        le=1,
        description=Words(
            "highest risk allowed for a record",
            fr="risque le plus élevé admis pour un enregistrement",
        ),
    ),
]
