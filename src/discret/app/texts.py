"""The fixed texts of the pages, in English and in French (`Tongue` sets French spacing)."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

TEXTS: Mapping[str, Words] = {
    # on every page
    "skip": Words("Skip to the content", fr="Aller au contenu"),
    "pages": Words("Pages", fr="Pages"),
    "undo": Words("Undo", fr="Annuler"),
    "redo": Words("Redo", fr="Rétablir"),
    "nothing_to_undo": Words("Nothing to undo", fr="Rien à annuler"),
    "nothing_to_redo": Words("Nothing to redo", fr="Rien à rétablir"),
    "cancel": Words("Cancel", fr="Interrompre"),
    "stopping": Words("stopping…", fr="arrêt en cours…"),
    "other_language": Words("Français", fr="English"),
    "quit": Words("Quit", fr="Quitter"),
    "ended": Words("discret has ended", fr="discret est terminé"),
    "ended_note": Words(
        "Nothing runs any more, and what was uploaded is gone. This page can be closed.",
        fr="Plus rien ne tourne, et les fichiers déposés sont effacés. Cette page peut être"
        " fermée.",
    ),
    "variant": Words("Variant", fr="Variante"),
    "show": Words("Show", fr="Afficher"),
    "records_of": Words("{n} records", fr="{n} enregistrements"),
    "verdict_met": Words("All targets are met", fr="Tous les objectifs sont atteints"),
    "verdict_missed": Words(
        "{n} of {all} {all:target|targets} missed",
        fr="{n} sur {all} {all:objectif manqué|objectifs manqués}",
    ),
    "verdict_none": Words("No target yet", fr="Pas encore d’objectif"),
    "verdict_closed": Words(
        "Targets met, but the gate is closed", fr="Objectifs atteints, mais la porte est fermée"
    ),
    "refused": Words("This was not done", fr="Cela n’a pas été fait"),
    "shows_data": Words(
        "This page shows values of the data.", fr="Cette page montre des valeurs des données."
    ),
    "at_work": Words("At work", fr="En cours"),
    "seconds": Words("{n} s", fr="{n} s"),
    "not_now": Words("This cannot be shown now", fr="Cela ne peut pas être affiché maintenant"),
    "more": Words("More settings", fr="Autres réglages"),
    "apply": Words("Apply", fr="Appliquer"),
    "next": Words("Next:", fr="Ensuite :"),
    "yes_": Words("yes", fr="oui"),
    "no_": Words("no", fr="non"),
    # the file
    "open_path": Words("A file on this machine", fr="Un fichier de cette machine"),
    "path": Words("Path of the file, or of a plan", fr="Chemin du fichier, ou d’un plan"),
    "path_note": Words(
        "Nothing is copied and nothing leaves this machine. Known are CSV, Parquet, Arrow, Excel,"
        " Stata, SPSS and SAS files, and plans (.toml).",
        fr="Rien n’est copié et rien ne quitte cette machine. Sont connus les fichiers CSV,"
        " Parquet, Arrow, Excel, Stata, SPSS et SAS, et les plans (.toml).",
    ),
    "open": Words("Open", fr="Ouvrir"),
    "folder_of": Words("In this folder", fr="Dans ce dossier"),
    "folder_up": Words("folder above", fr="dossier parent"),
    "folder_empty": Words(
        "No file of a known format here.", fr="Aucun fichier de format connu ici."
    ),
    "folder_more": Words("{n} more", fr="{n} de plus"),
    "drop": Words("Or a copy of a file", fr="Ou une copie d’un fichier"),
    "drop_note": Words(
        "For a file that the browser can reach and this program cannot. It is kept until you quit.",
        fr="Pour un fichier que le navigateur atteint et pas ce programme. La copie est gardée"
        " jusqu’à ce que vous quittiez.",
    ),
    "choose_copy": Words("File to copy", fr="Fichier à copier"),
    "example": Words("Or an example", fr="Ou un exemple"),
    "example_note": Words(
        "A household survey of 12,901 records that was generated, with a plan half done.",
        fr="Une enquête ménages de 12 901 enregistrements, engendrée, avec un plan à moitié fait.",
    ),
    "open_example": Words("Open the example", fr="Ouvrir l’exemple"),
    "open_file": Words("Now open", fr="Fichier ouvert"),
    "how_read": Words("How it was read", fr="Comment il a été lu"),
    "format": Words("format", fr="format"),
    "read_otherwise": Words("How to read it", fr="Comment le lire"),
    "decimal_mark": Words("decimal mark of a CSV file", fr="séparateur décimal d’un fichier CSV"),
    "encoding": Words("encoding of a CSV file", fr="encodage d’un fichier CSV"),
    "date_format": Words("how dates are written", fr="écriture des dates"),
    "sheet": Words("sheet of an Excel file", fr="feuille d’un fichier Excel"),
    "found_out": Words("as found", fr="selon le fichier"),
    "header_row": Words(
        "row with the names of columns; 0 if there is none",
        fr="ligne des noms de colonnes ; 0 s’il n’y en a pas",
    ),
    "whom_head": Words("For whom is it?", fr="Pour qui est-ce ?"),
    "whom_note": Words(
        "Who will receive the file decides how many must share the same keys (k) and how many"
        " sensitive values they must have between them (l). These are proposals: change them on"
        " the page Risk.",
        fr="Le destinataire du fichier décide de combien de personnes doivent partager les mêmes"
        " clés (k) et de combien de valeurs sensibles elles doivent avoir entre elles (l). Ce sont"
        " des propositions : les changer à la page Risque.",
    ),
    "recipients": Words("it goes to", fr="destinataire"),
    "source_head": Words("why these", fr="pourquoi ceux-ci"),
    "very_sensitive": Words(
        "It is very sensitive: propose as for the next wider circle.",
        fr="Il est très sensible : proposer comme pour le cercle plus large.",
    ),
    "what_for": Words("what it is for", fr="à quoi il servira"),
    "set_targets": Words("Set these targets", fr="Fixer ces objectifs"),
    "wp29_note": Words(
        "The page Risk goes through the three questions of the Article 29 working party (WP29,"
        " 2014): can somebody be singled out, linked, or can something be inferred?",
        fr="La page Risque suit les trois questions du groupe de l’article 29 (WP29, 2014) :"
        " peut-on isoler quelqu’un, relier des données, ou déduire quelque chose ?",
    ),
    "records": Words("records", fr="enregistrements"),
    # columns
    "column": Words("column", fr="colonne"),
    "type": Words("type", fr="type"),
    "distinct": Words("distinct", fr="distinctes"),
    "missing": Words("missing", fr="manquants"),
    "uniques": Words("uniques", fr="uniques"),
    "role": Words("role", fr="rôle"),
    "why": Words("why this guess", fr="raison supposée"),
    "hierarchy": Words("hierarchy", fr="hiérarchie"),
    "role_of": Words("role of {name}", fr="rôle de {name}"),
    "guessed": Words("guessed: {role}", fr="supposé : {role}"),
    "apply_roles": Words("Apply roles", fr="Appliquer les rôles"),
    "no_hierarchy": Words("none", fr="aucune"),
    "levels": Words("{n} levels", fr="{n} niveaux"),
    "keys_say": Words(
        "Whoever knows {n:this key|these keys} ({n}) and nothing else: {share:%} of the records"
        " stand alone.",
        fr="Qui connaît {n:cette clé|ces clés} ({n}) et rien d’autre : {share:%} des"
        " enregistrements sont seuls.",
    ),
    "no_keys": Words(
        "No column is a key: no measure can say who is singled out.",
        fr="Aucune colonne n’est une clé : aucune mesure ne peut dire qui est isolé.",
    ),
    "roles_mean": Words("What the roles mean", fr="Ce que veulent dire les rôles"),
    # forms
    "as_in_plan": Words("as in a plan", fr="comme dans un plan"),
    "in_percent": Words("In percent.", fr="En pourcentage."),
    "name": Words("name", fr="nom"),
    "value": Words("value", fr="valeur"),
    "value_of": Words("value for {name}", fr="valeur pour {name}"),
    "secret": Words("secret", fr="secret"),
    "secret_note": Words(
        "At least 16 characters. It is used for this run and kept nowhere: write it down"
        " elsewhere.",
        fr="Au moins 16 caractères. Il sert à cette exécution et n’est conservé nulle part : le"
        " noter ailleurs.",
    ),
    "choose": Words("Choose", fr="Choisir"),
    "add": Words("Add", fr="Ajouter"),
    # risk
    "measure": Words("measure", fr="mesure"),
    "now": Words("now", fr="maintenant"),
    "verdict": Words("verdict", fr="verdict"),
    "what_it_says": Words("what it says", fr="ce que cela veut dire"),
    "target_of": Words("target of {name}", fr="objectif de {name}"),
    "unasked": Words("measured unasked", fr="mesuré d’office"),
    "attacker_and_source": Words("Attacker and source", fr="Attaquant et source"),
    "apply_targets": Words("Apply targets", fr="Appliquer les objectifs"),
    "remove_measure": Words("Remove {name}", fr="Retirer {name}"),
    "add_measure": Words("Another measure", fr="Une autre mesure"),
    "measure_of_assess": Words("measure of risk", fr="mesure de risque"),
    "measure_of_quantify": Words("measure of loss", fr="mesure de perte"),
    "costs_head": Words("What it costs", fr="Ce que cela coûte"),
    "costs_ask": Words(
        "How much of what the file is for is lost by the steps?",
        fr="Combien de ce qui fait l’utilité du fichier les étapes font-elles perdre ?",
    ),
    "costs_wait": Words(
        "Nothing is lost before the first step; after it, these say how much:",
        fr="Rien n’est perdu avant la première étape ; ensuite, ces mesures diront combien :",
    ),
    "costs_none": Words(
        "No measure of loss yet: add one below.",
        fr="Pas encore de mesure de perte : en ajouter une ci-dessous.",
    ),
    "gate_head": Words("The gate", fr="La porte"),
    "gate_asks": Words(
        "Every column that leaves is a key, is judged by a measure, or was accepted by name."
        " Otherwise the gate is closed, whatever the targets say.",
        fr="Chaque colonne qui sort est une clé, est jugée par une mesure, ou a été acceptée par"
        " son nom. Sinon la porte est fermée, quoi que disent les objectifs.",
    ),
    "gate_open": Words("the gate is open", fr="la porte est ouverte"),
    "accept_legend": Words(
        "Columns that leave although no measure looks at them",
        fr="Colonnes qui sortent bien qu’aucune mesure ne les regarde",
    ),
    "accept": Words("Accept those marked", fr="Accepter les colonnes cochées"),
    # protect
    "steps_head": Words("Steps", fr="Étapes"),
    "step": Words("step", fr="étape"),
    "cells_changed": Words("cells changed", fr="cellules modifiées"),
    "original": Words("original", fr="original"),
    "edit": Words("Change", fr="Modifier"),
    "move_up": Words("Move up", fr="Monter"),
    "remove": Words("Remove", fr="Retirer"),
    "what_changed": Words("What changed", fr="Ce qui a changé"),
    "cells_of": Words("cells of", fr="cellules de"),
    "dropped_column": Words("column dropped", fr="colonne retirée"),
    "no_step": Words("No step yet: choose one below.", fr="Pas encore d’étape : en choisir une."),
    "road_head": Words("Risk and loss", fr="Risque et perte"),
    "road_note": Words(
        "Along: the detail of the keys that is gone. Upwards: {risk}. Hollow where the target is"
        " missed; the table has the same numbers.",
        fr="En abscisse : le détail des clés qui est perdu. En ordonnée : {risk}. Cercle vide où"
        " l’objectif est manqué ; le tableau a les mêmes nombres.",
    ),
    "next_step": Words("Next step", fr="Étape suivante"),
    "edit_step": Words("Change step {n}", fr="Modifier l’étape {n}"),
    "add_step": Words("Add step", fr="Ajouter l’étape"),
    "change_step": Words("Change step", fr="Modifier l’étape"),
    "try": Words("Try", fr="Essayer"),
    "then": Words("with this step", fr="avec cette étape"),
    "tried_head": Words("What it would come to", fr="Ce que cela donnerait"),
    "tried_note": Words(
        "Nothing was added: the plan is as it was.",
        fr="Rien n’a été ajouté : le plan est inchangé.",
    ),
    "group_coarser": Words("Tell less of the keys", fr="En dire moins sur les clés"),
    "group_rest": Words("Records, columns and weights", fr="Enregistrements, colonnes et poids"),
    "group_other": Words(
        "Put other values in their place", fr="Mettre d’autres valeurs à la place"
    ),
    "lacking": Words(
        "Not for this file, for lack of a role:", fr="Pas pour ce fichier, faute d’un rôle :"
    ),
    "line_each": Words("a line each", fr="une ligne chacun"),
    # recodings
    "as_planned": Words("as planned", fr="selon le plan"),
    "may_drop": Words("may drop", fr="peut retirer"),
    "look": Words("Look", fr="Regarder"),
    "level_of": Words("level {n} of {all}", fr="niveau {n} sur {all}"),
    "holds_here": Words("This recoding holds", fr="Ce recodage convient"),
    "fails_here": Words("This recoding does not hold", fr="Ce recodage ne convient pas"),
    "recoding_says": Words(
        "Loss {loss}; {n} {n:record|records} to drop ({share:%}); {groups} groups.",
        fr="Perte {loss} ; {n} {n:enregistrement|enregistrements} à retirer ({share:%}) ;"
        " {groups} groupes.",
    ),
    "fails_for": Words(
        "Alone, {name} fails for {n} records.", fr="Seul, {name} échoue pour {n} enregistrements."
    ),
    "apply_recoding": Words("Apply as a step", fr="Appliquer comme étape"),
    "best_is": Words("The best one loses {loss}.", fr="Le meilleur perd {loss}."),
    "best_found": Words(
        "The best one found in a few seconds loses {loss}.",
        fr="Le meilleur trouvé en quelques secondes perd {loss}.",
    ),
    "best_so_far": Words("the best found so far", fr="le meilleur trouvé"),
    "go": Words("Go there", fr="Y aller"),
    "this_is_best": Words("none loses less", fr="aucun ne perd moins"),
    "frontier_head": Words("Worth a look", fr="À regarder"),
    "frontier_note": Words(
        "Of {n} recodings, the finest that hold and those that nothing beats.",
        fr="Parmi {n} recodages, les plus fins qui conviennent et ceux que rien ne surpasse.",
    ),
    "levels_head": Words("levels", fr="niveaux"),
    "loss": Words("loss", fr="perte"),
    "dropped": Words("dropped", fr="retirés"),
    "because": Words("because", fr="car"),
    "finest": Words("finest", fr="le plus fin"),
    "unbeaten": Words("unbeaten", fr="rien ne le surpasse"),
    "lattice_head": Words("The lattice", fr="Le treillis"),
    "lattice_note": Words(
        "From fine, below, to coarse, above. Dashed: fails; bold frame: finest that hold; filled:"
        " here.",
        fr="Du plus fin, en bas, au plus large, en haut. Tirets : échoue ; cadre épais : les plus"
        " fins qui conviennent ; plein : ici.",
    ),
    # groups and records
    "no_aim": Words(
        "No measure has a target that a group can miss: set one on the page Risk.",
        fr="Aucune mesure n’a d’objectif qu’un groupe puisse manquer : en fixer un à la page"
        " Risque.",
    ),
    "failing_what": Words("that fail", fr="qui échouent à"),
    "whose_key": Words("and whose key", fr="et dont la clé"),
    "any_key": Words("any", fr="quelconque"),
    "has_value": Words("has the value", fr="a la valeur"),
    "any_value": Words("any value", fr="quelconque"),
    "is_it_saved": Words("is it saved?", fr="protégé ?"),
    "saved_at": Words("from level {n} on", fr="dès le niveau {n}"),
    "not_alone": Words("not by this key alone", fr="pas par cette clé seule"),
    "any_measure": Words("any measure", fr="une mesure quelconque"),
    "groups_fail": Words(
        "{n} {n:group|groups} with {records} {records:record|records} {n:fails|fail}.",
        fr="{n} {n:groupe|groupes}, soit {records} {records:enregistrement|enregistrements},"
        " {n:échoue|échouent}.",
    ),
    "one_group": Words("A group of {n}", fr="Un groupe de {n}"),
    "blank": Words("(missing)", fr="(manquant)"),
    "why_head": Words("Why", fr="Pourquoi"),
    "why_link": Words("Why?", fr="Pourquoi ?"),
    "it_fails": Words("It fails:", fr="Il échoue à :"),
    "given_away_by": Words(
        "Nobody else shares these keys with it: each set is enough to single it out.",
        fr="Personne d’autre ne partage ces clés avec lui : chaque ensemble suffit à l’isoler.",
    ),
    "given_away_by_none": Words(
        "No three keys or fewer single it out by themselves.",
        fr="Aucun ensemble d’au plus trois clés ne l’isole à lui seul.",
    ),
    "save_head": Words("What it would take to save it", fr="Ce qu’il faudrait pour le protéger"),
    "save_note": Words(
        "How many would share its keys if one key alone climbed, level by level.",
        fr="Combien partageraient ses clés si une seule clé montait, niveau par niveau.",
    ),
    "if_climbs": Words("key that climbs", fr="clé qui monte"),
    "records_by_level": Words("records, level by level", fr="enregistrements, niveau par niveau"),
    "its_records": Words("Its records", fr="Ses enregistrements"),
    "row": Words("row", fr="ligne"),
    "record_gone": Words("dropped", fr="retiré"),
    "was": Words("was", fr="était"),
    "is_now": Words("is now", fr="est devenu"),
    "from_row": Words("from row", fr="à partir de la ligne"),
    "rows_of": Words("{a} to {b} of {n}", fr="{a} à {b} sur {n}"),
    "previous": Words("Previous", fr="Précédents"),
    "following": Words("Following", fr="Suivants"),
    # hierarchies
    "builder": Words("how it is made", fr="façon de la faire"),
    "use_it": Words("Use it", fr="L’utiliser"),
    "preview": Words("Preview", fr="Aperçu"),
    "drop_hierarchy": Words("Take the hierarchy away", fr="Enlever la hiérarchie"),
    "levels_say": Words("Levels of {name}", fr="Niveaux de {name}"),
    "level": Words("level", fr="niveau"),
    "groups": Words("groups", fr="groupes"),
    "smallest": Words("smallest", fr="le plus petit"),
    "alone": Words("of one record", fr="d’un enregistrement"),
    "values_head": Words("Values and labels", fr="Valeurs et libellés"),
    "label_of": Words("level {n} of {name}", fr="niveau {n} de {name}"),
    "use_labels": Words("Use these labels", fr="Utiliser ces libellés"),
    "paste_head": Words("Paste from a spreadsheet", fr="Coller depuis un tableur"),
    "pasted": Words("rows", fr="lignes"),
    "pasted_note": Words(
        "A line for each value: the value, its label, the coarser label, with tabs between them.",
        fr="Une ligne par valeur : la valeur, son libellé, le libellé plus large, séparés par des"
        " tabulations.",
    ),
    # compare and export
    "variants_head": Words("Variants", fr="Variantes"),
    "work_on": Words("Work on it", fr="Y travailler"),
    "copy_title": Words("title of the copy", fr="titre de la copie"),
    "copy_variant": Words("Copy what is shown", fr="Copier ce qui est affiché"),
    "suggest": Words("Suggest ways to go on", fr="Proposer des façons de continuer"),
    "suggest_note": Words(
        "Runs the sensible candidates after the steps that are shown, each as a variant of its own:"
        " nothing is applied to this one.",
        fr="Exécute les candidats raisonnables après les étapes affichées, chacun comme variante :"
        " rien n’est appliqué à celle-ci.",
    ),
    "not_possible": Words("Not possible here", fr="Impossible ici"),
    "risk_head": Words("Risk", fr="Risque"),
    "loss_head": Words("Loss", fr="Perte"),
    "written_head": Words("Written", fr="Écrit"),
    "written_into": Words("Into the folder", fr="Dans le dossier"),
    "write_head": Words("Write the release", fr="Écrire la diffusion"),
    "write": Words("Write", fr="Écrire"),
    "folder": Words("folder", fr="dossier"),
    "as_source": Words("that of the file", fr="celui du fichier"),
    "report_language": Words("language of the reports", fr="langue des rapports"),
    "replace_earlier": Words(
        "Replace an earlier release there", fr="Y remplacer une diffusion antérieure"
    ),
    "type_sentence": Words(
        "To write it nevertheless, type: {sentence}",
        fr="Pour l’écrire quand même, saisir : {sentence}",
    ),
    "public_head": Words("The public report", fr="Le rapport public"),
    "public_note": Words(
        "What the users of the file are told: no parameter, no level of risk.",
        fr="Ce qui est dit aux utilisateurs du fichier : aucun paramètre, aucun niveau de risque.",
    ),
    "plan_head": Words("The plan", fr="Le plan"),
    "plan_link": Words("Download plan.toml", fr="Télécharger plan.toml"),
    "plan_note": Words(
        "The same from a terminal; the seed is in the record.",
        fr="La même chose depuis un terminal ; la graine est dans le relevé.",
    ),
}
BUILDERS: Mapping[str, Words] = {
    "automatic": Words("made from the data", fr="tirée des données"),
    "csv": Words("a CSV file", fr="un fichier CSV"),
    "skos": Words("a thesaurus", fr="un thésaurus"),
    "parents": Words("links to parents", fr="liens vers des parents"),
    "order": Words("neighbours of an order", fr="voisins d’un ordre"),
    "groups": Words("groups with names", fr="groupes nommés"),
    "cuts": Words("cuts of numbers", fr="coupures de nombres"),
    "prefixes": Words("first characters", fr="premiers caractères"),
    "dates": Words("units of dates", fr="unités de dates"),
    "table": Words("a table", fr="une table"),
    "top": Words("all values as one", fr="toutes les valeurs en une"),
}
