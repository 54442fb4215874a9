"""What is said of a log-linear model and of its fit."""

from __future__ import annotations

from discret.maths.population.log_linear import Kind
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import IS_WEIGHTED, REIDENTIFIED, RULED, SAMPLED
from discret.words import Words

NAMES: dict[Kind, Words] = {
    "main": Words("main effects", fr="effets principaux"),
    "two_way": Words("all two-way interactions", fr="toutes les interactions d’ordre deux"),
}
ATTACKER = Words(
    "knows the keys of people of the population, but not whether they are in the file",
    fr="connaît les clés de personnes de la population, sans savoir si elles sont dans le fichier",
)
PASSED = Words("The model ({name}) passes its test", fr="Le modèle ({name}) satisfait à son test")
UNTESTED = Words(
    "The fit of the model ({name}) cannot be tested",
    fr="L’ajustement du modèle ({name}) ne peut être testé",
)
REJECTED_ONE = Words(
    "The model ({name}) fails its test: ", fr="Le modèle ({name}) ne satisfait pas à son test : "
)
REJECTED_ALL = Words(
    "No model passes its test; the less bad one ({name}) is used: ",
    fr="Aucun modèle ne satisfait à son test ; le moins mauvais ({name}) est retenu : ",
)
UNDERFITS = Words(
    "it leaves out how the keys go together, and its risks are not reliable",
    fr="il néglige des liens entre les clés, et ses risques ne sont pas fiables",
)
OVERFITS = Words(
    "it follows chance, and probably understates the risk",
    fr="il suit le hasard, et sous-estime probablement le risque",
)
UNFITTED_OTHER = Words(
    "The model with all two-way interactions could not be fitted. ",
    fr="Le modèle avec toutes les interactions d’ordre deux n’a pas pu être ajusté. ",
)
UNFITTED = Words(
    "The model with all two-way interactions could not be fitted: the risk is not known, and no"
    " record can be said to be safe.",
    fr="Le modèle avec toutes les interactions d’ordre deux n’a pas pu être ajusté : le risque"
    " n’est pas connu, et aucun enregistrement ne peut être dit sûr.",
)
FAILS = Words("fails its test", fr="ne satisfait pas à son test")
FEW = Words("rests upon too few people", fr="repose sur trop peu de personnes")
# what its parameters mean
MODEL = Words(
    "main effects, all two-way interactions, or the better. `main`: the keys are"
    " independent; `two_way`: any two of them interact; `best`: the one of the two that"
    " its diagnostics speak for",
    fr="effets principaux, toutes les interactions d’ordre deux, ou le meilleur."
    " `main` : les clés sont indépendantes ; `two_way` : elles interagissent deux à"
    " deux ; `best` : celui des deux en faveur duquel parlent ses diagnostics",
)
WEIGHTED = Words(
    "whether the weights tell how densely each part was sampled. If not, or where there"
    " are none, all were sampled at the same rate",
    fr="tirer des poids le taux de sondage de chaque partie. Sinon, ou s’il"
    " n’y en a pas, toutes ont le même taux",
)
MOST_CELLS = Words(
    "largest crossing of the keys that is written down. The crossing is that of the"
    " categories of all keys",
    fr="plus grand croisement de clés qui soit écrit. Le croisement est celui des"
    " modalités de toutes les clés",
)
WORTH = Words(
    "what a model that fails its test is worth. Or one that rests upon too few people:"
    " nothing, so that no record can be said to be safe (`fails`), or its estimates,"
    " taken at their word (`counts`)",
    fr="ce que vaut un modèle qui échoue à son test. Ou qui repose sur trop peu de"
    " personnes : rien, si bien qu’aucun enregistrement ne peut être dit sûr (`fails`),"
    " ou ses estimations, prises au mot (`counts`)",
)

TELLS: Facts = {
    **RULED,
    **REIDENTIFIED,
    **IS_WEIGHTED,
    **SAMPLED,
    "highest_risk": Fact.share("highest risk, at the upper limit", "plus haut risque, borne haute"),
    "enough_people": Fact.yes("enough people to rest upon", "assez de personnes pour l’estimer"),
    "population_uniques": Fact.number(
        "population uniques expected among uniques",
        "uniques dans la population attendus parmi les uniques",
    ),
    "population_uniques_error": Fact.number(
        "standard error of these uniques", "erreur type de ces uniques"
    ),
    "matches_of_uniques": Fact.number(
        "right matches expected among uniques", "appariements justes attendus parmi les uniques"
    ),
    "matches_of_uniques_error": Fact.number(
        "standard error of these matches", "erreur type de ces appariements"
    ),
    "global_risk_uniques": Fact.share("global risk, uniques only", "risque global, uniques seuls"),
    "risk_classes": Fact.count(
        "records by class of risk", "enregistrements par classe de risque", by="class"
    ),
    "model": Fact.label(
        "model",
        "modèle",
        {
            "best": Words("the one that fits best", fr="celui qui convient le mieux"),
            "main": Words("main effects", fr="effets principaux"),
            "two_way": Words("two-way effects", fr="effets croisés deux à deux"),
        },
    ),
    "cells": Fact.count("cells", "cellules"),
    "models": Fact.table("models", "modèles"),
}
