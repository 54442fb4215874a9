"""The sentences about several releases side by side, and about what analysts would find."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

COMPARISON: Mapping[str, Words] = {
    "comparison": Words("Comparison of releases", fr="Comparaison de diffusions"),
    "comparison_only": Words(
        "Internal document: it has parameters and categories of the data. It is for those who"
        " protect the file, and is not to be released with it.",
        fr="Document interne : il contient des paramètres et des modalités des données. Il"
        " s’adresse à ceux qui protègent le fichier, et ne se diffuse pas avec lui.",
    ),
    "comparison_of": Words(
        "{n} releases of {source}, {records} records",
        fr="{n} diffusions de {source}, {records} enregistrements",
    ),
    "release": Words("release", fr="diffusion"),
    "original": Words("original", fr="original"),
    "records_left": Words(
        "{after} of {before} records left", fr="{after} enregistrements sur {before}"
    ),
    "missed_are": Words("Missed: {names}.", fr="Non atteint : {names}."),
    "compare_assess_lead": Words(
        "How risky is each release? The same measures, the same attackers.",
        fr="Quel est le risque de chaque diffusion ? Mêmes mesures, mêmes attaquants.",
    ),
    "compare_risk": Words("Risk, release by release", fr="Risque, diffusion par diffusion"),
    "compare_loss": Words("Loss, release by release", fr="Perte, diffusion par diffusion"),
    "compare_reduce_lead": Words(
        "What was done to make each release, in order.",
        fr="Ce qui a été fait pour obtenir chaque diffusion, dans l’ordre.",
    ),
    "compare_quantify_lead": Words(
        "What would analysts find? There are two sides. Detail lost counts what each record no"
        " longer shows, true or not. Distances of values, and most of the other measures, compare"
        " each release with the original at the level of detail of that release, weights included:"
        " what recoding lost they do not see.",
        fr="Que trouverait un analyste ? Il y a deux côtés. Le détail perdu compte ce que chaque"
        " enregistrement ne montre plus, vrai ou non. Les distances aux valeurs d’origine, et"
        " la plupart des autres mesures, comparent chaque diffusion à l’original au niveau de"
        " détail de cette diffusion, poids compris : ce que le recodage fait perdre, elles ne le"
        " voient pas.",
    ),
    "risk_and_loss": Words("Risk and loss", fr="Risque et perte"),
    "risk_and_loss_note": Words(
        "One point for each release. To the left, more is kept: of the detail of the keys, or of"
        " the truth of values; the dashed line is the target.",
        fr="Un point par diffusion. Plus à gauche, on garde plus : du détail des clés, ou de la"
        " vérité des valeurs ; la ligne en tirets est l’objectif.",
    ),
    "notices_all": Words("Before you release any of them", fr="Avant de diffuser l’une d’elles"),
    "detail_axis": Words("detail of the keys that is lost", fr="détail perdu sur les clés"),
    "truth_axis": Words(
        "mean distance of values from the original", fr="distance moyenne aux valeurs d’origine"
    ),
    "not_measured": Words("not measured", fr="non mesuré"),
    "largest_moved": Words("Cells that moved most are bold.", fr="En gras : les plus déplacées."),
    # the attack on blanks
    "unpicked": Words("Can the blanks be unpicked?", fr="Les suppressions se détricotent-elles ?"),
    "unpicked_lead": Words(
        "Who knows that values were blanked only where fewer than k records shared a key may work"
        " some of them out again.",
        fr="Qui sait que des valeurs n’ont été effacées que là où moins de k enregistrements"
        " partageaient une clé peut en reconstituer certaines.",
    ),
    "unpicked_blanked": Words("blanked", fr="effacées"),
    "unpicked_recovered": Words("worked out for certain", fr="reconstituées à coup sûr"),
    "unpicked_narrowed": Words("narrowed down", fr="restreintes"),
    "unpicked_records": Words("records unpicked", fr="enregistrements détricotés"),
    "unpicked_gaps": Words("records incomplete before", fr="enregistrements déjà incomplets"),
    # what was done
    "blanks": Words("Blanked values and what they cost", fr="Suppressions locales et leur coût"),
    "cost": Words("cost", fr="coût"),
    "blanked": Words("blanked", fr="suppressions"),
    "all_columns": Words("all", fr="ensemble"),
    "cells_sum": Words("{n} cells changed", fr="{n} cellules modifiées"),
    "square_losses": Words("Squares and observations lost", fr="Carreaux et observations perdus"),
    "square_losses_note": Words(
        "A square that is withheld or merged is no longer published by itself, and its observations"
        " are counted as lost. Merged squares are still published, as larger ones.",
        fr="Un carreau masqué ou regroupé n’est plus diffusé seul, et ses observations comptent"
        " comme perdues. Les carreaux regroupés restent diffusés, en plus grand.",
    ),
    # what analysts would find
    "row_tables": Words("Row percentages", fr="Pourcentages en ligne"),
    "row_tables_note": Words(
        "Of the people in a row, the weighted share in each column. Records with a missing value in"
        " one of the two columns are left out.",
        fr="Parmi les personnes d’une ligne, la part pondérée de chaque colonne. Les"
        " enregistrements où l’une des deux colonnes manque sont laissés de côté.",
    ),
    "row_table": Words("{column} by {row}", fr="{column} selon {row}"),
    "largest_points": Words("largest gap (points)", fr="plus grand écart (points)"),
    "left_out_share": Words("weight left out", fr="poids laissé de côté"),
    "models": Words("Regression model", fr="Modèle de régression"),
    "forest": Words(
        "Estimates and their confidence intervals", fr="Estimations et intervalles de confiance"
    ),
    "models_note": Words(
        "The same model, fitted to each file with its weights. A category is compared with the one"
        " of its column that is not listed.",
        fr="Le même modèle, ajusté sur chaque fichier avec ses poids. Une modalité est comparée à"
        " celle de sa colonne qui ne figure pas dans la liste.",
    ),
    "constant": Words("constant", fr="constante"),
    "coefficient": Words("coefficient", fr="coefficient"),
    "estimates": Words("The estimates and their intervals", fr="Les estimations, en chiffres"),
    "flipped": Words("sign changed", fr="signe inversé"),
    "median_gap": Words("median relative gap", fr="écart relatif médian"),
    "ratio_lines": Words("Ratios of weights", fr="Rapports de poids"),
    "ratio_axis": Words(
        "scaled ratio of the weight after to the one before",
        fr="rapport normé du poids après au poids avant",
    ),
    "ratio_lines_note": Words(
        "Share of the records for each tenth of the ratio; 1 is a weight that only makes up for the"
        " records dropped. The outermost steps hold what lies beyond.",
        fr="Part des enregistrements par dixième de rapport ; 1 est un poids qui ne fait que"
        " compenser les retraits. Les marches extrêmes contiennent ce qui se trouve au-delà.",
    ),
    "ratio_quantiles": Words("Quantiles of the ratios", fr="Quantiles des rapports"),
    "quantile": Words("quantile", fr="quantile"),
    "plane": Words("Correspondence analysis", fr="Analyse des correspondances"),
    "planes_note": Words(
        "Supplementary categories on the first two axes: grey in the original, coloured in the"
        " release, which was turned to fit. Those that moved most are named.",
        fr="Modalités supplémentaires sur les deux premiers axes : en gris dans l’original, en"
        " couleur dans la diffusion, tournée pour s’y ajuster. Les plus déplacées sont nommées.",
    ),
    "variant_is": Words("Variant: {name}", fr="Variante : {name}"),
}
