"""The fixed sentences of the reports, in English and in French (`voice` sets French spacing)."""

from __future__ import annotations

from collections.abc import Mapping

from discret.document.words.texts_areas import AREAS
from discret.document.words.texts_comparison import COMPARISON
from discret.document.words.texts_criteria import CRITERIA
from discret.document.words.texts_draws import DRAWS
from discret.document.words.texts_gate import GATE
from discret.document.words.texts_private import PRIVATE
from discret.document.words.texts_public import PUBLIC
from discret.document.words.texts_sweep import SWEEP
from discret.words import Words

_INTERNAL: Mapping[str, Words] = {
    "internal": Words("Internal report", fr="Rapport interne"),
    "internal_only": Words(
        "Internal document: it has the seed, all parameters and categories of the data. It is for"
        " those who protect the file, and is not to be released with it.",
        fr="Document interne : il contient la graine, tous les paramètres et des modalités des"
        " données. Il s’adresse à ceux qui protègent le fichier, et ne se diffuse pas avec lui.",
    ),
    "untitled": Words("Untitled release", fr="Diffusion sans titre"),
    "contents": Words("Contents", fr="Sommaire"),
    "made": Words("Report made from the record of {when}", fr="Rapport tiré du relevé du {when}"),
    # the verdict
    "met": Words("All targets hold", fr="Tous les objectifs sont atteints"),
    "met_note": Words(
        "Every column is accounted for, and the file as it is read back meets every target of the"
        " plan.",
        fr="Il est rendu compte de chaque colonne, et le fichier tel qu’il se relit respecte tous"
        " les objectifs du plan.",
    ),
    "met_unread": Words(
        "Every column is accounted for, and the data after the last step meets every target of the"
        " plan. No file was written and read back when the record was made.",
        fr="Il est rendu compte de chaque colonne, et les données après la dernière étape"
        " respectent tous les objectifs du plan. Aucun fichier n’avait été écrit puis relu lors de"
        " l’établissement du relevé.",
    ),
    "missed": Words("Not all targets hold", fr="Des objectifs ne sont pas atteints"),
    "missed_note": Words(
        "As it stands, the file should not be released: strengthen the plan, or record why the"
        " target is given up. Missed: {names}.",
        fr="En l’état, le fichier ne devrait pas être diffusé : renforcer le plan, ou consigner"
        " pourquoi l’on renonce à l’objectif. Non atteint : {names}.",
    ),
    "missed_unnamed": Words(
        "As it stands, the file should not be released: why stands below.",
        fr="En l’état, le fichier ne devrait pas être diffusé : la raison figure ci-dessous.",
    ),
    "unjudged": Words(
        "No target was set for the risk", fr="Aucun objectif n’a été fixé pour le risque"
    ),
    "unjudged_note": Words(
        "This report describes the risk; it does not judge it.",
        fr="Ce rapport décrit le risque ; il ne le juge pas.",
    ),
    "notices": Words("Before you release", fr="Avant de diffuser"),
    "chip_met": Words("met", fr="atteint"),
    "chip_missed": Words("missed", fr="non atteint"),
    "chip_unjudged": Words("not judged", fr="non jugé"),
    "chip_none": Words("no target", fr="sans objectif"),
    # cards and tables
    "summary": Words("Summary", fr="En bref"),
    "records": Words("Records", fr="Enregistrements"),
    "detail_gone": Words("Detail of the keys lost", fr="Détail perdu sur les clés"),
    "detail_gone_some": Words(
        "Detail of the columns chosen lost", fr="Détail perdu sur les colonnes choisies"
    ),
    "truth_gone": Words("Distance of values", fr="Distance aux valeurs d’origine"),
    "truth_note": Words(
        "on average, from 0% (as they were) to 100% (gone)",
        fr="en moyenne, de 0 % (inchangées) à 100 % (disparues)",
    ),
    "expected": Words("Expected re-identifications", fr="Ré-identifications attendues"),
    "expected_note": Words(
        "if every record is attacked", fr="si chaque enregistrement est attaqué"
    ),
    "hit_touched": Words("categories hit", fr="modalités touchées"),
    "hit_emptied": Words("categories emptied", fr="modalités vidées"),
    "hit_share": Words("largest share lost", fr="plus grande part perdue"),
    "hit_weight": Words("of the weight", fr="en poids"),
    "frontier_levels": Words("levels", fr="niveaux"),
    "frontier_dropped": Words("records dropped", fr="enregistrements retirés"),
    "frontier_loss": Words("loss", fr="perte"),
    "k": Words("Smallest group (k)", fr="Plus petit groupe (k)"),
    "k_combined": Words("by combinations of keys", fr="par combinaisons de clés"),
    "of_original": Words("of the original file", fr="du fichier d’origine"),
    "before": Words("before", fr="avant"),
    "after": Words("after", fr="après"),
    "target": Words("target", fr="objectif"),
    "verdict": Words("verdict", fr="verdict"),
    "measure": Words("measure", fr="mesure"),
    "reading": Words("what it means", fr="ce que cela signifie"),
    "attacker_is": Words("Attacker: {who}.", fr="Attaquant : {who}."),
    "assumptions_are": Words("Assumptions:", fr="Hypothèses :"),
    "step": Words("step", fr="étape"),
    "detail": Words("detail", fr="détail"),
    "description": Words("description", fr="description"),
    "column": Words("column", fr="colonne"),
    "columns": Words("columns", fr="colonnes"),
    "yes": Words("yes", fr="oui"),
    "no": Words("no", fr="non"),
    "missing": Words("(missing)", fr="(manquant)"),
    "tenth": Words("class {n} of {of}", fr="tranche {n} sur {of}"),
    "others": Words("others ({n})", fr="autres ({n})"),
    "and_more": Words("… and {n} more", fr="… et {n} de plus"),
    "numbers": Words("The values, step by step", fr="Les valeurs, étape par étape"),
    "behind": Words("The numbers behind: {title}", fr="Le détail des chiffres : {title}"),
    # assess
    "assess": Words("Assess", fr="Évaluer"),
    "assess_lead": Words(
        "How risky is the file? Each measure states an attacker, a level before and after, and"
        " whether the target of the plan holds.",
        fr="Quel est le risque ? Chaque mesure énonce un attaquant, un niveau avant et après, et"
        " dit si l’objectif du plan est atteint.",
    ),
    "no_measure": Words(
        "The plan has no risk measure: nothing in this report says whether the file is safe.",
        fr="Le plan ne comporte aucune mesure de risque : rien dans ce rapport ne dit si le fichier"
        " est sûr.",
    ),
    "risk_table": Words(
        "Risk before and after, by measure", fr="Risque avant et après, par mesure"
    ),
    "risk_steps": Words("Risk, step by step", fr="Le risque, étape par étape"),
    "steps_note": Words(
        "The numbers along the axis are those of the steps under “Reduce”. A filled point holds"
        " the target or has none, a hollow one misses it.",
        fr="Les numéros portés sur l’axe sont ceux des étapes de la partie « Réduire ». Un point"
        " plein atteint l’objectif ou n’en a pas, un point creux le manque.",
    ),
    "group_sizes": Words("Records by size of group", fr="Enregistrements par taille de groupe"),
    "group_sizes_note": Words(
        "How many people share the keys of a record (shares of the records).",
        fr="Combien de personnes partagent les clés d’un enregistrement (parts des"
        " enregistrements).",
    ),
    "risk_classes": Words("Records by class of risk", fr="Enregistrements par classe de risque"),
    "risk_classes_note": Words(
        "Chance that a record is recognised (shares of the records).",
        fr="Probabilité qu’un enregistrement soit reconnu (parts des enregistrements).",
    ),
    "contributions": Words(
        "Part of each key in special uniques", fr="Part de chaque clé dans les uniques particuliers"
    ),
    "contributions_note": Words(
        "Share of the scores due to combinations that the key is in.",
        fr="Part des scores due aux combinaisons dont la clé fait partie.",
    ),
    "frontier": Words("Recodings to choose from", fr="Recodages au choix"),
    "frontier_note": Words(
        "Of the recodings looked at that satisfy the models, those that no other beats in both:"
        " records dropped along the axis, loss above. The filled point was chosen; grey ones hold"
        " while none finer does. The parameter levels applies another.",
        fr="Parmi les recodages examinés qui satisfont aux modèles, ceux qu’aucun autre ne bat sur"
        " les deux tableaux : enregistrements retirés en abscisse, perte en ordonnée. Le point"
        " plein a été retenu ; les gris conviennent, alors qu’aucun plus fin ne convient. Le"
        " paramètre levels en applique un autre.",
    ),
    "lattice": Words("The recodings and what holds", fr="Les recodages et ce qui convient"),
    "lattice_note": Words(
        "Each box is a recoding: the levels of {keys}; coarser ones are above, joined by lines."
        " Dark: chosen. Thick border: satisfies the models while none finer does. Grey: satisfies"
        " them too, but is coarser. Dashed: fails. Dotted: not looked at. The parameter levels"
        " applies another.",
        fr="Chaque case est un recodage : le niveau de chaque clé ({keys}) ; au-dessus, reliés par"
        " des traits, les moins fins. Foncé : retenu. Bord épais : satisfait aux modèles alors"
        " qu’aucun plus"
        " fin ne le fait. Gris : y satisfait aussi, mais moins fin. Tirets : échoue. Pointillés :"
        " non examiné. Le paramètre levels en applique un autre.",
    ),
    "frontier_all": Words(
        "All recodings that satisfy the models while none finer does are known: those that lose"
        " least are listed, with those that no other beats in both loss and records dropped.",
        fr="Tous les recodages qui satisfont aux modèles alors qu’aucun plus fin ne le fait sont"
        " connus : ceux qui perdent le moins figurent ici, avec ceux qu’aucun autre ne bat à la"
        " fois sur la perte et sur les enregistrements retirés.",
    ),
    "frontier_some": Words(
        "Of the recodings looked at: the search goes no further than the best one needs, so there"
        " may be others.",
        fr="Parmi les recodages examinés : la recherche ne va pas plus loin que l’optimum ne"
        " l’exige, il peut donc y en avoir d’autres.",
    ),
    "listed_for": Words("why it is listed", fr="pourquoi il figure ici"),
    "chosen": Words("chosen", fr="retenu"),
    "minimal": Words("none finer holds", fr="aucun plus fin ne convient"),
    "unbeaten": Words("none better in both", fr="aucun meilleur sur les deux plans"),
    "holds": Words("holds", fr="convient"),
    "fails": Words("fails", fr="échoue"),
    "unknown": Words("not looked at", fr="non examiné"),
    "trade": Words("records dropped: {n}, loss {loss}", fr="retirés : {n}, perte {loss}"),
    "sets": Words("Columns that single people out", fr="Colonnes qui isolent des personnes"),
    "sets_lead": Words(
        "The smallest sets of columns that at least one person is alone with: an attacker who knows"
        " one of these sets for that person needs no more.",
        fr="Les plus petits ensembles de colonnes avec lesquels une personne au moins est seule :"
        " un attaquant qui en connaît un pour cette personne n’a besoin de rien d’autre.",
    ),
    "sets_more": Words("Other sets, in the record: {n}.", fr="Autres ensembles, au relevé : {n}."),
    "rules": Words("Missing values and k", fr="Valeurs manquantes et k"),
    "rules_lead": Words(
        "What a missing key value means decides how large a group is. The verdict rests on the rule"
        " that the plan chose; all three are shown.",
        fr="Le sens donné à une clé manquante décide de la taille des groupes. Le verdict suit la"
        " règle choisie par le plan ; les trois sont montrées.",
    ),
    "rules_table": Words(
        "Smallest group, by rule for missing keys",
        fr="Plus petit groupe, selon la règle pour les clés manquantes",
    ),
    "rule": Words("rule", fr="règle"),
    "rule_chosen": Words("used for the verdict", fr="retenue pour le verdict"),
    "rule_known": Words(
        "A record is counted with those that carry, not missing, every value it still shows.",
        fr="Un enregistrement est compté avec ceux qui portent, renseignée, chacune des valeurs"
        " qu’il montre encore.",
    ),
    "rule_wildcard": Words(
        "A missing value matches anything. Degenerate: k − 1 blank records make any file"
        " “k-anonymous”. Given for comparison with other software only.",
        fr="Une valeur manquante s’accorde avec tout. Dégénérée : k − 1 enregistrements vides"
        " rendent n’importe quel fichier « k-anonyme ». Donnée pour la seule comparaison avec"
        " d’autres logiciels.",
    ),
    "rule_category": Words(
        "Missing is a value like any other: the strictest reading where few cells are missing.",
        fr="Manquant est une valeur comme une autre : la lecture la plus stricte lorsque peu de"
        " cellules manquent.",
    ),
    # reduce
    "reduce": Words("Reduce", fr="Réduire"),
    "reduce_lead": Words(
        "What was done, in order. What changed was counted by comparing the file before and after"
        " each step, not told by the method.",
        fr="Ce qui a été fait, dans l’ordre. Ce qui a changé a été compté en comparant le fichier"
        " avant et après chaque étape, et non déclaré par la méthode.",
    ),
    "no_step": Words(
        "The plan has no step. What the gate drops or numbers anew stands under “Document”.",
        fr="Le plan ne comporte aucune étape. Ce que la porte retire ou renumérote figure dans la"
        " partie « Documenter ».",
    ),
    "step_random": Words("uses chance", fr="recourt au hasard"),
    "step_heuristic": Words("heuristic", fr="heuristique"),
    "parameters": Words("parameters", fr="paramètres"),
    "facts": Words("facts", fr="faits"),
    "changed": Words("changed", fr="changements"),
    "records_path": Words("{before} → {after} records", fr="{before} → {after} enregistrements"),
    "records_same": Words("same records", fr="mêmes enregistrements"),
    "dropped_columns": Words("columns dropped: {names}", fr="colonnes retirées : {names}"),
    "cells_path": Words("cells changed", fr="cellules modifiées"),
    "no_cells": Words("no cell changed", fr="aucune cellule modifiée"),
    "untracked": Words(
        "cells could not be followed (a lazy table without a row column)",
        fr="cellules non suivies (table différée sans colonne de numéro)",
    ),
    "matrices": Words("In tables, value by value", fr="En tableaux, valeur par valeur"),
    "matrix_large": Words(
        ": a table of {rows} by {columns}, too large for this page; the record has it"
        " (record.json, `{fact}` among the facts of this step).",
        fr=" : un tableau de {rows} sur {columns}, trop grand pour cette page ; il est dans le"
        " relevé (record.json, `{fact}` parmi les faits de cette étape).",
    ),
    "hit": Words("What was dropped, by column", fr="Ce qui a été retiré, par colonne"),
    "risk_after": Words("risk after", fr="risque après"),
    "seconds": Words("{n} s", fr="{n} s"),
    # quantify
    "quantify": Words("Quantify", fr="Quantifier"),
    "quantify_lead": Words(
        "What did it cost those who will use the file? Detail lost counts what records no longer"
        " show, not whether what they show is true; the other measures compare the release with"
        " the original at the level of detail of the release.",
        fr="Qu’en coûte-t-il aux utilisateurs ? Le détail perdu compte ce que les enregistrements"
        " ne montrent plus, et non si ce qu’ils montrent est vrai ; les autres mesures comparent"
        " le fichier diffusé à l’original au niveau de détail de la diffusion.",
    ),
    "no_loss": Words("No loss was measured.", fr="Aucune perte n’a été mesurée."),
    "loss_table": Words("Loss, by measure", fr="Perte, par mesure"),
    "loss_steps": Words("Loss, step by step", fr="La perte, étape par étape"),
    "value": Words("value", fr="valeur"),
    "lost_detail": Words("Detail lost, by column", fr="Détail perdu, par colonne"),
    "lost_truth": Words(
        "Distance of values, by column", fr="Distance aux valeurs d’origine, par colonne"
    ),
    "margins": Words("Distributions before and after", fr="Distributions avant et après"),
    "margins_note": Words(
        "Shares of the categories in the file. Of columns with many words, the largest are shown."
        " Numbers are cut in ten classes of about a tenth of the file before, from the lowest to"
        " the highest; their bounds are rounded, and not told where the file is small.",
        fr="Parts des modalités dans le fichier. Quand les mots sont nombreux, les plus fréquents"
        " sont montrés. Les nombres sont découpés en dix tranches d’environ un dixième du fichier"
        " d’origine, de la plus basse à la plus haute ; leurs bornes sont arrondies, et tues quand"
        " le fichier est petit.",
    ),
    "margins_weighted": Words("The shares are weighted.", fr="Les parts sont pondérées."),
    "gaps": Words(
        "Distance between distributions, by column", fr="Distance entre distributions, par colonne"
    ),
    "distance": Words("distance", fr="distance"),
    "largest_gap": Words("largest gap", fr="plus grand écart"),
    "categories": Words("categories", fr="modalités"),
    "pairs": Words("Cross tables that moved most", fr="Tableaux croisés qui ont le plus bougé"),
    "pairs_note": Words(
        "The distance is the share of the people who would have to change cell. Cramér’s V goes"
        " from 0 (no link) to 1: a link that fades or appears would mislead a user.",
        fr="La distance est la part des personnes qui devraient changer de case. Le V de Cramér va"
        " de 0 (aucun lien) à 1 : un lien qui s’efface ou apparaît égarerait l’utilisateur.",
    ),
    "pair": Words("pair of columns", fr="paire de colonnes"),
    "cramer": Words("Cramér’s V", fr="V de Cramér"),
    # document
    "document": Words("Document", fr="Documenter"),
    "roles": Words("Columns and roles", fr="Colonnes et rôles"),
    "role": Words("role", fr="rôle"),
    "meaning": Words("meaning", fr="sens"),
    "type": Words("type", fr="type"),
    "kept": Words("in the release", fr="dans la diffusion"),
    "lost_share": Words("detail lost", fr="détail perdu"),
    "changed_share": Words("cells gone or changed", fr="cellules disparues ou modifiées"),
    "hierarchies": Words("Hierarchies", fr="Hiérarchies"),
    "no_hierarchy": Words("The plan uses none.", fr="Le plan n’en utilise pas."),
    "hierarchy": Words("hierarchy", fr="hiérarchie"),
    "automatic": Words("made from the data", fr="tirée des données"),
    "reproduce": Words("To do it again", fr="Pour refaire"),
    "reproduce_lead": Words(
        "The same source, plan, version and seed give the same file (keyed pseudonyms also need"
        " the secret, which is stored nowhere).",
        fr="La même source, le même plan, la même version et la même graine redonnent le même"
        " fichier (les pseudonymes exigent aussi le secret, qui n’est conservé nulle part).",
    ),
    "version": Words("discret version", fr="version de discret"),
    "created": Words("date of the run", fr="date d’exécution"),
    "seed": Words("seed (secret)", fr="graine (secrète)"),
    "source": Words("source", fr="source"),
    "environment": Words("made with", fr="fait avec"),
    "released": Words("released file", fr="fichier diffusé"),
    "not_written": Words(
        "not written when the record was made", fr="non écrit lors de l’établissement du relevé"
    ),
    "bytes": Words("{n} bytes", fr="{n} octets"),
    "schema": Words("schema of the record", fr="schéma du relevé"),
    "references": Words("References", fr="Références"),
    "wp29": Words(
        "Article 29 Data Protection Working Party (2014), Opinion 05/2014 on anonymisation"
        " techniques, WP216",
        fr="Groupe de travail « Article 29 » (2014), Avis 05/2014 sur les techniques"
        " d’anonymisation, WP216",
    ),
}
TEXTS: Mapping[str, Words] = {
    **_INTERNAL,
    **AREAS,
    **GATE,
    **DRAWS,
    **COMPARISON,
    **CRITERIA,
    **PRIVATE,
    **PUBLIC,
    **SWEEP,
}
