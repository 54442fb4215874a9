"""What reports say of areas: their maps, what became of their facts, measures in them."""

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
    "account_classes": Words("in each combination", fr="par combinaison"),
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
    "areas_more": Words(
        "{n} more {n:row is|rows are} in the record.",
        fr="{n} {n:ligne|lignes} de plus au relevé.",
    ),
    "areas_map": Words("Areas, and the share kept", fr="Lieux, et part conservée"),
    "areas_maps": Words(
        "Areas side by side, and the share kept", fr="Lieux côte à côte, et part conservée"
    ),
    "areas_note": Words(
        "The colour says at which level the records of an area are shown, how dark it is which"
        " share of them is kept; the scale is the same on all maps.",
        fr="La couleur dit à quel niveau les enregistrements d’un lieu sont montrés ; plus elle est"
        " foncée, plus grande est la part conservée. L’échelle est la même sur toutes les cartes.",
    ),
    "areas_line": Words(
        "A dark line surrounds areas that are shown as one.",
        fr="Un trait foncé entoure les lieux montrés comme un seul.",
    ),
    "areas_schematic": Words(
        "No outlines were given: each box is an area, as large as its records, within the wider"
        " area around it.",
        fr="Aucun contour n’a été donné : chaque case est un lieu, grande comme ses"
        " enregistrements, dans le lieu plus large qui l’entoure.",
    ),
    "areas_lacking": Words(
        "{n} of {of} {of:area|areas} {n:has|have} no outline in {file} and {n:is|are} not on the"
        " map.",
        fr="{n} {n:lieu|lieux} sur {of} {n:n’a|n’ont} pas de contour dans {file} et {n:n’est|ne"
        " sont} pas sur la carte.",
    ),
    "areas_only": Words(
        "Names and numbers of areas come from the original: none of this is to be released.",
        fr="Noms et effectifs des lieux viennent de l’original : rien de cela ne se diffuse.",
    ),
    "area_alone": Words("an area by itself", fr="un lieu à lui seul"),
    "area_zone": Words("a zone of several areas", fr="une zone de plusieurs lieux"),
    "area_nothing": Words("nothing kept", fr="rien de conservé"),
    "area_empty": Words("no records", fr="aucun enregistrement"),
    "area_told": Words(
        "{kept} of {facts} {facts:record|records} kept, {people} {people:individual|individuals}",
        fr="{kept} {kept:enregistrement conservé|enregistrements conservés} sur {facts}, {people}"
        " {people:individu|individus}",
    ),
    "area_quarter_1": Words("≤ 25%", fr="≤ 25 %"),
    "area_quarter_2": Words("≤ 50%", fr="≤ 50 %"),
    "area_quarter_3": Words("≤ 75%", fr="≤ 75 %"),
    "area_quarter_4": Words("≤ 100%", fr="≤ 100 %"),
    "area_legend": Words("shown as, and share kept", fr="niveau, et part conservée"),
}
