"""The vocabulary of zonings: facts and details of the parts that know zones and cells."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

ZONED = frozenset(
    {"cell_loss", "differencing", "grid", "merge_cells", "several_zonings", "withhold_cells"}
)

ZONING_FIELDS: Mapping[str, Words] = {
    "at_risk_after": Words("observations at risk after", fr="observations à risque après"),
    "at_risk_before": Words("observations at risk before", fr="observations à risque avant"),
    "at_risk_by_size": Words(
        "at risk by size of group, with shares", fr="à risque selon la taille du groupe, en parts"
    ),
    "below_threshold": Words("cells below the threshold", fr="carreaux sous le seuil"),
    "by_pairs": Words(
        "combinations that two zonings give away",
        fr="combinaisons que deux zonages mettent au jour",
    ),
    "by_side": Words("cells by their side in metres", fr="carreaux selon leur côté en mètres"),
    "by_size": Words("observations by size of group", fr="observations selon la taille du groupe"),
    "cells_after": Words("cells published after", fr="carreaux diffusés après"),
    "cells_below": Words("cells below by themselves", fr="carreaux seuls sous le seuil"),
    "cells_below_after": Words("cells still below", fr="carreaux encore sous le seuil"),
    "cells_by_side": Words("cells by side, with shares", fr="carreaux selon leur côté, en parts"),
    "cells_by_zones": Words(
        "cells by zones they reach into", fr="carreaux selon les zones où ils s’étendent"
    ),
    "cells_dropped": Words("cells whose records were dropped", fr="carreaux aux lignes retirées"),
    "cells_in_part": Words(
        "cells published in part or in pieces", fr="carreaux diffusés en partie ou en morceaux"
    ),
    "cells_kept": Words("cells published as they were", fr="carreaux diffusés tels quels"),
    "cells_merged": Words("cells merged with others", fr="carreaux regroupés avec d’autres"),
    "cells_withheld": Words("cells withheld", fr="carreaux retirés de la diffusion"),
    "cells_withheld_before": Words("cells withheld before", fr="carreaux déjà retirés"),
    "chosen_cells": Words("cells chosen beside those below", fr="carreaux choisis en plus"),
    "chosen_observations": Words("observations in these", fr="leurs observations"),
    "combinations_at_risk": Words("combinations at risk", fr="combinaisons à risque"),
    "combinations_below": Words(
        "combinations in a total below", fr="combinaisons dans un total sous le seuil"
    ),
    "combinations_safe": Words("combinations that are safe", fr="combinaisons sûres"),
    "combinations_undecided": Words("combinations undecided", fr="combinaisons indécises"),
    "component_sizes": Words("components by vertices", fr="composantes selon leurs sommets"),
    "components": Words("components", fr="composantes"),
    "groups_by_zones": Words("groups by number of zones", fr="groupes selon le nombre de zones"),
    "intersections": Words("intersections", fr="intersections"),
    "intersections_at_risk": Words("intersections at risk", fr="intersections à risque"),
    "intersections_unprotected": Words(
        "intersections not protected", fr="intersections non protégées"
    ),
    "largest_group": Words("zones of the widest group", fr="zones du groupe le plus large"),
    "merged_zones": Words("zones merged", fr="zones fusionnées"),
    "observations": Words("observations", fr="observations en tout"),
    "observations_at_risk": Words("observations at risk", fr="observations à risque"),
    "observations_below": Words(
        "observations in a total below", fr="observations dans un total sous le seuil"
    ),
    "observations_dropped": Words("observations dropped", fr="observations retirées"),
    "observations_lost": Words(
        "observations whose cell is lost", fr="observations dont le carreau est perdu"
    ),
    "observations_merged": Words(
        "observations in merged cells", fr="observations en carreaux regroupés"
    ),
    "observations_not_safe": Words("observations not safe", fr="observations non sûres"),
    "observations_safe": Words("observations that are safe", fr="observations sûres"),
    "observations_undecided": Words("observations undecided", fr="observations indécises"),
    "observations_withheld": Words(
        "observations in a withheld total", fr="observations dans un total retiré"
    ),
    "programmes": Words("linear programmes solved", fr="programmes linéaires résolus"),
    "searches": Words("searches in whole numbers", fr="recherches en nombres entiers"),
    "settled": Words(
        "safe, although bounded below the threshold", fr="sûres, bien que bornées sous le seuil"
    ),
    "star": Words("star of the graph", fr="étoile du graphe"),
    "verified": Words("groups counted again", fr="groupes recomptés"),
    "zones": Words("zones", fr="zones en tout"),
    "zones_below": Words("zones below by themselves", fr="zones seules sous le seuil"),
    "zones_unprotected": Words("zones not protected", fr="zones non protégées"),
    "zones_withheld": Words("zones withheld", fr="zones retirées de la diffusion"),
}

# What has another meaning where there are zones and cells than elsewhere.
ZONED_FIELDS: Mapping[str, Words] = {
    "bound": Words("no choice costs less than", fr="aucun choix ne coûte moins de"),
    "cells": Words("cells", fr="carreaux"),
    "cells_lost": Words("fewer cells published", fr="carreaux diffusés en moins"),
    "cost": Words("cost of the choice", fr="coût du choix"),
    "groups": Words("groups that come out", fr="groupes qui ressortent"),
    "pairs": Words("pairs of zonings", fr="paires de zonages"),
    "rounds": Words("searches of the cuts", fr="recherches de coupes"),
    "weighted": Words(
        "undecided, in a sum that counts some several times",
        fr="indécises, dans une somme qui en compte plusieurs fois",
    ),
}

# Numbers of observations there, shares elsewhere.
ZONED_COUNTS = frozenset({
    *((part, "threshold") for part in ZONED), ("differencing", "most"), ("several_zonings", "most"),
})  # fmt: skip
