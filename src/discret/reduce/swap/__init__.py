"""Swapping: records exchange values, by rank or by chance, or households areas (`targeted`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import Field, model_validator

from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import Exchanged, has_order
from discret.data.roles import Role
from discret.errors import ColumnError, InputError, listed
from discret.maths import perturbation
from discret.maths.arrays import Bools, Ints
from discret.parts import FRESH, Change, Columns, Context, Method, Tier
from discret.parts.depending import Depending
from discret.parts.facts import Fact, Facts
from discret.reduce.rows_in_order import PERSON, parts_of, rows_in_order
from discret.reduce.swap.households import Areas, Households, alike, check_whole
from discret.reduce.swap.targeted import Exchange, said
from discret.reduce.taken_by_role import with_numbers
from discret.words import Words

PLAIN = (pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64)


class Swap(Method):
    r"""Let records exchange the values of some columns: each column keeps all its values.

    Notes
    -----
    ``rank`` takes each column by itself: values are ordered (equal ones by chance), and each is
    exchanged with another whose rank is at most `share` of the records away (one rank at least).
    Numbers, dates and
    ordered categories stay near where they were; what two columns have in common fades the more,
    the larger the share. ``random`` draws pairs of records, so many as make `share` of them, which
    exchange all the columns at once: what these have in common stays, what they have in common
    with other columns fades.

    Either way (unweighted) totals, means, variances and distributions of each column are exactly
    those of the file, in each combination of the columns `by`. Missing values are left where they
    are with ``rank``, and exchanged like others with ``random``. ``changed`` tells how many values
    are others than they were; a record alone in its part keeps its values (``alone``).

    ``targeted`` lets households exchange their areas: `columns`, from the widest areas to the
    narrowest, or the one with the role area (and the levels of its hierarchy above it). A
    household is at risk at a level where fewer than k people share a member's keys and area. From
    the widest level down, each household at risk exchanges all its areas, and the columns `along`,
    with a similar one of another area of that level in the same area of the level above; partners
    are others at risk where they can be, and as many as can be find one. Then households drawn at
    random exchange at the narrowest level, until `share` of all have; none does so twice.
    Households are similar that have the same members by the columns of the first profile of
    `similar` (so as many members); who finds none looks for one by the next profile. Without a
    household column the records of a person move together, or else each record by itself. So each
    area keeps exactly, unweighted, its households of each size and, of the columns that all
    profiles name, its people with each combination; totals above the level of an exchange are as
    they were. Who is at risk and finds no partner stays (``left``). Households without an area
    stay too, and one of several areas is refused. Name in `along` whatever else tells the place.

    Examples
    --------
    >>> import numpy as np
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key=["Âge", "Club"], sensitive="Salaire")
    >>> change = Swap(columns=["Salaire"], share=0.4).apply(data, Context())
    >>> pay = change.data.to_polars()["Salaire"]
    >>> pay.sort().equals(footballers()["Salaire"].sort())
    True

    Two of the patients are alone of their sex where they live: they exchange it with others.

    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), key=["Sexe"], area="CP")
    >>> change = Swap(kind="targeted", k=2, similar=[["Sexe"]]).apply(data, Context())
    >>> change.facts["at_risk"], change.facts["left"]
    (2, 0)
    """

    name: ClassVar[str] = "swap"
    title: ClassVar[Words] = Words("swapped values", fr="valeurs permutées")
    purpose: ClassVar[Words] = Words(
        "lets records exchange values, near in rank or at random, or households their areas",
        fr="fait échanger des valeurs entre enregistrements, de rangs proches ou au hasard, ou des"
        " lieux entre ménages",
    )
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
        (
            "Dalenius T., Reiss S. P. (1982). Data-swapping: a technique for disclosure control."
            " Journal of Statistical Planning and Inference 6."
        ),
        (
            "Moore R. A. (1996). Controlled data-swapping techniques for masking public use"
            " microdata sets. U.S. Bureau of the Census."
        ),
        (
            "Shlomo N., Tudor C., Groom P. (2010). Data swapping for protecting census tables."
            " Privacy in Statistical Databases. Springer."
        ),
    )
    perturbs: ClassVar[bool] = True
    random: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    idle: ClassVar[Any] = Depending((), lambda part: () if part.kind == "targeted" else ("k",))
    needs: ClassVar[Any] = Depending((), lambda part: part.needed)
    touches: ClassVar[Any] = Depending((), lambda part: part.touched)
    tells: ClassVar[Facts] = {
        "columns": Fact.names("columns", "colonnes"),
        "changed": Fact.share("values changed", "valeurs changées", by="column"),
        "alone": Fact.count(
            "records alone in their part", "enregistrements seuls dans leur partie"
        ),
        "households": Fact.count("households", "ménages"),
        "swapped": Fact.count("households exchanged", "ménages échangés"),
        "swapped_share": Fact.share("share of them exchanged", "part des ménages échangés"),
        "swapped_at": Fact.count("exchanged at each level", "échangés à chaque niveau", by="level"),
        "at_risk": Fact.count("households at risk", "ménages à risque"),
        "at_risk_at": Fact.count("at risk at each level", "à risque à chaque niveau", by="level"),
        "left": Fact.count(
            "at risk and still where they are rare", "à risque et restés là où ils sont rares"
        ),
        "short": Fact.count("households short of the share", "ménages manquant à la part"),
        "profiles": Fact.count(
            "exchanged by each profile", "échangés selon chaque profil", by="profile"
        ),
    }

    columns: Columns = Field(
        default=(),
        description=Words(
            "columns to swap. With `rank` by default those with the role number; with `targeted`"
            " those of the areas, the widest first, by default the one with the role area",
            fr="colonnes à permuter. Avec `rank` par défaut celles qui ont le rôle number ; avec"
            " `targeted` celles des lieux, les plus larges d’abord, par défaut celle qui a le rôle"
            " area",
        ),
    )
    share: float = Field(
        default=0.05,
        gt=0,
        le=1,
        description=Words(
            "how much is swapped. With `rank`, the farthest that a rank may move, as a share of the"
            " records (one rank at least); with `random`, the share of the records; with"
            " `targeted`, the least share of the households",
            fr="ampleur des échanges. Avec `rank`, distance maximale des rangs, en part des"
            " enregistrements (un rang au moins) ; avec `random`, part des enregistrements ; avec"
            " `targeted`, plus petite part des ménages",
        ),
    )
    kind: Literal["rank", "random", "targeted"] = Field(
        default="rank",
        description=Words(
            "who exchanges with whom. `rank`: those near in rank, column by column; `random`: pairs"
            " of records, all columns at once; `targeted`: households at risk and similar ones,"
            " their areas",
            fr="qui échange avec qui. `rank` : ceux de rangs proches, colonne par colonne ;"
            " `random` : des paires d’enregistrements, toutes les colonnes à la fois ; `targeted` :"
            " des ménages à risque et de semblables, leurs lieux",
        ),
    )
    by: Columns = Field(
        default=(),
        description=Words(
            "columns whose values are kept apart. Records exchange within each combination",
            fr="colonnes dont on sépare les valeurs. Les échanges se font dans chaque combinaison",
        ),
    )
    k: int = Field(
        default=3,
        ge=2,
        description=Words(
            "people who share keys and area, at least. With `targeted`; households with a member"
            " who has fewer are at risk",
            fr="personnes de mêmes clés et de même lieu, au moins. Avec `targeted` ; un ménage dont"
            " un membre en a moins est à risque",
        ),
    )
    similar: tuple[Columns, ...] = Field(
        default=(),
        description=Words(
            "columns by which partners are alike, as profiles of which the first counts most. With"
            ' `targeted`, by default their size alone: `similar = [["size", "type"], ["size"]]`',
            fr="colonnes selon lesquelles les partenaires se ressemblent, en profils par ordre de"
            " priorité. Avec `targeted`, par défaut leur seule taille :"
            ' `similar = [["size", "type"], ["size"]]`',
        ),
    )
    along: Columns = Field(
        default=(),
        description=Words(
            "columns that go along with the place. With `targeted`; such as the distance to town",
            fr="colonnes qui suivent le lieu. Avec `targeted` ; la distance à la ville par exemple",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.kind == "random" and not self.columns:
            raise ValueError(_NAME_SOME)
        if self.kind != "targeted" and (self.similar or self.along):
            raise ValueError(_ONLY_TARGETED)
        if {*self.along} & {*self.columns}:
            raise ValueError(_ALONG)
        return self

    @property
    def named(self) -> tuple[str, ...]:
        """The columns that the parameters name."""
        return (*super().named, *self.along, *(name for some in self.similar for name in some))

    @property
    def writes(self) -> tuple[str, ...]:
        """The columns that are exchanged."""
        return (*super().writes, *self.along)

    @property
    def needed(self) -> tuple[Role, ...]:
        """The roles that some column must have."""
        return (Role.KEY, *self.touched) if self.kind == "targeted" else self.touched

    @property
    def touched(self) -> tuple[Role, ...]:
        """The role of the columns that are exchanged, where none is named."""
        if self.columns:
            return ()
        return (Role.AREA,) if self.kind == "targeted" else (Role.NUMBER,)

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say how many households exchanged, and what falls short."""
        return said(facts)

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with values exchanged."""
        if self.kind == "targeted":
            return self._targeted(data, context.rng)
        if not self.columns:
            return with_numbers(self, data).apply(data, context)
        table = self._table(data)
        part = parts_of(table, self.by)
        sizes = np.bincount(part)
        if not (sizes > 1).any():
            raise InputError(_ALONE.filled(who=self.name), hint=_FEWER)
        if self.kind == "random":
            partner = self._random(part, context.rng)
            new = {name: table[name][pl.Series(partner)] for name in self.columns}
        else:
            new = {name: self._ranked(table[name], part, context.rng) for name in self.columns}
        return _exchanged(data, table, new, {"alone": int((sizes == 1).sum())})

    def _targeted(self, data: Dataset, rng: np.random.Generator) -> Change:
        """Let households exchange their areas."""
        areas = self.columns or data.need(self.name, Role.AREA)
        moved = (*areas, *self.along)
        apart = [name for some in ((), *self.similar) for name in (*self.by, *some)]
        keys = [name for name in data.need(self.name, Role.KEY) if name not in moved]
        household = data.column(Role.HOUSEHOLD)
        known = [] if household is None else [household]
        table = rows_in_order(self.name, data, [*moved, *apart, *keys, *known], weighted=False)
        if both := [name for name in dict.fromkeys(apart) if name in moved]:
            raise ColumnError(_BOTH.filled(who=self.name, names=listed(both)), hint=_ONE)
        homes = Households.read(table, household)
        check_whole(self.name, table, moved, homes)
        where = Areas.read(self.name, data, table, areas, homes)
        drawn = self._exchange(table, keys, homes, where).drawn(self.share, rng)
        if not drawn.moved:
            raise InputError(_NOBODY.filled(who=self.name), hint=_LESS_ALIKE)
        rows = pl.Series(homes.first[drawn.partner][homes.of])
        facts = drawn.facts(where.names, max(len(self.similar), 1), self.share)
        return _exchanged(data, table, {name: table[name][rows] for name in moved}, facts)

    def _exchange(
        self, table: pl.DataFrame, keys: list[str], homes: Households, where: Areas
    ) -> Exchange:
        """Count people with the same keys at each level, and find who is similar."""
        own = [numbered(table[name])[1] for name in keys]
        people = numbered(table[PERSON])[1] if PERSON in table.columns else None
        at = [np.where(where.known, level, -1)[homes.of] for level in where.levels]
        counts = [homes.least(alike(np.stack([*own, area], axis=1), people)) for area in at]
        profiles = [
            homes.made_up(parts_of(table, list(dict.fromkeys([*self.by, *some]))))
            for some in self.similar or ((),)
        ]
        return Exchange(where, tuple(counts), tuple(profiles), self.k)

    def _table(self, data: Dataset) -> pl.DataFrame:
        named = [*self.columns, *self.by]
        table = rows_in_order(self.name, data, named, weighted=False)
        if both := [name for name in self.columns if name in self.by]:
            raise ColumnError(_BOTH.filled(who=self.name, names=listed(both)), hint=_ONE)
        unordered = [name for name in self.columns if not has_order(table[name].dtype)]
        if self.kind == "rank" and unordered:
            raise ColumnError(_NO_ORDER.filled(who=self.name, names=listed(unordered)), hint=_PAIRS)
        return table

    def _random(self, part: Ints, rng: np.random.Generator) -> Ints:
        """Return whom each record exchanges with."""
        partner = np.arange(len(part))
        for rows in _within(part):
            partner[rows] = rows[perturbation.swapping.random_partners(len(rows), self.share, rng)]
        return partner

    def _ranked(self, values: pl.Series, part: Ints, rng: np.random.Generator) -> pl.Series:
        """Return a column whose values were exchanged with others near in rank."""
        swapping = perturbation.swapping
        known, own = _comparable(values)
        ties, partner = rng.random(len(values)), np.arange(len(values))
        for rows in _within(part):
            some = rows if known is None else rows[known[rows]]
            order = some[swapping.in_rank(own[some], ties[some])]
            reach = max(int(self.share * len(order)), 1)
            partner[order] = order[swapping.rank_partners(len(order), reach, rng)]
        return values[pl.Series(partner)]


def _comparable(values: pl.Series) -> tuple[Bools | None, NDArray[Any]]:
    """Return which values are known, if not all, and numbers in their order."""
    if not values.null_count() and (values.dtype.is_float() or values.dtype in PLAIN):
        return None, values.to_numpy()
    codes = numbered(values)[1]
    return codes >= 0, codes


def _within(part: Ints) -> list[Ints]:
    """Return the records of each part."""
    order = np.argsort(part, kind="stable")
    return np.split(order, np.cumsum(np.bincount(part))[:-1])


def _exchanged(
    data: Dataset, table: pl.DataFrame, new: Mapping[str, pl.Series], more: Mapping[str, Any]
) -> Change:
    """Put what was exchanged in its place, and tell how much of it is another value."""
    changed = {
        name: float(table[name].ne_missing(own).sum() / max(len(table), 1))
        for name, own in new.items()
    }
    after = data.with_rows(table[LINK].to_numpy(), **new)  # type: ignore[arg-type]
    return Change(
        data=after.went({name: Exchanged() for name in new}),
        facts={"columns": list(new), "changed": changed, **more},
    )


_NAME_SOME = Words(
    "columns: with kind='random' at least one is needed",
    fr="columns : avec kind='random', il en faut au moins une",
)
_ONLY_TARGETED = Words(
    "similar, along: they go with kind='targeted'", fr="similar, along : avec kind='targeted'"
)
_ALONG = Words(
    "along: the columns of the areas are exchanged already",
    fr="along : les colonnes des lieux sont déjà échangées",
)
_NOBODY = Words(
    "{who}: no household has a similar one in another area to exchange with",
    fr="{who} : aucun ménage n’en a de semblable dans un autre lieu avec qui échanger",
)
_LESS_ALIKE = Words(
    "name fewer columns that partners are alike by (similar, by)",
    fr="nommer moins de colonnes selon lesquelles les partenaires se ressemblent (similar, by)",
)
_ALONE = Words(
    "{who}: every record is alone in its part: there is nobody to exchange with",
    fr="{who} : chaque enregistrement est seul dans sa partie : il n’a personne avec qui échanger",
)
_FEWER = Words("keep fewer columns apart (by)", fr="séparer moins de colonnes (by)")
_BOTH = Words(
    "{who}: {names} cannot be swapped and kept apart",
    fr="{who} : {names} ne peuvent être à la fois permutées et séparées",
)
_ONE = Words("name them once", fr="ne les nommer qu’une fois")
_NO_ORDER = Words(
    "{who}: {names} hold values without an order",
    fr="{who} : les valeurs de {names} n’ont pas d’ordre",
)
_PAIRS = Words(
    "say kind='random', or name numbers, dates or ordered categories",
    fr="écrire kind='random', ou nommer des nombres, des dates ou des modalités ordonnées",
)
