"""The three criteria of the Article 29 working party: what each asks, what stays open."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

NAMES = ("singling_out", "linkability", "inference")
UNSETTLED = ("linkability",)  # what no measure settles, whatever its target

CRITERIA: Mapping[str, Words] = {
    "singling_out": Words("Singling out", fr="Individualisation"),
    "singling_out_asks": Words(
        "Is it still possible to isolate the records of one person?",
        fr="Est-il toujours possible d’isoler un individu ?",
    ),
    "linkability": Words("Linkability", fr="Corrélation"),
    "linkability_asks": Words(
        "Is it still possible to link records about one person, here or in another file?",
        fr="Est-il toujours possible de relier entre eux les enregistrements relatifs à un"
        " individu, ici ou dans un autre fichier ?",
    ),
    "inference": Words("Inference", fr="Inférence"),
    "inference_asks": Words(
        "Can information about a person be deduced, even without finding the record?",
        fr="Peut-on déduire des informations sur un individu, même sans trouver son"
        " enregistrement ?",
    ),
    "criteria": Words("Three criteria", fr="Trois critères"),
    "criteria_lead": Words(
        "The Article 29 working party (opinion 05/2014, WP216) asks three questions of an"
        " anonymised file. What the findings answer, and what they leave open.",
        fr="Le groupe de travail « Article 29 » (avis 05/2014, WP216) pose trois questions à un"
        " fichier anonymisé. Ce que les résultats y répondent, et ce qu’ils laissent ouvert.",
    ),
    "speaks": Words("What the findings say", fr="Ce que disent les résultats"),
    "open": Words("What remains open", fr="Ce qui reste ouvert"),
    "open_silent": Words(
        "No measure of the plan speaks to this criterion.",
        fr="Aucune mesure du plan ne porte sur ce critère.",
    ),
    "open_missed": Words("Targets missed: {names}.", fr="Objectifs non atteints : {names}."),
    "open_gate": Words(
        "The gate is closed: no verdict holds.", fr="La porte est fermée : aucun verdict ne vaut."
    ),
    "open_exposed": Words(
        "Not judged, for want of a target, though records are exposed: {names}.",
        fr="Non jugé, faute d’objectif, alors que des enregistrements sont exposés : {names}.",
    ),
    "open_unjudged": Words(
        "Measured, but not judged, for want of a target: {names}.",
        fr="Mesuré, mais non jugé, faute d’objectif : {names}.",
    ),
    "open_linkability": Words(
        "No measure settles this criterion: the opinion (table 6) holds that linkability remains a"
        " risk under aggregation, k-anonymity, l-diversity and t-closeness.",
        fr="Aucune mesure ne règle ce critère : pour l’avis (tableau 6), la corrélation reste un"
        " risque après agrégation, k-anonymat, l-diversité ou t-proximité.",
    ),
    "open_analysis": Words(
        "This criterion is not settled: the opinion asks for a detailed analysis that shows the"
        " risks of re-identification to be mastered, done again at regular intervals.",
        fr="Ce critère n’est pas réglé : l’avis demande une analyse détaillée qui démontre que les"
        " risques de ré-identification sont maîtrisés, à refaire régulièrement.",
    ),
    "review_on": Words("To be looked at again: {day}.", fr="À réexaminer : {day}."),
    "review_unset": Words(
        "The day on which the risk is to be looked at again has still to be set.",
        fr="La date à laquelle le risque doit être réexaminé reste à fixer.",
    ),
    "open_keys": Words(
        "The findings hold for the declared keys.",
        fr="Les résultats valent pour les clés déclarées.",
    ),
    "open_unseen": Words(
        "Columns released unexamined:\u00a0{n}.",
        fr="Colonnes diffusées sans examen :\u00a0{n}.",
    ),
    "open_only_keys": Words(
        "The findings hold for the declared keys and for nothing an attacker may know besides.",
        fr="Les résultats valent pour les clés déclarées, et pour rien de ce qu’un attaquant"
        " pourrait savoir en plus.",
    ),
    "open_releases": Words(
        "No measure compares the file with other releases about the same people.",
        fr="Aucune mesure ne confronte le fichier à d’autres diffusions sur les mêmes personnes.",
    ),
    "open_household": Words(
        "A household number remains: it links the members of a household.",
        fr="Un numéro de ménage subsiste : il relie les membres d’un ménage.",
    ),
    "open_individual": Words(
        "A number of the person remains: it links the records of a person.",
        fr="Un numéro de personne subsiste : il relie les enregistrements d’une personne.",
    ),
    "open_sensitive": Words(
        "No sensitive column was declared: what could be learnt of a person is not assessed.",
        fr="Aucune colonne sensible n’a été déclarée : ce que l’on pourrait apprendre d’une"
        " personne n’est pas évalué.",
    ),
    "open_homogeneous": Words(
        "Records whose whole group shares one sensitive value, so that finding the group is enough"
        " to learn it:\u00a0{n}.",
        fr="Enregistrements dont tout le groupe partage une même valeur sensible, si bien que"
        " trouver le groupe suffit à l’apprendre :\u00a0{n}.",
    ),
    # what the producer says of the release
    "conditions": Words("The release", fr="La diffusion"),
    "condition_audience": Words("for whom", fr="pour qui"),
    "condition_purpose": Words("what for", fr="dans quel but"),
    "condition_sensitivity": Words("how sensitive", fr="sensibilité"),
    "condition_access": Words("access", fr="accès"),
    "condition_licence": Words("licence", fr="licence"),
    "condition_contact": Words("contact", fr="contact"),
    "condition_review": Words("to be looked at again", fr="à réexaminer"),
    "open_others": Words(
        "What may be inferred of columns that were not declared sensitive is not examined.",
        fr="Ce que l’on peut déduire des colonnes non déclarées sensibles n’est pas examiné.",
    ),
}
