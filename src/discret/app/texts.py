"""The fixed texts of the pages, in English and in French (`Tongue` sets French spacing)."""

from __future__ import annotations

from collections.abc import Mapping

from discret.app.texts_leaving import LEAVING
from discret.app.texts_looking import LOOKING
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
    "records_of": Words("{n} {n:record|records}", fr="{n} {n:enregistrement|enregistrements}"),
    "verdict_met": Words("All targets are met", fr="Tous les objectifs sont atteints"),
    "verdict_missed": Words(
        "{n} of {all} {all:target|targets} missed",
        fr="{n} {n:objectif manqué|objectifs manqués} sur {all}",
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
    "next": Words("Next: {page}", fr="Ensuite : {page}"),
    "yes_": Words("yes", fr="oui"),
    "no_": Words("no", fr="non"),
    # the file
    "open_path": Words("A file on this machine", fr="Un fichier de cette machine"),
    "path": Words("Path of the file, or of a plan", fr="Chemin du fichier, ou d’un plan"),
    "place": Words("place", fr="emplacement"),
    "columns_head": Words("columns", fr="colonnes"),
    "open_another": Words("Open another file", fr="Ouvrir un autre fichier"),
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
    "folder_more": Words(
        "{n} more {n:is|are} not listed: type the path.",
        fr="{n} {n:autre n’est pas listé|autres ne sont pas listés} : saisir le chemin.",
    ),
    "drop": Words("A copy of a file", fr="Une copie d’un fichier"),
    "drop_note": Words(
        "For a file that the browser can reach and this program cannot. The copy is taken away when"
        " you quit.",
        fr="Pour un fichier que le navigateur atteint et pas ce programme. La copie est effacée"
        " quand vous quittez.",
    ),
    "choose_copy": Words("File to copy", fr="Fichier à copier"),
    "example": Words("An example", fr="Un exemple"),
    "example_note": Words(
        "A made-up household survey of 12,901 records, with a plan half done: a minute to see"
        " everything.",
        fr="Une enquête ménages fictive de 12 901 enregistrements, avec un plan à moitié fait : une"
        " minute pour tout voir.",
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
        "Three answers propose targets, each with its source: k, how many people must share the"
        " same keys, and l, how many sensitive values they must have between them. They can be"
        " changed on the page Risk.",
        fr="Trois réponses proposent des objectifs, chacun avec sa source : k, le nombre de"
        " personnes qui doivent partager les mêmes clés, et l, le nombre de valeurs sensibles"
        " qu’elles doivent avoir entre elles. Ils se changent à la page Risque.",
    ),
    "recipients": Words("Who will receive it?", fr="Qui le recevra ?"),
    "source_head": Words("why these", fr="pourquoi ces valeurs"),
    "how_sensitive": Words("How sensitive is it?", fr="À quel point est-il sensible ?"),
    "as_usual": Words("not more than most files", fr="pas plus que la plupart des fichiers"),
    "very_sensitive": Words(
        "very: health, origin, opinions, beliefs, sexual life, offences (GDPR, articles 9 and 10)",
        fr="très : santé, origine, opinions, croyances, vie sexuelle, infractions (RGPD, articles 9"
        " et 10)",
    ),
    "very_note": Words(
        "What is very sensitive gets the targets of the next wider circle: a precaution, without a"
        " source.",
        fr="Ce qui est très sensible reçoit les objectifs du cercle plus large : une précaution,"
        " sans source.",
    ),
    "what_for": Words("What is it for?", fr="À quoi servira-t-il ?"),
    "what_for_note": Words(
        "A few words, for the reports: what is lost is to be judged by it.",
        fr="Quelques mots, pour les rapports : ce qui est perdu se juge d’après cela.",
    ),
    "dutch_rules": Words(
        "Also ask for the rules of Statistics Netherlands for such a file (public, or under"
        " contract). They are strict: every value of a key and every combination of two or three"
        " must be common in the population.",
        fr="Exiger aussi les règles de Statistics Netherlands pour un tel fichier (public, ou sous"
        " contrat). Elles sont strictes : chaque modalité d’une clé et chaque croisement de deux ou"
        " trois doit être courant dans la population.",
    ),
    "dutch_source": Words(
        "See Hundepool et al. (2024), Handbook on Statistical Disclosure Control, section 3.7",
        fr="Voir Hundepool et al. (2024), Handbook on Statistical Disclosure Control, section 3.7",
    ),
    "set_targets": Words("Set these targets", fr="Fixer ces objectifs"),
    "wp29_note": Words(
        "The page Risk goes through the three questions of the Article 29 working party (WP29,"
        " opinion 05/2014): can somebody be singled out, linked, or can something be inferred?",
        fr="La page Risque suit les trois questions du groupe de l’article 29 (G29, avis 05/2014) :"
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
    "why": Words("why this guess", fr="pourquoi ce rôle"),
    "hierarchy": Words("hierarchy", fr="hiérarchie"),
    "role_of": Words("role of {name}", fr="rôle de {name}"),
    "guessed": Words("guessed: {role}", fr="supposé : {role}"),
    "apply_roles": Words("Apply roles", fr="Appliquer les rôles"),
    "no_hierarchy": Words("none", fr="aucune"),
    "levels": Words("{n} {n:level|levels}", fr="{n} {n:niveau|niveaux}"),
    "keys_say": Words(
        "To somebody who knows {n:this key|these keys} ({n}) and nothing else, {share:%} of the"
        " records stand alone.",
        fr="Pour qui connaît {n:cette clé|ces clés} ({n}) et rien d’autre, {share:%} des"
        " enregistrements sont uniques.",
    ),
    "no_keys": Words(
        "No column is a key yet: no measure can say who is singled out.",
        fr="Aucune colonne n’est encore une clé : aucune mesure ne peut dire qui est isolé.",
    ),
    "give_keys": Words(
        "Give the role key to what an attacker could know",
        fr="Donner le rôle de clé à ce qu’un attaquant pourrait connaître",
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
    "who_fails": Words("Who is it?", fr="Qui est-ce ?"),
    "more_as_in_plan": Words("more, as in a plan", fr="autres réglages, comme dans un plan"),
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
    "no_step": Words(
        "No step yet. Not sure where to begin?", fr="Pas encore d’étape. Par où commencer ?"
    ),
    "unsure": Words("Not sure how to go on?", fr="Comment continuer ?"),
    "road_head": Words("Risk and loss", fr="Risque et perte"),
    "road_note": Words(
        "{risk}, upwards, against what was lost ({loss}), along. Hollow where the target is missed;"
        " the table has the same numbers.",
        fr="{risk}, en ordonnée, contre ce qui est perdu ({loss}), en abscisse. Cercle vide où"
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
    **LOOKING,
    **LEAVING,
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
