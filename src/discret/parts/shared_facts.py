"""Facts that several parts tell, declared once: the same name means the same in all of them."""

from __future__ import annotations

from discret.parts.facts import RULES, Fact, Facts

RECORDS: Facts = {"records": Fact.count("records", "enregistrements")}
GROUPS: Facts = {"groups": Fact.count("groups", "groupes")}
JUDGED: Facts = {
    **RECORDS,
    **GROUPS,
    "records_failing": Fact.count("records that miss the target", "enregistrements hors objectif"),
    "groups_failing": Fact.count("groups that miss the target", "groupes hors objectif"),
}
RULED: Facts = {"rule": Fact.label("missing values", "valeurs manquantes", RULES)}

ZONED: Facts = {
    "threshold": Fact.count("threshold", "seuil"),
    "zones": Fact.count("zones", "zones en tout"),
    "squares": Fact.count("squares", "carreaux"),
    "observations": Fact.count("observations", "observations en tout"),
    "squares_below": Fact.count(
        "squares below by themselves", "carreaux à eux seuls sous le seuil"
    ),
    "zones_below": Fact.count("zones below by themselves", "zones à elles seules sous le seuil"),
}
REIDENTIFIED: Facts = {
    "expected_reidentifications": Fact.number(
        "expected re-identifications", "ré-identifications attendues"
    ),
    "global_risk": Fact.share("global risk", "risque global"),
}
IS_WEIGHTED: Facts = {
    "weighted": Fact.yes("weighted", "pondéré"),
}
SAMPLED: Facts = {
    "population_size": Fact.number("size of the population", "taille de la population"),
    "sampling_fraction": Fact.share("sampling fraction", "taux de sondage"),
    "sample_uniques": Fact.count(
        "records unique in the file", "enregistrements uniques dans le fichier"
    ),
}
CLIMBED: Facts = {
    "granularity": Fact.number("detail kept", "détail gardé"),
    "loss": Fact.number("loss", "perte"),
    "levels": Fact.count("records at each level", "enregistrements à chaque niveau", by="column"),
    "suppressed": Fact.count("records dropped", "enregistrements retirés"),
}
PROTECTED: Facts = {
    "at_risk_before": Fact.count("observations at risk before", "observations à risque avant"),
    "at_risk_after": Fact.count("observations at risk after", "observations à risque après"),
    "intersections_unprotected": Fact.count(
        "intersections not protected", "intersections non protégées"
    ),
    "zones_unprotected": Fact.count("zones not protected", "zones non protégées"),
    "squares_lost": Fact.count("fewer squares published", "carreaux diffusés en moins"),
    "observations_lost": Fact.count(
        "observations whose square is lost", "observations dont le carreau est perdu"
    ),
    "cost": Fact.number("cost of the choice", "coût du choix"),
    "bound": Fact.number("no choice costs less than", "aucun choix ne coûte moins de"),
    "gap": Fact.share("gap at most", "écart au plus"),
    "rounds": Fact.count("searches of the cuts", "recherches de coupes"),
}
DROPPED: Facts = {
    "records": Fact.count("records", "enregistrements"),
    "records_dropped": Fact.count("records dropped", "enregistrements retirés"),
    "columns_dropped": Fact.names("columns dropped", "colonnes retirées"),
}
LEFT_OUT: Facts = {
    "left_out_before": Fact.share("share left out before", "part écartée avant"),
    "left_out_after": Fact.share("share left out", "part écartée"),
}
SILENT: Facts = {
    "groups_without_value": Fact.count(
        "groups without a known value", "groupes sans valeur connue", by="column"
    ),
}
COMPARED: Facts = {
    **SILENT,
    "groups_of_one_person": Fact.count("groups of one person", "groupes d’une seule personne"),
}
