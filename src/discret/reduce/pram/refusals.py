"""What PRAM refuses, with the way out."""

from __future__ import annotations

from discret.words import Words

ONE_COLUMN = Words("matrix: it is for one column", fr="matrix : elle vaut pour une seule colonne")
STEPS = Words("give each column a step of its own", fr="donner à chaque colonne son étape")
UNTOLD = Words(
    "publish: without a matrix these chances hang on the values of the file: give a matrix, or let"
    " expected counts stay (invariant)",
    fr="publish : sans matrice, ces probabilités dépendent des valeurs du fichier : donner une"
    " matrice, ou garder les effectifs attendus (invariant)",
)
UNREACHED = Words(
    "epsilon: it has a matrix of its own: not with matrix, forbidden, invariant = two_stage or"
    " nearest, nor by together with invariant = true",
    fr="epsilon : elle a sa propre matrice : ni avec matrix, forbidden, invariant = two_stage ou"
    " nearest, ni by avec invariant = true",
)
ROWS = Words("matrix: each row must sum to 1", fr="matrix : la somme de chaque ligne doit être 1")
NOTHING = Words(
    "forbidden: each combination must name a column that is perturbed",
    fr="forbidden : chaque combinaison doit nommer une colonne perturbée",
)
APART = Words(
    "by: a column that is perturbed cannot be kept apart, its values would all stay",
    fr="by : une colonne perturbée ne peut être séparée, ses valeurs resteraient toutes",
)
TOGETHER = Words(
    "forbidden: columns of one combination are perturbed together (together = true)",
    fr="forbidden : les colonnes d’une combinaison se perturbent ensemble (together = true)",
)
TOO_MANY = Words(
    "{who}: {names} have more than {most} values", fr="{who} : {names} ont plus de {most} valeurs"
)
COARSER = Words(
    "recode them first, or use noise for numbers", fr="les recoder d’abord, ou bruiter les nombres"
)
LACKING = Words(
    "matrix: it lacks a row for {n} {n:value|values} of {names}",
    fr="matrix : il y manque une ligne pour {n} {n:valeur|valeurs} de {names}",
)
VALUES = Words(
    "discret values FILE {name} shows them to who holds the file",
    fr="discret values FICHIER {name} les montre à qui détient le fichier",
)
THERE = Words(
    "{who}: the file has {n} {n:combination that is|combinations that are} forbidden",
    fr="{who} : le fichier contient {n} {n:combinaison interdite|combinaisons interdites}",
)
LEAVE = Words(
    "leave them out of forbidden, or drop these records first",
    fr="les retirer de forbidden, ou retirer d’abord ces enregistrements",
)
