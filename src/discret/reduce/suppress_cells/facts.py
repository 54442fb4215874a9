"""What key values blanked tells, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discret.finding import Finding
from discret.parts.facts import Fact, Facts, filled
from discret.words import Words

TELLS: Facts = {
    "cells": Fact.count("cells", "cellules", by="column"),
    "cells_blanked": Fact.count("blank cells", "cellules effacées"),
    "records_touched": Fact.count("records touched", "enregistrements touchés"),
    "costs": Fact.number("cost of a blank", "coût d’un effacement", by="column"),
    "cost": Fact.number("cost", "coût"),
    "lower_bound": Fact.number("least cost possible", "coût minimal possible"),
    "gap": Fact.share("gap at most", "écart au plus"),
    "optimal": Fact.yes("proven best", "optimum prouvé"),
    "unpicked": Fact.count("unpicked", "détricotage"),
    "value": Fact.share("share recovered", "part retrouvée"),
    "k": Fact.count("k", "k"),
    "cells_recovered": Fact.count(
        "blank cells recovered for certain", "cellules effacées retrouvées à coup sûr"
    ),
    "cells_narrowed": Fact.count("blank cells narrowed down", "cellules effacées restreintes"),
    "records_unpicked": Fact.count(
        "records with a blank recovered", "enregistrements à clé retrouvée"
    ),
    "consistent": Fact.yes("blanks explained by the rule", "effacements expliqués par la règle"),
    "exact": Fact.yes("exact", "exact"),
}


def suppression_said(facts: Mapping[str, Any]) -> list[Words]:
    """Say how many values were blanked, and how much less could have been."""
    return [
        *filled(
            "Values blanked: {cells_blanked}; records touched: {records_touched}.",
            "Valeurs effacées : {cells_blanked} ; enregistrements touchés : {records_touched}.",
            facts,
        ),
        *filled(
            "Cost {cost}; no choice of blanks that treats equal records alike costs less than"
            " {lower_bound} (gap of at most {gap:%}).",
            "Coût {cost} ; aucun choix qui traite de même les enregistrements égaux ne coûte moins"
            " de {lower_bound} (écart d’au plus {gap:%}).",
            facts,
        ),
    ]


def unpicked(finding: Finding) -> dict[str, Any]:
    """Return what an attack on the blanks found, in a few facts."""
    return {"value": finding.value, **{name: finding.details[name] for name in _UNPICKED}}


_UNPICKED = (
    "k",
    "cells_blanked",
    "cells_recovered",
    "cells_narrowed",
    "records_unpicked",
    "consistent",
    "exact",
)
