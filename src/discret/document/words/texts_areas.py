"""What the reports say of areas and their maps, in English and in French."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

AREAS: Mapping[str, Words] = {
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
        "{n} of {of} areas have no outline in {file} and are not on the map.",
        fr="{n} des {of} lieux n’ont pas de contour dans {file} et ne sont pas sur la carte.",
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
        "{kept} of {facts} records kept, {people} individuals",
        fr="{kept} enregistrements conservés sur {facts}, {people} individus",
    ),
    "area_legend": Words("shown as, and share kept", fr="montré comme, et part conservée"),
}
