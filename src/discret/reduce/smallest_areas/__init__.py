"""Zones of neighbouring areas, as small as they may be: no administrative limit is followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.assess.models import GivenModel
from discret.data.dataset import Dataset
from discret.data.history.trail import Spread
from discret.data.joins import keep_groups
from discret.data.keytable import KeyTable
from discret.data.places.neighbouring import Land
from discret.data.roles import Role
from discret.data.text import as_text
from discret.errors import TargetError
from discret.maths.arrays import Bools, Ints
from discret.maths.places.held import Asked, Held
from discret.maths.places.smallest import Smallest, smallest_zones
from discret.model import Conjunction
from discret.parts import FRESH, Change, Context, MaybeColumn, Method
from discret.parts.ahead import Ahead
from discret.parts.facts import Facts
from discret.reduce import climbing
from discret.reduce.places import check_points
from discret.reduce.smallest_areas.counted import Counted, points_of
from discret.reduce.smallest_areas.judging import groups_of, united
from discret.reduce.smallest_areas.told import TELLS, facts_of, labels_of, said
from discret.words import Words

Neighbours = tuple[tuple[str, str], ...]


class SmallestAreas(Method):
    r"""Put neighbouring areas together in zones, as small as safety allows.

    Notes
    -----
    Croce et al. (2019) climb from commune to département to région, and name zones that follow no
    administrative limit as their future work; Chow (2008) has zones grow where few people are. Here
    a zone is a set of areas that hang together, in which at least `individuals` people are shown
    and every combination of keys, as the keys are, has at least `k` of them (or k records).

    Merging zones never loses a record. So the most is kept (``bound``) where all areas that hang
    together are one zone: combinations with fewer than `k` there are dropped whatever one does, and
    islands with too few people. Of all zones that keep every other record, those are searched for
    whose numbers of records have the least sum of squares: small ones, and many. Up to twelve areas
    that hang together are cut as well as can be, by looking at all cuts. Otherwise zones that lack
    something are merged with what relieves them most, then cut anew in pairs, split and relieved of
    areas until nothing more is found: a local optimum. ``squares_bound`` and ``zones_bound`` say
    how much better any zones could be at best: a zone holds all that lies on the way to the people
    it needs (`maths.places.reach`). Nothing is drawn by chance.

    One rare combination that is spread over the land stretches a zone over all of it. With `save`
    below 1 the rarest combinations are given up first, as long as that share of what can be kept is
    kept; they stay in zones that have enough of them.

    Neighbours are areas that share a stretch of border (outlines), pairs that are given, or areas
    whose points are neighbours: corners of one of Delaunay's triangles, or one among the `nearest`
    of the other. The point of an area is the mean of its records, whose coordinates are dropped.
    Squares that `Grid` made need nothing.

    Zones are called by numbers, in the order of the areas, or by their members. Those without
    records are among these too: otherwise labels would tell where there are some. What the zones
    themselves tell: areas that stand together could not stand apart, at least one of them has
    too few people, or too few of some combination.

    Combinations are counted with missing key values as a category, which is the strictest of the
    rules for them. Further `models` are judged on the zones: those that fail are merged with their
    smallest neighbour, and what fails in the end is dropped.

    Examples
    --------
    >>> where = {"farmer": range(8), "commune": list("aabbbcdd"), "crop": ["oats"] * 8}
    >>> table = pl.DataFrame(where)
    >>> data = Dataset.of(table, individual="farmer", area="commune", key="crop")
    >>> row = [("a", "b"), ("b", "c"), ("c", "d")]
    >>> change = SmallestAreas(individuals=3, k=3, pairs=row).apply(data, Context())
    >>> change.data.to_polars()["commune"].to_list()
    ['zone 1', 'zone 1', 'zone 1', 'zone 1', 'zone 1', 'zone 2', 'zone 2', 'zone 2']
    >>> change.facts["kept"], change.facts["exact"]
    (8, True)
    """

    name: ClassVar[str] = "smallest_areas"
    title: ClassVar[Words] = Words("areas put together in zones", fr="lieux regroupés en zones")
    purpose: ClassVar[Words] = Words(
        "puts neighbouring areas together in zones",
        fr="réunit des lieux voisins en zones",
    )
    references: ClassVar[tuple[str, ...]] = (
        (
            "Croce L. et al. (2019). Une nouvelle méthodologie pour l’anonymisation des entrepôts"
            " de données spatiales."
        ),
        (
            "Chow C.-Y. (2008). Cloaking algorithms for location privacy. Encyclopedia of GIS."
            " Springer."
        ),
        (
            "Duque J. C., Anselin L., Rey S. J. (2012). The max-p-regions problem. Journal of"
            " Regional Science 52(3)."
        ),
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.AREA,)
    numbers: ClassVar[tuple[str, ...]] = ("x", "y")
    touches: ClassVar[tuple[Role, ...]] = (Role.AREA,)
    keeps_rows: ClassVar[bool] = False
    proven: ClassVar[Literal["formal", "heuristic"]] = "formal"
    tells: ClassVar[Facts] = TELLS

    individuals: int = Field(
        default=3,
        ge=1,
        description=Words(
            "people of each zone, at least. Records without an individual column are people",
            fr="personnes de chaque zone, au moins. Sans colonne individual, chaque enregistrement"
            " est une personne",
        ),
    )
    k: int = Field(
        default=3,
        ge=1,
        description=Words(
            "people of each combination of keys in a zone, at least",
            fr="personnes de chaque combinaison de clés dans une zone, au moins",
        ),
    )
    count: Literal["individuals", "records"] = Field(
        default="individuals",
        description=Words(
            "what is counted in combinations. `individuals`: distinct people; `records`: records",
            fr="ce que l’on compte dans les combinaisons. `individuals` : personnes distinctes ;"
            " `records` : enregistrements",
        ),
    )
    file: str | None = Field(
        default=None,
        description=Words(
            "file of neighbours. Outlines (GeoJSON, GeoParquet), or a table whose first two columns"
            " are an area and its neighbour",
            fr="fichier des voisins. Contours (GeoJSON, GeoParquet), ou une table dont les deux"
            " premières colonnes sont un lieu et son voisin",
        ),
    )
    code: str | None = Field(
        default=None,
        description=Words(
            "property or column of the outlines with the areas. By default named as the area",
            fr="propriété ou colonne des contours qui contient les lieux. Par défaut le nom de la"
            " colonne du lieu",
        ),
    )
    pairs: Neighbours = Field(
        default=(),
        repr=False,
        description=Words(
            'pairs of neighbours. Instead of a file: `pairs = [["01001", "01002"]]`',
            fr='paires de voisins. Au lieu d’un fichier : `pairs = [["01001", "01002"]]`',
        ),
    )
    x: MaybeColumn = Field(
        default=None,
        description=Words(
            "column of eastings. Where points say who is near; it is dropped",
            fr="colonne des abscisses (vers l’est). Quand des points disent qui est proche ; elle"
            " est retirée",
        ),
    )
    y: MaybeColumn = Field(
        default=None,
        description=Words(
            "column of northings. Of the same projection; it is dropped",
            fr="colonne des ordonnées (vers le nord). De la même projection ; elle est retirée",
        ),
    )
    nearest: int | None = Field(
        default=None,
        ge=1,
        description=Words(
            "how many nearest areas are neighbours. By default, those of Delaunay’s triangles",
            fr="nombre de lieux les plus proches qui sont voisins. Par défaut, ceux des triangles"
            " de Delaunay",
        ),
    )
    save: float = Field(
        default=1.0,
        gt=0,
        le=1,
        description=Words(
            "least share kept of the records that can be. Below 1, zones are smaller",
            fr="plus petite part conservée des enregistrements qui peuvent l’être. Sous 1, les"
            " zones sont plus petites",
        ),
    )
    labels: Literal["numbers", "members"] = Field(
        default="numbers",
        description=Words(
            "what zones are called. `numbers`: zone 1, zone 2; `members`: all their areas",
            fr="noms des zones. `numbers` : zone 1, zone 2 ; `members` : tous leurs lieux",
        ),
    )
    models: tuple[GivenModel, ...] = Field(
        default=(),
        description=Words(
            "what zones must satisfy too. Risk measures with a target, such as `LDiversity(l=2)`",
            fr="ce que les zones doivent respecter en outre. Des mesures de risque avec un"
            " objectif, telles que `LDiversity(l=2)`",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.x is None) != (self.y is None):
            raise ValueError(_BOTH)
        given = [self.file is not None, bool(self.pairs), self.x is not None]
        if sum(given) > 1:
            raise ValueError(_ONE)
        if self.nearest is not None and self.x is None:
            raise ValueError(_NEAREST)
        return self

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say how many zones there are, and what was lost."""
        return said(facts)

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with zones in the place of areas."""
        counted = Counted.of(self.name, data)
        land = self.land(data, counted.columns[0], counted.names)
        own = counted.held(land)
        doing = _SEARCHING.filled(areas=len(counted.values))
        context.progress(0.0, doing)
        asked = Asked(self.individuals, self.k, self.count == "records")
        tell = partial(_tell, context, doing)
        found = smallest_zones(own, land.graph, asked, self.save, tell)
        shown = _Shown(data, counted, land, self.labels, own)
        if self.models:
            zone, kept = united(
                own, land.graph, asked, found.zone, Conjunction(self.models), shown.keys
            )
            found = found._replace(zone=zone, kept=kept, exact=False)
        if not found.kept.any():
            raise TargetError(_NOBODY.filled(who=self.name), hint=_LESS)
        return self._change(shown, found)

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield what is wrong with who is next to whom, beside what every part foresees."""
        yield from super().foreseen(ahead)
        area = ahead.data.column(Role.AREA)
        if area is not None and self.x is None and ahead.valued([area]):
            names = as_text(ahead.data.values(area)).to_list()
            yield from climbing.refused(lambda: self.land(ahead.data, area, names))

    def land(self, data: Dataset, area: str, names: Sequence[str]) -> Land:
        """Return the areas, of which some are given, and who is next to whom."""
        if self.file is not None:
            return Land.of_file(self.name, names, Path(self.file), self.code or area)
        if self.x is not None and self.y is not None:
            check_points(self.name, data, self.x, self.y)
            values, points = points_of(data, area, self.x, self.y)
            return Land.of_points(as_text(values).to_list(), points, self.nearest)
        if self.pairs:
            return Land.of_pairs(self.name, names, self.pairs)
        return Land.of_squares(self.name, names)

    def _change(self, shown: _Shown, found: Smallest) -> Change:
        changed, labels = shown.release(found.zone, found.kept)
        gone = [name for name in (self.x, self.y) if name is not None]
        facts = facts_of(shown.own, shown.land, found, labels, found.kept)
        return Change(data=changed.without_columns(gone), facts=facts)


