"""The vocabulary of the reports: roles, parameters, facts, details and months in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from discret.document.words.terms_reduce import REDUCE_FIELDS, REDUCE_SHARES
from discret.document.words.terms_risk import RISK_FIELDS, RISK_SHARES
from discret.document.words.terms_zonings import ZONING_FIELDS
from discret.words import Words

ROLES: Mapping[str, Words] = {
    "identifier": Words("identifier", fr="identifiant"),
    "key": Words("key", fr="clé"),
    "sensitive": Words("sensitive", fr="sensible"),
    "weight": Words("weight", fr="poids"),
    "household": Words("household", fr="ménage"),
    "individual": Words("individual", fr="individu"),
    "area": Words("area", fr="lieu"),
    "row": Words("row", fr="numéro"),
    "ignored": Words("no role", fr="sans rôle"),
}

# Parameters, facts and details by name; one that is not here is shown under its own name.
_OWN: Mapping[str, Words] = {
    "base": Words("base", fr="base"),
    "bottom": Words("brought up", fr="relevées"),
    "categories_after": Words("categories after", fr="modalités après"),
    "categories_before": Words("categories before", fr="modalités avant"),
    "cells": Words("cells", fr="cellules"),
    "cells_lost": Words("cells gone or changed", fr="cellules disparues ou modifiées"),
    "column": Words("column", fr="colonne"),
    "columns": Words("columns", fr="colonnes"),
    "columns_dropped": Words("columns dropped", fr="colonnes retirées"),
    "combinations": Words("combinations", fr="combinaisons"),
    "dropped": Words("dropped", fr="retirés"),
    "expected_reidentifications": Words(
        "expected re-identifications", fr="ré-identifications attendues"
    ),
    "cuts": Words("limits", fr="bornes"),
    "from": Words("form", fr="forme"),
    "formula": Words("formula", fr="formule"),
    "global_risk": Words("global risk", fr="risque global"),
    "global_risk_uniques": Words("global risk, uniques only", fr="risque global, uniques seuls"),
    "groupings": Words("groups", fr="regroupements"),
    "groups": Words("groups", fr="groupes"),
    "groups_dropped": Words("groups dropped", fr="groupes retirés"),
    "groups_failing": Words("groups that miss the target", fr="groupes hors objectif"),
    "hierarchy": Words("hierarchy", fr="hiérarchie"),
    "how": Words("how", fr="manière"),
    "journalist_any_match": Words(
        "journalist: at least one right match", fr="journaliste : au moins un appariement juste"
    ),
    "journalist_max": Words("journalist: highest risk", fr="journaliste : risque maximal"),
    "kept": Words("kept", fr="conservés"),
    "kind": Words("kind", fr="sorte"),
    "level": Words("level", fr="niveau"),
    "level_names": Words("names of the levels", fr="noms des niveaux"),
    "levels": Words("levels", fr="niveaux"),
    "marketer": Words("marketer: right matches", fr="marketeur : appariements justes"),
    "marketer_population": Words(
        "marketer: right matches, population", fr="marketeur : appariements justes, population"
    ),
    "mean_share": Words("plain mean over columns", fr="moyenne simple des colonnes"),
    "measure": Words("measure", fr="mesure"),
    "missing": Words("missing values", fr="valeurs manquantes"),
    "models": Words("models", fr="modèles"),
    "most": Words("at most", fr="au plus"),
    "order": Words("order", fr="ordre"),
    "pairs": Words("records in groups of two", fr="enregistrements en groupes de deux"),
    "population": Words("population from", fr="population tirée de"),
    "prosecutor_max": Words("prosecutor: highest risk", fr="procureur : risque maximal"),
    "prosecutor_mean": Words("prosecutor: mean risk", fr="procureur : risque moyen"),
    "pseudonymised": Words("pseudonymised", fr="pseudonymisées"),
    "records": Words("records", fr="enregistrements"),
    "records_dropped": Words("records dropped", fr="enregistrements retirés"),
    "records_failing": Words("records that miss the target", fr="enregistrements hors objectif"),
    "records_homogeneous": Words(
        "records in groups with one sensitive value",
        fr="enregistrements en groupes à valeur sensible unique",
    ),
    "renumbered": Words("renumbered", fr="renumérotés"),
    "reweighted": Words("reweighted", fr="repondérés"),
    "rounds": Words("rounds", fr="passes"),
    "rule": Words("missing values", fr="valeurs manquantes"),
    "share": Words("share", fr="part"),
    "steps": Words("steps", fr="pas"),
    "strata": Words("strata", fr="strates"),
    "threshold": Words("threshold", fr="seuil"),
    "threshold_if_capped": Words(
        "threshold that meets it, if capped", fr="seuil qui l’atteint, si l’on plafonne"
    ),
    "threshold_if_dropped": Words(
        "threshold that meets it, if dropped", fr="seuil qui l’atteint, si l’on retire"
    ),
    "top": Words("brought down", fr="abaissées"),
    "uniques": Words("records alone with their keys", fr="enregistrements seuls avec leurs clés"),
    "uniques_share": Words("share of uniques", fr="part d’uniques"),
    "value": Words("value", fr="valeur"),
    "values_after": Words("values after", fr="valeurs après"),
    "values_before": Words("values before", fr="valeurs avant"),
    "wanted": Words("wanted global risk", fr="risque global voulu"),
    "weighted": Words("weighted", fr="pondéré"),
    "against": Words("against", fr="en regard de"),
    "aggregate": Words("aggregate", fr="agrégat"),
    "apart": Words("never merged", fr="jamais regroupées"),
    "bound": Words("no recoding loses less than", fr="aucun recodage ne perd moins de"),
    "checked": Words("recodings looked at", fr="recodages examinés"),
    "checks": Words("recodings looked at, at most", fr="recodages examinés, au plus"),
    "frontier": Words("frontier", fr="frontière"),
    "importance": Words("importance", fr="importance"),
    "loss": Words("loss", fr="perte"),
    "maximum": Words("highest levels", fr="niveaux les plus hauts"),
    "minimum": Words("lowest levels", fr="niveaux les plus bas"),
    "nodes": Words("recodings possible", fr="recodages possibles"),
    "optimal": Words("proven best", fr="optimum prouvé"),
    "ordered": Words("in order", fr="dans l’ordre"),
    "pruned": Words("recodings ruled out unseen", fr="recodages écartés sans examen"),
    "seconds": Words("seconds", fr="secondes"),
    "drop": Words("share that may be dropped", fr="part qui peut être retirée"),
    "highest_ratio": Words("highest ratio of weights", fr="rapport de poids le plus grand"),
    "least": Words("at least", fr="au moins"),
    "suppress": Words("share that may be dropped", fr="part qui peut être retirée"),
    "sizes": Words("numbers of classes", fr="nombres de classes"),
    "suppressed": Words("records dropped", fr="enregistrements retirés"),
    "together": Words("always merged", fr="toujours regroupées"),
}
FIELDS: Mapping[str, Words] = {**_OWN, **REDUCE_FIELDS, **RISK_FIELDS, **ZONING_FIELDS}

# Those that are shares, and are written as percentages.
SHARES = frozenset({
    "global_risk", "global_risk_uniques", "journalist_any_match", "journalist_max", "marketer",
    "marketer_population", "mean_share", "most", "prosecutor_max", "prosecutor_mean", "share",
    "drop", "suppress", "threshold", "threshold_if_capped", "threshold_if_dropped", "uniques_share",
    "wanted",
    *REDUCE_SHARES, *RISK_SHARES,
})  # fmt: skip

MONTHS: tuple[Words, ...] = (
    Words("January", fr="janvier"),
    Words("February", fr="février"),
    Words("March", fr="mars"),
    Words("April", fr="avril"),
    Words("May", fr="mai"),
    Words("June", fr="juin"),
    Words("July", fr="juillet"),
    Words("August", fr="août"),
    Words("September", fr="septembre"),
    Words("October", fr="octobre"),
    Words("November", fr="novembre"),
    Words("December", fr="décembre"),
)
