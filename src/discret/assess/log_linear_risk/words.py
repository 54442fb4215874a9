"""What is said of a log-linear model and of its fit."""

from __future__ import annotations

from discret.maths.population.log_linear import Kind
from discret.words import Words

NAMES: dict[Kind, Words] = {
    "main": Words("main effects", fr="effets principaux"),
    "two_way": Words("all two-way interactions", fr="toutes les interactions d’ordre deux"),
}
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
    "main effects, all two-way interactions, or the better",
    fr="effets principaux, toutes les interactions d’ordre deux, ou le meilleur",
)
WEIGHTED = Words(
    "whether the weights tell how densely each part was sampled",
    fr="les poids disent combien chaque partie a été échantillonnée",
)
MOST_CELLS = Words(
    "largest crossing of the keys that is written down",
    fr="plus grand croisement de clés qui soit écrit",
)
WORTH = Words(
    "what a model that fails its test is worth",
    fr="ce que vaut un modèle qui échoue à son test",
)
