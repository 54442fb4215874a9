"""Interval disclosure: original numbers that the released ones give away closely enough."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from discret.data.beside.numbers import Pairs, numeric_columns
from discret.data.dataset import Dataset
from discret.data.roles import ATTRIBUTES, Role
from discret.errors import InputError
from discret.finding import Finding
from discret.maths.arrays import Bools
from discret.maths.identity.intervals import within_deviations, within_ranks
from discret.parts import Columns, Counted, Criterion, RiskMeasure, Tier, Together, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import RECORDS
from discret.words import Words, say


class IntervalDisclosure(RiskMeasure):
    r"""Share of original numbers that lie in a narrow interval around the released one.

    Notes
    -----
    *deviation*: the original number :math:`x` is disclosed where :math:`|x - y| ≤ w s`, with
    :math:`y` the released number and :math:`s` the standard deviation of the released column (SDID;
    `dRisk` of sdcMicro, with its width of 0.05). *rank*: where it lies between the released numbers
    :math:`w n` ranks below and above :math:`y` (RID).

    The value is the share of numbers disclosed in the column that is most exposed. `details` has it
    for every column, the share over all numbers, and the share of records all of whose numbers are
    disclosed, which is what sdcMicro reports and can be far lower.

    Numbers missing before or after are left out and counted: what is not released is not disclosed
    here. Dropped records are left out too. Nothing says that an attacker knows which records are
    close; but whoever reads the file takes its numbers for about right.

    Records are counted, not people: each number of somebody with several records counts.

    Examples
    --------
    >>> import polars as pl
    >>> before = pl.DataFrame({"income": [1000, 1100, 2500, 7000]})
    >>> after = pl.DataFrame({"income": [1040, 1030, 2500, 4750]})
    >>> data = Dataset.of(after, sensitive="income", original=before)
    >>> finding = IntervalDisclosure(width=0.05, most=0.5).assess(data)
    >>> finding.value, finding.met
    (0.75, False)
    """

    name: ClassVar[str] = "interval_disclosure"
    title: ClassVar[Words] = Words("interval disclosure", fr="divulgation par intervalle")
    purpose: ClassVar[Words] = Words(
        "gives the share of original numbers that lie close to the released ones",
        fr="donne la part des nombres d’origine qui restent proches des nombres diffusés",
    )
    attacker: ClassVar[Words] = Words(
        "has found the record of a person and takes its numbers for about right",
        fr="a trouvé l’enregistrement d’une personne et tient ses nombres pour à peu près exacts",
    )
    by_record: ClassVar[bool] = True
    criteria: ClassVar[tuple[Criterion, ...]] = ("inference",)
    counts: ClassVar[Counted] = "records"
    unit: ClassVar[Unit] = "share"
    together: ClassVar[Together] = "means"
    by_distance: ClassVar[bool] = True
    references: ClassVar[tuple[str, ...]] = (
        (
            "Domingo-Ferrer J., Torra V. (2001). A quantitative comparison of disclosure"
            " control methods for microdata. In Confidentiality, Disclosure and Data Access,"
            " 111-134."
        ),
        (
            "Mateo-Sanz J., Sebé F., Domingo-Ferrer J. (2004). Outlier protection in continuous"
            " microdata masking. PSD 2004, 201-215."
        ),
    )
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        **RECORDS,
        "records_compared": Fact.count("records compared", "enregistrements comparés"),
        "records_disclosed": Fact.count("records disclosed", "enregistrements dévoilés"),
        "share_of_records": Fact.share(
            "share of records disclosed", "part d’enregistrements dévoilés"
        ),
        "values_compared": Fact.count("values compared", "valeurs comparées"),
        "values_missing": Fact.count("numbers missing", "nombres manquants"),
        "share_of_values": Fact.share("share of values disclosed", "part de valeurs dévoilées"),
        "by_column": Fact.share(
            "share of values disclosed by column",
            "part de valeurs dévoilées par colonne",
            by="column",
        ),
        "unchanged": Fact.yes("nothing changed yet", "rien n’a changé"),
        "kind": Fact.label(
            "kind",
            "sorte",
            {
                "deviation": Words("in standard deviations", fr="en écarts types"),
                "rank": Words("in ranks", fr="en rangs"),
            },
        ),
        "width": Fact.number("width", "largeur"),
    }

    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "the numeric columns to look at. By default keys, numbers and sensitive columns that"
            " hold numbers, before and after",
            fr="les colonnes numériques à examiner. Par défaut clés, nombres et colonnes sensibles"
            " qui portent des nombres, avant et après",
        ),
    )
    kind: Literal["deviation", "rank"] = Field(
        default="deviation",
        description=Words(
            "what the interval is measured in. `deviation`: the standard deviation; `rank`: the"
            " ranks of the released numbers",
            fr="unité de l’intervalle. `deviation` : l’écart type ; `rank` : les rangs des"
            " nombres diffusés",
        ),
    )
    width: float = Field(
        default=0.05,
        gt=0,
        description=Words(
            "half of the width of the interval. A multiple of the standard deviation, or a"
            " share of the records",
            fr="demi-largeur de l’intervalle. Un multiple de l’écart type, ou une part des"
            " enregistrements",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "highest share of numbers disclosed. In every column",
            fr="plus grande part de nombres dévoilés. Dans chaque colonne",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.kind == "rank" and self.width > 1:
            raise ValueError(
                Words(
                    "width: for ranks it is a share of the records, at most 1",
                    fr="width : pour des rangs, c’est une part des enregistrements, au plus 1",
                )
            )
        return self

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns that are compared with the original."""
        return numeric_columns(data) if self.columns is None else self.columns

    @property
    def chooses(self) -> tuple[Role, ...]:
        """Attributes that hold numbers, and areas, unless columns are named."""
        return (*ATTRIBUTES, Role.AREA) if self.columns is None else ()

    def assess(self, data: Dataset) -> Finding:
        """Measure how many numbers of the original `data` gives away."""
        pairs = Pairs.of(self.name, data, self.columns)
        known = ~np.isnan(pairs.released) & ~np.isnan(pairs.original[pairs.place])
        if not known.any():
            raise InputError(
                say(
                    "{who}: no number is known both before and after",
                    "{who} : aucun nombre n’est connu à la fois avant et après",
                    who=self.name,
                ),
                hint=Words(
                    "name other columns with columns=[...]",
                    fr="nommer d’autres colonnes avec columns=[...]",
                ),
            )
        inside = self._inside(pairs, known)
        shares = _shares(pairs, known, inside)
        value = max(share for share in shares.values() if share is not None)
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=self._sentence(pairs, value, float(inside[known].mean())),
            details=self._details(pairs, known, inside),
        )

    def _inside(self, pairs: Pairs, known: Bools) -> Bools:
        """Mark the numbers disclosed; those that are missing are not."""
        within = within_deviations if self.kind == "deviation" else within_ranks
        inside = np.zeros_like(known)
        for column, (before, after, both) in enumerate(
            zip(pairs.original[pairs.place].T, pairs.released.T, known.T, strict=True)
        ):
            inside[both, column] = within(before[both], after[both], self.width)
        return inside

    def _details(self, pairs: Pairs, known: Bools, inside: Bools) -> dict[str, Any]:
        compared = known.any(axis=1)
        whole = (inside | ~known)[compared].all(axis=1)
        return {
            "records": len(known),
            "records_compared": int(compared.sum()),
            "records_disclosed": int(whole.sum()),
            "share_of_records": float(whole.mean()),
            "values_compared": int(known.sum()),
            "values_missing": int((~known).sum()),
            "share_of_values": float(inside[known].mean()),
            "by_column": _shares(pairs, known, inside),
            "unchanged": pairs.unchanged,
            "kind": self.kind,
            "width": self.width,
        }

    def _sentence(self, pairs: Pairs, value: float, overall: float) -> Words:
        if pairs.unchanged:
            return Words(
                "Nothing was changed in these numbers: all are disclosed as they are.",
                fr="Rien n’a été changé dans ces nombres : tous sont divulgués tels quels.",
            )
        return say(
            "{value:%} of the original numbers of the most exposed column are given away to within"
            " {width} ({overall:%} over all columns).",
            "{value:%} des nombres d’origine de la colonne la plus exposée sont donnés à {width}"
            " près ({overall:%} sur l’ensemble des colonnes).",
            value=value,
            overall=overall,
            width=self._distance(),
        )

    def _distance(self) -> Words:
        if self.kind == "rank":
            return say(
                "{width:%} of the ranks",
                "{width:%} des rangs",
                width=self.width,
            )
        return say(
            "{width} times the standard deviation",
            "{width} fois l’écart type",
            width=self.width,
        )


def _shares(pairs: Pairs, known: Bools, inside: Bools) -> dict[str, float | None]:
    """Return the share disclosed of each column, ``None`` where nothing can be compared."""
    counts = known.sum(axis=0)
    found = inside.sum(axis=0)
    return {
        name: float(part / number) if number else None
        for name, number, part in zip(pairs.columns, counts, found, strict=True)
    }
