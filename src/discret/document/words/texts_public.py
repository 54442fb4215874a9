"""The fixed sentences for the users of a released file, in English and in French."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

PUBLIC: Mapping[str, Words] = {
    "public": Words(
        "Note to users: protection of the file", fr="Note aux utilisateurs : protection du fichier"
    ),
    "public_lead": Words(
        "This file is about people, and was worked on before its release to protect them. This note"
        " says in general words what was done, what was checked, and what it means for your work.",
        fr="Ce fichier porte sur des personnes ; il a été retravaillé avant sa diffusion pour les"
        " protéger. Cette note dit en termes généraux ce qui a été fait, ce qui a été vérifié, et"
        " ce que cela implique pour vos travaux.",
    ),
    "public_lead_untouched": Words(
        "This file is about people. This note says in general words what was checked before its"
        " release, and what it means for your work.",
        fr="Ce fichier porte sur des personnes. Cette note dit en termes généraux ce qui a été"
        " vérifié avant sa diffusion, et ce que cela implique pour vos travaux.",
    ),
    "public_silence": Words(
        "This note is made from the plan of the producer and from the released file; of what was"
        " taken out it tells the rough share of the records, and of the values that were taken out,"
        " blanked or changed nothing. Parameters, thresholds and levels are left out on purpose,"
        " but for those that the producer publishes.",
        fr="Cette note est établie à partir du plan du producteur et du fichier diffusé ; de ce qui"
        " a été retiré, elle donne la part approximative des enregistrements et, des valeurs"
        " retirées, effacées ou modifiées, rien. Les paramètres, les seuils et les niveaux sont"
        " omis à dessein, hormis ceux que le producteur publie.",
    ),
    "public_file": Words("What the file is", fr="Ce qu’est le fichier"),
    "public_records": Words("records released", fr="enregistrements diffusés"),
    "public_columns": Words("columns", fr="colonnes"),
    "public_date": Words("protected on", fr="protégé le"),
    "public_columns_table": Words("Columns of the file", fr="Colonnes du fichier"),
    "public_role": Words("what it is here for", fr="ce qu’elle représente"),
    # roles, for users
    "public_identifier": Words("identifies a record", fr="identifie un enregistrement"),
    "public_key": Words(
        "describes the person; taken into account by the protection",
        fr="décrit la personne ; prise en compte par la protection",
    ),
    "public_key_unseen": Words("describes the person", fr="décrit la personne"),
    "public_copy": Words(
        "number of the copy; synthetic records come in several",
        fr="numéro de la copie ; il y a plusieurs copies des enregistrements synthétiques",
    ),
    "public_number": Words(
        "number that others may know roughly; taken into account by the protection",
        fr="nombre que d’autres peuvent connaître à peu près ; pris en compte par la protection",
    ),
    "public_number_unseen": Words(
        "number that others may know roughly", fr="nombre que d’autres peuvent connaître à peu près"
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
    # what the plan publishes
    "published": Words(
        "How values were perturbed, and how to correct for it",
        fr="Comment les valeurs ont été perturbées, et comment corriger",
    ),
    "published_chances": Words(
        "Chance of each true value (row) to be shown as each value (column)",
        fr="Probabilité pour chaque vraie valeur (ligne) d’être montrée comme chacune (colonne)",
    ),
    "published_true": Words("true value", fr="vraie valeur"),
    "published_never": Words("Never shown:", fr="Jamais montré :"),
    # what was done, what was checked
    "public_state_accepted": Words(
        "not examined, released by decision of the producer",
        fr="non examinée, diffusée par décision du producteur",
    ),
    "public_state_unexamined": Words(
        "not examined",
        fr="non examinée",
    ),
    "public_state_unjudged": Words(
        "not judged",
        fr="non jugée",
    ),
    "public_state_telling": Words(
        "tells people apart by itself",
        fr="distingue à elle seule les personnes",
    ),
    "public_state_untold": Words(
        "whether it was examined stays with the producer: it may depend on what is not in the file",
        fr="qu’elle ait été examinée ou non reste chez le producteur : cela peut dépendre de ce"
        " qui n’est pas dans le fichier",
    ),
    "public_done": Words("What was done", fr="Ce qui a été fait"),
    "public_done_lead": Words(
        "These methods were applied. The columns named are those that a method may have changed.",
        fr="Les méthodes suivantes ont été appliquées. Les colonnes nommées sont celles qu’une"
        " méthode a pu modifier.",
    ),
    "public_nothing": Words(
        "To this file no method was applied; columns that name or number people may have been left"
        " out, or numbered anew.",
        fr="Aucune méthode n’a été appliquée à ce fichier ; des colonnes qui nomment ou numérotent"
        " des personnes ont pu être écartées, ou renumérotées.",
    ),
    "public_concerned": Words("columns: {names}", fr="colonnes : {names}"),
    "public_purpose": Words("what it does", fr="ce qu’elle fait"),
    "public_checked": Words("What was checked", fr="Ce qui a été vérifié"),
    "public_met": Words(
        "Every target of protection that the file itself decides holds.",
        fr="Tous les objectifs de protection dont le fichier lui-même décide sont atteints.",
    ),
    "public_missed": Words(
        "The file does not meet all that was asked of its protection.",
        fr="Le fichier ne satisfait pas à tout ce qui était demandé pour sa protection.",
    ),
    "public_partly": Words(
        "The targets of protection that the file itself decides hold; what else was asked depends"
        " on what is not in it.",
        fr="Les objectifs de protection dont le fichier lui-même décide sont atteints ; le reste de"
        " ce qui était demandé dépend de ce qui n’y figure pas.",
    ),
    "public_unjudged": Words(
        "No target of protection was judged on the file itself.",
        fr="Aucun objectif de protection n’a été jugé sur le fichier lui-même.",
    ),
    "public_unchecked": Words("No measure of risk was taken.", fr="Aucun risque n’a été mesuré."),
    "check_held": Words(
        "target holds",
        fr="objectif atteint",
    ),
    "check_missed": Words("target does not hold", fr="objectif non atteint"),
    # what it costs
    "check_withheld": Words(
        "judged with what is not in the file; the result stays with the producer",
        fr="jugé avec ce qui n’est pas dans le fichier ; le résultat reste chez le producteur",
    ),
    "check_looked": Words(
        "looked at, without a target",
        fr="examiné, sans objectif",
    ),
    "public_cost": Words("What it costs you", fr="Ce qu’il vous en coûte"),
    "public_cost_lead": Words(
        "The producer compared the file with the one it was made from, by these measures:",
        fr="Le producteur a comparé le fichier à celui dont il est issu, par les mesures"
        " suivantes :",
    ),
    "public_uncosted": Words("No loss was measured.", fr="Aucune perte n’a été mesurée."),
    # advice
    "public_cost_kept": Words(
        "Their results are not given: set beside the file, they would be equations from which"
        " what was taken out or changed could be worked out. The producer can be asked whether a"
        " use is sound.",
        fr="Leurs résultats ne sont pas donnés : rapprochés du fichier, ils formeraient des"
        " équations d’où l’on tirerait ce qui a été retiré ou modifié. On peut demander au"
        " producteur si un usage est fondé.",
    ),
    "gone_none": Words(
        "No method took records out.",
        fr="Aucune méthode n’a retiré d’enregistrement.",
    ),
    "gone_invented": Words(
        "Records were made up or drawn. How many of the original file are not in this one is not"
        " told.",
        fr="Des enregistrements ont été fabriqués ou tirés. Le nombre de ceux du fichier d’origine"
        " qui n’y sont pas n’est pas donné.",
    ),
    "gone_untold": Words(
        "Records may have been taken out; the file is too small for their share to be told.",
        fr="Des enregistrements ont pu être retirés ; le fichier est trop petit pour que leur"
        " part soit donnée.",
    ),
    "gone_most": Words(
        "Records may have been taken out: at most {most}% of those of the original file.",
        fr="Des enregistrements ont pu être retirés : au plus {most} % de ceux du fichier"
        " d’origine.",
    ),
    "gone_between": Words(
        "Records were taken out: more than {above}% and at most {most}% of those of the"
        " original file.",
        fr="Des enregistrements ont été retirés : plus de {above} % et au plus {most} % de ceux"
        " du fichier d’origine.",
    ),
    "gone_above": Words(
        "Records were taken out: more than {above}% of those of the original file. What is"
        " left may look quite different.",
        fr="Des enregistrements ont été retirés : plus de {above} % de ceux du fichier"
        " d’origine. Ce qui reste peut en différer beaucoup.",
    ),
    "gone_means": Words(
        "Counted in records, without weights, this moves the share of any category by at most"
        " {most} {most:point|points}.",
        fr="En nombre d’enregistrements, sans pondération, cela déplace la part d’une modalité"
        " de {most} {most:point|points} au plus.",
    ),
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
    "advice_copies": Words(
        "The file has several copies, which “{name}” numbers. Analyse each by itself and combine"
        " the estimates; taken as one file, they count everybody several times.",
        fr="Le fichier contient plusieurs copies, que numérote « {name} ». Analyser chacune à part"
        " et combiner les estimations ; prises comme un seul fichier, elles comptent chacun"
        " plusieurs fois.",
    ),
    "advice_totals": Words(
        "Some records may not be in the file. Totals may differ from figures published"
        " elsewhere: prefer shares, means and comparisons.",
        fr="Certains enregistrements peuvent ne pas être dans le fichier. Les totaux"
        " peuvent différer de chiffres publiés ailleurs : préférer les parts, les moyennes et"
        " les comparaisons.",
    ),
    "advice_exact": Words(
        "These weighted totals are exact, where need be for categories taken together:",
        fr="Ces totaux pondérés sont exacts, au besoin pour des modalités prises ensemble :",
    ),
    "advice_everybody": Words(
        "everybody",
        fr="l’ensemble",
    ),
    "advice_other_totals": Words(
        "Some records may not be in the file. Other totals may differ from figures published"
        " elsewhere.",
        fr="Certains enregistrements peuvent ne pas être dans le fichier. Les autres"
        " totaux peuvent différer de chiffres publiés ailleurs.",
    ),
    "advice_changed": Words(
        "Values of these columns may have been grouped, blanked or changed: {names}. Distrust"
        " small differences, extremes and exact values.",
        fr="Des valeurs de ces colonnes ont pu être regroupées, effacées ou modifiées : {names}."
        " Se méfier des petits écarts, des extrêmes et des valeurs exactes.",
    ),
    "advice_missing": Words(
        "A missing value may come from the collection or from the protection: it is not an answer,"
        " and may not be missing at random.",
        fr="Une valeur manquante peut venir de la collecte ou de la protection : ce n’est pas une"
        " réponse, et elle peut ne pas manquer au hasard.",
    ),
    "advice_small": Words(
        "Results that rest on few records are the least reliable.",
        fr="Les résultats qui reposent sur peu d’enregistrements sont les moins fiables.",
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
    "public_criterion_held": Words(
        "Judged against a target, which holds: {names}.",
        fr="Jugé d’après un objectif, qui est atteint : {names}.",
    ),
    "public_criterion_missed": Words(
        "Judged against a target, which does not hold: {names}.",
        fr="Jugé d’après un objectif, qui n’est pas atteint : {names}.",
    ),
    "public_criterion_withheld": Words(
        "Judged with what is not in the file, the result stays with the producer: {names}.",
        fr="Jugé avec ce qui n’est pas dans le fichier, le résultat reste chez le producteur :"
        " {names}.",
    ),
    "public_criterion_looked": Words(
        "Looked at, but not judged, for want of a target: {names}.",
        fr="Examiné, mais non jugé, faute d’objectif : {names}.",
    ),
    "public_criterion_silent": Words(
        "No measure was taken on this question.", fr="Aucune mesure n’a porté sur cette question."
    ),
    "public_singling_out_open": Words(
        "The answer holds for what an attacker was supposed to know.",
        fr="La réponse vaut pour ce qu’un attaquant est supposé savoir.",
    ),
    "public_linkability_open": Words(
        "The opinion (table 6) holds that records may still be linked after aggregation,"
        " k-anonymity or l-diversity.",
        fr="Pour l’avis (tableau 6), des enregistrements peuvent encore être reliés après"
        " agrégation, k-anonymat ou l-diversité.",
    ),
    "public_not_compared": Words(
        "No comparison with other releases about the same people is recorded.",
        fr="Aucune confrontation à d’autres diffusions sur les mêmes personnes n’est consignée.",
    ),
    "public_inference_open": Words(
        "What statistics teach about everyone, they also teach about each: a file worth using"
        " cannot rule that out.",
        fr="Ce que la statistique apprend sur tous, elle l’apprend aussi sur chacun : un fichier"
        " utile ne peut l’exclure.",
    ),
    "public_unsettled": Words(
        "This question is not settled.",
        fr="Cette question n’est pas réglée.",
    ),
    "public_analysis": Words(
        "Where a question is not settled, the opinion asks the producer for a detailed"
        " analysis that shows the risks of re-identification to be mastered, done again at"
        " regular intervals.",
        fr="Lorsqu’une question n’est pas réglée, l’avis demande au producteur une analyse"
        " détaillée qui démontre que les risques de ré-identification sont maîtrisés, à"
        " refaire régulièrement.",
    ),
    "check": Words("To check your copy", fr="Pour vérifier votre copie"),
    "check_lead": Words(
        "The SHA-256 checksum of the file as it was released:",
        fr="Somme de contrôle SHA-256 du fichier tel que diffusé :",
    ),
    "made_with": Words("Made with discret {version}", fr="Établi avec discret {version}"),
}
