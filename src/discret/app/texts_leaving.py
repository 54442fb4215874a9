"""The texts of the pages that come last: variants side by side, and the export."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

LEAVING: Mapping[str, Words] = {
    # compare and export
    "variants_head": Words("Variants", fr="Variantes"),
    "gate_closed": Words("the gate is closed", fr="la porte est fermée"),
    "loses_least": Words(
        "loses least of those that meet all", fr="perd le moins parmi celles qui atteignent tout"
    ),
    "suggest_head": Words("Ways to go on", fr="Des façons de continuer"),
    "copy_head": Words("Try a way of your own", fr="Essayer une autre voie"),
    "copy_note": Words(
        "A copy keeps what you have: change it, and this one stays as it is.",
        fr="Une copie garde ce que vous avez : la modifier laisse celle-ci telle quelle.",
    ),
    "no_steps": Words("no step yet", fr="pas encore d’étape"),
    "work_on": Words("Work on it", fr="Travailler sur celle-ci"),
    "copy_title": Words("title of the copy", fr="titre de la copie"),
    "copy_variant": Words("Copy what is shown", fr="Copier ce qui est affiché"),
    "suggest": Words("Suggest a plan", fr="Proposer un plan"),
    "suggest_note": Words(
        "The best recoding, local recoding, blanked cells, dropped records with calibrated"
        " weights, a subsample: each is run after the steps you have, as a variant of its own. It"
        " can take some minutes on a large file; nothing is applied to what you have.",
        fr="Meilleur recodage, recodage local, cellules effacées, enregistrements retirés et poids"
        " calés, sous-échantillon : chacun est exécuté après vos étapes, comme variante à part."
        " Cela peut prendre quelques minutes sur un grand fichier ; rien n’est appliqué à ce que"
        " vous avez.",
    ),
    "not_possible": Words("Not possible here", fr="Impossible ici"),
    "risk_head": Words("Risk", fr="Risque"),
    "loss_head": Words("Loss", fr="Perte"),
    "missed_are": Words("Not met:", fr="Non atteints :"),
    "see_risk": Words("See why on the page Risk", fr="Voir pourquoi à la page Risque"),
    "add_steps": Words("add steps on the page Protect", fr="ajouter des étapes à la page Protéger"),
    "ready": Words(
        "The gate is open: the release can be written.",
        fr="La porte est ouverte : la diffusion peut être écrite.",
    ),
    "written_head": Words("Written", fr="C’est écrit"),
    "written_into": Words("Into the folder", fr="Dans le dossier"),
    "write_head": Words("Write the release", fr="Écrire la diffusion"),
    "write": Words("Write", fr="Écrire"),
    "folder": Words("folder", fr="dossier"),
    "folder_note": Words(
        "It is made if it is not there; all files are written, or none.",
        fr="Il est créé s’il n’existe pas ; tous les fichiers sont écrits, ou aucun.",
    ),
    "as_source": Words("that of the file", fr="celui du fichier"),
    "report_language": Words("language of the reports", fr="langue des rapports"),
    "replace_earlier": Words(
        "Replace an earlier release there", fr="Y remplacer une diffusion antérieure"
    ),
    "type_sentence": Words(
        "To write it nevertheless, type “{sentence}”",
        fr="Pour l’écrire quand même, saisir « {sentence} »",
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
