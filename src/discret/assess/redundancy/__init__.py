"""Redundancy: what was hidden in one column and can be read from another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.assess.redundancy.readings import Reading, Search
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.finding import Finding
from discret.parts import Columns, Counted, Criterion, RiskMeasure, Tier, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import RECORDS
from discret.words import Words, say

TOLD = 6


class Redundancy(RiskMeasure):
    r"""Share of the hidden cells that other released columns give back.

    Notes
    -----
    A cell is hidden if the release has another value in its place, or none; where a column was
    dropped, all its cells are. A column of which values were only renamed hides nothing. The file
    is searched for links between what is released (as it is released) and what was hidden:

    *values*: records with the same value of another column, or of two, and with what the column
    itself still shows, have the same original value (the code and the name of a commune). A group
    of records speaks if it has at least two, of different households (or people) where these are
    stated: a column that differs for each proves nothing. Once the link is proved by them, those
    alone with their value are read too. *order*: each original value has an interval of its own in
    the order of another column (date of birth and age, income and class), or both go up or down
    together to within one step (age and year of birth that differ by the day of the survey).
    *size*: the number of members, as records or people, counted from a household number that is
    released (or of records, from that of a person). *members*: another member of the household
    still shows the value that all of them share. *draws*: members whose value is one show several
    in its place, each drawn by itself: together they tell it (the mean of noise is nought). *near*:
    a number that others know roughly (role number), or in whose place another stands, is told to
    within 0.05 standard deviations (those of quartiles, where few numbers are far away) by the mean
    of those that show the same value of another column (its class), or by a sum or a product of
    columns, each times or to the power of a number (a total and its parts). *copy*: what names or
    numbers people (identifiers, person, household and row numbers) stands in another column,
    written otherwise or within a longer text: at least five values more than twice what chance
    would give, or all of them; of values of less than four letters and digits 95 %.

    A link counts if it speaks rightly of 95 % of the records, beyond what chance would give:
    :math:`(s - e) / (1 - e) ≥ 0.95` with the share :math:`s` and its expectation :math:`e` under
    independence; and if so few exceptions are so unlikely under independence that a file of
    unrelated columns shows any link at all with a probability below 1/10,000. Relations that hold
    for every record (one to one, always up or always down, a constant sum) count by the share of
    the ways to deal out the values that give them. An association, however strong, is no link.

    ``too_few`` in the details names the columns that have too few records for anything to be
    proved, ``pairs_untried`` counts the pairs of columns that were left out because there are too
    many. Where a household or person number was drawn anew, only the old number is hidden, not who
    belongs together.

    Of more than two million records without a household or person number, two million at most are
    looked at and counted, spread evenly. What follows from three columns, from other arithmetic
    than that between columns, or from other files is not found. Records that were dropped are not
    looked at.

    Records are counted, not people: each value of somebody with several records counts.

    Examples
    --------
    >>> import polars as pl
    >>> age = [20 + place % 30 for place in range(300)]
    >>> before = pl.DataFrame({"age": age, "born": [2020 - years for years in age]})
    >>> after = before.with_columns(age=pl.col("age") // 10 * 10)
    >>> finding = Redundancy(most=0).assess(Dataset.of(after, key="age", original=before))
    >>> finding.value, finding.met, finding.details["readings"][0]["from"]
    (1.0, False, ['born'])
    """

    name: ClassVar[str] = "redundancy"
    title: ClassVar[Words] = Words(
        "columns that say the same thing twice", fr="colonnes qui disent deux fois la même chose"
    )
    purpose: ClassVar[Words] = Words(
        "finds what was hidden in one column and can be read from others that are released",
        fr="trouve ce qui est caché dans une colonne et se lit dans d’autres qui sont diffusées",
    )
    attacker: ClassVar[Words] = Words(
        "has only the release, and knows what general knowledge tells of how columns are linked",
        fr="n’a que le fichier diffusé, et sait ce que chacun sait des liens entre les colonnes",
    )
    by_record: ClassVar[bool] = True
    criteria: ClassVar[tuple[Criterion, ...]] = ("inference", "linkability")
    counts: ClassVar[Counted] = "records"
    unit: ClassVar[Unit] = "share"
    references: ClassVar[tuple[str, ...]] = (
        "Article 29 Working Party (2014). Opinion 05/2014 on anonymisation techniques, WP216.",
        (
            "Huhtala Y. et al. (1999). TANE: an efficient algorithm for discovering functional"
            " and approximate dependencies. The Computer Journal 42(2), 100-111."
        ),
        (
            "Templ M., Kowarik A., Meindl B. (2015). Statistical disclosure control for"
            " micro-data using the R package sdcMicro. Journal of Statistical Software 67(4)."
            " (Ghost variables.)."
        ),
    )
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        **RECORDS,
        "cells_hidden": Fact.count("cells hidden", "cellules cachées"),
        "cells_read": Fact.count(
            "hidden cells read from other columns", "cellules cachées lues dans d’autres colonnes"
        ),
        "by_column": Fact.share(
            "share of hidden cells read by column",
            "part des cellules cachées lues, par colonne",
            by="column",
        ),
        "readings": Fact.table("ways to read a hidden cell", "lectures des cellules cachées"),
        "pairs_untried": Fact.count(
            "pairs of columns not tried", "paires de colonnes non essayées", by="column"
        ),
        "too_few": Fact.names(
            "columns with too few records to tell",
            "colonnes aux enregistrements trop peu nombreux pour conclure",
        ),
    }

    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "the columns of the original to look at. By default all but identifiers, row"
            " numbers and weights",
            fr="les colonnes de l’original à examiner. Par défaut toutes sauf identifiants,"
            " numéros d’enregistrement et poids",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "largest share of hidden cells read back",
            fr="plus grande part de cellules cachées que l’on retrouve",
        ),
    )

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return nothing: what was hidden is looked for, what is released is not judged."""
        return ()

    @property
    def chooses(self) -> tuple[Role, ...]:
        """None: the plan says what it looks at, none."""
        return ()

    def assess(self, data: Dataset) -> Finding:
        """Look for what the released columns of `data` give back of those that were hidden."""
        data.original.check_columns(self.name, self.columns or ())
        if not data.follows(data.original):
            return Finding.at_most(self.name, None, self.most, reads=_LOST)
        search = Search.of(data)
        wanted = search.hidden if self.columns is None else self.columns
        told = {name: search.found(name) for name in search.hidden if name in wanted}
        found = {name: column.readings for name, column in told.items()}
        hidden = _counted(search, found)
        found = {name: found[name] for name in hidden}
        read = {name: _cells(readings) for name, readings in found.items()}
        cells = sum(hidden.values())
        return Finding.at_most(
            self.name,
            sum(read.values()) / cells if cells else 0.0,
            self.most,
            reads=_sentence(found, cells, sum(read.values())),
            details={
                "records": len(data),
                "cells_hidden": cells,
                "cells_read": sum(read.values()),
                "by_column": {name: read[name] / hidden[name] for name in hidden},
                "readings": [reading.to_dict(hidden[n]) for n in hidden for reading in found[n]],
                "pairs_untried": {
                    name: column.untried for name, column in told.items() if column.untried
                },
                "too_few": [name for name, column in told.items() if not column.provable],
            },
        )


def _counted(search: Search, found: Mapping[str, Sequence[Reading]]) -> dict[str, int]:
    """Count the hidden cells: an old number that another replaced counts where it is read."""
    replaced = {name for name, target in search.targets.items() if target.renumbered}
    names = [name for name, readings in found.items() if readings or name not in replaced]
    return {name: int(search.hidden[name].sum()) for name in names}


def _cells(readings: Sequence[Reading]) -> int:
    """Count the cells that at least one reading gives back."""
    return int(np.any([reading.read for reading in readings], axis=0).sum()) if readings else 0


def _sentence(found: Mapping[str, Sequence[Reading]], cells: int, read: int) -> Words:
    if not cells:
        return Words(
            "Nothing is hidden in the columns released, so there is nothing to read back.",
            fr="Rien n’est caché dans les colonnes diffusées : il n’y a rien à y relire.",
        )
    if not read:
        return say(
            "None of the {cells} hidden cells was found to be readable from other columns.",
            "Aucune des {cells} cellules cachées ne s’est trouvée lisible dans d’autres colonnes.",
            cells=cells,
        )
    return say(
        "{read} of the {cells} hidden cells ({share:%}) can be read from columns that are"
        " released: {which}.",
        "{read} des {cells} cellules cachées ({share:%}) {read:se lit|se lisent} dans des colonnes"
        " diffusées : {which}.",
        read=read,
        cells=cells,
        share=read / cells,
        which=_which([reading for readings in found.values() for reading in readings]),
    )


def _which(readings: Sequence[Reading]) -> Words:
    """Name the first of the readings, and say how many more there are."""
    told = [_one(reading) for reading in readings[:TOLD]]
    more = len(readings) - len(told)
    rest = say("; {more} more", " ; {more} de plus", more=more) if more else Words("", fr="")
    return Words("; ".join(told) + rest, fr=" ; ".join(sentence.fr for sentence in told) + rest.fr)


def _one(reading: Reading) -> Words:
    en, fr = _WAYS[reading.how]
    names: dict[str, Any] = {"column": reading.column}
    source = Words(" and ".join(reading.source), fr=" et ".join(reading.source))
    return say(en, fr, **names, source=source)


_WAYS = {
    "values": ("{column} from {source}", "{column} d’après {source}"),
    "order": ("{column} from the order of {source}", "{column} d’après l’ordre de {source}"),
    "size": (
        "{column} by counting who shares {source}",
        "{column} en comptant qui partage {source}",
    ),
    "copy": ("{column} itself in {source}", "{column} telle quelle dans {source}"),
    "draws": (
        "{column} from what was drawn several times for the same {source}",
        "{column} d’après ce qui a été tiré plusieurs fois pour les mêmes {source}",
    ),
    "near": ("{column} nearly from {source}", "{column} à peu près d’après {source}"),
    "members": (
        "{column} from others with the same {source}",
        "{column} d’après d’autres de même {source}",
    ),
}
_LOST = Words(
    "Records cannot be followed in a lazy table: declare a column that numbers them (row).",
    fr="Les enregistrements d’une table différée ne peuvent être suivis : déclarer une colonne qui"
    " les numérote (row).",
)
