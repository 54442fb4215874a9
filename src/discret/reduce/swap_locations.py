"""Let points exchange their places with others that are near, and like them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.assess.people_between import PeopleBetween
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import Exchanged
from discret.errors import InputError
from discret.maths import places
from discret.maths.arrays import Floats, Ints
from discret.parts import FRESH, Change, Columns, Context, Method, RiskMeasure, Tier
from discret.parts.facts import Fact, Facts, filled
from discret.reduce.places import Beyond, Within, X, Y, beyond_within, check_points
from discret.reduce.rows_in_order import drawn_once, parts_of, rows_in_order
from discret.words import Words


class SwapLocations(Method):
    """Let records exchange their coordinates with others that are near, and alike.

    Notes
    -----
    Location swapping (Zhang et al. 2017): a point takes the place of another one that is between
    `beyond` and `within` metres away, which takes its own. So every place that is shown is a true
    one of somebody, and all places together are exactly those of the file: so are counts by square,
    and whatever is computed from places alone. (Where several records of one person move together,
    the one they exchange with need not have as many.)

    Croce et al. (2019) do not use it for parcels, since a large field in the place of a small one
    shows. Partners are therefore alike in the columns `keep`: numbers differ by at most `near`, as
    a share of the larger; other values are the same. Missing is alike to missing alone. Columns
    `along` go along with the place, such as the area that it lies in: what else tells the place
    must be named there, or else the file contradicts itself and gives the exchange away.

    Those who have fewest partners to choose from choose first, each by chance among those who are
    left. Whoever finds nobody stays where they are (``left``): widen `within` or `near`, or drop
    them. Records of one person with the same place and the same values move together.

    An exchange hides where a person is, not that somebody of the kind is there. How many people
    stand between the true and the shown place is what `PeopleBetween` counts, and a run asks it
    unasked. Coordinates must be projected, in metres.

    Examples
    --------
    Two large fields exchange their places, and so do two small ones.

    >>> east = [652_000.0, 652_100.0, 652_200.0, 652_300.0]
    >>> fields = pl.DataFrame({"x": east, "y": [6_862_000.0] * 4, "surface": [9.0, 1.0, 9.2, 1.1]})
    >>> method = SwapLocations(keep=["surface"], within=500)
    >>> change = method.apply(Dataset.of(fields), Context())
    >>> change.data.to_polars()["x"].to_list(), change.facts["left"]
    ([652200.0, 652300.0, 652000.0, 652100.0], 0)
    """

    name: ClassVar[str] = "swap_locations"
    title: ClassVar[Words] = Words("places exchanged", fr="lieux échangés")
    purpose: ClassVar[Words] = Words(
        "lets records exchange their coordinates with others like them",
        fr="fait échanger leurs coordonnées à des enregistrements semblables",
    )
    references: ClassVar[tuple[str, ...]] = (
        (
            "Zhang S., Freundschuh S. M., Lenzer K., Zandbergen P. A. (2017). The location swapping"
            " method for geomasking. Cartography and Geographic Information Science 44(1)."
        ),
        (
            "Croce L. et al. (2019). Une nouvelle méthodologie pour l’anonymisation des entrepôts"
            " de données spatiales."
        ),
    )
    perturbs: ClassVar[bool] = True
    random: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    numbers: ClassVar[tuple[str, ...]] = ("x", "y")
    tells: ClassVar[Facts] = {
        "exchanged": Fact.count("records exchanged", "enregistrements échangés"),
        "share": Fact.share("share of them exchanged", "part des enregistrements échangés"),
        "left": Fact.count(
            "records that found no partner", "enregistrements sans partenaire trouvé"
        ),
        "distance": Fact.number("metres moved, in the mean", "déplacement en mètres, en moyenne"),
        "farthest": Fact.number("metres moved, at most", "déplacement en mètres, au plus"),
    }

    x: X = "x"
    y: Y = "y"
    beyond: Beyond = 0.0
    within: Within
    keep: Columns = Field(
        default=(),
        description=Words(
            "columns in which partners are alike. Numbers nearly so; the surface of a field, the"
            " type of a home",
            fr="colonnes où les partenaires se ressemblent. Les nombres à peu près ; la surface"
            " d’une parcelle, le type d’un logement",
        ),
    )
    near: float = Field(
        default=0.1,
        ge=0,
        le=1,
        description=Words(
            "how much numbers that are kept alike may differ, as a share of the larger",
            fr="écart admis entre les nombres gardés proches, en part du plus grand",
        ),
    )
    along: Columns = Field(
        default=(),
        description=Words(
            "columns that go along with the place. Such as the area it lies in",
            fr="colonnes qui suivent le lieu. Celle du lieu administratif par exemple",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        beyond_within(self.beyond, self.within)
        if {*self.keep} & {*self.along, self.x, self.y} or {self.x, self.y} & {*self.along}:
            raise ValueError(_ONCE)
        return self

    @property
    def named(self) -> tuple[str, ...]:
        """The columns that the parameters name."""
        return (self.x, self.y, *self.keep, *self.along)

    @property
    def writes(self) -> tuple[str, ...]:
        """The columns that are exchanged."""
        return (self.x, self.y, *self.along)

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """Whoever takes those near the shown place for the right ones."""
        return (PeopleBetween(x=self.x, y=self.y),)

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say how many exchanged their places, and who found nobody."""
        told = filled(
            "Records that exchanged their places: {exchanged} ({share:%}), by {distance:.0f} metres"
            " in the mean.",
            "Enregistrements dont les lieux ont été échangés : {exchanged} ({share:%}), à"
            " {distance:.0f} mètres en moyenne.",
            facts,
        )
        if facts.get("left"):
            told += filled(
                "{left} found nobody to exchange with, and {left:stays where it is|stay where they"
                " are}.",
                "{left} n’{left:a|ont} trouvé personne avec qui échanger, et {left:reste|restent}"
                " sur place.",
                facts,
            )
        return told

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with places exchanged."""
        check_points(self.name, data, self.x, self.y, metres=True)
        table = rows_in_order(self.name, data, self.named, weighted=False)
        partner = self._partners(table, context.rng)
        if (partner == np.arange(len(partner))).all():
            raise InputError(_NOBODY.filled(who=self.name), hint=_WIDER)
        moved = (self.x, self.y, *self.along)
        new: dict[str, Any] = {name: table[name][pl.Series(partner)] for name in moved}
        after = data.with_rows(table[LINK].to_numpy(), **new)
        facts = _facts(_points(table, self.x, self.y), partner)
        return Change(data=after.went({name: Exchanged() for name in moved}), facts=facts)

    def _partners(self, table: pl.DataFrame, rng: np.random.Generator) -> Ints:
        """Return whom each record takes its place from: of several that move together, one does."""
        first = drawn_once(table, self.named)
        units, which = np.unique(first, return_inverse=True)
        own = table[pl.Series(units)]
        numeric = [name for name in self.keep if own[name].dtype.is_numeric()]
        alike = [name for name in self.keep if name not in numeric]
        kept = own.select(pl.col(name).cast(pl.Float64).fill_null(np.nan) for name in numeric)
        found = places.exchanging.partners(
            _points(own, self.x, self.y),
            kept.to_numpy().reshape(len(own), len(numeric)),
            parts_of(own, alike),
            (self.beyond, self.within, self.near),
            rng,
        )
        stays = (found == np.arange(len(units)))[which.ravel()]
        return np.where(stays, np.arange(len(table)), units[found][which.ravel()])


def _points(table: pl.DataFrame, x: str, y: str) -> Floats:
    return table.select(pl.col(x, y).cast(pl.Float64)).to_numpy()


def _facts(points: Floats, partner: Ints) -> dict[str, Any]:
    moved = partner != np.arange(len(partner))
    far = np.hypot(*(points[partner] - points).T)[moved]
    return {
        "exchanged": int(moved.sum()),
        "share": float(moved.mean()),
        "left": int((~moved).sum()),
        "distance": float(far.mean()),
        "farthest": float(far.max()),
    }


_ONCE = Words(
    "keep, along, x, y: no column is named twice", fr="keep, along, x, y : pas de colonne en double"
)
_NOBODY = Words(
    "{who}: no record has one like it within reach to exchange with",
    fr="{who} : aucun enregistrement n’en a de semblable à portée avec qui échanger",
)
_WIDER = Words(
    "look farther (within), take less alike ones (near), or keep fewer columns (keep)",
    fr="chercher plus loin (within), admettre moins semblables (near), ou garder moins de colonnes"
    " (keep)",
)
