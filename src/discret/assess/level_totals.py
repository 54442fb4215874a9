"""Totals of areas at several levels: what is left when some are subtracted from others."""

from __future__ import annotations

from typing import ClassVar, Literal

import narwhals as nw
import polars as pl
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.data.refusals import without_numbers
from discret.data.roles import Role
from discret.data.star.shown import AREA, LEAF, LEVEL, ShownAreas, told_by
from discret.data.text import as_text
from discret.errors import ParameterError, listed
from discret.finding import Finding
from discret.parts import Columns, Counted, Criterion, RiskMeasure, Source, Tier, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import LargestShare
from discret.words import Words, say

PERSON, FACTS, KEPT, ROW = "person behind it", "facts of one", "is kept", "row of these"
PEOPLE, GROUP, AT, LABEL = "people", "group", "shown at", "label at level "


class LevelTotals(RiskMeasure):
    r"""Facts that come out in a small group when totals of areas at two levels are subtracted.

    Notes
    -----
    Totals of an additive measure are published for areas that lie within each other: those that
    the release shows, each with all areas within it (``reference="release"``); or somebody else
    publishes the true totals of all areas of some `levels` as well (``reference="original"``).
    Of two areas one holds the other, or they have nothing in common. So what can be had by
    subtraction is, for each area that is shown, its own facts without those of the areas within it
    (its remainder); and with the true total of an area A as well, what of A is shown neither in A
    nor within it: facts that were dropped, and facts that are only shown in a larger area. Any
    other combination of the totals with weights that are not negative holds one of these groups.
    This is `Differencing` of the areas and of what is shown, solved for nested areas, and counted
    in people: a person with facts in several areas of a group counts once, which sums of counts
    cannot tell.

    A fact is at risk if one of these groups holds fewer than `least` people. The value is the
    share of the people who have one; without an individual column every fact is a person.

    Limits: what is known of areas from other sources, weights of measures, statistics that do not
    add up; combinations of keys are not subtracted here.

    Examples
    --------
    One fact is dropped: whoever has the true total of the region subtracts what is released.

    >>> from discret import Hierarchy
    >>> facts = pl.DataFrame({"town": ["Lyon"] * 3 + ["Bron"] * 3, "who": [*range(6)]})
    >>> towns = Hierarchy.from_parents({"Lyon": "ARA", "Bron": "ARA"}, top=None)
    >>> data = Dataset.of(facts, area="town", individual="who", hierarchies={"town": towns})
    >>> release = data.with_frame(data.frame.filter(nw.col("who") != 5))
    >>> LevelTotals(least=2).assess(release).details["facts_at_risk"]
    0
    >>> LevelTotals(least=2, reference="original").assess(release).details["facts_at_risk"]
    1
    """

    name: ClassVar[str] = "level_totals"
    title: ClassVar[Words] = Words("totals at several levels", fr="totaux à plusieurs niveaux")
    purpose: ClassVar[Words] = Words(
        "counts the facts that come out in a small group when totals of areas at several levels are"
        " subtracted",
        fr="compte les faits qui ressortent en petit groupe quand on soustrait des totaux de lieux"
        " à plusieurs niveaux",
    )
    attacker: ClassVar[Words] = Words(
        "holds the totals of areas at several levels, and subtracts some from others",
        fr="détient les totaux de lieux à plusieurs niveaux, et soustrait les uns des autres",
    )
    tier: ClassVar[Tier] = "row"
    unit: ClassVar[Unit] = "share"
    by_record: ClassVar[bool] = True
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out", "inference")
    counts: ClassVar[Counted] = "people"
    needs: ClassVar[tuple[Role, ...]] = (Role.AREA,)
    references: ClassVar[tuple[str, ...]] = (
        (
            "Costemalle V. (2019). Detecting geographical differencing problems in the context"
            " of spatial data dissemination. Statistical Journal of the IAOS 35(4)."
        ),
        (
            "Croce L., Lemièr L., Bimonte S., Pinet F. (2019). Une nouvelle méthodologie pour"
            " l’anonymisation des entrepôts de données spatiales."
        ),
    )
    tells: ClassVar[Facts] = {
        "people": Fact.count("people", "personnes"),
        "people_at_risk": Fact.count("people at risk", "personnes à risque"),
        "facts": Fact.count("facts", "faits"),
        "facts_at_risk": Fact.count("facts at risk", "faits à risque"),
        "groups": Fact.count("groups left by subtraction", "groupes laissés par soustraction"),
        "groups_failing": Fact.count("groups that are too small", "groupes trop petits"),
        "smallest": Fact.count("people in the smallest", "personnes dans le plus petit"),
        "least": Fact.count("people wanted in each", "personnes voulues dans chacun"),
    }

    least: int = Field(
        default=3,
        ge=2,
        description=Words(
            "totals of fewer people must not be known",
            fr="les totaux de moins de personnes ne doivent pas être connus",
        ),
    )
    reference: Literal["release", "original"] = Field(
        default="release",
        description=Words(
            "whose totals are published. `release`: those of the facts that are released;"
            " `original`: somebody else publishes the true ones as well",
            fr="totaux diffusés. `release` : ceux des faits diffusés ; `original` : quelqu’un"
            " d’autre diffuse aussi les vrais",
        ),
    )
    levels: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "levels of areas whose true totals are published. By their names; by default those"
            " that the release shows",
            fr="niveaux des lieux dont les vrais totaux sont diffusés. Par leur nom ; par défaut"
            " ceux que montre le fichier diffusé",
        ),
    )
    most: LargestShare = None

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the column of areas, and the one that says their levels."""
        areas = data.columns(Role.AREA)
        return tuple(name for area in areas for name in told_by(data, area))

    def assess(self, data: Dataset) -> Finding:
        """Count the facts of `data`, and of its original, that subtraction gives away."""
        (area,) = data.need(self.name, Role.AREA)
        before = data.original
        if not data.follows(before) or area not in before.roles:
            raise without_numbers(self.name)
        table = _followed(data, before, area)
        groups = [_grouped(table.drop_nulls(KEPT), [AREA, LEVEL], "shown")]
        if self.reference == "original":
            places = ShownAreas.between(before, data, area)
            groups += _hidden(_placed(table, places, area, data), self._known(places))
        return self._finding(table, groups)

    def _known(self, places: ShownAreas) -> list[int]:
        """Return the numbers of the levels whose true totals are published."""
        shown = places.shown[LEVEL].unique().sort().to_list()
        if self.levels is None:
            return [number for number in shown if number >= 0]
        lost = [name for name in self.levels if name not in places.names]
        if lost:
            fault = _NO_LEVEL.filled(lost=listed(lost))
            raise ParameterError(
                self.name, [fault], hint=_LEVELS.filled(names=listed(places.names))
            )
        return [places.names.index(name) for name in self.levels]

    def _finding(self, table: pl.DataFrame, groups: list[pl.DataFrame]) -> Finding:
        """Tell of groups, each row of which has its group, and how many people are behind that."""
        every = pl.concat(groups)
        small = every.filter(pl.col(PEOPLE) < self.least)
        at_risk = table.filter(pl.col(ROW).is_in(small[ROW].implode()))
        risky, facts = int(at_risk[FACTS].sum()), int(table[FACTS].sum())
        people, everybody = at_risk[PERSON].n_unique(), table[PERSON].n_unique()
        smallest = int(every[PEOPLE].min() or 0)  # type: ignore[arg-type]
        return Finding.at_most(
            self.name,
            people / everybody if everybody else 0.0,
            self.most,
            reads=_sentence(risky, facts, self.least, smallest),
            details={
                "people": everybody,
                "people_at_risk": people,
                "facts": facts,
                "facts_at_risk": risky,
                "groups": every.n_unique(GROUP),
                "groups_failing": small.n_unique(GROUP),
                "smallest": smallest,
                "least": self.least,
            },
        )

    @property
    def decided_by(self) -> Source:
        """Whose facts are subtracted; people are those of the original in any case."""
        return "original"


def _followed(data: Dataset, before: Dataset, area: str) -> pl.DataFrame:
    """Return where the facts of the original are and are shown, those of one person put together.

    One row for each finest area, person and place; a fact that was dropped is shown nowhere.
    """
    who = before.column(Role.INDIVIDUAL) or LINK
    level = told_by(data, area)[1:]
    old = before.frame.select(nw.col(LINK), nw.col(area).alias(LEAF), nw.col(who).alias(PERSON))
    told = nw.col(*level) if level else nw.lit("")
    new = data.frame.select(
        nw.col(LINK), nw.col(area).alias(AREA), told.alias(LEVEL), nw.lit(1).alias(KEPT)
    )
    both = old.join(new, on=LINK, how="left").group_by(LEAF, PERSON, AREA, LEVEL, KEPT)
    found = collected(both.agg(nw.len().alias(FACTS)), records=len(before))
    texts = [as_text(found[name]).alias(name) for name in (LEAF, AREA)]
    return found.with_columns(texts).with_row_index(ROW)


def _placed(table: pl.DataFrame, places: ShownAreas, area: str, data: Dataset) -> pl.DataFrame:
    """Give each row the number of the level that it is shown at, and its label at every level."""
    names = dict(enumerate(places.names))
    stated = pl.col(LEVEL).replace_strict(names, default="", return_dtype=pl.String)
    told = len(told_by(data, area)) > 1
    shown = places.shown.with_columns(
        pl.col(LEVEL).alias(AT), stated if told else pl.lit("").alias(LEVEL)
    )
    labels = places.levels.select(
        pl.col("0").alias(LEAF), *(pl.col(n).alias(f"{LABEL}{n}") for n in places.levels.columns)
    )
    known = table.join(shown, on=[AREA, LEVEL], how="left", maintain_order="left")
    return known.join(labels, on=LEAF, how="left", maintain_order="left")


def _hidden(table: pl.DataFrame, levels: list[int]) -> list[pl.DataFrame]:
    """Return, for each area of some levels, its facts that are shown neither in it nor within."""
    found = []
    for number in levels:
        outside = pl.col(AT).is_null() | (pl.col(AT) > number) | (pl.col(AT) < 0)
        rows = table.filter(outside).drop_nulls(f"{LABEL}{number}")
        found.append(_grouped(rows, [f"{LABEL}{number}"], f"{LABEL}{number}"))
    return found


def _grouped(rows: pl.DataFrame, by: list[str], kind: str) -> pl.DataFrame:
    """Return the group of each row, and how many people are behind it; nobody counts as one."""
    people = pl.col(PERSON).drop_nulls().n_unique().over(by).clip(1).cast(pl.Int64)
    group = pl.struct(by).rank("dense").cast(pl.Int64)
    return rows.select(
        ROW, people.alias(PEOPLE), pl.format("{} {}", pl.lit(kind), group).alias(GROUP)
    )


def _sentence(risky: int, facts: int, least: int, smallest: int) -> Words:
    if not risky:
        return say(
            "No subtraction of totals leaves fewer than {least} people; the smallest group has"
            " {smallest}.",
            "Aucune soustraction de totaux ne laisse moins de {least} personnes ; le plus petit"
            " groupe en a {smallest}.",
            least=least, smallest=smallest,
        )  # fmt: skip
    return say(
        "{n} of {facts} {facts:fact|facts} {n:comes|come} out in a group of fewer than {least}"
        " {least:person|people} when totals are subtracted; the smallest has {smallest}.",
        "{n} {n:fait|faits} sur {facts} {n:ressort|ressortent} dans un groupe de moins de {least}"
        " {least:personne|personnes} quand on soustrait des totaux ; le plus petit en a"
        " {smallest}.",
        n=risky, facts=facts, least=least, smallest=smallest,
    )  # fmt: skip


_NO_LEVEL = Words("levels: there is no level {lost}", fr="levels : il n’y a pas de niveau {lost}")
_LEVELS = Words("the levels of areas are {names}", fr="les niveaux des lieux sont {names}")
