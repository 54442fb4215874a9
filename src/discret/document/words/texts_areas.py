"""What the internal report says of areas: what became of their facts, and of measures in them."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

AREAS: Mapping[str, Words] = {
    "account": Words("What became of each area, and why", fr="Le sort de chaque lieu, et pourquoi"),
    "account_note": Words(
        "Facts of an area are shown in it, lifted to a larger one or dropped. The table names areas"
        " that are not shown: none of it is to be released.",
        fr="Les faits d’un lieu y sont montrés, remontés à un lieu plus grand ou retirés. La table"
        " nomme des lieux qui ne sont pas montrés : rien de cela ne se diffuse.",
    ),
    "account_level": Words("level", fr="niveau"),
    "account_area": Words("area", fr="lieu"),
    "account_facts": Words("facts", fr="faits"),
    "account_individuals": Words("individuals", fr="individus"),
    "account_shown": Words("shown here", fr="montrés ici"),
    "account_lifted": Words("lifted", fr="remontés"),
    "account_dropped": Words("dropped", fr="retirés"),
    "account_why": Words("why", fr="pourquoi"),
    "why_individuals": Words("too few individuals", fr="trop peu d’individus"),
    "why_combinations": Words("combinations that are too rare", fr="combinaisons trop rares"),
    "why_share": Words(
        "a share that is too large, or a model", fr="une part trop grande, ou un modèle"
    ),
    "why_siblings": Words("for the sake of its siblings", fr="au profit des lieux voisins"),
    "why_cleaning": Words("combinations rare everywhere", fr="combinaisons rares partout"),
    "rolled": Words("Measures of the areas shown", fr="Mesures des lieux montrés"),
    "rolled_note": Words(
        "Each area with its own facts, without those of areas within it that are shown by"
        " themselves. The true values and the errors tell of facts that were dropped: none of this"
        " is to be released.",
        fr="Chaque lieu avec ses propres faits, sans ceux des lieux qu’il contient et qui sont"
        " montrés à part. Les vraies valeurs et les erreurs parlent de faits retirés : rien de cela"
        " ne se diffuse.",
    ),
    "rolled_measure": Words("measure", fr="mesure"),
    "rolled_value": Words("released", fr="diffusé"),
    "rolled_true": Words("true", fr="vrai"),
    "rolled_error": Words("error", fr="erreur"),
    "areas_more": Words("{n} more rows are in the record.", fr="{n} lignes de plus au relevé."),
}
