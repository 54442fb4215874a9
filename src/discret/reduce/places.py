"""What methods that look at coordinates share: two columns of numbers, finite, in metres."""

from __future__ import annotations

import narwhals as nw

from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.errors import ColumnError
from discret.reduce.refusals import in_degrees, no_coordinates
from discret.words import Words, say

FURTHEST, DEGREES = 1e15, 360.0


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
