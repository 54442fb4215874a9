"""What may stand in a plan: its sections, their keys, the kinds of hierarchies."""

from __future__ import annotations

from collections.abc import Mapping

from discret.data.hierarchies.given import FEW
from discret.words import Words, say

SECTIONS: Mapping[str, Words] = {
    "title": Words("a title, for the reports", fr="un titre, pour les rapports"),
    "data": Words(
        "the file, and how it is to be read where it does not say so itself",
        fr="le fichier, et comment le lire là où il ne le dit pas lui-même",
    ),
    "star": Words(
        "in place of a file, the facts of a warehouse, their dimensions and measures",
        fr="à la place d’un fichier, les faits d’un entrepôt, leurs dimensions et mesures",
    ),
    "roles": Words("what each column is for", fr="à quoi sert chaque colonne"),
    "hierarchies": Words(
        "for a column, how its values may be made coarser",
        fr="pour une colonne, comment ses valeurs peuvent devenir plus grossières",
    ),
    "release": Words(
        "what may leave and how, for whom, and when to look again",
        fr="ce qui peut sortir et comment, pour qui, et quand réexaminer",
    ),
    "assess": Words(
        "one risk measure, with a target where one is to be met; written once for each",
        fr="une mesure de risque, avec un objectif s’il y en a un à tenir ; une fois pour chacune",
    ),
    "reduce": Words(
        "one method; written once for each, they run in this order",
        fr="une méthode ; une fois pour chacune, elles s’enchaînent dans cet ordre",
    ),
    "quantify": Words(
        "one loss measure; written once for each",
        fr="une mesure de perte ; une fois pour chacune",
    ),
    "private": Words(
        "one table of statistics with noise (differential privacy); written once for each",
        fr="une table de statistiques bruitées (confidentialité différentielle) ; une fois pour"
        " chacune",
    ),
    "budget": Words(
        "the account that private tables are paid from",
        fr="le compte dont les tables privées sont payées",
    ),
    "variant": Words(
        "one of several ways to go on after the common steps, each with a release of its own",
        fr="une des façons de poursuivre après les étapes communes, chacune avec sa diffusion",
    ),
}
FILES: Mapping[str, Words] = {
    "file": Words("the file that the plan is about", fr="le fichier dont il s’agit"),
    "original": Words(
        "the file that it was made from elsewhere, for measures that compare the two",
        fr="le fichier dont il a été tiré ailleurs, pour les mesures qui comparent les deux",
    ),
    "population": Words(
        "the file of the people that the records were drawn from, for measures against a"
        " population",
        fr="le fichier des personnes dont les enregistrements sont tirés, pour les mesures face à"
        " une population",
    ),
    "outlines": Words(
        "the file of the outlines of areas (GeoJSON, GeoParquet), for the maps of the reports",
        fr="le fichier des contours des lieux (GeoJSON, GeoParquet), pour les cartes des rapports",
    ),
}
SEVERAL: Mapping[str, Words] = {
    "previous": Words(
        "earlier releases of the same source, for measures and methods that look at all of them:"
        " the record.json of each, with the release beside it, or a table",
        fr="les diffusions antérieures de la même source, pour les mesures et méthodes qui les"
        " regardent toutes : le record.json de chacune, avec la diffusion à côté, ou une table",
    ),
}
COUNT: Mapping[str, Words] = {
    "count": Words(
        "the column of the population that says how many people a row stands for; one by default",
        fr="la colonne de la population qui dit combien de personnes une ligne représente ; une"
        " par défaut",
    ),
    "code": Words(
        "the property or column of the outlines with the names of the areas; by default that of"
        " the area",
        fr="la propriété ou la colonne des contours qui contient les noms des lieux ; par défaut"
        " celle du lieu",
    ),
}
STEP: Mapping[str, Words] = {
    "measure": Words(
        "the name of the measure, under [[assess]] and [[quantify]]",
        fr="le nom de la mesure, sous [[assess]] et [[quantify]]",
    ),
    "method": Words(
        "the name of the method, under [[reduce]]", fr="le nom de la méthode, sous [[reduce]]"
    ),
    "label": Words(
        "a name for a step of [[reduce]]; chance depends on the seed and the label, so that adding"
        " a step disturbs no other",
        fr="un nom pour une étape de [[reduce]] ; le hasard dépend de la graine et du nom, si bien"
        " qu’ajouter une étape n’en dérange aucune autre",
    ),
}
VARIANT: Mapping[str, Words] = {
    "title": Words(
        "a few words that tell it from the others", fr="quelques mots qui la distinguent des autres"
    ),
    "reduce": Words(
        "its steps, each written [[variant.reduce]], run after those of the plan",
        fr="ses étapes, écrites chacune [[variant.reduce]], enchaînées après celles du plan",
    ),
}
KINDS: Mapping[str, Words] = {
    "cuts": Words("numbers, cut in intervals", fr="des nombres, découpés en intervalles"),
    "groups": Words(
        "named groups of values, then groups of these groups",
        fr="des groupes nommés de valeurs, puis des groupes de ces groupes",
    ),
    "prefixes": Words(
        "the first characters of a code", fr="les premiers caractères d’un code"
    ),
    "dates": Words(
        "the month, the quarter, the year of a date", fr="le mois, le trimestre, l’année d’une date"
    ),
    "order": Words(
        "neighbours of an ordered list: by two, then by four",
        fr="des voisines d’une liste ordonnée : par deux, puis par quatre",
    ),
    "parents": Words(
        "links from child to parent, level after level",
        fr="des liens d’enfant à parent, niveau après niveau",
    ),
    "table": Words(
        "all values and their labels, written out",
        fr="toutes les valeurs et leurs libellés, en toutes lettres",
    ),
    "csv": Words(
        "the same in a file: one row for each value, one column for each level, as ARX has them",
        fr="la même chose dans un fichier : une ligne par valeur, une colonne par niveau, comme"
        " dans ARX",
    ),
    "skos": Words(
        "a thesaurus in SKOS: what is broader than each concept, level after level",
        fr="un thésaurus en SKOS : ce qui est plus large que chaque concept, niveau après niveau",
    ),
    "top": say(
        "the values, and above them one label for all; columns of at most {few} values need not"
        " say so",
        "les valeurs, et au-dessus un libellé pour toutes ; inutile pour les colonnes d’au plus"
        " {few} valeurs",
        few=FEW,
    ),
    "automatic": Words(
        "made from the data: classes of neighbours, or of categories that tell the same",
        fr="faite d’après les données : des classes de voisines, ou de modalités qui disent la"
        " même chose",
    ),
}  # fmt: skip
