"""Areas that climb until they are safe: facts of people shown at the lowest level that can be."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from discret.assess.level_totals import LevelTotals
from discret.assess.models import GivenModel
from discret.assess.why_lifted import WhyLifted
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.data.star.shown import level_column
from discret.maths import areas
from discret.maths.areas.cells import Asked, Cells, Ladders
from discret.maths.areas.live import most_kept
from discret.maths.areas.settled import settled
from discret.maths.areas.shown import Shown
from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids
from discret.parts import FRESH, Change, Context, MaybeColumn, Method, RiskMeasure
from discret.parts.depending import Depending
from discret.parts.facts import Fact, Facts, filled
from discret.reduce.climb_areas.account import account, areas_shown
from discret.reduce.climb_areas.gathering import Gathered, gathered
from discret.reduce.climb_areas.judging import judged_by
from discret.reduce.climb_areas.refusals import nothing_left
from discret.reduce.climb_areas.released import new_level_column, released
from discret.words import Words, say


class ClimbAreas(Method):
    r"""Show facts about people at the lowest level of areas where nobody stands out.

    Notes
    -----
    A person (the `individual`) stands behind several records, each in an area. Records whose
    combination of key values occurs fewer than `unique` times in the whole table go first. An area
    may be shown if the records that it shows are of at least `individuals` people, and each
    combination of key values that it shows is of at least `k`. What it shows is what is left of it
    once areas within it are shown by themselves (the *remainder*): whoever subtracts these finds
    nothing smaller. Within an area, keys are made coarser value by value, siblings together; an
    area that cannot be shown is lifted to the one around it.

    ``search="greedy"`` is that of Croce et al., algorithms 1 and 2: level by level, and
    within an area the value whose generalisation leaves the fewest combinations below `k` (then the
    fewest records changed, the first column, the first value). ``search="best"`` keeps every record
    that any choice can keep, which one count tells: putting classes or areas together loses
    nobody, so what fails in the highest area with all keys at their coarsest fails anywhere. It
    then shows records as low as can be without losing any, and keys as fine as can be (docs,
    theory, areas that climb). A larger `k`, `individuals` or `unique` never keeps more.

    To keep a few odd records everything else may have to be coarse: `save` lets a share of them be
    given up for finer areas, then finer labels, where more is gained by it than lost. What is
    promised of ``search="best"`` holds with ``save=1``, and without `share` and `models`, which
    putting areas together may break; with these the better of both searches counts.

    The levels of areas are those of the hierarchy of their column; without one, areas that fail are
    dropped. Keys with a declared hierarchy are made coarser, others stay as they are. A missing key
    value is a category of its own, which is the strictest of its meanings. The columns that number
    or name people (individual, identifier) are dropped, the former in a run at the gate, so that
    later steps and measures count people; a new column, the name of the area with
    `_level`, says at which level each record is shown.

    Limits. Who knows that areas are lifted only where they fail learns that those which are not
    shown by themselves fail: `WhyLifted` says how much that is. Totals of areas at two levels can
    be subtracted: `LevelTotals` does, and with those that somebody else publishes too, if asked.
    Values of other columns stay.

    Examples
    --------
    >>> import polars as pl
    >>> from discret import Hierarchy
    >>> facts = pl.DataFrame({
    ...     "zone": ["Allier"] * 2 + ["Isère"] * 4,
    ...     "farmer": ["a", "b", "c", "d", "e", "f"],
    ...     "crop": ["durum", "soft", "soft", "soft", "durum", "durum"],
    ... })
    >>> levels = {
    ...     "zone": Hierarchy.from_parents({"Allier": "Auvergne", "Isère": "Auvergne"}, top=None),
    ...     "crop": Hierarchy.from_groups({"wheat": ["durum", "soft"]}, top=None),
    ... }
    >>> data = Dataset.of(facts, individual="farmer", area="zone", key="crop", hierarchies=levels)
    >>> change = ClimbAreas(k=3, individuals=3).apply(data, Context())
    >>> change.facts["kept"], change.facts["areas"], change.data.columns()
    (6, {'0': 0, '1': 1}, ('crop', 'zone', 'zone_level'))
    """

    name: ClassVar[str] = "climb_areas"
    title: ClassVar[Words] = Words("areas that climb", fr="lieux remontés d’un niveau à l’autre")
    purpose: ClassVar[Words] = Words(
        "shows the facts of people at the lowest level of areas where nobody stands out",
        fr="montre les faits à l’échelon géographique le plus fin où personne ne se distingue",
    )
    references: ClassVar[tuple[str, ...]] = (
        (
            "Croce L., Lemièr L., Bimonte S., Pinet F. (2019). Une nouvelle méthodologie pour"
            " l’anonymisation des entrepôts de données spatiales."
        ),
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.AREA, Role.INDIVIDUAL)
    touches: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.AREA)
    numbers: ClassVar[tuple[str, ...]] = ("by",)
    keeps_rows: ClassVar[bool] = False
    hides_people: ClassVar[bool] = True
    idle: ClassVar[Any] = Depending((), lambda part: () if part.search == "best" else ("save",))
    tells: ClassVar[Facts] = {
        "kept": Fact.count("records kept", "enregistrements conservés"),
        "lifted": Fact.count("kept above the finest level", "conservés à un niveau plus haut"),
        "dropped": Fact.count("records dropped", "enregistrements retirés"),
        "bound": Fact.count("no choice keeps more than", "aucun choix n’en conserve plus de"),
        "areas": Fact.count("areas shown by level", "lieux montrés par niveau", by="level"),
        "individuals": Fact.count("individuals kept", "individus conservés"),
        "smallest": Fact.count(
            "individuals behind the rarest combination",
            "individus derrière la combinaison la plus rare",
        ),
        "exact": Fact.yes(
            "proven that no choice keeps more, or shows more at finer levels",
            "preuve qu’aucun choix ne conserve plus, ni ne montre plus finement",
        ),
        "account": Fact.table("account of areas", "compte des lieux", holds=True),
    }

    k: int = Field(
        default=3,
        ge=1,
        description=Words(
            "fewest people behind a combination. Of key values, in each area that is shown",
            fr="nombre minimal de personnes derrière une combinaison. De clés, dans chaque lieu"
            " montré",
        ),
    )
    individuals: int = Field(
        default=3,
        ge=1,
        description=Words(
            "fewest people of an area that is shown",
            fr="nombre minimal de personnes d’un lieu montré",
        ),
    )
    unique: int = Field(
        default=1,
        ge=1,
        description=Words(
            "fewest records of a combination in the whole table. Records with a rarer combination"
            " of key values are dropped first",
            fr="nombre minimal d’enregistrements d’une combinaison dans toute la table. Ceux dont"
            " la combinaison de clés est plus rare sont d’abord retirés",
        ),
    )
    search: Literal["best", "greedy"] = Field(
        default="best",
        description=Words(
            "how areas and labels are chosen. `greedy`: as the paper does; `best`: every record"
            " that can be kept is, then areas and labels are as fine as can be",
            fr="choix des lieux et des libellés. `greedy` : comme l’article ; `best` : tout"
            " enregistrement qui peut être conservé l’est, puis lieux et libellés sont aussi fins"
            " que possible",
        ),
    )
    count: Literal["individuals", "records"] = Field(
        default="individuals",
        description=Words(
            "what is counted in combinations. `records` is the paper's variant: all may be of one"
            " person",
            fr="ce qui est compté dans les combinaisons. `records` est la variante de l’article :"
            " tous peuvent être d’une seule personne",
        ),
    )
    lift: Literal["failing", "all"] = Field(
        default="failing",
        description=Words(
            "which areas are lifted. Those that fail, or with them all areas that have the same"
            " parent: then none is shown beside what is left of the one around it",
            fr="lieux remontés. Ceux qui échouent, ou avec eux tous ceux du même lieu plus grand :"
            " aucun n’est alors montré à côté de ce qui reste du plus grand",
        ),
    )

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """Who knows that areas are lifted where they fail may find finer ones; totals subtract."""
        return (WhyLifted(), LevelTotals(least=max(self.individuals, 2)))

    def makes(self, data: Dataset) -> tuple[str, ...]:
        """Return the column that says at which level each area is shown."""
        return tuple(level_column(area) for area in data.columns(Role.AREA))

    by: MaybeColumn = Field(
        default=None,
        description=Words(
            "column of numbers whose shares are judged. A surface for example, none of it negative",
            fr="colonne de nombres dont les parts sont jugées. Une surface par exemple, jamais"
            " négative",
        ),
    )
    share: float | None = Field(
        default=None,
        gt=0,
        lt=1,
        description=Words(
            "largest share that one person may have. Of the sum of `by`, in each combination of"
            " each area",
            fr="plus grande part qu’une personne peut avoir. De la somme de `by`, dans chaque"
            " combinaison de chaque lieu",
        ),
    )
    save: float = Field(
        default=1.0,
        gt=0,
        le=1,
        description=Words(
            "least share to keep of the records that can be. The `best` search may give up the"
            " others for finer areas and labels",
            fr="part minimale à garder des enregistrements qui peuvent l’être. La recherche `best`"
            " peut céder les autres pour des lieux et des libellés plus fins",
        ),
    )
    models: tuple[GivenModel, ...] = Field(
        default=(),
        description=Words(
            "what combinations must satisfy besides. Risk measures with a target, such as"
            " `LDiversity(l=2)`",
            fr="ce que les combinaisons doivent respecter de plus. Des mesures de risque avec un"
            " objectif, telles que `LDiversity(l=2)`",
        ),
    )

    @model_validator(mode="after")
    def _check_share(self) -> Self:
        if (self.by is None) != (self.share is None):
            raise ValueError(_BOTH)
        return self

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the records that can be shown, each at the level of its area."""
        facts = self._gathered(data, context)
        clean = _frequent(facts.cells, self.unique)
        tree, ladders, cells = facts.tree, facts.ladders, facts.cells.taken(clean)
        asked = self._asked(data, facts)
        context.progress(
            0.3,
            say(
                "{cells} {cells:combination is|combinations are} placed in areas",
                "{cells} {cells:combinaison est placée|combinaisons sont placées} dans des lieux",
                cells=len(cells),
            ),
        )
        found = self._searched(cells, tree, ladders, asked)
        shown = _everywhere(facts.cells, ladders, clean, found)
        if not shown.kept.any():
            raise nothing_left(self.name, len(data))
        bound = most_kept(cells, tree[-1], ladders, asked)
        told = _facts(facts, tree, shown, clean, bound)
        return Change(data=released(self.name, data, facts, shown), facts=told)

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say what was kept, and where."""
        return [
            *filled(
                "Records kept: {kept}, of which {lifted} above the finest level of areas; dropped:"
                " {dropped}.",
                "Enregistrements conservés : {kept}, dont {lifted} au-dessus du niveau le plus"
                " fin ; retirés : {dropped}.",
                facts,
            ),
            *filled(
                "No choice of areas and labels keeps more than {bound}.",
                "Aucun choix de lieux et de libellés n’en conserve plus de {bound}.",
                facts,
            ),
        ]

    def _gathered(self, data: Dataset, context: Context) -> Gathered:
        context.progress(
            0.0,
            Words("facts are counted by area, keys and person",
                  fr="faits comptés par lieu, clés et personne"),
        )  # fmt: skip
        (area,) = data.need(self.name, Role.AREA)
        new_level_column(self.name, data, area)
        data.check_numeric(self.name, self.numeric)
        return gathered(self.name, data, self.by)

    def _asked(self, data: Dataset, facts: Gathered) -> Asked:
        judge = judged_by(self.name, self.models, data, facts) if self.models else None
        return Asked(
            self.k, self.individuals, self.count == "records", self.share or 1.0, self.save, judge
        )

    def _searched(self, cells: Cells, tree: Ints, ladders: Ladders, asked: Asked) -> Shown:
        given, together = (cells, tree, ladders, asked), self.lift == "all"
        paper = partial(areas.greedy.climbed, *given, together=together)
        if self.search == "greedy":
            return self._settled(*given, paper())
        found = self._settled(*given, areas.best.found(*given, together=together))
        if asked.merges:
            return found
        other = self._settled(*given, paper())
        return max(found, other, key=lambda one: int(cells.records[one.kept].sum()))

    def _settled(
        self, cells: Cells, tree: Ints, ladders: Ladders, asked: Asked, shown: Shown
    ) -> Shown:
        """Drop what a model refuses once everything is placed: it may look at other classes."""
        return shown if asked.judge is None else settled(cells, tree, ladders, asked, shown)


_BOTH = Words("by and share: one needs the other", fr="by et share : l’un ne va pas sans l’autre")


def _frequent(cells: Cells, unique: int) -> Bools:
    """Mark the cells whose combination of key values is frequent enough in the whole table."""
    if unique <= 1 or not cells.codes.shape[1]:
        return np.full(len(cells), fill_value=len(cells) > 0 and cells.records.sum() >= unique)
    ids, size = group_ids(cells.codes)
    return np.asarray(np.bincount(ids, cells.records, size)[ids] >= unique)


def _everywhere(cells: Cells, ladders: Ladders, clean: Bools, found: Shown) -> Shown:
    """Return what becomes of all cells, those that went first included."""
    level = np.full(len(cells), -1, dtype=np.int64)
    at = ladders.finest(cells.codes)
    level[clean], at[clean] = found.level, found.at
    return Shown(level, at, found.tested, found.exact)


def _facts(facts: Gathered, tree: Ints, shown: Shown, clean: Bools, bound: int) -> dict[str, Any]:
    cells, ladders = facts.cells, facts.ladders
    kept = cells.taken(shown.kept)
    level, at = shown.level[shown.kept], shown.at[shown.kept]
    nodes = tree[level, kept.area] * len(tree) + level
    of, size = kept.classes(nodes, ladders.shown(kept.codes, at))
    return {
        "kept": int(kept.records.sum()),
        "lifted": int(kept.records[level > 0].sum()),
        "dropped": int(cells.records.sum() - kept.records.sum()),
        "bound": bound,
        "areas": areas_shown(facts.area.names, tree, cells.area, shown),
        "individuals": len(np.unique(kept.person)),
        "smallest": int(kept.people(of, size).min()),
        "exact": shown.exact,
        "account": account(facts, tree, shown, clean),
    }
