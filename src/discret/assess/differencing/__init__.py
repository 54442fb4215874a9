"""Differencing: small groups that come out when two publications are subtracted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.assess.differencing.deduced import Deduced
from discret.assess.differencing.facts import TABLES, TELLS
from discret.assess.differencing.tables import tables
from discret.assess.zonings import zonings_finding
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.data.zonings.counts import Blanks, Repeats
from discret.data.zonings.crossing import Crossing
from discret.finding import Finding
from discret.parts import Column, Columns, Counted, Criterion, Pairs, RiskMeasure, Source
from discret.parts.facts import Facts
from discret.parts.parameters import Counts, Threshold, Zone
from discret.words import Words, say


class Differencing(RiskMeasure):
    r"""Observations that subtracting one publication from another gives away in a small group.

    Notes
    -----
    Totals of additive variables are published by zone and by square. Adding up a set of zones and
    subtracting the squares inside it (internal), or adding up the squares that it touches and
    subtracting the zones (external), leaves the intersections at its border. An observation is at
    risk if some set leaves it among fewer than `least`. The smallest group around each
    intersection is a minimum cut, so that no set is overlooked, however large (`maths.cuts`); and
    any other non-negative combination of the totals that tells about fewer than the threshold
    holds such a group, or a whole square. Equivalently: an intersection is at risk where the
    totals, with the knowledge of which intersections are inhabited, bound its count below the
    threshold. docs/differencing.md has the proofs.

    Zones and squares below the threshold by themselves are primary failures: they are counted apart
    (`zones_below`, `squares_below`) and are not observations at risk. But they are not safe either:
    a target is met only if no more than `most` observations are at risk or in one of these
    (`observations_not_safe`, each counted once). Every group is counted again from the crossed
    table, by other means than it was found (`verified` says how many).

    The details have the tables of [1]_ with shares and totals: squares inside one zone, two, three
    and more (`squares_by_zones`), observations at risk by the size of the group
    (`at_risk_by_size`), groups by their number of zones (`groups_by_zones`), the stages of the
    simplification, what its last components are like (`component_sizes`, `star`) and the zones it
    merged (`merged_zones`).

    Totals that are withheld and nested grids are reduced exactly to two full zonings. The squares
    of a nested grid are what is left of each published square without the published squares inside
    it.

    Blanks need not say which squares they stand for. Who combines totals gives an observation the
    weight :math:`a_i + c_b`, of zone i and square b, where :math:`c_b = 0` if b is withheld. So
    in all squares withheld the weight is :math:`a_i`, which depends on the zone alone: they may be
    taken as one square, and no answer changes. For zones likewise. Blanks count as one in
    `zones_withheld` and `squares_withheld`; `observations_withheld` counts who is in any of these.

    Not covered: three zonings that cross (see `SeveralZonings`), lower bounds from counts that
    cannot be negative, dominance, statistics that do not add up (medians), and an attacker who
    knows some of the observations: who knows k of them is met by a threshold higher by k. Rows are
    counted as observations, whatever their weight.

    Records are counted, not people: an observation is a row, or what the column of counts says.

    Examples
    --------
    >>> from discret.data.examples import communes
    >>> data = Dataset.of(communes(), area="commune")
    >>> finding = Differencing(square="carreau", least=3).assess(data)
    >>> finding.value, finding.details["by_size"], finding.details["zones_below"]
    (7, {'1': 1, '2': 6}, 2)
    >>> finding.per_key.row(0)
    ('A4', 'B1', 1, 1, 1)

    Two zones share a square, in which one of them has two observations. With two other squares left
    blank they cannot be told.

    >>> import polars as pl
    >>> table = pl.DataFrame({
    ...     "zone": list("aabb"), "square": ["x", None, "x", None], "n": [2, 30, 40, 50],
    ... })
    >>> measure = Differencing(zone="zone", square="square", count="n", blanks="withheld", most=0)
    >>> finding = measure.assess(Dataset.of(table))
    >>> finding.value, finding.met
    (0, True)
    """

    name: ClassVar[str] = "differencing"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "least", "cell": "square"}
    title: ClassVar[Words] = Words("differencing", fr="différenciation")
    purpose: ClassVar[Words] = Words(
        "counts the observations that come out in a small group when totals by zone and totals by"
        " square are subtracted",
        fr="compte les observations qui ressortent en petit groupe quand on soustrait des totaux"
        " par zone et des totaux par carreau",
    )
    attacker: ClassVar[Words] = Words(
        "holds both publications, knows which intersections are inhabited, and adds and subtracts"
        " totals at will",
        fr="détient les deux publications, sait quelles intersections sont habitées, et ajoute et"
        " soustrait les totaux à volonté",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out", "inference")
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "records"
    sizes: ClassVar[bool] = True
    references: ClassVar[tuple[str, ...]] = (
        (
            "Costemalle V. (2018). Identification des problèmes de différenciation"
            " géographique. Journées de méthodologie statistique, Insee."
        ),
        (
            "Costemalle V. (2019). Detecting geographical differencing problems in the context"
            " of spatial data dissemination. Statistical Journal of the IAOS 35(4)."
        ),
        (
            "Duke-Williams O., Rees P. (1998). Can census offices publish statistics for more"
            " than one small area geography? Int. J. Geographical Information Science 12(6)."
        ),
    )
    tells: ClassVar[Facts] = TELLS
    tables: ClassVar[Mapping[str, Words]] = TABLES  # and what stands inside the tables among them

    least: Threshold = 11
    zone: Zone = None
    square: Column = Field(
        description=Words(
            "column of the second publication. Squares of a grid for example; any two"
            " nomenclatures do",
            fr="colonne de la seconde publication. Les carreaux d’une grille par exemple ; deux"
            " nomenclatures quelconques conviennent",
        )
    )
    count: Counts = None
    coarser: Columns = Field(
        default=(),
        description=Words(
            "coarser levels of a nested grid, from the coarsest. Where a grid is published at"
            " several levels, one inside the other, these are the columns of the coarser ones;"
            " `square` is the finest",
            fr="niveaux plus grossiers d’une grille emboîtée, du plus grossier au plus fin. Si"
            " une grille est diffusée à plusieurs niveaux, l’un dans l’autre, ce sont les"
            " colonnes des plus grossiers ; `square` est le plus fin",
        ),
    )
    withheld: Pairs[str] = Field(
        default=(),
        description=Words(
            "for a column of zones or squares, the one that flags what is withheld. It says so by"
            " 1 (withheld) or 0 (published) in every row; the column may be that of zones, of"
            " squares or of a level",
            fr="pour une colonne de zones ou de carreaux, celle qui marque ce qui est masqué."
            " Elle le dit par 1 (masqué) ou 0 (diffusé) à chaque ligne ; la colonne peut être"
            " celle des zones, des carreaux ou d’un niveau",
        ),
    )
    blanks: Blanks = Field(
        default="refused",
        description=Words(
            "rows without zone or square: refused, or withheld. A row in a zone or square that is"
            " withheld is counted by no total of that publication. Of a nested grid the finest"
            " level may be blank; the coarser squares around it are published, with it, unless"
            " they are withheld",
            fr="lignes sans zone ou sans carreau : refusées (refused) ou masquées (withheld)."
            " Une ligne dans une zone ou un carreau masqué n’entre dans aucun total de cette"
            " publication. D’une grille emboîtée, le niveau le plus fin peut être vide ; les"
            " carreaux plus grossiers qui l’entourent sont diffusés, lui compris, sauf s’ils"
            " sont masqués",
        ),
    )
    repeats: Repeats = Field(
        default="refused",
        description=Words(
            "rows of a crossed table that repeat a pair. They are refused, or added up, as they"
            " must be once squares were merged",
            fr="lignes d’une table croisée qui répètent une paire. Elles sont refusées, ou"
            " additionnées, comme il le faut une fois des carreaux regroupés",
        ),
    )
    most: int | None = Field(
        default=None,
        ge=0,
        description=Words(
            "observations not safe that are allowed, at most. Of those at risk, and those in a"
            " zone or square below the threshold by itself",
            fr="observations non protégées admises, au plus. De celles à risque, et de celles"
            " d’une zone ou d’un carreau sous le seuil à lui seul",
        ),
    )

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns of the two publications."""
        zones = data.columns(Role.AREA) if self.zone is None else (self.zone,)
        flags = [flag for _, flag in self.withheld]
        named = {*zones, self.square, *self.coarser, *flags, self.count}
        return tuple(name for name in data.roles if name in named)

    def assess(self, data: Dataset) -> Finding:
        """Count the observations of `data` that subtraction gives away."""
        return self.finding(Deduced.of(self.crossing(data), self.least))

    def finding(self, found: Deduced) -> Finding:
        """Tell what was found."""
        details = self._details(found)
        return zonings_finding(
            self.name, details, self.most, _sentence(found, details), found.rows_at_risk()
        )

    def crossing(self, data: Dataset) -> Crossing:
        """Cross the two columns of `data`, in its engine."""
        zone = data.need(self.name, Role.AREA)[0] if self.zone is None else self.zone
        return Crossing.of(
            self.name,
            data,
            zone,
            self.square,
            count=self.count,
            coarser=self.coarser,
            withheld=dict(self.withheld),
            blanks=self.blanks,
            repeats=self.repeats,
        )

    def _details(self, found: Deduced) -> dict[str, Any]:
        crossing = found.crossing
        stages = found.simplification.stages
        return {
            "threshold": self.least,
            "observations": crossing.observations,
            "observations_at_risk": found.observations_at_risk,
            "intersections": len(crossing),
            "intersections_at_risk": int(found.at_risk.sum()),
            "by_size": {str(size): many for size, many in found.by_size().items()},
            "groups": len(found),
            "largest_group": found.largest,
            "verified": found.verified(),
            "zones": len(crossing.zones),
            "squares": len(crossing.squares),
            **_primary(found),
            "zones_withheld": int(crossing.withheld_zones.sum()),
            "squares_withheld": int(crossing.withheld_squares.sum()),
            "observations_withheld": int(crossing.count[crossing.withheld].sum()),
            "components": stages[0].components,
            "simplification": {
                stage.name: {
                    "zones": stage.zones,
                    "squares": stage.squares,
                    "intersections": stage.intersections,
                    "intersections_below": stage.below,
                    "observations_below": stage.observations_below,
                    "components": stage.components,
                    "mean_component": stage.mean_size,
                    "largest_component": stage.largest,
                }
                for stage in stages
            },
            **tables(found),
        }


