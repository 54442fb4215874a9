"""How many records share the rarest value of a column."""

from __future__ import annotations

from typing import ClassVar

import narwhals as nw
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.finding import Finding
from discret.parts import Criterion, RiskMeasure
from discret.parts.facts import Fact, Facts
from discret.words import Words, say


class Rarest(RiskMeasure):
    """Number of records that share the rarest value of a column.

    Examples
    --------
    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), key=["Sexe"])
    >>> Rarest(column="Sexe", k=2).assess(data).value
    3
    """

    name: ClassVar[str] = "rarest"
    title: ClassVar[Words] = Words("rarest value", fr="valeur la plus rare")
    purpose: ClassVar[Words] = Words(
        "counts the records that share the rarest value of a column",
        fr="compte les enregistrements qui partagent la valeur la plus rare d’une colonne",
    )
    attacker: ClassVar[Words] = Words(
        "somebody who knows this column", fr="quelqu’un qui connaît cette colonne"
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    tells: ClassVar[Facts] = {
        "share_of_rarest": Fact.share("share of the rarest value", "part de la valeur la plus rare")
    }

    column: str = Field(description=Words("the column", fr="la colonne"))
    k: int = Field(
        default=1, ge=1, description=Words("least number allowed", fr="plus petit nombre admis")
    )

    def assess(self, data: Dataset) -> Finding:
        """Count the records of the rarest value in `data`."""
        groups = data.frame.select(self.column).drop_nulls().group_by(self.column)
        counts = collected(groups.agg(nw.len().alias("__n__")))["__n__"]
        rarest = int(counts.min() or 0)  # type: ignore[arg-type]
        return Finding(
            name=self.name,
            value=rarest,
            better="higher",
            target=self.k,
            details={"share_of_rarest": rarest / max(len(data), 1)},
            reads=say(
                "The rarest value is that of {n} records.",
                "La valeur la plus rare est celle de {n} enregistrements.",
                n=rarest,
            ),
        )
