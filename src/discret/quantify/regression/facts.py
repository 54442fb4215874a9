"""What regression model tells, in words."""

from __future__ import annotations

from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import IS_WEIGHTED
from discret.words import Words

TELLS: Facts = {
    **IS_WEIGHTED,
    "formula": Fact.names("formula", "formule"),
    "family": Fact.label(
        "kind of model",
        "type de modèle",
        {
            "binomial": Words(
                "logistic regression, odds ratios", fr="régression logistique, rapports de cotes"
            ),
            "gaussian": Words("linear regression", fr="régression linéaire"),
            "poisson": Words(
                "Poisson regression, rate ratios", fr="régression de Poisson, rapports de taux"
            ),
        },
    ),
    "records_before": Fact.count("records before", "enregistrements avant"),
    "records_after": Fact.count("records used", "enregistrements utilisés"),
    "left_out_before": Fact.count("records left out before", "enregistrements écartés avant"),
    "left_out_after": Fact.count("records left out", "enregistrements écartés"),
    "compared": Fact.count("coefficients compared", "coefficients comparés"),
    "lost": Fact.count("coefficients lost", "coefficients perdus"),
    "lost_by_merging": Fact.count(
        "lost as categories were merged", "perdus par regroupement de modalités"
    ),
    "not_estimable_before": Fact.count("not estimable before", "non estimables avant"),
    "median_length_ratio": Fact.ratio(
        "length of intervals, ratio (median)", "longueur des intervalles, rapport (médiane)"
    ),
    "median_overlap": Fact.share("overlap of intervals (median)", "recouvrement médian"),
    "smallest_overlap": Fact.share(
        "least overlap of intervals", "plus petit recouvrement des intervalles"
    ),
    "sign_flips": Fact.count("significant signs changed", "signes significatifs inversés"),
    "significance_lost": Fact.count("no longer significant", "devenus non significatifs"),
    "significance_gained": Fact.count("became significant", "devenus significatifs"),
    "converged_before": Fact.yes("settled before", "convergence avant"),
    "converged_after": Fact.yes("settled after", "convergence après"),
    "separated_before": Fact.number("separated before", "séparés avant"),
    "separated_after": Fact.number("separated after", "séparés après"),
    "coefficients": Fact.table("coefficients", "coefficients"),
    "columns_lost": Fact.names(
        "columns that the release lost", "colonnes que le fichier diffusé n’a plus"
    ),
}