class _Shown:
    """How records look in zones."""

    def __init__(self, data: Dataset, counted: Counted, land: Land, called: str, own: Held) -> None:
        self.data, self.counted, self.land, self.called, self.own = data, counted, land, called, own

    def release(self, zone: Ints, kept: Bools) -> tuple[Dataset, list[str]]:
        """Return the records that are kept, in their zones, and what these are called."""
        labels = labels_of(self.land, zone, self.called)
        mapping = self._mapping(zone, labels)
        frame = keep_groups(self.data.frame, self.counted.groups, self._groups(kept))
        area = self.counted.columns[0]
        left = {name: own for name, own in self.data.hierarchies.items() if name != area}
        fewer = replace(self.data.with_frame(frame), hierarchies=left)
        seen = mapping.rename({"from": "value", "to": "label"})
        return fewer.with_values({area: mapping}).went({area: Spread(seen)}), labels

    def _mapping(self, zone: Ints, labels: list[str]) -> pl.DataFrame:
        places = zone[self.land.places(self.counted.names)]
        told = pl.Series([*labels, None], dtype=pl.String)[pl.Series(places % (len(labels) + 1))]
        return pl.DataFrame({"from": self.counted.values, "to": told})

    def _groups(self, kept: Bools) -> Bools:
        """Mark the groups of area and keys whose rows are kept: all of them are, or none."""
        places = self.land.places(self.counted.names)[self.counted.area]
        rows = np.unique(np.stack([self.own.area[kept], self.own.combination[kept]]), axis=1)
        width = int(self.counted.combination.max(initial=0)) + 1
        asked = places * width + self.counted.combination
        return np.isin(asked, rows[0] * width + rows[1])

    def keys(self, zone: Ints, kept: Bools) -> tuple[KeyTable, Ints]:
        """Return the key table of what is kept, and the group of each row."""
        data, labels = self.release(zone, kept)
        keys = data.keys_over([*self.counted.columns[1:], self.counted.columns[0]])
        area = self.counted.columns[0]
        groups = self.counted.groups.drop(area)
        first = np.zeros(int(self.counted.combination.max(initial=0)) + 1, dtype=np.int64)
        first[self.counted.combination] = np.arange(len(groups))
        rows = groups[first[self.own.combination]]
        names = pl.Series([*labels, None], dtype=pl.String)
        told = names[pl.Series(zone[self.own.area] % (len(labels) + 1))]
        return keys, groups_of(keys, rows.with_columns(told.alias(area)))


def _tell(context: Context, doing: Words, share: float) -> None:
    context.progress(share, doing)


_BOTH = Words("x, y: both or neither are needed", fr="x, y : il faut les deux, ou aucun")
_ONE = Words(
    "file, pairs, x: one of them says who is near", fr="file, pairs, x : un seul dit qui est proche"
)
_NEAREST = Words("nearest: it goes with x and y", fr="nearest : avec x et y")
_SEARCHING = Words(
    "zones of {areas} {areas:area|areas} are searched for (the first use compiles)",
    fr="recherche de zones de {areas} {areas:lieu|lieux} (compilation au premier emploi)",
)
_NOBODY = Words(
    "{who}: no zone of neighbouring areas has people enough: nothing would be left",
    fr="{who} : aucune zone de lieux voisins n’a assez de personnes : il ne resterait rien",
)
_LESS = Words(
    "ask for less (individuals, k), make keys coarser first, or check who is near whom",
    fr="demander moins (individuals, k), rendre d’abord les clés plus grossières, ou vérifier qui"
    " est proche de qui",
)
