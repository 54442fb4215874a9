"""What distances tell, in words."""

from __future__ import annotations

from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import DROPPED, IS_WEIGHTED

TELLS: Facts = {
    **DROPPED,
    **IS_WEIGHTED,
    "by_column": Fact.share("mean distance by column", "distance moyenne par colonne", by="column"),
    "mean_squared_error": Fact.number("mean squared error", "erreur quadratique moyenne"),
    "mean_absolute_error": Fact.number("mean absolute error", "erreur absolue moyenne"),
    "mean_relative_error": Fact.ratio("mean relative error", "erreur relative moyenne"),
    "il1s": Fact.number("IL1s", "IL1s des nombres"),
    "zeros": Fact.count(
        "noughts left out of the relative error", "zéros écartés de l’erreur relative"
    ),
    "values_compared": Fact.count("values compared", "valeurs comparées"),
    "values_lost": Fact.count("values gone", "valeurs disparues"),
    "values_missing": Fact.count("values missing already", "valeurs déjà manquantes"),
    "errors": Fact.table("errors by column", "erreurs par colonne"),
}