def _primary(found: Deduced) -> dict[str, int]:
    """Count what is published with fewer observations than allowed, and all that is not safe."""
    own = found.crossing
    zones = np.bincount(own.zone, own.count, len(own.zones)) < found.threshold
    squares = np.bincount(own.square, own.count, len(own.squares)) < found.threshold
    zones &= ~own.withheld_zones
    squares &= ~own.withheld_squares
    below = zones[own.zone] | squares[own.square]
    return {
        "zones_below": int(zones.sum()),
        "squares_below": int(squares.sum()),
        "observations_below": int(own.count[below].sum()),
        "observations_not_safe": int(own.count[below | found.at_risk].sum()),
    }


def _sentence(found: Deduced, details: dict[str, Any]) -> Words:
    if found.observations_at_risk:
        told = say(
            "{n} of {all} observations ({share:%}) {n:comes|come} out in a group of fewer than"
            " {threshold} when one publication is subtracted from the other; the smallest group has"
            " {least}.",
            "{n} {n:observation|observations} sur {all} ({share:%}) {n:ressort|ressortent} dans un"
            " groupe de moins de"
            " {threshold} quand on soustrait une publication de l’autre ; le plus petit groupe en"
            " compte {least}.",
            n=found.observations_at_risk,
            all=found.crossing.observations,
            share=found.observations_at_risk / found.crossing.observations,
            threshold=found.threshold,
            least=min(found.by_size()),
        )
    else:
        told = say(
            "No subtraction of one publication from the other leaves fewer than {threshold} of the"
            " {all} observations.",
            "Aucune soustraction d’une publication de l’autre ne laisse moins de {threshold} des"
            " {all} observations.",
            threshold=found.threshold,
            all=found.crossing.observations,
        )
    if not details["zones_below"] + details["squares_below"]:
        return told
    return say(
        "{told} Apart from that, number of zones below the threshold by themselves: {zones}; of"
        " squares: {squares}.",
        "{told} Par ailleurs, nombre de zones qui sont à elles seules sous le seuil : {zones} ; de"
        " carreaux : {squares}.",
        told=told,
        zones=details["zones_below"],
        squares=details["squares_below"],
    )
