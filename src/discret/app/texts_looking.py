"""The texts of the pages where one looks: recodings, groups, records, hierarchies."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

LOOKING: Mapping[str, Words] = {
    # recodings
    "as_planned": Words("as planned", fr="selon le plan"),
    "least_people": Words("people of the same keys (k)", fr="personnes de mêmes clés (k)"),
    "may_drop": Words("records that may be dropped", fr="retraits permis"),
    "look": Words("Look", fr="Regarder"),
    "level_of": Words("level {n} of {all}", fr="niveau {n} sur {all}"),
    "holds_here": Words("This recoding holds", fr="Ce recodage convient"),
    "fails_here": Words("This recoding does not hold", fr="Ce recodage ne convient pas"),
    "recoding_says": Words(
        "Loss {loss}; {n} {n:record|records} to drop ({share:%}); {groups} {groups:group|groups}.",
        fr="Perte {loss} ; {n} {n:enregistrement|enregistrements} à retirer ({share:%}) ;"
        " {groups} {groups:groupe|groupes}.",
    ),
    "fails_for": Words(
        "By itself, {name} is missed for {n} {n:record|records}.",
        fr="À lui seul, l’objectif « {name} » est manqué pour {n}"
        " {n:enregistrement|enregistrements}.",
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
        "Of {n} {n:recoding|recodings}, the finest that hold and those that nothing beats. A number"
        " is the level of a key, in the order of the sliders.",
        fr="Parmi {n} {n:recodage|recodages}, les plus fins qui conviennent et ceux que rien ne"
        " surpasse. Un nombre est le niveau d’une clé, dans l’ordre des curseurs.",
    ),
    "no_frontier": Words(
        "No recoding alone holds. Allow some records to be dropped, above, or blank cells on the"
        " page Protect.",
        fr="Aucun recodage ne convient à lui seul. Permettre quelques retraits, ci-dessus, ou"
        " effacer des cellules à la page Protéger.",
    ),
    "levels_head": Words("levels of the keys", fr="niveaux des clés"),
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
    "failing_what": Words("groups that fail", fr="groupes qui échouent à"),
    "whose_key": Words("and whose key", fr="et dont la clé"),
    "any_key": Words("any", fr="quelconque"),
    "has_value": Words("has the value", fr="a la valeur"),
    "any_value": Words("any value", fr="quelconque"),
    "is_it_saved": Words("is it saved?", fr="protégé ?"),
    "saved_at": Words("from level {n} on", fr="dès le niveau {n}"),
    "not_alone": Words("not by this key alone", fr="pas par cette clé seule"),
    "any_measure": Words("any measure", fr="une mesure quelconque"),
    "no_group": Words(
        "No group fails: nobody is too few to hide among.",
        fr="Aucun groupe n’échoue : personne n’est dans un groupe trop petit.",
    ),
    "none_so": Words("No failing group is like that.", fr="Aucun groupe en échec n’est ainsi."),
    "back_to_groups": Words("Back to all groups", fr="Retour à tous les groupes"),
    "counted_with": Words(
        "It is counted among {n} {n:record|records} that share every key it shows: a missing key is"
        " anybody’s.",
        fr="Il est compté parmi {n} {n:enregistrement|enregistrements} qui {n:partage|partagent}"
        " toutes les clés qu’il montre : une clé manquante est celle de n’importe qui.",
    ),
    "groups_fail": Words(
        "{n} {n:group|groups} with {records} {records:record|records} {n:fails|fail}.",
        fr="{n} {n:groupe|groupes}, soit {records} {records:enregistrement|enregistrements},"
        " {n:échoue|échouent}.",
    ),
    "one_group": Words(
        "A group of {n} {n:record|records}",
        fr="Un groupe de {n} {n:enregistrement|enregistrements}",
    ),
    "blank": Words("(missing)", fr="(manquant)"),
    "why_head": Words("Why", fr="Pourquoi"),
    "why_link": Words("Why?", fr="Pourquoi ?"),
    "it_fails": Words("It fails", fr="Il n’atteint pas"),
    "given_away_by": Words(
        "Nobody else has its values of these keys: each line is enough to single it out.",
        fr="Personne d’autre n’a ses valeurs de ces clés : chaque ligne suffit à l’isoler.",
    ),
    "given_away_by_none": Words(
        "Others share every key that it shows: it is too small, but not alone.",
        fr="D’autres partagent toutes les clés qu’il montre : il est trop petit, mais pas isolé.",
    ),
    "given_away_by_few": Words(
        "Among so many keys only small sets were looked at: none of them singles it out.",
        fr="Parmi tant de clés, seuls de petits ensembles ont été regardés : aucun ne l’isole.",
    ),
    "save_head": Words("What it would take to save it", fr="Ce qu’il faudrait pour le protéger"),
    "save_note": Words(
        "How many records it would be counted with if one key alone climbed its hierarchy, level by"
        " level, for everybody. Otherwise its keys are blanked, or its records dropped.",
        fr="Avec combien d’enregistrements il serait compté si une seule clé montait dans sa"
        " hiérarchie, niveau par niveau, pour tous. Sinon ses clés sont effacées, ou ses"
        " enregistrements retirés.",
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
    "following": Words("Next", fr="Suivants"),
    # hierarchies
    "builder": Words("how it is made", fr="façon de la faire"),
    "use_it": Words("Use it", fr="L’utiliser"),
    "preview": Words("Preview", fr="Aperçu"),
    "drop_hierarchy": Words("Take the hierarchy away", fr="Enlever la hiérarchie"),
    "levels_say": Words("Levels of {name}", fr="Niveaux de {name}"),
    "level": Words("level", fr="niveau"),
    "groups": Words("groups", fr="groupes"),
    "smallest": Words("records in the smallest", fr="enregistrements du plus petit"),
    "alone": Words("groups of one record", fr="groupes d’un seul enregistrement"),
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
}
