"""The vocabulary of the risk measures: their parameters and details in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

RISK_FIELDS: Mapping[str, Words] = {
    "absent": Words("absent values", fr="valeurs absentes"),
    "alike": Words("equal records blanked alike", fr="enregistrements égaux effacés de même"),
    "alike_holds": Words(
        "equal records were blanked alike", fr="les égaux ont été effacés de même"
    ),
    "alone": Words("of these, alone with their keys", fr="dont seuls avec leurs clés"),
    "blanks": Words("blanks", fr="blancs"),
    "blanks_given_away": Words("blanks given away", fr="blancs dévoilés"),
    "blanks_misread": Words("blanks read wrongly", fr="blancs lus à tort"),
    "by": Words("by", fr="par"),
    "by_chance": Words("linked by pure chance", fr="liés par pur hasard"),
    "candidates": Words("most candidates", fr="candidats au plus"),
    "cells_blanked": Words("blank cells", fr="cellules blanches"),
    "cells_hidden": Words("cells hidden", fr="cellules cachées"),
    "cells_narrowed": Words("blank cells narrowed down", fr="cellules blanches restreintes"),
    "cells_read": Words(
        "hidden cells read from other columns", fr="cellules cachées lues dans d’autres colonnes"
    ),
    "cells_recovered": Words(
        "blank cells recovered for certain", fr="cellules blanches retrouvées à coup sûr"
    ),
    "cells_recovered_least": Words(
        "blank cells recovered, at least", fr="cellules blanches retrouvées, au moins"
    ),
    "completions": Words("joint completions", fr="complétions conjointes"),
    "completions_log10_least": Words(
        "joint completions, at least (power of ten)",
        fr="complétions conjointes, au moins (puissance de dix)",
    ),
    "completions_log10_most": Words(
        "joint completions, at most (power of ten)",
        fr="complétions conjointes, au plus (puissance de dix)",
    ),
    "confidence": Words("confidence", fr="confiance"),
    "consistent": Words("blanks explained by the rule", fr="blancs expliqués par la règle"),
    "digits": Words("decimals", fr="décimales"),
    "dis": Words("right match, given one match", fr="appariement juste, s’il est seul"),
    "distance": Words("distance", fr="distance"),
    "distinct_weights": Words("different weights", fr="poids différents"),
    "estimate": Words("population known from", fr="population connue par"),
    "exact": Words("exact", fr="exact"),
    "expected_groups_below": Words(
        "groups expected below the target", fr="groupes attendus sous l’objectif"
    ),
    "expected_households": Words(
        "households expected to be recognised", fr="ménages que l’on s’attend à voir reconnus"
    ),
    "expected_links": Words("right links expected", fr="liens justes attendus"),
    "expected_records_below": Words(
        "records expected below the target", fr="enregistrements attendus sous l’objectif"
    ),
    "expected_uniques": Words("expected population uniques", fr="uniques attendus en population"),
    "file": Words("file", fr="fichier"),
    "first_or_second": Words(
        "right record among the two nearest", fr="bon enregistrement parmi les deux plus proches"
    ),
    "fraction": Words("sampling fraction", fr="taux de sondage"),
    "fraction_from": Words("sampling fraction from", fr="taux de sondage tiré de"),
    "grades": Words("grades", fr="degrés"),
    "groups_beyond": Words("groups that no β allows", fr="groupes qu’aucun β n’admet"),
    "groups_given_away": Words("groups given away", fr="groupes dévoilés"),
    "groups_lacking": Words(
        "groups that lack a sensitive value", fr="groupes où une valeur sensible est absente"
    ),
    "highest": Words("highest presence", fr="présence la plus forte"),
    "households": Words("households", fr="ménages"),
    "households_failing": Words("households that miss the target", fr="ménages hors objectif"),
    "impossible": Words(
        "combinations held for impossible", fr="combinaisons tenues pour impossibles"
    ),
    "impossible_refuted": Words("of which occur", fr="dont existent"),
    "k_holds": Words(
        "only records below k were blanked", fr="seuls des moins de k ont été effacés"
    ),
    "k_with_weight": Words("k if the weight is known", fr="k si le poids est connu"),
    "k_without_weight": Words("k without the weight", fr="k sans le poids"),
    "groups_of_one_person": Words("groups of one person", fr="groupes d’une seule personne"),
    "largest_distance": Words("largest distance", fr="plus grande distance"),
    "largest_gain": Words("largest gain", fr="plus grand gain"),
    "linked_surely": Words("linked for certain", fr="liés à coup sûr"),
    "lowest": Words("lowest presence", fr="présence la plus faible"),
    "enough_people": Words("enough people to rest upon", fr="assez de personnes pour l’estimer"),
    "highest_risk": Words("highest risk, at the upper limit", fr="plus haut risque, borne haute"),
    "matches_of_uniques": Words(
        "right matches expected among uniques", fr="appariements justes attendus parmi les uniques"
    ),
    "matches_of_uniques_error": Words("its standard error", fr="son erreur type"),
    "minimal_sets": Words(
        "smallest sets of columns that single someone out",
        fr="plus petits jeux de colonnes qui isolent quelqu’un",
    ),
    "model": Words("model", fr="modèle"),
    "most_cells": Words("most cells", fr="cellules au plus"),
    "original_known": Words("held against the original", fr="confronté au fichier d’origine"),
    "records_with_gaps": Words("records incomplete before", fr="enregistrements déjà incomplets"),
    "rejected": Words("rejected", fr="rejeté"),
    "msus": Words("minimal sample uniques", fr="uniques minimaux"),
    "originals": Words("records of the original", fr="enregistrements de l’original"),
    "people": Words("people", fr="personnes"),
    "people_failing": Words("people who miss the target", fr="personnes hors objectif"),
    "people_given_away": Words("people given away", fr="personnes dévoilées"),
    "people_surely_absent": Words("people surely absent", fr="personnes absentes à coup sûr"),
    "people_surely_present": Words("people surely present", fr="personnes présentes à coup sûr"),
    "pitman": Words("population uniques by Pitman", fr="uniques en population selon Pitman"),
    "population_size": Words("size of the population", fr="taille de la population"),
    "population_uniques": Words(
        "population uniques expected among uniques", fr="uniques en population attendus"
    ),
    "population_uniques_error": Words("its standard error", fr="son erreur type"),
    "records_beyond": Words("records that no β allows", fr="enregistrements qu’aucun β n’admet"),
    "records_blanked": Words("records with blanks", fr="enregistrements à blancs"),
    "records_compared": Words("records compared", fr="enregistrements comparés"),
    "records_disclosed": Words("records disclosed", fr="enregistrements dévoilés"),
    "records_exposed": Words(
        "records that the weight singles out", fr="enregistrements que le poids isole"
    ),
    "records_given_away": Words("records given away", fr="enregistrements dévoilés"),
    "records_lacking": Words(
        "records in groups that lack a sensitive value",
        fr="enregistrements en groupes où une valeur sensible est absente",
    ),
    "records_recovered": Words(
        "records with all blanks recovered", fr="enregistrements aux blancs tous retrouvés"
    ),
    "records_too_rare": Words("records with a rare value", fr="enregistrements à valeur rare"),
    "records_unexplained": Words(
        "records whose blanks have another reason",
        fr="enregistrements aux blancs d’une autre origine",
    ),
    "records_unpicked": Words(
        "records with a blank recovered", fr="enregistrements à blanc retrouvé"
    ),
    "records_with_blanks": Words(
        "records left out, with a missing number", fr="enregistrements écartés, un nombre manque"
    ),
    "records_with_msu": Words(
        "records with a minimal unique", fr="enregistrements à unique minimal"
    ),
    "rules_broken": Words("rules broken", fr="règles enfreintes"),
    "sample_uniques": Words("records unique in the file", fr="enregistrements uniques au fichier"),
    "sample_uniques_share": Words("share unique in the file", fr="part d’uniques au fichier"),
    "sampling_fraction": Words("sampling fraction", fr="taux de sondage"),
    "score_max": Words("highest score", fr="score maximal"),
    "score_sum": Words("sum of scores", fr="somme des scores"),
    "second": Words("right record second nearest", fr="bon enregistrement en deuxième"),
    "share_of_records": Words("share of records disclosed", fr="part d’enregistrements dévoilés"),
    "share_of_values": Words("share of values disclosed", fr="part de valeurs dévoilées"),
    "size": Words("columns at most", fr="colonnes au plus"),
    "snb": Words(
        "population uniques by the slide negative binomial",
        fr="uniques en population selon la binomiale négative glissante",
    ),
    "special_uniques": Words("special uniques", fr="uniques particuliers"),
    "subsets_counted": Words("sets of columns counted", fr="jeux de colonnes comptés"),
    "subsets_with_uniques": Words(
        "sets of columns with uniques", fr="jeux de colonnes avec uniques"
    ),
    "told_apart": Words("told apart by the weight", fr="distingués par le poids"),
    "unchanged": Words("nothing changed yet", fr="rien n’a changé"),
    "unique_weights": Words("weights that occur once", fr="poids présents une fois"),
    "uniques_with_weight": Words(
        "records alone with keys and weight", fr="enregistrements seuls avec clés et poids"
    ),
    "uniques_without_weight": Words(
        "records alone with keys", fr="enregistrements seuls avec leurs clés"
    ),
    "values_compared": Words("values compared", fr="valeurs comparées"),
    "values_missing": Words("values missing", fr="valeurs manquantes"),
    "width": Words("width", fr="largeur"),
    "without_household": Words("records without household", fr="enregistrements sans ménage"),
    "zayatz": Words("population uniques by Zayatz", fr="uniques en population selon Zayatz"),
}

RISK_SHARES = frozenset({
    "by_chance", "confidence", "dis", "first_or_second", "fraction", "highest", "lowest", "pitman",
    "sample_uniques_share", "sampling_fraction", "second", "share_of_records", "share_of_values",
    "snb", "zayatz",
})  # fmt: skip
