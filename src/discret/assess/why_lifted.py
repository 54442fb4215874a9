"""Why it was lifted: what areas that are shown at a higher level tell of those that are not."""

from __future__ import annotations

from typing import Any, ClassVar

import narwhals as nw
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.history.trail import Spread
from discret.data.roles import Role
from discret.data.star.shown import level_column
from discret.data.text import as_text
from discret.finding import Finding
from discret.parts import Counted, Criterion, RiskMeasure, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import HighestShare
from discret.parts.shared_facts import RECORDS
from discret.words import Words

AREA, AT, COUNT = "__area__", "__level__", "__records__"
FINEST, BELOW = "__finest__", "__below__"


class WhyLifted(RiskMeasure):
    """Share of the records whose finer area is told by the areas that are shown beside it.

    Notes
    -----
    Where areas are lifted until they are safe (`ClimbAreas`), a record shown at the level of a
    région comes from none of the départements that are shown by themselves. **The attacker** holds
    the release, knows the tree of areas, in which of them there were records, and that an area is
    shown at the lowest level where it may be. So a record comes from one of the finest areas whose
    lowest shown area is the one that the record shows: its *candidates*. Where these all lie in one
    area below the one shown, that finer area is told for certain, and the record counts.

    Something else is told of every finest area that has records and is not shown by itself: that it
    could not be (too few people, or combinations that are too rare), or that its records were
    needed to save those of others. ``areas_told`` counts them, ``fewest`` is the smallest number of
    candidates of a record that was lifted.

    Who knows which areas have records kept, or how many, may rule out more candidates. Records are
    counted, not people. Which areas had records is taken from the original; where its areas are not
    those of the hierarchy (they were recoded before), from what was shown.

    Examples
    --------
    >>> from discret.reduce import ClimbAreas
    >>> people = pl.DataFrame({"zone": ["a", "a", "b", "b"], "who": [1, 2, 3, 4]})
    >>> parents = Hierarchy.from_parents({"a": "north", "b": "north"}, top=None)
    >>> data = Dataset.of(people, individual="who", area="zone", hierarchies={"zone": parents})
    >>> finding = WhyLifted().assess(ClimbAreas(k=3).apply(data).data)
    >>> finding.value, finding.details["lifted"], finding.details["fewest"]
    (0.0, 4, 2)
    """

    name: ClassVar[str] = "why_lifted"
    title: ClassVar[Words] = Words("why areas were lifted", fr="pourquoi des lieux sont remontés")
    purpose: ClassVar[Words] = Words(
        "says whose finer area is told by the areas that are shown beside it",
        fr="dit pour qui le lieu plus fin se déduit des lieux montrés à côté",
    )
    attacker: ClassVar[Words] = Words(
        "holds the file, knows the tree of areas and which of them had records, and knows that an"
        " area is shown at the lowest level where it may be",
        fr="détient le fichier, connaît l’arbre des lieux et ceux qui avaient des enregistrements,"
        " et sait qu’un lieu est montré au niveau le plus fin où il peut l’être",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("inference",)
    counts: ClassVar[Counted] = "records"
    unit: ClassVar[Unit] = "share"
    of_steps: ClassVar[bool] = True
    references: ClassVar[tuple[str, ...]] = (
        (
            "Croce L., Lemièr L., Bimonte S., Pinet F. (2019). Une nouvelle méthodologie pour"
            " l’anonymisation des entrepôts de données spatiales."
        ),
        "Wong R. et al. (2007). Minimality attack in privacy preserving data publishing. VLDB.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.AREA,)
    tells: ClassVar[Facts] = {
        **RECORDS,
        "lifted": Fact.count("shown above the finest level", "montrés au-dessus du niveau fin"),
        "told": Fact.count("whose finer area is told", "dont le lieu plus fin se déduit"),
        "fewest": Fact.count(
            "fewest finest areas that a lifted one may come from",
            "plus petit nombre de lieux fins d’origine possibles",
        ),
        "areas_told": Fact.count(
            "finest areas told not to be safe by themselves",
            "lieux fins dont on apprend qu’ils ne pouvaient être montrés seuls",
        ),
    }

    most: HighestShare = None

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the area and the column of its level; nothing where no area was lifted."""
        pairs = [(area, level_column(area)) for area in data.columns(Role.AREA)]
        return tuple(name for pair in pairs if pair[1] in data.roles for name in pair)

    @property
    def chooses(self) -> tuple[Role, ...]:
        """None: names alone say which columns are looked at."""
        return ()

    def assess(self, data: Dataset) -> Finding:
        """Measure what is told of finer areas."""
        (area,) = data.need(self.name, Role.AREA)
        if level_column(area) not in data.roles:
            return self._found(
                {**dict.fromkeys(_SAID, 0), "records": len(data), "fewest": None}, _NONE
            )
        known = _hierarchy(data, area)
        if known is None:
            return Finding.at_most(self.name, None, self.most, reads=_UNKNOWN)
        told = _told(data, area, known)
        return self._found(told, _SENTENCE if told["lifted"] else _NONE)

    def _found(self, details: dict[str, Any], words: Words) -> Finding:
        value = details["told"] / max(details["records"], 1)
        reads = words.filled(value=value, **{n: details.get(n) or 0 for n in _SAID})
        return Finding.at_most(self.name, value, self.most, reads=reads, details=details)


_SAID = ("records", "lifted", "told", "fewest", "areas_told")
_NONE = Words("No record is shown above its own area.", fr="Aucun enregistrement n’est remonté.")
_UNKNOWN = Words(
    "The levels of the areas are not known: nothing can be said of finer ones.",
    fr="Les niveaux des lieux ne sont pas connus : on ne peut rien dire des plus fins.",
)
_SENTENCE = Words(
    "The finer area of {told} of {records} records ({value:%}) is told by the areas shown beside;"
    " {lifted} {lifted:was|were} lifted, and may come from {fewest} finest"
    " {fewest:area|areas} or more.",
    fr="Le lieu plus fin de {told} {told:enregistrement|enregistrements} sur {records} ({value:%})"
    " se déduit des lieux montrés à côté ; {lifted} {lifted:est remonté|sont remontés}, et"
    " {lifted:peut venir|peuvent venir} d’au moins {fewest} {fewest:lieu fin|lieux fins}.",
)


def _hierarchy(data: Dataset, area: str) -> tuple[Hierarchy, pl.Series] | None:
    """Return the levels of the areas, and the finest areas that had records."""
    steps = [step for step in data.trail.steps.get(area, ()) if isinstance(step, Spread)]
    given = steps[-1].hierarchy if steps else data.original.hierarchies.get(area)
    if given is None:
        return None
    values = data.original.values(area) if area in data.original.roles else None
    if values is not None and not given.lacking(values):
        return given, values
    return (given, steps[-1].seen["value"].drop_nulls().unique()) if steps else None


def _told(data: Dataset, area: str, known: tuple[Hierarchy, pl.Series]) -> dict[str, Any]:
    """Count candidates: the finest areas whose lowest shown area is the one that is shown."""
    hierarchy, values = known
    columns = data.frame.select(nw.col(area).alias(AREA), nw.col(level_column(area)).alias(AT))
    shown = collected(columns.group_by(AREA, AT).agg(nw.len().alias(COUNT)))
    left = pl.DataFrame([as_text(own) for own in hierarchy.levels(values).iter_columns()])
    every, parts = left.height, []
    for number, name in enumerate(hierarchy.names):
        here = shown.filter(pl.col(AT) == name).with_columns(pl.col(AREA).cast(pl.String))
        found = left.join(here, left_on=str(number), right_on=AREA)
        left = left.join(here, left_on=str(number), right_on=AREA, how="anti")
        parts.append(_candidates(found, number))
    alone, lifted = parts[0], pl.concat(parts[1:] or [parts[0].clear()])
    return {
        "records": len(data),
        "lifted": int(lifted[COUNT].sum()),
        "told": int(lifted.filter(pl.col(BELOW) == 1)[COUNT].sum()),
        "fewest": lifted[FINEST].min(),
        "areas_told": every - alone.height,
    }


def _candidates(found: pl.DataFrame, number: int) -> pl.DataFrame:
    """Return, for each area shown at a level: its records, its candidates, and areas just below."""
    below = pl.col(str(max(number - 1, 0))).n_unique().cast(pl.Int64).alias(BELOW)
    finest = pl.len().cast(pl.Int64).alias(FINEST)
    told = found.group_by(str(number)).agg(pl.col(COUNT).first().cast(pl.Int64), finest, below)
    return told.select(COUNT, FINEST, BELOW)
