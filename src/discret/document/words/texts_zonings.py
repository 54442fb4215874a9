"""What the page about differencing says, in English and in French."""

from __future__ import annotations

from discret.words import Words

INTERNAL = Words("internal", fr="interne")
EXTERNAL = Words("external", fr="externe")
TEXTS = {
    "title": Words("Differencing", fr="Différenciation"),
    "kicker": Words("For internal use", fr="À usage interne"),
    "secret": Words(
        "This page shows where small groups can be found out: keep it from the public.",
        fr="Cette page montre où de petits groupes peuvent être mis au jour : elle n’est pas à"
        " diffuser.",
    ),
    "observations_at_risk": Words("observations at risk", fr="observations à risque"),
    "intersections_at_risk": Words("intersections at risk", fr="intersections à risque"),
    "groups": Words("groups", fr="groupes"),
    "threshold": Words("threshold", fr="seuil"),
    "observations": Words("observations", fr="observations en tout"),
    "zones_below": Words("zones below by themselves", fr="zones à elles seules sous le seuil"),
    "squares_below": Words("squares below by themselves", fr="carreaux à eux seuls sous le seuil"),
    "verified": Words("groups counted again", fr="groupes recomptés"),
    "map": Words("Where they are", fr="Où ils sont"),
    "merged_map": Words("Zones that are as one", fr="Les zones qui n’en font qu’une"),
    "merged_lead": Words(
        "Zones of one colour have been merged: no small group separates them, so subtraction gives"
        " nothing away between them. The largest set is orange. Zones left white stand alone: where"
        " they touch others, few live at the border.",
        fr="Les zones d’une même couleur ont été fusionnées : aucun petit groupe ne les sépare, la"
        " soustraction ne révèle rien entre elles. Le plus grand ensemble est en orange. Les zones"
        " laissées en blanc restent seules : là où elles en touchent d’autres, peu d’habitants"
        " sont à la frontière.",
    ),
    "drawings": Words("Group by group", fr="Groupe par groupe"),
    "graphs": Words("The graph of zones", fr="Le graphe des zones"),
    "graphs_lead": Words(
        "Zones that share a square are linked. Each number, near the zone it belongs to, counts its"
        " observations in the squares that the two share; those below the threshold are in red."
        " Zones that no small group separates are drawn as one (+ how many more).",
        fr="Les zones qui partagent un carreau sont liées. Chaque nombre, près de la zone qu’il"
        " concerne, compte ses observations dans les carreaux que les deux partagent ; ceux sous le"
        " seuil sont en rouge. Les zones qu’aucun petit groupe ne sépare n’en font qu’une (+ le"
        " nombre des autres).",
    ),
    "legend_zone": Words("zones of the group", fr="zones du groupe"),
    "legend_square": Words(
        "squares subtracted or added up", fr="carreaux soustraits ou additionnés"
    ),
    "legend_over": Words(
        "squares where something is left", fr="carreaux où il reste quelque chose"
    ),
    "legend_left": Words("what is left", fr="ce qui reste"),
    "stages": Words(
        "How the problem shrinks, with no answer changed",
        fr="Comment le problème se réduit, sans rien changer à la réponse",
    ),
    "stage": Words("stage", fr="étape"),
    "zones": Words("zones", fr="zones"),
    "group": Words("group", fr="groupe"),
    "left": Words("left", fr="reste"),
    "side": Words("how", fr="comment"),
    "left_in": Words("left in the squares", fr="restant dans les carreaux"),
    "none": Words("No group is given away.", fr="Aucun groupe n’est mis au jour."),
    "more": Words("more are in groups.csv.", fr="de plus sont dans groups.csv."),
    "internal_how": Words(
        "Internal: add up the zones, subtract the squares inside them; what the zones have in other"
        " squares is left. External: add up all squares that the zones touch, subtract the zones;"
        " what the squares have in other zones is left.",
        fr="Interne : additionner les zones, soustraire les carreaux qui y sont inclus ; il reste"
        " ce que les zones ont dans d’autres carreaux. Externe : additionner tous les carreaux que"
        " touchent les zones, soustraire les zones ; il reste ce que les carreaux ont dans d’autres"
        " zones.",
    ),
}
PROTECTION = {
    "title": Words(
        "Protecting: withhold squares, or merge them", fr="Protéger : masquer ou regrouper"
    ),
    "lead": Words(
        "Squares can be withheld, or merged with others, until subtraction shows no small group. An"
        " observation is lost where its square is no longer published by itself.",
        fr="On peut masquer des carreaux, ou les regrouper, jusqu’à ce que la"
        " soustraction ne montre plus de petit groupe. Une observation est perdue quand son carreau"
        " n’est plus diffusé seul.",
    ),
    "fewest_squares": Words("withhold the fewest squares", fr="masquer le moins de carreaux"),
    "fewest_observations": Words(
        "withhold the fewest observations", fr="masquer le moins d’observations"
    ),
    "merge": Words("merge squares", fr="regrouper des carreaux"),
    "fewest_squares_short": Words("fewest squares", fr="min. carreaux"),
    "fewest_observations_short": Words("fewest obs.", fr="min. observ."),
    "merge_short": Words("merge", fr="regrouper"),
    "squares_lost": Words("squares lost (fewer published)", fr="carreaux diffusés en moins"),
    "squares_lost_share": Words("share of the squares", fr="part des carreaux"),
    "squares_touched": Words("squares withheld or merged", fr="carreaux masqués ou regroupés"),
    "squares_below": Words("squares below the threshold", fr="carreaux sous le seuil"),
    "observations_lost": Words("observations lost", fr="observations perdues"),
    "observations_lost_share": Words("share of the observations", fr="part des observations"),
    "at_risk_before": Words("observations at risk, before", fr="observations à risque, avant"),
    "at_risk_after": Words("observations at risk, after", fr="observations à risque, après"),
    "zones_unprotected": Words("zones not protected", fr="zones non protégées"),
    "least": Words("no choice loses fewer than", fr="aucun choix n’en perd moins que"),
    "gap": Words("gap to the best choice", fr="écart au meilleur choix"),
    "optimal": Words("proven best", fr="optimum prouvé"),
    "seconds": Words("seconds allowed", fr="secondes accordées"),
    "squares_lost_bars": Words("Squares lost", fr="Carreaux diffusés en moins"),
    "observations_lost_bars": Words("Observations lost", fr="Observations perdues"),
    "unprotected_note": Words(
        "Zones that are not protected are below the threshold by themselves: no choice of squares"
        " helps, attach them to others.",
        fr="Les zones non protégées sont à elles seules sous le seuil : aucun choix de carreaux n’y"
        " change rien, il faut les rattacher à d’autres.",
    ),
    "below_note": Words(
        "Merging leaves a square below the threshold: there is too little to merge it with.",
        fr="Le regroupement laisse un carreau sous le seuil : il y a trop peu à lui joindre.",
    ),
    "merge_note": Words(
        "Merged squares are still published, as larger ones. Merging takes the closest pair at each"
        " step: fewer mergers may do, and no bound is known.",
        fr="Les carreaux regroupés restent diffusés, en plus grand. Le regroupement prend à chaque"
        " pas la paire la plus proche : moins de regroupements suffiraient peut-être, aucune borne"
        " n’est connue.",
    ),
    "levels_note": Words(
        "The grid has several levels: squares are counted over all of them, and an observation is"
        " lost where one of its squares is no longer published by itself. Squares are withheld step"
        " by step, and put back where nothing comes out: fewer may do, and no bound is known."
        " Merged squares keep the levels one inside the other.",
        fr="La grille a plusieurs niveaux : les carreaux sont comptés sur tous, et une observation"
        " est perdue quand l’un de ses carreaux n’est plus diffusé seul. Les carreaux sont masqués"
        " pas à pas, et rendus là où rien ne ressort : moins suffiraient peut-être, aucune borne"
        " n’est connue. Les carreaux regroupés gardent les niveaux emboîtés.",
    ),
    "fewest_squares_cheaper": Words(
        "Of the two ways to withhold, the first loses no more observations than the second: its"
        " squares are those of withheld.csv.",
        fr="Des deux façons de masquer, la première ne perd pas plus d’observations que l’autre :"
        " ses carreaux sont ceux de withheld.csv.",
    ),
    "fewest_observations_cheaper": Words(
        "Of the two ways to withhold, the second loses fewer observations: its squares are those of"
        " withheld.csv.",
        fr="Des deux façons de masquer, la seconde perd moins d’observations : ses carreaux sont"
        " ceux de withheld.csv.",
    ),
    "what": Words("lost, and left", fr="ce qui est perdu, ce qui reste"),
}
