"""The fixed sentences for the users of a released file, in English and in French."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

PUBLIC: Mapping[str, Words] = {
    "public": Words(
        "Note to users: protection of the file", fr="Note aux utilisateurs : protection du fichier"
    ),
    "public_lead": Words(
        "This file is about people, and was protected before its release so that nobody in it can"
        " easily be recognised. This note says in general words what was done, what was checked,"
        " and what it means for your work.",
        fr="Ce fichier porte sur des personnes ; il a été protégé avant sa diffusion pour que nul"
        " ne puisse y être aisément reconnu. Cette note dit en termes généraux ce qui a été fait,"
        " ce qui a été vérifié, et ce que cela implique pour vos travaux.",
    ),
    "public_silence": Words(
        "Parameters, thresholds and the levels reached are left out on purpose: they would help to"
        " undo the protection. No value of the data appears in this note.",
        fr="Les paramètres, les seuils et les niveaux atteints sont omis à dessein : ils aideraient"
        " à défaire la protection. Aucune valeur des données ne figure dans cette note.",
    ),
    "public_file": Words("What the file is", fr="Ce qu’est le fichier"),
    "public_records": Words("records released", fr="enregistrements diffusés"),
    "public_columns": Words("columns", fr="colonnes"),
    "public_date": Words("protected on", fr="protégé le"),
    "public_columns_table": Words("Columns of the file", fr="Colonnes du fichier"),
    "public_role": Words("what it is here for", fr="ce qu’elle représente"),
    "public_kind": Words("kind", fr="nature"),
    # roles, for users
    "public_identifier": Words("identifies a record", fr="identifie un enregistrement"),
    "public_key": Words(
        "describes the person; taken into account by the protection",
        fr="décrit la personne ; prise en compte par la protection",
    ),
    "public_sensitive": Words("subject of the study; sensitive", fr="objet de l’étude ; sensible"),
    "public_weight": Words(
        "weight of the record in the population", fr="poids de l’enregistrement dans la population"
    ),
    "public_household": Words(
        "links the members of a household", fr="relie les membres d’un ménage"
    ),
    "public_individual": Words(
        "links the records of a person", fr="relie les enregistrements d’une personne"
    ),
    "public_area": Words("place", fr="lieu"),
    "public_row": Words(
        "number of the record, without meaning", fr="numéro de l’enregistrement, sans signification"
    ),
    "public_ignored": Words("other content", fr="autre contenu"),
    "kind_text": Words("text", fr="texte"),
    "kind_number": Words("number", fr="nombre"),
    "kind_date": Words("date or time", fr="date ou heure"),
    "kind_flag": Words("true or false", fr="vrai ou faux"),
    "kind_other": Words("other", fr="autre"),
    # what was done, what was checked
    "public_done": Words("What was done", fr="Ce qui a été fait"),
    "public_done_lead": Words(
        "These methods were applied, each to the columns named or to whole records.",
        fr="Les méthodes suivantes ont été appliquées, chacune aux colonnes nommées ou à des"
        " enregistrements entiers.",
    ),
    "public_nothing": Words(
        "The file was released as it is: no method was applied.",
        fr="Le fichier est diffusé tel quel : aucune méthode n’a été appliquée.",
    ),
    "public_concerned": Words("columns: {names}", fr="colonnes : {names}"),
    "public_purpose": Words("what it does", fr="ce qu’elle fait"),
    "public_checked": Words("What was checked", fr="Ce qui a été vérifié"),
    "public_met": Words(
        "Every target that the producer had set for the release holds.",
        fr="Tous les objectifs que le producteur s’était fixés pour la diffusion sont atteints.",
    ),
    "public_missed": Words(
        "Not every target that the producer had set for the release holds.",
        fr="Les objectifs que le producteur s’était fixés pour la diffusion ne sont pas tous"
        " atteints.",
    ),
    "public_unjudged": Words(
        "The producer had set no numerical target for the release.",
        fr="Le producteur n’avait pas fixé d’objectif chiffré.",
    ),
    "public_unchecked": Words("No measure of risk was taken.", fr="Aucun risque n’a été mesuré."),
    "check_met": Words("target holds", fr="objectif atteint"),
    "check_missed": Words("target does not hold", fr="objectif non atteint"),
    "check_none": Words("looked at, without a target", fr="examiné, sans objectif"),
    # what it costs
    "public_cost": Words("What it costs you", fr="Ce qu’il vous en coûte"),
    "public_cost_lead": Words(
        "The file is compared with the one it was made from. The distance is the share of the"
        " people who would have to change category for a distribution to be as it was; the largest"
        " gap is that of the category whose share moved most. Both are rounded to a tenth of a"
        " point.",
        fr="Le fichier est comparé à celui dont il est issu. La distance est la part des personnes"
        " qui devraient changer de modalité pour qu’une distribution soit ce qu’elle était ; le"
        " plus grand écart est celui de la modalité dont la part a le plus bougé. L’un et l’autre"
        " sont arrondis au dixième de point.",
    ),
    "public_uncosted": Words("No loss was measured.", fr="Aucune perte n’a été mesurée."),
    "public_gaps": Words("Distributions, by column", fr="Distributions, par colonne"),
    "public_categories": Words("categories", fr="modalités"),
    "public_pairs": Words("Cross tables that moved most", fr="Tableaux croisés les plus affectés"),
    "public_pairs_lead": Words(
        "Links between these columns deserve most care.",
        fr="Les liens entre ces colonnes demandent le plus de prudence.",
    ),
    "public_distance": Words(
        "Distance between distributions, by column", fr="Distance entre distributions, par colonne"
    ),
    # advice
    "advice": Words("Advice for use", fr="Conseils d’utilisation"),
    "advice_weight": Words(
        "For any statement about the population, use the weight “{name}”. Counts without it"
        " describe the file, not the population.",
        fr="Pour toute affirmation sur la population, utiliser le poids « {name} ». Des comptages"
        " sans lui décrivent le fichier, non la population.",
    ),
    "advice_no_weight": Words(
        "The file has no weights: counts describe the file, not the population.",
        fr="Le fichier n’a pas de poids : les comptages décrivent le fichier, non la population.",
    ),
    "advice_totals": Words(
        "Not all records are in the file. Totals may differ from figures published elsewhere:"
        " prefer shares, means and comparisons.",
        fr="Tous les enregistrements ne sont pas dans le fichier. Les totaux peuvent différer de"
        " chiffres publiés ailleurs : préférer les parts, les moyennes et les comparaisons.",
    ),
    "advice_grouped": Words(
        "These columns are less detailed than they were collected: {names}. Their categories cannot"
        " be split again.",
        fr="Ces colonnes sont moins détaillées que lors de la collecte : {names}. Leurs modalités"
        " ne peuvent être redécoupées.",
    ),
    "advice_changed": Words(
        "Values were changed in these columns: {names}. Distrust small differences, extremes and"
        " exact values.",
        fr="Des valeurs ont été modifiées dans ces colonnes : {names}. Se méfier des petits écarts,"
        " des extrêmes et des valeurs exactes.",
    ),
    "advice_missing": Words(
        "A missing value may come from the collection or from the protection: it is not an answer,"
        " and may not be missing at random.",
        fr="Une valeur manquante peut venir de la collecte ou de la protection : ce n’est pas une"
        " réponse, et elle peut ne pas manquer au hasard.",
    ),
    "advice_small": Words(
        "The protection weighs most on rare profiles: results that rest on few records are the"
        " least reliable.",
        fr="La protection pèse surtout sur les profils rares : les résultats qui reposent sur peu"
        " d’enregistrements sont les moins fiables.",
    ),
    "advice_people": Words(
        "Do not try to recognise anyone, nor to match the file with one that names people. If you"
        " think that someone can be recognised, tell the producer, and nobody else.",
        fr="Ne pas chercher à reconnaître quiconque, ni à rapprocher ce fichier d’un autre qui"
        " nomme des personnes. Si quelqu’un vous paraît reconnaissable, le signaler au producteur,"
        " et à lui seul.",
    ),
    # the three criteria, in general terms
    "public_criteria_lead": Words(
        "The Article 29 working party (opinion 05/2014, WP216) asks three questions of an"
        " anonymised file.",
        fr="Le groupe de travail « Article 29 » (avis 05/2014, WP216) pose trois questions à un"
        " fichier anonymisé.",
    ),
    "public_criterion_met": Words(
        "Checked ({names}): the targets hold.",
        fr="Vérifié ({names}) : les objectifs sont atteints.",
    ),
    "public_criterion_missed": Words(
        "Checked ({names}): not every target holds.",
        fr="Vérifié ({names}) : les objectifs ne sont pas tous atteints.",
    ),
    "public_criterion_none": Words(
        "Looked at ({names}), without a target.", fr="Examiné ({names}), sans objectif."
    ),
    "public_criterion_silent": Words(
        "No measure was taken on this question.", fr="Aucune mesure n’a porté sur cette question."
    ),
    "public_singling_out_open": Words(
        "The answer holds for what an attacker was supposed to know.",
        fr="La réponse vaut pour ce qu’un attaquant est supposé savoir.",
    ),
    "public_linkability_open": Words(
        "No comparison with other files about the same people is recorded.",
        fr="Aucune confrontation à d’autres fichiers sur les mêmes personnes n’est consignée.",
    ),
    "public_inference_open": Words(
        "What statistics teach about everyone, they also teach about each: a file worth using"
        " cannot rule that out.",
        fr="Ce que la statistique apprend sur tous, elle l’apprend aussi sur chacun : un fichier"
        " utile ne peut l’exclure.",
    ),
    "check": Words("To check your copy", fr="Pour vérifier votre copie"),
    "check_lead": Words(
        "The SHA-256 checksum of the file as it was released:",
        fr="Somme de contrôle SHA-256 du fichier tel que diffusé :",
    ),
    "made_with": Words("Made with discret {version}", fr="Établi avec discret {version}"),
}
