"""What methods that look at coordinates share: two columns of numbers, finite, in metres."""

from __future__ import annotations

from typing import Annotated

import narwhals as nw
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.errors import ColumnError
from discret.parts.naming import NAMES
from discret.reduce.refusals import in_degrees, no_coordinates
from discret.words import Words, say

FURTHEST, DEGREES = 1e15, 360.0
X = Annotated[
    str,
    NAMES,
    Field(
        description=Words(
            "column of eastings, in metres. Of a projection such as LAEA (EPSG 3035) or"
            " Lambert-93 (EPSG 2154)",
            fr="colonne des abscisses (vers l’est), en mètres. D’une projection telle que LAEA"
            " (EPSG 3035) ou Lambert-93 (EPSG 2154)",
        )
    ),
]
Y = Annotated[
    str,
    NAMES,
    Field(
        description=Words(
            "column of northings, in metres. Of the same projection",
            fr="colonne des ordonnées (vers le nord), en mètres. De la même projection",
        )
    ),
]
Beyond = Annotated[
    float,
    Field(
        ge=0,
        description=Words(
            "least distance that a point moves, in metres",
            fr="plus petit déplacement d’un point, en mètres",
        ),
    ),
]
Within = Annotated[
    float,
    Field(
        gt=0,
        le=1e9,
        description=Words(
            "largest distance that a point moves, in metres",
            fr="plus grand déplacement d’un point, en mètres",
        ),
    ),
]


def beyond_within(beyond: float, within: float) -> None:
    """Refuse a ring whose inner circle is not inside the outer one."""
    if beyond >= within:
        raise ValueError(
            Words("beyond: must be less than within", fr="beyond : doit être inférieur à within")
        )


def check_points(who: str, data: Dataset, x: str, y: str, *, metres: bool = False) -> None:
    """Refuse coordinates that are no two columns of numbers, missing or not finite.

    With `metres`, those that look like degrees too: distances are then not what they seem.
    """
    data.check_numeric(who, [x, y])
    if x == y:
        raise ColumnError(
            say(
                "{who}: x and y are two columns, one was named twice",
                "{who} : x et y sont deux colonnes, une seule est nommée deux fois",
                who=who,
            ),
            hint=Words("name the column of each", fr="nommer la colonne de chacune"),
        )
    east, north = (number(name) for name in (x, y))
    near = (east.abs() < FURTHEST) & (north.abs() < FURTHEST)
    asked = [near.cast(nw.Int64).sum().alias("good"), nw.len().alias("all")]
    widest = [east.abs().max().alias("x"), north.abs().max().alias("y")]
    good, every, *most = collected(data.frame.select(*asked, *widest)).row(0)
    if bad := every - (good or 0):
        raise no_coordinates(who, bad)
    if metres and every and max(most) <= DEGREES:
        raise in_degrees(who)
