"""The vocabulary of blanks, calibration and analyses: facts and details in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

REDUCE_FIELDS: Mapping[str, Words] = {
    "categories_lost": Words("categories lost", fr="modalités perdues"),
    "chosen": Words("chosen", fr="choisi"),
    "classes_after": Words("classes after", fr="classes après"),
    "classes_before": Words("classes before", fr="classes avant"),
    "converged_after": Words("settled after", fr="convergence après"),
    "converged_before": Words("settled before", fr="convergence avant"),
    "displacement_active": Words(
        "displacement of active categories", fr="déplacement des modalités actives"
    ),
    "displacement_supplementary": Words(
        "displacement of supplementary categories", fr="déplacement des modalités supplémentaires"
    ),
    "expected_matches": Words("matches expected", fr="appariements attendus"),
    "family": Words("kind of model", fr="type de modèle"),
    "frontier_complete": Words(
        "all minimal recodings found", fr="tous les recodages minimaux trouvés"
    ),
    "granularity": Words("detail kept", fr="finesse conservée"),
    "groups_without_value": Words("groups without a known value", fr="groupes sans valeur connue"),
    "largest_gap": Words("largest gap", fr="plus grand écart"),
    "left_out_before": Words("records left out before", fr="enregistrements écartés avant"),
    "not_estimable_before": Words("not estimable before", fr="non estimables avant"),
    "original": Words("original known", fr="original connu"),
    "parts": Words("parts", fr="parts"),
    "profiles_after": Words("profiles after", fr="profils après"),
    "profiles_before": Words("profiles before", fr="profils avant"),
    "profiles_placed": Words("profiles placed", fr="profils classés"),
    "records_before": Words("records before", fr="enregistrements avant"),
    "separated_after": Words("separated after", fr="séparés après"),
    "separated_before": Words("separated before", fr="séparés avant"),
    "smallest_overlap": Words(
        "least overlap of intervals", fr="plus petit recouvrement des intervalles"
    ),
    "uniques_given_away": Words("of these, alone with their keys", fr="dont seuls avec leurs clés"),
    "above": Words("above the bounds", fr="au-dessus des bornes"),
    "adjusted_rand": Words("agreement (adjusted Rand)", fr="accord (Rand ajusté)"),
    "at_bounds": Words("records at the bounds", fr="enregistrements aux bornes"),
    "below": Words("below the bounds", fr="au-dessous des bornes"),
    "binomial": Words(
        "logistic regression, odds ratios", fr="régression logistique, rapports de cotes"
    ),
    "bounds": Words("bounds", fr="bornes"),
    "compared": Words("coefficients compared", fr="coefficients comparés"),
    "cost": Words("cost", fr="coût"),
    "costs": Words("cost of a blank", fr="coût d’une suppression"),
    "design_effect": Words("design effect", fr="effet de plan"),
    "design_effect_after": Words("design effect after", fr="effet de plan après"),
    "design_effect_before": Words("design effect before", fr="effet de plan avant"),
    "effective_size_after": Words("effective size after", fr="taille effective après"),
    "effective_size_before": Words("effective size before", fr="taille effective avant"),
    "emptied": Words("categories emptied", fr="modalités vidées"),
    "error": Words("largest relative error", fr="plus grande erreur relative"),
    "gap": Words("gap at most", fr="écart au plus"),
    "gaussian": Words("linear regression", fr="régression linéaire"),
    "largest_share": Words("largest share lost", fr="plus grande part perdue"),
    "largest_weight_share": Words("of the weight", fr="en poids"),
    "left_out_after": Words("records left out", fr="enregistrements écartés"),
    "columns_lost": Words("columns that the release lost", fr="colonnes que la diffusion n’a plus"),
    "lost": Words("coefficients lost", fr="coefficients perdus"),
    "lost_by_merging": Words(
        "lost as categories were merged", fr="perdus par regroupement de modalités"
    ),
    "lower_bound": Words("least cost possible", fr="coût minimal possible"),
    "margins": Words("margins", fr="marges"),
    "median_length_ratio": Words(
        "length of intervals, ratio (median)", fr="longueur des intervalles, rapport (médiane)"
    ),
    "median_overlap": Words("overlap of intervals (median)", fr="recouvrement médian"),
    "negative": Words("records with a negative weight", fr="enregistrements à poids négatif"),
    "poisson": Words(
        "Poisson regression, rate ratios", fr="régression de Poisson, rapports de taux"
    ),
    "ratios": Words("scaled ratios of weights", fr="rapports de poids normés"),
    "records_after": Words("records used", fr="enregistrements utilisés"),
    "records_touched": Words("records touched", fr="enregistrements touchés"),
    "redundant": Words("totals that follow from others", fr="totaux qui découlent d’autres"),
    "regrouped": Words("categories merged", fr="modalités regroupées"),
    "scale": Words("scale", fr="facteur d’échelle"),
    "share_placed": Words("share of people placed by distance", fr="part placée selon la distance"),
    "sign_flips": Words("significant signs changed", fr="signes significatifs inversés"),
    "significance_gained": Words("became significant", fr="devenus significatifs"),
    "weights_changed": Words("weights changed", fr="poids modifiés"),
    "significance_lost": Words("no longer significant", fr="devenus non significatifs"),
    "start": Words("starting weights", fr="poids de départ"),
    "target": Words("weights that make the totals", fr="poids qui font les totaux"),
    "totals": Words("totals", fr="totaux"),
    "touched": Words("categories hit", fr="modalités touchées"),
    "unpicked": Words("unpicked", fr="détricotage"),
    "weight_share": Words("share of the weight", fr="part du poids"),
}

REDUCE_SHARES = frozenset(
    {
        "gap",
        "largest_share",
        "largest_weight_share",
        "median_overlap",
        "share_placed",
        "weight_share",
    }
)
